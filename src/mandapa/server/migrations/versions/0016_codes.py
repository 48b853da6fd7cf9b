"""Whose codes are found quickly: they are looked for when another one is made."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_index("ix_resume_code_guest_id", "resume_code", ["guest_id"])
    op.create_index("ix_resume_code_expires", "resume_code", ["expires"])
