"""tools/mutants.py: rule mistakes planted on purpose, and what the tests say of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import mutants

SOURCE = """def winner(points):
    return points.index(max(points))
"""
TESTS = """import toy

def test_the_most_points_win():
    assert toy.winner([1, 3, 2]) == 1

def test_one_player():
    assert toy.winner([1]) == 0
"""
FAULT = """
[[fault]]
id = "{id}"
breaks = "the fewest points win"
file = "src/toy.py"
before = "{before}"
after = "{after}"
tests = ["tests/test_toy.py::{test}"]
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A repository with one source and one file of tests, and no faults yet."""
    for name, text in {"src/toy.py": SOURCE, "tests/test_toy.py": TESTS, "tools/faults/toy.toml": ""}.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\nmarkers = ["e2e"]\n')
    return tmp_path


def plant(root: Path, id: str, before: str, after: str, test: str = "test_the_most_points_win") -> None:
    """Add a fault to the table."""
    with (root / "tools/faults/toy.toml").open("a") as table:
        table.write(FAULT.format(id=id, before=before, after=after, test=test))


def test_every_fault_fits_the_sources(repository: Path) -> None:
    """Whoever changes a line that a fault is planted in, or a test that kills it, mends the entry."""
    problems = {fault.name: fault.problem(repository) for fault in mutants.read_tables(repository)}
    assert {name: problem for name, problem in problems.items() if problem} == {}


def test_every_game_has_its_faults_and_every_broken_clause_is_a_rule(repository: Path) -> None:
    faults = mutants.read_tables(repository)
    for game in ("kerala", "indus", "chola", "hampi", "menara"):
        mine = mutants.select(faults, [game])
        guide = (repository / f"src/mandapa/games/{game}/guide.md").read_text()
        assert len(mine) >= 15
        assert [fault.clause for fault in mine if f"**{fault.clause}**" not in guide] == []


def test_a_fault_of_a_game_is_killed(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["-j", "1", "kerala/three-passes"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("killed    kerala/three-passes")
    assert "1 faults: 1 killed, 0 survived, 0 stale" in shown


def test_what_nothing_notices_survives(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(toy, "fewest", "max(points)", "min(points)")
    plant(toy, "fewest-alone", "max(points)", "min(points)", test="test_one_player")
    assert mutants.main([], toy) == 1
    killed, survived, total = capsys.readouterr().out.splitlines()
    assert killed.startswith("killed    toy/fewest ") and survived.startswith("survived  toy/fewest-alone ")
    assert "2 faults: 1 killed, 1 survived, 0 stale" in total
    assert (toy / "src/toy.py").read_text() == SOURCE


def test_what_does_not_fit_any_more_is_stale(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(toy, "gone", "sorted(points)", "points")
    plant(toy, "twice", "points", "nothing")
    plant(toy, "no-test", "max(points)", "min(points)", test="test_draws")
    plant(toy, "no-change", "max(points)", "max(points)")
    plant(toy, "no-program", "max(points)", "max(points", test="test_one_player")
    assert mutants.main([], toy) == 1
    *lines, total = capsys.readouterr().out.splitlines()
    reasons = [
        "0 times",
        "times instead of once",
        "no tests/test_toy.py::test_draws",
        "nothing is changed",
        "cannot run",
    ]
    for line, reason in zip(lines, reasons, strict=True):
        assert line.startswith("stale") and reason in line
    assert "0 killed, 0 survived, 5 stale" in total


def test_tests_that_fail_anyway_kill_nothing(toy: Path) -> None:
    plant(toy, "fewest", "max(points)", "min(points)")
    (toy / "tests/test_toy.py").write_text(TESTS.replace("== 1", "== 2"))
    with pytest.raises(SystemExit, match="fail without any fault"):
        mutants.main([], toy)


def test_entries_are_complete_and_names_are_known(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(toy, "fewest", "max(points)", "min(points)")
    assert mutants.main(["--list", "toy"], toy) == 0
    assert "the fewest points win" in capsys.readouterr().out
    assert mutants.main(["chess"], toy) == 2
    assert "no such table or fault: chess" in capsys.readouterr().err
    plant(toy, "fewest", "max(points)", "min(points)")
    assert mutants.main([], toy) == 2
    assert "named twice: toy/fewest" in capsys.readouterr().err
    (toy / "tools/faults/toy.toml").write_text('[[fault]]\nid = "a"\nbreaks = "b"\n')
    assert mutants.main([], toy) == 2
    assert "missing or unknown: after, before, file" in capsys.readouterr().err
