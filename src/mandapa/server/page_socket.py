"""The WebSocket protocol class for uvicorn, which ends connections that send too much."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BYTES = 256 * 1024
"""Bytes that a page may send at once."""
BYTES_PER_SECOND = 16 * 1024
"""Bytes a second that a page may send in the long run. Messages have limits of their own, in `limits`; this one is for
frames that never become a message, such as pings, of which the application does not hear."""


class PageSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with a limit on the bytes received."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._allowance = float(BYTES)
        self._counted = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Pass data on, or drop the connection if it has sent too much."""
        now = self.loop.time()
        self._allowance = min(BYTES, self._allowance + (now - self._counted) * BYTES_PER_SECOND) - len(data)
        self._counted = now
        if self._allowance < 0:
            self.transport.abort()
        else:
            super().data_received(data)
