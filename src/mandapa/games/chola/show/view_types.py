"""JSON types sent from a game of Chola to the browser; the client's ``wire.ts`` is generated from them.

Seats start at 0. The fields of a choice follow from the kinds of decision (``actions.py``) and from ``log.py``.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from mandapa.games.chola.rules.components import CardKind, Letter, SlotKind, Treasure
from mandapa.games.chola.rules.state import Phase, Source, TreasureRule, Variant
from mandapa.games.chola.rules.supplies import Cards, Stones
from mandapa.kernel.presentation import Every

Square = Annotated[str, '"c2": column and row, row 1 on the ground']
SlotId = Annotated[str, '"S2"']
TileId = Annotated[str, '"Q8L" of four squares, "T1" of three, "D1" of two, "M1" of one']
Bonus = Annotated[str, '"R4" is red, "U1" blue']
Gain = Annotated[dict[Source, int], "points by where they come from, without zeros"]
Gains = Annotated[dict[str, Gain], "what every seat gains; in Solo the opponent is seat 1"]
Doing = Literal["pick", "replace", "draw", "build", "sculpt"]
Ending = Literal["full", "last_turns", "stuck", "all_carved", "stalled", "capped", "solo_done"]

# ---------------------------------------------------------------- the temple


class SquareView(TypedDict):
    square: Square
    stone: Letter | None
    covered: bool
    star: bool
    treasure: Treasure | None
    open: bool  # a single stone may be set here


class TileView(TypedDict):
    id: TileId
    value: int
    cost: Stones


class SlotView(TypedDict):
    slot: SlotId
    kind: SlotKind
    squares: list[Square]
    tile: TileView | None
    carver: int | None
    finished: bool  # every square has a stone, and nothing has been carved there


class Group(TypedDict):
    """Two or more connected visible stones of one colour."""

    letter: Letter
    owner: int | Literal["opponent"] | None
    squares: list[Square]
    value: int
    next: int  # points that one more stone would pay


# ---------------------------------------------------------------- the score sheet


class Opponent(TypedDict):
    """The virtual opponent in Solo."""

    total: int
    rows: Every[Source, int]


class Sheet(TypedDict):
    """One seat's points by source, with the tie-breaks."""

    seat: int
    total: int
    rank: int
    rows: Every[Source, int]
    carved: int
    tie_break: int
    opponent: NotRequired[Opponent]
    won: NotRequired[bool]


# ---------------------------------------------------------------- the table


class SeatView(TypedDict):
    seat: int
    colour: Letter | None
    stones: Stones
    cards: Cards  # cards that the viewer knows
    known: Cards  # publicly known cards
    held: int  # number of cards
    wagon: Stones | None
    red: Bonus | None
    blue: Bonus | None
    resting: bool
    total: int


class Bag(TypedDict):
    total: int
    counts: Stones


class CardStack(TypedDict):
    total: int
    unseen: Cards


class Building(TypedDict):
    """The card that is being built, with the choices already made."""

    card: CardKind
    colours: list[Letter]
    squares: list[Square]


class Carving(TypedDict):
    """The sculpture that is being carved, with the choices already made."""

    slot: SlotId
    plan: str | None
    cost: Stones
    from_hand: Stones
    next: Letter | None


class Rules(TypedDict):
    """Options that players should know."""

    treasures: TreasureRule
    pattern_scoring: Literal["increment", "full"]
    stuck_rule: Literal["literal", "replace_counts"]


class View(TypedDict):
    game: Literal["chola"]
    players: int
    variant: Variant
    phase: Phase
    seat: int | None  # seat to act
    turn_seat: int | None
    first_player: int | None
    turn: int
    spaces: int
    last_turns: int
    ending: Ending | None
    doing: Doing | None
    entrance: list[Square]
    squares: list[SquareView]  # from the ground up, left to right
    slots: list[SlotView]
    seats: list[SeatView]
    opponent: Opponent | None
    bag: Bag
    stack: CardStack
    row: Cards
    removed_value: int | None
    building: Building | None
    carving: Carving | None
    groups: list[Group]
    rules: Rules
    sheets: list[Sheet]


# ---------------------------------------------------------------- choices and their previews


class Arranged(TypedDict):
    stones: dict[Square, Letter]


class WayToPay(TypedDict):
    plan: str
    letters: list[Letter]


class PricedWay(WayToPay):
    cost: Stones


class BlueCard(TypedDict):
    card: Bonus


class Possible(TypedDict):
    """A sculpture that a Build makes possible, by setting its last stone or letting the builder pay for it."""

    slot: SlotId
    payers: list[int]  # seats that could carve it then
    missing: Stones  # stones that the builder would lack


class Build(TypedDict):
    """One complete way to build."""

    actions: list[str]  # actions to send
    stones: dict[Square, Letter]  # resulting stone on each square
    gains: Gains
    sculptures: NotRequired[list[Possible]]


class Way(TypedDict):
    """A way to pay for a sculpture."""

    way: str
    cost: Stones
    actions: list[str]  # actions to send
    asked: list[Letter]  # colours for which the number of stones from the hand is asked next


class PlainPreview(TypedDict):
    action: str


class BuildPreview(TypedDict):
    action: str
    best: int
    builds: list[Build]


class SculptPreview(TypedDict):
    action: str
    gain: int
    tile: TileView
    ways: list[Way]


class BlockedWhat(TypedDict):
    """An action that is illegal, a held card that cannot be built, or a sculpture that cannot be carved."""

    doing: NotRequired[Doing]
    card: NotRequired[CardKind]
    slot: NotRequired[SlotId]


class BlockedChoice(BlockedWhat):
    key: str
    clause: str


class Blocked(TypedDict):
    action: None
    blocked: list[BlockedChoice]


Preview = PlainPreview | BuildPreview | SculptPreview | Blocked


# ---------------------------------------------------------------- pieces


class ColourPiece(TypedDict):
    name: str
    letter: Letter


class CardPiece(TypedDict):
    card: CardKind
    count: int


class TreasurePiece(TypedDict):
    treasure: Treasure
    count: int
    points: int


class TilePiece(TileView):
    kind: SlotKind


class BonusPiece(TypedDict):
    card: Bonus


class SlotPiece(TypedDict):
    slot: SlotId
    kind: SlotKind
    squares: list[Square]


class Gallery(TypedDict):
    """Every kind of piece once, with its number."""

    colours: list[ColourPiece]
    stones: int
    cards: list[CardPiece]
    treasures: list[TreasurePiece]
    tiles: list[TilePiece]
    bonus: list[BonusPiece]
    patterns: list[int]
    squares: list[Square]
    stars: list[Square]
    entrance: list[Square]
    slots: list[SlotPiece]
    provenance: object  # source of the component data
