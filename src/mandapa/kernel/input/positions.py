"""Validate descriptions of custom positions. Errors give the location, value found and value expected."""

from typing import Any

from mandapa.kernel.errors import PositionError


def expect(condition: Any, where: str, found: Any, expected: Any) -> None:
    """Raise ``PositionError`` unless ``condition`` holds."""
    if not condition:
        raise PositionError(f"{where}: found {found!r}, expected {expected}")


def whole(where: str, found: Any, low: int, high: int) -> int:
    """Return ``found`` if it is an integer from ``low`` to ``high``, otherwise raise ``PositionError``."""
    right = isinstance(found, int) and not isinstance(found, bool) and low <= found <= high
    expect(right, where, found, f"{low} to {high}" if low < high else low)
    assert isinstance(found, int)
    return found
