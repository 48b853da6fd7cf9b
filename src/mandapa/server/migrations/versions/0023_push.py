"""Where browsers want to be told that somebody is waited for (Web Push), and what was told."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
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
        "told",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("what", sa.String(8), primary_key=True),
    )
    op.create_index("ix_told_match_id", "told", ["match_id"])
