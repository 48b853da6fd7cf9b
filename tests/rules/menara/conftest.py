"""What the tests of Menara share; also makes the helper modules of this folder importable, whoever collects it."""

import fcntl
import sys
from pathlib import Path

import pytest

from mandapa.games.menara import samples, statics
from mandapa.games.menara.components import Components, load
from mandapa.games.menara.machine import compiled
from mandapa.kernel.compiling import cache_root
from mandapa.kernel.types import Record

sys.path.append(str(Path(__file__).parent))

import menara_towers as towers


@pytest.fixture(scope="session")
def components() -> Components:
    return load()


@pytest.fixture(scope="session", autouse=True)
def machine_code(components: Components) -> None:
    """One process at a time, so that test processes which start together compile once."""
    cache_root().mkdir(parents=True, exist_ok=True)
    with (cache_root() / "menara-tower.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        tower = samples.grown(components, towers.rng(0), compiled, floors=5)
        for function in (statics.stands, statics.stands_upright, statics.tilt_margin):
            compiled(function)(tower)


@pytest.fixture(scope="session")
def grown(components: Components) -> list[Record]:
    """Towers that stand, of all heights."""
    return [samples.grown(components, towers.rng(seed), compiled, floors=4 + seed % 15) for seed in range(60)]
