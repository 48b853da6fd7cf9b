"""Compose the messages that show a table to its clients: ``sync`` (complete) and ``delta`` (changes only).

The position, the choices and the events are encoded once for all clients that see the same of them. In a game without
hidden information, these are all clients. The parts that depend on the guest, such as the guest's own seats, are built
for each client.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from mandapa.library import State
from mandapa.play import Event, Match, visible_to
from mandapa.server.live.messages import encode
from mandapa.server.live.page import Client
from mandapa.server.live.permissions import may_set_levels, rights
from mandapa.server.live.table_state import TableState
from mandapa.server.services import Services
from mandapa.server.shielding import shielded

LOG_LENGTH = 200


def table_info(table: TableState, guest_id: str | None) -> dict[str, Any]:
    """Return the seats, status and settings of a table, for a message to the given guest."""
    match, row = table.match, table.row
    mine = table.seats_of(guest_id)
    present = table.presence.guests()
    seats = [
        {
            "seat": n,
            "name": seat.name,
            "kind": seat.kind,
            "bot": seat.bot,
            "connected": seat.kind == "bot" or table.owners[n] in present,
            "mine": n in mine,
            "stand_in": seat.stand_in,
            "resigned": seat.resigned,
            "grace": table.seconds_until_stand_in(n),
            "colour": table.seat_rows[n].colour,
            "languages": table.seat_rows[n].languages,
        }
        for n, seat in enumerate(match.seats)
    ]
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "players": match.game.players,
        "status": table.status,
        "ending": row.ending,
        "may": rights(row, table.seat_rows, guest_id),
        "sets_levels": may_set_levels(row, table.seat_rows, guest_id),
        "owner": guest_id is not None and guest_id == row.owner,
        "seats": seats,
        "you": mine,
        "spectators": table.spectators(),
        "rematch": row.rematch,
        "confirm": match.confirm_turns,
        "review": row.review,
        "talk": row.talk and not row.review,
        "coach": row.coach and not row.review,
        "clock": table.clocks.status() if table.clocks else None,
    }


@dataclass(frozen=True)
class TurnStatus:
    """Status of the turn in a position: the player to move, the possible actions apart from moves, and the result."""

    turn: int | None
    open_turn: bool
    roll: bool
    can_back: bool
    waiting_for: list[int]
    ask_back: dict[str, int] | None
    result: dict[str, Any] | None

    @classmethod
    def of(cls, table: TableState) -> TurnStatus:
        """Return the status of the turn in a table's current position."""
        match = table.match
        turn = None if table.row.review else match.turn
        asked = match.pending_consents()
        return cls(
            turn=turn,
            open_turn=match.open_turn is not None,
            roll=match.to_roll is not None,
            can_back=turn is not None and match.earliest_undo_ply(turn) < match.ply,
            waiting_for=asked or ([turn] if turn is not None else []),
            ask_back={"by": match.take_back_request.by, "to_ply": match.take_back_request.to_ply}
            if match.take_back_request
            else None,
            result=match.result(),
        )

    def mine(self, seats: Sequence[int]) -> bool:
        """Return whether it is the turn of one of these seats."""
        return self.turn is not None and self.turn in seats

    def prompt(self, seats: Sequence[int]) -> str:
        """Return, as JSON, what the guest who owns these seats can do.

        In a game without hidden information, this is the only part of a ``delta`` message that depends on the guest,
        unless the message includes the table.
        """
        mine = self.mine(seats)
        return encode(
            {
                "turn": self.turn,
                "mine": mine,
                "can_confirm": mine and self.open_turn,
                "can_roll": mine and self.roll,
                "can_back": mine and self.can_back,
                "waiting_for": self.waiting_for,
                "ask_back": self.ask_back,
                "result": self.result,
            }
        )


def visible_events(table: TableState, events: Sequence[Event], seats: Sequence[int]) -> list[dict[str, Any]]:
    """Return the events as JSON objects, as shown to the owner of these seats.

    While the game is in progress, information that is hidden from these seats is removed.
    """
    return [event.to_json() for event in visible_to(events, None if table.status == "over" else seats)]


def log_so_far(match: Match) -> list[Event]:
    """Return the latest ``LOG_LENGTH`` events of a match, without actions that have been undone."""
    in_force = {event.entry.seq for event in match.actions}
    events = [
        event for event in match.events if event.entry.kind not in ("act", "chance") or event.entry.seq in in_force
    ]
    return events[-LOG_LENGTH:]


def compose(kind: str, head: str, parts: dict[str, str]) -> str:
    """Assemble a message from parts that are already encoded as JSON.

    ``kind``: type of the message; ``head``: its first members, such as ``"seq":5``; ``parts``: the other members, by
    name.
    """
    body = ",".join(f'"{name}":{text}' for name, text in parts.items())
    return f'{{"type":"{kind}",{head},{body}}}'


class SnapshotCache:
    """Caches the JSON parts of messages that describe the current position. Callers must hold the table's lock."""

    def __init__(self, table: TableState, services: Services) -> None:
        self._services = services
        self._its_table = weakref.ref(
            table
        )  # breaks the reference cycle, so a dropped table is freed without the garbage collector
        self.invalidate()

    @property
    def _table(self) -> TableState:
        table = self._its_table()
        assert table is not None, "the caller holds a reference to the table"
        return table

    def invalidate(self) -> None:
        """Discard all cached parts. This must be called whenever the position changes."""
        self._views: dict[int | None, str] = {}  # by viewing seat; None: public information, or all once it is over
        self._choices: str | None = None
        self._previews: asyncio.Future[str] | None = None

    async def whole(self, client: Client) -> str:
        """Return the complete ``sync`` message for a client."""
        table = self._table
        seats, viewing_seats = self._client_seats(client)
        parts = {
            "table": encode(table_info(table, client.guest_id)),
            **await self._position(viewing_seats),
            "events": encode(visible_events(table, log_so_far(table.match), viewing_seats)),
            "prompt": TurnStatus.of(table).prompt(seats),
            "looking": encode(shared_screen_seat(seats, viewing_seats)),
        }
        return compose("sync", f'"seq":{table.match.seq}', parts)

    async def show(self, clients: Collection[Client], *, with_table: bool) -> None:
        """Send each client a ``delta`` message with the changes that this client has not received yet.

        ``with_table``: include the seats, status and settings of the table.
        """
        secret = self._table.match.game.type.hidden_information
        situation = TurnStatus.of(self._table)
        texts: dict[tuple[object, ...], str] = {}
        for client in clients:
            seats, viewing_seats = self._client_seats(client)
            visibility = (tuple(seats), tuple(viewing_seats)) if secret else situation.mine(seats)
            cache_key = (client.seq, visibility, client.guest_id if with_table else None)
            if cache_key not in texts:
                texts[cache_key] = await self._delta(client, situation, with_table)
            has_new_entries = client.seq != self._table.match.seq
            # Without new entries, the message only says who is connected, or that there is a rematch. It can therefore
            # replace an earlier one that is still in the queue.
            client.send(texts[cache_key], None if has_new_entries else "table")
            client.seq = self._table.match.seq
            if has_new_entries:
                self.announce_choices(client)

    def announce_choices(self, client: Client) -> None:
        """Call the client's ``after_choices`` function, if it has one and its player has to make a decision."""
        if client.after_choices is not None and self._deciding_seat(self._client_seats(client)[1]) is not None:
            client.after_choices()

    async def _delta(self, client: Client, situation: TurnStatus, with_table: bool) -> str:
        table, match = self._table, self._table.match
        seats, viewing_seats = self._client_seats(client)
        parts = {"table": encode(table_info(table, client.guest_id))} if with_table else {}
        parts |= {
            **await self._position(viewing_seats),
            "events": encode(visible_events(table, match.events[client.seq :], viewing_seats)),
            "prompt": situation.prompt(seats),
            "looking": encode(shared_screen_seat(seats, viewing_seats)),
        }
        return compose("delta", f'"from":{client.seq},"seq":{match.seq}', parts)

    def previews(self, client: Client, of: Sequence[str]) -> Awaitable[str]:
        """Return previews of the outcome of each choice, as JSON; an empty list if the client does not have to decide.

        They are computed once per position. If ``of`` is a sequence of consecutive decisions, preview only the outcome
        of the last one. Release the lock before awaiting the result.
        """
        seat = self._deciding_seat(self._client_seats(client)[1])
        if seat is None:
            return _at_once("[]")
        run, requester = self._services.previews.run, self._services.visitors.requester(client.guest_id)
        if of:
            ahead = self._table.match.state.for_seat(seat)
            return run(requester, lambda: encode(_preview_of(ahead, of)))
        if self._previews is None:
            own = self._table.match.state.for_seat(seat)
            self._previews = asyncio.ensure_future(run(requester, lambda: encode(own.previews())))
        return shielded(self._previews)

    def _client_seats(self, client: Client) -> tuple[list[int], list[int]]:
        """Return the seats that a client owns, and those of them whose hidden information is shown now.

        In a game with hidden information, players who share a screen see the hidden information of one seat at a time.
        """
        table = self._table
        seats = table.seats_of(client.guest_id)
        if len(seats) < 2 or not table.match.game.type.hidden_information or table.status == "over":
            return seats, seats
        return seats, [seat for seat in seats if seat == client.shared_screen_seat]

    def _deciding_seat(self, viewing_seats: Sequence[int]) -> int | None:
        """Return the seat that has to make a decision if ``viewing_seats`` contains it; otherwise, return None."""
        seat = None if self._table.row.review else self._table.match.to_act
        return seat if seat in viewing_seats else None

    async def _position(self, viewing_seats: Sequence[int]) -> dict[str, str]:
        """Return the position and the choices as JSON, with the information that these seats may see.

        Once the match is over, nothing is hidden.
        """
        match, over = self._table.match, self._table.status == "over"
        viewer = None
        if viewing_seats and match.game.type.hidden_information and not over:
            viewer = match.turn if match.turn in viewing_seats else viewing_seats[0]
        if viewer not in self._views:
            self._views[viewer] = await (
                self._encoded(State.full_view, State.copy)
                if over
                else self._encoded(lambda state: state.view(viewer), lambda state: state.for_seat(viewer))
            )
        seat = self._deciding_seat(viewing_seats)
        if seat is not None and self._choices is None:
            self._choices = await self._encoded(lambda state: state.choices(seat), lambda state: state.for_seat(seat))
        return {"view": self._views[viewer], "choices": "[]" if seat is None else self._choices or "[]"}

    async def _encoded(self, read: Callable[[State], Any], copied: Callable[[State], State]) -> str:
        """Call ``read`` with the game state and encode its result as JSON.

        If the rules are not compiled, this takes milliseconds and therefore runs outside the event loop, on a copy of
        what ``read`` needs of the state.
        """
        state = self._table.match.state
        if self._table.match.game.engine.ready:
            return encode(read(state))
        own = copied(state)
        return await self._services.compute(self._table.row.owner, lambda: encode(read(own)))


def shared_screen_seat(seats: Sequence[int], viewing_seats: Sequence[int]) -> int | None:
    """Return the seat whose hidden information a shared screen shows; None if the screen is not shared.

    ``seats``: the seats of the client; ``viewing_seats``: those whose hidden information is shown.
    """
    return viewing_seats[0] if len(seats) > len(viewing_seats) > 0 else None


async def _at_once(text: str) -> str:
    return text


def _preview_of(state: State, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Preview the outcome of the last of several decisions by one seat.

    Return an empty list if a decision before the last one is illegal or ends the turn of the seat.
    """
    seat = state.current_player
    for text in texts[:-1]:
        if state.refusal(text) is not None or state.current_player != seat:
            return []
        state.apply(text)
    return [state.preview(texts[-1])] if state.current_player == seat else []
