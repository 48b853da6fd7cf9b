"""Access to the database of a server, which may be running, and output of the database's contents."""

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
from mandapa.server.ops import admin, backup
from mandapa.server.store.bus import Bus, LocalBus, PostgresBus
from mandapa.server.store.database import Database, DatabaseError, check_schema, newest_revision, revisions


def url_of(given: str | None) -> str:
    """Return the URL of the database: the value of ``--database`` if given, otherwise that of the server's settings."""
    return read_settings({}).database if given is None else given


def open_database(given: str | None) -> Database:
    """Create the object for the database ``--database``, without connecting yet; ``UsageError`` for an invalid URL."""
    url = url_of(given)
    try:
        return Database(url)
    except DatabaseError as error:
        raise UsageError(f"--database: {error}") from error


def existing(given: str | None) -> Database:
    """Create the object for the database ``--database``; ``Failure`` if its SQLite file does not exist."""
    database = open_database(given)
    if not _exists(database):
        raise Failure(f"{database.url.database}: no such file; choose another with --database or MANDAPA_DATABASE")
    return database


def _exists(database: Database) -> bool:
    """Return whether the file of an SQLite database exists; true for PostgreSQL."""
    return not database.sqlite or Path(str(database.url.database)).is_file()


def look(given: str | None) -> tuple[Database, str | None, list[dict[str, Any]]]:
    """Return the database, its schema revision, and the servers that use it.

    The revision can be that of another version of Mandapa; it is None if there is no schema.
    """
    database = open_database(given)
    if not _exists(database):
        return database, None, []
    newest_revision()
    try:
        with explain_errors(), database.appends.begin() as connection:
            found, _ = revisions(connection)
            return database, found, admin.processes(connection) if found else []
    finally:
        database.appends.dispose()


@contextmanager
def transaction(given: str | None) -> Iterator[tuple[Connection, Bus]]:
    """Yield a connection in a transaction, and the bus by which running servers are notified of changes.

    Raises:
        Failure: the database file does not exist, or the schema has another version.
    """
    database = existing(given)
    newest_revision()  # read from files before the transaction locks the database
    try:
        with explain_errors(), database.appends.begin() as connection:
            check_schema(connection)
            found, newest = revisions(connection)
            if found != newest:
                there = f"schema {found}" if found else "no tables of Mandapa"
                what = f"expected schema {newest}: start the server of this version first"
                raise Failure(f"The database: found {there}, {what}.")
            yield connection, LocalBus() if database.sqlite else PostgresBus(database)
    finally:
        database.appends.dispose()


@contextmanager
def explain_errors() -> Iterator[None]:
    """Convert database errors within this context to ``Failure`` with a one-sentence message."""
    try:
        yield
    except admin.NotFoundError as error:
        raise Failure(f"There is no {error}.") from error
    except backup.BackupError as error:
        raise Failure(str(error)) from error
    except DatabaseError as error:
        raise Failure(f"The database: {error}") from error
    except DBAPIError as error:
        raise Failure(f"The database: {str(error.orig).strip()}") from error


def print_rows(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], none: str) -> None:
    """Print these ``columns`` of the rows as a table; if there are no rows, print the text ``none``.

    Cells are not truncated, so that users can copy ids from them.
    """
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
