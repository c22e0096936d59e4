"""A database is brought up to the newest revision here.

Revisions are numbered files of raw SQL in `migrations/versions`. Alembic is loaded only when there
is something to do.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from scorepad.store import refusals
from scorepad.store.database import refusal
from scorepad.store.dbfile import error_code

MIGRATIONS = Path(__file__).parent / "migrations"
DISK = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}
"""These errors are not the revision's fault."""


def head(migrations: Path = MIGRATIONS) -> str:
    """Return the newest revision, by the names of the files."""
    return max(file.name.split("_")[0] for file in (migrations / "versions").glob("[0-9]*_*.py"))


def refuse_newer(file: Path, version: str, migrations: Path = MIGRATIONS) -> None:
    """Raise `Refused` when a database is beyond these revisions."""
    known = head(migrations)
    if version > known:
        raise refusals.newer_database(file, version, known)


def migrate(connection: sqlite3.Connection, file: Path, migrations: Path = MIGRATIONS) -> None:
    """Run the revisions that are missing, in one transaction: all of them or nothing. The version
    is written twice, so that one digit that changed is not taken for a newer program.

    Raises `Refused`, naming `file`.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    from scorepad.store.rows import asked

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    # Tables that are made anew are for a moment without what they refer to; inside a
    # transaction this pragma does nothing.
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            with asked(connection) as asking:
                config.attributes["connection"] = asking
                command.upgrade(config, "head")
            connection.execute(f"PRAGMA user_version = {int(head(migrations))}")
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise refusals.migration_failed(file)
    except sqlite3.Error as error:
        if error_code(error) in DISK:
            raise refusal(error, file.parent) from error
        raise refusals.migration_failed(file) from error
    except CommandError as error:
        raise refusals.migration_failed(file) from error
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
