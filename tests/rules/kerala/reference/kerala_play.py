"""Helpers for tests of Kerala: random games, and platforms made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import mandapa
from mandapa.games.kerala.rules.geometry import add_cell, lay
from mandapa.games.kerala.rules.state import CODES, COLOUR_OF, DEFAULT, EDGE, KIND_OF, LIFT, OVER
from mandapa.kernel.generic import apply_action, legal_actions

SYMBOLS = dict(zip(CODES, DEFAULT.symbols, strict=True))
GAME_CODES = CODES[:45]


def plays(seed: int, players: int = 4, **options: Any) -> Iterator[mandapa.State]:
    """Play a random game; yield its state before every action and at the end."""
    rng = np.random.default_rng(seed)
    state = mandapa.load("kerala", players=players, **options).new_state()
    while not state.is_terminal:
        yield state
        if state.is_chance:
            state.apply(state.sample(rng))
        else:
            listed = state.legal_action_ids
            state.apply_id(listed[int(rng.integers(len(listed)))])
    yield state


def played(seed: int, players: int = 4, **options: Any) -> mandapa.State:
    """Return the final state of a random game."""
    *_, state = plays(seed, players, **options)
    return state


def position(cells: str = "(0,0)BS", figures: tuple[str, str] = ("(0,0)", "(0,0)"), **more: Any) -> mandapa.State:
    """Two players, blue and red, with this platform for seat 0, which is to take a tile or, with ``held``, to step."""
    options = more.pop("options", {})
    game = mandapa.load("kerala", players=2, colours=["blue", "red"], **options)
    passes = more.pop("passes", 0)
    phase = "step" if "held" in more else more.pop("phase", "take")
    mine = {"cells": cells, "figures": list(figures), "passes": passes}
    return game.position({"phase": phase, "platforms": [mine, {}], **more})


def legal(engine: Any, record: Any) -> list[int]:
    """Return the legal actions, with machine code if the engine is ready."""
    out = np.empty(82, np.int32)
    return out[: engine.run(legal_actions, record, out)].tolist()


def step_by(engine: Any, record: Any, action: int) -> None:
    """Apply an action, with machine code if the engine is ready."""
    engine.run(apply_action, record, action)


def random_platform(
    rng: np.random.Generator, cells: int, codes: list[str], tall: float, within: int = 45
) -> mandapa.State:
    """Return a position in which seat 0 has a random connected platform.

    ``tall``: the probability of each further tile on a stack; ``within``: greatest distance from the start cell, small
    for platforms with many holes.
    """
    state = mandapa.load("kerala", players=2, colours=["blue", "red"]).new_state()
    platform = state.record.platforms[0]
    own = int(rng.integers(5))
    state.record.platforms[1].colour = (own + 1) % 5
    platform.colour = own
    places = [(0, 0)]
    while len(places) < cells:
        x, y = places[int(rng.integers(len(places)))]
        dx, dy = [(0, -1), (1, 0), (0, 1), (-1, 0)][int(rng.integers(4))]
        if (x + dx, y + dy) not in places and max(abs(x + dx), abs(y + dy)) <= within:
            places.append((x + dx, y + dy))
    left = 41 - cells
    for number, (x, y) in enumerate(places):
        slot = add_cell(platform, x, y)
        stack = [CODES[45 + own]] if number == 0 else []
        while not stack or (left > 0 and rng.random() < tall):
            left -= len(stack) > 0
            stack.append(str(rng.choice(codes)))
        for code in stack:
            lay(platform, slot, CODES.index(code))
        if KIND_OF[platform.top[slot]] == EDGE:
            platform.side[slot] = int(rng.integers(4))
    platform.figure[:] = rng.choice(cells, size=2, replace=False) if cells > 1 else 0
    platform.passes = int(rng.integers(3))
    state.record.phase = OVER
    state.record.round_number = 1
    return state


def ready_to_lift(state: mandapa.State) -> mandapa.State:
    """Return the same position with seat 0 about to lift a stack."""
    state.record.phase = LIFT
    state.record.seat = 0
    state.record.turns_left = 2
    return state


def edge_codes() -> list[str]:
    return [code for code in GAME_CODES if ">" in code]


def colour_of(code: str) -> int:
    return int(COLOUR_OF[CODES.index(code)])
