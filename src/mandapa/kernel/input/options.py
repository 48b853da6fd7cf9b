"""Game options, set before a game starts, and the parsing of their values.

Values come from a form, from the command line (always as text) or from Python. The types of options that games have in
common are defined here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mandapa.kernel.errors import OptionError


@dataclass(frozen=True)
class Option:
    """An option of a game.

    Attributes:
        name: keyword of ``mandapa.load``.
        default: value if none is given.
        kind: type of form field: ``choice``, ``flag``, ``colours``, ``seat``, ``number`` or ``file``.
        choices: the values offered, if they can be listed.
        help: one sentence for people.
        at_table: initial value in the form for a new table, if it differs from the default.
        parse: ``parse(value, players)`` returns the value in its normalized, JSON-serializable form, or raises
            ``OptionError``. Must accept text from the command line, such as ``"3"`` for 3, and be idempotent.
    """

    name: str
    default: Any
    kind: str
    help: str
    parse: Callable[[Any, int], Any]
    choices: tuple[Any, ...] = ()
    at_table: Any = None


def option_error(name: str, found: Any, expected: str, key: str = "", **params: Any) -> OptionError:
    """Create the error for an invalid value; ``key`` and ``params`` give people a more specific message."""
    return OptionError(f"{name}: found {found!r}, expected {expected}", key, **params)


RANGE = "refusal.option.range"
"""Message for a number out of range, with ``low`` and ``high``."""
MAX_NUMBER = 18


def is_whole(value: Any) -> bool:
    """Return whether ``value`` is an integer, possibly as text; no option needs more than MAX_NUMBER digits."""
    if isinstance(value, str):
        return value.isdecimal() and len(value) <= MAX_NUMBER
    return isinstance(value, int) and not isinstance(value, bool)


def choice(name: str, choices: tuple[str, ...], help: str, default: str = "", at_table: str | None = None) -> Option:
    """Create an option with a fixed set of words, by default the first."""

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, str) or value not in choices:
            raise option_error(name, value, " or ".join(choices))
        return value

    return Option(name, default or choices[0], "choice", help, parse, choices, at_table)


def flag(name: str, help: str, default: bool = False) -> Option:
    """Create a boolean option."""
    answers = {True: True, False: False, "true": True, "false": False}

    def parse(value: Any, players: int) -> bool:
        if not isinstance(value, bool | str) or value not in answers:
            raise option_error(name, value, "true or false")
        return answers[value]

    return Option(name, default, "flag", help, parse)


def seat(name: str, help: str) -> Option:
    """Create an option for a seat, by default ``random``."""

    def parse(value: Any, players: int) -> Any:
        if value == "random":
            return value
        if not is_whole(value) or int(value) not in range(players):
            raise option_error(name, value, f"random or a seat from 0 to {players - 1}")
        return int(value)

    return Option(name, "random", "seat", help, parse, ("random",))


def colours(name: str, palette: tuple[str, ...], help: str) -> Option:
    """Create an option with one distinct colour per seat; ``random`` for some seats or, by default, for all of them."""

    def parse(value: Any, players: int) -> Any:
        if value == "random":
            return value
        chosen = value.split(",") if isinstance(value, str) else value
        listed = isinstance(chosen, list | tuple) and all(isinstance(colour, str) for colour in chosen)
        fixed = [colour for colour in chosen if colour != "random"] if listed else []
        if not listed or len(chosen) != players or len(set(fixed)) != len(fixed) or not set(fixed) <= set(palette):
            raise option_error(name, value, f"random or {players} different of {', '.join(palette)}")
        return list(chosen) if fixed else "random"

    return Option(name, "random", "colours", help, parse, palette)


def number(name: str, default: int, limits: tuple[int, int], help: str, choices: tuple[int, ...] = ()) -> Option:
    """Create an option for an integer within ``limits``, inclusive; a form offers ``choices``."""
    low, high = limits

    def parse(value: Any, players: int) -> int:
        if not is_whole(value) or not low <= int(value) <= high:
            raise option_error(name, value, f"{low} to {high}", RANGE, low=low, high=high)
        return int(value)

    return Option(name, default, "number", help, parse, choices)


def word_or_number(name: str, word: str, limits: tuple[int, int], help: str, choices: tuple[int, ...]) -> Option:
    """Create an option for a word, which is the default, or an integer within ``limits``, inclusive.

    A form offers the word and ``choices``.
    """
    low, high = limits

    def parse(value: Any, players: int) -> Any:
        if value == word:
            return value
        if not is_whole(value) or not low <= int(value) <= high:
            raise option_error(name, value, f"{word} or {low} to {high}", RANGE, low=low, high=high)
        return int(value)

    return Option(name, word, "number", help, parse, (word, *choices))


def component_file(name: str = "components") -> Option:
    """Create an option for the path of a component file, or ``default``."""

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, str) or not value:
            raise option_error(name, value, "default or the path of a component file")
        return value

    return Option(name, "default", "file", "Component file made from a player's own box.", parse, ("default",))
