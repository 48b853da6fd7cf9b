"""What can be wrong with what people give a game; each error says what, where and what was expected."""

from collections.abc import Mapping
from typing import Any


class OptionError(ValueError):
    """An option has a value that it may not have; says which, what was given and what was expected.

    Attributes:
        key, params: what people are told, as a message of a catalogue; "" where no message tells more than the code.
    """

    def __init__(self, text: str, key: str = "", **params: Any) -> None:
        super().__init__(text)
        self.key = key
        self.params = params


class PositionError(ValueError):
    """A set-up position is impossible; says where, what was given and what was expected."""


class ComponentError(ValueError):
    """A component file is wrong; says where, what was found and what was expected."""


class RuleError(ValueError):
    """A rule function cannot become machine code; says where, why, and what to do. ``__cause__`` is numba's account."""


class IllegalAction(ValueError):
    """An action that may not be taken.

    Attributes:
        text: the action as it was given.
        code: ``unknown_action`` (no such text in this game) or ``illegal_action``.
        clause: the rule behind the refusal, e.g. ``KER-PLACE-3``; "" when no single rule applies.
        key, params: the explanation as a message of the game's catalogue.
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
