"""Periodic jobs of a server process, such as evicting idle tables from memory and polling the database."""

import asyncio
import gc
import time
from contextlib import suppress

import structlog

from mandapa.play import RequestRefused
from mandapa.server.errors import ApiError
from mandapa.server.live.change_poller import LOOK_SECONDS, TELL_SECONDS, ChangePoller
from mandapa.server.live.registry import TableRegistry
from mandapa.server.outage import UNAVAILABLE_ERRORS
from mandapa.server.services import Services

log = structlog.get_logger(__name__)

PRESENCE_EVERY = 30.0
FORGET_EVERY = 300.0
TIDY_EVERY = 20.0
OVERDUE_EVERY = 2.0
"""Seconds between two checks for players who have run out of time."""
GC_AFTER_CONNECTIONS = 2_000
"""Number of closed connections after which a garbage collection is run.

Each closed connection leaves about 40 KB of garbage.
"""


class Housekeeping:
    """Starts and stops the store and the periodic jobs of one server process."""

    def __init__(self, services: Services, tables: TableRegistry) -> None:
        self._services = services
        self._tables = tables
        self._poller = ChangePoller(services, tables)

    async def start(self) -> None:
        """Open the store and start the periodic jobs."""
        store, every = self._services.store, self._services.tasks.every
        await store.start()
        await store.bus.start(self._tables)
        await self._poller.poll()
        await self._poller.send_heartbeat()
        every(TIDY_EVERY, self.evict_idle)
        every(LOOK_SECONDS, self._poller.poll)
        every(TELL_SECONDS, self._poller.send_heartbeat)
        every(FORGET_EVERY, store.forget_addresses)
        every(PRESENCE_EVERY, self._say_who_waits)
        every(OVERDUE_EVERY, self._run_out)
        if store.bus.shared:
            every(PRESENCE_EVERY, self._repeat_presence)

    async def stop(self) -> None:
        """Stop the periodic jobs, the tables and the bots, and close the store.

        No change that has been sent to a client is lost.
        """
        self._services.tasks.stop()
        self._tables.evict_all()
        self._services.stop()
        with suppress(TimeoutError, *UNAVAILABLE_ERRORS):
            await asyncio.wait_for(self._poller.end(), 3)
        await self._services.store.stop()

    async def evict_idle(self) -> None:
        """Evict tables that have been idle for some time, and free the memory of closed connections."""
        before = time.monotonic() - self._services.settings.idle_seconds
        for table in list(self._tables.tables_by_id.values()):
            if table.idle and table.touched < before:
                table.evict()
        self._tables.evict_excess()
        if self._tables.connections.closed >= GC_AFTER_CONNECTIONS:
            self._tables.connections.closed = 0
            gc.collect()

    async def _say_who_waits(self) -> None:
        """Record in the database at which tables of the lobby a player is present and waiting."""
        waiting = [one for one in self._tables.tables_by_id.values() if one.row.listed and one.status == "waiting"]
        attended = [table.id for table in waiting if table.presence.guests_here() & set(table.owners)]
        if attended:
            await self._services.store.record_attendance(attended)

    async def _run_out(self) -> None:
        """Let bots take over for players who have run out of time, even at tables to which nobody is connected.

        If this fails for a match, it is tried again later. The other matches are handled nevertheless.
        """
        store = self._services.store
        for match_id in await store.overdue():
            try:
                await (await self._tables.get(match_id)).run_out()
            except UNAVAILABLE_ERRORS:
                raise
            except (
                ApiError,
                RequestRefused,
            ) as error:  # another request came first, or the rules or pieces are unavailable
                full = isinstance(error, RequestRefused) and error.code == "too_long"
                await store.put_off(match_id, for_good=full)
            except Exception:
                log.exception("no bot took over for a player out of time", match=match_id)
                await store.put_off(match_id)

    async def _repeat_presence(self) -> None:
        for table in list(self._tables.tables_by_id.values()):
            if table.presence.clients:
                await self._services.store.bus.announce_presence(table.id, table.presence.guests_here())
