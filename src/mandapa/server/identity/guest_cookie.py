"""Guest identity: a name, and an opaque token in a cookie. There is no e-mail address and no password."""

from typing import Annotated

from fastapi import Depends, Request, Response, params
from starlette.requests import HTTPConnection

from mandapa.server.errors import ApiError
from mandapa.server.identity.visitors import Visitors
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.protection.addresses import SAFE_METHODS, address
from mandapa.server.store.rows import GuestRow
from mandapa.server.store.secret_codes import hash_secret

COOKIE = "mandapa"
BANNED = "You have been banned from this hall."
CHANGE = 4
"""Cost of a request that may change data, toward the rate limit of requests. Other requests cost 1.

Such a request costs more, because others may have to wait while it writes to the database.
"""
COOKIE_AGE = 400 * 24 * 3600  # the maximum that browsers allow


def visitors_of(connection: HTTPConnection) -> Visitors:
    """Return the ``Visitors`` object of the application that handles this request."""
    visitors: Visitors = connection.app.state.services.visitors
    return visitors


def requester_of(connection: HTTPConnection, guest_id: str | None) -> Requester:
    """Return the client that a request is charged to.

    ``guest_id`` is None for a client without a guest account, which is identified by its network address.
    """
    here = address(connection)
    return Requester(guest_id or here, here, session_of(connection) or "")


def reject_exhausted(kind: str) -> params.Depends:
    """Create a FastAPI dependency that refuses a request if the client is known to have exhausted a limit.

    This happens before any database query. ``kind``: name of the limit.
    """

    async def check(request: Request) -> None:
        visitors_of(request).limits.check_shut(kind, requester_of(request, None))

    return params.Depends(check)


async def guest_of(connection: HTTPConnection) -> str | None:
    """Return the id of the guest who makes this request; None for a client without a guest account.

    The id is read from the database every time. A cached id would be wrong as soon as the guest is merged into another.
    """
    row = await guest_row(connection)
    if row is None:
        return None
    visitors_of(connection).record_address(row.id, address(connection))
    return row.id


async def visitor(request: Request) -> str | None:
    """Return the guest's id, or None for a client without a guest account, and count the request for the rate limit."""
    visitors = visitors_of(request)
    if visitors.bans.forbids(None, address(request)):
        raise ApiError(403, "banned", BANNED)
    visitors.limits.check_shut("http", requester_of(request, None))
    guest_id = await guest_of(request)
    if visitors.bans.forbids(guest_id, address(request)):
        raise ApiError(403, "banned", BANNED)
    visitors.limits.check("http", requester_of(request, guest_id), 1 if request.method in SAFE_METHODS else CHANGE)
    return guest_id


async def guest(guest_id: Annotated[str | None, Depends(visitor)]) -> str:
    """Return the guest's id; raise 401 for a client without a guest account."""
    if guest_id is None:
        raise ApiError(401, "no_identity", "No identity yet: call GET /api/me first, which sets a name and a cookie.")
    return guest_id


def cookie_name(secure: bool) -> str:
    """Return the name of the guest cookie.

    With HTTPS, the name has a prefix that makes browsers reject cookies set by any other host, even a subdomain.
    """
    return f"__Host-{COOKIE}" if secure else COOKIE


def token_of(connection: HTTPConnection) -> str | None:
    """Return the guest token of a request; None if the token is missing or malformed."""
    token = connection.cookies.get(cookie_name(visitors_of(connection).settings.secure_cookie))
    return token if token and len(token) <= 100 else None


def session_of(connection: HTTPConnection) -> str | None:
    """Return the id under which the session of this browser is stored; None for a client without a guest token."""
    token = token_of(connection)
    return hash_secret(token) if token else None


def set_session_cookie(response: Response, token: str, secure: bool) -> None:
    """Add the guest cookie with this token to a response."""
    response.set_cookie(
        cookie_name(secure), token, max_age=COOKIE_AGE, path="/", httponly=True, samesite="lax", secure=secure
    )


async def current_requester(request: Request, guest_id: Annotated[str, Depends(guest)]) -> Requester:
    """Return the client that this request is charged to; raise 401 for a client without a guest account."""
    return requester_of(request, guest_id)


Visitor = Annotated[str | None, Depends(visitor)]
CurrentGuest = Annotated[str, Depends(guest)]
CurrentRequester = Annotated[Requester, Depends(current_requester)]


async def guest_row(connection: HTTPConnection) -> GuestRow | None:
    """Load the guest who makes this request from the database; None for a client without a guest account."""
    token = token_of(connection)
    return await visitors_of(connection).store.guests.of_token(token) if token else None
