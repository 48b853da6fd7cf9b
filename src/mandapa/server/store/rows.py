"""What the store takes and gives: plain rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mandapa.play import Entry


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A person; ``seen``: when a page of theirs was opened last, to the day; the rest as in ``schema.guest``."""

    id: str
    name: str
    seen: str = field(default="", compare=False)
    colour: str | None = field(default=None, compare=False)
    languages: Sequence[str] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Device:
    """A browser of a guest: the hash of its token, its kind, since when, and when it opened a page last."""

    session: str
    name: str
    created: str
    seen: str


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody with whom a guest has sat at so many tables, last at that time, or whom the guest has blocked."""

    id: str
    name: str
    tables: int
    last: str | None
    blocked: bool
    colour: str | None = None
    languages: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Resumed:
    """What a resume code has led to.

    Attributes:
        guest: whose it is.
        token: for a browser that was a stranger; None: it keeps its own.
        merged: the guest that the browser was, who is no more; None if it was nobody, or this guest already.
        tables: number of tables that came along from the one who is no more.
    """

    guest: GuestRow
    token: str | None = None
    merged: str | None = None
    tables: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a match; ``first`` is how it was when the match began; ``asked``: a take-back waits for its consent;
    ``resigned``: its person has given up, and a bot plays on; ``put_away``: has taken the match off the own list.

    ``colour`` and ``languages`` are those of the guest who sits there, and are stored with the guest.
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
    """Matches of a guest, those that wait for the guest first.

    Attributes:
        matches: the first ones, with their seats.
        total: number of all matches of the guest.
        waiting: number of those that wait for the guest.
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


class Sat(NamedTuple):
    """Who sat at a seat in the end; ``resigned``: its person has given up."""

    seat: int
    kind: str
    bot: str | None
    resigned: bool


class FinishedMatch(NamedTuple):
    """What is told of a finished match in statistics.

    Attributes:
        early: it was over before its rules ended it.
        mine: the guest's seat, the first one where several people shared a device.
    """

    id: str
    game: str
    updated: str
    result: Mapping[str, Any]
    early: bool
    mine: int
    seats: list[Sat]


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody has said at a table.

    Attributes:
        seat: where whoever said it sits, if anywhere.
        who: stands for whoever said it, at this table only.
        quick: the text is the name of a sentence that clients have in each language.
        colour: of the picture of whoever said it, if one was chosen.
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
    """A whole match as it is stored. ``requests``: for each entry the request that caused it, or None."""

    row: MatchRow
    seats: Sequence[SeatRow]
    entries: Sequence[Entry]
    requests: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of a match, to be stored whole or not at all.

    Attributes:
        entries: consecutive; stored only if the last stored number is that before the first.
        request: mark of the request that caused them; it goes to the first entry.
        seats: rows of seats that changed with them.
        revision: of the match as these seats were read; if it has changed since, nothing is stored.
        result: what the match has come to, if it is over and somebody has won or lost.
        ending: why it is over before its rules ended it, if it is.
        due: when the time of whoever is waited for is up, and something happens then.
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
    """Another writer was first: the match has moved on."""
