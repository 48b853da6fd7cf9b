"""Fixtures for the rule tests of Kerala; also makes the modules of `reference` importable."""

import sys
from pathlib import Path

import pytest

import mandapa
from mandapa.kernel.compile.engine import Engine

sys.path.append(str(Path(__file__).parent / "reference"))


@pytest.fixture(scope="session")
def kerala_type() -> mandapa.GameType:
    return mandapa.game_type("kerala")


@pytest.fixture(scope="session", autouse=True)
def compiled_kerala(kerala_type: mandapa.GameType) -> Engine:
    """The engine with machine code. It is used for views and scores; rules are interpreted in any case."""
    kerala_type.engine.warm()
    return kerala_type.engine
