"""SQL conditions on ``schema.match`` that select a guest's matches.

Each condition finds the guest's few matches through an index. A condition that the database has to evaluate for every
match would take seconds with a hundred thousand matches.
"""

from sqlalchemy import ColumnElement, case, exists, func, select, union

from mandapa.server.store import schema

ON_NO_LIST = schema.match.c.owner.is_(None) & ~exists().where(
    schema.seat.c.match_id == schema.match.c.id, schema.seat.c.guest_id.is_not(None), ~schema.seat.c.put_away
)
"""Condition that selects matches that are on no guest's list of matches, so that no guest can find them again."""


def of_guest(guest_id: str) -> ColumnElement[bool]:
    """Select the matches on a guest's list: those that the guest plays in or has created and has not removed."""
    seated = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id, ~schema.seat.c.put_away)
    opened = select(schema.match.c.id).where(schema.match.c.owner == guest_id)
    return schema.match.c.id.in_(union(seated, opened))


def kept_apart(guest_id: str, by_me: bool = True) -> ColumnElement[bool]:
    """Select matches in which the owner or a player has blocked the guest.

    With ``by_me``, also select matches in which the guest has blocked the owner or a player.
    """
    mute, seat, match = schema.mute.c, schema.seat.c, schema.match.c
    theirs = select(mute.guest_id).where(mute.muted == guest_id, mute.blocked)
    mine = select(mute.muted).where(mute.guest_id == guest_id, mute.blocked)
    others = union(theirs, mine) if by_me else theirs
    seated = select(seat.match_id).where(seat.guest_id.in_(others))
    return (match.owner.is_not(None) & match.owner.in_(others)) | match.id.in_(seated)


def given_up(guest_id: str) -> ColumnElement[bool]:
    """Select matches in which the guest has resigned at each of the guest's seats."""
    seat = schema.seat.c
    mine = select(seat.match_id).where(seat.guest_id == guest_id).group_by(seat.match_id)
    return schema.match.c.id.in_(mine.having(func.count() == func.count(case((seat.resigned, 1)))))


def waiting_for(guest_id: str) -> ColumnElement[bool]:
    """Select matches in which the guest has to make a move or answer an undo request.

    Seats at which a bot plays for the guest do not count.
    """
    seat, match = schema.seat.c, schema.match.alias()
    is_awaited = seat.asked | (seat.seat == match.c.turn)
    mine = select(seat.match_id).join_from(schema.seat, match, match.c.id == seat.match_id)
    return schema.match.c.id.in_(mine.where(seat.guest_id == guest_id, seat.bot.is_(None), is_awaited))
