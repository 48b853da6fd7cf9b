"""Result of Menara, which depends on how many levels of the temple stand at the end (MEN-END-6 to 8)."""

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.physics.tower import highest_level
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Record, Values


@compilable
def scores(state: Record, out: Values) -> None:
    """Write the number of standing levels minus the number needed, which is the same for all players."""
    for seat in range(state.players):
        out[seat] = highest_level(state) - int(state.target)


@compilable
def returns(state: Record, out: Values) -> None:
    """Write 1 for all players if enough levels stand, otherwise -1 (MEN-END-7, MEN-END-8), or 0 after free building.

    In an IMAGINED game, write the expected value over the estimated risks so far: a collapse counts as a loss.
    """
    won = 1.0 if highest_level(state) >= state.target else -1.0
    if state.free_build:
        won = 0.0
    if state.physics == menara.IMAGINED:
        won = (1 - state.danger) * (won + 1) - 1
    for seat in range(state.players):
        out[seat] = won


def worth(state: Record) -> Worth | None:
    """Return the meaning of ``returns``: -1 is a loss, 1 a win. Return None for free building, which has no result."""
    return None if state.free_build else Worth("chance", lost=-1, won=1)
