"""Puzzles: positions of games in which one turn is clearly best and not the one that meets the eye.

Those that come with a game are in its ``puzzles.json``, which ``mandapa lab puzzles`` writes. A position is the actions
that led to it from the beginning of a game, as in a game record.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from mandapa.coach.plan import imagined
from mandapa.kernel.record import contents
from mandapa.library import Game, State, game_type, games, load
from mandapa.rows import Several

FILE = "puzzles.json"
"""In the folder of a game."""

EQUAL = 0.015
"""Of the chance to win: a turn that loses no more than this is as good as the best."""
LEVELS = ("easy", "medium", "hard")
"""Difficulties, by the share of quick thoughts that miss the best turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One way to play the turn.

    Attributes:
        actions: of the turn, as text.
        lost, lost_chance: what it is worth less than the best: in the unit of the game, and of the chance to win.
        doubt: standard error of ``lost``.
    """

    actions: tuple[str, ...]
    lost: float
    lost_chance: float
    doubt: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one turn to find.

    Attributes:
        id: short and lasting: it follows from the position.
        game, options, rules_version, components: what is played; ``components`` is the hash of its pieces.
        actions: that lead from the beginning to the position, decisions and chance.
        seat: whose turn it is.
        left: share of the game that is to come.
        unit: of what is lost: ``points``, ``lead`` or ``chance``.
        turns: those that were weighed, the best first.
        equal: how many of them count as the best.
        greedy, shown: what the eye meets: best by the evaluation, and best by the running score.
        reasons: what the best brings more than the first turn that is not, by rows of the score sheet.
        missed: share of quick thoughts that do not find it, 0 to 1.
        simulations: of each of ``turns``.
        seed: of the game that it comes from.
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
        """The best of those that are not good enough."""
        return self.turns[self.equal]

    @property
    def gain(self) -> float:
        """What the best turn is worth more than the first that is not good enough, in the unit of the game."""
        return self.second.lost

    @property
    def difficulty(self) -> str:
        """One of ``LEVELS``."""
        return LEVELS[min(int(self.missed * len(LEVELS)), len(LEVELS) - 1)]

    def load(self) -> Game:
        """The game that is played; kept, since many puzzles share one."""
        return _game(self.game, json.dumps(dict(self.options), sort_keys=True))

    def state(self) -> State:
        """The position, with the actions that led to it as its history."""
        return self.load().state_from_json({"game": self.game, "actions": list(self.actions)})

    def known(self) -> State:
        """The position as whose turn it is knows it, without its history."""
        return imagined(self.state().for_seat(self.seat))

    def found(self, tried: Sequence[str]) -> Turn | None:
        """The turn among ``turns`` that leads where the ``tried`` actions do, in whatever order they come.

        None if it has not been weighed. ``IllegalAction`` for what may not be done.
        """
        known = self.known()
        after = _after(known, tried)
        return next((turn for turn in self.turns if _after(known, turn.actions) == after), None)

    def solved_by(self, tried: Sequence[str]) -> bool:
        """Whether these actions are the best turn, or one as good; ``IllegalAction`` for what may not be done."""
        return self.found(tried) in self.turns[: self.equal]

    def row(self) -> dict[str, Any]:
        """What a table says of it."""
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
        """As it stands in a file; what ``made`` holds is said there once for all."""
        told = asdict(self)
        del told["game"], told["made"]
        return told


@cache
def puzzles(game: str) -> Several[Puzzle]:
    """The puzzles that come with a game, the easiest first; none where it brings none.

    ``OptionError`` if there is no such game.
    """
    file = game_type(game).content / FILE
    return read(file) if file.is_file() else Several()


def puzzle(game: str, id: str) -> Puzzle | None:
    """The puzzle with this id, if there is one."""
    return next((one for one in puzzles(game) if one.id == id), None)


def of_the_day(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody: a game each day in turn, and all its puzzles before one comes again.

    None if no game has any.
    """
    with_puzzles = [name for name in games() if puzzles(name)]
    if not with_puzzles:
        return None
    number = day.toordinal()
    found = puzzles(with_puzzles[number % len(with_puzzles)])
    stride = _stride(len(found))
    return found[number // len(with_puzzles) * stride % len(found)]


def _stride(count: int) -> int:
    """Steps that go through all of ``count`` and never from one to its neighbour, which is about as difficult."""
    return next(step for step in range(max(1, count * 3 // 8), count + 2) if math.gcd(step, count) == 1)


def read(file: Path) -> Several[Puzzle]:
    """The puzzles of a file."""
    told = json.loads(file.read_text(encoding="utf-8"))
    return Several(from_json(one, told["game"], told["made"]) for one in told["puzzles"])


def from_json(told: Mapping[str, Any], game: str, made: Mapping[str, Any]) -> Puzzle:
    """The puzzle that ``to_json`` wrote."""
    turns = tuple(Turn(**{**turn, "actions": tuple(turn["actions"])}) for turn in told["turns"])
    texts = {name: tuple(told[name]) for name in ("actions", "greedy", "shown", "reasons")}
    return Puzzle(**{**told, **texts, "turns": turns, "game": game, "made": made})


@cache
def _game(name: str, options: str) -> Game:
    return load(name, **json.loads(options))


def _after(known: State, actions: Iterable[str]) -> bytes:
    """What the record holds after some actions."""
    trial = known.copy()
    for action in actions:
        trial.apply(action)
    return contents(trial.record)
