"""A desk over a keeper in memory, with a clock on the wall that tests move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorepad.desk.desk import Desk
from scorepad.spades.library import Library
from tests.desk.memory import MemoryKeeper

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Wall:
    """The clock on the wall: it stands until it is moved."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        return self.time

    def go(self, *, minutes: float = 0, seconds: float = 0) -> None:
        self.time += timedelta(minutes=minutes, seconds=seconds)


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def keeper() -> MemoryKeeper:
    return MemoryKeeper()


@pytest.fixture
def desk(keeper: MemoryKeeper, library: Library, wall: Wall) -> Desk:
    return Desk(keeper, library, now=wall, by=lambda: "Pat")
