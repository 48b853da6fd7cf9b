"""JSON types sent from a game of Menara to the browser; the client's ``wire.ts`` is generated from them.

Lengths are in mm, angles in degrees, masses in grams; seats start at 0. The fields of a choice follow from the kinds of
decision (``actions.py``) and from ``log.py``.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from mandapa.games.menara.rules.components import Colour, Pile, Side
from mandapa.games.menara.rules.physics.names import Card, Pose
from mandapa.games.menara.rules.state import Deed, Ending, Phase, Physics
from mandapa.kernel.presentation import Every

FloorName = Annotated[str, '"F07"']
BaseId = Annotated[tuple[FloorName, int], "a base by its floor and number"]
Columns = Every[Colour, int]
Point = Annotated[tuple[float, float], "x and y"]
ColumnState = Literal["none", "standing", "fallen", "moved"]
Outlook = Literal["safe", "risky", "falls"]

# ---------------------------------------------------------------- pieces


class FloorBase(TypedDict):
    at: Point
    colour: Colour


class FloorPiece(TypedDict):
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
    """Every floor with its outline and bases, the columns, the cards, and the sizes of the pieces."""

    columns: Columns
    floors: list[FloorPiece]
    cards: list[Card]
    dimensions: Dimensions


# ---------------------------------------------------------------- the temple


class Base(TypedDict):
    colour: Colour
    at: Point  # on the table
    column: ColumnState
    off: Point  # of the column, from the base's centre


class Floor(Pose):
    floor: FloorName
    side: Side
    level: int
    order: int
    bases: list[Base]


class Stability(TypedDict):
    tilt: float | None  # degrees that the tower bears before it tips; null if nothing can tip
    towards: int | None  # direction of the least tilt: degrees from x, counter-clockwise
    reserve: float | None  # grams at its weakest corner


class Rest(TypedDict):
    """Support of a floor above the base."""

    load: float  # load that it passes down
    at: Point  # point where it acts
    hull: list[Point]  # corners of the support area
    edge: Point  # closest point of its edge
    margin: float  # distance to it


class Balance(TypedDict):
    """Balance of the pieces above the base, and what they rest on."""

    mass: float
    centre: Point
    height: float  # of the centre above the base
    lean: float  # how far the centre may move in the weakest direction
    columns: dict[str, float]  # load on the head of each column, by "F01.2"
    rests: dict[FloorName, Rest]


# ---------------------------------------------------------------- the table


class Quarry(TypedDict):
    top: FloorName | None
    bases: Every[Side, Columns] | None  # bases of the top floor
    hidden: list[FloorName]  # in no particular order


class PileView(TypedDict):
    left: int
    cards: list[Card]  # in no particular order


Lifted = TypedDict("Lifted", {"from": BaseId, "colour": Colour})


class Placing(TypedDict):
    """The floor in hand."""

    floor: FloorName
    side: Side | None
    level: int | None
    shifting: bool
    start: Pose | None  # initial pose at a level without listed poses


class ActPose(Pose):
    level: int
    side: Side


class Act(TypedDict):
    """Act in dexterity play whose outcome is awaited."""

    kind: Deed
    columns: list[BaseId]
    floor: FloorName | None
    pose: ActPose | None


# ---------------------------------------------------------------- the result, and the view


class Target(TypedDict):
    """Required levels, and their components."""

    needed: int
    start: int
    failed: int
    extended: int


class Sheet(TypedDict):
    """The result, the same for all seats, with its components (MEN-END-7)."""

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
    """Everything on the table, and how safely the tower stands."""

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
    act: Act | None
    placing: Placing | None
    floors: list[Floor]
    fallen: list[Floor]  # positions before the fall, with the columns that fell with them
    stability: Stability
    balance: Balance | None  # null if nothing rests on columns
    sheets: list[Sheet]


# ---------------------------------------------------------------- choices and their effects


class SideBases(TypedDict):
    bases: Columns


class BaseColour(TypedDict):
    base: BaseId
    colour: Colour


class SetPose(TypedDict):
    """Listed pose, the best of a set."""

    pose: Pose
    covers: list[BaseId]
    poses: int  # number of poses in the set


class Danger(TypedDict):
    """Danger of a release, or of taking out, in dexterity play; omitted if nothing can fall."""

    risk: NotRequired[float]  # probability that the temple falls, which ends the game
    outlook: NotRequired[Outlook]


class Tipping(TypedDict):
    tips: FloorName | None  # the floor that would tip
    needs: float | None  # grams missing on its other side


class Standing(TypedDict):
    stands: bool  # false: only with a partner, or at a risk in dexterity play
    tips: NotRequired[FloorName | None]
    needs: NotRequired[float | None]


class LiftPreview(Standing, Danger):
    """Preview of a column that is taken out or set up again."""

    action: str


class BasePreview(LiftPreview):
    """Preview of a base for a column."""

    bears: float | None  # additional columns that it bears; null: any number
    fills: bool  # true if the column fills its floor


class PlainPreview(Danger):
    action: str
    gives_up: bool


class FloorPreview(Danger):
    """Preview of a place for a floor."""

    action: str
    needs: int  # number of columns that it must cover
    stability: Stability
    stands: bool


class SpotPreview(FloorPreview):
    """Preview of any place for a floor, legal or not."""

    covers: list[BaseId]  # free columns entirely under it
    touches: list[BaseId]  # columns partly under it
    covered: int
    overlaps: list[FloorName]  # floors in its way
    mass: Point  # its mass centre on the table
    hull: list[Point]  # corners of its support area
    contact: list[Point]  # points where it touches the base


class Refusal(TypedDict):
    key: str
    params: dict[str, object]
    clause: str


class AskedPreview(SpotPreview):
    """Preview with the fault of the place, added by the library."""

    refused: Refusal | None


class LevelPreview(TypedDict):
    """Level that may be named although it has no suggested place."""

    action: str
    level: int


class BlockedBase(Tipping):
    """Base that would fit but is not offered, or column that may not be moved."""

    base: BaseId
    key: str
    clause: str
    bears: float | None


class Blocked(TypedDict):
    action: None
    blocked: list[BlockedBase]


Preview = LiftPreview | BasePreview | PlainPreview | FloorPreview | AskedPreview | LevelPreview | Blocked
