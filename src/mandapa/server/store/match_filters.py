"""Conditions on rows of ``schema.match`` that select a guest's matches.

They select the few matches first, using the indexes on guests: a condition evaluated for every match takes seconds with
a hundred thousand of them.
"""

from sqlalchemy import ColumnElement, case, exists, func, select, union

from mandapa.server.store import schema

ON_NO_LIST = schema.match.c.owner.is_(None) & ~exists().where(
    schema.seat.c.match_id == schema.match.c.id, schema.seat.c.guest_id.is_not(None), ~schema.seat.c.put_away
)
"""Matches that are on no list, so that no one will find them again."""


def of_guest(guest_id: str) -> ColumnElement[bool]:
    """Matches on the guest's list: the guest sits there or has opened them."""
    seated = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id, ~schema.seat.c.put_away)
    opened = select(schema.match.c.id).where(schema.match.c.owner == guest_id)
    return schema.match.c.id.in_(union(seated, opened))


def kept_apart(guest_id: str, by_me: bool = True) -> ColumnElement[bool]:
    """Matches of people who have blocked the guest or, if ``by_me``, are blocked by the guest, and who sit there
    or have opened the match."""
    mute, seat, match = schema.mute.c, schema.seat.c, schema.match.c
    theirs = select(mute.guest_id).where(mute.muted == guest_id, mute.blocked)
    mine = select(mute.muted).where(mute.guest_id == guest_id, mute.blocked)
    others = union(theirs, mine) if by_me else theirs
    seated = select(seat.match_id).where(seat.guest_id.in_(others))
    return (match.owner.is_not(None) & match.owner.in_(others)) | match.id.in_(seated)


def given_up(guest_id: str) -> ColumnElement[bool]:
    """Matches in which the guest sat and has resigned every seat."""
    seat = schema.seat.c
    mine = select(seat.match_id).where(seat.guest_id == guest_id).group_by(seat.match_id)
    return schema.match.c.id.in_(mine.having(func.count() == func.count(case((seat.resigned, 1)))))


def waiting_for(guest_id: str) -> ColumnElement[bool]:
    """Matches in which a seat of the guest, not replaced by a bot, is to move or is asked to consent to a take-back."""
    seat, match = schema.seat.c, schema.match.alias()
    is_awaited = seat.asked | (seat.seat == match.c.turn)
    mine = select(seat.match_id).join_from(schema.seat, match, match.c.id == seat.match_id)
    return schema.match.c.id.in_(mine.where(seat.guest_id == guest_id, seat.bot.is_(None), is_awaited))
