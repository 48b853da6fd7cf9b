"""What the rule tests of Hampi share; also makes the helper modules of this folder importable, whoever collects it."""

import fcntl
import sys
from pathlib import Path

import pytest

import mandapa
from mandapa.kernel.compiling import Engine, cache_root

sys.path.append(str(Path(__file__).parent))


@pytest.fixture(scope="session")
def hampi_type() -> mandapa.GameType:
    return mandapa.game_type("hampi")


@pytest.fixture(scope="session")
def interpreted_hampi(hampi_type: mandapa.GameType) -> Engine:
    """An engine that is never warmed."""
    return Engine(hampi_type)


@pytest.fixture(scope="session", autouse=True)
def compiled_hampi(hampi_type: mandapa.GameType) -> Engine:
    """The engine with machine code, which serves states and views.

    One process at a time, so that test processes which start together compile once.
    """
    cache_root().mkdir(parents=True, exist_ok=True)
    with (cache_root() / "hampi.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        hampi_type.engine.warm()
    return hampi_type.engine
