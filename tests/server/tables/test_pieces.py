"""Tables with the host's custom pieces: offered by name, never by path."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mandapa import library
from mandapa.play import Match, Seat
from mandapa.server.live.table import OutdatedMatch, match_from
from mandapa.server.tables.create import _stored

from ..conftest import Guest

Arrive = Callable[[str], Guest]
SEATS = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tile set of Hampi that the host calls bazaar."""
    original = library.game_type("hampi").folder / "rules" / "components.toml"
    own = tmp_path / "hampi" / "bazaar.toml"
    own.parent.mkdir()
    own.write_text(original.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv("MANDAPA_PIECES", str(tmp_path))
    return own


def offered(guest: Guest, game: str) -> dict[str, object]:
    (found,) = (one for one in guest.get("/api/games") if one["name"] == game)
    return {option["name"]: option["choices"] for option in found["options"] if option["kind"] == "file"}


def test_they_are_offered_by_name(arrive: Arrive, box: Path) -> None:
    asha = arrive("Asha")
    assert offered(asha, "hampi") == {"components": ["default", "bazaar"]}
    assert offered(asha, "kerala") == {}
    assert asha.get("/api/games/hampi/components?own=bazaar") == asha.get("/api/games/hampi/components")
    assert asha.http.get("/api/games/hampi/components?own=../kerala/x").status_code == 404


def test_a_table_names_them_and_no_path(arrive: Arrive, box: Path) -> None:
    asha = arrive("Asha")
    table = asha.open_table(SEATS, game="hampi", options={"components": "bazaar"})
    details = asha.get(f"/api/tables/{table}")
    assert details["options"]["components"] == "bazaar"
    record = asha.get(f"/api/tables/{table}/record")
    assert record["options"]["components"] == "bazaar" and "data" in record["components"]
    assert str(box.parent) not in json.dumps([details, record])
    status, error = asha.refused(
        "POST", "/api/tables", {"game": "hampi", "seats": SEATS, "options": {"components": str(box)}}
    )
    assert (status, error["code"], error["expected"]) == (422, "bad_option", "default, bazaar")


def test_a_file_that_went_wrong_is_told_without_its_path(arrive: Arrive, box: Path) -> None:
    asha = arrive("Asha")
    game = library.load("hampi", players=2, components="bazaar")
    stored = _stored(Match(game, [Seat("A", "person"), Seat("B", "person")]), "a", ["a", None])
    box.write_text("game = 'hampi'", encoding="utf-8")
    plan = {"game": "hampi", "seats": SEATS, "options": {"components": "bazaar"}}
    answers = [asha.refused("POST", "/api/tables", plan)]
    answer = asha.http.get("/api/games/hampi/components?own=bazaar")
    answers.append((answer.status_code, answer.json()["error"]))
    for status, error in answers:
        assert (status, error["code"]) == (422, "bad_components")
        assert str(box.parent) not in json.dumps(error)
    with pytest.raises(OutdatedMatch, match=r"its pieces: removed or changed") as outdated:
        match_from(stored)
    assert str(box.parent) not in str(outdated.value)


def test_a_table_whose_pieces_are_gone_says_so(box: Path) -> None:
    game = library.load("hampi", players=2, components="bazaar")
    stored = _stored(Match(game, [Seat("A", "person"), Seat("B", "person")]), "a", ["a", None])
    assert match_from(stored).game.components_hash == game.components_hash
    box.unlink()
    with pytest.raises(OutdatedMatch, match="its pieces: removed or changed"):
        match_from(stored)
