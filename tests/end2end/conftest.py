"""What holds for tests of the window holds for these too; and a display of their own."""

from collections.abc import Iterator

import pytest

import tests.one_dialect  # noqa: F401
from tests.end2end.window_process import running_display
from tests.window.conftest import swept, themed

__all__ = ["swept", "themed"]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with running_display() as display:
        yield display
