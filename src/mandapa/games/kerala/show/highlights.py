"""Highlights of a player's game, shown at the end."""

from collections.abc import Sequence
from typing import Any

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.show.view_types import Sheet


def highlights(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return a highlight for each complete platform: no removed tile, no missing colour and all figures standing.

    See KER-SCORE-5, KER-SCORE-8 and KER-SCORE-9.
    """
    return [
        {"seat": sheet["seat"], "key": "kerala.praise.whole", "params": {"seat": sheet["seat"]}}
        for sheet in sheets
        if not sheet["removed"]["tiles"]
        and not sheet["missing"]["colours"]
        and sheet["standing"]["figures"] == kerala.FIGURES
    ]
