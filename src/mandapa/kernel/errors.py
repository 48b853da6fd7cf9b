"""Exceptions for invalid input to a game. Each message says what was found, where, and what was expected."""

from collections.abc import Mapping
from typing import Any


class OptionError(ValueError):
    """An invalid option; the message names the option, the value found and the expected values.

    Attributes:
        key: key of a translated message for people; "" if no message is more specific than the error code.
        params: parameters of this message.
    """

    def __init__(self, text: str, key: str = "", **params: Any) -> None:
        super().__init__(text)
        self.key = key
        self.params = params


class PositionError(ValueError):
    """An impossible set-up position; the message says where, what was found and what was expected."""


class ComponentError(ValueError):
    """An invalid component file; the message says where, what was found and what was expected."""


class RuleError(ValueError):
    """A rule function that cannot be compiled; the message says where, why and what to do.

    ``__cause__`` is the error that numba raised.
    """


class DeviceError(RuntimeError):
    """A graphics card that is missing or unsuitable, or a kernel that failed in one of its games."""


class IllegalAction(ValueError):
    """An action that is not legal.

    Attributes:
        text: the action as given.
        code: ``unknown_action`` if the text is not an action of this game, otherwise ``illegal_action``.
        clause: the rule behind the refusal, e.g. ``KER-PLACE-3``; "" if no single rule applies.
        key: key of the message that explains the refusal, in the game's message catalogue.
        params: parameters of this message.
    """

    def __init__(
        self, text: str, code: str, clause: str, key: str, params: Mapping[str, Any], explanation: str
    ) -> None:
        super().__init__(f"{text!r}: {explanation}" + (f" ({clause})" if clause else ""))
        self.text = text
        self.code = code
        self.clause = clause
        self.key = key
        self.params = dict(params)
        self.explanation = explanation
