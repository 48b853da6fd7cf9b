"""Usage counters for rate limits, shared by all processes."""

import time
from collections.abc import Collection, Mapping

from sqlalchemy import Connection, delete, select, text, tuple_, update

from mandapa.server.store import schema

AT_ONCE = 500
"""Maximum number of rows deleted in one transaction."""
_COUNT = text(
    "INSERT INTO tally (kind, who, until, count) VALUES (:kind, :who, :until, :number) "
    "ON CONFLICT (kind, who, until) DO UPDATE SET count = tally.count + :number RETURNING count"
)


def guest_key(guest_id: str) -> str:
    """Return the key under which the actions of a guest are counted."""
    return f"guest {guest_id}"


def count(connection: Connection, kind: str, until: int, most: Mapping[str, int], number: int = 1) -> dict[str, int]:
    """Add ``number`` to several counters for the time window that ends at ``until`` (seconds since 1970).

    ``most``: the limit of each counter, by key. Return the new count of each. If one of them exceeds its limit, none of
    the counters is changed.
    """
    counts = {}
    for who in sorted(most):  # every process must lock the counters in the same order
        row = connection.execute(_COUNT, {"kind": kind, "who": who, "until": until, "number": number})
        counts[who] = int(row.scalar_one())
    if any(counts[who] > most[who] for who in most):
        connection.rollback()
    return counts


def begun_elsewhere(connection: Connection) -> list[str]:
    """Return the ids of matches that are no longer in the lobby but still store the address that created them."""
    begun = (schema.match.c.status != "waiting") & schema.match.c.origin.is_not(None)
    return list(connection.execute(select(schema.match.c.id).where(begun).limit(AT_ONCE)).scalars())


def forget_addresses(connection: Connection, match_ids: Collection[str]) -> int:
    """Delete up to ``AT_ONCE`` expired counters, and the address that created each of the given matches.

    Return the number of rows deleted or changed.
    """
    tally = schema.tally
    key = tuple_(tally.c.kind, tally.c.who, tally.c.until)
    over = select(*key).where(tally.c.until < int(time.time())).limit(AT_ONCE)
    number = connection.execute(delete(tally).where(key.in_(over))).rowcount
    matches = update(schema.match).where(schema.match.c.id.in_(match_ids)).values(origin=None)
    return number + connection.execute(matches).rowcount
