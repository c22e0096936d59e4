"""One entry put right: its fields, the reason, what changes before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from scorepad.desk.difference import difference
from scorepad.desk.table import Table
from scorepad.spades.entries import Amend, Amendable, Bids, Entry, Strike
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, Words
from scorepad.window import parts, rows, theme
from scorepad.window.form_state import Values, put_back, values_of
from scorepad.window.panel import Panel, one_line
from scorepad.window.panels.difference import Differences, Totals
from scorepad.window.panels.editor import EntryEditor
from scorepad.window.panels.form import NOT_YET, Missing

LOW = 380
"""Below this height of the panel (pixels at the usual text size) the reason scrolls with the
fields."""
FIELDS = 174
"""So much of the panel's height (pixels at the usual text size) its title and the fields need; what
turns scrolls with them where it would leave them less."""


class _Foot(QWidget):
    """What is refused, what turns, and the reason, in sight above the buttons; in a low panel each
    goes to its place among the rest."""

    def __init__(self, field: parts.Field, moved: Sequence[tuple[QWidget, QBoxLayout]]) -> None:
        """`moved`: what is refused, what turns, the field; each with the layout that it is put
        into in a low panel."""
        super().__init__()
        self._field = field
        self._moved = moved
        self._own = parts.column_of(self, spacing=6)
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
        """Put each where there is room for it."""
        if self._panel is None:
            return
        low = self._panel.height() < theme.px(LOW)
        self._put([low, low or not self._room(self._panel), low])

    def _room(self, panel: Panel) -> bool:
        """Is there room for all of them above the buttons?"""
        wide = panel.width() - theme.px(40)
        needed = theme.touch() + theme.px(44)
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
        control = self._field.control
        focused = self._panel is not None and self._panel.focusWidget() is control
        for (each, place), there in zip(self._moved, inside, strict=True):
            # What goes to another parent is hidden by that, and so is what was not shown yet.
            by_hand = each.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
            hushed = by_hand and each.isHidden()
            (place if there else self._own).addWidget(each)
            each.setVisible(not hushed)
        self._close_up()
        if focused:
            # It loses the cursor too.
            control.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_up(self) -> None:
        """A place that is empty, or whose message is hidden, would part what stands above and
        below it."""
        for (each, place), there in zip(self._moved, self._inside, strict=True):
            if (around := place.parentWidget()) is not None:
                around.setVisible(there and not each.isHidden())


class Reasoned(QWidget):
    """What every correction has: the reason, the refusal, the differences.

    `entries` gives what would be recorded, in order, for a reason and an override ("": none);
    the panel round it shows `foot`, where the reason is written, and has the button that calls
    `save`.
    """

    saved = Signal(object)
    """All that was recorded, as one `Recorded`."""
    edited = Signal()
    """Something else is typed, in these fields or in those above."""

    def __init__(
        self,
        table: Table,
        words: Words,
        entries: Callable[[str, str], Sequence[Entry]],
        *,
        ask: str,
        totals: Totals,
        overridable: bool = False,
    ) -> None:
        super().__init__()
        self._table = table
        self._words = words
        self._entries = entries
        self.differences = Differences(words, totals)
        self.override = one_line(words("e.g. the referee allowed it"))
        said = words("Only for what the rule set does not allow; printed on the sheet.")
        self.override.setToolTip(said)
        self.override.setAccessibleDescription(said)
        self._override = parts.Field(words("Accept it against the rules, because"), self.override)
        self._override.setVisible(False)
        self._overridable = overridable
        self.why = one_line(words("e.g. written down wrongly"))
        self._why = parts.Field(ask, self.why)
        self.message = parts.Inline()
        column = parts.column_of(self, spacing=12)
        # As it reads: what is wrong, what is said to it, why, what changes.
        places = [QWidget(), QWidget()]
        wrong, why = (parts.column_of(each, spacing=0) for each in places)
        for each in (places[0], self._override, places[1], self.differences):
            column.addWidget(each)
        gist = self.differences.gist_place.layout()
        assert isinstance(gist, QBoxLayout)
        # Put by the panel where it stays in sight, above its buttons.
        moved = ((self.message, wrong), (self.differences.gist, gist), (self._why, why))
        self.foot = _Foot(self._why, moved)
        for line in (self.override, self.why):
            line.textEdited.connect(lambda _text: self.look())

    def touch(self) -> None:
        """Show what changes now, and put the cursor into the reason."""
        self.look()
        self.why.setFocus()

    def look(self) -> None:
        """Show what would change; say what would be refused."""
        self.edited.emit()
        self._look()
        self.foot.fit()

    def _look(self) -> None:
        self.message.hush()
        self._why.mistake("")
        match, why = self._table.match, self.why.text().strip() or NOT_YET
        try:
            after, warnings = folded(match, self._entries(why, ""))
        except Refused as refused:
            self._refuse(refused)
            if not self._needed:
                self.differences.clear()
                return
            # What is accepted against the rules stays said, with what it would change.
            given = self.override.text().strip()
            after, warnings = folded(match, self._entries(why, given or NOT_YET))
            if given:
                self.message.say(self._words(refused.text), "warn")
        else:
            self._need(False)
        self.differences.show_difference(match, difference(match, after), warnings)

    @property
    def _needed(self) -> bool:
        """Is it refused unless a supervisor accepts it?"""
        return not self._override.isHidden()

    def _need(self, needed: bool) -> None:
        self._override.setVisible(needed)

    def _refuse(self, refused: Refused) -> None:
        self._need(False)
        if isinstance(refused, Missing):
            if refused.field is not None:
                refused.field.mistake(self._words(refused.text))
            else:
                self.message.say(self._words(refused.text), "note")
            return
        self.message.say(self._words(refused.text), "bad")
        if self._overridable:
            try:
                folded(self._table.match, self._entries(NOT_YET, NOT_YET))
            except Refused:
                return
            self._need(True)

    def save(self) -> None:
        """Record it; what is missing or refused is said, and all that was typed stays."""
        why = self.why.text().strip()
        if not why:
            self._why.mistake(self._words("Write why; it is kept in the history."))
            self.why.setFocus()
            return
        try:
            accepted = self.override.text().strip() if self._needed else ""
            entries = self._entries(why, accepted)
            folded(self._table.match, entries)
            done = self._table.record_together(entries)
        except Refused as refused:
            self._refuse(refused)
            if self._needed:
                self.override.setFocus()
            elif not self.message.isHidden():
                rows.bring_into_sight(self.message)
            return
        self.saved.emit(done)


def typed_in(editor: QWidget, reasoned: Reasoned) -> Values:
    """What is in the fields of a correction and in those of its reason."""
    every = values_of(editor)
    # Those of the reason, which may stand elsewhere, come last.
    own = every[: len(every) - len(values_of(reasoned))]
    return (own, (reasoned.override.text(), reasoned.why.text()))


def put_in(editor: QWidget, reasoned: Reasoned, values: Values) -> None:
    """Have them say what `typed_in` gave."""
    if values:
        put_back(editor, values[0])
        for line, text in zip((reasoned.override, reasoned.why), values[1], strict=True):
            if line.text() != text:
                line.setText(text)
                line.textEdited.emit(text)


def folded(match: Match, entries: Sequence[Entry]) -> tuple[Match, tuple[Text, ...]]:
    """The match after these entries, and the warnings they bring; raises `Refused`."""
    warnings: tuple[Text, ...] = ()
    if not entries:
        raise Missing(T("Nothing is changed yet."))
    for entry in entries:
        warnings += match.check(entry)
        match = match.append(entry)
    return match, warnings


class Correction(QWidget):
    """An entry's fields with `Reasoned` below them."""

    def __init__(self, table: Table, words: Words, entry_id: str, totals: Totals) -> None:
        super().__init__()
        self._table = table
        self.entry_id = entry_id
        now = table.match.reads(entry_id)
        assert now is not None
        self._now = now
        self.editor = EntryEditor(table, now, words)  # type: ignore[arg-type]
        self.reasoned = Reasoned(
            table,
            words,
            self._amend,
            ask=words("Why is it corrected?"),
            totals=totals,
            overridable=isinstance(now, Bids),
        )
        self.editor.changed.connect(self.reasoned.look)
        column = parts.column_of(self, spacing=12)
        column.addWidget(self.editor)
        column.addWidget(self.reasoned)

    def _amend(self, why: str, override: str) -> Sequence[Entry]:
        to: Amendable = self.editor.entry()
        if to == self._now:
            return ()
        kept = self._now.override if isinstance(self._now, Bids) else None
        return (Amend(entry=self.entry_id, to=to, why=why, override=override or kept),)


class Striking(QWidget):
    """The reason for striking an entry, and what that changes."""

    def __init__(self, table: Table, words: Words, entry_id: str, totals: Totals) -> None:
        super().__init__()
        self.entry_id = entry_id
        self.reasoned = Reasoned(
            table, words, self._strike, ask=words("Why is it struck?"), totals=totals
        )
        parts.column_of(self).addWidget(self.reasoned)
        self.reasoned.look()

    def _strike(self, why: str, override: str) -> Sequence[Entry]:
        return (Strike(entry=self.entry_id, why=why),)
