"""Seats whose guests have taken the match off their list."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("seat", sa.Column("put_away", sa.Boolean, nullable=False, server_default=sa.false()))
