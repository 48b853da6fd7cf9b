"""Invariants of Chola states, used by checks but not during play."""

import numpy as np

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import CARDS
from mandapa.kernel.record import Record


def invariant(start: Record, state: Record) -> str | None:
    """Return the first violated invariant of ``state``, which was reached from ``start``; None if all hold."""
    return _stones(start, state) or _cards(start, state) or _temple(state) or _players(state)


def stone_census(state: Record) -> list[int]:
    """Return the number of stones of each colour in the bag, in hands and on the temple."""
    on_temple = [int((state.stone == 1 + colour).sum()) for colour in range(chola.NUM_COLOURS)]
    in_hands = state.hand.astype(np.int64).sum(axis=0).tolist()
    return [a + b + c for a, b, c in zip(state.bag.tolist(), in_hands, on_temple, strict=True)]


def _stones(start: Record, state: Record) -> str | None:
    """Check that no stone is lost or added (CHO-DEF-4, CHO-SCULPT-3)."""
    before, now = stone_census(start), stone_census(state)
    if before != now:
        return f"stones {now}, expected {before} (CHO-DEF-4)"
    if (state.bag < 0).any() or (state.hand < 0).any():
        return "fewer than no stones"
    spaces = int((state.stone[: state.cells] == chola.EMPTY).sum())
    return None if state.spaces == spaces else f"{state.spaces} spaces counted, expected {spaces} (CHO-DEF-4)"


def _cards(start: Record, state: Record) -> str | None:
    """Check that no card is added to the game, and that hands match their counts (CHO-DRAW-4, CHO-INFO-1)."""
    for name in ("cards", "known", "row", "stack"):
        if (state[name] < 0).any():
            return f"{name}: fewer than no cards of a kind"
    before, now = _card_census(start), _card_census(state)
    for card, (old, new) in enumerate(zip(before, now, strict=True)):
        if new > old:
            return f"{new} cards {CARDS[card]}, expected at most {old} (CHO-DRAW-4)"
    if int(state.stack.astype(np.int64).sum()) < state.stack_size:
        return f"stack of {state.stack_size} with kinds {state.stack.tolist()}"
    for seat in range(state.players):
        held = int(state.cards[seat].astype(np.int64).sum())
        if held > state.held[seat] or (state.known[seat] > state.cards[seat]).any():
            return f"seat {seat}: cards {state.cards[seat].tolist()} of {state.held[seat]}, known {state.known[seat]}"
    return None


def _card_census(state: Record) -> list[int]:
    total: list[int] = (state.cards.astype(np.int64).sum(axis=0) + state.row + state.stack).tolist()
    return total


def _temple(state: Record) -> str | None:
    """Check that sculptures cover exactly their squares, all with stones (CHO-SCULPT-1, CHO-SCULPT-4)."""
    covered: set[int] = set()
    for slot in range(int(state.slots)):
        if state.carver[slot] != chola.NONE:
            covered.update(square for square in state.slot_cell[slot].tolist() if square != chola.NONE)
    if covered != set(np.flatnonzero(state.covered).tolist()):
        return f"covered squares {np.flatnonzero(state.covered).tolist()}, expected {sorted(covered)} (CHO-SCULPT-4)"
    bare = [square for square in covered if state.stone[square] == chola.EMPTY]
    return f"sculpture over empty squares {bare} (CHO-SCULPT-1)" if bare else None


def _players(state: Record) -> str | None:
    """Check the limits of hands, cards and wagons (CHO-PICK-3, CHO-DRAW-5, CHO-WAGON-1)."""
    for seat in range(state.players):
        if state.hand[seat].sum() > chola.HAND_LIMIT:
            return f"seat {seat}: {state.hand[seat].sum()} stones, expected at most {chola.HAND_LIMIT} (CHO-PICK-3)"
        if state.held[seat] > chola.CARD_LIMIT:
            return f"seat {seat}: {state.held[seat]} cards, expected at most {chola.CARD_LIMIT} (CHO-DRAW-5)"
        if (state.wagon[seat] > chola.WAGON_MAX).any() or (state.wagon[seat] < 0).any():
            return f"seat {seat}: wagon {state.wagon[seat].tolist()}, expected 0 to {chola.WAGON_MAX} (CHO-WAGON-1)"
    if state.last_turns > 0 and state.spaces > chola.END_TRIGGER:
        return f"last turns with {state.spaces} spaces (CHO-END-2)"
    return None
