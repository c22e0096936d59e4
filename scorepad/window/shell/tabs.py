"""The strip of open tables, in their order: each is a small score card."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QPushButton, QSizePolicy, QWidget

from scorepad.desk.floor import waiting_for_text
from scorepad.events.status import NOTHING_STATED, Statements, with_events
from scorepad.spades.naming import strip_table_word, table_name, table_order
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T, Text, format_number, isolate_name, join_parts
from scorepad.window.floor.floor_model import NEED_SIGNS, NEED_TONES
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.wording.moments import table_clock_text

if TYPE_CHECKING:
    from scorepad.desk.table import Table
    from scorepad.spades.match import Match

NAME_WIDTH = 8  # ems
"""A name in a tab is at most so wide; the tip of the tab has it whole."""
LEFT, MIDDLE, RIGHT = (
    Qt.AlignmentFlag.AlignLeft,
    Qt.AlignmentFlag.AlignHCenter,
    Qt.AlignmentFlag.AlignRight,
)


class TableTab(inputs.TabRoleButton):
    """One open table: its number above its clock, and both names with their totals.

    It is a button with labels in it, as a tab of QTabBar has one text.
    """

    def __init__(self, table: Table) -> None:
        super().__init__("", "card")
        self.table = table
        self._statements: Statements = NOTHING_STATED
        self._row: MatchStatus | None = None
        self._match: Match | None = None
        self._moment: tuple[int | None, ...] | None = None
        self._shown_texts: tuple[str, ...] = ()
        self._clock_shape = ""
        self._tone = ""
        """The color of its need."""
        self._with_event = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._grid = grid = layouts.set_grid(self, across=Gap.CONTROLS)
        layouts.set_margins(grid, (Gap.CONTROLS, Gap.LINES))
        # The card is as large as its texts.
        grid.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)
        self._labels = list[QLabel]()
        places = (
            *((0, 0, 1, 20, MIDDLE), (1, 0, 1, 13, MIDDLE)),
            *((0, 1, 1, 13, LEFT), (0, 2, 1, 13, RIGHT)),
            *((1, 1, 1, 13, LEFT), (1, 2, 1, 13, RIGHT)),
            (2, 0, 3, 12, LEFT),
        )
        for row, column, span, size, side in places:
            text = controls.label()
            text.setFont(theme.figure_font(size, bold=column != 1 and span == 1))
            text.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._labels.append(text)
            grid.addWidget(text, row, column, 1, span)
        self.show_table()
        stop = table.listen(lambda _change: self.show_table())
        self.destroyed.connect(stop)

    @property
    def row(self) -> MatchStatus:
        """Return the status of the table."""
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
        """Name the table's event too, as another open table has its number."""
        if with_event != self._with_event:
            self._with_event, self._moment = with_event, None
            self.show_table()

    def show_table(self) -> None:
        """Show the status of the table now."""
        row, now = self.row, self.table.now()
        moment = row.shown_times(now)
        if moment == self._moment:
            return
        self._moment = moment
        need = row.need(now)
        clock = table_clock_text(row, now, NEED_SIGNS.get(need, "").strip())
        number = isolate_name(strip_table_word(row.table)) or "–"
        event = isolate_name(row.event) if self._with_event else ""
        waits = controls.capitalize(str(waiting_for_text(row, now)))
        one, other = map(isolate_name, row.team_names())
        first, second = map(format_number, row.score)
        texts = (number, clock, one, first, other, second, event, waits)
        self._tone = NEED_TONES.get(need, "")
        if texts == self._shown_texts:
            return
        before, self._shown_texts = self._shown_texts or ("",) * len(texts), texts
        for at, label in enumerate(self._labels):
            if texts[at] != before[at]:
                self._show_text(label, texts[at], is_figure=at % 2 == 1)
        clock_shape = re.sub(r"\d", "0", clock)
        if clock_shape != self._clock_shape:
            self._clock_shape = clock_shape
            # While only figures change, the card isn't laid out again.
            self._labels[1].setFixedSize(self._labels[1].fontMetrics().size(0, clock))
        self._labels[6].setVisible(self._with_event)
        for each in (self, *self._labels[:2]):
            theme.set_style_property(each, "tone", self._tone)
        title = T(
            "{one} {first} : {second} {other}", one=one, first=first, second=second, other=other
        )
        self.setAccessibleName(join_parts((table_name(row.table), title, event)))
        self.setAccessibleDescription(join_parts((waits, clock)))
        self.setToolTip(f"{self.accessibleName()}\n{self.accessibleDescription()}")

    def _show_text(self, label: QLabel, text: str, *, is_figure: bool) -> None:
        metrics, most = label.fontMetrics(), theme.em(NAME_WIDTH)
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, most)
        label.setText(text if is_figure else cut)

    @property
    def whole_size(self) -> QSize:
        """Return the size of the card with all its texts; one that is not shown yet has another."""
        return self._grid.totalSizeHint()

    @property
    def has_warning(self) -> bool:
        """Return whether its clock warns, time is up, or bids are missing for long."""
        return bool(self._tone)

    @property
    def texts(self) -> tuple[str, str, str]:
        """Return its number, its clock, and its next step."""
        number, clock, *_names, event, waits = self._shown_texts
        return number, clock, join_parts((event, waits))


class TabRow(QWidget):
    """The open tables are in this row."""

    ACCESSIBLE_ROLE = QAccessible.Role.PageTabList


class TabStrip(QFrame):
    """The list of matches, the open tables, and a new match."""

    home = Signal()
    new = Signal()
    chosen = Signal(str)
    closed = Signal(str)
    menu_requested = Signal(str, QPoint)
    """The user asks for the menu of the table with this id, at this place on the screen."""

    def __init__(self) -> None:
        super().__init__()
        self._tabs: dict[str, TableTab] = {}
        self._rows: list[MatchStatus] = []
        self._shown = ""
        self._first = 0
        """The number of the first tab in sight."""
        self._arrows: dict[QPushButton, tuple[str, Text]] = {}
        self.setProperty("kind", "strip")
        self.setAccessibleName(str(T("Open tables")))
        self.home_button = inputs.TabRoleButton(str(T("Tables")), "plain")
        self.home_button.clicked.connect(lambda _checked: self.home.emit())
        self._new = controls.button(
            "+", self.new.emit, kind="key", name=T("New match"), tip=T("New match")
        )
        self._close = controls.button(
            "✕",
            self._close_shown,
            kind="quiet",
            name=T("Close this table"),
            tip=T("Close this table (nothing is lost)"),
        )
        # Where the tabs have no room all at once, these show that there are more, and lead to them.
        self._less = self._arrow("◂", T("More tables to the left"), -1)
        self._more = self._arrow("▸", T("More tables to the right"), 1)
        # Enter confirms the hand at the table that is shown.
        for each in (self._new, self._close, self._less, self._more):
            each.setAutoDefault(False)
        for each in (self._close, self._less, self._more):
            each.setFixedWidth(theme.touch_height())
            # The tabs keep their room where there is nothing to close, or to scroll to.
            layouts.keep_room_when_hidden(each)
        self._middle = TabRow()
        self._middle.setAccessibleName(str(T("Open tables")))
        # Hundreds of tabs make no window wider.
        self._middle.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._row = layouts.set_row(self._middle, None, spacing=Gap.LINES)
        buttons = self._less, self._more, self._close, self._new
        parts = self.home_button, (self._middle, 1), *buttons
        layouts.set_row(self, *parts, spacing=Gap.LINES, margin=(Gap.CONTROLS, Gap.LINES))

    def _arrow(self, sign: str, name: Text, step: int) -> QPushButton:
        arrow = controls.button(sign, lambda: self._turn(step), kind="quiet", name=name, tip=name)
        arrow.hide()
        self._arrows[arrow] = sign, name
        return arrow

    def _turn(self, step: int) -> None:
        shown = sum(tab.isVisibleTo(self) for tab in self.tabs)
        self._show_from(self._first + step * shown, self._sizes())

    def show_current_tab(self) -> None:
        """Show the tab of the shown table, with as many others as have room."""
        tabs, sizes = list(self._tabs), self._sizes()
        widths = self._widths(sizes)
        if self._shown in tabs:
            at = tabs.index(self._shown)
            fitting = self._count_fitting(widths[at::-1])
            self._first = min(max(self._first, at + 1 - fitting), at)
        self._show_from(self._first, sizes)

    def _show_from(self, first: int, sizes: Sequence[QSize]) -> None:
        widths = self._widths(sizes)
        # The last ones fill the line.
        self._first = max(0, min(first, len(widths) - self._count_fitting(widths[::-1])))
        end = self._first + self._count_fitting(widths[self._first :])
        warned = [at for at, tab in enumerate(self.tabs) if tab.has_warning]
        for at, tab in enumerate(self.tabs):
            tab.setVisible(self._first <= at < end)
        heights = (size.height() for size in sizes)
        self._middle.setFixedHeight(max((theme.touch_height(), *heights)))
        for arrow in (self._less, self._more):
            arrow.setVisible(end - self._first < len(widths))
        self._less.setEnabled(self._first > 0)
        self._more.setEnabled(end < len(widths))
        self._warn(self._less, any(at < self._first for at in warned))
        self._warn(self._more, any(at >= end for at in warned))

    def _sizes(self) -> list[QSize]:
        return [tab.whole_size for tab in self._tabs.values()]

    def _widths(self, sizes: Sequence[QSize]) -> list[int]:
        return [size.width() + self._row.spacing() for size in sizes]

    def _count_fitting(self, widths: Sequence[int]) -> int:
        room = self._middle.width() + self._row.spacing()
        return sum(end <= room for end in accumulate(widths)) or 1

    def _warn(self, arrow: QPushButton, warns: bool) -> None:
        sign, name = self._arrows[arrow]
        if warns:
            sign, name = f"▲{sign}", T("{where}, with a clock warning", where=name)
        if arrow.accessibleName() != str(name):
            arrow.setText(sign)
            arrow.setAccessibleName(str(name))
            arrow.setToolTip(str(name))

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
        tab.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tab.customContextMenuRequested.connect(
            lambda at: self.menu_requested.emit(table.id, tab.mapToGlobal(at))
        )
        self._tabs[table.id] = tab
        self._sort()
        self._name_events()

    def _name_events(self) -> None:
        places = {(tab.texts[0], tab.row.event) for tab in self._tabs.values()}
        several = len({number for number, _event in places}) < len(places)
        for tab in self._tabs.values():
            tab.show_event_name(several)
        self.show_current_tab()

    def _sort(self) -> None:
        keys = sorted(self._tabs, key=lambda key: (table_order(self._tabs[key].row.table), key))
        if keys == list(self._tabs) and self._row.count() > len(keys):
            return
        self._tabs = {key: self._tabs[key] for key in keys}
        for at, tab in enumerate(self._tabs.values()):
            self._row.insertWidget(at, tab)
            tab.raise_()  # a screen reader reads them in this order

    def remove_tab(self, table_id: str) -> None:
        """Remove the tab of a table that was closed."""
        tab = self._tabs.pop(table_id, None)
        if tab is not None:
            self._row.removeWidget(tab)
            layouts.discard_widget(tab)
            self._name_events()

    def mark_shown_tab(self, table_id: str) -> None:
        """Mark the tab of the table that is shown ("": the list is shown), which
        `show_current_tab` brings into sight."""
        before, self._shown = self._shown, table_id
        for key in (before, table_id):
            if (tab := self._tabs.get(key)) is not None:
                tab.setChecked(key == table_id)
        self.home_button.setChecked(not table_id)
        self._close.setVisible(bool(table_id))

    def follow_events(self, statements: Statements) -> None:
        """Show the statements of events about the tables too."""
        for tab in self._tabs.values():
            tab.show_event_statements(statements)

    def refresh(self) -> None:
        """Show the present status of all tables."""
        for tab in self._tabs.values():
            tab.show_table()
        rows = [tab.row for tab in self._tabs.values()]
        if rows != self._rows:
            self._rows = rows
            self._sort()
            self._name_events()
        self._show_from(self._first, self._sizes())

    def _close_shown(self) -> None:
        if self._shown:
            self.closed.emit(self._shown)
