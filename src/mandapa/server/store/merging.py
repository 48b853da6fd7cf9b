"""Two guests turn out to be one person: what was one's becomes the other's, and nothing is lost."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, func, or_, select, update

from mandapa.server.store import schema
from mandapa.server.store.whose import of_guest

OWNED = (
    schema.seat.c.guest_id,
    schema.match.c.owner,
    schema.session.c.guest_id,
    schema.resume_code.c.guest_id,
    schema.passkey.c.guest_id,
    schema.report.c.about,
    schema.report.c.reporter,
    schema.word.c.guest_id,
    schema.mute.c.guest_id,
    schema.mute.c.muted,
    schema.asked.c.guest_id,
)
"""Every column that names a guest."""


def lock(connection: Connection, guests: Collection[str]) -> None:
    """Whoever changes these guests, or their matches, waits for this transaction.

    Locks come in the order in which the writer of entries takes them, so that neither waits for the other in a circle:
    the matches, by id, and then the guests.
    """
    matches = select(schema.match.c.id).where(or_(*(of_guest(guest) for guest in guests)))
    connection.execute(matches.order_by(schema.match.c.id).with_for_update())
    rows = select(schema.guest.c.id).where(schema.guest.c.id.in_(guests)).order_by(schema.guest.c.id)
    connection.execute(rows.with_for_update())


def merge(connection: Connection, old: str, new: str) -> int:
    """Gives everything of guest ``old`` to guest ``new`` and forgets ``old``; returns the number of matches.

    Both are to be locked. Whoever would name ``old`` after that fails by the foreign key.
    """
    tables = len(connection.execute(select(schema.match.c.id).where(of_guest(old))).all())
    _merge_mutes(connection, old, new)
    _merge_asked(connection, old, new)
    _merge_faces(connection, old, new)
    for column in OWNED:
        connection.execute(update(column.table).where(column == old).values({column: new}))
    connection.execute(delete(schema.guest).where(schema.guest.c.id == old))
    return tables


def _merge_faces(connection: Connection, old: str, new: str) -> None:
    """What ``new`` has not said of itself it has from ``old``."""
    guest = schema.guest.c
    had = connection.execute(select(guest.colour, guest.languages).where(guest.id == old)).one()
    values = {"colour": func.coalesce(guest.colour, had.colour)}
    values["languages"] = func.coalesce(func.nullif(guest.languages, ""), had.languages)
    connection.execute(update(schema.guest).where(guest.id == new).values(values))


def _merge_mutes(connection: Connection, old: str, new: str) -> None:
    """Leaves of what both have, and of what they have of each other, nothing to ``old``."""
    mute = schema.mute.c
    for own, other in ((mute.guest_id, mute.muted), (mute.muted, mute.guest_id)):
        blocked = select(other).where(own == old, mute.blocked)
        connection.execute(update(schema.mute).where(own == new, other.in_(blocked)).values(blocked=True))
        both = other.in_(select(other).where(own == new))
        connection.execute(delete(schema.mute).where(own == old, both | (other == new)))


def _merge_asked(connection: Connection, old: str, new: str) -> None:
    """Leaves to ``old`` no table to which both are asked; what one has declined, both have."""
    asked = schema.asked.c
    declined = select(asked.match_id).where(asked.guest_id == old, asked.declined)
    connection.execute(
        update(schema.asked).where(asked.guest_id == new, asked.match_id.in_(declined)).values(declined=True)
    )
    both = asked.match_id.in_(select(asked.match_id).where(asked.guest_id == new))
    connection.execute(delete(schema.asked).where(asked.guest_id == old, both))
