"""What the balance of the temple looks like to players, as machine code: tilt, reserve, what bases bear, what tips."""

from mandapa.games.menara.building import is_empty
from mandapa.games.menara.components import BASES, FLOORS
from mandapa.games.menara.statics import base_margin, deficit, stands, tilt_margin, tipping_reserve
from mandapa.kernel.compiling import entry_point
from mandapa.kernel.types import Record, Values


@entry_point(game="menara")
def read_stability(state: Record, out: Values) -> None:
    """Write the tilt margin in degrees and the tipping reserve in grams, shape (2,)."""
    out[0] = tilt_margin(state)
    out[1] = tipping_reserve(state)


@entry_point(game="menara")
def read_margins(state: Record, out: Values) -> None:
    """Write the grams that the centre of every empty base of the temple bears, shape (FLOORS * BASES,)."""
    for floor in range(FLOORS):
        for base in range(BASES):
            if is_empty(state, floor, base):
                out[BASES * floor + base] = base_margin(state, floor, base)


@entry_point(game="menara")
def read_standing(state: Record) -> bool:
    """The standing test."""
    return bool(stands(state))


@entry_point(game="menara")
def read_deficit(state: Record, out: Values) -> None:
    """Write the floor that tips, or NONE, and the grams that its other side lacks, shape (2,); see ``deficit``."""
    floor, grams = deficit(state)
    out[0] = floor
    out[1] = grams
