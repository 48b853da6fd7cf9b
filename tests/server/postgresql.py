"""A private PostgreSQL for tests: a new cluster in a temporary folder, on a Unix socket, deleted afterwards."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = "postgres"


def find_tools() -> Path | None:
    """Find the folder of initdb and pg_ctl: on the path, or where Debian keeps them."""
    places = [*(Path(p) for p in os.get_exec_path()), *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


def why_not() -> str | None:
    """Return the reason why no PostgreSQL can be started here, or None if one can."""
    if find_tools() is None:
        return "PostgreSQL was not tested: no initdb on the path or in /usr/lib/postgresql/*/bin"
    if os.geteuid() == 0 and (shutil.which("setpriv") is None or not _has_user(NOBODY)):
        return f"PostgreSQL was not tested: it does not run as root, and there is no setpriv or no user {NOBODY}"
    return None


def _has_user(name: str) -> bool:
    return subprocess.run(["id", name], capture_output=True, check=False).returncode == 0


def _command(folder: Path, tool: str, *arguments: str) -> list[str]:
    tools = find_tools()
    assert tools is not None
    as_user = []
    if os.geteuid() == 0:
        as_user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return [*as_user, str(tools / tool), "-D", str(folder / "data"), *arguments]


@contextmanager
def cluster(folder: Path, *, fsync: bool = False) -> Iterator[str]:
    """Start a cluster in ``folder`` and yield its database's URL. With ``fsync`` it survives a power cut."""
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, NOBODY, NOBODY)
        folder.parent.chmod(0o711)  # root's temporary folder is private otherwise
    user = NOBODY if os.geteuid() == 0 else getpass.getuser()
    run = {"check": True, "cwd": folder, "stdout": subprocess.DEVNULL}
    subprocess.run(_command(folder, "initdb", "-A", "trust", "-U", user, "--no-sync"), **run)  # type: ignore[call-overload]
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync={'on' if fsync else 'off'}"
    log = str(folder / "log")
    subprocess.run(_command(folder, "pg_ctl", "-w", "-l", log, "-o", options, "start"), **run)  # type: ignore[call-overload]
    try:
        yield f"postgresql://{user}@/postgres?host={folder}"
    finally:
        subprocess.run(_command(folder, "pg_ctl", "-w", "-m", "immediate", "stop"), **run)  # type: ignore[call-overload]
