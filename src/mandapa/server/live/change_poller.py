"""Poll the database for changes made by other server processes or by the host.

Polling is necessary because notifications between processes can get lost. With SQLite, the host's commands (``mandapa
admin``) cannot send notifications to the server at all.
"""

import os
import secrets
import socket

import mandapa
from mandapa.play import now
from mandapa.server.live.registry import TableRegistry
from mandapa.server.services import Services

LOOK_SECONDS = 3.0
TELL_SECONDS = 20.0


class ChangePoller:
    """Reads changes that other processes have stored, and records in the database that this process is running."""

    def __init__(self, services: Services, tables: TableRegistry) -> None:
        self._services = services
        self._tables = tables
        self._process = secrets.token_hex(8)
        self._started = now()

    async def poll(self) -> None:
        """Reload tables that other processes have changed.

        Also close the connections of clients that have been banned or signed out.
        """
        await self._look_at_tables()
        self._services.visitors.bans = await self._services.store.bans()
        await self._look_at_pages()

    async def send_heartbeat(self) -> None:
        """Record in the database that this process is running."""
        tables = self._tables.tables_by_id.values()
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
        await self._services.store.tell_process(row)

    async def end(self) -> None:
        """Record in the database that this process is no longer running."""
        await self._services.store.end_process(self._process)

    async def _look_at_tables(self) -> None:
        tables = {table.id: table for table in self._tables.tables_by_id.values() if not table.lock.locked()}
        known = {table.id: (table.match.seq, table.row.revision) for table in tables.values()}
        for match_id, version in (await self._services.store.moved_on(known)).items():
            table = tables[match_id]
            seq, revision = version or (table.match.seq + 1, 0)
            if (seq > table.match.seq or revision > table.row.revision) and not table.lock.locked():
                await table.catch_up()

    async def _look_at_pages(self) -> None:
        clients = [client for table in self._tables.tables_by_id.values() for client in table.presence.clients]
        unknown = await self._services.store.guests.unknown_sessions(
            {client.session for client in clients if client.session}
        )
        for client in clients:
            if client.session in unknown or self._services.visitors.bans.forbids(client.guest_id, client.address):
                client.end()
