"""Value network of Indus, which corrects the evaluation of games for two players.

``mandapa lab train`` trains it (``lab/training``).

The network reads the ruins and the fields that are not secured yet as unordered sets, and what each seat has left. A
seat leads two teams. Where their order does not matter, the higher number comes first.
"""

import numpy as np

from mandapa.games.indus.ai import evaluation, playout
from mandapa.games.indus.rules import researchers, scoring, state as indus
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.network import Network, estimate
from mandapa.kernel.record import Numbers, Record, Values

# Columns for each ruin. All columns are scaled to about 1. "Own" are the teams of the seat from whose perspective the
# position is described, "their" the opponent's. Columns for own and for their teams are adjacent.
(
    FIRST_PRIZE,
    SECOND_PRIZE,
    BUILDING,
    SIZE,
    FREE,  # share of the fields without a researcher
    SECURED,  # shares of the fields secured by own and by their teams
    COUNTS,  # researchers that count now, of each team
    EXPECTED,  # the same at the end, by the evaluation
    SPREAD,
    PRIZES,  # expected points
) = (0, 1, 2, 3, 4, 5, 7, 11, 15, 16)
RUIN = 18

# Columns for each field with researchers that is not secured.
(
    WORTH,  # the next column is ``LEVEL``
    ON_TOP,
    PRESENT,  # number of teams
    STAKES,  # points for capturing the researchers
    ARRIVALS,  # expected arrivals of the teams that are there
    ARRIVALS_OF_NEW,  # of the other teams
    REACH,  # researchers on start spaces from which a team that is there can arrive
) = range(0, 14, 2)
LEVEL = 1
FIELD = 14

# Columns for a seat.
(
    CAPTURED,  # points
    RESERVE,  # by rank
    STANDING,  # by rank
    FEWEST_LEFT,  # researchers in reserve and on start spaces, of the team with fewer
    SECURED_FIELDS,
    SECURED_WORTH,
    TOP_WORTH,
    TO_CAPTURE,  # expected points
    TO_BE_PAID,  # expected points
    TAKEN_BACK,
    NEXT_GAIN,  # mean over the faces of the die of the best rough gain, of each team
    NEXT_CAPTURE,  # the same for points by captures of the opponent's researchers
) = (0, 1, 4, 7, 8, 9, 10, 11, 12, 13, 14, 16)
SEAT = 18

# Columns for the position.
(
    LEAD,
    EVALUATED,  # difference of the values of ``evaluate``
    LEFT,  # researchers in reserve and on start spaces, and their square
    NEARNESS,  # of the end of the game
    OWN_TURN,
    THEIR_TURN,
    TO_ROLL,
    ROLLS,
    ACTING_GAIN,  # ``NEXT_GAIN`` of the acting team before a roll
    EMPTY,
) = (0, 1, 2, 4, 5, 6, 7, 8, 9, 10)
POSITION = 11
POSITION_AT = 2 * SEAT
WHOLE = POSITION_AT + POSITION

SETS = ((indus.MAX_RUINS, RUIN), (indus.FIELDS, FIELD))
HIDDEN = 24
NETWORK = Network(SETS, WHOLE, HIDDEN)
RUINS_AT = 1
FIELDS_AT = RUINS_AT + indus.MAX_RUINS * RUIN + 1
WHOLE_AT = FIELDS_AT + indus.FIELDS * FIELD
FEATURES = NETWORK.features


@compilable
def is_known(state: Record) -> bool:
    """Return whether the network knows this kind of position: a game for two after the set-up."""
    return bool(state.players == 2 and indus.TEAM <= state.phase < indus.OVER)


@compilable
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """Write the values of ``evaluate``; correct the lead of ``seat`` by the network if it knows this position."""
    if len(weights) == 0 or not is_known(state):
        evaluation.evaluate(state, out)
        return
    seen = np.empty(FEATURES, np.float32)
    describe_game(state, seat, out, seen)
    half = estimate(weights, seen, SETS, HIDDEN) / 2
    out[seat] += half
    out[1 - seat] -= half


@compilable
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """Write the network's inputs for a seat; zeros unless the network knows this position."""
    out[:] = 0
    if is_known(state):
        values = np.empty(2, np.float64)
        describe_game(state, seat, values, out)


@compilable
def describe_game(state: Record, seat: int, values: Values, out: Numbers) -> None:
    """Write the values of ``evaluate`` to ``values``, and the network's inputs for a seat to ``out``."""
    rate = np.empty((indus.FIELDS, indus.NUM_TEAMS), np.float64)
    fields = np.empty((indus.FIELDS, evaluation.FIELD_COLUMNS), np.float64)
    ruins = np.zeros((indus.MAX_RUINS, evaluation.RUIN_COLUMNS), np.float64)
    teams = np.empty(indus.NUM_TEAMS, np.float64)
    evaluation.expected_points_of(state, evaluation.WEIGHTS, rate, fields, ruins, teams)
    out[:] = 0
    values[:] = 0
    whole = out[WHOLE_AT:]
    position = whole[POSITION_AT:]
    for team in range(indus.NUM_TEAMS):
        values[state.seat_of[team]] += teams[team]
        side = 0 if state.seat_of[team] == seat else 1
        describe_team(state, team, whole[side * SEAT : (side + 1) * SEAT])
        position[LEAD] += (1 - 2 * side) * state.points[team] / 20
        for ruin in range(state.ruins):
            whole[side * SEAT + TO_BE_PAID] += ruins[ruin, evaluation.PRIZE + team] / 40
        for field in range(indus.FIELDS):
            whole[side * SEAT + TO_CAPTURE] += fields[field, evaluation.CAPTURES + team] / 5
    position[EVALUATED] = (values[seat] - values[1 - seat]) / 20
    describe_ruins(state, seat, ruins, out)
    describe_fields(state, seat, rate, out)
    left = 0.0
    for side in range(2):
        row = whole[side * SEAT : (side + 1) * SEAT]
        row[FEWEST_LEFT] = 1.0
        for number in range(2):
            team = int(state.team_of[seat if side == 0 else 1 - seat, number])
            pieces = researchers.reserve_of(state, team) + researchers.standing(state, team)
            row[FEWEST_LEFT] = min(row[FEWEST_LEFT], np.float32(pieces / 12))
            left += pieces
            add_sorted(row, NEXT_GAIN, next_gain(state, team, False) / 8)
            add_sorted(row, NEXT_CAPTURE, next_gain(state, team, True) / 3)
        row[TAKEN_BACK] = min(4, int(state.taken_back[seat if side == 0 else 1 - seat])) / 4
    position[LEFT] = left / 48
    position[LEFT + 1] = position[LEFT] * position[LEFT]
    position[NEARNESS] = 1 / (1 + left)
    position[OWN_TURN if state.seat == seat else THEIR_TURN] = 1
    if state.phase == indus.DIE:
        position[TO_ROLL] = 1
        position[ROLLS] = state.rolls / 2
        sign = 1 if state.seat == seat else -1
        position[ACTING_GAIN] = sign * next_gain(state, int(state.team), False) / 8


@compilable
def add_sorted(row: Numbers, at: int, number: float) -> None:
    """Put a number into two columns, of which the first holds the higher number; both are at least 0."""
    if number > row[at]:
        row[at + 1] = row[at]
        row[at] = number
    elif number > row[at + 1]:
        row[at + 1] = number


@compilable
def describe_team(state: Record, team: int, row: Numbers) -> None:
    """Add the columns of a seat for one of its teams."""
    row[CAPTURED] += state.points[team] / 20
    for rank in range(indus.NUM_RANKS):
        row[RESERVE + rank] += state.reserve[team, rank] / 6
    for space in range(indus.STARTS):
        piece = int(state.start[space])
        if piece != indus.NOBODY and researchers.team_of(piece) == team:
            row[STANDING + researchers.rank_of(piece)] += 0.25
    for field in range(indus.FIELDS):
        owner = int(state.secured[field])
        height = int(state.height[field])
        if owner == team:
            row[SECURED_FIELDS] += 0.1
            row[SECURED_WORTH] += evaluation.worth_of_field(state, field) / 40
        elif owner == indus.NONE and height and researchers.team_of(int(state.stack[field, height - 1])) == team:
            row[TOP_WORTH] += evaluation.worth_of_field(state, field) / 40


@compilable
def next_gain(state: Record, team: int, captures: bool) -> float:
    """Return the mean over the faces of the die of the best rough gain with the team's researchers on start spaces.

    If ``captures``, count only the points for captures of the opponent's researchers.
    """
    best = np.zeros(indus.FACES)
    for space in range(indus.STARTS):
        piece = int(state.start[space])
        if piece == indus.NOBODY or researchers.team_of(piece) != team:
            continue
        for face in range(indus.FACES):
            field = int(indus.LANDING[space, face])
            if captures:
                gain = points_at_stake(state, field, team)
            else:
                gain = playout.rough_gain(state, field, team, researchers.rank_of(piece))
            best[face] = max(best[face], gain)
    return float(best.sum() / indus.FACES)


@compilable
def points_at_stake(state: Record, field: int, team: int) -> float:
    """Return the points for the opponent's researchers that a team would capture by a landing on a field."""
    if state.secured[field] != indus.NONE:
        return 0.0
    points = 0.0
    there = False
    for level in range(state.height[field]):
        piece = int(state.stack[field, level])
        other = researchers.team_of(piece)
        there = there or other == team
        if state.seat_of[other] != state.seat_of[team]:
            points += indus.CAPTURE_POINTS[researchers.rank_of(piece)]
    return points if there else 0.0


@compilable
def describe_ruins(state: Record, seat: int, ruins: evaluation.Table, out: Numbers) -> None:
    """Write the rows of the ruins."""
    counts = np.zeros((indus.MAX_RUINS, indus.NUM_TEAMS), np.int64)
    scoring.count_teams(state, counts)
    out[RUINS_AT - 1] = state.ruins
    for ruin in range(state.ruins):
        row = out[RUINS_AT + ruin * RUIN : RUINS_AT + (ruin + 1) * RUIN]
        row[FIRST_PRIZE] = state.first_prize[ruin] / 10
        row[SECOND_PRIZE] = state.second_prize[ruin] / 10
        row[BUILDING] = 1 if state.ruin_kind[ruin] == indus.BUILDING else 0
        row[SIZE] = state.ruin_size[ruin] / 5
        row[SPREAD] = ruins[ruin, evaluation.SPREAD]
        for team in range(indus.NUM_TEAMS):
            side = 0 if state.seat_of[team] == seat else 1
            add_sorted(row, COUNTS + 2 * side, counts[ruin, team] / 3)
            add_sorted(row, EXPECTED + 2 * side, ruins[ruin, evaluation.COUNT + team] / 3)
            row[PRIZES + side] += ruins[ruin, evaluation.PRIZE + team] / 10
    for field in range(indus.FIELDS):
        owner = int(state.secured[field])
        if owner == indus.NONE and state.height[field] > 0:
            continue
        column = FREE
        if owner != indus.NONE:
            column = SECURED if state.seat_of[owner] == seat else SECURED + 1
        for ruin in state.ruins_of[field]:
            if ruin == indus.NONE:
                break
            out[RUINS_AT + int(ruin) * RUIN + column] += 1 / state.ruin_size[ruin]
        if column == FREE:
            out[WHOLE_AT + POSITION_AT + EMPTY] += 1 / indus.FIELDS


@compilable
def describe_fields(state: Record, seat: int, rate: evaluation.Table, out: Numbers) -> None:
    """Write the rows of the fields with researchers that are not secured."""
    place = np.full(indus.FIELDS, indus.NONE, np.int64)
    points = np.empty(indus.NUM_TEAMS, np.float64)
    found = 0
    teams_on = np.zeros(indus.FIELDS, np.int64)
    for field in range(indus.FIELDS):
        if state.height[field] == 0 or state.secured[field] != indus.NONE:
            continue
        row = out[FIELDS_AT + found * FIELD : FIELDS_AT + (found + 1) * FIELD]
        place[field] = FIELDS_AT + found * FIELD
        found += 1
        present, top = evaluation.stack_facts(state, field, points)
        teams_on[field] = present
        row[WORTH] = evaluation.worth_of_field(state, field) / 8
        row[LEVEL] = state.height[field] / 3
        for team in range(indus.NUM_TEAMS):
            side = 0 if state.seat_of[team] == seat else 1
            row[STAKES + side] += points[team] / 3
            if present >> team & 1:
                row[PRESENT + side] += 0.5
                row[ARRIVALS + side] += rate[field, team]
            else:
                row[ARRIVALS_OF_NEW + side] += rate[field, team]
            if team == top:
                row[ON_TOP + side] = 1
    out[FIELDS_AT - 1] = found
    for space in range(indus.STARTS):
        piece = int(state.start[space])
        if piece == indus.NOBODY:
            continue
        team = researchers.team_of(piece)
        side = 0 if state.seat_of[team] == seat else 1
        for face in range(indus.FACES):
            field = int(indus.LANDING[space, face])
            if place[field] != indus.NONE and teams_on[field] >> team & 1:
                out[place[field] + REACH + side] += 0.5
