"""Run the command `mandapa` in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from mandapa.cli import app

Command = Callable[..., Result]


@pytest.fixture
def mandapa() -> Command:
    """Run `mandapa ARGUMENTS`; `input` is the user's input. Unexpected exceptions are raised."""

    def run(*arguments: Any, input: str | None = None) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=input, catch_exceptions=False)

    return run
