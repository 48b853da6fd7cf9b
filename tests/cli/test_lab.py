"""`mandapa lab`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from mandapa.cli import progress

from .conftest import Command

SHORT = ("kerala", "--players", 2, "-o", "rounds=1", "--seed", 1)


def test_arena_is_there_too(mandapa: Command) -> None:
    printed = json.loads(
        mandapa("lab", "arena", *SHORT, "greedy+attention=0.5", "random", "--games", 2, "--json").stdout
    )
    assert {entrant["bot"] for entrant in printed["entrants"]} == {"greedy+attention=0.5", "random"}


def play_again(*arguments: object) -> None:
    raise AssertionError("a game is played again")


@pytest.mark.parametrize(
    "command",
    [
        ("arena", *SHORT[:1], "greedy", "random", *SHORT[1:], "--games", 4),
        ("lab", "evaluate", "random", *SHORT[:5], "--seeds", 2),
        ("lab", "tune", *SHORT[:1], "planner@2", "width=2:6", *SHORT[1:], "--steps", 1, "--games", 2, "--proof", 2),
        ("lab", "balance", *SHORT, "--bots", "random", "--games", 3, "--change", "shift_turn=false"),
        ("lab", "calibrate", *SHORT, "--games", 8, "--simulations", 2),
    ],
    ids=["arena", "evaluate", "tune", "balance", "calibrate"],
)
def test_a_study_with_a_folder_plays_no_game_twice(
    mandapa: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[Any, ...]
) -> None:
    """An interrupted study resumes, and its report is the same as without the interruption."""
    monkeypatch.setattr("mandapa.lab.arena.evaluation.POOL", ("random", "greedy"))
    first = mandapa(*command, "--folder", tmp_path)
    assert first.exit_code == 0, first.stderr
    assert list(tmp_path.rglob("*.jsonl"))
    for play in ("arena.matches._play", "arena.balance.watch", "training.calibration._game"):
        monkeypatch.setattr(f"mandapa.lab.{play}", play_again)
    again = mandapa(*command, "--folder", tmp_path)
    assert (again.exit_code, again.stdout) == (0, first.stdout)


def test_records_are_kept_with_the_games_of_a_folder(mandapa: Command, tmp_path: Path) -> None:
    command = ("arena", SHORT[0], "greedy", "random", *SHORT[1:], "--games", 4, "--folder", tmp_path / "games")
    assert mandapa(*command).exit_code == 0
    files = [tmp_path / f"{number}.jsonl" for number in range(2)]
    for file in files:  # the first plays again, since no records were kept; the second does not
        assert mandapa(*command, "--record", file).exit_code == 0
    first, second = (file.read_text(encoding="utf-8").splitlines() for file in files)
    assert len(first) == 4
    assert [json.loads(line)["entries"] for line in first] == [json.loads(line)["entries"] for line in second]


def test_balance_writes_a_page_and_tables(mandapa: Command, tmp_path: Path) -> None:
    page, data = tmp_path / "report.html", tmp_path / "data"
    result = mandapa(
        *("lab", "balance", *SHORT, "--bots", "random", "--games", 3),
        *("--change", "shift_turn=false", "--page", page, "--data", data),
    )
    assert result.exit_code == 0, result.stderr
    assert "as it is" in result.stdout and "shift_turn=false" in result.stdout
    assert "shift_turn=false" in page.read_text(encoding="utf-8")
    assert len((data / "games.csv").read_text(encoding="utf-8").splitlines()) == 7
    assert str(page) in result.stdout and str(data / "items.csv") in result.stdout


def test_balance_as_json(mandapa: Command) -> None:
    printed = json.loads(mandapa("lab", "balance", *SHORT, "--bots", "random", "--games", 2, "--json").stdout)
    assert [variant["label"] for variant in printed["variants"]] == ["kerala"]
    assert printed["variants"][0]["games"] == 2 and printed["seed"] == 1


@pytest.fixture
def one_meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mandapa.lab.arena.ladder.pairings", lambda *asked: [("shown", "random")])


@pytest.mark.usefixtures("one_meeting")
def test_the_ladder_of_the_levels(mandapa: Command) -> None:
    printed = mandapa("lab", "ladder", *SHORT, "--games", 2).stdout
    assert "shown" in printed and "random" in printed and "50.0" in printed
    (found,) = json.loads(mandapa("lab", "ladder", *SHORT, "--games", 2, "--json").stdout)
    (rung,) = found["rungs"]
    assert (found["players"], rung["upper"], rung["lower"], rung["par"]) == (2, "shown", "random", 0.5)


@pytest.mark.usefixtures("one_meeting")
def test_the_ladder_writes_its_part_of_a_page_from_the_games_in_a_folder(mandapa: Command, tmp_path: Path) -> None:
    kept, page = ("--folder", tmp_path / "games"), tmp_path / "page.md"
    mandapa("lab", "ladder", *SHORT, "--games", 2, *kept)
    page.write_text("before\n<!-- ladder kerala -->\nold\n<!-- end of ladder kerala -->\nafter\n", encoding="utf-8")
    result = mandapa("lab", "ladder", *SHORT, "--games", 0, *kept, "--page", page)
    assert result.exit_code == 0, result.stderr
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n<!-- ladder kerala -->\n") and text.endswith(
        "<!-- end of ladder kerala -->\nafter\n"
    )
    assert "old" not in text and "| `shown` | `random` | **" in text and "images/strength-kerala.svg" in text
    svg = ElementTree.parse(tmp_path / "images" / "strength-kerala.svg")
    assert {"shown", "random"} <= {element.text for element in svg.iter()}
    assert "strength-simulations" not in text
    page.write_text("nothing", encoding="utf-8")
    result = mandapa("lab", "ladder", *SHORT, "--games", 0, *kept, "--page", page)
    assert result.exit_code == 2 and "expected the lines <!-- ladder kerala -->" in result.stderr


def test_simulation_budgets_may_stand_on_another_page(
    mandapa: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mandapa.lab.reports.strength_report.CURVE", ("random", "shown", "greedy"))
    monkeypatch.setattr("mandapa.lab.reports.strength_report.CURVE_PLACES", {0: 0})
    monkeypatch.setattr("mandapa.lab.arena.ladder.pairings", lambda *asked: [("shown", "random"), ("greedy", "random")])
    pages = {name: tmp_path / f"{name}.md" for name in ("simulations", "kerala")}
    for name, page in pages.items():
        page.write_text(f"<!-- ladder {name} -->\n<!-- end of ladder {name} -->\n", encoding="utf-8")
    asked = (part for page in pages.values() for part in ("--page", page))
    result = mandapa("lab", "ladder", *SHORT, "--games", 2, *asked)
    assert result.exit_code == 0, result.stderr
    curves, levels = (page.read_text(encoding="utf-8") for page in pages.values())
    assert "| `shown` | `random` |" in curves and "| `shown` | `random` |" not in levels
    assert "| `greedy` | `random` |" in levels
    assert "rating above greedy" in (tmp_path / "images" / "strength-simulations.svg").read_text(encoding="utf-8")


def test_a_ladder_without_games_is_refused(mandapa: Command) -> None:
    result = mandapa("lab", "ladder", "kerala", "--games", 0)
    assert result.exit_code == 2 and "--games: found 0 without --folder" in result.stderr
    result = mandapa("lab", "ladder", "all", "-o", "rounds=2")
    assert result.exit_code == 2 and "expected one game" in result.stderr


def test_a_data_set_is_written_by_one_command(mandapa: Command, tmp_path: Path) -> None:
    done = mandapa("lab", "dataset", tmp_path, "connect_four", "kerala", "-n", 2, "--bot", "random", "--games", 2)
    assert done.exit_code == 0, done.stderr
    files = [tmp_path / name for name in ("connect_four-2.jsonl", "connect_four-2.parquet", "kerala-2.jsonl")]
    assert all(file.is_file() and f"written: {file}" in done.stdout for file in files)
    assert "| kerala-2 | as they are | 2 | " in (tmp_path / "README.md").read_text(encoding="utf-8")
    refused = mandapa("lab", "dataset", tmp_path, "kerala", "--bot", "nobody")
    assert refused.exit_code == 2 and "'nobody'" in refused.stderr


def test_tuning_prints_what_it_found(mandapa: Command) -> None:
    tuning = ("lab", "tune", *SHORT, "greedy", "attention=0.1:1.0", "--steps", 2, "--games", 2, "--proof", 2)
    result = mandapa(*tuning)
    assert result.exit_code == 0, result.stderr
    assert "before: greedy+attention=0.55" in result.stdout and "found:" in result.stdout
    assert len(json.loads(mandapa(*tuning, "--json").stdout)["steps"]) == 2


FOUR_BOTS = ("random", "greedy", "shown", "adept")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("balance", "kerala", "--change", "rounds=many"), "rounds"),
        (("balance", "kerala", "--bots", "a,b"), "--bots: found 2 names"),
        (("arena", "kerala", "-n", "2", *FOUR_BOTS, "--games", "2"), "--games: found 2, expected at least 6, so that"),
        (("tune", "kerala", "greedy", "attention"), "parameter: found 'attention', expected name=low:high"),
        (("tune", "kerala", "greedy", "width=1:2"), "'width', which greedy does not have"),
    ],
)
def test_wrong_usage_is_explained(mandapa: Command, arguments: tuple[str, ...], expected: str) -> None:
    result = mandapa("lab", *arguments)
    assert result.exit_code == 2
    assert expected in result.stderr


def test_a_ray_that_cannot_be_had_is_explained(mandapa: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = mandapa("lab", "arena", *SHORT, "greedy", "random", "--ray", "auto")
    assert result.exit_code == 1
    assert "pip install 'mandapa[ray]'" in result.stderr


def test_training_writes_weights_that_play(mandapa: Command, tmp_path: Path) -> None:
    weights = tmp_path / "found.npz"
    result = mandapa(
        *("lab", "train", *SHORT, "--games", 30, "--passes", 1, "--proof", 2, "--simulations", 4, "--json"),
        *("--folder", tmp_path / "positions", "--to", weights),
    )
    assert result.exit_code == 0, result.stderr
    made = json.loads(result.stdout)
    assert made["game"] == "kerala" and made["players"] == [2] and made["options"]["rounds"] == 1
    assert made["games"] == 30 and made["positions"] > 30
    assert made["proof"]["games"] == 2 and made["proof"]["against"] == "network.npz"
    assert [file.name for file in tmp_path.glob("*.npz")] == ["found.npz"]
    played = mandapa("arena", *SHORT, f"planner:{weights}@4", "planner:none@4", "--games", 2, "--json")
    assert played.exit_code == 0, played.stderr


def test_games_without_a_network_are_not_trained(mandapa: Command) -> None:
    result = mandapa("lab", "train", "hampi")
    assert result.exit_code == 2
    assert "hampi has no network" in result.stderr


def test_chances_are_compared_with_results(mandapa: Command) -> None:
    result = mandapa(
        "lab", "calibrate", "kerala", "-n", 2, "-o", "rounds=5", "--games", 6, "--simulations", 8, "--json"
    )
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["game"] == "kerala" and found["spread"] > 0
    assert all(0 <= row[name] <= 1 for row in found["chances"] for name in ("told", "true"))
    assert [stage["left"] for stage in found["missed"]] == pytest.approx([0.1, 0.3, 0.5, 0.7, 0.9])
    # of two seats, one gets what the other does not
    assert sum(row["told"] * row["seen"] for row in found["chances"]) * 2 == pytest.approx(
        sum(row["seen"] for row in found["chances"]), rel=0.01
    )


def test_progress_is_printed_in_lines_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.progress_bar("kerala: [greedy]", 4) as report:
        report(1)
        monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.0)
        report(2)
    assert capsys.readouterr().err == "kerala: [greedy]: 2 of 4\n"
