"""Invariants of every state of Hampi, used by checks but not in play."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import CONDITIONS, EDGES
from mandapa.games.hampi.rules.scoring import is_surrounded, share_out, zone_of, zone_vector
from mandapa.kernel.record import Record


def invariant(start: Record, state: Record) -> str | None:
    """Return the first violated invariant of ``state``, which was reached from ``start``; None if all hold."""
    return _tiles(start, state) or _stacks(state) or _landscape(state) or _markers(state) or _support(start, state)


def _tiles(start: Record, state: Record) -> str | None:
    """Check that the number of tiles of each type is the same as at the start (HAM-TILE-1)."""
    before, now = census(start), census(state)
    wrong = np.flatnonzero(before != now).tolist()
    return f"tiles of types {wrong}: {now[wrong]}, expected {before[wrong]} (HAM-TILE-1)" if wrong else None


def census(state: Record) -> np.ndarray:
    """Return the number of tiles of each type wherever they are."""
    count = state.unseen.astype(int) + state.returned + state.aside + state.gone
    np.add.at(count, state.type[: state.laid], 1)
    if state.drawn != hampi.NONE:
        count[state.drawn] += 1
    return count  # type: ignore[no-any-return]


def _stacks(state: Record) -> str | None:
    """Check that the stacks hold all unseen items and the tiles returned to them (HAM-SETUP-3, HAM-TURN-5)."""
    if state.phase < hampi.DRAW:
        return None
    land = int(state.stack.sum()) - int(state.specials.sum())
    hidden = int(state.unseen.sum()) + int(state.returned.sum())
    if land != hidden or (state.stack < state.specials).any():
        return f"stacks of {state.stack.tolist()} with {state.specials.tolist()} special items for {hidden} tiles"
    if state.phase != hampi.OVER and state.stack[: state.round_number - 1].any():
        return f"stacks {state.stack.tolist()} in round {state.round_number} (HAM-TURN-7)"
    undrawn = int(state.undrawn.sum())
    if undrawn + state.drawn_conditions != CONDITIONS or state.specials[1:].sum() != undrawn:
        return f"{undrawn} conditions to come, {state.drawn_conditions} drawn, specials {state.specials.tolist()}"
    if (state.found_by == hampi.NONE) != (state.holders == 0) or (state.specials[0] == 0) != (
        state.found_by != hampi.NONE
    ):
        return f"Jewel found by {state.found_by}, holders {state.holders}, in stack 1: {state.specials[0]}"
    return None


def _landscape(state: Record) -> str | None:
    """Check that all touching edges match (HAM-ZONE-1, HAM-PLACE-2)."""
    cells, types, turns = (state[name][: state.laid].tolist() for name in ("cell", "type", "rotation"))
    edges = state.edges.tolist()
    for tile, cell in enumerate(cells):
        if state.grid[cell] != tile:
            return f"tile {tile} is not on its cell {cell}"
        for direction in range(EDGES):
            other = int(state.grid[cell + int(hampi.STEP[direction])])
            mine = edges[types[tile]][(direction - turns[tile]) % EDGES]
            if other != hampi.NONE and edges[types[other]][(direction + 3 - turns[other]) % EDGES] != mine:
                return f"tiles {tile} and {other}: edges in direction {direction} do not match (HAM-PLACE-2)"
    if (state.chosen_cell != hampi.NONE) != (state.phase == hampi.ROTATE) or (state.chosen_zone != hampi.NONE) != (
        state.phase == hampi.SOURCE
    ):
        return f"chosen cell {state.chosen_cell} and zone {state.chosen_zone} in phase {state.phase}"
    return (
        None if (state.drawn != hampi.NONE) == (state.phase in (hampi.CELL, hampi.ROTATE)) else f"drawn {state.drawn}"
    )


def _markers(state: Record) -> str | None:
    """Check that all placed markers are in zones; in the advanced game, none is in a scored zone (HAM-ADV-2)."""
    for seat, row in enumerate(state.marker.tolist()):
        out = int(state.markers_out[seat])
        if [marker != hampi.NONE for marker in row] != [number < out for number in range(hampi.MARKERS)]:
            return f"seat {seat}: markers {row}, expected {out} of them out"
        for marker in row[:out]:
            zone = zone_of(state, marker)
            scored = is_surrounded(state, zone - hampi.NODES) if zone >= hampi.NODES else bool(state.scored[zone])
            if state.advanced and scored and state.phase not in (hampi.MARK, hampi.SOURCE):
                return f"seat {seat}: a marker in zone {zone}, which has scored (HAM-ADV-2)"
    if (state.in_round_2 > hampi.ROUND_2_LIMIT).any():
        return f"markers in round 2: {state.in_round_2.tolist()} (HAM-MARK-4)"
    return None


def _support(start: Record, state: Record) -> str | None:
    """Check that the support gained since ``start`` equals the payments of the scored zones (HAM-SCORE-3 to 5)."""
    expected = start.score.astype(int)
    vector, each = np.zeros(hampi.NUM_INFLUENCERS, np.int32), np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    for zone in np.flatnonzero(state.scored != start.scored).tolist():
        zone_vector(state, zone, vector)
        leaders = [seat for seat in range(hampi.MAX_PLAYERS) if state.scored[zone] & ~hampi.SCORED & 1 << seat]
        if not leaders:
            continue
        each[:] = vector
        share_out(state, each, len(leaders))
        if not _is_fair(state, vector / len(leaders), each):
            return f"zone {zone}: {vector.tolist()} for {len(leaders)} players, {each.tolist()} each (HAM-SCORE-5)"
        expected[leaders] += each
    if (expected != state.score).any():
        return f"support {state.score.tolist()}, expected {expected.tolist()} (HAM-SCORE-4)"
    return None


def _is_fair(state: Record, parts: NDArray[np.float64], each: NDArray[np.int32]) -> bool:
    """Return whether ``each``, the payment of a leader, is the rounded share of the support of each influencer.

    ``parts`` are the exact shares. With the option, the total is checked, too.
    """
    if state.readings & hampi.TOTAL_SHARED:
        return bool((abs(each - parts) < 1).all()) and int(each.sum()) == int(parts.sum().round(6))
    return bool((each == np.trunc(parts)).all())
