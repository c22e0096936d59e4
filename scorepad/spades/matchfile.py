"""A match file is a match as UTF-8 JSON (SCORING.md 3).

Importing the file of a stored match merges the two sets of entries; `order` reads them.
"""

from __future__ import annotations

import uuid
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.decoding import (
    BOM,
    DuplicateKey,
    NotReadableFile,
    convert_known_entry,
    decode_entry,
    encode_entry,
    explain_decode_error,
    plain_json,
    refuse_ambiguous_json,
    refuse_large,
    refuse_oversized_log,
)
from scorepad.spades.entries import Common, Entry, Head, UnknownEntry
from scorepad.spades.gate import refuse_impossible_moment
from scorepad.spades.ids import (
    LoggedEntry,
    hash_old_id_to_id_tail,
    id_tail_if_imported,
    is_kept_id,
    new_id_by_old_id,
    with_new_ids,
)
from scorepad.spades.library import Library
from scorepad.spades.log import Log, RefusedEntry, fill_missing_ids
from scorepad.spades.match import Match, fold_match_from_entries
from scorepad.spades.naming import with_tidy_names
from scorepad.spades.order import RECORDING_FIELDS, Ordered, drop_recording
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import cached_plain_rules
from scorepad.spades.words import T, Text

__all__ = [
    "FORMAT",
    "NotReadableFile",
    "canonical_json",
    "decode_entry",
    "embed_rules_in_entry",
    "embed_rules_in_head",
    "encode_entry",
    "encode_match_file",
    "parse_match_file",
    "with_content_ids",
]

FORMAT = 1
"""The format number that this program writes and the greatest that it reads."""
MATCH_FILE_ENDINGS = (".scorepad", ".json")
"""A match file ends in one of these; a double click opens those that end in the first."""
CONTENT_NAMESPACE = uuid.UUID("6f0f1c5e-2f0e-5d52-9a3a-5c0ce0000000")
"""The ids that are made from content are in this UUID name space."""


EntryT = TypeVar("EntryT", bound=Common)
LogT = TypeVar("LogT", bound=Log[Any])
AnyHead = TypeVar("AnyHead", bound=msgspec.Struct)
StructT = TypeVar("StructT", bound=msgspec.Struct)


class MatchFile(Head, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match file as it is written; everything with a default may be left out."""

    scorepad: int = FORMAT
    id: str | None = None
    log: list[Entry] = []
    versions: list[Any] = []


_DECODER = msgspec.json.Decoder(MatchFile)
_PARTS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ENTRIES = msgspec.json.Decoder(list[msgspec.Raw])
_FIELDS = ("scorepad", "id", *Head.__struct_fields__, "log", "versions")


class RefusedFile(Refused):
    """A refusal whose sentence begins with the file (and line)."""

    def __init__(self, where: str, what: Text) -> None:
        super().__init__(T("{where}: {what}", where=where, what=what))


def parse_match_file(
    data: bytes, library: Library, *, where: str = "", make_content_ids: bool = False
) -> Match:
    """Read a match file and gate it entry by entry.  Raise `Refused` with one sentence.

    `where` names the file, or the file and line, for that sentence; `make_content_ids` gives the
    match and its entries the ids of `with_content_ids`.
    """
    try:
        return _match_of_file(_decode_file(data), library, make_content_ids=make_content_ids)
    except Refused as refused:
        if where:
            raise RefusedFile(where, refused.text) from None
        raise


def refusal_of_newer_format(number: object) -> Refused:
    """Return the refusal of a file of a greater format number."""
    return Refused(
        "it uses format {number}, from a newer version of Scorepad; this version reads format "
        "{known}",
        number=str(number)[:20],
        known=FORMAT,
    )


def refusal_of_entry(
    position: int, kind: str, what: Text, kinds_to_name: Container[str] = kinds.KINDS
) -> Refused:
    """Return the refusal of an entry of a file, with the entry and the reason.

    It names the kind of the entry only where that is one of `kinds_to_name`.
    """
    if kind in kinds_to_name:
        return Refused("entry {position} ({kind}): {what}", position=position, kind=kind, what=what)
    return Refused("entry {position}: {what}", position=position, what=what)


def _decode_file(data: bytes) -> MatchFile:
    refuse_large(data)
    try:
        file = _DECODER.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        file = _convert_file(plain_json(data))
    try:
        refuse_ambiguous_json(data)
    except DuplicateKey:
        _refuse_doubled_entry(data)
        raise
    if file.scorepad > FORMAT:
        raise refusal_of_newer_format(file.scorepad)
    if file.scorepad < 1:
        raise NotReadableFile("“scorepad” must be the format number, {known}", known=FORMAT)
    refuse_oversized_log(file.log)
    return file


def _refuse_doubled_entry(data: bytes) -> None:
    log = _PARTS.decode(data.removeprefix(BOM)).get("log", b"[]")
    for position, entry in enumerate(_ENTRIES.decode(log), 1):
        try:
            refuse_ambiguous_json(bytes(entry))
        except DuplicateKey as refused:
            kind = str(msgspec.json.decode(entry)["kind"])
            raise refusal_of_entry(position, kind, refused.text) from None


def _convert_file(data: Any) -> MatchFile:
    if not isinstance(data, dict):
        raise NotReadableFile("a match file is a JSON object with “rules”, “teams” and a “log”")
    if "scorepad-event" in data:
        raise NotReadableFile("it's an event file; import it with “scorepad event new”")
    number = data.get("scorepad")
    if isinstance(number, int) and not isinstance(number, bool) and number > FORMAT:
        raise refusal_of_newer_format(number)
    log = data.get("log", [])
    if not isinstance(log, list):
        raise NotReadableFile("“log” must be a list of entries")
    entries = []
    for position, each in enumerate(log, 1):
        try:
            entries.append(convert_known_entry(each))
        except NotReadableFile as refused:
            kind = each.get("kind") if isinstance(each, dict) else None
            raise refusal_of_entry(position, str(kind), refused.text) from None
    head = {key: value for key, value in data.items() if key != "log"}
    try:
        file = msgspec.convert(head, MatchFile)
    except (msgspec.ValidationError, OverflowError, ValueError) as error:
        raise NotReadableFile(explain_decode_error(error, data, "", _FIELDS)) from None
    return replace(file, log=entries)


def _match_of_file(file: MatchFile, library: Library, *, make_content_ids: bool) -> Match:
    match_id = None
    if file.id is not None:
        try:
            match_id = str(uuid.UUID(file.id))
        except ValueError:
            raise NotReadableFile("“id” must be a UUID, or left out") from None
    head = convert_head(file, Head)
    refuse_impossible_moment(head.scheduled)
    try:
        is_ordered = has_stated_entry_order(file.log)
        log = [without_unfit(entry) for entry in file.log] if is_ordered else file.log
        if not (is_ordered or make_content_ids):
            return Match.open(head, library, id=match_id).with_entries_appended(log)
        if is_ordered:
            refuse_duplicate_ids(log)
        match_id = match_id or content_id(head, log if is_ordered else fill_missing_ids(log, 1))
        new_ids = new_id_by_old_id(match_id, log)
        entries = recorded_from_file(log, new_ids)
        head = head if file.id is not None else with_tidy_names(head)
        match = fold_match_from_entries(head, entries, library, id=match_id)
        if is_ordered:
            refuse_unfit(match, entries)
        elif match.unfit or [each.id for each in match.log] != [each.id for each in entries]:
            Match.open(head, library).with_entries_appended(
                log
            )  # a refusal uses the file's own words
    except RefusedEntry as refused:
        raise refusal_of_entry(refused.position, refused.kind, refused.text) from None
    return match


def refuse_unfit(log: Log[Any], entries: Sequence[Common]) -> None:
    """Raise `RefusedEntry` for an entry that cannot have been recorded after the one that it names.

    In a log whose chained entries all name one, that is the result of a change by hand.
    """
    if any(each.after is None and not log.is_unchained(each) for each in entries):
        return
    for position, entry in enumerate(entries, 1):
        if entry.after is not None and entry.id in log.unfit:
            raise RefusedEntry(position, entry, Refused(log.unfit[entry.id]))


def has_stated_entry_order(log: Sequence[Common]) -> bool:
    """Return whether a file states the order of its entries, so that they are a set.

    Any other file is read in its own order, and refused with the first entry that doesn't fit.
    """
    if [each for each in log if each.after is not None or each.unfit is not None]:
        return True
    if kinds.ChooseVersion in map(type, log):
        return True
    ids = [each.id for each in log if each.id is not None]
    if ids == sorted(ids):
        return False
    ids = list(filter(is_kept_id, ids))  # entries that an import replaces don't count here
    return ids != sorted(ids)


def without_unfit(entry: LoggedEntry) -> LoggedEntry:
    """Return an entry without the mark that an older program set for its place in the log."""
    return entry if getattr(entry, "unfit", None) is None else replace(entry, unfit=None)


def refuse_duplicate_ids(log: Sequence[Common]) -> None:
    """Raise `RefusedEntry` for an entry with the id of an earlier one."""
    ids: set[str] = set()
    for position, entry in enumerate(log, 1):
        entry_id = entry.id or str(position)
        if entry_id in ids:
            refused = Refused(
                "an earlier entry already has the ID “{id}”; give this entry a different one",
                id=entry_id[:60],
            )
            raise RefusedEntry(position, entry, refused)
        ids.add(entry_id)


def convert_head(file: AnyHead, kind: type[AnyHead]) -> AnyHead:
    """Return the head of a file, which is a head with more fields."""
    return kind(**{name: getattr(file, name) for name in kind.__struct_fields__})


def embed_rules_in_head(match: Match) -> Head:
    """Return the first head with its whole rule set, so that no later edition changes the match."""
    head = match.first_head
    return replace(head, rules=cached_plain_rules(match.library.resolve(head.rules)))


def embed_rules_in_entry(entry: Entry, library: Library) -> Entry:
    """Return a `setup` (or an amend to one) with its whole rule set, unless that can't be read; any
    other entry unchanged."""
    if isinstance(entry, kinds.HeadChange) and isinstance(entry.rules, str | dict):
        with suppress(Refused):
            return replace(entry, rules=cached_plain_rules(library.resolve(entry.rules)))
    if isinstance(entry, kinds.Amend) and isinstance(entry.to, kinds.HeadChange):
        return replace(entry, to=embed_rules_in_entry(entry.to, library))
    return entry


def encode_match_file(match: Match) -> bytes:
    """Write the match file with its whole rule set and log.  `parse_match_file` takes it back
    unchanged."""
    # Everything of the head is written out, so that no reader needs to know the defaults.
    head = msgspec.to_builtins(msgspec.structs.asdict(embed_rules_in_head(match)))
    if head["release"] is None:
        del head["release"]
    whole = {
        "scorepad": FORMAT,
        **({} if match.id is None else {"id": match.id}),
        **head,
        "log": encode_entries(match.entries_of_all_versions, match.library),
        **({"versions": version_results_json(match)} if match.has_versions else {}),
    }
    return msgspec.json.encode(whole)


def canonical_json(value: object) -> bytes:
    """Encode as JSON with sorted keys and no spaces: the same bytes for the same content."""
    return msgspec.json.encode(msgspec.to_builtins(value), order="deterministic")


def encode_entries(entries: Sequence[Ordered], library: Library) -> list[object]:
    """Return entries as a file has them: with whole rule sets, those of unknown kinds unchanged."""
    return [
        msgspec.Raw(each.data)
        if isinstance(each, UnknownEntry)
        else embed_rules_in_entry(each, library)  # type: ignore[arg-type]
        for each in entries
    ]


def version_results_json(match: Match) -> list[dict[str, Any]]:
    """Return the result of each version of a match, the one that counts first.

    It is for other programs; a reader of matches computes it from the log.
    """
    versions: list[dict[str, Any]] = []
    for last, log in [
        (match.tip, match),
        *((each.last_id, match.with_version(each.last_id)) for each in match.order.open_versions),
    ]:
        end = log.board.end
        versions.append(
            {
                "last": last,
                "counts": log is match,
                "hands": len(log.board.hands),
                "score": log.board.score,
                "status": "playing" if end is None else "over",
                "winner": None if end is None else end.winner,
            }
        )
    return versions


def content_id(head: msgspec.Struct, log: Sequence[Common]) -> str:
    """Return the id of a match or event whose file has none: a UUIDv5 of its content."""
    fields = {
        name: value
        for name, value in msgspec.structs.asdict(head).items()
        if value is not msgspec.UNSET
    }
    for name in ("event_id", "release"):
        if fields.get(name, "") is None:
            del fields[name]
    return str(uuid.uuid5(CONTENT_NAMESPACE, canonical_json((fields, log)).hex()))


def with_content_ids(match: Match) -> Match:
    """Return the match with an id of its own and ids for its entries, made from their content.

    So the same file gives the same ids when imported twice (LAPTOPS.md 3.1).
    """
    match_id = match.id or content_id(match.first_head, match.log)
    new_ids = new_id_by_old_id(match_id, match.log)
    if match.id is not None and not new_ids:
        return match
    head = match.first_head if match.id is not None else with_tidy_names(match.first_head)
    log = recorded_from_file(match.log, new_ids)
    return fold_match_from_entries(head, log, match.library, id=match_id)


def recorded_from_file(log: Sequence[EntryT], new_ids: Mapping[str, str]) -> list[EntryT]:
    """Return the entries of a file as they are recorded: with new ids where they need them, and
    then with tidy names. One that was recorded elsewhere doesn't change there."""
    entries = zip(log, with_new_ids(log, new_ids), strict=True)
    return [new if old.id == new.id else with_tidy_names(new) for old, new in entries]


# Joining.


class ContentDiffers(Refused):
    """Two entries with one id differ."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(
            T(
                "the two copies of this match disagree on entry “{id}”; one of them was "
                "changed by hand, so nothing was merged",
                id=entry_id[:60],
            )
        )
        self.entry_id = entry_id[:60]


def join_logs(mine: LogT, theirs: LogT) -> LogT:
    """Return the log of the entries of both, which have ids.  Raise `ContentDiffers`."""
    mine_by_id = {each.id: each for each in mine.entries_of_all_versions}
    new = []
    entries = theirs.entries_of_all_versions
    renamed = with_new_ids(entries, _find_recorded_ids(mine, theirs))
    for entry, their_id in zip(renamed, (each.id for each in entries), strict=True):
        other = mine_by_id.get(entry.id)
        if other is None:
            new.append(entry)
        elif _differs(entry, other, is_double=entry.id != their_id):
            raise ContentDiffers(entry.id or "")
    if not new:
        return mine
    united = mine.rebuild_from_entry_set([*mine.entries_of_all_versions, *new])
    for conflict in united.order.conflicts:
        if conflict not in mine.order.conflicts:
            raise ContentDiffers(conflict)
    return united


def _find_recorded_ids(mine: Log[Any], theirs: Log[Any]) -> dict[str, str]:
    ids = set(mine.ids_of_all_versions)
    by_tail = {tail: each for each in ids if (tail := id_tail_if_imported(each)) is not None}
    if not by_tail:
        return {}
    tails = {
        each.id: id_tail_if_imported(each.id) or hash_old_id_to_id_tail(mine.id or "", each.id)
        for each in theirs.entries_of_all_versions
        if each.id is not None and each.id not in ids
    }
    return {old_id: by_tail[tail] for old_id, tail in tails.items() if tail in by_tail}


def _differs(entry: Ordered, other: Ordered, *, is_double: bool) -> bool:
    if entry == other:
        return False
    if isinstance(entry, Common) and isinstance(other, Common):
        # An earlier program recorded the names of a file as they came.
        entry, other = with_tidy_names(entry), with_tidy_names(other)
    if is_double:
        return drop_recording(entry) != drop_recording(other)
    return _comparable_content(entry, other) != _comparable_content(other, entry)


def _comparable_content(entry: Ordered, other: Ordered) -> bytes:
    """Return the content of an entry for a comparison with `other`, without the recording fields
    that either lacks."""
    lacking = [
        field
        for field in RECORDING_FIELDS
        if getattr(entry, field, None) is None or getattr(other, field, None) is None
    ]
    if isinstance(entry, Common):
        entry = replace(entry, **dict.fromkeys(lacking))
    return canonical_json(with_comparable_rules(entry, other))


def with_comparable_rules(one: StructT, other: msgspec.Struct) -> StructT:
    """Return an entry or a head with the id of its rule set if the other one has only an id, so
    that they compare."""
    rules: Any = getattr(one, "rules", None)
    if isinstance(rules, dict) and isinstance(getattr(other, "rules", None), str):
        return replace(one, rules=rules.get("id"))
    to, other_to = getattr(one, "to", None), getattr(other, "to", None)
    if isinstance(to, msgspec.Struct) and isinstance(other_to, msgspec.Struct):
        return replace(one, to=with_comparable_rules(to, other_to))
    return one


def heads_differ(mine: Match, theirs: Match) -> bool:
    """Return whether two matches begin otherwise."""
    return _comparable_head(mine, theirs) != _comparable_head(theirs, mine)


def _comparable_head(match: Match, other: Match) -> bytes:
    head = with_tidy_names(embed_rules_in_head(match))
    rules = head.rules
    if other.first_head.event_id is None:
        head = replace(head, event_id=None)
    if other.first_head.release is None:
        head = replace(head, release=None)
    return canonical_json(replace(head, rules=rules["id"] if isinstance(rules, dict) else rules))
