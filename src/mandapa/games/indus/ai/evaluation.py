"""Evaluation of an unfinished game of Indus: each team's expected final points.

The model assumes that every researcher in reserve or on a start space will land on some field. A researcher on a start
space can reach the six fields of its row or column, one in reserve can reach any field. More of them land on valuable
fields. From the expected number of arrivals on a field follow each team's probability of being on top of its stack at
the end, its number of researchers there, and its captures. These determine the expected prizes of each ruin. In a
finished game, the estimate is the exact score.

``expected_points`` writes the totals. A landing changes only the ruins of its field (``landing_change``). So the
expected value of the rolls of a turn, with the choice to roll again, can be computed exactly (``expect_turn``).
"""

import math

import numpy as np
from numpy.typing import NDArray

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.researchers import rank_of, team_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Values

Table = NDArray[np.float64]

# Columns of a field's row. If there is a value for each team, it takes four consecutive columns.
TOP = 0  # probability of being on top at the end
EMPTY = TOP + indus.NUM_TEAMS  # probability that no researcher ever arrives
PIECES = EMPTY + 1  # expected researchers at the end
CAPTURES = PIECES + indus.NUM_TEAMS  # expected points from future captures
TOP_SPREAD = CAPTURES + indus.NUM_TEAMS  # variance of being on top, summed over the teams
PIECES_SPREAD = TOP_SPREAD + 1  # variance of the number of researchers, summed over the teams
FIELD_COLUMNS = PIECES_SPREAD + 1

# Columns of a ruin's row: sums over its fields, and values derived from them. In a building all researchers count, in
# other ruins only those on top of a stack.
COUNT = 0  # expected count of each team
UNSEEN = COUNT + indus.NUM_TEAMS  # expected number of fields without any researcher at the end
SPREAD = UNSEEN + 1  # variance of the counts
PRIZE = SPREAD + 1  # expected points of each team
RUIN_COLUMNS = PRIZE + indus.NUM_TEAMS

LAST_ROLLS = int(indus.LAST_ROLL.max())
NEVER = -1e9
"""Value of an impossible choice, lower than any real value."""
TINY = 1e-9

# Fitted by benchmarks/fits/indus.py. Afterwards BACK, SHARP, SHARP_BUILDING and the values of the higher ranks were
# raised, because greedy players win more often with them, partly because they roll again less often.
(
    DRAW,  # arrivals on a field are proportional to DRAW + worth of the field
    STANDING,  # expected arrivals per researcher on a start space
    RESERVE,  # expected arrivals per researcher in reserve
    BACK,  # factor for arrivals where the team already has a researcher
    HOME,  # factor for arrivals where the team has secured the field
    SHUNNED,  # expected points per arrival of another team on a secured field
    SHARP,  # how strongly a higher count raises the probability of leading a ruin
    SHARP_BUILDING,  # the same for a building
    MIN_SPREAD,  # minimum standard deviation of a ruin's counts
    WORKER_WORTH,  # points of a researcher not yet on a field, apart from its arrival
    ASSISTANT_WORTH,
    PROFESSOR_WORTH,
) = range(12)
WEIGHTS = np.array([8.6, 0.606, 1.72, 2.2, 1.0, 0.515, 1.2, 1.2, 0.134, 0.065, 0.8, 1.2])


@compilable
def expected_points(state: Record, weights: Values, out: Values) -> None:
    """Write the expected final points of each team, shape (NUM_TEAMS,).

    The remaining rolls of the current turn are averaged exactly.
    """
    rate = np.empty((indus.FIELDS, indus.NUM_TEAMS), np.float64)
    fields = np.empty((indus.FIELDS, FIELD_COLUMNS), np.float64)
    ruins = np.zeros((indus.MAX_RUINS, RUIN_COLUMNS), np.float64)
    expected_points_of(state, weights, rate, fields, ruins, out)


@compilable
def expected_points_of(state: Record, weights: Values, rate: Table, fields: Table, ruins: Table, out: Values) -> None:
    """Write the expected final points of each team; fill the tables ``rate``, ``fields`` and ``ruins`` (``survey``)."""
    points = np.empty(indus.NUM_TEAMS, np.float64)
    expect_arrivals(state, weights, rate)
    survey(state, weights, rate, fields, ruins, points)
    for team in range(indus.NUM_TEAMS):
        out[team] = state.points[team]
        for rank in range(indus.NUM_RANKS):
            out[team] += state.reserve[team, rank] * weights[WORKER_WORTH + rank]
        for field in range(indus.FIELDS):
            out[team] += fields[field, CAPTURES + team]
        for ruin in range(state.ruins):
            out[team] += ruins[ruin, PRIZE + team]
    for space in range(indus.STARTS):
        piece = int(state.start[space])
        if piece != indus.NOBODY:
            out[team_of(piece)] += weights[WORKER_WORTH + rank_of(piece)]
    if state.phase == indus.DIE or state.phase == indus.GO:
        expect_turn(state, weights, rate, fields, ruins, points, out)


# ---------------------------------------------------------------- the rest of the game


@compilable
def worth_of_field(state: Record, field: int) -> float:
    """Return the sum of the points that a field contributes to each of its ruins (``worth_of_part``)."""
    total = 0.0
    for ruin in state.ruins_of[field]:
        if ruin == indus.NONE:
            break
        total += worth_of_part(state, int(ruin))
    return total


@compilable
def worth_of_part(state: Record, ruin: int) -> float:
    """Return the points that one field contributes to a ruin: the prizes divided by the number of fields.

    The second prize counts half.
    """
    return float((state.first_prize[ruin] + 0.5 * state.second_prize[ruin]) / state.ruin_size[ruin])


@compilable
def expect_arrivals(state: Record, weights: Values, rate: Table) -> None:
    """Write each team's expected number of future arrivals on each field, shape (FIELDS, NUM_TEAMS)."""
    mean = 0.0
    for field in range(indus.FIELDS):
        mean += (weights[DRAW] + worth_of_field(state, field)) / indus.FIELDS
    for team in range(indus.NUM_TEAMS):
        reserve = 0.0
        for rank in range(indus.NUM_RANKS):
            reserve += state.reserve[team, rank]
        for field in range(indus.FIELDS):
            rate[field, team] = reserve * weights[RESERVE] / indus.FIELDS
    for space in range(indus.STARTS):
        if state.start[space] != indus.NOBODY:
            team = team_of(int(state.start[space]))
            for face in range(indus.FACES):
                rate[indus.LANDING[space, face], team] += weights[STANDING] / indus.FACES
    for field in range(indus.FIELDS):
        draw = (weights[DRAW] + worth_of_field(state, field)) / mean
        for team in range(indus.NUM_TEAMS):
            rate[field, team] *= draw


@compilable
def survey(state: Record, weights: Values, rate: Table, fields: Table, ruins: Table, points: Values) -> None:
    """Fill the rows of the tables ``fields`` and ``ruins`` from the expected numbers of arrivals, ``rate``.

    ``ruins`` must be 0. ``points``, shape (NUM_TEAMS,), is a buffer.
    """
    for field in range(indus.FIELDS):
        present, top = stack_facts(state, field, points)
        owner = int(state.secured[field])
        forecast_field(weights, rate[field], present, top, owner, int(state.height[field]), points, fields[field])
        count_spared(state, field, top, fields[field])
        for ruin in state.ruins_of[field]:
            if ruin == indus.NONE:
                break
            add_field(state, int(ruin), fields[field], 1.0, ruins[ruin])
    for ruin in range(state.ruins):
        expect_prizes(state, ruin, weights, ruins[ruin])


@compilable
def stack_facts(state: Record, field: int, points: Values) -> tuple[int, int]:
    """Return a bit mask of the teams on a field, and the team on top (NONE if the field is empty).

    Write the points for capturing each team's researchers there to ``points``, shape (NUM_TEAMS,).
    """
    points[:] = 0
    present = 0
    top = indus.NONE
    for level in range(state.height[field]):
        piece = int(state.stack[field, level])
        top = team_of(piece)
        present |= 1 << top
        points[top] += indus.CAPTURE_POINTS[rank_of(piece)]
    return present, top


@compilable
def forecast_field(
    weights: Values, rate: Values, present: int, top: int, owner: int, height: int, points: Values, row: Values
) -> None:
    """Fill ``row``, the row of a field, from ``rate``, the expected number of arrivals of each team there.

    ``present``, ``top`` and ``points`` come from ``stack_facts``. ``owner`` is the team that has secured the field, or
    NONE.
    """
    row[:] = 0
    if owner != indus.NONE:
        coming = weights[HOME] * rate[owner]
        row[TOP + owner] = 1
        row[PIECES + owner] = height + coming
        row[PIECES_SPREAD] = coming
        row[CAPTURES + owner] = weights[SHUNNED] * (rate.sum() - rate[owner])
        return
    back = 0.0
    new = 0.0
    for team in range(indus.NUM_TEAMS):
        if present >> team & 1:
            back += weights[BACK] * rate[team]
        else:
            new += rate[team]
    never_back = math.exp(-back)
    never_new = math.exp(-new)
    at_stake = points.sum()
    for team in range(indus.NUM_TEAMS):
        if present >> team & 1:
            secures = (1 - never_back) * weights[BACK] * rate[team] / back if back > 0 else 0.0
            holds = secures + (never_back * never_new if team == top else 0.0)
            pieces = 2 * secures + never_back
            row[CAPTURES + team] = secures * (at_stake - points[team])
            row[PIECES_SPREAD] += 4 * secures + never_back - pieces * pieces
        else:
            holds = never_back * (1 - never_new) * rate[team] / new if new > 0 else 0.0
            pieces = never_back * rate[team]
            row[PIECES_SPREAD] += pieces
        row[TOP + team] = holds
        row[PIECES + team] = pieces
        row[TOP_SPREAD] += holds * (1 - holds)
    if present == 0:
        row[EMPTY] = never_new


@compilable
def count_spared(state: Record, field: int, top: int, row: Values) -> None:
    """Adjust the row of a secured field for spared researchers of the other team of the owner's seat (IND-TWO-5).

    ``top`` is the team on top. It stays on top until another researcher of the owner arrives.
    """
    owner = int(state.secured[field])
    if owner == indus.NONE:
        return
    for level in range(state.height[field]):
        team = team_of(int(state.stack[field, level]))
        if team != owner:
            row[PIECES + team] += 1
            row[PIECES + owner] -= 1
    if top != owner:
        stays = math.exp(-row[PIECES_SPREAD])
        row[TOP + top] = stays
        row[TOP + owner] = 1 - stays
        row[TOP_SPREAD] = 2 * stays * (1 - stays)


@compilable
def add_field(state: Record, ruin: int, row: Values, sign: float, out: Values) -> None:
    """Add ``row``, the row of a field, to ``out``, the row of one of its ruins, or subtract it if ``sign`` is -1."""
    building = state.ruin_kind[ruin] == indus.BUILDING
    first = PIECES if building else TOP
    for team in range(indus.NUM_TEAMS):
        out[COUNT + team] += sign * row[first + team]
    out[UNSEEN] += sign * row[EMPTY]
    out[SPREAD] += sign * row[PIECES_SPREAD if building else TOP_SPREAD]


@compilable
def expect_prizes(state: Record, ruin: int, weights: Values, row: Values) -> None:
    """Write the points that each team is expected to get from a ruin to ``row``, the ruin's row.

    A team's probability of leading in the ruin grows with its expected count, and faster if the variance is small.
    """
    building = state.ruin_kind[ruin] == indus.BUILDING
    size = int(state.ruin_size[ruin])
    most = 0.0
    everybody = 0.0
    for team in range(indus.NUM_TEAMS):
        most = max(most, row[COUNT + team])
        everybody += row[COUNT + team]
        row[PRIZE + team] = 0
    if everybody <= TINY:
        return
    sharp = 0.0
    if building or size > 1:  # with one field the probability of being on top is that of leading
        sharp = weights[SHARP_BUILDING if building else SHARP]
        sharp /= math.sqrt(max(0.0, row[SPREAD]) + weights[MIN_SPREAD] ** 2)
    total = 0.0
    for team in range(indus.NUM_TEAMS):
        count = row[COUNT + team]
        if count > TINY:
            row[PRIZE + team] = count * math.exp(sharp * (count - most))
            total += row[PRIZE + team]
    seen = 1.0
    if row[UNSEEN] > TINY:
        seen -= (row[UNSEEN] / size) ** size
    for team in range(indus.NUM_TEAMS):
        row[PRIZE + team] /= total
    if building:
        share_prizes(row, everybody, seen * state.first_prize[ruin], seen * state.second_prize[ruin])
        return
    for team in range(indus.NUM_TEAMS):
        row[PRIZE + team] *= seen * state.first_prize[ruin]


@compilable
def share_prizes(row: Values, everybody: float, first: float, second: float) -> None:
    """Convert each team's probability of leading in a building, in ``row``, to its expected points from both prizes.

    The second prize goes to the team in second place, or to the leader if no other team is in the building.
    """
    chances = (row[PRIZE], row[PRIZE + 1], row[PRIZE + 2], row[PRIZE + 3])
    for team in range(indus.NUM_TEAMS):
        row[PRIZE + team] *= first
    for leader in range(indus.NUM_TEAMS):
        others = 1 - chances[leader]
        shared = min(1.0, everybody - row[COUNT + leader]) if others > TINY else 0.0
        row[PRIZE + leader] += second * chances[leader] * (1 - shared)
        if shared > 0:
            for team in range(indus.NUM_TEAMS):
                if team != leader:
                    row[PRIZE + team] += second * chances[leader] * shared * chances[team] / others


# ---------------------------------------------------------------- the current turn


@compilable
def landing_change(
    state: Record,
    weights: Values,
    rate: Table,
    fields: Table,
    ruins: Table,
    piece: int,
    field: int,
    points: Values,
    field_row: Values,
    ruin_row: Values,
    out: Values,
) -> None:
    """Write the change in each team's expected points if ``piece`` lands on ``field``, shape (NUM_TEAMS,).

    A captured researcher of the seat's other team is scored. ``points``, ``field_row`` and ``ruin_row`` are buffers.
    """
    team = team_of(piece)
    pays = indus.CAPTURE_POINTS[rank_of(piece)]
    owner = int(state.secured[field])
    out[:] = 0
    out[team] = -weights[WORKER_WORTH + rank_of(piece)]
    if owner != indus.NONE and owner != team:
        out[owner] += pays
        return
    present, _ = stack_facts(state, field, points)
    height = int(state.height[field]) + 1
    if owner == indus.NONE and present >> team & 1:
        out[team] += points.sum() - points[team]
        owner = team
        height = 2
    points[team] += pays
    forecast_field(weights, rate[field], present | 1 << team, team, owner, height, points, field_row)
    count_spared(state, field, team, field_row)
    for other in range(indus.NUM_TEAMS):
        out[other] += field_row[CAPTURES + other] - fields[field, CAPTURES + other]
    for ruin in state.ruins_of[field]:
        if ruin == indus.NONE:
            break
        for column in range(RUIN_COLUMNS):
            ruin_row[column] = ruins[ruin, column]
        add_field(state, int(ruin), fields[field], -1.0, ruin_row)
        add_field(state, int(ruin), field_row, 1.0, ruin_row)
        expect_prizes(state, int(ruin), weights, ruin_row)
        for other in range(indus.NUM_TEAMS):
            out[other] += ruin_row[PRIZE + other] - ruins[ruin, PRIZE + other]


@compilable
def expect_turn(
    state: Record, weights: Values, rate: Table, fields: Table, ruins: Table, points: Values, out: Values
) -> None:
    """Add to ``out``, shape (NUM_TEAMS,), the expected change in each team's points during the rest of the turn.

    The state must be in the phase DIE or GO. The average over the faces of the die is exact. After each roll, the seat
    makes its best landing, or rolls again if that has a higher expected value.
    """
    best = np.full((LAST_ROLLS + 1, indus.FACES), NEVER, np.float64)
    changes = np.zeros((LAST_ROLLS + 1, indus.FACES, indus.NUM_TEAMS), np.float64)
    change = np.empty(indus.NUM_TEAMS, np.float64)
    field_row = np.empty(FIELD_COLUMNS, np.float64)
    ruin_row = np.empty(RUIN_COLUMNS, np.float64)
    first = int(state.rolls) + (1 if state.phase == indus.DIE else 0)
    last = first
    for space in range(indus.STARTS):
        piece = int(state.start[space])
        if piece == indus.NOBODY or team_of(piece) != state.team or indus.LAST_ROLL[rank_of(piece)] < first:
            continue
        usable = int(indus.LAST_ROLL[rank_of(piece)])
        last = max(last, usable)
        for face in range(indus.FACES):
            field = int(indus.LANDING[space, face])
            landing_change(state, weights, rate, fields, ruins, piece, field, points, field_row, ruin_row, change)
            value = worth_to(state, change)
            for roll in range(first, usable + 1):
                if value > best[roll, face]:
                    best[roll, face] = value
                    for team in range(indus.NUM_TEAMS):
                        changes[roll, face, team] = change[team]
    change[:] = 0
    again = NEVER
    for roll in range(last, first - 1, -1):
        known = roll == first and state.phase == indus.GO
        for face in range(indus.FACES):
            if again > best[roll, face]:  # IND-ROLL-4
                best[roll, face] = again
                for team in range(indus.NUM_TEAMS):
                    changes[roll, face, team] = change[team]
        again = 0.0
        change[:] = 0
        for face in range(indus.FACES):
            share = 1.0 / indus.FACES
            if known:
                share = 1.0 if face == state.die - 1 else 0.0
            again += share * best[roll, face]
            for team in range(indus.NUM_TEAMS):
                change[team] += share * changes[roll, face, team]
    for team in range(indus.NUM_TEAMS):
        out[team] += change[team]


@compilable
def worth_to(state: Record, change: Values) -> float:
    """Return the sum of ``change`` over the teams that the current seat leads."""
    value = 0.0
    for team in range(indus.NUM_TEAMS):
        if state.seat_of[team] == state.seat:
            value += change[team]
    return value


@compilable
def evaluate(state: Record, out: Values) -> None:
    """Write each seat's expected final score. The remaining rolls of the current turn are averaged exactly."""
    teams = np.empty(indus.NUM_TEAMS, np.float64)
    expected_points(state, WEIGHTS, teams)
    out[: state.players] = 0
    for team in range(indus.NUM_TEAMS):
        if state.seat_of[team] != indus.NONE:
            out[state.seat_of[team]] += teams[team]
