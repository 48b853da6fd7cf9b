"""Load on a server: whole games without bots, played by scripted clients over WebSocket on loopback.

    python benchmarks/load.py                    100 tables of 4 people, 250 actions a second offered
    python benchmarks/load.py --rate 0           as fast as they go
    python benchmarks/load.py --tables 20 --rounds 4

An action counts when it is stored and its ``ok`` has come. *Latency* is the time from sending an action to its ``ok``;
*fan-out* the time until the last of the four people at the table has the new picture.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect

MEGABYTE = 1024 * 1024


@dataclass
class Tally:
    """What the clients saw."""

    latencies: list[float] = field(default_factory=list)
    fan_outs: list[float] = field(default_factory=list)
    stored_at: list[float] = field(default_factory=list)
    rejected: int = 0
    finished: int = 0


@dataclass
class Table:
    """A table as its scripted people see it."""

    id: str
    sent_at: dict[int, float] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    open: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Pace:
    """Spreads the actions of all tables over time, so that about ``rate`` a second are offered."""

    def __init__(self, rate: float, tables: int, rng: random.Random) -> None:
        self.mean = tables / rate if rate else 0.0
        self.rng = rng

    async def think(self) -> None:
        if self.mean:
            await asyncio.sleep(self.rng.uniform(0.2, 1.8) * self.mean)


def needed(text: bytes) -> dict[str, Any]:
    """A message without the picture of the table: nobody looks at it here.

    The clients of a real server are other machines; here they would take the server's processor from it.
    """
    start = text.find(b',"view":')
    if start < 0 or text.startswith(b'{"type":"rejected"'):
        return dict(from_json(text))
    return dict(from_json(text[:start] + text[text.rindex(b',"choices":') :]))


class Person:
    """One scripted client: acts at random when it is asked."""

    def __init__(self, table: Table, players: int, tally: Tally, pace: Pace, rng: random.Random) -> None:
        self.table, self.players, self.tally, self.pace, self.rng = table, players, tally, pace, rng
        self.asked = 0
        self.pending: tuple[str, float] | None = None

    async def play(self, ws: ClientConnection) -> None:
        await ws.send(json.dumps({"type": "hello", "proto": 1, "have_seq": 0}))
        acting: asyncio.Task[None] | None = None
        while not self.table.over.is_set():
            message = needed(await ws.recv(decode=False))
            kind = message["type"]
            if kind in ("sync", "delta"):
                acting = self.look(ws, message) or acting
            elif kind == "ok" and self.pending and message["id"] == self.pending[0]:
                now = time.perf_counter()
                self.tally.latencies.append(now - self.pending[1])
                self.tally.stored_at.append(now)
                self.pending = None
            elif kind == "rejected":
                self.tally.rejected += 1
        if acting is not None:
            await acting

    def look(self, ws: ClientConnection, message: dict[str, Any]) -> asyncio.Task[None] | None:
        self.count_fan_out(message)
        if message["prompt"]["result"]:
            self.table.over.set()
            return None
        if message["choices"] and message["seq"] > self.asked:
            self.asked = message["seq"]
            return asyncio.create_task(self.act(ws, message["seq"], self.rng.choice(message["choices"])["action"]))
        return None

    async def act(self, ws: ClientConnection, seq: int, action: str) -> None:
        await self.table.open.wait()
        await self.pace.think()
        now = time.perf_counter()
        self.pending = (f"a{seq}", now)
        self.table.sent_at[seq + 1] = now
        await ws.send(json.dumps({"type": "act", "id": f"a{seq}", "base_seq": seq, "action": action}))

    def count_fan_out(self, message: dict[str, Any]) -> None:
        if message["type"] != "delta" or not message["events"]:
            return
        first = message["events"][0]["seq"]
        self.table.seen[first] = self.table.seen.get(first, 0) + 1
        if self.table.seen[first] == self.players and first in self.table.sent_at:
            self.tally.fan_outs.append(time.perf_counter() - self.table.sent_at.pop(first))


async def new_guest(base: str) -> httpx.AsyncClient:
    client = httpx.AsyncClient(base_url=base, timeout=60)
    (await client.get("/api/me")).raise_for_status()
    return client


async def play_table(
    base: str, arguments: argparse.Namespace, tally: Tally, number: int, ready: asyncio.Barrier
) -> None:
    rng = random.Random(arguments.seed + number)
    people = [await new_guest(base) for _ in range(arguments.players)]
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    options = {"rounds": arguments.rounds} if arguments.rounds else {}
    plan = {"game": arguments.game, "options": options, "seats": seats, "confirm": False, "listed": False}
    created = await people[0].post("/api/tables", json=plan)
    created.raise_for_status()
    table = Table(created.json()["id"])
    details = (await people[0].get(f"/api/tables/{table.id}")).json()
    for person, link in zip(people[1:], details["invites"].values(), strict=True):
        claimed = await person.post(f"/api/tables/{table.id}/claim", json={"invite": link.removeprefix("/join/")})
        claimed.raise_for_status()
    url = f"{base.replace('http', 'ws')}/api/tables/{table.id}/live"
    pace = Pace(arguments.rate, arguments.tables, rng)
    sockets = [
        await connect(url, additional_headers={"Cookie": f"mandapa={person.cookies['mandapa']}"}, compression=None)
        for person in people
    ]
    for person in people:
        await person.aclose()
    players = [Person(table, len(people), tally, pace, rng) for _ in people]
    playing = [asyncio.create_task(p.play(ws)) for p, ws in zip(players, sockets, strict=True)]
    await ready.wait()
    table.open.set()
    over = asyncio.create_task(table.over.wait())
    await asyncio.wait([over, *playing], return_when=asyncio.FIRST_COMPLETED)
    if not over.done() and not table.over.is_set():
        await next(task for task in playing if task.done())  # says what went wrong
    tally.finished += 1
    await asyncio.sleep(0.2)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for ws in sockets:
        await ws.close()


def resident(pid: int) -> float:
    """Resident memory of a process in megabytes (Linux)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def wait_for(base: str, compiled: str | None) -> None:
    async with httpx.AsyncClient(base_url=base) as client:
        for _ in range(1200):
            try:
                health = (await client.get("/api/health")).json()
            except httpx.TransportError:
                health = None
            if health and (compiled is None or health["compiled"][compiled]):
                return
            await asyncio.sleep(0.25)
    raise SystemExit("the server did not get ready")


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] * 1000


def report(tally: Tally, seconds: float, memory: dict[str, float]) -> dict[str, Any]:
    steady = tally.stored_at[len(tally.stored_at) // 10 : -len(tally.stored_at) // 10]
    rate = (len(steady) - 1) / (steady[-1] - steady[0])
    return {
        "tables finished": tally.finished,
        "actions": len(tally.latencies),
        "rejected": tally.rejected,
        "seconds": round(seconds, 1),
        "actions a second": round(rate, 1),
        "latency p50 ms": round(percentile(tally.latencies, 0.5), 2),
        "latency p99 ms": round(percentile(tally.latencies, 0.99), 2),
        "latency max ms": round(max(tally.latencies) * 1000, 2),
        "fan-out p50 ms": round(statistics.median(tally.fan_outs) * 1000, 2),
        "fan-out p99 ms": round(percentile(tally.fan_outs, 0.99), 2),
        **{f"server MB {name}": round(value) for name, value in memory.items()},
    }


async def measure(arguments: argparse.Namespace, base: str, pid: int) -> dict[str, Any]:
    await wait_for(base, None if arguments.interpreted else arguments.game)
    memory = {"idle": resident(pid)}
    tally = Tally()
    ready = asyncio.Barrier(arguments.tables + 1)
    tables = [
        asyncio.create_task(play_table(base, arguments, tally, number, ready)) for number in range(arguments.tables)
    ]
    all_open = asyncio.create_task(ready.wait())
    await asyncio.wait([all_open, *tables], return_when=asyncio.FIRST_COMPLETED)
    if not all_open.done():
        await next(table for table in tables if table.done())  # says what went wrong
    gc.collect()
    gc.freeze()  # the client's own pauses are not the server's
    started, used, own = time.perf_counter(), processor_seconds(pid), time.process_time()
    done = asyncio.gather(*tables)
    while not done.done():
        await asyncio.wait([done], timeout=1)
        memory["loaded"] = max(memory.get("loaded", 0.0), resident(pid))
        if arguments.progress:
            print(f"{len(tally.latencies)} actions, {tally.finished} tables over", file=sys.stderr, flush=True)
    await done
    result = report(tally, time.perf_counter() - started, memory)
    for who, seconds in (("server", processor_seconds(pid) - used), ("clients", time.process_time() - own)):
        result[f"{who} CPU ms an action"] = round(seconds * 1000 / len(tally.latencies), 2)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kerala")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=0, help="shorter games; 0: whole ones")
    parser.add_argument("--rate", type=float, default=250, help="actions a second offered; 0: as fast as they go")
    parser.add_argument("--database", default="", help="default: an SQLite file in a new folder")
    parser.add_argument("--interpreted", action="store_true", help="without machine code")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--progress", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        environment = os.environ | {
            "MANDAPA_DATABASE": arguments.database or f"sqlite:///{folder}/load.sqlite3",
            "MANDAPA_PORT": str(port),
            "MANDAPA_WARM": "false" if arguments.interpreted else "true",
            "MANDAPA_LOG_LEVEL": "warning",
            "MANDAPA_GUEST_LIMIT": "100000/minute",
            "MANDAPA_TABLE_LIMIT": "100000/minute",
            "MANDAPA_ADDRESS_LISTED": "100000",
            "MANDAPA_HTTP_LIMIT": "100000/minute",
        }
        server = subprocess.Popen([sys.executable, "-m", "mandapa.server"], env=environment, stdout=subprocess.DEVNULL)
        try:
            result = asyncio.run(measure(arguments, f"http://127.0.0.1:{port}", server.pid))
        finally:
            server.terminate()
            server.wait(15)
    print(json.dumps(result) if arguments.json else "\n".join(f"{name:>24}  {value}" for name, value in result.items()))


if __name__ == "__main__":
    main()
