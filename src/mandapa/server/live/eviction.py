"""Estimate the memory use of matches, and choose tables to evict from memory."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from pydantic_core import to_json

from mandapa.play import Entry
from mandapa.server.live.table import LiveTable
from mandapa.server.protection.limits import ADDRESS_SHARE

MAX_ENTRIES_IN_MEMORY = 200_000
"""Maximum size of all tables in memory together, counted in entries.

Above this size, idle tables are evicted before their time, and large tables even if they have clients.
"""
LARGE = 2_000
"""Size above which a table counts as large, counted in entries. Few games are that long.

If there are too many large tables, in total or created from one network address, some of them are evicted.
"""
DETAIL_BYTES = 100
"""Number of bytes of a referee's details, encoded as JSON, that count as much as one entry."""


def size_of(entries: Iterable[Entry]) -> int:
    """Estimate the memory use of entries. The unit is the memory that one entry without details takes."""
    of_each = (0 if entry.details is None else len(to_json(entry.details)) for entry in entries)
    return sum(1 + length // DETAIL_BYTES for length in of_each)


def choose_evictions(tables: Iterable[LiveTable], address_of: Callable[[LiveTable], str]) -> Iterator[LiveTable]:
    """Yield the tables to evict, so that the tables that stay in memory do not exceed the size limits.

    ``tables`` must be in the order in which they were loaded. Idle tables are evicted first. If large tables then
    exceed their limit, in total or for one address, those loaded last are evicted, even if they have clients. Small
    tables with clients are never evicted.
    """
    staying = dict.fromkeys(tables)
    entries = sum(table.size for table in staying)
    for table in (
        sorted(staying, key=lambda table: table.touched)[:-1] if entries > MAX_ENTRIES_IN_MEMORY else ()
    ):  # all but the table used last
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
