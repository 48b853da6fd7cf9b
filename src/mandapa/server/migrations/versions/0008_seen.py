"""When guests came last: those who have no tables vanish some time after."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("guest", sa.Column("seen", sa.String(32)))
    op.execute("UPDATE guest SET seen = created")
