"""What has to be known of everybody so that nobody takes what others need: counted for all processes alike."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from sqlalchemy import Connection, delete, select, text, tuple_, update

from mandapa.server.store import schema

AT_ONCE = 500
"""Rows that are forgotten in one transaction."""
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


def begun_elsewhere(connection: Connection) -> list[str]:
    """Matches of which it is known from where they were opened, and which are not in the lobby any more."""
    begun = (schema.match.c.status != "waiting") & schema.match.c.origin.is_not(None)
    return list(connection.execute(select(schema.match.c.id).where(begun).limit(AT_ONCE)).scalars())


def forget_addresses(connection: Connection, match_ids: Collection[str]) -> int:
    """Forgets some counts whose time is over, and from where these matches were opened; returns how much there was."""
    tally = schema.tally
    key = tuple_(tally.c.kind, tally.c.who, tally.c.until)
    over = select(*key).where(tally.c.until < int(time.time())).limit(AT_ONCE)
    number = connection.execute(delete(tally).where(key.in_(over))).rowcount
    matches = update(schema.match).where(schema.match.c.id.in_(match_ids)).values(origin=None)
    return number + connection.execute(matches).rowcount
