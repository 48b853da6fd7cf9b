"""Compiled measures of a tower's stability for display: tilt margins, reserve, load margins and tipping floors."""

import numpy as np

from mandapa.games.menara.rules.components import BASES, FLOORS
from mandapa.games.menara.rules.physics.geometry import FRAME, Frames, survey
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.games.menara.rules.physics.tower import is_empty
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Values


@compilable
def read_stability(state: Record, out: Values) -> None:
    """Write the tilt margin of each of the four directions in degrees, and the tipping reserve in grams, shape (5,)."""
    for direction in range(len(standing_test.DIRECTIONS)):
        out[direction] = standing_test.margin_towards(state, direction)
    out[len(standing_test.DIRECTIONS)] = standing_test.tipping_reserve(state)


@compilable
def read_survey(state: Record, middles: Values, columns: Values, links: Values) -> int:
    """Write the positions and supports of the pieces; return the number of pairs of a floor and a column under it.

    ``middles``: centre of mass of every standing floor, shape (FLOORS * 2,), mm; ``columns``: axis of every standing
    column, NaN without one, shape (FLOORS * BASES * 2,), mm; ``links``: floor, column (BASES * floor + base) and
    contact points between them as bits, shape (MAX_LINKS * 3,).
    """
    return write_survey(state, np.empty(1, FRAME), middles, columns, links)


@compilable
def write_survey(state: Record, frames: Frames, middles: Values, columns: Values, links: Values) -> int:
    """Do the same as ``read_survey``, using the given working memory."""
    frame = frames[0]
    survey(state, frame)
    columns[:] = np.nan
    for step in range(frame.floors):
        floor = int(frame.order[step])
        middles[2 * floor], middles[2 * floor + 1] = frame.middle[floor, 0], frame.middle[floor, 1]
        first = int(frame.first_link[floor])
        for link in range(first, first + int(frame.links_of[floor])):
            column = int(frame.link_column[link])
            links[3 * link] = floor
            links[3 * link + 1] = BASES * int(frame.column_floor[column]) + int(frame.column_base[column])
            links[3 * link + 2] = frame.link_points[link]
    for column in range(frame.columns):
        place = 2 * (BASES * int(frame.column_floor[column]) + int(frame.column_base[column]))
        columns[place], columns[place + 1] = frame.column_at[column, 0], frame.column_at[column, 1]
    return int(frame.links)


@compilable
def read_margins(state: Record, out: Values) -> None:
    """Write the load in grams that the centre of every empty base of the temple bears, shape (FLOORS * BASES,)."""
    for floor in range(FLOORS):
        for base in range(BASES):
            if is_empty(state, floor, base):
                out[BASES * floor + base] = standing_test.base_margin(state, floor, base)


@compilable
def read_deficit(state: Record, out: Values) -> None:
    """Write the floor that tips, or NONE, and the grams missing on its other side, shape (2,); see ``deficit``."""
    floor, grams = standing_test.deficit(state)
    out[0] = floor
    out[1] = grams
