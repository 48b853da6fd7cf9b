"""What guests and addresses have had lately, and which tables of the lobby have people."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "tally",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.add_column("match", sa.Column("origin", sa.String(64)))
    op.add_column("match", sa.Column("seen", sa.String(32)))
