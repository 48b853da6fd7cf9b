"""Fixtures for the rule tests of Indus; also makes the modules of `reference` importable."""

import sys
from pathlib import Path

import pytest

import mandapa
from mandapa.kernel.compile.engine import Engine

sys.path.append(str(Path(__file__).parent / "reference"))


@pytest.fixture(scope="session")
def indus_type() -> mandapa.GameType:
    return mandapa.game_type("indus")


@pytest.fixture(scope="session", autouse=True)
def compiled_indus(indus_type: mandapa.GameType) -> Engine:
    """The engine with machine code. It is used for views and scores; rules are interpreted in any case."""
    indus_type.engine.warm()
    return indus_type.engine
