"""One open match: recording, correcting, undoing, the clock, and who wants to know of it.

Everything here ends in one append.  What an entry brings with it (the `time` that is due before
it, the start of the clock with the first bids) goes to the disk together with it or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.desk.difference import Difference, difference
from scorepad.desk.ids import latest, next_id
from scorepad.desk.ports import Careful, Keeper
from scorepad.desk.summary import summarize
from scorepad.desk.undoing import (
    NothingToRedo,
    NothingToUndo,
    all_to_redo,
    all_to_undo,
    name_steps,
)
from scorepad.spades import entries as kinds
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import Amendable, Entry
from scorepad.spades.match import Match
from scorepad.spades.matchfile import frozen_entry
from scorepad.spades.naming import side_called
from scorepad.spades.refusal import Refused
from scorepad.spades.signing import lapsing
from scorepad.spades.words import T, Text


class TimeNotDue(Refused):
    def __init__(self) -> None:
        super().__init__(T("time has not run out, so there is nothing to answer"))


class Recorded(msgspec.Struct, frozen=True):
    """What was appended, durably: the entries in their order (the one asked for is the last),
    the warnings they brought, and what was done besides."""

    entries: tuple[Entry, ...]
    warnings: tuple[Text, ...] = ()
    notices: tuple[Text, ...] = ()

    @property
    def entry(self) -> Entry:
        """The entry that was asked for, as it stands in the log."""
        return self.entries[-1]


class Change(msgspec.Struct, frozen=True):
    """What a listener is told: the table, the new entries, and the name of what happened
    ("tricks of hand 7").  After a join `entries` are those that came from elsewhere."""

    table: Table
    entries: tuple[Entry, ...]
    named: Text


class _Batch:
    """Entries on their way into the log, folded one after another."""

    def __init__(self, table: Table, now: datetime) -> None:
        self.match = table.match
        self.entries: list[Entry] = []
        self.warnings: list[Text] = []
        self.notices: list[Text] = []
        self._table = table
        self._now = now
        self._last = latest(entry.id for entry in table.match.log)

    def add(self, entry: Entry, *notices: Text) -> None:
        """Stamp and fold one more; raises `Refused`, and then the batch is as it was."""
        entry = frozen_entry(entry, self._table.match.library)
        stamped = replace(
            entry,
            id=entry.id or next_id(self._now, self._last),
            at=entry.at or self._now,
            by=entry.by or self._table.supervisor() or None,
        )
        warnings = self.match.check(stamped)
        self.match = self.match.append(stamped)
        self._last = latest((self._last, stamped.id))
        self.entries.append(stamped)
        self.warnings += warnings
        self.notices += notices


class Table:
    """One open match.  `desk.Desk` makes it; the same match is never open as two tables.

    `id` is the match's id, `match` the match as it stands, `now` the clock on the wall (UTC).
    """

    def __init__(
        self,
        match_id: str,
        match: Match,
        keeper: Keeper,
        *,
        now: Callable[[], datetime],
        supervisor: Callable[[], str],
    ) -> None:
        self.id = match_id
        self.match = match
        self.now = now
        self.supervisor = supervisor
        self._keeper = keeper
        self._listeners: list[Callable[[Change], None]] = []
        self._face: tuple[Match, ClockFace] | None = None

    # Listening.

    def listen(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call back after every change, once it is on the disk.  Returns "stop listening"."""
        self._listeners.append(callback)

        def stop() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return stop

    def _tell(self, entries: tuple[Entry, ...], named: Text) -> None:
        change = Change(self, entries, named)
        for callback in tuple(self._listeners):
            callback(change)

    def joined(self, match: Match, new: tuple[Entry, ...]) -> None:
        """Another log was joined to this match, and kept: go on from there."""
        self.match = match
        self._tell(new, T("entries from another log"))

    # Recording.

    def check(self, entry: Entry) -> tuple[Text, ...]:
        """The warnings that recording this entry would bring; raises `Refused`."""
        return self.match.check(entry)

    def record(self, entry: Entry, *, dealt: bool | None = None) -> Recorded:
        """Append an entry, with what has to stand before it; durable when it returns.

        An entry that says its own id, time or recorder keeps them.  `dealt` answers whether
        cards were dealt when time ran out between hands.  Unanswered (None), such a `time`
        stays due and everything else is taken without it; but bids show that cards were dealt.
        Raises `Refused`; then nothing is changed, unless the entry would have fitted before the
        `time` that was due: that is kept, for it did run out.
        """
        return self._record(entry, dealt=dealt)

    def record_together(self, entries: Sequence[Entry]) -> Recorded:
        """Several corrections as one step: all are kept at one moment, or none is, and one undo
        takes them all back.  Raises `Refused`."""
        return self._record(*entries)

    def _record(
        self, *entries: Entry, dealt: bool | None = None, named: Text | None = None
    ) -> Recorded:
        entry = entries[0]
        now = self.now()
        batch = _Batch(self, now)
        moment = entry.at or now
        self._add_time(batch, entry, moment, dealt)
        timed = len(batch.entries)
        self._add_clock_start(batch, entry, moment)
        try:
            for each in entries:
                batch.add(each)
        except Refused:
            if timed:
                # What fits neither with the time nor without it is refused for itself.
                self.match.check(entry)
                self._keep_time(now, batch.entries[0])
            raise
        return self._keep(batch, named)

    def _add_time(self, batch: _Batch, entry: Entry, moment: datetime, dealt: bool | None) -> None:
        if isinstance(entry, kinds.Time):
            return
        due = self.clock().due(moment)
        if due is None:
            return
        if self._between_hands() and dealt is None:
            if not isinstance(entry, kinds.Bids):
                return
            batch.add(
                kinds.Time(at=due, dealt=True),
                T("time had run out before these bids; recorded as: cards were dealt by then"),
            )
            return
        batch.add(
            kinds.Time(at=due, dealt=bool(dealt) and self._between_hands()),
            T("time had run out; that was recorded first"),
        )

    def _add_clock_start(self, batch: _Batch, entry: Entry, moment: datetime) -> None:
        rules = batch.match.rules.clock
        if (
            isinstance(entry, kinds.Bids)
            and rules.minutes is not None
            and rules.starts == "first-deal"
            and not batch.match.board.hands
            and not read_clock(batch.match).started
        ):
            batch.add(
                kinds.Clock(do="start", at=moment),
                T("the clock was not running; it was started with these bids"),
            )

    def _keep_time(self, now: datetime, time: Entry) -> None:
        alone = _Batch(self, now)
        alone.add(time)
        self._keep(alone)

    def _keep(self, batch: _Batch, named: Text | None = None) -> Recorded:
        before, after = self.match, batch.match
        entries = tuple(batch.entries)
        self._keeper.append(
            self.id, entries, summarize(after, changed=self.now()), after=len(before.log)
        )
        self.match = after
        if after.board.over and not before.board.over:
            batch.notices += self._ended()
        if lapses := lapsing(before, after):
            batch.notices.append(
                T("both signatures lapse: the result has to be signed again")
                if len(lapses) > 1
                else T(
                    "the signature of {team} lapses: the result has to be signed again",
                    team=side_called(after.head, lapses[0]),
                )
            )
        self._tell(entries, named or self._named(before, entries[-1]))
        return Recorded(entries, tuple(batch.warnings), tuple(batch.notices))

    def _named(self, before: Match, entry: Entry) -> Text:
        """What just happened; a strike is named as long as its entry still has its hand."""
        if isinstance(entry, kinds.Strike) and before.has(entry.entry):
            return before.name(entry)
        return self.match.name(entry)

    def _ended(self) -> list[Text]:
        if isinstance(self._keeper, Careful):
            try:
                self._keeper.backup_now("end", wait=False)
            except Refused as refused:
                return [refused.text]
        return []

    def preview(self, entry: Entry) -> Difference:
        """What recording this entry would change in every total, bag penalty and ending, before
        and after.  Nothing is recorded; raises `Refused` where `record` would."""
        warnings = self.match.check(entry)
        return difference(self.match, self.match.append(entry), warnings)

    # Correcting.

    def amend(
        self, entry_id: str, to: Amendable, why: str, override: str | None = None
    ) -> Recorded:
        """From now on that entry reads `to`."""
        return self.record(kinds.Amend(entry=entry_id, to=to, why=why, override=override))

    def strike(self, entry_id: str, why: str) -> Recorded:
        """That entry no longer counts."""
        return self.record(kinds.Strike(entry=entry_id, why=why))

    def restore(self, entry_id: str) -> Recorded:
        """The strike of that entry is taken back."""
        return self.record(kinds.Restore(entry=entry_id))

    def setup(self, why: str, **fields: Any) -> Recorded:
        """The match's head now reads so; `fields` are those of a `setup` entry."""
        return self.record(self.setup_entry(why, fields))

    def setup_entry(self, why: str, fields: Mapping[str, Any]) -> kinds.Setup:
        """The entry that `setup` records, for a preview before it."""
        return kinds.Setup(why=why, **fields)

    def undo_name(self) -> Text | None:
        """What `undo` would undo, "tricks of hand 7"; None when there is nothing."""
        return name_steps(self.match, all_to_undo(self.match))

    def undo(self) -> Recorded:
        """Take the latest step back, clock entries passed over."""
        steps = all_to_undo(self.match)
        name = name_steps(self.match, steps)
        if name is None:
            raise NothingToUndo
        return self._record_either([step.back for step in steps], T("Undo: {entry}", entry=name))

    def redo_name(self) -> Text | None:
        """What `redo` would bring back, "tricks of hand 7"; None when there is nothing."""
        return name_steps(self.match, all_to_redo(self.match))

    def redo(self) -> Recorded:
        """Take the step again that was undone last, while nothing else was recorded since."""
        steps = all_to_redo(self.match)
        name = name_steps(self.match, steps)
        if name is None:
            raise NothingToRedo
        return self._record_either([step.again for step in steps], T("Redo: {entry}", entry=name))

    def _record_either(self, entries: Sequence[Entry], named: Text) -> Recorded:
        """In this order; or, where one cannot stand without the other, the other way round."""
        try:
            return self._record(*entries, named=named)
        except Refused:
            if len(entries) == 1:
                raise
            return self._record(*reversed(entries), named=named)

    # The clock.

    def clock(self) -> ClockFace:
        """The clock as the entries have left it."""
        # Asked at every tick, of every open table.
        if self._face is None or self._face[0] is not self.match:
            self._face = (self.match, read_clock(self.match))
        return self._face[1]

    def _between_hands(self) -> bool:
        """Would it make a difference whether cards were dealt when time ran out?"""
        board = self.match.board
        return (
            not board.open_hand
            and not board.dealt
            and self.match.rules.clock.at_time == "finish-hand"
        )

    def _due(self) -> datetime | None:
        return self.clock().due(self.now())

    def time_asks(self) -> bool:
        """Has time run out between hands, so that "Cards dealt?" must be answered?"""
        return self._between_hands() and self._due() is not None

    def time_is_due(self) -> bool:
        """Has time run out where no question is needed?"""
        return not self._between_hands() and self._due() is not None

    def answer_time(self, dealt: bool) -> Recorded:
        """Record that time ran out, with the answer; raises `TimeNotDue`."""
        due = self._due()
        if due is None:
            raise TimeNotDue
        return self.record(kinds.Time(at=due, dealt=dealt and self._between_hands()))

    def append_due(self) -> Recorded | None:
        """Record the `time` that is due, when no question is needed; None when none is."""
        due = self._due()
        if due is None or self._between_hands():
            return None
        return self.record(kinds.Time(at=due))

    # What was typed and not confirmed.

    @property
    def draft(self) -> str:
        """What was typed here and not confirmed, kept over a restart."""
        return self._keeper.draft(self.id)

    @draft.setter
    def draft(self, draft: str) -> None:
        self._keeper.keep_draft(self.id, draft)
