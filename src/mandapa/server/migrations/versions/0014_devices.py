"""Codes that last, and what is told of a guest's browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("resume_code", sa.Column("lasting", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("session", sa.Column("device", sa.String(80)))
    op.add_column("session", sa.Column("seen", sa.String(32)))
