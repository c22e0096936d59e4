"""The menu bar, made from the desk's one registry of actions.

A shortcut works whenever it is pressed: what cannot be done now is answered with the sentence
why.  In an open menu the same sentence greys the line out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from scorepad.desk.actions import ACTIONS, GROUPS, Action
from scorepad.desk.table import Table
from scorepad.spades.words import Text, Words
from scorepad.window.match.panel_registry import PANELS, READING

WRITING: Final = frozenset(PANELS) - READING | {
    "new",
    "like",
    "import",
    "set-aside",
    "undo",
    "redo",
    "bids",
    "tricks",
    "clock-start",
    "clock-pause",
    "clock-resume",
}
"""The actions that record something, by their keys; who only looks on cannot do them."""


def with_mnemonic(title: str, taken: set[str]) -> str:
    """The title with an `&` before its first letter that no other has: Alt and it open the menu,
    in any language."""
    for place, letter in enumerate(title):
        if letter.isalnum() and letter.casefold() not in taken:
            taken.add(letter.casefold())
            return f"{title[:place]}&{title[place:]}"
    return title


class Menus:
    """Every action as a line of a menu, by its key."""

    def __init__(
        self,
        window: QMainWindow,
        words: Words,
        do: Callable[[str], object],
        shown: Callable[[], Table | None],
        read_only: Callable[[], Text | None] = lambda: None,
        typed: Callable[[str], str] = lambda _key: "",
    ) -> None:
        """`shown` is the table that is shown; `read_only` why nothing can be recorded; `typed`
        what undo and redo are about where that is typed and not recorded."""
        self._words = words
        self._shown = shown
        self._read_only = read_only
        self._typed = typed
        self.actions: dict[str, QAction] = {}
        # Made here: of one that Qt makes by itself, Python might lose sight.
        self._bar = QMenuBar(window)
        window.setMenuBar(self._bar)
        self._menus: dict[str, QMenu] = {}
        for group in GROUPS:
            menu = QMenu(self._bar)
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(self._look)
            menu.aboutToHide.connect(self._release)
            self._bar.addMenu(menu)
            self._menus[group] = menu
        for each in ACTIONS:
            made = QAction(window)
            if each.shortcut:
                made.setShortcut(QKeySequence.fromString(each.shortcut))
                made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            made.triggered.connect(lambda _checked=False, key=each.key: do(key))
            if each.key == "quit":
                made.setMenuRole(QAction.MenuRole.QuitRole)
            self._menus[each.group].addAction(made)
            self.actions[each.key] = made
        self.speak(words)

    def speak(self, words: Words) -> None:
        """Say everything in this language."""
        self._words = words
        self._bar.setAccessibleName(words("Menu"))
        taken: set[str] = set()
        for group, title in GROUPS.items():
            self._menus[group].setTitle(with_mnemonic(words(title), taken))
        for each in ACTIONS:
            made = self.actions[each.key]
            made.setText(words(each.title))
            made.setToolTip(words(each.help))
            made.setStatusTip(words(each.help))

    def why_not(self, action: Action) -> str:
        """Why this action cannot be done now; empty when it can."""
        if self._typed(action.key):
            return ""
        table = self._shown()
        why = self._read_only() if action.key in WRITING else None
        if why is None:
            why = action.enabled(table.match if table is not None else None)
        return "" if why is None else self._words(why)

    def title(self, action: Action) -> str:
        """What an action is called now: undo and redo name what they are about."""
        words, table = self._words, self._shown()
        title = words(action.title)
        name: Text | str | None = self._typed(action.key) or None
        if name is None and table is not None and action.key in ("undo", "redo"):
            name = table.undo_name() if action.key == "undo" else table.redo_name()
        return title if name is None else words("{title}: {what}", title=title, what=name)

    def _look(self) -> None:
        """A menu opens: grey out what cannot be done, name what would be undone."""
        words = self._words
        for each in ACTIONS:
            made = self.actions[each.key]
            why = self.why_not(each)
            made.setEnabled(not why)
            made.setToolTip(why or words(each.help))
            if each.key in ("undo", "redo"):
                made.setText(self.title(each))

    def _release(self) -> None:
        for made in self.actions.values():
            made.setEnabled(True)
