"""Refusals: one exception, one shape, everywhere: ``{"error": {"code", "message", "where", "expected"}}``."""

from __future__ import annotations

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
from mandapa.play import Message, RecordError, Refused
from mandapa.server.outage import AWAY, passing

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
AWAY_CODE = "store_away"
AWAY_MESSAGE = "The server cannot store moves at the moment; it keeps trying."
STATUS = {"unknown_seat": 404, "illegal_action": 422, "unknown_action": 422}


OUTDATED = "outdated"
"""Code of what can be shown no more: the rules or the pieces of a match are not here."""


class ApiError(Exception):
    """A request that is refused, with everything that the answer says."""

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
        place: int | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.where = where
        self.expected = expected
        self.clause = clause
        self.reason = reason
        self.place = place
        self.headers = headers

    def body(self) -> dict[str, Any]:
        """The answer as JSON."""
        reason = self.reason.to_json() if self.reason else None
        body = error_body(self.code, str(self), self.where, self.expected, self.clause, reason)
        if self.place is not None:
            body["error"]["place"] = self.place
        return body


class Reason(BaseModel):
    """A sentence of the client's catalogue."""

    model_config = ConfigDict(extra="forbid")
    key: str
    params: dict[str, Any]


class ErrorDetail(BaseModel):
    """What was wrong, where, and what was expected; ``place``: in the queue of the coach, who is busy."""

    code: str
    message: str
    where: str | None = None
    expected: str | None = None
    clause: str | None = None
    reason: Reason | None = None
    place: int | None = None


class ErrorBody(BaseModel):
    """The answer to every request that is refused."""

    error: ErrorDetail


def error_body(
    code: str,
    message: str,
    where: str | None = None,
    expected: str | None = None,
    clause: str | None = None,
    reason: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The body of a refusal; what does not apply is left out."""
    more = {"where": where, "expected": expected, "clause": clause, "reason": reason}
    applying = {name: value for name, value in more.items() if value is not None}
    return {"error": {"code": code, "message": message, **applying}}


def reason_of(detail: Mapping[str, Any]) -> str:
    """What pydantic says of one value, without its words for errors that a validator of ours has raised."""
    return str(detail["msg"]).removeprefix("Value error, ")


def not_found(what: str) -> ApiError:
    """The thing asked for does not exist."""
    return ApiError(404, "not_found", f"There is no {what}.")


def from_library(error: Exception, where: str) -> ApiError:
    """A refusal by the library as an answer: 422 with what was wrong."""
    if isinstance(error, RecordError):
        reason = Message(error.key, {"what": error.what, "where": error.where})
        return ApiError(422, "bad_record", str(error), where=error.where, expected=error.expected, reason=reason)
    if isinstance(error, IllegalAction):
        reason = Message(error.key, error.params)
        return ApiError(422, error.code, str(error), where=where, clause=error.clause, reason=reason)
    if isinstance(error, ComponentError):  # whose own message names a file of the server
        return ApiError(422, "bad_components", "The host's pieces are not what they should be.", where=where)
    if isinstance(error, OptionError):
        return bad_option(error, where)
    return ApiError(422, "bad_position" if isinstance(error, PositionError) else "bad_value", str(error), where=where)


def bad_option(error: OptionError, where: str, expected: str | None = None) -> ApiError:
    """The refusal of an option."""
    reason = Message(error.key, error.params) if error.key else None
    return ApiError(422, "bad_option", str(error), where=where, expected=expected, reason=reason)


def value_reason(detail: Mapping[str, Any]) -> dict[str, Any]:
    """What pydantic says of one value, as a message: ``refusal.value.TYPE``, with the limits that it names."""
    limits = {name: value for name, value in detail.get("ctx", {}).items() if isinstance(value, int | float | str)}
    return Message(f"refusal.value.{detail['type']}", limits).to_json()


LIBRARY_ERRORS = (OptionError, PositionError, ComponentError, IllegalAction, RecordError)


def install_handlers(app: FastAPI) -> None:
    """Gives every refusal the one shape."""

    @app.exception_handler(ApiError)
    async def refused(request: Request, error: ApiError) -> JSONResponse:
        return answer(error.status, error.body(), error.headers)

    @app.exception_handler(Refused)
    async def match_refused(request: Request, error: Refused) -> JSONResponse:
        body = error_body(error.code, str(error), None, None, error.clause or None, error.reason.to_json())
        return answer(STATUS.get(error.code, 409), body)

    @app.exception_handler(IntegrityError)
    async def outlived(request: Request, error: Exception) -> JSONResponse:
        # Such as the guest who has just become one with another.
        return answer(409, error_body("conflict", "What this builds on has just changed; try again."))

    @app.exception_handler(DataError)
    async def unstorable(request: Request, error: Exception) -> JSONResponse:
        # What one database takes and another does not: PostgreSQL knows how long texts may be.
        return answer(422, error_body("malformed", "There is something in this that cannot be stored."))

    async def store_away(request: Request, error: Exception) -> JSONResponse:
        if passing(error):
            return await outlived(request, error)
        request.app.state.services.store.database.outage.failed(error)
        return answer(503, error_body(AWAY_CODE, AWAY_MESSAGE), {"Retry-After": "5"})

    for kind in AWAY:
        app.add_exception_handler(kind, store_away)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where, why = ".".join(str(part) for part in first["loc"]), reason_of(first)
        return answer(422, error_body("malformed", f"{where}: {why}", where, why, reason=value_reason(first)))

    @app.exception_handler(ClientDisconnect)
    async def broken_off(request: Request, error: ClientDisconnect) -> JSONResponse:
        # Nobody reads the answer.
        log.info("an upload was broken off", path=request.url.path)
        return answer(499, error_body("gone", "The request was broken off."))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> JSONResponse:
        # A body that is not even text is malformed like any other.
        status = 422 if error.status_code == 400 else error.status_code
        return answer(status, error_body(CODES.get(status, "error"), str(error.detail)), error.headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        # The error itself goes on to the log.
        return answer(500, error_body("internal", "The server made a mistake; it is in its log."))


def answer(status: int, body: dict[str, Any], headers: Mapping[str, str] | None = None) -> JSONResponse:
    """A refusal; the client tells it to people by its code and its reason."""
    return JSONResponse(body, status, headers=dict(headers or {}))


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of an operation, for its OpenAPI description."""
    return {status: {"model": ErrorBody, "description": CODES.get(status, "refused")} for status in statuses}
