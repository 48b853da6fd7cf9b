"""HTTP routes for the current guest: profile, devices, sign-in codes, data export and deletion."""

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from mandapa.server.accounts.account_data import export, forget
from mandapa.server.accounts.schemas import Devices, RecoveryCode
from mandapa.server.errors import ApiError, documented, not_found
from mandapa.server.fields import GameName
from mandapa.server.identity import guest_cookie
from mandapa.server.identity.device_names import device_of
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, Visitor
from mandapa.server.live.registry import CurrentTables, TableRegistry
from mandapa.server.negotiation import language_of, server_message
from mandapa.server.protection.addresses import address
from mandapa.server.services import CurrentServices, Services
from mandapa.server.social.chat_store import CurrentChat, pseudonym
from mandapa.server.social.push_store import CurrentPushStore
from mandapa.server.store import rows
from mandapa.server.store.secret_codes import format_code
from mandapa.server.tables import schemas
from mandapa.server.tables.adaptive_level import suggested_level_for, supports_adaptive_level

router = APIRouter(prefix="/api/me", tags=["me"])

DeviceId = Annotated[str, Path(max_length=40, description="Id of the device.")]


@router.get("", summary="Get current guest", response_model=schemas.Identity, responses=documented(429))
async def me(request: Request, response: Response, visitor: Visitor, services: CurrentServices) -> dict[str, Any]:
    """Return the current guest. A client without a session gets a new guest and a session cookie."""
    response.headers["Cache-Control"] = "no-store"
    known = await guest_cookie.guest_row(request)
    if known is not None:
        token = guest_cookie.token_of(request)
        first_today = await services.store.guests.see(
            known, guest_cookie.session_of(request) or "", device_named(request)
        )
        if first_today and token:  # extends the session of returning guests
            guest_cookie.set_session_cookie(response, token, services.settings.secure_cookie)
        return _identity(known)
    await services.limits.take("guest", guest_cookie.requester_of(request, None))
    name = server_message("guest.name", language_of(request), number=str(secrets.randbelow(9000) + 1000))
    guest, token = await services.store.guests.create(name, device_named(request))
    guest_cookie.set_session_cookie(response, token, services.settings.secure_cookie)
    return _identity(guest)


def _identity(guest: rows.GuestRow) -> dict[str, Any]:
    return {"name": guest.name, "colour": guest.colour, "languages": guest.languages}


@router.put(
    "", summary="Rename current guest", response_model=schemas.Identity, responses=documented(401, 403, 413, 422, 429)
)
async def rename(
    body: schemas.NewName, request: Request, guest: CurrentGuest, services: CurrentServices
) -> dict[str, Any]:
    """Change the name of the current guest. Seats already taken keep the old name."""
    await services.store.guests.rename(guest, body.name)
    row = await guest_cookie.guest_row(request)
    assert row is not None, "a guest was found by this request"
    return _identity(row)


@router.put(
    "/face",
    summary="Update profile",
    dependencies=[guest_cookie.reject_exhausted("seat")],
    responses=documented(401, 403, 413, 422, 429),
)
async def show_face(
    body: schemas.Profile,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Change the public profile of the current guest. It is also updated at all tables where the guest has a seat."""
    await services.limits.take("seat", requester)
    for match_id in await services.store.guests.set_face(guest, body.colour, body.languages):
        await tables.reload(match_id)
    return {}


@router.get(
    "/export",
    summary="Export account data",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/json": {}}}, **documented(401, 429)},
)
async def export_me(
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    chat: CurrentChat,
    push_store: CurrentPushStore,
) -> StreamingResponse:
    """Return all data stored about the current guest as one JSON file, including the records of matches.

    The record of a running match is null if the game has hidden information.
    """
    services.limits.check("heavy", requester)
    row = await guest_cookie.guest_row(request)
    assert row is not None, "a guest was found by this request"
    headers = {"Content-Disposition": 'attachment; filename="mandapa-export.json"', "Cache-Control": "no-store"}
    return StreamingResponse(
        export(services, chat, push_store, row, address(request)), media_type="application/json", headers=headers
    )


@router.delete("", summary="Delete account", responses=documented(401, 403, 429))
async def forget_me(
    response: Response, guest: CurrentGuest, services: CurrentServices, tables: CurrentTables
) -> dict[str, Any]:
    """Delete the current guest and all identifying data.

    The guest leaves or resigns games with other people. The seats at those tables remain, under a generic name.
    """
    await forget(services, tables, guest)
    response.delete_cookie(
        guest_cookie.cookie_name(services.settings.secure_cookie), path="/", secure=services.settings.secure_cookie
    )
    return {}


@router.get("/solo", summary="List solo results", response_model=schemas.SoloResults, responses=documented(422, 429))
async def solo(
    game: Annotated[GameName, Query(description="Name of the game.")], visitor: Visitor, services: CurrentServices
) -> dict[str, Any]:
    """List the current guest's results in finished one-player matches of a game, newest first."""
    rows = await services.store.results_alone(visitor, game) if visitor else []
    results = [
        {
            "id": row.id,
            "options": dict(row.options),
            "total": row.result["totals"][0],
            "margin": row.result["returns"][0],
            "won": bool(row.result["winners"]),
            "updated": row.updated,
        }
        for row in rows
        if row.result is not None
    ]
    return {"results": results}


@router.get(
    "/level", summary="Get suggested level", response_model=schemas.LevelSuggestion, responses=documented(404, 422, 429)
)
async def level(
    game: Annotated[GameName, Query(description="Name of the game.")], visitor: Visitor, services: CurrentServices
) -> dict[str, Any]:
    """Return the bot level that suits the current guest in a game, and the reason.

    When the guest creates a table, each seat with the bot ``adjust`` gets a bot of this level.
    """
    if not supports_adaptive_level(game):
        raise not_found(f"level to adjust to in {game}")
    return (await suggested_level_for(services.store, visitor, game))._asdict()


@router.post(
    "/resume-code",
    summary="Create resume code",
    response_model=schemas.NewResumeCode,
    dependencies=[guest_cookie.reject_exhausted("code")],
    responses=documented(401, 403, 429),
)
async def resume_code(guest: CurrentGuest, requester: CurrentRequester, services: CurrentServices) -> dict[str, Any]:
    """Create a short single-use code that signs in another device as the current guest. It is valid for ten minutes."""
    await services.limits.take("code", requester)
    code, expires = await services.store.guests.create_resume_code(guest)
    return {"code": format_code(code), "expires": expires}


@router.post(
    "/recovery-code",
    summary="Create recovery code",
    response_model=RecoveryCode,
    dependencies=[guest_cookie.reject_exhausted("code")],
    responses=documented(401, 403, 429),
)
async def recovery_code(guest: CurrentGuest, requester: CurrentRequester, services: CurrentServices) -> dict[str, Any]:
    """Create a permanent code that signs in any device as the current guest. It replaces the previous code."""
    await services.limits.take("code", requester)
    code, made = await services.store.guests.create_recovery_code(guest)
    return {"code": format_code(code), "made": made}


@router.get("/devices", summary="List devices", response_model=Devices, responses=documented(401, 403, 429))
async def devices(request: Request, guest: CurrentGuest, services: CurrentServices) -> dict[str, Any]:
    """List the signed-in devices of the current guest, and return the creation time of the recovery code."""
    here = guest_cookie.session_of(request)
    found = [
        {
            "id": pseudonym(guest, device.session),
            "name": device.name,
            "created": device.created,
            "seen": device.seen,
            "here": device.session == here,
        }
        for device in await services.store.guests.devices_of(guest)
    ]
    return {"devices": found, "recovery": await services.store.guests.recovery_of(guest)}


@router.delete("/devices/{device}", summary="Sign out device", responses=documented(401, 403, 404, 422, 429))
async def sign_out(device: DeviceId, guest: CurrentGuest, services: CurrentServices) -> dict[str, Any]:
    """Sign out a device of the current guest. Open connections of the device are closed within seconds."""
    for one in await services.store.guests.devices_of(guest):
        if pseudonym(guest, one.session) == device:
            await services.store.guests.sign_out(guest, one.session)
            return {}
    raise not_found(f"device {device!r} of yours")


def device_named(request: Request) -> str:
    """Return the name of the browser that sent the request, read from the header ``User-Agent``."""
    return device_of(request.headers.get("user-agent", ""))


@router.post(
    "/resume",
    summary="Sign in with code",
    response_model=schemas.ResumedIdentity,
    dependencies=[guest_cookie.reject_exhausted("resume")],
    responses=documented(403, 404, 413, 422, 429),
)
async def resume(
    body: schemas.ResumeCode,
    request: Request,
    response: Response,
    visitor: Visitor,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Sign in this device as the guest who created a resume or recovery code.

    If the device belonged to another guest, that guest is merged into this one, with all seats, tables and devices.
    """
    who = guest_cookie.requester_of(request, visitor)
    await services.limits.wait_for_quota("resume", who)
    found = await services.store.guests.redeem_resume_code(body.code, visitor, device_named(request))
    if found is None:
        await services.limits.count_failure("resume", who)
        raise ApiError(404, "unknown_code", "That code is unknown, used or expired.", where="code")
    return await resumed(found, response, services, tables)


async def resumed(
    found: rows.RedeemedCode, response: Response, services: Services, tables: TableRegistry
) -> dict[str, Any]:
    """Switch this browser to the guest of a redeemed code: set the session cookie and update the open tables.

    Return that guest, and the number of tables transferred from the browser's previous guest.
    """
    if found.token is not None:
        guest_cookie.set_session_cookie(response, found.token, services.settings.secure_cookie)
    if found.merged is not None:
        await tables.merge(found.merged, found.guest.id)
    return _identity(found.guest) | {"tables": found.tables}
