"""The order of a log is computed from the set of its entries alone (LAPTOPS.md 3).

So two laptops with the same entries read the same log, in whatever order the entries arrived.
Chained entries name by `after` the one that they were recorded after; the main line follows them
from the beginning. Where two laptops wrote apart there is a fork: one branch continues, by the
latest `choose`, by a `hold` or by its id, and the others are second versions, which don't count.
Unchained entries count at any place. An entry that names one that isn't here waits, as does
an entry with an id that no laptop makes: nothing can be recorded after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.spades.entries import ChooseVersion, Common, LaptopTakeover, UnknownEntry
from scorepad.spades.ids import TAIL_START, id_tail_if_imported, is_kept_id, with_new_ids

Ordered: TypeAlias = Common | UnknownEntry

RECORDING_FIELDS = ("id", "at", "by", "step", "undoes", "redoes", "after")
"""Recording gives an entry these fields, where it lacks them."""
_AFTER_EVERY_ID = "\U0010ffff"
"""Greater than every id."""


class SecondVersion(msgspec.Struct, frozen=True):
    """A second version is chained entries that follow each other and do not count.

    `after` is the id of the entry at which it parts from another version ("" at the beginning).
    `is_open` means that it waits for a choice made with all of these entries known.
    """

    after: str
    entries: tuple[Ordered, ...]
    is_open: bool = True

    @property
    def last_id(self) -> str:
        return self.entries[-1].id or ""


class LogOrder(msgspec.Struct, frozen=True):
    """The order of a log.

    `log` has the main line and the unchained entries, in the order of their ids. `tip` is the id of
    the last entry of the main line. `versions` are the second versions; `waiting` entries name one
    that is not here, or have an id that no laptop makes. `conflicts` are ids with two contents, of
    which the smaller hash counts. `idle_choices` are choices of entries that are not here;
    `open_choices` are unknown to the latest one.
    """

    log: tuple[Ordered, ...]
    tip: str = ""
    versions: tuple[SecondVersion, ...] = ()
    waiting: tuple[Ordered, ...] = ()
    conflicts: tuple[str, ...] = ()
    idle_choices: tuple[ChooseVersion, ...] = ()
    open_choices: tuple[ChooseVersion, ...] = ()

    @property
    def open_versions(self) -> tuple[SecondVersion, ...]:
        """Return the second versions that wait for a choice."""
        return tuple(each for each in self.versions if each.is_open)

    @property
    def entries(self) -> Iterator[Ordered]:
        """Yield all entries: of the log, of second versions, and those that wait."""
        yield from self.log
        for version in self.versions:
            yield from version.entries
        yield from self.waiting


def order_log(entries: Iterable[Ordered], tip: str | None = None) -> LogOrder:
    """Return the order of a set of entries, which all have ids.

    With `tip` the version that ends with that entry is the main line, as if it had been chosen.
    """
    known, conflicts = _take_each_once(entries)
    return _Sorting(known, conflicts, tip).order()


def hash_content(entry: Ordered) -> bytes:
    """Return a hash of the content of an entry, which decides between two contents."""
    from hashlib import blake2b  # it brings OpenSSL, and few logs have two contents of one id

    if isinstance(entry, UnknownEntry):
        return blake2b(entry.data, digest_size=16).digest()
    content = msgspec.json.encode(msgspec.to_builtins(entry), order="deterministic")
    return blake2b(content, digest_size=16).digest()


def drop_recording(entry: Ordered) -> object:
    """Return the content of an entry without the fields that recording adds: its id, time,
    recorder, step and place. Two that were imported from one entry of a file have this in
    common."""
    if not isinstance(entry, UnknownEntry):
        return replace(entry, **dict.fromkeys(RECORDING_FIELDS))
    try:
        content = msgspec.json.decode(entry.data, type=dict[str, Any])
    except msgspec.DecodeError:
        return entry.data
    return {key: value for key, value in content.items() if key not in RECORDING_FIELDS}


def _take_each_once(entries: Iterable[Ordered]) -> tuple[list[Ordered], tuple[str, ...]]:
    by_id: dict[str, Ordered] = {}
    conflicts: set[str] = set()
    for entry in entries:
        entry_id = entry.id or ""
        other = by_id.setdefault(entry_id, entry)
        if other is not entry and other != entry:
            conflicts.add(entry_id)
            by_id[entry_id] = min(other, entry, key=hash_content)
    ids = sorted(by_id)
    if len({each[TAIL_START:] or each for each in ids}) < len(ids):
        return _drop_doubles(by_id, ids, conflicts)
    return [by_id[each] for each in ids], tuple(sorted(conflicts))


def _drop_doubles(
    by_id: Mapping[str, Ordered], ids: Sequence[str], conflicts: set[str]
) -> tuple[list[Ordered], tuple[str, ...]]:
    """Return the entries without those that were imported twice under different ids; the smallest
    id is kept, also in references."""
    first: dict[str, str] = {}
    smallest: dict[str, str] = {}
    for each in ids:
        tail = id_tail_if_imported(each)
        one = each if tail is None else first.setdefault(tail, each)
        if one != each:
            smallest[each] = one
    log: dict[str, Ordered] = {}
    for entry in with_new_ids([by_id[each] for each in ids], smallest):
        other = log.setdefault(entry.id or "", entry)
        if other != entry and drop_recording(other) != drop_recording(entry):
            conflicts.add(entry.id or "")
    return [log[each] for each in sorted(log)], tuple(sorted(conflicts))


def find_corrected_id(entry: Ordered) -> str | None:
    """Return the id of the entry that a correction is about; None for other entries."""
    return (
        getattr(entry, "entry", None) if isinstance(entry, Common) and entry.is_correction else None
    )


class _Sorting:
    """Sorts entries into the main line, second versions, unchained and waiting ones."""

    def __init__(
        self,
        known: Sequence[Ordered],
        conflicts: tuple[str, ...],
        tip: str | None,
    ) -> None:
        self._by_id = {entry.id or "": entry for entry in known if is_kept_id(entry.id)}
        self._conflicts = conflicts
        self._is_unchained: dict[str, bool | None] = {}
        """Whether each entry is unchained; None while it waits for another one."""
        self._parents: dict[str, str] = {}
        """The entry before each chained entry that leads to the beginning."""
        self._children: dict[str, list[str]] = {}
        self._unchained: list[str] = []
        self._waiting = [entry for entry in known if not is_kept_id(entry.id)]
        self._choices: list[ChooseVersion] = []
        self._idle_choices: list[ChooseVersion] = []
        self._choice_ids: dict[str, str] = {}
        """The latest choice that names an entry, or one beyond it."""
        for entry_id in self._by_id:
            self._find_unchained(entry_id)
        self._chain()
        self._find_choices()
        for choice in self._choices:
            self._mark_chosen(choice.entry, choice.id or "")
        if tip is not None and tip in self._parents:
            self._mark_chosen(tip, _AFTER_EVERY_ID)

    def order(self) -> LogOrder:
        by_id = self._by_id
        main = self._follow_line("")
        settled, open_choices = self._find_settled()
        versions = []
        for after, line in self._find_versions(main):
            entries = tuple(by_id[each] for each in line)
            is_open = any(
                not isinstance(each, LaptopTakeover) and each.id not in settled for each in entries
            )
            versions.append(SecondVersion(after, entries, is_open))
        return LogOrder(
            log=tuple(by_id[each] for each in sorted([*main, *self._unchained])),
            tip=main[-1] if main else "",
            versions=tuple(versions),
            waiting=tuple(sorted(self._waiting, key=lambda entry: entry.id or "")),
            conflicts=self._conflicts,
            idle_choices=tuple(self._idle_choices),
            open_choices=tuple(open_choices),
        )

    def _find_unchained(self, entry_id: str) -> bool | None:
        path: list[str] = []
        unchained: bool | None = None
        while entry_id not in self._is_unchained:
            entry = self._by_id.get(entry_id)
            if entry is None or entry_id in path:
                break
            path.append(entry_id)
            if isinstance(entry, UnknownEntry):
                unchained = entry.after is None
                break
            if not entry.is_correction:
                unchained = entry.is_unchained
                break
            entry_id = find_corrected_id(entry) or ""
        else:
            unchained = self._is_unchained[entry_id]
        self._is_unchained |= dict.fromkeys(path, unchained)
        return unchained

    def _chain(self) -> None:
        before = ""
        for entry_id, entry in self._by_id.items():
            unchained = self._is_unchained[entry_id]
            if unchained:
                self._unchained.append(entry_id)
                continue
            parent = None
            if unchained is not None:
                parent = entry.after
                if parent is None:
                    parent, before = before, entry_id
            # An entry is only after a smaller one, and those were looked at already.
            if parent is None or (parent and parent not in self._parents):
                self._waiting.append(entry)
            else:
                self._parents[entry_id] = parent
                self._children.setdefault(parent, []).append(entry_id)

    def _find_choices(self) -> None:
        for entry_id in self._unchained:
            entry = self._by_id[entry_id]
            if isinstance(entry, ChooseVersion):
                choices = self._choices if entry.entry in self._parents else self._idle_choices
                choices.append(entry)

    def _mark_chosen(self, entry_id: str, choice_id: str) -> None:
        while entry_id:
            self._choice_ids[entry_id] = choice_id
            entry_id = self._parents[entry_id]

    def _follow_line(self, after: str) -> list[str]:
        line = []
        while branches := self._children.get(after):
            after = self._choose_branch(branches)
            line.append(after)
        return line

    def _choose_branch(self, branches: Sequence[str]) -> str:
        if len(branches) == 1:
            return branches[0]
        chosen = [each for each in branches if each in self._choice_ids]
        if chosen:
            return max(chosen, key=lambda each: self._choice_ids[each])
        for each in branches:
            if isinstance(self._by_id[each], LaptopTakeover):
                return each
        for each in branches:
            if self._by_id[each].after is not None:
                return each
        return branches[0]

    def _find_versions(self, main: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        lines = [("", list(main))]
        while lines:
            after, line = lines.pop(0)
            for each in line:
                for branch in self._children.get(after, ()):
                    if branch != each:
                        second = [branch, *self._follow_line(branch)]
                        yield after, second
                        lines.append((branch, second[1:]))
                after = each

    def _find_settled(self) -> tuple[set[str], list[ChooseVersion]]:
        if not self._choices:
            return set(), []
        latest = self._choices[-1]
        settled: set[str] = set()
        for each in latest.over:
            entry_id = each if each in self._parents else ""
            while entry_id and entry_id not in settled:
                settled.add(entry_id)
                entry_id = self._parents[entry_id]
        return settled, [each for each in self._choices[:-1] if each.id not in latest.over]
