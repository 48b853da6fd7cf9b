"""Search settings of Indus for bots and analysis, and their measured strength (docs/strength.md)."""

from mandapa.kernel.game_type import Planning, Skill

PLANNING = Planning(
    rounds=1,
    exact_rolls=True,
    spread=13.0,
    skills={
        "beginner": Skill(0.7, 0.0),
        "novice": Skill(1.0, 0.12),
        "adept": Skill(1.0, 0.43),
        "master": Skill(1.0, 0.72),
        "grandmaster": Skill(simulations=800),
    },
)
