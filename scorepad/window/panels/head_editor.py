"""A match's head is changed here: its names, seats, event, rule set and agreements."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from scorepad.desk.table import Table
from scorepad.spades.entries import Head
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Words
from scorepad.window.panels.seats import Seats, SeatTable
from scorepad.window.rules.deviations import Deviations
from scorepad.window.widgets import controls
from scorepad.window.widgets.form import FieldSpec, Form
from scorepad.window.widgets.inputs import ComboBox, line_edit
from scorepad.window.wording import moments

SAME = ""
"""The key of the choice that keeps the match's own rule set."""


class HeadEditor(Form):
    """The fields of a head; `values` returns those that were changed."""

    def __init__(self, words: Words, library: Library, table: Table) -> None:
        super().__init__(spacing=14)
        self._words = words
        self._library = library
        self._table = table
        self.shown: Head = table.match.head
        self.seats = SeatTable(words, drawn=False)
        self._rules = ComboBox()
        self.deviations = Deviations(words)
        moment = line_edit(words("e.g. 14:30"))
        agreed = words("Agreed by both teams before the first hand")
        self.add_rows(
            FieldSpec("seats", None, self.seats),
            controls.button(words("Swap the sides"), self.swap),
            (
                FieldSpec("event", words("Event"), line_edit()),
                FieldSpec("round", words("Round"), line_edit()),
            ),
            (
                FieldSpec("table", words("Table"), line_edit()),
                FieldSpec("scheduled", words("Scheduled for"), moment, read=self._read_moment),
            ),
            FieldSpec("rules", words("Rule set"), self._rules),
            FieldSpec("agreed", agreed, self.deviations),
        )
        self.field_changed.connect(self._use_rules)
        self.show_head(table.match.head)

    def show_head(self, head: Head) -> None:
        """Show this head; what differs from it is a change."""
        self.shown = head
        base = self._library.resolve(head.rules)
        options = [(SAME, self._words("{name} (as it is)", name=base.name))]
        for rules_id in self._library.ids():
            try:
                rules = self._library.get(rules_id)
            except Refused:
                continue
            if rules != base:
                options.append((rules_id, rules.name))
        self._rules.offer(options)
        self._use(base)
        self.begin(
            {
                "event": head.event,
                "round": head.round,
                "table": head.table,
                "scheduled": self._moment_text(head),
                "rules": SAME,
                "seats": Seats(head.teams, head.first_dealer),
                "agreed": head.agreed,
            }
        )
        self.changed.emit()

    def _moment_text(self, head: Head) -> str:
        return moments.typed(head.scheduled, self._table.now(), self._words)

    def _use_rules(self, name: str) -> None:
        if name == "rules":
            chosen = self._rules.currentData()
            self._use(self._library.resolve(self.shown.rules if chosen == SAME else str(chosen)))

    def _use(self, rules: RuleSet) -> None:
        self.seats.use(rules)
        self.deviations.use(rules)

    def choose_rules(self, rules_id: str) -> None:
        """Choose another rule set, by its id."""
        self._rules.fill(rules_id)

    def swap(self) -> None:
        """Exchange the teams' seats."""
        self.seats.swap()

    def values(self, *, final: bool = True) -> dict[str, Any]:
        """Return the fields of a `setup` entry that differ from the head; raises `Missing` for a
        time that cannot be read."""
        head = self.shown
        found = super().values(final=final)
        rules, seats = found.pop("rules"), found.pop("seats")
        now = {**found, "teams": seats.teams, "first_dealer": seats.dealer}
        changes = {name: value for name, value in now.items() if value != getattr(head, name)}
        return changes if rules == SAME else {**changes, "rules": rules}

    def _read_moment(self, typed: str) -> datetime | None:
        # A moment is shown without its seconds: what nobody changed keeps them.
        if typed == self._moment_text(self.shown):
            return self.shown.scheduled
        return moments.read(typed, self._table.now(), self._words)
