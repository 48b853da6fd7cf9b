"""What a client is shown of a table: the messages ``sync`` and ``delta``, put together from parts.

The parts that many clients share (view, choices, events) are built and encoded once a position and audience; only what
depends on the guest (whose seats, whose prompt) is built for each. In a game without secrets there is one audience.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from mandapa.library import State
from mandapa.play import Event, Match, told
from mandapa.server.live.messages import encode
from mandapa.server.live.page import Client
from mandapa.server.live.permissions import rights, sets_levels
from mandapa.server.live.state import TableState
from mandapa.server.services import Services
from mandapa.server.shielding import shielded

LOG_LENGTH = 200


def table_info(table: TableState, guest_id: str | None) -> dict[str, Any]:
    """The table as one guest sees it."""
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
            "grace": table.grace(n),
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
        "sets_levels": sets_levels(row, table.seat_rows, guest_id),
        "owner": guest_id is not None and guest_id == row.owner,
        "seats": seats,
        "you": mine,
        "spectators": table.spectators(),
        "rematch": row.rematch,
        "confirm": match.confirm_turns,
        "review": row.review,
        "talk": row.talk and not row.review,
        "coach": row.coach and not row.review,
        "clock": table.clocks.told() if table.clocks else None,
    }


@dataclass(frozen=True)
class Situation:
    """What is expected of whom, the same for everybody; ``prompt`` says what that means for one guest."""

    turn: int | None
    open_turn: bool
    roll: bool
    can_back: bool
    waiting_for: list[int]
    ask_back: dict[str, int] | None
    result: dict[str, Any] | None

    @classmethod
    def of(cls, table: TableState) -> Situation:
        """The present situation of a table."""
        match = table.match
        turn = None if table.row.review else match.turn
        asked = match.people_asked()
        return cls(
            turn=turn,
            open_turn=match.open_turn is not None,
            roll=match.to_roll is not None,
            can_back=turn is not None and match.free_floor(turn) < match.ply,
            waiting_for=asked or ([turn] if turn is not None else []),
            ask_back={"by": match.ask.by, "to_ply": match.ask.to_ply} if match.ask else None,
            result=match.result(),
        )

    def mine(self, seats: Sequence[int]) -> bool:
        """Whether it is the turn of whoever owns these seats."""
        return self.turn is not None and self.turn in seats

    def prompt(self, seats: Sequence[int]) -> str:
        """The prompt of whoever owns these seats, as JSON; without secrets all else that they see depends on it."""
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
    """Events for an audience; a running game's secrets of other seats are told without their content, or not at all."""
    return [event.to_json() for event in told(events, None if table.status == "over" else seats)]


def log_so_far(match: Match) -> list[Event]:
    """The last events that still count: actions that were taken back are left out."""
    in_force = {event.entry.seq for event in match.actions}
    events = [
        event for event in match.events if event.entry.kind not in ("act", "chance") or event.entry.seq in in_force
    ]
    return events[-LOG_LENGTH:]


def compose(kind: str, head: str, parts: dict[str, str]) -> str:
    """A message out of encoded parts. ``head`` is the inside of an object, without braces."""
    body = ",".join(f'"{name}":{text}' for name, text in parts.items())
    return f'{{"type":"{kind}",{head},{body}}}'


class Picture:
    """What the clients of one table are shown of its present position. Call it with the table's lock held."""

    def __init__(self, table: TableState, services: Services) -> None:
        self._services = services
        self._its_table = weakref.ref(table)  # a forgotten table leaves memory at once: nobody has to look for cycles
        self.outdated()

    @property
    def _table(self) -> TableState:
        table = self._its_table()
        assert table is not None, "it is the table that calls"
        return table

    def outdated(self) -> None:
        """The position has changed: nothing that was computed holds any more."""
        self._views: dict[int | None, str] = {}  # by the seat through whose eyes; None: what everybody may see
        self._choices: str | None = None
        self._previews: asyncio.Future[str] | None = None

    async def whole(self, client: Client) -> str:
        """Everything that a client may see, as a message ``sync``."""
        table = self._table
        seats, eyes = self._looks(client)
        parts = {
            "table": encode(table_info(table, client.guest_id)),
            **await self._position(eyes),
            "events": encode(visible_events(table, log_so_far(table.match), eyes)),
            "prompt": Situation.of(table).prompt(seats),
            "looking": encode(looking(seats, eyes)),
        }
        return compose("sync", f'"seq":{table.match.seq}', parts)

    async def show(self, clients: Collection[Client], *, with_table: bool) -> None:
        """Sends clients what each has not seen, as messages ``delta``: the same text to all who see the same."""
        secret = self._table.match.game.type.hidden_information
        situation = Situation.of(self._table)
        texts: dict[tuple[object, ...], str] = {}
        for client in clients:
            seats, eyes = self._looks(client)
            sees = (tuple(seats), tuple(eyes)) if secret else situation.mine(seats)
            alike = (client.seq, sees, client.guest_id if with_table else None)
            if alike not in texts:
                texts[alike] = await self._delta(client, situation, with_table)
            news = client.seq != self._table.match.seq
            # Nothing has happened: it only says who is here, or where the rematch is.
            client.send(texts[alike], None if news else "table")
            client.seq = self._table.match.seq
            if news:
                self.announce_choices(client)

    def announce_choices(self, client: Client) -> None:
        """Let a client that has been sent choices know it, if it wants to."""
        if client.after_choices is not None and self._asked(self._looks(client)[1]) is not None:
            client.after_choices()

    async def _delta(self, client: Client, situation: Situation, with_table: bool) -> str:
        table, match = self._table, self._table.match
        seats, eyes = self._looks(client)
        parts = {"table": encode(table_info(table, client.guest_id))} if with_table else {}
        parts |= {
            **await self._position(eyes),
            "events": encode(visible_events(table, match.events[client.seq :], eyes)),
            "prompt": situation.prompt(seats),
            "looking": encode(looking(seats, eyes)),
        }
        return compose("delta", f'"from":{client.seq},"seq":{match.seq}', parts)

    def previews(self, client: Client, of: Sequence[str]) -> Awaitable[str]:
        """What each choice of the seat to act would lead to, if it is the client's; computed once a position.

        With ``of`` only what the last of these decisions would lead to after the others. Await it without the lock.
        """
        seat = self._asked(self._looks(client)[1])
        if seat is None:
            return _at_once("[]")
        run, payer = self._services.previews.run, self._services.visitors.payer(client.guest_id)
        if of:
            ahead = self._table.match.state.for_seat(seat)
            return run(payer, lambda: encode(_preview_of(ahead, of)))
        if self._previews is None:
            own = self._table.match.state.for_seat(seat)
            self._previews = asyncio.ensure_future(run(payer, lambda: encode(own.previews())))
        return shielded(self._previews)

    def _looks(self, client: Client) -> tuple[list[int], list[int]]:
        """The seats of a client, and those through whose eyes it looks: of several with secrets only one at a time."""
        table = self._table
        seats = table.seats_of(client.guest_id)
        if len(seats) < 2 or not table.match.game.type.hidden_information or table.status == "over":
            return seats, seats
        return seats, [seat for seat in seats if seat == client.looking]

    def _asked(self, eyes: Sequence[int]) -> int | None:
        """The seat to act, if it is one of these."""
        seat = None if self._table.row.review else self._table.match.to_act
        return seat if seat in eyes else None

    async def _position(self, eyes: Sequence[int]) -> dict[str, str]:
        """View and choices for who looks through these eyes."""
        match = self._table.match
        viewer = None
        if eyes and match.game.type.hidden_information:
            viewer = match.turn if match.turn in eyes else eyes[0]
        if viewer not in self._views:
            self._views[viewer] = await self._encoded(lambda state: state.view(viewer), viewer)
        seat = self._asked(eyes)
        if seat is not None and self._choices is None:
            self._choices = await self._encoded(lambda state: state.choices(seat), seat)
        return {"view": self._views[viewer], "choices": "[]" if seat is None else self._choices or "[]"}

    async def _encoded(self, read: Callable[[State], Any], seat: int | None) -> str:
        """What is read of the position. Interpreted rules take milliseconds: other tables need not wait for that."""
        state = self._table.match.state
        if self._table.match.game.engine.ready:
            return encode(read(state))
        own = state.for_seat(seat)
        return await self._services.compute(self._table.row.owner, lambda: encode(read(own)))


def looking(seats: Sequence[int], eyes: Sequence[int]) -> int | None:
    """Who looks, of several people at one device who have secrets; None otherwise."""
    return eyes[0] if len(seats) > len(eyes) > 0 else None


async def _at_once(text: str) -> str:
    return text


def _preview_of(state: State, texts: Sequence[str]) -> list[dict[str, Any]]:
    """The preview of the last of some decisions of one seat; empty if they cannot follow each other."""
    seat = state.current_player
    for text in texts[:-1]:
        if state.refusal(text) is not None or state.current_player != seat:
            return []
        state.apply(text)
    return [state.preview(texts[-1])] if state.current_player == seat else []
