"""``mandapa admin``: administer tables, guests, bans, reports and backups in a server's database."""

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter, ValidationError

from mandapa.cli.errors import Failure, UsageError
from mandapa.cli.host.database import existing, explain_errors, look, print_json, print_rows, transaction, url_of
from mandapa.cli.options import AsJson
from mandapa.cli.text import counted
from mandapa.play.entries import HOST
from mandapa.server.errors import reason_of
from mandapa.server.fields import Name
from mandapa.server.ops import admin as ops, backup as backups, upgrade as upgrades
from mandapa.server.social.push import PushError, new_key
from mandapa.server.store.bans import ADDRESS, GUEST, network
from mandapa.server.store.chunked_changes import erase_piece
from mandapa.server.store.guests.player_names import in_parts, rename_seats
from mandapa.server.store.store import Store

DatabaseUrl = Annotated[
    str | None,
    typer.Option(help="sqlite:///FILE or postgresql://... [MANDAPA_DATABASE, or the file in your data folder]"),
]
Limit = Annotated[int, typer.Option(min=1, help="Maximum number of entries.")]
STATUSES = ("waiting", "playing", "over")
GuestId = Annotated[str, typer.Argument(help="Id of the guest, see `mandapa admin guests`.", metavar="GUEST")]
NAME: TypeAdapter[str] = TypeAdapter(Name)
PAUSE_SECONDS = 0.02
"""Pause between the transactions of a long change, so that a running server can store moves."""

app = typer.Typer(no_args_is_help=True)


@app.callback()
def admin() -> None:
    """Administer a server: manage tables and guests, make backups. Can be used while servers are running."""


@app.command()
def status(database: DatabaseUrl = None, as_json: AsJson = False) -> None:
    """Show the running server processes, and the numbers of tables and guests."""
    with transaction(database) as (connection, _):
        processes, counts = ops.processes(connection), ops.counts(connection)
    if as_json:
        print_json({"processes": processes, "counts": counts})
        return
    columns = ("host", "pid", "version", "started", "seen", "tables", "pages")
    print_rows(columns, processes, "No server has been active for a minute.")
    typer.echo(", ".join(f"{number} {name}" for name, number in counts.items()))


@app.command()
def tables(
    wanted: Annotated[
        str | None, typer.Option("--status", help="Only tables with this status: waiting, playing or over.")
    ] = None,
    guest: Annotated[str | None, typer.Option(help="Only tables of the guest with this id.")] = None,
    limit: Limit = 50,
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """List tables with their players, the most recently active first."""
    if wanted is not None and wanted not in STATUSES:
        raise UsageError(f"--status: found {wanted!r}, expected {', '.join(STATUSES)}")
    with transaction(database) as (connection, _):
        found = ops.tables(connection, wanted, guest, limit)
    if as_json:
        print_json({"tables": found})
        return
    shown = [
        one
        | {
            "opened by": one["owner"] or "",
            "seats": "; ".join(map(_seat, one["seats"])),
        }
        for one in found
    ]
    print_rows(("id", "game", "status", "updated", "opened by", "seats"), shown, "There are no such tables.")


def _seat(seat: Mapping[str, Any]) -> str:
    """Return the name of the player at a seat, with the id of the guest if the player is one."""
    what = {"open": "(open)", "bot": f"{seat['name']}, {seat['bot']}"}.get(seat["kind"], seat["name"])
    return f"{what} {seat['guest_id'] or ''}".rstrip()


@app.command()
def close(
    ids: Annotated[list[str], typer.Argument(help="Ids of tables, see `mandapa admin tables`.", metavar="TABLE...")],
    delete: Annotated[bool, typer.Option("--delete", help="Also delete them, with all their data.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Close tables: the game ends without a result, and the players see that the host has ended it."""
    for match_id in ids:
        with transaction(database) as (connection, bus):
            seq = 0
            if delete:
                ops.hide_match(connection, match_id)
            else:
                seq = ops.end_match(connection, match_id, HOST)
            bus.announce(connection, {match_id: seq})
        left = delete
        while left:
            time.sleep(PAUSE_SECONDS)
            with transaction(database) as (connection, _):
                left = erase_piece(connection, match_id)
        typer.echo(f"{match_id}: {'deleted' if delete else 'closed'}")


@app.command()
def guests(
    name: Annotated[str | None, typer.Option(help="Only guests whose name contains this text.")] = None,
    limit: Limit = 50,
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """List guests, the newest first."""
    with transaction(database) as (connection, _):
        found = ops.guests(connection, name, limit)
    if as_json:
        print_json({"guests": found})
        return
    shown = [one | {"banned": "banned" if one["banned"] else ""} for one in found]
    print_rows(("id", "name", "created", "tables", "banned"), shown, "There are no such guests.")


@app.command()
def rename(
    guest: GuestId, name: Annotated[str, typer.Argument(help="New name.", metavar="NAME")], database: DatabaseUrl = None
) -> None:
    """Rename a guest, also at all tables and in their records."""
    try:
        NAME.validate_python(name)
    except ValidationError as error:
        raise UsageError(f"NAME: {reason_of(error.errors()[0])}") from error
    with transaction(database) as (connection, _):
        tables = ops.rename(connection, guest, name)
    for some in in_parts(tables):
        with transaction(database) as (connection, bus):
            bus.announce(connection, rename_seats(connection, guest, name, some))
        time.sleep(PAUSE_SECONDS)
    typer.echo(f"{guest} is now called {name}, also at {counted(len(tables), 'table')}.")


@app.command()
def ban(
    who: Annotated[
        str, typer.Argument(help="Id of a guest, an address, or a network such as 192.0.2.0/24.", metavar="WHO")
    ],
    note: Annotated[str, typer.Option(help="Reason, for your own notes.")] = "",
    database: DatabaseUrl = None,
) -> None:
    """Ban a guest or an address: pages are closed within seconds, and all further requests are rejected."""
    with transaction(database) as (connection, _):
        if ops.is_guest(connection, who):
            banned, kind = who, GUEST
        else:
            banned, kind = _network(who), ADDRESS
        ops.ban(connection, banned, kind, note[:200])
    typer.echo(f"{banned} is banned; running servers apply the ban within seconds.")


@app.command()
def unban(
    who: Annotated[
        str, typer.Argument(help="The banned guest or address, as listed by `mandapa admin bans`.", metavar="WHO")
    ],
    database: DatabaseUrl = None,
) -> None:
    """Lift the ban of a guest or an address."""
    with transaction(database) as (connection, _):
        banned = who if ops.is_guest(connection, who) else _network(who)
        ops.unban(connection, banned)
    typer.echo(f"{banned} is no longer banned.")


@app.command()
def bans(database: DatabaseUrl = None, as_json: AsJson = False) -> None:
    """List all bans."""
    with transaction(database) as (connection, _):
        found = ops.bans(connection)
    if as_json:
        print_json({"bans": found})
        return
    shown = [one | {"name": one["name"] or ""} for one in found]
    print_rows(("who", "name", "at", "note"), shown, "No bans.")


def _network(text: str) -> str:
    try:
        return str(network(text))
    except ValueError as error:
        raise Failure(f"{text!r}: expected an address, a network, or the id of an existing guest") from error


@app.command()
def revoke(guest: GuestId, database: DatabaseUrl = None) -> None:
    """Sign a guest out of all browsers, and print a code that lets the rightful owner sign in again."""
    with transaction(database) as (connection, _):
        number = ops.revoke(connection, guest)
    code, _ = asyncio.run(_code_for(url_of(database), guest))
    typer.echo(f"{guest} is signed out of {counted(number, 'browser')}.")
    typer.echo(f"The owner can sign in once with the code {code[:4]}-{code[4:]}, within ten minutes.")


async def _code_for(url: str, guest: str) -> tuple[str, str]:
    store = Store(url)
    try:
        return await store.guests.create_resume_code(guest)
    finally:
        await store.database.close()


@app.command()
def push_key() -> None:
    """Create a key for Web Push, and print the server settings for it."""
    try:
        key = new_key()
    except PushError as error:
        raise Failure(str(error)) from error
    typer.echo(
        "Set these for the server, with your own address as the contact. Keep the key: with a different one, every "
        "player has to turn notifications on again.",
        err=True,
    )
    typer.echo(f"MANDAPA_PUSH_KEY={key}\nMANDAPA_PUSH_CONTACT=mailto:you@example.org")


@app.command()
def reports(limit: Limit = 50, database: DatabaseUrl = None, as_json: AsJson = False) -> None:
    """List the names and messages that players have reported, the newest first."""
    with transaction(database) as (connection, _):
        found = ops.reports(connection, limit)
    if as_json:
        print_json({"reports": found})
        return
    columns = ("id", "at", "table", "seat", "name", "now", "about", "reporter", "words", "note")
    print_rows(columns, [one | {"table": one["match_id"]} for one in found], "Nothing has been reported.")


@app.command()
def dismiss(
    ids: Annotated[list[int], typer.Argument(help="Ids of reports, see `mandapa admin reports`.", metavar="REPORT...")],
    database: DatabaseUrl = None,
) -> None:
    """Remove reports from the list."""
    with transaction(database) as (connection, _):
        for report in ids:
            ops.dismiss(connection, report)
    typer.echo(f"{len(ids)} dismissed")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="File to write; must not exist.", dir_okay=False, metavar="FILE")],
    database: DatabaseUrl = None,
) -> None:
    """Write a backup of the database to a file, while servers are running."""
    with transaction(database):
        pass  # the database exists and is one of ours
    with explain_errors():
        backups.make(existing(database).url, file)
    typer.echo(f"The backup is in {file} ({file.stat().st_size:,} bytes).")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file written by `mandapa admin backup`.", metavar="FILE")],
    database: DatabaseUrl = None,
) -> None:
    """Replace the database with a backup. No server may be using it; with SQLite, the old file is kept."""
    there, revision, running = look(database)
    if running:
        seen = [f"process {one['pid']} on {one['host']}, seen at {one['seen']}" for one in running]
        where = ", ".join(seen)
        what = "Stop it first; a killed one is forgotten after a minute."
        raise Failure(f"A server runs on this database: {where}. {what}")
    with explain_errors():
        kept = backups.restore(there.url, file, revision)
    typer.echo(f"The database has been replaced with {file}.")
    if kept:
        typer.echo(f"The old database is kept as {kept}.")


@app.command()
def upgrade(
    without_backup: Annotated[bool, typer.Option("--without-backup", help="Do not make a backup first.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Upgrade the database to this version, after a backup. Servers do this when they start; stop older ones first."""
    there = existing(database)
    with explain_errors():
        file = upgrades.upgrade(there, with_backup=not without_backup)
    typer.echo(f"The database is up to date. Backup: {file}" if file else "The database is up to date.")
