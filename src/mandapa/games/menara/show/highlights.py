"""Highlights of a game, which are shown at its end and are the same for all players."""

from collections.abc import Sequence
from typing import Any

from mandapa.games.menara.show.view_types import Sheet


def highlights(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return the highlight of a won game: that no card failed, or by how many levels it was won (MEN-END-7)."""
    sheet = sheets[0]
    if not sheet["won"] or sheet["target"]["start"] == 0:
        return []
    done = sum(sheet["done"].values())
    if sheet["target"]["failed"] == 0:
        return [{"seat": None, "key": "menara.praise.flawless", "params": {"cards": done}}]
    return [{"seat": None, "key": "menara.praise.above", "params": {"levels": sheet["total"]}}] * (sheet["total"] > 0)
