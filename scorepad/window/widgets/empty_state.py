"""The card in place of a list without rows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton

from scorepad.spades.words import Text
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap


class EmptyState(QFrame):
    """Shown in place of a list without rows: the reason, a way on, and others beside it."""

    def __init__(self, way_on: QPushButton, *others: QPushButton) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.way_on = way_on
        self._title, self._description = controls.label("", "title"), controls.label("", wrap=True)
        sign = controls.label("♠", "title")
        sign.setStyleSheet(f"font-size: {theme.em(4)}px")
        if not theme.is_roomy():
            sign.hide()
        for each in (sign, self._title, self._description):
            each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        ways = layouts.row(None, way_on, *others, None, wraps=True)
        parts = 2, sign, self._title, self._description, ways, 3
        middle = layouts.column(*parts, spacing=Gap.GROUPS, margin=Gap.GROUPS)
        layouts.set_column(self, scrolling.make_scroll_area(middle))

    def say(self, title: Text | str, description: Text | str) -> None:
        """Show this reason."""
        self._title.setText(str(title))
        self._description.setText(str(description))
