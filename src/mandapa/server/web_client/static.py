"""Serve the browser client: the built files in ``static``, and the same HTML page for every route of the client."""

import base64
import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response

from mandapa.server.negotiation import preferred_values
from mandapa.server.protection.security import CONTENT_SECURITY_POLICY

FOLDER = Path(__file__).parents[1] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
COMPRESSED = {"br": ".br", "gzip": ".gz"}
"""Content encodings in which the build also writes each file, with their file suffixes, the smallest first."""

PAGES = (
    "",
    "t/*",
    "t/*/review",
    "t/*/learn",
    "puzzles",
    "puzzles/*/*",
    "learn/*/*",
    "learn/*",
    "join",
    "join/*",
    "games/*",
    "gallery/*",
    "rules/*",
    "kept",
    "tables",
    "statistics",
    "settings",
)
"""Routes of the client, as in ``web/src/routes.ts``. A star stands for one path segment.

Any other path gets a 404 response, unless it is a file or belongs to the API.
"""
IS_PAGE = re.compile("|".join(re.escape(page).replace(r"\*", "[^/]+") for page in PAGES))

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Mandapa</title>
<h1>The browser client is not built</h1>
<p>This server works, but the page that people play on is missing from this copy of Mandapa.</p>
<p>In a checkout run <code>make setup</code> (or <code>npm ci &amp;&amp; npm run build</code> in <code>web</code>)
and load this page again. An installed package brings the client along.</p>
<p>Programs can play without it: see <a href="/api/health">/api/health</a> and
<a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


Introduce = Callable[[Request, str, Path], Awaitable[str]]
"""A function that adds the link preview to the head of a page, given the request and the folder of built files."""


def install_client(app: FastAPI, folder: Path = FOLDER, introduce: Introduce | None = None) -> None:
    """Add a route to the application that serves the client at every path outside the API.

    ``introduce``: function that adds link previews to the page, if there is one.
    """
    root = folder.resolve()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404, f"There is no /{path}.")
        asked = _file(root, path)
        if asked is not None:
            # The names of assets contain a hash of their content, so they can be cached forever.
            return _sent(asked, request, FOR_EVER if path.startswith("assets/") else ASK_AGAIN)
        if path.startswith("assets/"):
            raise HTTPException(404, f"There is no /{path}.")
        index = root / "index.html"
        status = 200 if IS_PAGE.fullmatch(path.strip("/")) else 404
        if index.is_file():
            built = index.read_text(encoding="utf-8")
            policy = {"Content-Security-Policy": _policy(built)}
            if introduce is None:
                return _sent(index, request, ASK_AGAIN, policy, status)
            with_link_preview = await introduce(request, built, root / "assets")
            caching = {"Cache-Control": ASK_AGAIN, "Vary": "Accept-Language"}
            return HTMLResponse(with_link_preview, status, headers=caching | policy)
        return HTMLResponse(NOT_BUILT, 503 if path else 200, headers={"Cache-Control": "no-store"})


def _policy(built: str) -> str:
    """Return the content security policy for the page ``built``. It allows no inline scripts but those in the page."""
    digests = [
        hashlib.sha256(script.encode()).digest() for script in re.findall(r"<script>(.*?)</script>", built, re.DOTALL)
    ]
    allowed = " ".join(["script-src 'self'", *(f"'sha256-{base64.b64encode(one).decode()}'" for one in digests)])
    return CONTENT_SECURITY_POLICY.replace("script-src 'self'", allowed)


def _sent(
    file: Path, request: Request, caching: str, more: Mapping[str, str] = MappingProxyType({}), status: int = 200
) -> Response:
    """Return a response with a file, in the smallest encoding that the build has written and the browser accepts."""
    accepted = preferred_values(request.headers.get("accept-encoding", ""))
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding", **more}
    for coding, ending in COMPRESSED.items():
        prepared = file.with_name(file.name + ending)
        if coding in accepted and prepared.is_file():
            kind = mimetypes.guess_type(file.name)[0]
            return FileResponse(prepared, status, headers=headers | {"Content-Encoding": coding}, media_type=kind)
    return FileResponse(file, status, headers=headers)


def _file(root: Path, path: str) -> Path | None:
    """Return the file at a path below ``root``; None if there is no such file or the path leaves ``root``."""
    if not path or "\x00" in path:
        return None
    try:
        asked = (root / path).resolve()
        return asked if asked.is_relative_to(root) and asked.is_file() else None
    except OSError:
        return None
