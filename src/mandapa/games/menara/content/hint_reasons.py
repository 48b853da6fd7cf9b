"""Reasons that a hint gives for the turn it recommends in Menara."""

import numpy as np

from mandapa.games.menara.ai.evaluation import list_held, list_open, list_piles, list_room, movable
from mandapa.games.menara.ai.weights import DONE
from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import BASES, COLOURS, FLOORS, KINDS, PILES, SIDES
from mandapa.games.menara.rules.physics.names import floor_name
from mandapa.games.menara.rules.physics.tower import NO_COLUMN, TEMPLE, highest_level
from mandapa.kernel.hints import CandidateTurn, HintReason
from mandapa.kernel.record import Record, Values

TENTHS = 10
LEVEL, UP, BASE = 5, 4, 3
"""Weights of reasons: placing a floor as a new highest level, elsewhere on columns, and at the base (on the table)."""
FILLED, TOP, LOW = 2, 1.5, 1
"""Weights of reasons: filling a floor with columns, placing a column on the highest level, and placing one below it."""


def hint_reasons(best: CandidateTurn, second: CandidateTurn | None) -> list[HintReason]:
    """Return the reasons for the turn ``best``; its first decision determines what is explained."""
    first, _, rest = best.actions[0].partition(" ")
    if best.actions[0] == "give up":
        return [HintReason("menara.idea.give_up", 1)]
    if first in ("give", "done", "pile"):
        return _cards(best)
    if first == "side" and len(best.actions) < 3 and _new_floor(best) is None:
        return _side(best, rest)
    if first == "camp":
        return [HintReason(f"menara.idea.camp_{rest}", 1, {"count": _fitting(best.before, best.before.camp)})]
    return [*_floors(best), *_columns(best)]


def _open(state: Record) -> Values:
    """Return the number of empty bases in the temple, by colour."""
    found = np.zeros(menara.NUM_COLOURS)
    list_open(state, np.zeros((FLOORS, menara.NUM_COLOURS)), found)
    return found


def _fitting(state: Record, columns: Values) -> int:
    """Return how many of the given columns could stand on empty bases at the same time."""
    return int(np.minimum(columns, _open(state)).sum())


# ---------------------------------------------------------------- before the card


def _cards(trial: CandidateTurn) -> list[HintReason]:
    """Return the reasons for exchanging columns with the camp, or for not doing so, and for the chosen pile of cards.

    The camp is the open supply of columns shared by all players.
    """
    before, found = trial.before, []
    swaps = [action.split()[1::2] for action in trial.actions if action.startswith("give ")]
    if swaps:
        left = dict(zip(COLOURS, _open(before).astype(int).tolist(), strict=True))
        given, taken = max(swaps, key=lambda swap: left[swap[1]] - left[swap[0]])
        if left[taken] > 0:
            params = {"give": given, "take": taken, "left": left[given], "count": left[taken]}
            found.append(HintReason("menara.idea.exchange", 2, params))
    elif before.phase == menara.EXCHANGE:
        hand = before.hand[trial.seat]
        params = {"count": _fitting(before, hand), "held": int(hand.sum())}
        found.append(HintReason("menara.idea.keep", 1.5, params))
    pile = next((action.removeprefix("pile ") for action in trial.actions if action.startswith("pile ")), None)
    if pile:
        tenths = round(TENTHS * float(_chances(before)[PILES.index(pile)]))
        found.append(HintReason("menara.idea.pile", 1, {"pile": pile, "tenths": tenths}))
    return found


def _chances(state: Record) -> Values:
    """Return, for each pile, the probability that its next card is completed."""
    lacking, open_bases = np.zeros((FLOORS, menara.NUM_COLOURS)), np.zeros(menara.NUM_COLOURS)
    held, room = np.zeros(menara.NUM_COLOURS), np.zeros(len(KINDS))
    chances = np.zeros(menara.NUM_PILES)
    list_open(state, lacking, open_bases)
    list_held(state, int(state.seat), bool(state.phase == menara.EXCHANGE), held)
    list_room(state, held, float(state.full_number), lacking, open_bases, movable(state), room)
    list_piles(state, room, DONE, chances, np.zeros(menara.NUM_PILES))
    return chances


# ---------------------------------------------------------------- floors and columns


def _side(trial: CandidateTurn, side: str) -> list[HintReason]:
    """Return the reason for turning up this side of a floor, based on its bases."""
    number, floor = SIDES.index(side), int(trial.before.floor)
    bases, other = int(trial.before.bases[floor, number]), int(trial.before.bases[floor, 1 - number])
    fitting, less = (_on_side(trial.before, floor, one) for one in (number, 1 - number))
    why = "more" if bases > other else "fits" if fitting > less else "fewer" if bases < other else "even"
    return [HintReason("menara.idea.side", 1, {"floor": floor_name(floor), "side": side, "count": bases, "why": why})]


def _on_side(state: Record, floor: int, side: int) -> int:
    """Return for how many bases on a side of a floor the hands and the camp have enough columns of the right colour."""
    colours = state.base_colour[floor, side, : int(state.bases[floor, side])].astype(int)
    columns = state.hand.sum(axis=0) + state.camp
    return int(np.minimum(np.bincount(colours, minlength=menara.NUM_COLOURS), columns).sum())


def _new_floor(trial: CandidateTurn) -> int | None:
    """Return the number of a floor that the turn adds to the temple, or None."""
    found = (trial.before.floor_place != TEMPLE) & (trial.after.floor_place == TEMPLE)
    return int(np.flatnonzero(found)[0]) if found.any() else None


def _floors(trial: CandidateTurn) -> list[HintReason]:
    """Return the reason for laying a floor or moving it to another level; empty if the turn does neither."""
    before, after = trial.before, trial.after
    floor, top = _new_floor(trial), highest_level(before)
    if floor is None:
        moved = np.flatnonzero((before.floor_place == TEMPLE) & (after.floor_level != before.floor_level))
        if not moved.size or after.floor_place[moved[0]] != TEMPLE:
            return []
        floor = int(moved[0])
    level = int(after.floor_level[floor])
    params = {"floor": floor_name(floor), "level": level}
    if before.floor_order.max() < 0 or not (before.column_state != NO_COLUMN).any():
        return [HintReason("menara.idea.begin", BASE, params)]
    if level > top:
        return [HintReason("menara.idea.level", LEVEL, params)]
    return [HintReason("menara.idea.beside", UP, params) if level > 0 else HintReason("menara.idea.base", BASE, params)]


def _columns(trial: CandidateTurn) -> list[HintReason]:
    """Return the reasons for placing columns or moving them up; empty if the turn does neither."""
    before, after = trial.before, trial.after
    changed = [
        (floor, base)
        for floor in range(FLOORS)
        for base in range(BASES)
        if before.floor_place[floor] == TEMPLE
        and before.column_state[floor, base] == NO_COLUMN != after.column_state[floor, base]
    ]
    if not changed:
        return []
    floor = max(changed, key=lambda one: int(before.floor_level[one[0]]))[0]
    level, top = int(before.floor_level[floor]), highest_level(before)
    bases = int(before.bases[floor, before.floor_side[floor]])
    params = {"floor": floor_name(floor), "level": level, "count": len(changed)}
    found = [HintReason("menara.idea.top" if level == top else "menara.idea.low", TOP if level == top else LOW, params)]
    if all(after.column_state[floor, base] != NO_COLUMN for base in range(bases)):
        found.append(HintReason("menara.idea.fill", FILLED, params))
    if any(action.startswith("lift ") for action in trial.actions):
        found.append(HintReason("menara.idea.move", FILLED, params))
    return found
