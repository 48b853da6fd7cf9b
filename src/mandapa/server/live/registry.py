"""Registry of the tables in memory. It loads a table when it is needed, and evicts tables to limit memory use."""

import asyncio
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Annotated

from fastapi import Depends, Request

from mandapa.play import Entry, Match, RequestRefused
from mandapa.play.entries import RULES
from mandapa.server.errors import OUTDATED, ApiError, not_found
from mandapa.server.jobs.job_pool import RETRY_AFTER_SECONDS
from mandapa.server.live.eviction import choose_evictions, size_of
from mandapa.server.live.page import ConnectionCounts
from mandapa.server.live.table import LiveTable, OutdatedMatch, match_from
from mandapa.server.services import Services
from mandapa.server.shielding import shielded
from mandapa.server.store.rows import Append, ChatMessage, Conflict, MatchRow, SeatRow, StoredMatch

ID = re.compile("[0-9a-f]{1,32}")
"""Format of match ids; see ``secret_codes.new_id``."""

PRESENCE_SECONDS = 0.2
"""Delay in seconds before a message about who is connected to a table is sent.

Changes that happen during the delay are combined into that message.
"""


ANALYSIS_SECONDS = 60.0
"""Seconds after its last report for which an analysis by another process counts as in progress."""


def check_id(match_id: str) -> None:
    """Raise 404 if a match id does not have the right format. This needs no database query."""
    if not ID.fullmatch(match_id):
        raise not_found(f"table {match_id[:40]!r}")


class TableRegistry:
    """The tables in the memory of one process, kept up to date when other processes change them.

    Attributes:
        tables_by_id: the tables, by match id.
        connections: counts of the open connections.
    """

    def __init__(self, services: Services) -> None:
        self.tables_by_id: dict[str, LiveTable] = {}
        self.connections = ConnectionCounts()
        self._services = services
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._presence_changed: set[str] = set()
        """Ids of tables with presence changes that have not been sent yet."""
        self._analyses: dict[str, tuple[float, int, int]] = {}
        """Analyses by other processes: by match id, when the last report expires, and the numbers in it."""

    async def get(self, match_id: str) -> LiveTable:
        """Return a table, after loading it from the database if necessary; raise 404 if it does not exist."""
        if match_id in self.tables_by_id:
            return self.tables_by_id[match_id]
        check_id(match_id)
        if match_id not in self._loading:  # concurrent requests share one load
            self._loading[match_id] = task = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id))
        return await shielded(self._loading[match_id])

    async def create(self, stored: StoredMatch) -> LiveTable:
        """Store a new match and return its table."""
        await self._services.store.create_match(stored)
        return await self.get(stored.row.id)

    async def head(self, match_id: str) -> tuple[MatchRow, list[SeatRow]]:
        """Return the database row of a match and its seats, without the entries; raise 404 if there is no such match.

        The match is not replayed, so this works even if the rules of its game are no longer available.
        """
        check_id(match_id)
        found = await self._services.store.load_match_row(match_id)
        if found is None:
            raise not_found(f"table {match_id!r}")
        return found

    async def _load(self, match_id: str) -> LiveTable:
        services = self._services
        stored = await services.store.load_match(match_id)
        if stored is None:
            raise not_found(f"table {match_id!r}")
        services.compiler.request(stored.row.game)  # before the replay, which is slow without compiled code
        try:
            match, size = await services.replay_jobs.run(
                services.visitors.requester(stored.row.owner),
                lambda budget: (match_from(stored, budget.each), size_of(stored.entries)),
            )
        except OutdatedMatch as error:
            if error.for_good and stored.row.status != "over":
                with suppress(Conflict):  # another process came first
                    await services.store.end_match(stored.row, stored.seats, RULES)
            message = "This game uses rules or pieces that are no longer on this server."
            raise ApiError(409, OUTDATED, message) from error
        table = LiveTable(services, stored, match, size, forget=self._forget, presence_changed=self.presence_changed)
        await table.resolve_due()
        self.tables_by_id[match_id] = table
        self.evict_excess()
        self._count()
        if table.closed:
            message = "Too many long games are open, from this address or in total; close some, or try again later."
            raise ApiError(503, "unavailable", message, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})
        return table

    def _forget(self, table: LiveTable) -> None:
        if self.tables_by_id.get(table.id) is table:
            del self.tables_by_id[table.id]
            self._count()

    def _count(self) -> None:
        self._services.metrics.tables.set(len(self.tables_by_id))

    def evict_excess(self) -> None:
        """Evict tables if all tables in memory together exceed the memory limit."""
        visitors = self._services.visitors
        tables = self.tables_by_id.values()
        for table in list(choose_evictions(tables, lambda table: visitors.requester(table.row.owner).address)):
            table.evict()

    def evict_all(self) -> None:
        """Evict all tables."""
        for table in list(self.tables_by_id.values()):
            table.evict()

    async def close(self, row: MatchRow, seats: Sequence[SeatRow], why: str) -> None:
        """End a match early. ``why``: the reason to store.

        Raise ``RequestRefused`` if its players have changed since ``row`` and ``seats`` were read. For a match that is
        not in memory, do so if anything has changed.
        """
        stale = RequestRefused("stale", "The table has moved on since you saw it.")

        def end(match: Match, at: str) -> list[Entry]:
            if match.persons != [seat.guest_id for seat in seats]:
                raise stale
            return match.close(why, at)

        table = self.tables_by_id.get(row.id)
        if table is not None:
            await table.perform(end)
            return
        try:
            await self._services.store.end_match(row, seats, why)
        except Conflict as error:
            raise stale from error

    def disconnect_guest(self, guest_id: str) -> None:
        """Close all connections of a guest, and forget the guest's network address."""
        self._services.visitors.forget(guest_id)
        for table in self.tables_by_id.values():
            for client in table.presence.clients:
                if client.guest_id == guest_id:
                    client.end()

    async def reload(self, match_id: str) -> None:
        """Update a table in memory after its match was changed or deleted in the database."""
        table = self.tables_by_id.get(match_id)
        if table is not None:
            await table.catch_up()

    async def merge(self, old: str, new: str) -> None:
        """Replace guest ``old`` with guest ``new`` in memory, after the two have been merged in the database."""
        self._services.visitors.record_merger(old, new)
        inheriting = [self._services.tasks.spawn(table.replace_guest(old, new)) for table in self.tables_by_id.values()]
        if inheriting:
            await asyncio.wait(inheriting)

    # ------------------------------------------------------------ changes by other processes

    def moved_on(self, match_id: str, append: Append | None) -> None:
        """Apply a change that another process has made to a match.

        ``append``: the new entries; if it is None, read the match from the database.
        """
        table = self.tables_by_id.get(match_id)
        if table is not None:
            self._services.tasks.spawn(table.catch_up() if append is None else table.apply_remote_append(append))

    def on_presence(self, process: str, match_id: str, guests: Collection[str]) -> None:
        """Record which guests are connected to a table through another process."""
        table = self.tables_by_id.get(match_id)
        if table is not None:
            self._services.tasks.spawn(table.present_elsewhere(process, guests))

    def on_guests_merged(self, old: str, new: str) -> None:
        """Replace guest ``old`` with guest ``new`` after another process has merged them."""
        self._services.tasks.spawn(self.merge(old, new))

    def on_chat_message(self, match_id: str, seated: bool, word: ChatMessage) -> None:
        """Send a chat message to the clients of its table.

        ``seated``: the author has a seat. Players and spectators have separate chats.
        """
        table = self.tables_by_id.get(match_id)
        if table is not None:
            table.deliver_chat(word, seated)

    def on_analysis(self, match_id: str, done: int, total: int) -> None:
        """Record the progress of an analysis by another process."""
        now = asyncio.get_running_loop().time()
        self._analyses = {id: one for id, one in self._analyses.items() if one[0] > now}
        self._analyses[match_id] = now + ANALYSIS_SECONDS, done, total

    def remote_analysis(self, match_id: str) -> tuple[int, int] | None:
        """Return how many parts of a match another process has analysed, and of how many; None if it does not."""
        until, done, total = self._analyses.get(match_id, (0.0, 0, 0))
        return (done, total) if until > asyncio.get_running_loop().time() else None

    def on_messages_lost(self) -> None:
        """Update all tables from the database and make all clients reconnect, since notifications may be missing."""
        for table in self.tables_by_id.values():
            self._services.tasks.spawn(table.catch_up())
            for client in table.presence.clients:
                client.end()

    # ------------------------------------------------------------ presence

    def presence_changed(self, match_id: str) -> None:
        """Schedule a message about who is connected to a table, for its clients and for other processes.

        It is sent after ``PRESENCE_SECONDS`` and includes all changes until then.
        """
        if match_id not in self._presence_changed:
            self._presence_changed.add(match_id)
            self._services.tasks.spawn(self._tell_presence(match_id))

    async def _tell_presence(self, match_id: str) -> None:
        await asyncio.sleep(PRESENCE_SECONDS)
        self._presence_changed.discard(match_id)
        table = self.tables_by_id.get(match_id)
        if table is not None:
            await table.tell_presence()
        bus = self._services.store.bus
        if bus.shared:
            await bus.announce_presence(match_id, table.presence.guests_here() if table else set())


async def _registry(request: Request) -> TableRegistry:
    tables: TableRegistry = request.app.state.tables
    return tables


CurrentTables = Annotated[TableRegistry, Depends(_registry)]
