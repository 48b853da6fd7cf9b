"""JSON types of Indus for the browser, from which the client's ``wire.ts`` is generated.

Teams, ranks and kinds of ruin are given by name, and seats are numbered from 0.
"""

from typing import Annotated, Literal, TypedDict

from mandapa.games.indus.rules.components import Kind, Rank, Team
from mandapa.games.indus.rules.state import Phase, Place
from mandapa.kernel.presentation import Every

Field = Annotated[str, 'row and column, "11" to "66"']
Space = Annotated[str, 'start space as side and line, "N1" to "W6"']
PieceCode = Annotated[str, 'researcher as letters of team and rank, such as "Bw"']
ByTeam = Annotated[dict[Team, int], "points or researchers by team, without zeros"]
Corner = Literal["NW", "NE", "SE", "SW"]
Rule = Literal["none", "sole", "prizes", "tie", "most"]

# ---------------------------------------------------------------- ruins and the score sheet


class Share(TypedDict):
    """One payment of a ruin: ``pool`` points, divided by ``by``. Each of ``teams`` gets ``each`` points."""

    teams: list[Team]
    pool: int
    by: int
    each: int


class Ruin(TypedDict):
    """Properties of a ruin that do not change during a game."""

    name: str  # such as "B1"
    kind: Kind
    fields: list[Field]
    links: list[tuple[Field, Field]]  # connected neighbouring fields
    values: list[int]  # first and second prize of a building; a single value for other ruins


class RuinView(Ruin):
    """A ruin with its payments as if the game ended now."""

    counts: ByTeam
    leaders: list[Team]  # teams with the highest count; empty without researchers
    prizes: ByTeam
    rule: Rule
    shares: list[Share]  # payments to all seats


class SheetRuin(TypedDict):
    """A ruin that pays the seat of the score sheet."""

    name: str
    kind: Kind
    fields: list[Field]
    counts: ByTeam
    shares: list[Share]
    points: int  # points of this seat


class TeamPoints(TypedDict):
    """Points of one team."""

    team: Team
    captured: int  # points from captures
    ruins: int  # points from ruins as if the game ended now
    total: int


class Sheet(TypedDict):
    """Points of one seat as if the game ended now, with reasons (IND-SCORE-12)."""

    seat: int
    total: int
    rank: int
    captured: int
    teams: list[TeamPoints]
    kinds: dict[Kind, int]  # kinds on the board, in scoring order
    ruins: list[SheetRuin]


# ---------------------------------------------------------------- the table


class TeamView(TeamPoints):
    seat: int
    reserve: Every[Rank, int]


class StartView(TypedDict):
    """A start space with its researcher."""

    space: Space
    piece: PieceCode | None
    fields: list[Field]  # the six fields by distance


class FieldView(TypedDict):
    """A field with its ruins and its stack."""

    field: Field
    ruins: list[str]
    stack: list[PieceCode]  # bottom to top
    secured: Team | None


class View(TypedDict):
    """Everything on the table, all of which is visible to everyone (IND-INFO-1)."""

    game: Literal["indus"]
    players: int
    phase: Phase
    seat: int | None  # seat to act
    turn: int | None  # seat whose turn or placement it is, even during a roll
    team: Team | None  # acting team
    start_seat: int | None
    roll: int  # number of rolls this turn, 0 to 3
    die: int | None
    rolls_left: int  # maximum number of further rolls this turn
    to_place: int  # researchers still to be placed in set-up
    board: Every[Place, str | None]
    offered: list[str]  # during set-up: board pieces that can be placed next
    teams: list[TeamView]
    take_backs: list[int]
    take_back_limit: int
    starts: list[StartView]  # clockwise
    fields: list[FieldView]  # row by row
    ruins: list[RuinView]  # in scoring order
    sheets: list[Sheet]  # by seat; empty before the board is complete


# ---------------------------------------------------------------- choices and their previews


Happening = Literal["free", "covers", "secures", "adds", "lost"]


class Effect(TypedDict):
    """Effect of a researcher that lands on a field."""

    kind: Happening
    on: Team | None  # team on top, or owner of the secured field
    captured: list[PieceCode]
    points: int  # points from captures, scored immediately
    to: Team | None  # team that scores them


class Line(TypedDict):
    fields: list[Field]


class Arrival(TypedDict):
    piece: PieceCode
    field: Field
    effect: Effect


class FurtherRoll(TypedDict):
    roll: int
    ranks: list[Rank]  # ranks that can use it


class Captive(TypedDict):
    """Additional fields of the choice to take back or score a pending researcher, captured by the seat's other team."""

    piece: PieceCode
    points: int
    to: Team


class Spared(Captive):
    """Additional fields of the choice to leave a pending researcher on its field."""

    field: Field


class Landing(TypedDict):
    field: Field
    effect: Effect
    gain: int


class FaceLanding(Landing):
    """Landing of an added researcher with one face of the die."""

    die: int


class FaceMove(Landing):
    """A possible move with one face of the die."""

    space: Space
    rank: Rank


class FaceMoves(TypedDict):
    die: int
    moves: list[FaceMove]  # best first


class RuinChange(TypedDict):
    """Change of a ruin's payments and counts by a move."""

    ruin: str
    before: ByTeam
    after: ByTeam
    counts: ByTeam


class GainPreview(TypedDict):
    action: str
    gain: int | None


class AdditionPreview(TypedDict):
    """Preview of adding a researcher, for each face of the die."""

    action: str
    faces: list[FaceLanding]
    best: float  # highest gain of any researcher on a start space, averaged over the die


class RerollPreview(TypedDict):
    """Preview of another roll, for each face of the die."""

    action: str
    faces: list[FaceMoves]
    useless: float  # probability that no move gains points
    expected: float  # highest gain, averaged over the die


class MovePreview(Landing):
    """Preview of a move onto the board."""

    action: str
    piece: PieceCode
    changes: list[RuinChange]
    own_choice: bool  # the move captures one's own researcher, which requires a decision
    may_spare: bool  # the captured researcher can stay on its field


Preview = GainPreview | AdditionPreview | RerollPreview | MovePreview


# ---------------------------------------------------------------- pieces


class PartPiece(TypedDict):
    kind: Kind
    fields: list[Field]
    exits: list[str]
    value: int | None


class GalleryPiece(TypedDict):
    id: str
    centre: bool
    parts: list[PartPiece]


class RankPiece(TypedDict):
    name: Rank
    letter: str
    points: int
    last_roll: int
    in_play: dict[str, int]  # number of researchers of each team, by number of players


class TeamPiece(TypedDict):
    name: Team
    letter: str


class FirstBoard(TypedDict):
    centre: str
    corners: Every[Corner, str]


class Gallery(TypedDict):
    """All board pieces with their parts, all ranks and teams, and the values of ruins."""

    pieces: list[GalleryPiece]
    ranks: list[RankPiece]
    teams: list[TeamPiece]
    values: dict[str, object]
    first_board: FirstBoard
    provenance: object  # source of the component data
