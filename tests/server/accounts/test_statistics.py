"""A guest's statistics: results of finished games, and what the coach found in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mandapa.server.accounts import statistics as module
from mandapa.server.accounts.statistics import judged_seat, statistics
from mandapa.server.store.rows import SeatRow
from mandapa.server.store.store import Store

from ..conftest import TWO, Guest, RunningServer
from ..store.test_store import a_match, database, with_store

__all__ = ["database"]

RESULT = {"totals": [21.0, 30.0], "ranks": [2, 1], "winners": [1]}


def verdict(ply: int, mark: str, lost_chance: float = 0.0, seat: int = 0) -> dict[str, Any]:
    return {"seat": seat, "ply": ply, "count": 1, "mark": mark, "lost_chance": lost_chance}


FOUND = {
    "verdicts": [
        verdict(3, "best"),
        verdict(4, "blunder", 0.5, seat=1),
        verdict(5, "inaccuracy", 0.04),
        verdict(6, "mistake", 0.1),
        verdict(7, "forced"),
        verdict(9, "good", 0.01),
        verdict(10, "best", seat=1),
        verdict(11, "blunder", 0.2),
    ]
}


def test_decisions_of_a_seat_are_counted_by_thirds_of_the_game() -> None:
    mine, theirs = judged_seat(FOUND, 0), judged_seat(FOUND, 1)
    assert (mine["decisions"], theirs["decisions"]) == (5, 2)
    assert mine["lost_chance"] == pytest.approx(0.35)
    assert [tuple(phase.values()) for phase in mine["phases"]] == [(2, 1, 0, 0), (1, 0, 1, 0), (2, 0, 0, 1)]
    assert judged_seat({"verdicts": []}, 0)["decisions"] == 0


def test_the_newest_finished_games_are_told(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES", 4)
    monkeypatch.setattr(module, "JUDGED", 1)

    async def work(store: Store) -> dict[str, Any]:
        asha = (await store.guests.create("Asha"))[0].id
        bala = (await store.guests.create("Bala"))[0].id
        bot = SeatRow(1, {}, "Novice", "bot", bot="novice")

        async def played(number: int, *seats: SeatRow, owner: str = asha, **fields: Any) -> str:
            made = a_match(owner, **{"status": "over", "result": RESULT, "updated": f"2026-01-{number:02d}", **fields})
            await store.create_match(replace(made, seats=seats or [replace(made.seats[0], guest_id=owner), bot]))
            return made.row.id

        me = SeatRow(0, {}, "Asha", "person", guest_id=asha)
        await played(1)
        ids = [
            await played(2),
            await played(3, me, replace(me, seat=1)),
            await played(4, replace(bot, seat=0), replace(me, seat=1, resigned=True), ending={"why": "resigned"}),
            await played(5, SeatRow(0, {}, "Bala", "person", guest_id=bala), replace(me, seat=1)),
        ]
        await played(6, owner=bala)
        await played(7, status="playing", result=None)
        await played(8, result=None)
        await played(9, review=True)
        await played(10, replace(me, put_away=True), bot)
        for one in ids[:2]:
            await store.keep_analysis(one, FOUND)
        found = await statistics(store, asha)
        assert [one["id"] for one in found["games"]] == ids[::-1], "others are not finished, not mine, or put away"
        return found

    found = with_store(database, work)
    assert found["total"] == 5
    columns = ("points", "rank", "won", "whole", "people", "bots")
    assert [tuple(one[name] for name in columns) for one in found["games"]] == [
        (30, 1, True, True, 1, []),
        (30, 1, False, False, 0, ["novice"]),
        (21, 2, False, True, 1, []),
        (21, 2, False, True, 0, ["novice"]),
    ]
    assert [one["judged"] is None for one in found["games"]] == [True, True, False, True], "the newest is looked at"
    assert found["games"][2]["judged"] == judged_seat(FOUND, 0)


def test_everybody_is_told_of_the_own_games(start: Callable[..., RunningServer], arrive: Callable[..., Guest]) -> None:
    server = start(heavy_limit="2/hour")
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    table = asha.open_table([TWO[0], {"kind": "bot", "bot": "novice"}])
    asha.post(f"/api/tables/{table}/seats/0/resign")
    (game,) = asha.get("/api/me/statistics")["games"]
    assert (game["id"], game["game"], game["won"], game["bots"]) == (table, "kerala", False, ["novice"])
    assert bala.get("/api/me/statistics") == {"games": [], "total": 0}
    asha.get("/api/me/statistics")
    assert asha.refused("GET", "/api/me/statistics")[0] == 429
