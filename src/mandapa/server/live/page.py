"""One open page: a queue of what it is to be sent. It never makes anybody else wait."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

MOST_WAITING = 512 * 1024
"""Characters that may wait for a slow client, in several messages."""


@dataclass(eq=False, slots=True)
class _Message:
    """What waits to be sent; None: the connection is to be closed. ``news_of``: see ``Client.send``."""

    text: str | None
    news_of: str | None = None


class Pages:
    """The open pages of a process, counted.

    Attributes:
        closed: pages that were closed since memory was looked through for what they have left.
    """

    def __init__(self) -> None:
        self.closed = 0
        self._open: Counter[str] = Counter()

    def __getitem__(self, who: str) -> int:
        """Open pages of a guest, an address or a network."""
        return self._open[who]

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, by: Collection[str]) -> None:
        """All of these have one more."""
        self._open.update(by)

    def gone(self, by: Collection[str]) -> None:
        """All of these have one less."""
        self._open -= Counter(by)
        self.closed += 1


class Client:
    """The sending side of a connection.

    Attributes:
        guest_id: who it is; None for a spectator without a name.
        address: where it comes from.
        session: hash of the token that its browser carries, if it does.
        seq: number of the last entry that it has been sent.
        looking: of several people who share this page, the seat of the one who looks; None: nobody in particular.
        after_choices: called after new choices were queued; None: the client does not want to know.
        overflowed: it was too slow; the connection is to be closed, and the client comes back for a sync.
    """

    def __init__(self, guest_id: str | None, backlog: int, address: str = "", session: str | None = None) -> None:
        self.guest_id = guest_id
        self.address = address
        self.session = session
        self.seq = 0
        self.looking: int | None = None
        self.after_choices: Callable[[], None] | None = None
        self.overflowed = False
        self._backlog = backlog
        self._queue: deque[_Message] = deque()
        self._characters = 0
        self._filled = asyncio.Event()

    def send(self, text: str, news_of: str | None = None) -> None:
        """Queue a message; a client whose queue is full is given up.

        ``news_of``: it takes the place of older news of the same thing that has not been sent yet, so that nobody is
        given up because others come and go.
        """
        if self.overflowed:
            return
        older = next((one for one in self._queue if news_of is not None and one.news_of == news_of), None)
        if older is not None:
            self._queue.remove(older)
            self._characters -= len(older.text or "")
        full = self._characters and self._characters + len(text) > MOST_WAITING
        if full or len(self._queue) >= self._backlog:
            self.overflowed = True
            self._clear()
            self._put(_Message(None))
            return
        self._characters += len(text)
        self._put(_Message(text, news_of))

    def end(self) -> None:
        """After what is queued, the connection is to be closed."""
        if len(self._queue) >= self._backlog:
            self._clear()
        self._put(_Message(None))

    async def next(self) -> str | None:
        """The next message; None: close the connection."""
        while not self._queue:
            self._filled.clear()
            await self._filled.wait()
        text = self._queue.popleft().text
        self._characters -= len(text or "")
        return text

    def _put(self, message: _Message) -> None:
        self._queue.append(message)
        self._filled.set()

    def _clear(self) -> None:
        self._queue.clear()
        self._characters = 0
