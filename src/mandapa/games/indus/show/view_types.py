"""What crosses from a game of Indus to the browser, all JSON: the client's ``wire.ts`` is made from it.

Teams, ranks and kinds of ruin are their names, seats start at 0. What a choice says follows from the kinds of decision
(``actions.py``) and from ``log.py``.
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
    """One payment: ``pool`` is divided by ``by``, each of the teams gets ``each``."""

    teams: list[Team]
    pool: int
    by: int
    each: int


class Ruin(TypedDict):
    """What stays the same of a ruin."""

    name: str  # "B1"
    kind: Kind
    fields: list[Field]
    links: list[tuple[Field, Field]]  # neighbouring fields that are really joined
    values: list[int]  # first and second prize of a building, else one value


class RuinView(Ruin):
    """What a ruin would pay if the game ended now."""

    counts: ByTeam
    leaders: list[Team]  # the highest count, in an empty ruin nobody
    prizes: ByTeam
    rule: Rule
    shares: list[Share]  # all payments, to whomever


class SheetRuin(TypedDict):
    """A ruin that pays this seat."""

    name: str
    kind: Kind
    fields: list[Field]
    counts: ByTeam
    shares: list[Share]
    points: int  # to this seat


class TeamPoints(TypedDict):
    team: Team
    captured: int  # points by captures
    ruins: int  # points of ruins if the game ended now
    total: int


class Sheet(TypedDict):
    """One seat's points as if the game ended now, with the reason for each (IND-SCORE-12)."""

    seat: int
    total: int
    rank: int
    captured: int
    teams: list[TeamPoints]
    kinds: dict[Kind, int]  # of those that are on the board, in the order in which they are scored
    ruins: list[SheetRuin]


# ---------------------------------------------------------------- the table


class TeamView(TeamPoints):
    seat: int
    reserve: Every[Rank, int]


class StartView(TypedDict):
    space: Space
    piece: PieceCode | None
    fields: list[Field]  # the six by distance


class FieldView(TypedDict):
    field: Field
    ruins: list[str]
    stack: list[PieceCode]  # bottom to top
    secured: Team | None


class View(TypedDict):
    """Everything on the table, for everybody (IND-INFO-1)."""

    game: Literal["indus"]
    players: int
    phase: Phase
    seat: int | None  # to act
    turn: int | None  # whose turn or placement it is, also while the die is rolled
    team: Team | None  # that acts
    start_seat: int | None
    roll: int  # number of the roll made this turn, 0 to 3
    die: int | None
    rolls_left: int  # how many more rolls this turn could still have
    to_place: int  # researchers still to be placed in set-up
    board: Every[Place, str | None]
    offered: list[str]  # board pieces that may be laid next, while the board is laid
    teams: list[TeamView]
    take_backs: list[int]
    take_back_limit: int
    starts: list[StartView]  # clockwise
    fields: list[FieldView]  # row by row
    ruins: list[RuinView]  # in the order in which they are scored
    sheets: list[Sheet]  # by seat; none before there is a board


# ---------------------------------------------------------------- choices, and what they lead to


Happening = Literal["free", "covers", "secures", "adds", "lost"]


class Effect(TypedDict):
    """What landing on a field does."""

    kind: Happening
    on: Team | None  # colour on top, or owner of the secured field
    captured: list[PieceCode]
    points: int  # by captures at once
    to: Team | None  # who gets them


class Line(TypedDict):
    fields: list[Field]


class Arrival(TypedDict):
    piece: PieceCode
    field: Field
    effect: Effect


class FurtherRoll(TypedDict):
    roll: int
    ranks: list[Rank]  # that may use it


class Captive(TypedDict):
    """An own researcher that is captured."""

    piece: PieceCode
    points: int
    to: Team


class Spared(Captive):
    """An own researcher that may stay although it is captured."""

    field: Field


class Landing(TypedDict):
    field: Field
    effect: Effect
    gain: int


class FaceLanding(Landing):
    """Where an added researcher would land with a face of the die."""

    die: int


class FaceMove(Landing):
    """A move that a face of the die would allow."""

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
    best: float  # mean over the die of the best gain of any researcher that stands then


class RerollPreview(TypedDict):
    action: str
    faces: list[FaceMoves]
    useless: float  # probability that none can gain
    expected: float  # mean of the best gain


class MovePreview(Landing):
    action: str
    piece: PieceCode
    changes: list[RuinChange]
    own_choice: bool  # an own researcher is captured, and to be decided on
    may_spare: bool  # ... and may stay on its field


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
    in_play: dict[str, int]  # how many, by number of players


class TeamPiece(TypedDict):
    name: Team
    letter: str


class FirstBoard(TypedDict):
    centre: str
    corners: Every[Corner, str]


class Gallery(TypedDict):
    """Every board piece with its parts, every rank, and what the ruins are worth."""

    pieces: list[GalleryPiece]
    ranks: list[RankPiece]
    teams: list[TeamPiece]
    values: dict[str, object]
    first_board: FirstBoard
    provenance: object  # where the pieces are known from
