"""The entry bar on the screen: one line, boxes with notes or a message beside them, buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from scorepad.desk.actions import action
from scorepad.spades.words import Words
from scorepad.window import parts, theme
from scorepad.window.bar_face import Face
from scorepad.window.bid_typing import INSIST
from scorepad.window.keypad import BACK, KeyPad
from scorepad.window.large_line import LargeLine
from scorepad.window.panel import one_line
from scorepad.window.signed_row import SignedRow
from scorepad.window.slots import SlotRow

WIDE: Final = 820
"""From this width on (pixels at the usual text size) messages stand beside the boxes."""
NOTES: Final = 640
LEAST_NOTES: Final = 280
"""From this width on notes stand beside the boxes, where those leave them so much; else below."""
LEAST_MESSAGE: Final = 400
"""So much must the boxes leave to a message beside them."""
AFTER: Final = ("sign", "print", "next-table", "like")
"""What there is to do when the game is over, as keys of the desk's actions, one after another."""


class BarView(QFrame):
    """Shows a `Face`, and says what was pressed."""

    asked = Signal(str)
    """An action is wanted; its key."""
    key = Signal(str)
    """A key of the bar's grammar was pressed on the screen."""
    box = Signal(int)
    """A box was pressed."""
    answered = Signal(bool)
    """Were cards dealt?"""
    confirmed = Signal()
    """The reason is written."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._spared = self._offers_keys = False
        self.setProperty("kind", "bar")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words("Entry"))
        self.line = LargeLine()
        self.slots = SlotRow()
        self.slots.pressed.connect(self.box)
        self.notes = parts.label("", "plain", wrap=True)
        self.notes.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.message = parts.Inline()
        self.warning = parts.Inline()
        self.insist = parts.button(words("Accept with a reason… (!)"), self._pressing(INSIST))
        self.reason = one_line(words("Why is this accepted? It is printed on the sheet."))
        self.reason.setAccessibleName(words("Reason for accepting these bids"))
        self.reason.returnPressed.connect(self.confirmed)
        lock = parts.button(words("Lock with this reason"), self.confirmed.emit, kind="primary")
        back = parts.button(words("Back"), self._pressing(BACK))
        self.yes = parts.button(words("Yes, dealt (Y)"), lambda: self.answered.emit(True))
        self.no = parts.button(words("No (N)"), lambda: self.answered.emit(False))
        self.keys = KeyPad(words)
        self.keys.pressed.connect(self.key)
        self.signed = SignedRow(words)
        self.after = {
            each: parts.button(words(action(each).title), self._asking(each)) for each in AFTER
        }

        self._middle = QWidget()
        self._middle_row = parts.row_of(self._middle, spacing=16)
        self._middle_row.addWidget(self.slots, 0, Qt.AlignmentFlag.AlignLeft)
        self._middle_row.addWidget(self.notes, 1)
        both = QWidget()
        column = parts.column_of(both, spacing=4)
        column.addWidget(self.message)
        column.addWidget(self.warning)
        self._message_row = parts.line(both, self.insist)
        parts.stretch(self._message_row, both)
        self._reason_row = parts.line(self.reason, lock, back)
        parts.stretch(self._reason_row, self.reason)
        self._question_row = parts.line(self.yes, self.no, None)
        self._after_row = parts.line(*self.after.values(), None)
        # Where it is narrow, what is neither next nor first of the rest is left to the menu.
        self._after_row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column = parts.column_of(self, spacing=6)
        side = theme.px(18)
        self._column.setContentsMargins(side, theme.px(4), side, theme.px(10))
        for widget in (
            self.line,
            self._middle,
            self._reason_row,
            self._message_row,
            self._question_row,
            self.signed,
            self._after_row,
            self.keys,
        ):
            self._column.addWidget(widget)

    def _pressing(self, key: str) -> Callable[[], None]:
        return lambda: self.key.emit(key)

    def _asking(self, key: str) -> Callable[[], None]:
        return lambda: self.asked.emit(key)

    def show_face(self, face: Face, said: tuple[str, parts.Tone] | None, warning: str = "") -> None:
        """Show this, with something said until the next key, and a warning of its own below."""
        self.line.show_pieces(face.line)
        self.slots.show_slots(face.slots)
        self.slots.setVisible(bool(face.slots))
        self.notes.setText("\n".join(parts.sentence(note) for note in face.notes if note))
        self.keys.setVisible(bool(face.keys) and not self._spared)
        self._offers_keys = bool(face.keys)
        self.keys.offer(face.keys, face.enabled, face.labels, face.columns)
        self._question_row.setVisible(face.asks_dealt)
        self.signed.show_slots(face.signed)
        self.signed.setVisible(bool(face.signed))
        self._after_row.setVisible(bool(face.next_step))
        for key, after in self.after.items():
            theme.restyle(after, "kind", "primary" if key == face.next_step else "plain")
        self._fit_after()
        self._reason_row.setVisible(face.asks_reason)
        if said is not None and face.mistake and said[1] != "bad":
            # Why a bid is refused is never hidden by what else is said.
            self.message.say(parts.sentences((said[0], face.mistake)), "bad")
        elif said is not None:
            self.message.say(*said)
        elif face.mistake:
            self.message.say(face.mistake, "bad")
        else:
            self.message.hush()
        self.warning.say(warning, "warn")
        self.insist.setVisible(bool(face.mistake) and face.may_insist)
        self._message_row.setVisible(self._speaks)
        self._place_notes()
        self._place_message()
        self._share(bool(face.slots))

    def _fit_after(self) -> None:
        """Show as many of the buttons of the end as have room, the next step before all."""
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right() + theme.px(8)
        order = sorted(self.after.values(), key=lambda each: each.property("kind") != "primary")
        for each in order:
            room -= each.sizeHint().width() + theme.px(8)
            each.setVisible(room >= 0 or each is order[0])

    def spare_keys(self, spared: bool) -> None:
        """Leave the keys on the screen out, where the sheet needs their room."""
        if spared != self._spared:
            self._spared = spared
            self.keys.setVisible(self._offers_keys and not spared)
            self._column.activate()

    def height_with_keys(self, width: int) -> int:
        """How high (pixels) it is at this width, its keys on the screen among the rest."""
        tall = self.heightForWidth(width) if self.hasHeightForWidth() else -1
        tall = max(tall, self.sizeHint().height())
        if self._offers_keys and self._spared:
            margins = self._column.contentsMargins()
            room = width - margins.left() - margins.right()
            tall += self.keys.height_at(room) + self._column.spacing()
        return tall

    @property
    def _speaks(self) -> bool:
        """Is there a message or a warning?"""
        # Not by their row, which counts as hidden while it goes from one place to another.
        return not (self.message.isHidden() and self.warning.isHidden())

    def _share(self, typing: bool) -> None:
        """While typing, a message beside the boxes takes the place of the notes."""
        beside = self._message_row.parentWidget() is self._middle
        self.notes.setVisible(not (self._speaks and beside and typing))

    def _place_notes(self) -> None:
        """Beside the boxes, or below them: in a narrow strip they grow higher than the bar."""
        beside = self.width() - self.slots.sizeHint().width() >= theme.px(LEAST_NOTES)
        room = self.width() >= theme.px(NOTES) and (beside or self.slots.isHidden())
        if room != (self.notes.parentWidget() is self._middle):
            if room:
                self._middle_row.insertWidget(1, self.notes, 1)
            else:
                self._column.insertWidget(2, self.notes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_after()
        self._place_notes()
        self._place_message()

    def _place_message(self) -> None:
        """Beside the boxes a message moves nothing; where it is narrow it has its own line."""
        beside = self.width() - (0 if self.slots.isHidden() else self.slots.sizeHint().width())
        wide = self.width() >= theme.px(WIDE) and beside >= theme.px(LEAST_MESSAGE)
        if wide != (self._message_row.parentWidget() is self._middle):
            if wide:
                self._middle_row.addWidget(self._message_row, 2)
            else:
                self._column.insertWidget(2, self._message_row)
            self._share(not self.slots.isHidden())
