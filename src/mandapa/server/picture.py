"""What a client is shown of a table: the messages ``sync`` and ``delta``, put together from parts.

The parts that many clients share (view, choices, events) are built and encoded once an audience; only what
depends on the guest (whose seats, whose prompt) is built for each. In a game without secrets there is one audience.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from mandapa.play import Event, Match, told
from mandapa.play.clock import times_left

if TYPE_CHECKING:
    from mandapa.server.live import LiveTable

LOG_LENGTH = 200


def encode(value: Any) -> str:
    """JSON text."""
    return to_json(value).decode()


def table_info(table: LiveTable, guest_id: str | None) -> dict[str, Any]:
    """The table as one guest sees it."""
    match, row = table.match, table.row
    mine = table.seats_of(guest_id)
    present = table.present_guests()
    seats = [
        {
            "seat": n,
            "name": seat.name,
            "kind": seat.kind,
            "bot": seat.bot,
            "connected": seat.kind == "bot" or table.owners[n] in present,
            "mine": n in mine,
            "stand_in": seat.stand_in,
            "grace": table.grace(n),
        }
        for n, seat in enumerate(match.seats)
    ]
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "players": match.game.players,
        "status": table.status,
        "owner": guest_id is not None and guest_id == row.owner,
        "seats": seats,
        "you": mine,
        "spectators": table.spectators(),
        "rematch": row.rematch,
        "confirm": match.confirm_turns,
        "review": row.review,
        "clock": times_left(match, row.clock) if row.clock else None,
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
    def of(cls, table: LiveTable) -> Situation:
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

    def prompt(self, seats: Sequence[int]) -> str:
        """The prompt of whoever owns these seats, as JSON."""
        mine = self.turn is not None and self.turn in seats
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


def visible_events(table: LiveTable, events: Sequence[Event], seats: Sequence[int]) -> list[dict[str, Any]]:
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
