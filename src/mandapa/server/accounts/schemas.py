"""The shapes of the HTTP interface that concern people among each other."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from mandapa.server.fields import GameName, visible
from mandapa.server.tables.schemas import Body, TableSummary

JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible, and needed to write Indian languages and Persian, and in some emoji."""


def _speakable(text: str) -> str:
    """One line of words."""
    visible(text.translate(JOINERS))
    return text


class QuickMatch(Body):
    """A game that I want to play with people now; ``players``: how many a table has that is opened for that."""

    game: GameName
    players: int | None = Field(default=None, ge=2, le=12)


class NewWord(Body):
    """What I say; ``quick``: the name of a sentence that everybody reads in the own language."""

    text: Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_speakable)]
    quick: bool = False


class Mute(Body):
    """Whether I do not want to hear somebody, at any table."""

    on: bool


class Quiet(Body):
    """Whether people talk at my table."""

    on: bool


class SaidWord(BaseModel):
    """What somebody has said. ``seat``: where whoever said it sits, if anywhere; ``who`` stands for the person, at this
    table only; ``quick``: ``text`` is the name of a sentence of the client's catalogue; ``colour``: of the person's
    picture."""

    id: int
    at: str
    seat: int | None
    name: str
    who: str
    text: str
    quick: bool
    colour: str | None


class Talk(BaseModel):
    """What was said where I am, at the table or among those who look on: the last words, in their order. ``me``: who I
    am there; ``muted``: whom of those who have spoken I do not want to hear."""

    words: list[SaidWord]
    me: str | None
    muted: list[str]


class MutedPerson(BaseModel):
    """Somebody whom I do not want to hear; ``who`` stands for the person, for me only."""

    who: str
    name: str


class MutedPeople(BaseModel):
    """Whom I do not want to hear."""

    muted: list[MutedPerson]


class Block(Body):
    """Whether I do not want to meet somebody at a table."""

    on: bool


class Person(BaseModel):
    """Somebody with whom I have sat at so many ``tables``, last at that time; ``who`` stands for the person, for me
    only."""

    who: str
    name: str
    tables: int
    last: str | None
    blocked: bool
    colour: str | None
    languages: list[str]


class People(BaseModel):
    """With whom I have played lately, and whom I have blocked."""

    people: list[Person]


class Ask(Body):
    """Whether I ask somebody to come to my table, or do so no more."""

    on: bool


class AskedPerson(BaseModel):
    """Somebody with whom I have played and whom I may ask to come; ``who`` stands for the person, for me only."""

    who: str
    name: str
    colour: str | None
    languages: list[str]
    state: Literal["free", "asked", "declined"]


class AskedPeople(BaseModel):
    """Whom I may ask to come to my table, the one with whom I played last first."""

    people: list[AskedPerson]


class RecoveryCode(BaseModel):
    """A code that makes any device mine, and when it was made."""

    code: str
    made: str


Encoded = Annotated[str, Field(min_length=1, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes in base64url, without padding."""


class PushState(BaseModel):
    """The ``key`` with which this hall tells browsers that somebody waits, if it does (base64url); ``on``: whether it
    tells this one, in which language, and so many hours before my time is up."""

    key: str | None
    on: bool
    language: str | None
    remind: int | None


class PushNews(BaseModel):
    """What a browser is to show, and where a press leads; ``still``: where it is told what of that ``holds`` later."""

    title: str
    body: str
    lang: str
    path: str
    still: str
    holds: bool


class PushWish(Body):
    """How this browser is to be told: parts of a ``PushSubscriptionJSON``, whose keys are ``p256dh`` and ``auth``; the
    language; and so many hours before my time is up, too (0: never)."""

    endpoint: Annotated[str, Field(min_length=12, max_length=1000)]
    public_key: Annotated[Encoded, Field(min_length=87, max_length=87)]
    secret: Annotated[Encoded, Field(min_length=22, max_length=22)]
    language: Annotated[str, Field(max_length=8)]
    remind: Annotated[int, Field(ge=0, le=72)]


class DeviceInfo(BaseModel):
    """A device of mine. ``id`` stands for it, for me only; ``seen``: the last day on which a page was opened there."""

    id: str
    name: str
    created: str
    seen: str
    here: bool


class Devices(BaseModel):
    """My devices. ``recovery``: when my code that lasts was made; null if there is none."""

    devices: list[DeviceInfo]
    recovery: str | None


class FoundTable(TableSummary):
    """A table of mine. ``result``: what it came to, if it is over and somebody has won or lost; ``rematch``: the table
    of the rematch, if somebody has asked for one; ``again``: I may ask."""

    result: TableResult | None
    rematch: str | None
    again: bool


class TableResult(BaseModel):
    """By seat: points and ranks; and the seats that have won."""

    totals: list[float]
    ranks: list[int]
    winners: list[int]


class FoundTables(BaseModel):
    """Some of my tables, the newest first: ``total`` are as I want them. ``games``: those of which I have any."""

    tables: list[FoundTable]
    total: int
    games: list[str]
