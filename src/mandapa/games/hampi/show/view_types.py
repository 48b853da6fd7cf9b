"""What crosses from a game of Hampi to the browser, all JSON: the client's ``wire.ts`` is made from it.

Parts of a tile are numbered from 0 to 6, rotations clockwise from 0 to 5, seats from 0. What a choice says follows from
the kinds of decision (``actions.py``) and from ``log.py``.
"""

from typing import Annotated, Literal, TypedDict

from mandapa.games.hampi.rules.components import Building, Direction, Influencer, Measure, PartKind, ZoneKind
from mandapa.games.hampi.rules.landscape import Cell
from mandapa.games.hampi.rules.state import Phase
from mandapa.kernel.presentation import Every

TileName = Annotated[str, '"H07"']
Rotation = Annotated[int, "clockwise, in sixths"]
Support = Annotated[dict[Influencer, int], "entries of 0 are left out"]
Status = Literal["open", "complete", "dead", "road"]
Marking = Literal["completed", "three", "free"]

# ---------------------------------------------------------------- tiles


class Part(TypedDict):
    """A part of a tile."""

    kind: PartKind
    edges: list[int]
    halves: list[int]  # of land: the halves of edges, 2e the one that comes first clockwise
    village: bool


class Face(TypedDict):
    """What a tile shows when it is not turned."""

    edges: str  # letters of the face edges 0 to 5, clockwise from the east
    parts: list[Part]
    building: Building | None
    support: Support


class LaidTile(TypedDict):
    cell: Cell
    tile: TileName
    rotation: Rotation


class RimCell(TypedDict):
    """An empty cell beside the landscape."""

    cell: Cell
    touches: int  # tiles


# ---------------------------------------------------------------- zones and markers


class Zone(TypedDict):
    id: int
    kind: ZoneKind  # "road" if it has no village
    status: Status
    parts: list[tuple[int, int]]  # number of the tile and of its part; none of a building
    cells: list[Cell]
    gaps: int  # open edges; of land: halves; of a building: cells
    gap_cells: list[Cell]
    support: Support
    total: int
    markers: list[int]  # by seat
    leaders: list[int]  # who would be paid now
    each: Support  # what each of them would get, or got
    each_total: int
    scored: bool
    paid: list[int]  # who was paid


class FutureZone(Zone):
    """A zone of a tile as it would be."""

    completed: bool
    joins: int  # how many zones become one there


class PaidZone(TypedDict):
    """A zone that was completed and paid."""

    kind: ZoneKind
    cells: list[Cell]
    support: Support
    total: int
    leaders: list[int]
    each: Support
    each_total: int


class CompletedZone(PaidZone):
    """A zone in a line of the log."""

    markers: list[int]  # by seat


class Marker(TypedDict):
    seat: int
    number: int  # by age
    zone: int
    cell: Cell
    part: int | None  # null: on the building
    locked: bool


# ---------------------------------------------------------------- the score sheet


class ZonesOfKind(TypedDict):
    zones: int
    points: int


class Sheet(TypedDict):
    """One seat's support, zone by zone (HAM-SCORE, HAM-BANK)."""

    seat: int
    total: int
    rank: int
    support: Every[Influencer, int]
    markers_left: int
    zones: list[PaidZone]
    kinds: dict[ZoneKind, ZonesOfKind]
    other: Support  # that came with a set-up position
    holds_jewel: bool


# ---------------------------------------------------------------- the table


class SeatRow(TypedDict):
    """Support and markers of one player, and how many zones have paid (HAM-SCORE-6)."""

    seat: int
    support: Every[Influencer, int]
    total: int
    markers_left: int
    round_2_left: int | None
    zones_scored: int


class Holding(TypedDict):
    """Who held the Jewel after a condition."""

    measure: Measure
    holders: list[int]


class Jewel(TypedDict):
    found_by: int | None
    holders: list[int]
    history: list[Holding]


class Condition(TypedDict):
    measure: Measure
    to_come: bool
    values: list[int]
    leaders: list[int]
    would_hold: list[int]


class Stack(TypedDict):
    items: int
    specials: int  # of them the Jewel and conditions


class Coming(TypedDict):
    """The Jewel, a condition or a tile that may come next."""

    item: str
    chance: float
    fits: bool | None  # whether a tile would fit somewhere now


class Deduced(TypedDict):
    """What the public facts say about the next draw of the current stack (HAM-INFO, section 6)."""

    next: list[Coming]
    returned: list[TileName]
    aside: list[TileName]
    gone: list[TileName]


class View(TypedDict):
    """Everything on the table, and what a careful player can deduce."""

    game: Literal["hampi"]
    players: int
    mode: Literal["basic", "advanced"]
    length: Literal["full", "quick"]
    final_tie: Literal["shared", "total"]
    phase: Phase
    seat: int | None  # to act
    turn: int | None
    first_player: int | None
    round: int
    last_round: int
    drawn: TileName | None  # to be placed
    cell: Cell | None  # chosen for it
    marking: Marking  # of terrain that the tile completes only, of any three zones in the round, or free
    tiles: list[LaidTile]  # in the order in which they were laid, the first three in set-up
    rim: list[RimCell]
    zones: list[Zone]
    markers: list[Marker]
    seats: list[SeatRow]
    jewel: Jewel
    stacks: list[Stack]
    conditions: list[Condition]
    deduced: Deduced
    faces: dict[TileName, Face]
    sheets: list[Sheet]


# ---------------------------------------------------------------- choices, and what they lead to


class Fitting(TypedDict):
    rotations: list[Rotation]


class ChosenCell(TypedDict):
    cell: Cell


class MarkedZone(TypedDict):
    """A zone that may be marked."""

    zone: int
    cell: Cell
    withdraws: bool  # the marker has to come from the landscape


class SourceZone(TypedDict):
    zone: int


class Gain(TypedDict):
    """Change of a seat's support."""

    support: Support
    total: int


class Mark(TypedDict):
    zone: int
    gains: list[Gain]


class Placement(TypedDict):
    """What a tile in one rotation on one cell would do."""

    rotation: Rotation
    cell: Cell
    zones: list[FutureZone]
    gains: list[Gain]  # by seat, if nothing is marked
    marks: list[Mark]  # zones that may be marked then
    best: int  # own gain of all


class BlockedCell(TypedDict):
    cell: Cell
    key: str
    clause: str
    wanted: dict[Direction, str]  # terrain that the neighbours ask for


class PlacementPreview(TypedDict):
    """Of a cell: one placement a rotation that fits; of a rotation: this one."""

    action: str
    placements: list[Placement]


class MarkPreview(TypedDict):
    """Of a marker; also of a tile to be replaced, which changes nobody's support."""

    action: str
    gains: list[Gain]


class Blocked(TypedDict):
    """The empty cells beside the landscape that are not offered."""

    action: None
    blocked: list[BlockedCell]


Preview = PlacementPreview | MarkPreview | Blocked


# ---------------------------------------------------------------- pieces


class TilePiece(Face):
    tile: TileName
    count: int


class SupportCard(TypedDict):
    value: int
    per_influencer: int


class Gallery(TypedDict):
    """Every tile with its parts, how many there are, influencers, buildings and conditions."""

    tiles: list[TilePiece]
    influencers: list[Influencer]
    conditions: list[Measure]
    markers: int
    support_cards: list[SupportCard]
    provenance: object  # where the pieces are known from
