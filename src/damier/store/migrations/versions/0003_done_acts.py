"""Which acts of a page are done, so that none is done twice."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sql.Column("done_acts", sql.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("tables", "done_acts")
