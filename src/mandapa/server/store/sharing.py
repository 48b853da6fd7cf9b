"""What has to be known of everybody so that nobody takes what others need: counted for all processes alike."""

from __future__ import annotations

import time
from collections.abc import Mapping

from sqlalchemy import Connection, delete, text, update

from mandapa.server.store import schema

_COUNT = text(
    "INSERT INTO tally (kind, who, until, count) VALUES (:kind, :who, :until, :number) "
    "ON CONFLICT (kind, who, until) DO UPDATE SET count = tally.count + :number RETURNING count"
)


def of_guest(guest_id: str) -> str:
    """Whose a guest's own share is."""
    return f"guest {guest_id}"


def count(connection: Connection, kind: str, until: int, most: Mapping[str, int], number: int = 1) -> dict[str, int]:
    """Counts ``number`` of a kind for each of those who share it, in the window until ``until`` (seconds since 1970).

    Returns how many each has then had. If that is more than ``most`` for anybody, it has not been counted for any.
    """
    counts = {}
    for who in sorted(most):  # in the order in which every process locks them
        row = connection.execute(_COUNT, {"kind": kind, "who": who, "until": until, "number": number})
        counts[who] = int(row.scalar_one())
    if any(counts[who] > most[who] for who in most):
        connection.rollback()
    return counts


def forget_addresses(connection: Connection) -> None:
    """Forgets counts whose time is over, and from where tables were opened that are not in the lobby any more."""
    connection.execute(delete(schema.tally).where(schema.tally.c.until < int(time.time())))
    begun = (schema.match.c.status != "waiting") & schema.match.c.origin.is_not(None)
    connection.execute(update(schema.match).where(begun).values(origin=None))
