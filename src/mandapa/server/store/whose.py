"""Which matches concern a guest, as conditions on rows of ``schema.match``."""

from sqlalchemy import ColumnElement, exists, select

from mandapa.server.store import schema

NOBODYS = schema.match.c.owner.is_(None) & ~exists().where(
    schema.seat.c.match_id == schema.match.c.id, schema.seat.c.guest_id.is_not(None), ~schema.seat.c.put_away
)
"""It is on nobody's list, and nobody finds it again."""


def of_guest(guest_id: str) -> ColumnElement[bool]:
    """It is on the list of the guest: who sits there, or has opened it."""
    seated = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id, ~schema.seat.c.put_away)
    return schema.match.c.id.in_(seated) | (schema.match.c.owner == guest_id)


def waiting_for(guest_id: str) -> ColumnElement[bool]:
    """A seat of the guest, at which no bot stands in, is to move or is asked whether something may be taken back."""
    seat = schema.seat.c
    awaited = seat.asked | (seat.seat == schema.match.c.turn)
    return exists().where(seat.match_id == schema.match.c.id, seat.guest_id == guest_id, seat.bot.is_(None), awaited)
