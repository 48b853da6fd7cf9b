"""The picture of a table that goes with a link to it: what a stranger would see there, drawn where `resvg-py` is
installed (``mandapa[preview]``). Elsewhere, and where a game draws nothing, the picture of its board goes with it.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from fastapi import APIRouter, Request, Response

from mandapa import library
from mandapa.server.api_tables import TableId, watched
from mandapa.server.errors import documented, not_found
from mandapa.server.identity import CurrentHall, payer
from mandapa.server.work import unless_gone

router = APIRouter(prefix="/api/tables", tags=["tables"])

WIDTH, HEIGHT = 1200, 630
"""Pixels, as those who show links want it."""
MARGIN = 24
GROUND = "#f5ebdc"
LETTERS = "DejaVu Sans"
SVG = "http://www.w3.org/2000/svg"
KEPT_SECONDS = 3600
"""The address names the position, so it may be kept."""


def drawn_for(game: str) -> bool:
    """Whether positions of a game are drawn here."""
    return find_spec("resvg_py") is not None and library.game_type(game).presentation.picture is not None


def address(match_id: str, seq: int) -> str:
    """Where the picture of a table is, as it stands after entry ``seq``."""
    return f"/api/tables/{match_id}/preview.png?seq={seq}"


def as_png(picture: str) -> bytes:
    """An SVG picture in the middle of a card."""
    import resvg_py

    drawing = ElementTree.fromstring(picture)  # as a part of the card: a picture in a picture has no letters
    inside = {"x": MARGIN, "y": MARGIN, "width": WIDTH - 2 * MARGIN, "height": HEIGHT - 2 * MARGIN}
    drawing.attrib |= {name: str(number) for name, number in inside.items()}
    card = ElementTree.Element(f"{{{SVG}}}svg", width=str(WIDTH), height=str(HEIGHT))
    card.append(drawing)
    drawn = resvg_py.svg_to_bytes(
        svg_string=ElementTree.tostring(card, "unicode"),
        background=GROUND,
        skip_system_fonts=True,
        font_files=[str(_letters())],
        sans_serif_family=LETTERS,
    )
    return bytes(drawn)


@cache
def _letters() -> Path:
    """The letters of our pictures, which come with a library: containers often have none of their own."""
    matplotlib = find_spec("matplotlib")
    assert matplotlib is not None and matplotlib.origin is not None, "it is one of our requirements"
    return Path(matplotlib.origin).parent / "mpl-data" / "fonts" / "ttf" / f"{LETTERS.replace(' ', '')}.ttf"


@router.get("/{id}/preview.png", response_class=Response, responses=documented(403, 404, 409, 422, 429))
async def preview(id: TableId, request: Request, hall: CurrentHall) -> Response:
    """A table as anybody may see it, as a picture for links."""
    hall.limits.check("heavy", payer(request, None))
    table = await watched(hall, id, None)
    if not drawn_for(table.row.game):
        raise not_found("picture of this table")
    async with table.lock:
        picture = await hall.compute(table.match.state.picture)
    png = await unless_gone(request, hall.reviews.run(payer(request, None), lambda effort: as_png(picture or "")))
    return Response(png, media_type="image/png", headers={"Cache-Control": f"public, max-age={KEPT_SECONDS}"})
