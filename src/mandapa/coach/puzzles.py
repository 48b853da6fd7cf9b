"""Puzzles: positions in which one turn is clearly best, but is not the obvious one.

The puzzles of a game are in its ``puzzles.json``, written by ``mandapa lab puzzles``. A position is stored as the
actions that lead to it from the start of a game, as in a game record.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from mandapa.coach.plan import planning_state
from mandapa.kernel.record import contents
from mandapa.library import Game, State, game_type, games, load
from mandapa.rows import TabularTuple

FILE = "puzzles.json"
"""File name in a game's folder."""

EQUAL = 0.015
"""Maximum loss in winning probability for a turn to count as equal to the best turn."""
LEVELS = ("easy", "medium", "hard")
"""Difficulty levels, which depend on the share of short searches that miss the best turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One way to play the turn of a puzzle.

    Attributes:
        actions: the actions of the turn, as text.
        lost, lost_chance: loss compared with the best turn, in the unit of the game and in winning probability.
        doubt: standard error of ``lost``.
    """

    actions: tuple[str, ...]
    lost: float
    lost_chance: float
    doubt: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the player must find the best turn.

    Attributes:
        id: short, stable id, derived from the position.
        game, options, rules_version, components: name and variant of the game; ``components`` is the hash of the
            pieces.
        actions: decisions and chance outcomes from the start of the game to the position.
        seat: the seat to act.
        left: remaining share of the game, 0 to 1.
        unit: unit of losses: ``points``, ``lead`` or ``chance``.
        turns: the turns that were compared, best first.
        equal: number of turns that count as best.
        greedy, shown: the two obvious turns: the best by the evaluation, and the best by the running score.
        reasons: advantages of the best turn over the best of the turns that do not count as best, by row of the score
            sheet.
        missed: share of short searches that do not find the best turn, 0 to 1.
        simulations: number of simulations of each turn.
        seed: seed of the game that the position comes from.
    """

    id: str
    game: str
    options: Mapping[str, Any]
    rules_version: int
    components: str
    actions: tuple[str, ...]
    seat: int
    left: float
    unit: str
    turns: tuple[Turn, ...]
    equal: int
    greedy: tuple[str, ...]
    shown: tuple[str, ...]
    reasons: tuple[Mapping[str, Any], ...]
    missed: float
    simulations: int
    seed: int
    made: Mapping[str, Any] = field(default_factory=dict)

    @property
    def best(self) -> tuple[str, ...]:
        """The actions of the best turn."""
        return self.turns[0].actions

    @property
    def second(self) -> Turn:
        """The best of the turns that do not count as best."""
        return self.turns[self.equal]

    @property
    def gain(self) -> float:
        """Advantage of the best turn over ``second``, in the unit of the game."""
        return self.second.lost

    @property
    def difficulty(self) -> str:
        """The difficulty, one of ``LEVELS``."""
        return LEVELS[min(int(self.missed * len(LEVELS)), len(LEVELS) - 1)]

    def load(self) -> Game:
        """Return the game, which is cached because many puzzles share it."""
        return _game(self.game, json.dumps(dict(self.options), sort_keys=True))

    def state(self) -> State:
        """Return the position, with its history."""
        return self.load().state_from_json({"game": self.game, "actions": list(self.actions)})

    def known(self) -> State:
        """Return the position as the seat to act knows it, without history."""
        return planning_state(self.state().for_seat(self.seat))

    def matching_turn(self, tried: Sequence[str]) -> Turn | None:
        """Return the one of ``turns`` that leads to the same position as the actions ``tried``.

        The order of the actions may differ. None if there is no such turn; ``IllegalAction`` if an action is
        illegal.
        """
        known = self.known()
        after = _after(known, tried)
        return next((turn for turn in self.turns if _after(known, turn.actions) == after), None)

    def solved_by(self, tried: Sequence[str]) -> bool:
        """Return whether these actions are a turn that counts as best; ``IllegalAction`` if an action is illegal."""
        return self.matching_turn(tried) in self.turns[: self.equal]

    def row(self) -> dict[str, Any]:
        """Return the puzzle as a row of a table, by column name."""
        return {
            "game": self.game,
            "id": self.id,
            "players": self.options["players"],
            "seat": self.seat,
            "left": self.left,
            "difficulty": self.difficulty,
            "missed": self.missed,
            "gain": self.gain,
            "unit": self.unit,
            "gain_chance": self.second.lost_chance,
            "best": ", ".join(self.best),
            "second": ", ".join(self.second.actions),
            "simulations": self.simulations,
            "seed": self.seed,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as JSON, without ``made``, which a file stores once for all puzzles."""
        content = asdict(self)
        del content["game"], content["made"]
        return content


@cache
def puzzles(game: str) -> TabularTuple[Puzzle]:
    """Return the puzzles of a game, easiest first; empty if the game has none.

    ``OptionError`` if there is no such game.
    """
    file = game_type(game).content / FILE
    return read(file) if file.is_file() else TabularTuple()


def puzzle(game: str, id: str) -> Puzzle | None:
    """Return the puzzle with this id; None if there is none."""
    return next((one for one in puzzles(game) if one.id == id), None)


def of_the_day(day: date) -> Puzzle | None:
    """Return the puzzle of the day, which is the same for all players; None if no game has puzzles.

    The game changes every day. Within a game, all puzzles are used before one is repeated.
    """
    with_puzzles = [name for name in games() if puzzles(name)]
    if not with_puzzles:
        return None
    number = day.toordinal()
    found = puzzles(with_puzzles[number % len(with_puzzles)])
    stride = _stride(len(found))
    return found[number // len(with_puzzles) * stride % len(found)]


def _stride(count: int) -> int:
    """Return a step size for visiting all ``count`` puzzles.

    It is large, because neighbouring puzzles are similarly difficult.
    """
    return next(step for step in range(max(1, count * 3 // 8), count + 2) if math.gcd(step, count) == 1)


def read(file: Path) -> TabularTuple[Puzzle]:
    """Load the puzzles from a file."""
    content = json.loads(file.read_text(encoding="utf-8"))
    return TabularTuple(from_json(one, content["game"], content["made"]) for one in content["puzzles"])


def from_json(data: Mapping[str, Any], game: str, made: Mapping[str, Any]) -> Puzzle:
    """Create a puzzle from the result of ``Puzzle.to_json``."""
    turns = tuple(Turn(**{**turn, "actions": tuple(turn["actions"])}) for turn in data["turns"])
    texts = {name: tuple(data[name]) for name in ("actions", "greedy", "shown", "reasons")}
    return Puzzle(**{**data, **texts, "turns": turns, "game": game, "made": made})


@cache
def _game(name: str, options: str) -> Game:
    return load(name, **json.loads(options))


def _after(known: State, actions: Iterable[str]) -> bytes:
    """Return the bytes of the position after these actions, for comparing positions."""
    trial = known.copy()
    for action in actions:
        trial.apply(action)
    return contents(trial.record)
