"""WebSocket protocol class for uvicorn that drops connections which send too many bytes outside messages."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BYTES = 16 * 1024
"""Maximum number of pending bytes per connection that belong to no message handed to the application: the first
request, queued messages, and frames such as pings, which never reach the application. Parsing that many pings takes
65 ms."""
BYTES_PER_SECOND = 256
"""Rate at which pending bytes are forgiven, per connection."""
HEADER_BYTES = 14
"""Maximum number of bytes in a frame in addition to its payload."""


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a limit on bytes outside messages; messages have their own limits
    (`limits`)."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pending = 0.0
        self._counted = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Pass data on, or drop the connection if too many bytes are pending."""
        now = self.loop.time()
        self._pending = max(0.0, self._pending - (now - self._counted) * BYTES_PER_SECOND) + len(data)
        self._counted = now
        if self._pending > BYTES:
            self.transport.abort()
        else:
            super().data_received(data)

    async def receive(self) -> Any:
        """Hand a message to the application and subtract its bytes from the pending ones."""
        message: Any = await super().receive()
        payload = message.get("bytes") or (message.get("text") or "").encode()
        self._pending = max(0.0, self._pending - len(payload) - HEADER_BYTES)
        return message
