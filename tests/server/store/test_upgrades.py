"""Matches whose rules have changed: continued by their old rules if those are still there, otherwise ended with a
reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mandapa import installed, library
from mandapa.kernel.compile import engine
from mandapa.kernel.errors import OptionError
from mandapa.kernel.record import record_type
from mandapa.play import RecordError, import_record

from ..conftest import Guest, Page, RunningServer

Arrive = Callable[..., Guest]
TWO_OF_MINE = [{"kind": "me"}, {"kind": "local"}]


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch, server: RunningServer) -> Callable[..., None]:
    """Upgrade Kerala to rules version 2, with or without the old rules, and simulate a restart of the server."""
    old = library.game_type("kerala")
    layout = record_type(old.state_type)
    monkeypatch.setitem(engine.engines, layout, old.engine)

    def begin(kept: bool) -> None:
        new = replace(old, rules_version=2, former_versions=(old,) if kept else ())
        others = installed._newest
        monkeypatch.setattr(installed, "_newest", lambda name: new if name == "kerala" else others(name))
        server.app.state.tables.evict_all()

    return begin


def play_out(page: Page) -> None:
    while page.prompt["result"] is None:
        page.play_turn()
        page.wait_until(lambda picture: bool(picture["choices"]) or picture["prompt"]["result"] is not None)


def test_a_match_goes_on_by_its_own_rules(arrive: Arrive, upgrade: Callable[..., None]) -> None:
    asha = arrive("Asha")
    table = asha.open_table(TWO_OF_MINE)
    asha.look(table).play_turn()
    upgrade(kept=True)
    page = asha.look(table)
    play_out(page)
    record = asha.get(f"/api/tables/{table}/record")
    assert record["rules_version"] == 1
    assert asha.get(f"/api/tables/{asha.post('/api/records', record)['id']}")["result"] == page.prompt["result"]
    assert len(asha.get(f"/api/tables/{table}/replay")["plies"]) == len(import_record(record).actions)
    another = asha.open_table(TWO_OF_MINE)
    assert asha.get(f"/api/tables/{another}/record")["rules_version"] == 2


def test_without_its_rules_a_match_ends_and_says_why(arrive: Arrive, upgrade: Callable[..., None]) -> None:
    asha = arrive("Asha")
    table = asha.open_table(TWO_OF_MINE)
    asha.look(table).play_turn()
    upgrade(kept=False)
    assert asha.connect(table).receive()["code"] == "outdated"
    details = asha.get(f"/api/tables/{table}")
    assert (details["status"], details["ending"]) == ("over", {"why": "rules", "seat": None})
    assert (details["outdated"], details["may"], details["result"]) == (True, ["delete"], None)
    assert asha.get("/api/tables")["mine"][0]["ending"]["why"] == "rules"
    record = asha.get(f"/api/tables/{table}/record")
    assert (record["rules_version"], record["entries"][-1]["text"]) == (1, "rules")
    with pytest.raises(RecordError, match="rules version 1; expected 2"):
        import_record(record)


def test_a_finished_match_is_told_and_exported_without_its_rules(arrive: Arrive, upgrade: Callable[..., None]) -> None:
    asha, chand = arrive("Asha"), arrive("Chand")
    table = asha.open_table(TWO_OF_MINE, spectators=False)
    page = asha.look(table)
    play_out(page)
    before = asha.get(f"/api/tables/{table}/record")
    upgrade(kept=False)
    details = asha.get(f"/api/tables/{table}")
    assert details["outdated"] and details["ending"] is None
    assert details["result"]["winners"] == page.prompt["result"]["winners"]
    assert asha.get(f"/api/tables/{table}/record") == before
    assert asha.refused("GET", f"/api/tables/{table}/replay")[1]["code"] == "outdated"
    assert chand.refused("GET", f"/api/tables/{table}")[1]["code"] == "not_seated"
    assert chand.refused("GET", f"/api/tables/{table}/record")[1]["code"] == "not_seated"


def test_former_rules_are_found_by_their_version(upgrade: Callable[..., None]) -> None:
    old = library.game_type("kerala")
    upgrade(kept=True)
    assert library.game_type("kerala", 1) is old and library.game_type("kerala").rules_version == 2
    with pytest.raises(OptionError, match="rules_version: found 3, expected one that kerala has: 1, 2"):
        library.game_type("kerala", 3)
    with pytest.raises(ValueError, match=r"former_versions has 'kerala' .*, expected versions of 'kerala' below 1"):
        replace(old, former_versions=(old,))
