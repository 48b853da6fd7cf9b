"""Plain data classes that the store accepts and returns."""

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
    """A browser of a guest: the hash of its token, its kind, when it was added, and when it last opened a page."""

    session: str
    name: str
    created: str
    seen: str


@dataclass(frozen=True, slots=True)
class Companion:
    """A guest whom another guest has played with or blocked.

    Includes the number of tables that the two have shared, and the time of the last one.
    """

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
        token: new token for a browser that had none; None: the browser keeps its token.
        merged: the browser's previous guest, now deleted; None if the browser had no other guest.
        tables: number of tables transferred from the previous guest.
    """

    guest: GuestRow
    token: str | None = None
    merged: str | None = None
    tables: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a match.

    ``first``: the seat's state when the match began; ``asked``: the player has yet to answer an undo request;
    ``resigned``: the player has resigned, and a bot plays on; ``put_away``: the player has removed the match from the
    list of matches.

    ``colour`` and ``languages`` belong to the guest in the seat and are stored with that guest.
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
    """A guest's matches. Those that wait for the guest come first.

    Attributes:
        matches: the first matches, with their seats.
        total: number of all matches of the guest.
        waiting: number of matches that wait for the guest.
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
    """The player or bot at a seat when the match ended. ``resigned``: the player has resigned."""

    seat: int
    kind: str
    bot: str | None
    resigned: bool


class FinishedMatch(NamedTuple):
    """Summary of a finished match for statistics.

    Attributes:
        early: true if the match was ended before its rules ended it.
        mine: the guest's seat; if several people shared a device, the first of their seats.
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
        who: pseudonym of the author, valid at this table only.
        quick: true if the text is the key of a phrase that clients have in each language.
        colour: of the author's avatar, if one was chosen.
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
    """A complete stored match.

    ``requests``: for each entry, the id of the request that caused it, or None.
    """

    row: MatchRow
    seats: Sequence[SeatRow]
    entries: Sequence[Entry]
    requests: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of a match, stored atomically.

    Attributes:
        entries: consecutive; stored only if they directly follow the last stored number.
        request: id of the request that caused them; it is stored with the first entry.
        seats: rows of seats that changed with them.
        revision: of the match when these seats were read; if it has changed since, nothing is stored.
        result: final result, if the match is over and has winners or losers.
        ending: why the match ended before its rules ended it, if so.
        due: deadline of the players to move, at which the server acts.
        options: the options of the game, if they changed with them.
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
    """The match has advanced, because another process or request has written first."""
