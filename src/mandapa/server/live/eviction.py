"""Memory and disk use of matches, and the choice of tables to evict from memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from pydantic_core import to_json

from mandapa.play import Entry
from mandapa.server.live.table import LiveTable
from mandapa.server.protection.limits import ADDRESS_SHARE

MAX_ENTRIES_IN_MEMORY = 200_000
"""Upper bound on the entries of all tables in memory. Above it, tables without clients are evicted early; large tables
are evicted even with clients."""
LARGE = 2_000
"""Number of entries above which a table counts as large, which is rare. Large tables are evicted from an address that
opens many of them."""
DETAIL_BYTES = 100
"""Size of referee details, in bytes of JSON, that takes as much memory as one entry."""


def size_of(entries: Iterable[Entry]) -> int:
    """Return the memory that entries take, in units of one entry without details."""
    of_each = (0 if entry.details is None else len(to_json(entry.details)) for entry in entries)
    return sum(1 + length // DETAIL_BYTES for length in of_each)


def choose_evictions(tables: Iterable[LiveTable], address_of: Callable[[LiveTable], str]) -> Iterator[LiveTable]:
    """Choose the tables to evict from those in memory, which come in the order in which they were loaded.

    Idle tables are evicted first. Large tables follow, newest first and with or without clients, until both their total
    and the share of each address are within bounds. Small tables stay.
    """
    staying = dict.fromkeys(tables)
    entries = sum(table.size for table in staying)
    for table in (
        sorted(staying, key=lambda table: table.touched)[:-1] if entries > MAX_ENTRIES_IN_MEMORY else ()
    ):  # not the newest
        if entries > MAX_ENTRIES_IN_MEMORY and table.idle:
            entries -= table.size
            del staying[table]
            yield table
    large = Counter[str]()
    for table in (table for table in staying if table.size > LARGE):
        shares = {f"address {address_of(table)}": MAX_ENTRIES_IN_MEMORY // ADDRESS_SHARE, "all": MAX_ENTRIES_IN_MEMORY}
        if any(large[who] + table.size > most for who, most in shares.items()):
            yield table
        else:
            large.update(dict.fromkeys(shares, table.size))
