"""WebSocket endpoint of a table. It handles the messages of a client one at a time, in order."""

import asyncio
import hashlib
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from typing import Any

import structlog
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocketState

from mandapa.play import Match, RequestRefused
from mandapa.play.entries import Entry
from mandapa.server.errors import UNAVAILABLE_CODE, UNAVAILABLE_MESSAGE, ApiError, reason_of
from mandapa.server.identity.guest_cookie import BANNED, guest_of, requester_of, session_of
from mandapa.server.live import messages
from mandapa.server.live.page import Client
from mandapa.server.live.registry import TableRegistry
from mandapa.server.live.table import Command, LiveTable
from mandapa.server.outage import UNAVAILABLE_ERRORS
from mandapa.server.protection import addresses, limits
from mandapa.server.services import Services
from mandapa.server.store.bans import network_of

log = structlog.get_logger(__name__)

PROTOCOL = 1
HELLO_SECONDS = 10.0
MOST_FLOOD = 100
"""Maximum number of consecutive messages above the rate limit. After that, the connection is closed."""

LISTENERS = 25
"""Number of clients at a table for which the cost of a message increases by one; see ``message_cost``."""

POLICY, RESYNC, GOING_AWAY, TRY_AGAIN = 1008, 4000, 1001, 1013
LOST = (1005, 1011)
"""WebSocket close codes of a lost connection: it broke, or a ping was not answered."""
TOO_MANY_PAGES = "Too many pages opened; wait a moment."


async def serve_table(socket: WebSocket) -> None:
    """Serve a client's WebSocket connection to a table until it is closed."""
    services: Services = socket.app.state.services
    try:
        if services.limits.is_exhausted_for("page", requester_of(socket, None)):
            await socket.accept()
            await _fatal(socket, "flood", TOO_MANY_PAGES, TRY_AGAIN)
            return
        guest_id = await guest_of(socket)
        await _serve(socket, services, socket.app.state.tables, socket.path_params["id"], guest_id)
    except UNAVAILABLE_ERRORS as error:
        services.store.database.outage.failed(error)
        if socket.client_state is WebSocketState.CONNECTING:
            await socket.accept()
        await _fatal(socket, UNAVAILABLE_CODE, UNAVAILABLE_MESSAGE, TRY_AGAIN)


async def _serve(socket: WebSocket, services: Services, tables: TableRegistry, id: str, guest_id: str | None) -> None:
    here = addresses.address(socket)
    of_address = services.settings.address_pages
    most = {
        f"guest {guest_id or here}": services.settings.pages,
        f"address {here}": of_address,
        f"network {network_of(here)}": of_address * limits.NETWORK_SHARE,
    }
    await socket.accept()
    if services.visitors.bans.forbids(guest_id, here):
        await _fatal(socket, "banned", BANNED)
        return
    if not services.limits.allows("page", requester_of(socket, guest_id)):
        await _fatal(socket, "flood", TOO_MANY_PAGES, TRY_AGAIN)
        return
    for who, pages in most.items():
        if tables.connections[who] >= pages:
            message = f"You or your address already have {pages} pages open, the maximum; close some first."
            await _fatal(socket, "flood", message)
            return
    tables.connections.add(most.keys())
    try:
        table = await tables.get(id)
        if not table.may_watch(guest_id):
            raise ApiError(403, "forbidden", "Only players at this table may view it.")
        # Whenever a client joins or leaves, a message goes to every client of the table. Connecting to a table with
        # many clients therefore costs more.
        if not services.limits.allows("page", requester_of(socket, guest_id), message_cost(table) - 1):
            await _fatal(socket, "flood", TOO_MANY_PAGES, TRY_AGAIN)
            return
        await Connection(socket, table, guest_id).run()
    except ApiError as error:
        await _fatal(socket, error.code, str(error))
    finally:
        tables.connections.remove(most.keys())


def message_cost(table: LiveTable) -> int:
    """Return how many units a message at a table counts toward the rate limit.

    The number grows with the number of clients at the table, since all of them may be sent the effect of the message.
    """
    return 1 + len(table.presence.clients) // LISTENERS


async def _fatal(socket: WebSocket, code: str, message: str, closing: int = POLICY) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(messages.encode({"type": "error", "code": code, "message": message}))
        await socket.close(closing, code)


class Connection:
    """Handles one WebSocket connection: receives the client's messages, and runs a task that sends messages to it."""

    def __init__(self, socket: WebSocket, table: LiveTable, guest_id: str | None) -> None:
        self._socket = socket
        self._table = table
        self._payer = requester_of(socket, guest_id)
        self._services = table.services
        self._client = Client(guest_id, table.services.settings.backlog, addresses.address(socket), session_of(socket))
        self._greeted = False
        self._flood = 0
        self._lost = False
        self._question: asyncio.Task[None] | None = None
        self._previews: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the connection until either side closes it."""
        sender = asyncio.create_task(self._send())
        try:
            await self._receive()
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client has already disconnected
        finally:
            for task in (self._question, self._previews, sender):
                if task is not None:
                    task.cancel()
            await self._table.leave(self._client)
            if self._lost:  # for example, when the device suspends the page
                self._table.tell_absent()

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._client.next()) is not None:
                await self._socket.send_text(text)
            if self._client.overflowed:
                self._services.metrics.dropped.inc()
                error = {"type": "error", "code": "resync", "message": "Too slow; reconnect for a full snapshot."}
                await self._socket.send_text(messages.encode(error))
            await self._socket.close(RESYNC if self._client.overflowed else GOING_AWAY)

    async def _receive(self) -> None:
        while True:
            try:
                event = await self._next()
            except TimeoutError:
                await _fatal(self._socket, "malformed", "The first message must be hello.")
                return
            if event["type"] == "websocket.disconnect":
                self._lost = event.get("code") in LOST
                return
            if not await self._handle(event.get("text")):
                return

    async def _next(self) -> MutableMapping[str, Any]:
        if self._greeted:
            return await self._socket.receive()
        return await asyncio.wait_for(self._socket.receive(), HELLO_SECONDS)

    # ------------------------------------------------------------ handling messages

    async def _handle(self, text: str | None) -> bool:
        """Handle one message from the client; return False if the connection must be closed.

        ``text``: the message; None for a binary message, which is rejected.
        """
        if not self._services.limits.allows("socket", self._payer, message_cost(self._table)):
            self._flood += 1
            if self._flood == MOST_FLOOD:
                await _fatal(self._socket, "flood", "Far too many messages.")
                return False
            self._reject(_id_in(text or ""), "flood", "Too many messages; wait a moment.")
            return True
        self._flood = 0
        if text is None:
            self._reject(None, "malformed", "Messages must be JSON text, not binary.")
            return True
        if len(text.encode()) > self._services.settings.message_bytes:
            longest = self._services.settings.message_bytes
            self._reject(None, "too_large", f"The message is longer than {longest} bytes.")
            return True
        try:
            message = messages.parse_message.validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "message"
            self._reject(_id_in(text), "malformed", f"{where}: {reason_of(first)}")
            return True
        if isinstance(message, messages.Hello):
            return await self._hello(message)
        if message.type == "ping":
            self._answer({"type": "pong", "id": message.id})
        elif not self._greeted:
            self._reject(getattr(message, "id", None), "malformed", "The first message must be hello.")
        elif isinstance(message, messages.Look):
            if self._previews is not None:
                self._previews.cancel()  # they were computed for another viewer
            self._client.shared_screen_seat = message.seat
            await self._table.join(self._client, 0)
        elif isinstance(message, messages.Preview):
            self._question = self._send_previews(self._question, message.id, message.of)
        elif isinstance(message, messages.Point):
            self._table.point(self._client, message.at)
        else:
            await self._change(message)
        return True

    async def _hello(self, message: messages.Hello) -> bool:
        if message.proto != PROTOCOL:
            text = f"This server speaks protocol {PROTOCOL}, not {message.proto}."
            await _fatal(self._socket, "unsupported_proto", text)
            return False
        self._greeted = True
        self._client.shared_screen_seat = message.look
        self._client.after_choices = self._follow_up if message.previews else None
        await self._table.join(self._client, message.have_seq)
        return True

    async def _change(self, message: messages.Change) -> None:
        table = self._table
        seats = table.seats_of(self._client.guest_id)
        try:
            if not seats:
                raise RequestRefused("not_seated", "You have no seat at this table.")
            request = self._request_mark(message)
            # Others, such as bots, may have moved since: the last decision of these seats is still the same one.
            base_seq = None if _takes_back_last(message) else message.base_seq
            seq = await table.perform(_command(message, seats), request=request, base_seq=base_seq)
        except RequestRefused as refused:
            await self._refused(message.id, refused)
        except ApiError as error:
            self._reject(message.id, error.code, str(error))
        else:
            self._answer({"type": "ok", "id": message.id, "seq": seq})

    def _request_mark(self, message: messages.Change) -> str:
        """Return an id for a request, computed from the guest and the content of the message.

        If a client repeats a request, the id is the same, so that the request is carried out only once.
        """
        whole = f"{self._client.guest_id} {message.model_dump_json()}"
        return hashlib.blake2b(whole.encode(), digest_size=20).hexdigest()

    async def _refused(self, id: str, refused: RequestRefused) -> None:
        sync = await self._table.snapshot_for(self._client)
        self._services.metrics.rejected.labels(refused.code).inc()
        reason = refused.reason.to_json() | {"text": str(refused)}
        head = {"type": "rejected", "id": id, "code": refused.code, "clause": refused.clause or None, "reason": reason}
        # The snapshot is already encoded as JSON, so it is inserted as text.
        self._client.send(f'{messages.encode(head)[:-1]},"sync":{sync}}}')

    def _reject(self, id: str | None, code: str, message: str) -> None:
        self._services.metrics.rejected.labels(code).inc()
        reason = {"key": f"table.refusal.{code}", "params": {}, "text": message}
        self._answer({"type": "rejected", "id": id, "code": code, "clause": None, "reason": reason, "sync": None})

    def _answer(self, message: dict[str, Any]) -> None:
        self._client.send(messages.encode(message))

    # ------------------------------------------------------------ previews

    def _follow_up(self) -> None:
        """Send previews for the choices that the client has just received."""
        self._previews = self._send_previews(self._previews, None, ())

    def _send_previews(
        self, former: asyncio.Task[None] | None, id: str | None, of: Sequence[str]
    ) -> asyncio.Task[None]:
        """Start and return a task that sends previews to the client; cancel ``former``, the previous such task.

        ``id``: id of the client's request, if there is one; ``of``: see ``messages.Preview``.
        """
        if former is not None:
            former.cancel()
        return asyncio.create_task(self._compute_previews(id, of))

    async def _compute_previews(self, id: str | None, of: Sequence[str]) -> None:
        try:
            seq, previews = await self._table.previews(self._client, of)
        except Exception:
            log.exception("previews failed", table=self._table.id)
            self._reject(id, "unavailable", "Previews cannot be computed now.")
            return
        self._client.send(f'{{"type":"preview","id":{messages.encode(id)},"seq":{seq},"previews":{previews}}}')


def _command(message: messages.Change, seats: list[int]) -> Command:
    """Return the command that carries out a client's message. ``seats``: the seats of the client."""

    def command(match: Match, at: str) -> list[Entry]:
        if isinstance(message, messages.Act):
            seat = match.to_act if match.to_act in seats else seats[0]
            assert seat is not None
            return match.act(seat, message.action, at, message.then)
        if isinstance(message, messages.Confirm):
            return match.confirm(seats, at)
        if isinstance(message, messages.Back):
            if _takes_back_last(message) and not match.same_last_decision(seats, message.base_seq):
                raise RequestRefused("stale", "The table has moved on since you saw it.")
            return match.back(seats, message.to_ply, at)
        if isinstance(message, messages.Withdraw):
            return match.withdraw(seats, at)
        return match.answer(seats, message.agree, at)

    return command


def _takes_back_last(message: messages.Change) -> bool:
    """Return whether a message asks to take back the last decision, whichever position it led to."""
    return isinstance(message, messages.Back) and message.to_ply is None


def _id_in(text: str) -> str | None:
    """Return the ``id`` member of a message that may be invalid; None if there is none."""
    try:
        message = from_json(text[:8192])
    except ValueError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and len(found) <= 64 else None
