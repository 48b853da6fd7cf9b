"""Compact observation of Indus for learning, in small integers. The fields are planes in the shape of the board.

Teams are numbered clockwise from the observer's own team. A ruin is described by its size, its prizes and the counts of
researchers that decide who is paid. Its kind and number are omitted.
"""

from collections.abc import Sequence

import numpy as np

from mandapa.games.indus.ai.observation import column_of, teams_from
from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.actions import ADD_AT, INDUS, MOVE_IN
from mandapa.games.indus.rules.components import MAX_PER_FIELD
from mandapa.games.indus.rules.researchers import team_of, waits_on
from mandapa.games.indus.rules.scoring import Counts, count_teams
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.compact import Feature, Part, Symmetry, byte, name_of_turn, of_the_square
from mandapa.kernel.record import Bytes, Record, copy_of

PIECES = indus.NUM_RANKS * indus.NUM_TEAMS
MOMENT = (
    Feature("phase", numbers=indus.OVER + 1, about=f"one-hot: {', '.join(indus.PHASES)}"),
    Feature("own turn"),
    Feature("two players"),
    Feature("rolls", 3),
    Feature("placed", 9),
    Feature("die", 1, indus.FACES, "one-hot"),
    Feature("captured", 1, PIECES, "pending researcher, one-hot"),
)
TEAM = (
    Feature("reserve", 8, indus.NUM_RANKS, "by rank"),
    Feature("captures", 80, about="points"),
    Feature("acts"),
    Feature("taken back", indus.TAKE_BACK_LIMIT, about="pending researchers, by its seat"),
)
START = (Feature("researcher", 1, PIECES, "one-hot: 3 team + rank"),)
RUIN = ("ruin", 14), ("first prize", 20), ("second prize", 20), ("own", 8), ("most of another team", 8)
FIELD = (
    Feature("researchers", 8, PIECES, "by team and rank: 3 team + rank; also the pending one if it may stay"),
    Feature("on top", 1, indus.NUM_TEAMS, "team"),
    Feature("secured", 1, indus.NUM_TEAMS, "by team"),
    *(
        Feature(f"{name} {number + 1}", most, about="number of fields, 0: none" if name == "ruin" else "")
        for number in range(MAX_PER_FIELD)
        for name, most in RUIN
    ),
)
PARTS = (
    Part("moment", "facts", MOMENT),
    Part("teams", "facts", TEAM, (indus.NUM_TEAMS,)),
    Part("starts", "facts", START, (indus.STARTS,)),
    Part("board", "planes", FIELD, (indus.SIZE, indus.SIZE)),
)
PENDING_AT = indus.OVER + 5 + indus.FACES
TEAMS_AT = PARTS[0].size
STARTS_AT = TEAMS_AT + PARTS[1].size
BOARD_AT = STARTS_AT + PARTS[2].size
RUINS_AT = PIECES + 2 * indus.NUM_TEAMS
assert PENDING_AT + PIECES == TEAMS_AT
TEAM_SIZE = PARTS[1].width


def layout(start: Record) -> Sequence[Part]:
    """Return the parts of the observation, which are the same for all numbers of players."""
    return PARTS


@compilable
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write the observation of ``seat``. A spectator (seat -1) gets the observation of seat 0."""
    first = max(seat, 0)
    order = teams_from(state, first)
    counts = np.zeros((indus.MAX_RUINS, indus.NUM_TEAMS), np.int64)
    count_teams(state, counts)
    waiting = waits_on(state)
    out[state.phase] = 1
    out[indus.OVER + 1] = (
        1 if indus.START_SEAT < state.phase < indus.OVER and state.phase != indus.DIE and state.seat == first else 0
    )
    out[indus.OVER + 2] = 1 if state.players == 2 else 0
    out[indus.OVER + 3] = state.rolls
    out[indus.OVER + 4] = state.placed
    if state.die > 0:
        out[indus.OVER + 4 + int(state.die)] = 1
    if state.pending != indus.NOBODY:
        out[PENDING_AT + column_of(int(state.pending), order)] = 1
    for team in range(indus.NUM_TEAMS):
        if state.seat_of[team] != indus.NONE:
            at = TEAMS_AT + TEAM_SIZE * int(order[team])
            for rank in range(indus.NUM_RANKS):
                out[at + rank] = state.reserve[team, rank]
            out[at + indus.NUM_RANKS] = byte(state.points[team])
            out[at + indus.NUM_RANKS + 1] = 1 if state.team == team else 0
            if state.players == 2:
                out[at + indus.NUM_RANKS + 2] = state.taken_back[state.seat_of[team]]
    for space in range(indus.STARTS):
        if state.start[space] != indus.NOBODY:
            out[STARTS_AT + PIECES * space + column_of(int(state.start[space]), order)] = 1
    for field in range(indus.FIELDS):
        write_field(state, field, order, counts, waiting, out[BOARD_AT + field :])


@compilable
def write_field(state: Record, field: int, order: Counts, counts: Counts, waiting: int, out: Bytes) -> None:
    """Write one field to the planes, which are ``FIELDS`` entries apart in ``out``.

    ``order`` has the position of each team relative to the observer. ``waiting`` is the field on which the pending
    researcher may stay, or NONE.
    """
    height = int(state.height[field])
    for level in range(height):
        out[indus.FIELDS * column_of(int(state.stack[field, level]), order)] += 1
    if waiting == field:
        out[indus.FIELDS * column_of(int(state.pending), order)] += 1
    if height > 0:
        out[indus.FIELDS * (PIECES + order[team_of(int(state.stack[field, height - 1]))])] = 1
    if state.secured[field] != indus.NONE:
        out[indus.FIELDS * (PIECES + indus.NUM_TEAMS + order[state.secured[field]])] = 1
    for number in range(MAX_PER_FIELD):
        ruin = int(state.ruins_of[field, number])
        if ruin != indus.NONE:
            own = 0
            most = 0
            for team in range(indus.NUM_TEAMS):
                if order[team] == 0 and state.seat_of[team] != indus.NONE:
                    own = int(counts[ruin, team])
                elif state.seat_of[team] != indus.NONE:
                    most = max(most, int(counts[ruin, team]))
            at = RUINS_AT + len(RUIN) * number
            out[indus.FIELDS * at] = byte(state.ruin_size[ruin])
            out[indus.FIELDS * (at + 1)] = byte(state.first_prize[ruin])
            out[indus.FIELDS * (at + 2)] = byte(state.second_prize[ruin])
            out[indus.FIELDS * (at + 3)] = byte(own)
            out[indus.FIELDS * (at + 4)] = byte(most)


# ---------------------------------------------------------------- symmetries of the board


def symmetries() -> tuple[Symmetry, ...]:
    """Return the seven symmetries of a square other than the identity: rotations, with and without mirroring."""
    return of_the_square(_symmetry)


def _symmetry(turns: int, mirrored: bool) -> Symmetry:
    """Return a symmetry that swaps left and right if ``mirrored``, then makes ``turns`` clockwise quarter turns.

    The board pieces stay in place, because once the board is complete, the rules use only its ruins.
    """
    board = np.arange(indus.FIELDS).reshape(indus.SIZE, indus.SIZE)
    board = np.rot90(board[:, ::-1] if mirrored else board, -turns)
    origin = board.reshape(-1)  # for each field, the field whose contents move there
    image = np.argsort(origin)
    lines = {tuple(line): space for space, line in enumerate(indus.LANDING.tolist())}
    spaces = np.array([lines[tuple(image[line].tolist())] for line in indus.LANDING])

    def state(before: Record) -> Record:
        after = copy_of(before)
        for name in ("ruins_of", "stack", "height", "secured"):
            after[name][image] = before[name]
        after.start[spaces] = before.start
        return after

    def observation(seen: Bytes) -> Bytes:
        found = seen.copy()
        starts = (*seen.shape[:-1], indus.STARTS, PIECES)
        rows = np.empty(starts, seen.dtype)
        rows[..., spaces, :] = seen[..., STARTS_AT:BOARD_AT].reshape(starts)
        found[..., STARTS_AT:BOARD_AT] = rows.reshape(*seen.shape[:-1], -1)
        planes = seen[..., BOARD_AT:].reshape(*seen.shape[:-1], -1, indus.FIELDS)[..., origin]
        found[..., BOARD_AT:] = planes.reshape(*seen.shape[:-1], -1)
        return found

    actions = np.arange(INDUS.num_actions, dtype=np.int32)
    for space in range(indus.STARTS):
        actions[MOVE_IN.encode(space)] = MOVE_IN.encode(int(spaces[space]))
        for rank in range(indus.NUM_RANKS):
            actions[ADD_AT.encode(rank, space)] = ADD_AT.encode(rank, int(spaces[space]))
    return Symmetry(name_of_turn(turns, mirrored), actions, observation, state)
