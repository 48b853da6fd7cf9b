"""API errors: one exception and one JSON shape, ``{"error": {"code", "message", "where", "expected"}}``."""

from collections.abc import Mapping
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from sqlalchemy.exc import DataError, IntegrityError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from mandapa.kernel.errors import ComponentError, IllegalAction, OptionError, PositionError
from mandapa.play import Message, RecordError, RequestRefused
from mandapa.server.outage import UNAVAILABLE_ERRORS, passing

log = structlog.get_logger(__name__)

CODES = {
    401: "no_identity",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media_type",
    422: "malformed",
    429: "flood",
    503: "unavailable",
}
DESCRIPTIONS = {
    401: "No guest: request `GET /api/me` first.",
    403: "Not permitted.",
    404: "Not found.",
    409: "Not possible in the current state.",
    413: "Request body too large.",
    422: "Invalid request.",
    429: "Rate limit exceeded, see `Retry-After`.",
    503: "Temporarily unavailable, see `Retry-After`.",
}
"""Descriptions of error responses by HTTP status, for the OpenAPI document."""
UNAVAILABLE_CODE = "store_away"
UNAVAILABLE_MESSAGE = "The server cannot store moves right now; it keeps trying."
STATUS = {"unknown_seat": 404, "illegal_action": 422, "unknown_action": 422}


OUTDATED = "outdated"
"""Error code for a match that can no longer be shown, because its rules or components are not installed."""


class ApiError(Exception):
    """Exception that is turned into an error response. Any code that handles a request may raise it."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        where: str | None = None,
        expected: str | None = None,
        clause: str | None = None,
        reason: Message | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.where = where
        self.expected = expected
        self.clause = clause
        self.reason = reason
        self.headers = headers

    def body(self) -> dict[str, Any]:
        """Return the response body as a JSON object."""
        reason = self.reason.to_json() if self.reason else None
        return error_body(self.code, str(self), self.where, self.expected, self.clause, reason)


class Reason(BaseModel):
    """A message from the client's catalogue, given by its key and parameters."""

    model_config = ConfigDict(extra="forbid")
    key: str
    params: dict[str, Any]


class ErrorDetail(BaseModel):
    """Details of an error."""

    model_config = ConfigDict(use_attribute_docstrings=True)
    code: str
    """Stable error code."""
    message: str
    """English message for developers."""
    where: str | None = None
    """Field or part of the request that caused the error."""
    expected: str | None = None
    """Description of the values that would be valid."""
    clause: str | None = None
    """Clause of the rules that forbids an action."""
    reason: Reason | None = None
    """Reason as a message that clients can translate."""
    place: int | None = None
    """Position of the request in the coach's queue."""


class ErrorBody(BaseModel):
    """Body of every error response."""

    error: ErrorDetail


def error_body(
    code: str,
    message: str,
    where: str | None = None,
    expected: str | None = None,
    clause: str | None = None,
    reason: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Build the body of an error response. Fields that are None are left out."""
    more = {"where": where, "expected": expected, "clause": clause, "reason": reason}
    applying = {name: value for name, value in more.items() if value is not None}
    return {"error": {"code": code, "message": message, **applying}}


def reason_of(detail: Mapping[str, Any]) -> str:
    """Return pydantic's error message without the prefix that it adds to errors from our validators."""
    return str(detail["msg"]).removeprefix("Value error, ")


def not_found(what: str) -> ApiError:
    """Create a 404 error for a missing resource; ``what`` names the resource."""
    return ApiError(404, "not_found", f"There is no {what}.")


def from_library(error: Exception, where: str) -> ApiError:
    """Convert an exception from the game library into a 422 error that describes the problem.

    ``where`` names the part of the request that caused it.
    """
    if isinstance(error, RecordError):
        reason = Message(error.key, {"what": error.what, "where": error.where})
        return ApiError(422, "bad_record", str(error), where=error.where, expected=error.expected, reason=reason)
    if isinstance(error, IllegalAction):
        reason = Message(error.key, error.params)
        return ApiError(422, error.code, str(error), where=where, clause=error.clause, reason=reason)
    if isinstance(error, ComponentError):  # the error's own message would reveal a path on the server
        return ApiError(422, "bad_components", "The host's pieces are not valid.", where=where)
    if isinstance(error, OptionError):
        return bad_option(error, where)
    return ApiError(422, "bad_position" if isinstance(error, PositionError) else "bad_value", str(error), where=where)


def bad_option(error: OptionError, where: str, expected: str | None = None) -> ApiError:
    """Convert an error about a game option into a 422 error."""
    reason = Message(error.key, error.params) if error.key else None
    return ApiError(422, "bad_option", str(error), where=where, expected=expected, reason=reason)


def value_reason(detail: Mapping[str, Any]) -> dict[str, Any]:
    """Return the translatable message for a pydantic validation error.

    Its key is ``refusal.value.`` followed by pydantic's error type. Its parameters are the limits that the value
    violates.
    """
    limits = {name: value for name, value in detail.get("ctx", {}).items() if isinstance(value, int | float | str)}
    return Message(f"refusal.value.{detail['type']}", limits).to_json()


LIBRARY_ERRORS = (OptionError, PositionError, ComponentError, IllegalAction, RecordError)


def install_handlers(app: FastAPI) -> None:
    """Install exception handlers, so that every error response has the same JSON structure."""

    @app.exception_handler(ApiError)
    async def refused(request: Request, error: ApiError) -> JSONResponse:
        return answer(error.status, error.body(), error.headers)

    @app.exception_handler(RequestRefused)
    async def match_refused(request: Request, error: RequestRefused) -> JSONResponse:
        body = error_body(error.code, str(error), None, None, error.clause or None, error.reason.to_json())
        return answer(STATUS.get(error.code, 409), body)

    @app.exception_handler(IntegrityError)
    async def conflicting(request: Request, error: Exception) -> JSONResponse:
        # A row that the change refers to has just been deleted, for example because its guest was merged into another
        # guest.
        return answer(409, error_body("conflict", "The data has just changed; try again."))

    @app.exception_handler(DataError)
    async def unstorable(request: Request, error: Exception) -> JSONResponse:
        # Databases differ in the values that they can store. PostgreSQL, for example, limits the length of strings.
        return answer(422, error_body("malformed", "The request contains something that cannot be stored."))

    async def store_away(request: Request, error: Exception) -> JSONResponse:
        if passing(error):
            return await conflicting(request, error)
        request.app.state.services.store.database.outage.failed(error)
        return answer(503, error_body(UNAVAILABLE_CODE, UNAVAILABLE_MESSAGE), {"Retry-After": "5"})

    for kind in UNAVAILABLE_ERRORS:
        app.add_exception_handler(kind, store_away)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where, why = ".".join(str(part) for part in first["loc"]), reason_of(first)
        return answer(422, error_body("malformed", f"{where}: {why}", where, why, reason=value_reason(first)))

    @app.exception_handler(ClientDisconnect)
    async def broken_off(request: Request, error: ClientDisconnect) -> JSONResponse:
        # The client has disconnected and will not receive this response.
        log.info("an upload was interrupted", path=request.url.path)
        return answer(499, error_body("gone", "The request was interrupted."))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> JSONResponse:
        # For a body that isn't valid text, FastAPI raises status 400. Return 422, as for all other malformed bodies.
        status = 422 if error.status_code == 400 else error.status_code
        return answer(status, error_body(CODES.get(status, "error"), str(error.detail)), error.headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        # After this response, Starlette raises the exception again, and the server logs it.
        return answer(500, error_body("internal", "Internal server error; the error has been logged."))


def answer(status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Create an error response. Clients use its code and reason to choose the text that they show."""
    return JSONResponse(body, status, headers=dict(headers or {}))


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return descriptions of the error responses with these statuses, for an operation in the OpenAPI document."""
    return {status: {"model": ErrorBody, "description": DESCRIPTIONS[status]} for status in statuses}
