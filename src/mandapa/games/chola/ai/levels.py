"""Levels of the bots of Chola: how well each plays, and how they search; measured in docs/strength.md."""

from pathlib import Path

from mandapa.games.chola.ai.value_net import NETWORK
from mandapa.kernel.game_type import Planning, Skill

PLANNING = Planning(
    rounds=1,
    trust=0.5,
    rivalry=1.0,
    depth=5,
    spread=9.0,
    skills={
        "beginner": Skill(0.25, 0.25, slip=6.0),
        "novice": Skill(0.55, 0.66, slip=6.0),
        "adept": Skill(0.82, 0.87, slip=6.0),
        "master": Skill(1.0, 1.0),
        "grandmaster": Skill(simulations=300),
    },
    network=NETWORK,
    weights=Path(__file__).with_name("network.npz"),
    measured=({}, {"variant": "expert"}),
)
