"""JSON types sent from a game of Hampi to the browser; the client's ``wire.ts`` is generated from them.

Parts of a tile are numbered from 0 to 6, rotations clockwise from 0 to 5, seats from 0. The fields of a choice follow
from the kinds of decision (``actions.py``) and from ``log.py``.
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
    """Part of a tile."""

    kind: PartKind
    edges: list[int]
    halves: list[int]  # of land: halves of edges; 2e is the clockwise first half of edge e
    village: bool


class Face(TypedDict):
    """Unrotated face of a tile."""

    edges: str  # letters of face edges 0 to 5, clockwise from east
    parts: list[Part]
    building: Building | None
    support: Support


class LaidTile(TypedDict):
    cell: Cell
    tile: TileName
    rotation: Rotation


class RimCell(TypedDict):
    """Empty cell next to the landscape."""

    cell: Cell
    touches: int  # number of tiles


# ---------------------------------------------------------------- zones and markers


class Zone(TypedDict):
    id: int
    kind: ZoneKind  # "road" if there is no village
    status: Status
    parts: list[tuple[int, int]]  # number of the tile and of its part; empty for a building
    cells: list[Cell]
    gaps: int  # open edges; for land: halves; for a building: cells
    gap_cells: list[Cell]
    support: Support
    total: int
    markers: list[int]  # by seat
    leaders: list[int]  # seats that would be paid now
    each: Support  # what each leader would get, or got
    each_total: int
    scored: bool
    paid: list[int]  # seats that were paid


class FutureZone(Zone):
    """Zone of a tile after a possible placement."""

    completed: bool
    joins: int  # number of zones that become one


class PaidZone(TypedDict):
    """Zone that was completed and paid."""

    kind: ZoneKind
    cells: list[Cell]
    support: Support
    total: int
    leaders: list[int]
    each: Support
    each_total: int


class CompletedZone(PaidZone):
    """Zone in a line of the log."""

    markers: list[int]  # by seat


class Marker(TypedDict):
    seat: int
    number: int  # by age, oldest first
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
    other: Support  # support from a set-up position
    holds_jewel: bool


# ---------------------------------------------------------------- the table


class SeatRow(TypedDict):
    """One player's support and markers, and how many zones have paid (HAM-SCORE-6)."""

    seat: int
    support: Every[Influencer, int]
    total: int
    markers_left: int
    round_2_left: int | None
    zones_scored: int


class Holding(TypedDict):
    """Holders of the Jewel after a condition."""

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
    specials: int  # how many of them are the Jewel or conditions


class Coming(TypedDict):
    """The Jewel, a condition or a tile that may come next."""

    item: str
    chance: float
    fits: bool | None  # true if the tile would fit somewhere now


class Deduced(TypedDict):
    """Deductions from the public facts about the next draw of the current stack (HAM-INFO, section 6)."""

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
    seat: int | None  # seat to act
    turn: int | None
    first_player: int | None
    round: int
    last_round: int
    drawn: TileName | None  # tile to be placed
    cell: Cell | None  # cell chosen for it
    marking: Marking  # terrain that may be marked: completed by the tile, any three zones in the round, or any
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
    """Zone that may be marked."""

    zone: int
    cell: Cell
    withdraws: bool  # true if the marker must come from the landscape


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
    """Effects of a tile in one rotation on one cell."""

    rotation: Rotation
    cell: Cell
    zones: list[FutureZone]
    gains: list[Gain]  # by seat, if no zone is marked
    marks: list[Mark]  # zones that may then be marked
    best: int  # highest own gain


class BlockedCell(TypedDict):
    cell: Cell
    key: str
    clause: str
    wanted: dict[Direction, str]  # terrain that the neighbours require


class PlacementPreview(TypedDict):
    """Preview of a cell: one placement per fitting rotation; of a rotation: that placement."""

    action: str
    placements: list[Placement]


class MarkPreview(TypedDict):
    """Preview of a marker, or of replacing a tile, which changes no player's support."""

    action: str
    gains: list[Gain]


class Blocked(TypedDict):
    """Empty cells next to the landscape that are not offered."""

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
    provenance: object  # source of the pieces
