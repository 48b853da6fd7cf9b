"""Physical acts (MEN-PHY-5): releasing or taking a piece, and the effects on the tower.

In assisted play, an act is exact and immediate. In dexterity play, it waits for the referee: in phase ACT,
a chance event is due, whose outcome gives the final position of every piece. When bots think ahead, acts are exact, but
the estimated risk of each is recorded.
"""

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASES, FLOORS
from mandapa.games.menara.rules.physics import tower
from mandapa.games.menara.rules.physics.hands import risks
from mandapa.games.menara.rules.physics.statics.standing_test import stands, stands_changed
from mandapa.games.menara.rules.physics.statics.what_if import stands_there
from mandapa.games.menara.rules.turn.building import choose_floor
from mandapa.games.menara.rules.turn.floors import lay_floor
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

# ---------------------------------------------------------------- release


@compilable
def release(state: Record, act: int, floor: int, base: int) -> None:
    """Start an act, in which a piece is released or taken out (MEN-PHY-1, MEN-PHY-2).

    Laying a new floor at the base, on the table, touches nothing else, so it always succeeds.
    """
    state.act, state.act_floor, state.act_base = act, floor, base
    if state.physics == menara.ASSISTED or (act == menara.LAY and state.new_level == 0):
        return
    risk = risk_of(state)
    if state.physics == menara.IMAGINED:
        state.danger = 1 - (1 - state.danger) * (1 - risk)
    else:
        state.risk = risk
        state.phase = menara.ACT


@compilable
def risk_of(state: Record) -> float:
    """Return the estimated probability that the current act brings the tower down (MEN section 10.7).

    A tower that has become too weak for the standing test, but still stands, is only required to be balanced without
    tilt. Otherwise every act would look hopeless (MEN-PHY-6).
    """
    if stands_after(state, tower.UPRIGHT if state.law == tower.UPRIGHT else tower.LAWFUL):
        return risks.collapse_risk(kind_of_act(state), float(state.steadiness[state.seat]))
    return risks.WEAK if stands_after(state, tower.UPRIGHT) else 1.0


@compilable
def kind_of_act(state: Record) -> int:
    """Return the kind of the current act, in the numbers of ``risks.py``."""
    floor, base = int(state.act_floor), int(state.act_base)
    if state.act == menara.LAY:
        return risks.LAY
    if state.act == menara.SHIFT_FLOOR:
        return risks.SHIFT
    return risks.kind_of_lift(state, floor, base) if state.act == menara.LIFT else risks.kind_of_set(state, floor, base)


@compilable
def stands_after(state: Record, law: int) -> bool:
    """Return whether the tower would stand under a law of stability after the current act, carried out exactly."""
    own = state.law
    state.law = law
    if state.act in (menara.LAY, menara.SHIFT_FLOOR):
        x, y, rotation = int(state.act_pose[0]), int(state.act_pose[1]), int(state.act_pose[2])
        result = stands_there(state, int(state.floor), int(state.new_side), int(state.new_level), x, y, rotation)
    elif state.act == menara.SET and state.partner_floor != tower.NONE:
        state.column_state[state.partner_floor, state.partner_base] = tower.STANDING
        result = stands_changed(state, int(state.act_floor), int(state.act_base), tower.STANDING)
        state.column_state[state.partner_floor, state.partner_base] = tower.NO_COLUMN
    else:
        column = tower.NO_COLUMN if state.act == menara.LIFT else tower.STANDING
        result = stands_changed(state, int(state.act_floor), int(state.act_base), column)
    state.law = own
    return bool(result)


# ---------------------------------------------------------------- effects of an act


@compilable
def carry_out(state: Record) -> None:
    """Carry out the current act exactly as intended."""
    floor, base = int(state.act_floor), int(state.act_base)
    if state.act in (menara.LAY, menara.SHIFT_FLOOR):
        lay_floor(state)
    elif state.act == menara.LIFT:
        state.column_state[floor, base] = tower.NO_COLUMN
        state.lifted_floor, state.lifted_base = floor, base
    elif state.act == menara.RETURN:
        state.column_state[floor, base] = tower.STANDING
    elif state.act == menara.SET:
        if state.partner_floor != tower.NONE:
            take_from_hand(state, int(state.partner_floor), int(state.partner_base))
        take_from_hand(state, floor, base)
    else:
        moved = state.act == menara.PUT or state.moved_before[floor] >> base & 1
        state.moved_before[floor] &= ~(1 << base)
        state.column_state[floor, base] = tower.MOVED if moved else tower.STANDING
        state.column_dx[floor, base] = state.column_dy[floor, base] = 0


@compilable
def take_from_hand(state: Record, floor: int, base: int) -> None:
    """Take a column from the hand and set it in the middle of a base (MEN-COL-1, MEN-COL-2)."""
    choose_floor(state, floor)
    state.hand[state.seat, tower.colour_of(state, floor, base)] -= 1
    state.column_state[floor, base] = tower.STANDING
    state.column_dx[floor, base] = state.column_dy[floor, base] = 0


@compilable
def judge(state: Record, outcome: int) -> None:
    """Carry out the current act, with the outcome that the referee decided or that was drawn by its estimated risk."""
    level = level_of_act(state)
    carry_out(state)
    if outcome == actions.RESULT_ID:
        come_to_rest(state)
    elif outcome == actions.COLLAPSES_ID:
        lose_from(state, level)
    state.law = tower.LAWFUL
    if not collapsed(state) and not stands(state):
        state.law = tower.UPRIGHT
    state.risk = 0
    state.hand_given = state.hasty = 0
    state.hand_error[:] = 0


@compilable
def level_of_act(state: Record) -> int:
    """Return the lowest level that falls if the current act makes the tower collapse and nothing is simulated."""
    if state.act in (menara.LAY, menara.SHIFT_FLOOR):
        return max(1, int(state.new_level))
    return max(1, int(state.floor_level[state.act_floor]))


@compilable
def come_to_rest(state: Record) -> None:
    """Write the referee's result to the tower, and clear it. Columns stay where they came to rest (MEN-PHY-9)."""
    came = state.came
    for floor in range(FLOORS):
        if came.fallen[floor]:
            state.floor_place[floor] = tower.FALLEN
        elif state.floor_place[floor] == tower.TEMPLE:
            state.floor_x[floor], state.floor_y[floor] = came.x[floor], came.y[floor]
            state.floor_rotation[floor] = came.rotation[floor]
        for base in range(BASES):
            state.column_dx[floor, base], state.column_dy[floor, base] = came.dx[floor, base], came.dy[floor, base]
            if came.toppled[floor, base]:
                topple(state, floor, base)
    forget_result(state)


@compilable
def topple(state: Record, floor: int, base: int) -> None:
    """Mark a column as fallen, and record whether the current card had moved it (MEN-CARD-4)."""
    just_put = state.act == menara.PUT and floor == state.act_floor and base == state.act_base
    if state.column_state[floor, base] == tower.MOVED and not just_put:
        state.moved_before[floor] |= 1 << base
    state.column_state[floor, base] = tower.TOPPLED


@compilable
def forget_result(state: Record) -> None:
    """Clear the referee's result, so that equal states have equal bytes."""
    came = state.came
    came.fallen[:] = 0
    came.toppled[:] = 0
    came.x[:] = 0
    came.y[:] = 0
    came.rotation[:] = 0
    came.dx[:] = 0
    came.dy[:] = 0


@compilable
def lose_from(state: Record, level: int) -> None:
    """Mark every floor from a level upwards, with its columns, as fallen, when a collapse is not simulated."""
    for floor in range(FLOORS):
        if state.floor_place[floor] == tower.TEMPLE and state.floor_level[floor] >= level:
            state.floor_place[floor] = tower.FALLEN
            for base in range(BASES):
                if state.column_state[floor, base] != tower.NO_COLUMN:
                    state.column_state[floor, base] = tower.TOPPLED


# ---------------------------------------------------------------- fallen pieces


@compilable
def collapsed(state: Record) -> bool:
    """Return whether a floor has fallen (MEN-FALL-2)."""
    for floor in range(FLOORS):
        if state.floor_place[floor] == tower.FALLEN:
            return True
    return False


@compilable
def has_toppled(state: Record) -> bool:
    """Return whether a column of the temple has fallen and must be set up again (MEN-FALL-3)."""
    for floor in range(FLOORS):
        for base in range(BASES):
            if state.column_state[floor, base] == tower.TOPPLED:
                return True
    return False


@compilable
def bears_upright(state: Record, floor: int, base: int) -> bool:
    """Return whether the tower would be balanced without tilt if a column stood on a base."""
    own = state.law
    state.law = tower.UPRIGHT
    result = stands_changed(state, floor, base, tower.STANDING)
    state.law = own
    return bool(result)
