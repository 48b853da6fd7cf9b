"""What clients send over the WebSocket of a table, and how what they are sent is written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic_core import to_json

from mandapa.server.fields import ActionText

Id = Annotated[str, Field(min_length=1, max_length=64)]
Seq = Annotated[int, Field(ge=0)]
MOST_AT_ONCE = 15
"""Decisions that may follow on the first one of a request."""


class ClientMessage(BaseModel):
    """Fields that are not known are ignored; those that are must have exactly their type."""

    model_config = ConfigDict(strict=True)


class Hello(ClientMessage):
    """The first message, and again whenever the client wants to catch up.

    With ``previews``, new choices are followed by what each would lead to, as if ``preview`` asked for it.
    """

    type: Literal["hello"]
    proto: int
    have_seq: Seq = 0
    previews: bool = False
    look: Annotated[int, Field(ge=0, le=11)] | None = None


class Look(ClientMessage):
    """Who looks at the screen now, of several people at one device; None: nobody in particular."""

    type: Literal["look"]
    seat: Annotated[int, Field(ge=0, le=11)] | None


class Act(ClientMessage):
    """A decision, and those that follow on it: all or none; they are taken back together."""

    type: Literal["act"]
    id: Id
    base_seq: Seq
    action: ActionText
    then: Annotated[list[ActionText], Field(max_length=MOST_AT_ONCE)] = []


class Confirm(ClientMessage):
    """The end of my turn, or the roll that my turn waits for."""

    type: Literal["confirm"]
    id: Id
    base_seq: Seq


class Back(ClientMessage):
    """A take-back; without ``to_ply`` of the last decision."""

    type: Literal["back"]
    id: Id
    base_seq: Seq
    to_ply: Annotated[int, Field(ge=0)] | None = None


class Answer(ClientMessage):
    """My answer to somebody who asks for a take-back."""

    type: Literal["answer"]
    id: Id
    base_seq: Seq
    agree: bool


class Withdraw(ClientMessage):
    """I do not want my take-back any more."""

    type: Literal["withdraw"]
    id: Id
    base_seq: Seq


class Preview(ClientMessage):
    """What would my choices lead to? With ``of``: what would the last of these decisions, one after the other?"""

    type: Literal["preview"]
    id: Id
    base_seq: Seq
    of: Annotated[list[ActionText], Field(max_length=MOST_AT_ONCE)] = []


class Point(ClientMessage):
    """What I point at, for the others at the table; None: at nothing any more. It is passed on and forgotten."""

    type: Literal["point"]
    at: Annotated[str, Field(max_length=200)] | None


class Ping(ClientMessage):
    """Are you there?"""

    type: Literal["ping"]
    id: Id


Change = Act | Confirm | Back | Answer | Withdraw
AnyMessage = Hello | Look | Act | Confirm | Back | Answer | Withdraw | Preview | Point | Ping

parse_message: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


def encode(value: Any) -> str:
    """JSON text."""
    return to_json(value).decode()
