"""The colour of a guest's picture, and the languages that the guest speaks."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("guest", sa.Column("colour", sa.String(16)))
    op.add_column("guest", sa.Column("languages", sa.String(80), nullable=False, server_default=""))
