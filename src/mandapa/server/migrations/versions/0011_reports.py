"""What players tell the host about names and words."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("note", sa.String(300), nullable=False),
        sa.Column("about", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("reporter", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False, index=True),
    )
