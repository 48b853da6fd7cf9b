"""HTTP routes to join a game immediately, to search the current guest's tables, and to get the guest's statistics."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field

from mandapa.play import RequestRefused
from mandapa.server.accounts.schemas import QuickMatch, TableSearchPage
from mandapa.server.accounts.statistics import statistics
from mandapa.server.errors import documented
from mandapa.server.fields import STORABLE
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, Visitor, guest_row, reject_exhausted
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.review.schemas import Statistics
from mandapa.server.services import CurrentServices, Services
from mandapa.server.store.match_lists import MatchFilter
from mandapa.server.store.rows import MatchRow, SeatRow
from mandapa.server.tables import create, routes
from mandapa.server.tables.schemas import CreatedTable, NewTable, SeatPlan

router = APIRouter(prefix="/api", tags=["tables"])


@router.post(
    "/quick",
    summary="Join quick match",
    response_model=CreatedTable,
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def quick(
    body: QuickMatch,
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Join another player who is waiting at a table with the game's default options, or create such a table.

    A guest who is already waiting for other players returns to the same table.
    """
    options = create.usual_options(body.game)
    players = create.load_game(body.game, options | ({} if body.players is None else {"players": body.players})).players
    async with services.named_lock("quick match"):  # concurrent guests should get the same table
        found = await services.store.waits_at(guest, body.game)
        if found is None:
            found = await _sit_down(services, tables, request, requester, body.game)
        if found is not None:
            return {"id": found}
        seats = [SeatPlan(kind="me"), *[SeatPlan(kind="open")] * (players - 1)]
        return await routes.new_table(
            NewTable(game=body.game, options=options, seats=seats), request, guest, requester, services, tables
        )


async def _sit_down(
    services: Services, tables: TableRegistry, request: Request, requester: Requester, game: str
) -> str | None:
    """Take a seat at a table where a player is present and waiting; return the table's id, or None if there is none."""
    usual: dict[int, Any] = {}
    for row, seats in await services.store.open_matches(requester.guest, attended=True, game=game):
        count = len(seats)
        usual[count] = usual.get(count) or dict(create.load_game(game, create.usual_options(game), count).options)
        seat = next((one.seat for one in seats if one.kind == "open"), None)
        if seat is None or row.clock is not None or dict(row.options) != usual[count]:
            continue
        await routes.count_seat(services, requester)
        me = await guest_row(request)
        with suppress(RequestRefused):  # another request took the seat first
            table = await tables.get(row.id)
            await table.perform(partial(create.claim, seat, me.name if me else "Guest", requester.guest))
            return row.id
    return None


@router.get("/me/tables", summary="Search own tables", response_model=TableSearchPage, responses=documented(422, 429))
async def find(
    visitor: Visitor,
    services: CurrentServices,
    game: Annotated[
        Annotated[str, Field(max_length=80), STORABLE] | None, Query(description="Limit the list to this game.")
    ] = None,
    name: Annotated[str, Query(max_length=40, description="Part of another player's name."), STORABLE] = "",
    state: Annotated[Literal["all", "under_way", "over"], Query(description="Limit the list by state.")] = "all",
    skip: Annotated[int, Query(ge=0, le=1_000_000, description="Number of tables to skip.")] = 0,
    count: Annotated[int, Query(ge=1, le=100, description="Maximum number of tables.")] = 50,
) -> dict[str, Any]:
    """Search the current guest's tables. Return one page of results, newest first."""
    if visitor is None:
        return {"tables": [], "total": 0, "games": []}
    over = None if state == "all" else state == "over"
    total, found = await services.store.find_matches(visitor, MatchFilter(game, name.strip(), over), count, skip)
    return {
        "tables": [_found(row, seats, visitor) for row, seats in found],
        "total": total,
        "games": await services.store.games_of(visitor),
    }


@router.get(
    "/me/statistics",
    summary="Get statistics",
    response_model=Statistics,
    dependencies=[reject_exhausted("heavy")],
    responses=documented(401, 429),
)
async def my_statistics(guest: CurrentGuest, requester: CurrentRequester, services: CurrentServices) -> dict[str, Any]:
    """Return the current guest's finished games, with the coach's assessments of the latest analysed ones."""
    services.limits.check("heavy", requester)
    return await statistics(services.store, guest)


def _found(row: MatchRow, seats: Sequence[SeatRow], guest: str) -> dict[str, Any]:
    over = row.status == "over" and not row.review
    sat = any(seat.guest_id == guest for seat in seats) or row.owner == guest
    begun = all(seat.kind != "open" for seat in seats)
    return routes.summary(row, seats, guest) | {
        "result": row.result,
        "rematch": row.rematch,
        "again": over and sat and begun,
    }
