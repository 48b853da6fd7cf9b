"""Request and response models of the HTTP API for guests and social features."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from mandapa.server.fields import GameName, visible
from mandapa.server.tables.schemas import Body, TableSummary

JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible characters that are required by Indian languages, Persian and some emoji."""


def _speakable(text: str) -> str:
    """Validate that a text is a single line of visible characters."""
    visible(text.translate(JOINERS))
    return text


class QuickMatch(Body):
    """A game to play with other people now; ``players``: number of players, if a new table has to be created."""

    game: GameName
    players: int | None = Field(default=None, ge=2, le=12)


class NewChatMessage(Body):
    """A message to send; ``quick``: name of a predefined message, which each guest reads in their own language."""

    text: Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_speakable)]
    quick: bool = False


class Mute(Body):
    """Mute a guest at all tables if ``on``, otherwise unmute them."""

    on: bool


class ChatSwitch(Body):
    """Turn the chat of my table on or off."""

    on: bool


class ChatMessage(BaseModel):
    """A sent message. ``seat``: the sender's seat, if any; ``who``: pseudonym of the sender at this table; ``quick``:
    true if ``text`` is the name of a predefined message in the client's catalogue; ``colour``: of the sender's avatar.
    """

    id: int
    at: str
    seat: int | None
    name: str
    who: str
    text: str
    quick: bool
    colour: str | None


class ChatHistory(BaseModel):
    """The latest messages in my channel, the players' or the spectators', in order. ``me``: my pseudonym there;
    ``muted``: senders that I have muted."""

    words: list[ChatMessage]
    me: str | None
    muted: list[str]


class MutedPerson(BaseModel):
    """A guest I have muted; ``who``: a pseudonym that only I receive."""

    who: str
    name: str


class MutedPeople(BaseModel):
    """The guests I have muted."""

    muted: list[MutedPerson]


class Block(Body):
    """Block a guest if ``on``, so that we do not meet at tables, otherwise unblock them."""

    on: bool


class Person(BaseModel):
    """A guest I have played with: number of shared ``tables`` and time of the last one; ``who``: a pseudonym that only
    I receive."""

    who: str
    name: str
    tables: int
    last: str | None
    blocked: bool
    colour: str | None
    languages: list[str]


class People(BaseModel):
    """The guests I have played with recently, and those I have blocked."""

    people: list[Person]


class InvitationChange(Body):
    """Invite a guest to my table if ``on``, otherwise withdraw the invitation."""

    on: bool


class InvitablePerson(BaseModel):
    """A guest I have played with and may invite; ``who``: a pseudonym that only I receive."""

    who: str
    name: str
    colour: str | None
    languages: list[str]
    state: Literal["free", "asked", "declined"]


class InvitablePeople(BaseModel):
    """The guests I may invite to my table, most recent fellow player first."""

    people: list[InvitablePerson]


class RecoveryCode(BaseModel):
    """A permanent code that signs in any device as me, and its creation time."""

    code: str
    made: str


Encoded = Annotated[str, Field(min_length=1, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes in base64url, without padding."""


class PushState(BaseModel):
    """Push settings. ``key``: the server's public key (base64url), if it supports push; ``on``: true if this browser is
    subscribed, with its language and the lead time of reminders in hours."""

    key: str | None
    on: bool
    language: str | None
    remind: int | None


class PushNotificationContent(BaseModel):
    """A notification to show, and the path that it opens; ``still``: URL that reports later whether it still
    ``holds``."""

    title: str
    body: str
    lang: str
    path: str
    still: str
    holds: bool


class PushSubscriptionRequest(Body):
    """Push subscription of this browser: parts of a ``PushSubscriptionJSON``, whose keys are ``p256dh`` and ``auth``;
    the language; and how many hours before my time runs out to remind me (0: never)."""

    endpoint: Annotated[str, Field(min_length=12, max_length=1000)]
    public_key: Annotated[Encoded, Field(min_length=87, max_length=87)]
    secret: Annotated[Encoded, Field(min_length=22, max_length=22)]
    language: Annotated[str, Field(max_length=8)]
    remind: Annotated[int, Field(ge=0, le=72)]


class DeviceInfo(BaseModel):
    """One of my devices. ``id``: an identifier that only I receive; ``seen``: day of the last visit."""

    id: str
    name: str
    created: str
    seen: str
    here: bool


class Devices(BaseModel):
    """My devices. ``recovery``: creation time of my permanent code; null if there is none."""

    devices: list[DeviceInfo]
    recovery: str | None


class TableSearchHit(TableSummary):
    """One of my tables. ``result``: the result of a finished game that was won or lost; ``rematch``: the table of the
    rematch, if there is one; ``again``: true if I may request one."""

    result: TableResult | None
    rematch: str | None
    again: bool


class TableResult(BaseModel):
    """Points and ranks by seat, and the winning seats."""

    totals: list[float]
    ranks: list[int]
    winners: list[int]


class TableSearchPage(BaseModel):
    """A page of my tables, newest first. ``total``: number of matching tables; ``games``: all games of which I have
    tables."""

    tables: list[TableSearchHit]
    total: int
    games: list[str]
