"""The entry bar on the screen has the seats, the keypad, the prompt with notes or a message below
it, and buttons."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy

from scorepad.desk.actions import action
from scorepad.desk.hand_input import DRAW
from scorepad.desk.typed_bids import INSIST
from scorepad.spades.words import T, join_as_sentences
from scorepad.window.match.entry.contents import EntryBarContents
from scorepad.window.match.entry.keypad import BACK, ENTER, KeyLabel, KeyPad
from scorepad.window.match.entry.seats import SeatButtons
from scorepad.window.match.entry.sentences import cards_dealt_answers
from scorepad.window.panels.fields import fill_with_reasons
from scorepad.window.panels.result import SignatureRow
from scorepad.window.widgets import controls, layouts, tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.keyboard import answer_key
from scorepad.window.widgets.notice_strip import NoticeAction, NoticeStrip

MAX_PLACE_LENGTH: Final = 5
"""A table whose number has more letters than this has it in the header only."""
MIN_WIDTH: Final = 800  # px
"""In a bar narrower than this (pixels at the usual text size) its parts are below each other."""
MIN_WIDTH_OF_TABLE_WITH_KEYS: Final = 720  # px
"""In a bar narrower than `MIN_WIDTH`, but not than this, the keypad is beside the round table."""
MIN_WIDTH_WITH_KEYS: Final = 1000  # px
MIN_WIDTH_OF_ROW_WITH_KEYS: Final = 1100  # px
"""In a narrower bar (pixels at the usual text size) the keypad is above seats that are in a row."""
USUAL_HEIGHT: Final = 132  # px
"""The least height (pixels at the usual text size) of a bar that has room beside each other: two
lines of details and two of notes fit, so that nothing moves as they come."""
STRIP_HEIGHT: Final = 58  # px
"""The least height (pixels at the usual text size) of notes and announcements in a narrow bar, and
after the end."""
ACTIONS_AFTER_END: Final = ("sign", "print", "next-table", "like")
"""The keys of the actions to do after the end, in their order."""
WHY_ACCEPTED: Final = T("Reason (printed on the sheet)")
WHY_CORRECTED: Final = T("Reason for the correction")


class PromptLabel(controls.WrappedLabel):
    """The prompt, large; a screen reader also reads the details."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = ""
        self._is_result: bool | None = None
        self.details = controls.label("", wrap=True)

    def show_prompt(self, prompt: str, side: int | None, details: str, *, is_result: bool) -> None:
        """Show a prompt in the color of a side (None: of the text), and the details below it; a
        result is larger."""
        self.sentence = "  ".join(filter(None, (prompt, details)))
        self.setText(prompt)
        self.setAccessibleName(self.sentence)
        theme.set_style_property(self, "side", "" if side is None else side)
        if is_result != self._is_result:
            self._is_result = is_result
            self.setFont(theme.figure_font(36 if is_result else 22, bold=True))
        self.details.setText(details)
        self.details.setVisible(bool(details))


class EntryView(QFrame):
    """Shows an `EntryBarContents`, and signals presses."""

    action_requested = Signal(str)
    """The user asks for the action with this key."""
    key = Signal(str)
    """A button for this key of the bar's grammar was pressed."""
    keypad_pressed = Signal(str)
    """A key of the keypad was pressed, for the widget with the focus."""
    box = Signal(int)
    """A box was pressed: its place."""
    answered = Signal(bool)
    """The user has answered whether cards were dealt."""
    cancelled = Signal()
    """The user wants nothing of the correction recorded."""
    keypad_asked = Signal(bool)
    """The keypad is to be shown, or folded away."""

    def __init__(self) -> None:
        super().__init__()
        self._keys: tuple[str, str, tuple[KeyLabel, ...]] = "", "", ()
        self._is_correction = False
        self.keys_folded = True
        self._mistake, self._may_insist = "", False
        self._width, self._has_panel = 1 << 14, False
        self._reasons: tuple[str, ...] = ()
        self.setProperty("kind", "bar")
        # A click on the keypad leaves the focus where it is; one beside it takes the focus here.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(str(T("Entry")))
        self.line = PromptLabel()
        self.boxes = SeatButtons()
        self.boxes.pressed.connect(self.box)
        self.notes = controls.label("", "plain", wrap=True)
        self.notes.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.strip = NoticeStrip(self.notes)
        self._insist = NoticeAction(T("Accept with a reason… (!)"), partial(self.key.emit, INSIST))
        self.reason = line_edit("")
        back = controls.button(T("Back"), partial(self.key.emit, BACK))
        self.yes, self.no = (
            controls.button(
                T("{answer} ({key})", answer=text, key=answer_key(text)),
                partial(self.answered.emit, is_yes),
            )
            for text, is_yes in zip(cards_dealt_answers(), (True, False), strict=True)
        )
        self.keys = KeyPad()
        self.keys.pressed.connect(self.keypad_pressed)
        self.fold = controls.button(T("Keypad"), self._ask_for_keypad)
        # The typing goes on after the press.
        self.fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.draw = controls.button(T("Draw"), partial(self.key.emit, DRAW))
        self.draw.setToolTip(str(T("Draw the first dealer (key {key})", key=DRAW)))
        self.record = controls.button("", partial(self.key.emit, ENTER), kind="primary")
        self.record.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._back, self._cancel = back, controls.button(T("Cancel"), self.cancelled.emit)
        self.signed = SignatureRow()
        self.after = {
            each: controls.button(action(each).title, partial(self.action_requested.emit, each))
            for each in ACTIONS_AFTER_END
        }
        self.place = controls.label("", "title")
        self.place.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._chips = layouts.row(wraps=True)
        self._reason_row = layouts.row((self.reason, 1), back, self._chips, wraps=True)
        # Beside a panel they are in one line, too.
        controls.name_button(self.after["like"], T("New match like this"), "plain")
        self._after_row = layouts.row(*self.after.values(), None, spacing=Gap.LINES, wraps=True)
        texts = layouts.set_column(
            None,
            *(self.line, self.line.details, (self.strip, 1)),
            *(self._reason_row, self.signed, self._after_row),
            spacing=Gap.LINES,
        )
        self._button_row: QBoxLayout = layouts.set_row(
            None, self.fold, self.draw, self.yes, self.no, self._cancel, self.record
        )
        self._number_row: QBoxLayout = layouts.set_row(
            None, self.boxes, self.keys, spacing=Gap.GROUPS
        )
        # No growth above them moves a seat or a button.
        for widget in (self.boxes, self.keys):
            self._number_row.setAlignment(widget, Qt.AlignmentFlag.AlignBottom)
        numbers = layouts.set_row(None, self.place, self._number_row, None, spacing=Gap.GROUPS)
        numbers.setAlignment(self.place, Qt.AlignmentFlag.AlignBottom)
        right = layouts.set_row(None, (texts, 1), self._button_row, spacing=Gap.GROUPS)
        self._right: QBoxLayout = right
        self._row: QBoxLayout = layouts.set_row(self, numbers, (right, 1), spacing=Gap.GROUPS)
        # A question is answered before anything else.
        self.setTabOrder(self, self.yes)
        self.setTabOrder(self.yes, self.no)

    def show_table_number(self, number: str, name: str) -> None:
        """Show the table's number beside the boxes, so that no bid goes to the wrong table."""
        self.place.setText(number)
        self.place.setAccessibleName(name)
        self.place.setToolTip(name)

    def show_contents(
        self,
        contents: EntryBarContents,
        message: tuple[str, controls.Tone] | None,
    ) -> None:
        """Show these contents, and a message until the next key."""
        # Each part would lay out the whole page anew; it is laid out once, at the end.
        self._row.setEnabled(False)
        self.line.show_prompt(
            contents.prompt, contents.side, contents.details, is_result=bool(contents.next_step)
        )
        self.setAccessibleDescription(self.line.sentence)
        self._is_correction = contents.is_correction
        self.boxes.show_boxes(contents.boxes)
        self.boxes.setVisible(bool(contents.boxes))
        notes = [controls.capitalize(note) for note in contents.notes if note]
        self.notes.setText("\n".join(notes))
        self._keys = contents.keys, contents.enabled, contents.labels
        for button in (self.yes, self.no):
            button.setVisible(contents.is_question)
        self.signed.show_signatures(contents.signed)
        self.signed.setVisible(bool(contents.signed))
        self._after_row.setVisible(bool(contents.next_step))
        for key, after in self.after.items():
            theme.set_style_property(
                after, "kind", "primary" if key == contents.next_step else "plain"
            )
        self._show_reason(contents)
        if self.record.text() != contents.record:
            controls.name_button(self.record, contents.record, "primary")
        self.record.setVisible(bool(contents.record))
        self.record.setEnabled(contents.can_record)
        self.draw.setVisible(contents.can_draw)
        self._cancel.setVisible(contents.is_correction)
        self._fit()
        self._mistake, self._may_insist = contents.mistake, contents.may_insist
        self.show_message(message, is_new=False)
        self._row.setEnabled(True)

    def _show_reason(self, contents: EntryBarContents) -> None:
        self._reason_row.setVisible(bool(contents.reasons))
        self._back.setVisible(not contents.is_correction)
        if contents.reasons == self._reasons:
            return
        self._reasons = contents.reasons
        ask = str(WHY_CORRECTED if contents.is_correction else WHY_ACCEPTED)
        self.reason.setPlaceholderText(ask)
        wide = self.reason.fontMetrics().horizontalAdvance(ask) + theme.px(32)
        self.reason.setMinimumWidth(wide)
        self.reason.setAccessibleName(ask)
        fill_with_reasons(self._chips, self.reason, contents.reasons)
        tab_order.set_tab_order(tab_order.controls_in_reading_order(self._reason_row))

    def show_message(
        self, message: tuple[str, controls.Tone] | None, *, is_new: bool = True
    ) -> None:
        """Announce a message until the next key, or why a bid is refused; nothing else changes."""
        text, tone = message or ("", "note")
        mistake = self._mistake
        if mistake and tone != "bad":
            # No other message may hide why a bid is refused.
            text, tone = join_as_sentences((text, mistake)) if text else mistake, "bad"
        if (
            is_new
            or controls.SIGNS[tone] * bool(text) + controls.capitalize(text) != self.strip.text
        ):
            self.strip.notify(text, tone, self._insist if mistake and self._may_insist else None)

    def fold_keypad_away(self, folded: bool) -> None:
        """Fold the keys on the screen away, or show them where there is room."""
        self.keys_folded = folded
        tip = str(T("Show the keypad") if folded else T("Hide the keypad"))
        self.fold.setAccessibleName(tip)
        self.fold.setToolTip(tip)

    def _show_keys(self) -> None:
        is_cramped = self._has_panel and self._width < theme.px(MIN_WIDTH)
        possible = bool(self._keys[0]) and not is_cramped
        self.fold.setVisible(possible and not self._is_correction)
        has_keys = possible and (self._is_correction or not self.keys_folded)
        if has_keys:
            self.keys.offer_keys(*self._keys)
        self.keys.setVisible(has_keys)
        is_wide = self._width >= theme.px(MIN_WIDTH_WITH_KEYS)
        below = range(theme.px(MIN_WIDTH_OF_TABLE_WITH_KEYS), theme.px(MIN_WIDTH))
        has_room = is_wide or (has_keys and self._width in below)
        self.boxes.show_round_table(not self.keys_folded and not self._is_correction and has_room)

    def fit_width(self, width: int, *, has_panel: bool) -> None:
        """Place the parts beside each other in a bar of this width (pixels) with enough room, else
        below each other; beside a panel the keypad gives way where both have too little room."""
        if (width, has_panel) != (self._width, self._has_panel):
            self._width, self._has_panel = width, has_panel
            self._fit()
        is_narrow = width < theme.px(MIN_WIDTH)
        self.setMinimumHeight(0 if is_narrow else theme.px(USUAL_HEIGHT))

    def _fit(self) -> None:
        width = self._width
        is_narrow = width < theme.px(MIN_WIDTH)
        has_room = not is_narrow and self._after_row.isHidden()
        high = theme.touch_height() if has_room else theme.px(STRIP_HEIGHT)
        if is_narrow and self.line.details.isHidden():
            # The tricks have details, and no key above them may move when they come.
            high += self.line.details.sizeHint().height() + Gap.LINES.pixels()
        self.strip.setMinimumHeight(high)
        self.boxes.fit_bar(width, is_narrow=is_narrow)
        self._show_keys()
        has_number = 0 < len(self.place.text()) <= MAX_PLACE_LENGTH
        is_alone = self._is_correction or self.boxes.is_round or self.boxes.wraps
        self.place.setVisible(has_number and not is_alone and not self.boxes.isHidden())
        self.place.setFixedHeight(max(theme.touch_height(), self.boxes.minimumHeight()))
        way = QBoxLayout.Direction
        self._row.setDirection(way.TopToBottom if is_narrow else way.LeftToRight)
        # Below the seats, with large text, the buttons would be out of sight at the bottom; beside
        # the texts they would leave these a word a line.
        is_tight = self.boxes.wraps and not self.boxes.isHidden()
        self._right.setDirection(way.BottomToTop if is_tight else way.LeftToRight)
        side = Qt.AlignmentFlag
        self._right.setAlignment(self._button_row, side.AlignTop if is_narrow else side.AlignBottom)
        # Beside the keypad, or a panel, the texts need the width, and so do reasons.
        has_keys = not self.keys.isHidden()
        is_beside_panel = self._has_panel and width < theme.px(MIN_WIDTH_WITH_KEYS)
        is_slim = has_keys or bool(self._reasons) or is_beside_panel
        self._button_row.setDirection(
            way.TopToBottom if is_slim and not is_narrow else way.LeftToRight
        )
        least = MIN_WIDTH_OF_TABLE_WITH_KEYS if self.boxes.is_round else MIN_WIDTH_OF_ROW_WITH_KEYS
        stacks = has_keys and width < theme.px(least)
        # Below the keypad the seats keep their places.
        self._number_row.setDirection(way.BottomToTop if stacks else way.LeftToRight)
        # Beside the keypad a small window has no pixel to spare for messages.
        is_close = has_keys and width < theme.px(MIN_WIDTH_OF_ROW_WITH_KEYS)
        gap = Gap.CONTROLS if is_close else Gap.GROUPS
        layouts.set_margins(self._row, (Gap.GROUPS, Gap.CONTROLS, gap, Gap.CONTROLS))
        self._row.setSpacing((Gap.LINES if is_narrow else gap).pixels())
        self._right.setSpacing((Gap.LINES if is_close else gap).pixels())
        self._number_row.setSpacing((Gap.LINES if stacks else gap).pixels())

    def _ask_for_keypad(self) -> None:
        self.keypad_asked.emit(self.keys_folded)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)
