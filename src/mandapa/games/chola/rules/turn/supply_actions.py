"""Pick, Replace and Draw in Chola: legal choices, and the start of each action (CHO-PICK, CHO-REPL, CHO-DRAW)."""

from mandapa.games.chola.rules import actions, state as chola
from mandapa.games.chola.rules.supplies import bag_size, hand_size
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record

# ---------------------------------------------------------------- legal choices


@actions.PICK_STONES.rule
@compilable
def pick_fault(state: Record) -> int:
    """Return a fault if the hand has more than five stones or the bag is empty (CHO-PICK-1, CHO-PICK-3)."""
    if state.variant == chola.SOLO:
        return actions.ONLY_BUILDS
    if hand_size(state, int(state.seat)) > chola.HAND_LIMIT - chola.PICK_SIZE:
        return actions.HAND_FULL
    return actions.BAG_EMPTY if bag_size(state) == 0 else 0


@actions.REPLACE_STONES.rule
@compilable
def replace_fault(state: Record, colour: int, more: int) -> int:
    """Return a fault unless the hand has enough stones of a colour to replace (CHO-REPL-1, CHO-REPL-3).

    ``more`` is their number above the minimum, ``REPLACE_MIN``. Stones on the wagon do not count.
    """
    if state.variant == chola.SOLO:
        return actions.ONLY_BUILDS
    return 0 if state.hand[state.seat, colour] >= chola.REPLACE_MIN + more else actions.TOO_FEW_ALIKE


@actions.TAKE_CARD.rule
@compilable
def draw_fault(state: Record, source: int) -> int:
    """Return a fault if the hand has more than three cards or the source has no card (CHO-DRAW-1, CHO-DRAW-5)."""
    if state.variant == chola.SOLO:
        return actions.ONLY_BUILDS
    if state.held[state.seat] >= chola.CARD_LIMIT:
        return actions.CARDS_FULL
    left = state.stack_size if source == 0 else state.row[source - 1]
    return 0 if left > 0 else actions.NO_SUCH_CARD


@compilable
def can_draw(state: Record) -> bool:
    """Return whether any card can be taken."""
    for source in range(actions.CARD_SOURCES):
        if draw_fault(state, source) == 0:
            return True
    return False


@compilable
def can_replace(state: Record) -> bool:
    """Return whether stones of any colour can be replaced."""
    for colour in range(chola.NUM_COLOURS):
        if replace_fault(state, colour, 0) == 0:
            return True
    return False


@compilable
def legal_supplies(state: Record, out: Actions) -> int:
    """Write the legal Picks, Replaces and Draws."""
    count = 0
    if pick_fault(state) == 0:
        out[count] = actions.PICK_ID
        count += 1
    for colour in range(chola.NUM_COLOURS):
        for more in range(actions.REPLACE_SIZES):
            if replace_fault(state, colour, more) == 0:
                out[count] = actions.replace_id(colour, more)
                count += 1
    for source in range(actions.CARD_SOURCES):
        if draw_fault(state, source) == 0:
            out[count] = actions.draw_id(source)
            count += 1
    return count


# ---------------------------------------------------------------- effects


@compilable
def pick(state: Record) -> None:
    """Start to draw two stones from the bag."""
    state.doing = chola.PICK
    state.was_empty = hand_size(state, int(state.seat)) == 0
    draw_stones(state, chola.PICK_SIZE)


@compilable
def replace(state: Record, colour: int, more: int) -> None:
    """Return stones of one colour to the bag, then draw the same number (CHO-REPL-2)."""
    size = chola.REPLACE_MIN + more
    state.doing = chola.REPLACE
    state.hand[state.seat, colour] -= size
    state.bag[colour] += size
    draw_stones(state, size)


@compilable
def draw_stones(state: Record, wanted: int) -> None:
    """Start to draw stones one by one: at most as many as the bag has (CHO-PICK-2).

    The built-in bag always has enough (CHO-PICK-4).
    """
    state.to_draw = min(wanted, bag_size(state))
    state.phase = chola.DRAW_STONE


@compilable
def begin_draw(state: Record) -> None:
    """Record the start of a Draw, before the card is taken from the stack or the row."""
    state.doing = chola.DRAW
    state.was_empty = state.held[state.seat] == 0


@compilable
def take_open_card(state: Record, card: int) -> None:
    """Take a face-up card from the row. The other players know that the seat has it (CHO-DRAW-2, CHO-INFO-3)."""
    seat = state.seat
    state.card = card
    state.row[card] -= 1
    state.cards[seat, card] += 1
    state.known[seat, card] += 1
    state.held[seat] += 1
