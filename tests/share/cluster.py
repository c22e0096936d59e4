"""A PostgreSQL server of our own on this machine, with logins and a private authority."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from scorepad.share.postgres.schema import schema_sql
from tests.fork_server import end_process

LOGINS = tuple(f"laptop_{letter}" for letter in "abcdefgh")
HOST = "scorepad.test"
"""The name in the server's certificate; `hostaddr` has the server found by it."""
TEMPLATE = "room"
PASSWORD = "a secret"  # noqa: S105


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: each.parts[4])
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    return Path(on_path).parent if on_path else None


def run(*command: object, user: str | None = None) -> None:
    """Run a program, as another user where one is named."""
    done = subprocess.run(
        [str(each) for each in command], user=user, capture_output=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr.decode()


class Cluster:
    """The server, and what a laptop needs to reach it: `services` names a service for each login in
    a database, and has libpq find it."""

    def __init__(self, programs: Path, place: Path) -> None:
        self._programs = programs
        self.place = place
        self.user = "postgres" if os.geteuid() == 0 else None  # root may not run it
        self._data = place / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        place.chmod(0o755)
        (place / "password").write_text(PASSWORD)
        self._data.mkdir(mode=0o700)
        if self.user:
            shutil.chown(self._data, self.user)
        initdb = ("--no-sync", "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale")
        password = f"--pwfile={place / 'password'}"
        run(programs / "initdb", *initdb, password, "-U", "admin", "-D", self._data, user=self.user)
        self._make_certificates()
        self.start()
        with self.admin("postgres") as admin:
            admin.execute(f"create database {TEMPLATE}")
        with self.admin(TEMPLATE) as admin:
            admin.execute(schema_sql())
            for login in LOGINS:
                admin.execute(
                    f"create role {login} login password '{PASSWORD}' in role scorepad_laptop"
                )
            admin.execute(f"create role stranger login password '{PASSWORD}'")

    def _make_certificates(self) -> None:
        """Make a private authority (`ca.crt`), a certificate for the server by it, and another
        authority that nobody trusts (`other.crt`)."""
        for name in ("ca", "other"):
            run(
                *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt"),
                *("ec_paramgen_curve:prime256v1", "-nodes", "-days", 2, "-subj", f"/CN={name}"),
                *("-keyout", self.place / f"{name}.key", "-out", self.place / f"{name}.crt"),
            )
        key, request = self._data / "server.key", self.place / "server.csr"
        run(
            *("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-nodes", "-subj", f"/CN={HOST}", "-keyout", key, "-out", request),
        )
        run(
            *("openssl", "x509", "-req", "-in", request, "-days", 2, "-CAcreateserial"),
            *("-CA", self.place / "ca.crt", "-CAkey", self.place / "ca.key"),
            *("-out", self._data / "server.crt"),
        )
        key.chmod(0o600)
        if self.user:
            shutil.chown(key, self.user)

    def start(self) -> None:
        """Start the server, and return when it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            # Nobody takes this machine's power away; what a killed server wrote is there.
            "fsync": "off",
            "ssl": "on",
            "max_connections": 60,
            "shared_buffers": "32MB",
        }
        options = [f"-c{name}={value}" for name, value in settings.items()]
        with (self.place / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self._data), *options],
                user=self.user,
                cwd="/",
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + 30
        while True:
            with contextlib.suppress(psycopg.OperationalError), self.admin("postgres"):
                return
            assert time.monotonic() < end, (self.place / "log").read_text()
            time.sleep(0.02)

    def kill(self) -> None:
        """Have the server die at once (SIGKILL), with all processes that serve somebody."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        served = children.read_text().split()
        end_process(self._process, signal.SIGKILL)
        for each in served:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(each), signal.SIGKILL)
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """Stop the server."""
        assert self._process is not None
        end_process(self._process, signal.SIGINT)

    def admin(self, database: str) -> psycopg.Connection[Any]:
        """Return a connection of the administrator, who is bound by no rights."""
        return self.connect(database, "admin")

    def connect(self, database: str, login: str) -> psycopg.Connection[Any]:
        """Return a connection of a login."""
        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            dbname=database,
            user=login,
            password=PASSWORD,
            autocommit=True,
            connect_timeout=5,
        )

    def make_database(self) -> str:
        """Return the name of a new database with the tables."""
        self._databases += 1
        name = f"room_{self._databases}"
        with self.admin("postgres") as admin:
            admin.execute(f"create database {name} template {TEMPLATE}")
        return name

    def drop_database(self, name: str) -> None:
        """Drop a database, connections or not."""
        with self.admin("postgres") as admin:
            admin.execute(f"drop database if exists {name} with (force)")

    def name_services(self, database: str, folder: Path) -> dict[str, str]:
        """Write the files that libpq looks into, with a service for each login, and return the
        environment that names them."""
        service, passwords = folder / "pg_service.conf", folder / ".pgpass"
        service.write_text(
            "".join(
                f"[{login}]\nhost=127.0.0.1\nport={self.port}\ndbname={database}\nuser={login}\n\n"
                for login in (*LOGINS, "stranger")
            )
        )
        passwords.write_text(f"*:*:*:*:{PASSWORD}\n")
        passwords.chmod(0o600)
        return {"PGSERVICEFILE": str(service), "PGPASSFILE": str(passwords)}


@contextlib.contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A server that is there for a while."""
    programs = find_programs()
    assert programs is not None, "PostgreSQL is not installed"
    with tempfile.TemporaryDirectory(prefix="scorepad-cluster-") as place:
        cluster = Cluster(programs, Path(place))
        try:
            yield cluster
        finally:
            cluster.stop()
