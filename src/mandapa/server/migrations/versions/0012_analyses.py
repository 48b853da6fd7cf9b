"""What the coach found in finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "analysis",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("found", sa.JSON, nullable=False),
    )
