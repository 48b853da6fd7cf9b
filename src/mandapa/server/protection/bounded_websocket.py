"""WebSocket protocol class for uvicorn that limits how much a client may send outside of messages, such as pings."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BYTES = 16 * 1024
"""Maximum number of pending bytes of a connection, that is, bytes received but not yet passed to the application.

Pending are the first request, queued messages, and frames such as pings, which never reach the application. Parsing
16 KiB of pings takes 65 ms.
"""
BYTES_PER_SECOND = 256
"""Number of bytes by which the pending bytes of each connection are reduced per second."""
HEADER_BYTES = 14
"""Maximum size of the header of a WebSocket frame, in bytes."""


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, extended by a limit on the bytes that a client sends outside of messages.

    The rate of messages is limited elsewhere (`limits`).
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pending = 0.0
        self._counted = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Process received data; drop the connection if more than ``BYTES`` are pending."""
        now = self.loop.time()
        self._pending = max(0.0, self._pending - (now - self._counted) * BYTES_PER_SECOND) + len(data)
        self._counted = now
        if self._pending > BYTES:
            self.transport.abort()
        else:
            super().data_received(data)

    async def receive(self) -> Any:
        """Pass a message to the application, and subtract its size from the pending bytes."""
        message: Any = await super().receive()
        payload = message.get("bytes") or (message.get("text") or "").encode()
        self._pending = max(0.0, self._pending - len(payload) - HEADER_BYTES)
        return message
