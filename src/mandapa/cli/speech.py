"""What the command line says, in the language of the locale: ``words/XX.json``, read when something is said.

The English of a command's help stands with its declaration; other languages have it under the key ``help``, the names
of its commands, and the name of what has the help: ``help.lab.train.seed``. What several say is translated once, with
the first of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.table import Table

from mandapa import languages
from mandapa.languages import catalogue, of_locale, say

WORDS = Path(__file__).parent / "words"
TOLD = (WORDS, Path(__file__).parent.parent / "server" / "words")
"""Where it stands how finished English sentences are told."""
HELP_NAMES = ["-h", "--help"]
PANELS = {
    "ARGUMENTS_PANEL_TITLE": "library.arguments",
    "OPTIONS_PANEL_TITLE": "library.options",
    "COMMANDS_PANEL_TITLE": "library.commands",
    "ERRORS_PANEL_TITLE": "library.error",
    "REQUIRED_LONG_STRING": "library.required",
    "DEFAULT_STRING": "library.default",
    "RICH_HELP": "library.try",
}
"""What Typer says of its own accord around help and errors, by the name of its constant."""


def spoken() -> str:
    """The language of the terminal."""
    return of_locale(os.environ)


def tell(key: str, **params: object) -> str:
    """The sentence of a key, filled."""
    return say(key, params, spoken(), WORDS)


def retold(said: str) -> str:
    """A finished English sentence of the library, or of another one, in the language of the locale if it is known."""
    return languages.retold(said, spoken(), TOLD) or said


def numbers(text: str) -> str:
    """A text with its numbers as the language of the locale writes them."""
    return languages.numbers(text, spoken())


def heading(name: str) -> str:
    """The heading of a column."""
    return catalogue(WORDS, spoken()).get(f"column.{name}") or retold(name)


def headed(table: Table) -> Table:
    """A table with its title, its caption, its headings, its numbers and what else it says, as the locale has it."""
    table.title = retold(table.title) if isinstance(table.title, str) else table.title
    if isinstance(table.caption, str):
        table.caption = numbers("\n".join(map(retold, table.caption.splitlines())))
    for column in table.columns:
        column.header = heading(column.header) if isinstance(column.header, str) else column.header
        column._cells = [numbers(retold(cell)) if isinstance(cell, str) else cell for cell in column._cells]
    return table


def helps(command: Any) -> dict[str, str]:
    """The English help of a command and of all below it, by key, each text once."""
    keys: dict[str, str] = {}
    for key, thing in _described(command, "help"):
        keys.setdefault(thing.help, key)
    return {key: text for text, key in keys.items()}


def localise(command: Any) -> None:
    """Lets a command and all below it give help in the language of the locale."""
    from typer import rich_utils

    words = catalogue(WORDS, spoken())
    translated = {text: words[key] for key, text in helps(command).items() if key in words}
    for _, thing in _described(command, "help"):
        thing.help = translated.get(thing.help, thing.help)
    for constant, key in PANELS.items():
        setattr(rich_utils, constant, words[key])
    command.context_class.formatter_class = _formatter(command.context_class.formatter_class, words["library.usage"])


def _described(command: Any, key: str) -> Iterator[tuple[str, Any]]:
    """Everything that has help: the command, its arguments and options, and the commands below it."""
    import typer

    asking = command.get_help_option(typer.Context(command, help_option_names=HELP_NAMES))
    yield from ((f"{key}.{part.name}", part) for part in [*command.params, asking] if getattr(part, "help", None))
    if command.help:
        yield key, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from _described(inner, f"{key}.{name}")


def _formatter(formatter: Any, usage: str) -> Any:
    """How help is written, with another word before the usage line."""

    class Localised(formatter):  # type: ignore[misc]
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, prefix or usage)

    return Localised
