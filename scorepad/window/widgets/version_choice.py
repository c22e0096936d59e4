"""Two versions stand side by side until somebody says which one counts, and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QWidget

from scorepad.spades.words import T
from scorepad.window.widgets import controls, layouts, scrolling, tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit


class ShownVersion(NamedTuple):
    """A version as it is shown: the id of its last entry, on which laptop it was recorded, a line
    for each of its hands or entries, what it comes to ("": its lines say it), and all of that in
    one line."""

    last_id: str
    title: str
    lines: tuple[str, ...]
    result: str
    text: str


LEAST_LINES = 5
"""The strip, and below it what is as high as there is room, have at least about so many lines."""


class VersionChoice(QFrame):
    """A strip with a column for each version; it is hidden where there is one version only.

    It takes the height that it needs from what is below it on its page, and scrolls where all of
    that is not enough.  `chosen` gives the id of the last entry of the version that counts, and the
    reason.
    """

    chosen = Signal(str, str)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setProperty("kind", "banner")
        self.setAccessibleName(title)
        self._tab_place = tab_order.make_tab_order_anchor(self)
        self._inside: QWidget | None = None
        self._last_id = ""
        self._buttons: list[QPushButton] = []
        self._shown: tuple[ShownVersion, ...] = ()
        self.setVisible(False)

    def _make_parts(self) -> None:
        title = self.accessibleName()
        self._inside = QWidget()
        heading = controls.label(title, "strong", wrap=True, tone="warn")
        self._column = layouts.set_column(self._inside, heading, spacing=Gap.LINES)
        layouts.set_margins(self._column, (Gap.GROUPS, Gap.CONTROLS))
        # Without a layout, which would say how high the strip is.
        self._area = scrolling.make_scroll_area(self._inside, name=title)
        self._area.setParent(self)
        self._inside.installEventFilter(self)
        self._columns = QWidget()
        self._column.addWidget(self._columns)
        self._reason = QWidget()
        self.why = line_edit(T("e.g. this score was read aloud"), max_length=4000)
        self.why.setAccessibleName(str(T("Why")))
        self.why.returnPressed.connect(self._record)
        self._save = controls.button(T("Count this one"), self._record)
        self._chosen = controls.label("", wrap=True, tone="warn")
        back = controls.button(T("Back"), lambda: self._ask_why(None))
        self._chosen.setMinimumWidth(theme.em(12))
        self.why.setMinimumWidth(theme.em(12))
        layouts.set_row(
            self._reason, (self._chosen, 1), (self.why, 1), self._save, back, wraps=True
        )
        self._column.addWidget(self._reason)
        tab_order.set_tab_order((self._tab_place, self.why, self._save, back))
        self._reason.setVisible(False)

    def show_versions(self, versions: Sequence[ShownVersion]) -> None:
        """Show these versions; none hides the strip."""
        if tuple(versions) == self._shown:
            return
        self._shown = tuple(versions)
        if self._inside is None:
            self._make_parts()
        old, self._columns = self._columns, QWidget()
        grid = layouts.set_grid(self._columns, across=Gap.PAGE, down=Gap.LINES)
        self._buttons = []
        most = max((len(each.lines) for each in versions), default=0)
        for at, version in enumerate(versions):
            grid.setColumnStretch(at, 1)
            grid.addWidget(controls.label(version.title, "strong", wrap=True, tone="warn"), 0, at)
            for row, line in enumerate(version.lines, 1):
                text = controls.label(line, wrap=True, tone="warn")
                text.setAlignment(Qt.AlignmentFlag.AlignTop)
                grid.addWidget(text, row, at)
            result = controls.label(version.result, "strong", wrap=True, tone="warn")
            button = controls.button(T("Count this one"), partial(self._ask_why, version))
            button.setAccessibleName(f"{button.text()}: {version.title}: {version.text}")
            self._buttons.append(button)
            result.setVisible(bool(version.result))
            last = layouts.row((result, 1), button, *[None] * (not version.result), wraps=True)
            grid.addWidget(last, most + 1, at)
        self._column.replaceWidget(old, self._columns)
        old.deleteLater()
        self._reason.setVisible(False)
        self.setVisible(bool(versions))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        around = self.height() - self.contentsRect().height()
        needed = around + (0 if self._inside is None else self._inside.heightForWidth(width))
        return max(min(needed, self._free_height(width)), theme.em(LEAST_LINES))

    def _free_height(self, width: int) -> int:
        page = self.parentWidget()
        column = None if page is None else page.layout()
        if page is None or not isinstance(column, QBoxLayout):
            return 0
        left = page.height()
        for place in range(column.count()):
            item = column.itemAt(place)
            if item is None or item.isEmpty() or item.widget() is self:
                continue
            high = item.minimumSize().height()
            if column.stretch(place):
                left -= min(high, theme.em(LEAST_LINES))
            else:
                left -= item.heightForWidth(width) if item.hasHeightForWidth() else high
        return left

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        page = self.parentWidget()
        assert page is not None
        page.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._inside is not None:
            self._area.setGeometry(self.contentsRect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        change = QEvent.Type.LayoutRequest if watched is self._inside else QEvent.Type.Resize
        if event.type() == change:
            # The page's layout remembers how high the strip is at a width.
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _ask_why(self, version: ShownVersion | None) -> None:
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
