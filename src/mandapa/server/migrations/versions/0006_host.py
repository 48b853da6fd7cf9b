"""What the host of a server has to do with: who is sent away, which processes run, and names changed afterwards."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("match", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "ban",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "process",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
    )
