"""Request and response models of the HTTP API for guests and social features."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from mandapa.server.fields import GameName, visible
from mandapa.server.tables.schemas import Body, Schema, TableSummary

JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Joiner characters. They are invisible, but Indian languages, Persian and some emoji need them."""


def _speakable(text: str) -> str:
    """Validate that a text is a single line of visible characters."""
    visible(text.translate(JOINERS))
    return text


class QuickMatch(Body):
    """Request to join a quick match with other people."""

    game: GameName
    players: int | None = Field(default=None, ge=2, le=12)
    """Number of players of the new table, if no suitable table is open."""


class NewChatMessage(Body):
    """A chat message to send."""

    text: Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_speakable)]
    quick: bool = False
    """True if ``text`` is the name of a predefined message, which clients translate."""


class Mute(Body):
    """Request to mute or unmute a guest."""

    on: bool
    """True to mute, false to unmute."""


class ChatSwitch(Body):
    """Request to turn the chat of a table on or off."""

    on: bool
    """True to turn the chat on."""


class ChatMessage(Schema):
    """A chat message."""

    id: int
    at: str
    """Time at which the message was sent."""
    seat: int | None
    """Seat of the sender; null if the sender has no seat at the table."""
    name: str
    who: str
    """Pseudonym that identifies the sender at this table."""
    text: str
    quick: bool
    """True if ``text`` is the name of a predefined message."""
    colour: str | None
    """Avatar colour of the sender."""


class ChatHistory(Schema):
    """Latest messages of a table's chat channel (players or spectators), oldest first."""

    words: list[ChatMessage]
    me: str | None
    """Pseudonym of the current guest at this table; null without a guest."""
    muted: list[str]
    """Pseudonyms of the senders whom the current guest has muted."""


class MutedPerson(Schema):
    """A muted guest."""

    who: str
    """Pseudonym that identifies this guest, valid only in requests of the current guest."""
    name: str


class MutedPeople(Schema):
    """Guests whom the current guest has muted."""

    muted: list[MutedPerson]


class Block(Body):
    """Request to block or unblock a guest."""

    on: bool
    """True to block, false to unblock."""


class Person(Schema):
    """A fellow player."""

    who: str
    """Pseudonym that identifies this guest, valid only in requests of the current guest."""
    name: str
    tables: int
    """Number of shared tables."""
    last: str | None
    """Time of the last change at a shared table; null if there is none."""
    blocked: bool
    colour: str | None
    languages: list[str]


class People(Schema):
    """Guests whom the current guest has recently played with or has blocked."""

    people: list[Person]


class InvitationChange(Body):
    """Request to invite a guest to a table, or to withdraw the invitation."""

    on: bool
    """True to invite, false to withdraw the invitation."""


class InvitablePerson(Schema):
    """A fellow player who can be invited."""

    who: str
    """Pseudonym that identifies this guest, valid only in requests of the current guest."""
    name: str
    colour: str | None
    languages: list[str]
    state: Literal["free", "asked", "declined"]
    """``free``: not invited; ``asked``: invited; ``declined``: has declined the invitation."""


class InvitablePeople(Schema):
    """Fellow players who can be invited, the most recent first."""

    people: list[InvitablePerson]


class RecoveryCode(Schema):
    """A permanent code that signs in any device."""

    code: str
    made: str
    """Time at which the code was created."""


Encoded = Annotated[str, Field(min_length=1, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes in base64url, without padding."""


class PushState(Schema):
    """Push subscription of this browser."""

    key: str | None
    """The server's public key in base64url; null if the server does not support push."""
    on: bool
    """True if this browser is subscribed."""
    language: str | None
    """Language of notifications to this browser; null if it is not subscribed."""
    remind: int | None
    """Number of hours before a deadline at which to send a reminder; null if this browser is not subscribed."""


class PushNotificationContent(Schema):
    """A notification to show."""

    title: str
    body: str
    lang: str
    path: str
    """Path of the page that the notification opens."""
    still: str
    """URL that returns the current content of the notification."""
    holds: bool
    """True if the notification still applies."""


class PushSubscriptionRequest(Body):
    """Push subscription of this browser."""

    endpoint: Annotated[str, Field(min_length=12, max_length=1000)]
    """``endpoint`` of the browser's ``PushSubscription``."""
    public_key: Annotated[Encoded, Field(min_length=87, max_length=87)]
    """Key ``p256dh`` of the browser's ``PushSubscription``."""
    secret: Annotated[Encoded, Field(min_length=22, max_length=22)]
    """Key ``auth`` of the browser's ``PushSubscription``."""
    language: Annotated[str, Field(max_length=8)]
    remind: Annotated[int, Field(ge=0, le=72)]
    """Number of hours before a deadline at which to send a reminder; 0 for none."""


class DeviceInfo(Schema):
    """A signed-in device."""

    id: str
    """Id of the device, valid only in requests of the current guest."""
    name: str
    created: str
    seen: str
    """Day on which the device was last used."""
    here: bool
    """True for the device that sent the request."""


class Devices(Schema):
    """Signed-in devices."""

    devices: list[DeviceInfo]
    recovery: str | None
    """Creation time of the recovery code; null if there is none."""


class TableSearchHit(TableSummary):
    """A table found by a search of the current guest's tables."""

    result: TableResult | None
    """Result of the match; null if there is none."""
    rematch: str | None
    """Id of the table of the rematch; null if there is none."""
    again: bool
    """True if the guest can request a rematch."""


class TableResult(Schema):
    """Result of a match."""

    totals: list[float]
    """Points by seat."""
    ranks: list[int]
    """Ranks by seat."""
    winners: list[int]
    """Winning seats."""


class TableSearchPage(Schema):
    """A page of the current guest's tables, newest first."""

    tables: list[TableSearchHit]
    total: int
    """Number of matching tables."""
    games: list[str]
    """Names of all games for which the guest has tables."""
