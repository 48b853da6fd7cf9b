"""Actions of Chola: decisions of players, outcomes of chance and reasons for illegal actions (CHO section 6).

The rules are attached to the kinds declared here (``@BUILD_CARD.rule`` in ``turn/building.py``). ``state.py`` defines
phases, colours and cards, ``temple.py`` the numbering of places, and ``payment.py`` the ways to pay. Follow-up
decisions are numbered after the sculptures and places, whose number depends on the temple.
"""

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from mandapa.games.chola.rules import components, state as chola
from mandapa.games.chola.rules.setup import next_slot, seat_without_colour, set_temple, star_without_treasure
from mandapa.games.chola.rules.temple import num_places, place_name, square_name, squares_at
from mandapa.games.chola.rules.turn.payment import NUM_WAYS, WAYS
from mandapa.kernel.actions import NOWHERE, Parameter, Vocabulary, below, fixed_by_state, one_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, new_records

CHOLA = Vocabulary("chola", chola.PHASES, over="CHO-END-6", chance="CHO-CHANCE-1", due="CHO-TURN-1")

# ---------------------------------------------------------------- parameters

SQUARE = r"[a-z]\d{1,2}"
SLOT_NAMES = tuple(f"S{1 + slot}" for slot in range(components.MAX_SLOTS))
COLOUR_CHOICES = (*components.LETTERS, *(f"{first} {second}" for first, second in combinations(components.LETTERS, 2)))
"""All choices of colours for a card: each single colour, then each pair in the order of the letters."""
FIRST_OF_CHOICE = np.array([components.LETTERS.index(choice[0]) for choice in COLOUR_CHOICES], np.int8)
SECOND_OF_CHOICE = np.array([components.LETTERS.index(choice[-1]) for choice in COLOUR_CHOICES], np.int8)
NUM_CHOICES = len(COLOUR_CHOICES)
REPLACE_SIZES = chola.HAND_LIMIT - chola.REPLACE_MIN + 1
CARD_SOURCES = 1 + len(components.CARDS)
ARRANGEMENTS = 4
PAYMENTS: int = 1 + chola.HAND_LIMIT


def _read_place(state: Any, text: str) -> int:
    names = [place_name(state, place) for place in range(num_places(state))]
    return names.index(text) if text in names else NOWHERE


def _card_taken(state: Any, source: int) -> components.CardKind | None:
    return components.CARDS[source - 1] if source else None


def _squares(state: Any, place: int) -> list[str]:
    return [square_name(state, square) for square in squares_at(state, place)]


def letters_chosen(state: Any, choice: int) -> list[components.Letter]:
    """Return the letters of the one or two colours that a choice names."""
    return [letter for letter in components.LETTERS if letter in COLOUR_CHOICES[choice]]


def _letter_to_pay(state: Any) -> components.Letter:
    return components.LETTERS[int(state.split)]


def _write_bonus(state: Any, number: int) -> str:
    """Return the name of a bonus card: red if the seat has no red card yet, otherwise blue."""
    return (chola.RED if state.red[state.seat] == 0 else chola.BLUE)[number]


LETTER = one_of(*components.LETTERS)
CARD = one_of(*components.CARDS)
COLOUR_CHOICE = replace(
    one_of(*COLOUR_CHOICES),
    value=letters_chosen,
    names=(),
    about="one, or two in the order B L W G Y",
)
CARD_SOURCE = replace(one_of("stack", *components.CARDS), value=_card_taken, names=())
PLACE = Parameter(
    4 * components.MAX_CELLS,
    f"{SQUARE}(?:[-:]{SQUARE})?",
    write=place_name,
    read=_read_place,
    value=_squares,
    about="squares, pairs side by side, pairs one on the other, blocks",
)
WAY = replace(
    one_of(*WAYS), value=None, about="normal, double, free, substitute x y, recolour x y, less x, with colours x and y"
)
TO_PAY = replace(
    fixed_by_state("|".join(components.LETTERS), _letter_to_pay),
    read=lambda state, text: 0 if text == components.LETTERS[state.split] else NOWHERE,
)
BONUS_CARD = Parameter(
    chola.NUM_BONUS,
    "[RU][1-6]",
    write=_write_bonus,
    read=lambda state, text: int(text[1]) - 1,
    value=_write_bonus,
    about="number of the card, less 1; red before blue",
)

# ---------------------------------------------------------------- decisions

PICK_STONES = CHOLA.decision("pick", chola.ACTION)
REPLACE_STONES = CHOLA.decision(
    "replace {letter} {count}", chola.ACTION, letter=LETTER, count=below(REPLACE_SIZES, first=chola.REPLACE_MIN)
)
TAKE_CARD = CHOLA.decision("draw {card}", chola.ACTION, card=CARD_SOURCE)
BUILD_CARD = CHOLA.decision("build {card}", chola.ACTION, card=CARD)
CARVE = CHOLA.decision("sculpt {slot}", chola.ACTION, slot=one_of(*SLOT_NAMES))

SCULPT_0 = CARVE.id


@compilable
def colours_0(state: Record) -> int:
    """Return the id of the first action that chooses colours; these ids follow those of the sculptures."""
    return SCULPT_0 + int(state.slots)


@compilable
def place_0(state: Record) -> int:
    """Return the id of the first action that chooses a place; these ids follow the choices of colours."""
    return colours_0(state) + NUM_CHOICES


@compilable
def arrange_0(state: Record) -> int:
    """Return the id of the first action that chooses an arrangement; these ids follow the places."""
    return place_0(state) + num_places(state)


@compilable
def way_0(state: Record) -> int:
    """Return the id of the first action that chooses a way to pay; these ids follow the arrangements."""
    return arrange_0(state) + ARRANGEMENTS


@compilable
def hand_0(state: Record) -> int:
    """Return the id of the first payment of stones from the hand; these ids follow the ways to pay."""
    return way_0(state) + NUM_WAYS


@compilable
def bonus_0(state: Record) -> int:
    """Return the id of the first answer about using a blue card; these ids follow the payments from the hand."""
    return hand_0(state) + PAYMENTS


@compilable
def end_0(state: Record) -> int:
    """Return the id of the first answer about an extra turn; these ids follow the answers about a blue card."""
    return bonus_0(state) + 2


TAKE_COLOURS = CHOLA.decision(
    "colours {letters}",
    chola.CHOOSE_COLOURS,
    first=colours_0,
    letters=COLOUR_CHOICE,
)
TAKE_PLACE = CHOLA.decision("place {squares}", chola.CHOOSE_PLACE, first=place_0, squares=PLACE)
ARRANGE_STONES = CHOLA.decision(
    "arrange {number}", chola.ARRANGE, first=arrange_0, number=replace(below(ARRANGEMENTS), value=None)
)
PAY = CHOLA.decision("{way}", chola.PLAN, name="plan", first=way_0, way=WAY)
PAY_BY_HAND = CHOLA.decision(
    "hand {letter} {count}", chola.SPLIT, name="split", first=hand_0, letter=TO_PAY, count=below(PAYMENTS)
)
ANSWER = CHOLA.decision("{answer}", chola.BONUS, name="bonus", first=bonus_0, answer=one_of("no", "yes"))
END_TURN = CHOLA.decision("{answer}", chola.END, name="end", first=end_0, answer=one_of("end", "extra"))

NUM_ACTIONS = sum(kind.count for kind in CHOLA.decisions)
"""Number of actions for the largest temple that a component file may define; the built-in one uses the first 579."""
_BUILT_IN = new_records(chola.STATE, 1)[0]
set_temple(_BUILT_IN, chola.DEFAULT)
FIRST_IDS = "With the built-in pieces: " + ", ".join(
    f"{kind.first.__name__} {kind.first(_BUILT_IN)}" for kind in CHOLA.decisions if callable(kind.first)
)

# ---------------------------------------------------------------- chance

CHOOSE_FIRST = CHOLA.event("first {seat}", chola.FIRST_PLAYER, seat=below(chola.MAX_PLAYERS))
GIVE_COLOUR = CHOLA.event(
    "colour {seat} {letter}", chola.COLOUR, seat=fixed_by_state("[0-4]", seat_without_colour), letter=LETTER
)
DRAW_A_STONE = CHOLA.event("stone {letter}", chola.DEAL_STONE, chola.DRAW_STONE, letter=LETTER)
LAY_TREASURE = CHOLA.event(
    "treasure {square} {treasure}",
    chola.TREASURE,
    square=fixed_by_state(SQUARE, lambda state: square_name(state, state.star[star_without_treasure(state)])),
    treasure=one_of(*components.TREASURES),
)
DRAW_A_CARD = CHOLA.event("card {card}", chola.DEAL_CARD, chola.DRAW_CARD, card=CARD)
TURN_UP = CHOLA.event("card {card}", chola.DEAL_ROW, chola.REFILL, name="row_card", card=CARD)
TAKE_OUT = CHOLA.event("remove {value}", chola.REMOVE_VALUE, value=below(components.MAX_TILES))
LAY_TILE = CHOLA.event(
    "tile {slot} {tile}",
    chola.DEAL_TILE,
    slot=fixed_by_state("|".join(SLOT_NAMES), lambda state: SLOT_NAMES[next_slot(state)]),
    tile=one_of(*chola.TILE_NAMES),
)
GIVE_BONUS = CHOLA.event(
    "bonus {seat} {card}",
    chola.DEAL_BONUS,
    first=1,
    seat=fixed_by_state("[0-4]", lambda state: int(state.seat)),
    card=BONUS_CARD,
)
MAX_CHANCE = components.MAX_TILES

# ---------------------------------------------------------------- reasons for illegal actions

ONLY_BUILDS = CHOLA.fault("solo", "CHO-SOLO-3", "in Solo you only build; everything else is automatic")
HAND_FULL = CHOLA.fault("hand_full", "CHO-PICK-1", "you cannot pick with six or seven stones in hand")
BAG_EMPTY = CHOLA.fault("bag_empty", "CHO-PICK-1", "the bag is empty")
TOO_FEW_ALIKE = CHOLA.fault(
    "too_few_alike", "CHO-REPL-1", "choose at least three stones of one colour, and no more than you have"
)
CARDS_FULL = CHOLA.fault("cards_full", "CHO-DRAW-1", "you already have four cards")
NO_SUCH_CARD = CHOLA.fault("no_such_card", "CHO-DRAW-1", "there is no such card to take")
NOT_HELD = CHOLA.fault("not_held", "CHO-BUILD-1", "you have no card of this kind")
STONES_SHORT = CHOLA.fault("stones_short", "CHO-BUILD-1", "you do not have enough stones for this card")
NO_PLACE = CHOLA.fault("no_place", "CHO-BUILD-1", "there is no place for the stones of this card")
WRONG_COLOURS = CHOLA.fault("wrong_colours", "CHO-BUILD-2", "you do not have enough stones of these colours")
WRONG_SHAPE = CHOLA.fault("wrong_shape", "CHO-BUILD-2", "this place does not match the card's shape")
OCCUPIED = CHOLA.fault("occupied", "CHO-BUILD-4", "not all of these squares are empty")
UNSUPPORTED = CHOLA.fault("unsupported", "CHO-BUILD-5", "a stone there would have no support")
NO_ARRANGEMENT = CHOLA.fault("no_arrangement", "CHO-BUILD-3", "this card cannot be laid like that")
NO_TILE = CHOLA.fault("no_tile", "CHO-SCULPT-1", "there is no sculpture to carve there")
UNFINISHED = CHOLA.fault("unfinished", "CHO-SCULPT-1", "not every square of the sculpture has a stone")
COST_SHORT = CHOLA.fault("cost_short", "CHO-SCULPT-2", "not enough stones in hand and wagon")
NO_WAY = CHOLA.fault("no_plan", "CHO-BONUS-12", "you cannot pay this way")
NO_SPLIT = CHOLA.fault("no_split", "CHO-SCULPT-2", "you cannot pay that many stones from the hand")

# ---------------------------------------------------------------- constants for compiled code

PICK_ID = PICK_STONES.id
replace_id, replaced_of, is_replace = REPLACE_STONES.encode, REPLACE_STONES.decode, REPLACE_STONES.has
draw_id, source_of, is_draw = TAKE_CARD.encode, TAKE_CARD.decode, TAKE_CARD.has
build_id, card_of, is_build = BUILD_CARD.encode, BUILD_CARD.decode, BUILD_CARD.has
sculpt_id, slot_of, is_sculpt = CARVE.encode, CARVE.decode, CARVE.has
colours_id, choice_of = TAKE_COLOURS.encode, TAKE_COLOURS.decode
place_id, place_of = TAKE_PLACE.encode, TAKE_PLACE.decode
arrange_id, arrangement_of = ARRANGE_STONES.encode, ARRANGE_STONES.decode
way_id, way_of = PAY.encode, PAY.decode
hand_id, by_hand_of = PAY_BY_HAND.encode, PAY_BY_HAND.decode
bonus_id, answer_of = ANSWER.encode, ANSWER.decode
end_id, ending_of = END_TURN.encode, END_TURN.decode
NO, YES = range(2)
