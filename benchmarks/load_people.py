"""Scripted players for `load.py`: they sit at tables over WebSocket and act at random when it is their turn."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect


@dataclass
class Tally:
    """Counts and times measured by the players."""

    latencies: list[float] = field(default_factory=list)
    fan_outs: list[float] = field(default_factory=list)
    stored_at: list[float] = field(default_factory=list)
    rejected: int = 0
    finished: int = 0
    bot_moves: int = 0


class Pace:
    """Spreads the actions of a table over time: ``mean`` seconds between two of them, however long answers take."""

    def __init__(self, mean: float, rng: random.Random) -> None:
        self.mean = mean
        self.rng = rng
        self._next = 0.0

    async def think(self) -> None:
        now = time.perf_counter()
        self._next = max(self._next, now - self.mean) + self.rng.uniform(0.2, 1.8) * self.mean
        await asyncio.sleep(max(0.0, self._next - now))


@dataclass
class Table:
    """A table as its players see it."""

    id: str
    pace: Pace
    rng: random.Random
    open: asyncio.Event
    over: asyncio.Event = field(default_factory=asyncio.Event)
    sent_at: dict[int, float] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)


def needed(text: bytes) -> dict[str, Any]:
    """Return a message without the view of the table, which the scripted players do not use.

    The clients of a real server are other machines; here they would take the server's processor from it.
    """
    start = text.find(b',"view":')
    if start < 0 or text.startswith(b'{"type":"rejected"'):
        return dict(from_json(text))
    return dict(from_json(text[:start] + text[text.rindex(b',"choices":') :]))


class Person:
    """A player that acts at random when it is their turn."""

    def __init__(self, table: Table, players: int, tally: Tally) -> None:
        self.table, self.players, self.tally = table, players, tally
        self.asked = 0
        self.pending: tuple[str, float] | None = None
        self.acting: asyncio.Task[None] | None = None

    async def play(self, ws: ClientConnection) -> None:
        await ws.send(json.dumps({"type": "hello", "proto": 1, "have_seq": 0}))
        try:
            while not self.table.over.is_set():
                self.take(ws, needed(await ws.recv(decode=False)))
        finally:
            if self.acting is not None:
                self.acting.cancel()

    def take(self, ws: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ("sync", "delta"):
            self.look(ws, message)
        elif kind == "ok" and self.pending and message["id"] == self.pending[0]:
            now = time.perf_counter()
            self.tally.latencies.append(now - self.pending[1])
            self.tally.stored_at.append(now)
            self.pending = None
        elif kind == "rejected":
            self.tally.rejected += 1
        elif kind == "error":
            raise RuntimeError(message["message"])

    def look(self, ws: ClientConnection, message: dict[str, Any]) -> None:
        self.count_fan_out(message)
        if message["prompt"]["result"]:
            self.table.over.set()
        elif message["choices"] and message["seq"] > self.asked:
            self.asked = message["seq"]
            action = self.table.rng.choice(message["choices"])["action"]
            self.acting = asyncio.create_task(self.act(ws, message["seq"], action))

    async def act(self, ws: ClientConnection, seq: int, action: str) -> None:
        await self.table.open.wait()
        await self.table.pace.think()
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


class Town:
    """The source of players: one pool of connections for their requests before they sit down."""

    def __init__(self, base: str, tally: Tally) -> None:
        self.base, self.tally = base, tally
        self._transport = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=20))
        self._enter = asyncio.Semaphore(20)

    async def guest(self) -> httpx.AsyncClient:
        """Create a guest."""
        client = httpx.AsyncClient(base_url=self.base, timeout=60, transport=self._transport)
        (await client.get("/api/me")).raise_for_status()
        return client

    async def page(self, guest: httpx.AsyncClient, table: str) -> ClientConnection:
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live"
        cookie = {"Cookie": f"mandapa={guest.cookies['mandapa']}"}
        return await connect(url, additional_headers=cookie, compression=None, ping_interval=None, max_size=None)

    async def open_table(
        self, game: str, options: dict[str, Any], players: int
    ) -> tuple[str, list[httpx.AsyncClient], list[ClientConnection]]:
        """Open a table with a player at every seat, and their pages."""
        async with self._enter:
            people = [await self.guest() for _ in range(players)]
            seats = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
            plan = {"game": game, "options": options, "seats": seats, "confirm": False, "listed": False}
            created = await people[0].post("/api/tables", json=plan)
            created.raise_for_status()
            table = str(created.json()["id"])
            details = (await people[0].get(f"/api/tables/{table}")).json()
            for person, link in zip(people[1:], details["invites"].values(), strict=True):
                invite = {"invite": link.removeprefix("/join/")}
                (await person.post(f"/api/tables/{table}/claim", json=invite)).raise_for_status()
            return table, people, [await self.page(person, table) for person in people]

    async def play(
        self, game: str, options: dict[str, Any], players: int, pace: Pace, opening: asyncio.Barrier | None = None
    ) -> None:
        """Let players come, play a whole game and leave; with ``opening`` they begin when all tables are open."""
        id, _, pages = await self.open_table(game, options, players)
        table = Table(id, pace, pace.rng, asyncio.Event())
        sitting = [Person(table, players, self.tally) for _ in pages]
        playing = [asyncio.create_task(person.play(page)) for person, page in zip(sitting, pages, strict=True)]
        over = asyncio.create_task(table.over.wait())
        try:
            if opening is not None:
                await opening.wait()
            table.open.set()
            await asyncio.wait([over, *playing], return_when=asyncio.FIRST_COMPLETED)
            if not over.done() and not table.over.is_set():
                await next(task for task in playing if task.done())  # raises the error
            self.tally.finished += 1
            await asyncio.sleep(0.2)
        finally:
            for task in (over, *playing):
                task.cancel()
            await asyncio.gather(over, *playing, return_exceptions=True)
            for page in pages:
                await page.close()

    async def watch_bots(self, game: str, bot: str, players: int) -> None:
        """Watch bots, game after game, and count their moves."""
        guest = await self.guest()
        plan = {"game": game, "options": {}, "seats": [{"kind": "bot", "bot": bot}] * players, "listed": False}
        while True:
            created = await guest.post("/api/tables", json=plan)
            created.raise_for_status()
            async with await self.page(guest, created.json()["id"]) as page:
                await page.send(json.dumps({"type": "hello", "proto": 1, "have_seq": 0}))
                over = False
                while not over:
                    message = needed(await page.recv(decode=False))
                    if message["type"] == "delta":
                        self.tally.bot_moves += sum(event["kind"] == "act" for event in message["events"])
                        over = bool(message["prompt"]["result"])
