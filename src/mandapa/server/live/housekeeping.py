"""What a process does again and again, whoever comes: it looks after its tables, and tells others of them."""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import suppress

import structlog

from mandapa.play import Refused
from mandapa.server.errors import ApiError
from mandapa.server.live.change_poller import LOOK_SECONDS, TELL_SECONDS, ChangePoller
from mandapa.server.live.registry import TableRegistry
from mandapa.server.outage import AWAY
from mandapa.server.services import Services

log = structlog.get_logger(__name__)

PRESENCE_EVERY = 30.0
FORGET_EVERY = 300.0
TIDY_EVERY = 20.0
OVERDUE_EVERY = 2.0
"""Seconds between two looks for tables where the time of somebody is up."""
WORTH_A_WALK = 2_000
"""Closed pages after which memory is looked through for what they have left, some 40 KB each."""


class Housekeeping:
    """The store and the tables of one process, from its start to its end."""

    def __init__(self, services: Services, tables: TableRegistry) -> None:
        self._services = services
        self._tables = tables
        self._poller = ChangePoller(services, tables)

    async def start(self) -> None:
        """Opens the store and begins to work."""
        store, every = self._services.store, self._services.tasks.every
        await store.start()
        await store.bus.start(self._tables)
        await self._poller.look()
        await self._poller.tell()
        every(TIDY_EVERY, self.tidy)
        every(LOOK_SECONDS, self._poller.look)
        every(TELL_SECONDS, self._poller.tell)
        every(FORGET_EVERY, store.forget_addresses)
        every(PRESENCE_EVERY, self._say_who_waits)
        every(OVERDUE_EVERY, self._run_out)
        if store.bus.shared:
            every(PRESENCE_EVERY, self._repeat_presence)

    async def stop(self) -> None:
        """Stops bots and closes the store; what was acknowledged is stored already."""
        self._services.tasks.stop()
        self._tables.put_away()
        self._services.stop()
        with suppress(TimeoutError, *AWAY):
            await asyncio.wait_for(self._poller.end(), 3)
        await self._services.store.stop()

    async def tidy(self) -> None:
        """Puts away tables that nobody looks at, and frees what closed pages have left."""
        before = time.monotonic() - self._services.settings.idle_seconds
        for table in list(self._tables.live.values()):
            if table.idle and table.touched < before:
                table.put_away()
        self._tables.make_room()
        if self._tables.pages.closed >= WORTH_A_WALK:
            self._tables.pages.closed = 0
            gc.collect()

    async def _say_who_waits(self) -> None:
        """Tells the lobby at which tables somebody waits."""
        waiting = [one for one in self._tables.live.values() if one.row.listed and one.status == "waiting"]
        attended = [table.id for table in waiting if table.presence.guests_here() & set(table.owners)]
        if attended:
            await self._services.store.saw(attended)

    async def _run_out(self) -> None:
        """Lets computer players take over where the time of somebody is up, whoever looks at the table.

        One match where that cannot be makes no other wait: it is looked at again later.
        """
        store = self._services.store
        for match_id in await store.overdue():
            try:
                await (await self._tables.get(match_id)).run_out()
            except AWAY:
                raise
            except (ApiError, Refused) as error:  # somebody was faster, or its rules or pieces are not here
                full = isinstance(error, Refused) and error.code == "too_long"
                await store.put_off(match_id, for_good=full)
            except Exception:
                log.exception("nobody took over where time was up", match=match_id)
                await store.put_off(match_id)

    async def _repeat_presence(self) -> None:
        for table in list(self._tables.live.values()):
            if table.presence.clients:
                await self._services.store.bus.announce_presence(table.id, table.presence.guests_here())
