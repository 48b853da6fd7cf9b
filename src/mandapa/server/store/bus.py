"""Notifications between server processes: new entries, presence, merged guests, chat and analyses.

If a few plain entries have been added to a match, the notification contains them. Otherwise, it only says that the
match has changed, and the receiver reads the match from the database. With SQLite there is only one server process, so
nothing is sent. Processes that share a PostgreSQL database use NOTIFY, which delivers on commit. Since notifications
can be lost, each process also polls the database for changes every few seconds (`live/change_poller.py`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

import structlog
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from sqlalchemy import Connection, text

from mandapa.play import Entry
from mandapa.play.history import PLAYING
from mandapa.server.outage import UNAVAILABLE_ERRORS
from mandapa.server.store.database import Database
from mandapa.server.store.rows import Append, ChatMessage

log = structlog.get_logger(__name__)

CHANNEL = "mandapa"
RECONNECT_SECONDS = 1.0
"""Seconds to wait before reconnecting after the connection that receives notifications has broken."""
MAX_BYTES = 7900
"""Maximum size of a notification in bytes; PostgreSQL allows 8000."""
MAX_GUESTS = 150
"""Maximum number of guest ids sent in one notification."""

CLAIM_SECONDS = 20.0
"""Seconds for which other processes respect a claim, the right of one process to compute a bot's move.

Claims expire, because the process that holds one may have died.
"""

# An existing claim that expires much later than the new one can only mean that the database's clock was set back
# after the claim was made. Such a claim is overwritten.
_CLAIM = text(
    f"""
    INSERT INTO thought (match_id, seq, process, until)
    VALUES (:match, :seq, :process, now() + interval '{CLAIM_SECONDS} s')
    ON CONFLICT (match_id) DO UPDATE SET seq = excluded.seq, process = excluded.process, until = excluded.until
    WHERE thought.seq < excluded.seq OR thought.process = excluded.process
    OR thought.until NOT BETWEEN now() AND excluded.until + interval '{CLAIM_SECONDS} s'
    RETURNING seq
    """
)


_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class BusMessage(BaseModel):
    """A notification. Its field names are short to save space; ``p`` is the id of the sending process."""

    model_config = ConfigDict(strict=True)

    p: str


class PlainAppend(BaseModel):
    """New entries of a game in progress, without changes to anything else.

    Each entry is a tuple ``(seq, kind, seat, text, at)``.
    """

    model_config = ConfigDict(strict=True)

    entries: list[tuple[int, str, int | None, str, str]]
    turn: int | None
    request: str | None

    @classmethod
    def of(cls, append: Append) -> PlainAppend | None:
        """Return the new entries of ``append`` in this form.

        Return None if it changes anything else, if an entry has details, or if the game is not in progress.
        """
        more = append.seats or append.result or append.ending or any(entry.details for entry in append.entries)
        if more or append.status != PLAYING:
            return None
        entries = [(entry.seq, entry.kind, entry.seat, entry.text, entry.at) for entry in append.entries]
        return cls(entries=entries, turn=append.turn, request=append.request)

    def append_to(self, match_id: str) -> Append:
        """Return the entries as an ``Append`` to the given match."""
        return Append(match_id, [Entry(*entry) for entry in self.entries], PLAYING, self.turn, self.request)


class MatchAdvanced(BusMessage):
    """The last entry of match ``m`` is now number ``seq``. ``line``: the new entries, if they fit."""

    m: str
    seq: int
    line: PlainAppend | None = None

    @classmethod
    def by(cls, process: str, append: Append) -> MatchAdvanced:
        """Create the notification that process ``process`` sends after an append."""
        seq, line = append.entries[-1].seq, PlainAppend.of(append)
        message = cls(p=process, m=append.match_id, seq=seq, line=line)
        if len(message.model_dump_json().encode()) > MAX_BYTES:
            message.line = None
        return message


class MatchViewers(BusMessage):
    """The ids of the guests who are viewing match ``m`` and are connected to the sending process."""

    m: str
    guests: list[str]


class GuestsMerged(BusMessage):
    """Guest ``old`` has been merged into guest ``new``."""

    old: str
    new: str


class ChatSent(BusMessage):
    """A chat message in match ``m``. ``seated``: the author is a seated player."""

    m: str
    seated: bool
    word: ChatMessage


class AnalysisAdvanced(BusMessage):
    """The sending process has analysed ``done`` of ``total`` parts of match ``m``; ``total`` is 0 until it is known."""

    m: str
    done: int
    total: int


_parse: TypeAdapter[MatchAdvanced | MatchViewers | GuestsMerged | ChatSent | AnalysisAdvanced] = TypeAdapter(
    MatchAdvanced | MatchViewers | GuestsMerged | ChatSent | AnalysisAdvanced
)


class Listener(Protocol):
    """Interface for handling notifications from other processes."""

    def moved_on(self, match_id: str, append: Append | None) -> None:
        """Handle a change to a match. ``append``: the new entries; if it is None, read the match again."""

    def on_presence(self, process: str, match_id: str, guests: Collection[str]) -> None:
        """Handle the current list of the match's viewers who are connected to process ``process``."""

    def on_guests_merged(self, old: str, new: str) -> None:
        """Handle a merger of two guests by another process."""

    def on_chat_message(self, match_id: str, seated: bool, word: ChatMessage) -> None:
        """Handle a chat message sent through another process."""

    def on_analysis(self, match_id: str, done: int, total: int) -> None:
        """Handle the progress of an analysis by another process."""

    def on_messages_lost(self) -> None:
        """Reload everything, since notifications may have been lost."""


class Bus(Protocol):
    """Interface for sending notifications to the other server processes and receiving theirs."""

    shared: bool

    async def start(self, listener: Listener) -> None:
        """Start passing notifications from other processes to ``listener``."""

    async def stop(self) -> None:
        """Stop receiving notifications."""

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """When ``connection`` commits, notify other processes that matches have changed.

        ``moved``: the number of the last entry of each changed match, by match id.
        """

    def announce_appends(self, connection: Connection, appends: Sequence[Append]) -> None:
        """When ``connection`` commits, notify other processes of new entries."""

    def announce_merger(self, connection: Connection, old: str, new: str) -> None:
        """When ``connection`` commits, notify other processes that guest ``old`` has been merged into guest ``new``."""

    def announce_word(self, connection: Connection, match_id: str, seated: bool, word: ChatMessage) -> None:
        """When ``connection`` commits, notify other processes of a chat message."""

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Tell other processes which guests are viewing the match through a connection to this process."""

    async def announce_analysis(self, match_id: str, done: int, total: int) -> None:
        """Tell other processes how many parts of a match this process has analysed. Errors are only logged."""

    async def claims(self, match_id: str, seq: int) -> bool:
        """Claim the right to compute the bot move or referee outcome that follows entry ``seq``.

        The claim lasts ``CLAIM_SECONDS``. Return False if another process holds it.
        """


class LocalBus:
    """Bus of a single process, which has no other processes to notify."""

    shared = False

    async def start(self, listener: Listener) -> None:
        """Do nothing, since there are no other processes to listen to."""

    async def stop(self) -> None:
        """Do nothing."""

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """Do nothing."""

    def announce_appends(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Do nothing."""

    def announce_merger(self, connection: Connection, old: str, new: str) -> None:
        """Do nothing."""

    def announce_word(self, connection: Connection, match_id: str, seated: bool, word: ChatMessage) -> None:
        """Do nothing."""

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Do nothing."""

    async def announce_analysis(self, match_id: str, done: int, total: int) -> None:
        """Do nothing."""

    async def claims(self, match_id: str, seq: int) -> bool:
        """Return True, since no other process can have claimed the computation."""
        return True


class PostgresBus:
    """Bus that uses LISTEN and NOTIFY.

    It receives notifications on a separate connection, because a listening connection cannot be used for queries.
    """

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database
        self._process = secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        """Start passing notifications to ``listener``; reconnect whenever the connection breaks."""
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(listener, ready), name="bus")
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 10)

    async def stop(self) -> None:
        """Stop receiving notifications. Errors of the connection are ignored."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """When ``connection`` commits, notify other processes that these matches have changed."""
        self._notify(
            connection, *(MatchAdvanced(p=self._process, m=match_id, seq=seq) for match_id, seq in moved.items())
        )

    def announce_appends(self, connection: Connection, appends: Sequence[Append]) -> None:
        """When ``connection`` commits, notify other processes of new entries."""
        self._notify(connection, *(MatchAdvanced.by(self._process, append) for append in appends))

    def announce_merger(self, connection: Connection, old: str, new: str) -> None:
        """When ``connection`` commits, notify other processes that ``old`` has been merged into ``new``."""
        self._notify(connection, GuestsMerged(p=self._process, old=old, new=new))

    def announce_word(self, connection: Connection, match_id: str, seated: bool, word: ChatMessage) -> None:
        """When ``connection`` commits, notify other processes of a chat message."""
        self._notify(connection, ChatSent(p=self._process, m=match_id, seated=seated, word=word))

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Immediately tell other processes which guests are viewing the match through this process."""
        async with self._database.change() as connection:
            message = MatchViewers(p=self._process, m=match_id, guests=sorted(guests)[:MAX_GUESTS])
            await connection.run_sync(self._notify, message)

    async def announce_analysis(self, match_id: str, done: int, total: int) -> None:
        """Immediately tell other processes how many parts of a match this process has analysed."""
        try:
            async with self._database.change() as connection:
                message = AnalysisAdvanced(p=self._process, m=match_id, done=done, total=total)
                await connection.run_sync(self._notify, message)
        except UNAVAILABLE_ERRORS as error:
            self._database.outage.failed(error)

    async def claims(self, match_id: str, seq: int) -> bool:
        """Claim the computation that follows entry ``seq``; return False if another process has claimed it.

        Return True if the database does not respond.
        """
        values = {"match": match_id, "seq": seq, "process": self._process}
        try:
            async with self._database.change() as connection:
                return (await connection.execute(_CLAIM, values)).first() is not None
        except UNAVAILABLE_ERRORS as error:
            self._database.outage.failed(error)
            return True

    def _notify(self, connection: Connection, *message: BusMessage) -> None:
        values = [{"channel": CHANNEL, "payload": one.model_dump_json()} for one in message]
        if values:
            connection.execute(_NOTIFY, values)

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        import psycopg

        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        listener.on_messages_lost()
                    ready.set()
                    async for notification in connection.notifies():
                        self._receive(listener, notification.payload)
            except Exception as error:  # a broken connection, or a message that the driver cannot decode
                log.warning("bus interrupted", error=repr(error))
            await asyncio.sleep(RECONNECT_SECONDS)

    def _receive(self, listener: Listener, payload: str) -> None:
        """Pass a notification to the listener.

        Invalid notifications are ignored, because any program with access to the database can send them.
        """
        try:
            message = _parse.validate_json(payload)
        except ValidationError as error:
            log.warning("invalid message", payload=payload[:200], error=error.errors()[0]["msg"])
            return
        if message.p == self._process:
            return
        try:
            if isinstance(message, MatchAdvanced):
                listener.moved_on(message.m, None if message.line is None else message.line.append_to(message.m))
            elif isinstance(message, GuestsMerged):
                listener.on_guests_merged(message.old, message.new)
            elif isinstance(message, ChatSent):
                listener.on_chat_message(message.m, message.seated, message.word)
            elif isinstance(message, AnalysisAdvanced):
                listener.on_analysis(message.m, message.done, message.total)
            else:
                listener.on_presence(message.p, message.m, message.guests)
        except Exception:
            log.exception("handling a message failed", payload=payload[:200])
