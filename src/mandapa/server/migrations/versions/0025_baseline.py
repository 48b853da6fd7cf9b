"""Baseline: the tables as of the first release, replacing 24 migrations made during development."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "ban",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "guest",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32)),
        sa.Column("colour", sa.String(16)),
        sa.Column("languages", sa.String(80), nullable=False, server_default=""),
    )
    op.create_table(
        "process",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
    )
    op.create_table(
        "tally",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("components_hash", sa.String(80), nullable=False),
        sa.Column("confirm", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("review", sa.Boolean, nullable=False),
        sa.Column("clock", sa.JSON),
        sa.Column("owner", sa.String(32), sa.ForeignKey("guest.id", ondelete="SET NULL"), index=True),
        sa.Column("rematch", sa.String(32)),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("updated", sa.String(32), nullable=False),
        sa.Column("result", sa.JSON),
        sa.Column("ending", sa.JSON),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("origin", sa.String(64)),
        sa.Column("seen", sa.String(32)),
        sa.Column("talk", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("due", sa.String(32), index=True),
        sa.Column("coach", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Index("ix_match_status_listed", "status", "listed"),
    )
    op.create_table(
        "mute",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("muted", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
        sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("note", sa.String(300), nullable=False),
        sa.Column("about", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("reporter", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("words", sa.String(300)),
    )
    op.create_table(
        "resume_code",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("expires", sa.String(32), nullable=False, index=True),
        sa.Column("lasting", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("device", sa.String(80)),
        sa.Column("seen", sa.String(32)),
    )
    op.create_table(
        "analysis",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("found", sa.JSON, nullable=False),
    )
    op.create_table(
        "asked",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "entry",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("request", sa.String(40)),
        sa.Column("details", sa.JSON),
    )
    op.create_table(
        "invitation",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
    )
    op.create_table(
        "push",
        sa.Column("session", sa.String(64), sa.ForeignKey("session.token_hash", ondelete="CASCADE"), primary_key=True),
        sa.Column("endpoint_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public_key", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("remind", sa.Integer, nullable=False),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("first", sa.JSON, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("bot", sa.String(40)),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="SET NULL"), index=True),
        sa.Column("invite", sa.String(64)),
        sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("put_away", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "thought",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "told",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("what", sa.String(8), primary_key=True),
    )
    op.create_table(
        "word",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("seated", sa.Boolean, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("quick", sa.Boolean, nullable=False),
        sa.Index("ix_word_room", "match_id", "seated", "id"),
        sqlite_autoincrement=True,
    )
