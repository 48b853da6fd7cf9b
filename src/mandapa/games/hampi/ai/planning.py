"""Search settings of Hampi for bots and analysis, and their measured strength (docs/strength.md)."""

from mandapa.kernel.game_type import Planning, Skill

PLANNING = Planning(
    rounds=1,
    trust=0.5,
    skills={
        "beginner": Skill(0.3, 0.0),
        "novice": Skill(0.5, 0.0),
        "adept": Skill(1.0, 0.1),
        "master": Skill(1.0, 0.75),
        "grandmaster": Skill(simulations=1500),
    },
    measured=({}, {"mode": "advanced"}),
)
