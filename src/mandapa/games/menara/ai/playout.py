"""Playout policy of Menara: simple rules by which actions are chosen quickly when a search plays games on."""

import numpy as np

from mandapa.games.menara.ai import evaluation
from mandapa.games.menara.ai.weights import DONE
from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASES, CAMP, FLOORS, KINDS
from mandapa.games.menara.rules.physics.geometry import FRAME, Floats, Frames, survey
from mandapa.games.menara.rules.physics.placing.pose_rules import free_columns
from mandapa.games.menara.rules.physics.statics.what_if import begin
from mandapa.games.menara.rules.physics.tower import NONE, STANDING, bits, colour_of, highest_level
from mandapa.games.menara.rules.turn.building import FILL, SAME, build_fault, fitting_bases, is_goal
from mandapa.games.menara.rules.turn.end_of_turn import count_of
from mandapa.games.menara.rules.turn.floors import first_of_set
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import legal_actions
from mandapa.kernel.record import Actions, Record, Rng, Values

NOISE = 0.1
"""Upper bound on the random number added to each value, so that nearly equal choices are taken in random order."""


@compilable
def playout_action(state: Record, buffer: Actions, rng: Rng) -> int:
    """Choose a legal action by simple rules.

    They prefer cards that can probably be completed, columns that fill a floor or prepare a new level, and high, safe
    places for floors.
    """
    phase = state.phase
    if phase == menara.BUILD and not state.two_hands:
        return choose_build(state, buffer, rng)
    count = legal_actions(state, buffer)
    if count == 1 or phase == menara.FLOOR_WHERE:
        return int(buffer[count - 1])
    if phase == menara.EXCHANGE:
        return choose_swap(state, buffer, count, rng)
    if phase == menara.PILE:
        return choose_pile(state, buffer, count, rng)
    if phase in (menara.BUILD, menara.PARTNER, menara.MOVE_PUT):
        return choose_base(state, buffer, count, rng)
    if phase == menara.MOVE_TAKE:
        return choose_lift(state, buffer, count, rng)
    if phase == menara.SHIFT_TAKE:
        return choose_shift(state, buffer, count)
    if phase == menara.FLOOR_SIDE:
        return choose_side(state, rng)
    if phase == menara.FLOOR_SET:
        return choose_set(state, buffer, count, rng)
    if phase == menara.CAMP_CHOICE:
        return choose_camp(state)
    if phase == menara.SETUP_POSE:
        return int(buffer[int(rng.random() * count)])
    return int(buffer[0])


# ---------------------------------------------------------------- before the card

NEW_COLOUR = 0.3
"""Value of the first column of a colour in the hand, in addition to the value of having a base for it."""
MIN_GAIN = 0.25


@compilable
def choose_swap(state: Record, buffer: Actions, count: int, rng: Rng) -> int:
    """Choose an exchange that gives away a column without a matching empty base and takes one with such a base."""
    lacking, open_bases = np.empty((FLOORS, menara.NUM_COLOURS)), np.empty(menara.NUM_COLOURS)
    evaluation.list_open(state, lacking, open_bases)
    best, most = actions.END_EXCHANGE_ID, MIN_GAIN
    for i in range(count):
        if buffer[i] == actions.END_EXCHANGE_ID:
            continue
        give, take = actions.swap_of(int(buffer[i]))
        own, other = int(state.hand[state.seat, give]), int(state.hand[state.seat, take])
        gain = (other < open_bases[take]) + NEW_COLOUR * (other == 0 and open_bases[take] > 0)
        gain -= (own <= open_bases[give]) + NEW_COLOUR * (own == 1 and open_bases[give] > 0)
        value = gain + NOISE * rng.random()
        if value > most:
            best, most = int(buffer[i]), value
    return best


USUALLY_DONE = np.array([0.98, 0.9, 0.75])
"""Share of the cards of each pile that players usually complete; ``choose_pile`` compares chances with it."""


@compilable
def choose_pile(state: Record, buffer: Actions, count: int, rng: Rng) -> int:
    """Return the action for the pile whose card's chance exceeds its ``USUALLY_DONE`` the most."""
    lacking, open_bases = np.empty((FLOORS, menara.NUM_COLOURS)), np.empty(menara.NUM_COLOURS)
    held, room = np.empty(menara.NUM_COLOURS), np.empty(len(KINDS))
    chance, columns = np.empty(menara.NUM_PILES), np.empty(menara.NUM_PILES)
    evaluation.list_open(state, lacking, open_bases)
    evaluation.list_held(state, int(state.seat), False, held)
    evaluation.list_room(state, held, float(state.full_number), lacking, open_bases, evaluation.movable(state), room)
    evaluation.list_piles(state, room, DONE, chance, columns)
    best, most = int(buffer[0]), -1e9
    for i in range(count):
        pile = actions.pile_of(int(buffer[i]))
        value = chance[pile] - USUALLY_DONE[pile] + NOISE * rng.random()
        if value > most:
            best, most = int(buffer[i]), value
    return best


# ---------------------------------------------------------------- columns

FILLS = 1.5
"""Value of filling the last base of a floor while the next floor could be placed on the highest level."""
FILLS_TOO_EARLY = -3.0
"""Value of filling the last base of a floor while the next floor could not be placed on the highest level."""
RAISES = 1.5
"""Value of a column on the highest level with which the next floor can be placed there."""
FOR_THE_TOP = 0.8
"""Value of a column on the highest level where the next floor still cannot be placed."""
ON_TOP = 0.3
NEARLY_FULL = 0.4
LAST_OF_COLOUR = -0.3
MANY_HELD = 0.1
FITS_CARD = 2.0
"""Penalty for each column of the card that could not be placed on the same floor."""
NEVER = -1e9


@compilable
def value_of_base(
    state: Record, floor: int, base: int, top: int, rises: bool, lacking: Floats, open_bases: Values
) -> float:
    """Return the value of placing a column on a base.

    ``top``: the highest level; ``rises``: true if the next floor could be placed on it even without this column.
    """
    missing = lacking[floor].sum()
    value = NEARLY_FULL * (1 - missing / BASES)
    if state.floor_level[floor] == top:
        if rises:
            value += ON_TOP
        else:
            rises = rises_with(state, floor, base, top)
            value += RAISES if rises else FOR_THE_TOP
    if missing == 1:
        value += FILLS if rises else FILLS_TOO_EARLY
    if open_bases[colour_of(state, floor, base)] == 1:
        value += LAST_OF_COLOUR
    return float(value)


@compilable
def rises_with(state: Record, floor: int, base: int, top: int) -> bool:
    """Return whether the next floor could be placed on level ``top`` with a column added on this base."""
    was = state.column_state[floor, base]
    state.column_state[floor, base] = STANDING
    result = rises_now(state, np.empty(1, FRAME), top)
    state.column_state[floor, base] = was
    return result


@compilable
def rises_now(state: Record, frames: Frames, top: int) -> bool:
    """Return whether the next floor of the quarry could be placed on the columns of level ``top``, the highest."""
    if state.quarry_top == NONE:
        return True
    frame = frames[0]
    survey(state, frame)
    points = np.empty((FLOORS * BASES, 3))
    count = free_columns(state, frame, top, points)
    return evaluation.holds(points, count, evaluation.reach_of(state, int(state.quarry_top)))


@compilable
def choose_base(state: Record, buffer: Actions, count: int, rng: Rng) -> int:
    """Return the action with the base of the highest value."""
    values = np.empty(count)
    value_bases(state, buffer, count, values, rng)
    return int(buffer[values.argmax()])


@compilable
def choose_build(state: Record, buffer: Actions, rng: Rng) -> int:
    """Return the action that places a column on the best base that the card allows, or gives up if there is none.

    Bases are tested from the highest value down, until the tower stands with a column on one of them.
    """
    return best_base(state, np.empty(1, FRAME), buffer, rng)


@compilable
def best_base(state: Record, frames: Frames, buffer: Actions, rng: Rng) -> int:
    """Return the same as ``choose_build``, using ``frames`` as working memory."""
    count = fitting_bases(state, buffer)
    values = np.empty(count)
    value_bases(state, buffer, count, values, rng)
    begin(state, frames[0])
    for _ in range(count):
        i = int(values.argmax())
        floor, base = actions.base_of(int(buffer[i]))
        if build_fault(state, frames[0], floor, base) == 0:
            return int(buffer[i])
        values[i] = NEVER
    return actions.GIVE_UP_ID


@compilable
def value_bases(state: Record, buffer: Actions, count: int, values: Values, rng: Rng) -> None:
    """Write the value of the base named by each action.

    Bases score more where a column lets the next floor be placed on top, and on floors on which the whole card can be
    completed.
    """
    lacking, open_bases, held = (
        np.empty((FLOORS, menara.NUM_COLOURS)),
        np.empty(menara.NUM_COLOURS),
        np.empty(menara.NUM_COLOURS),
    )
    evaluation.list_open(state, lacking, open_bases)
    top = highest_level(state)
    rises = rises_now(state, np.empty(1, FRAME), top)
    kind, wanted = int(state.face_kind[state.card]), int(state.wanted) - int(state.built)
    for colour in range(menara.NUM_COLOURS):
        held[colour] = int(state.hand[state.seat, colour])
    for i in range(count):
        action = int(buffer[i])
        if not actions.is_base(action):
            values[i] = NEVER
            continue
        floor, base = actions.base_of(action)
        value = value_of_base(state, floor, base, top, rises, lacking, open_bases) + NOISE * rng.random()
        if state.phase == menara.BUILD:
            value += MANY_HELD * held[colour_of(state, floor, base)]
            if kind == SAME and state.one_floor == NONE:
                value += FITS_CARD * min(0.0, evaluation.placeable(held, lacking[floor], 9.0) - wanted)
            elif kind == FILL and state.one_floor == NONE:
                value += FITS_CARD * (evaluation.placeable(held, lacking[floor], 9.0) - lacking[floor].sum())
        values[i] = value


LOW = 0.3
FROM_FULL = 0.5
"""Value of taking a column from a full floor: filling its base again adds another floor to the temple."""


@compilable
def choose_lift(state: Record, buffer: Actions, count: int, rng: Rng) -> int:
    """Return the action that lifts a column: on a low level, preferably on a full floor, with a good destination."""
    lacking, open_bases = np.empty((FLOORS, menara.NUM_COLOURS)), np.empty(menara.NUM_COLOURS)
    evaluation.list_open(state, lacking, open_bases)
    top = highest_level(state)
    rises = rises_now(state, np.empty(1, FRAME), top)
    best, most = int(buffer[0]), -1e9
    for i in range(count):
        action = int(buffer[i])
        if action == actions.GIVE_UP_ID:
            continue
        floor, base = actions.base_of(action)
        value = NOISE * rng.random() - LOW * int(state.floor_level[floor])
        if lacking[floor].sum() == 0:
            value += FROM_FULL
        goal = -1e9
        for other in range(FLOORS):
            for second in range(BASES):
                if is_goal(state, floor, base, other, second):
                    goal = max(goal, value_of_base(state, other, second, top, rises, lacking, open_bases))
        if value + goal > most:
            best, most = action, value + goal
    return best


# ---------------------------------------------------------------- floors


@compilable
def choose_shift(state: Record, buffer: Actions, count: int) -> int:
    """Return the action that moves the floor of the lowest level, or gives up if no floor can be moved."""
    best, least = int(buffer[count - 1]), 99
    for i in range(count):
        if buffer[i] == actions.GIVE_UP_ID:
            continue
        level = int(state.floor_level[actions.shift_of(int(buffer[i]))])
        if level < least:
            best, least = int(buffer[i]), level
    return best


FEW_BASES = 0.4
"""Value of each base that a side has fewer than the other, since the floor is full sooner."""


@compilable
def choose_side(state: Record, rng: Rng) -> int:
    """Return the action that turns up the better side: few bases, in colours that are frequent in the bag."""
    best, most = actions.side_id(0), -1e9
    left = max(1, count_of(state.bag))
    for side in range(2):
        bases = int(state.bases[state.floor, side])
        value = NOISE * rng.random() - FEW_BASES * bases
        for base in range(bases):
            value += int(state.bag[state.base_colour[state.floor, side, base]]) / left / bases
        if value > most:
            best, most = actions.side_id(side), value
    return best


DEEP_ENOUGH = 12.0
"""Distance of a floor's centre of mass from the edge of the area between its columns; more is not better, mm."""
FEW_COVERED = 2.0
"""Value of covering one column fewer, in mm of that distance: the free column may carry another floor."""


@compilable
def choose_set(state: Record, buffer: Actions, count: int, rng: Rng) -> int:
    """Return the action that chooses the set of columns to be covered by the floor: few of them, but a good support.

    At the base, where a floor needs no columns, return a random place.
    """
    if state.new_level == 0:
        return int(buffer[int(rng.random() * count)])
    best, most = int(buffer[0]), -1e9
    for i in range(count):
        place = state.place[first_of_set(state, actions.listed_of(int(buffer[i])))]
        covers = bits(int(place.low)) + bits(int(place.high))
        value = min(DEEP_ENOUGH, place.depth) - FEW_COVERED * covers + NOISE * rng.random()
        if value > most:
            best, most = int(buffer[i]), value
    return best


# ---------------------------------------------------------------- the camp


@compilable
def choose_camp(state: Record) -> int:
    """Return the action that keeps the camp or, if new columns would probably fit more bases, replaces it."""
    lacking, open_bases = np.empty((FLOORS, menara.NUM_COLOURS)), np.empty(menara.NUM_COLOURS)
    evaluation.list_open(state, lacking, open_bases)
    now, then, left = 0.0, 0.0, max(1, count_of(state.bag))
    for colour in range(menara.NUM_COLOURS):
        now += min(float(state.camp[colour]), open_bases[colour])
        then += min(CAMP * int(state.bag[colour]) / left, open_bases[colour])
    return actions.CHANGE_CAMP_ID if then > now else actions.KEEP_CAMP_ID
