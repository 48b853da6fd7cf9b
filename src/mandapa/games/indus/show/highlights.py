"""What somebody is praised for at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mandapa.games.indus.show.view_types import Sheet

ALONE = 2
"""So many ruins without anybody else in them are worth a word."""


def praise(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Who has most ruins with nobody else in them (IND-SCORE)."""
    alone = {sheet["seat"]: _ruins_alone(sheet) for sheet in sheets}
    most = max(alone.values())
    seats = [seat for seat, ruins in alone.items() if ruins == most]
    if most < ALONE or len(seats) != 1:
        return []
    return [{"seat": seats[0], "key": "indus.praise.alone", "params": {"seat": seats[0], "ruins": most}}]


def _ruins_alone(sheet: Sheet) -> int:
    own = {row["team"] for row in sheet["teams"]}
    return sum({team for team, count in ruin["counts"].items() if count} <= own for ruin in sheet["ruins"])
