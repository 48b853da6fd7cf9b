"""Access to the database of a server that may be running, and output of its contents."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from mandapa.cli.errors import Failure, UsageError
from mandapa.cli.host.serve import read_settings
from mandapa.server.ops import admin, backup as backups
from mandapa.server.store.bus import Bus, LocalBus, PostgresBus
from mandapa.server.store.database import Database, DatabaseError, check_schema, newest_revision, revisions


def url_of(given: str | None) -> str:
    """Return the URL of the database from ``--database`` or the server's settings."""
    return read_settings({}).database if given is None else given


def open_database(given: str | None) -> Database:
    """Open the database; nothing is read yet."""
    url = url_of(given)
    try:
        return Database(url)
    except DatabaseError as error:
        raise UsageError(f"--database: {error}") from error


def exists(database: Database) -> bool:
    """Return whether an SQLite database has its file; true for PostgreSQL."""
    return not database.sqlite or Path(str(database.url.database)).is_file()


@contextmanager
def transaction(given: str | None) -> Iterator[tuple[Connection, Bus]]:
    """Yield a transaction and the bus that notifies servers; raise ``Failure`` if the schema has another version."""
    database = open_database(given)
    if not exists(database):
        raise Failure(f"{database.url.database}: no such file; choose another with --database or MANDAPA_DATABASE")
    newest_revision()  # read from files before the transaction locks the database
    try:
        with explain_errors(), database.appends.begin() as connection:
            check_schema(connection)
            found, newest = revisions(connection)
            if found != newest:
                what = "start the server of this version first"
                raise Failure(f"The database has schema {found}, this program {newest}: {what}.")
            yield connection, LocalBus() if database.sqlite else PostgresBus(database)
    finally:
        database.appends.dispose()


@contextmanager
def explain_errors() -> Iterator[None]:
    """Convert database errors to one-sentence messages."""
    try:
        yield
    except admin.NotFoundError as error:
        raise Failure(f"There is no {error}.") from error
    except backups.BackupError as error:
        raise Failure(str(error)) from error
    except DatabaseError as error:
        raise Failure(f"The database: {error}") from error
    except DBAPIError as error:
        raise Failure(f"The database: {str(error.orig).strip()}") from error


def print_rows(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], none: str) -> None:
    """Print rows in columns without truncating them, so that people can copy ids and search lines."""
    if not rows:
        typer.echo(none)
        return
    lines = [list(columns), *([str(row[column]) for column in columns] for row in rows)]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def print_json(data: Mapping[str, Any]) -> None:
    """Print data as one line of JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False))
