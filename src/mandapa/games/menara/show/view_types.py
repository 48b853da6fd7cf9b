"""JSON types of Menara for the browser, from which the client's ``wire.ts`` is generated.

Lengths are in mm, angles in degrees and masses in grams; seats are numbered from 0. The fields of choices are declared
by the kinds of decision (``actions.py``) and ``log.py``.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from mandapa.games.menara.rules.components import Colour, Pile, Side
from mandapa.games.menara.rules.physics.names import Card, Pose
from mandapa.games.menara.rules.state import Deed, Ending, Phase, Physics
from mandapa.kernel.presentation import Every

FloorName = Annotated[str, 'such as "F07"']
BaseId = Annotated[tuple[FloorName, int], "base as floor and number"]
Columns = Every[Colour, int]
Point = Annotated[tuple[float, float], "x and y"]
ColumnState = Literal["none", "standing", "fallen", "moved"]
Outlook = Literal["safe", "risky", "falls"]

# ---------------------------------------------------------------- pieces


class FloorBase(TypedDict):
    at: Point
    colour: Colour


class FloorPiece(TypedDict):
    """A floor (a flat plate) with its outline, and the bases, spots for columns, of both sides."""

    floor: FloorName
    name: str
    outline: list[Point]  # of the light side, counter-clockwise; the dark side is its mirror image
    bases: Every[Side, list[FloorBase]]


class Dimensions(TypedDict):
    column_height: float
    column_diameter: float
    column_mass: float
    base_diameter: float
    floor_thickness: float


class Gallery(TypedDict):
    """All pieces of the game: the number of columns, the floors, the cards, and their sizes."""

    columns: Columns
    floors: list[FloorPiece]
    cards: list[Card]
    dimensions: Dimensions


# ---------------------------------------------------------------- the temple


class Base(TypedDict):
    """A base, a spot for a column of its colour, on a floor in the temple."""

    colour: Colour
    at: Point  # position on the table
    column: ColumnState
    off: Point  # offset of the column from the base's centre


class Floor(Pose):
    """A floor in the temple."""

    floor: FloorName
    side: Side
    level: int
    order: int
    bases: list[Base]


class Stability(TypedDict):
    """Stability of the tower: how much tilt and load it tolerates."""

    tilt: float | None  # tilt that the tower tolerates; null if nothing can tip
    towards: int | None  # weakest direction, counter-clockwise from x
    reserve: float | None  # additional grams tolerated at the weakest corner


class Rest(TypedDict):
    """Support of a floor that lies on columns."""

    load: float  # load passed down
    at: Point  # point where the load acts
    hull: list[Point]  # corners of the support area
    edge: Point  # closest point on the edge of that area
    margin: float  # distance from the load to the edge


class Balance(TypedDict):
    """Balance of the pieces above the base floors, which lie on the table."""

    mass: float
    centre: Point
    height: float  # height of the centre of mass above the base
    lean: float  # tolerated shift of the centre of mass in the weakest direction
    columns: dict[str, float]  # load on each column, by code such as "F01.2"
    rests: dict[FloorName, Rest]


# ---------------------------------------------------------------- the table


class Quarry(TypedDict):
    """The stack of unused floors."""

    top: FloorName | None
    bases: Every[Side, Columns] | None  # bases of the top floor
    hidden: list[FloorName]  # other floors, in no particular order


class PileView(TypedDict):
    """A pile of cards."""

    left: int
    cards: list[Card]  # in no particular order


class Swap(TypedDict):
    give: Colour
    take: Colour


Lifted = TypedDict("Lifted", {"from": BaseId, "colour": Colour})


class HandErrors(TypedDict):
    """Errors of the players' hands in dexterity play."""

    scales: list[float]  # by seat, relative to steadiness 50
    largest: float  # maximum error along x and along y, mm
    largest_yaw: float  # maximum error of the rotation, degrees


class Placing(TypedDict):
    """The floor that is being placed or shifted."""

    floor: FloorName
    side: Side | None
    other_side: Side | None  # the other side, if the player chose this one and may still undo that
    level: int | None
    shifting: bool
    start: Pose | None  # initial pose at a level without listed poses


class ActPose(Pose):
    level: int
    side: Side


class Act(TypedDict):
    """A physical act in dexterity play whose outcome is not yet known."""

    kind: Deed
    columns: list[BaseId]
    floor: FloorName | None
    pose: ActPose | None


# ---------------------------------------------------------------- the result, and the view


class Target(TypedDict):
    """Number of levels needed, and the parts of which it is the sum."""

    needed: int
    start: int
    failed: int
    extended: int


class Sheet(TypedDict):
    """Result sheet of a seat; all seats have the same result (MEN-END-7)."""

    seat: int
    total: int
    rank: int
    levels: int
    target: Target
    ending: Ending | None
    won: bool
    done: Every[Pile, int]
    failed_cards: Every[Pile, int]
    columns: int
    floors: int
    tallest: int


class View(TypedDict):
    """Everything on the table, and the stability of the tower."""

    game: Literal["menara"]
    players: int
    phase: Phase
    seat: int | None  # seat to act
    turn: int | None  # seat whose turn it is
    turn_number: int
    first_player: int | None
    levels: int  # number of standing levels
    target: int
    start_target: int
    ending: Ending | None
    won: bool | None
    bag: Columns
    camp: Columns
    hands: list[Columns]
    full_number: int
    empty_bases: Columns  # in the temple
    swaps: list[Swap]  # that could be added to this exchange, regardless of their order
    quarry: Quarry
    piles: Every[Pile, PileView]
    discarded: list[Card]
    row: list[Card]
    card: Card | None
    free_build: bool  # practice without cards
    built: int
    wanted: int
    one_floor: FloorName | None
    partner: BaseId | None
    lifted: Lifted | None
    physics: Physics
    steadiness: list[int]  # by seat, from 0 to 100
    hand_errors: HandErrors
    act: Act | None
    placing: Placing | None
    floors: list[Floor]
    fallen: list[Floor]  # fallen floors with their columns, at their positions before the fall
    stability: Stability
    balance: Balance | None  # null if nothing rests on columns
    sheets: list[Sheet]


# ---------------------------------------------------------------- choices and their effects


class SideBases(TypedDict):
    bases: Columns


class BaseColour(TypedDict):
    base: BaseId
    colour: Colour


class PileRisk(TypedDict):
    """Additional field of the choice of a pile."""

    beyond: int  # number of its cards that require more columns than the player could place


class SetPose(TypedDict):
    """A suggested position of a floor: the best of those that cover the same columns."""

    pose: Pose
    covers: list[BaseId]
    poses: int  # number of suggested positions that cover these columns


class Danger(TypedDict):
    """Danger of releasing or removing a piece in dexterity play; without keys if nothing can fall."""

    risk: NotRequired[float]  # probability that the temple falls, which ends the game
    outlook: NotRequired[Outlook]


class Tipping(TypedDict):
    """The floor that would tip, and the counterweight that it lacks."""

    tips: FloorName | None  # the floor that would tip
    needs: float | None  # grams needed as a counterweight; null if no columns could provide it


class Standing(TypedDict):
    """Prediction of whether the temple would stand after a choice."""

    stands: bool  # false if it stands only with a second column, or at a risk in dexterity play
    tips: NotRequired[FloorName | None]
    needs: NotRequired[float | None]


class LiftPreview(Standing, Danger):
    """Preview of a choice that takes out a column or sets it up again."""

    action: str


class BasePreview(LiftPreview):
    """Preview of a choice that sets a column on a base."""

    bears: float | None  # number of additional columns that it carries; null for any number
    fills: bool  # true if the column completes its floor


class PlainPreview(Danger):
    action: str
    gives_up: bool


class FloorPreview(Danger):
    """Preview of a choice that lays the floor in hand at a suggested position."""

    action: str
    needs: int  # number of columns that must carry it
    stability: Stability
    stands: bool


class SpotPreview(FloorPreview):
    """Preview of any position for the floor in hand, legal or not."""

    covers: list[BaseId]  # free columns completely under it
    touches: list[BaseId]  # columns partly under it
    covered: int
    overlaps: list[FloorName]  # floors that it would collide with
    mass: Point  # centre of mass on the table
    hull: list[Point]  # corners of its support area
    contact: list[Point]  # points where it touches the base


class Refusal(TypedDict):
    key: str
    params: dict[str, object]
    clause: str


class AskedPreview(SpotPreview):
    """Preview of any position, with the reason why it is illegal, added by the library."""

    refused: Refusal | None


class LevelPreview(TypedDict):
    """A level that can be chosen although no position for the floor is suggested there."""

    action: str
    level: int


class BlockedBase(Tipping):
    """A base that cannot be used, or a column that cannot be moved, with the reason."""

    base: BaseId
    key: str
    clause: str
    bears: float | None


class Blocked(TypedDict):
    """Bases and columns that cannot be chosen, with the reasons."""

    action: None
    blocked: list[BlockedBase]


Preview = LiftPreview | BasePreview | PlainPreview | FloorPreview | AskedPreview | LevelPreview | Blocked
