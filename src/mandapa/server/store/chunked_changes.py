"""Creation and deletion of long matches, split into short transactions so that moves can be stored in between.

No other code sees an incomplete match. While the entries of a match are being stored or deleted, the ``seq`` column of
the match, normally the number of its last entry, is ``HIDDEN``, and queries skip the match. If the process dies before
it has finished, ``ops.retention`` deletes the hidden match later.
"""

from collections.abc import Collection
from dataclasses import asdict

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from mandapa.server.store import rows, schema, writer
from mandapa.server.store.database import Database

ROWS = 500
"""Maximum number of rows stored or deleted in one transaction. A transaction of this size takes a few milliseconds."""
HIDDEN = -1
VISIBLE = schema.match.c.seq >= 0


async def create(database: Database, stored: rows.StoredMatch) -> None:
    """Store a new match. It becomes visible once all of its entries are stored."""
    entries, row = list(stored.entries), asdict(stored.row)
    shown = {name: row[name] for name in ("seq", "owner", "listed", "due")}

    def begin(connection: Connection) -> None:
        connection.execute(insert(schema.match), row | {"seq": HIDDEN, "owner": None, "listed": False, "due": None})

    def add(connection: Connection, begin_at: int) -> None:
        piece = [writer.entry_row(stored.row.id, entry) for entry in entries[begin_at : begin_at + ROWS]]
        if piece:
            connection.execute(insert(schema.entry), piece)

    def show(connection: Connection) -> None:
        fields = [column.name for column in schema.seat.c if column.name != "match_id"]
        seats = [{name: getattr(seat, name) for name in fields} for seat in stored.seats]
        connection.execute(insert(schema.seat), [seat | {"match_id": stored.row.id} for seat in seats])
        connection.execute(update(schema.match).where(schema.match.c.id == stored.row.id).values(shown))

    last = max(0, len(entries) - 1) // ROWS * ROWS
    for begin_at in range(0, last + 1, ROWS):

        def store(connection: Connection, begin_at: int = begin_at) -> None:
            if begin_at == 0:
                begin(connection)
            add(connection, begin_at)
            if begin_at == last:
                show(connection)

        await database.run_bulk_change(store)


def hide(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Hide the matches that fulfil a condition and remove them from all lists; return their ids.

    Call this before deleting matches. From then on, any attempt to make a move in them fails.
    """
    match = schema.match.c
    found = list(connection.execute(select(match.id).where(which).order_by(match.id).with_for_update()).scalars())
    values = {"seq": HIDDEN, "owner": None, "listed": False, "due": None, "revision": match.revision + 1}
    connection.execute(update(schema.match).where(match.id.in_(found)).values(values))
    connection.execute(update(schema.seat).where(schema.seat.c.match_id.in_(found)).values(guest_id=None, invite=None))
    return found


async def erase(database: Database, match_ids: Collection[str]) -> None:
    """Delete hidden matches and all their data."""
    for match_id in match_ids:

        def piece(connection: Connection, match_id: str = match_id) -> bool:
            return erase_piece(connection, match_id)

        while await database.run_bulk_change(piece):
            pass


def erase_piece(connection: Connection, match_id: str) -> bool:
    """Delete up to ``ROWS`` entries of a hidden match, the last ones first; return True if entries are left.

    The call that deletes the first entries also deletes the match itself.
    """
    entry, match = schema.entry.c, schema.match.c
    if connection.execute(select(match.id).where(match.id == match_id, ~VISIBLE)).first() is None:
        return False
    last = connection.execute(select(func.max(entry.seq)).where(entry.match_id == match_id)).scalar() or 0
    connection.execute(delete(schema.entry).where(entry.match_id == match_id, entry.seq > last - ROWS))
    if last > ROWS:
        return True
    connection.execute(delete(schema.match).where(match.id == match_id, ~VISIBLE))
    return False
