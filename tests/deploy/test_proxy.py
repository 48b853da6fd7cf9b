"""The proxy of `deploy/` shields the server from half-open connections, slow requests and long headers.

Where Caddy is missing, its limits are read from the Caddyfile, and the attacks target the server itself, which has to
withstand them too.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from ..server.conftest import TIMEOUT, Guest, Page, RunningServer
from .test_deploy import blocks

CADDY = shutil.which(os.environ.get("MANDAPA_CADDY", "caddy"))
HALF_OPEN, SLOW_BODIES = 300, 60
HEAD = b"Host: 127.0.0.1\r\n"


@pytest.fixture
def caddyfile(repository: Path) -> Path:
    return repository / "deploy" / "Caddyfile"


def test_the_proxy_limits_heads_and_the_time_of_a_request(caddyfile: Path) -> None:
    servers = blocks(caddyfile)[""]["servers"]
    assert servers.keys() == {"timeouts", "max_header_size 16KB"}
    assert servers["timeouts"].keys() == {"read_header 10s", "read_body 60s", "idle 2m"}


@pytest.fixture
def server(caddyfile: Path, start: Callable[..., RunningServer], tmp_path: Path) -> Iterator[RunningServer]:
    """A server whose address is that of its proxy, if Caddy is installed."""
    running = start()
    if CADDY is None:
        yield running
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with proxy(CADDY, caddyfile, running.address, port, tmp_path) as has_ended:
        running.address, running.port = f"127.0.0.1:{port}", port
        end = time.monotonic() + TIMEOUT
        while not served(running):
            assert not has_ended() and time.monotonic() < end, (tmp_path / "caddy.log").read_text()
            time.sleep(0.05)
        yield running


@contextmanager
def proxy(caddy: str, caddyfile: Path, server: str, port: int, folder: Path) -> Iterator[Callable[[], bool]]:
    """Run Caddy with our Caddyfile, only with shorter timeouts; yields a function that tells whether it has ended."""
    text = caddyfile.read_text(encoding="utf-8")
    for shipped, here in {"mandapa:8000": server, "read_header 10s": "read_header 2s", " 60s": " 4s"}.items():
        assert shipped in text
        text = text.replace(shipped, here)
    file = folder / "Caddyfile"
    file.write_text(text, encoding="utf-8")
    homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    environment = os.environ | homes | {"MANDAPA_DOMAIN": f"http://127.0.0.1:{port}"}
    command = [caddy, "run", "--adapter", "caddyfile", "--config", str(file)]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield lambda: process.poll() is not None
    finally:
        process.terminate()
        process.wait(TIMEOUT)


def served(server: RunningServer) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"http://{server.address}/api/alive", timeout=TIMEOUT).status_code == 200
    return False


def dial(server: RunningServer, number: int, beginning: bytes) -> socket.socket:
    """Open a connection from one of 30 addresses that begins a request and does not finish it."""
    here = (f"127.1.0.{1 + number % 30}", 0)
    line = socket.create_connection(("127.0.0.1", server.port), TIMEOUT, here)
    line.sendall(beginning)
    return line


def is_closed(line: socket.socket) -> bool:
    """Wait until the other side has closed the connection."""
    with suppress(ConnectionError):
        while line.recv(65536):
            pass
    return True


def test_half_open_connections_and_slow_bodies_shut_nobody_out(
    server: RunningServer, arrive: Callable[..., Guest]
) -> None:
    asha = arrive("Asha")
    page: Page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "local"}]))
    post = b"POST /api/sandbox HTTP/1.1\r\n" + HEAD + b"Content-Length: 1000\r\n\r\n{"
    beginnings = [b"", b"GET /api/alive HTTP/1.1\r\n" + HEAD] * (HALF_OPEN // 2) + [post] * SLOW_BODIES
    with ExitStack() as lines:
        opened = [lines.enter_context(dial(server, *one)) for one in enumerate(beginnings)]
        assert page.act()["type"] == "ok" and served(server), "while all of them are open"
        if CADDY is not None:
            assert len(server.uvicorn.server_state.connections) < HALF_OPEN, "half-open ones stay with the proxy"
            assert all(is_closed(line) for line in opened)
    assert page.act()["type"] == "ok", "who plays stays, longer than a request may take"
    assert served(server)


def test_a_long_head_is_refused_by_the_proxy_and_harms_no_server(server: RunningServer) -> None:
    answer = httpx.get(f"http://{server.address}/api/alive", headers={"X-Long": "x" * 32 * 1024}, timeout=TIMEOUT)
    assert answer.status_code == (431 if CADDY else 200)
    assert served(server)
