"""Looks into the database every few seconds for what others have changed there: other processes, and the host.

News between processes may get lost, and the host's commands (``mandapa admin``) send none to a server with SQLite.
"""

from __future__ import annotations

import os
import secrets
import socket
from typing import TYPE_CHECKING

import mandapa
from mandapa.play import now
from mandapa.server.store.bans import Bans

if TYPE_CHECKING:
    from mandapa.server.live.hall import Hall

LOOK_SECONDS = 3.0
TELL_SECONDS = 20.0


class Watch:
    """What one process looks for, and what it tells of itself.

    Attributes:
        bans: whom the host has sent away.
    """

    def __init__(self, hall: Hall) -> None:
        self.bans = Bans()
        self._hall = hall
        self._process = secrets.token_hex(8)
        self._started = now()

    async def look(self) -> None:
        """Reads again which tables have moved on, and closes the pages of those who may not be here any more."""
        await self._tables()
        self.bans = await self._hall.store.bans()
        await self._pages()

    async def tell(self) -> None:
        """Says that this process runs."""
        tables = self._hall.tables.values()
        row = {
            "id": self._process,
            "host": socket.gethostname()[:80],
            "pid": os.getpid(),
            "version": mandapa.__version__,
            "started": self._started,
            "seen": now(),
            "tables": len(tables),
            "pages": sum(len(table.presence.clients) for table in tables),
        }
        await self._hall.store.tell_process(row)

    async def end(self) -> None:
        """Says that this process does not run any more."""
        await self._hall.store.end_process(self._process)

    async def _tables(self) -> None:
        tables = {table.id: table for table in self._hall.tables.values() if not table.lock.locked()}
        known = {table.id: (table.match.seq, table.row.revision) for table in tables.values()}
        for match_id, version in (await self._hall.store.moved_on(known)).items():
            table = tables[match_id]
            seq, revision = version or (table.match.seq + 1, 0)
            if (seq > table.match.seq or revision > table.row.revision) and not table.lock.locked():
                await table.catch_up()

    async def _pages(self) -> None:
        clients = [client for table in self._hall.tables.values() for client in table.presence.clients]
        unknown = await self._hall.store.unknown_sessions({client.session for client in clients if client.session})
        for client in clients:
            if client.session in unknown or self.bans.forbids(client.guest_id, client.address):
                client.end()
