"""Whom a guest does not want to meet at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("mute", sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()))
