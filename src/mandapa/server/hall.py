"""The hall: which tables are in memory, and what all of them share."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import structlog

from mandapa.server.errors import ApiError, not_found
from mandapa.server.fair import Payer
from mandapa.server.limits import Limits
from mandapa.server.live import LiveTable, OutdatedMatch, match_from
from mandapa.server.metrics import Metrics
from mandapa.server.settings import Settings
from mandapa.server.store.database import AWAY
from mandapa.server.store.store import Store
from mandapa.server.thinking import Thinkers
from mandapa.server.warmup import MachineCode

log = structlog.get_logger(__name__)

Result = TypeVar("Result")

ID = re.compile("[0-9a-f]{1,32}")
"""What ids of matches look like; see ``store.new_id``."""

POLL_SECONDS = 5.0
PRESENCE_EVERY = 30.0
TIDY_EVERY = 20.0
MOST_ADDRESSES = 50_000


class Hall:
    """Everything of one server process. Tables are read when somebody comes and leave memory when nobody is there."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.metrics = Metrics()
        self.limits = Limits(settings)
        self.thinkers = Thinkers(settings.bot_threads, settings.thinking_seconds, self.metrics)
        self.machine_code = MachineCode()
        self.tables: dict[str, LiveTable] = {}
        self.pages: Counter[str] = Counter()
        """Open pages of each guest, or address of strangers."""
        self._addresses: dict[str, str] = {}
        """Where each guest was last seen."""
        self._heirs: dict[str, str] = {}
        """Guests who have become one with others since the start."""
        self._at_work: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._compute = ThreadPoolExecutor(2, thread_name_prefix="compute")
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Opens the store and begins to work."""
        await self.store.start()
        await self.store.bus.start(self)
        self._spawn(self._repeat(TIDY_EVERY, self._tidy))
        if self.store.bus.shared:
            self._spawn(self._repeat(POLL_SECONDS, self._poll))
            self._spawn(self._repeat(PRESENCE_EVERY, self._repeat_presence))

    async def stop(self) -> None:
        """Stops bots and closes the store; what was acknowledged is stored already."""
        for task in list(self._tasks):
            task.cancel()
        for table in list(self.tables.values()):
            self.forget(table)
        self.thinkers.stop()
        await self.store.stop()
        self._compute.shutdown(wait=False, cancel_futures=True)

    async def table(self, match_id: str) -> LiveTable:
        """A table, read from the store if it is not in memory; 404 if there is none."""
        if match_id in self.tables:
            return self.tables[match_id]
        if not ID.fullmatch(match_id):  # no database need see it
            raise not_found(f"table {match_id[:40]!r}")
        async with self._loading.setdefault(match_id, asyncio.Lock()):
            try:
                if match_id not in self.tables:
                    self.tables[match_id] = await self._load(match_id)
                    self.metrics.tables.set(len(self.tables))
                return self.tables[match_id]
            finally:
                self._loading.pop(match_id, None)

    async def _load(self, match_id: str) -> LiveTable:
        stored = await self.store.load_match(match_id)
        if stored is None:
            raise not_found(f"table {match_id!r}")
        self.machine_code.want(stored.row.game)  # before the replay, which may take long without
        try:
            match = await asyncio.to_thread(match_from, stored)
        except OutdatedMatch as error:
            raise ApiError(409, "outdated", str(error)) from error
        table = LiveTable(self, stored, match)
        await table.resolve_due()
        return table

    def forget(self, table: LiveTable) -> None:
        """Takes a table out of memory; its clients are to come back."""
        table.closed = True
        table.driver.stop()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self.metrics.tables.set(len(self.tables))
        for client in table.presence.clients:
            client.end()

    async def compute(self, work: Callable[[], Result]) -> Result:
        """Runs something that takes milliseconds away from the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._compute, work)

    def one_at_a_time(self, guest_id: str) -> asyncio.Lock:
        """Held while heavy work is done for a guest, so that nobody takes all the threads."""
        return self._at_work.setdefault(guest_id, asyncio.Lock())

    def seen(self, guest_id: str, address: str) -> None:
        """A guest has asked for something, from this address."""
        if len(self._addresses) >= MOST_ADDRESSES:
            self._addresses.clear()  # whoever is still here comes back with the next request
        self._addresses[guest_id] = address

    def payer(self, guest_id: str | None) -> Payer:
        """On whose account work for a guest goes."""
        guest = guest_id or ""
        return Payer(guest, self._addresses.get(guest, guest))

    # ------------------------------------------------------------ news from other processes

    def moved_on(self, match_id: str, seq: int) -> None:
        """Another process has changed a match."""
        table = self.tables.get(match_id)
        if table is not None:
            self._spawn(table.catch_up())

    def present(self, process: str, match_id: str, guests: Collection[str]) -> None:
        """Guests look at a match through another process."""
        table = self.tables.get(match_id)
        if table is not None:
            self._spawn(table.present_elsewhere(process, guests))

    def merged(self, old: str, new: str) -> None:
        """Another process has made two guests one."""
        self._spawn(self.merge(old, new))

    async def merge(self, old: str, new: str) -> None:
        """Guest ``old`` is ``new`` from now on; in the store it is done already."""
        self._heirs[old] = new
        inheriting = [self._spawn(table.inherit(old, new)) for table in self.tables.values()]
        if inheriting:
            await asyncio.wait(inheriting)

    def heir(self, guest_id: str | None) -> str | None:
        """Who a guest has become, by whoever came before that."""
        while guest_id in self._heirs:
            guest_id = self._heirs[guest_id]
        return guest_id

    def missed(self) -> None:
        """News may have been lost: all tables are read again, and all pages come back."""
        for table in self.tables.values():
            self._spawn(table.catch_up())
            for client in table.presence.clients:
                client.end()

    async def presence_changed(self, table: LiveTable) -> None:
        """Somebody has come to, or left, a table in this process."""
        self.metrics.sockets.set(sum(len(other.presence.clients) for other in self.tables.values()))
        if self.store.bus.shared:
            await self.store.bus.announce_presence(table.id, table.presence.guests_here())

    async def _repeat_presence(self) -> None:
        for table in list(self.tables.values()):
            if table.presence.clients:
                await self.presence_changed(table)

    async def _poll(self) -> None:
        """The safety net below notifications, which can be lost."""
        tables = {table.id: table for table in self.tables.values() if not table.lock.locked()}
        for match_id, seq in (await self.store.seqs(tables)).items():
            if seq > tables[match_id].match.seq and not tables[match_id].lock.locked():
                await tables[match_id].catch_up()

    # ------------------------------------------------------------ housekeeping

    async def _tidy(self) -> None:
        before = time.monotonic() - self.settings.idle_seconds
        for table in list(self.tables.values()):
            idle = not table.presence.clients and not table.driver.busy and not table.lock.locked()
            if idle and table.touched < before:
                self.forget(table)

    async def _repeat(self, seconds: float, work: Callable[[], object]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()  # type: ignore[misc]
            except AWAY as error:
                self.store.database.outage.failed(error)
            except Exception:
                log.exception("housekeeping failed")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, AWAY):
            self.store.database.outage.failed(error)
        elif error is not None:
            log.error("work in the background failed", exc_info=error)
