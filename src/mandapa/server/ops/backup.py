"""Back up the database while servers are running, and restore a backup."""

import os
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from mandapa.play import now
from mandapa.server.store.database import Database


class BackupError(ValueError):
    """A backup cannot be made or restored. The error text says why, and what to do."""


def make(database: Database, file: Path) -> None:
    """Write the current database to a new file. Servers may continue to run."""
    if file.exists():
        raise BackupError(f"{file}: file exists already; choose another name")
    if database.sqlite:
        _copy(Path(str(database.url.database)), file)
    else:
        _run("pg_dump", database.url, ["--format=custom", f"--file={file}"])


def restore(database: Database, file: Path) -> Path | None:
    """Replace the database with a backup; return the path of the old database file, if any.

    No server may be using the database.
    """
    if not file.is_file():
        raise BackupError(f"{file}: no such file")
    if not database.sqlite:
        _run("pg_restore", database.url, ["--clean", "--if-exists", "--no-owner", "--single-transaction", str(file)])
        return None
    target = Path(str(database.url.database))
    _check(file)
    fresh = target.with_name(f"{target.name}.restoring")
    fresh.unlink(missing_ok=True)
    _copy(file, fresh)
    kept = None
    if target.exists():
        kept = target.with_name(f"{target.name}.before-{now()[:19].replace(':', '')}")
        _copy(target, kept)
        for ending in ("-wal", "-shm"):
            target.with_name(target.name + ending).unlink(missing_ok=True)
    os.replace(fresh, target)
    return kept


def _copy(source: Path, target: Path) -> None:
    """Copy an SQLite database completely or not at all. SQLite guarantees that the snapshot is consistent."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # leaves a single file without a journal
        _check(part)
        os.replace(part, target)
    except sqlite3.Error as error:
        raise BackupError(f"{source}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _check(file: Path) -> None:
    """Raise ``BackupError`` if a file is damaged or is not a database of this program."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise BackupError(f"{file}: damaged: {found}")
            connection.execute("SELECT 1 FROM alembic_version, match LIMIT 1")
    except sqlite3.Error as error:
        raise BackupError(f"{file}: not a Mandapa backup: {error}") from error


def _run(tool: str, url: URL, arguments: Sequence[str]) -> None:
    """Run a PostgreSQL tool. If the tool is not available, report the command that the host has to run."""
    where = {"host": url.host or url.query.get("host"), "port": url.port, "username": url.username}
    named = [f"--{name}={value}" for name, value in where.items() if value]
    command = [tool, *named, f"--dbname={url.database}", *arguments]
    if shutil.which(tool) is None:
        raise BackupError(f"{tool} is not installed here; where it is, run: {shlex.join(command)}")
    environment = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{shlex.join(command)}: {done.stderr.strip() or f'exit code {done.returncode}'}")
