"""tools/checks/docstrings.py, which finds described names that do not exist."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import docstrings

FIELDS = '''
class Table:
    """A table.

    Attributes:
        seats, chairs: places to sit. The word
            colour: is no attribute.
        size: number of seats.
        open: true until it is full.

    Args:
        wood: material.
    """

    seats: int

    def __init__(self, wood: str) -> None:
        self.size = 4

    @property
    def legs(self) -> int:
        """Number of legs."""
        return 4
'''

PARAMETERS = '''
async def play(game, /, *moves, seed=0, **options):
    """Play.

    Args:
        game: the game.
        moves, seed: the moves, and the seed of chance.
        **options: options of the game.
        rng_seed: former name of the seed.

    Raises:
        ValueError: a move is illegal.
    """
'''


@pytest.mark.parametrize(
    ("source", "names"),
    [(FIELDS, ["chairs", "open"]), (PARAMETERS, ["rng_seed"]), ("class Seat:\n    pass\n", [])],
)
def test_described_names_must_exist(source: str, names: list[str]) -> None:
    found = list(docstrings.problems_in(ast.parse(source)))
    assert [text.split("'")[1] for _, text in found] == names
    assert all(line == 2 for line, _ in found)


def test_a_wrong_name_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "play.py"
    file.write_text(PARAMETERS, encoding="utf-8")
    monkeypatch.setattr(docstrings, "ROOT", tmp_path)
    monkeypatch.setattr(docstrings, "tracked_files", lambda: [file])
    assert docstrings.main() == 1
    assert capsys.readouterr().out == "play.py:2: play describes 'rng_seed' under Args, but has no such name\n"
