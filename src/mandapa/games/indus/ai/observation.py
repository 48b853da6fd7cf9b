"""Observation of Indus for learning: the public state as numbers, mostly between 0 and 1.

Teams are numbered clockwise from the observer's own team. "captures" are points from captures, and "acts" is 1 for the
acting team. A pending researcher (see ``rules/state.py``) that may stay on its field is counted there.

| part   | shape              | values                                                                                |
| ------ | ------------------ | ------------------------------------------------------------------------------------- |
| moment | 10 + 4 + 6 + 12    | phase one-hot; own turn, two players, rolls / 3, placed / 9; die one-hot; pending     |
|        |                    | researcher one-hot                                                                    |
| teams  | 4 x (3 + 3)        | reserve / 8 by rank; captures / 80, acts (0 or 1), taken back by its seat / 24        |
| starts | 24 x 12            | researcher one-hot: 3 x team + rank                                                   |
| fields | 36 x (20 + 3 x 14) | team on top (4), secured by (4), researchers of each team and rank / 8 (12); then for |
|        |                    | each of up to 3 ruins: kind (6), size / 14, first prize / 20, second prize / 20,      |
|        |                    | (number + 1) / 48, count of each team / 8                                             |
"""

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.components import MAX_PER_FIELD
from mandapa.games.indus.rules.researchers import rank_of, team_of, waits_on
from mandapa.games.indus.rules.scoring import Counts, count_teams
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Values

PIECES = indus.NUM_RANKS * indus.NUM_TEAMS
PENDING_AT = indus.OVER + 1 + 4 + indus.FACES
MOMENT = PENDING_AT + PIECES
TEAM_SIZE = indus.NUM_RANKS + 3
RUIN_SIZE = indus.NUM_KINDS + 4 + indus.NUM_TEAMS
RUINS_AT = 2 * indus.NUM_TEAMS + PIECES
FIELD_SIZE = RUINS_AT + MAX_PER_FIELD * RUIN_SIZE
TEAMS_AT = MOMENT
STARTS_AT = TEAMS_AT + indus.NUM_TEAMS * TEAM_SIZE
FIELDS_AT = STARTS_AT + indus.STARTS * PIECES
SIZE = FIELDS_AT + indus.FIELDS * FIELD_SIZE
PARTS = {
    "moment": (MOMENT,),
    "teams": (indus.NUM_TEAMS, TEAM_SIZE),
    "starts": (indus.STARTS, PIECES),
    "fields": (indus.FIELDS, FIELD_SIZE),
}


@compilable
def observation_tensor(state: Record, seat: int, out: Values) -> None:
    """Write the observation of ``seat``, shape (SIZE,). A spectator (seat -1) gets the observation of seat 0."""
    first = max(seat, 0)
    order = teams_from(state, first)
    counts = np.zeros((indus.MAX_RUINS, indus.NUM_TEAMS), np.int64)
    count_teams(state, counts)
    waiting = waits_on(state)
    out[:] = 0
    out[state.phase] = 1
    out[indus.OVER + 1] = (
        1 if indus.START_SEAT < state.phase < indus.OVER and state.phase != indus.DIE and state.seat == first else 0
    )
    out[indus.OVER + 2] = 1 if state.players == 2 else 0
    out[indus.OVER + 3] = state.rolls / 3
    out[indus.OVER + 4] = state.placed / 9
    if state.die > 0:
        out[indus.OVER + 4 + state.die] = 1
    if state.pending != indus.NOBODY:
        out[PENDING_AT + column_of(int(state.pending), order)] = 1
    for team in range(indus.NUM_TEAMS):
        if state.seat_of[team] != indus.NONE:
            observe_team(state, team, out[TEAMS_AT + TEAM_SIZE * order[team] :])
    for space in range(indus.STARTS):
        piece = int(state.start[space])
        if piece != indus.NOBODY:
            out[STARTS_AT + PIECES * space + column_of(piece, order)] = 1
    for field in range(indus.FIELDS):
        observe_field(state, field, order, counts, waiting, out[FIELDS_AT + FIELD_SIZE * field :])


@compilable
def teams_from(state: Record, first: int) -> Counts:
    """Return each team's position in the clockwise order that begins with the teams of seat ``first``.

    The array has the shape (NUM_TEAMS,). Teams that do not play come last.
    """
    order = np.full(indus.NUM_TEAMS, indus.NUM_TEAMS - 1, np.int64)
    count = 0
    for k in range(state.players):
        for team in state.team_of[(first + k) % state.players]:
            if team != indus.NONE:
                order[team] = count
                count += 1
    return order


@compilable
def column_of(piece: int, order: Counts) -> int:
    """Return a researcher's index from 0 to PIECES - 1: 3 x its team's position relative to the observer + its rank."""
    return int(indus.NUM_RANKS * order[team_of(piece)] + rank_of(piece))


@compilable
def observe_team(state: Record, team: int, out: Values) -> None:
    """Write the observation of one team to the first TEAM_SIZE entries of ``out``."""
    for rank in range(indus.NUM_RANKS):
        out[rank] = state.reserve[team, rank] / 8
    out[indus.NUM_RANKS] = state.points[team] / 80
    out[indus.NUM_RANKS + 1] = 1 if state.team == team else 0
    if state.players == 2:
        out[indus.NUM_RANKS + 2] = state.taken_back[state.seat_of[team]] / indus.TAKE_BACK_LIMIT


@compilable
def observe_field(state: Record, field: int, order: Counts, counts: Counts, waiting: int, out: Values) -> None:
    """Write the observation of one field to the first FIELD_SIZE entries of ``out``.

    ``order`` comes from ``teams_from``. ``waiting`` is the field where the pending researcher may stay, or NONE.
    """
    height = int(state.height[field])
    for level in range(height):
        out[2 * indus.NUM_TEAMS + column_of(int(state.stack[field, level]), order)] += 1 / 8
    if waiting == field:
        out[2 * indus.NUM_TEAMS + column_of(int(state.pending), order)] += 1 / 8
    if height > 0:
        out[order[team_of(int(state.stack[field, height - 1]))]] = 1
    if state.secured[field] != indus.NONE:
        out[indus.NUM_TEAMS + order[state.secured[field]]] = 1
    for number in range(MAX_PER_FIELD):
        ruin = int(state.ruins_of[field, number])
        if ruin != indus.NONE:
            at = RUINS_AT + RUIN_SIZE * number
            out[at + int(state.ruin_kind[ruin])] = 1
            out[at + indus.NUM_KINDS] = state.ruin_size[ruin] / 14
            out[at + indus.NUM_KINDS + 1] = state.first_prize[ruin] / 20
            out[at + indus.NUM_KINDS + 2] = state.second_prize[ruin] / 20
            out[at + indus.NUM_KINDS + 3] = (ruin + 1) / indus.MAX_RUINS
            for team in range(indus.NUM_TEAMS):
                if state.seat_of[team] != indus.NONE:
                    out[at + indus.NUM_KINDS + 4 + order[team]] = counts[ruin, team] / 8
