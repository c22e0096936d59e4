"""What holds for tests of the window holds for these too."""

from tests.window.conftest import styled, swept, themed

__all__ = ["styled", "swept", "themed"]
