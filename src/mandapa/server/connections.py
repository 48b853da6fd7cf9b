"""Connections before there is a request: how many, how long until one is complete, and how long its head may be.

uvicorn limits none of the three. Nobody is shut out by connections that ask for nothing: where there are as many as
there may be, the one that has waited longest without a request makes room for the newcomer.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from pydantic_core import to_json
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from mandapa.server.errors import error_body

log = logging.getLogger("uvicorn.error.connections")

try:
    import resource
except ImportError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]

HEAD_BYTES = 16 * 1024
"""The longest request line with its headers."""
OTHER_FILES = 100
"""Files that a process needs beside its connections."""
FRAME_SECONDS, MOST_FRAMES = 10.0, 500
"""In so many seconds a page may send so many frames that are no whole messages: they pass no other limit."""
MOST_MESSAGES = 500
"""Messages of a page that may wait, all of one gulp; nothing more is read then."""
FLUSH_SECONDS = 5.0
"""How long the last words to a connection may take."""


def room_for(connections: int) -> int:
    """How many connections of so many this process has files for, after it has asked the system for more."""
    if resource is None:
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, soft - OTHER_FILES)
    return connections


class Doors:
    """What the connections of one process share.

    Attributes:
        most: connections that may be open at once.
        seconds: until a request is complete, or the other side reads on.
        waiting: connections without a complete request, the longest waiting first.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.waiting: dict[Connection, None] = {}


class Connection(HttpToolsProtocol):
    """One connection, until it becomes a WebSocket; the protocol class that uvicorn is given."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._doors: Doors = app_state["doors"]
        self.logger = log
        if log.level != logging.ERROR:  # whoever sends nonsense, of which uvicorn warns, would fill the log
            log.setLevel(logging.ERROR)
        self._in_head = True
        self._head = 0
        self._request_timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Comes in, if need be in place of another."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) <= self._doors.most:
            return
        longest = next(iter(self._doors.waiting))
        if longest is self:
            self._refuse(503, "too_many_connections", "The server has all the connections that it can have.", 10)
        else:
            longest.make_room()

    def make_room(self) -> None:
        """Goes at once."""
        self._done_waiting()
        self.connections.discard(self)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Is gone."""
        super().connection_lost(exc)
        self._done_waiting()
        self._reads_on()

    def data_received(self, data: bytes) -> None:
        """Parses what comes in; a head that has come in part counts as long as it does not end."""
        part_of_head = self._in_head
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._head += len(data) if part_of_head else 0
            if self._head > HEAD_BYTES:
                self._refuse_head()

    def send_400_response(self, msg: str) -> None:
        """What the parser refuses, a long head among it."""
        if self.transport.is_closing():
            return
        if self._in_head and self._head > HEAD_BYTES:
            self._refuse_head()
        else:
            self._refuse(400, "malformed", msg)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._wait()

    def on_headers_complete(self) -> None:
        """Its head is complete."""
        self._head = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if self._head > HEAD_BYTES:
            raise ValueError("a head that is too long")  # the parser tells it by send_400_response
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete."""
        super().on_message_complete()
        self._done_waiting()

    def on_response_complete(self) -> None:
        """It is answered; the connection rests until the next one."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._doors.waiting.setdefault(self)

    def timeout_keep_alive_handler(self) -> None:
        """It has rested for long."""
        self._end()

    def handle_websocket_upgrade(self) -> None:
        """Another protocol takes over, which asks for signs of life."""
        self._done_waiting()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The other side does not read what it asked for."""
        super().pause_writing()
        self._reading_timer = self.loop.call_later(self._doors.seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        self._reads_on()

    def _reads_on(self) -> None:
        if self._reading_timer is not None:
            self._reading_timer.cancel()

    def _wait(self) -> None:
        self._done_waiting()
        self._doors.waiting[self] = None
        self._request_timer = self.loop.call_later(self._doors.seconds, self._too_late)

    def _done_waiting(self) -> None:
        self._doors.waiting.pop(self, None)
        if self._request_timer is not None:
            self._request_timer.cancel()

    def _too_late(self) -> None:
        self._refuse(408, "too_slow", f"The request was not complete after {self._doors.seconds:g} s.")

    def _refuse_head(self) -> None:
        self._refuse(431, "too_large", f"The head of the request is longer than {HEAD_BYTES} bytes.")

    def _refuse(self, status: int, code: str, message: str, again: int | None = None) -> None:
        """Says why, unless an answer is under way, and ends."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = to_json(error_body(code, message))
            retry = b"" if again is None else b"Retry-After: %d\r\n" % again
            head = b"Content-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + retry + b"\r\n" + body)
        self._end()

    def _end(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
            self.loop.call_later(FLUSH_SECONDS, self.transport.abort)


class PageConnection(WebSocketsSansIOProtocol):
    """One connection after it has become a WebSocket; the protocol class that uvicorn is given.

    What the messages ask for has limits of its own; here it is about what comes to no message.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._frames = 0
        self._since = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Reads on, unless that was far too much."""
        super().data_received(data)
        if self.queue.qsize() > MOST_MESSAGES or self._frames > MOST_FRAMES:
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answers, and counts."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Counts: nobody need have asked for it."""
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Puts a message together, and counts its parts."""
        self._count()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hands a whole message on; text that is none as what it is, for uvicorn would log a traceback."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def _count(self) -> None:
        now = self.loop.time()
        if now > self._since + FRAME_SECONDS:
            self._frames, self._since = 0, now
        self._frames += 1
