"""Highlights of a player's game, shown at the end."""

from collections.abc import Sequence
from typing import Any

from mandapa.games.hampi.show.view_types import Sheet

LARGE = 5
"""Minimum number of tiles of a zone that is worth mentioning."""


def highlights(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return the largest zone that paid, if it paid only one seat (HAM-SCORE)."""
    paid = [(len(zone["cells"]), sheet["seat"], zone) for sheet in sheets for zone in sheet["zones"]]
    largest = max((tiles for tiles, _, _ in paid), default=0)
    first = [(seat, zone) for tiles, seat, zone in paid if tiles == largest]
    if largest < LARGE or len(first) != 1:
        return []
    seat, zone = first[0]
    params = {"seat": seat, "kind": zone["kind"], "tiles": largest, "points": zone["each_total"]}
    return [{"seat": seat, "key": "hampi.praise.zone", "params": params}]
