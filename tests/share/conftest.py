from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

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
