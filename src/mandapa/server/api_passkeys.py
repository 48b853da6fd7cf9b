"""HTTP: passkeys, which bring other browsers to me as a recovery code does."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from mandapa.server import passkeys
from mandapa.server.api_me import device_named, resumed
from mandapa.server.errors import ApiError, documented, not_found
from mandapa.server.hall import Hall
from mandapa.server.identity import CurrentGuest, CurrentHall, guest_row, payer, session_of, unless_shut
from mandapa.server.models import Resumed
from mandapa.server.models_people import MadeCredential, NewPasskey, PasskeyOptions, Passkeys, ShownCredential
from mandapa.server.passkeys import relying_party
from mandapa.server.store.passkeys import MOST_PASSKEYS, LastReturn, TooMany
from mandapa.server.store.talking import pseudonym

router = APIRouter(prefix="/api/me", tags=["me"])

PasskeyId = Annotated[str, Path(max_length=40)]


@router.get("/passkeys", response_model=Passkeys, responses=documented(401, 403, 429))
async def mine(request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """My passkeys, and whether there can be any here."""
    found = [
        {"id": pseudonym(guest, one.id_hash), "name": one.name, "created": one.created, "used": one.used}
        for one in await hall.store.passkeys.of(guest)
    ]
    return {"passkeys": found, "missing": passkeys.why_not(request.headers, hall.settings)}


@router.post(
    "/passkeys/options",
    response_model=PasskeyOptions,
    dependencies=[unless_shut("code")],
    responses=documented(401, 403, 409, 429),
)
async def ask_to_make(request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """What my browser needs to know to make a passkey: good for five minutes, once, for me."""
    party = relying_party(request.headers, hall.settings)
    await hall.limits.take("code", payer(request, guest))
    row = await guest_row(hall, request)
    assert row is not None, "a guest was found by this request"
    challenge = await hall.store.passkeys.challenge(_maker(guest))
    known = await hall.store.passkeys.of(guest)
    return {"options": passkeys.asked_to_make(party, challenge, guest, row.name, known)}


@router.post(
    "/passkeys",
    dependencies=[unless_shut("code")],
    responses=documented(401, 403, 409, 413, 422, 429),
)
async def add(body: NewPasskey, request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """Gives me a passkey that my device has made."""
    party = relying_party(request.headers, hall.settings)
    hall.limits.check("heavy", payer(request, guest))
    credential = body.credential
    challenge = await _answered(hall, credential, _maker(guest))
    made = passkeys.made(party, challenge, credential)
    name = body.name or device_named(request)
    try:
        await hall.store.passkeys.add(guest, credential.id, made.public_key, made.uses, name)
    except TooMany as error:
        message = f"You have {MOST_PASSKEYS} passkeys already; remove one first."
        raise ApiError(409, "too_many_passkeys", message, expected=f"at most {MOST_PASSKEYS}") from error
    return {}


@router.delete("/passkeys/{passkey}", responses=documented(401, 403, 404, 409, 422, 429))
async def remove(
    passkey: PasskeyId, guest: CurrentGuest, hall: CurrentHall, last: Annotated[bool, Query()] = False
) -> dict[str, Any]:
    """A passkey leads to me no more. If nothing else does either, neither a passkey nor a recovery code, it is only
    removed where ``last`` says that I know."""
    for one in await hall.store.passkeys.of(guest):
        if pseudonym(guest, one.id_hash) == passkey:
            try:
                await hall.store.passkeys.remove(guest, one.id_hash, last)
            except LastReturn as error:
                message = "Without this passkey nothing but the devices that are signed in leads back to you."
                raise ApiError(409, "last_return", message, where="last", expected="last=true") from error
            return {}
    raise not_found(f"passkey {passkey!r} of yours")


@router.post(
    "/sign-in/options",
    response_model=PasskeyOptions,
    dependencies=[unless_shut("sign_in")],
    responses=documented(401, 403, 409, 429),
)
async def ask_to_show(request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """What this browser needs to know to ask for a passkey: good for five minutes, once, for this browser, which a
    cookie names."""
    party = relying_party(request.headers, hall.settings)
    await hall.limits.take("sign_in", payer(request, None))
    challenge = await hall.store.passkeys.challenge(_comer(request))
    return {"options": passkeys.asked_to_show(party, challenge)}


@router.post(
    "/sign-in",
    response_model=Resumed,
    dependencies=[unless_shut("sign_in")],
    responses=documented(401, 403, 404, 409, 413, 422, 429),
)
async def sign_in(
    body: ShownCredential, request: Request, response: Response, guest: CurrentGuest, hall: CurrentHall
) -> dict[str, Any]:
    """Makes this device that of the guest of a passkey. Whoever it was before becomes one with that guest, as with a
    resume code."""
    party = relying_party(request.headers, hall.settings)
    hall.limits.check("heavy", payer(request, guest))
    challenge = await _answered(hall, body, _comer(request))
    # Whose it is says the credential: what the device remembers of its owner may be older than a merger.
    passkey = await hall.store.passkeys.find(body.id)
    if passkey is None:
        raise _unknown()
    passkey = passkey._replace(uses=passkeys.shown(party, challenge, body, passkey))
    found = await hall.store.enter_by_passkey(passkey, guest, device_named(request))
    if found is None:
        raise _unknown()
    return await resumed(found, response, hall)


async def _answered(hall: Hall, credential: MadeCredential | ShownCredential, whose: str) -> str:
    """The challenge that is answered; it is used up, whatever else is wrong with the answer."""
    challenge = passkeys.challenge_in(credential)
    if not await hall.store.passkeys.answered(challenge, whose):
        raise ApiError(422, "bad_passkey", "That was not asked for just now; begin again.", where="credential")
    return challenge


def _unknown() -> ApiError:
    return ApiError(404, "unknown_passkey", "Nobody here has this passkey.", where="id")


def _maker(guest_id: str) -> str:
    return f"made by {guest_id}"


def _comer(request: Request) -> str:
    return f"shown by {session_of(request) or ''}"
