"""Turns on the scales: what each is worth, all with the same luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mandapa.bots.flat import Lines
from mandapa.bots.turns import margin
from mandapa.coach.judging import FairPlanner
from mandapa.coach.win_probability import chances
from mandapa.kernel.generic import TERMINAL, current_player, returns
from mandapa.kernel.record import Record, Values


@dataclass(frozen=True, slots=True)
class Weighed:
    """What turns were worth to the seat that may take one of them.

    Attributes:
        merits: what they are ordered by, shape (n,): simulations and evaluation, as the game's planning mixes them.
        expected: what every seat may expect of each by the simulations, shape (n, players).
        doubts: standard error of the difference of each to the best, shape (n,); 0 for the best.
        chances: of the seat to win, shape (n,).
    """

    merits: Values
    expected: Values
    doubts: Values
    chances: Values

    @property
    def best(self) -> int:
        """The number of the turn with the greatest merit."""
        return int(np.argmax(self.merits))

    @property
    def lost(self) -> Values:
        """What each is worth less than the best, in the planner's numbers."""
        lost: Values = self.merits[self.best] - self.merits
        return lost

    @property
    def lost_chance(self) -> Values:
        """What each has less of the chance to win; below 0 where the best has less."""
        lost: Values = self.chances[self.best] - self.chances
        return lost


def weigh(
    planner: FairPlanner, record: Record, seat: int, lines: Sequence[list[int]], scenarios: int, left: float
) -> Weighed:
    """Simulate every line in the same scenarios; ``record`` is what the seat knows, ``left`` the share to come."""
    game = planner.game
    exact = planner.exactly(record, seat, list(lines))
    if exact is not None:
        expected = np.array(exact)
        each = expected[None, :, :]
        told = np.array([margin(row, seat, planner.rivalry) for row in expected])
        merits = told
        spread = 0.0
    else:
        compared = Lines(list(lines), game.players)
        each = planner.ends(record, seat, compared.lines, planner.next(scenarios))
        expected = each.mean(axis=0)
        compared.add(np.arange(len(lines)), each, seat, planner.rivalry)
        compared.told = np.array([told_worth(planner, record, seat, line) for line in lines])
        compared.trust, compared.prior = game.type.planning.trust, game.type.planning.prior
        merits = compared.merits(seat, planner.rivalry)
        spread = 1 - game.type.planning.trust
    own = each[:, :, seat]
    others = (each.sum(axis=2) - own) / max(1, game.players - 1)
    margins = own - planner.rivalry * others
    behind = margins[:, [int(np.argmax(merits))]] - margins
    worth = game.type.worth(record)
    return Weighed(
        merits,
        expected,
        spread * behind.std(axis=0) / math.sqrt(len(each)),
        np.array([chances(game, worth, row, left)[seat] for row in expected.tolist()]),
    )


def told_worth(planner: FairPlanner, record: Record, seat: int, line: list[int]) -> float:
    """What the evaluation says that a turn is worth to the seat."""
    after = planner.after(record, line)
    if current_player(after) == TERMINAL:
        out = np.zeros(planner.game.players)
        returns(after, out)
    else:
        out = np.array(planner.evaluation(after, seat, planner.weights))
    return margin(out, seat, planner.rivalry)
