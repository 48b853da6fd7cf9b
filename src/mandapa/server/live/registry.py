"""Which tables are in memory: they are read when somebody comes, and leave when nobody is there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Annotated

from fastapi import Depends, Request

from mandapa.play import Refused
from mandapa.play.entries import RULES
from mandapa.server.errors import OUTDATED, ApiError, not_found
from mandapa.server.jobs.work import AGAIN_SECONDS
from mandapa.server.live.eviction import leaving, size_of
from mandapa.server.live.page import Pages
from mandapa.server.live.table import LiveTable, OutdatedMatch, match_from
from mandapa.server.services import Services
from mandapa.server.shielding import shielded
from mandapa.server.store.rows import Append, Conflict, MatchRow, SeatRow, StoredMatch, Word

ID = re.compile("[0-9a-f]{1,32}")
"""What ids of matches look like; see ``store.new_id``."""

PRESENCE_SECONDS = 0.2
"""How long news of who is at a table waits for more of it."""


def check_id(match_id: str) -> None:
    """Refuses what cannot be the id of a match: no database need see it."""
    if not ID.fullmatch(match_id):
        raise not_found(f"table {match_id[:40]!r}")


class TableRegistry:
    """The tables in the memory of one process, and what other processes tell of them.

    Attributes:
        live: tables by id.
        pages: those that are open.
    """

    def __init__(self, services: Services) -> None:
        self.live: dict[str, LiveTable] = {}
        self.pages = Pages()
        self._services = services
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._presence_changed: set[str] = set()
        """Tables of which everybody is to be told who is there."""

    async def get(self, match_id: str) -> LiveTable:
        """A table, read from the store if it is not in memory; 404 if there is none."""
        if match_id in self.live:
            return self.live[match_id]
        check_id(match_id)
        if match_id not in self._loading:  # whoever comes meanwhile waits for the same table
            self._loading[match_id] = task = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id))
        return await shielded(self._loading[match_id])

    async def create(self, stored: StoredMatch) -> LiveTable:
        """Stores a new match, and opens its table."""
        await self._services.store.create_match(stored)
        return await self.get(stored.row.id)

    async def head(self, match_id: str) -> tuple[MatchRow, list[SeatRow]]:
        """A match without its entries, also one whose rules are not here any more; 404 if there is none."""
        check_id(match_id)
        found = await self._services.store.head_of(match_id)
        if found is None:
            raise not_found(f"table {match_id!r}")
        return found

    async def _load(self, match_id: str) -> LiveTable:
        services = self._services
        stored = await services.store.load_match(match_id)
        if stored is None:
            raise not_found(f"table {match_id!r}")
        services.machine_code.want(stored.row.game)  # before the replay, which may take long without
        try:
            match, size = await services.loads.run(
                services.visitors.payer(stored.row.owner),
                lambda effort: (match_from(stored, effort.each), size_of(stored.entries)),
            )
        except OutdatedMatch as error:
            if error.for_good and stored.row.status != "over":
                with suppress(Conflict):  # another process was faster
                    await services.store.end_match(stored.row, stored.seats, RULES)
            message = "This game was played by rules, or with pieces, that are not on this server any more."
            raise ApiError(409, OUTDATED, message) from error
        table = LiveTable(services, stored, match, size, forget=self._forget, presence_changed=self.presence_changed)
        await table.resolve_due()
        self.live[match_id] = table
        self.make_room()
        self._count()
        if table.closed:
            message = "There are too many long games open, of this address or all together; close some, or come later."
            raise ApiError(503, "unavailable", message, headers={"Retry-After": str(AGAIN_SECONDS)})
        return table

    def _forget(self, table: LiveTable) -> None:
        if self.live.get(table.id) is table:
            del self.live[table.id]
            self._count()

    def _count(self) -> None:
        self._services.metrics.tables.set(len(self.live))

    def make_room(self) -> None:
        """Puts tables away, if those in memory take too much of it."""
        payer = self._services.visitors.payer
        for table in list(leaving(self.live.values(), lambda table: payer(table.row.owner).address)):
            table.put_away()

    def put_away(self) -> None:
        """Puts all tables away."""
        for table in list(self.live.values()):
            table.put_away()

    async def close(self, row: MatchRow, seats: Sequence[SeatRow], why: str) -> None:
        """Ends a match before its rules do; ``Refused`` if it has moved on since these rows were read."""
        table = self.live.get(row.id)
        if table is not None:
            await table.perform(lambda match, at: match.close(why, at))
            return
        try:
            await self._services.store.end_match(row, seats, why)
        except Conflict as error:
            raise Refused("stale", "The table has moved on since you saw it.") from error

    def send_away(self, guest_id: str) -> None:
        """Closes all pages of a guest, and forgets where he was."""
        self._services.visitors.forget(guest_id)
        for table in self.live.values():
            for client in table.presence.clients:
                if client.guest_id == guest_id:
                    client.end()

    async def read_again(self, match_id: str) -> None:
        """Something about a match has been changed in the store, or it is no more."""
        table = self.live.get(match_id)
        if table is not None:
            await table.catch_up()

    async def merge(self, old: str, new: str) -> None:
        """Guest ``old`` is ``new`` from now on; in the store it is done already."""
        self._services.visitors.merged(old, new)
        inheriting = [self._services.tasks.spawn(table.inherit(old, new)) for table in self.live.values()]
        if inheriting:
            await asyncio.wait(inheriting)

    # ------------------------------------------------------------ news from other processes

    def moved_on(self, match_id: str, append: Append | None) -> None:
        """Another process has changed a match."""
        table = self.live.get(match_id)
        if table is not None:
            self._services.tasks.spawn(table.catch_up() if append is None else table.follow(append))

    def present(self, process: str, match_id: str, guests: Collection[str]) -> None:
        """Guests look at a match through another process."""
        table = self.live.get(match_id)
        if table is not None:
            self._services.tasks.spawn(table.present_elsewhere(process, guests))

    def merged(self, old: str, new: str) -> None:
        """Another process has made two guests one."""
        self._services.tasks.spawn(self.merge(old, new))

    def said(self, match_id: str, seated: bool, word: Word) -> None:
        """Somebody has said this, through this process or another."""
        table = self.live.get(match_id)
        if table is not None:
            table.say(word, seated)

    def missed(self) -> None:
        """News may have been lost: all tables are read again, and all pages come back."""
        for table in self.live.values():
            self._services.tasks.spawn(table.catch_up())
            for client in table.presence.clients:
                client.end()

    # ------------------------------------------------------------ who is there

    def presence_changed(self, match_id: str) -> None:
        """Somebody has come to a table, or left it: soon everybody there is told who is there, and other processes are.

        However many come and go meanwhile, it is one message for each.
        """
        if match_id not in self._presence_changed:
            self._presence_changed.add(match_id)
            self._services.tasks.spawn(self._tell_presence(match_id))

    async def _tell_presence(self, match_id: str) -> None:
        await asyncio.sleep(PRESENCE_SECONDS)
        self._presence_changed.discard(match_id)
        table = self.live.get(match_id)
        if table is not None:
            await table.tell_presence()
        bus = self._services.store.bus
        if bus.shared:
            await bus.announce_presence(match_id, table.presence.guests_here() if table else set())


async def _registry(request: Request) -> TableRegistry:
    tables: TableRegistry = request.app.state.tables
    return tables


CurrentTables = Annotated[TableRegistry, Depends(_registry)]
