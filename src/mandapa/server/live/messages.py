"""WebSocket protocol of a table: the client messages, and the encoding of server messages."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic_core import to_json

from mandapa.server.fields import ActionText

Id = Annotated[str, Field(min_length=1, max_length=64)]
Seq = Annotated[int, Field(ge=0)]
MOST_AT_ONCE = 15
"""Maximum number of further decisions in a request, after the first one."""


class ClientMessage(BaseModel):
    """Base class of client messages. Unknown fields are ignored; known fields are strictly typed."""

    model_config = ConfigDict(strict=True)


class Hello(ClientMessage):
    """The first message of a client, sent again whenever the client wants to catch up.

    With ``previews``, the server previews the outcomes of all new choices without being asked.
    """

    type: Literal["hello"]
    proto: int
    have_seq: Seq = 0
    previews: bool = False
    look: Annotated[int, Field(ge=0, le=11)] | None = None


class Look(ClientMessage):
    """Report which player is looking at a shared screen; None: no particular player."""

    type: Literal["look"]
    seat: Annotated[int, Field(ge=0, le=11)] | None


class Act(ClientMessage):
    """Perform one or more decisions. Either all of them are carried out or none, and an undo takes back all of them."""

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
    """Take back all moves after ``to_ply``. Without ``to_ply``, take back the last decision."""

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
    """Request a preview of the outcome of each choice.

    With ``of``, a sequence of consecutive decisions, request only the outcome of the last one.
    """

    type: Literal["preview"]
    id: Id
    base_seq: Seq
    of: Annotated[list[ActionText], Field(max_length=MOST_AT_ONCE)] = []


class Point(ClientMessage):
    """Show the other clients where the player is pointing; None: the player has stopped pointing. Not stored."""

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
