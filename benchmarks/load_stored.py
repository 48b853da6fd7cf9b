"""A database with many matches, for `load.py`: how fast a server starts on it, and how fast its lists are."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

import httpx
from load_server import Server, serve
from sqlalchemy import Connection, insert, text

from mandapa import library
from mandapa.server.store import schema
from mandapa.server.store.database import Database, upgrade
from mandapa.server.store.secret_codes import hash_secret, new_id

BUSY, ORDINARY = "the guest with most tables", "an ordinary guest"
REQUESTS = 40
TOKEN = "token-of-{}"


def measure(database: str, matches: int, entries: int) -> dict[str, Any]:
    """Fill a database, and start a server on it twice; the first start upgrades the schema if necessary."""
    guests = [new_id() for _ in range(max(100, matches // 10))]
    fill(database, guests, _history(guests, matches), entries)
    report: dict[str, Any] = {}
    for which in ("first", "second"):
        began = time.perf_counter()
        with serve(database) as server:
            asyncio.run(server.ready(None))
            report[f"{which} start s"] = round(time.perf_counter() - began, 2)
            if which == "second":
                report |= asyncio.run(_ask(server))
    return report


async def _ask(server: Server) -> dict[str, Any]:
    report = {}
    async with httpx.AsyncClient(base_url=server.base, timeout=60) as client:
        newcomer = (await client.get("/api/me")).cookies["mandapa"]
        client.cookies.clear()
        tokens = {BUSY: TOKEN.format(0), ORDINARY: TOKEN.format(77), "a newcomer": newcomer}
        for who, token in tokens.items():
            times = []
            for _ in range(REQUESTS):
                began = time.perf_counter()
                answer = await client.get("/api/tables", headers={"Cookie": f"mandapa={token}"})
                times.append((time.perf_counter() - began) * 1000)
                answer.raise_for_status()
            total = answer.json()["total"]
            report[f"hall ms, {who} ({total} tables)"] = f"median {statistics.median(times):.0f}, max {max(times):.0f}"
    return report


class Plan(NamedTuple):
    """A match to store; ``people``: its players, the last of whom joins when it begins."""

    status: str
    listed: bool
    people: list[str]
    days_ago: float


def fill(database: str, guests: list[str], plans: Iterable[Plan], entries: int) -> None:
    """Store these guests, whose tokens are ``TOKEN`` with their number, and matches of Kerala."""
    engine = Database(database).appends
    with engine.begin() as connection:
        upgrade(connection)
        _guests(connection, guests)
    game = library.load("kerala", players=4)
    rng = random.Random(1)
    left = iter(plans)
    while some := list(islice(left, 1000)):
        with engine.begin() as connection:
            _matches(connection, some, entries, game, rng)
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))
    engine.dispose()


def _history(guests: list[str], matches: int) -> Iterator[Plan]:
    """Return two months of history: most matches are over, some in progress, a few in the lobby."""
    rng = random.Random(1)
    for number in range(matches):
        status = rng.choices(["over", "playing", "waiting"], [94, 5, 1])[0]
        people = rng.sample(guests[1:], 4)
        if rng.random() < 0.03:  # a guest with many games
            people[rng.randrange(4)] = guests[0]
        yield Plan(status, status == "waiting" and rng.random() < 0.5, people, 60 * (1 - number / matches))


def _guests(connection: Connection, guests: list[str]) -> None:
    at = _time(0)
    names = [{"id": id, "name": f"Guest {n}", "created": at, "seen": at} for n, id in enumerate(guests)]
    connection.execute(insert(schema.guest), names)
    sessions = [
        {"token_hash": hash_secret(TOKEN.format(n)), "guest_id": id, "created": at} for n, id in enumerate(guests)
    ]
    connection.execute(insert(schema.session), sessions)


def _time(days_ago: float) -> str:
    at = datetime.now(UTC) - timedelta(days=days_ago)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _matches(
    connection: Connection, plans: Iterable[Plan], entries: int, game: library.Game, rng: random.Random
) -> None:
    rows, seats, lines = [], [], []
    for plan in plans:
        row = _match(game, plan, entries, rng)
        rows.append(row)
        seats += list(_seats(row, plan.people))
        lines += [
            {
                "match_id": row["id"],
                "seq": seq,
                "kind": "act",
                "seat": seq % 4,
                "text": "place c3 rank 2",
                "at": row["updated"],
            }
            for seq in range(1, entries + 1)
        ]
    connection.execute(insert(schema.match), rows)
    connection.execute(insert(schema.seat), seats)
    connection.execute(insert(schema.entry), lines)


def _match(game: library.Game, plan: Plan, entries: int, rng: random.Random) -> dict[str, Any]:
    status, at = plan.status, _time(plan.days_ago)
    over = {"totals": [30, 20, 10, 0], "ranks": [1, 2, 3, 4], "winners": [0], "returns": [1, 0, 0, 0]}
    return {
        "id": new_id(),
        "game": game.name,
        "options": game.options,
        "rules_version": game.rules_version,
        "components_hash": game.components_hash,
        "confirm": True,
        "spectators": True,
        "listed": plan.listed,
        "review": False,
        "owner": plan.people[0],
        "status": status,
        "seq": entries,
        "turn": rng.randrange(4) if status == "playing" else None,
        "created": at,
        "updated": at,
        "result": over if status == "over" else None,
        "revision": 0,
    }


def _seats(row: dict[str, Any], people: list[str]) -> Iterator[dict[str, Any]]:
    for seat, guest in enumerate(people):
        kind = "open" if row["status"] == "waiting" and seat == 3 else "person"
        yield {
            "match_id": row["id"],
            "seat": seat,
            "first": {"name": f"Person {seat}", "kind": kind},
            "name": f"Person {seat}",
            "kind": kind,
            "guest_id": guest if kind == "person" else None,
            "invite": f"{row['id']}.invite" if kind == "open" else None,
            "asked": False,
            "resigned": False,
            "put_away": False,
        }
