"""The bar at the bottom: bids, then tricks, from the keyboard, by mouse or by finger.

One key a bid, each moves on by itself, the fourth locks them; one key for the tricks of the side
pointed at, Enter records.  What is typed is kept as the table's draft with every key.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from scorepad.desk.actions import action
from scorepad.desk.table import Recorded, Table
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, Words
from scorepad.window import bar_words, keypad, parts, presses
from scorepad.window.bar_face import (
    Face,
    asked_face,
    bids_face,
    over_face,
    read_only_face,
    tricks_face,
)
from scorepad.window.bar_keyboard import BarKeyboard
from scorepad.window.bar_slots import trick_places
from scorepad.window.bid_typing import INSIST, NUMBERS, BidTyping
from scorepad.window.draft import Draft
from scorepad.window.locked import Locked
from scorepad.window.trick_typing import TrickTyping

BarState: TypeAlias = Literal["bids", "tricks", "asked", "over", "read-only"]


class EntryBar(BarKeyboard):
    """The bar of one table."""

    typed = Signal(object)
    """The bids typed for the hand to come (`FourBids`), or None."""

    def __init__(
        self,
        table: Table,
        words: Words,
        *,
        read_only: Text | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words, parent)
        self._table = table
        self._read_only = read_only
        self._bids: BidTyping | None = None
        self._tricks: TrickTyping | None = None
        self._pointed = 0
        self._state: BarState = "bids"
        self._locked: Locked | None = None
        self._offers_back = False
        self._answered = ("", 0.0)
        self._sheet_of = -1
        self._fresh = False
        self._said: tuple[str, parts.Tone] | None = None
        self._warning = ""
        self._draft = Draft(table)
        self.key.connect(self.press)
        self.box.connect(self._go_to)
        self.answered.connect(self._answer)
        self.confirmed.connect(self._lock)
        self.reason.textEdited.connect(lambda _text: self._keep())
        self.refresh()

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
        # Bids that are half typed show that cards were dealt: no key of theirs is an answer.
        if self._table.time_asks() and not (self._bids is not None and self._bids.keys):
            return "asked"
        return "tricks" if board.open_hand else "bids"

    def refresh(self) -> None:
        """The match has changed, here or elsewhere: stand where it stands.  What is typed stays
        as long as it is for the same hand, and is there again when the match comes back to it."""
        typed: dict[str, BidTyping | TrickTyping | None]
        typed = {"bids": self._bids, "tricks": self._tricks}
        hand = self._draft.hand
        self._state = self._state_now()
        match = self._table.match
        self._draft.hand = len(match.board.hands)
        if hand != self._draft.hand:
            typed = {}
            self.reason.clear()
        now = typed.get(self._state)
        keys = "" if now is None else now.keys
        if now is None and (kept := self._draft.read()) is not None and kept.what == self._state:
            keys = kept.keys
            self.reason.setText(kept.reason)
        self._bids = self._tricks = None
        if self._state == "bids":
            self._bids = BidTyping(match, keys)
        elif self._state == "tricks":
            assert match.board.hand is not None
            # The keys themselves say which side was pointed at.
            pointed = 0 if keys else self._pointed
            self._tricks = TrickTyping(match.rules, match.board.hand, keys, pointed=pointed)
            self._pointed = self._tricks.pointed
        self._show()

    def take_over(self, bar: EntryBar) -> None:
        """Go on where another bar of this table stood."""
        self._locked, self._pointed = bar._locked, bar._pointed
        self._sheet_of = bar._sheet_of
        self.refresh()

    def sheet_made(self) -> None:
        """The sheet was made as the match stands: after the end the next table's turn comes."""
        self._sheet_of = len(self._table.match.log)
        self._show()

    def retraces(self, step: str) -> str:
        """What `undo` or `redo` is about while something is typed and not recorded, or was taken
        back so: "bids", "tricks"; empty when it is about the log."""
        typing = self._bids if self._bids is not None else self._tricks
        if typing is None:
            return ""
        typed = bool(typing.keys.removeprefix(keypad.POINT))
        here = typed if step == "undo" else not typed and self._draft.again(self._state) is not None
        if not here or step not in ("undo", "redo"):
            return ""
        return self._words("bids") if self._bids is not None else self._words("tricks")

    def retrace(self, step: str) -> bool:
        """Take back all that is typed and not recorded (`undo`), or bring it back as long as
        nothing else was typed (`redo`); False when there is nothing."""
        typing = self._bids if self._bids is not None else self._tricks
        what = self.retraces(step)
        if not what or typing is None:
            return False
        if step == "undo":
            keys, reason = typing.keys, self.reason.text()
            while typing.back():
                pass
            self.reason.clear()
            self._draft.take_back(self._state, keys, reason)
            self.say(parts.sentences((self._words("Taken back: {what}", what=what),)))
        elif (again := self._draft.again(self._state)) is not None:
            self._draft.keep(again.what, again.keys, again.reason)
            self._bids = self._tricks = None
            self.refresh()
            self.say(parts.sentences((self._words("Brought back: {what}", what=what),)))
        return True

    def tick(self) -> None:
        """Time went on: has the question of dealt cards come up, or gone?"""
        if self._state_now() != self._state:
            self.refresh()
        elif self._offers_back and not self._takes_back:
            self._show()

    def say(self, text: str, tone: parts.Tone = "note", warning: str = "") -> None:
        """Say something until the next key, and a warning beside it."""
        self._said, self._warning = ((text, tone) if text else None), warning
        self._show()

    @property
    def saying(self) -> str:
        """What was said, as long as it is."""
        return self._said[0] if self._said else ""

    # Keys.

    def can_point(self) -> bool:
        return self._tricks is not None and self._tricks.can_point

    def press(self, key: str) -> bool:
        """A key of the bar's grammar; False when it means nothing in this state."""
        self._said, self._warning, self._fresh = None, "", False
        if self._state == "asked":
            yes = key in ("Y", self._words("Y"))
            taken = yes or key == "N"
            if taken:
                self._answered = (key, time.monotonic())
                self._answer(yes)
            return taken
        # Pressed twice, it answers once: an `N` of the answer bids no nil.
        (answer, moment), self._answered = self._answered, ("", 0.0)
        if key == answer and time.monotonic() - moment < presses.SECONDS:
            return True
        if self._bids is not None:
            taken = self._press_bid(self._bids, key)
        elif self._tricks is not None:
            taken = self._press_trick(self._tricks, key)
        else:
            return False
        if not self._fresh:
            self._show()
        return taken

    def _press_bid(self, typing: BidTyping, key: str) -> bool:
        if key == keypad.ENTER:
            return self._confirm_bids(typing)
        if key == INSIST and typing.complete and typing.insisted:
            self._to_reason()
            return True
        taken = typing.back() if key == keypad.BACK else typing.press(key)
        if not taken:
            if typing.complete and typing.insisted and key in NUMBERS:
                # By habit the tricks are typed on: they are no reason, and no tricks yet.
                self._said = (self._words(bar_words.REASON_FIRST), "bad")
                return True
            return False
        self._keep()
        if typing.complete and not typing.insisted and key != keypad.BACK:
            self._lock()
        elif typing.complete and key == INSIST:
            self._to_reason()
        return True

    def _confirm_bids(self, typing: BidTyping) -> bool:
        """Enter: it records what is complete, and insists on nothing."""
        if typing.complete:
            self._lock()
            return True
        if typing.mistake is None:
            return False
        self._said = (bar_words.refused_line(typing, self._words), "bad")
        return True

    def _to_reason(self) -> None:
        """The cursor goes into the reason's field, which was asked for."""
        self._show()
        self.reason.setFocus(Qt.FocusReason.OtherFocusReason)

    def _press_trick(self, typing: TrickTyping, key: str) -> bool:
        if key == keypad.ENTER:
            return self._commit(typing)
        if key == keypad.BACK and not typing.back():
            self._take_back()
            return True
        self._locked = None
        if key != keypad.BACK and not typing.press(key):
            if typing.mistake is not None:
                self._said = (self._words(typing.mistake), "bad")
                return True
            return False
        self._pointed = typing.pointed
        self._keep()
        return True

    def _go_to(self, place: int) -> None:
        """A box was pressed: go back to its number, or point at its side."""
        self._locked = None
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self._bids is not None:
            while self._bids.cursor > place or (self._bids.cursor == place and self._bids.mistake):
                if not self._bids.back():
                    break
        elif self._tricks is not None:
            place = trick_places(self._tricks)[place]
            counted = self._tricks.counted[place]
            if place < self._tricks.cursor:
                while self._tricks.cursor > place:
                    self._tricks.back()
            elif not counted.nil:
                self._tricks.point(counted.side)
                self._pointed = self._tricks.pointed
            else:
                # The nils before it took none.
                while self._tricks.complete and self._tricks.cursor < place:
                    self._tricks.press("0")
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
        if typing.insisted and not any(letter.isalpha() for letter in why):
            text = bar_words.REASON_IN_WORDS if why else bar_words.REASON_FIRST
            self._said = (self._words(text), "bad")
            self._show()
            return
        keys = typing.keys
        recorded = self._record(lambda: self._table.record(typing.entry(why)))
        if recorded is None:
            return
        self._locked = Locked(str(recorded.entry.id), self._table.now(), keys)
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
            # The next hand's prompt begins at the sheet's left side again.
            self._locked, self._pointed = None, 0
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
        self._tell(recorded, line)
        self.refresh()
        self._fresh = True

    def _tell(self, recorded: Recorded, line: str = "") -> None:
        told = parts.sentences((line, *map(self._words, recorded.notices)))
        self._said = (told, "note") if told else None
        self._warning = parts.sentences(map(self._words, recorded.warnings))

    @property
    def _takes_back(self) -> bool:
        """Would Backspace take the locked bids back now?"""
        return self._locked is not None and self._locked.at_once(self._table)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        # What is done elsewhere comes between the bids and a Backspace.
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason and self._locked is not None:
            self._locked = None
            self._show()
        super().focusOutEvent(event)

    def _take_back(self) -> None:
        """Backspace at once after the bids were locked takes them back, for typing on."""
        locked = self._locked if self._takes_back else None
        self._locked = None
        if locked is None:
            keys = QKeySequence(action("amend").shortcut)
            self._said = (
                self._words(
                    "The bids are locked; {key} corrects them, with a reason.",
                    key=keys.toString(QKeySequence.SequenceFormat.NativeText),
                ),
                "note",
            )
            return
        if self._record(self._table.undo) is None:
            return
        self.refresh()
        if self._bids is not None:
            self._bids = BidTyping(self._table.match, locked.keys)
            self._bids.back()
            self._keep()
        self._said = (self._words("The bids are taken back."), "note")

    def _answer(self, dealt: bool) -> None:
        recorded = self._record(lambda: self._table.answer_time(dealt))
        if recorded is not None:
            self._tell(recorded)
            self.refresh()
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    # Showing.

    def _face(self) -> Face:
        words, match = self._words, self._table.match
        self._offers_back = self._tricks is not None and self._takes_back
        if self._bids is not None:
            return bids_face(self._bids, words)
        if self._tricks is not None:
            return tricks_face(self._tricks, match, words, takes_back=self._offers_back)
        if self._state == "asked":
            return asked_face(match, words)
        if self._state == "over" or self._read_only is None:
            made = self._sheet_of == len(match.log)
            return over_face(match, words, read_only=self._read_only is not None, sheet_made=made)
        return read_only_face(self._read_only, words)

    def _show(self) -> None:
        self.show_face(self._face(), self._said, self._warning)
        typed = self._bids is not None and self._bids.keys
        self.typed.emit(self._bids.bids() if typed and self._bids is not None else None)
