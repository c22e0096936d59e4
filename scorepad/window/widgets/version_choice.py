"""Two versions side by side until the user chooses the one that counts, with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from scorepad.spades.words import T
from scorepad.window.widgets import controls, layouts, scrolling, tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit, take_reason


class ShownVersion(NamedTuple):
    """A version as it is shown.

    last_id: the id of its last entry
    title: the laptop on which it was recorded
    lines: one for each of its hands or entries
    result: "" if it is one of the lines
    text: all of that in one line
    """

    last_id: str
    title: str
    lines: tuple[str, ...]
    result: str
    text: str


class VersionChoice(QFrame):
    """A strip with a column for each version; it is hidden while there is one version only.

    `chosen` has the id of the last entry of the version that counts, and the reason.
    """

    chosen = Signal(str, str)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.setAccessibleName(title)
        self._last_id = ""
        self._buttons: list[QPushButton] = []
        self._shown: tuple[ShownVersion, ...] = ()
        heading = controls.label(title, "strong", wrap=True, tone="warn")
        self._columns = QWidget()
        self.why = line_edit(T("e.g. this score was read aloud"), max_length=4000)
        self.why.setAccessibleName(str(T("Why")))
        self.why.returnPressed.connect(self._record)
        save = controls.button(T("Use this one"), self._record)
        self._chosen = controls.label("", wrap=True, tone="warn")
        self._back = controls.button(T("Back"), lambda: self._ask_why(None))
        for each in (self._chosen, self.why):
            each.setMinimumWidth(theme.em(12))
        self._reason = layouts.row((self._chosen, 1), (self.why, 1), save, self._back, wraps=True)
        inside = QWidget()
        margin = (Gap.GROUPS, Gap.CONTROLS)
        self._column = layouts.set_column(
            inside, heading, self._columns, self._reason, spacing=Gap.LINES, margin=margin
        )
        scrolling.ScrolledColumn(self, inside, name=title)
        self.setVisible(False)

    def show_versions(self, versions: Sequence[ShownVersion]) -> None:
        """Show these versions; none hides the strip."""
        if tuple(versions) == self._shown:
            return
        self._shown = tuple(versions)
        old, self._columns = self._columns, QWidget()
        grid = layouts.set_grid(self._columns, across=Gap.PAGE, down=Gap.LINES)
        self._buttons = []
        most = max((len(each.lines) for each in versions), default=0)
        for at, version in enumerate(versions):
            grid.setColumnStretch(at, 1)
            grid.addWidget(controls.label(version.title, "strong", wrap=True, tone="warn"), 0, at)
            for row, line in enumerate(version.lines, 1):
                text = controls.label(line, wrap=True, tone="warn")
                grid.addWidget(text, row, at, Qt.AlignmentFlag.AlignTop)
            result = controls.label(version.result, "strong", wrap=True, tone="warn")
            button = controls.button(T("Use this one"), partial(self._ask_why, version))
            button.setAccessibleName(f"{button.text()}: {version.title}: {version.text}")
            self._buttons.append(button)
            result.setVisible(bool(version.result))
            last = layouts.row((result, 1), button, *[None] * (not version.result), wraps=True)
            grid.addWidget(last, most + 1, at)
        self._column.replaceWidget(old, self._columns)
        old.deleteLater()
        tab_order.set_tab_order((self._back, *self._buttons))
        self._reason.setVisible(False)
        self.setVisible(bool(versions))

    def _ask_why(self, version: ShownVersion | None) -> None:
        for each in self._buttons:
            each.setVisible(version is None)
        self._reason.setVisible(version is not None)
        if version is None:
            self._buttons[0].setFocus()
            return
        self._last_id = version.last_id
        self._chosen.setText(version.result or version.text)
        self.why.setFocus()

    def _record(self) -> None:
        if why := take_reason(self.why):
            self.chosen.emit(self._last_id, why)
