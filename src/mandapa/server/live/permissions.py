"""Permission checks for a table: who may watch, set bot levels, use the coach, leave, resign, or end the table."""

from collections.abc import Iterable, Sequence

from mandapa.server.errors import ApiError
from mandapa.server.store.rows import MatchRow, SeatRow

LEAVE, RESIGN, CLOSE, DELETE = "leave", "resign", "close", "delete"

REASONS = {
    LEAVE: "You have no seat at this table, or the game has begun.",
    RESIGN: "You do not play at this table, or the game is not in progress.",
    CLOSE: "Only the player who opened the table can close it, before the game begins or if no other people play.",
    DELETE: "A table can be deleted once it is over, or before other people have sat down.",
}


def may_watch(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> bool:
    """Return whether a guest may watch a table."""
    return row.spectators or (guest_id is not None and guest_id in (row.owner, *(seat.guest_id for seat in seats)))


def guests_to_act(seats: Iterable[SeatRow], turn: int | None) -> set[str]:
    """Return the ids of the guests who have to make a move or answer an undo request. ``turn``: seat to move."""
    found = [row for row in seats if row.asked or row.seat == turn]
    return {row.guest_id for row in found if row.guest_id is not None and row.bot is None}


def rights(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> list[str]:
    """Return which of the actions ``leave``, ``resign``, ``close`` and ``delete`` a guest may perform at a table."""
    mine = [seat for seat in seats if guest_id is not None and seat.guest_id == guest_id]
    owner = guest_id is not None and guest_id == row.owner
    alone = _alone(seats, guest_id)
    over, waiting = row.review or row.status == "over", row.status == "waiting"
    plays = any(not seat.resigned for seat in mine)
    granted = {
        LEAVE: waiting and plays,
        RESIGN: not waiting and not over and plays,
        CLOSE: owner and not over and (waiting or alone),
        DELETE: (owner or bool(mine)) and (over or (owner and waiting and alone) or not (owner or plays)),
    }
    return [right for right, given in granted.items() if given]


def may_set_levels(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> bool:
    """Return whether a guest may change the levels of the bots at a table.

    Only the guest who created the table may do so, and only if no other person plays, because other players have agreed
    to the levels by sitting down.
    """
    owner = guest_id is not None and guest_id == row.owner
    return owner and not row.review and row.status != "over" and _alone(seats, guest_id)


def check_levels(row: MatchRow, seats: Sequence[SeatRow], guest_id: str) -> None:
    """Raise 409 unless a guest may change the levels of the bots at a table."""
    if not may_set_levels(row, seats, guest_id):
        reason = (
            "Only the player who opened the table can change its computer players, and only if no other people play."
        )
        raise ApiError(409, "may_not_level", reason)


def check_coach(row: MatchRow, seats: Sequence[SeatRow], guest_id: str) -> None:
    """Raise 403 or 409 unless the coach may comment on a guest's turn before the guest confirms it.

    The table must have been created with the coach. No other person may be playing, and there must not be an open seat.
    """
    if guest_id not in [seat.guest_id for seat in seats]:
        raise ApiError(403, "not_seated", "Only players at this table may do that.")
    if not row.coach or not _alone(seats, guest_id) or any(seat.kind == "open" for seat in seats):
        raise ApiError(409, "no_coach", "The coach is turned off during games at this table.")


def _alone(seats: Sequence[SeatRow], guest_id: str | None) -> bool:
    """Return whether each seat belongs to the guest, to a bot, to nobody, or to a player who has resigned."""
    return all(seat.guest_id in (None, guest_id) or seat.resigned for seat in seats)


def check_right(right: str, row: MatchRow, seats: Sequence[SeatRow], guest_id: str) -> None:
    """Raise 409 unless a guest may perform the action ``right``, one of those that ``rights`` returns."""
    if right not in rights(row, seats, guest_id):
        raise ApiError(409, f"may_not_{right}", REASONS[right])
