"""Passkeys, and the challenges that devices answer with them."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "passkey",
        sa.Column("id_hash", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32)),
    )
    op.create_index("ix_passkey_guest_id", "passkey", ["guest_id"])
    op.create_table(
        "challenge",
        sa.Column("challenge_hash", sa.String(64), primary_key=True),
        sa.Column("whose", sa.String(80), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_index("ix_challenge_expires", "challenge", ["expires"])
