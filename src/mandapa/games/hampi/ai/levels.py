"""Levels of the bots of Hampi: how well each plays, and how they search; measured in docs/strength.md."""

from mandapa.kernel.game_type import Planning, Skill

PLANNING = Planning(
    rounds=1,
    trust=0.5,
    skills={
        "beginner": Skill(0.0, 0.0, slip=0.5, oversight=7.0),
        "novice": Skill(0.5, 0.3, slip=0.3, oversight=10.0),
        "adept": Skill(0.85, 0.6, slip=0.3),
        "master": Skill(1.0, 0.9, slip=0.3),
        "grandmaster": Skill(simulations=1500),
    },
    measured=({}, {"mode": "advanced"}),
)
