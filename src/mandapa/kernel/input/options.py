"""Options of a game, chosen before it starts, and the validation of their values.

Values come from a form, from the command line (always as text) or from Python. The functions here create the types of
options that several games use.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mandapa.kernel.errors import OptionError


@dataclass(frozen=True)
class Option:
    """An option of a game.

    Attributes:
        name: keyword of ``mandapa.load``.
        default: default value.
        kind: type of form field: ``choice``, ``flag``, ``colours``, ``seat``, ``number`` or ``file``.
        help: description in one sentence.
        parse: function ``parse(value, players)`` that returns the value in its normalized, JSON-serializable form, or
            raises ``OptionError``. It must accept text from the command line, such as ``"3"`` for 3, and be idempotent.
        choices: values offered by forms, if they can be listed.
        at_table: initial value in the form for a new table, if it differs from the default.
    """

    name: str
    default: Any
    kind: str
    help: str
    parse: Callable[[Any, int], Any]
    choices: tuple[Any, ...] = ()
    at_table: Any = None


def option_error(name: str, found: Any, expected: str, key: str = "", **params: Any) -> OptionError:
    """Create the error for an invalid value. ``key`` and ``params`` select a more specific translated message."""
    return OptionError(f"{name}: found {found!r}, expected {expected}", key, **params)


RANGE = "refusal.option.range"
"""Message key for a number out of range, with the parameters ``low`` and ``high``."""
MAX_NUMBER = 18


def is_whole(value: Any) -> bool:
    """Return whether ``value`` is an integer, or text of at most ``MAX_NUMBER`` digits."""
    if isinstance(value, str):
        return value.isdecimal() and len(value) <= MAX_NUMBER
    return isinstance(value, int) and not isinstance(value, bool)


def choice(name: str, choices: tuple[str, ...], help: str, default: str = "", at_table: str | None = None) -> Option:
    """Create an option with a fixed set of values. The default is the first of ``choices``."""

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
    """Create an option for a seat number or ``random``, which is the default."""

    def parse(value: Any, players: int) -> Any:
        if value == "random":
            return value
        if not is_whole(value) or int(value) not in range(players):
            raise option_error(name, value, f"random or a seat from 0 to {players - 1}")
        return int(value)

    return Option(name, "random", "seat", help, parse, ("random",))


def colours(name: str, palette: tuple[str, ...], help: str) -> Option:
    """Create an option for a list of different colours, one per seat.

    ``random`` is allowed for some seats or, as the default, for all.
    """

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
    """Create an option for an integer within ``limits``, inclusive. Forms offer ``choices``."""
    low, high = limits

    def parse(value: Any, players: int) -> int:
        if not is_whole(value) or not low <= int(value) <= high:
            raise option_error(name, value, f"{low} to {high}", RANGE, low=low, high=high)
        return int(value)

    return Option(name, default, "number", help, parse, choices)


def word_or_number(name: str, word: str, limits: tuple[int, int], help: str, choices: tuple[int, ...]) -> Option:
    """Create an option for ``word``, which is the default, or an integer within ``limits``, inclusive.

    Forms offer the word and ``choices``.
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
    """Create an option for the path of a component file, or ``default`` for the built-in one."""

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, str) or not value:
            raise option_error(name, value, "default or the path of a component file")
        return value

    return Option(name, "default", "file", "Component file made from a player's own box.", parse, ("default",))
