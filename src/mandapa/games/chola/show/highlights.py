"""Highlights of a player's game, shown at the end."""

from collections.abc import Sequence
from typing import Any

from mandapa.games.chola.show.view_types import Sheet

CARVED, GIVEN = 2, 10
"""Minimum number of sculptures, and of points from other players' Builds, that are worth mentioning."""


def highlights(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return the seat with the most sculptures, and the one with the most points from others' Builds (CHO-BUILD)."""
    carved = {sheet["seat"]: sheet["carved"] for sheet in sheets}
    given = {sheet["seat"]: sheet["rows"]["given_patterns"] for sheet in sheets}
    return [
        *_first(carved, CARVED, "chola.praise.carved", "sculptures"),
        *_first(given, GIVEN, "chola.praise.given", "points"),
    ]


def _first(counts: dict[int, int], least: int, key: str, name: str) -> list[dict[str, Any]]:
    """Return the only seat with the highest count; nothing if seats share it or it is below ``least``."""
    most = max(counts.values())
    seats = [seat for seat, count in counts.items() if count == most]
    if len(counts) < 2 or most < least or len(seats) != 1:
        return []
    return [{"seat": seats[0], "key": key, "params": {"seat": seats[0], name: most}}]
