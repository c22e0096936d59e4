"""A connection to the server: opened only where it is protected; a failure is one sentence."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Any

import psycopg
from psycopg import pq
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from scorepad.share.postgres.schema import CHANNEL, NO_RIGHTS
from scorepad.spades.refusal import NO_REASON, Refused
from scorepad.spades.words import T, Text

# A lost connection is reported in a sentence; psycopg logs it too.
logging.getLogger("psycopg").setLevel(logging.ERROR)

OLDEST = 13
"""The oldest server that is used."""
PROTECTED = "verify-full"
HERE = {"", "localhost", "127.0.0.1", "::1"}
"""Hosts that are this machine; sockets of the file system are too."""
OPTIONS = {
    "application_name": "scorepad",
    "connect_timeout": 5,  # seconds
    "tcp_user_timeout": 15_000,  # ms
    "keepalives_idle": 10,  # seconds
    "keepalives_interval": 5,  # seconds
    "keepalives_count": 3,
}
ANSWER_WITHIN = 30  # seconds that the server has for one statement

_NO_TABLES = T(
    "Scorepad's tables are missing; ask an administrator to run the SQL that "
    "“scorepad share schema” prints"
)
_REASONS: dict[str, Text] = {
    "42501": NO_RIGHTS,
    "42P01": _NO_TABLES,
    "42703": _NO_TABLES,
    "3F000": _NO_TABLES,
    "53100": T("the server's disk is full"),
    "57014": T("the server is taking too long to respond"),
    "25006": T("the server is read-only"),
}
"""Each of these states of SQL (PostgreSQL, appendix A) has a sentence of its own."""


def open_connection(service_or_address: str) -> Connection:
    """Return a connection in which each statement is its own transaction; raises `Refused`, or an
    error by `refuse_database_errors`. The service is one of libpq."""

    def connect() -> psycopg.Connection[Any]:
        connection = psycopg.connect(conninfo, autocommit=True, **OPTIONS)  # type: ignore[arg-type]
        try:
            _require_usable_server(connection.info)
            connection.execute(f"set statement_timeout = '{ANSWER_WITHIN}s'")
            connection.execute("set timezone = 'UTC'")  # others have offsets with seconds
            connection.execute(f"listen {CHANNEL}")
        except BaseException:
            connection.close()
            raise
        return connection

    conninfo = (
        service_or_address if "://" in service_or_address else f"service={service_or_address}"
    )
    _require_protection(conninfo)
    engine = create_engine(
        "postgresql+psycopg://", creator=connect, poolclass=StaticPool, isolation_level="AUTOCOMMIT"
    )
    return engine.connect()


def close_connection(connection: Connection) -> None:
    """Close a connection, also one that is broken."""
    with contextlib.suppress(DBAPIError, psycopg.Error):
        connection.invalidate()
        connection.close()
    connection.engine.dispose()


def _require_protection(conninfo: str) -> None:
    """Raise `Refused` for a connection to another machine that could be read or answered by others.

    A service file or the environment counts too, so libpq is asked: it begins a connection, which
    is dropped before anything is sent.
    """
    started = pq.PGconn.connect_start(conninfo.encode())
    try:
        options = {each.keyword.decode(): (each.val or b"").decode() for each in started.info}
    finally:
        started.finish()
    hosts = [each for key in ("host", "hostaddr") for each in options.get(key, "").split(",")]
    others = [each for each in hosts if each not in HERE and not each.startswith(("/", "@"))]
    if others and options.get("sslmode") != PROTECTED:
        raise Refused(
            "The connection to {host} isn't protected (sslmode is {found}); set "
            "sslmode to {needed} in pg_service.conf or in the address.",
            host=others[0],
            found=options.get("sslmode") or "prefer",
            needed=PROTECTED,
        )


def _require_usable_server(info: psycopg.ConnectionInfo) -> None:
    version = info.server_version // 10_000
    if version < OLDEST:
        raise Refused(
            "The server is PostgreSQL {found}; Scorepad needs {oldest} or later.",
            found=version,
            oldest=OLDEST,
        )
    encoding = info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise Refused(
            "The database uses the encoding {found}; Scorepad needs UTF8.", found=encoding or "?"
        )


@contextlib.contextmanager
def refuse_database_errors() -> Iterator[None]:
    """Turn errors of the server, psycopg or the network into `Refused`, with one sentence."""
    try:
        yield
    except (DBAPIError, psycopg.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if not isinstance(cause, psycopg.Error):
            raise  # the data folder's own database
        words = str(cause).strip().splitlines()
        system = T("{system}", system=words[0].strip(" .")) if words else NO_REASON
        why = _REASONS.get(cause.sqlstate or "", system)
        raise Refused(
            "Can't use the database: {why}. Your entries stay on this computer until the "
            "database works again.",
            why=why,
        ) from error
