"""Change the name of a guest in the stored matches, each of which contains the names of its players."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select, union, update

from mandapa.play.entries import SEAT
from mandapa.play.seats import CLAIM
from mandapa.server.store import schema

NAMELESS = "A guest"
"""Name shown for a deleted guest."""


MATCHES = 20
"""Maximum number of matches in which a name is changed in one transaction.

The transaction has to search all entries of these matches, so it must not include too many.
"""


def matches_naming(connection: Connection, guest_id: str) -> list[str]:
    """Return the ids of the matches that a guest plays in or has created."""
    return list(connection.execute(select(schema.match.c.id).where(_names(guest_id))).scalars())


def in_parts(match_ids: Sequence[str]) -> list[Sequence[str]]:
    """Split a list of match ids into batches of at most ``MATCHES``, one for each transaction."""
    return [match_ids[begin : begin + MATCHES] for begin in range(0, len(match_ids), MATCHES)]


def _names(guest_id: str) -> ColumnElement[bool]:
    """Return an SQL condition that selects the matches that a guest plays in or has created."""
    sits = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id)
    opened = select(schema.match.c.id).where(schema.match.c.owner == guest_id)
    return schema.match.c.id.in_(union(sits, opened))


def rename_seats(
    connection: Connection, guest_id: str, name: str, match_ids: Collection[str] | None = None
) -> dict[str, int]:
    """Change a guest's name at the guest's seats; return the last entry number of each match concerned, by match id.

    ``match_ids``: change the name only in these matches; None: in all.
    """
    match, seat = schema.match.c, schema.seat.c
    which = _names(guest_id) if match_ids is None else match.id.in_(match_ids)
    locked = select(match.id, match.seq).where(which).order_by(match.id).with_for_update()
    changed = {row.id: row.seq for row in connection.execute(locked)}
    his = (seat.guest_id == guest_id) & seat.match_id.in_(list(changed))
    for row in connection.execute(select(schema.seat).where(his)).all():
        claims = _claims(connection, row.match_id, row.seat)
        if claims:
            _rename_claim(connection, claims[-1], name)
        else:
            _rename_first(connection, row, name)
        own = (seat.match_id == row.match_id) & (seat.seat == row.seat)
        connection.execute(update(schema.seat).where(own).values(name=name))
    _revise(connection, list(changed))
    return changed


def revise_matches(connection: Connection, guest_id: str) -> dict[str, int]:
    """Increase the revision number of the unfinished matches that a guest plays in, so that servers reload them.

    This is needed when the guest's colour or languages have changed. Return the last entry number of each match, by
    match id.
    """
    match, seat = schema.match.c, schema.seat.c
    sits = match.id.in_(select(seat.match_id).where(seat.guest_id == guest_id)) & (match.status != "over")
    locked = select(match.id, match.seq).where(sits).order_by(match.id).with_for_update()
    changed = {row.id: row.seq for row in connection.execute(locked)}
    _revise(connection, list(changed))
    return changed


def erase_occupant_names(connection: Connection, match_id: str, number: int, before: int) -> int:
    """Replace the names of all players who had a seat before an entry of the match with ``NAMELESS``.

    ``number``: index of the seat; ``before``: number of the entry. Return the number of the match's last entry.
    """
    match, seat = schema.match.c, schema.seat.c
    seq = connection.execute(select(match.seq).where(match.id == match_id).with_for_update()).scalar_one()
    own = (seat.match_id == match_id) & (seat.seat == number)
    _rename_first(connection, connection.execute(select(schema.seat).where(own)).one(), NAMELESS)
    for claim in _claims(connection, match_id, number):
        if claim[1] < before:
            _rename_claim(connection, claim, NAMELESS)
    _revise(connection, [match_id])
    return int(seq)


def _claims(connection: Connection, match_id: str, number: int) -> list[tuple[str, int]]:
    """Return the entries that record a player taking the seat, in order, as pairs of match id and entry number."""
    entry = schema.entry.c
    here = (entry.match_id == match_id) & (entry.kind == SEAT) & (entry.seat == number)
    query = select(entry.match_id, entry.seq).where(here, entry.text.startswith(f"{CLAIM} "))
    return [(row.match_id, row.seq) for row in connection.execute(query.order_by(entry.seq))]


def _rename_claim(connection: Connection, claim: tuple[str, int], name: str) -> None:
    entry = schema.entry.c
    this = (entry.match_id == claim[0]) & (entry.seq == claim[1])
    connection.execute(update(schema.entry).where(this).values(text=f"{CLAIM} {name}"))


def _rename_first(connection: Connection, row: Row[Any], name: str) -> None:
    """Change the recorded name of the person who had the seat when the match began. Do nothing if that was a bot."""
    if row.first["kind"] != "person":
        return
    seat = schema.seat.c
    own = (seat.match_id == row.match_id) & (seat.seat == row.seat)
    connection.execute(update(schema.seat).where(own).values(first={**row.first, "name": name}))


def _revise(connection: Connection, match_ids: list[str]) -> None:
    match = schema.match.c
    connection.execute(update(schema.match).where(match.id.in_(match_ids)).values(revision=match.revision + 1))
