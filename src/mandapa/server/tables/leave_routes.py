"""HTTP routes to leave, resign, close and delete tables."""

from typing import Any

from fastapi import APIRouter

from mandapa.play.entries import CLOSED
from mandapa.server.errors import documented
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, reject_exhausted
from mandapa.server.live.permissions import CLOSE, DELETE, LEAVE, RESIGN, check_right
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.live.table import REPLACEMENT_BOT, LiveTable
from mandapa.server.services import CurrentServices
from mandapa.server.tables.routes import SeatNumber, TableId, count_seat
from mandapa.server.tables.seat_routes import get_own_table, leave_own_seat

router = APIRouter(prefix="/api/tables", tags=["tables"])


async def _table_of(tables: TableRegistry, match_id: str, seat: int, right: str, guest: str) -> LiveTable:
    """Return a table. Raise an error unless the guest has this seat and this right (``leave`` or ``resign``)."""
    table = await get_own_table(tables, match_id, seat, guest)
    check_right(right, table.row, table.seat_rows, guest)
    return table


@router.post(
    "/{id}/seats/{seat}/leave",
    summary="Leave seat",
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 422, 429),
)
async def leave(
    id: TableId,
    seat: SeatNumber,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Leave a seat before the game begins. The seat becomes open again, with a new invite."""
    table = await _table_of(tables, id, seat, LEAVE, guest)
    await count_seat(services, requester)
    left = await table.perform(lambda match, at: leave_own_seat(match, seat, guest, at))
    await services.store.forget_sitter(id, seat, left)
    await tables.reload(id)
    return {}


@router.post("/{id}/seats/{seat}/resign", summary="Resign", responses=documented(401, 403, 404, 409, 422, 429))
async def resign(id: TableId, seat: SeatNumber, guest: CurrentGuest, tables: CurrentTables) -> dict[str, Any]:
    """Resign from a game.

    In a game of two opponents, the other one wins. In other games, a bot takes over the seat until the end if any other
    people still play; otherwise, the game ends without a winner.
    """
    table = await _table_of(tables, id, seat, RESIGN, guest)
    await table.perform(lambda match, at: match.resign(seat, REPLACEMENT_BOT, at))
    return {}


@router.post("/{id}/close", summary="Close table", responses=documented(401, 403, 404, 409, 422, 429))
async def close(id: TableId, guest: CurrentGuest, tables: CurrentTables) -> dict[str, Any]:
    """Close a table: end its game without a winner. This is possible before the game begins, or if no other people
    play."""
    row, seats = await tables.head(id)
    check_right(CLOSE, row, seats, guest)
    await tables.close(row, seats, CLOSED)
    return {}


@router.delete("/{id}", summary="Delete table from list", responses=documented(401, 403, 404, 409, 422, 429))
async def delete(id: TableId, guest: CurrentGuest, services: CurrentServices, tables: CurrentTables) -> dict[str, Any]:
    """Remove a table that is over, or that nobody else has joined, from the current guest's list. A table on nobody's
    list is deleted."""
    row, seats = await tables.head(id)
    check_right(DELETE, row, seats, guest)
    await services.store.give_up_match(id, guest)
    await tables.reload(id)
    return {}
