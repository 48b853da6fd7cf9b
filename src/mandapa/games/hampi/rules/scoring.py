"""Scoring of Hampi: what zones pay, the Sun Jewel and the winners (HAM-SCORE, HAM-JEWEL, HAM-END)."""

import numpy as np

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import EDGES, LAND, MAX_PARTS, MAX_TILES
from mandapa.games.hampi.rules.landscape import head_of, is_complete, is_zone, kind_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Actions, Record, Values

TEMPLE, MARKET = 1, 2
MAX_MARKED = hampi.MAX_PLAYERS * hampi.MARKERS
"""Upper bound on the number of zones with markers."""


@compilable
def has_building(state: Record, tile: int) -> bool:
    """Return whether the tile has a building that is a zone: a temple or market in the advanced game.

    See HAM-ZONE-9 and HAM-TILE-7.
    """
    return bool(state.advanced and state.building[state.type[tile]] in (TEMPLE, MARKET))


@compilable
def is_surrounded(state: Record, tile: int) -> bool:
    """Return whether all six cells around a tile are covered, so that its building is complete."""
    return bool(state.around[tile] == EDGES)


@compilable
def zone_of(state: Record, marker: int) -> int:
    """Return the number of the zone in which a marker is: the zone's head, or NODES + tile for a building.

    ``marker`` is the part on which the marker was placed, or NODES + tile.
    """
    return marker if marker >= hampi.NODES else head_of(state, marker)


@compilable
def count_markers(state: Record, zone: int, counts: Actions) -> int:
    """Write each player's number of markers in a zone to ``counts``, and return the largest number."""
    most = 0
    for seat in range(state.players):
        counts[seat] = 0
        for number in range(state.markers_out[seat]):
            if zone_of(state, int(state.marker[seat, number])) == zone:
                counts[seat] += 1
        most = max(most, int(counts[seat]))
    return most


@compilable
def list_marked(state: Record, zones: Actions, counts: Actions) -> int:
    """Write the unscored zones that have markers, with each player's number of markers. Return the number of zones.

    ``zones`` has the shape (MAX_MARKED,). ``counts`` has the shape (MAX_MARKED, MAX_PLAYERS) and must be 0.
    """
    found = 0
    for seat in range(state.players):
        for number in range(state.markers_out[seat]):
            zone = zone_of(state, int(state.marker[seat, number]))
            if state.scored[zone]:
                continue
            i = place_of(zone, zones, found)
            zones[i] = zone
            counts[i, seat] += 1
            found = max(found, i + 1)
    return found


@compilable
def place_of(zone: int, zones: Actions, count: int) -> int:
    """Return the index of a zone in the first ``count`` entries of ``zones``, or ``count`` if it is not there."""
    for i in range(count):
        if zones[i] == zone:
            return i
    return count


@compilable
def tiles_of(state: Record, zone: int) -> int:
    """Return the tiles of a zone as a bit mask; for a building, its tile and those around it (HAM-ZONE-10)."""
    if zone < hampi.NODES:
        return int(state.zone_tiles[zone])
    tile = zone - hampi.NODES
    tiles = np.int64(1) << tile
    for direction in range(EDGES):
        other = state.grid[state.cell[tile] + hampi.STEP[direction]]
        if other != hampi.NONE:
            tiles |= np.int64(1) << other
    return int(tiles)


@compilable
def zone_vector(state: Record, zone: int, vector: Actions) -> None:
    """Write the support of each influencer, summed over the tiles of a zone, to ``vector`` (HAM-SCORE-2)."""
    vector[:] = 0
    tiles = tiles_of(state, zone)
    while tiles != 0:
        kind = int(state.type[index_of(tiles & -tiles)])
        tiles &= tiles - 1
        for i in range(hampi.NUM_INFLUENCERS):
            vector[i] += state.support[kind, i]


@compilable
def index_of(bit: int) -> int:
    """Return the position of the only bit of a number that is set."""
    below = int(bit) - 1
    below -= below >> 1 & 0x5555555555555555
    below = (below & 0x3333333333333333) + (below >> 2 & 0x3333333333333333)
    below = below + (below >> 4) & 0x0F0F0F0F0F0F0F0F
    return below * 0x0101010101010101 >> 56 & 0x7F


@compilable
def share(value: int, leaders: int) -> int:
    """Return ``value`` divided by the number of leaders, rounded towards zero (HAM-SCORE-5)."""
    return value // leaders if value >= 0 else -(-value // leaders)


@compilable
def share_out(state: Record, vector: Actions, leaders: int) -> None:
    """Replace a zone's support in ``vector`` with the share of one of its leaders (HAM-SCORE-5).

    Every entry is divided and rounded towards zero. If the option for ties is chosen, the total is divided and rounded,
    too. Then entries with the largest remainders are changed by 1 until the sum of the entries is this share of the
    total.
    """
    rest = np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    total = 0
    shared = 0
    for i in range(hampi.NUM_INFLUENCERS):
        value = int(vector[i])
        vector[i] = share(value, leaders)
        rest[i] = value - leaders * vector[i]
        total += value
        shared += int(vector[i])
    missing = share(total, leaders) - shared if state.readings & hampi.TOTAL_SHARED else 0
    sign = 1 if missing > 0 else -1
    for _ in range(abs(missing)):
        most = 0
        for i in range(1, hampi.NUM_INFLUENCERS):
            if sign * rest[i] > sign * rest[most]:
                most = i
        vector[most] += sign
        rest[most] = 0


@compilable
def score_zone(state: Record, zone: int) -> None:
    """Pay the support of a completed zone to the players with the most markers in it (HAM-SCORE-3 to 5, HAM-BANK-4)."""
    counts = np.zeros(hampi.MAX_PLAYERS, np.int32)
    most = count_markers(state, zone, counts)
    state.scored[zone] = hampi.SCORED
    if most == 0:
        return
    leaders = 0
    for seat in range(state.players):
        if counts[seat] == most:
            leaders += 1
            state.scored[zone] |= 1 << seat
    vector = np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    zone_vector(state, zone, vector)
    share_out(state, vector, leaders)
    for seat in range(state.players):
        if counts[seat] == most:
            for i in range(hampi.NUM_INFLUENCERS):
                state.score[seat, i] += vector[i]


@compilable
def completed_zones(state: Record, zones: Actions) -> int:
    """Write the unscored zones that the tile laid last completes, and return their number (HAM-SCORE-1).

    A tile may complete several zones, with markers of any players (HAM-PLACE-4), including buildings (HAM-ADV-3).
    """
    tile = int(state.laid) - 1
    count = 0
    for part in range(MAX_PARTS):
        if state.kind[state.type[tile], part] != hampi.NONE:
            head = head_of(state, MAX_PARTS * tile + part)
            if is_complete(state, head) and not state.scored[head] and not listed(head, zones, count):
                zones[count] = head
                count += 1
    for direction in range(-1, EDGES):
        here = tile if direction < 0 else int(state.grid[state.cell[tile] + hampi.STEP[direction]])
        if (
            here != hampi.NONE
            and has_building(state, here)
            and is_surrounded(state, here)
            and not state.scored[hampi.NODES + here]
        ):
            zones[count] = hampi.NODES + here
            count += 1
    return count


@compilable
def listed(zone: int, zones: Actions, count: int) -> bool:
    """Return whether a zone is in the first ``count`` entries of ``zones``."""
    for i in range(count):
        if zones[i] == zone:
            return True
    return False


@compilable
def score_all(state: Record) -> None:
    """Score all zones that the tile laid last completed. In the advanced game, return their markers.

    See HAM-SCORE-1 and HAM-ADV-2.
    """
    zones = np.empty(2 * MAX_PARTS + EDGES, np.int32)
    count = completed_zones(state, zones)
    for i in range(count):
        zone = int(zones[i])
        score_zone(state, zone)
        if state.advanced:
            return_markers(state, zone)


@compilable
def return_markers(state: Record, zone: int) -> None:
    """Return all markers of a zone to their owners (HAM-ADV-2)."""
    for seat in range(state.players):
        for number in range(state.markers_out[seat] - 1, -1, -1):
            if zone_of(state, int(state.marker[seat, number])) == zone:
                take_marker(state, seat, number)


@compilable
def take_marker(state: Record, seat: int, number: int) -> None:
    """Remove marker ``number`` of a seat from the landscape. The numbers of its newer markers decrease by 1."""
    last = int(state.markers_out[seat]) - 1
    for later in range(number, last):
        state.marker[seat, later] = state.marker[seat, later + 1]
    state.marker[seat, last] = hampi.NONE
    state.markers_out[seat] = last


# ---------------------------------------------------------------- all zones, for display

OPEN, COMPLETE, DEAD, NO_ZONE = range(4)
"""Status of a zone: open, complete, land that can never score, or a road that has no village yet."""

COLUMNS = 3 + hampi.MAX_PLAYERS + hampi.NUM_INFLUENCERS
"""Number of columns of ``zone_table``: zone, status, gaps, markers of each player, support of each influencer."""


@compilable
def zone_table(state: Record, table: Values) -> None:
    """Write a row of ``COLUMNS`` numbers for each zone to ``table``, and NONE to the entries after the last row.

    ``table`` has the shape ((NODES + MAX_TILES) * COLUMNS,).
    """
    table[:] = hampi.NONE
    rows = 0
    for zone in range(hampi.NODES + MAX_TILES):
        if is_head(state, zone):
            write_row(state, zone, table[rows * COLUMNS : (rows + 1) * COLUMNS])
            rows += 1


@compilable
def is_head(state: Record, zone: int) -> bool:
    """Return whether the number ``zone`` identifies a zone of the landscape.

    It is the head of a zone, or NODES + the tile of a building.
    """
    if zone >= hampi.NODES:
        return zone - hampi.NODES < state.laid and has_building(state, zone - hampi.NODES)
    if zone // MAX_PARTS >= state.laid:
        return False
    return bool(state.head[zone] == zone and state.kind[state.type[zone // MAX_PARTS], zone % MAX_PARTS] != hampi.NONE)


@compilable
def write_row(state: Record, zone: int, row: Values) -> None:
    """Write one row of the zone table."""
    counts = np.zeros(hampi.MAX_PLAYERS, np.int32)
    vector = np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    count_markers(state, zone, counts)
    zone_vector(state, zone, vector)
    row[0] = zone
    row[1] = status_of(state, zone)
    row[2] = gaps_of(state, zone)
    for seat in range(hampi.MAX_PLAYERS):
        row[3 + seat] = counts[seat]
    for i in range(hampi.NUM_INFLUENCERS):
        row[3 + hampi.MAX_PLAYERS + i] = vector[i]


@compilable
def gaps_of(state: Record, zone: int) -> int:
    """Return the number of gaps of a zone (HAM-ZONE-4).

    Gaps are edges that face empty cells, half edges for land, or the empty cells around a building.
    """
    return EDGES - int(state.around[zone - hampi.NODES]) if zone >= hampi.NODES else int(state.gaps[zone])


@compilable
def status_of(state: Record, zone: int) -> int:
    """Return the status of a zone: OPEN, COMPLETE, DEAD or NO_ZONE."""
    if zone >= hampi.NODES or is_zone(state, zone):
        return COMPLETE if gaps_of(state, zone) == 0 else OPEN
    return DEAD if kind_of(state, zone) == LAND else NO_ZONE


# ---------------------------------------------------------------- the Sun Jewel


@compilable
def value_of(state: Record, seat: int, measure: int) -> int:
    """Return a seat's support in a measure, including debts. Measure 0 is the total, 1 to 6 are the influencers.

    See HAM-JEWEL-2 and HAM-BANK-3.
    """
    if measure > 0:
        return int(state.score[seat, measure - 1])
    total = 0
    for i in range(hampi.NUM_INFLUENCERS):
        total += int(state.score[seat, i])
    return total


@compilable
def leaders_in(state: Record, measure: int, among: int) -> int:
    """Return those of the seats in ``among`` that have the most support in a measure; both are bit masks.

    Return 0 if all have less than 1.

    See HAM-JEWEL-3 and HAM-JEWEL-4.
    """
    best = 0
    leaders = 0
    for seat in range(state.players):
        value = value_of(state, seat, measure)
        if among >> seat & 1 and value >= max(1, best):
            leaders = (leaders if value == best else 0) | 1 << seat
            best = value
    return leaders


@compilable
def pass_jewel(state: Record, measure: int) -> None:
    """Give the Jewel to the leaders in a measure. If there are none, its holders keep it.

    See HAM-JEWEL-3, 4 and 6, and HAM-END-2.
    """
    leaders = leaders_in(state, measure, (1 << state.players) - 1)
    if leaders != 0:
        state.holders = leaders


@compilable
def winners(state: Record) -> int:
    """Return a bit mask of the winners: the holders of the Jewel (HAM-END-4).

    With the option for ties, only those of them with the highest total support win (HAM-END-5).
    """
    holders = int(state.holders)
    if not state.total_decides:
        return holders
    best = -(1 << 30)
    chosen = 0
    for seat in range(state.players):
        total = value_of(state, seat, 0)
        if holders >> seat & 1 and total >= best:
            chosen = (chosen if total == best else 0) | 1 << seat
            best = total
    return chosen


@compilable
def scores(state: Record, out: Values) -> None:
    """Write the total support of each seat."""
    for seat in range(state.players):
        out[seat] = value_of(state, seat, 0)


@compilable
def returns(state: Record, out: Values) -> None:
    """Write each seat's share of the victory minus 1 / players, so that the sum is 0 (HAM-END-6)."""
    chosen = winners(state)
    count = 0
    for seat in range(state.players):
        count += chosen >> seat & 1
    for seat in range(state.players):
        won = 1 / count if count > 0 and chosen >> seat & 1 else 0.0
        out[seat] = won - 1 / state.players


assert hampi.OVER > 0


def worth(state: Record) -> Worth:
    """Return how values convert into probabilities of winning, since ``returns`` writes shares of the victory."""
    share = 1 / int(state.players)
    return Worth("chance", lost=-share, won=1 - share)
