"""One open page: a queue of what it is to be sent. It never makes anybody else wait."""

from __future__ import annotations

import asyncio

MOST_WAITING = 512 * 1024
"""Characters that may wait for a slow client, in several messages."""


class Client:
    """The sending side of a connection.

    Attributes:
        guest_id: who it is; None for a spectator without a name.
        address: where it comes from.
        session: hash of the token that its browser carries, if it does.
        seq: number of the last entry that it has been sent.
        looking: of several people who share this page, the seat of the one who looks; None: nobody in particular.
        overflowed: it was too slow; the connection is to be closed, and the client comes back for a sync.
    """

    def __init__(self, guest_id: str | None, backlog: int, address: str = "", session: str | None = None) -> None:
        self.guest_id = guest_id
        self.address = address
        self.session = session
        self.seq = 0
        self.looking: int | None = None
        self.overflowed = False
        self._waiting = 0
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(backlog)

    def send(self, text: str) -> None:
        """Puts a message into the queue; a client whose queue is full is given up."""
        if self.overflowed:
            return
        if self._queue.full() or (self._waiting and self._waiting + len(text) > MOST_WAITING):
            self.overflowed = True
            self._clear()
            self._queue.put_nowait(None)
            return
        self._waiting += len(text)
        self._queue.put_nowait(text)

    def end(self) -> None:
        """After what is queued, the connection is to be closed."""
        if self._queue.full():
            self._clear()
        self._queue.put_nowait(None)

    async def next(self) -> str | None:
        """The next message; None: close the connection."""
        text = await self._queue.get()
        self._waiting -= len(text or "")
        return text

    def _clear(self) -> None:
        while not self._queue.empty():
            self._queue.get_nowait()
        self._waiting = 0
