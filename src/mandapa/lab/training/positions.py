"""Positions judged by simulations: what the network of an evaluation learns from.

The final result of a game says little of a single turn: luck drowns it. Simulations of several turns of the same
position in the same scenarios differ by the turns alone. So games are played by players that overlook some of their
turns, which leads to good and bad positions, and for some decisions the turns that the evaluation likes best, and
a few that it likes less, are simulated many times each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.bots.flat import Lines, PlannerBot
from mandapa.bots.simple import TurnLister
from mandapa.kernel.generic import imagine
from mandapa.kernel.record import Record, Records, Values, new_records
from mandapa.lab.executor import Executor, warm
from mandapa.library import Game, State

GAMES_A_FILE = 10
"""Games between two visits to the disk: what is lost if the work is broken off."""


@dataclass(frozen=True)
class Course:
    """How positions are found and judged.

    Attributes:
        scenarios: simulations of each turn.
        share: share of the decisions that are judged.
        attention: share of its turns that a player notices.
        best, others, among: as many of the best turns, and as many by chance of those behind them, as far as ``among``.
    """

    scenarios: int = 80
    share: float = 0.25
    attention: float = 0.75
    best: int = 8
    others: int = 4
    among: int = 24


@dataclass(frozen=True)
class Judged:
    """The turns that were judged, one a row.

    Attributes:
        after: the position after the turn, as records of the game's states.
        seat: whose turn it was.
        told: what the evaluation says that the turn is worth to the seat.
        values: what the simulations say.
        decision: which turns belong together: those of one decision have the same number.
    """

    after: Records
    seat: Any
    told: Values
    values: Values
    decision: Any

    def __len__(self) -> int:
        return len(self.values)


def gather(
    game: Game, folder: Path, games: int, executor: Executor, course: Course | None = None, seed: int = 0
) -> Iterator[int]:
    """Play games and write what was judged into ``folder``; yields how many games are done.

    The same call goes on where another was broken off; games of earlier runs count.
    """
    course = course or Course()
    folder.mkdir(parents=True, exist_ok=True)
    files = {first: _file(folder, game, seed + first) for first in range(0, games, GAMES_A_FILE)}
    missing = [first for first, file in files.items() if not file.is_file()]
    done = games - sum(min(GAMES_A_FILE, games - first) for first in missing)
    yield done
    jobs = [(seed + first, min(GAMES_A_FILE, games - first)) for first in missing]
    for first, judged in zip(missing, executor.run(partial(judge_games, game, course), jobs), strict=True):
        _write(files[first], judged)
        done += min(GAMES_A_FILE, games - first)
        yield done


def read(folder: Path, game: Game) -> list[Judged]:
    """What ``gather`` has written for games like this one, a file each, ordered by seed."""
    found = []
    for file in sorted(folder.glob(_file(folder, game, 0).name.replace("000000", "*"))):
        with np.load(file) as stored:
            after = new_records(game.type.state_type, len(stored["values"]))
            after.view(np.uint8)[:] = np.frombuffer(stored["after"].tobytes(), np.uint8)
            found.append(Judged(after, stored["seat"], stored["told"], stored["values"], stored["decision"]))
    return found


def _file(folder: Path, game: Game, seed: int) -> Path:
    return folder / f"{game.name}-{game.players}-{seed:06d}.npz"


def _write(file: Path, judged: Judged) -> None:
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        np.savez_compressed(
            out,
            after=judged.after.view(np.uint8),
            seat=judged.seat,
            told=judged.told,
            values=judged.values,
            decision=judged.decision,
        )
    part.replace(file)


def judge_games(game: Game, course: Course, job: tuple[int, int]) -> Judged:
    """Play as many games as the job says, from its seed on."""
    warm(game)
    first, games = job
    rows = [row for seed in range(first, first + games) for row in _Player(game, course, seed).play()]
    after = new_records(game.type.state_type, sum(len(row.values) for row in rows))
    at = 0
    for row in rows:
        for record in row.after:
            after[at] = record
            at += 1
    return Judged(
        after,
        np.concatenate([np.full(len(row.values), row.seat, np.int8) for row in rows]),
        np.concatenate([row.told for row in rows]),
        np.concatenate([row.values for row in rows]),
        np.concatenate([np.full(len(row.values), number, np.int32) for number, row in enumerate(rows)]),
    )


@dataclass(frozen=True)
class _Decision:
    after: list[Record]
    seat: int
    told: Values
    values: Values


class _Player:
    """Plays one game and judges on the way."""

    def __init__(self, game: Game, course: Course, seed: int) -> None:
        self.game = game
        self.course = course
        self.rng = np.random.default_rng(seed)
        self.planner = PlannerBot(game, self.rng, simulations=1)
        self.lister = TurnLister(game, game.type.planning.rivalry)

    def play(self) -> list[_Decision]:
        state = self.game.new_state()
        found = []
        while not state.is_terminal:
            if state.is_chance:
                state.apply(state.sample(self.rng))
                continue
            turns = self._turns(state)
            if len(turns) > 1 and self.rng.random() < self.course.share:
                found.append(self._judge(state, turns))
            noticed = [line for _, line in turns if self.rng.random() < self.course.attention] or [turns[-1][1]]
            for action in noticed[0]:
                state.apply_id(action)
        return found

    def _turns(self, state: State) -> list[tuple[float, list[int]]]:
        own = state.for_seat(state.current_player).record
        imagine(own)
        return self.lister.best(own, self.course.among, self.rng)

    def _judge(self, state: State, turns: list[tuple[float, list[int]]]) -> _Decision:
        best, behind = turns[: self.course.best], turns[self.course.best :]
        drawn = self.rng.permutation(len(behind))[: self.course.others]
        candidates = best + [behind[number] for number in sorted(drawn.tolist())]
        seat = state.current_player
        own = state.for_seat(seat).record
        imagine(own)
        lines = Lines([line for _, line in candidates], self.game.players)
        outcomes = self.planner.ends(own, seat, lines.lines, self.planner.next(self.course.scenarios))
        lines.add(np.arange(len(candidates)), outcomes, seat, self.planner.rivalry)
        return _Decision(
            [self.planner.after(state.record, line) for _, line in candidates],
            seat,
            np.array([value for value, _ in candidates]),
            lines.means(seat, self.game.type.planning.rivalry),
        )
