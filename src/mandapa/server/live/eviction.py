"""Estimate the memory use of matches, and choose tables to evict from memory."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from pydantic_core import to_json

from mandapa.play import Entry
from mandapa.server.live.table import LiveTable
from mandapa.server.protection.limits import ADDRESS_SHARE

MAX_ENTRIES_IN_MEMORY = 200_000
"""Maximum number of entries in memory, over all tables.

Above this number, idle tables are evicted early. Large tables are evicted even if they have clients.
"""
LARGE = 2_000
"""Number of entries above which a table counts as large, which is rare.

If an address opens many large tables, some of them are evicted.
"""
DETAIL_BYTES = 100
"""Number of bytes of referee details (as JSON) that take as much memory as one entry."""


def size_of(entries: Iterable[Entry]) -> int:
    """Estimate the memory that entries take, in units of one entry without details."""
    of_each = (0 if entry.details is None else len(to_json(entry.details)) for entry in entries)
    return sum(1 + length // DETAIL_BYTES for length in of_each)


def choose_evictions(tables: Iterable[LiveTable], address_of: Callable[[LiveTable], str]) -> Iterator[LiveTable]:
    """Choose which tables to evict; ``tables`` is in loading order.

    Idle tables are evicted first. If large tables exceed the bounds, in total or for one address, the newest of them
    are evicted even if they have clients. Small tables with clients stay.
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
