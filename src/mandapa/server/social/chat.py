"""HTTP routes for the chat of a table. Players and spectators have separate channels."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path

from mandapa.server.accounts import schemas
from mandapa.server.errors import ApiError, documented, not_found
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, Visitor, reject_exhausted
from mandapa.server.live.permissions import may_watch
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.services import CurrentServices
from mandapa.server.social.chat_store import CurrentChat, pseudonym
from mandapa.server.store.rows import ChatMessage as StoredMessage, MatchRow, SeatRow
from mandapa.server.tables.routes import TableId, count_seat
from mandapa.server.tables.schemas import Report

router = APIRouter(prefix="/api", tags=["chat"])

QUICK = ("hello", "your_turn", "one_moment", "take_back", "sorry", "well_played", "thanks", "good_game")
"""Names of predefined messages. Clients show each one in the language of their guest."""

Who = Annotated[str, Path(max_length=40, description="Pseudonym of the guest.")]
WordNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="Number of the message.")]


async def _room(tables: TableRegistry, match_id: str, guest_id: str | None) -> tuple[MatchRow, Sequence[SeatRow], bool]:
    """Return a table, its seats, and whether the guest has a seat there. Raise an error if the guest may not watch
    it."""
    row, seats = await tables.head(match_id)
    if not may_watch(row, seats, guest_id):
        raise ApiError(403, "not_seated", "Only players at this table may view it.")
    return row, seats, guest_id is not None and any(seat.guest_id == guest_id for seat in seats)


@router.get(
    "/tables/{id}/words",
    summary="List chat messages",
    response_model=schemas.ChatHistory,
    responses=documented(403, 404, 422, 429),
)
async def words(id: TableId, visitor: Visitor, tables: CurrentTables, chat: CurrentChat) -> dict[str, Any]:
    """Return the latest chat messages of a table. Players and spectators have separate channels; the current guest
    receives only their own."""
    _, _, seated = await _room(tables, id, visitor)
    said = await chat.messages(id, seated)
    muted_guests = {guest for guest, _ in await chat.muted_by(visitor)} if visitor and said else set()
    return {
        "words": [word for _, word in said],
        "me": pseudonym(id, visitor) if visitor else None,
        "muted": sorted({word.who for guest, word in said if guest in muted_guests}),
    }


@router.post(
    "/tables/{id}/words",
    summary="Send chat message",
    response_model=schemas.ChatMessage,
    dependencies=[reject_exhausted("word")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def say(
    id: TableId,
    body: schemas.NewChatMessage,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
    chat: CurrentChat,
) -> StoredMessage:
    """Send a chat message: as a player at the table, to the other players; as a spectator, to the other spectators."""
    row, _, seated = await _room(tables, id, guest)
    if not row.talk or row.review:
        raise ApiError(409, "quiet", "Chat is turned off at this table.")
    if body.quick and body.text not in QUICK:
        raise ApiError(422, "malformed", f"quick message {body.text!r}", where="text", expected=", ".join(QUICK))
    await services.limits.take("word", requester)
    word = await chat.add_message(id, guest, seated, body.text, body.quick)
    tables.on_chat_message(id, seated, word)
    return word


@router.put(
    "/tables/{id}/talk",
    summary="Turn chat on or off",
    dependencies=[reject_exhausted("seat")],
    responses=documented(401, 403, 404, 413, 422, 429),
)
async def allow(
    id: TableId,
    body: schemas.ChatSwitch,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
    chat: CurrentChat,
) -> dict[str, Any]:
    """Turn the chat of a table on or off. Earlier messages remain."""
    row, _ = await tables.head(id)
    if row.owner != guest:
        raise ApiError(403, "may_not_quiet", "Only the player who opened the table can turn chat on or off.")
    await count_seat(services, requester)
    await chat.set_chat_enabled(id, body.on)
    await tables.reload(id)
    return {}


@router.post(
    "/tables/{id}/words/{number}/report",
    summary="Report chat message",
    dependencies=[reject_exhausted("report")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def report(
    id: TableId,
    number: WordNumber,
    body: Report,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
    chat: CurrentChat,
) -> dict[str, Any]:
    """Report a message to the host of the server."""
    _, _, seated = await _room(tables, id, guest)
    found = await chat.word_at(id, number)
    if found is None or found[1] != seated:
        raise not_found(f"message {number} at this table")
    about, _, word = found
    if about == guest:
        raise ApiError(409, "nobody_to_report", "That is your own message.", where="number")
    await services.limits.take("report", requester)
    await chat.report(id, word, about, guest, body.note)
    return {}


@router.put(
    "/tables/{id}/muted/{who}",
    summary="Mute or unmute chat sender",
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def mute(
    id: TableId, who: Who, body: schemas.Mute, guest: CurrentGuest, tables: CurrentTables, chat: CurrentChat
) -> dict[str, Any]:
    """Mute or unmute a guest who has sent messages at this table. Muting applies to all tables."""
    _, _, seated = await _room(tables, id, guest)
    other = next((one for one, word in await chat.messages(id, seated) if word.who == who), None)
    if other is None or other == guest:
        raise not_found(f"other person {who!r} in this chat")
    await chat.mute(guest, other, body.on)
    return {}


@router.get(
    "/me/muted", summary="List muted guests", response_model=schemas.MutedPeople, responses=documented(401, 403, 429)
)
async def muted(guest: CurrentGuest, chat: CurrentChat) -> dict[str, Any]:
    """List the guests whom the current guest has muted."""
    people = await chat.muted_by(guest)
    return {"muted": [{"who": pseudonym(guest, other), "name": name} for other, name in people]}


@router.delete("/me/muted/{who}", summary="Unmute guest", responses=documented(401, 403, 404, 422, 429))
async def unmute(who: Who, guest: CurrentGuest, chat: CurrentChat) -> dict[str, Any]:
    """Unmute a guest at all tables."""
    for other, _ in await chat.muted_by(guest):
        if pseudonym(guest, other) == who:
            await chat.mute(guest, other, on=False)
            return {}
    raise not_found(f"person {who!r} whom you have muted")


@router.get(
    "/me/people", summary="List fellow players", response_model=schemas.People, responses=documented(401, 403, 429)
)
async def people(guest: CurrentGuest, chat: CurrentChat) -> dict[str, Any]:
    """List the guests whom the current guest has recently played with or has blocked."""
    found = await chat.companions(guest)
    return {
        "people": [
            {
                "who": pseudonym(guest, one.id),
                "name": one.name,
                "tables": one.tables,
                "last": one.last,
                "blocked": one.blocked,
                "colour": one.colour,
                "languages": one.languages,
            }
            for one in found
        ]
    }


@router.put(
    "/me/people/{who}/blocked", summary="Block or unblock guest", responses=documented(401, 403, 404, 413, 422, 429)
)
async def block(who: Who, body: schemas.Block, guest: CurrentGuest, chat: CurrentChat) -> dict[str, Any]:
    """Block or unblock a fellow player.

    After blocking, neither of the two sees the other's open tables, and messages from the blocked guest are hidden. The
    blocked guest cannot take a seat at a table that the current guest has opened or plays at.
    """
    for one in await chat.companions(guest):
        if pseudonym(guest, one.id) == who:
            await chat.block(guest, one.id, body.on)
            return {}
    raise not_found(f"person {who!r} with whom you have played")
