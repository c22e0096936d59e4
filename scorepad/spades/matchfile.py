"""A match file is a match as UTF-8 JSON, and two files of one match are joined (SCORING.md 3).

Each log that is joined keeps its own order.  Entries that both have are anchors; between two
anchors the times in the ids decide.  The rule is the same for both sides, so two machines get the
same log.
"""

from __future__ import annotations

import uuid
from collections.abc import Container, Mapping, Sequence
from datetime import timedelta
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.decoding import (
    BOM,
    DoubledKey,
    NotReadableFile,
    convert_entry,
    decode_entry,
    decode_sentence,
    encode_entry,
    plain_json,
    refuse_doubled,
    refuse_large,
    refuse_long,
)
from scorepad.spades.entries import Common, Entry, Head, as_utc
from scorepad.spades.gate import refuse_moment
from scorepad.spades.library import Library
from scorepad.spades.match import Match, RefusedEntry, replay
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import frozen_rules
from scorepad.spades.words import T, Text

__all__ = [
    "FORMAT",
    "NotReadableFile",
    "canonical_json",
    "decode_entry",
    "encode_entry",
    "frozen_entry",
    "frozen_head",
    "read_match",
    "with_ids",
    "write_match",
]

FORMAT = 1
"""The format number that this program writes and the greatest that it reads."""
SPACE = uuid.UUID("6f0f1c5e-2f0e-5d52-9a3a-5c0ce0000000")
"""The ids that are made from content are in this UUID name space."""


Logged = TypeVar("Logged", bound=Common)
AnyHead = TypeVar("AnyHead", bound=msgspec.Struct)


class MatchFile(Head, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match file as it is written; everything with a default may be left out."""

    scorepad: int = FORMAT
    id: str | None = None
    log: list[Entry] = []


_DECODER = msgspec.json.Decoder(MatchFile)
_PARTS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ENTRIES = msgspec.json.Decoder(list[msgspec.Raw])
_FIELDS = ("scorepad", "id", *Head.__struct_fields__, "log")


class RefusedFile(Refused):
    """A refusal names the file (and line) it came from before its sentence."""

    def __init__(self, where: str, what: Text) -> None:
        super().__init__(T("{where}: {what}", where=where, what=what))


def read_match(data: bytes, library: Library, *, where: str = "") -> Match:
    """Read a match file and gate it entry by entry.  Raise `Refused` with one sentence.

    `where` names the file, or the file and line, for that sentence.
    """
    try:
        return _match(_decoded(data), library)
    except Refused as refused:
        if where:
            raise RefusedFile(where, refused.text) from None
        raise


def newer_format(number: object) -> Refused:
    """Return the refusal of a file of a greater format number."""
    return Refused(
        "it is of format {number}, from a newer Scorepad; this one reads format {known}",
        number=str(number)[:20],
        known=FORMAT,
    )


def refused_entry(
    position: int, kind: str, what: Text, known: Container[str] = kinds.KINDS
) -> Refused:
    """Return the refusal of an entry of a file, which says which entry and why.

    It names the kind of the entry only where that is `known`.
    """
    if kind in known:
        return Refused("entry {position} ({kind}): {what}", position=position, kind=kind, what=what)
    return Refused("entry {position}: {what}", position=position, what=what)


def _decoded(data: bytes) -> MatchFile:
    refuse_large(data)
    try:
        file = _DECODER.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        file = _converted(plain_json(data))
    try:
        refuse_doubled(data)
    except DoubledKey:
        _refuse_doubled_entry(data)
        raise
    if file.scorepad > FORMAT:
        raise newer_format(file.scorepad)
    if file.scorepad < 1:
        raise NotReadableFile("`scorepad` is the format's number, {known}", known=FORMAT)
    refuse_long(file.log)
    return file


def _refuse_doubled_entry(data: bytes) -> None:
    """Raise `Refused` naming the entry, where an entry has a key twice."""
    log = _PARTS.decode(data.removeprefix(BOM)).get("log", b"[]")
    for position, entry in enumerate(_ENTRIES.decode(log), 1):
        try:
            refuse_doubled(bytes(entry))
        except DoubledKey as refused:
            kind = str(msgspec.json.decode(entry)["kind"])
            raise refused_entry(position, kind, refused.text) from None


def _converted(data: Any) -> MatchFile:
    """Convert plain data to a match file step by step, to find the sentence for a fault."""
    if not isinstance(data, dict):
        raise NotReadableFile("a match file is a JSON object with `rules`, `teams` and a `log`")
    if "scorepad-event" in data:
        raise NotReadableFile("it is an event file; `scorepad event new` imports it")
    number = data.get("scorepad")
    if isinstance(number, int) and not isinstance(number, bool) and number > FORMAT:
        raise newer_format(number)
    log = data.get("log", [])
    if not isinstance(log, list):
        raise NotReadableFile("`log` is a list of entries")
    entries = []
    for position, each in enumerate(log, 1):
        try:
            entries.append(convert_entry(each))
        except NotReadableFile as refused:
            kind = each.get("kind") if isinstance(each, dict) else None
            raise refused_entry(position, str(kind), refused.text) from None
    head = {key: value for key, value in data.items() if key != "log"}
    try:
        file = msgspec.convert(head, MatchFile)
    except (msgspec.ValidationError, OverflowError, ValueError) as error:
        raise NotReadableFile(decode_sentence(error, data, "", _FIELDS)) from None
    return replace(file, log=entries)


def _match(file: MatchFile, library: Library) -> Match:
    match_id = None
    if file.id is not None:
        try:
            match_id = str(uuid.UUID(file.id))
        except ValueError:
            raise NotReadableFile("`id` is a UUID, or left out") from None
    scheduled = as_utc(file.scheduled) if file.scheduled else None
    refuse_moment(scheduled, "scheduled")
    match = Match.open(replace(head_of(file, Head), scheduled=scheduled), library, id=match_id)
    try:
        return match.extended(file.log, gated=True)
    except RefusedEntry as refused:
        raise refused_entry(refused.position, refused.kind, refused.text) from None


def head_of(file: AnyHead, kind: type[AnyHead]) -> AnyHead:
    """Return the head of a file, which is a head with more fields."""
    return kind(**{name: getattr(file, name) for name in kind.__struct_fields__})


def frozen_head(match: Match) -> Head:
    """Return the first head with its whole rule set, so that no later edition changes the match."""
    head = match.first_head
    return replace(head, rules=frozen_rules(match.library.resolve(head.rules)))


def frozen_entry(entry: Entry, library: Library) -> Entry:
    """Return a `setup` (or an amend to one) with its whole rule set; any other entry as it is."""
    if isinstance(entry, kinds.Setup) and isinstance(entry.rules, str | dict):
        return replace(entry, rules=frozen_rules(library.resolve(entry.rules)))
    if isinstance(entry, kinds.Amend) and isinstance(entry.to, kinds.Setup):
        return replace(entry, to=frozen_entry(entry.to, library))
    return entry


def write_match(match: Match) -> bytes:
    """Write the match file with its whole rule set and log.  `read_match` takes it back
    unchanged."""
    # Everything of the head is written out, so that no reader needs to know the defaults.
    whole = {
        "scorepad": FORMAT,
        **({} if match.id is None else {"id": match.id}),
        **msgspec.to_builtins(msgspec.structs.asdict(frozen_head(match))),
        "log": [frozen_entry(entry, match.library) for entry in match.log],
    }
    return msgspec.json.encode(whole)


def canonical_json(value: object) -> bytes:
    """Encode as JSON with sorted keys and no spaces: the same bytes for the same content."""
    return msgspec.json.encode(msgspec.to_builtins(value), order="deterministic")


def with_ids(match: Match) -> Match:
    """Return the match with an id of its own and ids for its entries, made from their content.

    The match id is a UUIDv5 of the whole content.  An entry without an id of its own gets a UUIDv5
    of the match id and its position.  So the same file gives the same ids when imported twice.
    """
    match_id = match.id
    positions = [
        str(position) for position, entry in enumerate(match.log, 1) if entry.id == str(position)
    ]
    if match_id is not None and not positions:
        return match
    if match_id is None:
        content = canonical_json((match.first_head, match.log))
        match_id = str(uuid.uuid5(SPACE, content.hex()))
    space = uuid.UUID(match_id)
    named = {each: str(uuid.uuid5(space, each)) for each in positions}
    return replay(match.first_head, renamed(match.log, named), match.library, id=match_id)


def renamed(log: Sequence[Logged], named: Mapping[str, str]) -> list[Logged]:
    """Return a log whose entries have other ids, where they are `named` so; what is amended, struck
    or restored is then called so too."""

    def changed(entry: Logged) -> Logged:
        about = getattr(entry, "entry", None)
        said = {} if about is None else {"entry": named.get(about, about)}
        return replace(entry, id=named.get(entry.id or "", entry.id), **said)

    return [changed(entry) for entry in log]


# Joining.


class ContentDiffers(Refused):
    """Two entries have one id and say different things."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(
            T(
                "the two copies of this match disagree on entry “{id}”; one of them was changed "
                "by hand, so nothing was joined",
                id=entry_id[:60],
            )
        )


class Joined(msgspec.Struct, frozen=True):
    """A joined match says which entries were new, and which do not fit any more and why."""

    match: Match
    new: tuple[str, ...]
    unfit: tuple[tuple[str, Text], ...]
    head_differs: bool = False


def join(mine: Match, theirs: Match) -> Joined:
    """Join `theirs` into `mine`; both have ids.  Raise `ContentDiffers`."""
    known = {entry.id or "": entry for entry in mine.log}
    there = {entry.id or "": entry for entry in theirs.log}
    for entry_id in known.keys() & there.keys():
        if _content(known[entry_id], there[entry_id]) != _content(there[entry_id], known[entry_id]):
            raise ContentDiffers(entry_id)
    new = tuple(entry.id or "" for entry in theirs.log if entry.id not in known)
    differs = _head(mine) != _head(theirs)
    if not new and not _newly_unfit(mine.log, there):
        return Joined(mine, (), (), differs)
    joined = Match.open(mine.first_head, mine.library, id=mine.id)
    unfit: list[tuple[str, Text]] = []
    for entry in merged_logs(mine.log, theirs.log):
        other = there.get(entry.id or "")
        why = entry.unfit or (other.unfit if other is not None else None)
        if why is None:
            try:
                joined = joined.append(entry)
                continue
            except Refused as refused:
                unfit.append((entry.id or "", refused.text))
                why = str(refused.text)
        kept = frozen_entry(entry, mine.library) if entry.id in new else entry
        joined = joined.append(replace(kept, unfit=why))
    return Joined(joined, new, tuple(unfit), differs)


def _newly_unfit(log: Sequence[Entry], there: dict[str, Entry]) -> bool:
    return any(
        entry.unfit is None
        and (other := there.get(entry.id or "")) is not None
        and other.unfit is not None
        for entry in log
    )


def _content(entry: Entry, other: Entry) -> bytes:
    """Return what an entry says, in a form to compare with `other`."""
    if isinstance(entry, kinds.Setup) and isinstance(other, kinds.Setup):
        entry = replace(entry, rules=_same_form(entry.rules, other.rules))
    return canonical_json(replace(entry, unfit=None))


def _same_form(rules: Any, other: Any) -> Any:
    """Return the id of a whole rule set if the other entry has only an id, so that they compare."""
    if isinstance(rules, dict) and isinstance(other, str):
        return rules.get("id")
    return rules


def _head(match: Match) -> bytes:
    head = frozen_head(match)
    rules = head.rules
    return canonical_json(replace(head, rules=rules["id"] if isinstance(rules, dict) else rules))


def merged_logs(mine: Sequence[Logged], theirs: Sequence[Logged]) -> list[Logged]:
    """Merge the entries of two logs; each log keeps its own order, and common entries stand
    once."""
    common = {entry.id for entry in mine} & {entry.id for entry in theirs}
    gaps = _gaps(theirs, common)
    both: list[Logged] = []
    for anchor, own in _gaps(mine, common).items():
        if anchor is not None:
            both.append(next(entry for entry in mine if entry.id == anchor))
        both += _by_time(own, gaps.get(anchor, []))
    return both


def _gaps(log: Sequence[Logged], common: set[str | None]) -> dict[str | None, list[Logged]]:
    """Return the entries after each anchor in their own order; None has those before the first."""
    gaps: dict[str | None, list[Logged]] = {None: []}
    anchor: str | None = None
    for entry in log:
        if entry.id in common:
            anchor = entry.id
            gaps[anchor] = []
        else:
            gaps[anchor].append(entry)
    return gaps


def _by_time(first: list[Logged], second: list[Logged]) -> list[Logged]:
    """Merge two runs of entries by time; each keeps its order."""
    found: list[Logged] = []
    ahead = [_timed(first), _timed(second)]
    while ahead[0] and ahead[1]:
        earlier = ahead[0] if ahead[0][0][0] <= ahead[1][0][0] else ahead[1]
        found.append(earlier.pop(0)[1])
    return found + [entry for run in ahead for _, entry in run]


def _timed(run: list[Logged]) -> list[tuple[tuple[int, str], Logged]]:
    """Return each entry with its time.  An entry without a time has that of the entry before it."""
    timed: list[tuple[tuple[int, str], Logged]] = []
    latest = -1
    for entry in run:
        latest = _milliseconds(entry, latest)
        timed.append(((latest, entry.id or ""), entry))
    return timed


def _milliseconds(entry: Common, before: int) -> int:
    """Return the time in a UUIDv7, in milliseconds; else the entry's own; else the one before
    it."""
    made = kinds.made_at(entry.id or "") or entry.at
    return before if made is None else (made - kinds.EPOCH) // timedelta(milliseconds=1)
