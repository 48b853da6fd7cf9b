"""JSON types of Kerala for the browser, from which the client's ``wire.ts`` is generated.

Tiles are given by code, colours and sides by name, and seats are numbered from 0. The fields of a choice are declared
in ``actions.py`` for its kind of decision, and in ``log.py``.
"""

from typing import Literal, TypedDict

from mandapa.games.kerala.rules.components import Colour, Side, TileKind
from mandapa.games.kerala.rules.geometry import Cell
from mandapa.games.kerala.rules.state import Phase
from mandapa.kernel.presentation import Every

# ---------------------------------------------------------------- the score sheet


class EdgeMark(TypedDict):
    """The coloured edge of a top tile."""

    cell: Cell
    side: Side
    colour: Colour


class RemovedArea(TypedDict):
    """An area that is removed because better areas of its colour stay (KER-SCORE-4)."""

    colour: Colour
    cells: list[Cell]
    tiles: int


class Removed(TypedDict):
    """Tiles that are removed from the platform when it is scored."""

    tiles: int
    points: int
    areas: list[RemovedArea]


class Missing(TypedDict):
    """Colours that are not visible on the platform."""

    colours: list[Colour]
    points: int


class StandingFigures(TypedDict):
    """Figures that still stand."""

    figures: int
    points: int


class Edges(TypedDict):
    """Coloured edges that touch a tile of their colour, and those that do not."""

    points: int
    each: int  # points of a matched edge
    matched: list[EdgeMark]
    unmatched: list[EdgeMark]


class SymbolsOfColour(TypedDict):
    points: int
    cells: list[Cell]


class Symbols(TypedDict):
    points: int
    by_colour: Every[Colour, SymbolsOfColour]


class Sheet(TypedDict):
    """Points of one seat as if the game ended now, with the cells that earn or lose them (KER-SCORE)."""

    seat: int
    total: int
    rank: int
    removed: Removed
    missing: Missing
    standing: StandingFigures
    edges: Edges
    symbols: Symbols


# ---------------------------------------------------------------- the table


class Pile(TypedDict):
    """A supply of tiles."""

    total: int
    counts: dict[str, int]  # by tile code


class FigureView(TypedDict):
    cell: Cell
    lying: bool


class CellView(TypedDict):
    """A cell with its stack."""

    id: int  # slot of the stack, kept when it is shifted
    cell: Cell
    stack: list[str]  # bottom to top
    side: Side | None  # side of the top tile's coloured edge; null if it has none
    tiles: list[str]  # ids of the tiles, kept when they move


class PlatformView(TypedDict):
    """One player's platform."""

    seat: int
    colour: Colour | None
    passes: int
    passes_left: int
    figures: list[FigureView]
    cells: list[CellView]
    sheet: Sheet


class View(TypedDict):
    """Everything on the table, which is the same for all viewers (KER-INFO-1, KER-INFO-2, KER-INFO-3)."""

    game: Literal["kerala"]
    players: int
    round: int
    rounds: int
    first_leader: int | None
    leader: int | None
    seat: int | None  # seat to act
    phase: Phase
    turn_order: list[int]  # seats in the order of this round
    done: list[int]  # seats that have finished their turn of this round
    offer: list[str]
    held: str | None  # tile taken and not yet placed
    figure: int | None  # figure that stepped
    lifted: Cell | None
    bag: Pile
    box: Pile
    removed: Pile
    platforms: list[PlatformView]  # by seat


# ---------------------------------------------------------------- choices and their previews

Effect = Literal["loses", "joins", "splits", "new", "same"]


class PassesLeft(TypedDict):
    """Additional field of the choice to pass: the number of passes left."""

    left: int


class EdgeSide(TypedDict):
    """Additional field of the choice of a side for a coloured edge."""

    matches: bool  # it would touch a tile of its colour there (KER-SCORE-11)


class Target(TypedDict):
    """Destination of a step."""

    cell: Cell
    covers: str | None  # tile that would be covered


class Outcome(TypedDict):
    """Result of a choice for the player's platform."""

    total: int  # running score after the choice
    gain: int
    effect: Effect  # effect on the areas


class OutcomePreview(Outcome):
    """Preview of a choice that completes the placement of a tile."""

    action: str


class LiftPreview(TypedDict):
    """Preview of lifting a stack."""

    action: str
    gain: int  # gain at the best place for the stack


class Step(TypedDict):
    figure: int
    direction: Side
    cell: Cell


class TakePlace(Step, Outcome):
    """A place for a tile of the offer. An edge tile has an entry for each place and side."""

    side: Side | None


class TakePreview(TypedDict):
    """Preview of taking a tile, with all places for it."""

    action: str
    best: int  # gain of the best place
    places: list[TakePlace]


class BlockedCell(TypedDict):
    cell: Cell
    key: str
    clause: str


class Blocked(TypedDict):
    """Cells that cannot be chosen now, each with the reason."""

    action: None
    blocked: list[BlockedCell]


Preview = OutcomePreview | LiftPreview | TakePreview | Blocked


# ---------------------------------------------------------------- pieces


class TilePiece(TypedDict):
    code: str
    colour: Colour
    kind: TileKind
    symbols: int
    edge: Colour | None
    count: int


class ColourPiece(TypedDict):
    name: Colour
    letter: str
    screen: str  # colour on the screen
    pattern: str


class Gallery(TypedDict):
    """All tile types with their counts, and the colours."""

    tiles: list[TilePiece]
    colours: list[ColourPiece]
    figures_per_player: int
    provenance: object  # source of the component data
