"""The menu bar is made from the desk's one registry of actions.

A shortcut works at any time; where its action cannot be done now, the window shows the reason.  An
open menu grays such an action out and gives the same sentence as its tool tip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtWidgets import (
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from scorepad.desk.actions import ACTIONS, GROUPS, Action, action
from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls
from scorepad.window.widgets.icons import action_icon
from scorepad.window.widgets.repeat_filter import MOVING_KEYS
from scorepad.window.widgets.row_menu import make_row_menu

if TYPE_CHECKING:
    from scorepad.desk.table import Table


ROW_ACTIONS = (
    *("clock-start", "clock-pause", "clock-resume", "clock-add"),
    *("sign", "print", "save-sheet", "copy-result", "like", "archive"),
)
"""The keys of the actions that can be done with a row of a list."""
SEVERAL_ACTIONS = ("clock-start", "clock-pause", "clock-add")
"""The keys of those that can be done with several rows."""

TEXT_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


def with_mnemonic(title: str, used_letters: set[str]) -> str:
    """Return the title with an `&` before its first letter that no other menu has taken: Alt and
    this letter open the menu, in any language."""
    for place, letter in enumerate(title):
        if letter.isalnum() and letter.casefold() not in used_letters:
            used_letters.add(letter.casefold())
            return f"{title[:place]}&{title[place:]}"
    return title


class FieldShortcuts(QObject):
    """Leaves keys of a text field to the window: those of the finder, which some systems' fields
    use themselves, and those of undo and redo while nothing was typed there that the field could
    take back or bring again."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._finder = QKeySequence(action("find").shortcut)
        controls.follow_focus(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        if isinstance(old, TEXT_FIELDS):
            old.removeEventFilter(self)
        if isinstance(new, TEXT_FIELDS):
            new.installEventFilter(self)

    def eventFilter(self, field: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        typed = field.document() if isinstance(field, QPlainTextEdit | QTextEdit) else field
        is_left = QKeySequence(event.keyCombination()) == self._finder
        if isinstance(typed, QLineEdit | QTextDocument):
            is_left |= event.matches(UNDO) and not typed.isUndoAvailable()
            is_left |= event.matches(REDO) and not typed.isRedoAvailable()
        if is_left:
            event.ignore()
        return is_left


class Menus:
    """Holds the menu bar and its actions, by key."""

    def __init__(
        self,
        window: QMainWindow,
        do: Callable[..., object],
        table_of: Callable[[str], Table | None],
        typed: Callable[[str], str] = lambda _key: "",
    ) -> None:
        """`do` does an action by its key, at a table where one is given.  `table_of` returns the
        table that an action is about otherwise.  `typed` returns the step of undo or redo that is
        typed and not recorded ("bids"); else ""."""
        self._window = window
        self._do = do
        self._table_of = table_of
        self._typed = typed
        self.actions: dict[str, QAction] = {}
        # `QMainWindow.menuBar()` would make one too, which Python may lose while Qt shows it.
        bar = QMenuBar(window)
        bar.setAccessibleName(str(T("Menu")))
        window.setMenuBar(bar)
        menus: dict[str, QMenu] = {}
        used_letters: set[str] = set()
        for group, title in GROUPS.items():
            menu = QMenu(with_mnemonic(str(title), used_letters), bar)
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(self._update_actions)
            menu.aboutToHide.connect(self._enable_all)
            bar.addMenu(menu)
            menus[group] = menu
        for each in ACTIONS:
            if each.line:
                menus[each.group].addSeparator()
            qt_action = QAction(str(each.title) + "…" * each.needs_input, window)
            if each.shortcut:
                keys = QKeySequence.fromString(each.shortcut)
                qt_action.setShortcut(keys)
                qt_action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
                qt_action.setAutoRepeat(keys[0].key() in MOVING_KEYS)  # type: ignore[index]
            qt_action.triggered.connect(lambda _checked=False, key=each.key: do(key))
            if each.key == "quit":
                qt_action.setMenuRole(QAction.MenuRole.QuitRole)
            qt_action.setIconVisibleInMenu(True)
            menus[each.group].addAction(qt_action)
            self.actions[each.key] = qt_action

    def reason_unavailable(self, action: Action, table: Table | None = None) -> str:
        """Return why this action cannot be done now (at this table); empty when it can."""
        if self._typed(action.key):
            return ""
        table = table or self._table_of(action.key)
        why = action.why_disabled(table.match if table is not None else None)
        return "" if why is None else str(why)

    def action_title(self, action: Action) -> str:
        """Return the present title of an action: undo and redo name their steps."""
        table = self._table_of(action.key)
        title = str(action.title)
        name: Text | str | None = self._typed(action.key) or None
        if name is None and table is not None and action.key in ("undo", "redo"):
            name = table.undo_name() if action.key == "undo" else table.redo_name()
        return title if name is None else str(T("{title}: {what}", title=title, what=name))

    def show_row_menu(
        self,
        at: QPoint,
        first: Iterable[tuple[Text | str, Callable[[], object]]],
        keys: Sequence[str] = ROW_ACTIONS,
        table: Table | None = None,
    ) -> None:
        """Show what can be done with the chosen rows of a list, or with a `table`, at this place on
        the screen: the `first` lines, then the actions with these `keys`."""
        menu = make_row_menu(self._window, first)
        if menu.actions():
            menu.setDefaultAction(menu.actions()[0])
        menu.addSeparator()
        for key in keys:
            if keys is not SEVERAL_ACTIONS and self.reason_unavailable(action(key), table):
                continue
            shown = self.actions[key]
            shown.setIcon(action_icon(action(key).icon))
            if table is None:
                menu.addAction(shown)
            else:
                menu.addAction(shown.icon(), shown.text()).triggered.connect(
                    lambda _checked=False, key=key: self._do(key, table)
                )
        menu.popup(at)

    def _update_actions(self) -> None:
        for each in ACTIONS:
            qt_action = self.actions[each.key]
            why = self.reason_unavailable(each)
            qt_action.setEnabled(not why)
            qt_action.setToolTip(why or str(each.help))
            qt_action.setIcon(action_icon(each.icon))
            if each.key in ("undo", "redo"):
                qt_action.setText(self.action_title(each))

    def _enable_all(self) -> None:
        for qt_action in self.actions.values():
            qt_action.setEnabled(True)
