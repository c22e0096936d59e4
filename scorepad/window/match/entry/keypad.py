"""The entry bar's keys stand on the screen, for mouse and finger, as they are on the keyboard.

Each has its place, in two rows, or in one where the window is low for its text, so that a finger
finds it where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from scorepad.desk.hand_input import DRAW, SEAT_KEYS
from scorepad.desk.typed_bids import INSIST
from scorepad.spades.bidding import BLIND_KEY, COUNT_KEYS, KEY_BIDS
from scorepad.spades.words import T
from scorepad.window.widgets import tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import fit_words, text_font

BACK = "\b"
ENTER = "\r"
POINT = "\t"
KEYS_IN_ROW: Final = 7
"""The numbers stand in this many columns; beside them stand the other keys."""
USUAL_COLUMNS: Final = 10
"""The keys have this many columns in all; with team bids and blind nils `MAX_COLUMNS`, which have
keys for each partner."""
MAX_COLUMNS: Final = 12
MIN_COLUMN_WIDTH: Final = 38  # px
"""Where a column would be narrower (pixels), the numbers take the whole width, and the other keys
go below them."""
CORNER_TEXTS: Final = {
    **{key: key for key in (*KEY_BIDS, BLIND_KEY) if not key.isdigit()},
    POINT: "⇥",
    ENTER: "↵",
}
"""What a key is called on the keyboard, where its text says something else."""

KeyPlace = tuple[int, int, int]
"""Row, column, how many columns."""
KeyLabel = tuple[str, tuple[str, ...], str]
"""A key, the texts that it may show, the longest first, and its name."""


def key_place(key: str, columns: int, offered: str) -> KeyPlace:
    """Return where a key stands among those that are offered."""
    if key in COUNT_KEYS:
        return (*divmod(COUNT_KEYS.index(key), KEYS_IN_ROW), 1)
    last = columns - 1
    if BLIND_KEY in offered and "A" not in offered:
        # It has a column of its own, before the one with the key that takes back.
        if key == BLIND_KEY:
            return 0, last - ("M" in offered), 1 + ("M" not in offered and "B" not in offered)
        offered, columns = offered.replace(BLIND_KEY, ""), columns - 1
        row, column, wide = key_place(key, columns, offered)
        if column == columns - 1:
            return row, column + 1, wide
        return row, column, wide + (row == 1 and "M" not in offered and column >= KEYS_IN_ROW)
    if "A" in offered:
        return {
            "A": (0, 0, 3),
            "B": (0, 3, 3),
            "C": (1, 0, 3),
            "D": (1, 3, 3),
            "R": (0, KEYS_IN_ROW, last + 1 - KEYS_IN_ROW),
        }[key]
    if "M" in offered:
        return {
            "N": (0, KEYS_IN_ROW, 2),
            "B": (0, KEYS_IN_ROW + 2, 2),
            "M": (1, KEYS_IN_ROW, 2),
            "V": (1, KEYS_IN_ROW + 2, 2),
            INSIST: (0, last, 1),
            BACK: (1, last, 1),
        }[key]
    return {
        "N": (0, KEYS_IN_ROW, 1 if "B" in offered else last + 1 - KEYS_IN_ROW),
        "B": (0, KEYS_IN_ROW + 1, last - KEYS_IN_ROW),
        POINT: (0, KEYS_IN_ROW, last + 1 - KEYS_IN_ROW),
        # Enter's place has a key in the next hand that means nothing before a bid is typed.
        INSIST: (1, KEYS_IN_ROW, last - KEYS_IN_ROW),
        ENTER: (1, KEYS_IN_ROW, last - KEYS_IN_ROW),
        BACK: (1, last, 1),
    }[key]


def key_place_below_numbers(two_row_place: KeyPlace, columns: int) -> KeyPlace:
    """Return where a key stands that goes below the numbers: in the same order, over the whole
    width."""
    row, column, wide = two_row_place
    beside = columns - KEYS_IN_ROW
    start, end = column - KEYS_IN_ROW, column - KEYS_IN_ROW + wide
    left, right = (round(each * KEYS_IN_ROW / beside) for each in (start, end))
    return row + 2, left, right - left


def key_place_in_one_row(two_row_place: KeyPlace, columns: int, offered: str) -> KeyPlace:
    """Return where a key stands in one row: the numbers, then the other keys, upper row first; what
    partners bid stands together."""
    row, column, wide = two_row_place
    if column < KEYS_IN_ROW:
        return 0, row * KEYS_IN_ROW + column, wide
    beside = columns - KEYS_IN_ROW
    if "M" not in offered:
        return 0, 2 * KEYS_IN_ROW + row * beside + column - KEYS_IN_ROW, wide
    if column == columns - 1:
        return 0, 2 * (columns - 1) + row, wide
    return 0, 2 * KEYS_IN_ROW + row * (beside - 1) + column - KEYS_IN_ROW, wide


class KeypadKey(QPushButton):
    """A key on the screen; a small corner text shows the same key of the keyboard."""

    corner = ""
    texts: tuple[str, ...] = ()
    """The texts that it may show, the longest first."""

    def fit_text(self) -> None:
        """Show the longest text that fits."""
        bold = QFont(self.font())
        bold.setBold(True)
        self.setText(fit_words(self.texts, QFontMetrics(bold), self.width() - theme.px(8)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if len(self.texts) > 1:
            self.fit_text()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.corner:
            return
        room = QFontMetrics(self.font()).horizontalAdvance(self.text())
        # Where the text fills the key, only the text is shown.
        if self.width() < room + 2 * theme.px(11):
            return
        colors = theme.colors()
        primary = self.property("kind") == "primary" and self.isEnabled()
        painter = QPainter(self)
        painter.setFont(text_font(12))
        painter.setPen(QColor(colors.on_accent if primary else colors.soft))
        painter.drawText(
            QRect(theme.px(6), theme.px(3), self.width(), theme.px(16)),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop,
            self.corner,
        )
        painter.end()


class KeyPad(QWidget):
    """Shows the keys in their places."""

    pressed = Signal(str)
    """A key was pressed, as it is on the keyboard; `BACK`, `ENTER`, `POINT`."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(Gap.LINES.pixels())
        self._columns = USUAL_COLUMNS
        self._offered = self._enabled = ""
        self._labels: Sequence[KeyLabel] = ()
        self._is_one_row = False
        self._placed: tuple[str, int, int] | None = None
        self.keys: dict[str, KeypadKey] = {}
        """The keys, once they were shown: few tables show them, and the many take long to make."""
        self._usual: dict[str, tuple[tuple[str, ...], str]] = {}
        self._tab_place = tab_order.make_tab_order_anchor(self)
        self._sample = KeypadKey("0", self)
        """It is never shown: a key is as high as this one."""
        self._sample.setProperty("kind", "key")
        self._sample.hide()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(str(T("Keys")))

    def setVisible(self, visible: bool) -> None:
        if visible and not self.keys:
            self._make_keys()
            self._show_keys()
            self._arrange()
        super().setVisible(visible)

    def _make_keys(self) -> None:
        for number, key in enumerate(COUNT_KEYS):
            name = str(T("{number} (key {key})", number=number, key=key))
            self._add(key, str(number), name)
        self._add("N", str(T("Nil")), str(T("Nil (key N)")))
        self._add("B", str(T("Blind")), str(T("Blind nil (key B)")))
        self._add(BLIND_KEY, str(T("Blind …")), str(T("A number bid blind (key L)")))
        self._add("M", str(T("Nil")), "M")
        self._add("V", str(T("Blind")), "V")
        for key in (*SEAT_KEYS.replace("B", ""), DRAW):
            self._add(key, key, key)
        self._add(INSIST, "!", str(T("Accept with a reason what the rules refuse (key !)")))
        self._add(POINT, "⇄", str(T("Point at the other side (Tab)")))
        self._add(BACK, "⌫", str(T("Back (Backspace)")))
        self._add(ENTER, str(T("Record")), str(T("Record the tricks (Enter)")))
        self.keys[ENTER].setProperty("kind", "primary")
        # Its text may fill the key, like the others'.
        self.keys[ENTER].setProperty("sign", "true")
        tab_order.set_tab_order((self._tab_place, *self.keys.values()))
        self._usual = {
            key: (button.texts, button.accessibleName()) for key, button in self.keys.items()
        }

    def _add(self, key: str, text: str, name: str) -> None:
        # It has a parent from the start; a key shown without one would be a window.
        button = KeypadKey(text, self)
        button.texts = (text,)
        button.setProperty("kind", "key")
        button.setAccessibleName(name)
        button.setToolTip(name)
        press: Callable[[], object] = lambda: self.pressed.emit(key)  # noqa: E731
        button.clicked.connect(press)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.corner = CORNER_TEXTS.get(key, "")
        self.keys[key] = button

    def offer_keys(
        self,
        keys: str,
        enabled: str,
        labels: Sequence[KeyLabel] = (),
        columns: int = USUAL_COLUMNS,
    ) -> None:
        """Show these keys, and let those of `enabled` be pressed. `labels` are those that are
        called otherwise than usual; `columns` says in how many they stand."""
        self._offered, self._enabled = keys, enabled
        self._labels, self._columns = labels, columns
        self._show_keys()
        self._arrange()

    def _show_keys(self) -> None:
        special = {key: (texts, name) for key, texts, name in self._labels}
        for key, usual in self._usual.items():
            texts, name = special.get(key, usual)
            button = self.keys[key]
            if (button.texts, button.accessibleName()) != (texts, name):
                button.texts = texts
                button.fit_text()
                button.setAccessibleName(name)
                button.setToolTip(name)
                # A text that begins with the key needs no corner.
                button.corner = "" if texts[0].startswith(key) else CORNER_TEXTS.get(key, "")
        for key, button in self.keys.items():
            button.setVisible(key in self._offered)
            button.setEnabled(key in self._enabled)

    def set_one_row(self, one_row: bool) -> None:
        """Put all keys in one row where they fit, or let them have more rows."""
        self._is_one_row = one_row
        self._arrange()

    def rows_at(self, width: int) -> int:
        """Return how many rows there are at this width (pixels): one or two, or four where the
        other keys stand below the numbers."""
        gap = self._grid.horizontalSpacing()
        if (
            self._is_one_row
            and (width + gap) // (2 * self._columns) - gap >= theme.touch_height() - gap
        ):
            return 1
        return 2 if (width + gap) // self._columns - gap >= MIN_COLUMN_WIDTH else 4

    def height_at(self, width: int) -> int:
        """Return how high (pixels) the keys are at this width."""
        rows = self.rows_at(width)
        # With a theme's thicker edge the least height is more than the hint.
        each = max(self._sample.sizeHint().height(), self._sample.minimumHeight())
        return rows * each + (rows - 1) * Gap.LINES.pixels()

    def _arrange(self) -> None:
        placed = (self._offered, self._columns, self.rows_at(self.width()))
        if placed == self._placed or not self._offered or not self.keys:
            return
        self._placed = placed
        offered, columns, rows = placed
        for button in self.keys.values():
            self._grid.removeWidget(button)
        across = {1: 2 * columns, 2: columns}.get(rows, KEYS_IN_ROW)
        for column in range(2 * MAX_COLUMNS):
            self._grid.setColumnStretch(column, int(column < across))
        for key, button in self.keys.items():
            if key in offered:
                place = key_place(key, columns, offered)
                if rows == 1:
                    place = key_place_in_one_row(place, columns, offered)
                elif rows == 4 and place[1] >= KEYS_IN_ROW:
                    place = key_place_below_numbers(place, columns)
                self._grid.addWidget(button, place[0], place[1], 1, place[2])
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(600), self.height_at(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(200), self.sizeHint().height())
