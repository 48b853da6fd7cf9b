"""Fixtures with every installed game for one, two and the maximum number of players, shortened by options."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

import mandapa
from mandapa.games import hampi
from scaling import SCALE

FOLDER = tempfile.TemporaryDirectory(prefix="mandapa-tests-")
"""Temporary folder that is deleted with the process."""


def small_hampi() -> str:
    """A component file of Hampi with only its first 24 tiles, for a game of 21 placements."""
    rows = Path(hampi.__file__).parent.joinpath("rules", "components.toml").read_text(encoding="utf-8").splitlines()
    kept = [row for row in rows if not (tile := re.match(r'  \{ id = "H(\d\d)"', row)) or int(tile[1]) <= 24]
    path = Path(FOLDER.name, "small_hampi.toml")
    path.write_text("\n".join(kept), encoding="utf-8")
    return str(path)


SHORT: dict[str, dict[str, Any]] = {
    "kerala": {"rounds": 1},
    "chola": {"turn_cap": 8},
    "hampi": {"components": small_hampi()},
    "menara": {"level_cards": 1},
}


def numbers(name: str) -> list[int]:
    """Return the numbers of players to test: all in `make soak`, otherwise the minimum, two and the maximum."""
    of = mandapa.game_type(name)
    every = range(of.min_players, of.max_players + 1)
    return [players for players in every if SCALE > 1 or players in (every[0], 2, every[-1])]


EVERY_GAME = [(name, players) for name in mandapa.games() for players in numbers(name)]


LARGEST = [(name, players) for name, players in EVERY_GAME if SCALE > 1 or players == numbers(name)[-1]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that take ``every_game`` for each game and these numbers of players.

    With ``largest``, only for the maximum number of players.
    """
    if "every_game" in metafunc.fixturenames:
        games = LARGEST if "largest" in metafunc.fixturenames else EVERY_GAME
        metafunc.parametrize("every_game", games, ids=[f"{name}-{players}" for name, players in games])


@pytest.fixture
def largest() -> None:
    """Restrict a slow test that does not depend on the number of players to the maximum."""


@pytest.fixture
def short_game(every_game: tuple[str, int]) -> mandapa.Game:
    name, players = every_game
    return mandapa.load(name, players, **SHORT.get(name, {}))
