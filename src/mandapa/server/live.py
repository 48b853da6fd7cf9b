"""A table in memory: the match, the clients who look at it, and the one path by which anything changes.

Every change goes through ``perform``: check, store, and only then acknowledge and fan out. What is in memory can be
lost at any moment without harm; it is read again from the store.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import structlog

from mandapa import library
from mandapa.kernel.errors import ComponentError
from mandapa.play import Entry, Event, Match, Refused, Seat, now
from mandapa.server.driver import BotDriver
from mandapa.server.picture import Situation, compose, encode, log_so_far, table_info, visible_events
from mandapa.server.store.rows import Append, Conflict, MatchRow, SeatRow, StoredMatch

if TYPE_CHECKING:
    from mandapa.library import State
    from mandapa.server.client import Client
    from mandapa.server.hall import Hall

log = structlog.get_logger(__name__)

Command = Callable[[Match, str], list[Entry]]
"""A request to the match: gets the match and the time, returns the entries that it caused."""

PRESENCE_SECONDS = 90.0
"""How long news of who is present in another process hold."""


def match_from(stored: StoredMatch) -> Match:
    """Replays a stored match."""
    row = stored.row
    options = {name: value for name, value in row.options.items() if name != "players"}
    try:
        game = library.load(row.game, players=len(stored.seats), **options)
    except ComponentError as error:
        log.warning("the pieces of a match cannot be read", match=row.id, problem=str(error))
        raise OutdatedMatch(f"match {row.id}: its pieces are not here any more, or wrong") from error
    if (row.rules_version, row.components_hash) != (game.rules_version, game.components_hash):
        raise OutdatedMatch(
            f"match {row.id} was begun with rules version {row.rules_version} and pieces {row.components_hash}; "
            f"installed are {game.rules_version} and {game.components_hash}"
        )
    match = Match(game, [Seat.from_json(seat.first) for seat in stored.seats], confirm=row.confirm)
    match.persons = [seat.guest_id for seat in stored.seats]
    match.extend(stored.entries)
    match.requests = set(stored.requests.values())
    return match


class OutdatedMatch(Exception):
    """A stored match whose rules or pieces are not installed any more."""


@dataclass
class Shown:
    """What has been computed and encoded of the present position, for whoever asks next.

    Attributes:
        views: by the seat through whose eyes they are; None: what everybody may see.
        choices, previews: of the seat to act.
    """

    views: dict[int | None, str] = field(default_factory=dict)
    choices: str | None = None
    previews: asyncio.Future[str] | None = None


def _preview_of(state: State, texts: Sequence[str]) -> list[dict[str, Any]]:
    """The preview of the last of some decisions of one seat; empty if they cannot follow each other."""
    seat = state.current_player
    for text in texts[:-1]:
        if state.refusal(text) is not None or state.current_player != seat:
            return []
        state.apply(text)
    return [state.preview(texts[-1])] if state.current_player == seat else []


class LiveTable:
    """One table."""

    def __init__(self, hall: Hall, stored: StoredMatch, match: Match) -> None:
        self.hall = hall
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.touched = time.monotonic()
        self.closed = False
        self._opened = time.monotonic()
        self._last_seen: dict[str, float] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[str]]] = {}
        self._shown = Shown()
        self._rng = np.random.default_rng()
        self.driver = BotDriver(self)
        self._take_over(stored, match)

    def _take_over(self, stored: StoredMatch, match: Match) -> None:
        self.row: MatchRow = stored.row
        self.seat_rows: list[SeatRow] = list(stored.seats)
        self.match = match
        self.requests: dict[str, int] = dict(stored.requests)
        self._shown = Shown()

    # ------------------------------------------------------------ who

    @property
    def id(self) -> str:
        """Id of the match."""
        return self.row.id

    @property
    def owners(self) -> list[str | None]:
        """For each seat the guest who owns it."""
        return [seat.guest_id for seat in self.seat_rows]

    @property
    def status(self) -> str:
        """``waiting``, ``playing`` or ``over``; an imported record is only looked at, so it is over."""
        return "over" if self.row.review else self.match.status

    def seats_of(self, guest_id: str | None) -> list[int]:
        """The seats that a guest owns."""
        return [n for n, owner in enumerate(self.owners) if owner is not None and owner == guest_id]

    def may_watch(self, guest_id: str | None) -> bool:
        """Whether a guest may look at this table."""
        return self.row.spectators or (guest_id is not None and (guest_id == self.row.owner or guest_id in self.owners))

    def present_guests(self) -> set[str | None]:
        """Guests who look at the table now, here or through another process."""
        here: set[str | None] = {client.guest_id for client in self.clients}
        for until, guests in self._elsewhere.values():
            if until > time.monotonic():
                here |= guests
        return here - {None}

    def grace(self, seat: int) -> float | None:
        """Seconds until others may let a bot stand in at a seat; None unless a person sits there and is away."""
        guest_id = self.owners[seat]
        if guest_id is None or not self.match.seats[seat].by_person or guest_id in self.present_guests():
            return None
        away = time.monotonic() - self._last_seen.get(guest_id, self._opened)
        return max(0.0, self.hall.settings.stand_in_seconds - away)

    def spectators(self) -> int:
        """Number of open pages that have no seat."""
        return sum(not self.seats_of(client.guest_id) for client in self.clients)

    # ------------------------------------------------------------ the one path of change

    async def perform(self, command: Command, *, request: str | None = None, base_seq: int | None = None) -> int:
        """Carries out a request and returns the number of its first entry, after it is stored.

        A ``request`` that was carried out before is only answered again. With ``base_seq`` the request is
        refused as stale if the position has moved on since that number.
        """
        async with self.lock:
            if request is not None and request in self.requests:
                return self.requests[request]
            if self.closed:
                raise Refused("unavailable", "The table was put away just now; come again.")
            if self.row.review:
                raise Refused("finished", "This table shows a record; play on from it to play.")
            if base_seq is not None and not self.match.last_move_seq <= base_seq <= self.match.seq:
                raise Refused("stale", "The table has moved on since you saw it.")
            first = await self._perform(command, request)
        self.driver.wake()
        return first

    async def _perform(self, command: Command, request: str | None) -> int:
        match, at = self.match, now()
        self.touched = time.monotonic()
        entries = await self._carry_out(command, at)
        try:
            entries += match.resolve_chance(self._rng, at)
            await self._store(entries, request)
        except Conflict as error:
            await self._read_again()
            raise Refused("stale", "The table has moved on since you saw it.") from error
        except BaseException:
            # The memory is ahead of the store: forget it. Whoever comes next reads the store.
            self.hall.forget(self)
            raise
        if request is not None:
            self.requests[request] = entries[0].seq
            match.requests.add(entries[0].seq)
        self._shown = Shown()
        await self.publish(with_table=any(entry.kind == "seat" for entry in entries) or self.status == "over")
        return entries[0].seq

    async def _carry_out(self, command: Command, at: str) -> list[Entry]:
        match = self.match
        if match.game.engine.ready:
            return command(match, at)
        try:  # interpreted rules may take their time
            return await self.hall.compute(lambda: command(match, at))
        except asyncio.CancelledError:  # it may have been carried out, and nothing is stored
            self.hall.forget(self)
            raise

    async def _store(self, entries: Sequence[Entry], request: str | None) -> None:
        changed = self._changed_seats()
        result = self.match.result()
        if result is not None:
            result |= {"returns": self.match.state.returns()}
        append = Append(self.id, entries, self.match.status, self.match.turn, request, changed, result)
        started = time.perf_counter()
        await self.hall.store.append(append)
        self.hall.metrics.store_seconds.observe(time.perf_counter() - started)
        for entry in entries:
            self.hall.metrics.actions.labels(entry.kind).inc()
        for row in changed:
            self.seat_rows[row.seat] = row
        status, turn, last = self.match.status, self.match.turn, entries[-1]
        self.row = replace(self.row, seq=last.seq, status=status, turn=turn, updated=last.at)

    def _changed_seats(self) -> list[SeatRow]:
        """Rows of the seats that differ from what is stored; a seat that was claimed needs no invite any more."""
        asked = self.match.people_asked()
        now = [
            replace(
                row,
                name=seat.name,
                kind=seat.kind,
                bot=seat.bot,
                guest_id=person,
                invite=row.invite if seat.kind == "open" else None,
                asked=row.seat in asked,
            )
            for row, seat, person in zip(self.seat_rows, self.match.seats, self.match.persons, strict=True)
        ]
        return [row for row, before in zip(now, self.seat_rows, strict=True) if row != before]

    async def catch_up(self) -> None:
        """Another process has changed the match: read what is new."""
        async with self.lock:
            if not self.closed:
                await self._read_again()
        self.driver.wake()

    async def _read_again(self) -> None:
        stored = await self.hall.store.load_match(self.id)
        if stored is None:
            self.hall.forget(self)
            return
        match = await asyncio.to_thread(match_from, stored)
        self._take_over(stored, match)
        await self.publish(with_table=True)

    async def link_rematch(self, rematch: str) -> None:
        """Tells everybody where the rematch is."""
        async with self.lock:
            self.row = replace(self.row, rematch=rematch)
            await self.publish(with_table=True)

    async def resolve_due(self) -> None:
        """Carries out what nobody has to ask for: chance, and a take-back that everybody has agreed to.

        It is due when a table opens; when a table is read and the process had ended, or the store failed, before that
        was stored; and when those who were asked have become one with whoever asks. If another process is faster its
        outcome counts.
        """
        async with self.lock:
            match = self.match
            due = match.ask_settled or (match.chance_due and not match.referee_due)
            if due and not self.row.review and not self.closed:
                with suppress(Refused):
                    await self._perform(lambda match, at: match.resolve_due(self._rng, at), None)

    async def inherit(self, old: str, new: str) -> None:
        """Guest ``old`` has become one with guest ``new``: open pages change hands, and seats as they are stored."""
        pages = [client for client in self.clients if client.guest_id == old]
        for client in pages:
            client.guest_id = new
        if old in (self.row.owner, *self.owners):
            await self.catch_up()
            await self.resolve_due()
            self.driver.wake()
        if pages:
            await self.hall.presence_changed(self)

    # ------------------------------------------------------------ showing

    async def join(self, client: Client, have_seq: int) -> None:
        """A client wants to see the table from now on; it has what happened up to ``have_seq``.

        A table that was put out of memory while the client came sends it back: nothing ever happens here again, and
        what is here may never have been stored.
        """
        async with self.lock:
            if self.closed:
                client.end()
                return
            client.guest_id = self.hall.heir(client.guest_id)
            newcomer = client not in self.clients
            self.clients.add(client)
            self.touched = time.monotonic()
            if 0 < have_seq <= self.match.seq and self.match.seq - have_seq <= 200:
                client.seq = have_seq
                await self._send_delta([client], with_table=True)
            else:
                client.send(await self.sync(client))
                client.seq = self.match.seq
            if newcomer:
                await self._send_delta([other for other in self.clients if other is not client], with_table=True)
        if newcomer:
            await self.hall.presence_changed(self)
        self.driver.wake()

    async def leave(self, client: Client) -> None:
        """A client is gone."""
        self.clients.discard(client)
        self._saw([client.guest_id])
        self.touched = time.monotonic()
        if not self.closed and self.clients:
            async with self.lock:
                await self.publish(with_table=True)
        await self.hall.presence_changed(self)

    async def present_elsewhere(self, process: str, guests: Collection[str]) -> None:
        """News of who looks at the table through another process."""
        before = self.present_guests()
        self._saw(self._elsewhere.get(process, (0.0, ()))[1])
        self._saw(guests)
        if process not in self._elsewhere and self.clients:  # it has only just come: tell it who is here
            await self.hall.presence_changed(self)
        self._elsewhere[process] = (time.monotonic() + PRESENCE_SECONDS, frozenset(guests))
        if self.present_guests() != before:
            async with self.lock:
                await self.publish(with_table=True)

    def _saw(self, guests: Iterable[str | None]) -> None:
        """These guests are here, or were until now."""
        self._last_seen |= {guest: time.monotonic() for guest in guests if guest in self.owners and guest is not None}

    async def sync(self, client: Client) -> str:
        """The whole picture for a client, as a message."""
        seats = self.seats_of(client.guest_id)
        eyes = self.eyes(client, seats)
        events = visible_events(self, log_so_far(self.match), eyes)
        parts = {
            "table": encode(table_info(self, client.guest_id)),
            "view": await self._view(self._view_seat(eyes)),
            "choices": await self._choices(eyes),
            "events": encode(events),
            "prompt": Situation.of(self).prompt(seats),
            "looking": encode(self._looking(seats, eyes)),
        }
        return compose("sync", f'"seq":{self.match.seq}', parts)

    async def synced(self, client: Client) -> str:
        """The whole picture, of a moment when everything is stored."""
        async with self.lock:
            return await self.sync(client)

    def eyes(self, client: Client, seats: Sequence[int]) -> Sequence[int]:
        """The seats through whose eyes the owner of ``seats`` looks: of several with secrets only one at a time."""
        if len(seats) < 2 or not self.match.game.type.hidden_information or self.status == "over":
            return seats
        return [seat for seat in seats if seat == client.looking]

    def _looking(self, seats: Sequence[int], eyes: Sequence[int]) -> int | None:
        """Who looks, of several people at one device who have secrets; None otherwise."""
        return eyes[0] if len(seats) > len(eyes) > 0 else None

    async def publish(self, *, with_table: bool = False) -> None:
        """Sends every client what it has not seen. Call with the lock held."""
        await self._send_delta(list(self.clients), with_table)

    async def _send_delta(self, clients: Sequence[Client], with_table: bool) -> None:
        encoded: dict[tuple[int, tuple[int, ...]], str] = {}
        secret = self.match.game.type.hidden_information
        situation = Situation.of(self)
        for client in clients:
            guest_id = client.guest_id
            seats = self.seats_of(guest_id)
            eyes = self.eyes(client, seats)
            audience = (client.seq, tuple(eyes) if secret else ())
            if audience not in encoded:
                events: list[Event] = self.match.events[client.seq :]
                encoded[audience] = encode(visible_events(self, events, audience[1]))
            parts = {"table": encode(table_info(self, guest_id))} if with_table else {}
            parts |= {
                "view": await self._view(self._view_seat(eyes)),
                "choices": await self._choices(eyes),
                "events": encoded[audience],
                "prompt": situation.prompt(seats),
                "looking": encode(self._looking(seats, eyes)),
            }
            client.send(compose("delta", f'"from":{client.seq},"seq":{self.match.seq}', parts))
            client.seq = self.match.seq

    def _view_seat(self, mine: Sequence[int]) -> int | None:
        """Through which seat's eyes the owner of these seats looks; None: what everybody may see."""
        if not mine or not self.match.game.type.hidden_information:
            return None
        return self.match.turn if self.match.turn in mine else mine[0]

    async def _view(self, seat: int | None) -> str:
        views, state = self._shown.views, self.match.state
        if seat not in views:
            if self.match.game.engine.ready:
                views[seat] = encode(state.view(seat))
            else:  # the interpreted score takes milliseconds: other tables need not wait for it
                own = state.for_seat(seat)
                views[seat] = await self.hall.compute(lambda: encode(own.view(seat)))
        return views[seat]

    async def _choices(self, mine: Sequence[int]) -> str:
        """The choices of the owner of these seats."""
        seat = None if self.row.review else self.match.to_act
        if seat is None or seat not in mine:
            return "[]"
        if self._shown.choices is None:
            state = self.match.state
            if self.match.game.engine.ready:
                self._shown.choices = encode(state.choices(seat))
            else:  # interpreted rules may take their time
                self._shown.choices = await self.hall.compute(lambda: encode(state.choices(seat)))
        return self._shown.choices

    async def previews(self, client: Client, of: Sequence[str] = ()) -> tuple[int, str]:
        """What each choice of the seat to act would lead to, if it is the client's; computed once a position.

        With ``of`` only what the last of these decisions would lead to after the others.
        """
        async with self.lock:
            match = self.match
            eyes = self.eyes(client, self.seats_of(client.guest_id))
            if match.to_act is None or match.to_act not in eyes or self.row.review:
                return match.seq, "[]"
            seq = match.seq
            ahead = match.state.for_seat(match.to_act) if of else None
            if ahead is None and self._shown.previews is None:
                own = match.state.for_seat(match.to_act)
                self._shown.previews = asyncio.ensure_future(self.hall.compute(lambda: encode(own.previews())))
            computed = self._shown.previews
        if ahead is not None:
            return seq, await self.hall.compute(lambda: encode(_preview_of(ahead, of)))
        assert computed is not None
        return seq, await asyncio.shield(computed)

    def point(self, client: Client, at: str | None) -> None:
        """Shows the others what somebody who sits here points at."""
        seats = self.seats_of(client.guest_id)
        text = encode({"type": "point", "seats": seats, "at": at})
        for other in self.clients - {client} if seats else ():
            other.send(text)

    def tell(self, message: dict[str, Any]) -> None:
        """Sends a passing message to every client."""
        text = encode(message)
        for client in self.clients:
            client.send(text)
