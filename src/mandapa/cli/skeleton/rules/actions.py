"""Actions of Pebbles: decisions of players, outcomes of chance and reasons for illegal actions."""

from mandapa.cli.skeleton.rules.state import FEWEST, HEAP, LARGEST, MOST, PHASES, TAKE
from mandapa.kernel.actions import Vocabulary, below

PEBBLES = Vocabulary("pebbles", PHASES, over="PEB-END-1", chance="PEB-SETUP-1", due="PEB-TURN-1")

TAKE_STONES = PEBBLES.decision("take {number}", TAKE, number=below(LARGEST, first=1))
PEBBLES.event("heap {stones}", HEAP, stones=below(MOST - FEWEST + 1, first=FEWEST))

TOO_MANY = PEBBLES.fault("too_many", "PEB-TURN-1", "you cannot take that many stones")
NOT_THERE = PEBBLES.fault("not_there", "PEB-TURN-1", "the heap has fewer stones")
