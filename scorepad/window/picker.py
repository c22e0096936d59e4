"""Which matches: of an event, of some days, ticked one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from PySide6.QtCore import (
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidgetItem,
    QStackedWidget,
    QWidget,
)

from scorepad.desk.desk import Desk
from scorepad.desk.events import Event, day_of, event_key, events, of_days
from scorepad.desk.ports import Summary
from scorepad.spades.directions import isolated
from scorepad.spades.entries import Head
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Words, number
from scorepad.window import parts, rows, theme, titles
from scorepad.window.controls import Steady
from scorepad.window.match_list import spoken, status_text, team_text
from scorepad.window.panel import one_line
from scorepad.window.tick_list import ID, TickList
from scorepad.window.two_lines import LOOK, Look

PAUSE = 150
"""Milliseconds after the last key before the list follows what is typed."""
FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y")
EVERY = "*"
"""The choice of all matches, in place of an event's key."""


class NoDay(Refused):
    """What was typed is no day."""

    def __init__(self, typed: str) -> None:
        super().__init__(T("“{typed}” is no day; write it like 2026-11-21", typed=typed[:40]))


def read_day(typed: str) -> date | None:
    """The day that was typed, None for nothing; raises `NoDay`."""
    text = typed.strip()
    if not text:
        return None
    for form in FORMS:
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007  (a day)
        except ValueError:
            continue
    raise NoDay(text)


@dataclass(frozen=True)
class Picked:
    """What is picked, to be shown again: the event's key (`EVERY`), the days as typed, and the
    ids that are not ticked."""

    event: str = ""
    since: str = ""
    until: str = ""
    left_out: frozenset[str] = frozenset()


class Picker(QWidget):
    """Choose an event and days: all their matches are ticked; then tick fewer."""

    changed = Signal()

    def __init__(self, desk: Desk, words: Words, picked: Picked) -> None:
        super().__init__()
        self._desk = desk
        self._words = words
        self._all: list[Summary] = []
        self._events: list[Event] = []
        self._names: dict[str, str] = {}
        self._scope: list[Summary] = []
        self._left_out = set(picked.left_out)
        self.refusal: Refused | None = None
        self._build()
        self._read(picked)

    def _build(self) -> None:
        words = self._words
        self.event_box = Steady()
        self.since: QLineEdit = one_line(words("e.g. 2026-11-21"))
        self.until: QLineEdit = one_line(words("e.g. 2026-11-21"))
        scope = rows.weighted(
            (parts.Field(words("Event"), self.event_box), 3),
            (parts.Field(words("From day"), self.since), 2),
            (parts.Field(words("To day"), self.until), 2),
            spacing=10,
            top=True,
        )
        self.mistake = parts.Inline()
        self.search = parts.SearchLine(
            words("Search: team, player, table"),
            name=words("Search the matches"),
            clear=words("Clear the search"),
        )
        all_ = parts.button(words("Tick all"), lambda: self._tick_shown(True))
        none = parts.button(words("Tick none"), lambda: self._tick_shown(False))
        self.list = TickList(words)
        self.list.setAccessibleName(words("Matches"))
        self.list.ticked.connect(self._ticked)
        # Whoever shows this puts the count where it wants it.
        self.count = parts.label("", "caption", wrap=True)
        column = parts.column_of(self, spacing=8)
        column.addWidget(scope)
        column.addWidget(self.mistake)
        column.addWidget(rows.weighted((self.search, 1), (all_, 0), (none, 0)))
        self._empty = parts.label("", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.list)
        self._middle.addWidget(self._empty)
        column.addWidget(self._middle, 1)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PAUSE)
        self._later.timeout.connect(self._show)
        self._days_later = QTimer(self)
        self._days_later.setSingleShot(True)
        self._days_later.setInterval(PAUSE * 2)
        self._days_later.timeout.connect(self.look)
        self.search.textEdited.connect(lambda _text: self._later.start())
        for line in (self.since, self.until):
            line.textEdited.connect(lambda _text: self._days_later.start())
        self.event_box.currentIndexChanged.connect(lambda _index: self.look())

    def _read(self, picked: Picked) -> None:
        words = self._words
        try:
            self._all = self._desk.matches()
        except Refused as refused:
            self.refusal = refused
        self._events = events(self._all)
        self._names = {event_key(event.name): event.name for event in self._events}
        blocker = QSignalBlocker(self.event_box)
        self.event_box.addItem(words("All matches ({n})", n=len(self._all)), EVERY)
        for event in self._events:
            named = event.name or words("Without an event")
            label = words("{event} ({n})", event=named, n=len(event.matches))
            self.event_box.addItem(label, event_key(event.name))
        self.event_box.setCurrentIndex(max(0, self.event_box.findData(picked.event)))
        blocker.unblock()
        self.since.setText(picked.since)
        self.until.setText(picked.until)
        self.look(left_out=set(picked.left_out))

    @property
    def picked(self) -> Picked:
        """What is picked, to be shown again."""
        return Picked(
            str(self.event_box.currentData()),
            self.since.text(),
            self.until.text(),
            frozenset(self._left_out),
        )

    @property
    def ids(self) -> list[str]:
        """The ticked matches, oldest first."""
        if self._days_later.isActive():
            self.look()
        return [each.id for each in reversed(self._scope) if each.id not in self._left_out]

    @property
    def count_ticked(self) -> int:
        """How many matches are ticked."""
        return sum(each.id not in self._left_out for each in self._scope)

    @property
    def name(self) -> str:
        """The event all of it is of; "" where it is of several, or of none."""
        wanted = self.event_box.currentData()
        return next((e.name for e in self._events if event_key(e.name) == wanted), "")

    def look(self, *, left_out: set[str] | None = None) -> None:
        """Take the event and the days as they are now; all their matches are ticked."""
        self._days_later.stop()
        days: list[date | None] = []
        self.mistake.hush()
        for line in (self.since, self.until):
            try:
                days.append(read_day(line.text()))
                theme.restyle(line, "tone", "")
            except NoDay as refused:
                theme.restyle(line, "tone", "bad")
                self.mistake.say(self._words(refused.text))
        if len(days) == 2 and days[0] and days[1] and days[0] > days[1]:
            theme.restyle(self.until, "tone", "bad")
            self.mistake.say(self._words("The last day is before the first one."))
            days.clear()
        key = self.event_box.currentData()
        here = self._all
        if key != EVERY:
            here = [each for each in here if event_key(each.event) == key]
        # Days that cannot be read choose nothing: what is made must not be more than was meant.
        self._scope = of_days(here, *days) if len(days) == 2 else []
        self._left_out = left_out or set()
        self._show()

    def _show(self) -> None:
        self._later.stop()
        shown: Sequence[Summary] = self._scope
        if wanted := self.search.text().strip():
            try:
                found = {each.id for each in self._desk.matches(wanted)}
            except Refused as refused:
                self.refusal, found = refused, set()
            shown = [each for each in shown if each.id in found]
        self.list.clear()
        for summary in shown:
            item = QListWidgetItem(spoken(summary, self._words))
            item.setData(ID, summary.id)
            item.setData(LOOK, self._look(summary))
            self.list.tick(item, summary.id not in self._left_out)
            self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(0)
        self._middle.setCurrentWidget(self.list if self.list.count() else self._empty)
        if not self._all:
            self._empty.setText(self._words("No match yet"))
        elif self._scope:
            self._empty.setText(self._words("No match has all these words. Fewer words find more."))
        else:
            self._empty.setText(self._words("No match is of these days."))
        self._told()

    def _look(self, summary: Summary) -> Look:
        words, day, event = self._words, day_of(summary), self._names[event_key(summary.event)]
        head = Head(rules=summary.rules, round=summary.round, table=summary.table)
        one, other = (team_text(summary, side, words) for side in range(2))
        score = f"{number(summary.score[0])} – {number(summary.score[1])}"
        where = (
            titles.place(head, words),
            titles.round_of(head, words),
            isolated(event) if self.event_box.currentData() == EVERY else "",
            status_text(summary, words),
        )
        return Look(
            f"{one}  {score}  {other}",
            " · ".join(each for each in where if each),
            "" if day is None else day.isoformat(),
        )

    def _ticked(self, match_id: str, on: bool) -> None:
        if on:
            self._left_out.discard(match_id)
        else:
            self._left_out.add(match_id)
        self._told()

    def _tick_shown(self, on: bool) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            self.list.tick(item, on)
            match_id = str(item.data(ID))
            if on:
                self._left_out.discard(match_id)
            else:
                self._left_out.add(match_id)
        self._told()

    def _told(self) -> None:
        words, shown = self._words, len(self._scope)
        ticked = self.count_ticked
        said = words(
            N(
                "{ticked} of {n} match is ticked",
                "{ticked} of {n} matches are ticked",
                shown,
                ticked=ticked,
            )
        )
        if self.list.count() < shown:
            said = words(
                N("{said}; {n} is shown", "{said}; {n} are shown", self.list.count(), said=said)
            )
        self.count.setText(said)
        self.changed.emit()


def newest_event(desk: Desk) -> str:
    """The key of the event that the latest match is of; `EVERY` where that is of none."""
    try:
        latest = next(iter(desk.matches()), None)
    except Refused:
        return EVERY
    return event_key(latest.event) or EVERY if latest is not None else EVERY
