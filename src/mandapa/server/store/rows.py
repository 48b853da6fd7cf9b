"""Data classes that the store's methods accept and return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mandapa.play import Entry


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A guest. ``seen``: day on which the guest last opened a page. For the other fields, see ``schema.guest``."""

    id: str
    name: str
    seen: str = field(default="", compare=False)
    colour: str | None = field(default=None, compare=False)
    languages: Sequence[str] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which a guest is signed in.

    The fields are the hash of its token, its kind, when it was added, and when it last opened a page.
    """

    session: str
    name: str
    created: str
    seen: str


@dataclass(frozen=True, slots=True)
class Companion:
    """A guest whom another guest has played with or blocked, with the number of tables that the two have shared."""

    id: str
    name: str
    tables: int
    last: str | None
    blocked: bool
    colour: str | None = None
    languages: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RedeemedCode:
    """Result of redeeming a resume code.

    Attributes:
        guest: the guest that the code belongs to.
        token: new token for a browser that had none; None if the browser keeps its token.
        merged: id of the guest that the browser was signed in as before, who has been merged and deleted; None if there
            was no such guest.
        tables: number of tables transferred from that guest.
    """

    guest: GuestRow
    token: str | None = None
    merged: str | None = None
    tables: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a match.

    ``first``: the seat's state when the match began; ``asked``: the player has not answered an undo request yet;
    ``resigned``: the player has resigned, and a bot plays on; ``put_away``: the player has removed the match from the
    list of matches.

    ``colour`` and ``languages`` are those of the guest in the seat. They are stored with the guest, not with the seat.
    """

    seat: int
    first: Mapping[str, Any]
    name: str
    kind: str
    bot: str | None = None
    guest_id: str | None = None
    invite: str | None = None
    asked: bool = False
    resigned: bool = False
    put_away: bool = False
    colour: str | None = field(default=None, compare=False)
    languages: Sequence[str] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class MatchList:
    """The first part of a guest's list of matches. Matches in which it is the guest's turn come first.

    Attributes:
        matches: the first matches, with their seats.
        total: number of all matches on the list.
        waiting: number of matches in which the guest has to make a move or answer an undo request.
    """

    matches: Sequence[tuple[MatchRow, Sequence[SeatRow]]] = ()
    total: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match without its entries."""

    id: str
    game: str
    options: Mapping[str, Any]
    rules_version: int
    components_hash: str
    confirm: bool
    spectators: bool
    listed: bool
    review: bool
    owner: str | None
    status: str
    seq: int
    turn: int | None
    created: str
    updated: str
    clock: Mapping[str, Any] | None = None
    rematch: str | None = None
    result: Mapping[str, Any] | None = None
    ending: Mapping[str, Any] | None = None
    revision: int = 0
    origin: str | None = None
    seen: str | None = None
    talk: bool = True
    coach: bool = False
    due: str | None = None


class FinalOccupant(NamedTuple):
    """The player or bot at a seat when the match ended. ``resigned``: the player resigned."""

    seat: int
    kind: str
    bot: str | None
    resigned: bool


class FinishedMatch(NamedTuple):
    """Summary of a finished match for statistics.

    Attributes:
        early: true if the match ended before it was complete under the rules of the game.
        mine: the guest's seat; if the guest has several seats, because people shared a device, the first of them.
    """

    id: str
    game: str
    updated: str
    result: Mapping[str, Any]
    early: bool
    mine: int
    seats: list[FinalOccupant]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A chat message at a table.

    Attributes:
        seat: the author's seat, if the author has one.
        who: pseudonymous id of the author, used at this table only.
        quick: true if the text is the key of a predefined phrase, which clients show in the reader's language.
        colour: colour of the author's avatar, if the author chose one.
    """

    id: int
    at: str
    seat: int | None
    name: str
    who: str
    text: str
    quick: bool
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as stored: its row, its seats and its entries.

    ``requests``: the number of the first entry that each request caused, by request id.
    """

    row: MatchRow
    seats: Sequence[SeatRow]
    entries: Sequence[Entry]
    requests: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of a match and the changes that come with them, stored in one transaction.

    Attributes:
        entries: the new entries, numbered consecutively. They are stored only if they directly follow the last stored
            entry.
        request: id of the request that caused the entries; it is stored with the first of them.
        seats: rows of the seats that have changed.
        revision: revision number of the match when ``seats`` were read. If it has changed since then, nothing is
            stored.
        result: final result, if the match is over and has winners or losers.
        ending: why the match ended early, if it did.
        due: time at which the player to move runs out of time and the server acts.
        options: the options of the game, if they have changed.
    """

    match_id: str
    entries: Sequence[Entry]
    status: str
    turn: int | None
    request: str | None = None
    seats: Sequence[SeatRow] = ()
    revision: int = 0
    result: Mapping[str, Any] | None = None
    ending: Mapping[str, Any] | None = None
    due: str | None = None
    options: Mapping[str, Any] | None = None


class Conflict(Exception):
    """Nothing was stored, because another process or request has changed the match in the meantime."""
