"""A match has a head and a log, and the board that they fold to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.board import Board, BoardWarning, Hand
from scorepad.spades.corrections import CORRECTIONS, Journal, Log, corrected
from scorepad.spades.entries import Common, Entry, Head, head_after, kind_of
from scorepad.spades.entry_words import name_entry
from scorepad.spades.fold import fold, step, whole_hands
from scorepad.spades.gate import gate, new_warnings, refuse_moments, unusual
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import with_agreed
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, Text


class RefusedEntry(Refused):
    """An entry of a log cannot be taken: its position, from 1, its kind, and why."""

    def __init__(self, position: int, entry: Entry, refused: Refused) -> None:
        super().__init__(refused.text)
        self.position, self.kind = position, kind_of(entry)


class LogRead(NamedTuple):
    """What the first `entries` of a log say together: when the first of them was recorded (UTC;
    None where no entry says when), whether anybody signed, the `latest` id, and the `clocks` among
    them, as they were first written."""

    entries: int = 0
    began: datetime | None = None
    signed: bool = False
    latest: str | None = None
    clocks: tuple[kinds.Clock, ...] = ()


class Match(Log):
    """An immutable match.  `append` gives the next one; nothing else changes anything.

    Every entry of `log` has an id: the one it carries, or its position ("1", "2", …).
    """

    __slots__ = (
        "_read",
        "base_rules",
        "board",
        "first_head",
        "head",
        "id",
        "library",
        "rules",
    )

    id: str | None
    first_head: Head
    head: Head
    base_rules: RuleSet
    rules: RuleSet
    board: Board
    library: Library
    _read: LogRead

    @classmethod
    def open(cls, head: Head, library: Library, *, id: str | None = None) -> Match:
        """Return a match before its first entry.  Raise `Refused` for a rule set that cannot be."""
        match = cls()
        match.id = id
        match.first_head = head
        match.library = library
        match.log = ()
        match._index = {}
        match.journal = Journal()
        match._read = LogRead()
        match._headed(head)
        match.board = Board(dealer=head.first_dealer)
        return match

    def _headed(self, head: Head) -> None:
        self.head = head
        self.base_rules = self.library.resolve(head.rules)
        self.rules = with_agreed(self.base_rules, head.agreed)

    def _copy(self) -> Match:
        """Return a match like this one, which may be changed as long as nobody else has it."""
        other = Match()
        for name in _SLOTS:
            setattr(other, name, getattr(self, name))
        other._index = dict(self._index)
        return other

    @property
    def read(self) -> LogRead:
        """Return what its entries say together; those that were read before are not read again."""
        n, began, signed, latest, clocks = self._read
        if n < len(self.log):
            ids, since = [latest], list[kinds.Clock]()
            for entry in self.log[n:]:
                ids.append(entry.id)
                if entry.at is not None and (began is None or entry.at < began):
                    began = entry.at
                if isinstance(entry, kinds.Clock):
                    since.append(entry)
                signed = signed or isinstance(entry, kinds.Sign)
            latest = kinds.latest_id(ids)
            self._read = LogRead(len(self.log), began, signed, latest, (*clocks, *since))
        return self._read

    @property
    def doubted(self) -> bool:
        """Return whether something of it was damaged, so that nobody knows it as it was."""
        return self.has(kinds.doubt_id(self.id or ""))

    def hand_of(self, entry_id: str) -> Hand | None:
        """Return the hand that this entry is in."""
        return self.board.hand_of(entry_id)

    # Appending.

    def can(self, entry: Entry) -> bool:
        """Return whether the gate would accept this entry."""
        try:
            self.append(entry)
        except Refused:
            return False
        return True

    def check(self, entry: Entry) -> tuple[Text, ...]:
        """Return the warnings that appending this entry would bring.  Raise `Refused`."""
        return new_warnings(self.board, self.append(entry).board)

    def append(self, entry: Entry) -> Match:
        """Return the match with one more entry.  Raise `Refused`; nothing has changed then.

        An entry marked `unfit` is kept and counts nothing.
        """
        return self.next(entry, gated=True)

    def next(self, entry: Entry, *, gated: bool) -> Match:
        """Do as `append`.  If not `gated`, do not check the entry; it was accepted before."""
        after = self._copy()
        after._take(entry, gated=gated)  # noqa: SLF001  # its own copy
        return after

    def extended(self, log: Iterable[Entry], *, gated: bool) -> Match:
        """Return the match with all these entries, taken in one pass.  Raise `RefusedEntry`."""
        after, entries, at = self._copy(), _named(log, len(self.log) + 1), 0
        while at < len(entries):
            board, end = whole_hands(after.rules, after.board, entries, at)
            hands = entries[at:end]
            if hands and after._take_hands(hands, board):  # noqa: SLF001
                at = end
                continue
            for entry in hands or entries[at : at + 1]:
                at += 1
                try:
                    after._take(entry, gated=gated)  # noqa: SLF001
                except Refused as refused:
                    raise RefusedEntry(len(self.log) + at, entry, refused) from None
        return after

    def _take_hands(self, hands: Sequence[Entry], board: Board) -> bool:
        """Append whole hands, after which this is the board, and return whether that was possible.

        It is where the gate, asked about each entry, could find nothing to say."""
        ids = [entry.id or "" for entry in hands]
        if len({*ids}) < len(ids) or not self._index.keys().isdisjoint(ids):
            return False
        if any(map(unusual, hands)):
            return False
        self._index.update(zip(ids, count(len(self.log)), strict=False))
        self.log = (*self.log, *hands)
        self.board = board
        return True

    def _take(self, entry: Entry, *, gated: bool) -> None:
        """Append an entry to this copy, which is useless if that raises `Refused`."""
        (entry,) = _named([entry], len(self.log) + 1)
        entry_id = entry.id or ""
        if entry_id in self._index:
            raise Refused(
                "the id “{id}” is taken by an earlier entry; each entry has its own",
                id=entry_id[:60],
            )
        if gated:
            refuse_moments(entry)
        if entry.unfit is None and type(entry) in _PLAIN:
            if gated:
                gate(self.rules, self.board, entry, self.head)
            between = isinstance(entry, kinds.Ruling) and self.board.hand is None
            if between:
                self.journal = replace(self.journal, between=self.journal.between | {entry_id})
            self._put(entry_id, entry)
            self.board = step(self.rules, self.board, entry, between=between)
        elif entry.unfit is not None:
            # As in `refold`, the warning stands after those of other unfit entries.
            earlier = sum(each.unfit is not None for each in self.log)
            warned = self.board.warnings
            warned = (*warned[:earlier], _unfit(entry), *warned[earlier:])
            self._put(entry_id, entry)
            self.board = replace(self.board, warnings=warned)
        elif isinstance(entry, CORRECTIONS):
            before = self._copy()
            journal = corrected(before, entry, self.rules, self.head, self.board, gated=gated)
            self._put(entry_id, entry)
            self.journal = journal
            self.refold()
            if gated:
                _refuse_unreadable(before, self, stale=_about_setup(before, entry))
        else:
            before = self._copy()
            self._put(entry_id, entry)
            self.refold()
            if gated:
                _refuse_unreadable(before, self, stale=True)

    def _put(self, entry_id: str, entry: Entry) -> None:
        self._index[entry_id] = len(self.log)
        self.log = (*self.log, entry)

    def refold(self) -> None:
        """Compute head and board again from the log as it now reads."""
        counting = self.counting
        head = self.first_head
        for entry in counting:
            if isinstance(entry, kinds.Setup):
                head = head_after(head, entry)
        self._headed(head)
        board = fold(self.rules, head.first_dealer, counting, self.journal.between)
        unfit = tuple(_unfit(entry) for entry in self.log if entry.unfit is not None)
        self.board = replace(board, warnings=(*unfit, *board.warnings)) if unfit else board

    # Naming.

    def name(self, entry: Common) -> Text:
        """Return the name of an entry for Undo, the history and the sheet."""
        return name_entry(self.head, entry, self._find, self.hand_of)

    def _find(self, entry_id: str) -> Entry | None:
        return self.log[self._index[entry_id]] if entry_id in self._index else None

    @property
    def agreed(self) -> Mapping[str, Any]:
        """Return the deviations from the rule set that hold now."""
        return self.head.agreed

    def beginning(self, head: Head) -> Match:
        """Return the match as if it had begun with this head, which has an equivalent rule set."""
        other = self._copy()
        other.first_head = head
        other._headed(head)  # noqa: SLF001  # its own copy
        if self.head != self.first_head or other.rules != self.rules:
            other.refold()
        return other

    def prefix(self, entries: int) -> Match:
        """Return the match as it was after the first `entries` of its log."""
        return reload(self.first_head, self.log[:entries], self.library, id=self.id)


_PLAIN = frozenset(kinds.KINDS.values()) - {*CORRECTIONS, kinds.Setup}
"""The kinds of entry after which the fold goes on from the board."""
_SLOTS = (*Log.__slots__, *Match.__slots__)


def _named(log: Iterable[Entry], first: int) -> list[Entry]:
    """Return entries that all have an id: their own, or their position, of which this is the
    first."""
    numbered = enumerate(log, first)
    return [each if each.id is not None else replace(each, id=str(n)) for n, each in numbered]


def _about_setup(match: Match, entry: Entry) -> bool:
    """Return whether this correction changes the head."""
    while isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
        entry = match.raw(entry.entry)
    return isinstance(entry, kinds.Setup)


def _refuse_unreadable(before: Match, after: Match, *, stale: bool) -> None:
    """Raise `Refused` where an entry had a meaning in `before` and has none in `after`.

    With `stale`, an entry is excused if its hand has now ended before it.
    """
    known = {each.entry for each in before.board.unread} | after.journal.idle
    for each in after.board.unread:
        excused = each.stale and (stale or each.entry in known)
        if not excused:
            raise Refused(
                "not possible, because the {entry} could then not be read: {why}; "
                "correct or strike that first",
                entry=before.name(before.raw(each.entry)),
                why=each.text,
            )


def _unfit(entry: Entry) -> BoardWarning:
    text = T("{kind} entry kept but not counted: {why}", kind=kind_of(entry), why=entry.unfit or "")
    return BoardWarning(entry.id or "", text)


def replay(head: Head, log: Sequence[Entry], library: Library, *, id: str | None = None) -> Match:
    """Open a match and gate every entry of a log into it.  Raise `Refused`."""
    return Match.open(head, library, id=id).extended(log, gated=True)


def reload(head: Head, log: Sequence[Entry], library: Library, *, id: str | None = None) -> Match:
    """Open a match and read a log into it that was gated when it was written.

    What was once accepted is read again without the gate, so that a stricter edition of it can
    never keep a stored match from being opened.
    """
    return Match.open(head, library, id=id).extended(log, gated=False)


def played(
    scheduled: datetime | None, first_entry: datetime | None, created: datetime | None = None
) -> datetime | None:
    """Return the moment (UTC) that gives a match its day: the local day of that moment.

    It is the scheduled start, else the moment when its log began, else the moment when it was
    opened.  None means that nothing is known."""
    return scheduled or first_entry or created
