"""What crosses from a game of Menara to the browser, all JSON: the client's ``wire.ts`` is made from it.

Lengths are in mm, angles in degrees, masses in grams, seats start at 0. What a choice says follows from the kinds of
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
    tilt: float | None  # that the tower bears before it tips; null while nothing can tip
    towards: int | None  # where it bears the least: degrees from x, counter-clockwise
    reserve: float | None  # grams at its weakest corner


class Rest(TypedDict):
    """How a floor above the base rests."""

    load: float  # that it hands down
    at: Point  # where it acts
    hull: list[Point]  # corners of what holds it up
    edge: Point  # the nearest point of its edge
    margin: float  # how far that is


class Balance(TypedDict):
    """What stands above the base, and what rests on what."""

    mass: float
    centre: Point
    height: float  # of the centre above the base
    lean: float  # how far the centre may go towards the weakest direction
    columns: dict[str, float]  # on the head of each column, by "F01.2"
    rests: dict[FloorName, Rest]


# ---------------------------------------------------------------- the table


class Quarry(TypedDict):
    top: FloorName | None
    bases: Every[Side, Columns] | None  # of the top floor
    hidden: list[FloorName]  # in no order


class PileView(TypedDict):
    left: int
    cards: list[Card]  # in no order


Lifted = TypedDict("Lifted", {"from": BaseId, "colour": Colour})


class Placing(TypedDict):
    """The floor in hand."""

    floor: FloorName
    side: Side | None
    level: int | None
    shifting: bool
    start: Pose | None  # where to begin at a level without listed poses


class ActPose(Pose):
    level: int
    side: Side


class Act(TypedDict):
    """An act of hands whose outcome is awaited."""

    kind: Deed
    columns: list[BaseId]
    floor: FloorName | None
    pose: ActPose | None


# ---------------------------------------------------------------- the result, and the view


class Target(TypedDict):
    """Levels that are needed, and what they come from."""

    needed: int
    start: int
    failed: int
    extended: int


class Sheet(TypedDict):
    """The same result for everybody, with what it comes from (MEN-END-7)."""

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
    seat: int | None  # to act
    turn: int | None  # whose turn it is
    turn_number: int
    first_player: int | None
    levels: int  # that stand
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
    fallen: list[Floor]  # where they were before, with the columns that went with them
    stability: Stability
    balance: Balance | None  # null where nothing rests on columns
    sheets: list[Sheet]


# ---------------------------------------------------------------- choices, and what they lead to


class SideBases(TypedDict):
    bases: Columns


class BaseColour(TypedDict):
    base: BaseId
    colour: Colour


class SetPose(TypedDict):
    """A listed pose, the best of a set."""

    pose: Pose
    covers: list[BaseId]
    poses: int  # how many the set has


class Danger(TypedDict):
    """What letting go, or taking out, would do in dexterity play; left out where nothing can fall."""

    risk: NotRequired[float]  # chance that the temple falls, which ends the game
    outlook: NotRequired[Outlook]


class Tipping(TypedDict):
    tips: FloorName | None  # the floor that would tip
    needs: float | None  # grams that it lacks on the other side


class Standing(TypedDict):
    stands: bool  # false: only with a partner, or at a risk in dexterity play
    tips: NotRequired[FloorName | None]
    needs: NotRequired[float | None]


class LiftPreview(Standing, Danger):
    """Of a column that is taken out or set up again."""

    action: str


class BasePreview(LiftPreview):
    """Of a base for a column."""

    bears: float | None  # columns that it bears besides; null: any number
    fills: bool  # its floor


class PlainPreview(Danger):
    action: str
    gives_up: bool


class FloorPreview(Danger):
    """Of a place for a floor."""

    action: str
    needs: int  # columns that it must cover
    stability: Stability
    stands: bool


class SpotPreview(FloorPreview):
    """Of any place for a floor, legal or not."""

    covers: list[BaseId]  # free columns wholly under it
    touches: list[BaseId]  # partly
    covered: int
    overlaps: list[FloorName]  # floors in its way
    mass: Point  # its mass centre on the table
    hull: list[Point]  # corners of what holds it up
    contact: list[Point]  # where it touches the base


class Refusal(TypedDict):
    key: str
    params: dict[str, object]
    clause: str


class AskedPreview(SpotPreview):
    """With what is wrong with the place, which the library says."""

    refused: Refusal | None


class LevelPreview(TypedDict):
    """A level that may be named although no place is suggested there."""

    action: str
    level: int


class BlockedBase(Tipping):
    """A base that would fit but is not offered, or a column that may not be moved."""

    base: BaseId
    key: str
    clause: str
    bears: float | None


class Blocked(TypedDict):
    action: None
    blocked: list[BlockedBase]


Preview = LiftPreview | BasePreview | PlainPreview | FloorPreview | AskedPreview | LevelPreview | Blocked
