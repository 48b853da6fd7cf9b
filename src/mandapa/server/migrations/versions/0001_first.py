"""Guests, matches, seats and entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guest",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "resume_code",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
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
        sa.Index("ix_match_status_listed", "status", "listed"),
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
    )


def downgrade() -> None:
    for table in ("entry", "seat", "match", "resume_code", "session", "guest"):
        op.drop_table(table)
