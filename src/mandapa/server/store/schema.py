"""The tables of the database. Times are text, UTC in ISO 8601, as in record files."""

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

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
)
"""A person, known by a name only."""

session = Table(
    "session",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", String(32), nullable=False),
)
"""A browser of a guest: SHA-256 of the token in its cookie."""

resume_code = Table(
    "resume_code",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("guest_id", ForeignKey("guest.id", ondelete="CASCADE"), nullable=False),
    Column("expires", String(32), nullable=False),
)
"""A code that brings another browser to a guest, once."""

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
    Index("ix_match_status_listed", "status", "listed"),
)
"""A match without its entries. ``seq``, ``status``, ``turn`` and ``result`` repeat what the entries say, for lists."""

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
)
"""A seat: ``first`` as the match began, the rest as it is now; ``asked``: its consent to a take-back is awaited."""

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
