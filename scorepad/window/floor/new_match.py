"""The form for a new match asks for rule set, place and time, seats, dealer and agreements."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QPushButton, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.entries import Head, Identity, Note
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import is_about_identity
from scorepad.spades.rulefile import with_agreed
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Words, authored_text
from scorepad.window.panels.seats import SeatTable
from scorepad.window.rules.deviations import Deviations
from scorepad.window.rules.rule_card import RuleCard
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.inputs import ComboBox, line_edit
from scorepad.window.widgets.layout_size import LayoutSize, width_size
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording import moments

OF_THAT_MATCH = "\x00"
"""Stands in the list for a rule set that came with the head and is not in the library; no rule
set has this id."""
PAUSE = 400
"""Milliseconds from the last change until what is typed is stored."""
KNOWN = 1000
"""The teams of so many earlier matches are offered."""
DRAFT = "head"
"""The key under which the draft of a new match holds what is typed."""


class NewMatchPage(WindowPage):
    """The form for a new match.  Tab goes through it in the order in which a supervisor is told
    things, and Enter starts the match from anywhere."""

    started = Signal(object)
    """The `Table` of the match that was started."""

    def __init__(self, desk: Desk, words: Words, settings: Settings) -> None:
        super().__init__(words, words("New match"))
        self._desk = desk
        self._settings = settings
        self._base: RuleSet | None = None
        self._checks: list[QCheckBox] = []
        self._whole: dict[str, Any] = {}
        self._started = False

        self._rules = ComboBox()
        self._rules.setAccessibleName(words("Rule set"))
        self._event = line_edit(words("e.g. Spring Tournament"))
        self._round = line_edit(words("e.g. 2"))
        self._table = line_edit(words("e.g. 4"))
        self._scheduled = line_edit(words("e.g. 14:30"))
        self._when = controls.Field(words("Scheduled for"), self._scheduled)
        self._seats = SeatTable(words)
        self._deviations = Deviations(words)
        self._card = RuleCard(words)
        self._message = controls.MessageLabel()

        self._form = QWidget()
        column = layouts.set_column(self._form, spacing=14)
        where = layouts.row(
            (controls.Field(words("Rule set"), self._rules), 4),
            (controls.Field(words("Event"), self._event), 4),
            (controls.Field(words("Round"), self._round), 2),
            (controls.Field(words("Table"), self._table), 2),
            (self._when, 2),
            spacing=10,
            top=True,
        )
        column.addWidget(self._block("", where))
        self._identity = controls.label("", "caption", wrap=True)
        seats = self._block("", self._seats, self._identity)
        column.addWidget(seats)
        column.addWidget(
            self._block(words("Agreed by both teams before the first hand"), self._deviations)
        )
        self._checklist = QWidget()
        self._checklist_column = layouts.set_column(self._checklist, spacing=2)
        self._checked = self._block(words("Checked before the first deal"), self._checklist)
        column.addWidget(self._checked)
        column.addStretch(1)
        margin = theme.px(24)
        column.setContentsMargins(margin, theme.px(4), theme.px(8), theme.px(16))
        self._column = column
        self._beside = QWidget()
        self._beside_column = layouts.set_column(self._beside)
        self._beside_column.setContentsMargins(0, theme.px(4), margin, theme.px(16))
        self._beside_column.addWidget(self._card)
        self._beside_scroll = scrolling.make_scroll_area(self._beside, name=words("Rule set"))
        sides = layouts.row((scrolling.make_scroll_area(self._form), 5), (self._beside_scroll, 2))

        cancel = controls.button(words("Cancel"), self.close_page)
        self._start: QPushButton = controls.button(
            words("Start the match"), self.start, kind="primary", tip=words("Enter")
        )
        foot = layouts.bar((self._message, 1), 0, cancel, self._start, spacing=12)
        layouts.set_column(self, self.title_row(), (sides, 1), foot, spacing=0)

        self._rules.currentIndexChanged.connect(lambda _index: self._choose_rules())
        self._deviations.changed.connect(self._agree)
        self._scheduled.textEdited.connect(lambda _text: self._when.show_mistake(""))
        self._tab_order()
        self._offer_rules()
        self._offer_known()
        self._given = self.typed()
        self._keep_soon = controls.single_shot_timer(self, self.keep, PAUSE)
        for line in (self._event, self._round, self._table, self._scheduled):
            line.textEdited.connect(lambda _text: self._keep_soon.start())
        for part in (self._seats, self._deviations):
            part.changed.connect(self._keep_soon.start)
        self._rules.currentIndexChanged.connect(lambda _index: self._keep_soon.start())

    def _block(self, title: str, *content: QWidget) -> QFrame:
        heading = [controls.label(title, "strong")] if title else []
        return layouts.card(*heading, *content)

    def _tab_order(self) -> None:
        order = [self._rules, self._event, self._round, self._table, self._scheduled]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
        QWidget.setTabOrder(order[-1], self._seats.first_field())

    def _offer_rules(self) -> None:
        wished = str(self._settings.get("rules") or "")
        ids = self._desk.library.ids()
        blocker = QSignalBlocker(self._rules)
        for rules_id in ids:
            try:
                name = self._desk.library.get(rules_id).name
            except Refused:
                name = self._words("{id} (cannot be read)", id=rules_id)
            self._rules.addItem(name, rules_id)
        self._rules.setCurrentIndex(ids.index(wished) if wished in ids else 0)
        blocker.unblock()
        self._choose_rules()

    def fill(self, head: Head, *, typed: bool = False) -> None:
        """Take over another match's event, round, rule set and agreements; or (`typed`) what
        was typed into this form before."""
        self._rules.setCurrentIndex(self._place_of(head.rules))
        self._event.setText(head.event)
        self._round.setText(head.round)
        self._table.setText(head.table)
        self._scheduled.setText(
            moments.moment_as_typed(head.scheduled, datetime.now(UTC), self._words)
        )
        self._seats.fill(head.teams, head.first_dealer)
        self._deviations.fill(head.agreed)
        self._choose_rules()
        if not typed:
            self._given = self.typed()

    def _place_of(self, rules: str | dict[str, Any]) -> int:
        """Return the place of these rules in the list.

        A rule set that the library does not have in this form is added at the end.
        """
        if isinstance(rules, str):
            return max(0, self._rules.findData(rules))
        try:
            whole = self._desk.library.resolve(rules)
            if self._desk.library.get(whole.id) == whole:
                return self._rules.findData(whole.id)
        except Refused:
            pass
        if (old := self._rules.findData(OF_THAT_MATCH)) >= 0:
            self._rules.removeItem(old)
        self._whole = rules
        name = self._words("{name}, as in that match", name=str(rules.get("name")))
        self._rules.addItem(name, OF_THAT_MATCH)
        return self._rules.count() - 1

    def _chosen_rules(self) -> str | dict[str, Any]:
        chosen = str(self._rules.currentData())
        return self._whole if chosen == OF_THAT_MATCH else chosen

    def _choose_rules(self) -> None:
        try:
            self._base = self._desk.library.resolve(self._chosen_rules())
        except Refused as refused:
            self._base = None
            self._say(refused)
            self._start.setEnabled(False)
            return
        self._start.setEnabled(True)
        self._message.clear()
        self._seats.use(self._base)
        self._deviations.use(self._base)
        self._agree()

    def _agree(self) -> None:
        if self._base is None:
            return
        try:
            rules = with_agreed(self._base, self._deviations.agreed())
        except Refused as refused:
            self._deviations.mistake.say(self._words(refused.text))
            return
        self._deviations.mistake.clear()
        self._card.show_rules(rules)
        said = {text: self._words(authored_text(text)) for text in rules.checklist}
        identity = "\n".join(said[text] for text in said if is_about_identity(text))
        self._identity.setText(identity)
        self._identity.setVisible(bool(identity))
        checklist = [said[text].replace("&", "&&") for text in said if not is_about_identity(text)]
        if [box.text() for box in self._checks] != checklist:
            layouts.clear_layout(self._checklist_column)
            self._checks = [QCheckBox(text) for text in checklist]
            for box in self._checks:
                self._checklist_column.addWidget(box)
        self._checked.setVisible(bool(checklist))

    def _offer_known(self) -> None:
        """Offer the teams of earlier matches, with their players."""
        with suppress(Refused):
            known: dict[str, tuple[str, str]] = {}
            for match in self._desk.page(most=KNOWN).summaries:
                for side, team in enumerate(match.teams):
                    first, second = match.players[side::2]
                    known.setdefault(team, (first, second))
            self._seats.offer(known)

    def keep(self) -> None:
        """Store what is typed for a match that has not started, so that it outlives the program."""
        self._desk.new_match.keep(DRAFT, None if self._started else self.unfinished)

    def resume(self) -> None:
        """Fill in what was stored."""
        kept = self._desk.new_match.read(DRAFT, Head)
        if kept is not None:
            self.fill(kept, typed=True)

    @property
    def unfinished(self) -> Head | None:
        """What was typed into the form; None when nothing was."""
        typed = self.typed()
        return None if typed == self._given else typed

    def typed(self) -> Head:
        """The match as the form has it, without a time that cannot be read."""
        try:
            return self.head()
        except moments.NoMoment:
            return self._head(None)

    def head(self) -> Head:
        """The match as the form has it; raises `Refused` for a time that cannot be read."""
        return self._head(
            moments.read_moment(self._scheduled.text(), datetime.now(UTC), self._words)
        )

    def _head(self, scheduled: datetime | None) -> Head:
        first, second = self._seats.teams()
        return Head(
            rules=self._chosen_rules(),
            agreed=self._deviations.agreed(),
            event=self._event.text().strip(),
            round=self._round.text().strip(),
            table=self._table.text().strip(),
            scheduled=scheduled,
            teams=(first, second),
            first_dealer=self._seats.dealer(),
        )

    def start(self) -> None:
        """Start the match; a refusal is shown beside the field that it is about."""
        self._when.show_mistake("")
        try:
            head = self.head()
        except moments.NoMoment as refused:
            self._when.show_mistake(self._words(refused.text))
            self._scheduled.setFocus()
            scrolling.bring_into_sight(self._when)
            return
        if self._desk.taken(head):
            self._offer_free_table(head)
            return
        try:
            table = self._desk.start(head)
            self._record_checks(table)
        except Refused as refused:
            self._say(refused)
            return
        self._message.clear()
        if isinstance(head.rules, str):
            self._settings.set("rules", head.rules)
        self._started = True
        self.started.emit(table)

    def _offer_free_table(self, head: Head) -> None:
        """Say that a match is played at this table, and fill in one that is free."""
        free = self._desk.at_free_table(head).table
        if free == head.table:
            free = ""  # a table without a number has no next one
        words = self._words
        said = words(
            "A match of this round is played at {table} already.",
            table=table_name(head.table, words),
        )
        if free:
            said = words(
                "{said} {free} is free: Enter takes it.", said=said, free=table_name(free, words)
            )
            self._table.setText(free)
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._table.selectAll()
        self._message.say(said, "warn")
        scrolling.bring_into_sight(self._table)

    def _record_checks(self, table: Table) -> None:
        ticked = [box.text() for box in self._checks if box.isChecked()]
        if ticked:
            text = self._words("Checked before the first deal: {what}", what="; ".join(ticked))
            table.record(Note(text=text))
        for seat, box in enumerate(self._seats.ids):
            if box.isChecked():
                table.record(Identity(seat=seat, ok=True))

    def _say(self, refused: Refused) -> None:
        self._message.say(self._words(refused.text))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.focusWidget() is None:
            self._seats.first_field().setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = width_size(self) < LayoutSize.LARGE
        if narrow == self._beside_scroll.isVisibleTo(self):
            self._beside_scroll.setVisible(not narrow)
            if narrow:
                self._column.insertWidget(self._column.count() - 1, self._card)
            else:
                self._beside_column.addWidget(self._card)

    def confirm(self) -> None:
        self._start.click()
