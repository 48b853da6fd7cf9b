"""The tables of the database. Times are text, UTC in ISO 8601, as in record files."""

from datetime import datetime, timedelta

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

from mandapa.play import now

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guest = Table(
    "guest",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("created", String(32), nullable=False),
    Column("seen", String(32)),
    Column("colour", String(16)),
    Column("languages", String(80), nullable=False, server_default=""),
)
"""A person, known by a name only; ``seen``: the last day on which a page of theirs was opened; ``colour`` of their
picture, if they have chosen one; codes of the ``languages`` that they speak, with spaces between."""

session = Table(
    "session",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", String(32), nullable=False),
    Column("device", String(80)),
    Column("seen", String(32)),
)
"""A browser of a guest: SHA-256 of the token in its cookie; what kind of ``device`` it is, and the last day on which it
opened a page."""

resume_code = Table(
    "resume_code",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", String(32), nullable=False, index=True),
    Column("lasting", Boolean, nullable=False, server_default=false()),
)
"""A code that brings another browser to a guest: once, until it ``expires``, or, if it is ``lasting``, ever again. Then
``expires`` says when it was made."""

match = Table(
    "match",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("components_hash", String(80), nullable=False),
    Column("confirm", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("review", Boolean, nullable=False),
    Column("clock", JSON(none_as_null=True)),
    Column("owner", ForeignKey("guest.id", ondelete="SET NULL"), index=True),
    Column("rematch", String(32)),
    Column("status", String(8), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("turn", Integer),
    Column("created", String(32), nullable=False),
    Column("updated", String(32), nullable=False),
    Column("result", JSON(none_as_null=True)),
    Column("ending", JSON(none_as_null=True)),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("origin", String(64)),
    Column("seen", String(32)),
    Column("talk", Boolean, nullable=False, server_default=true()),
    Column("coach", Boolean, nullable=False, server_default=false()),
    Column("due", String(32), index=True),
    Index("ix_match_status_listed", "status", "listed"),
)
"""A match without its entries. For lists ``seq``, ``status``, ``turn``, ``result`` and ``ending`` repeat what the
entries say. ``revision`` counts what was changed otherwise, such as names. While it waits in the lobby: the address of
its ``origin``, and when somebody who sits there was last ``seen``. ``talk``: people may talk there. ``coach``: it says
what a turn loses before that is confirmed. ``due``: when the time of whoever is waited for is up, and a computer player
takes over."""

seat = Table(
    "seat",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("first", JSON, nullable=False),
    Column("name", String(80), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("bot", String(40)),
    Column("guest_id", ForeignKey("guest.id", ondelete="SET NULL"), index=True),
    Column("invite", String(64)),
    Column("asked", Boolean, nullable=False, server_default=false()),
    Column("resigned", Boolean, nullable=False, server_default=false()),
    Column("put_away", Boolean, nullable=False, server_default=false()),
)
"""A seat: ``first`` as the match began, the rest as it is now; ``asked``: its consent to a take-back is awaited;
``resigned``: whoever sat there has given up, and a bot plays on; ``put_away``: has taken the match off the own list."""

entry = Table(
    "entry",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("request", String(40)),
    Column("details", JSON(none_as_null=True)),
)
"""What happened. ``request`` marks the request that caused it, so that a repeat is recognised; ``details`` are those of
a referee."""

ban = Table(
    "ban",
    metadata,
    Column("who", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("note", String(200), nullable=False),
    Column("at", String(32), nullable=False),
)
"""Whom the host has sent away: ids of guests, and networks (``bans.network``); ``kind`` says which."""

process = Table(
    "process",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", String(80), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("started", String(32), nullable=False),
    Column("seen", String(32), nullable=False),
    Column("tables", Integer, nullable=False),
    Column("pages", Integer, nullable=False),
)
"""Server processes that run: when each was ``seen`` last, how many tables and open pages it has."""
tally = Table(
    "tally",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("who", String(64), primary_key=True),
    Column("until", BigInteger, primary_key=True),
    Column("count", Integer, nullable=False),
)
"""How much of a ``kind`` a guest or an address has had in the window that ends at ``until`` (seconds since 1970)."""

thought = Table(
    "thought",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("process", String(16), nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
)
"""Which of several processes lets a computer player or a referee think after entry ``seq``, and until when, by the
clock of the database, the others leave it to that process."""

report = Table(
    "report",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", String(32), nullable=False),
    Column("match_id", String(32), nullable=False),
    Column("seat", Integer),
    Column("name", String(80), nullable=False),
    Column("note", String(300), nullable=False),
    Column("words", String(300)),
    Column("about", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("reporter", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""What a guest tells the host about the name at a seat, and ``about`` whom: who sits there, or gave it that name; or
about ``words`` that somebody has said."""

word = Table(
    "word",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seated", Boolean, nullable=False),
    Column("at", String(32), nullable=False),
    Column("text", String(300), nullable=False),
    Column("quick", Boolean, nullable=False),
    Index("ix_word_room", "match_id", "seated", "id"),
    sqlite_autoincrement=True,
)
"""What somebody has said at a table. Those who are ``seated`` hear each other, and those who look on hear each other.
``quick``: the text is the name of a sentence that clients have in each language."""

mute = Table(
    "mute",
    metadata,
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("blocked", Boolean, nullable=False, server_default=false()),
)
"""Whom a guest does not want to hear; or, ``blocked``, to meet at a table either."""

asked = Table(
    "asked",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("declined", Boolean, nullable=False, server_default=false()),
)
"""Whom the guest who opened a match has asked to come there; ``declined``: who does not want to."""

invitation = Table(
    "invitation",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
)
"""A code that leads to the next open seat of a match, as long as there is one."""

push = Table(
    "push",
    metadata,
    Column("session", ForeignKey("session.token_hash", ondelete="CASCADE"), primary_key=True),
    Column("endpoint_hash", String(64), nullable=False, unique=True),
    Column("endpoint", Text, nullable=False),
    Column("public_key", String(100), nullable=False),
    Column("secret", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("remind", Integer, nullable=False),
)
"""A browser that wants to be told while no page is open: the ``endpoint`` at its push service, and the hash of that;
what it is encrypted with; in which language, and so many hours before the own time is up, too (0: never)."""

told = Table(
    "told",
    metadata,
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("what", String(8), primary_key=True),
)
"""``what`` the browsers of a guest were told of a match since the guest has looked at it."""

analysis = Table(
    "analysis",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("at", String(32), nullable=False),
    Column("found", JSON, nullable=False),
)
"""What the coach has found in a finished match."""


def moment(ago: timedelta = timedelta()) -> str:
    """The time so long ago by the clock that entries go by, as the database has it."""
    return (datetime.fromisoformat(now()) - ago).isoformat(timespec="milliseconds").replace("+00:00", "Z")
