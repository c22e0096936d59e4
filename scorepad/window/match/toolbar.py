"""The toolbar of a table has a button for each thing that is done often, from the registry of
actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from scorepad.desk.actions import action
from scorepad.desk.table import Table
from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.icons import ICON_SIZE, action_icon

TOOLBAR_ACTIONS: Final = (
    *("undo", "redo", "amend", "misdeal", "renege", "talk"),
    *("clock-more", "clock-less", "print"),
)
"""The keys of the actions that have a button, in their order."""

SHORT_LABELS: Final[dict[str, Text]] = {
    "amend": T("Correct"),
    "talk": T("Talk"),
    "clock-more": T("+5 min"),
    "clock-less": T("\N{MINUS SIGN}5 min"),
    "print": T("Print"),
}
"""The labels of buttons whose actions have longer titles in the menu."""


AFTER_PAINTING: Final = 20  # ms
"""The buttons are enabled so long after a change, which itself is painted first."""


class TableToolbar(QWidget):
    """The buttons keep their places; one whose action isn't possible is disabled, with the reason
    in its tool tip."""

    action_requested = Signal(str)
    """The user asks for the action with this key."""

    def __init__(self, table: Table, typed: Callable[[str], str]) -> None:
        """`typed` returns the input that undo or redo would change while it is not recorded."""
        super().__init__()
        self._table, self._typed = table, typed
        self.setAccessibleName(str(T("Table actions")))
        row = layouts.set_row(self, spacing=Gap.NONE, wraps=True)
        self.actions_by_key: dict[str, QAction] = {}
        for each in map(action, TOOLBAR_ACTIONS):
            shown = QAction(str(SHORT_LABELS.get(each.key, each.title)), self)
            ask = partial(self.action_requested.emit, each.key)
            shown.triggered.connect(lambda _checked=False, ask=ask: ask())
            button = QToolButton()
            button.setDefaultAction(shown)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            # Keys are for the hand; Tab leads here.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setFixedHeight(theme.touch_height())
            button.setIconSize(QSize(theme.px(ICON_SIZE), theme.px(ICON_SIZE)))
            row.addWidget(button)
            button.setAccessibleName(str(each.title))
            self.actions_by_key[each.key] = shown
        row.addStretch(1)
        self._show_icons()
        if theme.Theme.active is not None:
            theme.Theme.active.changed.connect(self._show_icons)
        self._soon = controls.single_shot_timer(self, self._show, AFTER_PAINTING)
        self._show()

    def _show_icons(self) -> None:
        for key, shown in self.actions_by_key.items():
            shown.setIcon(action_icon(action(key).icon))

    def refresh(self) -> None:
        """Enable the possible actions, once the change itself is painted."""
        self._soon.start()

    def _show(self) -> None:
        for key, shown in self.actions_by_key.items():
            each, tip, why = action(key), "", None
            if key in ("undo", "redo"):
                of_table = self._table.undo_name if key == "undo" else self._table.redo_name
                if name := self._typed(key) or of_table():
                    tip = str(T("{title}: {what}", title=each.title, what=name))
            if not tip:
                tip, why = str(each.help), each.why_disabled(self._table.match)
            shown.setEnabled(why is None)
            shown.setToolTip(tip if why is None else controls.capitalize(str(why)))
