"""Lessons: each teaches one idea of a game, with the measured value of the idea and positions in which it is decisive.

The lessons of a game are in its ``lessons.json``, written by ``mandapa lab puzzles --lessons``. The game defines the
ideas in ``ideas`` and their texts in its message catalogue.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mandapa.coach.puzzles import Puzzle, from_json
from mandapa.library import game_type
from mandapa.rows import TabularTuple

FILE = "lessons.json"
"""File name in a game's folder."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The measured value of an idea, over positions in which a player can follow the idea or do the opposite.

    Attributes:
        positions: number of positions.
        better: share of positions in which the best turn that follows the idea was better than the best turn that does
            not.
        gain, gain_chance: average gain from following the idea, in the unit of the game and in winning probability.
        unit: unit of the game: ``points``, ``lead`` or ``chance``.
    """

    positions: int
    better: float
    gain: float
    gain_chance: float
    unit: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson on one idea of a game.

    Attributes:
        game, id: the game, and the name of the idea.
        proof: the measured value of the idea.
        tasks: positions in which the best turn follows the idea and the next best turn does the opposite.
    """

    game: str
    id: str
    proof: Proof
    tasks: tuple[Puzzle, ...]

    def row(self) -> dict[str, Any]:
        """Return the lesson as a row of a table, by column name."""
        return {"game": self.game, "id": self.id, **asdict(self.proof), "tasks": len(self.tasks)}


@cache
def lessons(game: str) -> TabularTuple[Lesson]:
    """Return the lessons of a game, in order; empty if the game has none."""
    file = game_type(game).content / FILE
    return read(file) if file.is_file() else TabularTuple()


def task(game: str, id: str) -> Puzzle | None:
    """Return the lesson task with this id; None if there is none."""
    return next((task for lesson in lessons(game) for task in lesson.tasks if task.id == id), None)


def read(file: Path) -> TabularTuple[Lesson]:
    """Load the lessons from a file."""
    content = json.loads(file.read_text(encoding="utf-8"))
    game, made = content["game"], content["made"]
    return TabularTuple(
        Lesson(game, one["id"], Proof(**one["proof"]), tuple(from_json(task, game, made) for task in one["tasks"]))
        for one in content["lessons"]
    )


def write(file: Path, game: str, made: Mapping[str, Any], found: Sequence[Lesson]) -> None:
    """Write the lessons of a game to a file, one task per line."""
    parts = []
    for lesson in found:
        tasks = ",\n".join(json.dumps(task.to_json(), separators=(",", ":")) for task in lesson.tasks)
        head = f'{{"id": {json.dumps(lesson.id)}, "proof": {json.dumps(asdict(lesson.proof))}, "tasks": ['
        parts.append(f"{head}\n{tasks}\n]}}")
    lines = ",\n".join(parts)
    head = f'{{"game": {json.dumps(game)}, "made": {json.dumps(made)}, "lessons": ['
    file.write_text(f"{head}\n{lines}\n]}}\n", encoding="utf-8")
