"""``mandapa admin``: what each of its subcommands takes. What it does is in ``hosting``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="For whoever runs a server: look after tables and guests, make backups. Works beside running servers.",
    no_args_is_help=True,
)

DatabaseUrl = Annotated[
    str | None,
    typer.Option(help="sqlite:///FILE or postgresql://... [MANDAPA_DATABASE, or the file in your data folder]"),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
Limit = Annotated[int, typer.Option(min=1, help="List so many at most.")]
GuestId = Annotated[str, typer.Argument(help="Id of the guest, see `mandapa admin guests`.", metavar="GUEST")]


@app.command()
def status(database: DatabaseUrl = None, json: Json = False) -> None:
    """Show which server processes run, and how many tables and guests there are."""
    from mandapa.cli import hosting

    hosting.status(database, json)


@app.command()
def tables(
    state: Annotated[str | None, typer.Option("--status", help="Only waiting, playing or over.")] = None,
    guest: Annotated[str | None, typer.Option(help="Only those of the guest with this id.")] = None,
    limit: Limit = 50,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """List tables with who sits there, the one that moved last first."""
    from mandapa.cli import hosting

    hosting.tables(database, state, guest, limit, json)


@app.command()
def close(
    ids: Annotated[list[str], typer.Argument(help="Ids of tables, see `mandapa admin tables`.", metavar="TABLE...")],
    delete: Annotated[bool, typer.Option("--delete", help="Delete them with all that happened there.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Close tables: the game ends there without a result, and says that the host has ended it."""
    from mandapa.cli import hosting

    hosting.close(database, ids, delete)


@app.command()
def guests(
    name: Annotated[str | None, typer.Option(help="Only those with this in their name.")] = None,
    limit: Limit = 50,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """List guests, the newest first."""
    from mandapa.cli import hosting

    hosting.guests(database, name, limit, json)


@app.command()
def rename(guest: GuestId, name: str, database: DatabaseUrl = None) -> None:
    """Give a guest another name, also at all tables and in their records."""
    from mandapa.cli import hosting

    hosting.rename(database, guest, name)


@app.command()
def ban(
    who: Annotated[str, typer.Argument(help="Id of a guest, an address, or a network such as 192.0.2.0/24.")],
    note: Annotated[str, typer.Option(help="Why, for yourself.")] = "",
    database: DatabaseUrl = None,
) -> None:
    """Send a guest or an address away: pages are closed within seconds, and nothing is answered any more."""
    from mandapa.cli import hosting

    hosting.ban(database, who, note)


@app.command()
def unban(
    who: Annotated[str, typer.Argument(help="As `mandapa admin bans` lists it.")], database: DatabaseUrl = None
) -> None:
    """Let a guest or an address come back."""
    from mandapa.cli import hosting

    hosting.unban(database, who)


@app.command()
def bans(database: DatabaseUrl = None, json: Json = False) -> None:
    """List who is banned."""
    from mandapa.cli import hosting

    hosting.bans(database, json)


@app.command()
def revoke(guest: GuestId, database: DatabaseUrl = None) -> None:
    """Sign a guest out of all browsers, and print a code that lets the right one come back."""
    from mandapa.cli import hosting

    hosting.revoke(database, guest)


@app.command()
def push_key() -> None:
    """Make a key for Web Push, and print what to set for the server."""
    from mandapa.cli import hosting

    hosting.push_key()


@app.command()
def reports(limit: Limit = 50, database: DatabaseUrl = None, json: Json = False) -> None:
    """List the names and words that players have reported, the newest first."""
    from mandapa.cli import hosting

    hosting.reports(database, limit, json)


@app.command()
def dismiss(
    ids: Annotated[list[int], typer.Argument(help="Numbers of reports.", metavar="REPORT...")],
    database: DatabaseUrl = None,
) -> None:
    """Take reports off the list."""
    from mandapa.cli import hosting

    hosting.dismiss(database, ids)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file.", dir_okay=False)], database: DatabaseUrl = None
) -> None:
    """Write the database as it is now to a file, while servers run."""
    from mandapa.cli import hosting

    hosting.backup(database, file)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `mandapa admin backup` wrote.")], database: DatabaseUrl = None
) -> None:
    """Put a backup in place of the database. No server may run on it; of SQLite the old file is kept."""
    from mandapa.cli import hosting

    hosting.restore(database, file)
