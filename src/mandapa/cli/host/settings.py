"""The settings of the server, from the command line and the environment."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from mandapa.cli.errors import UsageError
from mandapa.server import Settings
from mandapa.server.errors import reason_of


def read_settings(given: Mapping[str, Any]) -> Settings:
    """The settings that are given, and the others as they are in the environment or by default."""
    check_spelling(os.environ, [f"MANDAPA_{name.upper()}" for name in Settings.model_fields])
    try:
        return Settings(**given)
    except ValidationError as error:
        problems = (f"{'.'.join(map(str, part['loc']))}: {reason_of(part)}" for part in error.errors())
        raise UsageError("; ".join(problems)) from error


def check_spelling(names: Iterable[str], known: Sequence[str]) -> None:
    """``UsageError`` for a variable of the environment that is hardly other than a setting: nobody would notice it."""
    for name in names:
        near = difflib.get_close_matches(name, known, 1, 0.9) if name.startswith("MANDAPA_") else []
        if near and name not in known:
            raise UsageError(f"{name}: there is no such setting; do you mean {near[0]}?")
