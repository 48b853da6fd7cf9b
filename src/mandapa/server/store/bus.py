"""News between server processes: which match has moved on, and who is present. Ids only; the rows are read again.

One process (SQLite) needs no news. Processes that share PostgreSQL tell each other by NOTIFY, which arrives
when the transaction is committed; a slow poll by the hall is the safety net, since notifications can be lost.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Protocol

import structlog
from sqlalchemy import Connection, text

from mandapa.server.store.database import Database

log = structlog.get_logger(__name__)

CHANNEL = "mandapa"
MOST_GUESTS = 150
"""Guests in one notification; PostgreSQL allows 8000 bytes."""


class Listener(Protocol):
    """What a process does with news from the others."""

    def moved_on(self, match_id: str, seq: int) -> None:
        """Another process has stored entries, or changed the row, of this match."""

    def present(self, process: str, match_id: str, guests: Collection[str]) -> None:
        """These guests look at the match through another process."""


class Bus(Protocol):
    """Carries news to the other processes."""

    shared: bool

    async def start(self, listener: Listener) -> None:
        """Begins to listen."""

    async def stop(self) -> None:
        """Stops listening."""

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """Tells, with the commit of ``connection``, which matches have moved on to which number."""

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Tells who looks at the match through this process."""


class LocalBus:
    """One process: there is nobody to tell."""

    shared = False

    async def start(self, listener: Listener) -> None:
        """Nothing to listen to."""

    async def stop(self) -> None:
        """Nothing to stop."""

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """Nobody to tell."""

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Nobody to tell."""


class PostgresBus:
    """LISTEN/NOTIFY with one connection that only listens, as reading notifications occupies it."""

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database
        self._process = secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        """Begins to listen, and comes back whenever the connection breaks."""
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(listener, ready), name="bus")
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 10)

    async def stop(self) -> None:
        """Stops listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """Tells the others with the commit."""
        for match_id, seq in moved.items():
            self._notify(connection, {"p": self._process, "m": match_id, "seq": seq})

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Tells the others at once."""
        async with self._database.writers.begin() as connection:
            news = {"p": self._process, "m": match_id, "guests": sorted(guests)[:MOST_GUESTS]}
            await connection.run_sync(self._notify, news)

    def _notify(self, connection: Connection, news: Mapping[str, Any]) -> None:
        payload = json.dumps(news, separators=(",", ":"))
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        import psycopg

        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    async for notification in connection.notifies():
                        self._receive(listener, notification.payload)
            except psycopg.Error as error:
                log.warning("bus interrupted", error=str(error))
                await asyncio.sleep(1)

    def _receive(self, listener: Listener, payload: str) -> None:
        news = json.loads(payload)
        if news["p"] == self._process:
            return
        if "seq" in news:
            listener.moved_on(news["m"], news["seq"])
        else:
            listener.present(news["p"], news["m"], news["guests"])
