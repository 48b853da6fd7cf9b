"""The server that `load.py` measures: started with limits that no load reaches, measured from outside."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

MEGABYTE = 1024 * 1024
MANY = "1000000"
UNLIMITED = {
    "MANDAPA_GUEST_LIMIT": f"{MANY}/minute",
    "MANDAPA_TABLE_LIMIT": f"{MANY}/minute",
    "MANDAPA_HTTP_LIMIT": f"{MANY}/minute",
    "MANDAPA_SOCKET_LIMIT": f"{MANY}/minute",
    "MANDAPA_PAGE_LIMIT": f"{MANY}/minute",
    "MANDAPA_SEAT_LIMIT": f"{MANY}/minute",
    "MANDAPA_TABLES": MANY,
    "MANDAPA_ADDRESS_PAGES": MANY,
    "MANDAPA_PAGES": MANY,
    "MANDAPA_REQUESTS": MANY,
    "MANDAPA_THINKING_SECONDS": MANY,
}
"""Settings that no load reaches."""

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))
from postgresql import cluster, why_not  # noqa: E402


def stop_on_termination() -> None:
    """On SIGTERM, raise an error, so that the servers and databases started by the program are stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))


@dataclass
class Server:
    """A running server of one or several processes."""

    base: str
    pid: int

    def processes(self) -> list[int]:
        """Return the processes that serve: the one that was started, or its workers."""
        children = [int(child) for child in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]
        return [child for child in children if _serves(child)] or [self.pid]

    def memory(self) -> float:
        """Return the resident memory of all processes in megabytes."""
        return sum(_statm(pid) for pid in self.processes()) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE

    def seconds(self) -> float:
        """Return the processor time used by all processes."""
        return sum(_processor_ticks(f"/proc/{pid}/stat") for pid in self.processes()) / os.sysconf("SC_CLK_TCK")

    def loop_seconds(self) -> float:
        """Return the processor time of the threads with event loops, that is, without bots."""
        ticks = sum(_processor_ticks(f"/proc/{pid}/task/{pid}/stat") for pid in self.processes())
        return ticks / os.sysconf("SC_CLK_TCK")

    async def ready(self, compiled: str | None) -> None:
        """Wait until the server answers, and until the machine code of a game is ready."""
        async with httpx.AsyncClient(base_url=self.base) as client:
            for _ in range(2400):
                try:
                    health = (await client.get("/api/health")).json()
                except httpx.TransportError:
                    health = None
                if health and (compiled is None or health["compiled"][compiled]):
                    return
                await asyncio.sleep(0.1)
        raise SystemExit("the server did not get ready")


def _serves(pid: int) -> bool:
    """Return whether a child of the server is a worker, as opposed to a resource tracker or a compiler."""
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


def _statm(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1])


def _processor_ticks(stat: str) -> int:
    fields = Path(stat).read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@contextmanager
def serve(database: str, source: Path | None = None, *, limited: bool = False, **settings: object) -> Iterator[Server]:
    """Start a server on a database; ``source``: from another checkout; ``limited``: with its default limits."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = os.environ | {
        "MANDAPA_DATABASE": database,
        "MANDAPA_PORT": str(port),
        "MANDAPA_LOG_LEVEL": "warning",
        **({} if limited else UNLIMITED),
        **{f"MANDAPA_{name.upper()}": str(value) for name, value in settings.items()},
    }
    if source is not None:
        environment["PYTHONPATH"] = str(source)
    command = [sys.executable, "-m", "mandapa.server"]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        yield Server(f"http://127.0.0.1:{port}", server.pid)
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)


@contextmanager
def new_database(postgresql: bool) -> Iterator[str]:
    """Create an empty database, as safe from a power cut as in production."""
    with tempfile.TemporaryDirectory() as folder:
        if not postgresql:
            yield f"sqlite:///{folder}/load.sqlite3"
        elif (reason := why_not()) is not None:
            raise SystemExit(reason)
        else:
            with cluster(Path(folder) / "postgresql", fsync=True) as url:
                yield url
