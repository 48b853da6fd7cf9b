"""HTTP routes to export and import record files of matches, and to get the details of an entry."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic_core import from_json, to_json

from mandapa.play import Match, RecordError, import_record, visible_to
from mandapa.play.record import parts_of, record_file
from mandapa.server.errors import ApiError, documented, from_library
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, Visitor, reject_exhausted, requester_of
from mandapa.server.jobs.job_pool import JobBudget, cancel_on_disconnect
from mandapa.server.live.eviction import size_of
from mandapa.server.live.registry import CurrentTables
from mandapa.server.services import CurrentServices
from mandapa.server.tables import create, records, routes
from mandapa.server.tables.routes import TableId
from mandapa.server.tables.schemas import CreatedTable, RecordModel

router = APIRouter(prefix="/api", tags=["records"])

A_RECORD = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}
ORDINARY_BYTES = 64 * 1024
"""Size in bytes above which an imported record counts as several requests, because parsing it slows the server down."""
MOST_PARTS = 400_000
"""Maximum number of JSON objects and arrays in a record. Each takes far more memory than its two brackets in the
file."""


def as_json(value: Any) -> Response:
    """Return a JSON response without FastAPI's validation, which would block the server if there are thousands of
    entries."""
    return Response(to_json(value), media_type="application/json")


@router.get(
    "/tables/{id}/record",
    summary="Get record",
    response_model=RecordModel,
    response_model_exclude_unset=True,
    responses=documented(403, 404, 409, 422, 429),
)
async def record(
    id: TableId, request: Request, visitor: Visitor, services: CurrentServices, tables: CurrentTables
) -> Response:
    """Return the record file of a match, even if its rules are no longer installed."""
    outdated = await routes.outdated_match(services, tables, id, visitor)
    if outdated is not None:
        if outdated.row.status != "over" and records.has_secrets(outdated.row.game):
            raise ApiError(409, "secrets", "This game has hidden information: wait until it is over.")
        return as_json(records.stored_record(outdated))
    table = await routes.get_watchable_table(tables, id, visitor)
    routes.only_open_information(table)
    parts = parts_of(table.match)
    work = services.review_jobs.run(requester_of(request, visitor), lambda budget: as_json(record_file(**parts)))
    return await cancel_on_disconnect(request, work)


@router.get("/tables/{id}/details/{seq}", summary="Get entry details", responses=documented(403, 404, 409, 422, 429))
async def entry_details(
    id: TableId,
    seq: Annotated[int, Path(ge=1, description="Number of the entry.")],
    visitor: Visitor,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Return the details of an entry: what the referee adds to a chance outcome, such as the motion of pieces."""
    table = await routes.get_watchable_table(tables, id, visitor)
    seats = None if table.status == "over" else table.seats_of(visitor)
    details = next((event.entry.details for event in visible_to(table.match.events[seq - 1 : seq], seats)), None)
    if details is None:
        raise ApiError(404, "no_details", f"There are no details of entry {seq}.", where="seq")
    return dict(details)


@router.post(
    "/records",
    summary="Import record",
    response_model=CreatedTable,
    dependencies=[reject_exhausted("heavy"), reject_exhausted("table")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
    openapi_extra=A_RECORD,
)
async def import_table(
    request: Request, guest: CurrentGuest, requester: CurrentRequester, services: CurrentServices
) -> dict[str, Any]:
    """Create a view-only table from a record file. A record that cannot be replayed is rejected with the reason."""
    services.limits.check("heavy", requester)
    await routes.check_room(services, guest)
    text = await request.body()  # after the cheap checks of identity and rate limits; parsed in a thread
    services.limits.check("heavy", requester, len(text) // ORDINARY_BYTES)
    body = await cancel_on_disconnect(request, services.import_jobs.run(requester, lambda budget: _read(text)))

    def replay(budget: JobBudget) -> tuple[Match, int]:
        try:
            match = import_record(body, watch=budget.step)
            return match, size_of(match.entries)
        except RecordError as error:
            raise from_library(error, "record") from error

    _no_files(body)
    if body.get("position") is not None:  # a table is stored as its entries, from the initial position
        raise from_library(RecordError("a set-up position", "position", "none at a table"), "record")
    game = str(body.get("game"))
    services.compiler.request(game)
    match, size = await cancel_on_disconnect(request, routes.run_replay(services, requester, game, replay))
    await routes.count_table(services, requester, size)
    return {"id": await create.open_review(services.store, guest, match)}


def _read(text: bytes) -> dict[str, Any]:
    if text.count(b"[") + text.count(b"{") > MOST_PARTS:
        raise ApiError(422, "bad_record", "The record has too many parts.", expected=f"at most {MOST_PARTS}")
    try:
        body = from_json(text)
    except ValueError as error:
        raise ApiError(422, "malformed", f"body: {error}", where="body") from error
    if not isinstance(body, dict):
        raise ApiError(422, "malformed", "A record must be an object.", where="body", expected="an object")
    return body


def _no_files(record: dict[str, Any]) -> None:
    """Reject a record whose options name files on the server other than the host's own pieces."""
    game, options = record.get("game"), record.get("options")
    if isinstance(game, str) and isinstance(options, dict):
        create.load_game(game, options, len(record["seats"]) if isinstance(record.get("seats"), list) else None)
