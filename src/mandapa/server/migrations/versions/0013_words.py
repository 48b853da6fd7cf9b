"""What people say at tables, who is not heard by whom, and reports of words."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("match", sa.Column("talk", sa.Boolean, nullable=False, server_default=sa.true()))
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
    op.create_table(
        "mute",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("muted", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True, index=True),
    )
    op.add_column("report", sa.Column("words", sa.String(300)))
    with op.batch_alter_table("report") as report:
        report.alter_column("seat", existing_type=sa.Integer, nullable=True)
