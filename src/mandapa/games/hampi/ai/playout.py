"""Playout policy of Hampi: make fast decisions in simulations."""

import numpy as np

from mandapa.games.hampi.ai.completion import completions
from mandapa.games.hampi.ai.evaluation import tiles_to_come
from mandapa.games.hampi.ai.placements import claims_of, gain_of_placement
from mandapa.games.hampi.rules import landscape, rules, scoring, state as hampi
from mandapa.games.hampi.rules.actions import DECLINE_ID, REPLACE_ID, marker_of, rotation_of
from mandapa.games.hampi.rules.components import EDGES, MAX_PARTS
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import legal_actions
from mandapa.kernel.record import Actions, Record, Rng

MAX_TARGETS = MAX_PARTS + 1 + EDGES
"""Maximum number of zones that can be marked after a placement: those of the new tile, and buildings beside it."""
LITTLE = 0.5
"""Gain below which the tile is replaced, if the rules allow it; replacements gain 0.4 to 2.4 on average."""


@compilable
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """Return the cell, rotation or marker with the highest expected gain, or withdraw the least valuable marker.

    The choice is deterministic. When a bot compares candidate actions, the same replies to all of them reduce the
    variance of the differences.
    """
    if state.phase == hampi.CELL:
        return choose_cell(state)
    count = legal_actions(state, actions)
    if count == 1:
        return int(actions[0])
    if state.phase == hampi.ROTATE:
        return choose_rotation(state, actions, count)
    if state.phase == hampi.MARK:
        return choose_mark(state, actions, count)
    return choose_source(state, actions, count)


@compilable
def choose_cell(state: Record) -> int:
    """Return the action for the cell with the best placement.

    If even the best gain is below ``LITTLE``, replace the tile where the rules allow it.
    """
    claims = claims_of(state)
    best = hampi.NONE
    most = -np.inf
    for rim in range(state.rim):
        cell = int(state.rim_cell[rim])
        rotation = landscape.next_rotation(state, rim, int(state.drawn), 0)
        while rotation != hampi.NONE:
            value = gain_of_placement(state, cell, rotation, claims)
            if value > most:
                most = value
                best = cell
            rotation = landscape.next_rotation(state, rim, int(state.drawn), rotation + 1)
    return REPLACE_ID if most < LITTLE and rules.replace_fault(state) == 0 else best


@compilable
def choose_rotation(state: Record, actions: Actions, count: int) -> int:
    """Return the action for the rotation with the highest expected gain."""
    claims = claims_of(state)
    best = hampi.NONE
    most = -np.inf
    for i in range(count):
        value = gain_of_placement(state, int(state.chosen_cell), rotation_of(int(actions[i])), claims)
        if value > most:
            most = value
            best = int(actions[i])
    return best


@compilable
def choose_mark(state: Record, actions: Actions, count: int) -> int:
    """Return the action that marks the zone with the highest expected gain, or "decline" if none brings a gain."""
    zones = np.empty(MAX_TARGETS, np.int32)
    chances = np.empty(MAX_TARGETS)
    for i in range(1, count):
        zones[i - 1] = scoring.zone_of(state, rules.target_of(state, int(actions[i])))
    completions(state, zones, count - 1, tiles_to_come(state), chances)
    best = DECLINE_ID
    most = 0.0
    for i in range(1, count):
        value = chances[i - 1] * support_if_completed(state, int(zones[i - 1]), 1)
        if value > most:
            most = value
            best = int(actions[i])
    return best


@compilable
def choose_source(state: Record, actions: Actions, count: int) -> int:
    """Return the action that withdraws the marker with the lowest expected value."""
    zones = np.empty(hampi.MARKERS, np.int32)
    chances = np.empty(hampi.MARKERS)
    for i in range(count):
        zones[i] = scoring.zone_of(state, int(state.marker[state.seat, marker_of(int(actions[i]))]))
    completions(state, zones, count, tiles_to_come(state), chances)
    best = int(actions[0])
    least = 1e9
    for i in range(count):
        value = chances[i] * support_if_completed(state, int(zones[i]), 0)
        if value < least:
            least = value
            best = int(actions[i])
    return best


@compilable
def support_if_completed(state: Record, zone: int, more: int) -> float:
    """Return the value of the support that the seat would get from a zone, completed with ``more`` markers added.

    The support of an influencer counts one half if the influencer's condition can still be drawn, and one half if the
    condition for the total can.
    """
    counts = np.zeros(hampi.MAX_PLAYERS, np.int32)
    most = scoring.count_markers(state, zone, counts)
    counts[state.seat] += more
    most = max(most, int(counts[state.seat]))
    leaders = 0
    for seat in range(state.players):
        if counts[seat] == most:
            leaders += 1
    if counts[state.seat] < most:
        return 0.0
    vector = np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    scoring.zone_vector(state, zone, vector)
    scoring.share_out(state, vector, leaders)
    value = 0.0
    for i in range(hampi.NUM_INFLUENCERS):
        value += (state.undrawn[0] + state.undrawn[1 + i]) * vector[i] / 2
    return value
