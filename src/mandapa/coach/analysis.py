"""A whole game, judged: every decision, and the luck of every chance event."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Any

import numpy as np

from mandapa.bots import Cancel
from mandapa.bots.base import Budget
from mandapa.bots.flat import PlannerBot
from mandapa.bots.turns import LENGTH
from mandapa.coach.comparison import FairPlanner, Reason, compare, reasons, sample_positions
from mandapa.coach.plan import Plan, imagined, replay, replay_if_legal
from mandapa.coach.win_probability import chances
from mandapa.kernel.generic import CHANCE
from mandapa.library import Game, State
from mandapa.play import import_record
from mandapa.rows import Rows

FORCED, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = "forced", "best", "good", "inaccuracy", "mistake", "blunder"
LEAST_LOST = {BLUNDER: 0.15, MISTAKE: 0.08, INACCURACY: 0.03}
"""Of the chance to win, for each mark that is no praise."""
MARKS = (FORCED, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER)

SIMULATIONS = 400
"""Simulations for each decision, when nothing is said."""
PAIRS = 96
"""Scenarios in which the best turn and the one that was played are compared at last; others than chose the best."""
REASON_PAIRS = 48
"""Scenarios in which the rows of their score sheets are compared."""
SCENARIOS = 32
"""Simulations after each outcome of a chance event, in the same scenarios for all outcomes."""
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
        turn, better: the actions that were taken, and those that were best, as plans.
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
    turn: Plan = field(repr=False, compare=False)
    better: Plan = field(repr=False, compare=False)
    reasons: tuple[Reason, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """All but the plans as JSON."""
        told = {name: getattr(self, name) for name in self.__slots__ if name not in ("turn", "better")}
        return {**told, "reasons": [asdict(reason) for reason in self.reasons]}


@dataclass(frozen=True, slots=True)
class Luck:
    """What one chance event brought every seat beside what it was worth on average.

    Attributes:
        ply: how many actions there were before it.
        seat: to whom it came.
        text: what came.
        results: of the result that counts (points, or the chance to win), by seat.
        chances: of the chance to win, by seat.
        doubts: standard errors of ``results``: simulations are luck, too.
    """

    ply: int
    seat: int
    text: str
    results: tuple[float, ...]
    chances: tuple[float, ...]
    doubts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The game of one seat.

    Attributes:
        seat: which one.
        decisions: how many it had, forced ones not counted.
        result: what it came to in the end, in the unit of the game: points, or its share of the win.
        lost, lost_chance: what it lost by all of them together.
        luck, luck_chance: what chance brought it beside the average, all events together.
        luck_doubt: standard error of ``luck``.
        marks: how often it got each of ``MARKS``.
    """

    seat: int
    decisions: int
    result: float
    lost: float
    lost_chance: float
    luck: float
    luck_chance: float
    luck_doubt: float
    marks: dict[str, int]

    @property
    def without_luck(self) -> float:
        """The result less what chance brought."""
        return self.result - self.luck

    @property
    def error(self) -> float:
        """What a decision lost on average, in the unit of the game."""
        return self.lost / max(1, self.decisions)

    @property
    def error_chance(self) -> float:
        """The same, of the chance to win."""
        return self.lost_chance / max(1, self.decisions)

    @property
    def accuracy(self) -> float:
        """The share of the decisions that were best or good; 1 where there were none."""
        return (self.marks[BEST] + self.marks[GOOD]) / self.decisions if self.decisions else 1.0


@dataclass(frozen=True, slots=True)
class Analysis(Rows):
    """A game, judged: ``frame()`` has a row for every decision and every chance event.

    Attributes:
        unit: of results: ``points``, ``lead`` or ``chance`` (``Worth``); None where there is nothing to win.
        verdicts: of all decisions that were judged, in order.
        luck: of all chance events, in order.
        summaries: by seat.
        won: each seat's share of the win in the end.
        simulations: for each decision.
    """

    unit: str | None
    verdicts: list[Verdict]
    luck: list[Luck]
    summaries: list[Summary]
    won: tuple[float, ...]
    simulations: int

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {
            "unit": self.unit,
            "verdicts": [one.to_json() for one in self.verdicts],
            "luck": [asdict(one) for one in self.luck],
            "summaries": [asdict(one) for one in self.summaries],
            "won": self.won,
            "simulations": self.simulations,
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row for every decision and every chance event, in order; what is of the other kind is None.

        What concerns every seat has a column for each: ``expected_0`` is what seat 0 may expect if the best is played,
        ``luck_1`` what the event brought seat 1 beside the average.
        """
        seats = range(len(self.won))
        empty = dict.fromkeys(
            [
                *("mark", "best", "lost", "lost_chance", "doubt"),
                *(f"{what}_{seat}" for what in (*BY_SEAT, *BY_SEAT_OF_CHANCE) for seat in seats),
            ]
        )
        found: list[dict[str, Any]] = []
        for one in self.verdicts:
            values = {name: getattr(one, name) for name in ("mark", "lost", "lost_chance", "doubt")}
            said = {"ply": one.ply, "seat": one.seat, "chance": False, "played": ", ".join(one.played)}
            by_seat = _by_seat(BY_SEAT, (one.expected, one.chances))
            found.append(said | empty | values | {"best": ", ".join(one.best)} | by_seat)
        for event in self.luck:
            said = {"ply": event.ply, "seat": event.seat, "chance": True, "played": event.text}
            found.append(said | empty | _by_seat(BY_SEAT_OF_CHANCE, (event.results, event.chances)))
        return sorted(found, key=lambda row: int(row["ply"]))

    def seat_rows(self) -> list[dict[str, Any]]:
        """A row for every seat: its result, and how much of it was luck and how much was lost."""
        return [
            {
                "seat": one.seat,
                "won": self.won[one.seat],
                "result": one.result,
                "luck": one.luck,
                "luck_chance": one.luck_chance,
                "luck_doubt": one.luck_doubt,
                "without_luck": one.without_luck,
                "decisions": one.decisions,
                "lost": one.lost,
                "lost_chance": one.lost_chance,
                "error": one.error,
                "error_chance": one.error_chance,
                "accuracy": one.accuracy,
                **one.marks,
            }
            for one in self.summaries
        ]


BY_SEAT = ("expected", "chance")
"""Columns of decisions, one for each seat."""
BY_SEAT_OF_CHANCE = ("luck", "luck_chance")


def _by_seat(names: Sequence[str], values: Sequence[Sequence[float]]) -> dict[str, float]:
    return {
        f"{name}_{seat}": value for name, of_all in zip(names, values, strict=True) for seat, value in enumerate(of_all)
    }


@dataclass(frozen=True, slots=True)
class Part:
    """Actions in a row of one seat, or one chance event (``seat`` None), from ``ply`` on.

    ``viewer`` is the seat whose knowledge counts: who acts, or to whom chance came. ``left``: the share of the game
    that is to come.
    """

    seat: int | None
    viewer: int
    ply: int
    count: int
    left: float


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

    def judge(
        self, known: State, played: Sequence[int], left: float, cancel: Cancel | None = None, ply: int = 0
    ) -> Verdict | None:
        """The verdict on the ``played`` actions of the seat to act; the share ``left`` of the game is to come.

        ``known`` is what the seat knows, ``ply`` what the verdict says. None where the actions are none that computer
        players can think about, such as the places of a hand.
        """
        start, seat = imagined(known), known.current_player
        own = replay_if_legal(start, played[:LENGTH])
        if own is None:
            return None
        turns = self.planner.promising(start.record)
        best = self.planner.simulate(start.record, seat, Budget(self.simulations, None, cancel)).line
        return self._verdict(own, replay(start, best), left, ply, forced=len(turns) == 1)

    def against(self, known: State, played: Sequence[int], best: Sequence[int], left: float) -> Verdict | None:
        """The verdict on the ``played`` actions beside those that are known to be ``best``; as ``judge``."""
        start = imagined(known)
        own, known_best = (replay_if_legal(start, line[:LENGTH]) for line in (played, best))
        return None if own is None or known_best is None else self._verdict(own, known_best, left)

    def reasons(self, best: Plan, other: Plan) -> list[Reason]:
        """What the best turn brings more than another one, row by row."""
        return reasons(compare(self.fair, [best, other], REASON_PAIRS, rows=True).row_differences())

    def _verdict(self, own: Plan, best: Plan, left: float, ply: int = 0, forced: bool = False) -> Verdict:
        seat = own.start.current_player
        if own.has_same_end(best):
            best = own
        compared = compare(self.fair, [best, own], self.pairs)
        expected = compared.expected.tolist()
        lost, doubt = float(compared.merits[0] - compared.merits[1]), float(compared.std_errors.max())
        worth = self.game.type.worth(own.start.record)
        winning, kept = (chances(self.game, worth, result, left) for result in expected)
        lost_chance = max(0.0, winning[seat] - kept[seat]) if best is not own else 0.0
        if best is own:
            mark, lost, doubt = FORCED if forced else BEST, 0.0, 0.0
        else:
            mark = mark_of(lost_chance if lost > DOUBT * doubt else 0.0)
        unit = worth.scale if worth else 1.0
        read = worth.read if worth else float
        return Verdict(
            seat=seat,
            ply=ply,
            played=own.texts,
            best=best.texts,
            mark=mark,
            lost=max(0.0, lost) / unit,
            lost_chance=lost_chance,
            doubt=doubt / unit,
            expected=tuple(read(value) for value in expected[0]),
            chances=tuple(winning),
            turn=own,
            better=best,
        )


def mark_of(lost_chance: float) -> str:
    """The mark for a turn that is not the best and has lost so much of the chance to win."""
    return next((mark for mark, least in LEAST_LOST.items() if lost_chance >= least), GOOD)


class Analyst:
    """Judges a finished game part by part, in any pauses.

    Attributes:
        parts: what there is to look at; ``look`` takes them one by one, in order.
    """

    def __init__(self, state: State, simulations: int = SIMULATIONS, seed: int = 0) -> None:
        """``ValueError`` if the game that led to ``state`` is not over."""
        if not state.is_terminal:
            raise ValueError("the game is not over; expected one that its rules have ended")
        self.parts = _parts(state)
        self._state = state
        self._ids = state.history_ids
        self._judge = Judge(state.game, simulations, seed)
        self._verdicts: list[Verdict] = []
        self._luck: list[Luck] = []

    def look(self, part: Part) -> None:
        """Judge one part: a decision, or a chance event."""
        before = self._state.at(part.ply)
        if part.seat is None:
            self._luck += luck_of(self._judge, before, self._ids[part.ply], part.viewer, part.left)
            return
        played = self._ids[part.ply : part.ply + part.count]
        verdict = self._judge.judge(before.for_seat(part.seat), played, part.left, ply=part.ply)
        if verdict is not None and verdict.mark in LEAST_LOST:
            verdict = replace(verdict, reasons=tuple(self._judge.reasons(verdict.better, verdict.turn)))
        if verdict is not None:
            self._verdicts.append(verdict)

    def found(self) -> Analysis:
        """What was found so far."""
        game = self._state.game
        worth = game.type.worth(self._state.record)
        results = [worth.read(value) if worth else value for value in self._state.returns()]
        return Analysis(
            worth.unit if worth else None,
            self._verdicts,
            self._luck,
            [_summary(seat, result, self._verdicts, self._luck) for seat, result in enumerate(results)],
            tuple(game.shares_of_win(self._state.returns())),
            self._judge.simulations,
        )


def analyse(game: State | Mapping[str, Any], simulations: int = SIMULATIONS, seed: int = 0) -> Analysis:
    """Judge a finished game, given by its last state or as a record: the decisions, and the luck.

    The same seed gives the same. ``ValueError`` if the game is not over, ``RecordError`` for a record that is wrong.
    """
    state = game if isinstance(game, State) else import_record(game).state
    analyst = Analyst(state, simulations, seed)
    for part in analyst.parts:
        analyst.look(part)
    return analyst.found()


def _parts(state: State) -> list[Part]:
    """The parts of the game that led to a state, in order."""
    players = [state.at(ply).current_player for ply in range(len(state.history))]
    runs = [(player, len(list(run))) for player, run in groupby(players)]
    turns = sum(player != CHANCE for player, _ in runs)
    parts: list[Part] = []
    ply = done = 0
    for number, (player, count) in enumerate(runs):
        left = 1 - done / max(1, turns)
        if player == CHANCE:
            viewer = runs[number + 1 if number + 1 < len(runs) else number - 1][0]
            parts += [Part(None, viewer, each, 1, left) for each in range(ply, ply + count)]
        else:
            parts.append(Part(player, player, ply, count, left))
            done += 1
        ply += count
    return parts


def luck_of(judge: Judge, before: State, came: int, viewer: int, left: float) -> list[Luck]:
    """The luck of the outcome ``came`` of a chance event: none where there was no other, or it is not to be foreseen.

    What ``viewer`` knows after each outcome is played on; its average is exact over the outcomes.
    """
    game, planner = before.game, judge.fair
    outcomes = before.chance_outcomes()
    actions = before.legal_action_ids
    if len(actions) < 2 or came not in actions:
        return []
    after = []
    for action in actions:
        trial = before.copy()
        trial.apply_id(action)
        after.append(planner.known(trial, viewer).record)
    ends = sample_positions(planner, after, viewer, SCENARIOS)
    expected = ends.mean(axis=0)
    worth = game.type.worth(before.record)
    winning = np.array([chances(game, worth, each, left) for each in expected.tolist()])
    weights = np.array([probability for _, probability in outcomes])
    at = actions.index(came)
    unit = worth.scale if worth else 1.0
    brought = (ends[:, at] - weights @ ends) / unit
    return [
        Luck(
            ply=len(before.history),
            seat=viewer,
            text=outcomes[at][0],
            results=tuple(((expected[at] - weights @ expected) / unit).tolist()),
            chances=tuple((winning[at] - weights @ winning).tolist()),
            doubts=tuple((brought.std(axis=0, ddof=1) / math.sqrt(SCENARIOS)).tolist()),
        )
    ]


def _summary(seat: int, result: float, verdicts: Sequence[Verdict], luck: Sequence[Luck]) -> Summary:
    own = [verdict for verdict in verdicts if verdict.seat == seat]
    return Summary(
        seat=seat,
        decisions=sum(verdict.mark != FORCED for verdict in own),
        result=result,
        lost=sum(verdict.lost for verdict in own),
        lost_chance=sum(verdict.lost_chance for verdict in own),
        luck=sum(event.results[seat] for event in luck),
        luck_chance=sum(event.chances[seat] for event in luck),
        luck_doubt=math.hypot(*(event.doubts[seat] for event in luck)),
        marks={mark: sum(verdict.mark == mark for verdict in own) for mark in MARKS},
    )
