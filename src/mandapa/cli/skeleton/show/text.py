"""A state as text, for the terminal."""

from mandapa.kernel.record import Record


def text(state: Record) -> str:
    """The heap, a sign for each stone."""
    return "o" * int(state.stones) or "no stones"
