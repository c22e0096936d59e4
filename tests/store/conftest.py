"""Folders that several tests of the store begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.one_dialect  # noqa: F401
from tests.store.kept import create, kept, log, match_id, opened

ENTRIES = 6


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two matches."""
    folder = tmp_path / "data"
    with opened(folder) as store:
        create(store, *(kept(n, log(ENTRIES)) for n in (1, 2)))
        store.keep_draft(match_id(1), "4 3 ▮")
        store.archive(match_id(2), True)
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    folder = tmp_path / "drive"
    folder.mkdir()
    return folder
