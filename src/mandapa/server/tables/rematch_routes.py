"""HTTP routes that start a new table from another one: a rematch, and a fork from an earlier position."""

from typing import Any

from fastapi import APIRouter, Request

from mandapa.play import Match, RequestRefused, actions_until, now
from mandapa.server.errors import ApiError, documented
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, reject_exhausted
from mandapa.server.jobs.job_pool import JobBudget, cancel_on_disconnect
from mandapa.server.live.eviction import size_of
from mandapa.server.live.registry import CurrentTables
from mandapa.server.services import CurrentServices
from mandapa.server.social.chat_store import CurrentChat
from mandapa.server.social.invitation_store import CurrentInvitations
from mandapa.server.tables import create, routes, schemas

router = APIRouter(prefix="/api", tags=["tables"])


@router.post(
    "/tables/{id}/fork",
    summary="Fork table",
    response_model=schemas.CreatedTable,
    dependencies=[reject_exhausted("table")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def fork(
    id: routes.TableId,
    body: schemas.Fork,
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Create a table that continues from a position of this table."""
    await routes.check_room(services, guest)
    table = await routes.get_watchable_table(tables, id, guest)
    routes.only_open_information(table)
    match = table.match
    routes.check_ply(match, body.ply)
    if len(body.seats) != len(match.seats):
        raise ApiError(
            422, "malformed", f"{len(body.seats)} seats", where="seats", expected=f"{len(match.seats)} seats"
        )
    seating = await routes.assign_seats(services, request, guest, body.seats, match.game.name)
    beginning = actions_until(match, body.ply)

    def play_on(budget: JobBudget) -> tuple[Match, int]:
        begun = Match(match.game, seating.seats, entries=budget.each(beginning))
        begun.end_complete_turn(now())  # a turn that was complete there is complete here
        return begun, size_of(beginning)

    replaying = routes.run_replay(services, requester, match.game.name, play_on)
    begun, size = await cancel_on_disconnect(request, replaying)
    await routes.count_table(services, requester, size)
    coach = table.row.coach and all(seat.kind != "open" for seat in seating.seats)
    terms = create.TableSettings(listed=False, talk=table.row.talk, coach=coach)
    forked = await create.open_table(tables, guest, begun, seating.owners, terms)
    return {"id": forked.id}


@router.post(
    "/tables/{id}/rematch",
    summary="Start rematch",
    response_model=schemas.CreatedTable,
    responses=documented(401, 403, 404, 409, 422, 429),
)
async def rematch(
    id: routes.TableId,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
    chat: CurrentChat,
    invitations: CurrentInvitations,
) -> dict[str, Any]:
    """Start a rematch with the same players and bots, shifted by one seat.

    The first request creates the table and invites the other players; later requests take the seats reserved for them.
    """
    table = await tables.get(id)
    if not table.seats_of(guest) and guest != table.row.owner:
        raise ApiError(403, "not_seated", "Only players of this table may ask for a rematch.")
    if table.status != "over" or table.row.review:
        raise RequestRefused("not_over", "The game is not over yet.")
    linked = table.row.rematch
    if linked is None or linked not in await services.store.versions([linked]):
        await routes.check_room(services, guest)
        await routes.count_table(services, requester)
        row, seating = table.row, create.rematch_seating(table, guest)
        terms = create.TableSettings(
            spectators=row.spectators,
            listed=False,
            clock=row.clock,
            talk=row.talk,
            coach=row.coach and all(seat.kind != "open" for seat in seating.seats),
        )
        match = Match(create.rematch_game(table.match.game), seating.seats, confirm=row.confirm)
        new = await create.open_table(tables, guest, match, seating.owners, terms)
        first = await services.store.set_rematch(id, new.id, gone=linked)
        if first == new.id:
            for other in {owner for owner in table.owners if owner is not None} - {guest}:
                await invitations.invite(new.id, other)
                if other not in table.presence.guests():
                    services.notifier.notify_invited(new.id, other)
        else:
            new.evict()
            await services.store.delete_match(new.id)
        await table.link_rematch(first)
        linked = first
    await create.accept_rematch(tables, chat, table, linked, guest)
    return {"id": linked}
