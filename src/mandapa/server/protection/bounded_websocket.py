"""WebSocket protocol class for uvicorn that drops connections with too many bytes outside messages."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BYTES = 16 * 1024
"""Maximum number of pending bytes per connection: received bytes that no message has handed to the application yet.

They are the first request, queued messages, and frames such as pings, which never reach the application. Parsing that
many bytes of pings takes 65 ms.
"""
BYTES_PER_SECOND = 256
"""Number of pending bytes that are forgiven per second, for each connection."""
HEADER_BYTES = 14
"""Maximum number of bytes in a frame besides its payload."""


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a limit on bytes outside messages.

    Messages are limited separately (`limits`).
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pending = 0.0
        self._counted = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Process received data, or drop the connection if too many bytes are pending."""
        now = self.loop.time()
        self._pending = max(0.0, self._pending - (now - self._counted) * BYTES_PER_SECOND) + len(data)
        self._counted = now
        if self._pending > BYTES:
            self.transport.abort()
        else:
            super().data_received(data)

    async def receive(self) -> Any:
        """Hand a message to the application, and subtract the size of the message from the pending bytes."""
        message: Any = await super().receive()
        payload = message.get("bytes") or (message.get("text") or "").encode()
        self._pending = max(0.0, self._pending - len(payload) - HEADER_BYTES)
        return message
