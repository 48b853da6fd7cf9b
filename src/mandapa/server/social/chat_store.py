"""Database access for chat messages, muted guests and blocked guests."""

import hashlib
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import Connection, Row, Select, delete, exists, func, insert, select, update

from mandapa.play import now
from mandapa.server.services import CurrentServices
from mandapa.server.store import schema
from mandapa.server.store.bus import Bus
from mandapa.server.store.database import Database
from mandapa.server.store.match_filters import kept_apart
from mandapa.server.store.rows import ChatMessage, Companion

MAX_STORED_MESSAGES = 300
"""Number of latest messages to keep in each of a table's two chat channels: players and spectators."""
COMPANIONS = 50
"""Maximum number of recent fellow players listed for a guest."""


class ChatStore:
    """Database queries for chat messages, muted guests and blocked guests."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    async def add_message(self, match_id: str, guest_id: str, seated: bool, text: str, quick: bool) -> ChatMessage:
        """Store a guest's message at a table, and notify the other processes."""
        async with self._database.change() as connection:
            word = await connection.run_sync(say, match_id, guest_id, seated, text, quick)
            await connection.run_sync(self._bus.announce_word, match_id, seated, word)
        return word

    async def messages(self, match_id: str, seated: bool) -> list[tuple[str, ChatMessage]]:
        """Return the latest messages of a table's players (``seated``) or spectators, each with the id of its
        sender."""
        async with self._database.readers.connect() as connection:
            return await connection.run_sync(words, match_id, seated)

    async def word_at(self, match_id: str, word_id: int) -> tuple[str, bool, ChatMessage] | None:
        """Return a message in a tuple: id of the sender, true if the sender had a seat, message. Return None if there
        is no such message."""
        async with self._database.readers.connect() as connection:
            return await connection.run_sync(word_at, match_id, word_id)

    async def words_of(self, guest_id: str) -> list[dict[str, Any]]:
        """Return all stored messages that a guest has sent, at all tables."""
        async with self._database.readers.connect() as connection:
            return await connection.run_sync(words_of, guest_id)

    async def report(self, match_id: str, word: ChatMessage, about: str, reporter: str, note: str) -> None:
        """Store a report for the host about a guest's message, including the text of the message."""
        row = {"at": now(), "match_id": match_id, "seat": word.seat, "name": word.name, "note": note}
        row |= {"words": word.text, "about": about, "reporter": reporter}
        async with self._database.change() as connection:
            await connection.execute(insert(schema.report), row)

    async def muted_by(self, guest_id: str) -> Sequence[tuple[str, str]]:
        """Return the ids and names of the guests whom a guest has muted."""
        async with self._database.readers.connect() as connection:
            return await connection.run_sync(muted_by, guest_id)

    async def companions(self, guest_id: str) -> list[Companion]:
        """Return the guests whom a guest has recently played with or has blocked."""
        async with self._database.readers.connect() as connection:
            return await connection.run_sync(companions, guest_id)

    async def block(self, guest_id: str, other: str, on: bool) -> None:
        """Block or, with ``on`` false, unblock the guest ``other`` for ``guest_id``.

        Messages from a blocked guest are hidden, and the blocked guest cannot take a seat at tables that the guest who
        blocked them has opened or plays at.
        """
        async with self._database.change() as connection:
            await connection.run_sync(block, guest_id, other, on)

    async def set_chat_enabled(self, match_id: str, on: bool) -> None:
        """Turn the chat of a table on or off."""
        match = schema.match.c
        change = update(schema.match).where(match.id == match_id).values(talk=on, revision=match.revision + 1)
        async with self._database.change() as connection:
            seq = (await connection.execute(change.returning(match.seq))).scalar()
            await connection.run_sync(self._bus.announce, {} if seq is None else {match_id: seq})

    async def is_blocked_at(self, match_id: str, guest_id: str) -> bool:
        """Return whether a guest is blocked by a player at a table, or by the guest who opened the table."""
        query = select(schema.match.c.id).where(schema.match.c.id == match_id, kept_apart(guest_id, by_me=False))
        async with self._database.readers.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def mute(self, guest_id: str, other: str, on: bool) -> None:
        """Mute or, with ``on`` false, unmute the guest ``other`` for ``guest_id``."""
        async with self._database.change() as connection:
            await connection.run_sync(mute, guest_id, other, on)


async def _chat(services: CurrentServices) -> ChatStore:
    return ChatStore(services.store.database, services.store.bus)


CurrentChat = Annotated[ChatStore, Depends(_chat)]


def pseudonym(place: str, guest_id: str) -> str:
    """Return a guest's pseudonym in one place, such as a table or the lists of another guest.

    The pseudonym is different in every place, so that nobody can track a guest from one place to another.
    """
    return hashlib.blake2b(guest_id.encode(), key=place.encode(), digest_size=6).hexdigest()


def say(connection: Connection, match_id: str, guest_id: str, seated: bool, text: str, quick: bool) -> ChatMessage:
    """Store a guest's message. If the channel has more than ``MAX_STORED_MESSAGES``, delete the oldest."""
    row = {"match_id": match_id, "guest_id": guest_id, "seated": seated, "at": now(), "text": text, "quick": quick}
    word_id = connection.execute(insert(schema.chat_message).returning(schema.chat_message.c.id), row).scalar_one()
    word = schema.chat_message.c
    room = (word.match_id == match_id) & (word.seated == seated)
    last = select(word.id).where(room).order_by(word.id.desc()).offset(MAX_STORED_MESSAGES)
    connection.execute(delete(schema.chat_message).where(word.id.in_(list(connection.execute(last).scalars()))))
    return _word(connection.execute(_messages_query().where(word.id == word_id)).one())


def words(connection: Connection, match_id: str, seated: bool) -> list[tuple[str, ChatMessage]]:
    """Return the messages of a table's players (``seated``) or spectators, oldest first, each with the id of its
    sender.

    Messages from banned guests are left out.
    """
    word = schema.chat_message.c
    room = (word.match_id == match_id) & (word.seated == seated)
    banned = exists().where(schema.ban.c.who == word.guest_id)
    rows = connection.execute(_messages_query().where(room, ~banned).order_by(word.id))
    return [(row.guest_id, _word(row)) for row in rows]


def word_at(connection: Connection, match_id: str, word_id: int) -> tuple[str, bool, ChatMessage] | None:
    """Return a message in a tuple: id of the sender, true if the sender had a seat, message. Return None if there is no
    such message."""
    word = schema.chat_message.c
    row = connection.execute(_messages_query().where(word.match_id == match_id, word.id == word_id)).first()
    return None if row is None else (row.guest_id, row.seated, _word(row))


def _messages_query() -> Select[Any]:
    """Select messages, each with the sender's name at the table."""
    word, seat, guest = schema.chat_message.c, schema.seat.alias(), schema.guest.c
    own = schema.seat.alias()
    sits = (own.c.match_id == word.match_id) & (own.c.guest_id == word.guest_id)
    first = select(func.min(own.c.seat)).where(sits).correlate(schema.chat_message).scalar_subquery()
    there = (seat.c.match_id == word.match_id) & (seat.c.seat == first)
    seat_name = func.coalesce(seat.c.name, guest.name).label("name")
    columns = (word.id, word.match_id, word.guest_id, word.seated, word.at, word.text, word.quick, guest.colour)
    return (
        select(*columns, seat.c.seat, seat_name)
        .join_from(schema.chat_message, schema.guest, guest.id == word.guest_id)
        .outerjoin(seat, there)
    )


def _word(row: Row[Any]) -> ChatMessage:
    who = pseudonym(row.match_id, row.guest_id)
    return ChatMessage(row.id, row.at, row.seat, row.name, who, row.text, row.quick, row.colour)


def words_of(connection: Connection, guest_id: str) -> list[dict[str, Any]]:
    """Return all stored messages that a guest has sent, at all tables."""
    word = schema.chat_message.c
    query = select(word.match_id, word.at, word.text).where(word.guest_id == guest_id).order_by(word.id)
    return [{"table": row.match_id, "at": row.at, "text": row.text} for row in connection.execute(query)]


def muted_by(connection: Connection, guest_id: str) -> Sequence[tuple[str, str]]:
    """Return the ids and names of the guests whom a guest has muted."""
    mute, guest = schema.mute.c, schema.guest.c
    query = select(guest.id, guest.name).join_from(schema.mute, schema.guest, guest.id == mute.muted)
    rows = connection.execute(query.where(mute.guest_id == guest_id).order_by(guest.name, guest.id))
    return [(row.id, row.name) for row in rows]


def mute(connection: Connection, guest_id: str, other: str, on: bool) -> None:
    """Mute or, with ``on`` false, unmute the guest ``other`` for ``guest_id``."""
    this = (schema.mute.c.guest_id == guest_id) & (schema.mute.c.muted == other)
    if not on:
        connection.execute(delete(schema.mute).where(this))
    elif connection.execute(select(schema.mute.c.muted).where(this)).first() is None:
        connection.execute(insert(schema.mute), {"guest_id": guest_id, "muted": other})


def block(connection: Connection, guest_id: str, other: str, on: bool) -> None:
    """Block or, with ``on`` false, unblock the guest ``other`` for ``guest_id``. Blocking includes muting."""
    mute(connection, guest_id, other, on)
    if on:
        this = (schema.mute.c.guest_id == guest_id) & (schema.mute.c.muted == other)
        connection.execute(update(schema.mute).where(this).values(blocked=True))


def companions(connection: Connection, guest_id: str) -> list[Companion]:
    """Return the guests whom a guest has played with, the most recent first, and those whom the guest has blocked."""
    mine, other = schema.seat.alias(), schema.seat.alias()
    guest, match, mute = schema.guest.c, schema.match.c, schema.mute.c
    last = func.max(match.updated)
    looks = (guest.id, guest.name, guest.colour, guest.languages)
    met = (
        select(*looks, func.count(match.id.distinct()).label("tables"), last.label("last"))
        .join_from(mine, other, (other.c.match_id == mine.c.match_id) & (other.c.guest_id != mine.c.guest_id))
        .join(schema.match, match.id == mine.c.match_id)
        .join(schema.guest, guest.id == other.c.guest_id)
        .where(mine.c.guest_id == guest_id)
        .group_by(*looks)
        .order_by(last.desc(), guest.id)
        .limit(COMPANIONS)
    )
    blocking = select(*looks).join_from(schema.mute, schema.guest, guest.id == mute.muted)
    blocked = {row.id: row for row in connection.execute(blocking.where(mute.guest_id == guest_id, mute.blocked))}

    def companion(row: Row[*tuple[Any, ...]], tables: int, last: str | None) -> Companion:
        blocks = row.id in blocked
        return Companion(row.id, row.name, tables, last, blocks, row.colour, row.languages.split())

    found = [companion(row, row.tables, row.last) for row in connection.execute(met)]
    others = blocked.keys() - {one.id for one in found}
    return [*found, *(companion(blocked[one], 0, None) for one in sorted(others))]
