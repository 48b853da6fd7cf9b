"""HTTP routes to create and list tables. Live play uses the WebSocket of the table."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request

from mandapa.play import Match
from mandapa.server.errors import OUTDATED, ApiError, documented
from mandapa.server.fields import GameName
from mandapa.server.identity import guest_cookie
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.jobs.job_pool import JobBudget
from mandapa.server.live.permissions import may_watch, rights
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.live.table import LiveTable
from mandapa.server.protection.addresses import address
from mandapa.server.services import CurrentServices, Services
from mandapa.server.store.rows import MatchList, MatchRow, SeatRow, StoredMatch
from mandapa.server.tables import create, schemas
from mandapa.server.tables.adaptive_level import resolve_adaptive_levels

router = APIRouter(prefix="/api", tags=["tables"])

Result = TypeVar("Result")

TableId = Annotated[str, Path(max_length=32, description="Id of the table.")]
ListLength = Annotated[int, Query(ge=1, le=10_000, description="Maximum number of the current guest's tables.")]
MAX_OPEN = 50
OpenLength = Annotated[int, Query(ge=1, le=MAX_OPEN, description="Maximum number of open tables.")]
OpenGame = Annotated[GameName | None, Query(description="Limit open tables to this game.")]
LISTED = 100
"""Number of tables in a list that count as one more request toward the rate limit."""
ENTRIES = 1000
"""Number of entries in a new table's match that count as one more table toward the quota."""
SeatNumber = Annotated[int, Path(ge=0, le=11, description="Seat number, from 0.")]


async def get_watchable_table(tables: TableRegistry, match_id: str, guest_id: str | None) -> LiveTable:
    """Return a table. Raise an error if the guest may not watch it."""
    table = await tables.get(match_id)
    _check_watching(table.row, table.seat_rows, guest_id)
    return table


def _check_watching(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> None:
    if not may_watch(row, seats, guest_id):
        raise ApiError(403, "not_seated", "Only players at this table may view it.")


async def outdated_match(
    services: Services, tables: TableRegistry, match_id: str, guest_id: str | None
) -> StoredMatch | None:
    """Return a match as stored if its rules or pieces are no longer installed; return None otherwise.

    Raise an error if the match is returned as stored and the guest may not watch it.
    """
    try:
        await tables.get(match_id)
    except ApiError as error:
        if error.code != OUTDATED:
            raise
        stored = await services.store.load_match(match_id)
        if stored is None:
            raise
        _check_watching(stored.row, stored.seats, guest_id)
        return stored
    return None


def summary(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> dict[str, Any]:
    """Return the summary of a table that is shown in lists of tables."""
    first_open = next((seat.invite for seat in seats if seat.kind == "open"), None)
    return {
        "id": row.id,
        "game": row.game,
        "players": len(seats),
        "status": "over" if row.review else row.status,
        "ending": row.ending,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot,
                "mine": guest_id is not None and seat.guest_id == guest_id,
                "stand_in": seat.kind == "person" and seat.bot is not None,
                "resigned": seat.resigned,
                "colour": seat.colour,
                "languages": seat.languages,
            }
            for seat in seats
        ],
        "seq": row.seq,
        "turn": None if row.review else row.turn,
        "updated": row.updated,
        "review": row.review,
        "join": f"/join/{first_open}" if row.listed and first_open else None,
        "due": row.due,
    }


async def assign_seats(
    services: Services, request: Request, guest_id: str, plans: Sequence[schemas.SeatPlan], game: str
) -> create.SeatAssignment:
    """Return who plays which seat of a new table, with adaptive levels resolved for the guest."""
    row = await guest_cookie.guest_row(request)
    plans = await resolve_adaptive_levels(services.store, guest_id, game, plans)
    return create.SeatAssignment(plans, guest_id, row.name if row else "", game, services.settings.bots)


async def check_room(services: Services, guest_id: str) -> None:
    """Raise an error if the guest has the maximum number of tables already."""
    mine, most = await services.store.count_matches(guest_id), services.settings.tables
    if mine >= most:
        message = f"You have {mine} tables in progress or imported; the limit is {most}. Finish or delete some."
        raise ApiError(409, "too_many_tables", message, expected=f"at most {most} tables")


async def run_replay(
    services: Services, requester: Requester, game: str, replay: Callable[[JobBudget], Result]
) -> Result:
    """Run a job that replays a match, as compiled code if possible.

    Interpreted rules can exceed the time limit of a job. The error then says to try again once the game is compiled.
    """
    await services.compiler.wait_until_loaded(game)
    try:
        return await services.import_jobs.run(requester, replay)
    except ApiError as error:
        if error.code == "too_much_work":
            services.compiler.reject_if_preparing(game)
        raise


async def count_table(services: Services, requester: Requester, size: int = 0) -> None:
    """Count a new table toward the quota. A table that starts with ``size`` entries needs more disk space and counts as
    several."""
    await services.limits.take("table", requester, 1 + size // ENTRIES)


async def count_seat(services: Services, requester: Requester) -> None:
    """Count a change of seats toward the quota, because it is broadcast to the table and stored."""
    await services.limits.take("seat", requester)


async def _check_listing(services: Services, guest_id: str, body: schemas.NewTable, here: str) -> None:
    """Limit the listed tables per guest and per address, so that no person can flood the lobby."""
    if not body.listed or all(plan.kind != "open" for plan in body.seats):
        return
    mine, from_here = await services.store.count_listed(guest_id, here)
    for whose, waiting, most in (
        ("You have", mine, services.settings.listed),
        ("From your address there are", from_here, services.settings.address_listed),
    ):
        if waiting >= most:
            message = f"{whose} {waiting} tables waiting in the lobby already; open this one without listing it."
            raise ApiError(409, "too_many_listed", message, where="listed", expected=f"at most {most} listed tables")


def _check_coach(body: schemas.NewTable) -> None:
    """Raise an error if a coach is requested for a table with open seats, or for one at which turns are not
    confirmed."""
    if body.coach and (not body.confirm or any(plan.kind == "open" for plan in body.seats)):
        message = "The coach needs turns that are confirmed, and a table without open seats."
        raise ApiError(422, "malformed", message, where="coach", expected="confirm, and no open seats")


@router.post(
    "/tables",
    summary="Create table",
    response_model=schemas.CreatedTable,
    dependencies=[guest_cookie.reject_exhausted("table")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def new_table(
    body: schemas.NewTable,
    request: Request,
    guest: guest_cookie.CurrentGuest,
    requester: guest_cookie.CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Create a table owned by the current guest."""
    _check_coach(body)
    await check_room(services, guest)
    await _check_listing(services, guest, body, address(request))
    game = create.load_game(body.game, body.options, len(body.seats))
    create.check_playable(game)
    seating = await assign_seats(services, request, guest, body.seats, game.name)
    await count_table(services, requester)
    terms = create.TableSettings(
        spectators=body.spectators,
        listed=body.listed,
        origin=address(request),
        clock=None if body.clock is None else body.clock.model_dump(),
        talk=body.talk,
        coach=body.coach,
    )
    match = Match(game, seating.seats, confirm=body.confirm)
    table = await create.open_table(tables, guest, match, seating.owners, terms)
    return {"id": table.id}


@router.get(
    "/tables", summary="List tables for the lobby", response_model=schemas.TableLists, responses=documented(429)
)
async def tables(
    request: Request,
    visitor: guest_cookie.Visitor,
    services: CurrentServices,
    mine: ListLength = 50,
    open: OpenLength = MAX_OPEN,
    game: OpenGame = None,
) -> dict[str, Any]:
    """List the current guest's tables and open tables of other guests, for the lobby.

    Among the guest's tables, those that wait for the guest come first. Long lists count as several requests.
    """
    services.limits.check("http", guest_cookie.requester_of(request, visitor), mine // LISTED)
    found = await services.store.matches_of(visitor, mine) if visitor else MatchList()
    asked = await services.store.asked_to(visitor) if visitor else []
    # With PostgreSQL, seats are read a moment after their tables, so the last one may have just been taken.
    asked = [(row, seats) for row, seats in asked if any(seat.invite for seat in seats)]
    rematches = await services.store.rematches(visitor, [row.id for row, _ in asked]) if visitor and asked else {}
    others = await services.store.open_matches(visitor, open, game=game)
    return {
        "mine": [
            summary(row, seats, visitor) | {"waits": n < found.waiting} for n, (row, seats) in enumerate(found.matches)
        ],
        "total": found.total,
        "waiting": found.waiting,
        "asked": [
            await _asked(services, row, seats, visitor) | {"rematch_of": rematches.get(row.id)} for row, seats in asked
        ],
        "open": [summary(row, seats, visitor) for row, seats in others],
        "open_total": await services.store.count_open(visitor, MAX_OPEN, game),
    }


async def _asked(services: Services, row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> dict[str, Any]:
    host = await services.store.guests.name_of(row.owner) if row.owner else None
    invite = next(seat.invite for seat in seats if seat.invite)
    return summary(row, seats, guest_id) | {"host": host or "", "invite": invite}


@router.get(
    "/tables/{id}",
    summary="Get table",
    response_model=schemas.TableDetails,
    responses=documented(403, 404, 409, 422, 429),
)
async def table_details(
    id: TableId, visitor: guest_cookie.Visitor, services: CurrentServices, tables: CurrentTables
) -> dict[str, Any]:
    """Return a table. Only its owner receives the invites of open seats."""
    outdated = await outdated_match(services, tables, id, visitor)
    if outdated is not None:
        return _details(outdated.row, outdated.seats, visitor) | {"result": outdated.row.result, "outdated": True}
    table = await get_watchable_table(tables, id, visitor)
    result = table.match.result()
    return _details(table.row, table.seat_rows, visitor) | {"result": result, "outdated": False}


def _details(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> dict[str, Any]:
    owner = guest_id is not None and guest_id == row.owner
    invites = {str(seat.seat): f"/join/{seat.invite}" for seat in seats if seat.invite}
    return summary(row, seats, guest_id) | {
        "options": dict(row.options),
        "owner": owner,
        "confirm": row.confirm,
        "spectators": row.spectators,
        "may": rights(row, seats, guest_id),
        "invites": invites if owner else None,
        "spectator_url": f"/t/{row.id}" if row.spectators else None,
    }


def only_open_information(table: LiveTable) -> None:
    """Raise an error if the match is still running and its game has hidden information."""
    if table.match.game.type.hidden_information and table.status != "over":
        raise ApiError(409, "secrets", "This game has hidden information: wait until it is over.")


def check_ply(match: Match, ply: int) -> None:
    """Raise an error if the match has fewer than ``ply`` actions."""
    if ply > match.ply:
        raise ApiError(422, "unknown_ply", f"There is no position {ply}.", where="ply", expected=f"0 to {match.ply}")
