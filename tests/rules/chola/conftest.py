"""Fixtures for the rule tests of Chola; also makes the modules of `reference` importable."""

import sys
from pathlib import Path

import pytest

import mandapa
from mandapa.games.chola import GAME
from mandapa.kernel.compile.engine import Engine

sys.path.append(str(Path(__file__).parent / "reference"))


@pytest.fixture(scope="session")
def chola_type() -> mandapa.GameType:
    return GAME


@pytest.fixture(scope="session", autouse=True)
def compiled_chola(chola_type: mandapa.GameType) -> Engine:
    """The engine with machine code. It is used for states; chance and secrets are interpreted in any case."""
    chola_type.engine.warm()
    return chola_type.engine
