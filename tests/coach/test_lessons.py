"""The built-in lessons, and the search that found them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import mandapa
from mandapa.coach import lessons as coach
from mandapa.coach.lessons import Lesson, lessons
from mandapa.kernel.hints import CandidateTurn
from mandapa.lab.lessons import TASKS, build_lessons, findings_of
from scaling import scaled

TAUGHT = tuple(name for name in ("chola", "hampi", "indus", "kerala", "menara") if lessons(name))
CLEAR = 0.65
"""Share of positions in which the lesson's idea must be better."""
QUICK = replace(
    TASKS,
    play_simulations=8,
    width=6,
    screening_simulations=8,
    proof_simulations=16,
    gap=-1.0,
    min_std_errors=-100.0,
    times=1,
)
"""Settings that accept nearly anything as a task."""


@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_is_an_idea_that_is_clearly_better(game: str) -> None:
    built = lessons(game)
    assert 3 <= len(built) <= 5
    assert [one.id for one in built] == [
        name for name in mandapa.game_type(game).ideas if name in {x.id for x in built}
    ]
    words = json.loads((mandapa.game_type(game).content / "messages" / "en.json").read_text(encoding="utf-8"))
    for one in built:
        assert {f"{game}.lesson.{one.id}.{part}" for part in ("title", "text", "word")} <= words.keys()
        assert one.proof.positions >= 20 and one.proof.better >= CLEAR and one.proof.gain_chance > 0
        assert 2 <= len(one.tasks) <= 3


@pytest.mark.parametrize("game", TAUGHT)
def test_every_task_fits_the_game_as_it_is(game: str) -> None:
    puzzles = {one.id for one in mandapa.puzzles(game)}
    tasks = [task for one in lessons(game) for task in one.tasks]
    assert len({task.id for task in tasks}) == len(tasks)
    for task in tasks:
        assert (task.rules_version, task.components) == (task.load().rules_version, task.load().components_hash)
        assert task.made["command"].startswith(f"mandapa lab puzzles {game} --lessons ")
        assert (
            task.second.lost_chance >= TASKS.gap and task.second.lost > TASKS.min_std_errors * task.second.doubt * 0.99
        )
        assert task.id not in puzzles
        assert coach.task(game, task.id) is not None
    assert coach.task(game, "none") is None


SOME = [one for game in TAUGHT for one in lessons(game)[: scaled(1) if game == "menara" else None]]
"""All except most of Menara's, whose towers are slow to rebuild; all of them in `make soak`."""


@pytest.mark.slow
@pytest.mark.parametrize("lesson", SOME, ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_the_idea_decides_every_task(lesson: Lesson) -> None:
    task = lesson.tasks[0]
    known = task.known()
    trials = []
    for turn in task.turns[: task.equal + 1]:
        after = known.copy()
        for action in turn.actions:
            after.apply(action)
        trials.append(CandidateTurn(task.seat, known.record, after.record, turn.actions))
    idea = task.load().type.ideas[lesson.id]
    assert idea(trials) == [*[True] * task.equal, False]


@pytest.mark.slow
def test_lessons_are_found_and_written(tmp_path: Path) -> None:
    game = mandapa.load("kerala", players=2, rounds=8)
    found = [one for seed in range(2) for one in findings_of(game, QUICK, seed)]
    made = {"command": "", "version": ""}
    built = build_lessons(game, found, made, 2)
    free = next(one for one in built if one.id == "free")
    assert free.proof.positions == sum(one["idea"] == "free" for one in found)
    file = tmp_path / "lessons.json"
    coach.write(file, "kerala", made, built)
    assert coach.read(file) == tuple(built)
