"""`mandapa replay`, `mandapa score`, `mandapa components check`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mandapa as library
from mandapa.cli.play import replay
from mandapa.coach.analysis import MARK_THRESHOLDS
from mandapa.games.chola.show import text as chola_text
from mandapa.games.hampi.show import text as hampi_text
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


def test_a_file_of_several_games_has_each_of_them(mandapa: Command, record: Path, match: Match, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    unfinished = json.dumps({**json.loads(record.read_text()), "entries": [], "result": None})
    games.write_text(f"{unfinished}\n{record.read_text()}\n")
    result = mandapa("replay", games, "--game", 2)
    assert result.exit_code == 0 and f"{match.ply} actions; replayed without a fault" in result.output
    result = mandapa("replay", games)
    assert result.exit_code == 1 and "found 2 games, one on each line; choose one with --game" in result.output
    result = mandapa("analyse", games, "--game", 3)
    assert result.exit_code == 2 and "--game: found 3, expected 1 to 2" in result.output
    assert "not over" in mandapa("analyse", games, "--game", 1).output


def test_a_finished_game_is_judged(mandapa: Command, record: Path, match: Match, tmp_path: Path) -> None:
    result = mandapa("analyse", record, "--simulations", 20)
    assert result.exit_code == 0
    assert "Asha" in result.output and "Ravi" in result.output and "Turns that could be improved" in result.output
    page = tmp_path / "judged.html"
    found = json.loads(mandapa("analyse", record, "--simulations", 20, "--page", page, "--json").stdout)
    assert len(found["verdicts"]) == 4 and found["unit"] == "points"
    assert {one["seat"] for one in found["summaries"]} == {0, 1}
    text = page.read_text(encoding="utf-8")
    assert "<h2>Winning chance</h2>" in text and "<h2>Expected result</h2>" in text
    assert (
        text.count("<h3>") == sum(one["mark"] in MARK_THRESHOLDS for one in found["verdicts"]) == text.count("Better: ")
    )
    assert not re.search(r'(?:src|href)="(?!#)', text), "it needs no other file"


def test_a_game_that_is_not_over_is_not_judged(mandapa: Command, match: Match, tmp_path: Path) -> None:
    half = export_record(match)
    half["entries"], half["result"] = half["entries"][:-1], None
    file = tmp_path / "half.json"
    file.write_text(json.dumps(half))
    result = mandapa("analyse", file)
    assert result.exit_code == 1
    assert "found a game that is not over, expected one that has ended by its rules" in result.stderr


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
    match.add_referee_outcome(*match.state.rule(rng), now())
    return export_record(match)


def test_an_audit_repeats_what_a_hand_did(mandapa: Command, act_record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "acts.json"

    def audited() -> str:
        file.write_text(json.dumps(act_record))
        result = mandapa("replay", file, "--audit")
        assert result.exit_code == 0
        return str(result.output)

    assert audited() == "1 outcome of a referee repeated, 0 differ\n"
    act, last = act_record["entries"][-2:]
    sheet_lines, last["text"] = last["text"], f"result {act['text'].split()[1]}+99+99"
    assert "mm apart" in audited()
    last["text"] = f"result !{act['text'].split()[1]}"
    assert "another verdict: result" in audited()
    last["text"] = sheet_lines
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


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "entry 1: chance 'nonsense': not an action"),  # as when the rules have changed since
        ([], "options: found [], expected an object"),
    ],
)
def test_replay_explains_a_state_that_it_cannot_reach(
    mandapa: Command, tmp_path: Path, options: Any, expected: str
) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps({"game": "kerala", "players": 2, "options": options, "actions": ["nonsense"]}))
    result = mandapa("replay", file)
    assert (result.exit_code, f"{file}: {expected}" in result.output.replace("\n", " ")) == (1, True), result.output


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
    assert any(line.startswith("1. ") for line in lines)


def test_a_game_that_was_not_played_to_its_end_has_no_places(mandapa: Command, match: Match, tmp_path: Path) -> None:
    game = Match(match.game, [Seat("Asha", "person"), Seat("Ravi", "person")], confirm=False)
    game.extend(match.entries[: match.actions[0].entry.seq])
    game.close("closed", now())
    file = tmp_path / "closed.json"
    file.write_text(json.dumps(export_record(game)))
    lines = mandapa("replay", file, "--text").output.splitlines()
    assert next(line for line in lines if line.startswith(("Asha: ", "Ravi: ", "1. "))).startswith("Asha: ")


def test_stepping_goes_forth_and_back(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [("", 3, 4), ("b", 3, 2), ("b", 0, 0), ("", 9, 9), ("e", 3, 9), ("7", 3, 7), ("10", 3, 3), ("x", 3, 3)]
    assert [replay._next_ply(answer, ply, 9) for answer, ply, _ in steps] == [after for _, _, after in steps]
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


@pytest.mark.parametrize("contents", ["[" * 100_000, "1" * 5_000], ids=["too deep", "too long a number"])
@pytest.mark.parametrize(
    "command", [("replay",), ("score",), ("analyse",), ("components", "check")], ids=lambda command: command[0]
)
def test_a_file_that_python_refuses_to_read_is_refused(
    mandapa: Command, tmp_path: Path, command: tuple[str, ...], contents: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(contents if command[0] != "components" else f"a = {contents}")
    result = mandapa(*command, file)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"mandapa: {file}: ")
    assert "nested too deeply" in result.stderr or "more than 4,300 digits" in result.stderr


def test_a_record_may_begin_with_a_byte_order_mark(mandapa: Command, record: Path, match: Match) -> None:
    record.write_text(f"\ufeff{record.read_text()}", encoding="utf-8")
    assert f"{match.ply} actions; replayed without a fault" in mandapa("replay", record).output


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
    points = {
        line.split()[1].strip(","): int(line.split()[0]) for line in sheet if line.split()[0].lstrip("-").isdecimal()
    }
    assert points == {"removed": -4, "missing": 0, "standing": 2, "edges": 5, "symbols": 4}
    assert "red area, tiles 2: (1,0) (2,0)" in sheet
    assert "red edge N of (0,2): counts" in sheet
    assert "red 1: (0,1)" in sheet


POSITIONS: dict[str, dict[str, Any]] = {
    "chola": {
        "players": 2,
        "options": {"variant": "expert"},
        "position": {"points": [12, 5]},
    },
    "hampi": {
        "players": 2,
        "position": {
            "board": "H56@0,0/0 H57@1,0/0 H58@0,1/0",
            "round": 2,
            "holders": [1],
            "support": [{"lady": 7}, {"lady": 3, "miner": -1}],
        },
    },
    "indus": {
        "players": 4,
        "position": {"phase": "over", "stacks": {"46": ["Ga"], "56": ["Gw", "Yw"]}, "points": {"green": 3}},
    },
    "menara": {
        "players": 2,
        "position": {
            "floors": [
                "F06 light @0,0 r0 L0 []",
                "F01 light @-69.49,-74.29 r146.81 L0 []",
                "F18 light @2.81,-144.42 r213.86 L0 []",
            ],
            "target": 4,
            "row": ["red MOVE 2 dark", "red MOVE 2 light"],
        },
    },
}
EXPLAINED = {
    "chola": ["1. seat 0: 12 points", "12 points at the start of the position", "2. seat 1: 5 points"],
    "hampi": ["1. seat 1: 2 points", "-1 miner", "before: -1", "3 lady", "before: +3", "holds the Sun Jewel"],
    "indus": [
        "1. seat 1: 15 points",
        "3 buildings",
        "B2 on 46 56 66, 3: yellow 1, green 2 there; 3 alone",
        "T3 on 36 46 56, 1: yellow 1, green 1 there; 2 among 2, 1 each",
        "2. seat 2: 12 points",
        "3 captures",
        "green 3",
    ],
    "menara": [
        "1. all together: -6 levels",
        "0 levels standing",
        "3 floors in the temple, 0 levels at its tallest",
        "-4 levels needed at the start",
        "-2 cards not completed, one level more each",
        "2 red",
        "0 turns with a new floor at the base, one level more each",
    ],
}


@pytest.mark.parametrize("game", EXPLAINED)
def test_score_explains_every_point_of_every_game(mandapa: Command, tmp_path: Path, game: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"game": game, **POSITIONS[game]}))
    result = mandapa("score", file)
    assert result.exit_code == 0, result.output
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    found = [line for line in lines if line in EXPLAINED[game]]
    assert list(dict.fromkeys(found)) == EXPLAINED[game]


def test_support_that_several_divide_is_explained() -> None:
    pond = {"kind": "pond", "cells": [[1, 1], [2, 0]], "leaders": [0, 1]}
    zone = {**pond, "support": {"lady": 5, "miner": -3}, "each": {"lady": 2, "miner": -1}}
    support = {"miner": -1, "merchant": 0, "lady": 2, "elder": 0, "priest": 0, "farmer": 4}
    sheet = {"support": support, "zones": [zone], "other": {"farmer": 4}, "holds_jewel": True}
    sheet_lines = {line.item: (line.points, line.reasons) for line in hampi_text.explain(sheet)}
    assert sheet_lines["lady"] == (2, ("pond (1,1) (2,0): +5 among 2: +2",))
    assert sheet_lines["miner"] == (-1, ("pond (1,1) (2,0): -3 among 2: -1",))
    assert sheet_lines["farmer"] == (4, ("before: +4",))
    assert sheet_lines["merchant"] == (0, ())
    assert sheet_lines["holds the Sun Jewel"] == (None, ())


def test_an_opponent_is_explained_too() -> None:
    rows = {"foreign": 3, "sculptures": 8, "treasures": 0}
    opponent = {"total": 104, "rows": {"given_patterns": 4, "other": 100}}
    own, other = (
        chola_text.explain({"rows": rows, "tie_break": 2}),
        chola_text.explain({"rows": {}, "opponent": opponent}),
    )
    assert [line.points for line in own] == [3, 8, None]
    assert own[-1].item.startswith("2 stones at a tie")
    assert (other[0].points, other[0].item) == (None, "the opponent has 104 points")
    assert [reason.split()[0] for reason in other[0].reasons] == ["4", "100"]


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
    return Path(shutil.copy(library.game_type("kerala").folder / "rules" / "components.toml", tmp_path / "mine.toml"))


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
