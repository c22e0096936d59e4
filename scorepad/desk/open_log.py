"""An open log, of a match or an event: recording, undoing and listeners.

Every change ends in one append. Listeners are notified once it is on the disk, even within a larger
transaction.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from secrets import randbits
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from scorepad.desk.draft import Draft
from scorepad.desk.ports import (
    AnyStatus,
    EntriesNotYetArrived,
    HeldByOtherLaptop,
    Keeper,
    LogHasGrown,
    OutcomeUnknown,
    ReadOnlyLog,
)
from scorepad.desk.undoing import (
    Correction,
    UndoableStep,
    possible_corrections,
    redo_refusal_text,
    step_to_redo,
    step_to_undo,
    why_redo_is_refused,
)
from scorepad.spades.entries import ChooseVersion, Common, LaptopTakeover
from scorepad.spades.ids import (
    REFERENCES,
    hash_old_id_to_id_tail,
    id_tail_if_imported,
    is_kept_id,
    make_id_for_imported_entry,
    next_id,
    with_new_ids,
)
from scorepad.spades.log import Log
from scorepad.spades.naming import with_names_to_record
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_with_commas

LogT = TypeVar("LogT", bound=Log[Any])
ResultT = TypeVar("ResultT")

UndoOrRedo: TypeAlias = Literal["undo", "redo"]

STEP_GAP = 1.0  # seconds
"""Undone or redone within this time after one another, steps are counted together."""
MAX_NAMED_STEPS = 3
"""Of more steps than these only the first and the last one are named."""
RECORD_TRIES = 100
"""So often an entry is tried again because others record in the same log at the same time."""


class StepsInARow(msgspec.Struct, frozen=True):
    """Names the steps that were undone, or redone, shortly after one another.

    `moment` is when the last of them was; `entry_count` is how many entries the log had then.
    """

    way: UndoOrRedo
    names: tuple[Text, ...]
    moment: datetime
    entry_count: int


class CommitNotifier:
    """Runs transactions, and notifies listeners after they are on the disk."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._waiting: list[tuple[Callable[[], None], Callable[[], None]]] | None = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Return a context whose writes are all on the disk when it ends, or none of them."""
        if self._waiting is not None:
            yield
            return
        waiting: list[tuple[Callable[[], None], Callable[[], None]]] = []
        self._waiting = waiting
        try:
            with self._keeper.transaction():
                yield
        except BaseException:
            for _, take_back in reversed(waiting):
                take_back()
            raise
        finally:
            self._waiting = None
        for notify, _ in waiting:
            notify()

    def notify_after_commit(
        self, notify: Callable[[], None], take_back: Callable[[], None]
    ) -> None:
        """Notify of a change now, or at the end of its transaction; if that fails, the change is
        undone."""
        if self._waiting is None:
            notify()
        else:
            self._waiting.append((notify, take_back))


class EntryBatch(Generic[LogT]):
    """Collects entries on their way into a log, each gated and folded once."""

    def __init__(
        self, log: LogT, now: datetime, by: str, requested: tuple[Common, ...] = ()
    ) -> None:
        """`by` is the recorder; `requested` are the entries to record."""
        self.requested = requested
        self.log = log
        self.entries: list[Any] = []
        self.warnings: list[Text] = []
        self.notices: list[Text] = []
        self._by = by
        self._now = now
        self._step: str | None = None

    def stamp(self, entry: Common, *, is_requested: bool = False) -> Common:
        """Return an entry as it is recorded next; those that are requested are one step, which has
        the first one's id. Raise `Refused` for an entry recorded before an earlier one."""
        log = self.log
        entry = resolve_imported_references(log, entry)
        entry_id = check_or_make_entry_id(log, entry.id, self._now)
        is_unchained = log.is_unchained(entry)
        if not is_unchained and entry.after is not None and entry.after != log.tip:
            raise LogHasGrown
        step = None if entry.step == entry.id else entry.step
        if is_requested:
            self._step = step = step or self._step or entry_id
        stamped = replace(
            entry,
            id=entry_id,
            at=entry.at or self._now,
            by=entry.by or self._by or None,
            step=step,
            after=None if is_unchained else log.tip,
        )
        return with_names_to_record(stamped)

    def note_entry(self, log: LogT, entry: Common) -> None:
        """Note an entry that was appended, after which the log is this one."""
        self.log = log
        self.entries.append(entry)


def resolve_imported_references(log: Log[Any], entry: Common) -> Common:
    """Return an entry that names others by the ids under which they were recorded."""
    references = {getattr(entry, field, None) or "" for field in REFERENCES}
    foreign = [each for each in references if each and not log.has_entry(each)]
    if not foreign:
        return entry
    ids = log.ids_of_all_versions
    by_tail = {tail: each for each in ids if (tail := id_tail_if_imported(each))}
    tails = {each: hash_old_id_to_id_tail(log.id or "", each) for each in foreign}
    new_ids = {each: by_tail[tail] for each, tail in tails.items() if tail in by_tail}
    entry_id = entry.id
    (renamed,) = with_new_ids([replace(entry, id=entry_id or "-")], new_ids)
    return replace(renamed, id=entry_id)


def check_or_make_entry_id(log: Log[Any], entry_id: str | None, now: datetime) -> str:
    """Return the id under which an entry is recorded: its own where it sorts after all others.

    Raise `Refused` if an entry with that id was recorded before.
    """
    if entry_id is None:
        return next_id(now, log.latest_id, randbits)
    ids = set(log.ids_of_all_versions)
    is_kept = is_kept_id(entry_id) and entry_id >= (log.latest_id or "")
    is_taken = entry_id in ids
    if not (is_kept or is_taken):
        tail = hash_old_id_to_id_tail(log.id or "", entry_id)
        is_taken = any(each.endswith(tail) and id_tail_if_imported(each) for each in ids)
    if is_taken:
        raise Refused(
            "an earlier entry already has the ID “{id}”; give this entry a different one",
            id=entry_id[:60],
        )
    return (
        entry_id
        if is_kept
        else make_id_for_imported_entry(log.id or "", entry_id, now, log.latest_id)
    )


class OpenLog(Generic[LogT]):
    """One open log.  The same log is never open as two tables.

    `id` is the log's id; `draft` is the unconfirmed input.
    """

    def __init__(
        self,
        log: LogT,
        keeper: Keeper,
        changes: CommitNotifier,
        laptop_name: Callable[[], str] = str,
    ) -> None:
        """`laptop_name` returns this laptop's name while it shares; "" if it does not."""
        self.id = log.id or ""
        self._laptop_name = laptop_name
        self.draft = Draft(keeper, self.id)
        self._log = log
        self._keeper = keeper
        self._changes = changes
        self._uncertain: EntryBatch[LogT] | None = None
        self._row: StepsInARow | None = None

    # Implemented by subclasses.

    def now(self) -> datetime:
        """Return the time (UTC) at which the next entry is recorded."""
        raise NotImplementedError

    def follow_other_programs(self) -> None:
        """Continue from the stored log after another program wrote to it; raises `Refused`."""
        raise NotImplementedError

    def _status(self, log: LogT) -> AnyStatus:
        raise NotImplementedError

    def _record_step(self, entries: Sequence[Any], draft: str | None, initiator: object) -> Any:
        raise NotImplementedError

    def _name_entries(self, entries: Sequence[Common]) -> Text:
        raise NotImplementedError

    # The holder.

    @property
    def held_elsewhere(self) -> LaptopTakeover | None:
        """Return by which entry another laptop records here; None if none does."""
        hold = self._log.holder
        return hold if hold is not None and hold.laptop != self._keeper.laptop_id() else None

    @property
    def may_record_automatically(self) -> bool:
        """Return whether the program may record here by itself: it waits for a holder, and makes
        no laptop one."""
        if self._log.holder is None:
            return not self._laptop_name()
        return self.held_elsewhere is None

    def take_over_from_other_laptop(self, why: str) -> Any:
        """Record from now on in a log that another laptop held; raises `Refused`."""
        if not why.strip():
            raise Refused("enter a reason for taking over")
        return self._record_step([self._make_hold(why.strip())], None, None)

    def make_this_laptop_holder_if_none(self) -> None:
        """Make this laptop the holder of a log with entries and without a holder; raises
        `Refused`."""
        log = self._log
        if log.tip and log.holder is None and not log.order.waiting:
            self._record_step([self._make_hold("")], None, None)

    def _make_hold(self, why: str) -> LaptopTakeover:
        name = self._laptop_name() or platform.node()
        return LaptopTakeover(laptop=self._keeper.laptop_id(), name=name, why=why)

    def _find_hold(self, entries: Iterable[Common]) -> LaptopTakeover | None:
        log = self._log
        if all(isinstance(each, LaptopTakeover) or log.is_unchained(each) for each in entries):
            return None
        hold = self.held_elsewhere
        if hold is not None:
            raise HeldByOtherLaptop(hold)
        if log.holder is not None or not self._laptop_name():
            return None
        if log.order.waiting:
            raise EntriesNotYetArrived(len(log.order.waiting))
        return self._make_hold("")

    # Recording.

    def _append(self, batch: EntryBatch[LogT], draft: str | None) -> None:
        if self._log.unknown:
            raise ReadOnlyLog
        entries = tuple(batch.entries)
        count_before = batch.log.entry_count - len(entries)
        try:
            self._keeper.append(
                self.id, entries, self._status(batch.log), after=count_before, draft=draft
            )
        except OutcomeUnknown:
            self._uncertain = batch
            raise

    def _uncertain_batch(self) -> tuple[EntryBatch[LogT] | None, bool]:
        batch = self._uncertain
        if batch is None:
            return None, False
        is_kept = batch.entries[-1].id in self._read_stored_ids()
        self._uncertain = None  # not before it is known
        return batch, is_kept

    def _read_stored_ids(self) -> set[str | None]:
        raise NotImplementedError

    def retry_when_overtaken(self, entry: Any, record: Callable[[], ResultT]) -> ResultT:
        """Record an entry at the present end of the log, after entries that were recorded
        meanwhile.

        An entry with an `after` of its own is refused if something chained was recorded since.
        """
        for _ in range(RECORD_TRIES):
            try:
                return record()
            except LogHasGrown:
                self.follow_other_programs()
                if entry.after not in (None, self._log.tip):
                    raise
        raise LogHasGrown

    def choose_version(self, entry_id: str, why: str) -> Any:
        """Record that of two versions the one with this entry counts; raises `Refused`."""
        return self._record_step([make_version_choice(self._log, entry_id, why)], None, None)

    # Undo and redo.

    def undo_name(self) -> Text | None:
        """Return the name of the next undo, "tricks of hand 7"; None without one."""
        step = step_to_undo(self._log)
        return None if step is None else self._name_entries(step.entries)

    def redo_name(self) -> Text | None:
        """Return the name of the next redo, "tricks of hand 7"; None without one."""
        step = step_to_redo(self._log)
        if step is None or why_redo_is_refused(self._log, step) is not None:
            return None
        return self._name_entries(step.entries)

    def undo_or_redo_text(self, way: UndoOrRedo) -> Text:
        """Return the text after an undo or a redo that is done now. It counts the steps of the
        second before."""
        name = self.undo_name() if way == "undo" else self.redo_name()
        names = self._names_in_a_row(way, name or Text(""))
        n, what = len(names), join_with_commas(names)
        if n > MAX_NAMED_STEPS:
            what = T("{first}, …, {last}", first=names[0], last=names[-1])
        if way == "undo":
            several = T("Undid {n} steps: {what}", n=n, what=what)
            return several if n > 1 else T("Undid {what}", what=what)
        several = T("Redid {n} steps: {what}", n=n, what=what)
        return several if n > 1 else T("Redid {what}", what=what)

    def _names_in_a_row(self, way: UndoOrRedo, name: Text) -> tuple[Text, ...]:
        row = self._row
        if (
            row is not None
            and (row.way, row.entry_count) == (way, self._log.entry_count)
            and (self.now() - row.moment).total_seconds() <= STEP_GAP
        ):
            return (*row.names, name)
        return (name,)

    def undo(self, *, draft: str | None = None, initiator: object | None = None) -> Any:
        """Take the latest step back, clock entries passed over; raises `Refused`."""
        step = step_to_undo(self._log)
        if step is None:
            raise Refused(self._nothing_to_undo)
        return self._take_step("undo", step, step.corrections_to_undo(), draft, initiator)

    def redo(self) -> Any:
        """Take the step again that was undone last; raises `Refused`."""
        step = step_to_redo(self._log)
        if step is None:
            raise Refused("there is nothing to redo; redo restores what you last undid")
        why = why_redo_is_refused(self._log, step)
        if why is not None:
            raise Refused(redo_refusal_text(self._name_entries(step.entries), why))
        return self._take_step("redo", step, step.corrections_to_redo())

    def _take_step(
        self,
        way: UndoOrRedo,
        step: UndoableStep,
        corrections: Sequence[Correction],
        draft: str | None = None,
        initiator: object | None = None,
    ) -> Any:
        # The name is read before, because a struck entry belongs to no hand.
        names = self._names_in_a_row(way, self._name_entries(step.entries))
        possible = possible_corrections(self._log, corrections)
        recorded = self._record_step(possible, draft, initiator)
        self._row = StepsInARow(way, names, self.now(), self._log.entry_count)
        return recorded

    _nothing_to_undo: Text = T("there is nothing to undo")


def make_version_choice(log: Log[Any], entry_id: str, why: str) -> ChooseVersion:
    """Return the entry that chooses the version with this entry; it names the last one of each.

    Raise `Refused` if there is no second version, or none with this entry.
    """
    versions = log.order.versions
    if not versions:
        raise Refused("there is only one version, so there is nothing to choose")
    tips = [log.tip, *(each.last_id for each in versions)]
    of_version = next(
        (each for each in versions if any(entry.id == entry_id for entry in each.entries)), None
    )
    if of_version is None and all(
        each.id != entry_id for each in log.entries_not_in_all_versions(versions)
    ):
        if log.has_entry(entry_id) and not log.is_unchained(log.original_entry(entry_id)):
            raise Refused(
                "both versions contain entry “{id}”; enter the ID of an entry that only one "
                "version contains",
                id=entry_id,
            )
        raise Refused("no version here contains entry “{id}”", id=entry_id[:60])
    chosen = log.tip if of_version is None else of_version.last_id
    known = [each.id or "" for each in log.log if isinstance(each, ChooseVersion)]
    over = (*(each for each in tips if each != chosen), *known)
    return ChooseVersion(entry=chosen, over=over, why=why)
