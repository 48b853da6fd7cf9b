"""Scoring of the ruins of Indus (IND-SCORE).

A ruin pays the teams with the most researchers in it. In a building, all researchers count; in other ruins, only those
on top of a stack.
"""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.researchers import researcher, team_of
from mandapa.games.indus.rules.rules import land
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Records, Values

Counts = NDArray[np.int64]
"""Number of researchers of each team that count in a ruin.

The shape is (MAX_RUINS, NUM_TEAMS) for all ruins, or (NUM_TEAMS,) for one.
"""

NOT_PAID, SOLE, PRIZES, TIE, MOST = range(5)
"""Cases of payment.

They are: a ruin without researchers; a building with a single team, with several teams but a single leader, or with
tied leaders; a ruin of another kind.
"""


@compilable
def count_teams(state: Record, counts: Counts) -> None:
    """Write the number of each team's researchers that count in each ruin (IND-SCORE-2)."""
    counts[:] = 0
    for field in range(indus.FIELDS):
        if state.height[field] > 0:
            count_field(state, field, counts)


@compilable
def count_field(state: Record, field: int, counts: Counts) -> None:
    """Add the researchers on a field, which must not be empty, to the counts of its ruins."""
    height = int(state.height[field])
    top = team_of(int(state.stack[field, height - 1]))
    for ruin in state.ruins_of[field]:
        if ruin == indus.NONE:
            return
        if state.ruin_kind[ruin] == indus.BUILDING:  # IND-SCORE-3
            for level in range(height):
                counts[ruin, team_of(int(state.stack[field, level]))] += 1
        else:  # IND-SCORE-4
            counts[ruin, top] += 1


@compilable
def teams_with(counts: Counts, wanted: int) -> int:
    """Return the number of teams whose count is ``wanted``."""
    teams = 0
    for count in counts:
        if count == wanted:
            teams += 1
    return teams


@compilable
def highest_below(counts: Counts, limit: int) -> int:
    """Return the highest count below ``limit``, or 0 if there is none."""
    highest = 0
    for count in counts:
        if highest < count < limit:
            highest = int(count)
    return highest


@compilable
def payment(state: Record, ruin: int, counts: Counts) -> tuple[int, int, int, int, int]:
    """Return the payment of a ruin as five numbers.

    They are the case (such as ``SOLE``), the highest count, the points of each team with it, the second-highest count
    if it is paid, and the points of each team with that. ``counts`` has shape (NUM_TEAMS,). A team with the count 0
    gets nothing (IND-SCORE-5). Shares are rounded down (IND-SCORE-10).
    """
    most = highest_below(counts, 1 << 30)
    if most == 0:
        return NOT_PAID, 0, 0, 0, 0
    leaders = teams_with(counts, most)
    first, second = int(state.first_prize[ruin]), int(state.second_prize[ruin])
    if state.ruin_kind[ruin] != indus.BUILDING:
        return MOST, most, first // leaders, 0, 0  # IND-SCORE-9
    if leaders > 1:
        return TIE, most, (first + second) // leaders, 0, 0  # IND-SCORE-8
    next_count = highest_below(counts, most)
    if next_count == 0:
        return SOLE, most, first + second, 0, 0  # IND-SCORE-6
    return PRIZES, most, first, next_count, second // teams_with(counts, next_count)  # IND-SCORE-7


@compilable
def pay(state: Record, ruin: int, counts: Counts, out: Values) -> None:
    """Add each team's points for one ruin to ``out``. ``out`` and ``counts`` have shape (NUM_TEAMS,)."""
    _, most, first, next_count, second = payment(state, ruin, counts)
    if most == 0:
        return
    for team in range(indus.NUM_TEAMS):
        if counts[team] == most:
            out[team] += first
        elif second > 0 and counts[team] == next_count:
            out[team] += second


@compilable
def ruin_points(state: Record, out: Values) -> None:
    """Write each team's points for all ruins as if the game ended now; ``out`` has shape (NUM_TEAMS,)."""
    counts = np.zeros((indus.MAX_RUINS, indus.NUM_TEAMS), np.int64)
    count_teams(state, counts)
    out[:] = 0
    for ruin in range(state.ruins):
        pay(state, ruin, counts[ruin], out)


@compilable
def scores(state: Record, out: Values) -> None:
    """Write each seat's points from captures and ruins as if the game ended now (IND-SCORE-11, 12, IND-TWO-9)."""
    ruins = np.zeros(indus.NUM_TEAMS, np.float64)
    ruin_points(state, ruins)
    out[: state.players] = 0
    for team in range(indus.NUM_TEAMS):
        if state.seat_of[team] != indus.NONE:
            out[state.seat_of[team]] += state.points[team] + ruins[team]


COLUMNS = indus.NUM_TEAMS + 5
"""Number of values for each ruin in ``ruin_table``: the count of each team, then the five results of ``payment``."""


@compilable
def ruin_table(state: Record, table: Values) -> None:
    """Write ``COLUMNS`` values for each ruin to ``table``, shape (MAX_RUINS * COLUMNS,), for the score sheet."""
    counts = np.zeros((indus.MAX_RUINS, indus.NUM_TEAMS), np.int64)
    count_teams(state, counts)
    for ruin in range(state.ruins):
        row = table[ruin * COLUMNS : (ruin + 1) * COLUMNS]
        for team in range(indus.NUM_TEAMS):
            row[team] = counts[ruin, team]
        case, most, first, following, second = payment(state, ruin, counts[ruin])
        row[indus.NUM_TEAMS] = case
        row[indus.NUM_TEAMS + 1] = most
        row[indus.NUM_TEAMS + 2] = first
        row[indus.NUM_TEAMS + 3] = following
        row[indus.NUM_TEAMS + 4] = second


@compilable
def landing_gains(start: Record, scratch: Records, gains: Values) -> None:
    """Write how much the current seat's score would change if a researcher of each rank landed on each field.

    ``gains`` has shape (NUM_RANKS * FIELDS,), sorted by rank, then field. The researchers are of the acting team. A
    researcher that would become pending is not scored. ``scratch`` is a buffer of one record.
    """
    before = np.zeros(indus.MAX_PLAYERS, np.float64)
    after = np.zeros(indus.MAX_PLAYERS, np.float64)
    scores(start, before)
    seat = int(start.seat)
    state = scratch[0]
    for rank in range(indus.NUM_RANKS):
        for field in range(indus.FIELDS):
            scratch[0] = start
            land(state, field, researcher(int(start.team), rank))
            scores(state, after)
            gains[rank * indus.FIELDS + field] = after[seat] - before[seat]
