"""Start the server from the command line."""

import asyncio
import http.client
import json
import os
import socket
import tempfile
import threading
import time
import webbrowser

import uvicorn

from mandapa.server.app import create_app
from mandapa.server.metrics import SHARED
from mandapa.server.ops.upgrade import upgrade
from mandapa.server.settings import Settings
from mandapa.server.social.push import PushError, Signer
from mandapa.server.store.database import Database

try:
    import resource
except ImportError:  # Windows does not limit the number of files this way
    resource = None  # type: ignore[assignment]

ALL_INTERFACES = ("0.0.0.0", "::", "")
"""Values of the setting ``host`` that mean every address of this machine."""

OTHER_FILES = 100
"""Number of files that a process may open in addition to its connections."""


class SettingsError(ValueError):
    """The settings contradict each other or are invalid."""


def check(settings: Settings) -> None:
    """Check the settings, and upgrade a database that was created by an older version.

    Raise ``SettingsError`` for settings that cannot work; its message suggests an alternative.
    """
    if settings.workers > 1 and settings.sqlite:
        raise SettingsError(
            f"workers: {settings.workers} processes cannot share an SQLite file. Use one worker, or "
            "--database postgresql://..."
        )
    if settings.push_key:
        try:
            Signer(settings)
        except PushError as error:
            raise SettingsError(str(error)) from error
    database = Database(settings.database)
    if database.reach():
        print(f"The database was upgraded. Backup: {upgrade(database)}", flush=True)


def address(settings: Settings) -> str:
    """Return the URL at which a browser on this machine can open the server."""
    host = _local_host(settings)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def _local_host(settings: Settings) -> str:
    return "127.0.0.1" if settings.host in ALL_INTERFACES else settings.host


def network_note(settings: Settings) -> str:
    """Return a note with the URL for other devices on the network; empty if the server does not listen to them."""
    if settings.host not in ALL_INTERFACES:
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing, but chooses the interface to the network
            host = probe.getsockname()[0]
    except OSError:
        return ""
    url = f"http://{host}:{settings.port}/"
    return f"\nOther devices on your network: {url}  (open it here, too, before you invite people)"


def run(settings: Settings | None = None, open_browser: bool = False) -> None:
    """Run the server until it is interrupted. Without ``settings``, read them from the environment."""
    chosen = settings or Settings()
    check(chosen)
    if chosen.workers > 1:
        _run_workers(chosen, open_browser)
    else:
        server = uvicorn.Server(server_config(chosen, create_app(chosen)))
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(_serve(server, chosen, open_browser))


def server_config(settings: Settings, app: object, **more: object) -> uvicorn.Config:
    """Create the uvicorn configuration for these settings."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        host=settings.host,
        port=settings.port,
        log_level="warning" if settings.log_level == "info" else settings.log_level,
        access_log=False,
        http="httptools",
        ws="mandapa.server.protection.bounded_websocket:BoundedWebSocketProtocol",
        # Compression would cost more CPU time and memory than the saved bandwidth is worth.
        ws_per_message_deflate=False,
        ws_max_size=16 * settings.message_bytes,
        timeout_graceful_shutdown=5,
        # Clients close idle connections sooner than this. Otherwise, a request could arrive just when the server closes
        # the connection.
        timeout_keep_alive=75,
        limit_concurrency=room_for(settings.connections) + 1,  # uvicorn refuses connections from this number on
        **more,  # type: ignore[arg-type]
    )


def room_for(connections: int) -> int:
    """Raise this process's limit of open files as far as needed. Return how many of the requested connections fit into
    it."""
    if resource is None:
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, soft - OTHER_FILES)
    return connections


async def _serve(server: uvicorn.Server, settings: Settings, open_browser: bool) -> None:
    serving = asyncio.create_task(server.serve())
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        print(f"Mandapa is open at {address(settings)}  (Ctrl+C closes it){network_note(settings)}", flush=True)
        if open_browser:
            webbrowser.open(address(settings))
    await serving


def _run_workers(settings: Settings, open_browser: bool) -> None:
    from uvicorn.supervisors import Multiprocess

    os.environ.update(as_environment(settings))
    config = server_config(settings, "mandapa.server.app:create_app", factory=True, workers=settings.workers)
    listening = config.bind_socket()
    bound = settings.model_copy(update={"port": listening.getsockname()[1]})
    threading.Thread(target=_tell_when_open, args=[bound, open_browser], daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="mandapa-metrics-") as folder:
        os.environ[SHARED] = folder
        Multiprocess(config, sockets=[listening]).run()


def as_environment(settings: Settings) -> dict[str, str]:
    """Return the environment variables that pass these settings on to another process."""
    chosen = settings.model_dump(mode="json", exclude_defaults=True)
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in chosen.items()}
    return {f"MANDAPA_{name.upper()}": text for name, text in texts.items()}


def _tell_when_open(settings: Settings, open_browser: bool) -> None:
    """Wait until one of the server processes responds. Then print the address and, if requested, open it in a
    browser."""
    where = address(settings)
    while True:
        try:
            connection = http.client.HTTPConnection(_local_host(settings), settings.port, timeout=5)
            connection.request("GET", "/api/alive")
            connection.getresponse()
            break
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
    processes = f"with {settings.workers} processes"
    print(f"Mandapa is open at {where} {processes}  (Ctrl+C closes it){network_note(settings)}", flush=True)
    if open_browser:
        webbrowser.open(where)
