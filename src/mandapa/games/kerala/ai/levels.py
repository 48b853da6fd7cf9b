"""Levels of the bots of Kerala: how well each plays, and how they search; measured in docs/strength.md."""

from pathlib import Path

from mandapa.games.kerala.ai.value_net import NETWORK
from mandapa.kernel.game_type import Planning, Skill

PLANNING = Planning(
    rounds=2,
    prior=16.0,
    spread=6.0,
    skills={
        "beginner": Skill(0.2, 0.0, slip=5.0, oversight=2.0),
        "novice": Skill(0.7, 0.5, slip=5.0, oversight=2.0),
        "adept": Skill(1.0, 1.0),
        "master": Skill(0.95, simulations=16),
        "grandmaster": Skill(simulations=6000),
    },
    network=NETWORK,
    weights=Path(__file__).with_name("network.npz"),
    duel={"rivalry": 0.5},
)
