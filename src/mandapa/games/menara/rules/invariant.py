"""Conditions that every state of Menara must fulfil, used by checks but not during play."""

import numpy as np

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import BASES, CAMP, CARD_COUNT, COLOURS, FLOORS
from mandapa.games.menara.rules.physics.names import base_name, floor_name
from mandapa.games.menara.rules.physics.statics.standing_test import stands
from mandapa.games.menara.rules.physics.tower import FALLEN, HELD, NO_COLUMN, NONE, TEMPLE, TOPPLED, colour_of
from mandapa.kernel.record import Record


def invariant(start: Record, state: Record) -> str | None:
    """Return the first condition that ``state``, reached from ``start``, violates, or None if it violates none."""
    return _columns(start, state) or _cards(state) or _floors(state) or _tower(state)


def columns_of(state: Record) -> np.ndarray:
    """Return how many columns of each colour exist in the bag, the camp, the hands and the temple together."""
    count = state.bag.astype(int) + state.camp + state.fresh + state.hand.sum(0)
    for floor in range(FLOORS):
        for base in range(BASES):
            if state.column_state[floor, base] != NO_COLUMN:
                count[colour_of(state, floor, base)] += 1
    if state.lifted_floor != NONE and state.column_state[state.lifted_floor, state.lifted_base] == NO_COLUMN:
        count[colour_of(state, int(state.lifted_floor), int(state.lifted_base))] += 1
    return count  # type: ignore[no-any-return]


def _columns(start: Record, state: Record) -> str | None:
    """Check that no column is lost, that the camp is full after set-up (MEN-TURN-2), and that no hand is too large."""
    before, now = columns_of(start), columns_of(state)
    if (before != now).any():
        return f"columns {dict(zip(COLOURS, now.tolist(), strict=True))}, expected {before.tolist()} (MEN-SETUP-1)"
    for name in ("bag", "camp", "hand", "fresh"):
        if (state[name] < 0).any():
            return f"{name}: {state[name].tolist()}, expected no negative numbers"
    camp = int(state.camp.sum())
    if state.phase > menara.SETUP_CAMP and camp != CAMP and not state.free_build:
        return f"camp of {camp} columns, expected {CAMP} (MEN-TURN-2)"
    hands = state.hand[: state.players].sum(1)
    if (hands > state.full_number).any():
        return f"hands of {hands.tolist()} columns, expected at most {state.full_number} (MEN-SETUP-7)"
    return None


def _cards(state: Record) -> str | None:
    """Check that every card is in a pile, discarded, in the level row, or current (MEN-CARD-13)."""
    held = state.unseen.astype(int) + state.discarded + state.in_row
    if state.card not in (NONE, menara.FREE_CARD):
        held[state.card] += 1
    count = int(held.sum())
    if count != CARD_COUNT:
        return f"{count} cards, expected {CARD_COUNT}"
    expected = int(state.start_target) + int(state.in_row.sum())
    return None if state.target == expected else f"target {state.target}, expected {expected} (MEN-SETUP-5)"


def _floors(state: Record) -> str | None:
    """Check the place of every floor, and that columns stand only on the bases of floors in the temple."""
    for floor in range(FLOORS):
        place = state.floor_place[floor]
        built = state.floor_order[floor] != NONE
        if built != (place in (TEMPLE, FALLEN)) or (place == HELD and floor != state.floor):
            return f"floor {floor_name(floor)} at place {place}, built {built}"
        for base in range(BASES):
            there = place in (TEMPLE, FALLEN) and base < state.bases[floor, state.floor_side[floor]]
            if state.column_state[floor, base] != NO_COLUMN and not there:
                return f"a column on {base_name(floor, base)}, which is not in the temple (MEN-COL-1)"
    return None


def _tower(state: Record) -> str | None:
    """Check that the temple passes the standing test (MEN-PHY-1).

    In dexterity play, check instead that fallen columns are being set up again (MEN-FALL-3).
    """
    if state.physics == menara.DEXTERITY:
        lying = bool((state.column_state == TOPPLED).any())
        known = state.phase in (menara.RESET_COLUMN, menara.OVER, menara.ACT) or not lying
        return None if known else "a column lies about, and nobody sets it up (MEN-FALL-3)"
    return None if stands(state) else "the temple does not stand (MEN-PHY-1)"
