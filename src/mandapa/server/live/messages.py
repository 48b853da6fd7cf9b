"""WebSocket protocol of a table: client messages, and the encoding of server messages."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic_core import to_json

from mandapa.server.fields import ActionText

Id = Annotated[str, Field(min_length=1, max_length=64)]
Seq = Annotated[int, Field(ge=0)]
MOST_AT_ONCE = 15
"""Maximum number of decisions that may follow the first one in a request."""


class ClientMessage(BaseModel):
    """Base class of client messages. Unknown fields are ignored; known fields are strictly typed."""

    model_config = ConfigDict(strict=True)


class Hello(ClientMessage):
    """The first message of a client, repeated whenever it wants to catch up.

    With ``previews``, new choices are followed by their outcomes, as if the client had sent ``preview``.
    """

    type: Literal["hello"]
    proto: int
    have_seq: Seq = 0
    previews: bool = False
    look: Annotated[int, Field(ge=0, le=11)] | None = None


class Look(ClientMessage):
    """The player who is looking at a shared screen; None: no particular one."""

    type: Literal["look"]
    seat: Annotated[int, Field(ge=0, le=11)] | None


class Act(ClientMessage):
    """A decision and those that follow it. They are carried out and taken back together, or not at all."""

    type: Literal["act"]
    id: Id
    base_seq: Seq
    action: ActionText
    then: Annotated[list[ActionText], Field(max_length=MOST_AT_ONCE)] = []


class Confirm(ClientMessage):
    """Confirm the end of the turn, or the roll that the turn is waiting for."""

    type: Literal["confirm"]
    id: Id
    base_seq: Seq


class Back(ClientMessage):
    """Take back moves as far as ``to_ply``; without it, the last decision."""

    type: Literal["back"]
    id: Id
    base_seq: Seq
    to_ply: Annotated[int, Field(ge=0)] | None = None


class Answer(ClientMessage):
    """Answer another player's undo request."""

    type: Literal["answer"]
    id: Id
    base_seq: Seq
    agree: bool


class Withdraw(ClientMessage):
    """Withdraw the player's own undo request."""

    type: Literal["withdraw"]
    id: Id
    base_seq: Seq


class Preview(ClientMessage):
    """Preview the outcome of each choice. With ``of``, preview only the last of these consecutive decisions."""

    type: Literal["preview"]
    id: Id
    base_seq: Seq
    of: Annotated[list[ActionText], Field(max_length=MOST_AT_ONCE)] = []


class Point(ClientMessage):
    """The spot the player is pointing at, shown to the other clients but not stored; None: stop pointing."""

    type: Literal["point"]
    at: Annotated[str, Field(max_length=200)] | None


class Ping(ClientMessage):
    """Keep-alive request."""

    type: Literal["ping"]
    id: Id


Change = Act | Confirm | Back | Answer | Withdraw
AnyMessage = Hello | Look | Act | Confirm | Back | Answer | Withdraw | Preview | Point | Ping

parse_message: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


def encode(value: Any) -> str:
    """Encode a value as JSON."""
    return to_json(value).decode()
