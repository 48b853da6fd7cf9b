"""Application factory that creates the FastAPI app and connects its services."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from hmac import compare_digest

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.routing import WebSocketRoute

import mandapa
from mandapa.server import logs
from mandapa.server.accounts import routes as account_routes
from mandapa.server.errors import ApiError, install_handlers
from mandapa.server.jobs.tasks import Tasks
from mandapa.server.live import housekeeping, registry, socket
from mandapa.server.ops.retention import TIDY_STORE_EVERY, apply_store_retention
from mandapa.server.protection import addresses, security
from mandapa.server.review import analysis_jobs, puzzles, routes as review_routes
from mandapa.server.services import Services, services_of
from mandapa.server.settings import Settings
from mandapa.server.social import chat, invitations, push, push_routes
from mandapa.server.store.store import Store
from mandapa.server.tables import (
    games,
    leave_routes,
    quick_match,
    record_routes,
    rematch_routes,
    routes as table_routes,
    seat_routes,
    stand_in_routes,
)
from mandapa.server.web_client import head_requests, link_preview, preview_images, preview_routes, static

SWITCH_SECONDS = 0.001
"""Thread switch interval of the interpreter, in seconds.

The thread that writes to the database acquires the interpreter lock several times for each batch of changes. In a busy
process, it would wait for Python's default interval of 5 ms each time.
"""

GARBAGE = (5_000, 100, 10)
"""Garbage collection thresholds.

The first number is the number of new objects before the youngest generation is scanned (700 by default). The others are
the numbers of scans of a generation before the next older one is also scanned. On a server with 500 tables, the objects
created within a few minutes are so many that scanning them pauses all games for a third of a second. Hardly any of them
are garbage. The thresholds make such scans rare, and ``Housekeeping`` collects garbage once enough pages have been
closed.
"""

TAGS = {
    "games": "Installed games: rules, pieces and texts; scoring and practice without a table; health checks.",
    "me": "The current guest: profile, devices, sign-in codes, notifications and personal data.",
    "tables": "Create, list, join and end tables.",
    "chat": "Chat at tables, fellow players, muting and blocking.",
    "records": "Export and import record files.",
    "review": "Replay, hints and analyses of matches.",
    "exercises": "Puzzles, lessons, and turns of analysed matches to improve.",
}
"""Tags of the operations in the OpenAPI document, each with its description."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the server as an ASGI application. Without ``settings``, read them from the environment."""
    chosen = settings or Settings()
    logs.configure(chosen)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.set_threshold(*GARBAGE)
        gc.collect()
        gc.freeze()  # objects created at startup live forever, so they need no further scans
        store = Store(chosen.database)
        tasks = Tasks(store.database.outage)
        app.state.push = notifier = push.PushQueue(chosen, store, tasks)
        app.state.services = services = Services.of(chosen, store, tasks, notifier)
        app.state.tables = tables = registry.TableRegistry(services)
        app.state.analysis_jobs = jobs = analysis_jobs.AnalysisJobs(store, chosen.thinking_seconds)
        app.state.link_pictures = pictures = preview_images.PreviewImages()
        housekeeper = housekeeping.Housekeeping(services, tables)
        await housekeeper.start()
        notifier.start()
        tasks.every(TIDY_STORE_EVERY, partial(apply_store_retention, store, chosen))
        warming = asyncio.create_task(services.compiler.run())
        try:
            yield
        finally:
            warming.cancel()
            with suppress(asyncio.CancelledError):
                await warming
            await notifier.stop()
            jobs.stop()
            pictures.stop()
            await housekeeper.stop()

    app = FastAPI(
        title="Mandapa",
        version=mandapa.__version__,
        description="Board games to play and study. The session cookie set by `GET /api/me` identifies the current "
        "guest. Live play uses the WebSocket `/api/tables/{id}/live`, see docs/protocol.md.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        openapi_tags=[{"name": name, "description": about} for name, about in TAGS.items()],
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(head_requests.HeadAsGet)
    app.add_middleware(security.SecurityMiddleware, settings=chosen)
    install_handlers(app)
    for part in (
        games,
        account_routes,
        push_routes,
        table_routes,
        rematch_routes,
        seat_routes,
        stand_in_routes,
        quick_match,
        leave_routes,
        chat,
        preview_routes,
        invitations,
        record_routes,
        review_routes,
        puzzles,
    ):
        app.include_router(part.router)
    # This is a plain Starlette route. A FastAPI route would keep the state of the request in memory for as long as the
    # connection is open.
    app.router.routes.append(WebSocketRoute("/api/tables/{id}/live", socket.serve_table))
    if chosen.metrics:
        _serve_metrics(app, chosen.metrics_token)
    static.install_client(app, introduce=link_preview.with_link_preview)
    return app


def _serve_metrics(app: FastAPI, token: str) -> None:
    """Serve the metrics to clients that present the token. Without a token, serve them only to this machine."""

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        shown = request.headers.get("authorization", "").encode()
        known = compare_digest(shown, f"Bearer {token}".encode()) if token else addresses.on_this_machine(request)
        if not known:
            raise ApiError(403, "forbidden", "Metrics require a token (MANDAPA_METRICS_TOKEN).")
        return Response(services_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)
