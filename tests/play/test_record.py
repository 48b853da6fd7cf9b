"""Record files: written ones can be read, and unreadable ones are refused with the reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mandapa import library
from mandapa.play import Match, RecordError, Seat, actions_until, export_record, import_record

from .conftest import AT, play_turn

Record = dict[str, Any]


@pytest.fixture
def finished(two_people: Match, rng: np.random.Generator) -> Match:
    match = two_people
    while match.status == "playing":
        seat = play_turn(match, rng, confirm=False)
        match.back([seat], None, AT)
        play_turn(match, rng)
    return match


def test_a_record_is_json_and_comes_back(finished: Match) -> None:
    record = export_record(finished)
    match = import_record(json.loads(json.dumps(record)))
    assert match.state == finished.state
    assert match.result() == finished.result()
    assert match.entries == finished.entries
    assert export_record(match) == record


def test_what_a_record_holds(finished: Match) -> None:
    record = export_record(finished)
    assert record["schema"] == 1
    assert record["game"] == "kerala"
    assert record["options"]["players"] == 2
    assert record["options"]["rounds"] == 3
    assert record["components"] == {"hash": finished.game.components_hash}
    assert record["seats"] == [{"name": "Asha", "kind": "person"}, {"name": "Bala", "kind": "person"}]
    assert record["entries"][0].keys() == {"seq", "kind", "seat", "text", "at"}
    assert record["result"]["totals"] == finished.state.scores()
    assert record["software"].startswith("mandapa")


def test_a_match_that_is_under_way_has_no_result(two_people: Match) -> None:
    record = export_record(two_people)
    assert record["result"] is None
    assert import_record(record).ply == two_people.ply


def test_a_game_that_begins_at_a_position_says_so_in_its_record() -> None:
    begun = library.load("kerala", 2).at({"offer": ["K1", "R2"], "platforms": [{}, {}]})
    match = Match(begun, [Seat("Asha", "person"), Seat("Bala", "person")], confirm=False)
    match.act(match.state.current_player, "take K1", AT)
    record = json.loads(json.dumps(export_record(match)))
    assert record["schema"] == 3 and record["position"] == begun.begins_at
    again = import_record(record)
    assert again.state == match.state and export_record(again) == record


def test_seats_that_were_claimed_are_replayed(game: library.Game) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("", "open")])
    match.claim(1, "Bala", None, AT)
    record = export_record(match)
    assert record["seats"][1] == {"name": "", "kind": "open"}
    assert import_record(record).seats[1].name == "Bala"


def test_play_on_from_here(finished: Match) -> None:
    ply = finished.ply // 2
    beginning = actions_until(finished, ply)
    match = Match(finished.game, [Seat("A", "bot", "random"), Seat("B", "bot", "random")], entries=beginning)
    assert match.state.history == finished.state.history[:ply]
    assert [entry.seq for entry in beginning] == list(range(1, ply + 1))
    with pytest.raises(ValueError, match="outside"):
        actions_until(finished, finished.ply + 1)


def put(*path: str | int, value: Any) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        inner: Any = record
        for part in path[:-1]:
            inner = inner[part]
        inner[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "where", "expected"),
    [
        (put("schema", value=4), "schema", "1 or 2 or 3, which"),
        (put("schema", value=None), "schema", "1 or 2 or 3, which"),
        (put("game", value="chess"), "game", "one of"),
        (put("game", value=4), "game", "a string"),
        (put("rules_version", value=0), "rules_version", "1"),
        (put("options", value=[]), "options", "an object"),
        (put("options", "rounds", value="many"), "options", "options that this game knows"),
        (put("options", "gravity", value=1), "options", "options that this game knows"),
        (put("options", "players", value=3), "seats", "3, as in options.players"),
        (put("components", "hash", value="0000"), "components.hash", "the pieces installed here"),
        (put("components", value=None), "components", "an object"),
        (put("seats", value={}), "seats", "a list"),
        (put("seats", 0, value="Asha"), "seats[0]", "an object"),
        (put("seats", 1, "kind", value="dog"), "seats[1].kind", "person, bot or open"),
        (put("seats", 1, "name", value=None), "seats[1].name", "a string"),
        (put("seats", 1, "bot", value=3), "seats[1].bot", "a string"),
        (put("entries", value=None), "entries", "a list"),
        (put("entries", 3, value=17), "entries[3]", "an object"),
        (put("entries", 3, "seq", value=9), "entries[3]", "number 4"),
        (put("entries", 3, "seq", value="4"), "entries[3].seq", "a whole number"),
        (put("entries", 3, "seat", value="x"), "entries[3].seat", "a seat number or null"),
        (put("entries", 0, "text", value="colour 0 pink"), "entries[0]", "a legal action"),
        (put("entries", 0, "at", value=5), "entries[0].at", "a string"),
        (put("entries", 0, "kind", value="jump"), "entries[0]", "one of"),
        (put("result", "winners", value=[0, 1, 2]), "result", "which the entries lead to"),
        (put("result", value="won"), "result", "an object"),
        (put("position", value=[]), "position", "an object"),
        (put("position", value={"offer": ["K1", "K1"]}), "position", "a position that this game can have"),
    ],
)
def test_refusals_name_the_place_and_what_was_expected(
    finished: Match, change: Callable[[Record], None], where: str, expected: str
) -> None:
    record = copy.deepcopy(export_record(finished))
    change(record)
    with pytest.raises(RecordError) as error:
        import_record(record)
    assert error.value.where == where
    assert expected in error.value.expected
    assert error.value.what in str(error.value)


@pytest.mark.parametrize("data", [None, 3, "record", [], {}])
def test_what_is_no_record_at_all(data: Any) -> None:
    with pytest.raises(RecordError):
        import_record(data)


def test_a_record_that_is_too_long(finished: Match) -> None:
    record = export_record(finished)
    record["entries"] = record["entries"][:1] * 20_001
    with pytest.raises(RecordError, match="at most 20000"):
        import_record(record)


def test_a_result_before_the_end(finished: Match) -> None:
    record = export_record(finished)
    del record["entries"][-4:]  # the turn, its take-back, the turn again, its confirmation
    with pytest.raises(RecordError) as error:
        import_record(record)
    assert error.value.where == "result"


@pytest.mark.usefixtures("rng")
def test_own_pieces_travel_in_the_record(tmp_path: Any, rng: np.random.Generator) -> None:
    original = library.game_type("kerala").folder / "rules" / "components.toml"
    own = tmp_path / "own.toml"
    own.write_text(original.read_text(encoding="utf-8").replace("symbols = 3", "symbols = 4"), encoding="utf-8")
    game = library.load("kerala", players=2, rounds=1, tile_set=str(own))
    match = Match(game, [Seat("A", "person"), Seat("B", "person")])
    match.resolve_chance(rng, AT)
    record = export_record(match)
    assert record["components"]["data"]["game"] == "kerala"
    assert import_record(record, game).state == match.state
