"""A log has the entries of a match or an event, in order.

`Log` reads the entries of a set in their order, asks the gate about each at its place, and applies
amend, strike and restore. Its subclasses fold it: `match.Match` and `events.event.Event`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.entries import ChooseVersion, Common, UnknownEntry, kind_of
from scorepad.spades.ids import is_kept_id, latest_id
from scorepad.spades.naming import with_tidy_names
from scorepad.spades.order import LogOrder, Ordered, SecondVersion, order_log
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text

EntryT = TypeVar("EntryT", bound=Common)


class LogCorrections(msgspec.Struct, frozen=True):
    """The corrections of a log.

    `strikes` has each strike in force and the entries it removed, the named one first.  `amends`
    has the amends of each amended entry in order; a struck amend does not count.
    """

    strikes: dict[str, tuple[str, ...]] = {}
    amends: dict[str, tuple[str, ...]] = {}


def other_heads_text(count: int) -> Text:
    return N(
        "there is another version of the setup, which doesn't count",
        "there are {n} other versions of the setup, which don't count",
        count,
    )


class RefusedEntry(Refused):
    """An entry of a log cannot be taken: its position, from 1, its kind, and why."""

    def __init__(self, position: int, entry: Common, refused: Refused) -> None:
        super().__init__(refused.text)
        self.position, self.kind = position, kind_of(entry)


class Log(Generic[EntryT]):
    """An immutable log, changed only by `append`, which returns the next one.

    `log` has the entries that are read, in order, each with an id: its own, or its position ("1",
    "2", …). `unfit` has the reason for each of those that the gate refused at its place. `order`
    has the others: second versions, and entries that wait.
    """

    __slots__ = (
        *("_index", "holder", "id", "corrections", "log", "order", "other_heads", "tip"),
        *("unfit", "unknown"),
    )
    _COPIED: ClassVar[tuple[str, ...]] = __slots__
    _AMEND: ClassVar[type[Common]] = kinds.Amend

    id: str | None
    log: tuple[EntryT, ...]
    unknown: tuple[UnknownEntry, ...]
    """The entries of kinds that this program does not know; with one of them it is read-only."""
    unfit: dict[str, Text]
    order: LogOrder
    tip: str
    """The id of the last chained entry, after which the next one is recorded."""
    holder: kinds.LaptopTakeover | None
    """The entry by which a laptop records here; None if none holds it."""
    other_heads: tuple[Any, ...]
    """The heads that do not count, where this log was opened with several."""
    corrections: LogCorrections
    _index: dict[str, int]
    """The place of each entry in `log`, by id."""

    def _begin(self, log_id: str | None) -> None:
        self.id = log_id
        self.log, self.unknown, self.unfit = (), (), {}
        self.order, self.tip, self.holder = LogOrder(()), "", None
        self.other_heads = ()
        self.corrections = LogCorrections()
        self._index = {}

    def _copy(self) -> Self:
        other = type(self).__new__(type(self))
        for name in self._COPIED:
            setattr(other, name, getattr(self, name))
        other._index, other.unfit = dict(self._index), dict(self.unfit)  # noqa: SLF001
        return other

    def _empty(self) -> Self:
        raise NotImplementedError

    # Reading.

    @property
    def entries_of_all_versions(self) -> list[Ordered]:
        """Return all entries in the order of their ids: also those of second versions, those that
        wait, and those of unknown kinds."""
        others = self._entries_beside_log
        both = [*self.log, *others]
        return sorted(both, key=lambda each: each.id or "") if others else both

    @property
    def _entries_beside_log(self) -> list[Ordered]:
        in_versions = [each for version in self.order.versions for each in version.entries]
        return [*self.unknown, *in_versions, *self.order.waiting]

    @property
    def ids_of_all_versions(self) -> list[str]:
        """Return the ids of all entries."""
        return [*self._index, *(each.id or "" for each in self._entries_beside_log)]

    @property
    def entry_count(self) -> int:
        """Return how many entries there are, those of all versions."""
        return len(self.log) + len(self._entries_beside_log)

    @property
    def latest_id(self) -> str | None:
        """Return the greatest id of version 7 among all entries."""
        return latest_id(self.ids_of_all_versions)

    @property
    def has_versions(self) -> bool:
        """Return whether there is a second version, or a choice, that waits for a decision."""
        return bool(self.order.open_versions or self.order.open_choices)

    @property
    def waiting_count(self) -> int:
        """Return the number of entries that wait: for another one, or for the versions of a
        choice."""
        return len(self.order.waiting) + len(self.order.idle_choices)

    @property
    def order_texts(self) -> list[Text]:
        """Return the warnings about entries that don't count."""
        texts = [self._choose_version] if self.has_versions else []
        return texts + self.unapplied_entry_texts

    @property
    def unapplied_entry_texts(self) -> list[Text]:
        """Return the warnings about entries that don't count, and about other heads."""
        order, texts = self.order, list[Text]()
        odd = sum(not is_kept_id(each.id) for each in order.waiting)
        if waiting := len(order.waiting) - odd:
            # A laptop that recorded after an entry that isn't here took over before.
            laptops = {
                each.name for each in order.waiting if isinstance(each, kinds.LaptopTakeover)
            }
            name = laptops.pop() if len(laptops) == 1 else ""
            texts.append(
                N(
                    "{n} entry from {laptop} can't be used until an earlier entry arrives",
                    "{n} entries from {laptop} can't be used until earlier entries arrive",
                    waiting,
                    laptop=name,
                )
                if name
                else N(
                    "{n} entry can't be used until an earlier entry arrives",
                    "{n} entries can't be used until earlier entries arrive",
                    waiting,
                )
            )
        if odd:
            texts.append(
                N(
                    "{n} entry doesn't count because Scorepad didn't create its ID",
                    "{n} entries don't count because Scorepad didn't create their IDs",
                    odd,
                )
            )
        texts += [
            T(
                "the version that was chosen isn't on this computer yet, so the choice has no "
                "effect yet"
            )
            for _ in order.idle_choices[:1]
        ]
        if doubled := len(order.conflicts):
            texts.append(
                N(
                    "{n} entry exists in two versions; every computer counts the same version",
                    "{n} entries exist in two versions; every computer counts the same versions",
                    doubled,
                )
            )
        if self.other_heads:
            texts.append(other_heads_text(len(self.other_heads)))
        return texts

    def original_entry(self, entry_id: str) -> EntryT:
        """Return the entry as it was first written. Raise `Refused` if there is none."""
        if entry_id not in self._index:
            raise self._no_entry(entry_id[:60])
        return self.log[self._index[entry_id]]

    def has_entry(self, entry_id: str) -> bool:
        return entry_id in self._index

    def find(self, entry_id: str) -> EntryT | None:
        """Return the entry as it was first written, or None."""
        return self.log[self._index[entry_id]] if entry_id in self._index else None

    def find_corrected(self, entry: Common) -> EntryT | None:
        """Return the entry that a correction is about in the end; any other is itself. None if
        it is not here."""
        target: Common | None = entry
        while target is not None and target.is_correction:
            target = self.find(cast(Any, target).entry)
        return cast("EntryT | None", target)

    def place_of(self, entry_id: str) -> int:
        """Return the place of an entry in `log`, from 0."""
        return self._index[entry_id]

    def counting_entry(self, entry_id: str) -> EntryT | None:
        """Return the entry as it now reads; None when it does not count."""
        entry = self.original_entry(entry_id)
        if entry_id in self.struck_ids or entry_id in self.unfit:
            return None
        return cast(EntryT, self.with_latest_amend(entry))

    def with_latest_amend(self, entry: Common, *, before: str | None = None) -> Common:
        """Return the entry as its latest amend in force has it, whether it counts or not; as that
        `before` an entry with this id."""
        amends = self.corrections.amends.get(entry.id or "")
        if not amends:
            return entry
        struck = self.struck_ids
        for amend_id in reversed(amends):
            is_earlier = before is None or self._index[amend_id] < self._index[before]
            if is_earlier and amend_id not in struck:
                amend: Any = self.original_entry(amend_id)
                return as_amended(entry, amend.to, getattr(amend, "override", None))
        return entry

    def read_entry_before_amend(self, amend: Any) -> Common:
        """Return the entry that a correction is of, as it read before this correction."""
        return self.with_latest_amend(self.original_entry(amend.entry), before=amend.id)

    @property
    def strike_by_entry(self) -> dict[str, str]:
        """Return the strike that removed each entry that does not count, by the entry's id."""
        return {
            entry_id: strike
            for strike, entry_ids in self.corrections.strikes.items()
            for entry_id in entry_ids
        }

    @property
    def struck_ids(self) -> frozenset[str]:
        """Return the entries that do not count, because a strike in force removed them."""
        return frozenset(
            entry_id for entry_ids in self.corrections.strikes.values() for entry_id in entry_ids
        )

    @property
    def amend_by_entry(self) -> dict[str, str]:
        """Return the amend by which each amended entry now reads, by the entry's id."""
        struck = self.struck_ids
        return {
            target: amend_id
            for target, amends in self.corrections.amends.items()
            for amend_id in amends
            if amend_id not in struck
        }

    @property
    def counting_entries(self) -> tuple[Common, ...]:
        """Return the log as it now reads: entries that count, amended, corrections left out."""
        struck, unfit = self.struck_ids, self.unfit
        plain = (
            entry
            for entry in self.log
            if not entry.is_correction and entry.id not in unfit and entry.id not in struck
        )
        if not self.corrections.amends:
            return tuple(plain)
        return tuple(self.with_latest_amend(entry) for entry in plain)

    def struck_with(self, entry_id: str) -> frozenset[str]:
        """Return the entries that a strike of this one removes, itself among them."""
        return frozenset((entry_id, *self._find_taken_along(entry_id)))

    def is_unchained(self, entry: Common) -> bool:
        """Return whether an entry counts at any place, so that it is after none."""
        target = self.find_corrected(entry)
        return target is not None and target.is_unchained

    def entries_not_in_all_versions(self, versions: Iterable[SecondVersion]) -> tuple[EntryT, ...]:
        """Return the chained entries that count and that not all of these versions have."""
        forks = {each.after for each in versions}
        places = [self.place_of(each) + 1 for each in forks if self.has_entry(each)]
        first = min([0] if "" in forks else places, default=0)
        return tuple(each for each in self.log[first:] if not self.is_unchained(each))

    # Appending.

    def append(self, entry: EntryT) -> Self:
        """Return the log with one more entry.  Raise `Refused`; nothing has changed then."""
        if isinstance(entry, ChooseVersion):
            return self._append_choice(entry)
        after = self._copy()
        (entry,) = fill_missing_ids([entry], len(self.log) + 1)
        after._take(entry)  # noqa: SLF001  # its own copy
        return after

    def with_entries_appended(self, log: Iterable[EntryT], *, tolerant: bool = False) -> Self:
        """Return the log with all these entries, taken in one pass in this order.

        Raise `RefusedEntry`; if `tolerant`, an entry that the gate refuses is unfit instead.
        """
        after = self._copy()
        for position, entry in enumerate(fill_missing_ids(log, len(self.log) + 1), 1):
            try:
                after._take(entry)  # noqa: SLF001
            except Refused as refused:
                if not tolerant:
                    raise RefusedEntry(position, entry, refused) from None
                after._add(entry)  # noqa: SLF001
                after.unfit[entry.id or ""] = refused.text
        return after

    def with_first_entries(self, entries: int) -> Self:
        """Return the log as it was after its first `entries`."""
        return self._empty().with_entries_appended(self.log[:entries], tolerant=True)

    def rebuild_from_entry_set(self, entries: Iterable[Ordered], tip: str | None = None) -> Self:
        """Return the log of a set of entries, which all have ids (`order.order_log`)."""
        order = order_log(entries, tip)
        known = [each for each in order.log if not isinstance(each, UnknownEntry)]
        empty = self._empty() if self.log else self
        after = empty.with_entries_appended(cast("list[EntryT]", known), tolerant=True)
        after.other_heads = self.other_heads
        after.unknown = tuple(each for each in order.log if isinstance(each, UnknownEntry))
        after.tip = order.tip
        after.order = replace(order, log=())
        return after

    def with_version(self, tip: str) -> Self:
        """Return the log as it would be if the version that ends with `tip` counted."""
        return self.rebuild_from_entry_set(self.entries_of_all_versions, tip)

    def _append_choice(self, choose: ChooseVersion) -> Self:
        chained = {self.tip, *(each.last_id for each in self.order.versions)}
        known = chained | {
            each.id for each in self.entries_of_all_versions if not cast(Any, each).is_unchained
        }
        if choose.entry not in known:
            raise Refused("no version here contains entry “{id}”", id=choose.entry[:60])
        return self.rebuild_from_entry_set([*self.entries_of_all_versions, choose])

    def _take(self, entry: EntryT) -> None:
        """Append an entry with an id to this copy.  Raise `Refused`; then the copy is as it was."""
        entry_id = entry.id or ""
        if entry_id in self._index:
            raise Refused(
                "an earlier entry already has the ID “{id}”; give this entry a different one",
                id=entry_id[:60],
            )
        if not entry.is_correction:
            self._take_plain(entry)
            return
        self._check_moment(entry)
        before = self._copy()
        corrections = self._correct(cast(Any, entry))
        self._add(entry)
        self.corrections = corrections
        try:
            self.recompute_from_log()
            self._check_correction(before, entry)
        except Refused:
            self._reset_to(before)
            raise

    def _reset_to(self, before: Self) -> None:
        for name in self._COPIED:
            setattr(self, name, getattr(before, name))

    def _add(self, entry: EntryT) -> None:
        entry_id = entry.id or ""
        if not (self.is_unchained(entry) if entry.is_correction else entry.is_unchained):
            self.tip = entry_id
        if isinstance(entry, kinds.LaptopTakeover):
            self.holder = with_tidy_names(entry)
        self._index[entry_id] = len(self.log)
        self.log = (*self.log, entry)

    # Implemented by subclasses.

    _choose_version: ClassVar[Text]
    """The text about a second version that waits for a choice."""

    def _no_entry(self, entry_id: str) -> Refused:
        raise NotImplementedError

    def recompute_from_log(self) -> None:
        """Fold the log again."""
        raise NotImplementedError

    def _take_plain(self, entry: EntryT) -> None:
        """Append an entry that is no correction to this copy.  Raise `Refused` before that."""
        raise NotImplementedError

    def _check_moment(self, entry: EntryT) -> None:
        raise NotImplementedError

    def _check_amend(self, amend: Any, target: EntryT) -> None:
        raise NotImplementedError

    def _check_strike(self, target: EntryT) -> None:
        raise NotImplementedError

    def _find_taken_along(self, entry_id: str) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def _check_correction(self, before: Self, entry: EntryT) -> None:
        raise NotImplementedError

    # Correcting.

    def _correct(self, entry: Any) -> LogCorrections:
        """Return the corrections after one more. Raise `Refused` if it cannot be made."""
        if isinstance(entry, kinds.Strike):
            target = self._target(entry.entry)
            if isinstance(target, kinds.Strike | kinds.Restore):
                raise Refused(
                    T("you can't delete a deletion; restore the entry it deleted")
                    if isinstance(target, kinds.Strike)
                    else T("you can't delete a restoration; delete the entry again")
                )
            self._check_strike(target)
            struck_ids = (entry.entry, *self._find_taken_along(entry.entry))
            return replace(
                self.corrections, strikes={**self.corrections.strikes, entry.id or "": struck_ids}
            )
        if isinstance(entry, kinds.Restore):
            return self._take_strike_back(entry)
        target = self._target(entry.entry)
        if isinstance(target, (self._AMEND, kinds.Strike, kinds.Restore)):
            raise Refused(
                "“{kind}” entries can't be amended; amend the original entry instead",
                kind=kind_of(target),
            )
        if type(entry.to) is not type(target):
            raise Refused(
                "entry “{id}” has the kind “{kind}”, so its amended version must have that "
                "kind, too",
                id=entry.entry[:60],
                kind=kind_of(target),
            )
        self._check_amend(entry, target)
        amends = self.corrections.amends
        chain = (*amends.get(entry.entry, ()), entry.id or "")
        return replace(self.corrections, amends={**amends, entry.entry: chain})

    def _target(self, entry_id: str) -> EntryT:
        """Return the entry that a correction is about. Raise `Refused` if it does not count."""
        target = self.original_entry(entry_id)
        if entry_id in self.unfit:
            raise Refused("this entry doesn't count, so you can't correct or delete it")
        if entry_id in self.struck_ids:
            raise Refused("this entry was deleted; restore it first")
        if target.is_about_log:
            raise Refused(
                "“{kind}” entries can't be corrected; record a new one instead",
                kind=kind_of(target),
            )
        return target

    def _take_strike_back(self, entry: kinds.Restore) -> LogCorrections:
        self.original_entry(entry.entry)
        struck_by = None
        for strike_id, struck_ids in self.corrections.strikes.items():
            if struck_ids[0] == entry.entry:
                struck_by = strike_id
            elif entry.entry in struck_ids:
                raise Refused("this entry was deleted with the bids of its hand; restore the bids")
        if struck_by is None:
            raise Refused("this entry isn't deleted, so there is nothing to restore")
        left = {
            key: struck_ids
            for key, struck_ids in self.corrections.strikes.items()
            if key != struck_by
        }
        return replace(self.corrections, strikes=left)


def fill_missing_ids(log: Iterable[EntryT], first: int) -> list[EntryT]:
    """Return entries that all have an id: their own, or their position, of which this is the
    first."""
    numbered = enumerate(log, first)
    return [each if each.id is not None else replace(each, id=str(n)) for n, each in numbered]


def as_amended(target: Common, to: Common, override: str | None) -> Common:
    """Return the entry as it reads after an amend: `to`, in the place and with the id of its
    target."""
    read = replace(
        to,
        id=target.id,
        at=target.at,
        by=target.by,
        step=target.step,
        undoes=target.undoes,
        redoes=target.redoes,
        after=target.after,
    )
    return replace(read, override=override) if isinstance(read, kinds.Bids) else read
