"""Evaluation of an unfinished game of Hampi: each seat's probability of winning (HAM-END).

Each condition names a measure of support: the total, or the support of one influencer. The last condition drawn decides
in which measure the winner must lead, and any condition that has not been drawn may be the last. For each measure, this
module estimates every seat's support at the end of the game, then its probability of leading.
"""

import numpy as np

from mandapa.games.hampi.ai.completion import completions
from mandapa.games.hampi.ai.exponentials import exp
from mandapa.games.hampi.rules import landscape, rules, scoring, state as hampi
from mandapa.games.hampi.rules.chance import total_of
from mandapa.games.hampi.rules.components import CONDITIONS, EDGES, LAND, STACKS
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values

MARKER_WORTH = np.array([2.2, 1.0])
"""Expected total support from a marker in the supply, in the basic and in the advanced game."""
MARKERS_A_TURN = np.array([0.55, 0.75])
"""Expected number of markers that a player places per turn, in the basic and in the advanced game."""
SPREAD_TOTAL = 1.0
SPREAD_ONE = 0.45
"""Typical deviation of the support gained with one tile, for one influencer; ``SPREAD_TOTAL`` is for the total."""
SPREAD_END = 0.25
NOBODY = 0.5
"""Support attributed to the outcome that no player leads: all have less than 1, so the Jewel stays (HAM-JEWEL-4)."""


@compilable
def chances(state: Record, out: Values) -> None:
    """Write each seat's probability of winning. Players who win together count as winning an equal share."""
    players = int(state.players)
    out[:players] = 0
    tiles = tiles_to_come(state)
    weight = conditions_to_come(state)
    if weight == 0:
        share_among(scoring.winners(state), players, 1.0, out)
        return
    support = np.zeros((hampi.MAX_PLAYERS, CONDITIONS))
    expected_support(state, tiles, support)
    for measure in range(CONDITIONS):
        if state.undrawn[measure]:
            share = state.undrawn[measure] / weight
            add_chances(state, support[:, measure], spread_of(measure, tiles), share, out)


@compilable
def tiles_to_come(state: Record) -> float:
    """Return the expected number of land tiles that will be laid before the last condition is drawn."""
    total = 0.0
    for stack in range(state.round_number - 1, state.last_round):
        land = float(state.stack[stack]) - state.specials[stack]
        if stack == state.last_round - 1:
            land *= state.specials[stack] / (state.specials[stack] + 1)
        total += land
    return total


@compilable
def conditions_to_come(state: Record) -> int:
    """Return the number of undrawn conditions, or 0 if none of them will be drawn in this game."""
    left = 0
    for stack in range(state.round_number - 1, state.last_round):
        if stack > 0:
            left += int(state.specials[stack])
    return total_of(state.undrawn) if left > 0 else 0


@compilable
def spread_of(measure: int, tiles: float) -> float:
    """Return the typical deviation of the final support in a measure when ``tiles`` more tiles will be laid."""
    return SPREAD_END + (SPREAD_TOTAL if measure == 0 else SPREAD_ONE) * float(np.sqrt(tiles))


@compilable
def add_chances(state: Record, support: Values, spread: float, weight: float, out: Values) -> None:
    """Add each seat's probability of leading in one measure to ``out``, times ``weight``.

    If no player has support, the holders of the Jewel keep it. They receive the probability of this case.
    """
    players = int(state.players)
    most = NOBODY
    for seat in range(players):
        most = max(most, support[seat])
    nobody = exp((NOBODY - most) / spread)
    total = nobody
    for seat in range(players):
        total += exp((support[seat] - most) / spread)
    for seat in range(players):
        out[seat] += weight * exp((support[seat] - most) / spread) / total
    share_among(int(state.holders), players, weight * nobody / total, out)


@compilable
def share_among(seats: int, players: int, amount: float, out: Values) -> None:
    """Divide ``amount`` equally among the seats of the bit mask ``seats``, or among all seats if it is empty."""
    count = 0
    for seat in range(players):
        count += seats >> seat & 1
    for seat in range(players):
        if count == 0:
            out[seat] += amount / players
        elif seats >> seat & 1:
            out[seat] += amount / count


# ---------------------------------------------------------------- support at the end


@compilable
def expected_support(state: Record, tiles: float, support: Values) -> None:
    """Write each seat's expected support in each measure at the end of the game, shape (seats, CONDITIONS)."""
    for seat in range(state.players):
        for measure in range(CONDITIONS):
            support[seat, measure] = scoring.value_of(state, seat, measure)
        add_supply(state, seat, tiles, support)
    coming = np.zeros(hampi.NUM_INFLUENCERS)
    support_of_unseen(state, coming)
    zones = np.empty(scoring.MAX_MARKED, np.int32)
    counts = np.zeros((scoring.MAX_MARKED, hampi.MAX_PLAYERS), np.int32)
    found = scoring.list_marked(state, zones, counts)
    chances = np.empty(scoring.MAX_MARKED)
    completions(state, zones, found, tiles, chances)
    for i in range(found):
        if chances[i] > 0:
            add_zone(state, int(zones[i]), counts[i], float(chances[i]), coming, support)


@compilable
def add_supply(state: Record, seat: int, tiles: float, support: Values) -> None:
    """Add the support that a seat can expect from the markers in its supply."""
    mode = int(state.advanced)
    turns = tiles / state.players
    free = hampi.MARKERS - int(state.markers_out[seat])
    used = min(float(free), MARKERS_A_TURN[mode] * turns)
    gain = MARKER_WORTH[mode] * used
    support[seat, 0] += gain
    for measure in range(1, CONDITIONS):
        support[seat, measure] += gain / hampi.NUM_INFLUENCERS


@compilable
def support_of_unseen(state: Record, coming: Values) -> None:
    """Write the mean support of each influencer on an unseen tile to ``coming``, which must be 0."""
    count = 0
    for kind in range(state.types):
        unseen = int(state.unseen[kind])
        count += unseen
        for i in range(hampi.NUM_INFLUENCERS):
            coming[i] += unseen * state.support[kind, i]
    coming /= max(1, count)


@compilable
def add_zone(state: Record, zone: int, counts: Actions, chance: float, coming: Values, support: Values) -> None:
    """Add the support that the players with the most markers in an open zone can expect (HAM-SCORE-3 to 5).

    ``chance`` is the probability that the zone will be completed.
    """
    most = most_of(counts)
    leaders = 0
    for seat in range(state.players):
        if counts[seat] == most:
            leaders += 1
    vector = np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    scoring.zone_vector(state, zone, vector)
    scoring.share_out(state, vector, leaders)
    more = tiles_missing(state, zone)
    for i in range(hampi.NUM_INFLUENCERS):
        gain = chance * (vector[i] + more * coming[i] / leaders)
        for seat in range(state.players):
            if counts[seat] == most:
                support[seat, 1 + i] += gain
                support[seat, 0] += gain


@compilable
def most_of(counts: Actions) -> int:
    """Return the largest number in an array of counts."""
    most = 0
    for count in counts:
        most = max(most, int(count))
    return most


@compilable
def tiles_missing(state: Record, zone: int) -> float:
    """Estimate how many tiles an open zone still needs for completion."""
    gaps = scoring.gaps_of(state, zone)
    return min(gaps / 2 if zone < hampi.NODES and landscape.kind_of(state, zone) == LAND else float(gaps), float(EDGES))


assert (scoring.TEMPLE, scoring.MARKET) == (1, 2) and STACKS == 3 and hampi.NONE == -1


@compilable
def is_unsettled(state: Record) -> bool:
    """Return whether a replacement for a tile is being drawn, so that the effect of the turn is still unknown."""
    return rules.is_replacing(state)


@compilable
def evaluate(state: Record, out: Values) -> None:
    """Write each seat's expected result: its probability of winning minus 1 / players."""
    chances(state, out)
    for seat in range(state.players):
        out[seat] -= 1 / state.players
