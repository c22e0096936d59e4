"""Runs the revisions in the transaction that `scorepad.store.migrate` has begun."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
