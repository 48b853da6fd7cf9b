"""Numbers of stones and cards in each location in Chola, and the words for them."""

from typing import Annotated, Any, Literal

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import CARDS, LETTERS, CardKind, Letter
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

Stones = Annotated[dict[Letter, int], "stones by letter, without zeros"]
Cards = Annotated[dict[CardKind, int], "cards by kind, without zeros"]
Wanted = Letter | Literal["pattern"]


@compilable
def hand_size(state: Record, seat: int) -> int:
    """Return the number of stones in a hand."""
    size = 0
    for colour in range(chola.NUM_COLOURS):
        size += int(state.hand[seat, colour])
    return size


@compilable
def bag_size(state: Record) -> int:
    """Return the number of stones in the bag."""
    size = 0
    for colour in range(chola.NUM_COLOURS):
        size += int(state.bag[colour])
    return size


@compilable
def row_size(state: Record) -> int:
    """Return the number of face-up cards."""
    size = 0
    for card in range(chola.NUM_CARDS):
        size += int(state.row[card])
    return size


def letters_of(counts: Any) -> Stones:
    """Convert counts to a mapping from colour letter to number of stones, without zeros."""
    return {letter: int(count) for letter, count in zip(LETTERS, counts, strict=True) if count}


def kinds_of(counts: Any) -> Cards:
    """Convert counts to a mapping from kind to number of cards, without zeros."""
    return {kind: int(count) for kind, count in zip(CARDS, counts, strict=True) if count}


def wanted_by(treasure: int) -> Wanted | None:
    """Return what earns a treasure: a stone of one colour, a stone in a pattern, or any stone (CHO-TREAS-2 to -4)."""
    if treasure == chola.PATTERN_TREASURE:
        return "pattern"
    return LETTERS[treasure - chola.FIRST_COLOUR_TREASURE] if treasure >= chola.FIRST_COLOUR_TREASURE else None
