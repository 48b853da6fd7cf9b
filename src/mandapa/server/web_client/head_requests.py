"""Answer HEAD requests for all API routes that answer GET."""

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """ASGI middleware that routes HEAD requests below ``/api/`` as GET.

    FastAPI does not register HEAD for GET routes. The ASGI server sees the original request and sends only the headers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, as GET if it is a HEAD request below ``/api/``."""
        if scope["type"] == "http" and scope["method"] == "HEAD" and scope["path"].startswith("/api/"):
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
