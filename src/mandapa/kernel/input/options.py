"""Reading option values: from a form, the command line (always text) or Python.

Each function makes a ``parse`` for ``Option``: it gives the value in its normal form or raises ``OptionError``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mandapa.kernel.errors import OptionError

Parse = Callable[[Any, int], Any]
"""``parse(value, players)``."""


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


def one_of(name: str, choices: tuple[str, ...]) -> Parse:
    """One of some words."""

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, str) or value not in choices:
            raise refuse(name, value, " or ".join(choices))
        return value

    return parse


def flag(name: str) -> Parse:
    """True or false."""
    answers = {True: True, False: False, "true": True, "false": False}

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, bool | str) or value not in answers:
            raise refuse(name, value, "true or false")
        return answers[value]

    return parse


def seat_or_random(name: str) -> Parse:
    """A seat, or ``random``."""

    def parse(value: Any, players: int) -> Any:
        if value == "random":
            return value
        if not is_whole(value) or int(value) not in range(players):
            raise refuse(name, value, f"random or a seat from 0 to {players - 1}")
        return int(value)

    return parse


def colours_or_random(name: str, palette: tuple[str, ...]) -> Parse:
    """One colour a seat, all different; ``random`` for some seats, or for all of them."""

    def parse(value: Any, players: int) -> Any:
        if value == "random":
            return value
        chosen = value.split(",") if isinstance(value, str) else value
        listed = isinstance(chosen, list | tuple) and all(isinstance(colour, str) for colour in chosen)
        fixed = [colour for colour in chosen if colour != "random"] if listed else []
        if not listed or len(chosen) != players or len(set(fixed)) != len(fixed) or not set(fixed) <= set(palette):
            raise refuse(name, value, f"random or {players} different of {', '.join(palette)}")
        return list(chosen) if fixed else "random"

    return parse


def word_or_whole(name: str, word: str, low: int, high: int) -> Parse:
    """A number from ``low`` to ``high``, or a word."""

    def parse(value: Any, players: int) -> Any:
        if value == word:
            return value
        if not is_whole(value) or not low <= int(value) <= high:
            raise refuse(name, value, f"{word} or {low} to {high}", RANGE, low=low, high=high)
        return int(value)

    return parse


def component_file(name: str) -> Parse:
    """``default``, or the path of a component file."""

    def parse(value: Any, players: int) -> Any:
        if not isinstance(value, str) or not value:
            raise refuse(name, value, "default or the path of a component file")
        return value

    return parse
