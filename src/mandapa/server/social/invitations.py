"""HTTP routes to invite fellow players to a table, and to decline invitations."""

from typing import Any

from fastapi import APIRouter

from mandapa.server.accounts.schemas import InvitablePeople, InvitationChange
from mandapa.server.errors import ApiError, documented, not_found
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, reject_exhausted
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.services import CurrentServices
from mandapa.server.social.chat import Who
from mandapa.server.social.chat_store import ChatStore, CurrentChat, pseudonym
from mandapa.server.social.invitation_store import CurrentInvitations
from mandapa.server.store.rows import Companion
from mandapa.server.tables.routes import TableId

router = APIRouter(prefix="/api", tags=["tables"])

MOST_ASKED = 12
"""Maximum number of guests invited to one table."""


async def _to_be_asked(tables: TableRegistry, chat: ChatStore, match_id: str, guest_id: str) -> list[Companion]:
    """Return the fellow players whom a guest may invite to a table.

    Raise an error if another guest opened the table, or if it has no open seat.
    """
    row, seats = await tables.head(match_id)
    if row.owner != guest_id:
        raise ApiError(403, "not_owner", "Only the player who opened the table may invite people.")
    if all(seat.kind != "open" for seat in seats):
        raise ApiError(409, "no_free_seat", "There is no free seat at this table.")
    here = {seat.guest_id for seat in seats}
    known = await chat.companions(guest_id)
    return [one for one in known if one.tables and not one.blocked and one.id not in here]


@router.get(
    "/tables/{id}/asked",
    summary="List invitable players",
    response_model=InvitablePeople,
    responses=documented(401, 403, 404, 409, 422, 429),
)
async def whom(
    id: TableId, guest: CurrentGuest, tables: CurrentTables, chat: CurrentChat, invitations: CurrentInvitations
) -> dict[str, Any]:
    """List the fellow players whom the current guest can invite or has already invited to a table."""
    people = await _to_be_asked(tables, chat, id, guest)
    states = {False: "asked", True: "declined"}
    asked = await invitations.invited_guests(id)
    return {
        "people": [
            {
                "who": pseudonym(guest, one.id),
                "name": one.name,
                "colour": one.colour,
                "languages": one.languages,
                "state": states[asked[one.id]] if one.id in asked else "free",
            }
            for one in people
        ]
    }


@router.put(
    "/tables/{id}/asked/{who}",
    summary="Invite player or withdraw invitation",
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def ask(
    id: TableId,
    who: Who,
    body: InvitationChange,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
    chat: CurrentChat,
    invitations: CurrentInvitations,
) -> dict[str, Any]:
    """Invite a fellow player to a table of the current guest, or withdraw the invitation.

    The invited player sees the table in the lobby, except if the player has blocked the current guest. The response
    does not reveal this.
    """
    people = await _to_be_asked(tables, chat, id, requester.guest)
    one = next((one for one in people if pseudonym(requester.guest, one.id) == who), None)
    if one is None:
        raise not_found(f"person {who!r} with whom you have played")
    if not body.on:
        await invitations.withdraw(id, one.id)
        return {}
    if len(await invitations.invited_guests(id)) >= MOST_ASKED:
        message = f"You have already invited {MOST_ASKED} people to this table."
        raise ApiError(409, "too_many_asked", message, where="who", expected=f"at most {MOST_ASKED} people")
    await services.limits.take("seat", requester)
    await invitations.invite(id, one.id)
    services.notifier.notify_invited(id, one.id)
    return {}


@router.delete("/me/asked/{id}", summary="Decline invitation", responses=documented(401, 403, 404, 422, 429))
async def decline(id: TableId, guest: CurrentGuest, invitations: CurrentInvitations) -> dict[str, Any]:
    """Decline an invitation to a table."""
    if not await invitations.decline(id, guest):
        raise not_found(f"invitation of yours to table {id!r}")
    return {}
