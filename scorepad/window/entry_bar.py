"""The bar at the bottom: bids, then tricks, from the keyboard, by mouse or by finger.

One key a bid, each moves on by itself, the fourth locks them; one key for the tricks of the side
pointed at, Enter records.  What is typed is kept as the table's draft with every key.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.desk.actions import action
from scorepad.desk.table import Recorded, Table
from scorepad.spades.entries import FourBids
from scorepad.spades.refusal import Refused
from scorepad.spades.result import outcome
from scorepad.spades.words import Text, Words
from scorepad.window import bar_words, keypad, names, parts, theme
from scorepad.window.bar_slots import bid_slots, read_back, trick_slots
from scorepad.window.bid_typing import BID_KEYS, INSIST, NUMBERS, BidTyping
from scorepad.window.draft import Draft, Kept
from scorepad.window.keypad import KeyPad
from scorepad.window.panel import one_line
from scorepad.window.slots import LargeLine, Piece, SlotRow
from scorepad.window.trick_typing import TrickTyping

BarState: TypeAlias = Literal["bids", "tricks", "asked", "over", "read-only"]
TAKE_BACK_SECONDS: Final = 60
"""So long after they were locked, Backspace takes bids back; later it is a correction."""
WIDE: Final = 820
"""From this width on (pixels at the usual text size) messages stand beside the boxes."""
AFTER: Final = ("sign", "print", "save-sheet", "like")
"""What there is to do when the game is over, as keys of the desk's actions."""


class EntryBar(QFrame):
    """The bar of one table."""

    asked = Signal(str)
    """An action is wanted; its key."""
    typed = Signal(object)
    """The bids typed for the hand to come (`FourBids`), or None."""
    up = Signal()
    """The cursor leaves upwards, to the sheet."""

    def __init__(
        self,
        table: Table,
        words: Words,
        *,
        read_only: Text | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._table = table
        self._words = words
        self._read_only = read_only
        self._bids: BidTyping | None = None
        self._tricks: TrickTyping | None = None
        self._pointed = 0
        self._state: BarState = "bids"
        self._locked: tuple[str, datetime, str] | None = None
        self._said: tuple[str, parts.Tone] | None = None
        self._draft = Draft(table)
        self.setProperty("kind", "bar")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words("Entry"))
        self._build()
        self._take_up(self._draft.read())

    # Making it.

    def _build(self) -> None:
        words = self._words
        self.line = LargeLine()
        self.slots = SlotRow()
        self.slots.pressed.connect(self._go_to)
        self.notes = parts.label("", "plain", wrap=True)
        self.notes.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.keys = KeyPad(words)
        self.keys.pressed.connect(self.press)
        self.message = parts.Inline()
        self.insist = parts.button(words("Accept it with a reason…"), lambda: self.press(INSIST))
        self.reason = one_line(words("Why is this accepted? It is printed on the sheet."))
        self.reason.setAccessibleName(words("Reason for accepting these bids"))
        self.reason.textEdited.connect(lambda _text: self._keep())
        self.reason.returnPressed.connect(self._lock)
        self._accept = parts.button(words("Lock with this reason"), self._lock, kind="primary")
        self._retract = parts.button(words("Back"), lambda: self.press(keypad.BACK))
        self.yes = parts.button(words("Yes, dealt (Y)"), lambda: self._answer(True))
        self.no = parts.button(words("No (N)"), lambda: self._answer(False))
        self._after = [parts.button(words(action(key).title), self._asking(key)) for key in AFTER]
        self._middle = QWidget()
        self._middle_row = parts.row_of(self._middle, spacing=16)
        self._middle_row.addWidget(self.slots)
        self._middle_row.addWidget(self.notes, 1)
        self._message_row = parts.line(self.message, self.insist, spacing=8)
        parts.stretch(self._message_row, self.message)
        self._reason_row = parts.line(self.reason, self._accept, self._retract, spacing=8)
        parts.stretch(self._reason_row, self.reason)
        self._question_row = parts.line(self.yes, self.no, None, spacing=8)
        self._after_row = parts.line(*self._after, None, spacing=8)
        self._column = column = parts.column_of(self, spacing=6)
        side = theme.px(18)
        column.setContentsMargins(side, theme.px(4), side, theme.px(10))
        for widget in (
            self.line,
            self._middle,
            self._reason_row,
            self._message_row,
            self._question_row,
            self._after_row,
            self.keys,
        ):
            column.addWidget(widget)

    def _asking(self, key: str) -> Callable[[], None]:
        return lambda: self.asked.emit(key)

    # Standing where the match stands.

    @property
    def state(self) -> BarState:
        """What the bar asks for now."""
        return self._state

    @property
    def bids(self) -> BidTyping | None:
        """The bids as they are typed, while bids are asked."""
        return self._bids

    @property
    def tricks(self) -> TrickTyping | None:
        """The tricks as they are typed, while tricks are asked."""
        return self._tricks

    def _state_now(self) -> BarState:
        board = self._table.match.board
        if board.over:
            return "over"
        if self._read_only is not None:
            return "read-only"
        if self._table.time_asks():
            return "asked"
        return "tricks" if board.open_hand else "bids"

    def refresh(self) -> None:
        """The match has changed, here or elsewhere: stand where it stands.  What is typed stays
        as long as it is for the same hand."""
        keys = self._bids.keys if self._bids is not None else ""
        counts = self._tricks.keys if self._tricks is not None else ""
        hand = self._draft.hand
        self._state = self._state_now()
        match = self._table.match
        same = hand == len(match.board.hands)
        self._bids = self._tricks = None
        if self._state == "bids":
            self._bids = BidTyping(match, keys if same else "")
        elif self._state == "tricks":
            assert match.board.hand is not None
            self._tricks = TrickTyping(
                match.rules, match.board.hand, counts if same else "", pointed=self._pointed
            )
        if not same:
            self.reason.clear()
        self._draft.hand = len(match.board.hands)
        self._show()

    def _take_up(self, kept: Kept | None) -> None:
        """Begin, with what was typed before a restart if it is for this hand."""
        self.refresh()
        if kept is None:
            return
        if kept.what == "bids" and self._bids is not None:
            self._bids = BidTyping(self._table.match, kept.keys)
            self.reason.setText(kept.reason)
        elif kept.what == "tricks" and self._tricks is not None:
            for key in kept.keys:
                self._tricks.press(key)
            self._pointed = self._tricks.pointed
        else:
            return
        self._show()

    def tick(self) -> None:
        """Time went on: has the question of dealt cards come up, or gone?"""
        if self._state_now() != self._state:
            self.refresh()

    def say(self, text: str, tone: parts.Tone = "note") -> None:
        """Say something until the next key."""
        self._said = (text, tone) if text else None
        self._show()

    # Keys.

    def event(self, event: QEvent) -> bool:
        # Tab would leave the bar before keyPressEvent saw it.
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Tab
            and not event.modifiers()
            and self._tricks is not None
            and self._tricks.can_point
        ):
            return self.press(keypad.POINT)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.take(event):
            super().keyPressEvent(event)

    def take(self, event: QKeyEvent) -> bool:
        """A key, wherever on the page it was pressed; was it one of the bar's?"""
        plain = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        if event.modifiers() & ~plain:
            return False
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            pressed = keypad.ENTER
        elif key == Qt.Key.Key_Backspace:
            pressed = keypad.BACK
        elif key == Qt.Key.Key_Up:
            self.up.emit()
            return True
        elif key == Qt.Key.Key_Down:
            return self._into_keys()
        else:
            pressed = event.text().upper()
        if len(pressed) != 1:
            return False
        # A key held down is one key: four bids are four decisions.
        if event.isAutoRepeat() and pressed != keypad.BACK:
            return True
        return self.press(pressed)

    def _into_keys(self) -> bool:
        for made in self.keys.keys.values():
            if made.isVisible() and made.isEnabled():
                made.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False

    def press(self, key: str) -> bool:
        """A key of the bar's grammar; False when it means nothing in this state."""
        self._said = None
        if self._state == "asked":
            taken = key in ("Y", "N")
            if taken:
                self._answer(key == "Y")
            return taken
        if self._bids is not None:
            taken = self._press_bid(self._bids, key)
        elif self._tricks is not None:
            taken = self._press_trick(self._tricks, key)
        else:
            return False
        self._show()
        return taken

    def _press_bid(self, typing: BidTyping, key: str) -> bool:
        if key == keypad.BACK:
            taken = typing.back()
        elif key == keypad.ENTER:
            if typing.complete:
                self._lock()
                return True
            key = INSIST
            taken = typing.press(INSIST)
        else:
            taken = typing.press(key)
        if taken:
            self._keep()
            if typing.complete and not typing.insisted and key != keypad.BACK:
                self._lock()
            elif typing.complete and typing.insisted:
                self._show()
                self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
        return taken

    def _press_trick(self, typing: TrickTyping, key: str) -> bool:
        if key == keypad.ENTER:
            return self._commit(typing)
        if key == keypad.BACK:
            if not typing.back():
                self._take_back()
                return True
        elif not typing.press(key):
            if typing.mistake is not None:
                self._said = (self._words(typing.mistake), "bad")
                return True
            return False
        self._pointed = typing.pointed
        self._keep()
        return True

    def _go_to(self, place: int) -> None:
        """A box was pressed: go back to its number, or point at its side."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self._bids is not None:
            while self._bids.cursor > place or (self._bids.cursor == place and self._bids.mistake):
                if not self._bids.back():
                    break
        elif self._tricks is not None:
            counted = self._tricks.counted[place]
            if place < self._tricks.cursor:
                while self._tricks.cursor > place:
                    self._tricks.back()
            elif not counted.nil:
                self._tricks.point(counted.side)
                self._pointed = self._tricks.pointed
        self._keep()
        self._show()

    def _keep(self) -> None:
        if self._bids is not None:
            self._draft.keep("bids", self._bids.keys, self.reason.text())
        elif self._tricks is not None:
            self._draft.keep("tricks", self._tricks.keys)

    # Recording.

    def _lock(self) -> None:
        typing = self._bids
        if typing is None or not typing.complete:
            return
        why = self.reason.text().strip()
        if typing.insisted and not why:
            self._said = (self._words("Write the reason first; it is printed on the sheet."), "bad")
            self._show()
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        keys = typing.keys
        recorded = self._record(lambda: self._table.record(typing.entry(why)))
        if recorded is None:
            return
        self._locked = (str(recorded.entry.id), self._table.now(), keys)
        self.reason.clear()
        if not self.reason.isHidden():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._after_record(recorded)

    def _commit(self, typing: TrickTyping) -> bool:
        entry = typing.entry()
        if entry is None:
            return False
        recorded = self._record(lambda: self._table.record(entry))
        if recorded is not None:
            self._locked = None
            line = bar_words.recorded_line(self._table.match, self._words)
            self._after_record(recorded, line)
        return True

    def _record(self, do: Callable[[], Recorded]) -> Recorded | None:
        try:
            return do()
        except Refused as refused:
            self._said = (self._words(refused.text), "bad")
            self._show()
            return None

    def _after_record(self, recorded: Recorded, line: str = "") -> None:
        self._draft.drop()
        self._bids = self._tricks = None
        told = [line] if line else []
        told += [self._words(text) for text in (*recorded.notices, *recorded.warnings)]
        tone: parts.Tone = "warn" if recorded.warnings else "note"
        self._said = (" · ".join(told), tone) if told else None
        self.refresh()

    def _take_back(self) -> None:
        """Backspace right after the bids were locked takes them back, for typing on."""
        locked, self._locked = self._locked, None
        match = self._table.match
        hand = match.board.hand
        fresh = (
            locked is not None
            and hand is not None
            and locked[0] == hand.bids_id
            and match.log[-1].id == locked[0]
            and (self._table.now() - locked[1]).total_seconds() <= TAKE_BACK_SECONDS
        )
        if not fresh or locked is None:
            self._said = (
                self._words("The bids are locked; E on the hand corrects them, with a reason."),
                "note",
            )
            return
        if self._record(self._table.undo) is None:
            return
        self.refresh()
        if self._bids is not None:
            self._bids = BidTyping(self._table.match, locked[2])
            self._bids.back()
            self._keep()
        self._said = (self._words("The bids are taken back."), "note")

    def _answer(self, dealt: bool) -> None:
        recorded = self._record(lambda: self._table.answer_time(dealt))
        if recorded is not None:
            self._after_record(recorded)
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    # Showing.

    def _show(self) -> None:
        words, match = self._words, self._table.match
        state = self._state
        keys = enabled = ""
        pieces: list[Piece] = []
        notes: list[str] = []
        if self._bids is not None:
            typing = self._bids
            pieces = self._prompt(typing, bar_words.standing(match, words))
            self.slots.show_slots(bid_slots(typing, words))
            notes = bar_words.bid_notes(typing, words)
            keys = BID_KEYS + keypad.BACK
            if match.rules.nil.blind_points is None:
                keys = keys.replace("B", "")
            enabled = (BID_KEYS if not typing.complete else "") + (
                keypad.BACK if typing.keys else ""
            )
        elif self._tricks is not None:
            counting = self._tricks
            pieces = read_back(match, words)
            self.slots.show_slots(trick_slots(counting, match, words))
            notes = bar_words.trick_preview(counting, match, words)
            if not notes:
                notes = [bar_words.standing(match, words) or self._trick_hint(counting)]
            left = counting.left if not counting.complete else counting.left + counting.last
            can = "".join(NUMBERS[: left + 1])
            keys = NUMBERS + keypad.BACK + keypad.ENTER
            keys += keypad.POINT if counting.can_point else ""
            enabled = can + keypad.BACK + keypad.POINT
            enabled += keypad.ENTER if counting.complete else ""
        elif state == "asked":
            pieces = [Piece(words("Time is up between hands. Cards dealt?"), large=True)]
            notes = [words(bar_words.time_question(match))]
        elif state == "over":
            ended = outcome(match)
            pieces = [Piece(words(ended) if ended is not None else "", large=True)]
            notes = [words("A correction is still possible: E on a hand.")]
        else:
            assert self._read_only is not None
            pieces = [Piece(words("Only to look at"), large=True)]
            notes = [words(self._read_only)]
        self.line.show_pieces(pieces)
        self.notes.setText("\n".join(parts.sentence(note) for note in notes if note))
        self.slots.setVisible(self._bids is not None or self._tricks is not None)
        self.keys.setVisible(bool(keys))
        self.keys.offer(keys, enabled)
        self._question_row.setVisible(state == "asked")
        self._after_row.setVisible(state == "over" and self._read_only is None)
        self._show_message()
        self.typed.emit(self._typed_bids())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Beside the boxes a message moves nothing; where it is narrow it gets a line of its own.
        wide = self.width() >= theme.px(WIDE)
        if wide != (self._message_row.parentWidget() is self._middle):
            if wide:
                self._middle_row.addWidget(self._message_row, 2)
            else:
                self._column.insertWidget(2, self._message_row)
            self._show_message()

    def _show_message(self) -> None:
        mistake = self._bids.mistake if self._bids is not None else None
        overridable = bool(
            self._bids is not None
            and self._bids.current is not None
            and self._bids.current.overridable
        )
        if self._said is not None:
            self.message.say(*self._said)
        elif mistake is not None:
            self.message.say(self._words(mistake), "bad")
        else:
            self.message.hush()
        self.insist.setVisible(mistake is not None and overridable)
        said = not self.message.isHidden() or mistake is not None
        self._message_row.setVisible(said)
        beside = self._message_row.parentWidget() is self._middle
        typing = self._bids is not None or self._tricks is not None
        self.notes.setVisible(not (said and beside and typing))
        asks = self._bids is not None and self._bids.complete and self._bids.insisted
        self._reason_row.setVisible(asks)

    def _prompt(self, typing: BidTyping, standing: str) -> list[Piece]:
        """Whose bid it is, and what is special about this hand."""
        words = self._words
        match = typing.match
        current = typing.current
        made: list[Piece] = []
        if current is not None:
            seats, teams = current.seats, match.head.teams
            one = len(seats) == 1
            who = names.player(teams, seats[0], words) if one else names.team(
                teams, seats[0] % 2, words
            )
            made = [Piece(who, large=True, side=seats[0] % 2)]
            made.append(Piece(words("bids") if one else words("bid")))
        if standing:
            made += [Piece("·"), Piece(standing)] if made else [Piece(standing)]
        return made

    def _trick_hint(self, typing: TrickTyping) -> str:
        if typing.can_point:
            return self._words(
                "One number is enough: the other side's is what is left. Tab: other side."
            )
        return self._words("The last number is what is left.")

    def _typed_bids(self) -> FourBids | None:
        return self._bids.bids() if self._bids is not None and self._bids.keys else None


