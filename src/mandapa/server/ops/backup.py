"""Back up a database while servers are running, and restore a backup."""

import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from mandapa.play import now


class BackupError(ValueError):
    """A backup cannot be made or restored. The message of the error says why, and often what to do."""


def make(url: URL, file: Path) -> None:
    """Write a backup of the database to a new file. Servers may continue to use the database."""
    if file.exists():
        raise BackupError(f"{file}: file exists already; choose another name")
    write(url, file)


def restore(url: URL, file: Path, revision: str | None) -> Path | None:
    """Replace the content of the database with a backup. No server may be using the database.

    ``revision``: the schema revision of the database. With PostgreSQL, raise ``BackupError`` if the backup has another
    revision, because tables that are not in the backup would remain in the database.

    With SQLite, return the path of a copy of the old database, if there was one; with PostgreSQL, return None.
    """
    if not file.is_file():
        raise BackupError(f"{file}: no such file")
    if not is_sqlite(url):
        _check_schema(url, file, revision)
        _run("pg_restore", url, ["--clean", "--if-exists", "--no-owner", "--single-transaction", str(file)])
        return None
    target = Path(str(url.database))
    _check(file)
    fresh = target.with_name(f"{target.name}.restoring")
    fresh.unlink(missing_ok=True)
    _copy(file, fresh)
    kept = None
    _give_to_owner_of(target if target.exists() else target.parent, fresh)
    if target.exists():
        kept = target.with_name(f"{target.name}.before-{now()[:19].replace(':', '')}")
        _copy(target, kept)
        for ending in ("-wal", "-shm"):
            target.with_name(target.name + ending).unlink(missing_ok=True)
    os.replace(fresh, target)
    return kept


def is_sqlite(url: URL) -> bool:
    """Return whether the database is a SQLite file."""
    return url.get_backend_name() == "sqlite"


def write(url: URL, file: Path) -> None:
    """Write a backup of the database to a file, which is overwritten. No incomplete file is left behind."""
    if is_sqlite(url):
        _copy(Path(str(url.database)), file)
        return
    try:
        _run("pg_dump", url, ["--exclude-table-data=process", "--format=custom", f"--file={file}"])
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _copy(source: Path, target: Path) -> None:
    """Copy an SQLite database, which may be in use. If the copy fails, no incomplete file is left behind.

    SQLite guarantees that the copy is consistent. The copy lists no running servers, since none uses it.
    """
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("DELETE FROM process")
            new.commit()
            new.execute("PRAGMA journal_mode=DELETE")  # leaves a single file without a journal
        _check(part)
        os.replace(part, target)
    except sqlite3.Error as error:
        raise BackupError(f"{target}: cannot copy {source} to it: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _give_to_owner_of(example: Path, file: Path) -> None:
    """Give a file to the owner of another one, so that the server can use what the system administrator restores."""
    if sys.platform != "win32" and os.geteuid() == 0:
        os.chown(file, example.stat().st_uid, example.stat().st_gid)


def _check(file: Path) -> None:
    """Raise ``BackupError`` if an SQLite file is damaged or is not a database of this program."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise BackupError(f"{file}: damaged: {found}")
            connection.execute("SELECT 1 FROM alembic_version, match LIMIT 1")
    except sqlite3.Error as error:
        raise BackupError(f"{file}: not a Mandapa backup: {error}") from error


def _check_schema(url: URL, file: Path, revision: str | None) -> None:
    """Raise ``BackupError`` if a PostgreSQL backup is not one of this program, or its schema is not ``revision``."""
    text = _run("pg_restore", None, ["--data-only", "--table=alembic_version", "--file=-", str(file)])
    _, copied, rows = text.partition("alembic_version (version_num) FROM stdin;\n")
    if not copied:
        raise BackupError(f"{file}: not a Mandapa backup: it has no schema version")
    found = rows.partition("\n")[0]
    if revision not in (None, found):
        raise BackupError(
            f"{file} has schema {found}, the database {revision}: restore into an empty database instead. Create one "
            "with createdb, name it with --database, and start the server with it."
        )


def _run(tool: str, url: URL | None, arguments: Sequence[str]) -> str:
    """Run a command-line tool of PostgreSQL on the database at ``url`` and return its output.

    Raise ``BackupError`` if it fails. If the tool is not installed here, the message contains the command for the host
    to run elsewhere.
    """
    command = [tool, *_connection(url), *arguments]
    if shutil.which(tool) is None:
        raise BackupError(f"{tool} is not installed here; where it is, run: {shlex.join(command)}")
    environment = {**os.environ, **({"PGPASSWORD": str(url.password)} if url is not None and url.password else {})}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{shlex.join(command)}: {done.stderr.strip() or f'exit code {done.returncode}'}")
    return done.stdout


def _connection(url: URL | None) -> list[str]:
    """Return the command-line options that tell the tools of PostgreSQL which database to use."""
    if url is None:
        return []
    where = {"host": url.host or url.query.get("host"), "port": url.port, "username": url.username}
    return [*(f"--{name}={value}" for name, value in where.items() if value), f"--dbname={url.database}"]
