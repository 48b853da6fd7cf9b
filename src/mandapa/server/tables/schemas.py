"""Request and response models of the HTTP API. Game-specific data (views, score sheets, positions) is untyped."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from mandapa.server.errors import Reason
from mandapa.server.fields import STORABLE, ActionText, BotName, GameName, Name

Options = dict[Annotated[str, Field(max_length=80)], Any]


class Schema(BaseModel):
    """Base class of models. Docstrings of fields are their descriptions in the OpenAPI document."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Body(Schema):
    """Base class of request bodies: strict types, no additional fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatPlan(Body):
    """Planned occupant of a seat of a new table."""

    kind: Literal["me", "local", "bot", "open"]
    """``me``: the owner of the table; ``local``: another person at the same device; ``bot``: a bot; ``open``: a guest
    who accepts the invite."""
    bot: BotName | None = None
    """Name of the bot, for kind ``bot``."""
    name: Name | None = None
    """Name of the person, for kind ``local``."""


class Clock(Body):
    """Time limit for each player."""

    bank: float = Field(gt=0, le=30 * 24 * 3600)
    """Seconds that each player has at the start of the game."""
    increment: float = Field(ge=0, le=30 * 24 * 3600)
    """Seconds added after each turn. If equal to ``bank``, every turn starts with the full bank."""
    at_zero: Literal["nothing", "take_over", "one_turn"] = "nothing"
    """When time runs out: do nothing, let a bot play until the player returns, or let a bot play only this turn."""


class NewTable(Body):
    """Settings of a table to create."""

    game: GameName
    options: Options = {}
    """Options of the game; omitted ones have the game's defaults."""
    seats: list[SeatPlan] = Field(min_length=1, max_length=12)
    spectators: bool = True
    """Let anyone with the link watch."""
    confirm: bool = True
    """Let players confirm the end of each turn. Until then, they can undo the turn."""
    listed: bool = True
    """List the table in the lobby while it has open seats."""
    clock: Clock | None = None
    talk: bool = True
    """Allow chat at the table."""
    coach: bool = False
    """Let the coach judge a turn before it is confirmed. This requires ``confirm``, and a table without open seats."""


class Fork(Body):
    """The position from which a new table continues, and its seats."""

    ply: int = Field(ge=0, le=100_000)
    """Number of actions before the position."""
    seats: list[SeatPlan] = Field(min_length=1, max_length=12)


class NewName(Body):
    """New name of a guest."""

    name: Name


class Report(Body):
    """Report of an offensive name or message."""

    note: Annotated[str, Field(max_length=300), STORABLE] = ""
    """The reporter's explanation."""


class Claim(Body):
    """Request to take a seat."""

    invite: str = Field(min_length=1, max_length=100)
    """Invite of a seat (the last part of its link), or code of a table, which leads to the next open seat."""
    colour: Annotated[str, STORABLE] | None = Field(None, max_length=40)
    """The guest's colour, in games with an option of kind ``colours``; null keeps the table's setting."""


class StandIn(Body):
    """Choice of the bot for a seat."""

    bot: BotName


class ResumeCode(Body):
    """A resume or recovery code."""

    code: str = Field(min_length=1, max_length=40)
    """The code. Spaces, hyphens and case are ignored."""


class ScoreRequest(Body):
    """A position to score."""

    game: GameName
    options: Options = {}
    position: dict[str, Any]
    """Position in the game's own format."""


class SandboxRequest(Body):
    """A position, and actions to apply to it."""

    game: GameName
    options: Options = {}
    position: dict[str, Any] | None = None
    """Position in the game's own format; null for the initial position."""
    actions: list[ActionText] = Field(default=[], max_length=500)


FACES = json.loads((Path(__file__).parent / "faces.json").read_text(encoding="utf-8"))
"""Avatar colours and languages that guests can choose for their profiles. The client reads the same file."""


def _one_of(kind: str) -> AfterValidator:
    def check(value: str) -> str:
        if value not in FACES[kind]:
            raise ValueError(f"expected one of {', '.join(FACES[kind])}")
        return value

    return AfterValidator(check)


Colour = Annotated[str, _one_of("colours")]
LanguageCode = Annotated[str, _one_of("languages")]


class Profile(Body):
    """Public profile of a guest."""

    colour: Colour | None = None
    """Colour of the avatar; null to derive it from the name."""
    languages: list[LanguageCode] = Field(default=[], max_length=8)
    """Codes of the languages that the guest speaks."""


class Identity(Schema):
    """A guest."""

    name: str
    colour: str | None
    """Colour of the avatar; null if derived from the name."""
    languages: list[str]
    """Codes of the languages that the guest speaks."""


class ResumedIdentity(Identity):
    """The guest as whom this device is now signed in."""

    tables: int
    """Number of tables transferred from the guest that the device used before."""


class NewResumeCode(Schema):
    """A single-use code that signs in another device."""

    code: str
    expires: str


class CreatedTable(Schema):
    """Id of the table that was created or joined."""

    id: str


class ClaimedSeat(Schema):
    """Number of the seat that was taken."""

    seat: int


class CreditsInfo(Schema):
    """Credits of a game."""

    designer: str
    publisher: str
    year: int
    url: str


class PlayersInfo(Schema):
    """Supported numbers of players."""

    min: int
    max: int
    default: int


class OptionInfo(Schema):
    """An option of a game."""

    name: str
    kind: str
    """Kind of option, such as ``flag`` or ``choice``."""
    default: Any
    at_table: Any
    """Default value for new tables."""
    choices: list[Any] | None
    """Possible values; null if they are not limited to a list."""
    players: list[int]
    """Numbers of players with which values other than the default are accepted."""
    help: str


class BotInfo(Schema):
    """A bot of a game."""

    name: str
    title: str
    description: str
    about: dict[str, Any] | None = None
    """The description as a translatable message: its ``key`` in the client's catalogue, and its parameters."""


class GameInfo(Schema):
    """An installed game."""

    name: str
    title: str
    summary: str
    credits: CreditsInfo
    players: PlayersInfo
    minutes: int
    """Typical duration of a game, in minutes."""
    complexity: int
    """Complexity of the rules, from 1 (little to learn) to 3; 0 if unspecified."""
    rules_version: int
    hidden_information: bool
    options: list[OptionInfo]
    bots: list[BotInfo]
    adjusts: bool
    """True if seats can have the bot ``adjust``, which stands for the level that suits the player."""


class Clause(Schema):
    """One numbered rule."""

    id: str
    text: str


class Section(Schema):
    """A chapter of the rules."""

    id: str
    title: str
    text: str
    """Text of the chapter before its first numbered rule."""
    clauses: list[Clause]


class Guide(Schema):
    """The rules of a game."""

    sections: list[Section]


class Ending(Schema):
    """Reason why a match ended early."""

    why: Literal["resigned", "closed", "untouched", "host", "rules"]
    seat: int | None
    """The seat that resigned; null if the match ended for another reason."""


class SeatSummary(Schema):
    """A seat of a table in a list."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    """Name of the bot that plays at the seat, even if only for an absent player; null without a bot."""
    mine: bool
    """True if the seat belongs to the current guest."""
    stand_in: bool
    """True if a bot plays for an absent player."""
    resigned: bool
    """True if the player has resigned and a bot has taken over for the rest of the match."""
    colour: str | None
    """Avatar colour of the player."""
    languages: list[str]
    """Codes of the languages that the player speaks."""


class TableSummary(Schema):
    """A table in a list."""

    id: str
    game: str
    players: int
    status: Literal["waiting", "playing", "over"]
    ending: Ending | None
    """Reason why the match ended early; null if it did not."""
    seats: list[SeatSummary]
    seq: int
    """Number of the last entry in the record of the match."""
    turn: int | None
    """Seat to act."""
    updated: str
    review: bool
    """True for an imported record, which is view-only."""
    join: str | None
    """Link to take the first open seat; null if the table is not listed or has no open seat."""
    due: str | None
    """Time at which the clock of the player to act runs out; null if no clock is running."""


class MyTable(TableSummary):
    """A table of the current guest."""

    waits: bool
    """True if the table waits for the current guest to make a move or answer an undo request."""


class ReceivedInvitation(TableSummary):
    """A table that the current guest is invited to."""

    host: str
    """Name of the guest who sent the invitation."""
    invite: str
    """Invite of an open seat, with which the guest can join."""
    rematch_of: str | None
    """Id of the table whose game is repeated here; null if this is not a rematch."""


class TableLists(Schema):
    """Tables for the lobby."""

    mine: list[MyTable]
    """Tables of the current guest. Those that wait for the guest come first."""
    total: int
    """Number of all the guest's tables, including those not listed here."""
    waiting: int
    """Number of the guest's tables that wait for the guest."""
    asked: list[ReceivedInvitation]
    """Tables that the guest is invited to."""
    open: list[TableSummary]
    """Open tables of other guests."""
    open_total: int
    """Number of open tables of other guests; 50 stands for 50 or more."""


class TableDetails(TableSummary):
    """A table with its settings and result."""

    options: dict[str, Any]
    owner: bool
    """True if the current guest opened the table."""
    confirm: bool
    """True if turns must be confirmed."""
    spectators: bool
    """True if anyone with the link can watch."""
    may: list[str]
    """Requests that the current guest may make: ``leave``, ``resign``, ``close``, ``delete``."""
    invites: dict[str, str] | None
    """Links to take the open seats, by seat number; null unless the current guest opened the table."""
    spectator_url: str | None
    result: dict[str, Any] | None
    """Result of the match; null until it is finished."""
    outdated: bool
    """True if the rules or pieces of the match are no longer installed. It can still be exported, but not shown."""


class Invite(Schema):
    """The table and seat to which an invite or code leads."""

    id: str
    invite: str
    game: str
    seat: int
    table: TableSummary
    host: str | None
    """Name of the guest who opened the table."""
    options: dict[str, Any]
    minutes: int
    """Typical duration of the match with its options, in minutes."""
    clock: dict[str, Any] | None


class InvitationCode(Schema):
    """A short code of a table, with which guests take its next open seat."""

    code: str


class ReplayPly(Schema):
    """An action that has not been undone."""

    seq: int
    """Number of the entry."""
    details: bool
    """True if the referee has added details to the entry, such as the motion of pieces."""
    ply: int
    seat: int | None
    text: str
    """The action as text."""
    log: Reason
    turn: int


class Replay(Schema):
    """All actions of a match except those that were undone."""

    plies: list[ReplayPly]
    length: int


class BestTurn(Schema):
    """The turn in which a seat gained most."""

    seat: int
    turn: int
    """Number of the turn."""
    ply: int
    """Number of actions before the turn."""
    gain: float


class Praise(Schema):
    """Praise for a result, as a translatable message."""

    seat: int | None
    """The praised seat; null for all seats together."""
    key: str
    params: dict[str, Any]


class Story(Schema):
    """Highlights of a finished match."""

    best: list[BestTurn | None]
    """The best turn of each seat; null if it has none."""
    praise: list[Praise]
    """Messages of praise, the rarest first."""


class PositionAt(Schema):
    """The position after ``ply`` actions."""

    ply: int
    view: dict[str, Any]
    scores: list[dict[str, Any]]


class SoloResult(Schema):
    """Result of a one-player match."""

    id: str
    options: dict[str, Any]
    total: float
    margin: float
    """Signed result of the match: above 0 if it was won."""
    won: bool
    updated: str


class LevelSuggestion(Schema):
    """Suggested bot level."""

    level: str
    why: Literal["first", "up", "down", "stay", "top", "bottom"]
    """Reason for this level: ``first``, no game yet; ``up``, ``down`` or ``stay``, compared with the last game; ``top``
    or ``bottom``, already the highest or lowest level."""
    last: str | None
    """Level of the last game; null if there is none."""


class SoloResults(Schema):
    """Finished one-player matches of a game, newest first."""

    results: list[SoloResult]


class Scores(Schema):
    """Scores of a position."""

    scores: list[float]
    sheets: list[dict[str, Any]]
    """Score sheets that explain every point."""


class Sandbox(Schema):
    """The position after the actions were applied."""

    view: dict[str, Any]
    choices: list[dict[str, Any]]
    previews: list[dict[str, Any]]
    scores: list[dict[str, Any]]
    log: list[Reason]
    current: int
    """Seat to act; -1 for chance, -4 if the game is over."""


class EntryModel(Schema):
    """An entry of a match record, such as an action or a change of seats."""

    seq: int
    kind: str
    seat: int | None
    text: str
    at: str
    details: dict[str, Any] | None = None


class RecordSeat(Schema):
    """A seat at the start of the match."""

    name: str
    kind: str
    bot: str | None = None


class RecordModel(Schema):
    """A record file; see docs/protocol.md."""

    schema_: int = Field(alias="schema")
    game: str
    rules_version: int
    options: dict[str, Any]
    components: dict[str, Any]
    seats: list[RecordSeat]
    entries: list[EntryModel]
    result: dict[str, Any] | None
    software: str


class CompileProgress(Schema):
    """Progress of compiling a game."""

    done: int
    """Number of compiled functions."""
    total: int
    """Estimated number of functions to compile."""
    seconds: int
    """Estimated seconds left."""


class Liveness(Schema):
    """Fixed response of a running process."""

    status: Literal["ok"]


class Health(Schema):
    """Health of the server."""

    status: Literal["ok", "store_away"]
    reason: str | None
    """Reason why the database is unavailable; null if it is available."""
    version: str
    compiled: dict[str, bool]
    """For each game, true if its machine code is available."""
    compiling: dict[str, CompileProgress]
    """Progress of the games that are being compiled."""
