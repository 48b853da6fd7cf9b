"""Playout policy of Indus: make fast decisions in simulations from a rough estimate of every landing."""

import numpy as np

from mandapa.games.indus.ai.evaluation import worth_of_field, worth_of_part
from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.actions import REROLL_ID, SCORE_ID, SPARE_ID, TAKE_ID, add_id, space_of, team_id
from mandapa.games.indus.rules.researchers import rank_of, researcher, reserve_of, team_of, waits_on
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import legal_actions
from mandapa.kernel.record import Actions, Record, Rng

# Parts of the rough estimates; see ``rough_gain``.
AT_HOME = 0.3
"""Points for landing on a field that the team has already secured."""
SECURING = 1.0
"""Points for securing a field, which can then not be lost. They are added to the points from captures."""
ALREADY_TOP = 0.4
"""Factor for the value of a field that the team secures when its researcher there is already on top."""
LATER = (0.0, 0.4, 0.8)
"""Value of a worker, an assistant and a professor that is not moved yet, in points."""
TAKEN_BACK = 2.0
"""Expected points from a pending researcher that is taken back, so that it can land again."""
LATER_LINE = 0.3
"""Weight of the gains on the six fields that a start space can reach, relative to the gain with the next roll."""
NOISE = 0.5
"""Upper bound of the random number that is added to each estimate to vary the choice."""


@compilable
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """Return an action: the landing with the highest rough estimate, or another roll if its expected value is higher.

    Researchers are added where they improve the next roll most. A team is chosen at random, with a probability that
    grows with its reserve.
    """
    count = legal_actions(state, actions)
    if count == 1:
        return int(actions[0])
    if state.phase == indus.GO:
        return choose_landing(state, actions, count, rng)
    if state.phase == indus.ADD or state.phase == indus.PLACE:
        return choose_space(state, rng)
    if state.phase == indus.TEAM:
        first = reserve_of(state, int(state.team_of[state.seat, 0]))
        second = reserve_of(state, int(state.team_of[state.seat, 1]))
        return team_id(0) if rng.random() * (first + second + 1) < first + 0.5 else team_id(1)
    if state.phase == indus.OWN:
        if value_of_sparing(state) > max(TAKEN_BACK, indus.CAPTURE_POINTS[rank_of(int(state.pending))]):
            return SPARE_ID
        return SCORE_ID if rank_of(int(state.pending)) == indus.PROFESSOR else TAKE_ID
    return int(actions[int(rng.random() * count)])


@compilable
def rough_gain(state: Record, field: int, team: int, rank: int) -> float:
    """Return a rough estimate of the points from a landing: the value of the field and captures.

    On a field that another team has secured, it is negative, because the researcher is captured.
    """
    owner = int(state.secured[field])
    if owner == team:
        return AT_HOME
    if owner != indus.NONE:
        return -float(indus.CAPTURE_POINTS[rank])
    there = False
    captured = 0
    top = indus.NONE
    for level in range(state.height[field]):
        piece = int(state.stack[field, level])
        top = team_of(piece)
        if top == team:
            there = True
        else:
            captured += indus.CAPTURE_POINTS[rank_of(piece)]
    value = worth_of_field(state, field)
    if not there:
        return value
    return SECURING + captured + (ALREADY_TOP * value if top == team else value)


@compilable
def value_of_sparing(state: Record) -> float:
    """Return the estimated points from leaving the pending researcher on its field, or 0 if it may not stay.

    If it is on top of the stack, it counts for all ruins of the field, otherwise only for buildings.
    """
    field = waits_on(state)
    if field == indus.NONE:
        return 0.0
    if team_of(int(state.pending)) == state.team:
        return worth_of_field(state, field)
    value = 0.0
    for ruin in state.ruins_of[field]:
        if ruin != indus.NONE and state.ruin_kind[ruin] == indus.BUILDING:
            value += worth_of_part(state, int(ruin))
    return value


@compilable
def choose_landing(state: Record, actions: Actions, count: int, rng: Rng) -> int:
    """Return the move with the highest rough estimate, or another roll if its expected value is higher."""
    team = int(state.team)
    best = REROLL_ID
    best_value = -1e9
    moves = count - 1 if actions[count - 1] == REROLL_ID else count
    for i in range(moves):
        space = space_of(int(actions[i]))
        rank = rank_of(int(state.start[space]))
        value = (
            rough_gain(state, int(indus.LANDING[space, state.die - 1]), team, rank) - LATER[rank] + NOISE * rng.random()
        )
        if value > best_value:
            best_value = value
            best = int(actions[i])
    if moves < count and best_value < value_of_rolling(state, team, int(state.rolls) + 1):
        return REROLL_ID
    return best


@compilable
def value_of_rolling(state: Record, team: int, roll: int) -> float:
    """Return the expected value of roll number ``roll`` of the turn.

    It is the mean, over the faces of the die, of the best landing of the team's researchers that may use the roll.
    """
    best = np.full(indus.FACES, -9.0)
    first = researcher(team, indus.WORKER)
    for space in range(indus.STARTS):
        rank = int(state.start[space]) - first
        if indus.ASSISTANT <= rank <= indus.PROFESSOR and roll <= indus.LAST_ROLL[rank]:
            for face in range(indus.FACES):
                gain = rough_gain(state, int(indus.LANDING[space, face]), team, rank) - LATER[rank]
                best[face] = max(best[face], gain)
    return float(best.sum() / indus.FACES)


@compilable
def choose_space(state: Record, rng: Rng) -> int:
    """Return the action that adds a researcher to the best start space. Its rank is random.

    The value of a space is the sum of the team's best gains with each face of the die, plus ``LATER_LINE`` x the sum of
    the gains on the six fields that the space can reach.
    """
    team = int(state.team)
    gains = np.empty(indus.FIELDS, np.float64)
    for field in range(indus.FIELDS):
        gains[field] = rough_gain(state, field, team, indus.WORKER)
    best = np.zeros(indus.FACES)
    for space in range(indus.STARTS):
        piece = int(state.start[space])
        if piece != indus.NOBODY and team_of(piece) == team:
            for face in range(indus.FACES):
                best[face] = max(best[face], gains[indus.LANDING[space, face]])
    chosen = indus.NONE
    most = -1e9
    for space in range(indus.STARTS):
        if state.start[space] != indus.NOBODY:
            continue
        value = NOISE * indus.FACES * rng.random()
        for face in range(indus.FACES):
            gain = gains[indus.LANDING[space, face]]
            value += max(best[face], gain) + LATER_LINE * gain
        if value > most:
            most = value
            chosen = space
    return add_id(choose_rank(state, team, rng), chosen)


@compilable
def choose_rank(state: Record, team: int, rng: Rng) -> int:
    """Return the rank of a random researcher in the team's reserve."""
    left = rng.random() * reserve_of(state, team)
    rank = indus.WORKER
    while rank < indus.PROFESSOR and left >= state.reserve[team, rank]:
        left -= state.reserve[team, rank]
        rank += 1
    return rank
