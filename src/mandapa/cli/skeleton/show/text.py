"""Text output of Pebbles for the terminal."""

from mandapa.kernel.record import Record


def text(state: Record) -> str:
    """Return the heap as text, one character for each stone."""
    return "o" * int(state.stones) or "no stones"
