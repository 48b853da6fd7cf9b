"""``mandapa serve``, which ``mandapa`` without a command also runs: start the server."""

import difflib
import errno
import json
import os
import socket
import urllib.request
import webbrowser
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from mandapa import server
from mandapa.cli.errors import Failure, UsageError
from mandapa.kernel.errors import ComponentError
from mandapa.library import check_custom_components
from mandapa.server import Settings, SettingsError
from mandapa.server.errors import reason_of
from mandapa.server.store.database import DatabaseError
from mandapa.server.tables.create import check_external_bots

app = typer.Typer()

OTHER_VARIABLES = {"MANDAPA_CACHE_DIR", "MANDAPA_PIECES", "MANDAPA_TEMPORARY_CACHE"}
"""Environment variables that other parts of the program read."""


@app.command()
def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; 0.0.0.0 for all interfaces. [127.0.0.1]"),
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on. [8000]")] = None,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///FILE or postgresql://...", show_default="an SQLite file in your data folder"),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
) -> None:
    """Start the server. All other settings are environment variables MANDAPA_..., which docs/hosting.md lists."""
    given = {"host": host, "port": port, "database": database}
    run_server({name: value for name, value in given.items() if value is not None}, open_browser)


def run_server(overrides: Mapping[str, Any], open_browser: bool) -> None:
    """Run the server. Settings that are not in ``overrides`` are taken from environment variables or are defaults."""
    settings = read_settings(overrides)
    for name in unknown_settings(os.environ):
        typer.echo(f"mandapa: {name}: there is no such setting; it is ignored", err=True)
    if is_port_taken(settings.host, settings.port):
        use_running(settings.host, settings.port, open_browser)
        return
    try:
        check_custom_components()
        check_external_bots(settings.bots)
        server.run(settings, open_browser=open_browser)
    except (SettingsError, ComponentError) as error:
        raise UsageError(str(error)) from error
    except DatabaseError as error:
        raise UsageError(f"--database: {error}") from error
    except KeyboardInterrupt:
        typer.echo("The server has stopped.")


def read_settings(given: Mapping[str, Any]) -> Settings:
    """Return the server's settings. Those not in ``given`` are taken from environment variables or are defaults.

    Raises:
        UsageError: a setting is invalid, or an environment variable looks like a misspelt one.
    """
    check_spelling(os.environ, variables())
    try:
        return Settings(**given)
    except ValidationError as error:
        problems = (f"{_setting(str(part['loc'][0]), given)}: {reason_of(part)}" for part in error.errors())
        raise UsageError("; ".join(problems)) from error


def _setting(name: str, given: Mapping[str, Any]) -> str:
    """Return the name of a setting as a host writes it: an option if it is ``given``, otherwise a variable."""
    return f"--{name}" if name in given else f"MANDAPA_{name.upper()}"


def variables() -> list[str]:
    """Return the names of the environment variables that are settings of the server."""
    return [f"MANDAPA_{name.upper()}" for name in Settings.model_fields]


def unknown_settings(names: Iterable[str]) -> list[str]:
    """Return the names that look like settings, but neither the server nor the rest of the program reads them."""
    return sorted(name for name in {*names} - {*variables()} - OTHER_VARIABLES if name.startswith("MANDAPA_"))


def check_spelling(names: Iterable[str], known: Sequence[str]) -> None:
    """Raise ``UsageError`` if one of the environment variables ``names`` looks like a misspelt setting."""
    for name in names:
        near = difflib.get_close_matches(name, known, 1, 0.9) if name.startswith("MANDAPA_") else []
        if near and name not in known:
            raise UsageError(f"{name}: there is no such setting; do you mean {near[0]}?")


def is_port_taken(host: str, port: int) -> bool:
    """Return whether another program listens on the port; ``UsageError`` if the address cannot be used at all."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return True
            raise UsageError(f"--host, --port: cannot listen on {host}, port {port}: {error.strerror}") from error
    return False


def use_running(host: str, port: int, open_browser: bool) -> None:
    """Open the browser if a Mandapa server is listening on the port. Otherwise raise ``Failure``."""
    address = f"http://127.0.0.1:{port}/"
    if open_browser and is_mandapa(address):
        typer.echo(f"Mandapa is already running at {address}")
        webbrowser.open(address)
        return
    raise Failure(f"--port: {port} on {host} is taken by another program, expected a free one, e.g. --port {port + 1}")


def is_mandapa(address: str) -> bool:
    """Return whether a Mandapa server answers at a URL."""
    try:
        with urllib.request.urlopen(f"{address}api/health", timeout=3) as answer:
            return "compiled" in json.load(answer)
    except (OSError, ValueError):
        return False
