"""Actions of Pebbles as shown by the client: in the list of choices, and as lines of the log."""

from mandapa.cli.skeleton.rules.actions import PEBBLES, TAKE_STONES
from mandapa.cli.skeleton.show.view_types import Left
from mandapa.kernel.record import Record


def _left(before: Record, after: Record, number: int) -> Left:
    return {"left": int(after.stones)}


choices = PEBBLES.choices({})
describe = PEBBLES.log({TAKE_STONES: _left})
