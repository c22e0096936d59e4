"""A table is one open match: it records, corrects, undoes, runs the clock, and tells who listens.

Every change ends in one append. What an entry brings with it (the `time` that is due before it, the
start of the clock with the first bids) goes to the disk together with it or not at all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import msgspec

from scorepad.desk.difference import Difference, difference
from scorepad.desk.draft import Draft
from scorepad.desk.ids import Batch
from scorepad.desk.ports import ELSEWHERE, Keeper, NotCertain, Overtaken
from scorepad.desk.steady_clock import CLOCK_SET, SET_SECONDS, doubtful_time
from scorepad.desk.summary import summarize
from scorepad.desk.undoing import name_step, possible, to_redo, to_undo
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import Bids, Clock, Entry, Note, Time
from scorepad.spades.gate import new_warnings
from scorepad.spades.match import Match, reload
from scorepad.spades.naming import team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.result import lapsed_sides
from scorepad.spades.words import T, Text


class Recorded(msgspec.Struct, frozen=True):
    """What was appended, durably: the entries in their order (the one asked for is the last), the
    warnings they brought, and what was done besides."""

    entries: tuple[Entry, ...]
    warnings: tuple[Text, ...] = ()
    notices: tuple[Text, ...] = ()

    @property
    def entry(self) -> Entry:
        """The entry that was asked for, as it stands in the log."""
        return self.entries[-1]


class Change(Recorded, frozen=True, kw_only=True):
    """What listeners are told: what was recorded, and the match before and after.

    `initiator` is who did it, where that was said, so that a part of the screen can tell its own
    act. Where somebody else wrote, the entries are those that came from there.
    """

    before: Match
    after: Match
    initiator: object | None = None

    @property
    def on_sheet(self) -> bool:
        """Whether the sheet reads otherwise; a clock entry or a note changes nothing on it."""
        before, after = self.before, self.after
        return after.board is not before.board or after.head is not before.head


class Table:
    """One open match. `desk.Desk` makes it; the same match is never open as two tables.

    `id` is the match's id, `match` the match as it stands, `draft` what is typed here and not
    confirmed.
    """

    def __init__(
        self,
        match_id: str,
        match: Match,
        keeper: Keeper,
        *,
        now: Callable[[], datetime],
        set_by: Callable[[], float],
        supervisor: Callable[[], str],
    ) -> None:
        self.id = match_id
        self.match = match
        self.draft = Draft(keeper, match_id)
        self._now = now
        self._behind = timedelta()
        self._catch_up()
        self._set_by = set_by
        self.supervisor = supervisor
        self._keeper = keeper
        self._listeners: list[Callable[[Change], None]] = []
        self._not_certain: Batch | None = None

    def now(self) -> datetime:
        """The time of the day (UTC), which at this table is never before an entry that came from
        elsewhere or an earlier start: where it was, a wall clock had been set."""
        return self._now() + self._behind

    def _catch_up(self) -> None:
        now = self.now()
        moments = [entry.at for entry in self.match.log if entry.at is not None]
        self._behind += max([timedelta(), *(each - now for each in moments)])

    @property
    def doubtful(self) -> bool:
        """Return whether its log was found not as it was recorded."""
        return self.id in self._keeper.doubts

    def listen(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call back after every change, once it is on the disk, in the order of listening. Returns
        "stop listening"."""
        self._listeners.append(callback)

        def stop() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return stop

    def _tell(self, change: Change) -> None:
        for callback in tuple(self._listeners):
            callback(change)

    def follow(self, *, anew: bool = False) -> None:
        """Go on from the log as it is kept, where somebody else wrote to it, or `anew` in any case;
        raises `Refused`."""
        before, kept = self.match, self._keeper.load(self.id)
        known = dict.fromkeys(entry.id for entry in before.log)
        # An entry never changes: the same ids in the same order are the same log.
        if anew or [entry.id for entry in kept.log] != [*known]:
            self.match = reload(kept.head, kept.log, before.library, id=self.id)
            self._catch_up()
            new = tuple(entry for entry in kept.log if entry.id not in known)
            self._tell(Change(new, before=before, after=self.match, initiator=ELSEWHERE))

    def check(self, entry: Entry) -> tuple[Text, ...]:
        """Return the warnings that recording this entry would bring; raises `Refused`."""
        return self.match.check(entry)

    def record(
        self,
        *entries: Entry,
        dealt: bool | None = None,
        draft: str | None = None,
        initiator: object | None = None,
    ) -> Recorded:
        """Append an entry, with what has to stand before it; it is durable when this returns.

        Several entries are corrections that are one step: all are kept at one moment, or none is,
        and one undo takes them all back. An entry that says its own id, time or recorder keeps
        them. `dealt` answers whether cards were dealt when time ran out between hands. Unanswered
        (None), such a `time` stays due and everything else is taken without it; but bids show that
        cards were dealt. `draft` is the whole draft from then on (`Draft.text_with`), kept in the
        same transaction; unsaid (None), it stays. `initiator` is who does it, for `Change`.

        Raises `Overtaken` where somebody else recorded something meanwhile, which is there then, or
        `Refused`; then nothing is changed, unless the entry would have fitted before the `time`
        that was due: that is kept. Where it raises `NotCertain`, the same entry the next time is
        looked for and, where it is not there, kept under the same id.
        """
        again = self._looked_again(entries, draft, initiator)
        if again is not None:
            return again
        entry = entries[0]
        now = self.now()
        batch = Batch(self.match, now, self.supervisor(), entries)
        moment = entry.at or now
        self._add_time(batch, entry, moment, dealt)
        timed = len(batch.entries)
        self._add_clock_start(batch, entry, moment)
        try:
            for each in entries:
                batch.add(each, asked=True)
        except Refused:
            if timed:
                # An entry that fits neither with the time nor without it is refused for itself.
                self.match.append(entry)
                alone = Batch(self.match, now, self.supervisor())
                alone.add(batch.entries[0])
                self._keep(alone)
            raise
        return self._keep(batch, draft, initiator)

    def _add_time(self, batch: Batch, entry: Entry, moment: datetime, dealt: bool | None) -> None:
        if isinstance(entry, Time):
            return
        between = self._between_hands()
        due = self.clock().due(moment, asks=between and dealt is None)
        if due is None:
            return
        if self.doubts_clock:
            # The window asks beside the entry; who records from a script has to say.
            if dealt is None or isinstance(entry, Clock | Note):
                return
            raise doubtful_time(due)
        if between and dealt is None:
            if not isinstance(entry, Bids):
                return
            batch.add(
                Time(at=due, dealt=True),
                T("time had run out before these bids; recorded as: cards were dealt by then"),
            )
            return
        batch.add(
            Time(at=due, dealt=bool(dealt) and between),
            T("time had run out; that was recorded first"),
        )

    def _add_clock_start(self, batch: Batch, entry: Entry, moment: datetime) -> None:
        rules = batch.match.rules.clock
        if (
            isinstance(entry, Bids)
            and rules.minutes is not None
            and rules.starts == "first-deal"
            and not batch.match.board.hands
            and not read_clock(batch.match).started
        ):
            batch.add(
                Clock(do="start", at=moment),
                T("the clock was not running; it was started with these bids"),
            )

    def _keep(
        self, batch: Batch, draft: str | None = None, initiator: object | None = None
    ) -> Recorded:
        draft = self._draft_after(batch, draft)
        summary, entries = summarize(batch.match, changed=self.now()), tuple(batch.entries)
        seen = len(batch.match.log) - len(entries)
        try:
            self._keeper.append(self.id, entries, summary, after=seen, draft=draft)
        except NotCertain:
            self._not_certain = batch
            raise
        except Overtaken:
            self.follow()
            raise
        return self._kept(batch, draft, initiator)

    def _looked_again(
        self, asked: tuple[Entry, ...], draft: str | None, initiator: object | None
    ) -> Recorded | None:
        """Look for what the disk left open: where it is there, the match goes on from it; where
        it is not, it is tried again if the same is asked, and forgotten if not.  Returns what was
        asked, if it was that."""
        batch = self._not_certain
        if batch is None:
            return None
        same = batch.asked == asked
        there = any(each.id == batch.entries[-1].id for each in self._keeper.load(self.id).log)
        self._not_certain = None
        if there:
            kept = self._draft_after(batch, draft if same else None)
            recorded = self._kept(batch, kept, initiator)
            return recorded if same else None
        return self._keep(batch, draft, initiator) if same else None

    def _kept(self, batch: Batch, draft: str | None, initiator: object | None) -> Recorded:
        before, self.match = self.match, batch.match
        after, entries = batch.match, tuple(batch.entries)
        if draft is not None:
            self.draft.recorded(draft)
        if after.board.over and not before.board.over:
            batch.notices += self._ended()
        if lapses := lapsed_sides(before, after):
            one = T(
                "the signature of {team} lapses: the result has to be signed again",
                team=team_field(after.head, lapses[0]),
            )
            both = T("both signatures lapse: the result has to be signed again")
            batch.notices.append(both if len(lapses) > 1 else one)
        change = Change(
            entries,
            tuple(batch.warnings),
            tuple(batch.notices),
            before=before,
            after=after,
            initiator=initiator,
        )
        self._tell(change)
        return change

    def _ended(self) -> list[Text]:
        try:
            self._keeper.backup_now("end", wait=False)
        except Refused as refused:
            return [refused.text]
        return []

    def preview(self, entry: Entry) -> Difference:
        """Return what recording this entry would change in every total, bag penalty and ending.
        Nothing is recorded; raises `Refused` where `record` would."""
        after = self.match.append(entry)
        return difference(self.match, after, new_warnings(self.match.board, after.board))

    # Undo and redo.

    def undo_name(self) -> Text | None:
        """Return what `undo` would undo, "tricks of hand 7"; None when there is nothing."""
        return name_step(self.match, to_undo(self.match))

    def undo(self, *, draft: str | None = None, initiator: object | None = None) -> Recorded:
        """Take the latest step back, clock entries passed over.  `draft` and `initiator` as in
        `record`."""
        step = to_undo(self.match)
        if step is None:
            raise Refused("there is nothing to undo in this match")
        return self._record_either(possible(self.match, step.back()), draft, initiator)

    def redo_name(self) -> Text | None:
        """Return what `redo` would bring back, "tricks of hand 7"; None when there is nothing."""
        return name_step(self.match, to_redo(self.match))

    def redo(self) -> Recorded:
        """Take the step again that was undone last, while nothing else was recorded since."""
        step = to_redo(self.match)
        if step is None:
            raise Refused(
                "there is nothing to redo; redo brings back what was undone last, "
                "as long as nothing else was recorded since"
            )
        return self._record_either(possible(self.match, step.again()))

    def _record_either(
        self,
        entries: Sequence[Entry],
        draft: str | None = None,
        initiator: object | None = None,
    ) -> Recorded:
        """Record these in this order; where the first cannot stand alone, in the other."""
        try:
            return self.record(*entries, draft=draft, initiator=initiator)
        except Refused:
            if len(entries) == 1:
                raise
            return self.record(*reversed(entries), draft=draft, initiator=initiator)

    # The clock.

    def clock(self) -> ClockFace:
        """Return the clock as the entries have left it."""
        return read_clock(self.match)

    def _between_hands(self) -> bool:
        """Return whether it would make a difference that cards were dealt when time ran out."""
        board = self.match.board
        return (
            not board.open_hand
            and not board.dealt
            and self.match.rules.clock.at_time == "finish-hand"
        )

    def _due(self) -> datetime | None:
        return self.clock().due(self.now(), asks=self._between_hands())

    def wall_clock_set(self) -> None:
        """Somebody set the computer's clock: while this clock runs on, it is remembered, so that
        no later start of the program takes time to be up by itself."""
        face = self.clock()
        if face.since is not None and not (face.called or face.over):
            self.draft.keep(CLOCK_SET, dict.fromkeys(self._settings()))

    def _settings(self) -> list[str]:
        """Return how the clock was set: the schedule (""), then the entries."""
        return ["", *(str(each.id) for each in self.match.counting if isinstance(each, Clock))]

    def _ahead(self) -> float:
        """Return by how many seconds the computer's clock is ahead of `now`, since it was set."""
        return self._set_by() - self._behind.total_seconds()

    def _marks(self) -> dict[str, float | None]:
        return self.draft.read(CLOCK_SET, dict[str, float | None]) or {}

    def _draft_after(self, batch: Batch, draft: str | None) -> str | None:
        """Return the draft to keep with these entries: a clock that is set while the computer's is
        ahead or behind is told otherwise by the next start of the program."""
        clocks = [str(each.id) for each in batch.entries if isinstance(each, Clock)]
        if not clocks or abs(self._ahead()) <= SET_SECONDS:
            return draft
        marks = self._marks() | dict.fromkeys(clocks, self._ahead())
        return self.draft.text_with(CLOCK_SET, marks, draft)

    @property
    def doubts_clock(self) -> bool:
        """Whether the computer's clock was seen to be set since this clock was set last: then
        nobody but a person says that time is up."""
        marks, last = self._marks(), self._settings()[-1]
        if last not in marks:
            return self._behind.total_seconds() > SET_SECONDS
        ahead = marks[last]
        return ahead is None or abs(ahead - self._ahead()) > SET_SECONDS

    def time_asks(self) -> bool:
        """Return whether time has run out between hands: "Cards dealt?" must be answered."""
        return self._between_hands() and self._due() is not None

    def time_is_due(self) -> bool:
        """Return whether time has run out where no question is needed."""
        return not self._between_hands() and self._due() is not None and not self.doubts_clock

    def time_in_doubt(self) -> datetime | None:
        """The moment at which time ran out within a hand, if the computer's clock is right, which
        was set meanwhile: a person says whether it did.  None where nobody has to."""
        due = None if self._between_hands() else self._due()
        return due if due is not None and self.doubts_clock else None

    def answer_time(self, dealt: bool, *, initiator: object | None = None) -> Recorded:
        """Record that time ran out, with the answer; raises `Refused` where it did not."""
        due = self._due()
        if due is None:
            raise Refused("time has not run out, so there is nothing to answer")
        answer = Time(at=due, dealt=dealt and self._between_hands())
        return self.record(answer, initiator=initiator)

    def append_due(self) -> Recorded | None:
        """Record the `time` that is due, when no question is needed; None when none is."""
        if self.time_is_due():
            with contextlib.suppress(Overtaken):  # It is due again if what came leaves it so.
                return self.record(Time(at=self._due()))
        return None
