"""The tables of the database. Times are text, UTC in ISO 8601, as in record files."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from mandapa.play import now

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guest = sa.Table(
    "guest",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("seen", sa.String(32)),
    sa.Column("colour", sa.String(16)),
    sa.Column("languages", sa.String(80), nullable=False, server_default=""),
)
"""A person, known by a name only; ``seen``: the last day on which a page of theirs was opened; ``colour`` of their
picture, if they have chosen one; codes of the ``languages`` that they speak, with spaces between."""

session = sa.Table(
    "session",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("device", sa.String(80)),
    sa.Column("seen", sa.String(32)),
)
"""A browser of a guest: SHA-256 of the token in its cookie; what kind of ``device`` it is, and the last day on which it
opened a page."""

resume_code = sa.Table(
    "resume_code",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("expires", sa.String(32), nullable=False, index=True),
    sa.Column("lasting", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""A code that brings another browser to a guest: once, until it ``expires``, or, if it is ``lasting``, ever again. Then
``expires`` says when it was made."""

match = sa.Table(
    "match",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("components_hash", sa.String(80), nullable=False),
    sa.Column("confirm", sa.Boolean, nullable=False),
    sa.Column("spectators", sa.Boolean, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("review", sa.Boolean, nullable=False),
    sa.Column("clock", sa.JSON(none_as_null=True)),
    sa.Column("owner", sa.ForeignKey("guest.id", ondelete="SET NULL"), index=True),
    sa.Column("rematch", sa.String(32)),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Column("result", sa.JSON(none_as_null=True)),
    sa.Column("ending", sa.JSON(none_as_null=True)),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Column("origin", sa.String(64)),
    sa.Column("seen", sa.String(32)),
    sa.Column("talk", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("coach", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("due", sa.String(32), index=True),
    sa.Index("ix_match_status_listed", "status", "listed"),
)
"""A match without its entries. For lists ``seq``, ``status``, ``turn``, ``result`` and ``ending`` repeat what the
entries say. ``revision`` counts what was changed otherwise, such as names. While it waits in the lobby: the address of
its ``origin``, and when somebody who sits there was last ``seen``. ``talk``: people may talk there. ``coach``: it says
what a turn loses before that is confirmed. ``due``: when the time of whoever is waited for is up, and a computer player
takes over."""

seat = sa.Table(
    "seat",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("first", sa.JSON, nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("bot", sa.String(40)),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="SET NULL"), index=True),
    sa.Column("invite", sa.String(64)),
    sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("put_away", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""A seat: ``first`` as the match began, the rest as it is now; ``asked``: its consent to a take-back is awaited;
``resigned``: whoever sat there has given up, and a bot plays on; ``put_away``: has taken the match off the own list."""

entry = sa.Table(
    "entry",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("request", sa.String(40)),
    sa.Column("details", sa.JSON(none_as_null=True)),
)
"""What happened. ``request`` marks the request that caused it, so that a repeat is recognised; ``details`` are those of
a referee."""

ban = sa.Table(
    "ban",
    metadata,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("note", sa.String(200), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)
"""Whom the host has sent away: ids of guests, and networks (``bans.network``); ``kind`` says which."""

process = sa.Table(
    "process",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("host", sa.String(80), nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("version", sa.String(40), nullable=False),
    sa.Column("started", sa.String(32), nullable=False),
    sa.Column("seen", sa.String(32), nullable=False),
    sa.Column("tables", sa.Integer, nullable=False),
    sa.Column("pages", sa.Integer, nullable=False),
)
"""Server processes that run: when each was ``seen`` last, how many tables and open pages it has."""
tally = sa.Table(
    "tally",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("until", sa.BigInteger, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
)
"""How much of a ``kind`` a guest or an address has had in the window that ends at ``until`` (seconds since 1970)."""

thought = sa.Table(
    "thought",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("process", sa.String(16), nullable=False),
    sa.Column("until", sa.DateTime(timezone=True), nullable=False),
)
"""Which of several processes lets a computer player or a referee think after entry ``seq``, and until when, by the
clock of the database, the others leave it to that process."""

report = sa.Table(
    "report",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("match_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("note", sa.String(300), nullable=False),
    sa.Column("words", sa.String(300)),
    sa.Column("about", sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("reporter", sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""What a guest tells the host about the name at a seat, and ``about`` whom: who sits there, or gave it that name; or
about ``words`` that somebody has said."""

word = sa.Table(
    "word",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seated", sa.Boolean, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("quick", sa.Boolean, nullable=False),
    sa.Index("ix_word_room", "match_id", "seated", "id"),
    sqlite_autoincrement=True,
)
"""What somebody has said at a table. Those who are ``seated`` hear each other, and those who look on hear each other.
``quick``: the text is the name of a sentence that clients have in each language."""

mute = sa.Table(
    "mute",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("muted", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Whom a guest does not want to hear; or, ``blocked``, to meet at a table either."""

asked = sa.Table(
    "asked",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Whom the guest who opened a match has asked to come there; ``declined``: who does not want to."""

invitation = sa.Table(
    "invitation",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
)
"""A code that leads to the next open seat of a match, as long as there is one."""

push = sa.Table(
    "push",
    metadata,
    sa.Column("session", sa.ForeignKey("session.token_hash", ondelete="CASCADE"), primary_key=True),
    sa.Column("endpoint_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("public_key", sa.String(100), nullable=False),
    sa.Column("secret", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("remind", sa.Integer, nullable=False),
)
"""A browser that wants to be told while no page is open: the ``endpoint`` at its push service, and the hash of that;
what it is encrypted with; in which language, and so many hours before the own time is up, too (0: never)."""

told = sa.Table(
    "told",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("what", sa.String(8), primary_key=True),
)
"""``what`` the browsers of a guest were told of a match since the guest has looked at it."""

analysis = sa.Table(
    "analysis",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("found", sa.JSON, nullable=False),
)
"""What the coach has found in a finished match."""


def moment(ago: timedelta = timedelta()) -> str:
    """The time so long ago by the clock that entries go by, as the database has it."""
    return (datetime.fromisoformat(now()) - ago).isoformat(timespec="milliseconds").replace("+00:00", "Z")
