"""Lessons: one idea each, what it is worth, and positions in which it decides.

Those that come with a game are in its ``lessons.json``, which ``mandapa lab puzzles --lessons`` writes; what each is
about stands in the game's ``ideas``, its words in the game's catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mandapa.coach.puzzles import Puzzle, from_json
from mandapa.library import game_type
from mandapa.rows import Several

FILE = "lessons.json"
"""In the folder of a game."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What turns that follow an idea were worth, in positions in which one could follow it or do the contrary.

    Attributes:
        positions: so many.
        better: share of them in which the best turn that follows it was worth more than the best that does not.
        gain, gain_chance: how much more, on average: in the unit of the game, and of the chance to win.
        unit: as of puzzles.
    """

    positions: int
    better: float
    gain: float
    gain_chance: float
    unit: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """An idea of a game.

    Attributes:
        game, id: whose, and the name of the idea.
        proof: what it is worth.
        tasks: positions in which it decides: the best turns follow it, and what comes next does the contrary.
    """

    game: str
    id: str
    proof: Proof
    tasks: tuple[Puzzle, ...]

    def row(self) -> dict[str, Any]:
        """What a table says of it."""
        return {"game": self.game, "id": self.id, **asdict(self.proof), "tasks": len(self.tasks)}


@cache
def lessons(game: str) -> Several[Lesson]:
    """The lessons that come with a game, in their order; none where it brings none."""
    file = game_type(game).content / FILE
    return read(file) if file.is_file() else Several()


def task(game: str, id: str) -> Puzzle | None:
    """The task of a lesson with this id, if there is one."""
    return next((task for lesson in lessons(game) for task in lesson.tasks if task.id == id), None)


def read(file: Path) -> Several[Lesson]:
    """The lessons of a file."""
    told = json.loads(file.read_text(encoding="utf-8"))
    game, made = told["game"], told["made"]
    return Several(
        Lesson(game, one["id"], Proof(**one["proof"]), tuple(from_json(task, game, made) for task in one["tasks"]))
        for one in told["lessons"]
    )


def write(file: Path, game: str, made: Mapping[str, Any], found: Sequence[Lesson]) -> None:
    """Write lessons as they come with a game, each task in a line."""
    parts = []
    for lesson in found:
        tasks = ",\n".join(json.dumps(task.to_json(), separators=(",", ":")) for task in lesson.tasks)
        head = f'{{"id": {json.dumps(lesson.id)}, "proof": {json.dumps(asdict(lesson.proof))}, "tasks": ['
        parts.append(f"{head}\n{tasks}\n]}}")
    lines = ",\n".join(parts)
    head = f'{{"game": {json.dumps(game)}, "made": {json.dumps(made)}, "lessons": ['
    file.write_text(f"{head}\n{lines}\n]}}\n", encoding="utf-8")
