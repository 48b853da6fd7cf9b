"""What a part of a turn was worth beside the best one that the planner finds, with the same luck for both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mandapa.bots import Cancel
from mandapa.bots.base import Budget
from mandapa.bots.flat import Lines, PlannerBot, worth
from mandapa.bots.turns import LENGTH, margin
from mandapa.coach.hint import Reason, compare
from mandapa.coach.plan import can_be_taken, texts_of
from mandapa.coach.win_probability import chances
from mandapa.kernel.generic import TERMINAL, current_player, returns
from mandapa.kernel.record import Record, contents
from mandapa.library import Game, State

FORCED, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = "forced", "best", "good", "inaccuracy", "mistake", "blunder"
LEAST_LOST = {BLUNDER: 0.15, MISTAKE: 0.08, INACCURACY: 0.03}
"""Of the chance to win, for each mark that is no praise."""
MARKS = (FORCED, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER)

PAIRS = 96
"""Scenarios in which the best turn and the one that was played are compared at last; others than chose the best."""
DOUBT = 1.0
"""What is lost counts against nobody unless it is more than so many standard errors."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the decisions of one seat in a row were worth.

    Attributes:
        seat, ply: whose decisions, and how many actions there were before them.
        played, best: the actions that were taken, and those that were best; the same if nothing better was found.
        mark: one of ``MARKS``; ``forced`` where there was nothing to decide.
        lost: of the result that counts (points, or the chance to win), by not playing the best; at least 0.
        lost_chance: of the chance to win, 0 to 1.
        doubt: standard error of ``lost``.
        expected: the result that each seat may expect if the best is played.
        chances: each seat's chance to win then, 0 to 1.
        reasons: what the best brings more than what was played, by row of the score sheet; of turns of a whole game
            that had a better one (``LEAST_LOST``).
    """

    seat: int
    ply: int
    played: tuple[str, ...]
    best: tuple[str, ...]
    mark: str
    lost: float
    lost_chance: float
    doubt: float
    expected: tuple[float, ...]
    chances: tuple[float, ...]
    reasons: tuple[Reason, ...] = ()


class FairPlanner(PlannerBot):
    """Expects of everybody what it would expect if it sat there: the network speaks for every seat."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.everybody = True


class Judge:
    """Compares turns by simulations, as many for each decision, reproducibly.

    Attributes:
        planner: the player that finds the best turns.
        fair: the one that says what everybody may expect of them.
        pairs: in how many scenarios the best turn and another one are compared.
    """

    def __init__(self, game: Game, simulations: int, seed: int = 0, pairs: int = PAIRS) -> None:
        self.game = game
        self.simulations = simulations
        self.pairs = pairs
        self.planner = PlannerBot(game, seed, simulations)
        self.fair = FairPlanner(game, seed, simulations)

    def judge(self, state: State, played: Sequence[int], left: float, cancel: Cancel | None = None) -> Verdict | None:
        """The verdict on the ``played`` actions of the seat to act; the share ``left`` of the game is to come.

        None where they are none that computer players can think about, such as the places of a hand.
        """
        seat = state.current_player
        known = self.planner.known(state, seat)
        own = list(played)[:LENGTH]
        if not can_be_taken(known, own):
            return None
        turns = self.planner.promising(known.record)
        best = self.planner.simulate(known.record, seat, Budget(self.simulations, None, cancel)).line
        return self._verdict(state, known, own, best, left, forced=len(turns) == 1)

    def against(self, state: State, played: Sequence[int], best: Sequence[int], left: float) -> Verdict | None:
        """The verdict on the ``played`` actions beside those that are known to be ``best``; as ``judge``."""
        known = self.planner.known(state, state.current_player)
        own, best = list(played)[:LENGTH], list(best)[:LENGTH]
        if not (can_be_taken(known, own) and can_be_taken(known, best)):
            return None
        return self._verdict(state, known, own, best, left)

    def reasons(self, state: State, played: Sequence[int], best: Sequence[int]) -> list[Reason]:
        """Why the ``best`` actions are better than those that were ``played``: what they bring more, row by row."""
        known = self.planner.known(state, state.current_player)
        return compare(self.fair, known.record, state.current_player, [list(best), list(played)])

    def _verdict(
        self, state: State, known: State, own: list[int], best: list[int], left: float, forced: bool = False
    ) -> Verdict:
        seat = state.current_player
        if self._lead_to_the_same(known.record, best, own):
            best = own
        expected, lost, doubt = self._compared(known.record, seat, best, own)
        worth = self.game.type.worth(state.record)
        winning, kept = (chances(self.game, worth, result, left) for result in expected)
        lost_chance = max(0.0, winning[seat] - kept[seat]) if best != own else 0.0
        if best == own:
            mark, lost, doubt = FORCED if forced else BEST, 0.0, 0.0
        else:
            mark = mark_of(lost_chance if lost > DOUBT * doubt else 0.0)
        unit = worth.scale if worth else 1.0
        read = worth.read if worth else float
        return Verdict(
            seat=seat,
            ply=len(state.history),
            played=texts_of(known, own),
            best=texts_of(known, best),
            mark=mark,
            lost=max(0.0, lost) / unit,
            lost_chance=lost_chance,
            doubt=doubt / unit,
            expected=tuple(read(value) for value in expected[0]),
            chances=tuple(winning),
        )

    def _lead_to_the_same(self, record: Record, one: list[int], other: list[int]) -> bool:
        """Whether two turns differ in the order of their actions at most."""
        return one == other or contents(self.planner.after(record, one)) == contents(self.planner.after(record, other))

    def _compared(
        self, record: Record, seat: int, best: list[int], own: list[int]
    ) -> tuple[list[list[float]], float, float]:
        """What every seat may expect of each of the two, what the second is worth less, and its standard error."""
        planner, lines = self.fair, [best, own]
        exact = planner.exactly(record, seat, lines)
        if exact is not None:
            worths = [margin(np.array(result), seat, planner.rivalry) for result in exact]
            return exact, worths[0] - worths[1], 0.0
        planning = self.game.type.planning
        told = [self._told(planner.after(record, line), seat) for line in lines]
        compared = Lines(lines, self.game.players, told, planning.trust, planning.prior)
        outcomes = planner.ends(record, seat, compared.lines, planner.next(self.pairs))
        compared.add(np.arange(2), outcomes, seat, planner.rivalry)
        differences = worth(outcomes[:, 0], seat, planner.rivalry) - worth(outcomes[:, 1], seat, planner.rivalry)
        merits = compared.merits(seat, planner.rivalry)
        return (
            (compared.sums / self.pairs).tolist(),
            float(merits[0] - merits[1]),
            (1 - planning.trust) * float(np.std(differences)) / math.sqrt(self.pairs),
        )

    def _told(self, after: Record, seat: int) -> float:
        """What the evaluation says that a turn is worth that leads here."""
        if current_player(after) == TERMINAL:
            out = np.zeros(self.game.players)
            returns(after, out)
        else:
            out = np.array(self.planner.evaluation(after, seat, self.planner.weights))
        return margin(out, seat, self.planner.rivalry)


def mark_of(lost_chance: float) -> str:
    """The mark for a turn that is not the best and has lost so much of the chance to win."""
    return next((mark for mark, least in LEAST_LOST.items() if lost_chance >= least), GOOD)
