"""JSON types of Hampi for the browser, from which the client's ``wire.ts`` is generated.

Parts of a tile are numbered from 0 to 6, rotations clockwise from 0 to 5, and seats from 0. The fields of a choice are
declared in ``actions.py`` for its kind of decision, and in ``log.py``.
"""

from typing import Annotated, Literal, TypedDict

from mandapa.games.hampi.rules.components import Building, Direction, Influencer, Measure, PartKind, ZoneKind
from mandapa.games.hampi.rules.landscape import Cell
from mandapa.games.hampi.rules.state import Phase
from mandapa.kernel.presentation import Every

TileName = Annotated[str, 'such as "H07"']
Rotation = Annotated[int, "clockwise, in steps of 60 degrees"]
Support = Annotated[dict[Influencer, int], "support by influencer, without zeros"]
Status = Literal["open", "complete", "dead", "road"]
Marking = Literal["completed", "three", "free"]

# ---------------------------------------------------------------- tiles


class Part(TypedDict):
    """Part of a tile: a road piece, or a farm, pond or land area."""

    kind: PartKind
    edges: list[int]
    halves: list[int]  # for land: half edges; 2e is the first half of edge e, clockwise
    village: bool


class Face(TypedDict):
    """Unrotated face of a tile."""

    edges: str  # letters of face edges 0 to 5, clockwise from east
    parts: list[Part]
    building: Building | None
    support: Support


class LaidTile(TypedDict):
    """A tile of the landscape."""

    cell: Cell
    tile: TileName
    rotation: Rotation


class RimCell(TypedDict):
    """Empty cell next to the landscape."""

    cell: Cell
    touches: int  # number of adjacent tiles


# ---------------------------------------------------------------- zones and markers


class Zone(TypedDict):
    """A zone of the landscape."""

    id: int
    kind: ZoneKind  # "road" without a village
    status: Status
    parts: list[tuple[int, int]]  # numbers of tile and part; empty for a building
    cells: list[Cell]
    gaps: int  # open edges, half edges for land, empty cells for a building
    gap_cells: list[Cell]
    support: Support
    total: int
    markers: list[int]  # by seat
    leaders: list[int]  # seats that would be paid now
    each: Support  # payment of each leader, made or due
    each_total: int
    scored: bool
    paid: list[int]  # seats that were paid


class FutureZone(Zone):
    """A zone after a possible placement."""

    completed: bool
    joins: int  # number of zones that it joins


class PaidZone(TypedDict):
    """A completed zone, with its payment to each leader."""

    kind: ZoneKind
    cells: list[Cell]
    support: Support
    total: int
    leaders: list[int]
    each: Support
    each_total: int


class CompletedZone(PaidZone):
    """A completed zone in a log entry."""

    markers: list[int]  # by seat


class Marker(TypedDict):
    seat: int
    number: int  # by age, oldest first
    zone: int
    cell: Cell
    part: int | None  # null for the building
    locked: bool


# ---------------------------------------------------------------- the score sheet


class ZonesOfKind(TypedDict):
    zones: int
    points: int


class Sheet(TypedDict):
    """Score sheet of one seat: its support, and the zones that paid it (HAM-SCORE, HAM-BANK)."""

    seat: int
    total: int
    rank: int
    support: Every[Influencer, int]
    markers_left: int
    zones: list[PaidZone]
    kinds: dict[ZoneKind, ZonesOfKind]
    other: Support  # support given by a custom start position
    holds_jewel: bool


# ---------------------------------------------------------------- the table


class SeatRow(TypedDict):
    """Support and markers of one player, and the number of zones that have paid the player (HAM-SCORE-6)."""

    seat: int
    support: Every[Influencer, int]
    total: int
    markers_left: int
    round_2_left: int | None
    zones_scored: int


class Holding(TypedDict):
    """Holders of the Jewel after a condition was drawn."""

    measure: Measure
    holders: list[int]


class Jewel(TypedDict):
    """The Sun Jewel and its history."""

    found_by: int | None
    holders: list[int]
    history: list[Holding]


class Condition(TypedDict):
    """A condition for holding the Jewel, with the current values of all seats."""

    measure: Measure
    to_come: bool
    values: list[int]
    leaders: list[int]
    would_hold: list[int]


class Stack(TypedDict):
    """A stack to draw from."""

    items: int
    specials: int  # number of items that are the Jewel or conditions


class Coming(TypedDict):
    """The Jewel, a condition or a tile that can be drawn next."""

    item: str
    chance: float
    fits: bool | None  # true if the tile fits somewhere now


class Deduced(TypedDict):
    """Facts about the next draw that follow from public information (HAM-INFO, section 6)."""

    next: list[Coming]
    returned: list[TileName]
    aside: list[TileName]
    gone: list[TileName]


class View(TypedDict):
    """Everything on the table, and what follows from it for the next draw."""

    game: Literal["hampi"]
    players: int
    mode: Literal["basic", "advanced"]
    length: Literal["full", "quick"]
    final_tie: Literal["shared", "total"]
    phase: Phase
    seat: int | None  # seat to act
    turn: int | None
    first_player: int | None
    round: int
    last_round: int
    drawn: TileName | None  # tile to be placed
    cell: Cell | None  # cell chosen for it
    marking: Marking  # zones that can be marked: completed by the tile, three in the round, or any
    tiles: list[LaidTile]  # in the order of placement, the first three from set-up
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


# ---------------------------------------------------------------- choices and their effects


class Fitting(TypedDict):
    rotations: list[Rotation]


class ChosenCell(TypedDict):
    cell: Cell


class MarkedZone(TypedDict):
    """A zone that can be marked."""

    zone: int
    cell: Cell
    withdraws: bool  # true if a marker must be taken from the landscape


class SourceZone(TypedDict):
    zone: int


class Gain(TypedDict):
    """Change in a seat's support."""

    support: Support
    total: int


class Mark(TypedDict):
    zone: int
    gains: list[Gain]


class Placement(TypedDict):
    """Effects of placing the drawn tile on a cell in one rotation."""

    rotation: Rotation
    cell: Cell
    zones: list[FutureZone]
    gains: list[Gain]  # by seat, if no zone is marked
    marks: list[Mark]  # zones that can then be marked
    best: int  # highest gain of the acting seat


class BlockedCell(TypedDict):
    cell: Cell
    key: str
    clause: str
    wanted: dict[Direction, str]  # terrain required by the neighbours


class PlacementPreview(TypedDict):
    """Preview of choosing a cell (a placement for each rotation that fits) or a rotation (one placement)."""

    action: str
    placements: list[Placement]


class MarkPreview(TypedDict):
    """Preview of placing a marker or of replacing the drawn tile, which changes no support."""

    action: str
    gains: list[Gain]


class Blocked(TypedDict):
    """Empty cells next to the landscape that cannot be chosen, each with the reason."""

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
    """All tile types with their parts and counts, the influencers, the conditions and the number of markers."""

    tiles: list[TilePiece]
    influencers: list[Influencer]
    conditions: list[Measure]
    markers: int
    support_cards: list[SupportCard]
    provenance: object  # source of the pieces
