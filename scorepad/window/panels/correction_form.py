"""A correction has a form: its fields, its reason, what is refused and what would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QWidget

from scorepad.desk.difference import difference
from scorepad.desk.table import Table
from scorepad.spades.entries import Entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, Words
from scorepad.window.panels.difference import EffectTable, TotalsLine
from scorepad.window.panels.panel import SIDE, EffectsOf, Panel
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.form import NOT_YET, FieldSpec, Form, Missing
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.layout_size import LayoutSize, height_size

FIELDS = 174
"""The height that the panel's title and fields need (pixels at the usual text size); where less
would be left to them, the headline of the changes scrolls with them."""


class ReasonFoot(QWidget):
    """This foot keeps refusal, headline and reason in sight above the buttons; in a low panel each
    goes to its place among the rest."""

    def __init__(self, line: QLineEdit, moved: Sequence[tuple[QWidget, QBoxLayout]]) -> None:
        """The reason is typed in the `line`; `moved` are refusal, headline and field, each with the
        layout that it is put into in a low panel."""
        super().__init__()
        self._line = line
        self._moved = moved
        self._own = layouts.set_column(self, spacing=6)
        self._inside: list[bool] = []
        self._panel: Panel | None = None
        self._put([False] * len(moved))
        for each, _place in moved:
            each.installEventFilter(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        above: QWidget | None = self.parentWidget()
        while above is not None and not isinstance(above, Panel):
            above = above.parentWidget()
        if isinstance(above, Panel) and above is not self._panel:
            self._panel = above
            above.installEventFilter(self)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._panel:
            self.fit()
        elif event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._close_up()
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Put refusal, headline and reason where there is room for them."""
        if self._panel is None:
            return
        low = height_size(self._panel) == LayoutSize.SMALL
        self._put([low, low or not self._room(self._panel), low])

    def _room(self, panel: Panel) -> bool:
        """Return whether all of them fit above the buttons."""
        wide = panel.width() - 2 * SIDE
        needed = theme.touch_height() + theme.px(44)
        for each, _inside in self._moved:
            if not each.isHidden():
                by_width = each.hasHeightForWidth()
                needed += each.heightForWidth(wide) if by_width else each.sizeHint().height()
                needed += theme.px(6)
        return panel.height() - needed >= theme.px(FIELDS)

    def _put(self, inside: list[bool]) -> None:
        if inside == self._inside:
            return
        self._inside = inside
        control = self._line
        focused = self._panel is not None and self._panel.focusWidget() is control
        for (each, place), there in zip(self._moved, inside, strict=True):
            # Qt hides a widget that goes to another parent; only one hidden by hand stays so.
            by_hand = each.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
            hushed = by_hand and each.isHidden()
            (place if there else self._own).addWidget(each)
            each.setVisible(not hushed)
        self._close_up()
        if focused:
            # A widget that goes to another parent loses the cursor.
            control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_up(self) -> None:
        """Hide the places that are empty: a layout leaves a gap on both sides of each."""
        for (each, place), there in zip(self._moved, self._inside, strict=True):
            if (around := place.parentWidget()) is not None:
                around.setVisible(there and not each.isHidden())


class TypedCorrection(msgspec.Struct, frozen=True):
    """What a draft keeps of a correction: what its fields say, and the entry's id.

    The entry is the one that is corrected or struck; its id is "" for a hand's bids and tricks.
    """

    entry: str
    striking: bool
    fields: dict[str, Any]


class CorrectionForm(Form):
    """Every correction has its own fields, and below them the refusal, the reason, the differences.

    A subclass puts its fields at the top of `column`, and returns what would be recorded from
    `entries`.  The panel shows `foot`, where the reason is written, has the button that calls
    `save`, and sets `draft_after`, which returns the draft once this is recorded, and `effects_of`,
    which returns what would change in the match's event.
    """

    ASK: ClassVar[Text] = T("Why is it corrected?")
    striking = False
    overridable = False
    """Whether a supervisor may accept what the rule set does not allow."""

    saved = Signal(object)
    """The correction was recorded: all of it, as one `Recorded`."""

    def __init__(self, table: Table, words: Words, totals: TotalsLine, entry_id: str = "") -> None:
        super().__init__(spacing=12)
        self.entry_id = entry_id
        self.draft_after: Callable[[], str | None] = lambda: None
        self.effects_of: EffectsOf = lambda _after: ()
        self._table = table
        self._words = words
        self._needed = False
        """Whether it is refused unless a supervisor accepts it."""
        self.differences = EffectTable(words, totals)
        self.override = line_edit(words("e.g. the referee allowed it"))
        hint = words("Only for what the rule set does not allow; printed on the sheet.")
        self.override.setToolTip(hint)
        self.override.setAccessibleDescription(hint)
        self.why = line_edit(words("e.g. written down wrongly"))
        self.message = controls.MessageLabel()
        accept = self.row(
            FieldSpec(
                "override",
                words("Accept it against the rules, because"),
                self.override,
                shown=lambda _form: self._needed,
            )
        )
        missing = T("Write why; it is kept in the history.")
        reason = self.row(FieldSpec("why", words(self.ASK), self.why, missing=missing))
        # In reading order: the refusal, the answer to it, the reason, the changes.
        places = [QWidget(), QWidget()]
        wrong, why = (layouts.set_column(each, spacing=0) for each in places)
        self.add_rows(places[0], accept, places[1], self.differences)
        place = self.differences.headline_place.layout()
        assert isinstance(place, QBoxLayout)
        # Put by the panel where it stays in sight, above its buttons.
        moved = ((self.message, wrong), (self.differences.headline, place), (reason, why))
        self.foot = ReasonFoot(self.why, moved)
        self.changed.connect(self.show_effect)

    def put_on_top(self, spec: FieldSpec) -> None:
        """Put the field of what is corrected above all."""
        self.column.insertWidget(0, self.row(spec))

    def entries(self, why: str, override: str) -> Sequence[Entry]:
        """Return what would be recorded, in order, for a reason and an override ("": none)."""
        raise NotImplementedError

    def show_effect(self) -> None:
        """Show what would change, or why it would be refused."""
        self._show_effect()
        self.foot.fit()

    def _show_effect(self) -> None:
        self.message.clear()
        match, why = self._table.match, self.value("why") or NOT_YET
        self._need_override(False)
        try:
            after, warnings = folded(match, self.entries(why, ""))
        except Refused as refused:
            self._refuse(refused)
            if not self._needed:
                self.differences.clear()
                return
            # The refusal stays in sight while it is overridden, with what would change.
            override = self.value("override")
            after, warnings = folded(match, self.entries(why, override or NOT_YET))
            if override:
                self.message.say(self._words(refused.text), "warn")
        self.differences.show_difference(
            match, difference(match, after), warnings, effects=self.effects_of(after)
        )

    def _need_override(self, needed: bool) -> None:
        self._needed = needed
        self.arrange()

    def _refuse(self, refused: Refused) -> None:
        self._need_override(False)
        if isinstance(refused, Missing):
            if refused.field is not None:
                refused.field.show_mistake(self._words(refused.text))
            else:
                self.message.say(self._words(refused.text), "note")
            return
        self.message.say(self._words(refused.text), "bad")
        if self.overridable:
            try:
                folded(self._table.match, self.entries(NOT_YET, NOT_YET))
            except Refused:
                return
            self._need_override(True)

    def save(self) -> None:
        """Record the correction; a refusal is shown, and all that was typed stays."""
        try:
            why = self.read_value("why")
            accepted = self.value("override") if self._needed else ""
            entries = self.entries(why, accepted)
            folded(self._table.match, entries)
            done = self._table.record(*entries, draft=self.draft_after())
        except Refused as refused:
            if isinstance(refused, Missing) and self.blame(refused, self._words):
                return
            self._refuse(refused)
            if self._needed:
                self.override.setFocus()
            elif not self.message.isHidden():
                scrolling.bring_into_sight(self.message)
            return
        self.saved.emit(done)


def folded(match: Match, entries: Sequence[Entry]) -> tuple[Match, tuple[Text, ...]]:
    """Return the match after these entries, and their warnings; raises `Refused`."""
    warnings: tuple[Text, ...] = ()
    if not entries:
        raise Missing(T("Nothing is changed yet."))
    for entry in entries:
        warnings += match.check(entry)
        match = match.append(entry)
    return match, warnings
