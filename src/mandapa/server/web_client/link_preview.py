"""Open Graph title, description and image for shared links.

Title and description are in the language of the request. They contain only what a person without a guest account could
see on the page.
"""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from fastapi import Request

from mandapa import i18n, library
from mandapa.i18n import LANGUAGES
from mandapa.server import outage
from mandapa.server.identity.guest_cookie import requester_of
from mandapa.server.live.permissions import may_watch
from mandapa.server.live.registry import ID
from mandapa.server.negotiation import language_of, server_message
from mandapa.server.services import services_of
from mandapa.server.store.rows import SeatRow
from mandapa.server.store.store import Store
from mandapa.server.web_client import preview_routes


class LinkPreview(NamedTuple):
    """Preview of a page: title, description (``text``) and image.

    ``drawn``: URL of an image of a table's current position; ``game``: game whose board image is used if there is none.
    """

    title: str
    text: str
    game: str | None = None
    drawn: str | None = None


HALL_ASKS = ("/api/games", "/api/tables?mine=12&open=12")
"""API requests of the start page. The HTML page makes browsers send them while the client is still loading."""
SHOWN = ("games", "learn", "rules", "gallery")
"""First path segments of pages about a single game."""


async def with_link_preview(request: Request, page: str, folder: Path) -> str:
    """Add the link preview to the head of an HTML page and return the page.

    ``folder``: the folder of built files, which contains the board images.
    """
    services, language = services_of(request), language_of(request)
    card = None
    if services.limits.allows("http", requester_of(request, None)):
        try:
            card = await _card(services.store, request.url.path.strip("/").split("/"), language)
        except outage.UNAVAILABLE_ERRORS as error:
            services.store.database.outage.failed(error)
    card = card or LinkPreview("Mandapa", server_message("page.hall", language))
    page = page.replace('<html lang="en">', f'<html lang="{language}">', 1)
    page = page.replace("<title>Mandapa</title>", f"<title>{escape(card.title)}</title>", 1)
    return page.replace("</head>", f"  {_tags(request, card, folder)}\n  </head>", 1)


def _tags(request: Request, card: LinkPreview, folder: Path) -> str:
    here = f"{request.url.scheme}://{request.headers.get('host', '')}"
    asked = request.query_params.get("lang", "")
    tags = {"type": "website", "site_name": "Mandapa", "title": card.title, "description": card.text}
    tags["url"] = f"{here}{request.url.path}{f'?lang={asked}' if asked in LANGUAGES else ''}"
    board = _picture(folder, card.game) if card.game else None
    picture = card.drawn or (f"/assets/{board}" if board else None)
    if picture is not None:
        tags["image"] = f"{here}{picture}"
    lines = [f'<meta property="og:{name}" content="{escape(value)}" />' for name, value in tags.items()]
    lines.append(f'<meta name="description" content="{escape(card.text)}" />')
    kind = "summary_large_image" if picture else "summary"
    if request.url.path == "/":
        lines += [f'<link rel="preload" as="fetch" crossorigin href="{escape(asked)}" />' for asked in HALL_ASKS]
    return "\n    ".join([*lines, f'<meta name="twitter:card" content="{kind}" />'])


async def _card(store: Store, parts: Sequence[str], language: str) -> LinkPreview | None:
    """Return the preview of a page; None if the page has no individual preview. ``parts``: the segments of its path."""
    first, second = [*parts, ""][:2]
    if first in SHOWN and second in library.games():
        game = library.game_type(second)
        own = i18n.messages(game.content / "messages", language) | i18n.catalogue(i18n.MESSAGES, language)
        return LinkPreview(game.title, own.get(f"summary.{second}", game.summary), second)
    if first == "t":
        return await _table(store, second, language)
    return await _invitation(store, second, language) if first == "join" else None


async def _table(store: Store, match_id: str, language: str) -> LinkPreview | None:
    found = await store.load_match_row(match_id) if ID.fullmatch(match_id) else None
    if found is None or not may_watch(*found, None) or found[0].game not in library.games():
        return None
    row, seats = found
    title = library.game_type(row.game).title
    names = ", ".join(seat.name for seat in seats if seat.name)
    over = row.review or row.status == "over"
    what = server_message("page.over" if over else "page.under_way", language)
    text = _free(seats, language) if row.status == "waiting" else what
    drawn = (
        preview_routes.address(row.id, row.seq)
        if row.status != "waiting" and preview_routes.drawn_for(row.game)
        else None
    )
    return LinkPreview(
        server_message("page.table", language, game=title, names=names) if names else title, text, row.game, drawn
    )


async def _invitation(store: Store, invite: str, language: str) -> LinkPreview | None:
    match_id = invite.partition(".")[0]
    found = await store.load_match_row(match_id) if ID.fullmatch(match_id) else None
    if found is None or found[0].game not in library.games() or invite not in [seat.invite for seat in found[1]]:
        return None
    row, seats = found
    if row.status != "waiting":
        return None
    host = await store.guests.name_of(row.owner) if row.owner else None
    key = "page.invitation" if host else "page.seat"
    title = server_message(key, language, host=host, game=library.game_type(row.game).title)
    return LinkPreview(title, _free(seats, language), row.game)


def _free(seats: Sequence[SeatRow], language: str) -> str:
    free = sum(seat.kind == "open" for seat in seats)
    return server_message("page.free", language, free=free, seats=len(seats))


def _picture(folder: Path, game: str) -> str | None:
    """Return the file name of a game's board image in the light theme; None if there is none.

    The build adds a hash to the file name, so the file is found by its prefix.
    """
    names = sorted(file.name for file in folder.glob(f"{game}-board-*.jpg"))
    return next((name for name in names if re.fullmatch(rf"{game}-board-[\w-]{{8}}\.jpg", name)), None)
