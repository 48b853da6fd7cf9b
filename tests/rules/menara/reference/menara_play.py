"""Helpers for tests of Menara: positions of real and fixture floors, random play, and the state as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import menara_towers as towers
import numpy as np

import mandapa
from mandapa.games.menara.game import GAME
from mandapa.games.menara.rules.components import FLOORS
from mandapa.games.menara.rules.physics.tower import NO_COLUMN, TEMPLE
from mandapa.games.menara.show import notation
from mandapa.kernel.record import copy_of

BASE = ["Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @120.3,0 r0 L0 []", "Q4 light @240.6,0 r0 L0 []"]
"""Three squares in a row, as a temple base; four columns on the first."""
FULL = {"yellow": 2, "red": 2, "black": 2}
"""A hand of six columns: the full number of two players in a medium game."""


@cache
def load(players: int = 2, **options: Any) -> mandapa.Game:
    """Load a game of Menara, which need not be installed."""
    return mandapa.Game(GAME, players, options)


def new_state(players: int = 2, **options: Any) -> mandapa.State:
    return load(players, **options).new_state()


def at(
    lines: list[str], players: int = 2, options: dict[str, Any] | None = None, bag: Any = None, **given: Any
) -> mandapa.State:
    """Return a position of fixture floors (``Q4 light @0,0 r0 L0 [0]``), F01 to F08 Q4, then R3, F14 to F18 L3.

    ``bag``: its columns; a number means yellow ones. Further keys as in ``Game.position``.
    """
    game = load(players, **(options or {}))
    record = copy_of(game.new_state().record)
    for name, values in towers.shapes().items():
        record[name] = values
    if bag is not None:
        given["bag"] = {"yellow": bag} if isinstance(bag, int) else bag
    notation.position(record, {"floors": named(lines), **given}, game.components)
    return mandapa.State(game, record)


def named(lines: list[str]) -> list[str]:
    """Return the fixture floors by number, those of a name in their order."""
    left = {name: [n for n, other in enumerate(towers.NAMES) if other == name] for name in towers.NAMES}
    found = []
    for line in lines:
        name, rest = line.split(" ", 1)
        found.append(f"F{left[name].pop(0) + 1:02} {rest}")
    return found


def hands(first: dict[str, int] | None = None, second: dict[str, int] | None = None) -> list[dict[str, int]]:
    return [FULL if first is None else first, FULL if second is None else second]


def do(state: mandapa.State, *texts: str) -> mandapa.State:
    """Apply actions and outcomes one after the other."""
    for action in texts:
        state.apply(action)
    return state


def lay_floor(state: mandapa.State, where: str) -> mandapa.State:
    """Put the floor in hand at ``base`` or ``level 2``, in the first listed place."""
    state.apply(where)
    while state.view()["phase"] in ("set", "pose"):
        state.apply(state.legal_actions[0])
    return state


def end_turn(state: mandapa.State, camp: str = "keep") -> mandapa.State:
    """Keep or exchange the camp if asked, and let chance fill up the hand."""
    if state.view()["phase"] == "camp":
        state.apply(f"camp {camp}")
    return draw_any(state)


def kinds(state: mandapa.State) -> set[str]:
    """Return the first words of the legal actions."""
    return {action.split()[0] for action in state.legal_actions}


def columns_on(state: mandapa.State) -> set[tuple[str, int]]:
    """Return the bases on which columns stand."""
    return {
        (row["floor"], number)
        for row in state.view()["floors"]
        for number, base in enumerate(row["bases"])
        if base["column"] != "none"
    }


def draw_any(state: mandapa.State, seed: int = 0) -> mandapa.State:
    """Sample chance events until a player is to act or the game is over."""
    rng = np.random.default_rng(seed)
    while state.is_chance:
        state.apply(state.sample(rng))
    return state


def plays(
    seed: int, players: int = 2, choose: Callable[..., str] | None = None, **options: Any
) -> Iterator[mandapa.State]:
    """Yield the state before every action and at the end. ``choose(state, rng)`` returns the text of a decision."""
    rng = np.random.default_rng(seed)
    state = new_state(players, **options)
    while not state.is_terminal:
        yield state
        state.apply(state.sample(rng) if state.is_chance else (choose or builder)(state, rng))
    yield state


def pick_any(state: Any, rng: np.random.Generator) -> str:
    """Choose at random."""
    texts = state.legal_actions
    return str(texts[int(rng.integers(len(texts)))])


def builder(state: Any, rng: np.random.Generator) -> str:
    """Choose at random, but build as long as possible, and mostly upwards."""
    texts = state.legal_actions
    for given_up in ("give up", "back", "base"):
        if len(texts) > 1 and given_up in texts and rng.random() < 0.9:
            texts.remove(given_up)
    if texts[0] == "done" and rng.random() < 0.6:
        return "done"
    return str(texts[int(rng.integers(len(texts)))])


def known_of(state: mandapa.State) -> dict[str, Any]:
    """Return everything that matters in a game of the package, as plain data."""
    view = state.view()
    record = state.record
    return {
        "phase": view["phase"],
        "turn": view["turn"],
        "turn_number": view["turn_number"],
        "target": view["target"],
        "levels": view["levels"],
        "bag": list(view["bag"].values()),
        "camp": list(view["camp"].values()),
        "hands": [list(hand.values()) for hand in view["hands"]],
        "quarry": view["quarry"]["top"],
        "hidden": sorted(view["quarry"]["hidden"]),
        "unseen": sorted(words(card) for pile in view["piles"].values() for card in pile["cards"]),
        "discarded": sorted(words(card) for card in view["discarded"]),
        "row": sorted(words(card) for card in view["row"]),
        "card": None if view["card"] is None else words(view["card"]),
        "built": view["built"],
        "lifted": None if view["lifted"] is None else tuple(view["lifted"]["from"]),
        "ending": view["ending"],
        "floors": {
            f"F{floor + 1:02}": (
                int(record.floor_side[floor]),
                int(record.floor_level[floor]),
                int(record.floor_x[floor]),
                int(record.floor_y[floor]),
                int(record.floor_rotation[floor]),
                [int(base) for base in np.flatnonzero(record.column_state[floor] != NO_COLUMN)],
            )
            for floor in range(FLOORS)
            if record.floor_place[floor] == TEMPLE
        },
    }


def words(card: dict[str, Any]) -> str:
    """Return a card as ``red MOVE 2 dark``."""
    return " ".join(str(word) for word in card.values() if word is not None)
