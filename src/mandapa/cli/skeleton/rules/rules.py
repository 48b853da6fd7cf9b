"""Rules of Pebbles: legal actions, their effects, and whose turn it is."""

from mandapa.cli.skeleton.rules.actions import NOT_THERE, TAKE_STONES, TOO_MANY
from mandapa.cli.skeleton.rules.chance import apply_outcome
from mandapa.cli.skeleton.rules.state import HEAP, LARGEST, OVER, TAKE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record

take_id, number_of = TAKE_STONES.encode, TAKE_STONES.decode


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, CHANCE before the heap is drawn, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    return int(state.seat) if state.phase == TAKE else CHANCE


@TAKE_STONES.rule
@compilable
def take_fault(state: Record, number: int) -> int:
    """Return 0 if a player may take ``number`` + 1 stones, otherwise the fault of this action (PEB-TURN-1).

    The number may not exceed the maximum per turn, or the number of stones in the heap.
    """
    if number >= state.most:
        return TOO_MANY
    return NOT_THERE if number >= state.stones else 0


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write an action for each number of stones that may be taken, and return how many there are."""
    if state.phase != TAKE:
        return 0
    count = 0
    for number in range(LARGEST):
        if take_fault(state, number) == 0:
            out[count] = take_id(number)
            count += 1
    return count


@compilable
def apply_action(state: Record, action: int) -> None:
    """Fill the heap (a chance outcome), or take stones from it (a decision; see PEB-TURN-1 and PEB-END-1)."""
    if state.phase == HEAP:
        apply_outcome(state, action)
        return
    state.stones -= 1 + number_of(action)
    if state.stones == 0:
        state.phase = OVER
    else:
        state.seat = (state.seat + 1) % state.players
