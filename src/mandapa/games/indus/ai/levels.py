"""Levels of the bots of Indus: how well each plays, and how they search; measured in docs/strength.md."""

from pathlib import Path

from mandapa.games.indus.ai.value_net import NETWORK
from mandapa.kernel.game_type import Planning, Skill

PLANNING = Planning(
    rounds=1,
    exact_rolls=True,
    spread=13.0,
    skills={
        "beginner": Skill(0.1, 0.0, slip=5.0, oversight=2.0),
        "novice": Skill(0.52, 0.32, slip=5.0, oversight=2.0),
        "adept": Skill(0.78, 0.56, slip=5.0),
        "master": Skill(0.95, 0.85, slip=5.0),
        "grandmaster": Skill(simulations=800),
    },
    network=NETWORK,
    weights=Path(__file__).with_name("network.npz"),
    duel={"rivalry": 1.0, "trust": 0.5},
)
