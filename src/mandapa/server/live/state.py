"""What stands at a table: its match, the rows that are stored of it, and who is there."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from mandapa.play import Match
from mandapa.play.clock import Clocks
from mandapa.server.live.permissions import may_watch
from mandapa.server.live.presence import Presence
from mandapa.server.settings import Settings
from mandapa.server.store.rows import MatchRow, SeatRow, StoredMatch
from mandapa.server.store.store import new_invite

TABLE = 100
"""What a table takes of memory beside its entries, in entries."""


class TableState:
    """A match in memory as it stands, and who sits or looks on."""

    def __init__(self, stored: StoredMatch, match: Match, size: int, settings: Settings) -> None:
        self.presence = Presence()
        self.touched = time.monotonic()
        self._more = max(0, size - match.seq)
        self._settings = settings
        self.take_over(stored, match)

    def take_over(self, stored: StoredMatch, match: Match) -> None:
        """From now on it is as it was stored."""
        self.row: MatchRow = stored.row
        self.seat_rows: list[SeatRow] = list(stored.seats)
        self.match = match
        self.clocks = Clocks(match, stored.row.clock) if stored.row.clock else None
        self.requests: dict[str, int] = dict(stored.requests)

    @property
    def size(self) -> int:
        """What it takes of memory, in entries."""
        return TABLE + self.match.seq + self._more

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

    @property
    def attended(self) -> bool:
        """Whether a person plays here, or looks: computer players among themselves wait for that."""
        return bool(self.presence.guests() or self.presence.clients or any(self.owners))

    def seats_of(self, guest_id: str | None) -> list[int]:
        """The seats that a guest owns."""
        return [] if guest_id is None else [n for n, row in enumerate(self.seat_rows) if row.guest_id == guest_id]

    def may_watch(self, guest_id: str | None) -> bool:
        """Whether a guest may look at this table."""
        return may_watch(self.row, self.seat_rows, guest_id)

    def grace(self, seat: int) -> float | None:
        """Seconds until others may let a bot stand in at a seat; None unless a person sits there and is away."""
        guest_id = self.owners[seat]
        if guest_id is None or not self.match.seats[seat].by_person or guest_id in self.presence.guests():
            return None
        return max(0.0, self._settings.stand_in_seconds - self.presence.away(guest_id))

    def spectators(self) -> int:
        """Number of open pages that have no seat."""
        return sum(not self.seats_of(client.guest_id) for client in self.presence.clients)

    def changed_seats(self) -> list[SeatRow]:
        """Rows of the seats that differ from what is stored; open seats have an invite, and no others."""
        asked, changed = self.match.people_asked(), []
        for row, seat, person in zip(self.seat_rows, self.match.seats, self.match.persons, strict=True):
            present: dict[str, Any] = {
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot,
                "guest_id": person,
                "invite": (row.invite or new_invite(self.id)) if seat.kind == "open" else None,
                "asked": row.seat in asked,
                "resigned": seat.resigned,
            }
            if any(getattr(row, field) != value for field, value in present.items()):
                changed.append(replace(row, **present))
        return changed
