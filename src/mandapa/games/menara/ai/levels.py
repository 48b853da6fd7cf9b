"""Levels of the bots of Menara: how well each plays, and how they search; measured in docs/strength.md."""

from mandapa.kernel.game_type import Planning, Skill

PLANNING = Planning(
    rounds=1,
    trust=0.5,
    depth=2,
    skills={
        "beginner": Skill(0.0, 0.0, slip=0.3, oversight=0.5),
        "novice": Skill(0.0, 0.3, slip=0.25, oversight=0.5),
        "adept": Skill(1.0, 1.0),
        "master": Skill(simulations=12),
        "grandmaster": Skill(simulations=100),
    },
    measured=({"difficulty": "easy"}, {"difficulty": "medium"}, {"difficulty": "hard"}),
)
