"""Analysis of a finished game: the quality of every decision, and the luck of every chance event."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Any

import numpy as np

from mandapa.bots import CancelToken, base, flat
from mandapa.bots.turns import LENGTH
from mandapa.coach.comparison import AllSeatsPlanner, Reason, compare, reasons, sample_positions
from mandapa.coach.plan import Plan, planning_state, replay, replay_if_legal
from mandapa.coach.win_probability import win_probabilities
from mandapa.kernel.generic import CHANCE
from mandapa.library import Game, State
from mandapa.play import import_record
from mandapa.rows import Rows

FORCED, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = "forced", "best", "good", "inaccuracy", "mistake", "blunder"
MARK_THRESHOLDS = {BLUNDER: 0.15, MISTAKE: 0.08, INACCURACY: 0.03}
"""Minimum loss in winning probability for each mark below ``good``."""
MARKS = (FORCED, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER)

SIMULATIONS = 400
"""Default number of simulations per decision."""
PAIRS = 96
"""Number of scenarios in which the played turn is compared with the best turn, which was found in other scenarios."""
REASON_PAIRS = 48
"""Number of scenarios in which two turns are compared by row of the score sheet."""
SCENARIOS = 32
"""Number of scenarios simulated after each possible outcome of a chance event, the same ones for all outcomes."""
DOUBT = 1.0
"""Number of standard errors that a loss must exceed to count as a loss."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The assessment of a turn, that is, of consecutive decisions of one seat.

    Attributes:
        seat, ply: the seat that decided, and the number of actions before its first decision.
        played, best: the actions that were taken, and the best actions; equal if no better actions were found.
        mark: one of ``MARKS``; ``forced`` if there was nothing to decide.
        lost: loss compared with the best turn, at least 0, in the unit of results (points, or the winning probability).
        lost_chance: loss in winning probability, 0 to 1.
        doubt: standard error of ``lost``.
        expected: expected result of each seat if the best turn is played.
        chances: winning probability of each seat if the best turn is played, 0 to 1.
        turn, better: the same actions as ``played`` and ``best``, as ``Plan`` objects.
        reasons: advantages of the best turn, by row of the score sheet. In the analysis of a whole game, only turns
            with a clearly better alternative (``MARK_THRESHOLDS``) have reasons.
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
        """Return all attributes except the plans as JSON."""
        fields = {name: getattr(self, name) for name in self.__slots__ if name not in ("turn", "better")}
        return {**fields, "reasons": [asdict(reason) for reason in self.reasons]}


@dataclass(frozen=True, slots=True)
class Luck:
    """The effect of one chance event on every seat, relative to the average outcome.

    Attributes:
        ply: number of actions before the event.
        seat: the seat whose knowledge is used to evaluate the outcomes: the next seat to act or, after the last turn
            of the game, the previous one.
        text: the outcome, as text.
        results: change in the expected result of each seat (points, or the winning probability).
        chances: change in the winning probability of each seat.
        doubts: standard errors of ``results``, which come from simulations.
    """

    ply: int
    seat: int
    text: str
    results: tuple[float, ...]
    chances: tuple[float, ...]
    doubts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a game for one seat.

    Attributes:
        seat: the seat.
        decisions: number of decisions, not counting forced ones.
        result: final result in the unit of the game: points, or a share of the win.
        lost, lost_chance: total loss over all decisions, in the unit of the game and in winning probability.
        luck, luck_chance: total effect of chance events relative to the average outcome, in the same two units.
        luck_doubt: standard error of ``luck``.
        marks: number of decisions with each of ``MARKS``.
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
        """The final result minus the effect of chance events."""
        return self.result - self.luck

    @property
    def error(self) -> float:
        """Average loss per decision, in the unit of the game."""
        return self.lost / max(1, self.decisions)

    @property
    def error_chance(self) -> float:
        """Average loss per decision, in winning probability."""
        return self.lost_chance / max(1, self.decisions)

    @property
    def accuracy(self) -> float:
        """Share of decisions marked best or good; 1 if there were no decisions."""
        return (self.marks[BEST] + self.marks[GOOD]) / self.decisions if self.decisions else 1.0


@dataclass(frozen=True, slots=True)
class Analysis(Rows):
    """Analysis of a game; ``frame()`` has a row for every decision and every chance event.

    Attributes:
        unit: unit of results: ``points``, ``lead`` or ``chance`` (``Worth``); None if there is nothing to win.
        verdicts: verdicts on all analysed decisions, in order.
        luck: luck of all analysed chance events, in order.
        summaries: a summary for each seat.
        won: each seat's share of the win.
        simulations: number of simulations per decision.
    """

    unit: str | None
    verdicts: list[Verdict]
    luck: list[Luck]
    summaries: list[Summary]
    won: tuple[float, ...]
    simulations: int

    def to_json(self) -> dict[str, Any]:
        """Return the whole analysis as JSON."""
        return {
            "unit": self.unit,
            "verdicts": [one.to_json() for one in self.verdicts],
            "luck": [asdict(one) for one in self.luck],
            "summaries": [asdict(one) for one in self.summaries],
            "won": self.won,
            "simulations": self.simulations,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for every decision and every chance event, in order.

        Columns that do not apply to a row are None. Values per seat have one column for each seat. For example,
        ``expected_0`` is the expected result of seat 0 if the best turn is played, and ``luck_1`` is the effect of a
        chance event on seat 1, relative to the average outcome.
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
        """Return a row for every seat with its result, its luck and its losses."""
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
"""Columns of ``Analysis.rows`` for decisions that have a value for each seat."""
BY_SEAT_OF_CHANCE = ("luck", "luck_chance")


def _by_seat(names: Sequence[str], values: Sequence[Sequence[float]]) -> dict[str, float]:
    return {
        f"{name}_{seat}": value for name, of_all in zip(names, values, strict=True) for seat, value in enumerate(of_all)
    }


@dataclass(frozen=True, slots=True)
class GamePart:
    """Consecutive actions of one seat, or one chance event (``seat`` None), starting at ``ply``.

    ``viewer`` is the seat whose knowledge is used to evaluate the part: the acting seat or, for a chance event, the
    next seat to act (the previous one after the last turn). ``left`` is the remaining share of the game, 0 to 1.
    """

    seat: int | None
    viewer: int
    ply: int
    count: int
    left: float


class TurnJudge:
    """Compares turns by simulation, reproducibly and with the same number of simulations per decision.

    Attributes:
        planner: the bot that finds the best turns.
        fair: the bot that estimates the expected results of all seats.
        pairs: number of scenarios in which the best turn is compared with another turn.
    """

    def __init__(self, game: Game, simulations: int, seed: int = 0, pairs: int = PAIRS) -> None:
        self.game = game
        self.simulations = simulations
        self.pairs = pairs
        self.planner = flat.PlannerBot(game, seed, simulations)
        self.fair = AllSeatsPlanner(game, seed, simulations)

    def judge(
        self, known_state: State, played: Sequence[int], left: float, cancel: CancelToken | None = None, ply: int = 0
    ) -> Verdict | None:
        """Return the verdict on the ``played`` actions of the seat to act; None if bots never consider such actions.

        ``known_state`` is the state as the seat knows it, ``left`` the remaining share of the game, and ``ply`` the
        value to store in the verdict. An example of actions that bots never consider is placing a hand of cards.
        """
        start, seat = planning_state(known_state), known_state.current_player
        own = replay_if_legal(start, played[:LENGTH])
        if own is None:
            return None
        turns = self.planner.best_turns(start.record)
        best = self.planner.simulate(start.record, seat, base.Budget(self.simulations, None, cancel)).line
        return self._verdict(own, replay(start, best), left, ply, forced=len(turns) == 1)

    def judge_against(self, known: State, played: Sequence[int], best: Sequence[int], left: float) -> Verdict | None:
        """Return the verdict on the ``played`` actions, compared with the given ``best`` actions; see ``judge``."""
        start = planning_state(known)
        own, known_best = (replay_if_legal(start, line[:LENGTH]) for line in (played, best))
        return None if own is None or known_best is None else self._verdict(own, known_best, left)

    def reasons(self, best: Plan, other: Plan) -> list[Reason]:
        """Return the advantages of the best turn over another turn, by row of the score sheet."""
        return reasons(compare(self.fair, [best, other], REASON_PAIRS, rows=True).row_differences())

    def _verdict(self, own: Plan, best: Plan, left: float, ply: int = 0, forced: bool = False) -> Verdict:
        seat = own.start.current_player
        if own.has_same_end(best):
            best = own
        compared = compare(self.fair, [best, own], self.pairs)
        expected = compared.expected.tolist()
        lost, doubt = float(compared.ranking_values[0] - compared.ranking_values[1]), float(compared.std_errors.max())
        worth = self.game.type.worth(own.start.record)
        winning, kept = (win_probabilities(self.game, worth, result, left) for result in expected)
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
    """Return the mark of a turn other than the best one, given its loss in winning probability."""
    return next((mark for mark, least in MARK_THRESHOLDS.items() if lost_chance >= least), GOOD)


class Analyst:
    """Analyses a finished game in parts, so that a caller can pause between them.

    Attributes:
        parts: the parts to analyse, to be passed to ``analyse_part`` one by one, in order.
    """

    def __init__(self, state: State, simulations: int = SIMULATIONS, seed: int = 0) -> None:
        """Prepare the analysis of the game that led to ``state``; ``ValueError`` if the game is not over."""
        if not state.is_terminal:
            raise ValueError("the game is not over; expected one that has ended by its rules")
        self.parts = _parts(state)
        self._state = state
        self._ids = state.history_ids
        self._judge = TurnJudge(state.game, simulations, seed)
        self._verdicts: list[Verdict] = []
        self._luck: list[Luck] = []

    def analyse_part(self, part: GamePart) -> None:
        """Analyse one part of the game, which is a turn of a seat or a chance event."""
        before = self._state.at(part.ply)
        if part.seat is None:
            self._luck += luck_of(self._judge, before, self._ids[part.ply], part.viewer, part.left)
            return
        played = self._ids[part.ply : part.ply + part.count]
        verdict = self._judge.judge(before.for_seat(part.seat), played, part.left, ply=part.ply)
        if verdict is not None and verdict.mark in MARK_THRESHOLDS:
            verdict = replace(verdict, reasons=tuple(self._judge.reasons(verdict.better, verdict.turn)))
        if verdict is not None:
            self._verdicts.append(verdict)

    def analysis(self) -> Analysis:
        """Return the analysis of the parts analysed so far."""
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
    """Analyse the decisions and the luck of a finished game, given as its last state or as a record.

    Equal seeds give equal results. ``ValueError`` if the game is not over, ``RecordError`` for an invalid record.
    """
    state = game if isinstance(game, State) else import_record(game).state
    analyst = Analyst(state, simulations, seed)
    for part in analyst.parts:
        analyst.analyse_part(part)
    return analyst.analysis()


def _parts(state: State) -> list[GamePart]:
    """Return the parts of the game that ended in ``state``, in order."""
    players = [state.at(ply).current_player for ply in range(len(state.history))]
    runs = [(player, len(list(run))) for player, run in groupby(players)]
    turns = sum(player != CHANCE for player, _ in runs)
    parts: list[GamePart] = []
    ply = done = 0
    for number, (player, count) in enumerate(runs):
        left = 1 - done / max(1, turns)
        if player == CHANCE:
            viewer = runs[number + 1 if number + 1 < len(runs) else number - 1][0]
            parts += [GamePart(None, viewer, each, 1, left) for each in range(ply, ply + count)]
        else:
            parts.append(GamePart(player, player, ply, count, left))
            done += 1
        ply += count
    return parts


def luck_of(judge: TurnJudge, before: State, outcome: int, viewer: int, left: float) -> list[Luck]:
    """Return the effect of a chance event's actual ``outcome``, compared with the average over all outcomes.

    The list is empty if there was only one possible outcome, or if ``outcome`` is not among the listed outcomes. The
    simulations after each outcome use only what ``viewer`` knows. The outcomes are weighted by their probabilities.
    """
    game, planner = before.game, judge.fair
    outcomes = before.chance_outcomes()
    actions = before.legal_action_ids
    if len(actions) < 2 or outcome not in actions:
        return []
    after = []
    for action in actions:
        trial = before.copy()
        trial.apply_id(action)
        after.append(planner.planning_state(trial, viewer).record)
    ends = sample_positions(planner, after, viewer, SCENARIOS)
    expected = ends.mean(axis=0)
    worth = game.type.worth(before.record)
    winning = np.array([win_probabilities(game, worth, each, left) for each in expected.tolist()])
    weights = np.array([probability for _, probability in outcomes])
    at = actions.index(outcome)
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
