"""Which matches concern a guest, as conditions on rows of ``schema.match``.

They name the few matches first, by the indexes on guests: a condition to be tried on every match takes seconds where
there are a hundred thousand.
"""

from sqlalchemy import ColumnElement, case, exists, func, select, union

from mandapa.server.store import schema

NOBODYS = schema.match.c.owner.is_(None) & ~exists().where(
    schema.seat.c.match_id == schema.match.c.id, schema.seat.c.guest_id.is_not(None), ~schema.seat.c.put_away
)
"""It is on nobody's list, and nobody finds it again."""


def of_guest(guest_id: str) -> ColumnElement[bool]:
    """It is on the list of the guest: who sits there, or has opened it."""
    seated = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id, ~schema.seat.c.put_away)
    opened = select(schema.match.c.id).where(schema.match.c.owner == guest_id)
    return schema.match.c.id.in_(union(seated, opened))


def kept_apart(guest_id: str, by_me: bool = True) -> ColumnElement[bool]:
    """Whoever sits there, or has opened it, has blocked the guest, or, ``by_me``, is blocked by him."""
    mute, seat, match = schema.mute.c, schema.seat.c, schema.match.c
    theirs = select(mute.guest_id).where(mute.muted == guest_id, mute.blocked)
    mine = select(mute.muted).where(mute.guest_id == guest_id, mute.blocked)
    others = union(theirs, mine) if by_me else theirs
    seated = select(seat.match_id).where(seat.guest_id.in_(others))
    return (match.owner.is_not(None) & match.owner.in_(others)) | match.id.in_(seated)


def given_up(guest_id: str) -> ColumnElement[bool]:
    """The guest sat there, and has resigned every seat."""
    seat = schema.seat.c
    mine = select(seat.match_id).where(seat.guest_id == guest_id).group_by(seat.match_id)
    return schema.match.c.id.in_(mine.having(func.count() == func.count(case((seat.resigned, 1)))))


def waiting_for(guest_id: str) -> ColumnElement[bool]:
    """A seat of the guest, at which no bot stands in, is to move or is asked whether something may be taken back."""
    seat, match = schema.seat.c, schema.match.alias()
    awaited = seat.asked | (seat.seat == match.c.turn)
    mine = select(seat.match_id).join_from(schema.seat, match, match.c.id == seat.match_id)
    return schema.match.c.id.in_(mine.where(seat.guest_id == guest_id, seat.bot.is_(None), awaited))
