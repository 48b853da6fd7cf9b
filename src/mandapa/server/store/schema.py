"""Database tables. Times are text, UTC in ISO 8601, as in record files."""

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
"""Guests: players without e-mail address or password.

``seen``: the last day on which the guest opened a page; ``colour``: colour of the avatar, if the guest chose one;
``languages``: codes of the languages that the guest speaks, separated by spaces.
"""

session = sa.Table(
    "session",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("device", sa.String(80)),
    sa.Column("seen", sa.String(32)),
)
"""Browsers of guests.

Each row has the SHA-256 hash of the token in the browser's cookie, the kind of ``device``, and the last day on which
the browser opened a page.
"""

resume_code = sa.Table(
    "resume_code",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("expires", sa.String(32), nullable=False, index=True),
    sa.Column("lasting", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Codes that sign another browser in as a guest.

A code works once, until it ``expires``. A ``lasting`` code works any number of times, and its ``expires`` is the time
of creation.
"""

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
"""Matches without their entries.

``seq``, ``status``, ``turn``, ``result`` and ``ending`` duplicate information from the entries, for use in lists.
``revision`` counts all other changes, such as changes of names. While the match waits in the lobby, ``origin`` is the
address from which it was created, and ``seen`` is the time when a seated player was last present. ``talk``: chat is
enabled. ``coach``: before a turn is confirmed, the coach shows how much worse it is than the best turn. ``due``: the
time at which the player to move runs out of time and a bot takes over.
"""

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
"""Seats of matches.

``first``: the seat's state when the match began (the other columns are the current state); ``asked``: the player has
not answered an undo request yet; ``resigned``: the player has resigned, and a bot plays on; ``put_away``: the player
has removed the match from the list of matches.
"""

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
"""Entries of matches.

``request``: id of the request that caused the entry, by which a repeated request is recognised; ``details``: further
data from a referee, a program that determines random outcomes.
"""

ban = sa.Table(
    "ban",
    metadata,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("note", sa.String(200), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)
"""Guests and networks that the host has banned. ``who``: a guest id or a network, depending on ``kind``."""

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
"""Running server processes. ``seen``: when the process last reported, with its numbers of tables and open pages."""
tally = sa.Table(
    "tally",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("until", sa.BigInteger, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
)
"""Usage counters for rate limits: how many actions of a ``kind`` a guest or an address has performed in a time window.

``until``: end of the window, in seconds since 1970.
"""

computation_claim = sa.Table(
    "thought",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("process", sa.String(16), nullable=False),
    sa.Column("until", sa.DateTime(timezone=True), nullable=False),
)
"""Claims of server processes: which process computes the bot move or referee outcome that follows entry ``seq``.

Until the time ``until``, by the database's clock, no other process computes it.
"""

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
"""Reports in which guests complain about a player's name or about a chat message (``words``).

``about``: the reported guest.
"""

chat_message = sa.Table(
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
"""Chat messages at tables. ``seated``: written by a seated player; players and spectators have separate chats.
``quick``: the text is the key of a predefined phrase, which clients show in the reader's language."""

mute = sa.Table(
    "mute",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("muted", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Guests whom a guest has muted or blocked. A guest and a blocked guest are kept from joining the same tables."""

invited_guest = sa.Table(
    "asked",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Guests invited to a match by the guest who created it; ``declined``: the invitation was declined."""

join_code = sa.Table(
    "invitation",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
)
"""Codes with which a player takes the next open seat of a match, as long as there is one."""

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
"""Push subscriptions of browsers.

Each row has the URL (``endpoint``) at the push service and its hash, the encryption keys, the language, and the number
of hours before a deadline at which the guest is reminded of it (0: no reminder).
"""

sent_notification = sa.Table(
    "told",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("what", sa.String(8), primary_key=True),
)
"""Push notifications that a guest has received about a match since last opening it. ``what``: kind of notification."""

analysis = sa.Table(
    "analysis",
    metadata,
    sa.Column("match_id", sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("found", sa.JSON, nullable=False),
)
"""The coach's analyses of finished matches."""


def moment(ago: timedelta = timedelta()) -> str:
    """Return the current time minus ``ago``, as text in the format of the database.

    The clock is the one that also provides the timestamps of entries.
    """
    return (datetime.fromisoformat(now()) - ago).isoformat(timespec="milliseconds").replace("+00:00", "Z")
