"""Sheets in tests are the same on every system: its own faces are not used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reports import installed
from reports.shaping import shape


@pytest.fixture(autouse=True)
def no_installed_faces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What our own faces lack is lacking, whatever this system has."""
    if installed.PLACES:
        monkeypatch.setattr(installed, "PLACES", ())
        shape.cache_clear()
    yield
    if installed.PLACES:
        shape.cache_clear()
