"""Answer HEAD wherever the interface answers GET."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """ASGI middleware that routes HEAD requests below ``/api/`` as GET.

    FastAPI registers no HEAD for its GET routes. The server in front sees the original request and sends the headers
    without the body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "http" and scope["method"] == "HEAD" and scope["path"].startswith("/api/"):
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
