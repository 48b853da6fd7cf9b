"""`mandapa arena` and `mandapa bench`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mandapa.lab import bench as lab_bench
from mandapa.lab.arena import evaluation as lab_evaluation
from mandapa.lab.records import trajectories

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


@pytest.mark.parametrize("command", [("arena", "kerala", "greedy", "random"), ("simulate", "kerala")])
def test_whole_games_are_kept(mandapa: Command, tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "games.jsonl"
    assert mandapa(*command, *SHORT, "--games", 2, "--record", file).exit_code == 0
    assert [one.game.options["rounds"] for one in trajectories(file, observations=False)] == [2, 2]


def test_games_that_cannot_be_kept_are_not_played(mandapa: Command, tmp_path: Path) -> None:
    result = mandapa("simulate", "kerala", *SHORT, "--games", 2, "--record", tmp_path / "nowhere" / "games.jsonl")
    assert result.exit_code == 1 and "--record" in result.stderr and result.stdout == ""


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


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Replace measurements by constants; return the calls."""
    asked: list[tuple[Any, ...]] = []
    fast = lab_bench.Measurement("kerala, 4 players, random games", "games/s", float, 20_000.0, [21_000.0, 25_000.0])
    slow = lab_bench.Measurement("kerala, copy of a state", "us", float, 1.0, [1.5, 2.0])
    report = lab_bench.Report([fast, slow], {"OpenSpiel, C++ rollouts": 3.5}, ["PettingZoo: not measured"])

    def bench(games: list[str], repeats: int, progress: Any) -> lab_bench.Report:
        asked.append((games, repeats))
        progress("kerala, copy of a state", 0, 2)
        return report

    monkeypatch.setattr(lab_bench, "bench", bench)
    return asked


def test_bench_prints_speeds_ratios_and_what_is_missing(mandapa: Command, measured: list[tuple[Any, ...]]) -> None:
    result = mandapa("bench", "kerala", "--repeats", 2)
    assert result.exit_code == 0
    assert measured == [(["kerala"], 2)]
    for words in ("25,000", "20,000 reached", "1 missed", "OpenSpiel", "3.5", "PettingZoo: not measured"):
        assert words in result.stdout


def test_bench_as_json(mandapa: Command, measured: list[tuple[Any, ...]]) -> None:
    printed = json.loads(mandapa("bench", "--json").stdout)
    assert measured == [([], 5)]
    assert [one["reached"] for one in printed["measurements"]] == [True, False]
    assert printed["ratios"][0]["ratio"] == 3.5


def test_evaluate_prints_one_line_of_json_and_a_table_beside_it(
    mandapa: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_evaluation, "POOL", ("random", "flat@8"))
    asked = ("evaluate", "tests.bots.policies:last", "kerala", "-n", 2, "-o", "rounds=2", "--seeds", 2)
    first, second = mandapa(*asked), mandapa(*asked)
    assert first.stdout == second.stdout and first.stdout.count("\n") == 1
    printed = json.loads(first.stdout)
    assert (printed["policy"], printed["complete"]) == ("tests.bots.policies:last", False)
    assert [one["opponent"] for one in printed["pool"]] == ["random", "flat@8"]
    for words in ("tests.bots.policies:last", "against", "flat@8", "a first look"):
        assert words in first.stderr


def test_a_policy_s_fault_ends_a_contest_with_its_name(mandapa: Command) -> None:
    result = mandapa("arena", "kerala", *SHORT, "tests.bots.policies:illegal", "random", "--games", 2)
    assert result.exit_code == 1
    assert "tests.bots.policies:illegal of tests in kerala: answered 99" in result.stderr
    result = mandapa("evaluate", "nowhere_at_all:policy", "kerala")
    assert result.exit_code == 2
    assert "nowhere_at_all:policy cannot be imported" in result.stderr
