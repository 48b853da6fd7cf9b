"""Sample positions from games and evaluate turns by simulation, as training data for an evaluation network.

The final result of a game says little about a single turn, because chance affects it more. Therefore, several possible
turns in the same position are compared by simulations with common random numbers. The games are played by bots that
overlook some of their turns, so that both good and bad positions arise. At some of the decisions, the turns that the
evaluation ranks highest and some lower ones are simulated many times each.
"""

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
"""Number of games per file, which is also the maximum number of games that is lost if the run is interrupted."""


@dataclass(frozen=True)
class SamplingSettings:
    """Settings for sampling and simulating positions.

    Attributes:
        scenarios: number of simulations per turn.
        share: fraction of the decisions that are sampled.
        attention: probability that a player notices a turn.
        best: number of turns to simulate that are the best by the evaluation.
        others: number of turns to simulate that are drawn at random from the turns after the ``best`` ones.
        among: total number of turns, ranked by the evaluation, from which these turns are taken.
    """

    scenarios: int = 80
    share: float = 0.25
    attention: float = 0.75
    best: int = 8
    others: int = 4
    among: int = 24


@dataclass(frozen=True)
class EvaluatedTurns:
    """Turns evaluated by simulation, one per row.

    Attributes:
        after: positions after the turns, as records of the game's states.
        seat: seat that takes each turn.
        evaluations: value of each turn for the seat, according to the evaluation.
        values: value of each turn for the seat, according to simulations.
        decision: number of the decision that each turn belongs to.
    """

    after: Records
    seat: Any
    evaluations: Values
    values: Values
    decision: Any

    def __len__(self) -> int:
        return len(self.values)


def generate_positions(
    game: Game, folder: Path, games: int, executor: Executor, settings: SamplingSettings | None = None, seed: int = 0
) -> Iterator[int]:
    """Play games and write evaluated turns to files in ``folder``; yield the number of games done.

    Games whose turns are stored already are not played again, so the same call resumes an interrupted run.
    """
    settings = settings or SamplingSettings()
    folder.mkdir(parents=True, exist_ok=True)
    files = {first: _file(folder, game, seed + first) for first in range(0, games, GAMES_A_FILE)}
    missing = [first for first, file in files.items() if not file.is_file()]
    done = games - sum(min(GAMES_A_FILE, games - first) for first in missing)
    yield done
    jobs = [(seed + first, min(GAMES_A_FILE, games - first)) for first in missing]
    for first, turns in zip(missing, executor.run(partial(evaluate_games, game, settings), jobs), strict=True):
        _write(files[first], turns)
        done += min(GAMES_A_FILE, games - first)
        yield done


def read(folder: Path, game: Game) -> list[EvaluatedTurns]:
    """Return the evaluated turns stored in ``folder`` for this game and number of players.

    There is one entry per file, in the order of the seeds.
    """
    found = []
    for file in sorted(folder.glob(_file(folder, game, 0).name.replace("000000", "*"))):
        with np.load(file) as stored:
            after = new_records(game.type.state_type, len(stored["values"]))
            after.view(np.uint8)[:] = np.frombuffer(stored["after"].tobytes(), np.uint8)
            found.append(EvaluatedTurns(after, stored["seat"], stored["told"], stored["values"], stored["decision"]))
    return found


def _file(folder: Path, game: Game, seed: int) -> Path:
    return folder / f"{game.name}-{game.players}-{seed:06d}.npz"


def _write(file: Path, turns: EvaluatedTurns) -> None:
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        np.savez_compressed(
            out,
            after=turns.after.view(np.uint8),
            seat=turns.seat,
            told=turns.evaluations,
            values=turns.values,
            decision=turns.decision,
        )
    part.replace(file)


def evaluate_games(game: Game, settings: SamplingSettings, job: tuple[int, int]) -> EvaluatedTurns:
    """Play games and return their evaluated turns. ``job`` is the first seed and the number of games."""
    warm(game)
    first, games = job
    rows = [row for seed in range(first, first + games) for row in _Player(game, settings, seed).play()]
    after = new_records(game.type.state_type, sum(len(row.values) for row in rows))
    at = 0
    for row in rows:
        for record in row.after:
            after[at] = record
            at += 1
    return EvaluatedTurns(
        after,
        np.concatenate([np.full(len(row.values), row.seat, np.int8) for row in rows]),
        np.concatenate([row.evaluations for row in rows]),
        np.concatenate([row.values for row in rows]),
        np.concatenate([np.full(len(row.values), number, np.int32) for number, row in enumerate(rows)]),
    )


@dataclass(frozen=True)
class _Decision:
    after: list[Record]
    seat: int
    evaluations: Values
    values: Values


class _Player:
    """Plays one game and evaluates the turns at a sample of its decisions."""

    def __init__(self, game: Game, settings: SamplingSettings, seed: int) -> None:
        self.game = game
        self.settings = settings
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
            if len(turns) > 1 and self.rng.random() < self.settings.share:
                found.append(self._simulate(state, turns))
            noticed = [line for _, line in turns if self.rng.random() < self.settings.attention] or [turns[-1][1]]
            for action in noticed[0]:
                state.apply_id(action)
        return found

    def _turns(self, state: State) -> list[tuple[float, list[int]]]:
        own = state.for_seat(state.current_player).record
        imagine(own)
        return self.lister.best(own, self.settings.among, self.rng)

    def _simulate(self, state: State, turns: list[tuple[float, list[int]]]) -> _Decision:
        best, behind = turns[: self.settings.best], turns[self.settings.best :]
        drawn = self.rng.permutation(len(behind))[: self.settings.others]
        candidates = best + [behind[number] for number in sorted(drawn.tolist())]
        seat = state.current_player
        own = state.for_seat(seat).record
        imagine(own)
        lines = Lines([line for _, line in candidates], self.game.players)
        outcomes = self.planner.ends(own, seat, lines.lines, self.planner.next(self.settings.scenarios))
        lines.add(np.arange(len(candidates)), outcomes, seat, self.planner.rivalry)
        return _Decision(
            [self.planner.after(state.record, line) for _, line in candidates],
            seat,
            np.array([value for value, _ in candidates]),
            lines.means(seat, self.game.type.planning.rivalry),
        )
