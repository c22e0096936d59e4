"""A table is one open match: it records, corrects, undoes, runs the clock, and notifies listeners.

Every change ends in one append. An entry and those that belong to it (the `time` that is due before
it, the start of the clock with the first bids) are written together or not at all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

import msgspec

from scorepad.desk.difference import MatchDifference, find_match_difference
from scorepad.desk.documents import DocumentContents, try_to_remember_documents
from scorepad.desk.open_log import CommitNotifier, EntryBatch, OpenLog
from scorepad.desk.ports import OTHER_PROGRAM, Keeper, LogHasGrown
from scorepad.desk.reading import is_behind_kept_log, read_kept_match
from scorepad.desk.steady_clock import CLOCK_SET, SET_SECONDS, doubtful_time_up_refusal
from scorepad.desk.undoing import name_step
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import (
    Bids,
    Clock,
    Common,
    Entry,
    Misdeal,
    Time,
)
from scorepad.spades.gate import new_warnings
from scorepad.spades.match import Match
from scorepad.spades.matchfile import embed_rules_in_entry
from scorepad.spades.naming import team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.result import sides_whose_signature_lapsed
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T, Text


class RecordedEntries(msgspec.Struct, frozen=True):
    """The appended entries, durable, in their order (the requested one is the last), with their
    warnings and side effects."""

    entries: tuple[Entry, ...]
    warnings: tuple[Text, ...] = ()
    notices: tuple[Text, ...] = ()

    @property
    def entry(self) -> Entry:
        """The entry that was asked for, as it is in the log."""
        return self.entries[-1]


class MatchChange(RecordedEntries, frozen=True, kw_only=True):
    """A change for listeners: the new entries, and the match before and after.

    `initiator` is the part of the screen that recorded them, if it is known, so that it can
    recognize its own act. Entries of other programs have none.
    """

    before: Match
    after: Match
    initiator: object | None = None

    @property
    def changes_sheet(self) -> bool:
        """Whether the sheet reads otherwise; a clock entry or a note changes nothing on it."""
        before, after = self.before, self.after
        if after.board is not before.board or after.head is not before.head:
            return True
        # A misdeal before the bids changes no score, and has its row all the same.
        return _misdeals(after) != _misdeals(before)


def _misdeals(match: Match) -> list[Common]:
    return [each for each in match.counting_entries if isinstance(each, Misdeal)]


class MatchBatch(EntryBatch[Match]):
    """Collects entries on their way into a match."""

    def add(self, entry: Entry, *notices: Text, is_requested: bool = False) -> None:
        """Stamp and fold one more; raises `Refused`, and then the batch is as it was."""
        frozen = embed_rules_in_entry(entry, self.log.library)
        stamped: Entry = self.stamp(frozen, is_requested=is_requested)  # type: ignore[assignment]
        before, after = self.log.board, self.log.append(stamped)
        self.note_entry(after, stamped)
        self.warnings += new_warnings(before, after.board)
        self.notices += notices


class Table(OpenLog[Match]):
    """One open match. `desk.Desk` makes it; the same match is never open as two tables."""

    def __init__(
        self,
        match: Match,
        keeper: Keeper,
        changes: CommitNotifier,
        *,
        now: Callable[[], datetime],
        set_by: Callable[[], float],
        supervisor: Callable[[], str],
        laptop_name: Callable[[], str] = str,
    ) -> None:
        super().__init__(match, keeper, changes, laptop_name)
        self._now = now
        self._behind = timedelta()
        self._catch_up()
        self._set_by = set_by
        self.supervisor = supervisor
        self._listeners: list[Callable[[MatchChange], None]] = []

    @property
    def match(self) -> Match:
        """Return the match as it is."""
        return self._log

    def now(self) -> datetime:
        """The time of day (UTC), but never before an entry from elsewhere or an earlier start,
        where a wall clock had been set."""
        return self._now() + self._behind

    def _catch_up(self) -> None:
        now = self.now()
        moments = [entry.at for entry in self.match.log if entry.at is not None]
        self._behind += max([timedelta(), *(each - now for each in moments)])

    def listen(self, callback: Callable[[MatchChange], None]) -> Callable[[], None]:
        """Call back after every change, once it is on the disk, in the order of listening. Returns
        "stop listening"."""
        self._listeners.append(callback)

        def stop() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return stop

    def _notify_listeners(self, change: MatchChange) -> None:
        self._changes.notify_after_commit(
            partial(self._call_listeners, change), partial(self._take_back, change)
        )

    def _call_listeners(self, change: MatchChange) -> None:
        for callback in tuple(self._listeners):
            callback(change)

    def _take_back(self, change: MatchChange) -> None:
        self._log = change.before

    def follow_other_programs(self) -> None:
        """Continue from the stored log after another program wrote to it; raises `Refused`."""
        before, match_log = self.match, self._keeper.load(self.id)
        if is_behind_kept_log(before, match_log):
            known = set(before.ids_of_all_versions)
            was_due = self._due() is not None
            self._log = read_kept_match(match_log, before.library)
            self._catch_up()
            if self.match.holder is not None and not was_due and self._due() is not None:
                # It ran out as another laptop has it, and not as this table had shown it.
                self.draft.keep(CLOCK_SET, dict.fromkeys(self._clock_settings()))
            new = tuple(entry for entry in self.match.log if entry.id not in known)
            self._notify_listeners(
                MatchChange(new, before=before, after=self.match, initiator=OTHER_PROGRAM)
            )

    def _read_stored_ids(self) -> set[str | None]:
        return {each.id for each in self._keeper.load(self.id).log}

    def _status(self, log: Match) -> MatchStatus:
        return status_of(log, changed=self.now())

    def _name_entries(self, entries: Sequence[Common]) -> Text:
        return name_step(self.match, entries)

    def warnings_if_recorded(self, entry: Entry) -> tuple[Text, ...]:
        """Return the warnings that recording this entry would bring; raises `Refused`."""
        return self.match.warnings_if_appended(entry)

    def record(
        self,
        *entries: Entry,
        dealt: bool | None = None,
        draft: str | None = None,
        initiator: object | None = None,
    ) -> RecordedEntries:
        """Append an entry, after those that are due before it; it is durable when this returns.

        Several entries are corrections that are one step: all are stored at once, or none is, and
        one undo takes them all back. An entry with an id, time or recorder of its own keeps them.
        `dealt` answers whether cards were dealt when time ran out between hands. Unanswered (None),
        such a `time` stays due and everything else is taken without it; but bids show that cards
        were dealt. `draft` is the whole draft from then on (`Draft.text_with`), stored in the same
        transaction; None leaves it unchanged. `initiator` is for `MatchChange`.

        Raises `LogHasGrown` if another program recorded something meanwhile, which is shown then,
        or `Refused`; then nothing is changed, unless the entry would have fitted before the `time`
        that was due: that is stored. After `OutcomeUnknown` the same entry is looked up the next
        time and, if missing, stored under the same id.
        """
        again = self._record_again(entries, draft, initiator)
        if again is not None:
            return again
        entry = entries[0]
        now = self.now()
        batch = MatchBatch(self.match, now, self.supervisor(), entries)
        hold = self._find_hold(entries)
        if hold is not None:
            batch.add(hold)
        hold_count = len(batch.entries)
        moment = entry.at or now
        self._add_time(batch, entry, moment, dealt)
        timed = len(batch.entries)
        self._add_clock_start(batch, entry, moment)
        try:
            for each in entries:
                batch.add(each, is_requested=True)
        except Refused:
            if timed > hold_count:
                # An entry that fits neither with the time nor without it is refused for itself.
                self.match.append(entry)
                alone = MatchBatch(self.match, now, self.supervisor())
                for each in batch.entries[:timed]:
                    alone.add(each)
                self._store_batch(alone)
            raise
        return self._store_batch(batch, draft, initiator)

    def _add_time(
        self, batch: MatchBatch, entry: Entry, moment: datetime, dealt: bool | None
    ) -> None:
        # Taking over or choosing a version records nothing in the version that counts now.
        if entry.is_about_log or isinstance(entry, Time):
            return
        between, is_script = self._between_hands(), dealt is not None
        if between and isinstance(entry, Bids):
            dealt = None  # bids show that cards were dealt
        due = self.clock().unrecorded_run_out_time(moment, even_if_struck=between and dealt is None)
        if due is None:
            return
        if self.doubts_clock:
            # The window asks beside the entry; a script has to give the answer.
            if not is_script or entry.is_unchained or isinstance(entry, Clock):
                return
            raise doubtful_time_up_refusal(due)
        if between and dealt is None:
            if not isinstance(entry, Bids):
                return
            batch.add(
                Time(at=due, dealt=True, step=_step_of(entry)),
                T(
                    "time ran out before these bids were entered; Scorepad assumes the hand "
                    "had been dealt by then"
                ),
                is_requested=True,
            )
            return
        batch.add(
            Time(at=due, dealt=bool(dealt) and between),
            T("time had run out, so Scorepad recorded that first"),
        )

    def _add_clock_start(self, batch: MatchBatch, entry: Entry, moment: datetime) -> None:
        rules = batch.log.rules.clock
        if (
            isinstance(entry, Bids)
            and rules.minutes is not None
            and rules.starts == "first-deal"
            and not batch.log.board.hands
            and not read_clock(batch.log).started
        ):
            batch.add(
                Clock(do="start", at=moment, step=_step_of(entry)),
                T("the clock started with these bids"),
                is_requested=True,
            )

    def _store_batch(
        self, batch: EntryBatch[Match], draft: str | None = None, initiator: object | None = None
    ) -> RecordedEntries:
        draft = self._draft_after(batch, draft)
        try:
            self._append(batch, draft)
        except LogHasGrown:
            self.follow_other_programs()
            raise
        return self._finish_recording(batch, draft, initiator)

    def _record_again(
        self, requested: tuple[Entry, ...], draft: str | None, initiator: object | None
    ) -> RecordedEntries | None:
        """Look up the entries of an unknown outcome: if they are stored, the match continues from
        them; if not, they are stored again when the same is requested, and else dropped. Returns
        the entries, if they are those requested."""
        batch, is_kept = self._uncertain_batch()
        if batch is None:
            return None
        is_same = batch.requested == requested
        if is_kept:
            draft = self._draft_after(batch, draft if is_same else None)
            recorded = self._finish_recording(batch, draft, initiator)
            return recorded if is_same else None
        return self._store_batch(batch, draft, initiator) if is_same else None

    def _finish_recording(
        self, batch: EntryBatch[Match], draft: str | None, initiator: object | None
    ) -> RecordedEntries:
        before, after, entries = self.match, batch.log, tuple(batch.entries)
        self._log = after
        if draft is not None:
            self.draft.mark_recorded(draft)
        if after.board.is_over and not before.board.is_over:
            batch.notices += self._back_up_at_end()
        if lapses := sides_whose_signature_lapsed(before, after):
            one = T(
                "{team} has to sign the result again",
                team=team_field(after.head, lapses[0]),
            )
            both = T("both teams have to sign the result again")
            batch.notices.append(both if len(lapses) > 1 else one)
        change = MatchChange(
            entries,
            tuple(batch.warnings),
            tuple(batch.notices),
            before=before,
            after=after,
            initiator=initiator,
        )
        self._notify_listeners(change)
        return change

    def try_to_remember_documents(
        self, documents: Iterable[tuple[str, DocumentContents | None]]
    ) -> Text | None:
        """Do as `documents.try_to_remember_documents`."""
        return try_to_remember_documents(self._keeper, documents, self._now())

    def _back_up_at_end(self) -> list[Text]:
        try:
            self._keeper.make_daily_backup(wait=False)
        except Refused as refused:
            return [refused.text]
        return []

    def preview(self, entry: Entry) -> MatchDifference:
        """Return the changes that this entry would make to every total, bag penalty and ending.
        Nothing is recorded; raises `Refused` if `record` would."""
        after = self.match.append(entry)
        return find_match_difference(self.match, after, new_warnings(self.match.board, after.board))

    _nothing_to_undo = T("there is nothing to undo in this match")

    def _record_step(
        self,
        entries: Sequence[Entry],
        draft: str | None = None,
        initiator: object | None = None,
    ) -> RecordedEntries:
        return self.record(*entries, draft=draft, initiator=initiator)

    # The clock.

    def clock(self) -> ClockFace:
        """Return the clock as the entries have left it."""
        return read_clock(self.match)

    def _between_hands(self) -> bool:
        board = self.match.board
        return (
            not board.open_hand
            and not board.dealt
            and self.match.rules.clock.at_time == "finish-hand"
        )

    def _due(self) -> datetime | None:
        return self.clock().unrecorded_run_out_time(
            self.now(), even_if_struck=self._between_hands()
        )

    def mark_clock_doubtful(self) -> None:
        """The computer's clock was set: while this clock runs on, that is remembered, so that no
        later start of the program decides by itself that time is up."""
        face = self.clock()
        if face.since is not None and not (face.is_time_called or face.over):
            self.draft.keep(CLOCK_SET, dict.fromkeys(self._clock_settings()))

    def _clock_settings(self) -> list[str]:
        return [
            "",
            *(str(each.id) for each in self.match.counting_entries if isinstance(each, Clock)),
        ]

    def _ahead(self) -> float:
        return self._set_by() - self._behind.total_seconds()

    def _clock_marks(self) -> dict[str, float | None]:
        return self.draft.read(CLOCK_SET, dict[str, float | None]) or {}

    def _draft_after(self, batch: EntryBatch[Match], draft: str | None) -> str | None:
        clocks = [str(each.id) for each in batch.entries if isinstance(each, Clock)]
        if not clocks or abs(self._ahead()) <= SET_SECONDS:
            return draft
        marks = self._clock_marks() | dict.fromkeys(clocks, self._ahead())
        return self.draft.text_with(CLOCK_SET, marks, draft)

    @property
    def doubts_clock(self) -> bool:
        """Whether the computer's clock was set after this clock was last set; then only a person
        calls time."""
        marks, last = self._clock_marks(), self._clock_settings()[-1]
        if last not in marks:
            return self._behind.total_seconds() > SET_SECONDS
        ahead = marks[last]
        return ahead is None or abs(ahead - self._ahead()) > SET_SECONDS

    def is_time_question_open(self) -> bool:
        """Return whether time has run out between hands, and one must say whether the next one
        was dealt."""
        return self._between_hands() and self._due() is not None and self.held_elsewhere is None

    def is_time_up_without_question(self) -> bool:
        """Return whether time has run out where no question is needed."""
        return (
            not self._between_hands()
            and self._due() is not None
            and not self.doubts_clock
            and self.may_record_automatically
        )

    def doubtful_run_out_time(self) -> datetime | None:
        """The moment at which time ran out within a hand by the computer's clock, which was set
        meanwhile, so that a person confirms it. None if there is none."""
        due = None if self._between_hands() else self._due()
        if due is None or not self.doubts_clock or self.held_elsewhere is not None:
            return None
        return due

    def record_time_up_answer(
        self, dealt: bool, *, initiator: object | None = None
    ) -> RecordedEntries:
        """Record that time ran out, with the answer; raises `Refused` if it did not."""
        due = self._due()
        if due is None:
            raise Refused("time hasn't run out, so there is nothing to answer")
        answer = Time(at=due, dealt=dealt and self._between_hands())
        return self.record(answer, initiator=initiator)

    def record_time_up_if_due(self) -> RecordedEntries | None:
        """Record the `time` that is due, when no question is needed; None when none is."""
        if self.is_time_up_without_question():
            with contextlib.suppress(
                LogHasGrown
            ):  # It is due again if the new entries leave it so.
                return self.record(Time(at=self._due()))
        return None


def _step_of(entry: Entry) -> str | None:
    return None if entry.step == entry.id else entry.step
