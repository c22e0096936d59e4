"""The setup changed later: a misspelt name, swapped sides, the wrong rule set.

Everything is scored anew, and what would read otherwise is shown before it is saved.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import Entry, Head, Setup
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import Library, RulesError
from scorepad.spades.words import T, Words
from scorepad.window import parts, when
from scorepad.window.controls import Steady
from scorepad.window.deviations import Deviations
from scorepad.window.panel import one_line
from scorepad.window.panels.form import EntryPanel, Misread, Missing, need, reason_of
from scorepad.window.seats import SeatTable

SAME = ""
"""Stands in the list for the rule set that the match has."""


class HeadEditor(QWidget):
    """All that a head says, to be changed; `fields` gives what was."""

    changed = Signal()

    def __init__(self, words: Words, library: Library, table: Table) -> None:
        super().__init__()
        self._words = words
        self._library = library
        self._table = table
        self._head: Head = table.match.head
        column = parts.column_of(self, spacing=14)
        self._event, self._round, self._place = one_line(), one_line(), one_line()
        self._scheduled = one_line(words("e.g. 14:30"))
        self.when = parts.Field(words("Scheduled for"), self._scheduled)
        self._seats = SeatTable(words)
        self._swap = parts.button(words("Swap the sides"), self._seats.swap)
        self._rules = Steady()
        self.rules = parts.Field(words("Rule set"), self._rules)
        self._deviations = Deviations(words)
        column.addWidget(self._seats)
        column.addWidget(self._swap)
        column.addWidget(
            parts.line(
                parts.Field(words("Event"), self._event),
                parts.Field(words("Round"), self._round),
                spacing=12,
            )
        )
        column.addWidget(
            parts.line(parts.Field(words("Table"), self._place), self.when, spacing=12)
        )
        column.addWidget(self.rules)
        column.addWidget(
            parts.Field(words("Agreed by both teams before the first hand"), self._deviations)
        )
        for line in (self._event, self._round, self._place, self._scheduled):
            line.textChanged.connect(lambda _text: self._tell())
        self._seats.changed.connect(self._tell)
        self._deviations.changed.connect(self._tell)
        self._rules.currentIndexChanged.connect(lambda _index: self._other_rules())
        self._filling = False
        self.fill(table.match.head)

    def fill(self, head: Head) -> None:
        """Show this head; changes are reckoned from it."""
        self._filling = True
        self._head = head
        blocker = QSignalBlocker(self._rules)
        self._rules.clear()
        base = self._library.resolve(head.rules)
        self._rules.addItem(self._words("{name} (as it is)", name=base.name), SAME)
        for rules_id in self._library.ids():
            try:
                rules = self._library.get(rules_id)
            except Refused:
                continue
            if rules != base:
                self._rules.addItem(rules.name, rules_id)
        blocker.unblock()
        self._event.setText(head.event)
        self._round.setText(head.round)
        self._place.setText(head.table)
        self._scheduled.setText(when.typed(head.scheduled, self._table.now()))
        self._seats.fill(head.teams, head.first_dealer)
        self._seats.use(base)
        self._deviations.use(base)
        self._deviations.fill(head.agreed)
        self._filling = False
        self.changed.emit()

    def _tell(self) -> None:
        if not self._filling:
            self.changed.emit()

    def _other_rules(self) -> None:
        chosen = self._rules.currentData()
        rules = self._library.resolve(self._head.rules if chosen == SAME else str(chosen))
        self._seats.use(rules)
        self._deviations.use(rules)
        self._tell()

    def choose_rules(self, rules_id: str) -> None:
        """Choose another rule set, by its id."""
        self._rules.setCurrentIndex(max(0, self._rules.findData(rules_id)))

    def swap(self) -> None:
        """Exchange the teams' seats."""
        self._seats.swap()

    @property
    def seats(self) -> SeatTable:
        return self._seats

    @property
    def deviations(self) -> Deviations:
        return self._deviations

    def fields(self) -> dict[str, Any]:
        """The fields of a `setup` entry that differ from the head; raises `Misread` for a time
        that cannot be read."""
        head = self._head
        try:
            scheduled = when.read(self._scheduled.text(), self._table.now())
        except when.NoMoment as refused:
            raise Misread(refused.text, self.when) from None
        # A moment is shown without its seconds; not touched, it is the one that was.
        if self._scheduled.text() == when.typed(head.scheduled, self._table.now()):
            scheduled = head.scheduled
        now = {
            "event": self._event.text().strip(),
            "round": self._round.text().strip(),
            "table": self._place.text().strip(),
            "scheduled": scheduled,
            "teams": self._seats.teams(),
            "first_dealer": self._seats.dealer(),
            "agreed": self._deviations.agreed(),
        }
        found = {name: value for name, value in now.items() if value != getattr(head, name)}
        chosen = str(self._rules.currentData())
        if chosen != SAME:
            found["rules"] = chosen
        return found

    def blame(self, refused: Refused, words: Words) -> bool:
        """Say a refusal beside the field it is about; False when it is about none of these."""
        self.hush()
        if not isinstance(refused, RulesError):
            return False
        self._deviations.mistake.say(words(refused.text))
        return True

    def hush(self) -> None:
        """Take back what was said of mistakes."""
        self._deviations.mistake.hush()
        self.when.mistake("")


class SetupPanel(EntryPanel):
    """Names, seats, event, rule set and agreements, each to be put right with a reason."""

    TITLE = T("Change the setup")
    RECORD = T("Save the change")
    WIDTH = 600

    def build(self) -> None:
        self.head = HeadEditor(self.words, self.table.match.library, self.table)
        self.add(self.head)
        self._why = self.reason(self.words("Why"), self.words("a name was misspelt"))
        self.head.changed.connect(self.look)
        self._read = self.table.match.head

    def look(self) -> None:
        self.head.hush()
        super().look()

    def blame(self, refused: Refused) -> None:
        if isinstance(refused, Missing) or not self.head.blame(refused, self.words):
            super().blame(refused)

    def must_have(self) -> None:
        self.entry()
        need(self._why, T("Write why; it is kept in the history."))

    def entry(self) -> Entry:
        fields = self.head.fields()
        if not fields:
            raise Missing(T("Nothing is changed yet."))
        return Setup(why=reason_of(self._why), **fields)

    def refresh(self) -> None:
        # What is typed stays when hands go on meanwhile; a new head starts the form anew.
        if self.table.match.head != self._read:
            self._read = self.table.match.head
            self.head.fill(self._read)
        self.look()
