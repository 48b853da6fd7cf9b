"""What crosses from a game of Kerala to the browser, all JSON: the client's ``wire.ts`` is made from this page.

Tiles are their codes, colours and sides their names, seats start at 0. What a choice says follows from the kinds of
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
    """An area that is not the largest of its colour (KER-SCORE-4)."""

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
    id: int  # slot: a stack keeps it when it is shifted
    cell: Cell
    stack: list[str]  # bottom to top
    side: Side | None  # on which the coloured edge of the top tile lies; null when it has none
    tiles: list[str]  # ids of the pieces, which stay when they move


class PlatformView(TypedDict):
    seat: int
    colour: Colour | None
    passes: int
    passes_left: int
    figures: list[FigureView]
    cells: list[CellView]
    sheet: Sheet


class View(TypedDict):
    """Everything on the table, the same for everybody (KER-INFO-1, KER-INFO-2, KER-INFO-3)."""

    game: Literal["kerala"]
    players: int
    round: int
    rounds: int
    first_leader: int | None
    leader: int | None
    seat: int | None  # to act
    phase: Phase
    turn_order: list[int]  # of this round
    done: list[int]  # seats whose turns of this round are over
    offer: list[str]
    held: str | None  # tile taken and not yet placed
    figure: int | None  # that stepped
    lifted: Cell | None
    bag: Pile
    box: Pile
    removed: Pile
    platforms: list[PlatformView]  # by seat


# ---------------------------------------------------------------- choices, and what they lead to

Effect = Literal["loses", "joins", "splits", "new", "same"]


class PassesLeft(TypedDict):
    """What the choice to pass says."""

    left: int


class Target(TypedDict):
    """Where a step leads."""

    cell: Cell
    covers: str | None  # tile that is covered


class Outcome(TypedDict):
    total: int  # of the own running score
    gain: int
    effect: Effect  # on the areas


class OutcomePreview(Outcome):
    """Of what is chosen last: the tile lies then."""

    action: str


class LiftPreview(TypedDict):
    action: str
    gain: int  # with the best place for the stack


class Step(TypedDict):
    figure: int
    direction: Side
    cell: Cell


class TakePlace(Step, Outcome):
    """Where a tile of the offer could go; for an edge tile one a side."""

    side: Side | None


class TakePreview(TypedDict):
    action: str
    best: int  # gain of the best of the places
    places: list[TakePlace]


class BlockedCell(TypedDict):
    cell: Cell
    key: str
    clause: str


class Blocked(TypedDict):
    """The cells that may not be chosen."""

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
    provenance: object  # where the pieces are known from
