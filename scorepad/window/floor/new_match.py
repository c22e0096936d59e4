"""The form for a new match asks for rule set, place and time, seats, dealer and agreements."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.contested import winner_question
from scorepad.spades.entries import CHECKED, Head, IdentityCheck, Note, Team
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import is_about_agreed_changes, is_about_identity
from scorepad.spades.rulefile import rules_with_agreed_deviations
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, rule_file_text
from scorepad.window.panels.head_form import HeadForm
from scorepad.window.rules.contested_readings import ContestedReadingsBox
from scorepad.window.rules.rule_card import RuleCard
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused
from scorepad.window.widgets.size_class import WindowSizeClass, width_class
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording.names import rule_set_choices, teams_and_event_text

OF_THAT_MATCH = "\x00"
"""The id, in the list, of a rule set from the head that is not in the library; no rule
set has this id."""
READINGS_HEIGHT = 850  # px
"""A page of this height, at the usual text size, shows the readings without a press."""
PAUSE = 400
"""Milliseconds from the last change until the input is stored."""
KNOWN = 1000
"""The teams of so many earlier matches are offered."""
DRAFT = "head"
"""The key of the input in the draft of a new match."""


class NewMatchDraft(msgspec.Struct, frozen=True):
    """The input in the fields, a rule set that the library does not have, and what is ticked: of
    the checklist, and the seats that showed an ID."""

    head: dict[str, Any]
    whole: dict[str, Any]
    checked: tuple[str, ...] = ()
    ids: tuple[int, ...] = ()


class NewMatchPage(WindowPage):
    """The form for a new match.  Tab follows the order in which a supervisor hears
    things, and Enter starts the match from anywhere."""

    guide_page = "first-night#2"
    started = Signal(object)
    """The `Table` of the match that was started."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        super().__init__(T("New match"))
        self._desk = desk
        self._settings = settings
        self._base: RuleSet | None = None
        self._checks: dict[str, QCheckBox] = {}
        """The boxes of the checklist, by its texts as the rule set has them."""
        self._whole: dict[str, Any] = {}
        self._started = False
        self._warned_table = ""
        """The used table that the user was warned about; typing it again confirms it."""

        # One is beside the form, the other below it, where the window is narrow.
        self._card, self._card_below = RuleCard(), RuleCard()
        self._form = HeadForm(lambda: datetime.now(UTC), seats_around_table=True)
        fields, row = self._form.declared, self._form.make_row
        place = [fields[key] for key in ("rules", "event", "round", "table", "scheduled")]
        self._identity = controls.label("", "caption", wrap=True)
        self._checklist = QWidget()
        self._checklist_column = layouts.set_column(self._checklist, spacing=Gap.LINES)
        checked = controls.label(T("Check before the first deal"), "strong")
        self._checked = layouts.card(checked, self._checklist)
        self._readings = ContestedReadingsBox()
        self._readings.hide()
        self._is_high = False
        """Whether the window has room for the readings."""
        self._readings.changed.connect(self._take_readings)
        self._question = controls.label("", wrap=True)
        self._review = controls.button(T("Review"), self._review_readings, kind="quiet")
        self._review_row = layouts.row((self._question, 1), self._review)
        self._form.add_rows(
            layouts.card(row(place)),
            layouts.card(row(fields["seats"]), self._identity),
            layouts.card(row(fields["agreed"]), self._review_row, self._readings),
            self._checked,
            self._card_below,
        )
        self._form.column.addStretch(1)
        layouts.set_margins(self._form.column, (Gap.PAGE, Gap.LINES, Gap.PAGE, Gap.GROUPS))
        beside = layouts.column(
            self._card, None, margin=(Gap.NONE, Gap.LINES, Gap.PAGE, Gap.GROUPS)
        )
        self._card_area = scrolling.make_scroll_area(beside, name=T("The rule set at a glance"))
        form_area = scrolling.make_scroll_area(self._form)
        controls.EventFollower(self, self._fit)
        sides = layouts.row((form_area, 5), (self._card_area, 2), spacing=Gap.NONE)

        cancel = controls.button(T("Cancel"), self.close_page)
        self._start = controls.button(
            T("Start the match"), self.start_match, kind="primary", tip=T("Enter")
        )
        foot = layouts.foot_bar(None, cancel, self._start)
        several, event = (
            controls.button(text, partial(self.action_requested.emit, key), kind="quiet")
            for key, text in (("tables", T("Start several tables…")), ("event", T("Event")))
        )
        title = self.title_row(several, event)
        layouts.set_column(self, title, (sides, 1), foot, spacing=Gap.NONE)

        self._offer_rules()
        self._offer_known()
        self._keep_soon = controls.single_shot_timer(self, self.keep, PAUSE)
        self._form.field_changed.connect(self._follow)
        self._form.changed.connect(self._keep_soon.start)
        rules, table = self._form.value("rules"), self._free_table()
        self.fill_from(Head(rules=rules, teams=(Team(), Team()), table=table, first_dealer=None))

    def _offer_rules(self, *more: tuple[str, str]) -> None:
        rules_id = self._form.value("rules") or self._settings.get("rules")
        self._form.rules.offer([*rule_set_choices(self._desk.library), *more], rules_id)

    def _free_table(self) -> str:
        with suppress(Refused):  # reported when the match starts
            return self._desk.find_free_table_numbers(1)[0]
        return ""

    def _follow(self, key: str) -> None:
        if key == "rules":
            self._choose_rules()
        elif key == "agreed":
            self._show_agreed_rules()
            self._check_agreed_changes(bool(self._form.value("agreed")))

    def fill_from(self, head: Head) -> None:
        """Take over another match's event, round, rule set and agreements."""
        self._form.begin_head(head, self._choice_of(head.rules))
        self._choose_rules()

    def _choice_of(self, rules: str | dict[str, Any]) -> str:
        """Return the choice of these rules in the list.

        A rule set that the library does not have in this form is added at the end.
        """
        if isinstance(rules, str):
            return rules
        with suppress(Refused):
            whole = self._desk.library.resolve(rules)
            if self._desk.library.get(whole.id) == whole:
                return whole.id
        self._whole = rules
        name = str(T("{name} (from the earlier match)", name=str(rules.get("name"))))
        self._offer_rules((OF_THAT_MATCH, name))
        return OF_THAT_MATCH

    def _chosen_rules(self) -> str | dict[str, Any]:
        chosen: str = self._form.value("rules")
        return self._whole if chosen == OF_THAT_MATCH else chosen

    def _choose_rules(self) -> None:
        try:
            self._base = self._desk.library.resolve(self._chosen_rules())
        except Refused as refused:
            self._base = None
            self.notify(refused.text, "bad")
            self._start.setEnabled(False)
            return
        self._start.setEnabled(True)
        self.notify("")
        self._form.use_rule_set(self._base)
        self._readings.use_rules(self._base)
        self._show_agreed_rules()

    def _review_readings(self) -> None:
        self._readings.setVisible(not self._readings.isVisibleTo(self))

    def _take_readings(self) -> None:
        agreed = self._readings.typed()
        if agreed != self._form.value("agreed"):
            self._form.deviations.fill(agreed)
            self._form.deviations.changed.emit()

    def _show_readings(self) -> None:
        agreed = self._form.value("agreed")
        if self._readings.typed() != agreed:
            self._readings.fill(agreed)
        count = self._readings.count
        self._question.setText(str(winner_question(count)) if count else "")
        self._review_row.setVisible(bool(count))
        if not count:
            self._readings.hide()

    def _show_agreed_rules(self) -> None:
        if self._base is None:
            return
        self._show_readings()
        try:
            rules = rules_with_agreed_deviations(self._base, self._form.value("agreed"))
        except Refused as refused:
            self._form.fields["agreed"].show_mistake(str(refused.text))
            return
        self._form.fields["agreed"].show_mistake("")
        self._card.show_rules(rules)
        self._card_below.show_rules(rules)
        shown = {each.text: str(rule_file_text(each.text)) for each in rules.checklist}
        identity = "\n".join(shown[text] for text in shown if is_about_identity(text))
        self._identity.setText(identity)
        self._identity.setVisible(bool(identity))
        checklist = [text for text in shown if not is_about_identity(text)]
        if [*self._checks] != checklist:
            layouts.clear_layout(self._checklist_column)
            self._checks = {text: QCheckBox(shown[text].replace("&", "&&")) for text in checklist}
            for box in self._checks.values():
                self._checklist_column.addWidget(box)
        if self._form.value("agreed"):
            self._check_agreed_changes(True)
        self._checked.setVisible(bool(checklist))

    def _check_agreed_changes(self, is_checked: bool) -> None:
        for text, box in self._checks.items():
            if is_about_agreed_changes(text):
                box.setChecked(is_checked)

    def _offer_known(self) -> None:
        with suppress(Refused):
            known: dict[str, tuple[str, str]] = {}
            for match in self._desk.page(most=KNOWN).summaries:
                for side, team in enumerate(match.teams):
                    first, second = match.players[side::2]
                    known.setdefault(team, (first, second))
            self._form.seats.offer_teams(known)

    def keep(self) -> None:
        """Store the input for a match that has not started, so that it outlives the program."""
        self._desk.new_match.keep(DRAFT, None if self._started else self.typed_match)

    def restore_draft(self) -> None:
        """Fill in the stored input."""
        typed = self._desk.new_match.read(DRAFT, NewMatchDraft)
        if typed is not None:
            if typed.whole:
                self._choice_of(typed.whole)
            self._form.fill(typed.head)
            self._choose_rules()
            for text, box in self._checks.items():
                box.setChecked(text in typed.checked)
            for seat, box in enumerate(self._form.seats.ids):
                box.setChecked(seat in typed.ids)

    @property
    def typed_match(self) -> NewMatchDraft | None:
        """The input in the form; None without any."""
        if not self._form.touched:
            return None
        return NewMatchDraft(self._form.typed(), self._whole, self._checked_texts, self._ids_shown)

    @property
    def _checked_texts(self) -> tuple[str, ...]:
        return tuple(text for text, box in self._checks.items() if box.isChecked())

    @property
    def _ids_shown(self) -> tuple[int, ...]:
        return tuple(seat for seat, box in enumerate(self._form.seats.ids) if box.isChecked())

    def head(self) -> Head:
        """The match as the form has it; raises `FieldRefused` for a time that it cannot read."""
        agreed = self._form.deviations.real_deviations()
        return Head(**{**self._form.values(), "rules": self._chosen_rules(), "agreed": agreed})

    def start_match(self) -> None:
        """Start the match; a refusal is shown beside the field that it is about."""
        try:
            head = self.head()
        except FieldRefused as missing:
            self._form.blame(missing)
            if missing.field is not None:
                scrolling.bring_into_sight(missing.field)
            return
        finally:
            self._show_agreed_rules()
        try:
            if self._offer_free_table(head):
                return
            table = self._desk.start(head)
            self._record_checks(table)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.notify("")
        if isinstance(head.rules, str):
            self._settings.set_and_save("rules", head.rules)
        self._started = True
        self.started.emit(table)

    def _offer_free_table(self, head: Head) -> bool:
        matches = self._desk.matches_at(head.table)
        is_taken = self._desk.is_table_taken(head)
        if not is_taken and (not matches or self._warned_table == head.table):
            return False
        self._warned_table = head.table
        free = self._desk.with_next_free_table(head).table
        name = table_name(head.table)
        if matches:
            match_name = teams_and_event_text(matches[0])
            text = T("{table} is in use: {match}.", table=name, match=match_name)
        else:
            text = T("A match in this round is already at {table}.", table=name)
        if free != head.table:  # a table without a number has no next one
            text = T(
                "{said} {free} is free. Press Enter to use it.", said=text, free=table_name(free)
            )
            self._form.fill({"table": free})
        self._form.focus("table")
        self.notify(text, "warn")
        scrolling.bring_into_sight(self._form.fields["table"])
        return True

    def _record_checks(self, table: Table) -> None:
        if self._checked_texts:
            table.record(Note(text=CHECKED + "; ".join(self._checked_texts)))
        for seat in self._ids_shown:
            table.record(IdentityCheck(seat=seat, ok=True))

    def focus_starting_widget(self) -> None:
        """Put the focus on the first name."""
        self._form.seats.first_field().setFocus()

    def _fit(self) -> None:
        narrow = width_class(self) < WindowSizeClass.LARGE
        self._card_area.setHidden(narrow)
        self._card_below.setVisible(narrow)
        was_high, self._is_high = self._is_high, self.height() >= theme.px(READINGS_HEIGHT)
        if self._is_high and not was_high:
            self._readings.setVisible(bool(self._readings.count))

    def do_enter_action(self) -> None:
        self._start.click()
