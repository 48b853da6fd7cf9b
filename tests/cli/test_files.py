"""`mandapa replay`, `mandapa score`, `mandapa components check`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mandapa as library
from mandapa.cli import files
from mandapa.play import Match, Seat, export_record, now

from .conftest import Command


@pytest.fixture(scope="module")
def match() -> Match:
    """A short random game, played to its end."""
    rng = np.random.default_rng(7)
    match = Match(library.load("kerala", 2, rounds=2), [Seat("Asha", "person"), Seat("Ravi", "person")], confirm=False)
    while match.status != "over":
        match.resolve_chance(rng, now())
        if match.to_act is not None:
            legal = match.state.legal_actions
            match.act(match.to_act, legal[int(rng.integers(len(legal)))], now())
    return match


@pytest.fixture
def record(match: Match, tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export_record(match)))
    return file


def test_replay_verifies_and_sums_up(mandapa: Command, record: Path, match: Match) -> None:
    result = mandapa("replay", record)
    assert result.exit_code == 0
    assert "Asha" in result.output and "Ravi" in result.output
    assert f"{match.ply} actions; replayed without a fault" in result.output
    assert str(match.state) in result.output


@pytest.fixture
def act_record() -> dict[str, Any]:
    """A record of Menara up to the first act of a hand, the last entry."""
    rng = np.random.default_rng(2)
    game = library.load("menara", 1, physics="dexterity")
    game.engine.warm()
    match = Match(game, [Seat("Asha", "person")], confirm=False)
    while not match.referee_due:
        match.resolve_chance(rng, now())
        if match.to_act is not None:
            act = next(text for text in match.state.legal_actions if text not in ("give up", "two hands"))
            match.act(match.to_act, act, now())
    match.rule(*match.state.rule(rng), now())
    return export_record(match)


def test_an_audit_repeats_what_a_hand_did(mandapa: Command, act_record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "acts.json"

    def audited() -> str:
        file.write_text(json.dumps(act_record))
        result = mandapa("replay", file, "--audit")
        assert result.exit_code == 0
        return str(result.output)

    assert audited() == "1 outcomes of a referee repeated, 0 came out otherwise\n"
    act, last = act_record["entries"][-2:]
    told, last["text"] = last["text"], f"result {act['text'].split()[1]}+99+99"
    assert "mm apart" in audited()
    last["text"] = f"result !{act['text'].split()[1]}"
    assert "another verdict: result" in audited()
    last["text"] = told
    del last["details"]["hand"]
    assert "cannot be repeated: hand: found None" in audited()


@pytest.mark.parametrize("beside", [["--text"], ["--at", 0]])
def test_an_audit_is_of_the_whole_game(mandapa: Command, record: Path, beside: list[Any]) -> None:
    result = mandapa("replay", record, "--audit", *beside)
    assert result.exit_code == 2
    assert "expected it alone" in result.stderr


def test_replay_shows_any_position(mandapa: Command, record: Path, match: Match) -> None:
    earlier = match.state.copy()
    for _ in range(4):
        earlier.undo()
    result = mandapa("replay", record, "--at", match.ply - 4)
    assert result.exit_code == 0
    assert str(earlier) in result.output
    assert str(library.load("kerala", 2, rounds=2).new_state()) in mandapa("replay", record, "--at", 0).output


def test_replay_says_what_the_state_of_a_program_lacks(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps(library.load("kerala", 2).new_state().to_json()), encoding="utf-8")
    result = mandapa("replay", file)
    assert result.exit_code == 1
    assert f"{file}: found actions without players" in result.output.replace("\n", " ")


@pytest.mark.parametrize("ply", [-1, 10_000])
def test_replay_refuses_a_position_that_there_is_not(mandapa: Command, record: Path, match: Match, ply: int) -> None:
    result = mandapa("replay", record, "--at", ply)
    assert result.exit_code == 2
    assert f"--at: found {ply}, expected 0 to {match.ply}" in result.stderr


def test_replay_prints_the_whole_game(mandapa: Command, record: Path, match: Match) -> None:
    lines = mandapa("replay", record, "--text").output.splitlines()
    listed = [line.split(maxsplit=1)[1] for line in lines if line[:5].strip().isdecimal() and line[5:7] == "  "]
    assert [line.endswith(action.entry.text) for line, action in zip(listed, match.actions, strict=True)] == (
        [True] * match.ply
    )


def test_stepping_goes_forth_and_back(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [("", 3, 4), ("b", 3, 2), ("b", 0, 0), ("", 9, 9), ("e", 3, 9), ("7", 3, 7), ("10", 3, 3), ("x", 3, 3)]
    assert [files._next_ply(answer, ply, 9) for answer, ply, _ in steps] == [after for _, _, after in steps]
    assert "'x' is no action number from 0 to 9" in capsys.readouterr().out


def changed(record: Path, **changes: Any) -> Path:
    record.write_text(json.dumps(json.loads(record.read_text()) | changes))
    return record


def test_a_record_of_other_rules_is_refused(mandapa: Command, record: Path) -> None:
    result = mandapa("replay", changed(record, rules_version=999))
    assert result.exit_code == 1
    assert "rules version 999" in result.stderr


def test_a_record_with_a_false_result_is_refused(mandapa: Command, record: Path, match: Match) -> None:
    false = {**(match.result() or {}), "totals": [99, 98]}
    result = mandapa("replay", changed(record, result=false))
    assert result.exit_code == 1
    assert "result" in result.stderr and "99" in result.stderr


def test_a_file_that_is_no_json_is_refused(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"schema": 1,\n oops}')
    result = mandapa("replay", file)
    assert result.exit_code == 1
    assert f"{file}: line 2, column 2" in result.stderr


def test_a_missing_file_is_a_usage_error(mandapa: Command, tmp_path: Path) -> None:
    result = mandapa("replay", tmp_path / "none.json")
    assert result.exit_code == 2
    assert "does not exist" in " ".join(result.stderr.split())


FINAL = {
    "cells": "(0,0)BS (1,0)R2 (2,0)R1 (0,1)R1 (0,2)G>R@N (-1,0)K1 (0,-1)P1",
    "figures": ["(0,0)", "(1,0)"],
    "passes": 0,
}
START = {"cells": "(0,0)GS", "figures": ["(0,0)", "(0,0)"], "passes": 1}


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "table.json"
    described = {"colours": ["blue", "green"], "phase": "over", "platforms": [FINAL, START]}
    file.write_text(json.dumps({"game": "kerala", "players": 2, "position": described}))
    return file


def test_score_explains_every_point(mandapa: Command, position: Path) -> None:
    result = mandapa("score", position)
    assert result.exit_code == 0, result.output
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert "1. seat 0: 7 points" in lines
    assert "2. seat 1: -18 points" in lines
    sheet = lines[lines.index("1. seat 0: 7 points") : lines.index("2. seat 1: -18 points")]
    points = {line.split()[1]: int(line.split()[0]) for line in sheet if line.split()[0].lstrip("-").isdecimal()}
    assert points == {"removed": -4, "missing": 0, "standing": 2, "edges": 5, "symbols": 4}
    assert "colour red, cells (1,0) (2,0), tiles 2" in sheet
    assert "cell (0,2), side N, colour red" in sheet


def test_score_as_json(mandapa: Command, position: Path) -> None:
    scored = json.loads(mandapa("score", position, "--json").stdout)
    assert scored["scores"] == [7, -18]
    assert [sheet["total"] for sheet in scored["sheets"]] == [7, -18]


@pytest.mark.parametrize(
    ("content", "code", "expected"),
    [
        ("[]", 1, 'found no "game" and "position"'),
        ('{"game": "kerala"}', 1, 'found no "game" and "position"'),
        ('{"game": "chess", "position": {}}', 2, "game: found 'chess', expected one of"),
        ('{"game": "kerala", "position": {}, "colour": 1}', 1, "found colour, expected only game, players"),
        ('{"game": "kerala", "options": [], "position": {"platforms": []}, "players": 9}', 2, "players: found 9"),
        ('{"game": "kerala", "options": "x", "position": {}}', 1, "options: found 'x', expected an object"),
        ('{"game": "kerala", "position": {"platforms": "x"}}', 1, "platforms"),
    ],
)
def test_wrong_position_files_are_explained(
    mandapa: Command, tmp_path: Path, content: str, code: int, expected: str
) -> None:
    file = tmp_path / "table.json"
    file.write_text(content)
    result = mandapa("score", file)
    assert result.exit_code == code
    assert expected in result.stderr


def built_in(tmp_path: Path) -> Path:
    """A copy of Kerala's component file."""
    return Path(shutil.copy(library.game_type("kerala").folder / "components.toml", tmp_path / "mine.toml"))


def test_a_valid_component_file_passes(mandapa: Command, tmp_path: Path) -> None:
    result = mandapa("components", "check", built_in(tmp_path))
    assert result.exit_code == 0
    assert f"hash {library.load('kerala').components_hash}" in result.output


def test_a_wrong_component_file_says_what_is_wrong_where(mandapa: Command, tmp_path: Path) -> None:
    file = built_in(tmp_path)
    file.write_text(file.read_text().replace("symbols = 3, count = 5", "symbols = 30, count = 5", 1))
    result = mandapa("components", "check", file)
    assert result.exit_code == 1
    assert f"{file}: tile B3: symbols: found 30, expected a whole number from 0 to 9" in result.stderr


@pytest.mark.parametrize(
    ("content", "code", "expected"),
    [
        ("x = [", 1, "not a TOML text file"),
        ("x = 1", 1, "game: found None, expected a name"),
        ('game = "chess"', 2, "game: found 'chess', expected one of"),
    ],
)
def test_files_that_are_no_components(mandapa: Command, tmp_path: Path, content: str, code: int, expected: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(content)
    result = mandapa("components", "check", file)
    assert result.exit_code == code
    assert expected in result.stderr


def test_the_documented_position_is_scored(mandapa: Command, repository: Path, tmp_path: Path) -> None:
    page = (repository / "docs" / "command-line.md").read_text()
    file = tmp_path / "table.json"
    file.write_text(page.split("```json\n")[1].split("```")[0])
    result = mandapa("score", file, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["scores"] == [7, -18]
