"""The picker chooses stored matches by event and days, and then one by one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QListWidgetItem, QStackedWidget, QWidget

from scorepad.desk import typed_moments
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import (
    EventMatches,
    day_of,
    group_matches_by_event,
    matches_between_days,
)
from scorepad.desk.search import normalize_for_search, searchable_text_of_match
from scorepad.events.event import Event
from scorepad.events.status import EventStatus
from scorepad.spades.naming import name_key, round_name, table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, format_count, format_date, join_parts
from scorepad.window.printing.match_list import match_row_spoken_text, match_status_text
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.inputs import ComboBox, line_edit
from scorepad.window.widgets.row_delegate import CONTENT_ROLE
from scorepad.window.widgets.two_line_list import CheckList, TwoLineText
from scorepad.window.wording import moments

PAUSE = 150
"""Milliseconds from the last key until the list follows what is typed."""
ID = Qt.ItemDataRole.UserRole
"""The role of a row's match id."""
SHOWN = 1000
"""At most so many rows are shown to select one by one; a search finds the others."""
EVERY = "*"
"""The key of all matches, in place of an event's."""


def _check_state(on: bool) -> Qt.CheckState:
    return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked


class MatchPicker(QWidget):
    """A choice of event and days, which checks all their matches, and the list to uncheck some."""

    changed = Signal()
    open_match = Signal(str)
    """The user wants to see the match with this id."""

    def __init__(
        self, desk: Desk, today: str, event: str | None, only: Collection[str] | None
    ) -> None:
        """`today` is the id of the event of today, or ""; `event` the key of the one that is
        chosen, or `EVERY`, or None for today's or the newest; `only` the ids of the matches that
        are checked, None: all of the event."""
        super().__init__()
        self._desk = desk
        self._all: list[MatchStatus] = []
        self._events: list[EventMatches] = []
        self._stored: list[EventStatus] = []
        self._names: dict[str, str] = {}
        self._scope: list[MatchStatus] = []
        self._left_out = set[str]()
        self._matches: Sequence[MatchStatus] = ()
        self.refusal: Refused | None = None
        self._build()
        self._read(today, event, only)

    def _build(self) -> None:
        self.event_box = ComboBox()
        self.since: QLineEdit = line_edit(moments.example_of_day())
        self.until: QLineEdit = line_edit(moments.example_of_day())
        scope = layouts.row(
            (controls.Field(T("Event"), self.event_box), 3),
            (controls.Field(T("From day"), self.since), 2),
            (controls.Field(T("To day"), self.until), 2),
            top=True,
        )
        self.mistake = controls.MessageLabel()
        self.search = inputs.SearchLine(
            T("Search: team, player, table"),
            name=T("Search the matches"),
            clear=T("Clear the search"),
        )
        all_ = controls.button(T("Select all"), lambda: self._select_shown(True))
        none = controls.button(T("Select none"), lambda: self._select_shown(False))
        self.list = CheckList()
        self.list.setAccessibleName(str(T("Matches")))
        self.list.itemChanged.connect(self._item_changed)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for title, do in (
            (T("Open the match"), self.open_match.emit),
            (T("Select only this one"), self._select_only),
        ):
            act = QAction(str(title), self.list)
            act.triggered.connect(lambda _checked=False, do=do: do(self._current_id))
            self.list.addAction(act)
        # The page that holds the picker places this label.
        self.count = controls.label("", "caption", wrap=True)
        column = layouts.set_column(self, scope, layouts.row((self.search, 1), all_, none))
        self._empty = controls.label("", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.list)
        self._middle.addWidget(self._empty)
        column.addWidget(self._middle, 1)
        column.addWidget(self.mistake)
        self._later = controls.single_shot_timer(self, self._show, PAUSE)
        self._days_later = controls.single_shot_timer(self, self.check_matches_in_scope, PAUSE * 2)
        self.search.textEdited.connect(lambda _text: self._later.start())
        for line in (self.since, self.until):
            line.textEdited.connect(lambda _text: self._days_later.start())
        self.event_box.currentIndexChanged.connect(lambda _index: self.check_matches_in_scope())

    def _read(self, today: str, event: str | None, only: Collection[str] | None) -> None:
        try:
            events, matches = EventDesk(self._desk), self._desk.matches()
            paired_again = events.find_match_ids_dropped_from_events(matches)
            self._all = [each for each in matches if each.id not in paired_again]
            self._stored = [each for each in events.events() if each.name.strip()]
        except Refused as refused:
            self.refusal = refused
        self._events = group_matches_by_event(self._all)
        # An event that is kept can be printed before it has a match.
        bare = {name_key(each.name): each.name for each in self._stored}
        for each in self._events:
            bare.pop(name_key(each.name), None)
        self._events[:0] = [EventMatches(name, ()) for name in bare.values()]
        self._names = {name_key(each.name): each.name for each in self._events}
        blocker = QSignalBlocker(self.event_box)
        self.event_box.addItem(str(T("All matches ({n})", n=format_count(len(self._all)))), EVERY)
        for each in self._events:
            name = each.name or str(T("Without an event"))
            label = str(T("{event} ({n})", event=name, n=format_count(len(each.matches))))
            self.event_box.addItem(label, name_key(each.name))
        event_key = self._newest(today) if event is None else event
        self.event_box.setCurrentIndex(max(0, self.event_box.findData(event_key)))
        blocker.unblock()
        left_out = set() if only is None else {each.id for each in self._all} - set(only)
        self.check_matches_in_scope(left_out=left_out)

    def _newest(self, today: str) -> str:
        """Return the key of today's event, else of the latest match's; `EVERY` where there is
        none."""
        names = [each.name for each in self._stored if each.id == today]
        names += [each.event for each in self._all[:1]]
        return name_key(names[0]) or EVERY if names else EVERY

    def read_whole_event(self) -> Event | None:
        """Return the event that is kept under the chosen name, where all of it is picked; raises
        `Refused` where it cannot be read."""
        return (
            EventDesk(self._desk).open(self.whole_event_id).event if self.whole_event_id else None
        )

    @property
    def has_selection(self) -> bool:
        """Whether a match is checked, or a whole event is picked."""
        return bool(self.checked_count or self.whole_event_id)

    @property
    def whole_event_id(self) -> str:
        """The id of the event that is kept under the chosen name, where all of it is picked, or
        ""."""
        ids = self._stored_event_ids
        narrowed = self._left_out or self.since.text().strip() or self.until.text().strip()
        return ids[0] if len(ids) == 1 and not narrowed else ""

    @property
    def has_stored_event(self) -> bool:
        """Whether an event is kept under the chosen name."""
        return bool(self._stored_event_ids)

    @property
    def _stored_event_ids(self) -> list[str]:
        """The ids of the events that are kept under the chosen name."""
        return [each.id for each in self._stored if name_key(each.name) == self._key]

    @property
    def _key(self) -> str:
        return str(self.event_box.currentData())

    @property
    def checked_ids(self) -> list[str]:
        """The ids of the checked matches, oldest first."""
        if self._days_later.isActive():
            self.check_matches_in_scope()
        return [each.id for each in reversed(self._scope) if each.id not in self._left_out]

    @property
    def checked_count(self) -> int:
        """How many matches are checked."""
        return sum(each.id not in self._left_out for each in self._scope)

    @property
    def event_name(self) -> str:
        """The name of the chosen event; "" for all matches, or for those without an event."""
        event_key = self.event_box.currentData()
        return next((e.name for e in self._events if name_key(e.name) == event_key), "")

    def check_matches_in_scope(self, *, left_out: set[str] | None = None) -> None:
        """Read the event and the days, and check all their matches but those `left_out`."""
        self._days_later.stop()
        days: list[date | None] = []
        self.mistake.clear()
        for line in (self.since, self.until):
            try:
                days.append(typed_moments.parse_day_unless_empty(line.text()))
                theme.set_style_property(line, "tone", "")
            except typed_moments.UnreadableDay as refused:
                theme.set_style_property(line, "tone", "bad")
                self.mistake.say(refused.text)
        if len(days) == 2 and days[0] and days[1] and days[0] > days[1]:
            theme.set_style_property(self.until, "tone", "bad")
            self.mistake.say(T("The last day is before the first one."))
            days.clear()
        key = self.event_box.currentData()
        here = self._all
        if key != EVERY:
            here = [each for each in here if name_key(each.event) == key]
        # Days that cannot be read choose no match, so that never more is made than was meant.
        self._scope = matches_between_days(here, *days) if len(days) == 2 else []
        self._left_out = left_out or set()
        self._show()

    def _show(self) -> None:
        self._later.stop()
        shown: Sequence[MatchStatus] = self._scope
        if query_words := normalize_for_search(self.search.text()).split():
            shown = [each for each in shown if _has(each, query_words)]
        self._matches = shown
        self.list.clear()
        for status in shown[:SHOWN]:
            item = QListWidgetItem(match_row_spoken_text(status))
            item.setData(ID, status.id)
            item.setData(CONTENT_ROLE, self._row_text(status))
            item.setCheckState(_check_state(status.id not in self._left_out))
            self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(0)
        self._middle.setCurrentWidget(self.list if self.list.count() else self._empty)
        if not self._all and not self._events:
            self._empty.setText(str(T("No matches yet")))
        elif self.whole_event_id and not self._scope:
            self._empty.setText(
                str(T("This event has no match yet; its sign-in sheet can be made."))
            )
        elif self._scope:
            self._empty.setText(str(T("No match has all these words. Fewer words find more.")))
        else:
            self._empty.setText(str(T("No match is of these days.")))
        self._count()

    def _row_text(self, status: MatchStatus) -> TwoLineText:
        day, event = day_of(status), self._names[name_key(status.event)]
        one, other = status.team_names()
        where = (
            table_name(status.table),
            round_name(status.round),
            event if self.event_box.currentData() == EVERY else "",
            match_status_text(status),
        )
        return TwoLineText(
            join_parts((one, totals_text(*status.score), other), "  "),
            join_parts(where),
            "" if day is None else format_date(day),
        )

    def _item_changed(self, item: QListWidgetItem) -> None:
        if item.checkState() == Qt.CheckState.Checked:
            self._left_out.discard(str(item.data(ID)))
        else:
            self._left_out.add(str(item.data(ID)))
        self._count()

    @property
    def _current_id(self) -> str:
        return str(self.list.currentItem().data(ID))

    def _select_only(self, match_id: str) -> None:
        self._select_shown(False)
        self._left_out = {each.id for each in self._scope} - {match_id}
        self.list.currentItem().setCheckState(Qt.CheckState.Checked)

    def _select_shown(self, on: bool) -> None:
        blocker = QSignalBlocker(self.list)
        shown = [self.list.item(row) for row in range(self.list.count())]
        for item in shown:
            item.setCheckState(_check_state(on))
        blocker.unblock()
        ids = {each.id for each in self._matches}
        self._left_out = self._left_out - ids if on else self._left_out | ids
        self._count()

    def _count(self) -> None:
        shown = len(self._scope)
        text = str(
            N(
                "{selected} of {n} match is selected",
                "{selected} of {n} matches are selected",
                shown,
                selected=self.checked_count,
            )
        )
        if self.list.count() < shown:
            text = str(
                N("{said}; {n} is shown", "{said}; {n} are shown", self.list.count(), said=text)
            )
        self.count.setText(text)
        self.changed.emit()


def _has(status: MatchStatus, query_words: Sequence[str]) -> bool:
    """Return whether every word that is searched occurs in what a match is found by."""
    text = searchable_text_of_match(status)
    return all(word in text for word in query_words)
