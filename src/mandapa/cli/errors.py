"""Errors that people cause, and the exit codes of the command: 2 for wrong usage, 1 for failure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from typer import TyperException

USAGE = 2
FAILURE = 1


class UsageError(ValueError):
    """The command line asks for something that there is not; says what was given and what was expected."""


class Failure(ValueError):
    """What was asked for cannot be done; says what, where and why."""


def exit_code(error: Exception) -> int | None:
    """Exit code for an error that a person caused; None for a fault of this program."""
    from mandapa.bots import PolicyError
    from mandapa.kernel.errors import ComponentError, IllegalAction, OptionError, PositionError, RuleError
    from mandapa.play import RecordError

    if isinstance(error, BrokenPipeError):  # the reader of our output has left; not worth a word
        return None
    if isinstance(error, UsageError | OptionError):
        return USAGE
    failures = (Failure, OSError, PositionError, ComponentError, RecordError, IllegalAction, RuleError, PolicyError)
    if isinstance(error, failures):
        return FAILURE
    return None


def explain(error: Exception) -> str:
    """One sentence for people."""
    from mandapa.cli.speech import retold

    if isinstance(error, OSError) and error.filename is not None:
        return retold(f"{error.filename}: {error.strerror}")
    return retold(str(error))


@contextmanager
def told_again() -> Iterator[None]:
    """What Typer says of wrong usage, in the language of the locale."""
    try:
        yield
    except TyperException as error:
        from mandapa.cli.speech import retold

        said = retold(error.format_message())
        error.format_message = lambda: said  # type: ignore[method-assign]  # this error says it so
        raise
