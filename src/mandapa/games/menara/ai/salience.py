"""Salience of each choice in Menara. Like people, weak bots tend to overlook choices of low salience."""

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.actions import END_EXCHANGE_ID, GIVE_UP_ID, PUT_BACK_ID, base_of, is_base
from mandapa.games.menara.rules.physics.tower import highest_level
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

REACH = 2
"""Number of levels below the top of the tower at which the salience of a base is half as high as at the top."""
SWAP, LIFT = 0.5, 0.5
"""Salience of exchanging a column with the camp, and of taking one out of the tower."""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice.

    For a base, it decreases with the number of levels above it. Giving up and putting a column back have 0: people
    think of them last.
    """
    if action in (GIVE_UP_ID, PUT_BACK_ID):
        return 0.0
    if state.phase == menara.EXCHANGE:
        return 1.0 if action == END_EXCHANGE_ID else SWAP
    if state.phase == menara.MOVE_TAKE:
        return LIFT
    if is_base(action):
        floor, _ = base_of(action)
        return float(REACH / (REACH + highest_level(state) - state.floor_level[floor]))
    return 1.0
