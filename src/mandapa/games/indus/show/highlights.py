"""Highlights of the players' game, shown on the final page."""

from collections.abc import Sequence
from typing import Any

from mandapa.games.indus.show.view_types import Sheet

ALONE = 2
"""Minimum number of ruins without opponents for a highlight."""


def highlights(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return the highlight for the seat that shares the fewest ruins: the most ruins with only its own teams.

    No highlight is returned if seats are tied or the number is below ``ALONE``.
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
