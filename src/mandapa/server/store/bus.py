"""News between server processes: which match has moved on, and who is present.

A short line of play travels as it was stored; of all else only ids do, and the rows are read again. One process
(SQLite) needs no news. Processes that share PostgreSQL tell each other by NOTIFY, which arrives when the transaction is
committed; a slow poll (`live/change_poller.py`) is the safety net, since notifications can be lost.
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
from mandapa.play.match import PLAYING
from mandapa.server.outage import AWAY
from mandapa.server.store.database import Database
from mandapa.server.store.rows import Append, Word

log = structlog.get_logger(__name__)

CHANNEL = "mandapa"
AGAIN_SECONDS = 1.0
"""Pause before the next connection that listens, after one broke."""
MOST_BYTES = 7900
"""Of one notification; PostgreSQL allows 8000."""
MOST_GUESTS = 150
"""Guests in one notification: so many fit."""

CLAIM_SECONDS = 20.0
"""How long other processes leave a thought to the one that has claimed it, which may have died."""

# A claim that ends much later than this one would was made before the database's clock was set back.
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


class News(BaseModel):
    """One notification, its names short: which process tells."""

    model_config = ConfigDict(strict=True)

    p: str


class Line(BaseModel):
    """What was stored of a game that goes on, where that is all: entries as ``seq, kind, seat, text, at``."""

    model_config = ConfigDict(strict=True)

    entries: list[tuple[int, str, int | None, str, str]]
    turn: int | None
    request: str | None

    @classmethod
    def of(cls, append: Append) -> Line | None:
        """The line that an append is, if it is no more than that."""
        more = append.seats or append.result or append.ending or any(entry.details for entry in append.entries)
        if more or append.status != PLAYING:
            return None
        entries = [(entry.seq, entry.kind, entry.seat, entry.text, entry.at) for entry in append.entries]
        return cls(entries=entries, turn=append.turn, request=append.request)

    def append_to(self, match_id: str) -> Append:
        """What was stored of the match."""
        return Append(match_id, [Entry(*entry) for entry in self.entries], PLAYING, self.turn, self.request)


class Moved(News):
    """The match ``m`` has moved on to this number; ``line``: by this, if it is short."""

    m: str
    seq: int
    line: Line | None = None

    @classmethod
    def by(cls, process: str, append: Append) -> Moved:
        """The news of an append."""
        seq, line = append.entries[-1].seq, Line.of(append)
        news = cls(p=process, m=append.match_id, seq=seq, line=line)
        if len(news.model_dump_json().encode()) > MOST_BYTES:
            news.line = None
        return news


class Present(News):
    """These guests look at the match ``m`` through that process."""

    m: str
    guests: list[str]


class Merged(News):
    """Guest ``old`` has become one with guest ``new``."""

    old: str
    new: str


class Said(News):
    """Somebody has said this at the match ``m``."""

    m: str
    seated: bool
    word: Word


_parse: TypeAdapter[Moved | Present | Merged | Said] = TypeAdapter(Moved | Present | Merged | Said)


class Listener(Protocol):
    """What a process does with news from the others."""

    def moved_on(self, match_id: str, append: Append | None) -> None:
        """Another process has stored this, or changed something else about the match."""

    def present(self, process: str, match_id: str, guests: Collection[str]) -> None:
        """These guests look at the match through another process."""

    def merged(self, old: str, new: str) -> None:
        """Another process has made two guests one."""

    def said(self, match_id: str, seated: bool, word: Word) -> None:
        """Somebody has said this through another process."""

    def missed(self) -> None:
        """News may have been lost, of any kind."""


class Bus(Protocol):
    """Carries news to the other processes."""

    shared: bool

    async def start(self, listener: Listener) -> None:
        """Begins to listen."""

    async def stop(self) -> None:
        """Stops listening."""

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """Tells, with the commit of ``connection``, which matches have moved on to which number."""

    def announce_appends(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Tells, with the commit of ``connection``, how matches have moved on."""

    def announce_merger(self, connection: Connection, old: str, new: str) -> None:
        """Tells, with the commit of ``connection``, that one guest has become one with another."""

    def announce_word(self, connection: Connection, match_id: str, seated: bool, word: Word) -> None:
        """Tells, with the commit of ``connection``, what somebody has said."""

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Tells who looks at the match through this process."""

    async def claims(self, match_id: str, seq: int) -> bool:
        """Whether this process, and for ``CLAIM_SECONDS`` no other, is to think about a match after entry ``seq``."""


class LocalBus:
    """One process: there is nobody to tell."""

    shared = False

    async def start(self, listener: Listener) -> None:
        """Nothing to listen to."""

    async def stop(self) -> None:
        """Nothing to stop."""

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """Nobody to tell."""

    def announce_appends(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Nobody to tell."""

    def announce_merger(self, connection: Connection, old: str, new: str) -> None:
        """Nobody to tell."""

    def announce_word(self, connection: Connection, match_id: str, seated: bool, word: Word) -> None:
        """Nobody to tell."""

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Nobody to tell."""

    async def claims(self, match_id: str, seq: int) -> bool:
        """Who else?"""
        return True


class PostgresBus:
    """LISTEN/NOTIFY with one connection that only listens, as reading notifications occupies it."""

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database
        self._process = secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        """Begins to listen, and comes back whenever the connection breaks."""
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(listener, ready), name="bus")
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 10)

    async def stop(self) -> None:
        """Stops listening; whatever became of that, the shutdown goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def announce(self, connection: Connection, moved: Mapping[str, int]) -> None:
        """Tells the others with the commit."""
        self._notify(connection, *(Moved(p=self._process, m=match_id, seq=seq) for match_id, seq in moved.items()))

    def announce_appends(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Tells the others with the commit."""
        self._notify(connection, *(Moved.by(self._process, append) for append in appends))

    def announce_merger(self, connection: Connection, old: str, new: str) -> None:
        """Tells the others with the commit."""
        self._notify(connection, Merged(p=self._process, old=old, new=new))

    def announce_word(self, connection: Connection, match_id: str, seated: bool, word: Word) -> None:
        """Tells the others with the commit."""
        self._notify(connection, Said(p=self._process, m=match_id, seated=seated, word=word))

    async def announce_presence(self, match_id: str, guests: Collection[str]) -> None:
        """Tells the others at once."""
        async with self._database.change() as connection:
            news = Present(p=self._process, m=match_id, guests=sorted(guests)[:MOST_GUESTS])
            await connection.run_sync(self._notify, news)

    async def claims(self, match_id: str, seq: int) -> bool:
        """Whether no other process has claimed it. Thinks without a claim if the database does not answer."""
        values = {"match": match_id, "seq": seq, "process": self._process}
        try:
            async with self._database.change() as connection:
                return (await connection.execute(_CLAIM, values)).first() is not None
        except AWAY as error:
            self._database.outage.failed(error)
            return True

    def _notify(self, connection: Connection, *news: News) -> None:
        values = [{"channel": CHANNEL, "payload": one.model_dump_json()} for one in news]
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
                        listener.missed()
                    ready.set()
                    async for notification in connection.notifies():
                        self._receive(listener, notification.payload)
            except Exception as error:  # a connection that broke, or a message that the driver cannot read
                log.warning("bus interrupted", error=repr(error))
            await asyncio.sleep(AGAIN_SECONDS)

    def _receive(self, listener: Listener, payload: str) -> None:
        """Passes news on. Anybody with access to the database may send anything: that is ignored."""
        try:
            news = _parse.validate_json(payload)
        except ValidationError as error:
            log.warning("no news", payload=payload[:200], error=error.errors()[0]["msg"])
            return
        if news.p == self._process:
            return
        try:
            if isinstance(news, Moved):
                listener.moved_on(news.m, None if news.line is None else news.line.append_to(news.m))
            elif isinstance(news, Merged):
                listener.merged(news.old, news.new)
            elif isinstance(news, Said):
                listener.said(news.m, news.seated, news.word)
            else:
                listener.present(news.p, news.m, news.guests)
        except Exception:
            log.exception("news failed", payload=payload[:200])
