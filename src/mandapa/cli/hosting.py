"""``mandapa admin``."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from mandapa.cli.common import counted
from mandapa.cli.errors import Failure, UsageError
from mandapa.cli.serving import read_settings
from mandapa.play.entries import HOST
from mandapa.server.errors import reason_of
from mandapa.server.fields import Name
from mandapa.server.ops import admin
from mandapa.server.ops import backup as backups
from mandapa.server.social.push import PushError, new_key
from mandapa.server.store.bans import ADDRESS, GUEST, network
from mandapa.server.store.bus import Bus, LocalBus, PostgresBus
from mandapa.server.store.database import Database, DatabaseError, check_schema, newest_revision, revisions
from mandapa.server.store.naming import in_parts, rename_seats
from mandapa.server.store.pieces import erase_piece
from mandapa.server.store.store import Store

PAUSE_SECONDS = 0.02
"""Between two transactions of a long change: a server that runs beside it stores moves meanwhile."""
STATUSES = ("waiting", "playing", "over")
NAME: TypeAdapter[str] = TypeAdapter(Name)


def status(database: str | None, as_json: bool) -> None:
    """What runs, and how much there is."""
    with _desk(database) as (connection, _):
        processes, counts = admin.processes(connection), admin.counts(connection)
    if as_json:
        _print_json({"processes": processes, "counts": counts})
        return
    columns = ("host", "pid", "version", "started", "seen", "tables", "pages")
    _print(columns, processes, "No server has been seen for a minute.")
    typer.echo(", ".join(f"{number} {name}" for name, number in counts.items()))


def tables(database: str | None, wanted: str | None, guest: str | None, limit: int, as_json: bool) -> None:
    """Tables with their seats."""
    if wanted is not None and wanted not in STATUSES:
        raise UsageError(f"--status: found {wanted!r}, expected {', '.join(STATUSES)}")
    with _desk(database) as (connection, _):
        found = admin.tables(connection, wanted, guest, limit)
    if as_json:
        _print_json({"tables": found})
        return
    shown = [
        one
        | {
            "status": one["status"],
            "opened by": one["owner"] or "",
            "seats": "; ".join(map(_seat, one["seats"])),
        }
        for one in found
    ]
    _print(("id", "game", "status", "updated", "opened by", "seats"), shown, "There are no such tables.")


def _seat(seat: Mapping[str, Any]) -> str:
    """Who sits there, and the guest's id."""
    what = {"open": "(open)", "bot": f"{seat['name']}, {seat['bot']}"}.get(seat["kind"], seat["name"])
    return f"{what} {seat['guest_id'] or ''}".rstrip()


def close(database: str | None, ids: Sequence[str], delete: bool) -> None:
    """Ends or deletes tables."""
    for match_id in ids:
        with _desk(database) as (connection, bus):
            seq = 0
            if delete:
                admin.remove(connection, match_id)
            else:
                seq = admin.end_match(connection, match_id, HOST)
            bus.announce(connection, {match_id: seq})
        left = delete
        while left:
            time.sleep(PAUSE_SECONDS)
            with _desk(database) as (connection, _):
                left = erase_piece(connection, match_id)
        typer.echo(f"{match_id}: {'deleted' if delete else 'closed'}")


def guests(database: str | None, name: str | None, limit: int, as_json: bool) -> None:
    """Guests."""
    with _desk(database) as (connection, _):
        found = admin.guests(connection, name, limit)
    if as_json:
        _print_json({"guests": found})
        return
    shown = [one | {"banned": "banned" if one["banned"] else ""} for one in found]
    _print(("id", "name", "created", "tables", "banned"), shown, "There are no such guests.")


def rename(database: str | None, guest: str, name: str) -> None:
    """Another name for a guest."""
    try:
        NAME.validate_python(name)
    except ValidationError as error:
        raise UsageError(f"NAME: {reason_of(error.errors()[0])}") from error
    with _desk(database) as (connection, _):
        tables = admin.rename(connection, guest, name)
    for some in in_parts(tables):
        with _desk(database) as (connection, bus):
            bus.announce(connection, rename_seats(connection, guest, name, some))
        time.sleep(PAUSE_SECONDS)
    typer.echo(f"{guest} is {name} now, at {counted(len(tables), 'table')} too.")


def ban(database: str | None, who: str, note: str) -> None:
    """Sends somebody away."""
    with _desk(database) as (connection, _):
        if admin.is_guest(connection, who):
            banned, kind = who, GUEST
        else:
            banned, kind = _network(who), ADDRESS
        admin.ban(connection, banned, kind, note[:200])
    typer.echo(f"{banned} is banned; servers that run know it within seconds.")


def _network(text: str) -> str:
    try:
        return str(network(text))
    except ValueError as error:
        raise Failure(f"{text!r}: expected an address, a network, or the id of a guest that there is") from error


def unban(database: str | None, who: str) -> None:
    """Lets somebody come back."""
    with _desk(database) as (connection, _):
        banned = who if admin.is_guest(connection, who) else _network(who)
        admin.unban(connection, banned)
    typer.echo(f"{banned} may come back.")


def bans(database: str | None, as_json: bool) -> None:
    """Who is banned."""
    with _desk(database) as (connection, _):
        found = admin.bans(connection)
    if as_json:
        _print_json({"bans": found})
        return
    shown = [one | {"name": one["name"] or ""} for one in found]
    _print(("who", "name", "at", "note"), shown, "Nobody is banned.")


def revoke(database: str | None, guest: str) -> None:
    """Signs a guest out, and makes a code for the right one."""
    with _desk(database) as (connection, _):
        number = admin.revoke(connection, guest)
    code, _ = asyncio.run(_code_for(_url(database), guest))
    typer.echo(f"{guest} is signed out of {counted(number, 'browser')}.")
    typer.echo(f"The code {code[:4]}-{code[4:]} makes a browser that of this guest: for ten minutes, once.")


async def _code_for(url: str, guest: str) -> tuple[str, str]:
    store = Store(url)
    try:
        return await store.create_resume_code(guest)
    finally:
        await store.database.close()


def push_key() -> None:
    """A key for Web Push."""
    try:
        key = new_key()
    except PushError as error:
        raise Failure(str(error)) from error
    typer.echo(
        "Set these for the server, with an address of yours as the contact, and keep the key: with another one "
        "browsers must be switched on again.",
        err=True,
    )
    typer.echo(f"MANDAPA_PUSH_KEY={key}\nMANDAPA_PUSH_CONTACT=mailto:you@example.org")


def reports(database: str | None, limit: int, as_json: bool) -> None:
    """What players have reported."""
    with _desk(database) as (connection, _):
        found = admin.reports(connection, limit)
    if as_json:
        _print_json({"reports": found})
        return
    columns = ("id", "at", "table", "seat", "name", "now", "about", "reporter", "words", "note")
    _print(columns, [one | {"table": one["match_id"]} for one in found], "Nothing has been reported.")


def dismiss(database: str | None, ids: Sequence[int]) -> None:
    """Takes reports off the list."""
    with _desk(database) as (connection, _):
        for report in ids:
            admin.dismiss(connection, report)
    typer.echo(f"{len(ids)} dismissed")


def backup(database: str | None, file: Path) -> None:
    """Makes a backup."""
    with _desk(database):
        pass  # there is a database, and it is one of ours
    with _told():
        backups.make(_open(database), file)
    typer.echo(f"{file}: {file.stat().st_size} bytes")


def restore(database: str | None, file: Path) -> None:
    """Brings a backup back."""
    if _is_there(_open(database)):
        with _desk(database) as (connection, _):
            running = admin.processes(connection)
        if running:
            seen = [f"process {one['pid']} on {one['host']}, seen at {one['seen']}" for one in running]
            where = ", ".join(seen)
            what = "Stop it first; one that was killed is forgotten in a minute."
            raise Failure(f"A server runs on this database: {where}. {what}")
    with _told():
        kept = backups.restore(_open(database), file)
    typer.echo(f"{file} is the database now.")
    if kept:
        typer.echo(f"The old one is kept as {kept}.")


# ------------------------------------------------------------ the database


def _url(given: str | None) -> str:
    return read_settings({}).database if given is None else given


def _open(given: str | None) -> Database:
    url = _url(given)
    try:
        return Database(url)
    except DatabaseError as error:
        raise UsageError(f"--database: {error}") from error


def _is_there(database: Database) -> bool:
    return not database.sqlite or Path(str(database.url.database)).is_file()


@contextmanager
def _desk(given: str | None) -> Iterator[tuple[Connection, Bus]]:
    """One change to the database, whole or not at all, and who carries news of it to servers."""
    database = _open(given)
    if not _is_there(database):
        raise Failure(f"{database.url.database}: there is no such file; MANDAPA_DATABASE or --database names another")
    newest_revision()  # it is read from files, while nobody waits for the database
    try:
        with _told(), database.appends.begin() as connection:
            check_schema(connection)
            found, newest = revisions(connection)
            if found != newest:
                what = "start the server of this version first"
                raise Failure(f"The database has schema {found}, this program {newest}: {what}.")
            yield connection, LocalBus() if database.sqlite else PostgresBus(database)
    finally:
        database.appends.dispose()


@contextmanager
def _told() -> Iterator[None]:
    """What is wrong with the database, in one sentence."""
    try:
        yield
    except admin.Unknown as error:
        raise Failure(f"There is no {error}.") from error
    except backups.BackupError as error:
        raise Failure(str(error)) from error
    except DatabaseError as error:
        raise Failure(f"The database: {error}") from error
    except DBAPIError as error:
        raise Failure(f"The database: {str(error.orig).strip()}") from error


# ------------------------------------------------------------ output


def _print(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], none: str) -> None:
    """Columns as wide as they have to be: ids are copied from here, and lines searched."""
    if not rows:
        typer.echo(none)
        return
    lines = [list(columns), *([str(row[column]) for column in columns] for row in rows)]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _print_json(data: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False))
