"""Two versions stand side by side until somebody says which one counts, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from scorepad.spades.words import Words
from scorepad.window.widgets import controls, layouts, tab_order
from scorepad.window.widgets.density import Gap


class ShownVersion(NamedTuple):
    """A version as it is shown: the id of its last entry, on which laptop it was recorded, a line
    for each of its hands or entries, what it comes to ("": its lines say it), and all of that in
    one line."""

    last_id: str
    title: str
    lines: tuple[str, ...]
    result: str
    text: str


class VersionChoice(QFrame):
    """A strip with a column for each version; it is hidden where there is one version only.

    `chosen` gives the id of the last entry of the version that counts, and the reason.
    """

    chosen = Signal(str, str)

    def __init__(self, words: Words, title: str) -> None:
        super().__init__()
        self._words = words
        self.setProperty("kind", "banner")
        self.setAccessibleName(title)
        self._tab_place = tab_order.hold_place(self)
        self._last_id = ""
        self._buttons: list[QPushButton] = []
        self._shown: tuple[ShownVersion, ...] = ()
        self.setVisible(False)

    def _make_parts(self) -> None:
        """Make what is in the strip, which most pages never show."""
        words, title = self._words, self.accessibleName()
        self._column = layouts.set_column(self, controls.label(title, "strong"), spacing=Gap.LINES)
        layouts.set_margins(self._column, (Gap.GROUPS, Gap.CONTROLS))
        self._columns = QWidget()
        self._column.addWidget(self._columns)
        self._reason = QWidget()
        self.why = QLineEdit()
        self.why.setAccessibleName(words("Why"))
        self.why.setPlaceholderText(words("e.g. this score was read aloud"))
        self.why.setMaxLength(4000)
        self.why.returnPressed.connect(self._record)
        self._save = QPushButton(words("Count this one"))
        self._save.clicked.connect(self._record)
        self._chosen = controls.label("", wrap=True)
        back = controls.button(words("Back"), lambda: self._ask_why(None))
        layouts.set_row(self._reason, (self._chosen, 1), (self.why, 1), self._save, back)
        self._column.addWidget(self._reason)
        tab_order.set_tab_order((self._tab_place, self.why, self._save, back))
        self._reason.setVisible(False)

    def show_versions(self, versions: Sequence[ShownVersion]) -> None:
        """Show these versions; none hides the strip."""
        if tuple(versions) == self._shown:
            return
        self._shown = tuple(versions)
        if self.layout() is None:
            self._make_parts()
        old, self._columns = self._columns, QWidget()
        grid = layouts.set_grid(self._columns, across=Gap.PAGE, down=Gap.LINES)
        self._buttons = []
        most = max((len(each.lines) for each in versions), default=0)
        for at, version in enumerate(versions):
            grid.setColumnStretch(at, 1)
            grid.addWidget(controls.label(version.title, "strong", wrap=True), 0, at)
            for row, line in enumerate(version.lines, 1):
                grid.addWidget(controls.label(line, wrap=True), row, at)
            if version.result:
                grid.addWidget(controls.label(version.result, "strong", wrap=True), most + 1, at)
            button = QPushButton(self._words("Count this one"))
            button.setAccessibleName(f"{button.text()}: {version.title}: {version.text}")
            button.clicked.connect(lambda _checked=False, one=version: self._ask_why(one))
            grid.addWidget(button, most + 2, at, Qt.AlignmentFlag.AlignLeft)
            self._buttons.append(button)
        self._column.replaceWidget(old, self._columns)
        old.deleteLater()
        self._reason.setVisible(False)
        self.setVisible(bool(versions))

    def _ask_why(self, version: ShownVersion | None) -> None:
        """Ask why this version counts, in place of the buttons; None shows these again."""
        for each in self._buttons:
            each.setVisible(version is None)
        self._reason.setVisible(version is not None)
        if version is None:
            self._buttons[0].setFocus()
            return
        self._last_id = version.last_id
        self._chosen.setText(version.text if not version.result else version.result)
        self.why.setFocus()

    def _record(self) -> None:
        why = self.why.text().strip()
        if not why:
            self.why.setFocus()
            return
        self.why.clear()
        self.chosen.emit(self._last_id, why)
