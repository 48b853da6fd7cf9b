"""Why a match ended before its rules ended it, and who has resigned, for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("match", sa.Column("ending", sa.JSON))
    op.add_column("seat", sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()))
