"""Rules of Indus: legal decisions and their effects. Scoring of the ruins is in ``scoring.py``.

A rule is a function whose name ends in ``_fault``. It returns 0 if the action is legal, otherwise the number of a fault
declared in ``actions.py``. Functions whose names begin with ``legal_`` list the legal actions. Some of them use a
faster test than the rule; unit tests compare the two.

The steps of a turn are: choose a team (two players only), add a researcher, roll, move a researcher in, decide on a
pending researcher (IND-TURN-1). A player cannot pass: a step that is possible must be made (IND-TURN-4).
"""

from mandapa.games.indus.rules import actions, researchers, state as indus
from mandapa.games.indus.rules.chance import apply_chance
from mandapa.games.indus.rules.setup import begin_placement, begin_team, begin_turn, placements
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Roll
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, or CHANCE, or TERMINAL after the end."""
    if state.phase == indus.OVER:
        return TERMINAL
    if state.phase <= indus.START_SEAT or state.phase == indus.DIE:
        return CHANCE
    return int(state.seat)


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal decisions in ascending order and return their number."""
    if state.phase == indus.ADD or state.phase == indus.PLACE:
        return legal_adds(state, out)
    if state.phase == indus.GO:
        return legal_goes(state, out)
    if state.phase == indus.TEAM or state.phase == indus.PLACE_TEAM:
        return legal_teams(state, out)
    if state.phase == indus.OWN:
        out[0] = actions.TAKE_ID
        out[1] = actions.SCORE_ID
        if spare_fault(state):
            return 2
        out[2] = actions.SPARE_ID
        return 3
    return 0


# ---------------------------------------------------------------- adding


@actions.ADD_AT.rule
@compilable
def add_fault(state: Record, rank: int, space: int) -> int:
    """Return a fault unless the reserve has a researcher of this rank and the start space is free.

    See IND-ADD-1, IND-ADD-3 and IND-SETUP-7.
    """
    if state.reserve[state.team, rank] == 0:
        return actions.NONE_OF_RANK
    return 0 if state.start[space] == indus.NOBODY else actions.SPACE_TAKEN


@compilable
def legal_adds(state: Record, out: Actions) -> int:
    """Write the legal additions of a researcher, sorted by rank and start space. Return their number."""
    count = 0
    for rank in range(indus.NUM_RANKS):
        if state.reserve[state.team, rank] > 0:
            for space in range(indus.STARTS):
                if state.start[space] == indus.NOBODY:
                    out[count] = actions.add_id(rank, space)
                    count += 1
    return count


# ---------------------------------------------------------------- moving, or rolling again


@actions.MOVE_IN.rule
@compilable
def move_fault(state: Record, space: int) -> int:
    """Return a fault unless the start space has a researcher of the acting team that may use this roll.

    See IND-ROLL-2. A researcher that was added in the same turn may move, too (IND-ADD-4).
    """
    rank = own_rank(state, space)
    if may_use(rank, state.rolls):
        return 0
    return actions.RANK_TOO_LOW if 0 <= rank < indus.NUM_RANKS else actions.NOBODY_THERE


@actions.REROLL.rule
@compilable
def reroll_fault(state: Record) -> int:
    """Return a fault unless a researcher of the acting team could use the next roll (IND-ROLL-3, IND-TWO-3)."""
    for space in range(indus.STARTS):
        if may_use(own_rank(state, space), state.rolls + 1):
            return 0
    return actions.NO_MORE_ROLLS


@compilable
def own_rank(state: Record, space: int) -> int:
    """Return the rank of the acting team's researcher on a start space, or an invalid rank if it has none there."""
    return int(state.start[space]) - researchers.researcher(state.team, indus.WORKER)


@compilable
def may_use(rank: int, roll: int) -> bool:
    """Return whether ``rank`` is a valid rank and may use roll ``roll`` of a turn, 1 to 3 (IND-ROLL-2)."""
    return 0 <= rank < indus.NUM_RANKS and roll <= indus.LAST_ROLL[rank]


@compilable
def legal_goes(state: Record, out: Actions) -> int:
    """Write the legal moves and, if it is legal, the reroll. Return their number, at least one (IND-ROLL-5)."""
    again = False
    count = 0
    for space in range(indus.STARTS):
        rank = own_rank(state, space)
        if may_use(rank, state.rolls):
            out[count] = actions.move_id(space)
            count += 1
        again = again or may_use(rank, state.rolls + 1)
    if again:
        out[count] = actions.REROLL_ID
        count += 1
    return count


# ---------------------------------------------------------------- choice of a team, pending researchers


@actions.CHOOSE_TEAM.rule
@compilable
def team_fault(state: Record, number: int) -> int:
    """Return a fault unless the seat's team ``number`` (0 or 1) may act now.

    In set-up, it must have researchers that are still to be placed (IND-SETUP-8). In a turn, it must have a researcher
    in reserve or on a start space (IND-TWO-1).
    """
    if number == NOWHERE:
        return actions.NOT_YOUR_TEAM
    team = int(state.team_of[state.seat, number])
    if state.phase == indus.PLACE_TEAM:
        return 0 if researchers.standing(state, team) < indus.PREPLACED[state.players] else actions.TEAM_PLACED
    return 0 if researchers.has_pieces_left(state, team) else actions.TEAM_EMPTY


@compilable
def legal_teams(state: Record, out: Actions) -> int:
    """Write the actions that choose one of the seat's teams that may act now. Return their number."""
    count = 0
    for number in range(2):
        if team_fault(state, number) == 0:
            out[count] = actions.team_id(number)
            count += 1
    return count


@actions.TAKE_BACK.rule
@actions.SCORE_IT.rule
@compilable
def own_fault(state: Record) -> int:
    """Return 0: a pending researcher may always be taken back or scored (IND-TWO-5)."""
    return 0


@actions.SPARE_IT.rule
@compilable
def spare_fault(state: Record) -> int:
    """Return a fault unless the pending researcher may be spared: by option, if its field has room (IND-TWO-5)."""
    return actions.NOT_SPARED if researchers.waits_on(state) == indus.NONE else 0


# ---------------------------------------------------------------- effects of actions


@compilable
def apply_action(state: Record, action: int) -> None:
    """Apply one decision of the current player or one outcome of chance to the state."""
    if state.phase <= indus.START_SEAT or state.phase == indus.DIE:
        apply_chance(state, action)
    elif state.phase == indus.ADD:
        rank, space = actions.add_of(action)
        researchers.stand(state, int(state.team), rank, space)
        state.phase = indus.DIE
    elif state.phase == indus.GO:
        roll_again_or_move(state, action)
    elif state.phase == indus.TEAM:
        begin_team(state, int(state.team_of[state.seat, actions.number_of(action)]))
    elif state.phase == indus.OWN:
        decide_on_own(state, action)
    elif state.phase == indus.PLACE:
        rank, space = actions.add_of(action)
        place(state, rank, space)
    else:
        state.team = state.team_of[state.seat, actions.number_of(action)]
        state.phase = indus.PLACE


@compilable
def place(state: Record, rank: int, space: int) -> None:
    """Place a researcher in set-up. After the last one, the start seat begins its first turn (IND-SETUP-9)."""
    researchers.stand(state, int(state.team), rank, space)
    state.placed += 1
    if state.placed == placements(state):
        state.seat = state.start_seat
        begin_turn(state)
    else:
        state.seat = (state.seat + 1) % state.players
        begin_placement(state)


@compilable
def roll_again_or_move(state: Record, action: int) -> None:
    """Discard the roll for a new one (IND-ROLL-4), or move a researcher from its start space onto the board."""
    if action == actions.REROLL_ID:
        state.phase = indus.DIE
        return
    space = actions.space_of(action)
    piece = int(state.start[space])
    state.start[space] = indus.NOBODY  # IND-MOVE-1
    land(state, int(indus.LANDING[space, state.die - 1]), piece)
    if state.pending == indus.NOBODY:
        end_turn(state)
    else:
        state.phase = indus.OWN


@compilable
def land(state: Record, field: int, piece: int) -> None:
    """Put a researcher on the field where it arrives, and make all captures.

    Fields that it passes on the way do not matter (IND-MOVE-2).
    """
    team = researchers.team_of(piece)
    owner = int(state.secured[field])
    if owner == team:  # IND-CAP-4
        put_on_top(state, field, piece)
    elif owner != indus.NONE:  # IND-CAP-5, of the same seat or not: IND-TWO-4
        capture(state, owner, piece)
    elif holds(state, field, team):
        secure(state, field, piece)
    else:  # IND-CAP-2
        put_on_top(state, field, piece)
    if (
        state.pending != indus.NOBODY
        and state.choices & indus.SPARE_OWN
        and researchers.spared_on(state, field) < indus.MAX_SPARED
    ):
        state.stack[field, state.height[field]] = state.pending


@compilable
def put_on_top(state: Record, field: int, piece: int) -> None:
    """Put a researcher on top of a field's stack."""
    state.stack[field, state.height[field]] = piece
    state.height[field] += 1


@compilable
def holds(state: Record, field: int, team: int) -> bool:
    """Return whether a team has a researcher on a field."""
    for level in range(state.height[field]):
        if researchers.team_of(int(state.stack[field, level])) == team:
            return True
    return False


@compilable
def secure(state: Record, field: int, piece: int) -> None:
    """Secure a field with ``piece``, the second researcher of its team there, and capture all others.

    See IND-CAP-3 and IND-CAP-8.
    """
    team = researchers.team_of(piece)
    height = int(state.height[field])
    older = indus.NOBODY
    for level in range(height):
        other = int(state.stack[field, level])
        state.stack[field, level] = indus.NOBODY
        if researchers.team_of(other) == team:
            older = other
        else:
            capture(state, team, other)
    state.stack[field, 0] = older
    state.stack[field, 1] = piece
    state.height[field] = 2
    state.secured[field] = team


@compilable
def capture(state: Record, team: int, piece: int) -> None:
    """Let ``team`` capture ``piece`` (IND-CAP-6).

    Score the capture, or make the researcher pending if it is of the same seat (IND-TWO-5). When the seat has taken
    back ``TAKE_BACK_LIMIT`` researchers, such captures are scored, too (IND-TWO-8).
    """
    seat = state.seat_of[team]
    own = state.seat_of[researchers.team_of(piece)] == seat
    if own and state.taken_back[seat] < indus.TAKE_BACK_LIMIT:  # IND-TWO-8
        state.pending = piece
    else:
        state.points[team] += indus.CAPTURE_POINTS[researchers.rank_of(piece)]


@compilable
def captor_of_pending(state: Record) -> int:
    """Return the team that captured the pending researcher (IND-TWO-5).

    It is the acting team, or the seat's other team if the researcher is of the acting team.
    """
    if researchers.team_of(int(state.pending)) != state.team:
        return int(state.team)
    return int(state.team_of[state.seat, 0] + state.team_of[state.seat, 1] - state.team)


@compilable
def decide_on_own(state: Record, action: int) -> None:
    """Take back, score or spare the pending researcher (IND-TWO-5, IND-TWO-7)."""
    piece = int(state.pending)
    field = researchers.waits_on(state)
    if field != indus.NONE:
        state.stack[field, state.height[field]] = indus.NOBODY
    if action == actions.TAKE_ID:
        state.reserve[researchers.team_of(piece), researchers.rank_of(piece)] += 1
        state.taken_back[state.seat] += 1
    elif action == actions.SPARE_ID:
        spare(state, field, piece)
    else:
        state.points[captor_of_pending(state)] += indus.CAPTURE_POINTS[researchers.rank_of(piece)]
    state.pending = indus.NOBODY
    end_turn(state)


@compilable
def spare(state: Record, field: int, piece: int) -> None:
    """Leave the pending researcher on its field (IND-TWO-5).

    It is put on top of the stack if it is the one that moved in this turn, otherwise at the bottom.
    """
    put_on_top(state, field, piece)
    if researchers.team_of(piece) != state.team:
        for level in range(int(state.height[field]) - 1, 0, -1):
            state.stack[field, level] = state.stack[field, level - 1]
        state.stack[field, 0] = piece


@compilable
def end_turn(state: Record) -> None:
    """Begin the turn of the next seat that has researchers in reserve or on start spaces (IND-TURN-3).

    It may be the same seat. If there is none, end the game (IND-END-1).
    """
    for _ in range(state.players):
        state.seat = (state.seat + 1) % state.players
        if researchers.has_pieces_left(state, int(state.team_of[state.seat, 0])) or researchers.has_pieces_left(
            state, int(state.team_of[state.seat, 1])
        ):
            begin_turn(state)
            return
    state.rolls = 0
    state.die = 0
    state.team = indus.NONE
    state.phase = indus.OVER


# ---------------------------------------------------------------- sequence of turns, for tables of people


def roll(state: Record) -> Roll | None:
    """Return the pending roll of the die, or None.

    Only the first roll of a turn waits for the player's request (IND-INFO-2, IND-INFO-3).
    """
    if state.phase != indus.DIE:
        return None
    return Roll(int(state.seat), on_request=bool(state.rolls == 0))


def begins_turn(state: Record) -> bool:
    """Return whether a turn of a seat with two teams begins in this state.

    A seat may have two turns in a row (IND-TURN-3), so a change of the seat to act does not show where turns begin.
    """
    return bool(state.phase == indus.TEAM)
