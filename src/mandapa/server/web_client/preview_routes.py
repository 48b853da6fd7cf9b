"""HTTP route for the image of a table in link previews.

The image shows what a person without a seat could see. If the libraries of ``mandapa[preview]`` are not installed, or
if a game has no drawing function, link previews use an image of the board instead.
"""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from mandapa import library
from mandapa.kernel.pictures.rasterize import can_rasterize
from mandapa.server.errors import documented, not_found
from mandapa.server.identity.guest_cookie import requester_of
from mandapa.server.jobs.job_pool import cancel_on_disconnect
from mandapa.server.live.registry import CurrentTables
from mandapa.server.services import CurrentServices
from mandapa.server.tables.routes import TableId, get_watchable_table
from mandapa.server.web_client.preview_images import CurrentLinkPictures

router = APIRouter(prefix="/api/tables", tags=["tables"])

CACHE_SECONDS = 3600
"""Seconds for which browsers and proxies may cache an image if its URL contains the number of the entry shown."""


def drawn_for(game: str) -> bool:
    """Return whether this server can draw positions of a game."""
    return can_rasterize() and library.game_type(game).presentation.picture is not None


def address(match_id: str, seq: int) -> str:
    """Return the URL of an image that shows the position of a table after entry ``seq``."""
    return f"/api/tables/{match_id}/preview.png?seq={seq}"


@router.get(
    "/{id}/preview.png",
    summary="Get preview image",
    response_class=Response,
    responses=documented(403, 404, 409, 422, 429),
)
async def preview(
    id: TableId,
    request: Request,
    services: CurrentServices,
    tables: CurrentTables,
    link_pictures: CurrentLinkPictures,
    seq: Annotated[int | None, Query(ge=0, description="Number of the entry shown.")] = None,
) -> Response:
    """Return an image of a table's current position for link previews, with public information only.

    If ``seq`` is the number of the table's last entry, caches can keep the image for an hour. Otherwise, they must
    revalidate it with its ``ETag``.
    """
    services.limits.check("heavy", requester_of(request, None))
    table = await get_watchable_table(tables, id, None)
    if not drawn_for(table.row.game):
        raise not_found("picture of this table")
    if _tag(id, table.row.seq) in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=_caching(id, table.row.seq, seq))
    shown, picture = await cancel_on_disconnect(request, link_pictures.of(table, requester_of(request, None)))
    return Response(picture, media_type="image/png", headers=_caching(id, shown, seq))


def _caching(id: str, shown: int, named: int | None) -> dict[str, str]:
    """Return the cache headers of a table image.

    ``shown``: number of the last entry in the image; ``named``: number in the URL, if there is one.
    """
    lasting = f"public, max-age={CACHE_SECONDS}"
    return {"Cache-Control": lasting if named == shown else "no-cache", "ETag": _tag(id, shown)}


def _tag(id: str, seq: int) -> str:
    return f'"{id}-{seq}"'
