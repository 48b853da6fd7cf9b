"""The WebSocket protocol class for uvicorn, which ends connections that send too much."""

from __future__ import annotations

from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from mandapa.server.rate import parse_rate
from mandapa.server.settings import Settings

BYTES = 256 * 1024
"""Bytes that a page may send at once."""
MESSAGE_BYTES = 512
"""Bytes that a message has on average, at most: with how many there may be, what a page may send in the long run."""


def bytes_per_second(settings: Settings) -> float:
    """How much a page may send in the long run.

    Messages have a limit of their own; this one is for frames that never become a message, such as pings, of which the
    application does not hear.
    """
    rate = parse_rate(settings.socket_limit)
    return MESSAGE_BYTES * rate.amount / rate.seconds


class PageSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with a limit on the bytes received: ``bytes_per_second``, which the lifespan hands over."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], **options: Any) -> None:
        super().__init__(config, server_state, app_state, **options)
        self._earned: float = app_state["bytes_per_second"]
        self._allowance = float(BYTES)
        self._counted = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Pass data on, or drop the connection if it has sent too much."""
        now = self.loop.time()
        self._allowance = min(BYTES, self._allowance + (now - self._counted) * self._earned) - len(data)
        self._counted = now
        if self._allowance < 0:
            self.transport.abort()
        else:
            super().data_received(data)
