"""From what seats may expect to what that is worth: their chances to win."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np

from mandapa.kernel.game_type import Worth
from mandapa.kernel.generic import CHANCE
from mandapa.kernel.record import Values
from mandapa.library import Game, State

STEPS = np.linspace(-4.0, 4.0, 65)
"""Where a normal distribution is looked at, in standard deviations."""
DENSITY = np.exp(-(STEPS**2) / 2) / np.exp(-(STEPS**2) / 2).sum()
CERTAIN = 1e-3
"""A spread below this is none: who expects most wins."""

GUESSES = 4
"""Random games by which it is guessed how much of one is to come."""

_below = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2)), otypes=[float])


def chances(game: Game, worth: Worth | None, expected: Sequence[float], left: float) -> list[float]:
    """Each seat's chance to win when these are their expected results and the share ``left`` of the game is to come.

    Where players count in points, final scores are taken to be normal about the expected ones, independent, and as
    wide as the game's ``Planning.spread`` says, less towards the end by the root of what is left. Where the expected
    results are chances already, they are read as such. What has no aim gives 0 for everybody.
    """
    if worth is None:
        return [0.0] * len(expected)
    if worth.unit == "chance":
        return [worth.read(value) for value in expected]
    spread = game.type.planning.spread * math.sqrt(max(left, 0.0))
    if spread < CERTAIN:
        return game.shares_of_win(expected)
    if worth.unit == "lead" or game.together:
        return [float(_below(value / spread)) for value in expected]
    return [_greatest(np.asarray(expected) / spread, seat) for seat in range(len(expected))]


def _greatest(means: Values, seat: int) -> float:
    """The chance that of normal variables with these means and variance 1 that of ``seat`` is the greatest."""
    others = np.delete(means, seat)
    at = means[seat] + STEPS
    return float((DENSITY * np.prod(_below(at[:, None] - others[None, :]), axis=1)).sum())


def to_come(known: State, turns: int, seed: int = 0) -> float:
    """The share of a game that is to come after so many turns, 0 to 1: as random games go on from here, on average.

    ``known`` is what the seat to act knows.
    """
    rng = np.random.default_rng(seed)
    seat = max(0, known.current_player)
    found = []
    for _ in range(GUESSES):
        trial = known.copy()
        trial.resample(seat, rng)
        found.append(_turns_left(trial, rng))
    left = float(np.mean(found))
    return left / max(1.0, turns + left)


def _turns_left(state: State, rng: np.random.Generator) -> int:
    """How many turns a random game takes from here to its end, in place."""
    players = [state.current_player]
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            actions = state.legal_action_ids
            state.apply_id(actions[int(rng.integers(len(actions)))])
        players.append(state.current_player)
    return runs(players[:-1])


def turns_of(state: State) -> int:
    """How many turns there were before a state that knows its history."""
    return runs([state.at(ply).current_player for ply in range(len(state.history))])


def runs(players: Iterable[int]) -> int:
    """How many times somebody decided, once or more in a row, by who acted (or ``CHANCE``) at every action."""
    return sum(player != CHANCE for player, _ in groupby(players))
