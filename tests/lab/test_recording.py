"""Records of games played by studies, and the data read from them."""

from __future__ import annotations

import hashlib
import json
import sys

import numpy as np
import pytest
from pyarrow import parquet

import mandapa
from mandapa.bots import make
from mandapa.kernel.generic import observation_tensor
from mandapa.lab.arena import matches as arenas
from mandapa.lab.arena.matches import arena
from mandapa.lab.arena.simulation import simulate
from mandapa.lab.executor import SerialExecutor
from mandapa.lab.records import record_writer, trajectories, write_manifest
from mandapa.lab.training.dataset import write_dataset
from mandapa.play import RecordError, import_record


def kept(game, file, games=2):
    """Write random games to a file, and return their counts."""
    seats = [make("random", game, seat) for seat in range(game.players)]
    with record_writer(file) as keep:
        return simulate(game, seats, games, np.random.default_rng(3), lambda done: None, keep, ["random"] * len(seats))


def test_a_simulation_keeps_its_games(tmp_path):
    game = mandapa.load("kerala", players=2, rounds=2)
    statistics = kept(game, tmp_path / "games.jsonl")
    found = list(trajectories(tmp_path / "games.jsonl", observations=False))
    assert [one.returns for one in found] == statistics.finals.tolist()
    assert sum(len(one.decisions) for one in found) == statistics.branching.sum()
    assert {(one.game.players, *one.players) for one in found} == {(2, "random", "random")}


def test_decisions_as_parquet(tmp_path):
    game = mandapa.load("kerala", players=2, rounds=2)
    for name in ("games.jsonl", "games.parquet"):
        kept(game, tmp_path / name)
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    games = list(trajectories(tmp_path / "games.jsonl", observations=False))
    expected = [
        (number, one.ply, one.seat, one.action, one.text, one.legal, played.returns[one.seat])
        for number, played in enumerate(games)
        for one in played.decisions
    ]
    names = ("number", "ply", "seat", "action", "text", "legal", "return")
    assert [tuple(row[name] for name in names) for row in rows] == expected


def test_without_pyarrow_it_is_said_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with (
        pytest.raises(ImportError, match=r"pip install 'mandapa\[parquet\]'"),
        record_writer(tmp_path / "games.parquet"),
    ):
        pass


def test_an_arena_keeps_who_sat_where(tmp_path):
    game = mandapa.load("kerala", players=2, rounds=2)
    with record_writer(tmp_path / "games.jsonl") as keep:
        result = arena(game, ["shown", "random"], games=2, keep=keep)
    found = list(trajectories(tmp_path / "games.jsonl"))
    labels = [entrant.label for entrant in result.entrants]
    assert [one.players for one in found] == [[labels[n] for n in played.entrants] for played in result.played]
    assert [tuple(one.returns) for one in found] == [played.scores for played in result.played]
    assert all(played.record is None for played in result.played), "kept in the file and not in memory"


def test_a_decision_is_what_the_seat_knew_and_did(tmp_path):
    game = mandapa.load("chola", players=2)
    kept(game, tmp_path / "games.jsonl", games=1)
    (found,) = trajectories(tmp_path / "games.jsonl")
    record = json.loads((tmp_path / "games.jsonl").read_text(encoding="utf-8"))
    history = [action.entry for action in import_record(record).actions]
    state = game.new_state()
    for decision in found.decisions:
        for entry in history[len(state.history) : decision.ply]:
            state.apply(entry.text)
        assert (decision.seat, decision.legal) == (state.current_player, state.legal_action_ids)
        assert decision.action in decision.legal and decision.text == history[decision.ply].text
        known = np.zeros(game.type.observation_size, np.float32)
        observation_tensor(state.for_seat(decision.seat).record, decision.seat, known)
        assert np.array_equal(decision.observation, known)


@pytest.mark.parametrize(
    ("line", "where"), [("{", "line 2: "), ('{"schema": 0}', "line 2, schema"), ("ended", "line 2, entries: a game")]
)
def test_a_line_that_is_wrong_is_named(tmp_path, line, where):
    file = tmp_path / "games.jsonl"
    kept(mandapa.load("kerala", players=2, rounds=2), file, games=1)
    whole = file.read_text(encoding="utf-8")
    record = json.loads(whole)
    broken = json.dumps(record | {"entries": record["entries"][:9], "result": None}) if line == "ended" else line
    file.write_text(whole + broken + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match=where):
        list(trajectories(file, observations=False))


def test_a_data_set_tells_what_is_in_it(tmp_path):
    game = mandapa.load("kerala", 2, rounds=2)
    written = write_dataset(tmp_path / "data", [game], "greedy", 4, 1, SerialExecutor(), "the command")
    lines, table, page, manifest = written.files
    played = list(trajectories(lines, observations=False))
    rows = parquet.read_table(table).to_pylist()
    decisions = [one for game in played for one in game.decisions]
    assert len(played) == 4 and [row["text"] for row in rows] == [one.text for one in decisions]
    assert [(row["file"], row["options"], row["decisions"]) for row in written.rows()] == [
        ("kerala-2", "rounds = 2", len(rows))
    ]
    assert f"| kerala-2 | rounds = 2 | 4 | {len(rows)} | " in page.read_text() and "the command" in page.read_text()
    about = parquet.read_schema(table).field("legal").metadata[b"about"].decode()
    assert f"| `legal` | list<int32> | {about} |" in page.read_text()
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in (lines, table, page)]
    assert [one["sha256"] for one in json.loads(manifest.read_text())["files"]] == digests
    headings = [line.removeprefix("## ") for line in page.read_text().splitlines() if line.startswith("## ")]
    assert headings == [
        *("Motivation", "Composition", "Collection process", "Preprocessing", "Uses", "Distribution", "Maintenance")
    ]
    assert f"| {lines.name} | {lines.stat().st_size:,} | `{digests[0]}` |" in page.read_text()
    assert "| kerala-2 | greedy | 1 | none | none |" in page.read_text() and "root seed 1" in page.read_text()


def test_a_data_set_that_was_changed_is_refused(tmp_path):
    file = tmp_path / "games.jsonl"
    kept(mandapa.load("kerala", players=2, rounds=2), file, games=1)
    write_manifest([file])
    assert len(list(trajectories(file, observations=False))) == 1
    expected = json.loads((tmp_path / "manifest.json").read_text())["files"][0]["sha256"]
    file.write_text(file.read_text(encoding="utf-8") * 2, encoding="utf-8")
    with pytest.raises(RecordError, match=rf"games\.jsonl: found SHA-256 \w+; expected {expected}, as in "):
        list(trajectories(file))
    (tmp_path / "manifest.json").write_text('{"files": [{}]}', encoding="utf-8")
    with pytest.raises(RecordError, match=r"manifest\.json: .*expected files with their SHA-256"):
        list(trajectories(file))
    (tmp_path / "manifest.json").write_text('{"policies": []}', encoding="utf-8")
    assert len(list(trajectories(file, observations=False))) == 2, "a manifest that does not list the file"


def test_a_data_set_that_was_broken_off_goes_on(tmp_path, monkeypatch):
    game = mandapa.load("kerala", 2, rounds=2)
    whole = write_dataset(tmp_path / "whole", [game], "random", 6, 1, SerialExecutor(), "the command")
    seatings = []

    def breaks_off(game, entrants, seats, which, kept):
        seatings.append(which)
        if len(seatings) == 4:
            raise KeyboardInterrupt
        return play(game, entrants, seats, which, kept)

    play = arenas._play
    monkeypatch.setattr(arenas, "_play", breaks_off)
    with pytest.raises(KeyboardInterrupt):
        write_dataset(tmp_path / "data", [game], "random", 6, 1, SerialExecutor(), "the command")
    written = write_dataset(tmp_path / "data", [game], "random", 6, 1, SerialExecutor(), "the command")
    assert len(seatings) == 4 + 4, "the first group of two games is not played again"
    assert {file.name for file in (tmp_path / "data").iterdir()} == {file.name for file in written.files}
    moves = [
        [[one.text for one in game.decisions] for game in trajectories(found.files[0], observations=False)]
        for found in (whole, written)
    ]
    assert moves[0] == moves[1] and len(moves[0]) == 6
