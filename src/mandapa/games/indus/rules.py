"""The rules of Indus, from set-up to the last turn; the board is in ``board.py``, the ruins' points in ``scoring.py``.

A turn: choose a team (two players only), add, roll, move, decide on a captured own researcher (IND-TURN-1). There is no
passing: what is possible is due (IND-TURN-4).
"""

import numpy as np

from mandapa.games.indus.actions import ADD_0, MOVE_0, REROLL, SCORE, TAKE, TEAM_0
from mandapa.games.indus.board import find_ruins, next_place, offered
from mandapa.games.indus.components import PIECES_OF_A_SIZE
from mandapa.games.indus.state import (
    ADD,
    ASSISTANT,
    BOARD,
    CAPTURE_POINTS,
    DIE,
    FACES,
    GO,
    LANDING,
    LAST_ROLL,
    NOBODY,
    NONE,
    NUM_RANKS,
    NUM_TEAMS,
    OVER,
    OWN,
    PLACE,
    PLACE_TEAM,
    PLACES,
    PREPLACED,
    START_SEAT,
    STARTS,
    TAKE_BACK_LIMIT,
    TEAM,
    WORKER,
)
from mandapa.kernel.compiling import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.types import Actions, Record, Rng, Values


@compilable
def current_player(state: Record) -> int:
    """Seat to act, or CHANCE, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    if state.phase <= START_SEAT or state.phase == DIE:
        return CHANCE
    return int(state.seat)


@compilable
def researcher(team: int, rank: int) -> int:
    """The number of a researcher."""
    return 1 + NUM_RANKS * team + rank


@compilable
def team_of(piece: int) -> int:
    """The team of a researcher."""
    return (piece - 1) // NUM_RANKS


@compilable
def rank_of(piece: int) -> int:
    """The rank of a researcher."""
    return (piece - 1) % NUM_RANKS


# ---------------------------------------------------------------- set-up


@compilable
def begin(state: Record) -> None:
    """Go to the first step of set-up that is still open, or to the first turn (IND section 6, order of the nodes)."""
    if next_place(state) < PLACES:
        state.phase = BOARD
        return
    if state.ruins == 0:
        find_ruins(state)
    if state.start_seat == NONE:
        state.phase = START_SEAT
        return
    state.seat = state.start_seat
    if state.free_placement:
        begin_placement(state)
    else:
        place_fixed(state)
        begin_turn(state)


@compilable
def place_fixed(state: Record) -> None:
    """The first researchers of every team on their fixed start spaces (IND-SETUP-5, IND-SETUP-6)."""
    for team in range(NUM_TEAMS):
        if state.seat_of[team] != NONE:
            for rank in range(NUM_RANKS):
                for space in state.posted[team, rank]:
                    if space != NONE:
                        stand(state, team, rank, int(space))


@compilable
def begin_placement(state: Record) -> None:
    """The next free placement: the team first with two players (IND-SETUP-7, IND-SETUP-8)."""
    if state.players == 2:
        state.team = NONE
        state.phase = PLACE_TEAM
    else:
        state.team = state.team_of[state.seat, 0]
        state.phase = PLACE


@compilable
def place(state: Record, rank: int, space: int) -> None:
    """Put a researcher down in set-up; after the last one the start seat takes the first turn (IND-SETUP-7 to 9)."""
    stand(state, int(state.team), rank, space)
    state.placed += 1
    teams = 2 if state.players == 2 else 1
    if state.placed == state.players * teams * PREPLACED[state.players]:
        state.seat = state.start_seat
        begin_turn(state)
    else:
        state.seat = (state.seat + 1) % state.players
        begin_placement(state)


@compilable
def stand(state: Record, team: int, rank: int, space: int) -> None:
    """A researcher goes from the reserve to a start space."""
    state.reserve[team, rank] -= 1
    state.start[space] = researcher(team, rank)


# ---------------------------------------------------------------- chance


@compilable
def is_outcome(state: Record, outcome: int) -> bool:
    """Whether an outcome of the running chance event is possible."""
    if state.phase == DIE:
        return 1 <= outcome <= FACES
    if state.phase == START_SEAT:  # IND-SETUP-4
        return bool(0 <= outcome < state.players)
    return 0 <= outcome < PIECES_OF_A_SIZE and offered(state, outcome + first_of_size(state))


@compilable
def first_of_size(state: Record) -> int:
    """Number of the first board piece that may lie on the next place."""
    return PIECES_OF_A_SIZE if next_place(state) == 0 else 0


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Every possible outcome; all are equally likely (IND-BOARD-6, IND-SETUP-4, IND-ROLL-1)."""
    count = 0
    for outcome in range(max(FACES + 1, PIECES_OF_A_SIZE)):
        if is_outcome(state, outcome):
            actions[count] = outcome
            count += 1
    for i in range(count):
        probabilities[i] = 1 / count
    return count


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Draw one outcome."""
    if state.phase == DIE:
        return 1 + int(rng.random() * FACES)
    actions = np.empty(PIECES_OF_A_SIZE, np.int32)
    count = chance_outcomes(state, actions, np.empty(PIECES_OF_A_SIZE, np.float64))
    return int(actions[int(rng.random() * count)])


@compilable
def apply_chance(state: Record, outcome: int) -> None:
    """Carry out one outcome of chance."""
    if state.phase == DIE:
        state.die = outcome
        state.rolls += 1
        state.phase = GO
    elif state.phase == START_SEAT:
        state.start_seat = outcome
        begin(state)
    else:
        piece = outcome + first_of_size(state)
        state.piece_at[next_place(state)] = piece
        begin(state)


# ---------------------------------------------------------------- what a player may do


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """The legal decisions, ascending."""
    if state.phase == ADD or state.phase == PLACE:
        return legal_adds(state, out)
    if state.phase == GO:
        return legal_goes(state, out)
    if state.phase == TEAM or state.phase == PLACE_TEAM:
        return legal_teams(state, out)
    if state.phase == OWN:
        out[0] = TAKE
        out[1] = SCORE
        return 2
    return 0


@compilable
def legal_adds(state: Record, out: Actions) -> int:
    """Any rank of the reserve on any start space that is free (IND-ADD-1, IND-ADD-3, IND-SETUP-7)."""
    count = 0
    for rank in range(NUM_RANKS):
        if state.reserve[state.team, rank] > 0:
            for space in range(STARTS):
                if state.start[space] == NOBODY:
                    out[count] = ADD_0 + STARTS * rank + space
                    count += 1
    return count


@compilable
def legal_goes(state: Record, out: Actions) -> int:
    """Researchers of the team whose rank allows this roll (IND-ROLL-2), or to roll again (IND-ROLL-3)."""
    first = researcher(state.team, WORKER)
    again = False
    count = 0
    for space in range(STARTS):
        rank = state.start[space] - first
        if 0 <= rank < NUM_RANKS:
            if state.rolls <= LAST_ROLL[rank]:
                out[count] = MOVE_0 + space
                count += 1
            again = again or state.rolls < LAST_ROLL[rank]
    if again:
        out[count] = REROLL
        count += 1
    return count


@compilable
def legal_teams(state: Record, out: Actions) -> int:
    """A team that has to place more in set-up (IND-SETUP-8), in a turn one with researchers left (IND-TWO-1)."""
    count = 0
    for number in range(2):
        team = int(state.team_of[state.seat, number])
        if state.phase == PLACE_TEAM:
            may = standing(state, team) < PREPLACED[state.players]
        else:
            may = has_pieces_left(state, team)
        if may:
            out[count] = TEAM_0 + number
            count += 1
    return count


@compilable
def standing(state: Record, team: int) -> int:
    """How many researchers of a team stand on start spaces."""
    first = researcher(team, WORKER)
    count = 0
    for space in range(STARTS):
        if first <= state.start[space] < first + NUM_RANKS:
            count += 1
    return count


@compilable
def reserve_of(state: Record, team: int) -> int:
    """How many researchers a team has in reserve."""
    return int(state.reserve[team, WORKER] + state.reserve[team, ASSISTANT] + state.reserve[team, NUM_RANKS - 1])


@compilable
def has_pieces_left(state: Record, team: int) -> bool:
    """Whether a team has a researcher in reserve or on a start space (IND-TURN-2)."""
    return team != NONE and (reserve_of(state, team) > 0 or standing(state, team) > 0)


# ---------------------------------------------------------------- what an action does


@compilable
def apply_action(state: Record, action: int) -> None:
    """One decision or one outcome of chance."""
    if state.phase <= START_SEAT or state.phase == DIE:
        apply_chance(state, action)
    elif state.phase == ADD:
        stand(state, int(state.team), (action - ADD_0) // STARTS, (action - ADD_0) % STARTS)
        state.phase = DIE
    elif state.phase == GO:
        roll_again_or_move(state, action)
    elif state.phase == TEAM:
        begin_team(state, int(state.team_of[state.seat, action - TEAM_0]))
    elif state.phase == OWN:
        decide_on_own(state, action)
    elif state.phase == PLACE:
        place(state, (action - ADD_0) // STARTS, (action - ADD_0) % STARTS)
    else:
        state.team = state.team_of[state.seat, action - TEAM_0]
        state.phase = PLACE


@compilable
def begin_turn(state: Record) -> None:
    """The seat chooses a team if it leads two (IND-TURN-1)."""
    state.rolls = 0
    state.die = 0
    if state.players == 2:
        state.team = NONE
        state.phase = TEAM
    else:
        begin_team(state, int(state.team_of[state.seat, 0]))


@compilable
def begin_team(state: Record, team: int) -> None:
    """Add, or straight to the die if the reserve is empty (IND-ADD-1, IND-ADD-2, IND-TWO-2)."""
    state.team = team
    state.phase = ADD if reserve_of(state, team) > 0 else DIE


@compilable
def roll_again_or_move(state: Record, action: int) -> None:
    """Give up the roll for another one (IND-ROLL-4), or send a researcher in."""
    if action == REROLL:
        state.phase = DIE
        return
    space = action - MOVE_0
    piece = int(state.start[space])
    state.start[space] = NOBODY  # IND-MOVE-1
    land(state, int(LANDING[space, state.die - 1]), piece)
    if state.pending == NOBODY:
        end_turn(state)
    else:
        state.phase = OWN


@compilable
def land(state: Record, field: int, piece: int) -> None:
    """A researcher arrives on a field; what it passed plays no part (IND-MOVE-2, IND-MOVE-3)."""
    team = team_of(piece)
    owner = int(state.secured[field])
    if owner == team:  # IND-CAP-4
        put_on_top(state, field, piece)
    elif owner != NONE:  # IND-CAP-5
        capture(state, owner, piece)
    elif holds(state, field, team):
        secure(state, field, piece)
    else:  # IND-CAP-2
        put_on_top(state, field, piece)


@compilable
def put_on_top(state: Record, field: int, piece: int) -> None:
    """Lay a researcher on the stack of a field."""
    state.stack[field, state.height[field]] = piece
    state.height[field] += 1


@compilable
def holds(state: Record, field: int, team: int) -> bool:
    """Whether a team has a researcher on the field."""
    for level in range(state.height[field]):
        if team_of(int(state.stack[field, level])) == team:
            return True
    return False


@compilable
def secure(state: Record, field: int, piece: int) -> None:
    """The second researcher of a team: all others on the field are captured (IND-CAP-3, IND-CAP-8)."""
    team = team_of(piece)
    height = int(state.height[field])
    older = NOBODY
    for level in range(height):
        other = int(state.stack[field, level])
        state.stack[field, level] = NOBODY
        if team_of(other) == team:
            older = other
        else:
            capture(state, team, other)
    state.stack[field, 0] = older
    state.stack[field, 1] = piece
    state.height[field] = 2
    state.secured[field] = team


@compilable
def capture(state: Record, team: int, piece: int) -> None:
    """Points for the capturing team (IND-CAP-6); a player's own researcher waits for a decision (IND-TWO-5)."""
    seat = state.seat_of[team]
    own = state.seat_of[team_of(piece)] == seat
    if own and state.taken_back[seat] < TAKE_BACK_LIMIT:  # IND-TWO-8
        state.pending = piece
    else:
        state.points[team] += CAPTURE_POINTS[rank_of(piece)]


@compilable
def captor_of_pending(state: Record) -> int:
    """The team that captured the own researcher: the acting one, unless it is of that team itself (IND-TWO-5)."""
    if team_of(int(state.pending)) != state.team:
        return int(state.team)
    return int(state.team_of[state.seat, 0] + state.team_of[state.seat, 1] - state.team)


@compilable
def decide_on_own(state: Record, action: int) -> None:
    """Take the captured own researcher back into its reserve, or score it (IND-TWO-5, IND-TWO-7)."""
    piece = int(state.pending)
    if action == TAKE:
        state.reserve[team_of(piece), rank_of(piece)] += 1
        state.taken_back[state.seat] += 1
    else:
        state.points[captor_of_pending(state)] += CAPTURE_POINTS[rank_of(piece)]
    state.pending = NOBODY
    end_turn(state)


@compilable
def end_turn(state: Record) -> None:
    """The next seat with researchers left, which may be the same; else the game is over (IND-TURN-3, IND-END-1)."""
    for _ in range(state.players):
        state.seat = (state.seat + 1) % state.players
        if has_pieces_left(state, int(state.team_of[state.seat, 0])) or has_pieces_left(
            state, int(state.team_of[state.seat, 1])
        ):
            begin_turn(state)
            return
    state.rolls = 0
    state.die = 0
    state.team = NONE
    state.phase = OVER
