"""What holds for tests of the window: one does not leave its widgets to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    """Widgets that were closed are deleted now: each that stayed would be painted and styled
    again by every test that follows."""
    yield
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
