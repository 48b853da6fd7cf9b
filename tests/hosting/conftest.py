"""Fixtures for a complete site: Caddy with TLS, separate `mandapa serve` processes and PostgreSQL."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from ..server.conftest import TIMEOUT, Guest, Page
from ..server.postgresql import _command, cluster, why_not

START_SECONDS = 180


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.hosting)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Program:
    """A program in a separate process group, with its output in a file."""

    def __init__(self, command: list[str], log: Path, **environment: str) -> None:
        self.command, self.log, self.environment = command, log, environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, ready: Callable[[], bool]) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, env=os.environ | self.environment, stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + START_SECONDS
        while not ready():
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            time.sleep(0.1)

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(TIMEOUT)


class Server(Program):
    """`mandapa serve` on a free port."""

    def __init__(self, folder: Path, database: str, workers: int = 1, **settings: str) -> None:
        self.port = free_port()
        environment = {
            "MANDAPA_DATABASE": database,
            "MANDAPA_PORT": str(self.port),
            "MANDAPA_WORKERS": str(workers),
            "MANDAPA_WARM": "false",
            "MANDAPA_BOT_PACE": "0",
            "MANDAPA_ALLOWED_HOSTS": "localhost,127.0.0.1",
            **settings,
        }
        super().__init__([sys.executable, "-m", "mandapa", "serve"], folder / f"server-{self.port}.log", **environment)

    def open(self) -> None:
        self.start(lambda: answers(f"http://127.0.0.1:{self.port}/api/health"))

    def workers(self) -> list[int]:
        """Return the ids of the processes that serve."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(one) for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


class Proxy(Program):
    """Caddy with the Caddyfile of `deploy/` for the domain `localhost`, with an internal certificate."""

    def __init__(self, repository: Path, folder: Path, server: Server) -> None:
        self.port = free_port()
        text = (repository / "deploy" / "Caddyfile").read_text(encoding="utf-8")
        options = f"admin off\n\tskip_install_trust\n\thttp_port {free_port()}\n\thttps_port {self.port}"
        for shipped, here in {"admin off": options, "mandapa:8000": f"127.0.0.1:{server.port}"}.items():
            assert shipped in text
            text = text.replace(shipped, here)
        (folder / "Caddyfile").write_text(text, encoding="utf-8")
        self.authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        self.url = f"https://localhost:{self.port}"
        caddy = shutil.which("caddy")
        assert caddy, "these tests need Caddy (tests/hosting/run.sh installs it)"
        command = [caddy, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
        homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        super().__init__(command, folder / "caddy.log", MANDAPA_DOMAIN="localhost", **homes)

    def open(self) -> None:
        self.start(lambda: self.authority.is_file() and answers(f"{self.url}/api/alive", str(self.authority)))


def answers(url: str, authority: str | None = None) -> bool:
    with suppress(httpx.TransportError):
        verify = True if authority is None else ssl.create_default_context(cafile=authority)
        return httpx.get(url, timeout=5, verify=verify).status_code == 200
    return False


class Visitor(Guest):
    """A guest at a URL, with or without TLS."""

    def __init__(self, url: str, name: str, cookies: httpx.Cookies | None = None) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=TIMEOUT, cookies=cookies)
        self.pages = []
        self.get("/api/me")
        if cookies is None:
            self.put("/api/me", {"name": name})

    def connect(self, table: str, **headers: str) -> Page:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        page = Page(f"ws{self.url.removeprefix('http')}/api/tables/{table}/live", {"Cookie": cookie, **headers})
        self.pages.append(page)
        return page


class PostgreSQL:
    """A PostgreSQL server in a temporary folder."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url

    def database(self, name: str) -> str:
        """Create an empty database, as `createdb` does, and return its URL."""
        command = ["createdb", "--host", str(self.folder), "--username", "postgres", name]
        subprocess.run(command, check=True)
        return self.url.replace("@/postgres?", f"@/{name}?")

    def restart(self) -> None:
        subprocess.run(
            _command(self.folder, "pg_ctl", "-w", "-m", "immediate", "restart"),
            check=True,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )


@pytest.fixture(scope="session")
def database_server() -> Iterator[PostgreSQL]:
    reason = why_not()
    assert reason is None, reason
    with tempfile.TemporaryDirectory(prefix="mandapa-") as folder, cluster(Path(folder) / "pg", fsync=True) as url:
        yield PostgreSQL(Path(folder) / "pg", url)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers, which are stopped after the test."""
    servers: list[Server] = []

    def begin(database: str, workers: int = 1, **settings: str) -> Server:
        servers.append(Server(tmp_path, database, workers, **settings))
        servers[-1].open()
        return servers[-1]

    yield begin
    for server in servers:
        server.stop()


def mandapa(*arguments: object, **environment: str) -> str:
    """Run a command of Mandapa, which must succeed, and return its output."""
    command = [sys.executable, "-m", "mandapa", *map(str, arguments)]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout
