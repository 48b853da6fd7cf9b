"""The options of a game: what is settled before it starts, and how their values are read.

Values come from a form, from the command line (always text) or from Python. The kinds of option that games have in
common are made here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mandapa.kernel.errors import OptionError


@dataclass(frozen=True)
class Option:
    """One thing that is settled before a game starts.

    Attributes:
        name: keyword of ``mandapa.load``.
        default: value when nothing is said.
        kind: ``choice``, ``flag``, ``colours``, ``seat``, ``number`` or ``file``: what a form shows.
        choices: the values offered, where they can be listed.
        help: one sentence for people.
        at_table: what the form for a table of people starts with, where that is not the default.
        parse: ``parse(value, players)`` returns the value in its normal form, JSON-able, or raises ``OptionError``. The
            command line gives text, so ``"3"`` is to be read like 3; ``parse`` of a normal form changes nothing.
    """

    name: str
    default: Any
    kind: str
    help: str
    parse: Callable[[Any, int], Any]
    choices: tuple[Any, ...] = ()
    at_table: Any = None


def refuse(name: str, found: Any, expected: str, key: str = "", **params: Any) -> OptionError:
    """The error for an option value; ``key`` and ``params`` tell people more than that it may not be."""
    return OptionError(f"{name}: found {found!r}, expected {expected}", key, **params)


RANGE = "refusal.option.range"
"""Message for a number that is too small or too large, with ``low`` and ``high``."""
LONGEST_NUMBER = 18


def is_whole(value: Any) -> bool:
    """Whether ``value`` is a whole number, also as text; no option needs more digits than LONGEST_NUMBER."""
    if isinstance(value, str):
        return value.isdecimal() and len(value) <= LONGEST_NUMBER
    return isinstance(value, int) and not isinstance(value, bool)


def choice(name: str, choices: tuple[str, ...], help: str, default: str = "", at_table: str | None = None) -> Option:
    """One of some words, by default the first."""

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, str) or value not in choices:
            raise refuse(name, value, " or ".join(choices))
        return value

    return Option(name, default or choices[0], "choice", help, parse, choices, at_table)


def flag(name: str, help: str, default: bool = False) -> Option:
    """True or false."""
    answers = {True: True, False: False, "true": True, "false": False}

    def parse(value: Any, players: int) -> bool:
        if not isinstance(value, bool | str) or value not in answers:
            raise refuse(name, value, "true or false")
        return answers[value]

    return Option(name, default, "flag", help, parse)


def seat(name: str, help: str) -> Option:
    """A seat, by default ``random``."""

    def parse(value: Any, players: int) -> Any:
        if value == "random":
            return value
        if not is_whole(value) or int(value) not in range(players):
            raise refuse(name, value, f"random or a seat from 0 to {players - 1}")
        return int(value)

    return Option(name, "random", "seat", help, parse, ("random",))


def colours(name: str, palette: tuple[str, ...], help: str) -> Option:
    """One colour a seat, all different; ``random`` for some seats, or, by default, for all of them."""

    def parse(value: Any, players: int) -> Any:
        if value == "random":
            return value
        chosen = value.split(",") if isinstance(value, str) else value
        listed = isinstance(chosen, list | tuple) and all(isinstance(colour, str) for colour in chosen)
        fixed = [colour for colour in chosen if colour != "random"] if listed else []
        if not listed or len(chosen) != players or len(set(fixed)) != len(fixed) or not set(fixed) <= set(palette):
            raise refuse(name, value, f"random or {players} different of {', '.join(palette)}")
        return list(chosen) if fixed else "random"

    return Option(name, "random", "colours", help, parse, palette)


def number(name: str, default: int, limits: tuple[int, int], help: str, choices: tuple[int, ...] = ()) -> Option:
    """A whole number within ``limits``, both possible; ``choices`` are those that a form offers."""
    low, high = limits

    def parse(value: Any, players: int) -> int:
        if not is_whole(value) or not low <= int(value) <= high:
            raise refuse(name, value, f"{low} to {high}", RANGE, low=low, high=high)
        return int(value)

    return Option(name, default, "number", help, parse, choices)


def word_or_number(name: str, word: str, limits: tuple[int, int], help: str, choices: tuple[int, ...]) -> Option:
    """A whole number within ``limits``, both possible, or, by default, a word; a form offers it and ``choices``."""
    low, high = limits

    def parse(value: Any, players: int) -> Any:
        if value == word:
            return value
        if not is_whole(value) or not low <= int(value) <= high:
            raise refuse(name, value, f"{word} or {low} to {high}", RANGE, low=low, high=high)
        return int(value)

    return Option(name, word, "number", help, parse, (word, *choices))


def component_file(name: str = "components") -> Option:
    """The path of a component file, or ``default``."""

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, str) or not value:
            raise refuse(name, value, "default or the path of a component file")
        return value

    return Option(name, "default", "file", "Component file of somebody who owns the box.", parse, ("default",))
