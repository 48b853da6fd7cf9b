"""Exact scoring of a platform (KER-SCORE). The areas that stay are chosen for all colours together."""

import numpy as np

from mandapa.games.kerala.rules import state as kerala
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Actions, Record, Values

SYMBOL_POINTS = kerala.DEFAULT.scoring["symbol"]
STANDING_POINTS = kerala.DEFAULT.scoring["standing_figure"]
EDGE_POINTS = kerala.DEFAULT.scoring["edge"]
MISSING_POINTS = kerala.DEFAULT.scoring["missing_colour"]
REMOVED_POINTS = kerala.DEFAULT.scoring["removed_tile"]
OWN_LIMIT = kerala.DEFAULT.scoring["areas_own_colour"]
OTHER_LIMIT = kerala.DEFAULT.scoring["areas_other_colour"]

# Rows of the score sheet, which index the array ``points``.
REMOVED_ROW, MISSING_ROW, STANDING_ROW, EDGES_ROW, SYMBOLS_ROW = range(5)
"""Row numbers. ``SYMBOLS_ROW`` is the first of five rows for symbols, one for each colour."""
ROWS = SYMBOLS_ROW + kerala.NUM_COLOURS

Areas = np.ndarray
"""Area number of each slot, shape (MAX_CELLS,), int32."""


@compilable
def scores(state: Record, out: Values) -> None:
    """Write each seat's total as if the game ended now (KER-SCORE-13)."""
    area = np.empty(kerala.MAX_CELLS, np.int32)
    points = np.empty(ROWS, np.float64)
    for seat in range(state.players):
        tally(state, seat, area, points)
        out[seat] = points.sum()


@compilable
def tally(state: Record, seat: int, area: Actions, points: Values) -> int:
    """Write a seat's points in each row of the score sheet to ``points``, shape (ROWS,).

    Write the area number of each slot to ``area``, shape (MAX_CELLS,). Return the areas that stay as a bit mask: area a
    stays if bit a is set.
    """
    platform = state.platforms[seat]
    count = find_areas(platform, area)
    of_colour = areas_by_colour(platform, area)
    kept = choose_areas(state, platform, area, count, of_colour)
    points[:] = 0
    for colour in range(kerala.NUM_COLOURS):
        if of_colour[colour] == 0:
            points[MISSING_ROW] += MISSING_POINTS  # KER-SCORE-8
    points[STANDING_ROW] = STANDING_POINTS * (kerala.FIGURES - int(platform.passes))  # KER-SCORE-9
    for slot in range(platform.cells):
        if not stays(area, kept, slot):
            points[REMOVED_ROW] += REMOVED_POINTS * int(platform.height[slot])  # KER-SCORE-5, KER-SCORE-6
            continue
        tile = platform.top[slot]
        points[SYMBOLS_ROW + kerala.COLOUR_OF[tile]] += SYMBOL_POINTS * int(state.symbols[tile])  # KER-SCORE-12
        facing = matching_neighbour(platform, slot)
        if facing != kerala.NONE and stays(area, kept, facing):
            points[EDGES_ROW] += EDGE_POINTS  # KER-SCORE-10
    return kept


@compilable
def stays(area: Areas, kept: int, slot: int) -> bool:
    """Return whether the area of this slot is in ``kept``, the bit mask of the areas that stay.

    Areas that stay need not be connected to each other (KER-SCORE-7).
    """
    return bool(kept >> int(area[slot]) & 1)


@compilable
def matching_neighbour(platform: Record, slot: int) -> int:
    """Return the slot next to this slot's coloured edge if its main colour matches, otherwise NONE (KER-SCORE-11)."""
    tile = platform.top[slot]
    if kerala.KIND_OF[tile] != kerala.EDGE or platform.side[slot] == kerala.NONE:
        return kerala.NONE
    other = int(platform.neighbour[slot, platform.side[slot]])
    if other == kerala.NONE or kerala.COLOUR_OF[platform.top[other]] != kerala.EDGE_OF[tile]:
        return kerala.NONE
    return other


@compilable
def find_areas(platform: Record, area: Areas) -> int:
    """Write the area number of each slot and return the number of areas (KER-SCORE-2)."""
    for slot in range(platform.cells):
        area[slot] = slot  # an area is first numbered by its smallest slot
        for direction in range(4):
            other = platform.neighbour[slot, direction]
            if (
                kerala.NONE < other < slot
                and kerala.COLOUR_OF[platform.top[other]] == kerala.COLOUR_OF[platform.top[slot]]
            ):
                rename_area(area, slot, max(area[other], area[slot]), min(area[other], area[slot]))
    count = 0
    for slot in range(platform.cells):
        if area[slot] == slot:
            area[slot] = count
            count += 1
        else:
            area[slot] = area[area[slot]]
    return count


@compilable
def rename_area(area: Areas, last: int, old: int, new: int) -> None:
    """Change the area number ``old`` to ``new`` in all slots up to ``last``. Slots below ``old`` never have it."""
    for slot in range(old, last + 1):
        if area[slot] == old:
            area[slot] = new


@compilable
def areas_by_colour(platform: Record, area: Areas) -> Areas:
    """Return the areas of each colour as bit masks, shape (NUM_COLOURS,)."""
    of_colour = np.zeros(kerala.NUM_COLOURS, np.int64)
    for slot in range(platform.cells):
        of_colour[kerala.COLOUR_OF[platform.top[slot]]] |= 1 << int(area[slot])
    return of_colour


@compilable
def bit_count(bits: int) -> int:
    """Return the number of set bits."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


# ---------------------------------------------------------------- choice of the areas that stay

(
    COLOUR,
    TILES,
    WORTH,  # points that keeping the area saves and scores, regardless of other areas
    FIRST_CELL,  # its smallest cell, as returned by cell_order
    LINKS,  # matched edges on the area's border, each of which links two areas of different colours
) = range(5)
FACTS = 5

Facts = np.ndarray
"""Facts about the areas: one row for each area, with the columns COLOUR to LINKS; shape (MAX_CELLS, FACTS), int64."""


@compilable
def choose_areas(state: Record, platform: Record, area: Areas, count: int, of_colour: Areas) -> int:
    """Return the areas that stay as a bit mask: the best choice for all colours together (KER-SCORE-4, KER-SCORE-14).

    First drop the areas that cannot be part of the best choice, and remove them from ``of_colour``, too. Usually only
    one choice is left. Otherwise compare all remaining choices.
    """
    if within_limits(platform, of_colour):
        return (1 << count) - 1
    facts = np.zeros((kerala.MAX_CELLS, FACTS), np.int64)
    edges = np.empty(kerala.MAX_CELLS, np.int64)
    edge_count = describe_areas(state, platform, area, facts, edges)
    kept = 0
    for a in range(count):
        colour = facts[a, COLOUR]
        if not dominated(a, int(of_colour[colour]), areas_allowed(platform, colour), facts):
            kept |= 1 << a
    for colour in range(kerala.NUM_COLOURS):
        of_colour[colour] &= kept
    if within_limits(platform, of_colour):
        return kept
    return best_choice(platform, count, of_colour, facts, edges[:edge_count])


@compilable
def describe_areas(state: Record, platform: Record, area: Areas, facts: Facts, edges: Areas) -> int:
    """Fill the zeroed table ``facts`` and return the number of matched edges.

    Write to ``edges``, for each matched edge, a bit mask of the two areas that it links.
    """
    edge_count = 0
    for slot in range(platform.cells):
        a = area[slot]
        tile = platform.top[slot]
        if facts[a, TILES] == 0:
            facts[a, COLOUR] = kerala.COLOUR_OF[tile]
            facts[a, FIRST_CELL] = cell_order(platform, slot)
        facts[a, TILES] += platform.height[slot]
        facts[a, WORTH] += SYMBOL_POINTS * int(state.symbols[tile]) - REMOVED_POINTS * int(platform.height[slot])
        facts[a, FIRST_CELL] = min(facts[a, FIRST_CELL], cell_order(platform, slot))
        facing = matching_neighbour(platform, slot)
        if facing != kerala.NONE:
            facts[a, LINKS] += 1
            facts[area[facing], LINKS] += 1
            edges[edge_count] = 1 << int(a) | 1 << int(area[facing])
            edge_count += 1
    return edge_count


@compilable
def areas_allowed(platform: Record, colour: int) -> int:
    """Return the maximum number of areas of a colour that may stay (KER-SCORE-3)."""
    return OWN_LIMIT if colour == platform.colour else OTHER_LIMIT


@compilable
def within_limits(platform: Record, of_colour: Areas) -> bool:
    """Return whether every colour has at most as many areas as may stay (KER-SCORE-3)."""
    for colour in range(kerala.NUM_COLOURS):
        if bit_count(int(of_colour[colour])) > areas_allowed(platform, colour):
            return False
    return True


@compilable
def cell_order(platform: Record, slot: int) -> int:
    """Return a sort key that orders cells by x, then y."""
    return int(platform.x[slot]) * 1024 + int(platform.y[slot])


@compilable
def dominated(a: int, rivals: int, limit: int, facts: Facts) -> bool:
    """Return whether at least ``limit`` of ``rivals`` are better than area ``a``, whatever other areas are kept.

    ``rivals`` is a bit mask of all areas of the same colour, which may include ``a``.
    """
    better = 0
    b = 0
    while rivals >> b:
        if rivals >> b & 1 and b != a and surely_better(b, a, facts):
            better += 1
        b += 1
    return better >= limit


@compilable
def surely_better(b: int, a: int, facts: Facts) -> bool:
    """Return whether keeping ``b`` is better than keeping ``a``, even if all edges of ``a`` and none of ``b`` score.

    If ``a`` has no matched edges and both are worth the same, the rule for ties decides: the choice that removes fewer
    tiles is better, then the one that removes the smaller cell.
    """
    most = facts[a, WORTH] + EDGE_POINTS * facts[a, LINKS]
    if facts[b, WORTH] != most or facts[a, LINKS] > 0:
        return bool(facts[b, WORTH] > most)
    if facts[b, TILES] != facts[a, TILES]:
        return bool(facts[b, TILES] > facts[a, TILES])
    return bool(facts[b, FIRST_CELL] > facts[a, FIRST_CELL])


@compilable
def best_choice(platform: Record, count: int, of_colour: Areas, facts: Facts, edges: Areas) -> int:
    """Compare all choices of areas from ``of_colour`` within the limits, and return the best one as a bit mask."""
    choices = np.empty((kerala.NUM_COLOURS, count), np.int64)
    size = np.zeros(kerala.NUM_COLOURS, np.int64)
    limit = np.zeros(kerala.NUM_COLOURS, np.int64)
    picked = np.zeros((kerala.NUM_COLOURS, 2), np.int64)  # indices into choices, ascending; at most two per colour
    for colour in range(kerala.NUM_COLOURS):
        for a in range(count):
            if of_colour[colour] >> a & 1:
                choices[colour, size[colour]] = a
                size[colour] += 1
        limit[colour] = min(areas_allowed(platform, colour), size[colour])
        picked[colour, 1] = 1
    best = -1
    best_value = 0
    best_tiles = 0
    while True:
        kept = 0
        value = 0
        kept_tiles = 0
        for colour in range(kerala.NUM_COLOURS):
            for k in range(limit[colour]):
                a = choices[colour, picked[colour, k]]
                kept |= 1 << int(a)
                value += facts[a, WORTH]
                kept_tiles += facts[a, TILES]
        for edge in edges:
            if kept & edge == edge:
                value += EDGE_POINTS
        if (
            best < 0
            or value > best_value
            or (value == best_value and kept_tiles > best_tiles)
            or (value == best_value and kept_tiles == best_tiles and removes_smaller(kept, best, count, facts))
        ):
            best = kept
            best_value = value
            best_tiles = kept_tiles
        if not next_combination(picked, size, limit):
            return best


@compilable
def removes_smaller(kept: int, best: int, count: int, facts: Facts) -> bool:
    """Return whether ``kept`` removes the lexicographically smaller list of cells (last rule for ties in KER-SCORE-14).

    The lists first differ at the smallest cell that only one of the two choices removes.
    """
    smallest = -1
    for a in range(count):
        if (kept ^ best) >> a & 1 and (smallest < 0 or facts[a, FIRST_CELL] < facts[smallest, FIRST_CELL]):
            smallest = a
    return smallest >= 0 and not kept >> smallest & 1


@compilable
def next_combination(picked: Areas, size: Areas, limit: Areas) -> bool:
    """Change ``picked`` to the next combination of areas. Return False if there is none."""
    for colour in range(kerala.NUM_COLOURS):
        last = limit[colour] - 1
        if last < 0:
            continue
        if picked[colour, last] + 1 < size[colour]:
            picked[colour, last] += 1
            return True
        if last == 1 and picked[colour, 0] + 2 < size[colour]:
            picked[colour, 0] += 1
            picked[colour, 1] = picked[colour, 0] + 1
            return True
        picked[colour, 0] = 0
        picked[colour, 1] = 1
    return False


A_ROUND, FORESEEN = 1.2, 0.28
"""Points that a round brings each player beyond the bots' estimate, and the share of the rounds that bots foresee."""


def worth(record: Record) -> Worth:
    """Return how values convert into points.

    This includes the points that every player is expected to score in addition to the bots' estimate.
    """
    rounds = int(record.rounds)
    return Worth(later=A_ROUND * max(0.0, (1 - FORESEEN) * rounds - int(record.round_number)))
