"""What matches take of a process' memory and of the disk, and which tables have to leave memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from pydantic_core import to_json

from mandapa.play import Entry
from mandapa.server.live.table import LiveTable
from mandapa.server.protection.limits import ADDRESS_SHARE

MOST = 200_000
"""Entries of all tables in memory, above which those that nobody looks at leave it before their time; and of the large
ones, looked at or not."""
LARGE = 2_000
"""Entries of a table that few matches have. Whoever opens many such tables has them closed again."""
DETAIL_BYTES = 100
"""Of what a referee keeps, written as JSON; in memory they take as much as an entry."""


def size_of(entries: Iterable[Entry]) -> int:
    """What entries take, in entries without details."""
    of_each = (0 if entry.details is None else len(to_json(entry.details)) for entry in entries)
    return sum(1 + length // DETAIL_BYTES for length in of_each)


def leaving(tables: Iterable[LiveTable], address_of: Callable[[LiveTable], str]) -> Iterator[LiveTable]:
    """The tables that have to leave, of all that are in memory, in the order in which they have come.

    Those that nobody looks at make room first. Then come large ones, looked at or not, the last ones first, until those
    that somebody at one address has opened, and all together, are no more than there may be. What is small stays.
    """
    staying = dict.fromkeys(tables)
    entries = sum(table.size for table in staying)
    for table in sorted(staying, key=lambda table: table.touched)[:-1] if entries > MOST else ():  # not the newcomer
        if entries > MOST and table.idle:
            entries -= table.size
            del staying[table]
            yield table
    large = Counter[str]()
    for table in (table for table in staying if table.size > LARGE):
        shares = {f"address {address_of(table)}": MOST // ADDRESS_SHARE, "all": MOST}
        if any(large[who] + table.size > most for who, most in shares.items()):
            yield table
        else:
            large.update(dict.fromkeys(shares, table.size))
