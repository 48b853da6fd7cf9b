"""HTTP: tables, seats, records. What is live goes over the WebSocket of the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from mandapa.play import Entry, Match, Refused, actions_until, now
from mandapa.server.errors import OUTDATED, ApiError, documented, not_found
from mandapa.server.fields import GameName
from mandapa.server.identity.guests import CurrentGuest, CurrentHall, Visitor, guest_row, payer, unless_shut
from mandapa.server.jobs.fair_pool import Payer
from mandapa.server.jobs.work import Effort, unless_gone
from mandapa.server.live.eviction import size_of
from mandapa.server.live.hall import Hall
from mandapa.server.live.permissions import check_levels, may_watch, rights
from mandapa.server.live.table import LiveTable
from mandapa.server.protection.addresses import address
from mandapa.server.store.hashing import grouped
from mandapa.server.store.rows import MatchList, MatchRow, SeatRow, StoredMatch
from mandapa.server.tables.adaptive_level import settled
from mandapa.server.tables.create import (
    Seating,
    accept_rematch,
    check_bot,
    fill,
    load_game,
    open_table,
    rematch_game,
    rematch_seating,
    with_colour,
)
from mandapa.server.tables.schemas import (
    Claim,
    Claimed,
    Created,
    Fork,
    InvitationCode,
    Invite,
    NewTable,
    Report,
    SeatPlan,
    StandIn,
    TableDetails,
    TableLists,
)

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(max_length=32)]
ListLength = Annotated[int, Query(ge=1, le=10_000, description="how many tables of mine to list")]
MOST_OPEN = 50
OpenLength = Annotated[int, Query(ge=1, le=MOST_OPEN, description="how many tables of others to list")]
OpenGame = Annotated[GameName | None, Query(description="list only tables of this game among those of others")]
LISTED = 100
"""Tables of a list, for which a request counts once more."""
ENTRIES = 1000
"""Of a match, for which a table counts once more."""
SeatNumber = Annotated[int, Path(ge=0, le=11)]


async def watched(hall: Hall, match_id: str, guest_id: str | None) -> LiveTable:
    """A table that the guest may look at."""
    table = await hall.table(match_id)
    _check_watching(table.row, table.seat_rows, guest_id)
    return table


def _check_watching(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> None:
    if not may_watch(row, seats, guest_id):
        raise ApiError(403, "not_seated", "Only those who sit at this table may look at it.")


async def outdated_match(hall: Hall, match_id: str, guest_id: str | None) -> StoredMatch | None:
    """A match that the guest may look at and that cannot be replayed here any more, as it is stored; else None."""
    try:
        await hall.table(match_id)
    except ApiError as error:
        if error.code != OUTDATED:
            raise
        stored = await hall.store.load_match(match_id)
        if stored is None:
            raise
        _check_watching(stored.row, stored.seats, guest_id)
        return stored
    return None


def summary(row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> dict[str, Any]:
    """A table for lists."""
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


async def _seating(hall: Hall, request: Request, guest_id: str, plans: Sequence[SeatPlan], game: str) -> Seating:
    row = await guest_row(hall, request)
    plans = await settled(hall, guest_id, game, plans)
    return Seating(plans, guest_id, row.name if row else "", game, hall.settings.bots)


async def check_room(hall: Hall, guest_id: str) -> None:
    """Refuses another table to a guest who has as many as there may be."""
    mine, most = await hall.store.count_matches(guest_id), hall.settings.tables
    if mine >= most:
        message = f"You have {mine} tables under way or imported, and may have {most}: finish or delete some."
        raise ApiError(409, "too_many_tables", message, expected=f"at most {most} tables")


async def count_table(hall: Hall, request: Request, guest_id: str, size: int = 0) -> None:
    """Counts a new table; one that begins with a long match counts as several, for it takes as much of the disk."""
    await hall.limits.take("table", payer(request, guest_id), 1 + size // ENTRIES)


async def count_seat(hall: Hall, request: Request, guest_id: str) -> None:
    """Counts somebody who sits down, gets up, or lets another one play: everybody at the table is told, and it is
    written down."""
    await hall.limits.take("seat", payer(request, guest_id))


async def _check_listing(hall: Hall, guest_id: str, body: NewTable, here: str) -> None:
    """Nobody fills the lobby alone, be it as several guests."""
    if not body.listed or all(plan.kind != "open" for plan in body.seats):
        return
    mine, from_here = await hall.store.count_listed(guest_id, here)
    for whose, waiting, most in (
        ("You have", mine, hall.settings.listed),
        ("From your address there are", from_here, hall.settings.address_listed),
    ):
        if waiting >= most:
            message = (
                f"{whose} {waiting} tables in the lobby that still wait for people; open this one without listing it."
            )
            raise ApiError(409, "too_many_listed", message, where="listed", expected=f"at most {most} listed tables")


def _check_coach(body: NewTable) -> None:
    """Nobody plays against people whom he does not see while the coach helps him."""
    if body.coach and (not body.confirm or any(plan.kind == "open" for plan in body.seats)):
        message = (
            "The coach speaks before a turn is confirmed only where turns are, and where nobody else can sit down."
        )
        raise ApiError(422, "malformed", message, where="coach", expected="confirm, and no open seats")


@router.post(
    "/tables",
    response_model=Created,
    dependencies=[unless_shut("table")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def new_table(body: NewTable, request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """Opens a table."""
    _check_coach(body)
    await check_room(hall, guest)
    await _check_listing(hall, guest, body, address(request))
    game = load_game(body.game, body.options, len(body.seats))
    seating = await _seating(hall, request, guest, body.seats, game.name)
    await count_table(hall, request, guest)
    table = await open_table(
        hall,
        guest,
        Match(game, seating.seats, confirm=body.confirm),
        seating.owners,
        spectators=body.spectators,
        listed=body.listed,
        origin=address(request),
        clock=body.clock,
        talk=body.talk,
        coach=body.coach,
    )
    return {"id": table.id}


@router.get("/tables", response_model=TableLists, responses=documented(429))
async def tables(
    request: Request,
    visitor: Visitor,
    hall: CurrentHall,
    mine: ListLength = 50,
    open: OpenLength = MOST_OPEN,
    game: OpenGame = None,
) -> dict[str, Any]:
    """My tables, those that wait for me first, and those of others that wait for people. A long list counts as several
    requests."""
    hall.limits.check("http", payer(request, visitor), mine // LISTED)
    found = await hall.store.matches_of(visitor, mine) if visitor else MatchList()
    asked = await hall.store.asked_to(visitor) if visitor else []
    rematches = await hall.store.rematches(visitor, [row.id for row, _ in asked]) if visitor and asked else {}
    others = await hall.store.open_matches(visitor, open, game=game)
    return {
        "mine": [
            summary(row, seats, visitor) | {"waits": n < found.waiting} for n, (row, seats) in enumerate(found.matches)
        ],
        "total": found.total,
        "waiting": found.waiting,
        "asked": [
            await _asked(hall, row, seats, visitor) | {"rematch_of": rematches.get(row.id)} for row, seats in asked
        ],
        "open": [summary(row, seats, visitor) for row, seats in others],
        "open_total": await hall.store.count_open(visitor, MOST_OPEN, game),
    }


async def _asked(hall: Hall, row: MatchRow, seats: Sequence[SeatRow], guest_id: str | None) -> dict[str, Any]:
    host = await hall.store.name_of(row.owner) if row.owner else None
    invite = next(seat.invite for seat in seats if seat.invite)
    return summary(row, seats, guest_id) | {"host": host or "", "invite": invite}


@router.get("/tables/{id}", response_model=TableDetails, responses=documented(403, 404, 409, 422, 429))
async def table_details(id: TableId, visitor: Visitor, hall: CurrentHall) -> dict[str, Any]:
    """One table; for the guest who opened it with the invites of the open seats."""
    outdated = await outdated_match(hall, id, visitor)
    if outdated is not None:
        return _details(outdated.row, outdated.seats, visitor) | {"result": outdated.row.result, "outdated": True}
    table = await watched(hall, id, visitor)
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


@router.post("/tables/{id}/code", response_model=InvitationCode, responses=documented(401, 403, 404, 409, 422, 429))
async def invitation_code(id: TableId, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """A short code for my table: it leads to the next open seat, as long as there is one."""
    table = await hall.table(id)
    if guest != table.row.owner:
        raise ApiError(403, "not_owner", "Only who opened a table invites people to it.")
    return {"code": grouped(await hall.asking.code_of(id))}


@router.get("/invites/{invite}", response_model=Invite, responses=documented(404, 409, 422, 429))
async def invite(
    invite: Annotated[str, Path(max_length=100)], request: Request, visitor: Visitor, hall: CurrentHall
) -> dict[str, Any]:
    """What an invite leads to, before it is taken; the code of a table is one to its next open seat."""
    if "." not in invite:
        table = await hall.table(await _table_of_code(hall, invite, payer(request, visitor)))
        invite = next((row.invite for row in table.seat_rows if row.invite), "")
    else:
        table = await hall.table(invite.partition(".")[0])
    seat = _invited_seat(table, invite)
    about = summary(table.row, table.seat_rows, visitor)
    owner = table.row.owner
    return {
        "id": table.id,
        "invite": invite,
        "game": table.row.game,
        "seat": seat,
        "table": about,
        "host": await hall.store.name_of(owner) if owner else None,
        "options": dict(table.row.options),
        "clock": table.row.clock,
    }


async def _table_of_code(hall: Hall, code: str, who: Payer) -> str:
    await hall.limits.check_open("invite", who)
    found = await hall.asking.invited_by(code)
    if found is None:
        await hall.limits.count_failure("invite", who)
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
    return ApiError(404, "unknown_invite", "That seat is taken, or the invite is not right.", where="invite")


@router.post(
    "/tables/{id}/claim",
    response_model=Claimed,
    dependencies=[unless_shut("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def claim(id: TableId, body: Claim, request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """Take an open seat: the one of the invite, or by the code of the table the next one."""
    table = await hall.table(id)
    invited = _seat_of_invite(table, body.invite)
    if invited is None and ("." in body.invite or await _table_of_code(hall, body.invite, payer(request, guest)) != id):
        raise _unknown_invite()
    if await hall.talk.unwelcome(id, guest):
        raise ApiError(403, "unwelcome", "You cannot sit down at this table.")
    row = await guest_row(hall, request)
    name = row.name if row else "Guest"
    await count_seat(hall, request, guest)
    taken: list[int] = []

    def sit(match: Match, at: str) -> list[Entry]:
        # Several people may follow the link of the table at once: each gets the seat that is open by then.
        seat = (
            next((n for n, one in enumerate(match.seats) if one.kind == "open"), None) if invited is None else invited
        )
        if seat is None:
            raise _unknown_invite()
        game = None if body.colour is None else with_colour(match.game, seat, body.colour)
        taken.append(seat)
        return match.claim(seat, name, guest, at, game)

    await table.perform(sit)
    return {"seat": taken[0]}


@router.post(
    "/tables/{id}/seats/{seat}/stand-in",
    dependencies=[unless_shut("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def stand_in(
    id: TableId, seat: SeatNumber, body: StandIn, request: Request, guest: CurrentGuest, hall: CurrentHall
) -> dict[str, Any]:
    """Lets a bot play for me, or for a person who has been away for a while. Anybody at the table may ask for it."""
    table = await hall.table(id)
    bot = check_bot(body.bot, "bot", table.row.game, hall.settings.bots)
    _seat_exists(table, seat)
    if not table.seats_of(guest) and guest != table.row.owner:
        raise ApiError(403, "not_seated", "Only those who sit at this table may do that.")
    if table.owners[seat] != guest:
        _check_absence(table, seat)
    await count_seat(hall, request, guest)
    await table.perform(lambda match, at: match.stand_in(seat, bot, at))
    return {}


def _check_absence(table: LiveTable, seat: int) -> None:
    """Others may not give away the seat of somebody who is here, or has only just gone."""
    if table.owners[seat] in table.presence.guests():
        raise ApiError(409, "person_present", "That person is at the table.", where="seat")
    grace = table.grace(seat)
    if grace:
        message = f"That person has only just gone: a bot may stand in {math.ceil(grace)} s from now."
        raise ApiError(409, "person_expected", message, where="seat", expected=f"{math.ceil(grace)} s")


@router.post(
    "/tables/{id}/seats/{seat}/level",
    dependencies=[unless_shut("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def set_level(
    id: TableId, seat: SeatNumber, body: StandIn, request: Request, guest: CurrentGuest, hall: CurrentHall
) -> dict[str, Any]:
    """Lets another computer player decide at a seat where one decides now, from its next decision on."""
    table = await hall.table(id)
    bot = check_bot(body.bot, "bot", table.row.game, hall.settings.bots)
    _seat_exists(table, seat)

    def change(match: Match, at: str) -> list[Entry]:
        check_levels(table.row, table.seat_rows, guest)
        return match.set_level(seat, bot, at)

    await count_seat(hall, request, guest)
    await table.perform(change)
    return {}


@router.post(
    "/tables/{id}/seats/{seat}/fill",
    dependencies=[unless_shut("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def fill_seat(
    id: TableId, seat: SeatNumber, body: StandIn, request: Request, guest: CurrentGuest, hall: CurrentHall
) -> dict[str, Any]:
    """Lets a computer player take an open seat, so that nobody need wait for more people."""
    table = await hall.table(id)
    bot = check_bot(body.bot, "bot", table.row.game, hall.settings.bots)
    _seat_exists(table, seat)
    if guest != table.row.owner:
        raise ApiError(403, "not_owner", "Only who opened a table fills its seats.")
    await count_seat(hall, request, guest)
    await fill(table, seat, bot)
    return {}


@router.post(
    "/tables/{id}/seats/{seat}/return",
    dependencies=[unless_shut("seat")],
    responses=documented(401, 403, 404, 409, 422, 429),
)
async def seat_return(
    id: TableId, seat: SeatNumber, request: Request, guest: CurrentGuest, hall: CurrentHall
) -> dict[str, Any]:
    """Takes my seat back from the bot that stands in for me."""
    table = await hall.table(id)
    _seat_exists(table, seat)
    if table.owners[seat] != guest:
        raise ApiError(403, "not_seated", "That is not your seat.")
    await count_seat(hall, request, guest)
    await table.perform(lambda match, at: match.give_back(seat, at))
    return {}


def _seat_exists(table: LiveTable, seat: int) -> None:
    if seat >= len(table.seat_rows):
        raise not_found(f"seat {seat} at this table")


@router.post(
    "/tables/{id}/seats/{seat}/report",
    dependencies=[unless_shut("report")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def report(
    id: TableId, seat: SeatNumber, body: Report, request: Request, guest: CurrentGuest, hall: CurrentHall
) -> dict[str, Any]:
    """Tells the host of the server that the name at a seat should not be there."""
    table = await watched(hall, id, guest)
    _seat_exists(table, seat)
    row = table.seat_rows[seat]
    about = row.guest_id or table.row.owner
    if row.kind == "open" or about is None or about == guest:
        raise ApiError(409, "nobody_to_report", "There is no name of anybody else.", where="seat")
    await hall.limits.take("report", payer(request, guest))
    await hall.store.report(id, row, about, guest, body.note)
    return {}


def only_open_information(table: LiveTable) -> None:
    """Refuses what would show secrets while the match is running."""
    if table.match.game.type.hidden_information and table.status != "over":
        raise ApiError(409, "secrets", "This game has secrets: wait until it is over.")


@router.post(
    "/tables/{id}/fork",
    response_model=Created,
    dependencies=[unless_shut("table")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def fork(id: TableId, body: Fork, request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """Opens a table that plays on from a position of this one."""
    await check_room(hall, guest)
    table = await watched(hall, id, guest)
    only_open_information(table)
    match = table.match
    check_ply(match, body.ply)
    if len(body.seats) != len(match.seats):
        raise ApiError(
            422, "malformed", f"{len(body.seats)} seats", where="seats", expected=f"{len(match.seats)} seats"
        )
    seating = await _seating(hall, request, guest, body.seats, match.game.name)
    beginning = actions_until(match, body.ply)

    def play_on(effort: Effort) -> tuple[Match, int]:
        begun = Match(match.game, seating.seats, entries=effort.each(beginning))
        if begun.open_turn is not None:  # a turn that was over there is over here
            begun.confirm([begun.open_turn], now())
        return begun, size_of(beginning)

    begun, size = await unless_gone(request, hall.records.run(payer(request, guest), play_on))
    await count_table(hall, request, guest, size)
    coach = table.row.coach and all(seat.kind != "open" for seat in seating.seats)
    forked = await open_table(hall, guest, begun, seating.owners, listed=False, talk=table.row.talk, coach=coach)
    return {"id": forked.id}


def check_ply(match: Match, ply: int) -> None:
    """Refuses a position that the match does not have."""
    if ply > match.ply:
        raise ApiError(422, "unknown_ply", f"There is no position {ply}.", where="ply", expected=f"0 to {match.ply}")


@router.post("/tables/{id}/rematch", response_model=Created, responses=documented(401, 403, 404, 409, 422, 429))
async def rematch(id: TableId, request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """The same game with the same people and bots, each one seat on. Who asks first opens the table, the others are
    asked to come, and who asks later takes the seat there that was kept."""
    table = await hall.table(id)
    if not table.seats_of(guest) and guest != table.row.owner:
        raise ApiError(403, "not_seated", "Only those who sat at this table may ask for a rematch.")
    if table.status != "over" or table.row.review:
        raise Refused("not_over", "The game is not over.")
    linked = table.row.rematch
    if linked is None or linked not in await hall.store.versions([linked]):
        await check_room(hall, guest)
        await count_table(hall, request, guest)
        row, seating = table.row, rematch_seating(table, guest)
        new = await open_table(
            hall,
            guest,
            Match(rematch_game(table.match.game), seating.seats, confirm=row.confirm),
            seating.owners,
            spectators=row.spectators,
            listed=False,
            clock=row.clock,
            talk=row.talk,
            coach=row.coach and all(seat.kind != "open" for seat in seating.seats),
        )
        first = await hall.store.set_rematch(id, new.id, gone=linked)
        if first == new.id:
            for other in {owner for owner in table.owners if owner is not None} - {guest}:
                await hall.asking.ask(new.id, other)
                if other not in table.presence.guests():
                    hall.tell_asked(new.id, other)
        else:
            hall.forget(new)
            await hall.store.delete_match(new.id)
        await table.link_rematch(first)
        linked = first
    await accept_rematch(hall, table, linked, guest)
    return {"id": linked}
