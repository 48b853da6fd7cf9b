"""tools/checks/clauses.py, run on a small test repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = """# Toy

## Turns

- **TOY-TURN-1** One player after the other.
- **TOY-TURN-2** A turn is one move.

## End

- **TOY-END-1** The game ends.
"""

TESTS = """
import pytest

@pytest.mark.clause("TOY-TURN-1", "TOY-TURN-2")
@pytest.mark.parametrize("number", [1, 2])
def test_turns(number):
    assert number

@pytest.mark.parametrize("name", [pytest.param("end", marks=pytest.mark.clause("TOY-END-1"))])
def test_vectors(name):
    assert name
"""


@pytest.fixture
def toy(repository: Path, tmp_path: Path) -> Path:
    """A repository with one game whose clauses are all tested."""
    game = tmp_path / "src" / "mandapa" / "games" / "toy"
    rules = tmp_path / "tests" / "rules" / "toy"
    for folder in (game, rules, tmp_path / "tools" / "checks"):
        folder.mkdir(parents=True)
    shutil.copy(repository / "tools" / "checks" / "clauses.py", tmp_path / "tools" / "checks")
    (tmp_path / "pyproject.toml").write_text(
        '[project.entry-points."mandapa.games"]\ntoy = "mandapa.games.toy:GAME"\n'
        '[tool.pytest.ini_options]\nmarkers = ["clause(*ids): rules"]\n'
    )
    (game / "rules.py").touch()
    (game / "guide.md").write_text(GUIDE)
    (rules / "test_toy.py").write_text(TESTS)
    return tmp_path


def clauses(root: Path) -> tuple[int, str]:
    """Run the tool; return its exit status and output."""
    command = [sys.executable, "tools/checks/clauses.py"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_full_coverage_passes_with_a_table_by_section(toy: Path) -> None:
    status, output = clauses(toy)
    assert status == 0
    lines = [line.split() for line in output.splitlines()]
    assert ["TOY-TURN", "2", "of", "2", "clauses", "2", "tests"] in lines
    assert ["TOY-END", "1", "of", "1", "clauses", "1", "tests"] in lines
    assert ["all", "3", "of", "3", "clauses", "3", "tests"] in lines


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_clause_without_a_test_fails(toy: Path) -> None:
    change(toy / "tests/rules/toy/test_toy.py", '"TOY-TURN-1", "TOY-TURN-2"', '"TOY-TURN-1"')
    status, output = clauses(toy)
    assert status == 1
    assert "toy: TOY-TURN-2 has no test" in output


def test_a_skipped_test_does_not_count(toy: Path) -> None:
    change(toy / "tests/rules/toy/test_toy.py", "def test_turns", '@pytest.mark.skip(reason="x")\ndef test_turns')
    status, output = clauses(toy)
    assert status == 1
    assert "toy: TOY-TURN-1 has no test" in output


def test_a_test_of_an_unknown_clause_fails(toy: Path) -> None:
    change(toy / "tests/rules/toy/test_toy.py", "TOY-END-1", "TOY-END-9")
    status, output = clauses(toy)
    assert status == 1
    assert "TOY-END-9 is not in guide.md, but named by tests/rules/toy/test_toy.py::test_vectors[end]" in output


def test_code_that_cites_an_unknown_clause_fails(toy: Path) -> None:
    (toy / "src/mandapa/games/toy/rules.py").write_text("# TOY-END-1\n# TOY-END-9\n")
    status, output = clauses(toy)
    assert status == 1
    assert "TOY-END-9 is not in guide.md, but cited in rules.py:2" in output and "every clause" not in output


def test_a_clause_written_twice_fails(toy: Path) -> None:
    change(toy / "src/mandapa/games/toy/guide.md", "TOY-TURN-2", "TOY-TURN-1")
    status, output = clauses(toy)
    assert status == 1
    assert "TOY-TURN-1 is written more than once" in output


def test_tests_that_cannot_be_read_fail(toy: Path) -> None:
    (toy / "tests/rules/toy/test_broken.py").write_text("import nothing_of_this_name")
    status, output = clauses(toy)
    assert status == 1
    assert "test_broken.py cannot be collected" in output


def test_a_game_without_a_guide_fails(toy: Path) -> None:
    (toy / "src/mandapa/games/toy/guide.md").unlink()
    status, output = clauses(toy)
    assert status == 1
    assert "toy: guide.md is missing" in output
