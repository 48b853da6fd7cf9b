"""JSON types of Chola for the browser, from which the client's ``wire.ts`` is generated.

Seats are numbered from 0. The fields of choices are declared by the kinds of decision (``actions.py``) and ``log.py``.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from mandapa.games.chola.rules.components import CardKind, Letter, SlotKind, Treasure
from mandapa.games.chola.rules.state import Phase, Source, TreasureRule, Variant
from mandapa.games.chola.rules.supplies import Cards, Stones, Wanted
from mandapa.kernel.presentation import Every

Square = Annotated[str, 'column letter and row number, such as "c2"; row 1 is the lowest']
SlotId = Annotated[str, 'such as "S2"']
TileId = Annotated[str, 'such as "Q8L" (four squares), "T1" (three), "D1" (two) or "M1" (one)']
Bonus = Annotated[str, 'such as "R4" (red) or "U1" (blue)']
Gain = Annotated[dict[Source, int], "points by source, without zeros"]
Gains = Annotated[dict[str, Gain], "gain of each seat; in Solo, seat 1 is the opponent"]
Doing = Literal["pick", "replace", "draw", "build", "sculpt"]
Ending = Literal["full", "last_turns", "stuck", "all_carved", "stalled", "capped", "solo_done"]

# ---------------------------------------------------------------- the temple


class SquareView(TypedDict):
    """A square of the temple."""

    square: Square
    stone: Letter | None
    covered: bool
    star: bool
    treasure: Treasure | None
    open: bool  # a single stone can be placed here


class TreasureView(TypedDict):
    """A kind of treasure tile."""

    points: int
    wants: Wanted | None  # colour of the stone that earns it, "pattern" for a stone in a pattern, null for any stone


class TileView(TypedDict):
    """A sculpture tile."""

    id: TileId
    value: int
    cost: Stones


class SlotView(TypedDict):
    """A place for a sculpture tile."""

    slot: SlotId
    kind: SlotKind
    squares: list[Square]
    tile: TileView | None
    carver: int | None
    finished: bool  # every square has a stone, and the slot is not carved yet


class Group(TypedDict):
    """Two or more connected visible stones of one colour."""

    letter: Letter
    owner: int | Literal["opponent"] | None
    squares: list[Square]
    value: int
    next: int  # points for one more stone


# ---------------------------------------------------------------- the score sheet


class Opponent(TypedDict):
    """The automatic opponent in Solo."""

    total: int
    rows: Every[Source, int]


class HeadStart(TypedDict):
    """A head start of the opponent in Solo, and whether the player's score would win against it."""

    points: int
    own: bool  # the head start of this game
    won: bool


class Sheet(TypedDict):
    """Points of one seat by source, with tie-breaks."""

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
    """Possessions of one seat."""

    seat: int
    colour: Letter | None
    stones: Stones
    cards: Cards  # cards known to the viewer
    known: Cards  # cards known to everyone
    held: int  # number of cards
    wagon: Stones | None
    red: Bonus | None
    blue: Bonus | None
    resting: bool
    can_restock: bool  # could pick, draw or, if that counts, replace: not stuck even if it cannot build
    total: int


class Bag(TypedDict):
    total: int
    counts: Stones


class CardStack(TypedDict):
    """The face-down deck."""

    total: int
    unseen: Cards


class Building(TypedDict):
    """The card being built, with the choices so far."""

    card: CardKind
    colours: list[Letter]
    squares: list[Square]


class Carving(TypedDict):
    """The sculpture being carved, with the choices so far."""

    slot: SlotId
    plan: str | None
    cost: Stones
    from_hand: Stones
    next: Letter | None


class Rules(TypedDict):
    """Options and limits of the game that affect the display."""

    treasures: TreasureRule
    pattern_scoring: Literal["increment", "full"]
    stuck_rule: Literal["literal", "replace_counts"]
    last_spaces: int  # empty spaces that trigger the last turns


class View(TypedDict):
    """Everything on the table that the viewer may know."""

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
    stuck_seat: int | None  # seat that had no move left, which ended the game
    doing: Doing | None
    entrance: list[Square]
    squares: list[SquareView]  # from the ground up, left to right
    treasures: Every[Treasure, TreasureView]
    slots: list[SlotView]
    seats: list[SeatView]
    opponent: Opponent | None
    ladder: list[HeadStart]  # from easy to hard; empty except in Solo
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
    """A way to pay, with its cost."""

    cost: Stones


class BlueCard(TypedDict):
    card: Bonus


class Possible(TypedDict):
    """A sculpture that a Build makes possible, by placing its last stone or making it affordable for the builder."""

    slot: SlotId
    payers: list[int]  # seats that could then carve it
    missing: Stones  # stones that the builder would still lack


class Build(TypedDict):
    """A complete Build."""

    actions: list[str]  # actions to send
    stones: dict[Square, Letter]  # resulting stone on each square
    gains: Gains
    patterns: NotRequired[list[list[Square]]]  # squares of each pattern that would contain a new stone
    sculptures: NotRequired[list[Possible]]


class Share(TypedDict):
    """Number of stones of one colour that the hand can pay; the wagon pays the rest."""

    letter: Letter
    need: int  # total of hand and wagon
    least: int
    most: int
    proposed: int


class Way(TypedDict):
    """A way to pay for a sculpture."""

    way: str
    points: int  # points for the sculpture
    cost: Stones
    shares: list[Share]  # the cost by colour
    actions: list[str]  # actions to send
    asked: list[Letter]  # colours whose number of stones from the hand must be chosen next


class PlainPreview(TypedDict):
    action: str


class BuildPreview(TypedDict):
    """Preview of the Builds that begin with an action."""

    action: str
    best: int
    builds: list[Build]


class SculptPreview(TypedDict):
    """Preview of a sculpture with the ways to pay for it."""

    action: str
    gain: int
    tile: TileView
    ways: list[Way]


class BlockedWhat(TypedDict):
    """An illegal action, a card in hand that cannot be built, or a sculpture that cannot be carved."""

    doing: NotRequired[Doing]
    card: NotRequired[CardKind]
    slot: NotRequired[SlotId]


class BlockedChoice(BlockedWhat):
    key: str
    clause: str


class Blocked(TypedDict):
    """Options that are not available, with reasons."""

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


class TreasurePiece(TreasureView):
    treasure: Treasure
    count: int


class TilePiece(TileView):
    kind: SlotKind


class BonusPiece(TypedDict):
    card: Bonus


class SlotPiece(TypedDict):
    slot: SlotId
    kind: SlotKind
    squares: list[Square]


class Gallery(TypedDict):
    """All kinds of pieces, with their counts."""

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
