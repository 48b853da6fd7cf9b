"""What somebody is praised for at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mandapa.games.chola.show.view_types import Sheet

CARVED, GIVEN = 2, 10
"""So many sculptures, and so many points by what others built, are worth a word."""


def praise(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Who has carved more than anybody else, and for whom the others have built most (CHO-BUILD)."""
    carved = {sheet["seat"]: sheet["carved"] for sheet in sheets}
    given = {sheet["seat"]: sheet["rows"]["given_patterns"] for sheet in sheets}
    return [
        *_first(carved, CARVED, "chola.praise.carved", "sculptures"),
        *_first(given, GIVEN, "chola.praise.given", "points"),
    ]


def _first(counts: dict[int, int], least: int, key: str, name: str) -> list[dict[str, Any]]:
    """Of several seats the one that has most of something, if it has the least that is worth a word."""
    most = max(counts.values())
    seats = [seat for seat, count in counts.items() if count == most]
    if len(counts) < 2 or most < least or len(seats) != 1:
        return []
    return [{"seat": seats[0], "key": key, "params": {"seat": seats[0], name: most}}]
