"""The first page lists today's tables with their clocks, by urgency or by table number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QBoxLayout, QFrame, QStackedLayout, QWidget

from scorepad.desk.actions import action
from scorepad.desk.desk import Desk
from scorepad.desk.enabling import ClockAction, start_pause_or_extend_clocks
from scorepad.desk.floor import SHOWS, Show, is_need_shown
from scorepad.events.status import NOTHING_STATED, Statements
from scorepad.spades.naming import strip_table_word, table_order
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, format_count
from scorepad.window.floor.floor_model import ORDERS, ROW_ROLE, FloorModel, FloorSortFilter, Order
from scorepad.window.floor.floor_view import FloorView, RoundChoice
from scorepad.window.widgets import controls, inputs, keyboard, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.notice_strip import NoticeStrip
from scorepad.window.widgets.window_page import WindowPage

REST_TIME: Final = 2000  # ms
"""Rows change places only after pointer and keys have rested for this many milliseconds."""
MAX_ADDED_MINUTES: Final = 60
"""The most minutes that can be added at once."""
MIN_STRIP_WIDTH: Final = 430  # px
MAX_STRIP_SHARE: Final = 45  # percent
"""Announcements have this width, in pixels at the usual text size, unless that is more than this
share of the page."""


def _keys(key: str) -> str:
    """Return the keys of an action, to be shown where the pointer rests on its button."""
    return QKeySequence(action(key).shortcut).toString(QKeySequence.SequenceFormat.NativeText)


class FloorPage(WindowPage):
    """The list of today's tables, and what can be done with one, several or all of them."""

    open_match = Signal(str)
    choose_among = Signal(object)
    """The number that was typed is that of several tables: these `MatchStatus`s."""
    new_match = Signal()
    new_tables = Signal()
    """The user asks to start several tables at once."""
    other_days = Signal()
    """The user asks for the list of all matches."""
    event_page = Signal()
    """The user asks for the page of the event."""
    print_several = Signal(object)
    """The user asks for sheets or exports of the matches with these ids."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(str(T("The floor")))
        self._desk = desk
        self.statements: Statements = NOTHING_STATED
        """What events state of their matches, as it was read last."""
        self._opened: Collection[str] = ()
        self._among: set[str] = set()
        """The ids of the matches of the rounds that are chosen."""
        self._counted: tuple[object, ...] = ()
        self._minutes_for_all = False
        self._has_rows = False
        """Whether the minutes that are typed are for all tables that are listed."""
        self._model = FloorModel(desk.now(), self)
        self._order = FloorSortFilter(self._model, self)
        self.view = FloorView(self._order)
        self.view.setAccessibleName(str(T("Tables")))
        self.view.opened.connect(self.open_match)
        self._ways_on = (
            controls.button(
                str(T("New match")), self.new_match.emit, kind="primary", tip=_keys("new")
            ),
            controls.button(str(T("Tables…")), self.new_tables.emit, tip=_keys("tables")),
            controls.button(str(T("Event")), self.event_page.emit, tip=_keys("event")),
            controls.button(str(T("Other days")), self.other_days.emit, tip=_keys("list")),
        )
        self._empty = controls.EmptyState(*self._ways_on)
        middle = QWidget()
        self._middle = QStackedLayout(middle)
        self._middle.addWidget(self.view)
        self._middle.addWidget(self._empty)
        body = QWidget()
        self._body = layouts.set_column(body, (middle, 1))
        self._head_bar, self._foot_bar = self._head(), self._foot()
        layouts.set_column(self, self._head_bar, (body, 1), self._foot_bar, spacing=Gap.NONE)
        self.view.selectionModel().selectionChanged.connect(lambda *_both: self._count())

    def _head(self) -> QWidget:
        head = QWidget()
        self._head_row = layouts.set_row(head)
        layouts.set_margins(self._head_row, (Gap.GROUPS, Gap.CONTROLS))
        self._shows: inputs.ChoiceButtons[Show] = inputs.ChoiceButtons(
            [(show, str(title)) for show, title in SHOWS.items()],
            name=str(T("Show")),
            chosen="all",
        )
        self._shows.changed.connect(self._narrow)
        self.search = inputs.SearchLine(
            str(T("12, team, player")),
            name=str(T("Find a table")),
            clear=str(T("Clear the search")),
        )
        self.search.setMinimumWidth(theme.em(8))
        self.search.setToolTip(str(T("12, team, player")))
        self.search.textEdited.connect(lambda _text: self._search())
        self._sorting = inputs.ComboBox()
        self._sorting.setAccessibleName(str(T("Order")))
        self._sorting.setSizeAdjustPolicy(inputs.ComboBox.SizeAdjustPolicy.AdjustToContents)
        for order, title in ORDERS.items():
            self._sorting.addItem(str(title), order)
        self._sorting.activated.connect(lambda _at: self._sort())
        self._rounds = RoundChoice()
        self._rounds.activated.connect(lambda _at: self._narrow())
        self._tables = layouts.row(self._shows, self._rounds)
        self._buttons = layouts.row(
            (self.search, 1),
            self._sorting,
            controls.button(
                str(T("Other days")), self.other_days.emit, kind="quiet", tip=_keys("list")
            ),
            controls.button(
                str(T("Event")), self.event_page.emit, kind="quiet", tip=_keys("event")
            ),
        )
        self._head_row.addWidget(self._tables)
        self._head_row.addWidget(self._buttons, 1)
        return head

    def _foot(self) -> QWidget:
        foot = QFrame()
        foot.setProperty("kind", "bar")
        row = layouts.set_row(foot)
        layouts.set_margins(row, (Gap.GROUPS, Gap.CONTROLS))
        self._status = controls.ElidedLabel("caption")
        self.strip = NoticeStrip(self._status)
        self._start = controls.button(
            str(T("Start")),
            lambda: self.start_or_pause_chosen_clocks("start"),
            kind="quiet",
            name=str(T("Start the clocks of the marked tables")),
            tip=_keys("clock-start"),
        )
        self._pause = controls.button(
            str(T("Pause")),
            lambda: self.start_or_pause_chosen_clocks("pause"),
            kind="quiet",
            name=str(T("Pause the clocks of the marked tables")),
            tip=_keys("clock-pause"),
        )
        self._more = controls.button(
            str(T("Add minutes…")),
            self.ask_minutes_for_chosen_clocks,
            kind="quiet",
            tip=_keys("clock-add"),
        )
        self._for = controls.label("", "caption")
        self.minutes = inputs.Stepper(-MAX_ADDED_MINUTES, MAX_ADDED_MINUTES, 2)
        self.minutes.setAccessibleName(str(T("Minutes to add")))
        self.minutes.setMaximumWidth(theme.em(12))
        add = controls.button(str(T("Add minutes")), self._add_minutes, kind="primary")
        cancel = controls.button(str(T("Cancel")), self._leave_minutes, kind="quiet")
        self._minutes = layouts.row(self._for, self.minutes, add, cancel)
        self._minutes.hide()
        self._hand_out = controls.button(
            str(T("Print or export…")),
            lambda: self.print_several.emit(self.marked_or_current_ids),
            kind="quiet",
        )
        self._tables_at_once = controls.button(
            str(T("Tables…")), self.new_tables.emit, kind="quiet", tip=_keys("tables")
        )
        self._new = controls.button(
            str(T("New match")), self.new_match.emit, kind="quiet", tip=_keys("new")
        )
        self._open = controls.button(
            str(T("Open")), self.open_current, kind="primary", tip=str(T("Enter"))
        )
        self._spare = (self._hand_out, self._tables_at_once, self._new, self._more)
        row.addWidget(self.strip, 1)
        row.addWidget(self._minutes)
        for button in (self._start, self._pause, self._more, self._hand_out):
            row.addWidget(button)
        for button in (self._tables_at_once, self._new, self._open):
            row.addWidget(button)
        return foot

    # Showing.

    def reset_and_show_all_tables(self) -> None:
        """Show all tables with an empty search and without marks, the cursor on the first one."""
        self.search.clear()
        self.notify("")
        if self._shows.value != "all":
            self._shows.choose("all")
        self._rounds.setCurrentIndex(0)
        self.refresh()
        self._narrow()

    def refresh(self) -> None:
        """Read the tables again; each keeps its place and its mark."""
        try:
            statements = self._desk.read_event_statements()
            rows = self._desk.statuses_of_today(self._opened, statements)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.statements = statements
        before, among = self._model.rowCount(), self._among
        self._model.show_rows(rows, self._desk.now())
        self._rounds.offer_rounds(rows)
        self._among = self._rounds.chosen_ids(rows)
        if self._model.rowCount() != before or self._among != among:
            self._renew()
        self._count()

    def rank_tables(self, search: str) -> list[tuple[int, MatchStatus]]:
        """Return the tables that match this search, best first, each with its rank."""
        self.refresh()
        ranked = [(rank, row) for row, rank in self._model.search_ranks(search) if rank is not None]
        return sorted(
            ranked, key=lambda each: (each[0], each[1].is_over, table_order(each[1].table))
        )

    @property
    def rows(self) -> Sequence[MatchStatus]:
        """Return the rows as they were last read, of all rounds."""
        return self._model.rows

    def list_open_matches_too(self, opened: Collection[str]) -> None:
        """List the open matches with these ids too, whatever day they are from."""
        self._opened = opened

    def show_time(self, now: datetime) -> None:
        """Move the time on to `now` (UTC)."""
        self._model.show_time(now)
        if self._model.moved:
            self._count()
        if self._model.moved and self._rested:
            self._renew()

    @property
    def _rested(self) -> bool:
        """Return whether rows may change places, because nobody is about to press one."""
        return not self.view.underMouse() or self.view.still.elapsed() > REST_TIME

    def _renew(self) -> None:
        """Sort and filter again; cursor and marks stay on their tables."""
        before = self.current
        self._order.set_filter(self._shows.value or "all", self.search.text(), self._among)
        if before is None or self.current is None:
            self._point_at(0)
        self._count()

    def _search(self) -> None:
        self.notify("")
        self._narrow()

    def _narrow(self) -> None:
        self._among = self._rounds.chosen_ids(self._model.rows)
        self._order.set_filter(self._shows.value or "all", self.search.text(), self._among)
        self.view.clearSelection()
        self._point_at(0)
        self._count()

    def _sort(self) -> None:
        order: Order = self._sorting.currentData()
        self._order.order_by(order)
        self.view.scrollTo(self.view.currentIndex())

    def _point_at(self, row: int) -> None:
        self.view.setCurrentIndex(self._order.index(row, 0))

    def _count(self) -> None:
        """Show how many tables there are of each kind, and how many are marked."""
        now = self._model.now
        needs = [row.need(now) for row in self._model.rows if row.id in self._among]
        counts = [sum(is_need_shown(need, show) for need in needs) for show in SHOWS]
        marked = len(self.marked_ids)
        shown_rows = self._order.rowCount()
        counted = (*counts, marked, shown_rows, self.search.text() != "")
        if counted == self._counted:
            return
        self._counted = counted
        shows = dict(zip(SHOWS, counts, strict=True))
        for show, count in shows.items():
            title = str(SHOWS[show])
            self._shows.retitle(show, f"{title} {format_count(count)}" if count else title)
        offered = [show for show, count in shows.items() if count or show == self._shows.value]
        self._shows.show_only(offered)
        self._shows.setVisible(len(offered) > 1)
        tables = str(N("{n} table", "{n} tables", shown_rows))
        marks = str(N("{n} marked", "{n} marked", marked))
        keys = str(T("Enter opens, Space marks, a number or a name finds"))
        self._status.setText(f"{tables} · {marks if marked else keys}", marks if marked else tables)
        any_rows = self._model.rowCount() > 0
        self._head_bar.setVisible(any_rows)
        self._has_rows = shown_rows > 0
        if not self._has_rows:
            self._status.setText("")
        above = Gap.NONE if any_rows else Gap.GROUPS
        below = Gap.NONE if shown_rows else Gap.GROUPS
        layouts.set_margins(self._body, (Gap.GROUPS, above, Gap.GROUPS, below))
        self._middle.setCurrentWidget(self.view if shown_rows else self._empty)
        self._fit()
        for way_on in self._ways_on:
            way_on.setVisible(not any_rows)
        if any_rows:
            hint = str(T("“Other days” finds matches of other days."))
            self._empty.say(str(T("No tables found")), hint)
        else:
            begin = str(
                T(
                    "“New match” starts one table, “Tables…” several at once; an event pairs its "
                    "teams by itself."
                )
            )
            self._empty.say(str(T("No tables today")), begin)

    @property
    def now(self) -> datetime:
        """Return the moment (UTC) that is shown."""
        return self._model.now

    # What is chosen.

    @property
    def current(self) -> MatchStatus | None:
        """Return the table under the cursor."""
        index = self.view.currentIndex()
        row = index.data(ROW_ROLE) if index.isValid() else None
        return row if isinstance(row, MatchStatus) else None

    @property
    def marked_ids(self) -> list[str]:
        """Return the ids of the marked matches, as they stand in the list."""
        rows = self.view.selectionModel().selectedRows()
        return [index.data(ROW_ROLE).id for index in sorted(rows, key=lambda each: each.row())]

    @property
    def marked_or_current_ids(self) -> list[str]:
        """Return the ids of the marked matches; where none is marked, of the one under the
        cursor."""
        if self.marked_ids or self.current is None:
            return self.marked_ids
        return [self.current.id]

    @property
    def _listed(self) -> list[str]:
        """Return the ids of all matches that are listed."""
        rows = range(self._order.rowCount())
        return [self._order.index(row, 0).data(ROW_ROLE).id for row in rows]

    def _same_number(self) -> list[MatchStatus]:
        """Return the listed tables that have the number that is searched for."""
        rows = (self._order.index(row, 0).data(ROW_ROLE) for row in range(self._order.rowCount()))
        typed = self.search.text().strip()
        return [row for row in rows if typed and strip_table_word(row.table) == typed]

    def _open_found(self) -> None:
        """Open the table that the search finds first; where several have its number, ask which
        one.  A number that no table has opens none: some score may have its figures."""
        same, typed = self._same_number(), self.search.text().strip()
        if len(same) > 1:
            self.choose_among.emit(same)
        elif same or not typed.isdecimal():
            self.open_current()
        else:
            self.notify(T("There is no table {table} today.", table=typed), "bad")
            # Another number takes its place.
            self.search.selectAll()

    def open_current(self) -> None:
        """Open the table under the cursor."""
        if self.current is not None:
            self.open_match.emit(self.current.id)

    def focus_starting_widget(self) -> None:
        """Put the focus into the list; where it is empty, on what leads on."""
        first: QWidget = self.view
        if self._middle.currentWidget() is not self.view:
            way_on = self._empty.way_on
            first = way_on if way_on.isVisibleTo(self) else self.search
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    # Clocks.

    def start_or_pause_chosen_clocks(self, do: ClockAction) -> None:
        """Start or pause the clocks of the chosen tables."""
        self.start_pause_or_extend_clocks(do, self.marked_or_current_ids)

    def _add_minutes(self) -> None:
        if not self.minutes.value:
            return
        match_ids = self._listed if self._minutes_for_all else self.marked_or_current_ids
        self.start_pause_or_extend_clocks("add", match_ids, self.minutes.value * 60)
        self._leave_minutes()

    def _leave_minutes(self) -> None:
        self._minutes.hide()
        self._fit()
        self.focus_starting_widget()

    def start_pause_or_extend_clocks(
        self, do: ClockAction, match_ids: Sequence[str], seconds: int | None = None
    ) -> None:
        """Start, pause or extend the clocks of these matches, and say how many were changed."""
        turned, why, left_out = start_pause_or_extend_clocks(self._desk, match_ids, do, seconds)
        text = {
            "start": N("{n} clock started", "{n} clocks started", turned),
            "pause": N("{n} clock paused", "{n} clocks paused", turned),
            "add": N("Minutes added to {n} clock", "Minutes added to {n} clocks", turned)
            if (seconds or 0) >= 0
            else N("Minutes taken off {n} clock", "Minutes taken off {n} clocks", turned),
        }[do]
        if left_out is not None:
            parts = (str(text), str(left_out)) if turned else (str(left_out),)
            self.notify(controls.join_as_sentences(parts), "warn")
        elif turned:
            self.notify(str(text), "good")
        elif why is not None:
            self.notify(str(why), "warn")
        self.refresh()

    def start_or_pause_all_clocks(self, do: ClockAction) -> None:
        """Start or pause the clocks of all tables that are listed."""
        self.start_pause_or_extend_clocks(do, self._listed)

    def ask_minutes_for_all_clocks(self) -> None:
        """Ask how many minutes to add to all tables that are listed."""
        self._ask_minutes(for_all=True)

    def ask_minutes_for_chosen_clocks(self) -> None:
        """Ask how many minutes to add to the chosen tables."""
        self._ask_minutes(for_all=False)

    def _ask_minutes(self, *, for_all: bool) -> None:
        self._minutes_for_all = for_all
        rows = len(self._listed if for_all else self.marked_or_current_ids)
        self._for.setText(str(N("For {n} table:", "For {n} tables:", rows)))
        self._minutes.show()
        self._fit()
        self.minutes.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self.minutes.line.selectAll()

    # Keys and the pointer.

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Put the head into two rows where it is too narrow for one; a foot that is too narrow goes
        without what the menu has too."""
        least = self._tables.sizeHint().width() + self._buttons.sizeHint().width()
        narrow = self.width() < least + theme.em(2.7)
        directions = QBoxLayout.Direction
        self._head_row.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        has_buttons = self._minutes.isHidden() and self._has_rows
        announced = min(theme.px(MIN_STRIP_WIDTH), self.width() * MAX_STRIP_SHARE // 100)
        self.strip.setMinimumWidth(announced)
        room = self.width() - theme.px(40) - announced
        for each in (self._start, self._pause, self._open):
            room -= each.sizeHint().width() + Gap.CONTROLS.pixels()
            each.setVisible(has_buttons)
        for each in self._spare[::-1]:
            room -= each.sizeHint().width() + Gap.CONTROLS.pixels()
            each.setVisible(has_buttons and room >= 0)

    def hideEvent(self, event: object) -> None:
        self.notify("")
        self._minutes.hide()

    def do_enter_action(self) -> None:
        if self.focusWidget() is self.minutes.line:
            self._add_minutes()
        elif self.focusWidget() is self.search:
            self._open_found()
        else:
            self.open_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = self.focusWidget()
        key = event.key()
        if key == Qt.Key.Key_Escape and not self._minutes.isHidden():
            self._leave_minutes()
        elif key == Qt.Key.Key_Escape and (self.search.text() or self._shows.value != "all"):
            self.reset_and_show_all_tables()
            self.focus_starting_widget()
        elif key == Qt.Key.Key_Escape and self.marked_ids:
            self.view.clearSelection()
            self.focus_starting_widget()
        elif focused is self.search and key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focus_starting_widget()
        elif focused is self.view and (typed := keyboard.typed_text(event)).strip():
            # A number or a name that is typed on this page goes into the search.
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.setText(self.search.text() + typed)
            self._narrow()
        else:
            super().keyPressEvent(event)
