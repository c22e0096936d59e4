"""A match's head is typed here: its rule set, event, place and time, seats and agreements."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from scorepad.desk import typed_moments
from scorepad.desk.table import Table
from scorepad.spades.entries import Head
from scorepad.spades.library import Library
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T
from scorepad.window.panels.seats import SeatTableEditor, TableSeating
from scorepad.window.rules.deviations import DeviationsForm
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec, Form
from scorepad.window.widgets.inputs import ComboBox
from scorepad.window.wording import moments
from scorepad.window.wording.names import rule_set_choices

SAME = ""
"""The key of the choice that keeps the match's own rule set."""


class HeadForm(Form):
    """The fields of a head; a subclass lays them out."""

    def __init__(self, now: Callable[[], datetime], *, seats_around_table: bool) -> None:
        """`now` returns the moment, to read a time by."""
        super().__init__(spacing=Gap.GROUPS, separate=True)
        self._now = now
        self.rules = ComboBox()
        specs = (
            FieldSpec("rules", T("Rule set"), self.rules, share=2),
            FieldSpec("event", T("Event"), example=T("e.g. Spring Tournament"), share=2),
            FieldSpec("round", T("Round"), example=T("e.g. 2")),
            FieldSpec("table", T("Table"), example=T("e.g. 4")),
            FieldSpec(
                "scheduled",
                T("Scheduled for"),
                read=self.read_moment,
                example=moments.example_of_time(),
            ),
        )
        self.declared = {spec.key: spec for spec in specs}
        # Large text has no room for three seats side by side.
        around_table = seats_around_table and theme.is_roomy()
        self.seats = SeatTableEditor(around_table=around_table, with_ids=seats_around_table)
        self.deviations = DeviationsForm()
        agreed = str(T("Agreed to by both teams before the first hand"))
        self.declared["seats"] = FieldSpec("seats", None, self.seats)
        self.declared["agreed"] = FieldSpec("agreed", agreed, self.deviations)

    def use_rule_set(self, rules: RuleSet) -> None:
        """Show how this rule set finds the first dealer, and deviate from it."""
        self.seats.show_first_dealer_rule(rules)
        self.deviations.use_rules(rules)

    def begin_head(self, head: Head, rules: str) -> None:
        """Show this head, with the choice of its `rules`; nothing is typed yet."""
        self.show_recorded_values(
            {
                "rules": rules,
                "event": head.event,
                "round": head.round,
                "table": head.table,
                "scheduled": self.moment_text(head.scheduled),
                "seats": TableSeating(head.teams, head.first_dealer),
                "agreed": head.agreed,
            }
        )

    def values(self, *, final: bool = True) -> dict[str, Any]:
        """Return the members of a head; raises `FieldRefused` for a time that cannot be read."""
        values = super().values(final=final)
        seats: TableSeating = values.pop("seats")
        return {**values, "teams": seats.teams, "first_dealer": seats.dealer}

    def moment_text(self, moment: datetime | None) -> str:
        """Return a moment as it is typed."""
        return typed_moments.moment_as_typed(moment, self._now())

    def read_moment(self, typed: str) -> datetime | None:
        """Return the moment that is typed; raises `Refused`."""
        return typed_moments.parse_moment_unless_empty(typed, self._now())


class HeadChangesForm(HeadForm):
    """The head of a match is changed here; `values` returns the members that were changed."""

    def __init__(self, library: Library, table: Table) -> None:
        super().__init__(table.now, seats_around_table=False)
        self._library = library
        self.shown: Head = table.match.head
        fields = self.declared
        swap = controls.button(T("Swap the teams"), self.seats.swap_teams)
        place, time = (fields["event"], fields["round"]), (fields["table"], fields["scheduled"])
        self.add_rows(fields["seats"], swap, place, time, fields["rules"], fields["agreed"])
        self.field_changed.connect(self._use_chosen)
        self.show_head(table.match.head)

    def show_head(self, head: Head) -> None:
        """Show this head; any difference from it is a change."""
        self.shown = head
        base = self._library.resolve(head.rules)
        others = rule_set_choices(self._library, all_but=base)
        self.rules.offer([(SAME, T("{name} (unchanged)", name=base.name)), *others])
        self.use_rule_set(base)
        self.begin_head(head, SAME)
        self.changed.emit()

    def _use_chosen(self, name: str) -> None:
        if name == "rules":
            self.use_rule_set(self._library.resolve(self.value("rules") or self.shown.rules))

    def values(self, *, final: bool = True) -> dict[str, Any]:
        now = super().values(final=final)
        rules = now.pop("rules")
        changes = {name: value for name, value in now.items() if value != getattr(self.shown, name)}
        return changes if rules == SAME else {**changes, "rules": rules}

    def read_moment(self, typed: str) -> datetime | None:
        # A moment is shown without its seconds; an unchanged one keeps them.
        same = typed == self.moment_text(self.shown.scheduled)
        return self.shown.scheduled if same else super().read_moment(typed)
