"""The first page lists today's tables with their clocks, by urgency or by table number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QPushButton, QStackedWidget, QWidget

from scorepad.desk.actions import action
from scorepad.desk.desk import Desk
from scorepad.desk.enabling import ClockAction, start_pause_or_extend_clocks
from scorepad.desk.floor import SHOWS, Show, is_need_shown, match_ids_of_current_rounds
from scorepad.events.status import NOTHING_STATED, Statements
from scorepad.spades.naming import strip_table_word, table_name, table_order
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text, format_count, join_as_sentences, join_parts
from scorepad.window.floor.floor_model import (
    FIRST,
    HAND,
    ORDERS,
    PLAYERS,
    ROUND,
    RULES,
    SECOND,
    TIME,
    FloorModel,
    FloorSortFilter,
    Order,
)
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.empty_state import EmptyState
from scorepad.window.widgets.notice_strip import NoticeStrip
from scorepad.window.widgets.row_table import DENSE_ROW_HEIGHT, ROW_ROLE, Index, RowTable
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording.names import table_and_teams_text

Flag = QItemSelectionModel.SelectionFlag


class FloorView(RowTable):
    """The list.  Space, Ctrl and Shift mark rows, which is Qt's selection; the cursor alone marks
    none, and a press without them takes all marks back."""

    _anchor = QPersistentModelIndex()
    """The row that was under the cursor last without Shift, which marks from here on."""
    _is_pressed = False
    """Whether it was pressed, so that Ctrl adds to it."""

    def __init__(self, order: FloorSortFilter) -> None:
        super().__init__(
            order,
            name=T("Tables"),
            names={FIRST: 5, SECOND: 5},
            extras=(PLAYERS,),
            drops=(RULES, ROUND, HAND),
            is_wanted=order.has_content,
            least_height=DENSE_ROW_HEIGHT,
        )
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def selectionCommand(self, index: Index, event: QEvent | None = None) -> Flag:
        marks, model = self.selectionModel(), self.model()
        is_press = isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress
        # Qt asks without an event for a row that became the current one, after a press too.
        is_new = event is None and index.row() != self._anchor.row()
        if not (is_new or is_press or isinstance(event, QKeyEvent)):
            return Flag.NoUpdate
        anchor = model.index(self._anchor.row(), 0) if self._anchor.isValid() else index
        modifiers = Qt.KeyboardModifier.NoModifier
        if isinstance(event, QMouseEvent | QKeyEvent):
            modifiers = event.modifiers()
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            marks.select(QItemSelection(anchor, index), Flag.SelectCurrent | Flag.Rows)
            return Flag.NoUpdate
        was_pressed, self._is_pressed = self._is_pressed, False
        self._anchor = QPersistentModelIndex(index)
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            return Flag.Toggle | Flag.Rows
        if is_press and modifiers & Qt.KeyboardModifier.ControlModifier:
            if was_pressed and not marks.hasSelection():
                marks.select(anchor, Flag.Select | Flag.Rows)
            return Flag.Toggle | Flag.Rows
        is_left = isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton
        if is_press and (is_left or not marks.isSelected(index)):
            self._is_pressed = index.isValid()
            return Flag.Clear
        # The range that Shift marks next does not replace the one before.
        marks.select(QItemSelection(), Flag.Select)
        return Flag.NoUpdate


FIRST_ROUNDS: Final = (T("Now playing"), T("All rounds"))
"""These are offered before the rounds themselves."""


class RoundChoice(inputs.ComboBox):
    """Offers the rounds now playing, all rounds, and each one; hidden where there is only one."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: list[tuple[str, str]] = []
        """The event, and the round as its matches have it."""
        self.setAccessibleName(str(T("Rounds")))
        self.setSizeAdjustPolicy(inputs.ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumContentsLength(12)
        self.hide()

    def offer_rounds(self, rows: Sequence[MatchStatus]) -> None:
        """Offer the rounds of these rows; the choice doesn't change."""
        names: dict[tuple[str, str], dict[str, None]] = {}
        for row in rows:
            names.setdefault((row.event, row.round), {})[row.round_name] = None
        rounds = sorted(names, key=lambda each: (each[0], table_order(each[1])))
        if rounds == self._rounds:
            return
        chosen, several = self.currentText(), len({event for event, _ in rounds}) > 1
        self._rounds = rounds
        self.clear()
        self.addItems([str(each) for each in FIRST_ROUNDS])
        for event, number in rounds:
            title = join_parts(names[event, number], ", ") or str(T("No round"))
            self.addItem(join_parts((event, title) if several else (title,)))
        self.setCurrentIndex(max(0, self.findText(chosen)))
        self.setVisible(len(rounds) > 1)

    def chosen_ids(self, rows: Sequence[MatchStatus]) -> set[str]:
        """Return the ids of the matches in the choice."""
        at = self.currentIndex()
        if at < 1:
            return match_ids_of_current_rounds(rows)
        if at < len(FIRST_ROUNDS):
            return {row.id for row in rows}
        chosen_round = self._rounds[at - len(FIRST_ROUNDS)]
        return {row.id for row in rows if (row.event, row.round) == chosen_round}


MAX_ADDED_MINUTES: Final = 60
"""The most minutes that can be added at once."""


def _keys(key: str) -> str:
    return QKeySequence(action(key).shortcut).toString(QKeySequence.SequenceFormat.NativeText)


class FloorPage(WindowPage):
    """The list of today's tables, with actions for one, several or all of them."""

    guide_page = "tables"
    choose_among = Signal(object)
    """The number that was typed is that of several tables: these `MatchStatus`s."""
    sample = Signal()
    """The user asks to look at a sample night."""
    print_several = Signal(object)
    """The user asks for sheets or exports of the matches with these ids."""
    menu_requested = Signal(QPoint)
    """The user asks for the menu of the chosen tables, at this place on the screen."""

    def __init__(self, desk: Desk) -> None:
        self._status = controls.ElidedLabel("caption")
        super().__init__(T("Tables"), NoticeStrip(self._status))
        self._desk = desk
        self.statements: Statements = NOTHING_STATED
        """The last statements of events about their matches."""
        self._opened: Collection[str] = ()
        self._is_new = False
        """Whether tables were added or removed since the list was sorted."""
        self._counted: tuple[object, ...] = ()
        self._minutes_for_all = False
        """Whether the minutes that are typed are for all tables that are listed."""
        self._model = FloorModel(desk.now(), self)
        self._order = FloorSortFilter(self._model, self)
        self.view = FloorView(self._order)
        self._model.clocks_moved.connect(lambda: self.view.repaint_column(TIME))
        self.view.doubleClicked.connect(self.open_current)
        self.view.menu_requested.connect(self.menu_requested)
        self._ways_on = (
            self._way_to("new", T("New match"), "primary"),
            self._way_to("tables", T("Start several tables…")),
            self._way_to("event", T("Event")),
            self._way_to("list", T("Other days")),
        )
        self._past_days = self._ways_on[-1]
        self._sample = controls.button(T("Look at a sample night"), self.sample.emit)
        self._empty = EmptyState(*self._ways_on, self._sample)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.view)
        self._middle.addWidget(self._empty)
        self._body = layouts.column((self._middle, 1))
        self._head_bar, self._foot_bar = self._head(), self._foot()
        self.view.take_menu_key(self.search)
        self.search.take_text_typed_in(self.view)
        self.search.stepped.connect(self.focus_starting_widget)
        layouts.set_column(self, self._head_bar, (self._body, 1), self._foot_bar, spacing=Gap.NONE)
        self.view.selectionModel().selectionChanged.connect(self._count)

    def _way_to(self, key: str, text: Text, kind: controls.ButtonKind = "plain") -> QPushButton:
        press = partial(self.action_requested.emit, key)
        return controls.button(text, press, kind=kind, tip=_keys(key))

    def _head(self) -> QWidget:
        self._shows: inputs.ChoiceButtons[Show] = inputs.ChoiceButtons(
            [(show, str(title)) for show, title in SHOWS.items()],
            name=T("Show"),
            chosen="all",
        )
        self._shows.changed.connect(self._narrow)
        self.search = inputs.SearchLine(
            T("Table or name"),
            name=T("Find a table"),
            clear=T("Clear the search"),
        )
        self.search.setMinimumWidth(theme.em(8))
        self.search.setToolTip(str(T("Table or name")))
        self.search.textEdited.connect(self._search)
        self._sorting = inputs.ComboBox()
        self._sorting.setAccessibleName(str(T("Order")))
        self._sorting.setMinimumContentsLength(max(len(str(title)) for title in ORDERS.values()))
        for order, title in ORDERS.items():
            self._sorting.addItem(str(title), order)
        self._sorting.activated.connect(self._sort)
        self._rounds = RoundChoice()
        self._rounds.activated.connect(self._narrow)
        other_days = self._way_to("list", T("Other days"), "quiet")
        event = self._way_to("event", T("Event"), "quiet")
        shares = (self._rounds, 1), (self.search, 3)
        margin = Gap.GROUPS, Gap.CONTROLS
        return layouts.row(
            self._shows, *shares, self._sorting, other_days, event, margin=margin, wraps=True
        )

    def _foot(self) -> QFrame:
        clocks: Sequence[tuple[ClockAction, Text, Text]] = (
            ("start", T("Start"), T("Start the clocks for the selected tables")),
            ("pause", T("Pause"), T("Pause the clocks for the selected tables")),
        )
        start, pause = (
            controls.button(
                title,
                partial(self.start_or_pause_chosen_clocks, do),
                name=name,
                tip=_keys(f"clock-{do}"),
            )
            for do, title, name in clocks
        )
        more = controls.button(T("Add minutes…"), self.ask_minutes, tip=_keys("clock-add"))
        print_ = controls.button(
            T("Print or export…"), lambda: self.print_several.emit(self.marked_or_current_ids)
        )
        open_ = controls.button(T("Open"), self.open_current, kind="primary", tip=T("Enter"))
        buttons = (start, pause, more, print_, open_)
        self._buttons = layouts.row(None, *buttons, wraps=True)
        self._for = controls.label("", "caption", wrap=True)
        self.minutes = inputs.Stepper(-MAX_ADDED_MINUTES, MAX_ADDED_MINUTES, 2)
        self.minutes.setAccessibleName(str(T("Minutes to add")))
        self.minutes.setMaximumWidth(theme.em(12))
        add = controls.button(T("Add minutes"), self._add_minutes, kind="primary")
        cancel = controls.button(T("Cancel"), self._leave_minutes)
        self._minutes = layouts.row((self._for, 1), self.minutes, cancel, add)
        self._minutes.hide()
        return self.foot_bar(self._buttons, self._minutes)

    # Showing.

    def reset_and_show_all_tables(self) -> None:
        """Show all tables with an empty search and without marks, the cursor on the first one."""
        self.search.clear()
        self.notify("")
        self._show_minutes(asked=False)
        if self._shows.value != "all":
            self._shows.choose("all")
        self._rounds.setCurrentIndex(0)
        self._read()
        self._narrow()

    def refresh(self) -> None:
        """Read the tables again; each keeps its place and its mark."""
        self._read()
        self._renew_if_idle()
        self._count()

    def _read(self) -> None:
        try:
            statements = self._desk.read_event_statements()
            rows = self._desk.statuses_of_today(self._opened, statements)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.statements = statements
        self._rounds.offer_rounds(rows)
        before, self._order.among = self._order.among, self._rounds.chosen_ids(rows)
        self._model.show_rows(rows, self._desk.now())
        self._is_new = self._is_new or self._order.among != before

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
            self._renew_if_idle()

    def _renew_if_idle(self) -> None:
        """Sort and filter again, unless the pointer is about to press a row: none moves then.
        Cursor and marks keep their tables."""
        first = self._order.rowCount() == 0
        if (self.view.underMouse() and not first) or not (self._model.moved or self._is_new):
            return
        before = self.current
        self._filter()
        if before is None or self.current is None:
            self._point_at(0)

    def _filter(self) -> None:
        self._is_new = False
        self._order.set_filter(self._shows.value or "all", self.search.text())
        self._count()

    def _search(self) -> None:
        self.notify("")
        self._narrow()

    def _narrow(self) -> None:
        self._order.among = self._rounds.chosen_ids(self._model.rows)
        self._filter()
        self.view.clearSelection()
        self._point_at(0)

    def _sort(self) -> None:
        order: Order = self._sorting.currentData()
        self._order.order_by(order)
        self.view.scrollTo(self.view.currentIndex())

    def _point_at(self, row: int) -> None:
        self.view.setCurrentIndex(self._order.index(row, 0))

    def _count(self) -> None:
        now = self._model.now
        needs = [row.need(now) for row in self._model.rows if row.id in self._order.among]
        counts = [sum(is_need_shown(need, show) for need in needs) for show in SHOWS]
        marked = len(self.marked_ids)
        shown_rows = self._order.rowCount()
        any_rows = self._model.rowCount() > 0
        is_new = not any_rows and not self._desk.page(most=1).summaries
        counted = (*counts, marked, shown_rows, self.search.text() != "", is_new)
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
        tables = N("{n} table", "{n} tables", shown_rows)
        marks = N("{n} selected", "{n} selected", marked)
        keys = T("Enter opens a table, Space selects it; type a number or name to find one")
        self._status.setText(join_parts((tables, marks if marked else keys)) if shown_rows else "")
        self._head_bar.setVisible(any_rows)
        self._buttons.setVisible(shown_rows > 0 and self._minutes.isHidden())
        above = Gap.NONE if any_rows else Gap.GROUPS
        below = Gap.NONE if shown_rows else Gap.GROUPS
        layouts.set_margins(self._body, (Gap.GROUPS, above, Gap.GROUPS, below))
        self._middle.setCurrentWidget(self.view if shown_rows else self._empty)
        theme.set_style_property(self._foot_bar, "kind", "bar" if shown_rows else "page")
        for way_on in self._ways_on:
            way_on.setVisible(not any_rows)
        self._sample.setVisible(is_new)
        self._past_days.setVisible(not any_rows and not is_new)
        if any_rows:
            hint = T("To find matches from other days, choose “Other days”.")
            self._empty.say(T("No tables found"), hint)
        else:
            begin = T(
                "“New match” starts one table. “Start several tables…” starts several at once. "
                "In an event, Scorepad pairs the teams for you."
            )
            self._empty.say(T("No tables today"), begin)

    @property
    def now(self) -> datetime:
        """Return the moment (UTC) that is shown."""
        return self._model.now

    # The choice.

    @property
    def current(self) -> MatchStatus | None:
        """Return the table under the cursor."""
        index = self.view.currentIndex()
        row = index.data(ROW_ROLE) if index.isValid() else None
        return row if isinstance(row, MatchStatus) else None

    @property
    def marked_ids(self) -> list[str]:
        """Return the ids of the marked matches, as they are in the list."""
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
        rows = range(self._order.rowCount())
        return [self._order.index(row, 0).data(ROW_ROLE).id for row in rows]

    def _same_number(self) -> list[MatchStatus]:
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
        """Put the focus into the list; if it is empty, on the button that helps."""
        first: QWidget = self.view
        if self._middle.currentWidget() is not self.view:
            way_on = self._empty.way_on
            first = way_on if way_on.isVisibleTo(self) else self.search
        first.setFocus()

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
        self._show_minutes(asked=False)
        self.focus_starting_widget()

    def _show_minutes(self, *, asked: bool) -> None:
        self._buttons.setVisible(not asked and self._order.rowCount() > 0)
        self._minutes.setVisible(asked)

    def start_pause_or_extend_clocks(
        self, do: ClockAction, match_ids: Sequence[str], seconds: int | None = None
    ) -> None:
        """Start, pause or extend the clocks of these matches, and name the table, or the number
        of tables."""
        turned, why, left_out = start_pause_or_extend_clocks(self._desk, match_ids, do, seconds)
        text = self._clocks_text(do, match_ids, turned, (seconds or 0) // 60)
        if left_out is not None:
            parts = (str(text), str(left_out)) if turned else (str(left_out),)
            self.notify(join_as_sentences(parts), "warn")
        elif turned:
            self.notify(str(text), "good")
        elif why is not None:
            self.notify(str(why), "warn")
        self.refresh()

    def _clocks_text(
        self, do: ClockAction, match_ids: Sequence[str], turned: int, minutes: int
    ) -> Text:
        if do == "add":
            what = N("{n} minute added", "{n} minutes added", minutes)
            if minutes < 0:
                what = N("{n} minute taken off", "{n} minutes taken off", -minutes)
            if len(match_ids) == 1:
                return T("{table}: {what}", table=self._table_text(match_ids[0]), what=what)
            return N("{what} at {n} table", "{what} at {n} tables", turned, what=what)
        if len(match_ids) == 1:
            what = T("clock started") if do == "start" else T("clock paused")
            return T("{table}: {what}", table=self._table_text(match_ids[0]), what=what)
        if do == "start":
            return N("{n} clock started", "{n} clocks started", turned)
        return N("{n} clock paused", "{n} clocks paused", turned)

    def _table_text(self, match_id: str) -> str:
        rows = self._model.rows
        row = next(each for each in rows if each.id == match_id)
        name = table_name(row.table)
        same = [each for each in rows if table_name(each.table) == name]
        return table_and_teams_text(row) if len(same) > 1 or not name else name

    def start_or_pause_all_clocks(self, do: ClockAction) -> None:
        """Start or pause the clocks of all tables that are listed."""
        self.start_pause_or_extend_clocks(do, self._listed)

    def ask_minutes(self, *, for_all: bool = False) -> None:
        """Ask how many minutes to add to the chosen tables, or to all that are listed."""
        self._minutes_for_all = for_all
        ids = self._listed if for_all else self.marked_or_current_ids
        text = N("For {n} table:", "For {n} tables:", len(ids))
        if len(ids) == 1:
            text = T("For {table}:", table=self._table_text(ids[0]))
        self._for.setText(str(text))
        self._show_minutes(asked=True)
        self.minutes.line.setFocus()
        self.minutes.line.selectAll()

    # Keys.

    def close_page(self) -> None:
        """Take back what is asked, searched or marked; the list itself stays."""
        if self._minutes.isHidden():
            if self.search.text() or self._shows.value != "all":
                self.reset_and_show_all_tables()
            self.view.clearSelection()
        self._show_minutes(asked=False)
        self.focus_starting_widget()

    def do_enter_action(self) -> None:
        if self.focusWidget() is self.minutes.line:
            self._add_minutes()
        elif self.focusWidget() is self.search:
            self._open_found()
        else:
            self.open_current()
