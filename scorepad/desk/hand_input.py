"""`HandInput` takes the keys of a table's next hand: the bids, then the tricks.

The last bid, or Enter after the tricks, records the hand. After every key the typing is in the
table's draft, so that a crash does not take it; the transaction that records the hand clears it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec

from scorepad.desk.first_dealer import DealerDraw, can_draw_first_dealer, draw_first_dealer
from scorepad.desk.table import MatchChange, Table
from scorepad.desk.typed_bids import TypedBids
from scorepad.desk.typed_tricks import POINT, TypedTricks
from scorepad.spades.bidding import BELOW_TABLE_MINIMUM, is_below_table_minimum
from scorepad.spades.entries import DEALER_NAMED, Bids, FourBids, HeadChange, Misdeal, Tricks
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

PLACE: Final = "bar"
"""The typing of a hand has this place in a table's draft."""
REOPEN_SECONDS: Final = 10
"""Recorded bids can be reopened for this long; afterwards a change is a correction."""
REASON_FIRST: Final = T(
    "Type the reason first (press ! to go to its field); it's printed on the sheet."
)
REASON_IN_WORDS: Final = T(
    "Write the reason in words, not only numbers; it's printed on the sheet."
)

Prompt: TypeAlias = Literal["dealer", "bids", "tricks", "thrown-in", "asked", "over"]
"""The next input; `dealer` is the question of the first dealer, `thrown-in` for a misdeal of a
hand whose bids are too low together, `asked` for the question whether cards were dealt when time
ran out."""
SEAT_KEYS: Final = "ABCD"
"""The key of a seat as first dealer: its letter on a blank sheet. No number is one, so that bids
typed at once choose no one."""
DRAW: Final = "R"
"""The key that draws the first dealer at random."""


class HandDraft(msgspec.Struct, frozen=True):
    """The keys that were typed for a hand and not recorded.

    what: `bids` or `tricks`
    hand: the number of hands in the log before it; for any other hand the draft means nothing
    keys: the keys
    reason: why bids against the rules are accepted
    """

    what: str
    hand: int
    keys: str
    reason: str = ""


class HandInput:
    """Takes the keys of one table's next hand, and follows its match.

    `prompt` is the next input; `bids` or `tricks` are its keys so far; `reason` is the reason for
    bids against the rules. Make it before its views, so that it follows a change of the match
    before they do.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.prompt: Prompt = "bids"
        self.bids: TypedBids | None = None
        self.tricks: TypedTricks | None = None
        self.reason = ""
        self.draw = DealerDraw(0)
        """The first dealer by the last answer, with the cards if they were drawn."""
        self._listeners: list[Callable[[], None]] = []
        self._hand = len(table.match.board.hands)
        self._recorded: tuple[Bids, str] | None = None
        self._taken_back: tuple[HandDraft, int] | None = None
        self._shown_can_reopen = False
        self._follow()
        self._stop = table.listen(self._changed)

    def listen(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after something was typed or taken back, or when time makes a difference;
        not after a change of the match, which the table reports. Returns "stop listening"."""
        self._listeners.append(callback)

        def stop() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return stop

    def stop_following(self) -> None:
        """Follow the match no longer."""
        self._stop()

    def _call_listeners(self) -> None:
        self._shown_can_reopen = self.can_reopen_bids
        for callback in tuple(self._listeners):
            callback()

    # Following the match.

    @property
    def typed_bids(self) -> FourBids | None:
        """Return the bids of the next hand as far as they are typed; None while none is."""
        return self.bids.bids() if self.bids is not None and self.bids.keys else None

    def _next_prompt(self) -> Prompt:
        board = self.table.match.board
        if board.is_over:
            return "over"
        # Bids that are half typed show that cards were dealt, and none of their keys is an answer.
        has_bids = self.typed_bids is not None or self._draft("bids") is not None
        if self.table.is_time_question_open() and not has_bids:
            return "asked"
        if board.assumes_dealer:
            return "dealer"
        if board.hand is not None and is_below_table_minimum(self.table.match.rules, board.hand):
            return "thrown-in"
        return "tricks" if board.open_hand else "bids"

    def _changed(self, change: MatchChange) -> None:
        if change.initiator is self:
            entry, typed = change.entry, self.bids
            self._recorded = None
            if isinstance(entry, Bids) and typed is not None:
                self._recorded = entry, typed.keys
            self._taken_back = None
            self.bids = self.tricks = None
            self.reason = ""
        elif self.bids is not None and any(isinstance(each, Misdeal) for each in change.entries):
            # The cards are dealt again: the bids were for other cards.
            self.bids = self._taken_back = None
            self.reason = ""
            self.table.draft.keep(PLACE, None)
        self._follow()
        self._shown_can_reopen = self.can_reopen_bids

    def _follow(self) -> None:
        """Ask for the match's next input. The input is kept as long as it is for the same hand,
        and is there again when the match returns to it."""
        match, before = self.table.match, self._hand
        self._hand = len(match.board.hands)
        self.prompt = self._next_prompt()
        typed: TypedBids | TypedTricks | None = None
        if before != self._hand:
            self.reason = ""
        else:
            typed = {"bids": self.bids, "tricks": self.tricks}.get(self.prompt)
        keys = "" if typed is None else typed.keys
        if typed is None and (draft := self._draft(self.prompt)) is not None:
            keys, self.reason = draft.keys, draft.reason
        pointed = None if self.bids is None or typed is None else self.bids.pointed
        self.bids = TypedBids(match, keys) if self.prompt == "bids" else None
        if self.bids is not None and pointed is not None:
            self.bids.pointed = pointed
        self.tricks = TypedTricks(match, keys) if self.prompt == "tricks" else None

    def _draft(self, prompt: Prompt) -> HandDraft | None:
        draft = self.table.draft.read(PLACE, HandDraft)
        here = (prompt, self._hand)
        return draft if draft is not None and (draft.what, draft.hand) == here else None

    def update_for_time_passed(self) -> None:
        """Ask whether cards were dealt once time has run out, and settle recorded bids once they
        can no longer be reopened."""
        if self._next_prompt() != self.prompt:
            self._follow()
            self._call_listeners()
        elif self._shown_can_reopen != self.can_reopen_bids:
            self._call_listeners()

    # Typing.

    @property
    def _typing(self) -> TypedBids | TypedTricks | None:
        return self.bids if self.bids is not None else self.tricks

    def _typed(self) -> HandDraft:
        keys = "" if self._typing is None else self._typing.keys
        return HandDraft(
            self.prompt, self._hand, keys, self.reason if self.bids is not None else ""
        )

    def _keep_draft(self) -> None:
        typed = self._typed()
        if typed.keys:
            self._taken_back = None
        self.table.draft.keep(PLACE, typed if typed.keys else None)

    def press(self, key: str) -> bool:
        """Type a key; return whether it means anything here. The last bid records the bids,
        where all are within the rules; raises `Refused` if they cannot be recorded."""
        if self.tricks is not None:
            self._recorded = None
        typing = self._typing
        if self.prompt == "dealer":
            return self._press_dealer(key)
        if self.prompt == "asked":
            # A number is no answer, but shows that cards were dealt; letters are for the answer.
            if not key.isdecimal():
                return False
            typing = TypedBids(self.table.match)
        if typing is None or not typing.press(key):
            return False
        if isinstance(typing, TypedBids):
            self.bids, self.prompt = typing, "bids"
        if self.bids is not None and self.bids.complete and not self.bids.insisted:
            self.record_if_complete()
        else:
            self._keep_draft()
            self._call_listeners()
        return True

    def _press_dealer(self, key: str) -> bool:
        match = self.table.match
        if key == DRAW and can_draw_first_dealer(match.rules):
            self.draw = draw_first_dealer(match.rules)
        elif key in SEAT_KEYS:
            self.draw = DealerDraw(SEAT_KEYS.index(key))
        else:
            return False
        self.table.record(HeadChange(first_dealer=self.draw.seat, why=DEALER_NAMED), initiator=self)
        return True

    def delete_last(self) -> bool:
        """Take the last key back; return whether there is one."""
        if self._typing is None or not self._typing.delete_last():
            return False
        self._recorded = None
        self._keep_draft()
        self._call_listeners()
        return True

    def point_at(self, unit_index: int) -> None:
        """Have the next number typed for this unit (its place in the order asked)."""
        self._recorded = None
        if self._typing is not None:
            self._typing.point_at(unit_index)
        self._keep_draft()
        self._call_listeners()

    def set_override_reason(self, reason: str) -> None:
        """Keep why these bids are accepted against the rules."""
        if reason != self.reason:
            self.reason = reason
            self._keep_draft()

    # Recording.

    @property
    def is_waiting_for_enter(self) -> bool:
        """Return whether Enter would record the input, or answer the question."""
        if self.table.held_elsewhere is not None:
            return False
        if self.prompt in ("asked", "thrown-in") or (self.bids and self.bids.bids_itself):
            return True
        return self.tricks is not None and self.tricks.complete

    def record_if_complete(self) -> bool:
        """Record the input; return whether it is complete. Raises `Refused` and keeps it."""
        entry: Bids | Tricks | Misdeal | None = None
        if self.prompt == "thrown-in":
            entry = Misdeal(reason=BELOW_TABLE_MINIMUM.english)
        elif self.tricks is not None:
            entry = self.tricks.entry()
        elif self.bids is not None and self.bids.complete:
            reason = self.reason.strip()
            if self.bids.insisted and not any(letter.isalpha() for letter in reason):
                raise Refused(REASON_IN_WORDS if reason else REASON_FIRST)
            entry = self.bids.entry(reason)
        if entry is None:
            return False
        typed, rest = self._typed(), self.table.draft.text_with(PLACE, None)
        try:
            self.table.record(entry, draft=rest, initiator=self)
        except Refused:
            # Another entry may have changed the prompt meanwhile; this is still input for its own
            # hand.
            self.table.draft.keep(PLACE, typed)
            self._call_listeners()
            raise
        return True

    def answer_whether_dealt(self, dealt: bool) -> None:
        """Answer whether cards were dealt when time ran out; raises `Refused`."""
        self.table.record_time_up_answer(dealt, initiator=self)

    # Taking back.

    @property
    def can_reopen_bids(self) -> bool:
        """Return whether the bids were recorded from here a moment ago, and nothing has happened
        since."""
        if self.tricks is None or self._recorded is None:
            return False
        bids, latest = self._recorded[0], self.table.match.log[-1]
        if latest.id != bids.id or self.tricks.hand.bids_id != bids.id or bids.at is None:
            return False
        return 0 <= (self.table.now() - bids.at).total_seconds() <= REOPEN_SECONDS

    def reopen_bids(self) -> bool:
        """Take back the bids that were just recorded, and have all their keys but the last typed;
        return whether it is not too late. Raises `Refused`."""
        recorded = self._recorded if self.can_reopen_bids else None
        self._recorded = None
        if recorded is None:
            return False
        typed = HandDraft("bids", self._hand - 1, recorded[1][:-1])
        draft = self.table.draft.text_with(PLACE, typed if typed.keys else None)
        self.table.undo(draft=draft, initiator=self)
        return True

    def give_up_reopening_bids(self) -> None:
        """Give up reopening the recorded bids, as something else is done."""
        if self._recorded is not None:
            self._recorded = None
            self._call_listeners()

    def can_undo_or_redo_typing(self, step: str) -> bool:
        """Return whether `undo` would take back unrecorded input, or `redo` restore it."""
        if self._typing is None:
            return False
        typed = bool(self._typing.keys.removeprefix(POINT))
        if step == "undo":
            return typed
        return step == "redo" and not typed and self._to_redo() is not None

    def _to_redo(self) -> HandDraft | None:
        if self._taken_back is None:
            return None
        typed, entries = self._taken_back
        if (typed.what, typed.hand) != (self.prompt, self._hand):
            return None
        later = entries != len(self.table.match.log) and self.table.redo_name() is not None
        return None if later else typed

    def undo_typing(self) -> None:
        """Take back all that is typed and not recorded."""
        typed = self._typed()
        while self._typing is not None and self._typing.delete_last():
            pass
        self.reason = ""
        self._taken_back = (typed, len(self.table.match.log))
        self.table.draft.keep(PLACE, None)
        self._call_listeners()

    def redo_typing(self) -> None:
        """Restore the input that was taken back, as long as nothing else was typed."""
        if (typed := self._to_redo()) is not None:
            self.table.draft.keep(PLACE, typed)
            self.bids = self.tricks = self._taken_back = None
            self._follow()
            self._call_listeners()
