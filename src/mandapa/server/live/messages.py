"""WebSocket protocol of a table: the messages that clients send, and the JSON encoding of the server's messages."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic_core import to_json

from mandapa.server.fields import ActionText

Id = Annotated[str, Field(min_length=1, max_length=64)]
Seq = Annotated[int, Field(ge=0)]
MOST_AT_ONCE = 15
"""Maximum number of decisions in a request, not counting the first one."""


class ClientMessage(BaseModel):
    """Base class of the messages that clients send.

    Unknown fields are ignored. Values of the wrong JSON type are rejected, not converted.
    """

    model_config = ConfigDict(strict=True)


class Hello(ClientMessage):
    """The first message of a client. The client may send it again to get everything that it has missed.

    ``have_seq``: number of the last entry that the client has. With ``previews``, the server sends previews of the
    outcomes whenever the client gets new choices. ``look``: as ``seat`` in ``Look``.
    """

    type: Literal["hello"]
    proto: int
    have_seq: Seq = 0
    previews: bool = False
    look: Annotated[int, Field(ge=0, le=11)] | None = None


class Look(ClientMessage):
    """Say which player is looking at a screen that several players share; None: no particular player."""

    type: Literal["look"]
    seat: Annotated[int, Field(ge=0, le=11)] | None


class Act(ClientMessage):
    """Perform the decision ``action`` and then the decisions ``then``.

    If one of them is illegal, none is carried out. An undo takes back all of them together.
    """

    type: Literal["act"]
    id: Id
    base_seq: Seq
    action: ActionText
    then: Annotated[list[ActionText], Field(max_length=MOST_AT_ONCE)] = []


class Confirm(ClientMessage):
    """Confirm the end of the turn, or roll the dice if the turn is waiting for that."""

    type: Literal["confirm"]
    id: Id
    base_seq: Seq


class Back(ClientMessage):
    """Undo all actions of the game after the first ``to_ply``. Without ``to_ply``, undo the last decision."""

    type: Literal["back"]
    id: Id
    base_seq: Seq
    to_ply: Annotated[int, Field(ge=0)] | None = None


class Answer(ClientMessage):
    """Accept or decline another player's undo request."""

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
    """Request a preview of the outcome of each choice of the player to move.

    ``of``: sequence of consecutive decisions. If it is given, only the outcome of its last decision is previewed.
    """

    type: Literal["preview"]
    id: Id
    base_seq: Seq
    of: Annotated[list[ActionText], Field(max_length=MOST_AT_ONCE)] = []


class Point(ClientMessage):
    """Show the other clients what the player is pointing at; None: the player has stopped pointing.

    The message is not stored.
    """

    type: Literal["point"]
    at: Annotated[str, Field(max_length=200)] | None


class Ping(ClientMessage):
    """Keep-alive message, which the server answers with ``pong``."""

    type: Literal["ping"]
    id: Id


Change = Act | Confirm | Back | Answer | Withdraw
AnyMessage = Hello | Look | Act | Confirm | Back | Answer | Withdraw | Preview | Point | Ping

parse_message: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


def encode(value: Any) -> str:
    """Encode a value as JSON."""
    return to_json(value).decode()
