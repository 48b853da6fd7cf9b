"""Who asks: a guest with a name, known by an opaque token in a cookie. No e-mail, no password."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response, params
from starlette.requests import HTTPConnection

from mandapa.server.errors import ApiError
from mandapa.server.identity.visitors import Visitors
from mandapa.server.jobs.fair_queue import Payer
from mandapa.server.protection.addresses import SAFE_METHODS, address
from mandapa.server.store.hashing import hashed
from mandapa.server.store.rows import GuestRow

COOKIE = "mandapa"
BANNED = "The host of this hall has sent you away."
CHANGE = 4
"""Requests that one counts as which may change something: others may wait for the database meanwhile."""
COOKIE_AGE = 400 * 24 * 3600  # the longest that browsers keep


def visitors_of(connection: HTTPConnection) -> Visitors:
    """The visitors of the app that handles this request."""
    visitors: Visitors = connection.app.state.services.visitors
    return visitors


def payer(connection: HTTPConnection, guest_id: str | None) -> Payer:
    """On whose account a request goes; a stranger is his address."""
    here = address(connection)
    return Payer(guest_id or here, here, session_of(connection) or "")


def unless_shut(kind: str) -> params.Depends:
    """For a route: whoever is known to have had too much of a kind is refused before the database is asked anything."""

    async def check(request: Request) -> None:
        visitors_of(request).limits.check_shut(kind, payer(request, None))

    return params.Depends(check)


async def guest_of(connection: HTTPConnection) -> str | None:
    """Id of the guest who makes this request; None for a stranger.

    It is asked of the store each time: what is remembered would be wrong as soon as the guest becomes one with another.
    """
    row = await guest_row(connection)
    if row is None:
        return None
    visitors_of(connection).saw(row.id, address(connection))
    return row.id


async def visitor(request: Request) -> str | None:
    """The guest, or None for a stranger; either is held to the limits."""
    visitors = visitors_of(request)
    if visitors.bans.forbids(None, address(request)):
        raise ApiError(403, "banned", BANNED)
    visitors.limits.check_shut("http", payer(request, None))
    guest_id = await guest_of(request)
    if visitors.bans.forbids(guest_id, address(request)):
        raise ApiError(403, "banned", BANNED)
    visitors.limits.check("http", payer(request, guest_id), 1 if request.method in SAFE_METHODS else CHANGE)
    return guest_id


async def guest(guest_id: Annotated[str | None, Depends(visitor)]) -> str:
    """The guest; a stranger is refused."""
    if guest_id is None:
        raise ApiError(401, "no_identity", "Say who you are first: GET /api/me gives you a name and a cookie.")
    return guest_id


def cookie_name(secure: bool) -> str:
    """With https a name for which browsers see to it that no other host, not even a subdomain, has set the cookie."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def token_of(connection: HTTPConnection) -> str | None:
    """The token that the request carries, if it can be one."""
    token = connection.cookies.get(cookie_name(visitors_of(connection).settings.secure_cookie))
    return token if token and len(token) <= 100 else None


def session_of(connection: HTTPConnection) -> str | None:
    """Which of a guest's browsers makes this request, as the store knows it; None for a stranger."""
    token = token_of(connection)
    return hashed(token) if token else None


def remember(response: Response, token: str, secure: bool) -> None:
    """Puts the token into the browser's cookie."""
    response.set_cookie(
        cookie_name(secure), token, max_age=COOKIE_AGE, path="/", httponly=True, samesite="lax", secure=secure
    )


async def current_payer(request: Request, guest_id: Annotated[str, Depends(guest)]) -> Payer:
    """On whose account the request of a guest goes."""
    return payer(request, guest_id)


Visitor = Annotated[str | None, Depends(visitor)]
CurrentGuest = Annotated[str, Depends(guest)]
CurrentPayer = Annotated[Payer, Depends(current_payer)]


async def guest_row(connection: HTTPConnection) -> GuestRow | None:
    """The guest with the present name."""
    token = token_of(connection)
    return await visitors_of(connection).store.guest_of(token) if token else None
