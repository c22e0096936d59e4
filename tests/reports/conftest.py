"""Sheets in tests are the same on every system: its own faces are not used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reports.typeset import fonts, shaping


@pytest.fixture(scope="module", autouse=True)
def no_installed_faces() -> Iterator[None]:
    """What our own faces lack is lacking, whatever this system has."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "INSTALLED_FONT_FILES", ())
        forget_shapes()
        yield
    forget_shapes()


def forget_shapes() -> None:
    """Forget what was set with other faces."""
    for shaped in (shaping.shape, shaping._set_text):
        shaped.cache_clear()
