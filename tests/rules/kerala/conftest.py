"""What the rule tests of Kerala share; also makes the modules of `reference` importable, whoever collects it."""

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
    """The engine with machine code: it serves views and scores; rules are applied interpreted all the same."""
    kerala_type.engine.warm()
    return kerala_type.engine
