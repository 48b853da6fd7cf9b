"""The shapes of the HTTP interface. What belongs to a game (views, sheets, positions) stays open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from mandapa.server.errors import Reason
from mandapa.server.fields import STORABLE, ActionText, BotName, GameName, Name

Options = dict[Annotated[str, Field(max_length=80)], Any]


class Body(BaseModel):
    """What clients send: exactly the fields that are named, of exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatPlan(Body):
    """Who is to sit somewhere: me, somebody else at my device, a bot, or whoever takes the invite."""

    kind: Literal["me", "local", "bot", "open"]
    bot: BotName | None = None
    name: Name | None = None


class Clock(Body):
    """Seconds: the bank at the start, and what each finished turn earns. With an increment as large as the bank each
    turn has the whole of it. ``at_zero``: what happens when the time of somebody is up: nothing, or a computer player
    takes the seat over until the person is back, or plays that turn only."""

    bank: float = Field(gt=0, le=30 * 24 * 3600)
    increment: float = Field(ge=0, le=30 * 24 * 3600)
    at_zero: Literal["nothing", "take_over", "one_turn"] = "nothing"


class NewTable(Body):
    """A table to be opened."""

    game: GameName
    options: Options = {}
    seats: list[SeatPlan] = Field(min_length=1, max_length=12)
    spectators: bool = True
    confirm: bool = True
    listed: bool = Field(
        default=True, description="while seats are open, others see the table in their lobby and may join"
    )
    clock: Clock | None = None
    talk: bool = Field(default=True, description="people talk with each other at the table")
    coach: bool = Field(
        default=False, description="the coach says what a turn loses before it is confirmed; without open seats only"
    )


class Fork(Body):
    """Play on from a position of another table."""

    ply: int = Field(ge=0, le=100_000)
    seats: list[SeatPlan] = Field(min_length=1, max_length=12)


class NewName(Body):
    """A guest's name."""

    name: Name


class Report(Body):
    """What is wrong with a name, in the own words."""

    note: Annotated[str, Field(max_length=300), STORABLE] = ""


class Claim(Body):
    """The invite of a seat, the last part of its link, or the code of the table, which takes the next open seat.

    ``colour``: my colour, where the game has an option of kind ``colours``; null leaves it as the table has it.
    """

    invite: str = Field(min_length=1, max_length=100)
    colour: Annotated[str, STORABLE] | None = Field(None, max_length=40)


class StandIn(Body):
    """The bot that is to play at a seat."""

    bot: BotName


class ResumeCode(Body):
    """A resume code as it was shown; spaces, hyphens and case do not matter."""

    code: str = Field(min_length=1, max_length=40)


class ScoreRequest(Body):
    """A set-up position to be scored."""

    game: GameName
    options: Options = {}
    position: dict[str, Any]


class SandboxRequest(Body):
    """Practice without a table: a position and actions to be tried on it."""

    game: GameName
    options: Options = {}
    position: dict[str, Any] | None = None
    actions: list[ActionText] = Field(default=[], max_length=500)


FACES = json.loads((Path(__file__).parent / "faces.json").read_text(encoding="utf-8"))
"""Colours of pictures, and languages that people may say they speak: the client reads the same file."""


def _one_of(kind: str) -> AfterValidator:
    def check(value: str) -> str:
        if value not in FACES[kind]:
            raise ValueError(f"expected one of {', '.join(FACES[kind])}")
        return value

    return AfterValidator(check)


Colour = Annotated[str, _one_of("colours")]
Tongue = Annotated[str, _one_of("languages")]


class Face(Body):
    """How others see a guest. The picture is made from the name; null: its ``colour`` is, too. ``languages``: codes of
    those that the guest speaks."""

    colour: Colour | None = None
    languages: list[Tongue] = Field(default=[], max_length=8)


class Identity(BaseModel):
    """A guest. ``colour``: of the picture that is made from the name; null: that is, too."""

    name: str
    colour: str | None
    languages: list[str]


class Resumed(Identity):
    """Who this device is now. ``tables``: how many came along from whoever it was before."""

    tables: int


class NewResumeCode(BaseModel):
    """A code that moves the identity to another device, once."""

    code: str
    expires: str


class Created(BaseModel):
    """A table that was opened."""

    id: str


class Claimed(BaseModel):
    """The seat that was taken."""

    seat: int


class CreditsInfo(BaseModel):
    """Whose game it is."""

    designer: str
    publisher: str
    year: int
    url: str


class PlayersInfo(BaseModel):
    """How many may play."""

    min: int
    max: int
    default: int


class OptionInfo(BaseModel):
    """Something that is settled before the game."""

    name: str
    kind: str
    default: Any
    at_table: Any
    choices: list[Any] | None
    players: list[int]
    help: str


class BotInfo(BaseModel):
    """A computer player."""

    name: str
    title: str
    description: str
    about: dict[str, Any] | None = None
    """What the description is filled with, and its ``key`` in the catalogues of the hall."""


class GameInfo(BaseModel):
    """A game that is installed. ``complexity``: how much there is to learn, from 1, little, to 3; 0: it is not said;
    ``adjusts``: whether a seat may be planned with the bot ``adjust``."""

    name: str
    title: str
    summary: str
    credits: CreditsInfo
    players: PlayersInfo
    minutes: int
    complexity: int
    rules_version: int
    hidden_information: bool
    options: list[OptionInfo]
    bots: list[BotInfo]
    adjusts: bool


class Clause(BaseModel):
    """One numbered rule."""

    id: str
    text: str


class Section(BaseModel):
    """A chapter of the rules; ``text`` is what is not numbered."""

    id: str
    title: str
    text: str
    clauses: list[Clause]


class Guide(BaseModel):
    """The rules in our own words."""

    sections: list[Section]


class Ending(BaseModel):
    """Why a match was over before its rules ended it; ``seat``: who has resigned."""

    why: Literal["resigned", "closed", "untouched", "host", "rules"]
    seat: int | None


class SeatSummary(BaseModel):
    """A seat in a list of tables. ``resigned``: whoever sat there has given up, and the bot plays on; ``colour`` and
    ``languages``: of who sits there, as in ``Identity``."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    mine: bool
    stand_in: bool
    resigned: bool
    colour: str | None
    languages: list[str]


class TableSummary(BaseModel):
    """A table in a list. ``join``: the link of its first open seat, if the table is listed; ``due``: when the time of
    whoever is waited for is up, and a computer player takes over."""

    id: str
    game: str
    players: int
    status: Literal["waiting", "playing", "over"]
    ending: Ending | None
    seats: list[SeatSummary]
    seq: int
    turn: int | None
    updated: str
    review: bool
    join: str | None
    due: str | None


class MyTable(TableSummary):
    """A table of mine. ``waits``: for my move, or for my answer to somebody who asks to take back."""

    waits: bool


class AskedTo(TableSummary):
    """A table to which I am asked to come. ``host``: by whom; ``invite``: of a free seat there; ``rematch_of``: a table
    of mine whose rematch it is: there a seat is kept for me."""

    host: str
    invite: str
    rematch_of: str | None


class TableLists(BaseModel):
    """My tables, those that wait for me first, those to which I am asked, and those of others that wait for people.

    ``total`` and ``waiting`` count all tables of mine, and those of them that wait for me, listed here or not;
    ``open_total`` those of others that may be listed.
    """

    mine: list[MyTable]
    total: int
    waiting: int
    asked: list[AskedTo]
    open: list[TableSummary]
    open_total: int


class TableDetails(TableSummary):
    """A table; the invites only for the guest who opened it.

    ``outdated``: its rules or pieces are not here any more; it can be exported, but not shown.
    """

    options: dict[str, Any]
    owner: bool
    confirm: bool
    spectators: bool
    may: list[str]
    invites: dict[str, str] | None
    spectator_url: str | None
    result: dict[str, Any] | None
    outdated: bool


class Invite(BaseModel):
    """What an invite, or a code, leads to. ``host``: the name of whoever opened the table."""

    id: str
    invite: str
    game: str
    seat: int
    table: TableSummary
    host: str | None
    options: dict[str, Any]
    clock: dict[str, Any] | None


class InvitationCode(BaseModel):
    """What leads to the next open seat of a table, to be read out and typed."""

    code: str


class ReplayPly(BaseModel):
    """An action in force; ``seq`` is the number of its entry, and whether that has details."""

    seq: int
    details: bool
    ply: int
    seat: int | None
    text: str
    log: Reason
    turn: int


class Replay(BaseModel):
    """All actions in force."""

    plies: list[ReplayPly]
    length: int


class BestTurn(BaseModel):
    """The turn that brought a seat most: its number, and the ply at which it begins."""

    seat: int
    turn: int
    ply: int
    gain: float


class Praise(BaseModel):
    """A sentence of the client's catalogue about a seat, or about all together."""

    seat: int | None
    key: str
    params: dict[str, Any]


class Story(BaseModel):
    """What can be told of a match that is over. ``best``: by seat; ``praise``: the rarest first."""

    best: list[BestTurn | None]
    praise: list[Praise]


class PositionAt(BaseModel):
    """The position after ``ply`` actions."""

    ply: int
    view: dict[str, Any]
    scores: list[dict[str, Any]]


class SoloResult(BaseModel):
    """A match that somebody has played alone. ``margin``: what the match was worth, above 0 if it was won."""

    id: str
    options: dict[str, Any]
    total: float
    margin: float
    won: bool
    updated: str


class SuitingLevel(BaseModel):
    """The level that suits me, and why; ``last``: what I played against last."""

    level: str
    why: Literal["first", "up", "down", "stay", "top", "bottom"]
    last: str | None


class SoloResults(BaseModel):
    """Finished matches of one game that one plays alone, the newest first."""

    results: list[SoloResult]


class Scores(BaseModel):
    """An explained score."""

    scores: list[float]
    sheets: list[dict[str, Any]]


class Sandbox(BaseModel):
    """Where the actions lead. ``current``: the seat to act, -1 chance, -4 nobody."""

    view: dict[str, Any]
    choices: list[dict[str, Any]]
    previews: list[dict[str, Any]]
    scores: list[dict[str, Any]]
    log: list[Reason]
    current: int


class EntryModel(BaseModel):
    """A line of a record."""

    seq: int
    kind: str
    seat: int | None
    text: str
    at: str
    details: dict[str, Any] | None = None


class RecordSeat(BaseModel):
    """A seat as the match began."""

    name: str
    kind: str
    bot: str | None = None


class RecordModel(BaseModel):
    """A record file."""

    schema_: int = Field(alias="schema")
    game: str
    rules_version: int
    options: dict[str, Any]
    components: dict[str, Any]
    seats: list[RecordSeat]
    entries: list[EntryModel]
    result: dict[str, Any] | None
    software: str


class Compiling(BaseModel):
    """How far the rules of a game are compiled: functions done, about how many there are, seconds left."""

    done: int
    total: int
    seconds: int


class Alive(BaseModel):
    """The process answers."""

    status: Literal["ok"]


class Health(BaseModel):
    """The server is there, and stores what is done; or says why not.

    ``compiled``: whether machine code is at hand, by game; ``compiling``: what is being compiled just now.
    """

    status: Literal["ok", "store_away"]
    reason: str | None
    version: str
    compiled: dict[str, bool]
    compiling: dict[str, Compiling]
