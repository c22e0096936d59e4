"""The strip of open tables, in their order: each with its number, clock, names and state."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QPushButton, QSizePolicy, QWidget

from scorepad.desk.floor import waiting_for_text
from scorepad.events.status import NOTHING_STATED, Statements, with_events
from scorepad.spades.naming import strip_table_word, table_name, table_order
from scorepad.spades.status import MatchStatus, Need, status_of
from scorepad.spades.words import T, format_number, isolate_name
from scorepad.window.floor.floor_model import NEED_SIGNS
from scorepad.window.widgets import controls, inputs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import (
    bold_figure_font,
    cut_names,
    cut_text,
    fit_text,
    fit_words,
    width_of,
)
from scorepad.window.wording.moments import table_clock_text

if TYPE_CHECKING:
    from scorepad.desk.table import Table
    from scorepad.spades.match import Match

TAB_HEIGHT = 46  # px
MIN_TAB_WIDTH = 88  # px
MIN_TAB_WIDTH_WITH_NAMES = 156  # px
MAX_TAB_WIDTH = 240  # px
"""A tab's height, its least width, the least with names in it, its greatest, and what is between
two, in pixels at the usual text size."""
EVENT_LINE = 15
"""The height of the event's name in a tab without names, in pixels at the usual text size."""
MIN_NAMES_WIDTH = 60
"""Two names are left out where they have less room (pixels at the usual text size)."""
CLOCK_SIZES = (15.0, 14.0, 13.0, 12.0, 11.0)
"""The sizes of a clock beside a number that needs the room."""
NEED_TONES = {
    "unreadable": "bad",
    "confirm-dealt": "bad",
    "time-up": "bad",
    "warned": "warn",
    "wait-over": "bad",
    "no-bids": "warn",
}
"""The colors of what needs somebody; a sign stands beside each."""


class TableTab(QAbstractButton):
    """One open table: its number large, its clock at the right, names and state between.

    It paints itself, since a QTabBar has one line of text for a tab, and widths that follow it.
    """

    ACCESSIBLE_ROLE = QAccessible.Role.PageTab

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._statements: Statements = NOTHING_STATED
        self._row: MatchStatus | None = None
        self._match: Match | None = None
        self._moment: tuple[int | None, ...] | None = None
        self._shown_texts: tuple[str, ...] = ()
        self._with_event = False
        self.setCheckable(True)
        self.setAutoExclusive(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_table()
        stop = table.listen(lambda _change: self.show_table())
        self.destroyed.connect(stop)

    @property
    def row(self) -> MatchStatus:
        """Return how the table stands."""
        if self._row is None or self._match is not self.table.match:
            self._match, self._moment = self.table.match, None
            self._row = with_events(status_of(self._match), self._statements)
        return self._row

    def show_event_statements(self, statements: Statements) -> None:
        """Show too what its event states: a result from paper, who made it official, whose ID was
        not shown."""
        if statements.get(self.table.id) != self._statements.get(self.table.id):
            self._row = None
        self._statements = statements

    def show_event_name(self, with_event: bool) -> None:
        """Name the table's event too, as there are open tables of others."""
        if with_event != self._with_event:
            self._with_event, self._moment = with_event, None
            self.show_table()

    def show_table(self) -> None:
        """Show how the table stands now."""
        row, now = self.row, self.table.now()
        moment = row.shown_times(now)
        if moment == self._moment:
            return
        self._moment = moment
        clock = table_clock_text(row, now)
        event = isolate_name(row.event) if self._with_event else ""
        waits = controls.capitalize(str(waiting_for_text(row, now)))
        texts = (
            isolate_name(strip_table_word(row.table)),
            clock,
            row.need(now),
            " · ".join(filter(None, (event, waits))),
        )
        names = row.team_names()
        if (*texts, *names) == self._shown_texts:
            return
        self._shown_texts = (*texts, *names)
        title = str(
            T(
                "{one} {first} : {second} {other}",
                one=names[0],
                first=format_number(row.score[0]),
                second=format_number(row.score[1]),
                other=names[1],
            )
        )
        place = table_name(row.table)
        self.setAccessibleName(" · ".join(filter(None, (place, title, event))))
        self.setAccessibleDescription(" · ".join(filter(None, (waits, clock))))
        self.setToolTip(f"{self.accessibleName()}\n{self.accessibleDescription()}")
        self.update()

    @property
    def has_warning(self) -> bool:
        """Return whether its clock warns, time is up, or bids are missing for long."""
        return self._shown_texts[2] in NEED_TONES

    @property
    def texts(self) -> tuple[str, str, str]:
        """Return its number, its clock, and what it waits for."""
        return self._shown_texts[0], self._shown_texts[1], self._shown_texts[3]

    def sizeHint(self) -> QSize:
        return QSize(theme.px(MAX_TAB_WIDTH), max(theme.touch_height(), theme.px(TAB_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(MIN_TAB_WIDTH), max(theme.touch_height(), theme.px(TAB_HEIGHT)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        table, clock, need, state, one, other = self._shown_texts
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        box = self.rect().adjusted(1, 1, -1, -1)
        tone = {"bad": colors.bad, "warn": colors.warn}.get(NEED_TONES.get(need, ""), "")
        ink = colors.on_accent if on else colors.ink
        soft = colors.on_accent if on else colors.soft
        tone_ink = colors.on_accent if on else tone or ink
        edge = colors.focus if self.hasFocus() else tone or colors.line
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() or tone else 1))
        painter.setBrush(QColor(colors.accent if on else colors.surface))
        painter.drawRoundedRect(box, 6, 6)
        pad = theme.px(8)
        inner = box.adjusted(pad, 0, -pad, 0)
        # The clock, or the sign of what is wanted, keeps its place at the right.
        sign = NEED_SIGNS.get(cast("Need", need), "")
        right = f"{sign} {clock}".strip() if need in NEED_TONES else clock or sign
        large = bold_figure_font(22)
        figures = bold_figure_font(CLOCK_SIZES[0])
        middle = Qt.AlignmentFlag.AlignVCenter
        full = self.width() >= theme.px(MIN_TAB_WIDTH_WITH_NAMES)
        least = inner.width() - width_of(table, large) - theme.px(4)
        if not full and width_of(right, figures) > least:
            # The number is never cut: the clock's sign goes above it, and its figures shrink.
            lines = right.split()
            longest = max(lines, key=len, default="")
            _text, size = fit_text(
                ((longest, each) for each in CLOCK_SIZES), least, bold_figure_font
            )
            figures, right = bold_figure_font(size), "\n".join(lines)
        wide = max(width_of(each, figures) for each in (*right.split("\n"), "0:00"))
        painter.setFont(figures)
        painter.setPen(QColor(tone_ink))
        # Without names the event stands small below the number, where there are several.
        event = isolate_name(self.row.event) if self._with_event and not full else ""
        above = inner.adjusted(0, 0, 0, -theme.px(EVENT_LINE) if event else 0)
        painter.drawText(above, Qt.AlignmentFlag.AlignRight | middle, right)
        room = inner.width() - wide - theme.px(4)
        painter.setFont(large)
        painter.setPen(QColor(ink))
        least = min(room, theme.px(90)) if full else room
        shown, _none = cut_names((table or "–", ""), QFontMetrics(large), least)
        painter.drawText(above, Qt.AlignmentFlag.AlignLeft | middle, shown)
        if event:
            small = theme.figure_font(12)
            painter.setFont(small)
            painter.setPen(QColor(soft))
            below = QRect(inner.left(), above.bottom(), inner.width(), theme.px(EVENT_LINE))
            painter.drawText(below, middle, cut_text(event, QFontMetrics(small), below.width()))
        if full:
            used = QFontMetrics(large).horizontalAdvance(shown) + theme.px(8)
            small = theme.figure_font(13)
            painter.setFont(small)
            painter.setPen(QColor(soft))
            half = inner.height() // 2
            left, width = inner.left() + used, room - used
            metrics = QFontMetrics(small)
            above, below = (
                QRect(left, inner.top() + theme.px(2), width, half - theme.px(1)),
                QRect(left, inner.top() + half, width, half - theme.px(2)),
            )
            if width >= theme.px(MIN_NAMES_WIDTH):
                teams = isolate_name(one), isolate_name(other)
                names = " – ".join(cut_names(teams, metrics, width - theme.px(16)))
                painter.drawText(above, middle, names)
            shorter = state.rpartition(" · ")[0] or state
            painter.drawText(below, middle, fit_words((state, shorter), metrics, width))
        painter.end()


class TabRow(QWidget):
    """The open tables stand in this row."""

    ACCESSIBLE_ROLE = QAccessible.Role.PageTabList


class TabStrip(QFrame):
    """The list of matches, the open tables, and a new match."""

    home = Signal()
    new = Signal()
    chosen = Signal(str)
    closed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tabs: dict[str, TableTab] = {}
        self._rows: list[MatchStatus] = []
        self._shown = ""
        self._arrows: dict[QPushButton, tuple[str, str]] = {}
        self.setProperty("kind", "strip")
        self.setAccessibleName(str(T("Open tables")))
        self.home_button = inputs.TabRoleButton(str(T("The floor")), "quiet")
        self.home_button.clicked.connect(lambda _checked: self.home.emit())
        self._new = controls.button(
            "+", self.new.emit, kind="key", name=str(T("New match")), tip=str(T("New match"))
        )
        self._close = controls.button(
            "✕",
            self._close_shown,
            kind="quiet",
            name=str(T("Close this table")),
            tip=str(T("Close this table; nothing is lost")),
        )
        # The tabs keep their width where there is nothing to close.
        policy = self._close.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._close.setSizePolicy(policy)
        # Where the tabs have no room all at once, these show that there are more, and lead to them.
        self._less = self._arrow("◂", str(T("Tables further left")), -1)
        self._more = self._arrow("▸", str(T("Tables further right")), 1)
        # Enter confirms the hand at the table that is shown.
        for each in (self._new, self._close, self._less, self._more):
            each.setAutoDefault(False)
        self._middle = TabRow()
        self._middle.setAccessibleName(str(T("Open tables")))
        self._row = layouts.set_row(self._middle, None, spacing=Gap.LINES)
        self._scroll = scrolling.make_scroll_area(self._middle, name=str(T("Open tables")))
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        along = self._scroll.horizontalScrollBar()
        along.rangeChanged.connect(lambda _low, _high: self._keep_shown())
        self._scroll.viewport().installEventFilter(self)
        along.valueChanged.connect(lambda _value: self._point())
        row = layouts.set_row(self, spacing=Gap.LINES)
        layouts.set_margins(row, (Gap.CONTROLS, Gap.LINES))
        row.addWidget(self.home_button)
        row.addWidget(self._less)
        row.addWidget(self._scroll, 1)
        row.addWidget(self._more)
        row.addWidget(self._close)
        row.addWidget(self._new)
        self._measure()

    def _arrow(self, sign: str, name: str, step: int) -> QPushButton:
        arrow = controls.button(
            sign, lambda: self._scroll_tabs(step), kind="quiet", name=name, tip=name
        )
        arrow.hide()
        self._arrows[arrow] = sign, name
        return arrow

    def _measure(self) -> None:
        """Take the sizes that go with the text size in force."""
        self._scroll.setFixedHeight(max(theme.touch_height(), theme.px(TAB_HEIGHT)) + 4)
        for narrow in (self._close, self._less, self._more):
            narrow.setFixedWidth(theme.touch_height())
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

    def _scroll_tabs(self, step: int) -> None:
        """Bring the tabs that follow on this side into sight."""
        bar, gap = self._scroll.horizontalScrollBar(), Gap.LINES.pixels()
        bar.setValue(bar.value() + step * (bar.pageStep() + gap))

    def _fit(self) -> None:
        """Share the room: all tabs are equally wide.  Where they have no names any more they are
        number and clock; where they have no room at all, arrows lead to the others."""
        gap, least = Gap.LINES.pixels(), theme.px(MIN_TAB_WIDTH)
        arrows = 2 * (theme.touch_height() + gap)
        room = self._room()
        share = (room + gap) // max(1, len(self._tabs)) - gap
        more = share < least
        for arrow in (self._less, self._more):
            arrow.setVisible(more)
        if more:
            fit = max(1, (room - arrows + gap) // (least + gap))
            share = (room - arrows + gap) // fit - gap
        width = max(least, min(share, theme.px(MAX_TAB_WIDTH)))
        for tab in self._tabs.values():
            tab.setFixedWidth(width)
        self._keep_shown()

    def _room(self) -> int:
        """Return the width (pixels) for tabs and arrows.  It is no width of the tabs' own, which
        follows only after arrows came or went."""
        margins, spacing = self.contentsMargins(), Gap.LINES.pixels()
        others = (
            self.home_button.sizeHint().width()
            + theme.touch_height()
            + self._new.sizeHint().width()
        )
        sides = margins.left() + margins.right() + 2 * Gap.CONTROLS.pixels()
        return self.width() - sides - others - 3 * spacing

    def _keep_shown(self) -> None:
        """Scroll until the tab of the table that is shown is whole in sight."""
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
        middles = [tab.x() + tab.width() // 2 for tab in self._tabs.values() if tab.has_warning]
        self._warn(self._less, any(middle < begins for middle in middles))
        self._warn(self._more, any(middle >= ends for middle in middles))

    def _warn(self, arrow: QPushButton, warns: bool) -> None:
        """Say at an arrow whether a clock warns there, out of sight."""
        sign, name = self._arrows[arrow]
        if warns:
            sign, name = f"▲{sign}", str(T("{where}: a clock warns there", where=name))
        arrow.setText(sign)
        if arrow.accessibleName() != name:
            arrow.setAccessibleName(name)
            arrow.setToolTip(name)

    @property
    def tabs(self) -> tuple[TableTab, ...]:
        """Return the tabs, from left to right."""
        return tuple(self._tabs.values())

    def add_tab(self, table: Table) -> None:
        """Add the tab of an open table, in its place."""
        if table.id in self._tabs:
            return
        tab = TableTab(table)
        tab.clicked.connect(lambda _checked=False, key=table.id: self.chosen.emit(key))
        self._tabs[table.id] = tab
        self._sort()
        self._name_events()
        self._fit()

    def _name_events(self) -> None:
        """Name the events at the tabs where there are several."""
        several = len({tab.row.event for tab in self._tabs.values()}) > 1
        for tab in self._tabs.values():
            tab.show_event_name(several)

    def _sort(self) -> None:
        """Put the tabs in the order of their tables."""
        keys = sorted(self._tabs, key=lambda key: (table_order(self._tabs[key].row.table), key))
        if keys == list(self._tabs) and self._row.count() > len(keys):
            return
        self._tabs = {key: self._tabs[key] for key in keys}
        for at, tab in enumerate(self._tabs.values()):
            self._row.insertWidget(at, tab)
            tab.raise_()  # a screen reader goes through them in this order

    def remove_tab(self, table_id: str) -> None:
        """Remove the tab of a table that was closed."""
        tab = self._tabs.pop(table_id, None)
        if tab is not None:
            self._row.removeWidget(tab)
            layouts.discard_widget(tab)
            self._name_events()
            self._fit()

    def mark_shown_tab(self, table_id: str) -> None:
        """Mark the tab of the table that is shown ("": the list is shown)."""
        self._shown = table_id
        for key, tab in self._tabs.items():
            tab.setChecked(key == table_id)
            if key == table_id:
                self._scroll.ensureWidgetVisible(tab, 0, 0)
        self.home_button.setChecked(not table_id)
        self._close.setVisible(bool(table_id))

    def follow_events(self, statements: Statements) -> None:
        """Show too what events state of the tables."""
        for tab in self._tabs.values():
            tab.show_event_statements(statements)

    def refresh(self) -> None:
        """Show how all tables stand now."""
        for tab in self._tabs.values():
            tab.show_table()
        rows = [tab.row for tab in self._tabs.values()]
        if rows != self._rows:
            self._rows = rows
            self._sort()
            self._name_events()
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
