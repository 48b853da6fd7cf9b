"""Group commit: all pending entries are stored in one transaction, and acknowledged once they are on disk."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError

from mandapa.play import Entry
from mandapa.server.outage import StoreUnavailable, passing
from mandapa.server.store import schema
from mandapa.server.store.bus import Bus
from mandapa.server.store.database import Database
from mandapa.server.store.rows import Append, Conflict

MAX_BATCH = 200
PAUSE_SECONDS = 0.01
"""Minimum number of seconds between the starts of two transactions.

Under load, several moves therefore share a transaction. A move is not delayed if there has been none just before it.
"""

# The rows are always locked in the same order, so that two processes never deadlock.
_heads = (
    select(schema.match.c.id, schema.match.c.seq, schema.match.c.revision)
    .where(schema.match.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(schema.match.c.id)
    .with_for_update()
)
_add = insert(schema.entry)
_move_on = (
    update(schema.match)
    .where(schema.match.c.id == bindparam("match"))
    .values(
        seq=bindparam("new_seq"),
        status=bindparam("new_status"),
        turn=bindparam("new_turn"),
        updated=bindparam("new_updated"),
        result=bindparam("new_result"),
        ending=bindparam("new_ending"),
        due=bindparam("new_due"),
    )
)
_change_options = (
    update(schema.match)
    .where(schema.match.c.id == bindparam("match"))
    .values(options=bindparam("new_options"), revision=schema.match.c.revision + 1)
)
_change_seat = (
    update(schema.seat)
    .where(schema.seat.c.match_id == bindparam("match"), schema.seat.c.seat == bindparam("number"))
    .values(
        name=bindparam("new_name"),
        kind=bindparam("new_kind"),
        bot=bindparam("new_bot"),
        guest_id=bindparam("new_guest"),
        invite=bindparam("new_invite"),
        asked=bindparam("new_asked"),
        resigned=bindparam("new_resigned"),
    )
)


class Writer:
    """Stores new entries of matches. One task takes them from a queue and commits each batch in a reserved thread.

    Each transaction is a single call in that thread. Sending its statements one by one through an asynchronous driver
    would take four times as long.
    """

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._queue: asyncio.Queue[tuple[Append, asyncio.Future[None]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the writer."""
        self._task = asyncio.create_task(self._work(), name="store-writer")

    async def stop(self) -> None:
        """Store all pending entries, then stop."""
        if self._task is None:
            return
        await self._queue.join()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def append(self, append: Append) -> None:
        """Queue new entries and return once they are stored.

        Raise ``Conflict`` if another process or request has changed the match in the meantime.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((append, done))
        await done

    async def _work(self) -> None:
        last = 0.0
        while True:
            batch = [await self._queue.get()]
            await asyncio.sleep(max(0.0, last + PAUSE_SECONDS - time.monotonic()))
            last = time.monotonic()
            while not self._queue.empty() and len(batch) < MAX_BATCH:
                batch.append(self._queue.get_nowait())
            try:
                await self._commit(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _commit(self, batch: Sequence[tuple[Append, asyncio.Future[None]]]) -> None:
        try:
            appends = [append for append, _ in batch]
            async with self._database.turn:
                conflicts = await self._database.run_in_reserved_thread(lambda: self._store(appends))
        except (IntegrityError, DataError):
            if len(batch) > 1:  # store each append in its own transaction to find the one that failed
                for one in batch:
                    await self._commit([one])
                return
            conflicts = {0}
        except Exception as error:
            self._database.outage.failed(error, writing=True)
            for _, done in batch:
                _settle(done, Conflict() if passing(error) else StoreUnavailable(str(error)))
            return
        self._database.outage.record_success(writing=True)
        for n, (_, done) in enumerate(batch):
            _settle(done, Conflict() if n in conflicts else None)

    def _store(self, appends: Sequence[Append]) -> set[int]:
        """Store the appends in one transaction; return the indices of those that were left out because of a conflict.

        A conflict means that the match has changed since the append was made.
        """
        with self._database.appends.begin() as connection:
            stored = _locked_heads(connection, sorted({append.match_id for append in appends}))
            conflicts, accepted = set[int](), list[Append]()
            for n, append in enumerate(appends):
                seq, revision = stored.get(append.match_id, (None, 0))
                # Seats that were read before a change of a player's name must not overwrite the new name.
                if seq != append.entries[0].seq - 1 or (append.seats and append.revision != revision):
                    conflicts.add(n)
                    continue
                stored[append.match_id] = append.entries[-1].seq, revision
                accepted.append(append)
            if accepted:
                _write(connection, accepted)
                self._bus.announce_appends(connection, accepted)
            return conflicts


def _locked_heads(connection: Connection, ids: list[str]) -> dict[str, tuple[int, int]]:
    """Lock these matches until the commit; return the last entry number and the revision number of each, by id."""
    return {row.id: (row.seq, row.revision) for row in connection.execute(_heads, {"ids": ids})}


def _write(connection: Connection, appends: Sequence[Append]) -> None:
    connection.execute(_add, [row for append in appends for row in _entry_rows(append)])
    connection.execute(_move_on, [_header(append) for append in appends])
    seats = [
        {
            "match": append.match_id,
            "number": row.seat,
            "new_name": row.name,
            "new_kind": row.kind,
            "new_bot": row.bot,
            "new_guest": row.guest_id,
            "new_invite": row.invite,
            "new_asked": row.asked,
            "new_resigned": row.resigned,
        }
        for append in appends
        for row in append.seats
    ]
    if seats:
        connection.execute(_change_seat, seats)
    options = [{"match": one.match_id, "new_options": one.options} for one in appends if one.options is not None]
    if options:
        connection.execute(_change_options, options)


def _entry_rows(append: Append) -> list[dict[str, object]]:
    requests = [append.request, *[None] * (len(append.entries) - 1)]
    pairs = zip(append.entries, requests, strict=True)
    return [entry_row(append.match_id, entry, request) for entry, request in pairs]


def entry_row(match_id: str, entry: Entry, request: str | None = None) -> dict[str, object]:
    """Convert an entry into a database row. All rows have the same columns, which a bulk insert requires."""
    return entry.to_json() | {"details": entry.details, "match_id": match_id, "request": request}


def _header(append: Append) -> dict[str, object]:
    last = append.entries[-1]
    return {
        "match": append.match_id,
        "new_seq": last.seq,
        "new_status": append.status,
        "new_turn": append.turn,
        "new_updated": last.at,
        "new_result": append.result,
        "new_ending": append.ending,
        "new_due": append.due,
    }


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():  # the caller has been cancelled
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
