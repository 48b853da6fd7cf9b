"""Fixtures for the tests of Menara; also makes the modules of `reference` importable."""

import sys
from pathlib import Path

import pytest

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.game import GAME
from mandapa.games.menara.rules.components import Components, load
from mandapa.games.menara.rules.physics import random_towers
from mandapa.kernel.compile.engine import Engine
from mandapa.kernel.record import Record

sys.path.append(str(Path(__file__).parent / "reference"))

import menara_towers as towers


@pytest.fixture(scope="session")
def components() -> Components:
    return load()


@pytest.fixture(scope="session")
def compiled_menara() -> Engine:
    """The engine with machine code; without it, searching for places of floors takes seconds."""
    GAME.engine.warm()
    return GAME.engine


@pytest.fixture(scope="session")
def grown(components: Components) -> list[Record]:
    """Standing towers of all heights."""
    return [random_towers.grown(components, towers.rng(seed), compiled, floors=4 + seed % 15) for seed in range(60)]
