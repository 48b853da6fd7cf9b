"""Which process thinks about which position."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "thought",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
