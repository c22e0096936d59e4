"""A match has a head and a log, and the board that they fold to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.bidding import Breach, find_breaches
from scorepad.spades.board import Board, BoardWarning, Hand
from scorepad.spades.entries import Amend, Common, Entry, Head, head_after
from scorepad.spades.entry_kinds import ENTRY_KINDS, name_entry
from scorepad.spades.figures import CountedHands, MatchFigures, count_hands
from scorepad.spades.fold import board_after_entry, fold
from scorepad.spades.gate import (
    GameOver,
    new_warnings,
    refuse_impossible_moments,
    refuse_unappendable_entry,
)
from scorepad.spades.library import Library
from scorepad.spades.log import Log, as_amended
from scorepad.spades.naming import head_of_hand, with_tidy_names
from scorepad.spades.order import Ordered
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import rules_with_agreed_deviations
from scorepad.spades.rules import RuleSet
from scorepad.spades.scoring import nils_of
from scorepad.spades.words import T, Text

_NAME_BIDS = (kinds.PlayerChange, kinds.DealerChange)
MatchIdsByFile: TypeAlias = Mapping[str, str]
"""The match that a file shows alone, by the file's name."""


class LogSummary(NamedTuple):
    """A summary of the first `entries` of a log, which the next entries carry on.

    entries: how many they are
    began, last: when the first and the last of them were recorded (UTC; None if unknown)
    moved: when the last that can change the result was recorded
    signed: whether a side signed
    clocks: the clock entries among them, as they were first written
    """

    entries: int = 0
    began: datetime | None = None
    last: datetime | None = None
    moved: datetime | None = None
    signed: bool = False
    clocks: tuple[kinds.Clock, ...] = ()


class Match(Log[Entry]):
    """An immutable match.  `append` gives the next one; nothing else changes anything."""

    __slots__ = (
        "_between",
        "_counted",
        "_idle",
        "_read",
        "_rule_changes",
        "base_rules",
        "board",
        "first_head",
        "head",
        "library",
        "rules",
    )
    _COPIED = (*Log.__slots__, *__slots__)

    first_head: Head
    head: Head
    base_rules: RuleSet
    rules: RuleSet
    board: Board
    library: Library
    _read: LogSummary
    _counted: CountedHands
    _between: frozenset[str]
    """The rulings that were recorded when no hand was in progress."""
    _rule_changes: tuple[tuple[int, RuleSet], ...]
    """The rules in which entries were recorded, each from a place in the log on."""
    _idle: frozenset[str]
    """The entries that could not be read when something was struck; a restore need not make them
    readable."""

    @classmethod
    def open(cls, head: Head, library: Library, *, id: str | None = None) -> Match:
        """Return a match before its first entry.  Raise `Refused` for a rule set that cannot be."""
        match = cls()
        match._begin(id)
        match.first_head = head
        match.library = library
        match._read = LogSummary()
        match._counted = CountedHands()
        match._between = match._idle = frozenset()
        match._set_head(head)
        match._rule_changes = ((0, match.rules),)
        match.board = Board.before_first_hand(head.first_dealer)
        return match

    def _empty(self) -> Match:
        return Match.open(self.first_head, self.library, id=self.id)

    def _set_head(self, head: Head) -> None:
        self.head = with_tidy_names(head)
        self.base_rules = self.library.resolve(head.rules)
        self.rules = rules_with_agreed_deviations(self.base_rules, head.agreed)

    @property
    def log_summary(self) -> LogSummary:
        """Return the summary of the entries; those of an earlier summary are not read again."""
        n, began, last, moved, signed, clocks = self._read
        if n < len(self.log):
            since = list[kinds.Clock]()
            for entry in self.log[n:]:
                if (at := entry.at) is not None:
                    if began is None or at < began:
                        began = at
                    if last is None or at > last:
                        last = at
                    if (moved is None or at > moved) and self.can_change_result(entry):
                        moved = at
                if isinstance(entry, kinds.Clock):
                    since.append(entry)
                signed = signed or isinstance(entry, kinds.Sign)
            self._read = LogSummary(len(self.log), began, last, moved, signed, (*clocks, *since))
        return self._read

    @property
    def figures(self) -> MatchFigures | None:
        """Return the figures of the hands; None if none counts."""
        self._counted = count_hands(self._counted, self.board, self.head)
        return self._counted.figures

    def can_change_result(self, entry: Entry) -> bool:
        """Return whether an entry can change the result, by itself or by correcting one that
        can."""
        about = self.find_corrected(entry)
        return about is None or ENTRY_KINDS[type(about)].voids_signatures

    _choose_version = T("another version of this match exists; choose which one counts")

    @property
    def all_warnings(self) -> tuple[BoardWarning, ...]:
        """Return the warnings for the supervisor: another version, entries that don't count or
        wait, then the board's, in the order of their entries."""
        of_board = sorted(self.board.warnings, key=lambda each: self._index.get(each.entry, -1))
        texts = self.order_texts
        unfit = (BoardWarning(each, self._why_unfit(each)) for each in self.unfit)
        of_log = (BoardWarning(self.tip, text) for text in texts)
        return (*of_log, *unfit, *of_board)

    def _why_unfit(self, entry_id: str) -> Text:
        return T(
            "{entry} (saved, but doesn't count): {why}",
            entry=self.name(self.original_entry(entry_id)),
            why=self.unfit[entry_id],
        )

    def hand_of(self, entry_id: str) -> Hand | None:
        return self.board.hand_of(entry_id)

    # Appending.

    def warnings_if_appended(self, entry: Entry) -> tuple[Text, ...]:
        """Return the warnings that appending this entry would bring.  Raise `Refused`."""
        return new_warnings(self.board, self.append(entry).board)

    def _no_entry(self, entry_id: str) -> Refused:
        return Refused("this match has no entry “{id}”", id=entry_id)

    def _take_plain(self, entry: Entry) -> None:
        refuse_impossible_moments(entry)
        entry_id = entry.id or ""
        if isinstance(entry, kinds.HeadChange):
            before = self._copy()
            self._add(entry)
            try:
                self.recompute_from_log()
            except Refused:
                self._reset_to(before)
                raise
            return
        read: Common = entry
        if isinstance(entry, _NAME_BIDS):
            self._refuse_unknown_bids(entry)
            read = self._with_bids_in_force(entry)
        refuse_unappendable_entry(self.rules, self.board, read, self.head)
        between = isinstance(entry, kinds.Ruling) and self.board.hand is None
        if between:
            self._between |= {entry_id}
        self._add(entry)
        self.board = board_after_entry(self.rules, self.board, read, between_hands=between)

    def recompute_from_log(self) -> None:
        self._set_head(self.recorded_head)
        if self.rules != self._rule_changes[-1][1]:
            self._rule_changes = (*self._rule_changes, (len(self.log), self.rules))
        self.board = self._fold()
        self._warn_of_breaches()

    def _refuse_unknown_bids(self, entry: kinds.PlayerChange | kinds.DealerChange) -> None:
        if entry.bids is not None and not isinstance(self.original_entry(entry.bids), kinds.Bids):
            raise Refused(
                "entry “{id}” doesn't record the bids of a hand; enter the ID of an entry that "
                "does",
                id=entry.bids[:60],
            )

    def _with_bids_in_force(self, entry: Common) -> Common:
        if not isinstance(entry, _NAME_BIDS) or (named := entry.bids) is None:
            return entry
        struck = self.struck_ids
        later = self.log[self._index[named] : self._index.get(entry.id or "", len(self.log))]
        bids = (each.id for each in later if isinstance(each, kinds.Bids))
        return replace(entry, bids=next((each for each in bids if each not in struck), None))

    @property
    def entries_to_fold(self) -> tuple[Common, ...]:
        """Return the entries that count, each with the bids in force that it names."""
        return tuple(map(self._with_bids_in_force, self.counting_entries))

    def head_of_hand(self, hand: Hand | None = None) -> Head:
        """Return the head with the players of a hand; without one, with the present players."""
        if not self.board.seated:
            return self.head
        now = len(self.board.hands) + (not (self.board.open_hand or self.board.is_over))
        return head_of_hand(self.head, self.board, now if hand is None else hand.number)

    def head_of_entry(self, entry: Common) -> Head:
        """Return the head with the players of the hand that an entry is in, or corrects; outside of
        hands that of the match."""
        entry_id = getattr(entry, "entry", entry.id)
        hand = self.hand_of(entry_id or "")
        is_seat = isinstance(entry, kinds.PlayerChange)
        return self.head if hand is None or is_seat else self.head_of_hand(hand)

    def _fold(self, until: int | None = None) -> Board:
        log, dealer = self.entries_to_fold, self.head.first_dealer
        return fold(self.rules, dealer, log, self._between, self._find_earlier_rules(), until=until)

    def _find_earlier_rules(self) -> dict[str, RuleSet]:
        if len(self._rule_changes) == 1:
            return {}
        places = [place for place, _ in self._rule_changes]
        found = dict[str, RuleSet]()
        for entry_id, place in self._index.items():
            rules = self._rule_changes[bisect_right(places, place) - 1][1]
            if rules != self.rules:
                found[entry_id] = rules
        return found

    def _warn_of_breaches(self) -> None:
        earlier, warnings = self._find_earlier_rules(), list[BoardWarning]()
        for hand in self.board.hands:
            bids = hand.bids
            if (
                hand.override is None
                and not hand.bids_itself
                and hand.bids_id in earlier
                and hand.nils == nils_of(self.rules, bids)
            ):
                for why in find_breaches(self.rules, self.board, bids, self.head, bids):
                    text = T(
                        "hand {hand}: {why}; it still counts, because it was recorded under "
                        "different rules",
                        hand=hand.number,
                        why=why,
                    )
                    warnings.append(BoardWarning(hand.bids_id, text))
        if warnings:
            self.board = replace(self.board, warnings=(*self.board.warnings, *warnings))

    # Correcting.

    def before_hand(self, hand: Hand) -> Match:
        """Return the match as it was before a hand was bid, as everything now reads."""
        before = self._copy()
        before.board = self._board_before(hand.bids_id)
        return before

    def with_hand_opened_by(self, bids: kinds.Bids) -> Match:
        """Return the match with the next hand opened by these bids, whether or not they would be
        accepted."""
        opened = self._copy()
        opened.board = board_after_entry(self.rules, self.board, bids, between_hands=False)
        return opened

    def _check_moment(self, entry: Entry) -> None:
        refuse_impossible_moments(entry)

    def _check_amend(self, amend: Amend, target: Entry) -> None:
        if isinstance(target, kinds.HeadChange):
            return
        if isinstance(amend.to, _NAME_BIDS):
            self._refuse_unknown_bids(amend.to)
        now = self.with_latest_amend(target)
        try:
            refuse_unappendable_entry(
                self.rules,
                self._board_before(amend.entry),
                as_amended(target, amend.to, amend.override),
                self.head,
                replaced_bids=now.by_seat if isinstance(now, kinds.Bids) else None,
            )
        except Breach as breach:
            if isinstance(amend.to, kinds.Bids) and amend.to.override is not None:
                text = T(
                    "{breach}; put the override in the “amend” entry itself, not in the bids "
                    "inside it",
                    breach=breach.text,
                )
                raise Breach(text) from None
            raise
        except GameOver:
            raise self._refuse_after_end(amend.entry) from None

    def _refuse_after_end(self, entry_id: str) -> Refused:
        what = self.name(self.original_entry(self._board_before(entry_id).ended_by))
        hand = self.board.hand_of(entry_id)
        if hand is not None:
            return Refused(
                "hand {hand} was played after the match ended; first correct the {entry} that "
                "ended it",
                hand=hand.number,
                entry=what,
            )
        return Refused(
            "this was recorded after the match ended; first correct the {entry} that ended it",
            entry=what,
        )

    def _board_before(self, entry_id: str) -> Board:
        return self._fold([entry.id for entry in self.counting_entries].index(entry_id))

    def _check_strike(self, target: Entry) -> None:
        entry_id = target.id or ""
        hand = self.board.hand_of(entry_id)
        closing = hand is not None and hand.closed_by == entry_id != hand.bids_id
        reopens = closing and isinstance(target, kinds.Tricks | kinds.Talk)
        if reopens and hand is not None and hand is not self.board.hands[-1]:
            raise Refused(
                "hand {hand} isn't the latest hand, so it can't be reopened; correct the "
                "entry instead",
                hand=hand.number,
            )

    def _find_taken_along(self, entry_id: str) -> tuple[str, ...]:
        hand = self.board.hand_of(entry_id)
        if hand is None or not isinstance(self.original_entry(entry_id), kinds.Bids):
            return ()
        return tuple(
            each
            for each in hand.entries
            if ENTRY_KINDS[type(self.original_entry(each))].is_struck_with_bids
        )

    def _check_correction(self, before: Match, entry: Entry) -> None:
        if isinstance(entry, kinds.Strike):
            self._idle |= {each.entry for each in before.board.unread}
        if not isinstance(before.find_corrected(entry), kinds.HeadChange):
            self._refuse_unreadable(before)

    def _refuse_unreadable(self, before: Match) -> None:
        unread_before = {each.entry for each in before.board.unread} | self._idle
        for each in self.board.unread:
            if each.entry not in unread_before:
                raise Refused(
                    "this isn't possible, because the {entry} would no longer be valid "
                    "({why}); correct or delete that entry first",
                    entry=before.name(before.original_entry(each.entry)),
                    why=each.text,
                )

    # Naming.

    @property
    def recorded_head(self) -> Head:
        """Return the head with its names as they are stored, of which codes are made."""
        head = self.first_head
        for entry in self.counting_entries:
            if isinstance(entry, kinds.HeadChange):
                head = head_after(head, entry)
        return head

    def name(self, entry: Common) -> Text:
        """Return the name of an entry for Undo, the history and the sheet."""
        return name_entry(self.head_of_entry(entry), entry, self.find, self.hand_of)

    @property
    def agreed(self) -> Mapping[str, Any]:
        """Return the deviations from the rule set that hold now."""
        return self.head.agreed

    def with_first_head(self, head: Head) -> Match:
        """Return the match as if it had begun with this head, which has an equivalent rule set."""
        other = self._copy()
        other.first_head = head
        other._set_head(head)  # noqa: SLF001  # its own copy
        first = self._rule_changes[0][1]
        other._rule_changes = tuple(  # noqa: SLF001
            (place, other.rules if rules == first else rules) for place, rules in self._rule_changes
        )
        if self.head != self.first_head or other.rules != self.rules:
            other.recompute_from_log()
        return other


def fold_match_from_entries(
    head: Head, entries: Iterable[Ordered], library: Library, *, id: str | None = None
) -> Match:
    """Return the match of a set of entries, which all have ids. Raise `Refused` if the head's rule
    set isn't here."""
    return Match.open(head, library, id=id).rebuild_from_entry_set(entries)


def moment_of_play(
    scheduled: datetime | None, first_entry: datetime | None, created: datetime | None = None
) -> datetime | None:
    """Return the moment (UTC) that gives a match its day: the local day of that moment.

    It is the scheduled start, else the moment when its log began, else the moment when it was
    opened.  None means that nothing is known."""
    return scheduled or first_entry or created
