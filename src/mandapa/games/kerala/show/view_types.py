"""JSON types sent from a game of Kerala to the browser; the client's ``wire.ts`` is generated from them.

Tiles are codes, colours and sides are names, and seats start at 0. The fields of a choice follow from the kinds of
decision (``actions.py``) and from ``log.py``.
"""

from typing import Literal, TypedDict

from mandapa.games.kerala.rules.components import Colour, Side, TileKind
from mandapa.games.kerala.rules.platform import Cell
from mandapa.games.kerala.rules.state import Phase
from mandapa.kernel.presentation import Every

# ---------------------------------------------------------------- the score sheet


class EdgeMark(TypedDict):
    """The coloured edge of a top tile."""

    cell: Cell
    side: Side
    colour: Colour


class RemovedArea(TypedDict):
    """An area that is removed, since it is not the largest of its colour (KER-SCORE-4)."""

    colour: Colour
    cells: list[Cell]
    tiles: int


class Removed(TypedDict):
    tiles: int
    points: int
    areas: list[RemovedArea]


class Missing(TypedDict):
    colours: list[Colour]
    points: int


class StandingFigures(TypedDict):
    figures: int
    points: int


class Edges(TypedDict):
    points: int
    matched: list[EdgeMark]
    unmatched: list[EdgeMark]


class SymbolsOfColour(TypedDict):
    points: int
    cells: list[Cell]


class Symbols(TypedDict):
    points: int
    by_colour: Every[Colour, SymbolsOfColour]


class Sheet(TypedDict):
    """One seat's points as if the game ended now, each with the cells behind it (KER-SCORE)."""

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
    total: int
    counts: dict[str, int]  # by tile


class FigureView(TypedDict):
    cell: Cell
    lying: bool


class CellView(TypedDict):
    id: int  # slot; a stack keeps it when shifted
    cell: Cell
    stack: list[str]  # bottom to top
    side: Side | None  # side of the top tile's coloured edge; null if it has none
    tiles: list[str]  # ids of the pieces, unchanged when they move


class PlatformView(TypedDict):
    seat: int
    colour: Colour | None
    passes: int
    passes_left: int
    figures: list[FigureView]
    cells: list[CellView]
    sheet: Sheet


class View(TypedDict):
    """Everything on the table, the same for all viewers (KER-INFO-1, KER-INFO-2, KER-INFO-3)."""

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
    """Details of the choice to pass."""

    left: int


class Target(TypedDict):
    """Destination of a step."""

    cell: Cell
    covers: str | None  # tile that is covered


class Outcome(TypedDict):
    total: int  # running score after the choice
    gain: int
    effect: Effect  # effect on the areas


class OutcomePreview(Outcome):
    """Preview of the final choice, after which the tile is placed."""

    action: str


class LiftPreview(TypedDict):
    action: str
    gain: int  # gain with the best place for the stack


class Step(TypedDict):
    figure: int
    direction: Side
    cell: Cell


class TakePlace(Step, Outcome):
    """A place for a tile of the offer; an edge tile has one entry per side."""

    side: Side | None


class TakePreview(TypedDict):
    action: str
    best: int  # gain of the best place
    places: list[TakePlace]


class BlockedCell(TypedDict):
    cell: Cell
    key: str
    clause: str


class Blocked(TypedDict):
    """Cells that may not be chosen."""

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
    """Every tile type once."""

    tiles: list[TilePiece]
    colours: list[ColourPiece]
    figures_per_player: int
    provenance: object  # source of the component data
