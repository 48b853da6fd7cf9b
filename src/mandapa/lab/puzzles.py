"""Puzzle search: find positions in self-play games in which one turn is clearly best but not obvious.

The games are played by the bot ``planner``. A position is examined if the planner's turn differs from both obvious
turns: the best turn by the evaluation (``greedy``) and the best turn by the running score (``shown``). The possible
turns are compared by simulation in several rounds, each with fewer turns and more simulations. The position becomes a
puzzle if the best turn is ahead of all other turns by enough standard errors, and is also ahead in longer simulations.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.bots import base, flat, simple, simulation_base
from mandapa.bots.turns import LENGTH
from mandapa.coach.comparison import AllSeatsPlanner, Comparison, compare, reasons
from mandapa.coach.plan import Plan, replay
from mandapa.coach.puzzles import EQUAL, LEVELS, Puzzle, Turn, from_json
from mandapa.coach.win_probability import win_probabilities
from mandapa.kernel.record import Values, contents
from mandapa.lab.checkpoint import changed_options, variant_name
from mandapa.lab.executor import Executor, warm
from mandapa.library import Game, State


@dataclass(frozen=True)
class SearchSettings:
    """Settings of the puzzle search.

    Attributes:
        play_simulations: number of simulations per decision during self-play.
        width: maximum number of candidate turns in a position.
        screening_simulations, shortlist_simulations, trial_simulations, proof_simulations: number of simulations per
            turn in successive rounds. The first round compares all turns, the second only the ``close`` best, the third
            rejects unclear positions early, and the fourth is final.
        close: number of turns in the final rounds, not counting the obvious turns.
        gap: minimum difference in winning probability between the turns that count as best and all other turns.
        early_gap_share: fraction of ``gap`` by which the best turn must be ahead in the first two rounds.
        min_std_errors: minimum difference between the best and all other turns, in standard errors.
        max_equal_turns: maximum number of turns that may count as best.
        longer: length of the simulations that confirm the result, as a multiple of the planner's length.
        quick: numbers of simulations of the quick searches that determine the difficulty.
        times: number of quick searches for each element of ``quick``.
        a_game: maximum number of puzzles taken from one game.
    """

    play_simulations: int = 80
    width: int = 32
    screening_simulations: int = 40
    shortlist_simulations: int = 160
    trial_simulations: int = 480
    proof_simulations: int = 1500
    close: int = 6
    gap: float = 0.06
    early_gap_share: float = 0.7
    min_std_errors: float = 4.0
    max_equal_turns: int = 3
    longer: int = 3
    quick: tuple[int, ...] = (8, 16, 32)
    times: int = 6
    a_game: int = 4

    @property
    def far(self) -> float:
        """Loss in winning probability from which a turn counts as clearly worse than the best in the third round."""
        return 0.75 * self.gap

    @property
    def near(self) -> float:
        """Loss in winning probability up to which a turn counts as equal to the best in the third round."""
        return min(2 * EQUAL, self.far)


Find = Callable[[Game, SearchSettings, int], list[dict[str, Any]]]
"""Function that plays a self-play game with a given seed, and returns the puzzles or other findings from this game.

It must be picklable.
"""


def search_games(
    game: Game,
    folder: Path,
    first: int,
    number: int,
    executor: Executor,
    settings: SearchSettings,
    find: Find | None = None,
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Search ``number`` self-play games, whose seeds begin with ``first``, and yield the findings of each game.

    ``find`` searches one game; by default it searches for puzzles. Findings are stored in ``folder``, one file per
    game, so repeating the call resumes an interrupted search.

    Yields:
        The number of games done so far, and the findings of a game.
    """
    folder.mkdir(parents=True, exist_ok=True)
    variant = variant_name(game).replace("/", "_")  # An option may be the path of a component file.
    files = {seed: folder / f"{game.name}-{variant}-{seed:06d}.json" for seed in range(first, first + number)}
    missing = [seed for seed, file in files.items() if not file.is_file()]
    done = 0
    for seed in files.keys() - set(missing):
        done += 1
        yield done, json.loads(files[seed].read_text(encoding="utf-8"))
    for seed, found in zip(missing, executor.run(partial(find or puzzles_of, game, settings), missing), strict=True):
        part = files[seed].with_suffix(".part")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(files[seed])
        done += 1
        yield done, found


def select_puzzles(found: Sequence[Puzzle], wanted: int) -> list[Puzzle]:
    """Select at most ``wanted`` puzzles with the clearest solutions, if possible equally many of each difficulty."""
    by_level = [
        sorted((one for one in found if one.difficulty == level), key=lambda one: -one.second.lost_chance)
        for level in LEVELS
    ]
    kept: list[Puzzle] = []
    while len(kept) < wanted and any(by_level):
        for level in by_level:
            if level and len(kept) < wanted:
                kept.append(level.pop(0))
    return sorted(kept, key=lambda one: (one.missed, one.id))


def write(file: Path, game: str, made: dict[str, Any], found: Sequence[Puzzle]) -> None:
    """Write puzzles to a file in the format of a game's ``puzzles.json``, one puzzle per line."""
    lines = ",\n".join(json.dumps(one.to_json(), separators=(",", ":")) for one in found)
    head = f'{{"game": {json.dumps(game)}, "made": {json.dumps(made)}, "puzzles": ['
    file.write_text(f"{head}\n{lines}\n]}}\n", encoding="utf-8")


def puzzles_of(game: Game, settings: SearchSettings, seed: int) -> list[dict[str, Any]]:
    """Play the game with this seed and return the puzzles found in it, as JSON-compatible data."""
    warm(game)
    return PuzzleSearch(game, settings, seed).found()


@dataclass(frozen=True)
class PuzzleCandidate:
    """A decision in a self-play game that may become a puzzle.

    Attributes:
        ply: index of the decision among all actions of the game.
        turns: number of turns before the decision.
        thought: turn chosen by the planner.
        greedy: best turn by the evaluation.
        shown: best turn by the running score.
    """

    ply: int
    turns: int
    thought: Plan
    greedy: Plan
    shown: Plan

    @property
    def start(self) -> State:
        """The position, without information hidden from the seat to act."""
        return self.thought.start


@dataclass(frozen=True, slots=True)
class Ranking:
    """A comparison of n turns, and the seat's winning probability after each of them, shape (n,)."""

    turns: Comparison
    chances: Values

    @property
    def lost_chance(self) -> Values:
        """Winning probability of the best turn minus that of each turn, shape (n,). It may be negative."""
        lost: Values = self.chances[self.turns.best] - self.chances
        return lost


class PuzzleSearch:
    """Plays one self-play game and searches it for puzzles."""

    def __init__(self, game: Game, settings: SearchSettings, seed: int) -> None:
        self.game = game
        self.settings = settings
        self.seed = seed
        self.rng = np.random.default_rng(seed)
        self.planner = flat.PlannerBot(game, self.rng, settings.play_simulations)
        self.wide_planner = flat.PlannerBot(game, self.rng, settings.play_simulations, width=settings.width)
        self.judge = AllSeatsPlanner(game, seed, 1)
        self.long_judge = AllSeatsPlanner(game, seed + 1, 1, turns=settings.longer * simulation_base.horizon(game))
        self.turn_lister = simple.TurnLister(game, game.type.planning.rivalry)

    def found(self) -> list[dict[str, Any]]:
        """Play the game and return its puzzles as JSON-compatible data, those with the clearest solutions first."""
        puzzles = [self._puzzle(*place) for place in self.play(self._is_hidden)]
        there = sorted((one for one in puzzles if one), key=lambda one: -one.second.lost_chance)
        return [one.to_json() for one in there[: self.settings.a_game]]

    def play(self, is_interesting: Callable[[PuzzleCandidate], bool]) -> list[tuple[State, PuzzleCandidate, float]]:
        """Play a game, and return the decisions that ``is_interesting`` accepts.

        Each decision is returned with its state and with the share of the game that remains, 0 to 1.
        """
        state = self.game.new_state()
        spots = []
        turns = 0
        while not state.is_terminal:
            if state.is_chance:
                state.resolve_chance(self.rng)
                continue
            known = self.planner.planning_state(state, state.current_player)
            budget = base.Budget(self.settings.play_simulations, None, None)
            line = self.planner.simulate(known.record, state.current_player, budget).line
            first = [self.turn_lister.best(known.record, 1, self.rng, ahead)[0][1] for ahead in (True, False)]
            spot = PuzzleCandidate(len(state.history), turns, *(replay(known, each) for each in (line, *first)))
            if len(line) < LENGTH and is_interesting(spot):
                spots.append(spot)
            turns += 1
            for action in line:
                state.apply_id(action)
        return [(state.at(spot.ply), spot, 1 - spot.turns / max(1, turns)) for spot in spots]

    def _is_hidden(self, spot: PuzzleCandidate) -> bool:
        """Return whether the planner's turn differs from both obvious turns."""
        return not (spot.thought.has_same_end(spot.greedy) or spot.thought.has_same_end(spot.shown))

    def _puzzle(self, state: State, spot: PuzzleCandidate, left: float) -> Puzzle | None:
        """Return the position as a puzzle, or None if it does not pass all tests."""
        plans = [spot.greedy, spot.shown, spot.thought]
        if not self._promises(self.rank(plans, self.settings.screening_simulations, left)):
            return None
        plans = self.candidates(spot, plans, first=2)
        for simulations in (self.settings.screening_simulations, self.settings.shortlist_simulations):
            found = self.rank(plans, simulations, left)
            if not self._promises(found):
                return None
            order = [0, 1, *(at for at in np.argsort(-found.turns.ranking_values).tolist() if at > 1)]
            plans = [plans[at] for at in order[: self.settings.close + 2]]
        first = plans[:2]
        return self.prove(state, spot, left, plans, lambda right, rest: all(plan in rest for plan in first))

    def prove(
        self,
        state: State,
        spot: PuzzleCandidate,
        left: float,
        plans: list[Plan],
        is_wanted: Callable[[list[Plan], list[Plan]], bool],
    ) -> Puzzle | None:
        """Return the position as a puzzle if a few plans are clearly best and ``is_wanted`` accepts them; else None.

        ``is_wanted`` is called with the plans that count as best and with the other plans.
        """
        trial = self.rank(plans, self.settings.trial_simulations, left)
        behind = [
            at for at in np.flatnonzero(trial.lost_chance > self.settings.near).tolist() if at != trial.turns.best
        ]
        clear = [plans[at] for at in (trial.turns.best, *behind)]
        if self._is_blurred(trial) or not self._lasts(clear, self.settings.trial_simulations // 4, 0.0):
            return None
        found = self.rank(plans, self.settings.proof_simulations, left)
        order = np.argsort(-found.turns.ranking_values, kind="stable").tolist()
        equal = self._equal(found, order)
        if equal is None or any(len(plan.steps) >= LENGTH for plan in plans):
            return None
        right, rest = [plans[at] for at in order[:equal]], [plans[at] for at in order[equal:]]
        if not is_wanted(right, rest):
            return None
        best = right[0]
        if not self._lasts([best, *rest], self.settings.proof_simulations // 4, 1.0):
            return None
        more = compare(self.judge, [best, rest[0]], self.settings.proof_simulations // 2, rows=True).row_differences()
        worth = self.game.type.worth(spot.start.record)
        unit = worth.scale if worth else 1.0
        texts: dict[tuple[str, ...], int] = {}
        for at in order:
            texts.setdefault(plans[at].texts, at)  # The two obvious turns may be the same turn.
        return Puzzle(
            id=hashlib.sha256(json.dumps([self.game.players, state.history]).encode()).hexdigest()[:6],
            game=self.game.name,
            options={"players": self.game.players, **changed_options(self.game)},
            rules_version=self.game.rules_version,
            components=self.game.components_hash,
            actions=tuple(state.history),
            seat=spot.start.current_player,
            left=round(left, 3),
            unit=worth.unit if worth else "points",
            turns=tuple(
                Turn(
                    text,
                    round(float(found.turns.losses[at]) / unit, 3),
                    round(float(max(0.0, found.lost_chance[at])), 4),
                    round(float(found.turns.std_errors[at]) / unit, 3),
                )
                for text, at in texts.items()
            ),
            equal=equal,
            greedy=spot.greedy.texts,
            shown=spot.shown.texts,
            reasons=tuple({"row": reason.row, "points": round(reason.points, 2)} for reason in reasons(more)),
            missed=round(self._missed(spot.start, right), 3),
            simulations=self.settings.proof_simulations,
            seed=self.seed,
        )

    def rank(self, plans: list[Plan], scenarios: int, left: float) -> Ranking:
        """Compare plans by ``scenarios`` simulations each, with ``left`` as the remaining share of the game."""
        start, found = plans[0].start, compare(self.judge, plans, scenarios)
        seat, worth = start.current_player, self.game.type.worth(start.record)
        return Ranking(
            found, np.array([win_probabilities(self.game, worth, row, left)[seat] for row in found.expected.tolist()])
        )

    def _promises(self, found: Ranking) -> bool:
        """Return whether it is worth confirming with more simulations that a few turns are clearly best.

        The two obvious turns, which are the first of the ranking, must be clearly behind the best turn, and so must all
        other turns except ``max_equal_turns``.
        """
        lost = found.lost_chance
        behind = [np.sort(lost)[self.settings.max_equal_turns]] if len(lost) > self.settings.max_equal_turns else []
        return bool(min(*lost[:2], *behind) >= self.settings.early_gap_share * self.settings.gap)

    def _is_blurred(self, found: Ranking) -> bool:
        """Return whether the result is unclear.

        That is the case if a turn is neither equal to the best nor clearly worse, or if too many turns are equal.
        """
        lost = found.lost_chance
        near, far = self.settings.near, self.settings.far
        return bool(((lost > near) & (lost < far)).any() or (lost <= near).sum() > self.settings.max_equal_turns)

    def _lasts(self, plans: list[Plan], scenarios: int, errors: float) -> bool:
        """Return whether the first plan is ahead of all others by ``errors`` standard errors in longer simulations."""
        found = compare(self.long_judge, plans, scenarios)
        behind = found.ranking_values[0] - found.ranking_values[1:]
        return bool((behind > errors * found.std_errors.max()).all())

    def _equal(self, found: Ranking, order: list[int]) -> int | None:
        """Return the number of turns that count as best, or None if some of the other turns are not clearly worse.

        ``order`` lists the turns from best to worst.
        """
        lost = found.lost_chance[order]
        equal = int((lost <= EQUAL).sum())
        rest = order[equal:]
        if not rest or equal > self.settings.max_equal_turns or (lost[:equal] > EQUAL).any():
            return None
        clear = found.turns.losses[rest] > self.settings.min_std_errors * found.turns.std_errors[rest]
        return equal if (found.lost_chance[rest] >= self.settings.gap).all() and clear.all() else None

    def _missed(self, start: State, right: list[Plan]) -> float:
        """Return the share of quick searches that do not choose one of the best turns, ``right``."""
        missed = []
        for simulations in self.settings.quick:
            for again in range(self.settings.times):
                quick = flat.PlannerBot(self.game, [self.seed, simulations, again], simulations)
                line = quick.simulate(start.record, start.current_player, base.Budget(simulations, None, None)).line
                plan = replay(start, line)
                missed.append(not any(plan.has_same_end(one) for one in right))
        return float(np.mean(missed))

    def candidates(self, spot: PuzzleCandidate, plans: list[Plan], first: int = 0) -> list[Plan]:
        """Return these plans and the planner's best turns, keeping one plan for each resulting position.

        The ``first`` plans are always included.
        """
        wide = [replay(spot.start, line) for _, line in self.wide_planner.best_turns(spot.start.record)]
        kept = plans[:first]
        seen = {contents(plan.end.record) for plan in kept}
        for plan in [*plans[first:], *wide]:
            end = contents(plan.end.record)
            if end not in seen:
                seen.add(end)
                kept.append(plan)
        return kept


def puzzles_from(found: Sequence[dict[str, Any]], game: str, made: dict[str, Any]) -> list[Puzzle]:
    """Convert the findings of ``search_games`` to puzzles."""
    return [from_json(one, game, made) for one in found]
