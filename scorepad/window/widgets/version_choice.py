"""Two versions stand side by side until somebody says which one counts, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from scorepad.spades.words import Words
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap


class ShownVersion(NamedTuple):
    """A version as it is shown: the id of its last entry, what it comes to, whether it counts."""

    last_id: str
    text: str
    counts: bool


class VersionChoice(QWidget):
    """A strip with a row for each version; it is hidden where there is one version only.

    `chosen` gives the id of the last entry of the version that counts, and the reason.
    """

    chosen = Signal(str, str)

    def __init__(self, words: Words, title: str) -> None:
        super().__init__()
        self._words = words
        self.setProperty("kind", "banner")
        self.setAccessibleName(title)
        self._column = layouts.set_column(self, controls.label(title, "strong"), spacing=Gap.LINES)
        layouts.set_margins(self._column, (Gap.GROUPS, Gap.CONTROLS))
        self._rows = QWidget()
        layouts.set_column(self._rows, spacing=Gap.LINES)
        self._column.addWidget(self._rows)
        self._reason = QWidget()
        self.why = QLineEdit()
        self.why.setAccessibleName(words("Why"))
        self.why.setPlaceholderText(words("e.g. this score was read aloud"))
        self.why.setMaxLength(4000)
        self.why.returnPressed.connect(self._record)
        self._save = QPushButton(words("Count this one"))
        self._save.clicked.connect(self._record)
        self._chosen = controls.label("", wrap=True)
        layouts.set_row(self._reason, (self._chosen, 1), (self.why, 1), self._save)
        self._column.addWidget(self._reason)
        self._reason.setVisible(False)
        self._last_id = ""
        self._shown: tuple[ShownVersion, ...] = ()
        self.setVisible(False)

    def show_versions(self, versions: Sequence[ShownVersion]) -> None:
        """Show these versions; none hides the strip."""
        if tuple(versions) == self._shown:
            return
        self._shown = tuple(versions)
        old, self._rows = self._rows, QWidget()
        column = layouts.set_column(self._rows, spacing=Gap.LINES)
        for version in versions:
            row = QWidget()
            button = QPushButton(self._words("Count this one"))
            button.setAccessibleName(f"{button.text()}: {version.text}")
            button.clicked.connect(lambda _checked=False, one=version: self._ask_why(one))
            layouts.set_row(row, (controls.label(version.text, wrap=True), 1), button)
            column.addWidget(row)
        self._column.replaceWidget(old, self._rows)
        old.deleteLater()
        self._reason.setVisible(False)
        self.setVisible(bool(versions))

    def _ask_why(self, version: ShownVersion) -> None:
        self._last_id = version.last_id
        self._chosen.setText(version.text)
        self._reason.setVisible(True)
        self.why.setFocus()

    def _record(self) -> None:
        why = self.why.text().strip()
        if not why:
            self.why.setFocus()
            return
        self.why.clear()
        self.chosen.emit(self._last_id, why)
