"""HTTP routes for bots at a table: to stand in for absent players, to fill open seats, and to change their level."""

import math
from typing import Any

from fastapi import APIRouter

from mandapa.play import Entry, Match
from mandapa.server.errors import ApiError, documented
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, reject_exhausted
from mandapa.server.live.permissions import check_levels
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.live.table import LiveTable
from mandapa.server.services import CurrentServices, Services
from mandapa.server.tables import create, seat_routes
from mandapa.server.tables.routes import SeatNumber, TableId, count_seat
from mandapa.server.tables.schemas import StandIn

router = APIRouter(prefix="/api", tags=["tables"])


async def _table_and_bot(
    services: Services, tables: TableRegistry, match_id: str, seat: int, body: StandIn
) -> tuple[LiveTable, str]:
    """Return the table and the requested bot, if it is known there and the seat exists."""
    table = await tables.get(match_id)
    bot = create.check_bot(body.bot, "bot", table.row.game, services.settings.bots)
    seat_routes.check_seat_exists(table, seat)
    return table, bot


@router.post(
    "/tables/{id}/seats/{seat}/stand-in",
    summary="Let bot stand in",
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def stand_in(
    id: TableId,
    seat: SeatNumber,
    body: StandIn,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Let a bot play for the current guest, or for a player who has been away for a while.

    Any player at the table can request this.
    """
    table, bot = await _table_and_bot(services, tables, id, seat, body)
    if not table.seats_of(guest) and guest != table.row.owner:
        raise ApiError(403, "not_seated", "Only players at this table may do that.")

    def replace(match: Match, at: str) -> list[Entry]:
        if table.owners[seat] != guest:
            _check_absence(table, seat)
        return match.stand_in(seat, bot, at)

    await count_seat(services, requester)
    await table.perform(replace)
    return {}


def _check_absence(table: LiveTable, seat: int) -> None:
    """Raise an error if the player of a seat is present or has left only a short time ago."""
    if table.owners[seat] in table.presence.guests():
        raise ApiError(409, "person_present", "That player is at the table.", where="seat")
    grace = table.seconds_until_stand_in(seat)
    if grace:
        message = f"That player has only just left: a bot may stand in after {math.ceil(grace)} s."
        raise ApiError(409, "person_expected", message, where="seat", expected=f"{math.ceil(grace)} s")


@router.post(
    "/tables/{id}/seats/{seat}/level",
    summary="Change bot",
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def set_level(
    id: TableId,
    seat: SeatNumber,
    body: StandIn,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Replace the bot at a seat by another one, which plays from the next decision on."""
    table, bot = await _table_and_bot(services, tables, id, seat, body)

    def change(match: Match, at: str) -> list[Entry]:
        check_levels(table.row, table.seat_rows, guest)
        return match.set_level(seat, bot, at)

    await count_seat(services, requester)
    await table.perform(change)
    return {}


@router.post(
    "/tables/{id}/seats/{seat}/fill",
    summary="Fill seat with bot",
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def fill_seat(
    id: TableId,
    seat: SeatNumber,
    body: StandIn,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Let a bot take an open seat."""
    table, bot = await _table_and_bot(services, tables, id, seat, body)
    if guest != table.row.owner:
        raise ApiError(403, "not_owner", "Only the player who opened the table can fill its seats.")
    await count_seat(services, requester)
    await create.fill(table, seat, bot)
    return {}


@router.post(
    "/tables/{id}/seats/{seat}/return",
    summary="Return to seat",
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 422, 429),
)
async def seat_return(
    id: TableId,
    seat: SeatNumber,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Return to a seat of the current guest. The bot that played in the guest's absence stops."""
    table = await seat_routes.get_own_table(tables, id, seat, guest)
    await count_seat(services, requester)
    await table.perform(lambda match, at: match.return_seat(seat, at))
    return {}
