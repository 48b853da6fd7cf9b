"""Request and response models of the HTTP API for guests and social features."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from mandapa.server.fields import GameName, visible
from mandapa.server.tables.schemas import Body, Schema, TableSummary

JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible characters that are required by Indian languages, Persian and some emoji."""


def _speakable(text: str) -> str:
    """Validate that a text is a single line of visible characters."""
    visible(text.translate(JOINERS))
    return text


class QuickMatch(Body):
    """A game to play with other people."""

    game: GameName
    players: int | None = Field(default=None, ge=2, le=12)
    """Number of players, if a new table has to be created."""


class NewChatMessage(Body):
    """A message to send."""

    text: Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_speakable)]
    quick: bool = False
    """True if ``text`` is the name of a predefined message, which clients translate."""


class Mute(Body):
    """Muting of a guest."""

    on: bool
    """True to mute, false to unmute."""


class ChatSwitch(Body):
    """Chat setting of a table."""

    on: bool
    """True to turn the chat on."""


class ChatMessage(Schema):
    """A chat message."""

    id: int
    at: str
    """Time it was sent."""
    seat: int | None
    """Seat of the sender, if any."""
    name: str
    who: str
    """Pseudonym of the sender at this table."""
    text: str
    quick: bool
    """True if ``text`` is the name of a predefined message."""
    colour: str | None
    """Avatar colour of the sender."""


class ChatHistory(Schema):
    """Latest messages of a channel, in order."""

    words: list[ChatMessage]
    me: str | None
    """Pseudonym of the current guest at this table."""
    muted: list[str]
    """Pseudonyms of muted senders."""


class MutedPerson(Schema):
    """A muted guest."""

    who: str
    """Pseudonym, known only to the current guest."""
    name: str


class MutedPeople(Schema):
    """Guests that the current guest has muted."""

    muted: list[MutedPerson]


class Block(Body):
    """Blocking of a guest."""

    on: bool
    """True to block, false to unblock."""


class Person(Schema):
    """A fellow player."""

    who: str
    """Pseudonym, known only to the current guest."""
    name: str
    tables: int
    """Number of shared tables."""
    last: str | None
    """Time of the last shared table."""
    blocked: bool
    colour: str | None
    languages: list[str]


class People(Schema):
    """Guests that the current guest has played with or has blocked."""

    people: list[Person]


class InvitationChange(Body):
    """Invitation of a guest to a table."""

    on: bool
    """True to invite, false to withdraw the invitation."""


class InvitablePerson(Schema):
    """A fellow player who can be invited."""

    who: str
    """Pseudonym, known only to the current guest."""
    name: str
    colour: str | None
    languages: list[str]
    state: Literal["free", "asked", "declined"]
    """Not invited, invited, or has declined."""


class InvitablePeople(Schema):
    """Fellow players who can be invited, the most recent first."""

    people: list[InvitablePerson]


class RecoveryCode(Schema):
    """A permanent code that signs in any device."""

    code: str
    made: str
    """Creation time."""


Encoded = Annotated[str, Field(min_length=1, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes in base64url, without padding."""


class PushState(Schema):
    """Push subscription of a browser."""

    key: str | None
    """The server's public key (base64url), if it supports push."""
    on: bool
    """True if this browser is subscribed."""
    language: str | None
    """Language of notifications."""
    remind: int | None
    """Hours before a deadline at which to send a reminder."""


class PushNotificationContent(Schema):
    """A notification to show."""

    title: str
    body: str
    lang: str
    path: str
    """Path of the page to open."""
    still: str
    """URL that returns the current content of the notification."""
    holds: bool
    """True if the notification still applies."""


class PushSubscriptionRequest(Body):
    """Push subscription of a browser."""

    endpoint: Annotated[str, Field(min_length=12, max_length=1000)]
    """``endpoint`` of the browser's ``PushSubscription``."""
    public_key: Annotated[Encoded, Field(min_length=87, max_length=87)]
    """Its key ``p256dh``."""
    secret: Annotated[Encoded, Field(min_length=22, max_length=22)]
    """Its key ``auth``."""
    language: Annotated[str, Field(max_length=8)]
    remind: Annotated[int, Field(ge=0, le=72)]
    """Hours before a deadline at which to send a reminder; 0 for none."""


class DeviceInfo(Schema):
    """A signed-in device."""

    id: str
    """Identifier, known only to the current guest."""
    name: str
    created: str
    seen: str
    """Day of the last visit."""
    here: bool
    """True for the device that sent the request."""


class Devices(Schema):
    """Signed-in devices."""

    devices: list[DeviceInfo]
    recovery: str | None
    """Creation time of the recovery code; null if there is none."""


class TableSearchHit(TableSummary):
    """A table of the current guest."""

    result: TableResult | None
    """Result of a match with winners."""
    rematch: str | None
    """Id of the rematch table."""
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
    """All games of which the guest has tables."""
