"""The bar at the bottom takes bids, then tricks, from the keyboard, by mouse or by finger.

A bid is one key, and the last one records them all; tricks are one key for the side pointed at, and
Enter records them. The bar hands the keys to the table's `HandInput` and shows its state; an
announcement is shown until the next key.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from scorepad.desk.actions import action
from scorepad.desk.hand_correction import (
    HandCorrection,
    HandCorrectionDraft,
    Part,
    append_all,
)
from scorepad.desk.hand_input import REASON_FIRST, SEAT_KEYS, HandInput, Prompt
from scorepad.desk.ports import OTHER_PROGRAM, LogHasGrown
from scorepad.desk.table import MatchChange
from scorepad.desk.typed_bids import INSIST, TypedBids
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.desk.undoing import name_step
from scorepad.events.event_descriptions import confirmation_text
from scorepad.events.status import NOTHING_STATED, Statements, with_events
from scorepad.spades.bidding import COUNT_KEYS, Breach
from scorepad.spades.entries import Bids, Entry, HeadChange, Strike, Tricks
from scorepad.spades.naming import strip_table_word, table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.status import status_of
from scorepad.spades.words import T, Text, join_as_sentences, join_with_commas
from scorepad.window.match.entry import keypad, sentences
from scorepad.window.match.entry.boxes import unit_places_in_box_order
from scorepad.window.match.entry.contents import (
    EntryBarContents,
    bids_contents,
    cards_dealt_contents,
    correction_contents,
    dealer_contents,
    game_over_contents,
    held_by_other_laptop_contents,
    thrown_in_contents,
    tricks_contents,
)
from scorepad.window.match.entry.view import EntryView
from scorepad.window.panels.panel import EffectsOf
from scorepad.window.widgets import controls, repeat_filter
from scorepad.window.widgets.form import NOT_YET
from scorepad.window.widgets.keyboard import PLAIN, answer_key, read_digit, read_key
from scorepad.window.widgets.notice_strip import NoticeAction

MIN_READ_TIME = timedelta(seconds=2)
"""A question that appears by itself is shown this long before a key can answer it."""
MAX_NAMED_ENTRIES = 3
"""The most entries recorded elsewhere that are named; the latest ones are."""
FIELD_KEYS = COUNT_KEYS[:10] + keypad.BACK
"""The keys of the keypad that a field takes."""
SHEET_MADE_DRAFT = "sheet"
"""The key in a table's draft of how many entries the log had when its sheet was last made."""
CORRECTION_DRAFT = "amend"
"""The key in a table's draft of the correction of a hand that isn't recorded."""
MOVES = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: -4,
    Qt.Key.Key_Down: 4,
}
"""How far an arrow leads from one number of a hand to another."""


class EntryBar(EntryView):
    """The entry bar of one table."""

    correction_changed = Signal(int)
    """The hand with this number is corrected from now on; 0: none is."""
    up = Signal()
    """The cursor leaves upwards, to the sheet."""

    def __init__(self, hand_input: HandInput) -> None:
        super().__init__()
        self.input = hand_input
        self._answered = ("", 0.0)
        self._asked_since: datetime | None = None
        self._message: tuple[str, controls.Tone] | None = None
        self._takes_enter = True
        self._is_in_field = False
        self._holder = ""
        self._statements: Statements = NOTHING_STATED
        self.correction: HandCorrection | None = None
        """The hand that is corrected; None while the next one is typed."""
        self.effects_of: EffectsOf = lambda _after: ()
        """Returns the changes that a correction would make in the match's event."""
        self.key.connect(self.press)
        self.box.connect(self._go_to)
        self.answered.connect(self._answer)
        self.cancelled.connect(self.end_correction)
        self.reason.textChanged.connect(self._write_reason)
        self.reason.returnPressed.connect(lambda: self._attempt(self._record))
        self.reason.emptied.connect(self._take_bid_back)
        controls.EventFollower(self, self._give_up_reopening_bids, QEvent.Type.FocusOut)
        self._show_table_number()
        self._show()
        self._stops = hand_input.listen(self._show), hand_input.table.listen(self._changed)

    def stop_following(self) -> None:
        """Stop following the match and the input."""
        for stop in self._stops:
            stop()

    def _show_table_number(self) -> None:
        table = self.input.table.match.head.table
        self.show_table_number(strip_table_word(table), table_name(table))

    def _changed(self, change: MatchChange) -> None:
        if change.initiator is self.input:
            line = ""
            if isinstance(change.entry, Tricks):
                self.boxes.keeps_places = False
                if not change.after.board.is_over:
                    line = sentences.recorded_hand_score_text(change.after)
            elif isinstance(change.entry, Strike):
                line = str(T("The last bid was taken back. Type it again."))
            elif isinstance(change.entry, HeadChange):
                line = str(self.input.draw.describe(change.after.head))
            told = (line, *map(str, (*change.notices, *change.warnings)))
            text = join_as_sentences(told)
            self._message = (text, "warn" if change.warnings else "note") if text else None
            if isinstance(change.entry, Bids):
                # The reason's field goes away, and would take the cursor with it.
                self.setFocus(Qt.FocusReason.OtherFocusReason)
        elif change.initiator == OTHER_PROGRAM and change.entries:
            came = [change.after.name(each) for each in change.entries[-MAX_NAMED_ENTRIES:]]
            text = str(T("Recorded elsewhere: {what}", what=join_with_commas(came)))
            self._message = join_as_sentences((text,)), "warn"
        if change.after.head is not change.before.head:
            self._show_table_number()
        if self.correction is not None:
            self._correct_again()
        self._show()
        if change.after.board.is_over and not change.before.board.is_over:
            controls.announce(self.line, self.line.sentence)

    def show_event_statements(self, statements: Statements) -> None:
        """Show the statements of events about the match's result."""
        if statements != self._statements:
            self._statements = statements
            self._show()

    @property
    def is_held(self) -> bool:
        """Whether another laptop records here, so that no key is taken."""
        return bool(self._holder)

    def show_holder(self, laptop: str) -> None:
        """Show that this laptop records here, and take no keys; "" is for this one."""
        if laptop != self._holder:
            self._holder = laptop
            self.correction = None
            self._show()

    # A recorded hand is corrected with the same boxes and keys.

    def correct_hand(self, number: int, part: Part = "bids", side: int = 0) -> None:
        """Show a recorded hand, to be corrected; the next key is for a number of this side."""
        match = self.input.table.match
        hand = next((each for each in match.board.hands if each.number == number), None)
        if hand is None or self.is_held:
            return
        if self.correction is None or self.correction.hand.bids_id != hand.bids_id:
            self.correction = HandCorrection(match, hand)
            draft = self.input.table.draft.read(CORRECTION_DRAFT, HandCorrectionDraft)
            if draft is not None and draft.bids_id == hand.bids_id:
                self.correction.fill(draft)
        self.correction.select_side(part, side)
        self._message = None
        self.correction_changed.emit(number)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show()

    def restore_correction(self) -> None:
        """Show the correction again that was typed and not recorded."""
        draft = self.input.table.draft.read(CORRECTION_DRAFT, HandCorrectionDraft)
        if draft is not None:
            for hand in self.input.table.match.board.hands:
                if hand.bids_id == draft.bids_id:
                    self.correct_hand(hand.number)

    def end_correction(self) -> None:
        """Show the next hand again, and discard the correction."""
        if self.correction is not None:
            self.correction = self._message = None
            self.input.table.draft.keep(CORRECTION_DRAFT, None)
            self.correction_changed.emit(0)
            self._show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _correct_again(self) -> None:
        assert self.correction is not None
        before, match = self.correction, self.input.table.match
        hand = next(
            (each for each in match.board.hands if each.bids_id == before.hand.bids_id), None
        )
        if hand is None:
            self.end_correction()
        elif hand.entries != before.hand.entries or match is not before.match:
            draft = before.draft()
            self.correction = HandCorrection(match, hand)
            if draft is not None:
                self.correction.fill(draft)
            self.correction.select(before.part, before.place)

    def _record(self) -> bool:
        correction = self.correction
        if correction is None:
            return self.input.record_if_complete()
        why, override = correction.why.strip(), correction.override.strip()
        entries: tuple[Entry, ...] = ()
        try:
            entries = correction.entries(why or NOT_YET)
            append_all(correction.match, entries)
            override = ""
        except Breach:
            override = override or why
            entries = correction.entries(why or NOT_YET, override or NOT_YET)
        if not why:
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
            raise Refused(T("Enter a reason. It's saved in the history."))
        table = self.input.table
        rest = table.draft.text_with(CORRECTION_DRAFT, None)
        recorded = table.record(*entries, draft=rest)
        self.end_correction()
        text = join_as_sentences(
            map(
                str,
                (
                    T("Recorded: {what}.", what=name_step(table.match, recorded.entries)),
                    *recorded.notices,
                    *recorded.warnings,
                ),
            )
        )
        self.notify(text, "warn" if recorded.warnings else "good")
        return True

    def _write_reason(self, text: str) -> None:
        if self.correction is None:
            self.input.set_override_reason(text)
        elif text != self.correction.why:
            self.correction.why = text
            self._keep_correction()
            self.notify("")

    def _keep_correction(self) -> None:
        if self.correction is not None:
            self.input.table.draft.keep(CORRECTION_DRAFT, self.correction.draft())

    def _press_correction(self, correction: HandCorrection, key: str) -> bool:
        if key == keypad.ENTER:
            return self._record()
        if not correction.press(key):
            tricks = correction.tricks
            if correction.part == "bids" or tricks is None or tricks.mistake is None:
                return False
            self.notify(tricks.mistake, "bad")
            return True
        self._keep_correction()
        self._show()
        return True

    # What is typed.

    @property
    def state(self) -> Prompt | Literal["correction"]:
        """Return the input that is asked for now."""
        return self.input.prompt if self.correction is None else "correction"

    @property
    def bids(self) -> TypedBids | None:
        """Return the bids as they are typed; None while something else is."""
        return self.input.bids if self.correction is None else None

    @property
    def tricks(self) -> TypedTricks | None:
        """Return the tricks as they are typed; None while something else is."""
        return self.input.tricks if self.correction is None else None

    def offer_next_table(self) -> None:
        """Offer the next table after the end, because the sheet of the match as it is was made."""
        table = self.input.table
        table.draft.keep(SHEET_MADE_DRAFT, len(table.match.log))
        self._show()

    def undo_or_redo_name(self, step: str) -> str:
        """Return what `undo` or `redo` would change: "bids" or "tricks" that are typed and not
        recorded, or were just taken back; "" when it would change the log."""
        if self.correction is not None or not self.input.can_undo_or_redo_typing(step):
            return ""
        return str(T("bids") if self.bids is not None else T("tricks"))

    def undo_or_redo_typing(self, step: str) -> bool:
        """Take back all that is typed and not recorded (`undo`), or type it again as long as
        nothing else was typed (`redo`); return whether there was anything."""
        if self.correction is not None and step in ("undo", "redo"):
            # While a hand is corrected, no other entry is meant.
            self.notify(T("Save or cancel the correction first."), "warn")
            return True
        what = self.undo_or_redo_name(step)
        if not what:
            return False
        if step == "undo":
            self.input.undo_typing()
            self.notify(join_as_sentences((str(T("Undid {what}", what=what)),)))
        else:
            self.input.redo_typing()
            self.notify(join_as_sentences((str(T("Redid {what}", what=what)),)))
        return True

    def notify(
        self, text: Text | str, tone: controls.Tone = "note", action: NoticeAction | None = None
    ) -> None:
        """Announce something until the next key."""
        text = str(text)
        self._message = (text, tone) if text else None
        if action is not None:
            self.strip.notify(text, tone, action)
        else:
            self.show_message(self._message)

    @property
    def message_text(self) -> str:
        """Return the last announcement; "" once it is gone."""
        return self._message[0] if self._message else ""

    # Keys.

    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab from leaving the bar while it leads to the other side's tricks."""
        tricks = None if self.is_held or not self.hasFocus() else self.tricks
        takes_tab = tricks is not None and tricks.can_point
        return not (next and takes_tab) and super().focusNextPrevChild(next)

    def _take_bid_back(self) -> None:
        # In an empty reason Backspace is about the bid before it.
        if self.correction is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.press(keypad.BACK)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.take_key(event):
            super().keyPressEvent(event)

    def _give_up_reopening_bids(self) -> None:
        # Something else is done: a Backspace is no longer about the bids.
        if self.isActiveWindow():
            self.input.give_up_reopening_bids()

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key that was pressed on the page; return whether it is one of the bar's."""
        if event.modifiers() & ~PLAIN or self.is_held:
            return False
        key = event.key()
        # The number pad has digits also while Num Lock is off.
        if digit := read_digit(event):
            pressed = digit
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            pressed = keypad.ENTER
        elif key == Qt.Key.Key_Backspace:
            pressed = keypad.BACK
        elif key == Qt.Key.Key_Tab:
            pressed = keypad.POINT
        elif self.correction is not None and key in MOVES:
            self.correction.move(MOVES[Qt.Key(key)])
            self._show()
            return True
        elif key == Qt.Key.Key_Up:
            self.up.emit()
            return True
        elif key == Qt.Key.Key_Down:
            return self._focus_keypad()
        else:
            pressed = read_key(event)
        if len(pressed) != 1:
            return False
        # A key that is held down counts once, as four bids are four decisions.
        if event.isAutoRepeat() and pressed not in (keypad.BACK, keypad.POINT):
            return True
        return self.press(pressed)

    def explain_unknown_key(self, event: QKeyEvent) -> bool:
        """Announce that Enter, or a key that writes something, means nothing here, unless a
        refusal is still shown; return whether it is such a key."""
        is_enter = event.key() in repeat_filter.ENTER_KEYS and self.state in (
            "bids",
            "tricks",
            "thrown-in",
            "over",
        )
        key = str(T("Enter")) if is_enter else read_key(event)
        if not key or self.is_held:
            return False
        if self._message is None or self._message[1] != "bad":
            text = sentences.unknown_key_text(self.state, key)
            self.notify(text, "warn")
        return True

    def _focus_keypad(self) -> bool:
        for key in self.keys.keys.values():
            if key.isVisible() and key.isEnabled():
                key.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False

    def press(self, key: str) -> bool:
        """Take a key of the bar's grammar; return whether it means anything now."""
        message, self._message = self._message, None
        if self._mistake:
            # Refused again, it is read out again.
            self.strip.show_notice("")
        correction = self.correction
        if correction is not None:
            is_used = bool(self._attempt(lambda: self._press_correction(correction, key)))
        elif self.state == "asked" and key in self._answer_keys():
            is_used = self._press_answer(key)
        else:
            # A key pressed twice answers only once, so that a second `N` does not bid nil.
            (answer, moment), self._answered = self._answered, ("", 0.0)
            if key == answer and time.monotonic() - moment < repeat_filter.ECHO_SECONDS:
                return True
            is_used = bool(self._attempt(lambda: self._press(key)))
        if not is_used and message is not None and message[1] == "bad":
            # Nothing has changed since the refusal, which has to be seen before the next hand.
            self._message = message
        elif not is_used and (message is not None or self._mistake):
            self._show()
        return is_used

    def _answer_keys(self) -> dict[str, bool]:
        yes, no = map(answer_key, sentences.cards_dealt_answers())
        return {yes: True, no: False, keypad.ENTER: self.yes.hasFocus()}

    def _press_answer(self, key: str) -> bool:
        since, on_button = self._asked_since, self.yes.hasFocus() or self.no.hasFocus()
        is_early = since is None or self.input.table.now() - since < MIN_READ_TIME
        if is_early and not (on_button and key == keypad.ENTER):
            self.notify(
                T("This question just appeared. Read it, then press the key again."),
                "warn",
            )
        else:
            self._answered = (key, time.monotonic())
            self._answer(self._answer_keys()[key])
        return True

    def _press(self, key: str) -> bool:
        bids, tricks = self.bids, self.tricks
        if key == keypad.ENTER:
            if tricks is not None and tricks.mistake is not None and not tricks.is_full:
                # Enter alone means that a nil took none, and something else was typed.
                self.notify(tricks.mistake, "bad")
                tricks.mistake = None
                return True
            is_confirmed = self.input.record_if_complete()
            # Enter records what is complete, and insists on nothing.
            if not is_confirmed and bids is not None and bids.mistake is not None:
                self.notify(sentences.refused_bid_reason_text(bids), "bad")
                return True
            return is_confirmed
        if key == keypad.BACK:
            return self.input.delete_last() or self._reopen()
        if self.state == "dealer" and key in COUNT_KEYS:
            self.notify(sentences.unknown_key_text(self.state, key), "bad")
            return True
        if bids is not None and bids.complete and bids.insisted:
            if key == INSIST:
                self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                # The tricks are typed by habit; the bids still need their reason.
                self.notify(REASON_FIRST, "bad")
            return True
        is_used = self.input.press(key)
        if is_used and bids is not None and bids.complete and bids.insisted:
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not is_used and tricks is not None and tricks.mistake is not None:
            self.notify(tricks.mistake, "bad")
            return True
        return is_used

    def _reopen(self) -> bool:
        if self.tricks is None:
            return False
        if not self.input.reopen_bids():
            keys = QKeySequence(action("amend").shortcut)
            text = str(
                T(
                    "The bids are locked. Press {key} to correct them, with a reason.",
                    key=keys.toString(QKeySequence.SequenceFormat.NativeText),
                )
            )
            self.notify(text)
        return True

    def _go_to(self, place: int) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self.state == "dealer":
            self.press(SEAT_KEYS[place])
            return
        if self.keys_folded and self.correction is None:
            # After a press on a seat, its number is pressed, too.
            self.boxes.keeps_places = True
            self.keypad_asked.emit(True)
        if self.correction is not None:
            units = len(self.correction.bids.units)
            if place < units:
                self.correction.select("bids", place)
            elif self.correction.tricks is not None:
                order = unit_places_in_box_order(self.correction.tricks)
                self.correction.select("tricks", order[place - units])
            self._show()
            return
        self.input.point_at(
            place if self.tricks is None else unit_places_in_box_order(self.tricks)[place]
        )

    def _answer(self, dealt: bool) -> None:
        if self._attempt(lambda: self.input.answer_whether_dealt(dealt)) is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _attempt(self, do: Callable[[], bool | None]) -> bool | None:
        try:
            return do()
        except LogHasGrown as refused:
            self.notify(join_as_sentences((self.message_text, str(refused.text))), "bad")
        except Refused as refused:
            self.notify(refused.text, "bad")
        return True

    # Showing.

    def show_focus(self, *, takes_digits: bool, takes_enter: bool, is_in_field: bool) -> None:
        """Show which keys the bar gets, and offer a field's keys on the keypad while one has the
        focus."""
        self.boxes.show_caret(takes_digits)
        if (takes_enter, is_in_field) != (self._takes_enter, self._is_in_field):
            self._takes_enter, self._is_in_field = takes_enter, is_in_field
            self._show()

    def fold_keypad_away(self, folded: bool) -> None:
        super().fold_keypad_away(folded)
        self._show()  # the keys are explained while they are not on the screen

    def _contents(self) -> EntryBarContents:
        contents = self._prompt_contents()
        if not self._is_in_field or not contents.keys:
            # Where the bar asks for no number, a keypad would move everything.
            return contents
        return replace(contents, enabled=FIELD_KEYS)

    def _prompt_contents(self) -> EntryBarContents:
        match = self.input.table.match
        if self._holder:
            return held_by_other_laptop_contents(match, self._holder)
        if self.correction is not None:
            return correction_contents(self.correction, self.effects_of)
        if self.bids is not None:
            return bids_contents(self.bids, names_keys=self.keys_folded)
        if self.tricks is not None:
            return tricks_contents(
                self.tricks, takes_back=self.input.can_reopen_bids, takes_enter=self._takes_enter
            )
        if self.state == "dealer":
            return dealer_contents(match)
        if self.state == "thrown-in":
            return thrown_in_contents(match)
        if self.state == "asked":
            return cards_dealt_contents(match, clock_was_set=self.input.table.doubts_clock)
        is_made = self.input.table.draft.read(SHEET_MADE_DRAFT, int) == len(match.log)
        return game_over_contents(
            match,
            confirmation=confirmation_text(with_events(status_of(match), self._statements)),
            sheet_made=is_made,
        )

    def restart_reading_time(self) -> None:
        """Count the time in which a question is read from now on."""
        if self._asked_since is not None:
            self._asked_since = self.input.table.now()

    def _show(self) -> None:
        if self.state != "asked":
            self._asked_since = None
        elif self._asked_since is None:
            self._asked_since = self.input.table.now()
        reason = self.input.reason if self.correction is None else self.correction.why
        if self.reason.text() != reason:
            self.reason.setText(reason)
        self.show_contents(self._contents(), self._message)
