"""Running the command `mandapa` in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from mandapa.cli import app

Command = Callable[..., Result]


@pytest.fixture
def mandapa() -> Command:
    """Run `mandapa ARGUMENTS`; `input` is what a person types. Faults of the program are raised, not hidden."""

    def run(*arguments: Any, input: str | None = None) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=input, catch_exceptions=False)

    return run
