"""Which matches concern a guest, as conditions on rows of ``schema.match``."""

from sqlalchemy import ColumnElement, exists, select

from mandapa.server.store import schema


def of_guest(guest_id: str) -> ColumnElement[bool]:
    """The guest sits there, or has opened it."""
    seated = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id)
    return schema.match.c.id.in_(seated) | (schema.match.c.owner == guest_id)


def waiting_for(guest_id: str) -> ColumnElement[bool]:
    """A seat of the guest, at which no bot stands in, is to move or is asked whether something may be taken back."""
    seat = schema.seat.c
    awaited = seat.asked | (seat.seat == schema.match.c.turn)
    return exists().where(seat.match_id == schema.match.c.id, seat.guest_id == guest_id, seat.bot.is_(None), awaited)
