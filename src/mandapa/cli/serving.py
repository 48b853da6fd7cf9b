"""``mandapa`` and ``mandapa serve``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from mandapa.cli.errors import UsageError


def serve(given: Mapping[str, Any], open_browser: bool) -> None:
    """Run the server with these settings; the others come from the environment or are defaults."""
    from pydantic import ValidationError

    from mandapa.server import Settings, SettingsError, run

    try:
        settings = Settings(**given)
    except ValidationError as error:
        problems = (f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors())
        raise UsageError("; ".join(problems)) from error
    try:
        run(settings, open_browser=open_browser)
    except SettingsError as error:
        raise UsageError(str(error)) from error
    except KeyboardInterrupt:
        typer.echo("Mandapa is closed.")
