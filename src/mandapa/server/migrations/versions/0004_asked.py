"""Whose consent to a take-back is awaited, for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seat", sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.false()))
