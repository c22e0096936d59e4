"""The entry bar on the screen has a large line, boxes with notes or a message beside them, and
buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from scorepad.desk.actions import action
from scorepad.desk.typed_bids import INSIST
from scorepad.spades.words import T
from scorepad.window.match.entry.boxes import EntryBoxRow
from scorepad.window.match.entry.contents import EntryBarContents
from scorepad.window.match.entry.end_moment import EndResultLabel
from scorepad.window.match.entry.keypad import BACK, KeyPad
from scorepad.window.match.entry.large_line import LargeLine
from scorepad.window.panels.result import SignatureRow
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import largest_that_fits
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.notice_strip import NoticeAction, NoticeStrip
from scorepad.window.widgets.size_class import WindowSizeClass, height_class

MIN_NOTES_WIDTH: Final = 280  # px
MIN_LOW_NOTES_WIDTH: Final = 180  # px
"""The least room (pixels at the usual text size) for notes beside the boxes, in a low window too;
with less they stand above."""
MAX_PLACE_LENGTH: Final = 5
"""A table whose number has more letters than this stands in the title only."""
ACTIONS_AFTER_END: Final = ("sign", "print", "next-table", "like")
"""The keys of the actions to do after the end, in their order."""


class EntryView(QFrame):
    """Shows an `EntryBarContents`, and tells what was pressed."""

    action_requested = Signal(str)
    """The user asks for the action with this key."""
    key = Signal(str)
    """A button of the bar stands for this key of its grammar."""
    keypad_pressed = Signal(str)
    """A key of the keypad was pressed; it is for what has the focus."""
    box = Signal(int)
    """A box was pressed: its place."""
    answered = Signal(bool)
    """The user has answered whether cards were dealt."""
    confirmed = Signal()
    """The user has written the reason, and wants the bids recorded."""
    keypad_asked = Signal(bool)
    """The keypad is to be shown, or folded away."""

    def __init__(self) -> None:
        super().__init__()
        self._keys_hidden = self._offers_keys = False
        self.keys_folded = True
        self._mistake, self._may_insist = "", False
        self._notes: list[str] = []
        self.setProperty("kind", "bar")
        # A click on the keypad leaves the focus where it is; one beside it takes the focus here.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(str(T("Entry")))
        self.line = LargeLine()
        self.end = EndResultLabel()
        self.boxes = EntryBoxRow()
        self.boxes.pressed.connect(self.box)
        self.notes = controls.label("", "plain", wrap=True)
        self.notes.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.strip = NoticeStrip(self.notes)
        self._insist = NoticeAction(T("Accept with a reason… (!)"), self._pressing(INSIST))
        self.reason = line_edit(T("Why is this accepted? It is printed on the sheet."))
        self.reason.setAccessibleName(str(T("Reason for accepting these bids")))
        self.reason.returnPressed.connect(self.confirmed)
        lock = controls.button(T("Lock with this reason"), self.confirmed.emit, kind="primary")
        back = controls.button(T("Back"), self._pressing(BACK))
        self.yes = controls.button(T("Yes, dealt"), lambda: self.answered.emit(True))
        self.no = controls.button(T("No"), lambda: self.answered.emit(False))
        self.keys = KeyPad()
        self.keys.pressed.connect(self.keypad_pressed)
        self.fold = controls.button(T("Keypad"), self._ask_for_keypad)
        # Whoever presses it types on.
        self.fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.signed = SignatureRow()
        self.after = {
            each: controls.button(action(each).title, self._asking(each))
            for each in ACTIONS_AFTER_END
        }
        # Enter confirms the hand, whatever has the focus.
        for each in (lock, back, self.yes, self.no, self.fold, *self.after.values()):
            each.setAutoDefault(False)

        self._middle_row = QHBoxLayout()
        self._middle_row.setSpacing(Gap.GROUPS.pixels())
        self.place = controls.label("", "title")
        self.place.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._middle_row.addWidget(self.place)
        self._middle_row.addWidget(self.boxes, 0, Qt.AlignmentFlag.AlignLeft)
        self._middle_row.addWidget(self.strip, 1)
        self._middle_row.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignRight)
        self._reason_row = layouts.row((self.reason, 1), lock, back)
        self._question_row = layouts.row(self.yes, self.no, None)
        self._after_row = layouts.row(*self.after.values(), None)
        # A narrow bar shows only some of these buttons; the menu has all the actions.
        self._after_row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column = layouts.set_column(self)
        layouts.set_margins(self._column, (Gap.GROUPS, Gap.LINES, Gap.GROUPS, Gap.CONTROLS))
        for widget in (
            self.line,
            self.end,
            self._reason_row,
            self._question_row,
            self.signed,
            self._after_row,
            self.keys,
        ):
            self._column.addWidget(widget)
        self._column.insertLayout(2, self._middle_row)

    def show_table_number(self, number: str, name: str) -> None:
        """Show the table's number beside the boxes, so that no bid goes to the wrong table."""
        self.place.setText(number)
        self.place.setAccessibleName(name)
        self.place.setToolTip(name)

    def _pressing(self, key: str) -> Callable[[], None]:
        return lambda: self.key.emit(key)

    def _asking(self, key: str) -> Callable[[], None]:
        return lambda: self.action_requested.emit(key)

    def show_contents(
        self,
        contents: EntryBarContents,
        message: tuple[str, controls.Tone] | None,
    ) -> None:
        """Show these contents, and a message that stays until the next key."""
        # Each part that comes would lay out the whole page anew; it is laid out once, at the end.
        self._column.setEnabled(False)
        self.line.show_pieces(contents.line)
        self.setAccessibleDescription(self.line.sentence)
        self.boxes.show_boxes(contents.boxes)
        self.boxes.setVisible(bool(contents.boxes))
        self.place.setVisible(
            bool(contents.boxes) and 0 < len(self.place.text()) <= MAX_PLACE_LENGTH
        )
        self.end.show_end(contents.just_ended)
        stays = contents.just_ended is None
        self.line.setVisible(stays)
        self._notes = [controls.capitalize(note) for note in contents.notes if note and stays]
        self._offers_keys = bool(contents.keys)
        self._show_keys()
        self.keys.offer_keys(contents.keys, contents.enabled, contents.labels, contents.columns)
        self._question_row.setVisible(bool(contents.answers))
        for button, answer in zip((self.yes, self.no), contents.answers, strict=False):
            button.setText(answer)
            button.setAccessibleName(answer)
        self.signed.show_signatures(contents.signed)
        self.signed.setVisible(bool(contents.signed) and stays)
        self._after_row.setVisible(bool(contents.next_step) and stays)
        for key, after in self.after.items():
            theme.set_style_property(
                after, "kind", "primary" if key == contents.next_step else "plain"
            )
        self._fit_after()
        self._reason_row.setVisible(contents.asks_reason)
        self._mistake, self._may_insist = contents.mistake, contents.may_insist
        self.show_message(message, is_new=False)
        self._place_notes()
        self._column.setEnabled(True)

    def show_message(
        self, message: tuple[str, controls.Tone] | None, *, is_new: bool = True
    ) -> None:
        """Announce a message until the next key, or why a bid is refused; nothing else changes."""
        text, tone = message or ("", "note")
        mistake = self._mistake
        if mistake and tone != "bad":
            # No other message may hide why a bid is refused.
            text, tone = controls.join_as_sentences((text, mistake)) if text else mistake, "bad"
        if (
            is_new
            or controls.SIGNS[tone] * bool(text) + controls.capitalize(text) != self.strip.text
        ):
            self.strip.notify(text, tone, self._insist if mistake and self._may_insist else None)

    def _fit_after(self) -> None:
        """Show as many of the buttons of the end as have room, the next step before all."""
        if self._after_row.isHidden():
            return
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right() + Gap.CONTROLS.pixels()
        order = sorted(self.after.values(), key=lambda each: each.property("kind") != "primary")
        for each in order:
            room -= each.sizeHint().width() + Gap.CONTROLS.pixels()
            each.setVisible(room >= 0 or each is order[0])

    def hide_keypad_for_sheet(self, hidden: bool) -> None:
        """Hide the keys on the screen where the sheet needs their room."""
        if hidden != self._keys_hidden:
            self._keys_hidden = hidden
            self._show_keys()
            self._column.activate()

    def fold_keypad_away(self, folded: bool) -> None:
        """Fold the keys on the screen away, or show them where there is room."""
        self.keys_folded = folded
        tip = str(T("Show the keypad") if folded else T("Hide the keypad"))
        self.fold.setAccessibleName(tip)
        self.fold.setToolTip(tip)
        self._show_keys()
        self._column.activate()

    def _show_keys(self) -> None:
        possible = self._offers_keys and not self._keys_hidden
        self.fold.setVisible(possible)
        self.keys.setVisible(possible and not self.keys_folded)

    def _ask_for_keypad(self) -> None:
        self.keypad_asked.emit(self.keys_folded)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def event(self, event: QEvent) -> bool:
        # The first touch of a finger shows the keypad and presses nothing, as all moves up then.
        if event.type() == QEvent.Type.TouchBegin and self.keys_folded and self.fold.isVisible():
            event.accept()
            self.keypad_asked.emit(True)
            return True
        return super().event(event)

    def height_with_keys(self, width: int) -> int:
        """Return how high (pixels) it is at this width with its keys on the screen."""
        tall = self.heightForWidth(width) if self.hasHeightForWidth() else -1
        tall = max(tall, self.sizeHint().height())
        return tall + (self.keypad_height(width) if self.keys.isHidden() else 0)

    def keypad_height(self, width: int) -> int:
        """Return how much (pixels) the keys on the screen add to it at this width; 0 where none are
        offered."""
        if not self._offers_keys:
            return 0
        margins = self._column.contentsMargins()
        room = width - margins.left() - margins.right()
        return self.keys.height_at(room) + self._column.spacing()

    def _is_beside(self, widget: QWidget) -> bool:
        """Return whether a widget stands beside the boxes, and not on a line of its own."""
        return self._middle_row.indexOf(widget) >= 0

    def _place_notes(self) -> None:
        """Put the notes and the announcements that take their place beside the boxes, or above them
        where the bar is narrow."""
        low = height_class(self) == WindowSizeClass.SMALL
        beside = self._beside_boxes() >= theme.px(MIN_LOW_NOTES_WIDTH if low else MIN_NOTES_WIDTH)
        room = beside or self.boxes.isHidden()
        if room != self._is_beside(self.strip):
            if room:
                self._middle_row.insertWidget(2, self.strip, 1)
            else:
                self._column.insertWidget(2, self.strip)
        between = "\n" if room else " · "
        shown = len(self._notes)
        if low and not self.boxes.isHidden():
            # The last notes are left out where they would take a row from the sheet.
            counts = range(shown, 1, -1)
            fit = largest_that_fits(
                counts,
                lambda count: self._notes_fit(between.join(self._notes[:count]), beside),
            )
            shown = fit or 1
        self.notes.setText(between.join(self._notes[:shown]))

    def _notes_fit(self, text: str, beside: bool) -> bool:
        """Return whether notes are no higher than the boxes beside them; below these, than one
        line."""
        metrics = self.notes.fontMetrics()
        high = self.boxes.sizeHint().height() if beside else metrics.height()
        margins = self._column.contentsMargins()
        gaps = 2 * self._middle_row.spacing()
        room = self._beside_boxes() - gaps if beside else self.width()
        room -= margins.left() + margins.right()
        wrapped = QRect(0, 0, room, high)
        return metrics.boundingRect(wrapped, Qt.TextFlag.TextWordWrap, text).height() <= high

    def _beside_boxes(self) -> int:
        """Return the width (pixels) that is left beside the boxes and the keypad's button."""
        shown = (each for each in (self.place, self.boxes, self.fold) if not each.isHidden())
        return self.width() - sum(each.sizeHint().width() for each in shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_after()
        self._place_notes()
