"""Tables and who holds their seats."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sql.Column("id", sql.String(40), primary_key=True),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("record", sql.Text, nullable=False),
        sql.Column("thought", sql.Text),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("ended", sql.Boolean, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("updated", sql.Float, nullable=False, index=True),
    )
    op.create_table(
        "seats",
        sql.Column(
            "table_id", sql.String(40), sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("holder", sql.String(64), nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_table("tables")
