"""Tables at which the coach says what a turn loses before it is confirmed."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("match", sa.Column("coach", sa.Boolean, nullable=False, server_default=sa.false()))
