"""When the time of somebody is up who is waited for."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("match", sa.Column("due", sa.String(32)))
    op.create_index("ix_match_due", "match", ["due"])
