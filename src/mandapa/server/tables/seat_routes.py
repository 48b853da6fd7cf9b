"""HTTP routes to invite people to the seats of a table, to take a seat, and to report offensive names."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from mandapa.play import Entry, Match
from mandapa.server.errors import ApiError, documented, not_found
from mandapa.server.identity import guest_cookie
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.live.table import LiveTable
from mandapa.server.services import CurrentServices, Services
from mandapa.server.social.chat_store import CurrentChat
from mandapa.server.social.invitation_store import CurrentInvitations, InvitationStore
from mandapa.server.store.secret_codes import format_code
from mandapa.server.tables.create import with_colour
from mandapa.server.tables.routes import SeatNumber, TableId, count_seat, get_watchable_table, summary
from mandapa.server.tables.schemas import Claim, ClaimedSeat, InvitationCode, Invite, Report

router = APIRouter(prefix="/api", tags=["tables"])


@router.post(
    "/tables/{id}/code",
    summary="Create invitation code",
    response_model=InvitationCode,
    responses=documented(401, 403, 404, 409, 422, 429),
)
async def invitation_code(
    id: TableId, guest: guest_cookie.CurrentGuest, tables: CurrentTables, invitations: CurrentInvitations
) -> dict[str, Any]:
    """Return the short code of a table of the current guest. Other guests can use it to take the next open seat."""
    table = await tables.get(id)
    if guest != table.row.owner:
        raise ApiError(403, "not_owner", "Only the player who opened the table may invite people.")
    return {"code": format_code(await invitations.code_of(id))}


@router.get("/invites/{invite}", summary="Get invite", response_model=Invite, responses=documented(404, 409, 422, 429))
async def invite(
    invite: Annotated[str, Path(max_length=100, description="Invite of a seat, or code of a table.")],
    request: Request,
    visitor: guest_cookie.Visitor,
    services: CurrentServices,
    tables: CurrentTables,
    invitations: CurrentInvitations,
) -> dict[str, Any]:
    """Return the table and the seat to which an invite leads. The code of a table leads to its next open seat."""
    if "." not in invite:
        table = await tables.get(
            await _table_of_code(services, invitations, invite, guest_cookie.requester_of(request, visitor))
        )
        invite = next((row.invite for row in table.seat_rows if row.invite), "")
    else:
        table = await tables.get(invite.partition(".")[0])
    seat = _invited_seat(table, invite)
    about = summary(table.row, table.seat_rows, visitor)
    owner, played = table.row.owner, table.match.game
    return {
        "id": table.id,
        "invite": invite,
        "game": table.row.game,
        "seat": seat,
        "table": about,
        "host": await services.store.guests.name_of(owner) if owner else None,
        "options": dict(table.row.options),
        "minutes": played.type.minutes_with(played.players, played.options),
        "clock": table.row.clock,
    }


async def _table_of_code(services: Services, invitations: InvitationStore, code: str, requester: Requester) -> str:
    await services.limits.wait_for_quota("invite", requester)
    found = await invitations.invited_by(code)
    if found is None:
        await services.limits.count_failure("invite", requester)
        raise _unknown_invite()
    return found


def _invited_seat(table: LiveTable, invite: str) -> int:
    seat = _seat_of_invite(table, invite)
    if seat is None:
        raise _unknown_invite()
    return seat


def _seat_of_invite(table: LiveTable, invite: str) -> int | None:
    for row in table.seat_rows:
        if row.invite is not None and invite in (row.invite, row.invite.partition(".")[2]):
            return row.seat
    return None


def _unknown_invite() -> ApiError:
    return ApiError(404, "unknown_invite", "That seat is taken, or the invitation is not valid.", where="invite")


@router.post(
    "/tables/{id}/claim",
    summary="Take seat",
    response_model=ClaimedSeat,
    dependencies=[guest_cookie.reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def claim(
    id: TableId,
    body: Claim,
    request: Request,
    requester: guest_cookie.CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
    chat: CurrentChat,
    invitations: CurrentInvitations,
) -> dict[str, Any]:
    """Take an open seat: with an invite, the seat of the invite; with the table's code, the next open seat."""
    table = await tables.get(id)
    invited = _seat_of_invite(table, body.invite)
    if invited is None and (
        "." in body.invite or await _table_of_code(services, invitations, body.invite, requester) != id
    ):
        raise _unknown_invite()
    if await chat.is_blocked_at(id, requester.guest):
        raise ApiError(403, "unwelcome", "You cannot sit down at this table.")
    row = await guest_cookie.guest_row(request)
    name = row.name if row else "Guest"
    await count_seat(services, requester)
    taken: list[int] = []

    def sit(match: Match, at: str) -> list[Entry]:
        # The seat is chosen only now, so that guests who use the table's code at the same time get different seats.
        seat = (
            next((n for n, one in enumerate(match.seats) if one.kind == "open"), None) if invited is None else invited
        )
        if seat is None:
            raise _unknown_invite()
        game = None if body.colour is None else with_colour(match.game, seat, body.colour)
        taken.append(seat)
        return match.claim(seat, name, requester.guest, at, game)

    await table.perform(sit)
    return {"seat": taken[0]}


def check_seat_exists(table: LiveTable, seat: int) -> None:
    """Raise an error if the table has no such seat."""
    if seat >= len(table.seat_rows):
        raise not_found(f"seat {seat} at this table")


async def get_own_table(tables: TableRegistry, match_id: str, seat: int, guest: str) -> LiveTable:
    """Return a table. Raise an error unless this seat of it belongs to the guest."""
    table = await tables.get(match_id)
    check_seat_exists(table, seat)
    if table.owners[seat] != guest:
        raise _not_your_seat()
    return table


def leave_own_seat(match: Match, seat: int, guest: str, at: str) -> list[Entry]:
    """Remove a guest from a seat before the match begins; raise an error if it is no longer the guest's."""
    if match.persons[seat] != guest:
        raise _not_your_seat()
    return match.leave(seat, at)


def _not_your_seat() -> ApiError:
    return ApiError(403, "not_seated", "That is not your seat.")


@router.post(
    "/tables/{id}/seats/{seat}/report",
    summary="Report name",
    dependencies=[guest_cookie.reject_exhausted("report")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def report(
    id: TableId,
    seat: SeatNumber,
    body: Report,
    guest: guest_cookie.CurrentGuest,
    requester: guest_cookie.CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Report an offensive name of a player to the host of the server."""
    table = await get_watchable_table(tables, id, guest)
    check_seat_exists(table, seat)
    row = table.seat_rows[seat]
    about = row.guest_id or table.row.owner
    if row.kind == "open" or about is None or about == guest:
        raise ApiError(409, "nobody_to_report", "There are no other players to report.", where="seat")
    await services.limits.take("report", requester)
    await services.store.report(id, row, about, guest, body.note)
    return {}
