"""Several server processes that share one PostgreSQL, and what a single SQLite file cannot do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mandapa.server import Settings, SettingsError, run

from .conftest import Guest, RunningServer


def test_two_processes_share_a_table(
    postgresql: str, start: Callable[..., RunningServer], arrive: Callable[..., Guest]
) -> None:
    first, second = start(database=postgresql), start(database=postgresql)
    asha, bala = arrive("Asha", first), arrive("Bala", second)
    table = asha.open_table()
    here = asha.look(table)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    there = bala.look(table)
    here.wait_until(lambda picture: picture["table"]["seats"][1]["connected"])
    there.wait_until(lambda picture: picture["table"]["seats"][0]["connected"])
    for page in (here, there, there, here):
        page.play_turn()
    for page in (here, there):
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    assert here.prompt["result"] == there.prompt["result"]
    assert [e["action"] for e in here.events] == [e["action"] for e in there.events]


def test_bots_play_through_any_process(
    postgresql: str, start: Callable[..., RunningServer], arrive: Callable[..., Guest]
) -> None:
    first, second = start(database=postgresql), start(database=postgresql)
    asha = arrive("Asha", first)
    table = asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    elsewhere = Guest(second.address, "Asha", asha.http.cookies)
    here, there = asha.look(table), elsewhere.look(table)
    here.play_turn()
    there.wait_until(lambda picture: picture["prompt"]["mine"] and picture["view"]["round"] == 2)
    there.play_turn()
    for page in (here, there):
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    elsewhere.close()


def test_several_processes_need_postgresql() -> None:
    with pytest.raises(SettingsError, match="only PostgreSQL"):
        run(Settings(database="sqlite:////nowhere/x.sqlite3", workers=2))
