"""What a game's referee keeps of a chance outcome, such as how things moved."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("entry", sa.Column("details", sa.JSON))
