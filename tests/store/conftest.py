"""Folders that several tests of the store of lines begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.kept import kept, log, make, match_id

ENTRIES = 6


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two matches."""
    from tests.store.soak import opened  # loads sqlmodel, which few tests need

    folder = tmp_path / "data"
    with opened(folder) as store:
        for n in (1, 2):
            store.create(kept(n, log(ENTRIES)), make(kept(n, log(ENTRIES))))
        store.keep_draft(match_id(1), "4 3 ▮")
        store.archive(match_id(2), True)
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    folder = tmp_path / "drive"
    folder.mkdir()
    return folder
