"""Sheets in tests are the same on every system: its own faces are not used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reports.typeset import fonts
from reports.typeset.shaping import shape


@pytest.fixture(autouse=True)
def no_installed_faces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What our own faces lack is lacking, whatever this system has."""
    if fonts.INSTALLED_FONT_FILES:
        monkeypatch.setattr(fonts, "INSTALLED_FONT_FILES", ())
        shape.cache_clear()
    yield
    if fonts.INSTALLED_FONT_FILES:
        shape.cache_clear()
