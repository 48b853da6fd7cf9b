"""Connected clients and their send queues, whose length is limited. A slow client never delays the others."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

MAX_WAITING = 512 * 1024
"""Maximum number of characters in the send queue of a client."""


@dataclass(eq=False, slots=True)
class _Message:
    """A queued message. If ``text`` is None, the connection is closed. ``news_of``: see ``Client.send``."""

    text: str | None
    news_of: str | None = None


class ConnectionCounts:
    """Counts the open connections of a process by guest, network address and network.

    Attributes:
        closed: number of connections closed since the last garbage collection.
    """

    def __init__(self) -> None:
        self.closed = 0
        self._open: Counter[str] = Counter()

    def __getitem__(self, who: str) -> int:
        """Return the number of open connections from the guest, address or network with the key ``who``."""
        return self._open[who]

    def __len__(self) -> int:
        return len(self._open)

    def add(self, by: Collection[str]) -> None:
        """Count a new connection under each of the given keys: its guest, address and network."""
        self._open.update(by)

    def remove(self, by: Collection[str]) -> None:
        """Count a connection as closed. ``by``: the keys under which ``add`` counted it."""
        self._open -= Counter(by)
        self.closed += 1


class Client:
    """A client connected to a table, with the queue of messages to send to it.

    Attributes:
        guest_id: id of the guest; None for a spectator without a guest account.
        address: network address of the client.
        session: hash of the browser's session token, if it has one.
        seq: number of the last entry sent to the client.
        shared_screen_seat: if several players share the screen, the seat of the player who is looking; otherwise None.
        after_choices: function to call whenever new choices are sent to the client; None if there is none.
        overflowed: true if the client was too slow and its queue was full. The connection is then closed, and the
            client has to reconnect and gets the complete state.
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
        """Add a message to the queue. If the queue is full, close the connection.

        ``news_of``: topic of the message. An older message on the same topic that is still in the queue is removed, so
        that frequent messages on a topic, such as who is present, cannot fill the queue.
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
        """Close the connection once all queued messages have been sent. If the queue is full, drop them."""
        if len(self._queue) >= self._backlog:
            self._clear()
        self._put(_Message(None))

    async def next(self) -> str | None:
        """Wait for the next message in the queue and return it; return None to close the connection."""
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
