"""Servers of their own for tests in the browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, **more: str) -> Iterator[str]:
    """A server that keeps its data in a folder; ``more`` are further variables of its environment."""
    port = free_port()
    environment = {
        **os.environ,
        "MANDAPA_DATABASE": f"sqlite:///{folder / 'hall.sqlite3'}",
        "MANDAPA_BOT_PACE": "0",
        "MANDAPA_HTTP_LIMIT": "100000/minute",
        "MANDAPA_HEAVY_LIMIT": "10000/minute",
        "MANDAPA_GUEST_LIMIT": "10000/minute",
        **more,
    }
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "mandapa", "serve", "--port", str(port)],
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: answers(f"{address}/api/health") or server.poll() is not None, "the server answers")
        assert server.poll() is None, (folder / "server.log").read_text()
        yield address
    finally:
        server.terminate()
        server.wait(20)


def answers(url: str) -> bool:
    """Whether something answers there."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def wait_for(condition: Callable[[], Any], what: str, seconds: float = 120) -> None:
    """Poll until the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.05)
