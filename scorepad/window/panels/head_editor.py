"""A match's head is changed here: its names, seats, event, rule set and agreements."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import Head, Team
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import RulesError
from scorepad.spades.words import Words
from scorepad.window.panels.fields import Missing
from scorepad.window.panels.seats import SeatTable
from scorepad.window.rules.deviations import Deviations
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.inputs import ComboBox, line_edit
from scorepad.window.wording import moments

SAME = ""
"""The key of the choice that keeps the match's own rule set."""


class TypedHead(msgspec.Struct, frozen=True):
    """A draft keeps this of a head: event, round, table and moment; the names by side, the team's
    first; the seat that deals first; the rule set; the deviations, None where they cannot be
    read."""

    texts: tuple[str, str, str, str]
    teams: tuple[tuple[str, str, str], tuple[str, str, str]]
    dealer: int
    rules: str
    agreed: dict[str, dict[str, Any]] | None


class HeadEditor(QWidget):
    """The fields of a head; `changes` returns those that were changed."""

    changed = Signal()

    def __init__(self, words: Words, library: Library, table: Table) -> None:
        super().__init__()
        self._words = words
        self._library = library
        self._table = table
        self.shown: Head = table.match.head
        self._event, self._round, self._place = line_edit(), line_edit(), line_edit()
        self._scheduled = line_edit(words("e.g. 14:30"))
        self.when = controls.Field(words("Scheduled for"), self._scheduled)
        self.seats = SeatTable(words, drawn=False)
        self._swap = controls.button(words("Swap the sides"), self.seats.swap)
        self._rules = ComboBox()
        self.rules = controls.Field(words("Rule set"), self._rules)
        self.deviations = Deviations(words)
        layouts.set_column(
            self,
            self.seats,
            self._swap,
            layouts.row(
                controls.Field(words("Event"), self._event),
                controls.Field(words("Round"), self._round),
                spacing=12,
            ),
            layouts.row(controls.Field(words("Table"), self._place), self.when, spacing=12),
            self.rules,
            controls.Field(words("Agreed by both teams before the first hand"), self.deviations),
            spacing=14,
        )
        for line in self._lines():
            line.textChanged.connect(lambda _text: self._tell())
        self.seats.changed.connect(self._tell)
        self.deviations.changed.connect(self._tell)
        self._rules.currentIndexChanged.connect(lambda _index: self._other_rules())
        self._filling = False
        self.show_head(table.match.head)

    def show_head(self, head: Head) -> None:
        """Show this head; what differs from it is a change."""
        self._filling = True
        self.shown = head
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
        self._scheduled.setText(
            moments.moment_as_typed(head.scheduled, self._table.now(), self._words)
        )
        self.seats.fill(head.teams, head.first_dealer)
        self.seats.use(base)
        self.deviations.use(base)
        self.deviations.fill(head.agreed)
        self._filling = False
        self.changed.emit()

    def _tell(self) -> None:
        if not self._filling:
            self.changed.emit()

    def _other_rules(self) -> None:
        chosen = self._rules.currentData()
        rules = self._library.resolve(self.shown.rules if chosen == SAME else str(chosen))
        self.seats.use(rules)
        self.deviations.use(rules)
        self._tell()

    def choose_rules(self, rules_id: str) -> None:
        """Choose another rule set, by its id."""
        self._rules.setCurrentIndex(max(0, self._rules.findData(rules_id)))

    def swap(self) -> None:
        """Exchange the teams' seats."""
        self.seats.swap()

    def typed(self) -> TypedHead:
        """Return what the fields say."""
        try:
            agreed = self.deviations.agreed()
        except Refused:
            agreed = None
        first, second = self.seats.teams()
        return TypedHead(
            texts=(
                self._event.text(),
                self._round.text(),
                self._place.text(),
                self._scheduled.text(),
            ),
            teams=((first.name, *first.players), (second.name, *second.players)),
            dealer=self.seats.dealer(),
            rules=str(self._rules.currentData()),
            agreed=agreed,
        )

    def fill(self, typed: object) -> None:
        """Put into the fields what `typed` returned."""
        try:
            told = msgspec.convert(typed, TypedHead, from_attributes=True)
        except msgspec.ValidationError:
            return
        for line, text in zip(self._lines(), told.texts, strict=True):
            line.setText(text)
        first, second = (Team(name, (one, other)) for name, one, other in told.teams)
        self.seats.fill((first, second), told.dealer)
        self.choose_rules(told.rules)
        if told.agreed is not None:
            self.deviations.fill(told.agreed)
        self.changed.emit()

    def _lines(self) -> tuple[QLineEdit, QLineEdit, QLineEdit, QLineEdit]:
        return self._event, self._round, self._place, self._scheduled

    def changes(self) -> dict[str, Any]:
        """Return the fields of a `setup` entry that differ from the head; raises `Missing` for a
        time that cannot be read."""
        head = self.shown
        try:
            scheduled = moments.read_moment(self._scheduled.text(), self._table.now(), self._words)
        except moments.NoMoment as refused:
            raise Missing(refused.text, self.when, at_once=True) from None
        # A moment is shown without its seconds: what nobody changed keeps them.
        if self._scheduled.text() == moments.moment_as_typed(
            head.scheduled, self._table.now(), self._words
        ):
            scheduled = head.scheduled
        now = {
            "event": self._event.text().strip(),
            "round": self._round.text().strip(),
            "table": self._place.text().strip(),
            "scheduled": scheduled,
            "teams": self.seats.teams(),
            "first_dealer": self.seats.dealer(),
            "agreed": self.deviations.agreed(),
        }
        found = {name: value for name, value in now.items() if value != getattr(head, name)}
        chosen = str(self._rules.currentData())
        if chosen != SAME:
            found["rules"] = chosen
        return found

    def blame(self, refused: Refused, words: Words) -> bool:
        """Show a refusal beside the field that it is about; return False when it is about none."""
        self.hush()
        if not isinstance(refused, RulesError):
            return False
        self.deviations.mistake.say(words(refused.text))
        return True

    def hush(self) -> None:
        """Hide the messages about mistakes."""
        self.deviations.mistake.clear()
        self.when.show_mistake("")
