"""`mandapa arena`."""

from __future__ import annotations

import json

import pytest

from .conftest import Command

SHORT = ("--players", 2, "-o", "rounds=2", "--seed", 1)


def test_arena_prints_a_table(mandapa: Command) -> None:
    result = mandapa("arena", "kerala", *SHORT, "greedy", "random", "--games", 4)
    assert result.exit_code == 0
    for words in ("4 games, seed 1", "greedy", "random", "wins %", "mean score", "rating"):
        assert words in result.stdout


def test_arena_plays_whole_groups_of_rotations(mandapa: Command) -> None:
    printed = json.loads(mandapa("arena", "kerala", *SHORT, "greedy", "random", "--games", 3, "--json").stdout)
    assert (printed["games"], printed["groups"]) == (4, 2)
    assert {entrant["bot"] for entrant in printed["entrants"]} == {"greedy", "random"}
    assert sum(entrant["win_rate"]["mean"] for entrant in printed["entrants"]) == pytest.approx(1)


def test_arena_takes_budgets(mandapa: Command) -> None:
    printed = json.loads(mandapa("arena", "kerala", *SHORT, "flat@8", "random", "--games", 2, "--json").stdout)
    assert {entrant["bot"] for entrant in printed["entrants"]} == {"flat@8", "random"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("kerala", "nobody"), "bot: found 'nobody', expected one of"),
        (("kerala", "flat@many"), "bot: found 'flat@many', expected flat@400 (simulations)"),
        (("chess", "random"), "game: found 'chess', expected one of"),
    ],
)
def test_wrong_usage_is_explained(mandapa: Command, arguments: tuple[str, ...], expected: str) -> None:
    result = mandapa("arena", *arguments, "--games", 2)
    assert result.exit_code == 2
    assert expected in result.stderr
