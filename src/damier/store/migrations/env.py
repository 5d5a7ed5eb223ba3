"""Runs migrations on the connection that the archive hands over."""

from __future__ import annotations

from alembic import context

from damier.store.archive import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
