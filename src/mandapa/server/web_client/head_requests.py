"""Support HEAD requests for all API routes that support GET."""

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """ASGI middleware that turns HEAD requests for paths below ``/api/`` into GET requests.

    FastAPI's GET routes do not accept HEAD. The ASGI server still knows that the request is HEAD, and sends only the
    headers of the response.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if it is a HEAD request for a path below ``/api/``, pass it on as GET."""
        if scope["type"] == "http" and scope["method"] == "HEAD" and scope["path"].startswith("/api/"):
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
