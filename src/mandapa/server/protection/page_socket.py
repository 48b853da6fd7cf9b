"""The WebSocket protocol class for uvicorn, which ends connections that send what comes to no message."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BYTES = 16 * 1024
"""Bytes that a page may have sent that are part of no message handed to the application: its first request, messages
that wait, and frames such as pings, of which the application does not hear. To parse so many pings takes 65 ms."""
BYTES_PER_SECOND = 256
"""Bytes a second that are forgiven, of each page."""
HEADER_BYTES = 14
"""Bytes of a frame beside its payload, at most."""


class PageSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a limit on bytes that come to nothing; messages have limits of their own (`limits`)."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pending = 0.0
        self._counted = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Pass data on, or drop the connection if too much has come to nothing."""
        now = self.loop.time()
        self._pending = max(0.0, self._pending - (now - self._counted) * BYTES_PER_SECOND) + len(data)
        self._counted = now
        if self._pending > BYTES:
            self.transport.abort()
        else:
            super().data_received(data)

    async def receive(self) -> Any:
        """Hand a message to the application: its bytes were of use."""
        message: Any = await super().receive()
        payload = message.get("bytes") or (message.get("text") or "").encode()
        self._pending = max(0.0, self._pending - len(payload) - HEADER_BYTES)
        return message
