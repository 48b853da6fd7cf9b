"""Request and response models of the HTTP API. Game-specific data (views, score sheets, positions) is untyped."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from mandapa.server.errors import Reason
from mandapa.server.fields import STORABLE, ActionText, BotName, GameName, Name

Options = dict[Annotated[str, Field(max_length=80)], Any]


class Body(BaseModel):
    """Base class of request bodies: strict types, no additional fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatPlan(Body):
    """The player planned for a seat: me, another person at my device, a bot, or the guest who accepts the invite."""

    kind: Literal["me", "local", "bot", "open"]
    bot: BotName | None = None
    name: Name | None = None


class Clock(Body):
    """Time limit in seconds: initial bank, and increment for each finished turn. If the increment equals the bank, each
    turn has the full bank. ``at_zero``: when a player's time is up, do nothing, let a bot take over until the player is
    back, or let a bot play that turn only."""

    bank: float = Field(gt=0, le=30 * 24 * 3600)
    increment: float = Field(ge=0, le=30 * 24 * 3600)
    at_zero: Literal["nothing", "take_over", "one_turn"] = "nothing"


class NewTable(Body):
    """A new table."""

    game: GameName
    options: Options = {}
    seats: list[SeatPlan] = Field(min_length=1, max_length=12)
    spectators: bool = True
    confirm: bool = True
    listed: bool = Field(default=True, description="list the table in the lobby while seats are open")
    clock: Clock | None = None
    talk: bool = Field(default=True, description="people may chat at the table")
    coach: bool = Field(
        default=False, description="the coach says what a turn costs before it is confirmed; only without open seats"
    )


class Fork(Body):
    """Continue from a position of another table."""

    ply: int = Field(ge=0, le=100_000)
    seats: list[SeatPlan] = Field(min_length=1, max_length=12)


class NewName(Body):
    """A guest's name."""

    name: Name


class Report(Body):
    """A report of an offensive name, in the reporter's own words."""

    note: Annotated[str, Field(max_length=300), STORABLE] = ""


class Claim(Body):
    """The invite of a seat (the last part of its link), or the code of the table, which takes the next open seat.

    ``colour``: my colour, in games with an option of kind ``colours``; null keeps the table's setting.
    """

    invite: str = Field(min_length=1, max_length=100)
    colour: Annotated[str, STORABLE] | None = Field(None, max_length=40)


class StandIn(Body):
    """The bot that should play at a seat."""

    bot: BotName


class ResumeCode(Body):
    """A resume code as shown; spaces, hyphens and case are ignored."""

    code: str = Field(min_length=1, max_length=40)


class ScoreRequest(Body):
    """A position to score."""

    game: GameName
    options: Options = {}
    position: dict[str, Any]


class SandboxRequest(Body):
    """Practice without a table: a position, and actions to try on it."""

    game: GameName
    options: Options = {}
    position: dict[str, Any] | None = None
    actions: list[ActionText] = Field(default=[], max_length=500)


FACES = json.loads((Path(__file__).parent / "faces.json").read_text(encoding="utf-8"))
"""Avatar colours, and the languages that guests can list; the client reads the same file."""


def _one_of(kind: str) -> AfterValidator:
    def check(value: str) -> str:
        if value not in FACES[kind]:
            raise ValueError(f"expected one of {', '.join(FACES[kind])}")
        return value

    return AfterValidator(check)


Colour = Annotated[str, _one_of("colours")]
LanguageCode = Annotated[str, _one_of("languages")]


class Profile(Body):
    """A guest's public profile. ``colour``: of the avatar; null derives it from the name, like the rest of the avatar.
    ``languages``: codes of the languages that the guest speaks."""

    colour: Colour | None = None
    languages: list[LanguageCode] = Field(default=[], max_length=8)


class Identity(BaseModel):
    """A guest. ``colour``: of the avatar; null derives it from the name, like the rest of the avatar."""

    name: str
    colour: str | None
    languages: list[str]


class ResumedIdentity(Identity):
    """The current guest of this device. ``tables``: number of tables transferred from the previous guest."""

    tables: int


class NewResumeCode(BaseModel):
    """A single-use code that moves the identity to another device."""

    code: str
    expires: str


class CreatedTable(BaseModel):
    """A new table."""

    id: str


class ClaimedSeat(BaseModel):
    """The seat that was taken."""

    seat: int


class CreditsInfo(BaseModel):
    """Credits of a game."""

    designer: str
    publisher: str
    year: int
    url: str


class PlayersInfo(BaseModel):
    """Supported numbers of players."""

    min: int
    max: int
    default: int


class OptionInfo(BaseModel):
    """An option that is set before the game."""

    name: str
    kind: str
    default: Any
    at_table: Any
    choices: list[Any] | None
    players: list[int]
    help: str


class BotInfo(BaseModel):
    """A bot."""

    name: str
    title: str
    description: str
    about: dict[str, Any] | None = None
    """Parameters of the description, and its ``key`` in the client's message catalogues."""


class GameInfo(BaseModel):
    """An installed game. ``complexity``: from 1 (little to learn) to 3, or 0 if unspecified; ``adjusts``: true if a
    seat can be planned with the bot ``adjust``."""

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
    """A chapter of the rules; ``text`` is its unnumbered text."""

    id: str
    title: str
    text: str
    clauses: list[Clause]


class Guide(BaseModel):
    """The rules of a game, in our own words."""

    sections: list[Section]


class Ending(BaseModel):
    """Why a match ended before its rules did; ``seat``: the seat that resigned."""

    why: Literal["resigned", "closed", "untouched", "host", "rules"]
    seat: int | None


class SeatSummary(BaseModel):
    """A seat in a list of tables. ``resigned``: true if its player has resigned and the bot plays on; ``colour`` and
    ``languages``: of its player, as in ``Identity``."""

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
    """A table in a list. ``join``: link of its first open seat, if the table is listed; ``due``: when the time of the
    player to move runs out and a bot takes over."""

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
    """One of my tables. ``waits``: true if it waits for my move or for my answer to an undo request."""

    waits: bool


class ReceivedInvitation(TableSummary):
    """A table to which I am invited. ``host``: the guest who invites me; ``invite``: of an open seat there;
    ``rematch_of``: the table of mine whose rematch it is, with a seat reserved for me."""

    host: str
    invite: str
    rematch_of: str | None


class TableLists(BaseModel):
    """My tables, those that wait for me first; invitations; and open tables of other guests.

    ``total`` and ``waiting`` count all my tables and those that wait for me, even if not included here; ``open_total``
    counts the listed tables of other guests.
    """

    mine: list[MyTable]
    total: int
    waiting: int
    asked: list[ReceivedInvitation]
    open: list[TableSummary]
    open_total: int


class TableDetails(TableSummary):
    """A table; the invites are included only for the guest who opened it.

    ``outdated``: true if its rules or pieces are no longer available; it can be exported but not shown.
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
    """The target of an invite or code. ``host``: name of the guest who opened the table."""

    id: str
    invite: str
    game: str
    seat: int
    table: TableSummary
    host: str | None
    options: dict[str, Any]
    clock: dict[str, Any] | None


class InvitationCode(BaseModel):
    """A code for the next open seat of a table, short enough to read out and type."""

    code: str


class ReplayPly(BaseModel):
    """An action in force; ``seq`` is the number of its entry, and ``details`` is true if that has details."""

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
    """The turn that gained a seat the most: its number, and the ply at which it begins."""

    seat: int
    turn: int
    ply: int
    gain: float


class Praise(BaseModel):
    """A sentence from the client's catalogue about a seat, or about all seats together."""

    seat: int | None
    key: str
    params: dict[str, Any]


class Story(BaseModel):
    """Highlights of a finished match. ``best``: by seat; ``praise``: rarest first."""

    best: list[BestTurn | None]
    praise: list[Praise]


class PositionAt(BaseModel):
    """The position after ``ply`` actions."""

    ply: int
    view: dict[str, Any]
    scores: list[dict[str, Any]]


class SoloResult(BaseModel):
    """A solo match. ``margin``: value of the match, above 0 if it was won."""

    id: str
    options: dict[str, Any]
    total: float
    margin: float
    won: bool
    updated: str


class LevelSuggestion(BaseModel):
    """The level that suits me, and why; ``last``: the level of my last game."""

    level: str
    why: Literal["first", "up", "down", "stay", "top", "bottom"]
    last: str | None


class SoloResults(BaseModel):
    """Finished solo matches of one game, newest first."""

    results: list[SoloResult]


class Scores(BaseModel):
    """An explained score."""

    scores: list[float]
    sheets: list[dict[str, Any]]


class Sandbox(BaseModel):
    """The result of the actions. ``current``: the seat to act, -1 for chance, -4 for none."""

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
    """A seat at the start of the match."""

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


class CompileProgress(BaseModel):
    """Compilation progress of a game's rules: functions compiled, estimated total, seconds left."""

    done: int
    total: int
    seconds: int


class Liveness(BaseModel):
    """The process is responding."""

    status: Literal["ok"]


class Health(BaseModel):
    """Health of the server; if it cannot store anything, the reason.

    ``compiled``: true for each game with machine code available; ``compiling``: compilations in progress.
    """

    status: Literal["ok", "store_away"]
    reason: str | None
    version: str
    compiled: dict[str, bool]
    compiling: dict[str, CompileProgress]
