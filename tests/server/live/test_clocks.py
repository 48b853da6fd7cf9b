"""Game clocks as clients see them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from mandapa.play import entries
from mandapa.server.live import table as live_table

from ..conftest import Guest


@pytest.fixture
def asha(arrive: Callable[..., Guest]) -> Guest:
    return arrive("Asha")


def test_clocks_are_shown(asha: Guest) -> None:
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}], clock={"bank": 300.0, "increment": 10.0})
    page = asha.look(table)
    clock = page.picture["table"]["clock"]
    assert (clock["bank"], clock["increment"], clock["left"]) == (300, 10, [300, 300])
    assert clock["running"] == 0


def test_how_long_a_clock_has_run_is_told_in_seconds(asha: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}], clock={"bank": 300.0, "increment": 10.0})
    begun = asha.look(table).picture["table"]["clock"]["since"]
    later = datetime.fromisoformat(begun) + timedelta(seconds=42)
    monkeypatch.setattr(entries, "now", lambda: later.isoformat())
    assert asha.look(table).picture["table"]["clock"]["elapsed"] == 42
    monkeypatch.setattr(entries, "now", lambda: "2000-01-01T00:00:00Z")
    assert asha.look(table).picture["table"]["clock"]["elapsed"] == 0


def test_a_clock_that_is_set_back_takes_no_time_back(asha: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}], clock={"bank": 300.0, "increment": 10.0})
    page = asha.look(table)
    monkeypatch.setattr(live_table, "now", lambda: "2037-01-01T00:00:00.000Z")
    assert page.act()["type"] == "ok"
    monkeypatch.setattr(live_table, "now", lambda: "2036-12-31T23:00:00.000Z")
    while page.actions:
        assert page.act()["type"] == "ok"
    assert page.request("confirm")["type"] == "ok"
    times = [entry["at"] for entry in asha.get(f"/api/tables/{table}/record")["entries"]]
    assert times == sorted(times) and times[-1].startswith("2037")
