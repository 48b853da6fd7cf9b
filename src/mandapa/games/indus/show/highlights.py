"""Highlights of the players' game, shown on the final page."""

from collections.abc import Sequence
from typing import Any

from mandapa.games.indus.show.view_types import Sheet

ALONE = 2
"""Minimum number of ruins in which a seat has no opponents for a highlight."""


def highlights(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return a highlight for the seat with the most ruins that pay it and have only its own teams.

    There is none if seats are tied or the number is below ``ALONE``.
    """
    alone = {sheet["seat"]: _ruins_alone(sheet) for sheet in sheets}
    most = max(alone.values())
    seats = [seat for seat, ruins in alone.items() if ruins == most]
    if most < ALONE or len(seats) != 1:
        return []
    return [{"seat": seats[0], "key": "indus.praise.alone", "params": {"seat": seats[0], "ruins": most}}]


def _ruins_alone(sheet: Sheet) -> int:
    own = {row["team"] for row in sheet["teams"]}
    return sum({team for team, count in ruin["counts"].items() if count} <= own for ruin in sheet["ruins"])
