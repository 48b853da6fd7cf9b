"""What the coach finds has reasons and results; what was found without them is found again when somebody asks."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.execute("DELETE FROM analysis")
