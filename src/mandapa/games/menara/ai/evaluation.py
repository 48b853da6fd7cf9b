"""Evaluation of an unfinished game of Menara: the chance of completing cards, and the expected result.

The *surplus* is the number of levels that stand minus the number that the players need. The final surplus is predicted
as the current one plus a weighted sum of features of the position. ``benchmarks/fits/menara.py`` fitted the weights to
finished games; the early and the late game have separate weights.

The chance of completing a card is estimated from colours alone. It depends on the card's *slack*: the number of columns
that could be placed beyond those that the card requires. In the same games it was counted how often cards of each slack
were completed.
"""

import math

import numpy as np

from mandapa.games.menara.ai.weights import DONE, SPREADS, USUAL, WEIGHTS
from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import BASES, CARDS, FLOORS, KINDS, PILES
from mandapa.games.menara.rules.physics.geometry import FRAME, Floats, Frames, length_of, survey
from mandapa.games.menara.rules.physics.hands.risks import threshold
from mandapa.games.menara.rules.physics.placing.pose_rules import free_columns
from mandapa.games.menara.rules.physics.statics.hulls import hull_of
from mandapa.games.menara.rules.physics.tower import LIGHT, MAX_LEVELS, NO_COLUMN, NONE, TEMPLE, highest_level
from mandapa.games.menara.rules.turn.building import FILL, MOVE, PLACE, SAME
from mandapa.games.menara.rules.turn.end_of_turn import count_of
from mandapa.games.menara.rules.turn.floors import levels_for
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Values

# ---------------------------------------------------------------- open bases


@compilable
def list_open(state: Record, lacking: Floats, open_bases: Values) -> None:
    """Count the empty bases of the temple: by floor and colour in ``lacking``, and by colour in ``open_bases``.

    A base is a coloured spot on a floor, on which one column of that colour may stand.
    """
    lacking[:] = 0
    open_bases[:] = 0
    for floor in range(FLOORS):
        if state.floor_place[floor] != TEMPLE:
            continue
        side = state.floor_side[floor]
        for base in range(state.bases[floor, side]):
            if state.column_state[floor, base] == NO_COLUMN:
                colour = state.base_colour[floor, side, base]
                lacking[floor, colour] += 1
                open_bases[colour] += 1


@compilable
def list_held(state: Record, seat: int, with_camp: bool, held: Values) -> None:
    """Write to ``held``, by colour, how many columns a seat could place in its next turn.

    These are its hand, the average of the columns that it will draw to fill the hand and, if ``with_camp``, the camp:
    the open supply shared by all players.
    """
    missing = int(state.full_number) - count_of(state.hand[seat])
    left = max(1, count_of(state.bag))
    for colour in range(menara.NUM_COLOURS):
        held[colour] = int(state.hand[seat, colour]) + missing * int(state.bag[colour]) / left
        if with_camp:
            held[colour] += int(state.camp[colour])


@compilable
def columns_on(state: Record, floor: int) -> int:
    """Return the number of columns standing on a floor."""
    count = 0
    for base in range(state.bases[floor, state.floor_side[floor]]):
        if state.column_state[floor, base] != NO_COLUMN:
            count += 1
    return count


# ---------------------------------------------------------------- cards

LEAST_SLACK, SLACKS = -2, 6


@compilable
def placeable(held: Values, lacking: Values, size: float) -> float:
    """Return how many of the held columns could be placed on empty bases of their colour, at most ``size``.

    ``held`` and ``lacking`` count columns and empty bases by colour.
    """
    total = 0.0
    for colour in range(menara.NUM_COLOURS):
        total += min(held[colour], lacking[colour])
    return min(total, size)


@compilable
def best_on_one(state: Record, held: Values, size: float, lacking: Floats) -> float:
    """Return how many of the held columns could be placed on a single floor, at most ``size``.

    This is the floor chosen for the current card or, before a choice, the floor that could take the most.
    """
    best = 0.0
    for floor in range(FLOORS):
        if state.one_floor in (NONE, floor):
            best = max(best, placeable(held, lacking[floor], size))
    return best


@compilable
def fillable(state: Record, held: Values, size: float, lacking: Floats) -> float:
    """Return how many floors could be filled with the held columns.

    If none could, return the number of columns that the nearest floor would still lack, as a negative number.
    """
    count, least = 0.0, 9.0
    for floor in range(FLOORS):
        wanted = lacking[floor].sum()
        if wanted > 0 and state.one_floor in (NONE, floor):
            missing = wanted - placeable(held, lacking[floor], size)
            least = min(least, missing)
            if missing < 0.5:
                count += 1
    return count if count > 0 else -least


@compilable
def movable(state: Record) -> float:
    """Return how many columns could be moved to empty bases of their colour on higher levels.

    Enough columns stay on each level to leave three for every floor of the level above.
    """
    below, open_at = np.zeros((MAX_LEVELS + 2, menara.NUM_COLOURS)), np.zeros((MAX_LEVELS + 2, menara.NUM_COLOURS))
    floors_at, columns_at = np.zeros(MAX_LEVELS + 2), np.zeros(MAX_LEVELS + 2)
    for floor in range(FLOORS):
        if state.floor_place[floor] != TEMPLE:
            continue
        side, level = state.floor_side[floor], int(state.floor_level[floor])
        floors_at[level] += 1
        for base in range(state.bases[floor, side]):
            colour = state.base_colour[floor, side, base]
            if state.column_state[floor, base] == NO_COLUMN:
                open_at[level, colour] += 1
            else:
                below[level, colour] += 1
                columns_at[level] += 1
    spare = 0.0
    for level in range(MAX_LEVELS + 1):
        spare += max(0.0, columns_at[level] - 3 * floors_at[level + 1])
    total = 0.0
    for colour in range(menara.NUM_COLOURS):
        pool = 0.0
        for level in range(MAX_LEVELS + 1):
            moved = min(pool, open_at[level, colour])
            total += moved
            pool += below[level, colour] - moved
    return min(total, spare)


@compilable
def shiftable(state: Record) -> float:
    """Return how many floors above the base certainly carry no other floor and could therefore be moved.

    These are the floors of the highest level and the floors without columns.
    """
    count, top = 0.0, highest_level(state)
    for floor in range(FLOORS):
        rises = state.floor_place[floor] == TEMPLE and state.floor_level[floor] > 0
        if rises and (state.floor_level[floor] == top or columns_on(state, floor) == 0):
            count += 1
    return count


@compilable
def list_room(
    state: Record, held: Values, size: float, lacking: Floats, open_bases: Values, movers: float, room: Values
) -> None:
    """Write to ``room``, for each kind of card, how many columns could be placed or moved, or floors filled or shifted.

    Colours alone are compared. ``size`` is the maximum number of columns from the hand; ``movers`` is the number of
    columns that could be moved up.
    """
    room[PLACE] = placeable(held, open_bases, size)
    room[SAME] = best_on_one(state, held, size, lacking)
    room[MOVE] = movers
    room[FILL] = fillable(state, held, size, lacking)
    room[FILL + 1] = shiftable(state)


@compilable
def row_of(kind: int, wanted: int) -> int:
    """Return the row of ``DONE`` for cards of this kind that require ``wanted`` columns."""
    if kind == PLACE:
        return max(0, min(3, wanted - 1))
    if kind == SAME:
        return 4 if wanted <= 2 else 5
    if kind == MOVE:
        return 5 + max(1, min(3, wanted))
    return 9 if kind == FILL else 10


ROWS = 11


@compilable
def slack_of(kind: int, wanted: int, room: Values) -> int:
    """Return the column of ``DONE`` for a card: its slack, limited to the range of the table."""
    needed = wanted if kind in (PLACE, SAME, MOVE) else 1
    slack = math.floor(room[kind] - needed + 0.25)
    return int(max(0, min(SLACKS - 1, slack - LEAST_SLACK)))


@compilable
def list_piles(state: Record, room: Values, done: Floats, chance: Values, columns: Values) -> None:
    """Write two values for each pile of cards, averaged over its unseen cards.

    ``chance``: the probability that a card is completed; ``columns``: how many columns it takes from the hand.
    """
    chance[:] = 0
    columns[:] = 0
    for pile in range(menara.NUM_PILES):
        cards = 0
        for face in range(state.faces):
            unseen = int(state.unseen[face])
            if state.face_pile[face] != pile or unseen == 0:
                continue
            kind, wanted = int(state.face_kind[face]), int(state.face_columns[face])
            cards += unseen
            chance[pile] += unseen * done[row_of(kind, wanted), slack_of(kind, wanted, room)]
            columns[pile] += unseen * taken_by(kind, wanted)
        chance[pile] /= max(1, cards)
        columns[pile] /= max(1, cards)


TAKEN_BY_FILL = 3.0


@compilable
def taken_by(kind: int, wanted: int) -> float:
    """Return how many columns a player places from the hand for a card, on average."""
    if kind in (PLACE, SAME):
        return float(wanted)
    return TAKEN_BY_FILL if kind == FILL else 0.0


@compilable
def failures_to_come(state: Record) -> float:
    """Return how many cards are expected to fail before the bag is empty.

    The piles with the fewest failures for each column placed are assumed to be used first. Once a pile is chosen, its
    top card is excluded.
    """
    fails, columns, cards = np.zeros(menara.NUM_PILES), np.zeros(menara.NUM_PILES), np.zeros(menara.NUM_PILES)
    for face in range(state.faces):
        pile, unseen = int(state.face_pile[face]), int(state.unseen[face])
        kind, wanted = int(state.face_kind[face]), int(state.face_columns[face])
        cards[pile] += unseen
        fails[pile] += unseen * USUAL[row_of(kind, wanted)]
        columns[pile] += unseen * taken_by(kind, wanted)
    needed, total = float(count_of(state.bag)), 0.0
    if state.phase == menara.CARD:
        pile = int(state.pile)
        needed = max(0.0, needed - columns[pile] / cards[pile])
        fails[pile] *= 1 - 1 / cards[pile]
        columns[pile] *= 1 - 1 / cards[pile]
        cards[pile] -= 1
    for _ in range(menara.NUM_PILES):
        best, least = NONE, 1e9
        for pile in range(menara.NUM_PILES):
            if cards[pile] > 0 and fails[pile] / max(0.5, columns[pile]) < least:
                best, least = pile, fails[pile] / max(0.5, columns[pile])
        if best == NONE:
            break
        share = min(1.0, needed / max(0.5, columns[best]))
        total += share * fails[best]
        needed -= share * columns[best]
        cards[best] = 0
    return total


# ---------------------------------------------------------------- features

REVEALING, BUILDING, BETWEEN = range(3)
"""Stages of a turn, each with its own weights: a card is about to be turned up; building for it; between two turns."""
(
    ALWAYS,
    BAG,
    FREE_1,
    FREE_2,
    FREE_3,
    FREE_4,
    FREE_5,
    TOP_FLOORS,
    TOP_OPEN,
    SPREAD,
    OPEN,
    VARIETY,
    ONE_OPEN,
    TWO_OPEN,
    PROGRESS,
    BLUE,
    YELLOW,
    RED,
    FUTURE,
    NEXT_YELLOW,
    NEXT_RED,
    NEXT_ROOM,
    NEXT_FLOOR_BASES,
    FAILS,
    COLUMNS,
    LEVELS,
    BELOW_OPEN,
    BASE_FLOORS,
    EXTENDED,
    PENDING,
    RISES,
    BESIDE,
    FEATURES,
) = range(33)
FULL_BAG = 50.0
EARLY, LATE = range(2)
WIDE = 60.0
"""Square root of the area between columns above which a wider spread no longer counts, mm."""


@compilable
def stage_of(state: Record) -> int:
    """Return the stage of the turn, by which the weights are chosen."""
    if state.phase == menara.CARD:
        return REVEALING
    if (
        state.phase
        in (menara.REPLENISH, menara.CAMP_CHOICE, menara.CAMP_DRAW, menara.EXCHANGE, menara.PILE, menara.OVER)
        or state.card == NONE
    ):
        return BETWEEN
    return BUILDING


@compilable
def list_features(state: Record, done: Floats, out: Values) -> None:
    """Write the features of a position to ``out``, shape (FEATURES,); ``done`` is ``DONE`` or a replacement."""
    out[:] = 0
    lacking, open_bases = np.empty((FLOORS, menara.NUM_COLOURS)), np.empty(menara.NUM_COLOURS)
    list_open(state, lacking, open_bases)
    top = highest_level(state)
    out[ALWAYS] = 1
    out[BAG] = count_of(state.bag) / FULL_BAG
    out[LEVELS] = top / 10
    add_tower(state, top, lacking, out)
    add_cards(state, out)
    for colour in range(menara.NUM_COLOURS):
        out[OPEN] += open_bases[colour] / 10
        out[VARIETY] += min(2.0, open_bases[colour]) / 2 * int(state.bag[colour]) / max(1, count_of(state.bag))
    if state.quarry_top != NONE:
        out[NEXT_FLOOR_BASES] = int(min(state.bases[state.quarry_top, LIGHT], state.bases[state.quarry_top, 1])) - 4
    add_chances(state, done, lacking, open_bases, out)


@compilable
def add_tower(state: Record, top: int, lacking: Floats, out: Values) -> None:
    """Write the features of the tower; ``top`` is its highest level."""
    free = 0
    for floor in range(FLOORS):
        if state.floor_place[floor] != TEMPLE:
            continue
        level, missing = int(state.floor_level[floor]), lacking[floor].sum()
        columns = columns_on(state, floor)
        if level == top:
            free += columns
            out[TOP_FLOORS] += 1
            out[TOP_OPEN] += missing / 5
        else:
            out[BELOW_OPEN] += missing / 10
            out[ONE_OPEN] += missing == 1
            out[TWO_OPEN] += missing == 2
        out[BASE_FLOORS] += level == 0
        if missing > 0:
            out[PROGRESS] += columns / (columns + missing)
    for number in range(FREE_5 - FREE_1 + 1):
        out[FREE_1 + number] = free > number
    add_support(state, np.empty(1, FRAME), top, out)


@compilable
def add_support(state: Record, frames: Frames, top: int, out: Values) -> None:
    """Write the features of where the next floor could be placed.

    It may fit on the columns of the highest level, or on a lower level next to other floors.
    """
    frame = frames[0]
    survey(state, frame)
    floor = int(state.floor) if state.floor != NONE else int(state.quarry_top)
    points = np.empty((FLOORS * BASES, 3))
    for level in range(top):
        count = free_columns(state, frame, level, points)
        if floor != NONE and out[BESIDE] == 0 and holds(points, count, reach_of(state, floor)):
            out[BESIDE] = 1
    count = free_columns(state, frame, top, points)
    if floor != NONE and holds(points, count, reach_of(state, floor)):
        out[RISES] = 1
    if count > 2:
        out[SPREAD] = spread_of(points, count)


FLOOR_RADIUS = 13.3
"""Radius of a round floor that weighs 1 g, mm; the area of a floor is proportional to its weight."""
RIM = 8.0
"""Width of the rim of a floor under which no column can support it, mm."""
THICK = 4.0
"""Minimum radius of the circle inscribed in the triangle of three columns, so that they can hold a floor, mm."""


@compilable
def reach_of(state: Record, floor: int) -> float:
    """Return how far from the middle of a floor columns can support it, approximately, mm."""
    return FLOOR_RADIUS * math.sqrt(state.floor_mass[floor]) - RIM


@compilable
def holds(points: Floats, count: int, reach: float) -> bool:
    """Return whether any three of the first ``count`` columns in ``points`` could support a floor of this reach.

    They must be far enough from a straight line and must not be too far apart.
    """
    for first in range(count):
        for second in range(first):
            side = length_of(points[first, 0] - points[second, 0], points[first, 1] - points[second, 1])
            if side > 2 * reach:
                continue
            for third in range(second):
                if triangle_holds(points, first, second, third, side, reach):
                    return True
    return False


@compilable
def triangle_holds(points: Floats, first: int, second: int, third: int, side: float, reach: float) -> bool:
    """Return whether three columns could support a floor of this reach.

    ``first``, ``second`` and ``third`` are rows of ``points``; ``side`` is the distance between the first two, mm.
    """
    x, y = points[third, 0], points[third, 1]
    a, b = (
        length_of(points[first, 0] - x, points[first, 1] - y),
        length_of(points[second, 0] - x, points[second, 1] - y),
    )
    cross = abs((points[first, 0] - x) * (points[second, 1] - y) - (points[first, 1] - y) * (points[second, 0] - x))
    if cross < THICK * (a + b + side):
        return False
    longest = max(a, max(b, side))
    obtuse = 2 * longest * longest > a * a + b * b + side * side
    radius = longest / 2 if obtuse else a * b * side / (2 * cross)
    return radius <= reach


@compilable
def spread_of(points: Floats, count: int) -> float:
    """Return how widely columns are spread, from 0 to 1 (1: an area of at least ``WIDE`` squared)."""
    hull = np.empty((FLOORS * BASES + 1, 2))
    corners = hull_of(points, count, hull)
    area = 0.0
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        area += hull[corner, 0] * hull[after, 1] - hull[after, 0] * hull[corner, 1]
    return min(1.0, math.sqrt(max(0.0, area / 2)) / WIDE)


@compilable
def add_cards(state: Record, out: Values) -> None:
    """Write the features of the piles of cards."""
    for face in range(state.faces):
        pile = int(state.face_pile[face])
        out[BLUE + pile] += int(state.unseen[face]) / 10
    out[FUTURE] = failures_to_come(state)


@compilable
def add_chances(state: Record, done: Floats, lacking: Floats, open_bases: Values, out: Values) -> None:
    """Write the features of the current card or, between two turns, of the next player's cards."""
    held, room = np.empty(menara.NUM_COLOURS), np.empty(len(KINDS))
    chance, columns = np.empty(menara.NUM_PILES), np.empty(menara.NUM_PILES)
    stage = stage_of(state)
    seat = int(state.seat)
    if stage == BETWEEN:
        if state.phase not in (menara.EXCHANGE, menara.PILE):
            seat = (seat + 1) % state.players
        list_held(state, seat, state.phase != menara.PILE, held)
        size = float(state.full_number)
        list_room(state, held, size, lacking, open_bases, movable(state), room)
        list_piles(state, room, done, chance, columns)
        out[NEXT_YELLOW], out[NEXT_RED], out[NEXT_ROOM] = chance[1], chance[2], room[PLACE]
        return
    for colour in range(menara.NUM_COLOURS):
        held[colour] = int(state.hand[seat, colour])
    list_room(state, held, float(count_of(state.hand[seat])), lacking, open_bases, movable(state), room)
    if stage == REVEALING:
        list_piles(state, room, done, chance, columns)
        out[FAILS], out[COLUMNS] = 1 - chance[state.pile], columns[state.pile]
        return
    out[PENDING] = 1.0 if state.floor != NONE else 0.0
    kind, wanted = int(state.face_kind[state.card]), int(state.wanted) - int(state.built)
    out[EXTENDED] = int(state.extended)
    if wanted > 0 or state.built == 0:
        out[FAILS] = (1 - done[row_of(kind, wanted), slack_of(kind, wanted, room)]) * (1 - int(state.extended))
        out[COLUMNS] = taken_by(kind, wanted)


# ---------------------------------------------------------------- expected result


@compilable
def surplus_to_come(state: Record) -> float:
    """Return by how much the surplus (standing levels minus required levels) is expected to change until the end."""
    features = np.empty(FEATURES)
    list_features(state, DONE, features)
    stage, early = stage_of(state), min(1.0, features[BAG])
    total = 0.0
    for number in range(FEATURES):
        weight = early * WEIGHTS[stage, EARLY, number] + (1 - early) * WEIGHTS[stage, LATE, number]
        total += weight * features[number]
    return total


@compilable
def chance_to_win(state: Record) -> float:
    """Return the probability that enough levels stand at the end and that nothing has fallen until then.

    Free building has no goal: here the value grows with the height of the temple, and playing on is worth more than
    stopping.
    """
    if state.free_build:
        return float((1 - state.danger) * (1 + (1 + highest_level(state)) / FLOORS) / 2)
    surplus = highest_level(state) - int(state.target) + surplus_to_come(state)
    early = min(1.0, count_of(state.bag) / FULL_BAG)
    spread = SPREADS[EARLY] * early + SPREADS[LATE] * (1 - early)
    return float((1 - state.danger) / (1 + math.exp(-1.7 * (surplus + 0.5) / spread)))


assert tuple(CARDS) == PILES and len(KINDS) == FILL + 2


@compilable
def is_unsettled(state: Record) -> bool:
    """Return whether the features are not yet final because a new camp or the next floor is being drawn."""
    return bool(state.phase == menara.CAMP_DRAW or state.phase == menara.NEXT_FLOOR)


@compilable
def evaluate(state: Record, out: Values) -> None:
    """Write the expected utility at the end of the game for each seat; all seats have the same."""
    out[: state.players] = 2 * chance_to_win(state) - 1


@compilable
def imagine(state: Record) -> None:
    """Prepare a state of a dexterity game for search: from now on, pieces are placed exactly, with an estimated risk.

    Every act must keep the tower as stable as it is now (MEN 10.7).
    """
    if state.physics != menara.DEXTERITY or state.tries.max() > 0 or state.two_hands:
        return
    if state.phase in (menara.FLOOR_SET, menara.FLOOR_POSE) and state.standing == 0:
        return
    state.physics = menara.IMAGINED
    state.law = threshold(state)
    if state.phase == menara.FLOOR_WHERE:  # Keep only levels that have a stable listed position for the floor.
        state.levels_open &= levels_for(state, int(state.floor), int(state.new_side))
