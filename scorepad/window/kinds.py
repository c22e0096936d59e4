"""A choice of what to make, with a meaning to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QWidget

from scorepad.spades.words import T, Text, Words
from scorepad.window import parts, theme

ONE: Mapping[str, Text] = {
    "csv": T("Tables for any program: a folder with a file each"),
    "json": T("The match itself: another Scorepad can take it in"),
    "xlsx": T("The same tables as a spreadsheet"),
    "pdf": T("The match sheet"),
}
"""What the export formats mean for one match."""
MANY: Mapping[str, Text] = {
    "csv": T("Tables for any program: a folder with a file each"),
    "json": T("The matches themselves, a file each, for another Scorepad"),
    "xlsx": T("The same tables as a spreadsheet"),
    "pdf": T("All match sheets in one file"),
}
"""What they mean for several."""


class Kinds(QWidget):
    """Buttons one below the other, of which one is down; what each means stands beside it.

    Arrow keys move between them, Space presses.
    """

    changed = Signal()

    def __init__(self, options: Sequence[tuple[str, str, str]], *, name: str, chosen: str) -> None:
        """`options`: key, title and meaning of each."""
        super().__init__()
        self.setAccessibleName(name)
        self._keys = [key for key, _title, _meaning in options]
        self._group = QButtonGroup(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.px(12))
        grid.setVerticalSpacing(theme.px(6))
        grid.setColumnStretch(1, 1)
        for number, (_key, title, meaning) in enumerate(options):
            made = parts.button(title, name=f"{name}: {title}")
            made.setAccessibleDescription(meaning)
            made.setCheckable(True)
            self._group.addButton(made, number)
            grid.addWidget(made, number, 0)
            grid.addWidget(parts.label(meaning, "caption", wrap=True), number, 1)
        self._group.idClicked.connect(lambda _number: self._chosen())
        self.choose(chosen)

    @classmethod
    def of_formats(cls, words: Words, forms: Sequence[str], meanings: Mapping[str, Text]) -> Kinds:
        """A choice of export formats."""
        options = [(form, form.upper(), words(meanings.get(form, T("")))) for form in forms]
        return cls(options, name=words("Format"), chosen=forms[0])

    @property
    def value(self) -> str:
        """The key of what is chosen."""
        return self._keys[self._group.checkedId()]

    def choose(self, key: str) -> None:
        """Choose by key, as if it had been clicked."""
        self._group.button(self._keys.index(key)).setChecked(True)
        self._chosen()

    def _chosen(self) -> None:
        for each in self._group.buttons():
            each.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if each.isChecked() else Qt.FocusPolicy.ClickFocus
            )
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        buttons = self._group.buttons()
        focused = next((at for at, each in enumerate(buttons) if each.hasFocus()), None)
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if focused is None or step is None:
            super().keyPressEvent(event)
            return
        buttons[(focused + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
