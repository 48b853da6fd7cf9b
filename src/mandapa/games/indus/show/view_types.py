"""JSON types sent from a game of Indus to the browser. The client's ``wire.ts`` is generated from them.

Teams, ranks and kinds of ruin are names, and seats are numbered from 0.
"""

from typing import Annotated, Literal, TypedDict

from mandapa.games.indus.rules.components import Kind, Rank, Team
from mandapa.games.indus.rules.state import Phase, Place
from mandapa.kernel.presentation import Every

Field = Annotated[str, 'row and column, "11" to "66"']
Space = Annotated[str, 'a start space by side and line, "N1" to "W6"']
PieceCode = Annotated[str, 'a researcher as team letter and rank letter, e.g. "Bw"']
ByTeam = Annotated[dict[Team, int], "points or researchers by team; a team that is not named has none"]
Corner = Literal["NW", "NE", "SE", "SW"]
Rule = Literal["none", "sole", "prizes", "tie", "most"]

# ---------------------------------------------------------------- ruins and the score sheet


class Share(TypedDict):
    """One payment of a ruin: ``pool`` points are divided by ``by``, and each of the ``teams`` gets ``each`` of them."""

    teams: list[Team]
    pool: int
    by: int
    each: int


class Ruin(TypedDict):
    """Constant facts of a ruin."""

    name: str  # "B1"
    kind: Kind
    fields: list[Field]
    links: list[tuple[Field, Field]]  # neighbouring fields that are connected
    values: list[int]  # first and second prize of a building, one value of other ruins


class RuinView(Ruin):
    """A ruin with its payments if the game ended now."""

    counts: ByTeam
    leaders: list[Team]  # teams with the highest count; empty if the ruin is
    prizes: ByTeam
    rule: Rule
    shares: list[Share]  # payments to all seats


class SheetRuin(TypedDict):
    """A ruin that pays points to the seat of the score sheet."""

    name: str
    kind: Kind
    fields: list[Field]
    counts: ByTeam
    shares: list[Share]
    points: int  # that this seat gets


class TeamPoints(TypedDict):
    team: Team
    captured: int  # points from captures
    ruins: int  # points of ruins if the game ended now
    total: int


class Sheet(TypedDict):
    """One seat's points as if the game ended now, with the reasons (IND-SCORE-12)."""

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
    space: Space
    piece: PieceCode | None
    fields: list[Field]  # the six fields by distance


class FieldView(TypedDict):
    field: Field
    ruins: list[str]
    stack: list[PieceCode]  # bottom to top
    secured: Team | None


class View(TypedDict):
    """Everything on the table, visible to all (IND-INFO-1)."""

    game: Literal["indus"]
    players: int
    phase: Phase
    seat: int | None  # seat to act
    turn: int | None  # seat whose turn or placement it is, also while the die is rolled
    team: Team | None  # team that acts
    start_seat: int | None
    roll: int  # number of the roll made this turn, 0 to 3
    die: int | None
    rolls_left: int  # maximum number of further rolls this turn
    to_place: int  # researchers still to be placed in set-up
    board: Every[Place, str | None]
    offered: list[str]  # board pieces that may be laid next, during set-up
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
    """Effect of a researcher's landing on a field."""

    kind: Happening
    on: Team | None  # team on top, or owner of the secured field
    captured: list[PieceCode]
    points: int  # points from captures, scored immediately
    to: Team | None  # team that gets them


class Line(TypedDict):
    fields: list[Field]


class Arrival(TypedDict):
    piece: PieceCode
    field: Field
    effect: Effect


class FurtherRoll(TypedDict):
    roll: int
    ranks: list[Rank]  # ranks that may use it


class Captive(TypedDict):
    """Contents of a choice to take back or score the captured own researcher."""

    piece: PieceCode
    points: int
    to: Team


class Spared(Captive):
    """Contents of the choice to leave the captured own researcher on its field."""

    field: Field


class Landing(TypedDict):
    field: Field
    effect: Effect
    gain: int


class FaceLanding(Landing):
    """Landing of an added researcher with one face of the die."""

    die: int


class FaceMove(Landing):
    """A move that one face of the die would allow."""

    space: Space
    rank: Rank


class FaceMoves(TypedDict):
    die: int
    moves: list[FaceMove]  # best first


class RuinChange(TypedDict):
    ruin: str
    before: ByTeam
    after: ByTeam
    counts: ByTeam


class GainPreview(TypedDict):
    action: str
    gain: int | None


class AdditionPreview(TypedDict):
    action: str
    faces: list[FaceLanding]
    best: float  # mean over the die of the highest gain of any researcher on a start space


class RerollPreview(TypedDict):
    action: str
    faces: list[FaceMoves]
    useless: float  # probability that no move gains points
    expected: float  # mean over the die of the highest gain


class MovePreview(Landing):
    action: str
    piece: PieceCode
    changes: list[RuinChange]
    own_choice: bool  # the move captures an own researcher, which requires a decision
    may_spare: bool  # the captured own researcher may stay on its field


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
    """Every board piece with its parts, every rank, and the values of the ruins."""

    pieces: list[GalleryPiece]
    ranks: list[RankPiece]
    teams: list[TeamPiece]
    values: dict[str, object]
    first_board: FirstBoard
    provenance: object  # source of the component data
