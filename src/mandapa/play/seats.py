"""Seats at a table: people, bots, open seats, and bots that stand in for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

PERSON = "person"
BOT = "bot"
OPEN = "open"

CLAIM = "claim"
LEAVE = "leave"
FILL = "fill"
STAND_IN = "stand_in"
LATE = "late"
ONCE = "once"
HAND_BACK = "hand_back"
RETURN = "return"
RESIGN = "resign"
LEVEL = "level"
FAIL = "fail"


class SeatError(ValueError):
    """A change of a seat is invalid."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table, and its current occupant.


    Attributes:
        name: display name of the player; "" while the seat is open.
        kind: ``person``, ``bot`` or ``open``.
        bot: name of the bot that plays at the seat. It is always set for kind ``bot``, but for kind ``person`` only
            while a bot plays for the person.
        resigned: true if the person has resigned; the bot then plays to the end.
    """

    name: str
    kind: str
    bot: str | None = None
    resigned: bool = False

    @property
    def stand_in(self) -> bool:
        """True if a bot plays for a person who is absent or has resigned."""
        return self.kind == PERSON and self.bot is not None

    @property
    def is_person_deciding(self) -> bool:
        """True if a person, not a bot, currently makes the decisions of the seat."""
        return self.kind == PERSON and self.bot is None

    def changed(self, text: str) -> Seat:
        """Return the seat after a change, given as the text of a ``seat`` entry; ``SeatError`` if it is invalid."""
        what, _, argument = text.partition(" ")
        if what == CLAIM and self.kind == OPEN and argument:
            return Seat(argument, PERSON)
        bot, _, name = argument.partition(" ")
        if what == FILL and self.kind == OPEN and name:
            return Seat(name, BOT, bot)
        if what == LEAVE and self.kind == PERSON and not argument:
            return Seat("", OPEN)
        if what in (STAND_IN, LATE, ONCE) and self.is_person_deciding and argument:
            return replace(self, bot=argument)
        if what in (RETURN, HAND_BACK) and self.stand_in and not self.resigned and not argument:
            return replace(self, bot=None)
        if what == RESIGN and self.kind == PERSON and not self.resigned and argument:
            return replace(self, bot=argument, resigned=True)
        if what in (LEVEL, FAIL) and self.bot is not None and argument not in ("", self.bot):
            return replace(self, bot=argument)
        raise SeatError(f"{text!r} cannot happen to a seat of kind {self.kind!r} with bot {self.bot!r}")

    def to_json(self) -> dict[str, Any]:
        """Return the seat as stored in a record file."""
        return {"name": self.name, "kind": self.kind} | ({"bot": self.bot} if self.bot else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Seat:
        """Create a seat from the result of ``to_json``."""
        return cls(str(data["name"]), str(data["kind"]), data.get("bot"))
