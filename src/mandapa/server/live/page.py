"""Connected clients and their bounded send queues. A slow client never blocks the others."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

MAX_WAITING = 512 * 1024
"""Maximum number of characters that may be queued for a slow client."""


@dataclass(eq=False, slots=True)
class _Message:
    """A queued message; a text of None closes the connection. ``news_of``: see ``Client.send``."""

    text: str | None
    news_of: str | None = None


class ConnectionCounts:
    """Open connections of a process, counted by guest, address and network.

    Attributes:
        closed: connections closed since the last garbage collection.
    """

    def __init__(self) -> None:
        self.closed = 0
        self._open: Counter[str] = Counter()

    def __getitem__(self, who: str) -> int:
        """Return the number of open connections from a guest, an address or a network."""
        return self._open[who]

    def __len__(self) -> int:
        return len(self._open)

    def add(self, by: Collection[str]) -> None:
        """Add one connection to each of these keys."""
        self._open.update(by)

    def remove(self, by: Collection[str]) -> None:
        """Remove one connection from each of these keys."""
        self._open -= Counter(by)
        self.closed += 1


class Client:
    """Sending side of a connection.

    Attributes:
        guest_id: the guest; None for an anonymous spectator.
        address: the client's address.
        session: hash of the browser's session token, if it has one.
        seq: number of the last entry sent to the client.
        shared_screen_seat: if several players share the page, the seat of the one who is looking; otherwise None.
        after_choices: called after new choices were queued; None: the client does not want to be notified.
        overflowed: true if the client was too slow; the connection is closed, and the client reconnects for a sync.
    """

    def __init__(self, guest_id: str | None, backlog: int, address: str = "", session: str | None = None) -> None:
        self.guest_id = guest_id
        self.address = address
        self.session = session
        self.seq = 0
        self.shared_screen_seat: int | None = None
        self.after_choices: Callable[[], None] | None = None
        self.overflowed = False
        self._backlog = backlog
        self._queue: deque[_Message] = deque()
        self._characters = 0
        self._filled = asyncio.Event()

    def send(self, text: str, news_of: str | None = None) -> None:
        """Queue a message. If the queue is full, drop the client.

        ``news_of``: topic of the message, which replaces an unsent older message on the same topic. Frequent presence
        changes therefore cannot overflow the queue.
        """
        if self.overflowed:
            return
        older = next((one for one in self._queue if news_of is not None and one.news_of == news_of), None)
        if older is not None:
            self._queue.remove(older)
            self._characters -= len(older.text or "")
        full = self._characters and self._characters + len(text) > MAX_WAITING
        if full or len(self._queue) >= self._backlog:
            self.overflowed = True
            self._clear()
            self._put(_Message(None))
            return
        self._characters += len(text)
        self._put(_Message(text, news_of))

    def end(self) -> None:
        """Close the connection once the queue is empty."""
        if len(self._queue) >= self._backlog:
            self._clear()
        self._put(_Message(None))

    async def next(self) -> str | None:
        """Wait for the next queued message and return it; None: close the connection."""
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
