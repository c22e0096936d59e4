"""The window made anew, in another language or at another text size, with what was open and typed.

Sizes and words are taken when a widget is made; made again it is as it would be in a program that
had begun so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.window.main_window import MainWindow


def make_anew(window: MainWindow, setting: str) -> None:
    """Make strip, pages and tables again, after this setting was changed on its page."""
    before = window.pages
    if before is None:
        return
    window.strip.hide()
    window.strip.deleteLater()
    window.strip = window.make_strip()
    for page in window.tables.values():
        window.strip.add(page.table)
    window.strip.refresh(window.now())
    window.pages = window.make_pages()
    window.rebuild()
    window.pages.take_over(before, setting)
