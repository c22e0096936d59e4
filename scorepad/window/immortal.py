"""Keeps the window alive on Python 3.11, where PySide6 6.12 wears `None` out.

That PySide6 is built for the stable interface of Python 3.12, in which `None`, `True` and `False`
are immortal, so it hands them out without counting.  Before 3.12 they are counted: every call
that returns `None` takes one from its count, and after some thousand calls the interpreter stops
with "deallocating None".  Giving them a count that cannot be used up makes them immortal here
too.  From Python 3.12 on there is nothing to do.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final

PLENTY: Final = sys.maxsize // 4
"""More references than a program can lose."""


def make_immortal() -> None:
    """Give `None`, `True` and `False` a count that cannot be used up."""
    if sys.version_info >= (3, 12):
        return
    for value in (None, True, False, NotImplemented, ...):
        count = ctypes.c_ssize_t.from_address(id(value))
        # Only where the count is what it seems to be (a debug build keeps it elsewhere).
        if abs(count.value - sys.getrefcount(value)) < 100 and count.value < PLENTY:
            count.value += PLENTY
