"""Change a guest's name wherever matches have stored it."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select, union, update

from mandapa.play.entries import SEAT
from mandapa.play.seats import CLAIM
from mandapa.server.store import schema

NAMELESS = "A guest"
"""Placeholder for the name of a deleted guest."""


MATCHES = 20
"""Maximum number of matches renamed in one transaction, which has to search all their entries."""


def matches_naming(connection: Connection, guest_id: str) -> list[str]:
    """Return the ids of the matches that a guest plays in or has opened."""
    return list(connection.execute(select(schema.match.c.id).where(_names(guest_id))).scalars())


def in_parts(match_ids: Sequence[str]) -> list[Sequence[str]]:
    """Split matches into batches for one transaction each."""
    return [match_ids[begin : begin + MATCHES] for begin in range(0, len(match_ids), MATCHES)]


def _names(guest_id: str) -> ColumnElement[bool]:
    """Select the matches that a guest plays in or has opened."""
    sits = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id)
    opened = select(schema.match.c.id).where(schema.match.c.owner == guest_id)
    return schema.match.c.id.in_(union(sits, opened))


def rename_seats(
    connection: Connection, guest_id: str, name: str, match_ids: Collection[str] | None = None
) -> dict[str, int]:
    """Rename a guest's seats; return the last entry number of each changed match.

    ``match_ids``: rename only in these matches; None: in all.
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
    """Increase the revision of a guest's matches in progress; return the last entry number of each.

    This is needed when the guest's colour or languages have changed.
    """
    match, seat = schema.match.c, schema.seat.c
    sits = match.id.in_(select(seat.match_id).where(seat.guest_id == guest_id)) & (match.status != "over")
    locked = select(match.id, match.seq).where(sits).order_by(match.id).with_for_update()
    changed = {row.id: row.seq for row in connection.execute(locked)}
    _revise(connection, list(changed))
    return changed


def erase_occupant_names(connection: Connection, match_id: str, number: int) -> int:
    """Remove the names of all former players of a seat; return the last entry number of the match."""
    match, seat = schema.match.c, schema.seat.c
    seq = connection.execute(select(match.seq).where(match.id == match_id).with_for_update()).scalar_one()
    own = (seat.match_id == match_id) & (seat.seat == number)
    _rename_first(connection, connection.execute(select(schema.seat).where(own)).one(), NAMELESS)
    for claim in _claims(connection, match_id, number):
        _rename_claim(connection, claim, NAMELESS)
    _revise(connection, [match_id])
    return int(seq)


def _claims(connection: Connection, match_id: str, number: int) -> list[tuple[str, int]]:
    """Return the entries with which players took the seat, in order."""
    entry = schema.entry.c
    here = (entry.match_id == match_id) & (entry.kind == SEAT) & (entry.seat == number)
    query = select(entry.match_id, entry.seq).where(here, entry.text.startswith(f"{CLAIM} "))
    return [(row.match_id, row.seq) for row in connection.execute(query.order_by(entry.seq))]


def _rename_claim(connection: Connection, claim: tuple[str, int], name: str) -> None:
    entry = schema.entry.c
    this = (entry.match_id == claim[0]) & (entry.seq == claim[1])
    connection.execute(update(schema.entry).where(this).values(text=f"{CLAIM} {name}"))


def _rename_first(connection: Connection, row: Row[Any], name: str) -> None:
    """Rename the player who had the seat when the match began, unless it was a bot."""
    if row.first["kind"] != "person":
        return
    seat = schema.seat.c
    own = (seat.match_id == row.match_id) & (seat.seat == row.seat)
    connection.execute(update(schema.seat).where(own).values(first={**row.first, "name": name}))


def _revise(connection: Connection, match_ids: list[str]) -> None:
    match = schema.match.c
    connection.execute(update(schema.match).where(match.id.in_(match_ids)).values(revision=match.revision + 1))
