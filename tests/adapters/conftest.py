"""Every installed game with every number of players, made short where it has an option for that."""

from __future__ import annotations

from typing import Any

import pytest

import mandapa

SHORT: dict[str, dict[str, Any]] = {"kerala": {"rounds": 1}, "chola": {"turn_cap": 8}}

EVERY_GAME = [
    (name, players)
    for name in mandapa.games()
    for players in range(mandapa.game_type(name).min_players, mandapa.game_type(name).max_players + 1)
]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that take ``every_game`` run for each game and number of players."""
    if "every_game" in metafunc.fixturenames:
        metafunc.parametrize("every_game", EVERY_GAME, ids=[f"{name}-{players}" for name, players in EVERY_GAME])


@pytest.fixture
def short_game(every_game: tuple[str, int]) -> mandapa.Game:
    name, players = every_game
    return mandapa.load(name, players, **SHORT.get(name, {}))
