"""State of a table in memory: the match, its database rows and the connected clients."""

import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from mandapa.play import Entry, Match
from mandapa.play.clock import Clocks
from mandapa.server.live import messages, page, permissions, presence
from mandapa.server.settings import Settings
from mandapa.server.store.rows import Append, ChatMessage, MatchRow, SeatRow, StoredMatch
from mandapa.server.store.secret_codes import new_invite

TABLE_OVERHEAD = 100
"""Memory that a table takes in addition to its entries. The unit is the memory of one entry."""


def ending_of(match: Match) -> dict[str, Any] | None:
    """Return the reason why a match ended early, and the seat that resigned, if any; None if it did not end early."""
    return None if match.ending is None else {"why": match.ending.text, "seat": match.ending.seat}


class TableState:
    """A match in memory, with its seats and its connected clients."""

    def __init__(self, stored: StoredMatch, match: Match, size: int, settings: Settings) -> None:
        self.presence = presence.Presence()
        self.touched = time.monotonic()
        self._more = max(0, size - match.seq)
        self._settings = settings
        self.replace_state(stored, match)

    def replace_state(self, stored: StoredMatch, match: Match) -> None:
        """Replace the match and its rows. ``match``: the match that results from replaying ``stored``."""
        self.row: MatchRow = stored.row
        self.seat_rows: list[SeatRow] = list(stored.seats)
        self.match = match
        self._stored_game = match.game
        self.clocks = Clocks(match, stored.row.clock) if stored.row.clock else None
        self.requests: dict[str, int] = dict(stored.requests)

    @property
    def size(self) -> int:
        """Memory use of the table. The unit is the memory of one entry."""
        return TABLE_OVERHEAD + self.match.seq + self._more

    @property
    def id(self) -> str:
        """Match id."""
        return self.row.id

    @property
    def owners(self) -> list[str | None]:
        """The id of the guest in each seat; None for a seat without a guest."""
        return [seat.guest_id for seat in self.seat_rows]

    @property
    def status(self) -> str:
        """``waiting``, ``playing`` or ``over``. Uploaded games, which can only be reviewed, are always ``over``."""
        return "over" if self.row.review else self.match.status

    @property
    def has_people(self) -> bool:
        """True if a person has a seat at this table or watches it. If there is none, the bots pause."""
        return bool(self.presence.guests() or self.presence.clients or any(self.owners))

    def seats_of(self, guest_id: str | None) -> list[int]:
        """Return the indices of the seats of a guest."""
        return [] if guest_id is None else [n for n, row in enumerate(self.seat_rows) if row.guest_id == guest_id]

    def may_watch(self, guest_id: str | None) -> bool:
        """Return whether a guest may watch this table."""
        return permissions.may_watch(self.row, self.seat_rows, guest_id)

    def seconds_until_stand_in(self, seat: int) -> float | None:
        """Return the seconds until a bot may play for an absent player.

        Return None if the player is connected, or if no person plays at this seat.
        """
        guest_id = self.owners[seat]
        if guest_id is None or not self.match.seats[seat].is_person_deciding or guest_id in self.presence.guests():
            return None
        return max(0.0, self._settings.stand_in_seconds - self.presence.absent_seconds(guest_id))

    def spectators(self) -> int:
        """Return the number of connected clients whose guest has no seat."""
        return sum(not self.seats_of(client.guest_id) for client in self.presence.clients)

    def changed_seats(self) -> list[SeatRow]:
        """Return new database rows for the seats that have changed since the match was last stored.

        An open seat gets an invitation code; any other seat loses it.
        """
        asked, changed = self.match.pending_consents(), []
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

    # ------------------------------------------------------------ storing

    def append_of(self, entries: Sequence[Entry], request: str | None) -> Append:
        """Return the ``Append`` that stores the given new entries and the changes that come with them."""
        match = self.match
        result, ending = match.result(), ending_of(match)
        if result is not None and ending is None:
            result |= {"returns": match.state.returns()}
        return Append(
            self.id,
            entries,
            match.status,
            match.turn,
            request,
            seats=self.changed_seats(),
            revision=self.row.revision,
            result=result,
            ending=ending,
            due=self.clocks.runs_out() if self.clocks else None,
            options=None if match.game is self._stored_game else dict(match.game.options),
        )

    def stored(self, append: Append, faces: Sequence[SeatRow]) -> None:
        """Update the rows in memory after an append has been stored.

        ``faces``: rows of the seats that have just been taken, with the colours and languages of the players.
        """
        for row in (*append.seats, *faces):
            self.seat_rows[row.seat] = row
        status, turn, last = append.status, append.turn, append.entries[-1]
        self.row = replace(self.row, seq=last.seq, status=status, turn=turn, updated=last.at, ending=append.ending)
        if append.options is not None:
            self._stored_game = self.match.game
            self.row = replace(self.row, options=append.options, revision=self.row.revision + 1)

    # ------------------------------------------------------------ transient messages

    def point(self, client: page.Client, at: str | None) -> None:
        """Show the other clients what a seated player is pointing at. ``at`` is None if the player has stopped."""
        seats = self.seats_of(client.guest_id)
        text = messages.encode({"type": "point", "seats": seats, "at": at})
        for other in self.presence.clients - {client} if seats else ():
            other.send(text, f"point {seats}")

    def deliver_chat(self, word: ChatMessage, seated: bool) -> None:
        """Send a chat message to the seated players if ``seated`` is true, otherwise to the spectators."""
        text = messages.encode({"type": "word"} | asdict(word))
        for client in self.presence.clients:
            if bool(self.seats_of(client.guest_id)) == seated:
                client.send(text)

    def broadcast(self, message: dict[str, Any], news_of: str | None = None) -> None:
        """Send every client a message that is not stored. ``news_of``: its topic; see ``Client.send``."""
        text = messages.encode(message)
        for client in self.presence.clients:
            client.send(text, news_of)
