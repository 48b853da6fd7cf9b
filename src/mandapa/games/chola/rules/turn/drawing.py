"""Pick, Replace and Draw in Chola: what may be taken, and how that begins (CHO-PICK, CHO-REPL, CHO-DRAW)."""

from mandapa.games.chola.rules.actions import (
    BAG_EMPTY,
    CARD_SOURCES,
    CARDS_FULL,
    HAND_FULL,
    NO_SUCH_CARD,
    ONLY_BUILDS,
    PICK_ID,
    PICK_STONES,
    REPLACE_SIZES,
    REPLACE_STONES,
    TAKE_CARD,
    TOO_FEW_ALIKE,
    draw_id,
    replace_id,
)
from mandapa.games.chola.rules.state import (
    CARD_LIMIT,
    DRAW,
    DRAW_STONE,
    HAND_LIMIT,
    NUM_COLOURS,
    PICK,
    PICK_SIZE,
    REPLACE,
    REPLACE_MIN,
    SOLO,
)
from mandapa.games.chola.rules.supplies import bag_size, hand_size
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record

# ---------------------------------------------------------------- what may be taken


@PICK_STONES.rule
@compilable
def pick_fault(state: Record) -> int:
    """At most five stones in the hand, and some in the bag (CHO-PICK-1, CHO-PICK-3)."""
    if state.variant == SOLO:
        return ONLY_BUILDS
    if hand_size(state, int(state.seat)) > HAND_LIMIT - PICK_SIZE:
        return HAND_FULL
    return BAG_EMPTY if bag_size(state) == 0 else 0


@REPLACE_STONES.rule
@compilable
def replace_fault(state: Record, colour: int, more: int) -> int:
    """Three stones of one colour, or ``more``; those on the wagon do not count (CHO-REPL-1, CHO-REPL-3)."""
    if state.variant == SOLO:
        return ONLY_BUILDS
    return 0 if state.hand[state.seat, colour] >= REPLACE_MIN + more else TOO_FEW_ALIKE


@TAKE_CARD.rule
@compilable
def draw_fault(state: Record, source: int) -> int:
    """At most three cards in the hand, and one to take, from the stack or the row (CHO-DRAW-1, CHO-DRAW-5)."""
    if state.variant == SOLO:
        return ONLY_BUILDS
    if state.held[state.seat] >= CARD_LIMIT:
        return CARDS_FULL
    left = state.stack_size if source == 0 else state.row[source - 1]
    return 0 if left > 0 else NO_SUCH_CARD


@compilable
def can_draw(state: Record) -> bool:
    """Whether any card can be taken."""
    for source in range(CARD_SOURCES):
        if draw_fault(state, source) == 0:
            return True
    return False


@compilable
def can_replace(state: Record) -> bool:
    """Whether stones of any colour can be replaced."""
    for colour in range(NUM_COLOURS):
        if replace_fault(state, colour, 0) == 0:
            return True
    return False


@compilable
def legal_supplies(state: Record, out: Actions) -> int:
    """Pick, Replace and Draw."""
    count = 0
    if pick_fault(state) == 0:
        out[count] = PICK_ID
        count += 1
    for colour in range(NUM_COLOURS):
        for more in range(REPLACE_SIZES):
            if replace_fault(state, colour, more) == 0:
                out[count] = replace_id(colour, more)
                count += 1
    for source in range(CARD_SOURCES):
        if draw_fault(state, source) == 0:
            out[count] = draw_id(source)
            count += 1
    return count


# ---------------------------------------------------------------- how that begins


@compilable
def pick(state: Record) -> None:
    """Two stones from the bag."""
    state.doing = PICK
    state.was_empty = hand_size(state, int(state.seat)) == 0
    draw_stones(state, PICK_SIZE)


@compilable
def replace(state: Record, colour: int, more: int) -> None:
    """The stones go back into the bag before as many are drawn (CHO-REPL-2)."""
    size = REPLACE_MIN + more
    state.doing = REPLACE
    state.hand[state.seat, colour] -= size
    state.bag[colour] += size
    draw_stones(state, size)


@compilable
def draw_stones(state: Record, wanted: int) -> None:
    """Stones come one after the other, fewer if the bag has fewer (CHO-PICK-2); ours always has enough (CHO-PICK-4)."""
    state.to_draw = min(wanted, bag_size(state))
    state.phase = DRAW_STONE


@compilable
def begin_draw(state: Record) -> None:
    """A card from the stack or from the row."""
    state.doing = DRAW
    state.was_empty = state.held[state.seat] == 0


@compilable
def take_open_card(state: Record, card: int) -> None:
    """A card of the row, which everybody knows from then on (CHO-DRAW-2, CHO-INFO-3)."""
    seat = state.seat
    state.card = card
    state.row[card] -= 1
    state.cards[seat, card] += 1
    state.known[seat, card] += 1
    state.held[seat] += 1
