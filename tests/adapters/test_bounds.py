"""Numbers in observations stay within the bounds that each game declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mandapa
from mandapa.adapters.batch import Batch
from mandapa.kernel.generic import observation_tensor
from mandapa.kernel.record import Record

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "hampi": (3, {}),
    "hampi advanced": (5, {"mode": "advanced"}),
    "chola": (5, {"pattern_scoring": "full", "treasures": "double"}),
    "chola expert": (3, {"variant": "expert"}),
    "chola solo": (1, {"pattern_scoring": "full", "treasures": "double"}),
    "indus": (2, {"board": "random"}),
    "kerala": (5, {}),
    "menara": (3, {}),
    "menara free": (1, {"free_build": True}),
}
"""Settings that lead to large numbers: long games, extreme options."""


def load(name: str) -> mandapa.Game:
    players, options = GAMES[name]
    return mandapa.load(name.split()[0], players, **options)


def check(game: mandapa.Game, seen: np.ndarray) -> None:
    learning = game.type.learning
    outside = np.unique(np.nonzero(~((learning.lowest <= seen) & (seen <= learning.highest)))[-1])
    assert not outside.size, f"columns {outside.tolist()} of {game}: up to {np.abs(seen).max()}"


@pytest.mark.parametrize("name", GAMES)
def test_in_random_games(name):
    """Play several whole games, observed also from seats that are not to act."""
    game = load(name)
    batch = Batch(game, 8, seed=7, threads=1)
    for number in range(160):
        batch.step(batch.sample_actions())
        check(game, batch.observe())
        if number % 20 == 0:
            check(game, batch.observe(np.full(8, number // 20 % game.players)))
    batch.close()


def fill(field: str, value: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        record[field] = value

    return change


def one_ahead(value: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        record.score[1] = value

    return change


EXTREMES = {
    "a landscape of sixty tiles in a row: open halves": ("hampi", fill("gaps", 12 * 60 - 4 * 59)),
    "every zone of tiles worth nine each: support": ("hampi", one_ahead(60 * (7 + 7) * 9)),
    "the same as debts": ("hampi", one_ahead(-60 * (7 + 7) * 9)),
    "all tiles alike": ("hampi", fill("unseen", 60)),
    "tiles worth nine, or minus nine, each": ("hampi", fill("support", 9)),
    "as many points as are kept": ("chola solo", fill("points", (1 << 15) - 1)),
    "all cards of a large box face up": ("chola solo", fill("row", 120)),
    "sculptures of the greatest value": ("chola expert", fill("tile_value", 58)),
    "a bag of two hundred alike": ("kerala", fill("bag", 200)),
    "two hundred left over": ("kerala", fill("box", 200)),
    "captures of every researcher, again and again": ("indus", fill("points", 255)),
    "all columns are still to be built": ("menara free", fill("wanted", 76)),
    "all columns are built": ("menara free", fill("built", 76)),
}
"""Extremes that can be reached by a position, an option or custom components."""


@pytest.mark.parametrize("case", EXTREMES)
def test_at_the_ends_of_what_can_be(case):
    name, change = EXTREMES[case]
    game = load(name)
    state = game.new_state()
    rng = np.random.default_rng(4)
    while state.is_chance:
        state.resolve_chance(rng)
    change(state.record)
    for seat in (-1, *range(game.players)):
        seen = np.full(game.type.observation_size, np.nan)
        observation_tensor(state.record, seat, seen)
        check(game, seen)
