"""The result of Menara: levels that stand (MEN-END-6 to 8)."""

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.physics.tower import highest_level
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Record, Values


@compilable
def scores(state: Record, out: Values) -> None:
    """Levels that stand beyond those needed, the same for everybody."""
    for seat in range(state.players):
        out[seat] = highest_level(state) - int(state.target)


@compilable
def returns(state: Record, out: Values) -> None:
    """1 for everybody if enough levels stand, otherwise -1 (MEN-END-7, MEN-END-8); 0 after free building, a practice.

    Of a game that is only imagined it is the mean: a temple that has fallen meanwhile is lost.
    """
    won = 1.0 if highest_level(state) >= state.target else -1.0
    if state.free_build:
        won = 0.0
    if state.physics == menara.IMAGINED:
        won = (1 - state.danger) * (won + 1) - 1
    for seat in range(state.players):
        out[seat] = won


def worth(state: Record) -> Worth | None:
    """The returns are 1 if enough levels stand, -1 if not (``returns``); free building has no aim."""
    return None if state.free_build else Worth("chance", lost=-1, won=1)
