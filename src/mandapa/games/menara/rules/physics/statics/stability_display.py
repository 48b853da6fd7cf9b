"""Compiled functions that measure a tower's stability for display."""

import numpy as np

from mandapa.games.menara.rules.components import BASES, FLOORS
from mandapa.games.menara.rules.physics.geometry import FRAME, Frames, survey
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.games.menara.rules.physics.tower import is_empty
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Values


@compilable
def read_stability(state: Record, out: Values) -> None:
    """Write how much tilt the tower bears in each of four directions (degrees), and its tipping reserve (grams).

    ``out`` has shape (5,); see ``standing_test.py``.
    """
    for direction in range(len(standing_test.DIRECTIONS)):
        out[direction] = standing_test.margin_towards(state, direction)
    out[len(standing_test.DIRECTIONS)] = standing_test.tipping_reserve(state)


@compilable
def read_survey(state: Record, middles: Values, columns: Values, links: Values) -> int:
    """Write the positions of the pieces and the contacts between them.

    Return the number of contacts, that is, of pairs of a floor and a column under it.

    ``middles``: centre of mass of every standing floor, mm, shape (FLOORS * 2,); ``columns``: axis of the column on
    every base, mm, NaN without one, shape (FLOORS * BASES * 2,); ``links``: for every pair, the floor, the column
    (BASES * floor + base) and the contact points between them as bits, shape (MAX_LINKS * 3,).
    """
    return write_survey(state, np.empty(1, FRAME), middles, columns, links)


@compilable
def write_survey(state: Record, frames: Frames, middles: Values, columns: Values, links: Values) -> int:
    """Do the same as ``read_survey``, using ``frames`` as working memory."""
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
    """Write to ``out`` the load that the centre of each empty base of the temple bears, g; shape (FLOORS * BASES,)."""
    for floor in range(FLOORS):
        for base in range(BASES):
            if is_empty(state, floor, base):
                out[BASES * floor + base] = standing_test.base_margin(state, floor, base)


@compilable
def read_deficit(state: Record, out: Values) -> None:
    """Write the floor that tips, or NONE, and the weight that would balance it, in grams.

    ``out`` has shape (2,); see ``standing_test.deficit``.
    """
    floor, grams = standing_test.deficit(state)
    out[0] = floor
    out[1] = grams
