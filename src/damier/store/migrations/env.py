"""Runs migrations on the connection that the archive hands over."""

from __future__ import annotations

from alembic import context

from damier.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # a kill in the middle leaves the old form, on SQLite too
)
with context.begin_transaction():
    context.run_migrations()
