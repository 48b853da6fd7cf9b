"""What is said of a link before anybody has opened it: a title, a sentence, a picture (Open Graph).

Nobody learns here what a stranger who opens the page would not see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from fastapi import Request

from mandapa import library
from mandapa.server.hall import ID, Hall
from mandapa.server.identity import hall_of, payer
from mandapa.server.rights import may_watch
from mandapa.server.store.database import AWAY
from mandapa.server.store.rows import SeatRow


class Card(NamedTuple):
    """What is said of a page; ``game``: whose picture goes with it."""

    title: str
    text: str
    game: str | None = None


HALL = Card("Mandapa", "Board games about India, to play and to study: in the browser, with friends or at once.")
AT_ONCE = "In the browser: no account, nothing to install."
SHOWN = ("games", "learn", "rules", "gallery")
"""Pages about a game."""


async def tags(request: Request, folder: Path) -> str:
    """The tags for the head of the page that is asked for; pictures are among the built files in ``folder``."""
    hall, card = hall_of(request), HALL
    if hall.limits.allows("http", payer(request, None)):
        try:
            card = await _card(hall, request.url.path.strip("/").split("/"))
        except AWAY as error:
            hall.store.database.outage.failed(error)
    here = f"{request.url.scheme}://{request.headers.get('host', '')}"
    told = {"type": "website", "site_name": "Mandapa", "title": card.title, "description": card.text}
    told["url"] = here + request.url.path
    picture = _picture(folder, card.game) if card.game else None
    if picture is not None:
        told["image"] = f"{here}/assets/{picture}"
    lines = [f'<meta property="og:{name}" content="{escape(value)}" />' for name, value in told.items()]
    kind = "summary_large_image" if picture else "summary"
    return "\n    ".join([*lines, f'<meta name="twitter:card" content="{kind}" />'])


async def _card(hall: Hall, parts: Sequence[str]) -> Card:
    first, second = [*parts, ""][:2]
    if first in SHOWN and second in library.games():
        game = library.game_type(second)
        return Card(game.title, game.summary, second)
    if first == "t":
        return await _table(hall, second)
    if first == "join":
        return await _invitation(hall, second)
    return HALL


async def _table(hall: Hall, match_id: str) -> Card:
    found = await hall.store.head_of(match_id) if ID.fullmatch(match_id) else None
    if found is None or not may_watch(*found, None) or found[0].game not in library.games():
        return HALL
    row, seats = found
    game = library.game_type(row.game)
    names = ", ".join(seat.name for seat in seats if seat.name)
    over = row.review or row.status == "over"
    what = "The game is over: look at it again, move by move." if over else "The game is under way: look on."
    text = _free(seats) if row.status == "waiting" else what
    return Card(f"{game.title}: {names}" if names else game.title, text, row.game)


async def _invitation(hall: Hall, invite: str) -> Card:
    match_id = invite.partition(".")[0]
    found = await hall.store.head_of(match_id) if ID.fullmatch(match_id) else None
    if found is None or found[0].game not in library.games() or invite not in [seat.invite for seat in found[1]]:
        return HALL
    row, seats = found
    if row.status != "waiting":
        return HALL
    host = await hall.store.name_of(row.owner) if row.owner else None
    title = library.game_type(row.game).title
    return Card(f"{host} invites you to {title}" if host else f"A seat at {title}", _free(seats), row.game)


def _free(seats: Sequence[SeatRow]) -> str:
    free = sum(seat.kind == "open" for seat in seats)
    return f"{free} of {len(seats)} seats {'is' if free == 1 else 'are'} free. {AT_ONCE}"


def _picture(folder: Path, game: str) -> str | None:
    """The file with the picture of a game's board by day; its name ends with a hash."""
    names = sorted(file.name for file in folder.glob(f"{game}-board-*.jpg"))
    return next((name for name in names if re.fullmatch(rf"{game}-board-[\w-]{{8}}\.jpg", name)), None)
