"""Bounds on the length of a game of Menara and on its returns."""

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.chance import is_hidden
from mandapa.games.menara.rules.components import BASE_FLOORS, CAMP, FLOORS
from mandapa.games.menara.rules.physics.tower import NONE, QUARRY
from mandapa.games.menara.rules.turn.building import FILL, MOVE, SHIFT
from mandapa.games.menara.rules.turn.end_of_turn import count_of
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.record import Record

PLACES_A_FLOOR = 4
"""Maximum number of decisions about the place of a floor (MEN-FLOOR-3).

They are a level without suggested poses, another level instead, a set of columns to cover, and a pose.
"""
SIDE = 1
"""Number of decisions about which side of a floor is up (MEN-FLOOR-2)."""
TOPPLES = menara.MAX_TRIES
"""Assumed maximum number of times, for each column placed in a dexterity game, that a column falls over.

This is not proved: a player may try a column this often on each base that fits (MEN-FALL-5), and a column that is set
up again may knock over another one, without end (MEN-FALL-3). It concerns only games with simulated hands. For programs
that draw the result of an act from ``chance_outcomes``, the tower either holds or collapses, so the bounds are proved.
"""


def bounds(start: Record) -> Bounds:
    """Return the bounds of a game that begins with ``start``.

    All players win (1) or lose (-1) together; the result of free building is 0.
    """
    faces = _faces(start)
    cards = sum(int(start.unseen[face]) for face in range(int(start.faces)))
    building = sum(_build_steps(start, face) for face in faces)
    columns = sum(_columns(start, face) for face in faces)
    floors = int(((start.floor_order == NONE) & (start.floor_place == QUARRY)).sum())
    base = max(0, BASE_FLOORS - 1 - int(start.floor_order.max()))
    new_floors = floors - base
    # Decisions per turn: swaps with the camp and the end of the exchange, a pile, and whether to replace the camp
    # (MEN-TURN-2, MEN-TURN-4, MEN-END-2).
    decisions = cards * (min(int(start.full_number), CAMP) + 3) + building + (SIDE + PLACES_A_FLOOR) * new_floors
    decisions += int(start.card != NONE) + _base_steps(base)
    # Chance outcomes per turn: a card, six columns for a new camp, and the columns that refill the hand
    # (MEN-TURN-4, MEN-END-2, MEN-END-3).
    outcomes = cards * (1 + CAMP) + CAMP * int(start.card != NONE) + columns + _set_up(start)
    if start.physics:
        acts = building + floors + columns // 2  # releases (MEN-PHY-5); two columns together: MEN-COL-5
        decisions += columns // 2 + TOPPLES * columns
        outcomes += acts + TOPPLES * columns
    won = 0 if start.free_build else 1
    return Bounds(decisions, outcomes, -won, won)


def _faces(start: Record) -> list[int]:
    """Return the faces of all cards to come and of the current one, or only the pseudo-card of free building."""
    if start.free_build:
        return [menara.FREE_CARD]
    faces = [face for face in range(int(start.faces)) for _ in range(int(start.unseen[face]))]
    return faces if start.card == NONE else [*faces, int(start.card)]


def _columns(start: Record, face: int) -> int:
    """Return the maximum number of columns placed or moved for a card (MEN-CARD-1, MEN-CARD-3, MEN-CARD-5)."""
    if start.face_kind[face] == FILL:
        return int(start.bases.max())
    return int(start.face_columns[face])


def _build_steps(start: Record, face: int) -> int:
    """Return the maximum number of decisions for a card, without those about new floors.

    Moving a column takes two decisions, lifting and putting it (MEN-CARD-3). A floor to be shifted is chosen and placed
    (MEN-CARD-7). Giving up takes the place of another decision (MEN-TURN-7).
    """
    if start.face_kind[face] == SHIFT:
        return 1 + PLACES_A_FLOOR
    steps = _columns(start, face) * (2 if start.face_kind[face] == MOVE else 1)
    return steps + int(start.free_build)


def _base_steps(floors: int) -> int:
    """Return the number of decisions (side and place) for the base floors that are not laid yet.

    The place of the first floor is fixed: the middle of the table (MEN-SETUP-9).
    """
    return max(0, 2 * floors - int(floors == BASE_FLOORS))


def _set_up(start: Record) -> int:
    """Return the number of chance events that set up the game or reveal a floor (MEN-SETUP-8, MEN-FLOOR-2).

    They choose the first player, draw columns for the camp and the hands, and turn up floors.
    """
    hands = sum(int(start.full_number) - int(count_of(hand)) for hand in start.hand[: start.players])
    camp = CAMP - int(count_of(start.camp)) if start.phase <= menara.SETUP_HANDS else 0
    floors = sum(bool(is_hidden(start, floor)) for floor in range(FLOORS))
    return int(start.first_player == NONE) + camp + max(0, hands) + floors
