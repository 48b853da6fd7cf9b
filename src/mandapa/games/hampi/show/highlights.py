"""Highlights of a player's game, shown at the end."""

from collections.abc import Sequence
from typing import Any

from mandapa.games.hampi.show.view_types import Sheet

LARGE = 5
"""Minimum number of tiles in a zone for it to be a highlight."""


def highlights(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return a highlight for the largest zone that paid (HAM-SCORE).

    There is none if the zone is small or paid several seats, or if several zones are the largest.
    """
    paid = [(len(zone["cells"]), sheet["seat"], zone) for sheet in sheets for zone in sheet["zones"]]
    largest = max((tiles for tiles, _, _ in paid), default=0)
    first = [(seat, zone) for tiles, seat, zone in paid if tiles == largest]
    if largest < LARGE or len(first) != 1:
        return []
    seat, zone = first[0]
    params = {"seat": seat, "kind": zone["kind"], "tiles": largest, "points": zone["each_total"]}
    return [{"seat": seat, "key": "hampi.praise.zone", "params": params}]
