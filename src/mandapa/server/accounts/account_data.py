"""Export and delete a guest's personal data."""

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

from mandapa.play import Entry, Match, RequestRefused
from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.jobs.job_pool import JobBudget
from mandapa.server.live.messages import encode
from mandapa.server.live.registry import TableRegistry
from mandapa.server.live.table import REPLACEMENT_BOT
from mandapa.server.services import Services
from mandapa.server.social.chat_store import ChatStore
from mandapa.server.social.push import MAX_BROWSERS
from mandapa.server.social.push_store import PushStore
from mandapa.server.store.rows import GuestRow, MatchRow, SeatRow, StoredMatch
from mandapa.server.tables.records import has_secrets, stored_record


async def export(
    services: Services, chat: ChatStore, push_store: PushStore, guest: GuestRow, address: str
) -> AsyncIterator[str]:
    """Stream all stored data about a guest as JSON: profile, devices, messages, and tables with their records.

    Only one export per network address runs at a time.
    """
    turn = services.named_lock(f"export {address}")
    async with turn:
        muted = [name for _, name in await chat.muted_by(guest.id)]
        said = await chat.words_of(guest.id)
        devices = [{"name": one.name, "seen": one.seen} for one in await services.store.guests.devices_of(guest.id)]
        subscriptions = [one._asdict() for one in await push_store.of(guest.id, MAX_BROWSERS)]
        push = [{name: one[name] for name in ("endpoint", "language", "remind")} for one in subscriptions]
        about = {"name": guest.name, "colour": guest.colour, "languages": guest.languages, "seen": guest.seen}
        head = encode({"devices": devices, "push": push, **about, "muted": muted, "words": said})
        yield f'{head[:-1]},"tables":['
        for number, match_id in enumerate(await services.store.match_ids_of(guest.id)):
            stored = await services.store.load_match(match_id)
            if stored is not None:
                text = await services.review_jobs.run(Requester(guest.id, address), partial(_encoded, stored, guest.id))
                yield ("," if number else "") + text
        yield "]}"


def _encoded(stored: StoredMatch, guest_id: str, budget: JobBudget) -> str:
    budget.step()
    return encode(_table(stored, guest_id))


def _table(stored: StoredMatch, guest_id: str) -> dict[str, Any]:
    """Return the data of a guest's table for the export. The record is None while it would reveal other players'
    secrets."""
    row = stored.row
    over = row.review or row.status == "over"
    return {
        "id": row.id,
        "created": row.created,
        "updated": row.updated,
        "status": row.status,
        "opened": row.owner == guest_id,
        "seats": [seat.seat for seat in stored.seats if seat.guest_id == guest_id],
        "record": stored_record(stored) if over or not has_secrets(row.game) else None,
    }


async def forget(services: Services, tables: TableRegistry, guest_id: str) -> None:
    """Delete a guest and all identifying data. Seats at tables with other players remain, under a generic name."""
    for row, seats in await services.store.matches_in_progress(guest_id):
        if any(seat.guest_id not in (None, guest_id) for seat in seats):
            await _get_up(services, tables, row, seats, guest_id)
    for match_id in await services.store.guests.delete(guest_id):
        await tables.reload(match_id)
    tables.disconnect_guest(guest_id)


async def _get_up(
    services: Services, tables: TableRegistry, row: MatchRow, seats: Sequence[SeatRow], guest_id: str
) -> None:
    """Give up a guest's seats at a table with other players, before the guest is deleted.

    The guest leaves a table that has not begun, and resigns a match in progress.
    """
    try:
        table = await tables.get(row.id)
        for seat in (seat.seat for seat in seats if seat.guest_id == guest_id and not seat.resigned):
            if table.status == "waiting":
                left = await table.perform(partial(_leave, seat))
                await services.store.forget_sitter(row.id, seat, left)
                await tables.reload(row.id)
            elif table.status == "playing":
                await table.perform(partial(_resign, seat))
    except (ApiError, RequestRefused):
        return  # outdated rules, or another request came first: the seat loses its owner anyway


def _leave(seat: int, match: Match, at: str) -> list[Entry]:
    return match.leave(seat, at)


def _resign(seat: int, match: Match, at: str) -> list[Entry]:
    return match.resign(seat, REPLACEMENT_BOT, at)
