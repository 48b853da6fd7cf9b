"""Start separate servers for browser tests."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mandapa.library import game_type


def free_port() -> int:
    """Find a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, **more: str) -> Iterator[str]:
    """Run a server that keeps its data in a folder; ``more`` are further environment variables."""
    port = free_port()
    environment = {
        **os.environ,
        "MANDAPA_DATABASE": f"sqlite:///{folder / 'hall.sqlite3'}",
        "MANDAPA_BOT_PACE": "0",
        "MANDAPA_HTTP_LIMIT": "100000/minute",
        "MANDAPA_HEAVY_LIMIT": "10000/minute",
        "MANDAPA_GUEST_LIMIT": "10000/minute",
        "MANDAPA_TABLE_LIMIT": "10000/minute",
        "MANDAPA_ADDRESS_LISTED": "1000",
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


def own_pieces(folder: Path) -> Path:
    """Custom piece sets of a host: Hampi with a market for every mine, Menara with five columns for solo players."""
    pieces = folder / "pieces"
    changes = {
        "hampi/bazaar": ('building = "mine"', 'building = "market"'),
        "menara/short": (r"start_columns = \[\d+", "start_columns = [5"),
    }
    for name, (found, instead) in changes.items():
        own = (pieces / name).with_suffix(".toml")
        own.parent.mkdir(parents=True)
        built_in = game_type(own.parent.name).folder / "rules" / "components.toml"
        own.write_text(re.sub(found, instead, built_in.read_text("utf-8")), "utf-8")
    return pieces


def with_a_toy(folder: Path, repository: Path) -> str:
    """Install the toy game of ``tests/play/dice.py`` in a folder; return the PYTHONPATH on which it is found."""
    package = folder / "dice_toy-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: dice_toy\nVersion: 1\n", encoding="utf-8")
    (package / "entry_points.txt").write_text("[mandapa.games]\ndice = tests.play.dice:DICE\n", encoding="utf-8")
    return os.pathsep.join(map(str, filter(None, [folder, repository, os.environ.get("PYTHONPATH")])))


def answers(url: str) -> bool:
    """Return whether a server answers there."""
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
