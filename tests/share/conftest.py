from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import tests.one_dialect  # noqa: F401
from tests.share.cluster import Cluster, find_programs, running_cluster
from tests.share.room import Clock, Laptop


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that is shared."""
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


@pytest.fixture
def laptop(tmp_path: Path, folder: Path) -> Callable[..., Laptop]:
    clock = Clock()

    def make(name: str, share: Path | None = folder, **more: str) -> Laptop:
        return Laptop(tmp_path / name, share, clock, **more)

    return make


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if find_programs() is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def database(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A new database, with a service for each login."""
    name = cluster.make_database()
    for variable, file in cluster.name_services(name, tmp_path).items():
        monkeypatch.setenv(variable, file)
    yield name
    cluster.drop_database(name)


@pytest.fixture
def room(tmp_path: Path, database: str) -> Iterator[Callable[..., Laptop]]:
    """Makes laptops that share the database, each by a login of its own: "A" is `laptop_a`."""
    clock, laptops = Clock(), list[Laptop]()
    clock.time = datetime.now(UTC)

    def make(name: str, service: str = "", **more: str) -> Laptop:
        service = service or f"laptop_{name[-1].lower()}"
        laptops.append(Laptop(tmp_path / name, None, clock, database=service, **more))
        return laptops[-1]

    yield make
    for each in laptops:
        each.restart()
