"""The strip of open tables: each with its score, hand, clock, and what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from scorepad.spades.naming import table_name
from scorepad.spades.words import Words, number
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.fit_text import cut_names, fit_words
from scorepad.window.wording import names
from scorepad.window.wording.moments import clock_text

if TYPE_CHECKING:
    from scorepad.desk.table import Table


def waiting_for(table: Table, words: Words) -> str:
    """What a table waits for, in two or three words."""
    board = table.match.board
    if board.over:
        return words("over")
    if table.time_asks():
        return words("cards dealt?")
    if board.extra_hand and not board.open_hand:
        return words("extra hand")
    return words("tricks") if board.open_hand else words("bids")


TALL = 46
LEAST = 164
WIDEST = 300
GAP = 6
"""A tab's height, its least and its usual greatest width, and what is between two, in pixels at
the usual text size."""
QWIDGETSIZE_MAX = 16777215
"""Qt's own: no greatest width."""


def with_names(
    title: Callable[[str, str], str], names: Sequence[str], metrics: QFontMetrics, room: int
) -> str:
    """A title made of two names and a score, in so much room (pixels): the names give way, a
    short one last; the score never."""
    if metrics.horizontalAdvance(title(names[0], names[1])) <= room:
        return title(names[0], names[1])
    left = max(0, room - metrics.horizontalAdvance(title("", "")))
    return title(*cut_names(names, metrics, left))


class TableTab(QAbstractButton):
    """One open table."""

    def __init__(self, table: Table, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._words = words
        self._title = self._below = self._clock = ""
        self._belows: tuple[str, ...] = ("",)
        self._teams, self._score = ("", ""), ("", "")
        self._tone = ""
        self.setCheckable(True)
        self.setAutoExclusive(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_table()
        stop = table.listen(lambda _change: self.show_table())
        self.destroyed.connect(stop)

    def show_table(self) -> None:
        """Show how the table stands now."""
        words, match = self._words, self.table.match
        board, head = match.board, match.head
        place = table_name(head.table, words)
        one, other = (names.team(head.teams, side, words) for side in (0, 1))
        self._teams = one, other
        self._score = number(board.score[0]), number(board.score[1])
        title = self._titled(one, other)
        hand = board.hands[-1].number if board.open_hand else len(board.hands) + 1
        waits = waiting_for(self.table, words)
        below = waits if board.over else words("hand {hand}: {what}", hand=hand, what=waits)
        face = self.table.clock()
        now = self.table.now()
        state, left = face.state(now), face.left(now)
        clock, tone, warning = "", "", ""
        if left is not None and not board.over and state != "none":
            clock = words("Time") if state == "up" else clock_text(left)
            if state == "paused":
                clock = f"‖ {clock}"
            warn = match.rules.clock.warn_minutes
            near = [minutes for minutes in warn if left <= minutes * 60]
            if state == "up":
                tone = "bad"
            elif state == "running" and near:
                tone = "bad" if min(near) == min(warn) else "warn"
                warning = words("{minutes} min warning", minutes=min(near))
        # What is near is said before what the table waits for.
        texts = (f"{warning} · {waits}", warning) if warning else (below, waits)
        if place:
            short = texts[1:] if warning else (place, waits)
            texts = (*(f"{place} · {text}" for text in texts), *short)
        self._belows = texts
        below = self._belows[0]
        if (title, below, clock, tone) != (self._title, self._below, self._clock, self._tone):
            resized = (title, below) != (self._title, self._below) or len(clock) != len(self._clock)
            self._title, self._below = title, below
            self._clock, self._tone = clock, tone
            self.setAccessibleName(title)
            self.setAccessibleDescription(" · ".join(filter(None, (below, clock))))
            self.setToolTip(f"{title}\n{below}")
            if resized:
                self.updateGeometry()
            self.update()

    @property
    def warns(self) -> bool:
        """Does its clock warn, or is time up?"""
        return bool(self._tone)

    def keep_width(self, width: int) -> None:
        """Be so wide (pixels); 0: as wide as what is in it."""
        self.setMinimumWidth(width)
        self.setMaximumWidth(width or QWIDGETSIZE_MAX)

    def _titled(self, one: str, other: str) -> str:
        """Both sides, called so, and their totals."""
        return self._words(
            "{one} {first} : {second} {other}",
            one=one,
            first=self._score[0],
            second=self._score[1],
            other=other,
        )

    def title_in(self, metrics: QFontMetrics, room: int) -> str:
        """The title in so much room (pixels)."""
        return with_names(self._titled, self._teams, metrics, room)

    def below_in(self, metrics: QFontMetrics, room: int) -> str:
        """Where the table is and what it waits for, in so much room (pixels)."""
        return fit_words(self._belows, metrics, room)

    @property
    def score(self) -> tuple[str, str]:
        """Both totals as they are written."""
        return self._score

    @property
    def says(self) -> tuple[str, str, str]:
        """Title, what it waits for, clock."""
        return self._title, self._below, self._clock

    @property
    def _clock_text(self) -> str:
        return ("▲ " if self._tone else "") + self._clock

    def _fonts(self) -> tuple[QFont, QFont]:
        return theme.figures(15, bold=True), theme.figures(13)

    def sizeHint(self) -> QSize:
        bold, small = self._fonts()
        clock = QFontMetrics(bold).horizontalAdvance(self._clock_text)
        first = QFontMetrics(bold).horizontalAdvance(self._title)
        second = QFontMetrics(small).horizontalAdvance(self._below) + clock + theme.px(24)
        wide = max(first, second) + theme.px(28)
        wide = max(theme.px(LEAST), min(wide, theme.px(WIDEST)))
        return QSize(wide, max(theme.touch(), theme.px(TALL)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(LEAST), max(theme.touch(), theme.px(TALL)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        box = self.rect().adjusted(1, 1, -1, -1)
        tone = {"bad": colours.bad, "warn": colours.warn}.get(self._tone, "")
        edge = colours.focus if self.hasFocus() else colours.accent if on else tone or colours.line
        painter.setPen(QPen(QColor(edge), 2 if on or self.hasFocus() or tone else 1))
        painter.setBrush(QColor(colours.surface if on else colours.ground))
        painter.drawRoundedRect(box, 6, 6)
        bold, small = self._fonts()
        pad = theme.px(12)
        inner = box.adjusted(pad, theme.px(2), -pad, -theme.px(2))
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = QRect(inner.left(), upper.bottom(), inner.width(), inner.height() // 2)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(bold)
        painter.setPen(QColor(colours.ink))
        painter.drawText(
            upper,
            Qt.AlignmentFlag.AlignLeft | middle,
            self.title_in(QFontMetrics(bold), upper.width()),
        )
        wide = QFontMetrics(bold).horizontalAdvance(self._clock_text)
        if self._clock:
            painter.setPen(QColor(tone or colours.ink))
            painter.drawText(lower, Qt.AlignmentFlag.AlignRight | middle, self._clock_text)
        painter.setFont(small)
        painter.setPen(QColor(tone or colours.soft))
        room = lower.width() - wide - theme.px(8)
        painter.drawText(
            lower,
            Qt.AlignmentFlag.AlignLeft | middle,
            self.below_in(QFontMetrics(small), room),
        )
        painter.end()


class Strip(QFrame):
    """The list of matches, the open tables, and a new match."""

    home = Signal()
    new = Signal()
    chosen = Signal(str)
    closed = Signal(str)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._tabs: dict[str, TableTab] = {}
        self._shown = ""
        self._arrows: dict[QPushButton, tuple[str, str]] = {}
        self.setProperty("kind", "strip")
        self.setAccessibleName(words("Open tables"))
        self.home_button = controls.button(words("The floor"), self.home.emit, kind="quiet")
        self.home_button.setCheckable(True)
        self._new = controls.button(
            "+", self.new.emit, kind="key", name=words("New match"), tip=words("New match")
        )
        self._close = controls.button(
            "✕",
            self._close_shown,
            kind="quiet",
            name=words("Close this table"),
            tip=words("Close this table; nothing is lost"),
        )
        # Where the tabs have no room all at once, these show that there are more, and lead to them.
        self._less = self._arrow("◂", words("Tables further left"), -1)
        self._more = self._arrow("▸", words("Tables further right"), 1)
        self._middle = QWidget()
        self._row = layouts.row_of(self._middle, spacing=GAP)
        self._row.addStretch(1)
        self._scroll = scrolling.scrolled(self._middle, name=words("Open tables"))
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        along = self._scroll.horizontalScrollBar()
        along.rangeChanged.connect(lambda _low, _high: self._keep_shown())
        self._scroll.viewport().installEventFilter(self)
        along.valueChanged.connect(lambda _value: self._point())
        row = layouts.row_of(self, spacing=6)
        row.setContentsMargins(theme.px(10), theme.px(4), theme.px(10), theme.px(4))
        row.addWidget(self.home_button)
        row.addWidget(self._less)
        row.addWidget(self._scroll, 1)
        row.addWidget(self._more)
        row.addWidget(self._close)
        row.addWidget(self._new)
        self._measure()

    def _arrow(self, sign: str, name: str, step: int) -> QPushButton:
        made = controls.button(sign, lambda: self._along(step), kind="quiet", name=name, tip=name)
        made.hide()
        self._arrows[made] = sign, name
        return made

    def _measure(self) -> None:
        """Take the sizes that go with the text size in force."""
        self._scroll.setFixedHeight(max(theme.touch(), theme.px(TALL)) + 4)
        for narrow in (self._close, self._less, self._more):
            narrow.setFixedWidth(theme.touch())
        for tab in self._tabs.values():
            tab.updateGeometry()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._measure()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._scroll.viewport():
            self._fit()
        return super().eventFilter(watched, event)

    def _along(self, step: int) -> None:
        """Bring the tabs that follow on this side into sight."""
        bar, gap = self._scroll.horizontalScrollBar(), theme.px(GAP)
        bar.setValue(bar.value() + step * (bar.pageStep() + gap))

    def _fit(self) -> None:
        """Share the room: where all tabs have none at once, so many are in sight as have, each
        whole and as wide as the next, and arrows lead to the others."""
        gap, least = theme.px(GAP), theme.px(LEAST)
        arrows = 2 * (theme.touch() + gap)
        room = self._scroll.viewport().width() + (0 if self._less.isHidden() else arrows)
        more = len(self._tabs) * (least + gap) - gap > room
        for arrow in (self._less, self._more):
            arrow.setVisible(more)
        fit = max(1, (room - arrows + gap) // (least + gap))
        width = max(least, (room - arrows + gap) // fit - gap) if more else 0
        for tab in self._tabs.values():
            tab.keep_width(width)
        self._keep_shown()

    def _keep_shown(self) -> None:
        """The tab of the table that is shown is in sight, whole."""
        # The range is told before the tabs have their places in it.
        self._row.setGeometry(self._middle.rect())
        if self._shown in self._tabs:
            self._scroll.ensureWidgetVisible(self._tabs[self._shown], 0, 0)
        self._point()

    def _point(self) -> None:
        along = self._scroll.horizontalScrollBar()
        self._less.setEnabled(along.value() > 0)
        self._more.setEnabled(along.value() < along.maximum())
        begins, ends = along.value(), along.value() + along.pageStep()
        middles = [tab.x() + tab.width() // 2 for tab in self._tabs.values() if tab.warns]
        self._warn(self._less, any(middle < begins for middle in middles))
        self._warn(self._more, any(middle >= ends for middle in middles))

    def _warn(self, arrow: QPushButton, warns: bool) -> None:
        """Say at an arrow whether a clock warns there, out of sight."""
        sign, name = self._arrows[arrow]
        if warns:
            sign, name = f"▲{sign}", self._words("{where}: a clock warns there", where=name)
        arrow.setText(sign)
        if arrow.accessibleName() != name:
            arrow.setAccessibleName(name)
            arrow.setToolTip(name)

    @property
    def tabs(self) -> tuple[TableTab, ...]:
        """The tabs, from left to right."""
        return tuple(self._tabs.values())

    def add(self, table: Table) -> None:
        """One more open table, at the right."""
        if table.id in self._tabs:
            return
        tab = TableTab(table, self._words)
        tab.clicked.connect(lambda _checked=False, key=table.id: self.chosen.emit(key))
        self._tabs[table.id] = tab
        self._row.insertWidget(self._row.count() - 1, tab)
        self._fit()

    def remove(self, table_id: str) -> None:
        """The table was closed."""
        tab = self._tabs.pop(table_id, None)
        if tab is not None:
            self._row.removeWidget(tab)
            tab.deleteLater()
            self._fit()

    def mark(self, table_id: str) -> None:
        """This table is shown ("" none: the list is)."""
        self._shown = table_id
        for key, tab in self._tabs.items():
            tab.setChecked(key == table_id)
            if key == table_id:
                self._scroll.ensureWidgetVisible(tab, 0, 0)
        self.home_button.setChecked(not table_id)
        self._close.setVisible(bool(table_id))

    def refresh(self) -> None:
        """Show how all tables stand now."""
        for tab in self._tabs.values():
            tab.show_table()
        self._point()

    def _close_shown(self) -> None:
        if self._shown:
            self.closed.emit(self._shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        tabs = list(self._tabs.values())
        focused = next((n for n, tab in enumerate(tabs) if tab.hasFocus()), None)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if focused is None or step is None:
            super().keyPressEvent(event)
            return
        tab = tabs[(focused + step) % len(tabs)]
        tab.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(tab, 0, 0)
