"""A panel that records one entry: its form, its effect, and a button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from scorepad.spades.board import Hand
from scorepad.spades.entries import Amend, Entry, HeadChange, Strike
from scorepad.spades.entry_kinds import EntryKind
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.panels.difference import NO_CHANGE, CorrectionEffectTable, TotalsChangeLine
from scorepad.window.panels.entry_form import EntryForm
from scorepad.window.panels.fields import FoldedTexts
from scorepad.window.panels.panel import Panel, PanelContext, Place, record_notice
from scorepad.window.widgets import controls, scrolling
from scorepad.window.widgets.form import FieldRefused, Form, focus_control
from scorepad.window.widgets.inputs import ChoiceButtons, LineEdit, TextBox
from scorepad.window.wording import names


class RecordingPanel(Panel):
    """Records the input of its form, and shows its effect before.

    A subclass shows its form with `show_form`, and returns the `entry` that it has.
    """

    def __init__(self, title: Text | str, context: PanelContext) -> None:
        super().__init__(title, context)
        self.form = Form()
        self._rule = controls.label("", wrap=True)
        self._rulings = FoldedTexts(T("Rulings"))
        totals = TotalsChangeLine()
        self.pin(totals)
        self.effect = CorrectionEffectTable(totals)
        for each in (self._rule, self.form, self.effect, self._rulings):
            self.add(each)
        self.add_button(T("Cancel"), self.cancel)

    def show_form(self, form: Form) -> None:
        """Show this form in place of the one before; nothing is typed yet."""
        self.body.replaceWidget(self.form, form)
        self.form.setParent(None)
        self.form.deleteLater()
        self.form = form
        self.show_effect()
        form.show_recorded_values({})
        form.changed.connect(self.edited)

    def entry(self, *, final: bool = True) -> Entry:
        """Return the entry as the fields have it; raises `FieldRefused`.  Unless it is `final`, a
        reason that is not written yet reads `NOT_YET`."""
        raise NotImplementedError

    def consequence_texts(self) -> Sequence[Text]:
        """Return the consequences of the entry under the rule set, in sentences."""
        return ()

    def ruling_texts(self) -> Sequence[Text]:
        """Return the rulings about the entry, which are folded where they are long."""
        return ()

    def no_change_text(self) -> Text:
        """Return the sentence about an entry that changes nothing yet."""
        return NO_CHANGE

    def field_of_refusal(self, refused: Refused) -> controls.Field | None:
        """Return the field that is the cause of a refusal, if that is known."""
        return refused.field if isinstance(refused, FieldRefused) else None

    def typed(self) -> object | None:
        return self.form.typed() if self.form.touched else None

    # The effect, and recording.

    def edited(self) -> None:
        """Show the effect of a changed field, and keep the field in the draft."""
        self.show_effect()
        self.keep_draft()

    def update_fields_from_match(self) -> None:
        """Update the choices of the fields from the match."""

    def show_effect(self) -> None:
        """Show the effect of the entry, as far as the fields determine it."""
        self.update_fields_from_match()
        self.message.clear()
        self.form.update_shown_fields()
        texts = self.consequence_texts()
        self._rule.setText("\n".join(str(text) for text in texts))
        self._rule.setVisible(bool(texts))
        self._rulings.show_texts([str(text) for text in self.ruling_texts()])
        try:
            entry = self.entry(final=False)
            warnings = self.table.warnings_if_recorded(entry)
            difference = self.table.preview(entry)
        except Refused as refused:
            self.effect.clear()
            if not isinstance(refused, FieldRefused) or refused.at_once:
                self.blame(refused)
        else:
            match = self.table.match
            shows_effects = match.board.is_over or isinstance(entry, HeadChange | Amend | Strike)
            effects = self.effects_of(match.append(entry)) if shows_effects else ()
            self.effect.show_difference(
                match, difference, warnings, self.no_change_text(), effects=effects
            )

    def blame(self, refused: Refused) -> None:
        """Show a refusal beside the field that it is about."""
        field = self.field_of_refusal(refused)
        sentence = str(refused.text)
        if field is None or not field.isVisibleTo(self):
            self.message.say(sentence, "bad")
        else:
            field.show_mistake(sentence)

    def record_and_close(self) -> None:
        """Record the entry and close; on a refusal show it, and keep the input."""
        try:
            entry = self.entry()
            recorded = self.table.record(entry, draft=self.draft_json_with(None))
        except Refused as refused:
            self.blame(refused)
            if isinstance(refused, FieldRefused) and refused.field is not None:
                focus_control(refused.field.control)
                scrolling.bring_into_sight(refused.field)
            return
        self.notify(*record_notice(self.table, recorded))
        self.cancel()

    def refresh(self) -> None:
        self.show_effect()


class EntryPanel(RecordingPanel):
    """Records one kind of entry with the fields that it declares.

    A subclass overrides `update_fields_from_match` where a field depends on the match.
    """

    TYPED = dict[str, Any]

    def __init__(self, context: PanelContext, kind: EntryKind) -> None:
        action = kind.action
        assert action is not None
        assert action.button is not None
        super().__init__(str(action.title), context)
        self.kind = kind
        self.record_button = self.add_button(action.button, self.record_and_close, kind="primary")
        self.show_form(EntryForm(self.table, kind, is_shown=self.is_field_shown))

    def entry(self, *, final: bool = True) -> Entry:
        entry: Entry = self.kind.entry(  # type: ignore[assignment]
            **self.form.values(final=final)
        )
        return entry

    def is_field_shown(self, form: Form, name: str) -> bool:
        """Return whether the field of this name is asked for now."""
        return True

    def consequence_texts(self) -> Sequence[Text]:
        match = self.table.match
        return tuple(self.kind.consequences(match.rules, match.board))

    def typed_to_keep(self) -> object | None:
        # Choices are made anew, so that the same keys choose the same each time.
        untouched = self.form.untouched or {}
        chosen = [
            name for name, each in self.form.controls.items() if isinstance(each, ChoiceButtons)
        ]
        typed = self.form.typed() | {name: untouched[name] for name in chosen}
        return typed if typed != untouched else None

    def show_restored_message(self) -> None:
        self.message.say(T("Your earlier input was restored."), "note")

    def fill(self, typed: dict[str, Any]) -> None:
        self.form.fill(typed)

    def team(self, side: int) -> str:
        """Return the name of this side's team in the hand that is next."""
        return names.name_of_side(self.table.match.head_of_hand().teams, side)

    def player(self, seat: int) -> str:
        """Return the name of the player in this seat in the hand that is next."""
        return names.name_of_seat(self.table.match.head_of_hand().teams, seat)

    @property
    def hand(self) -> Hand | None:
        """The hand in progress."""
        return self.table.match.board.hand

    def refresh(self) -> None:
        assert isinstance(self.form, EntryForm)
        self.form.follow_match()
        super().refresh()

    def show_place(self, place: Place) -> None:
        """Let the entry hold from the hand with this number on."""
        if isinstance(place, int) and isinstance(self.form, EntryForm):
            self.form.show_hand(place)

    def focus_typing_start(self) -> None:
        super().focus_typing_start()
        if not self.form.isVisibleTo(self):
            # Nothing is asked: Enter records, as it does from a field.
            self.record_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def field_for_key(self, typed: str) -> QLineEdit | QPlainTextEdit | None:
        shown = filter(QWidget.isVisible, self.form.controls.values())
        reason = next((each for each in shown if isinstance(each, LineEdit | TextBox)), None)
        return reason if typed.isalpha() else None
