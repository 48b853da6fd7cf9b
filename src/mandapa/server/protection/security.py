"""Security middleware: host and origin checks, body size limits, and security headers."""

from collections import Counter
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mandapa.server.errors import answer, error_body
from mandapa.server.protection.addresses import SAFE_METHODS, address
from mandapa.server.settings import Settings

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
RECORDS = "/api/records"
RECORDS_AT_ONCE = 4
"""Maximum number of records (game files) that an address may upload at the same time.

Each is kept in memory until it has been processed.
"""
ALL_RECORDS_AT_ONCE = 32


def foreign_origin(headers: Headers) -> bool:
    """Return whether a page of another website makes this request, according to the headers of the browser.

    Return False if these headers are missing. Clients other than browsers don't send them, but such clients don't send
    a cookie that belongs to another user either.
    """
    origin = headers.get("origin")
    if origin is not None:
        try:
            site = urlsplit(origin).netloc.lower()
        except ValueError:  # not a valid address, such as http://[x
            return True
        return site != headers.get("host", "").lower()
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def host_name(headers: Headers) -> str:
    """Return the host name in the ``Host`` header, without the port number."""
    host = headers.get("host", "").lower()
    return host.rsplit(":", 1)[0] if not host.endswith("]") else host


class SecurityMiddleware:
    """ASGI middleware that checks the host, the origin and the size of requests, and adds security headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._body_bytes = settings.body_bytes
        self._record_bytes = settings.record_bytes
        self._requests = settings.requests
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or WebSocket upgrade."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._refuse(refusal, scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._http(scope, headers, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        if len(headers.getlist("host")) > 1:  # a proxy may have used a different one than this server would use
            return 400, "malformed", "A request must name exactly one host."
        if self._hosts and host_name(headers) not in self._hosts:
            return 403, "unknown_host", "This server does not answer to that host name (MANDAPA_ALLOWED_HOSTS)."
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and foreign_origin(headers):
            return 403, "foreign_origin", "Cross-site requests are not allowed."
        return None

    async def _refuse(self, refusal: tuple[int, str, str], scope: Scope, receive: Receive, send: Send) -> None:
        status, code, message = refusal
        if scope["type"] == "websocket":
            # Closing a WebSocket before it is accepted makes the ASGI server respond to the upgrade with 403.
            await send({"type": "websocket.close", "code": 1008, "reason": code})
            return
        response = answer(status, error_body(code, message), HEADERS)
        await response(scope, receive, send)

    async def _http(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        longest = self._record_bytes if scope["path"] == RECORDS else self._body_bytes
        too_large = f"The body is longer than {longest} bytes."
        received = 0

        async def counted_receive() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > longest:
                raise HTTPException(413, too_large)
            return message

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    present.setdefault(name, value)
            await send(message)

        here = address(HTTPConnection(scope))
        shares = {here: self._requests}
        if scope["path"] == RECORDS:
            shares |= {f"records of {here}": RECORDS_AT_ONCE, "records of all": ALL_RECORDS_AT_ONCE}
        for who, most in shares.items():
            if self._under_way[who] >= most:
                body = error_body(
                    "flood", f"{most} such requests are in progress already.", expected=f"at most {most} at once"
                )
                response = answer(429, body, HEADERS | {"Retry-After": "1"})
                await response(scope, receive, send)
                return
        declared = headers.get("content-length", "0")
        if declared.isdigit() and int(declared) > longest:
            body = error_body("too_large", too_large, "body", f"<= {longest} bytes")
            await answer(413, body, HEADERS)(scope, receive, send)
            return
        self._under_way.update(shares.keys())
        try:
            await self._app(scope, counted_receive, send_with_headers)
        finally:
            self._under_way -= Counter(shares.keys())
