"""Fixtures for the rule tests of Hampi; also makes the modules of `reference` importable."""

import sys
from pathlib import Path

import pytest

import mandapa
from mandapa.kernel.compile.engine import Engine

sys.path.append(str(Path(__file__).parent / "reference"))


@pytest.fixture(scope="session")
def hampi_type() -> mandapa.GameType:
    return mandapa.game_type("hampi")


@pytest.fixture(scope="session", autouse=True)
def compiled_hampi(hampi_type: mandapa.GameType) -> Engine:
    """The engine with machine code, used for states and views."""
    hampi_type.engine.warm()
    return hampi_type.engine
