"""The hall: which tables are in memory, and what all of them share."""

from __future__ import annotations

import asyncio
import gc
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import structlog

from mandapa.play import Refused
from mandapa.play.entries import RULES
from mandapa.server.errors import OUTDATED, ApiError, not_found
from mandapa.server.jobs.fair_pool import FairPool, Payer
from mandapa.server.jobs.questions import Questions
from mandapa.server.jobs.thinking import Thinkers
from mandapa.server.jobs.warmup import MachineCode
from mandapa.server.jobs.work import AGAIN_SECONDS, Precedence, Workroom
from mandapa.server.live.change_poller import LOOK_SECONDS, TELL_SECONDS, Watch
from mandapa.server.live.eviction import leaving, size_of
from mandapa.server.live.table import LiveTable, OutdatedMatch, match_from
from mandapa.server.metrics import Metrics
from mandapa.server.ops.retention import Ages, tidy
from mandapa.server.protection.limits import Limits
from mandapa.server.review.studies import Studies
from mandapa.server.settings import Settings
from mandapa.server.shielding import shielded
from mandapa.server.social.chat_store import Talk
from mandapa.server.social.invitation_store import Asking
from mandapa.server.social.push import ASKED, TURN, News, Push, awaited
from mandapa.server.social.push_store import Pushing
from mandapa.server.store.database import AWAY
from mandapa.server.store.rows import Append, Conflict, MatchRow, SeatRow, Word
from mandapa.server.store.store import Store
from mandapa.server.web_client.link_pictures import LinkPictures

log = structlog.get_logger(__name__)

Result = TypeVar("Result")

ID = re.compile("[0-9a-f]{1,32}")
"""What ids of matches look like; see ``store.new_id``."""

PRESENCE_SECONDS = 0.2
"""How long news of who is at a table waits for more of it."""
PRESENCE_EVERY = 30.0
FORGET_EVERY = 300.0
TIDY_EVERY = 20.0
OVERDUE_EVERY = 2.0
"""Seconds between two looks for tables where the time of somebody is up."""
REMIND_EVERY = 60.0
WORTH_A_WALK = 2_000
"""Closed pages after which memory is looked through for what they have left, some 40 KB each."""
TIDY_STORE_EVERY = 900.0
MOST_ADDRESSES = 50_000


def check_id(match_id: str) -> None:
    """Refuses what cannot be the id of a match: no database need see it."""
    if not ID.fullmatch(match_id):
        raise not_found(f"table {match_id[:40]!r}")


class Hall:
    """Everything of one server process. Tables are read when somebody comes and leave memory when nobody is there."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.talk = Talk(self.store.database, self.store.bus)
        self.asking = Asking(self.store.database)
        self.pushing = Pushing(self.store.database)
        self.metrics = Metrics()
        self.limits = Limits(settings, self.store)
        self.thinkers = Thinkers(settings.bot_threads, settings.thinking_seconds, self.metrics, settings.bot_seconds)
        self.questions = Questions(settings.hint_seconds)
        self.machine_code = MachineCode(settings.warm)
        self.studies = Studies(self.store, settings.thinking_seconds)
        self.watch = Watch(self)
        self.push = Push(settings, self.store, self.pushing) if settings.push_key else None
        self.tables: dict[str, LiveTable] = {}
        self.pages: Counter[str] = Counter()
        """Open pages of each guest, and of each address."""
        self.exporting = WeakValueDictionary[str, asyncio.Lock]()
        """By address, whose turn it is to save all that is stored of a guest: that reads much."""
        self._addresses: dict[str, str] = {}
        """Where each guest was last seen."""
        self._heirs: dict[str, str] = {}
        """Guests who have become one with others since the start."""
        self.link_pictures = LinkPictures()
        self.looks = FairPool(2, "looks", each=1)
        """Previews, which somebody at a table waits for."""
        self.moves = Precedence()
        self.reviews = Workroom("review", settings.work_seconds, moves=self.moves)
        """Positions of the past, practice, scores."""
        self.records = Workroom("record", settings.work_seconds, moves=self.moves)
        """Imports and forks."""
        self._loads = Workroom("load", moves=self.moves)
        self._compute = ThreadPoolExecutor(2, thread_name_prefix="compute")
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.matching = asyncio.Lock()
        """Of those who want to play with anybody one after the other looks for a table."""
        self._presence_changed: set[str] = set()
        """Tables of which everybody is to be told who is there."""
        self.closed_pages = 0
        """Since memory was looked through."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Opens the store and begins to work."""
        await self.store.start()
        await self.store.bus.start(self)
        await self.watch.look()
        await self.watch.tell()
        self.spawn(self._repeat(TIDY_EVERY, self._tidy))
        self.spawn(self._repeat(TIDY_STORE_EVERY, self._tidy_store))
        self.spawn(self._repeat(LOOK_SECONDS, self.watch.look))
        self.spawn(self._repeat(TELL_SECONDS, self.watch.tell))
        self.spawn(self._repeat(FORGET_EVERY, self.store.forget_addresses))
        self.spawn(self._repeat(PRESENCE_EVERY, self._say_who_waits))
        self.spawn(self._repeat(OVERDUE_EVERY, self._run_out))
        if self.push is not None:
            self.push.start()
            self.spawn(self._repeat(REMIND_EVERY, self.push.remind))
        if self.store.bus.shared:
            self.spawn(self._repeat(PRESENCE_EVERY, self._repeat_presence))

    async def stop(self) -> None:
        """Stops bots and closes the store; what was acknowledged is stored already."""
        for task in list(self._tasks):
            task.cancel()
        for table in list(self.tables.values()):
            self.forget(table)
        if self.push is not None:
            await self.push.stop()
        self.questions.stop()
        self.thinkers.stop()
        self.studies.stop()
        self.looks.stop()
        self.link_pictures.stop()
        self.limits.stop()
        for room in (self.reviews, self.records, self._loads):
            room.stop()
        with suppress(TimeoutError, *AWAY):
            await asyncio.wait_for(self.watch.end(), 3)
        await self.store.stop()
        self._compute.shutdown(wait=False, cancel_futures=True)

    async def table(self, match_id: str) -> LiveTable:
        """A table, read from the store if it is not in memory; 404 if there is none."""
        if match_id in self.tables:
            return self.tables[match_id]
        check_id(match_id)
        if match_id not in self._loading:  # whoever comes meanwhile waits for the same table
            self._loading[match_id] = task = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id))
        return await shielded(self._loading[match_id])

    async def head(self, match_id: str) -> tuple[MatchRow, list[SeatRow]]:
        """A match without its entries, also one whose rules are not here any more; 404 if there is none."""
        check_id(match_id)
        found = await self.store.head_of(match_id)
        if found is None:
            raise not_found(f"table {match_id!r}")
        return found

    async def _load(self, match_id: str) -> LiveTable:
        stored = await self.store.load_match(match_id)
        if stored is None:
            raise not_found(f"table {match_id!r}")
        self.machine_code.want(stored.row.game)  # before the replay, which may take long without
        try:
            match, size = await self._loads.run(
                self.payer(stored.row.owner),
                lambda effort: (match_from(stored, effort.each), size_of(stored.entries)),
            )
        except OutdatedMatch as error:
            if error.for_good and stored.row.status != "over":
                with suppress(Conflict):  # another process was faster
                    await self.store.end_match(stored.row, stored.seats, RULES)
            message = "This game was played by rules, or with pieces, that are not on this server any more."
            raise ApiError(409, OUTDATED, message) from error
        table = LiveTable(self, stored, match, size)
        await table.resolve_due()
        self.tables[match_id] = table
        self._make_room()
        self.metrics.tables.set(len(self.tables))
        if table.closed:
            message = "There are too many long games open, of this address or all together; close some, or come later."
            raise ApiError(503, "unavailable", message, headers={"Retry-After": str(AGAIN_SECONDS)})
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

    async def close(self, row: MatchRow, seats: Sequence[SeatRow], why: str) -> None:
        """Ends a match before its rules do; ``Refused`` if it has moved on since these rows were read."""
        table = self.tables.get(row.id)
        if table is not None:
            await table.perform(lambda match, at: match.close(why, at))
            return
        try:
            await self.store.end_match(row, seats, why)
        except Conflict as error:
            raise Refused("stale", "The table has moved on since you saw it.") from error

    def send_away(self, guest_id: str) -> None:
        """Closes all pages of a guest, and forgets where he was."""
        self._addresses.pop(guest_id, None)
        for table in self.tables.values():
            for client in table.presence.clients:
                if client.guest_id == guest_id:
                    client.end()

    async def read_again(self, match_id: str) -> None:
        """Something about a match has been changed in the store, or it is no more."""
        table = self.tables.get(match_id)
        if table is not None:
            await table.catch_up()

    async def compute(self, work: Callable[[], Result]) -> Result:
        """Runs something that takes milliseconds, and that a live table waits for, away from the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._compute, work)

    def seen(self, guest_id: str, address: str) -> None:
        """A guest has asked for something, from this address."""
        if len(self._addresses) >= MOST_ADDRESSES:
            self._addresses.clear()  # whoever is still here comes back with the next request
        self._addresses[guest_id] = address

    def payer(self, who: str | None) -> Payer:
        """On whose account work for a guest, or an address of strangers, goes."""
        guest = who or ""
        return Payer(guest, self._addresses.get(guest, guest))

    # ------------------------------------------------------------ news from other processes

    def moved_on(self, match_id: str, append: Append | None) -> None:
        """Another process has changed a match."""
        table = self.tables.get(match_id)
        if table is not None:
            self.spawn(table.catch_up() if append is None else table.follow(append))

    def present(self, process: str, match_id: str, guests: Collection[str]) -> None:
        """Guests look at a match through another process."""
        table = self.tables.get(match_id)
        if table is not None:
            self.spawn(table.present_elsewhere(process, guests))

    def merged(self, old: str, new: str) -> None:
        """Another process has made two guests one."""
        self.spawn(self.merge(old, new))

    def said(self, match_id: str, seated: bool, word: Word) -> None:
        """Somebody has said this, through this process or another."""
        table = self.tables.get(match_id)
        if table is not None:
            table.say(word, seated)

    async def merge(self, old: str, new: str) -> None:
        """Guest ``old`` is ``new`` from now on; in the store it is done already."""
        self._heirs[old] = new
        inheriting = [self.spawn(table.inherit(old, new)) for table in self.tables.values()]
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
            self.spawn(table.catch_up())
            for client in table.presence.clients:
                client.end()

    def presence_changed(self, match_id: str) -> None:
        """Somebody has come to a table, or left it: soon everybody there is told who is there, and other processes are.

        However many come and go meanwhile, it is one message for each.
        """
        if match_id not in self._presence_changed:
            self._presence_changed.add(match_id)
            self.spawn(self._tell_presence(match_id))

    async def _tell_presence(self, match_id: str) -> None:
        await asyncio.sleep(PRESENCE_SECONDS)
        self._presence_changed.discard(match_id)
        table = self.tables.get(match_id)
        if table is not None:
            await table.tell_presence()
        if self.store.bus.shared:
            await self.store.bus.announce_presence(match_id, table.presence.guests_here() if table else set())

    async def _repeat_presence(self) -> None:
        for table in list(self.tables.values()):
            if table.presence.clients:
                await self.store.bus.announce_presence(table.id, table.presence.guests_here())

    # ------------------------------------------------------------ telling who does not look

    def tell_absent(self, table: LiveTable) -> None:
        """Lets those know for whom people wait at a table and who have no page of it open: such a page tells it itself.

        Whoever is alone with computer players has gone because he wanted to.
        """
        if self.push is None or len({*table.owners} - {None}) < 2:
            return
        for guest_id in awaited(table.seat_rows, table.match.turn) - table.presence.guests():
            self.push.tell(News(TURN, guest_id, table.id))

    def tell_asked(self, match_id: str, guest_id: str) -> None:
        """Lets somebody know who is asked to come to a table."""
        if self.push is not None:
            self.push.tell(News(ASKED, guest_id, match_id))

    def looked(self, match_id: str, guest_id: str | None) -> None:
        """A guest looks at a table: what happens there later is told again."""
        if self.push is not None and guest_id is not None:
            self.spawn(self.pushing.looked(guest_id, match_id))

    # ------------------------------------------------------------ housekeeping

    async def _say_who_waits(self) -> None:
        """Tells the lobby at which tables somebody waits."""
        waiting = [table for table in self.tables.values() if table.row.listed and table.status == "waiting"]
        attended = [table.id for table in waiting if table.presence.guests_here() & set(table.owners)]
        if attended:
            await self.store.saw(attended)

    async def _run_out(self) -> None:
        """Lets computer players take over where the time of somebody is up, whoever looks at the table.

        One match where that cannot be makes no other wait: it is looked at again later.
        """
        for match_id in await self.store.overdue():
            try:
                await (await self.table(match_id)).run_out()
            except AWAY:
                raise
            except (ApiError, Refused) as error:  # somebody was faster, or its rules or pieces are not here
                full = isinstance(error, Refused) and error.code == "too_long"
                await self.store.put_off(match_id, for_good=full)
            except Exception:
                log.exception("nobody took over where time was up", match=match_id)
                await self.store.put_off(match_id)

    async def _tidy(self) -> None:
        before = time.monotonic() - self.settings.idle_seconds
        for table in list(self.tables.values()):
            if table.idle and table.touched < before:
                self.forget(table)
        self._make_room()
        if self.closed_pages >= WORTH_A_WALK:
            self.closed_pages = 0
            gc.collect()

    def _make_room(self) -> None:
        """Forgets tables, if those in memory take too much of it."""
        for table in list(leaving(self.tables.values(), lambda table: self.payer(table.row.owner).address)):
            self.forget(table)

    async def _tidy_store(self) -> None:
        days = self.settings
        ages = Ages(days.waiting_days, days.unfinished_days, days.finished_days, days.guest_days)
        done = await tidy(self.store.database, self.store.bus, ages)
        if done:
            log.info("tidied", **done)

    async def _repeat(self, seconds: float, work: Callable[[], object]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()  # type: ignore[misc]
            except AWAY as error:
                self.store.database.outage.failed(error)
            except Exception:
                log.exception("housekeeping failed")

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin work in the background; where it fails, the log says so."""
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
