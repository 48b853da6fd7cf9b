"""Merge two guests who are the same person, without losing data of either."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, Connection, delete, exists, func, or_, select, update

from mandapa.server.store import chunked_changes, schema
from mandapa.server.store.match_filters import of_guest

OWNED: tuple[Column[Any], ...] = tuple(
    key.parent
    for table in schema.metadata.sorted_tables
    for key in table.foreign_keys
    if key.column.table is schema.guest
)
"""Every database column with a foreign key to a guest. Columns added to the schema later are included automatically."""


def lock(connection: Connection, guests: Collection[str]) -> None:
    """Lock these guests and their matches until the transaction ends.

    To avoid deadlocks, rows are locked in the same order as in ``Writer``: first the matches, sorted by id, then the
    guests.
    """
    matches = select(schema.match.c.id).where(or_(*(of_guest(guest) for guest in guests)))
    connection.execute(matches.order_by(schema.match.c.id).with_for_update())
    rows = select(schema.guest.c.id).where(schema.guest.c.id.in_(guests)).order_by(schema.guest.c.id)
    connection.execute(rows.with_for_update())


def hand_over_matches(connection: Connection, old: str, new: str, match_ids: Collection[str]) -> int:
    """Transfer matches from guest ``old`` to guest ``new``, and return their number.

    Transfer nothing and return 0 if one of the guests has been deleted by another merger in the meantime.
    """
    match, seat = schema.match.c, schema.seat.c
    locked = select(match.id).where(match.id.in_(match_ids)).order_by(match.id).with_for_update()
    found = list(connection.execute(locked).scalars())
    if not _both_exist(connection, old, new):
        return 0
    seats = (seat.guest_id == old) & seat.match_id.in_(found)
    connection.execute(update(schema.seat).where(seats).values(guest_id=new))
    opened = (match.owner == old) & match.id.in_(found)
    connection.execute(update(schema.match).where(opened).values(owner=new))
    return len(found)


def hand_over_words(connection: Connection, old: str, new: str) -> int:
    """Transfer up to ``chunked_changes.ROWS`` chat messages from guest ``old`` to guest ``new``; return their number.

    Transfer nothing and return 0 if one of the guests has been deleted by another merger in the meantime.
    """
    word = schema.chat_message.c
    if not _both_exist(connection, old, new):
        return 0
    some = select(word.id).where(word.guest_id == old).limit(chunked_changes.ROWS)
    return connection.execute(update(schema.chat_message).where(word.id.in_(some)).values(guest_id=new)).rowcount


def _both_exist(connection: Connection, old: str, new: str) -> bool:
    guests = select(schema.guest.c.id).where(schema.guest.c.id.in_((old, new))).order_by(schema.guest.c.id)
    return len(connection.execute(guests.with_for_update()).all()) == 2


def merge(connection: Connection, old: str, new: str) -> int:
    """Transfer all data of guest ``old`` to guest ``new`` and delete ``old``; return the number of matches transferred.

    The caller must have locked both guests with ``lock``.
    """
    tables = len(connection.execute(select(schema.match.c.id).where(of_guest(old))).all())
    _merge_mutes(connection, old, new)
    _merge_asked(connection, old, new)
    _merge_faces(connection, old, new)
    for column in OWNED:
        _leave_one(connection, column, old, new)
        connection.execute(update(column.table).where(column == old).values({column: new}))
    connection.execute(delete(schema.guest).where(schema.guest.c.id == old))
    return tables


def _leave_one(connection: Connection, column: Column[Any], old: str, new: str) -> None:
    """Delete the rows of ``old`` whose primary key would already exist once ``old`` is replaced by ``new``."""
    table, theirs = column.table, column.table.alias()
    if column.primary_key:
        rest = [theirs.c[other.name] == other for other in table.primary_key if other is not column]
        connection.execute(delete(table).where(column == old, exists().where(theirs.c[column.name] == new, *rest)))


def _merge_faces(connection: Connection, old: str, new: str) -> None:
    """Copy the colour and the languages of ``old`` to ``new`` where ``new`` has not set them."""
    guest = schema.guest.c
    had = connection.execute(select(guest.colour, guest.languages).where(guest.id == old)).one()
    values = {"colour": func.coalesce(guest.colour, had.colour)}
    values["languages"] = func.coalesce(func.nullif(guest.languages, ""), had.languages)
    connection.execute(update(schema.guest).where(guest.id == new).values(values))


def _merge_mutes(connection: Connection, old: str, new: str) -> None:
    """Prepare the mutes of ``old`` for transfer to ``new``.

    A guest blocked by one of the two stays blocked. If one of the two has muted the other, that mute is deleted.
    """
    mute = schema.mute.c
    for own, other in ((mute.guest_id, mute.muted), (mute.muted, mute.guest_id)):
        blocked = select(other).where(own == old, mute.blocked)
        connection.execute(update(schema.mute).where(own == new, other.in_(blocked)).values(blocked=True))
        connection.execute(delete(schema.mute).where(own == old, other == new))


def _merge_asked(connection: Connection, old: str, new: str) -> None:
    """Mark an invitation of ``new`` as declined if ``old`` has declined an invitation to the same match."""
    asked = schema.invited_guest.c
    declined = select(asked.match_id).where(asked.guest_id == old, asked.declined)
    connection.execute(
        update(schema.invited_guest).where(asked.guest_id == new, asked.match_id.in_(declined)).values(declined=True)
    )
