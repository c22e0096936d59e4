"""An event file holds an event as UTF-8 JSON; it is imported as a match file is."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from scorepad.budget import EVENT_BUDGET
from scorepad.events.entries import (
    EVENT_KINDS,
    EventAmend,
    EventEntry,
    EventHead,
    EventHeadChange,
    RoundEntry,
    StageEntry,
)
from scorepad.events.event import Event, fold_event_from_entries
from scorepad.events.gate import (
    refuse_bad_day,
    refuse_bad_readings,
    refuse_bad_season,
    refuse_doubled_table,
)
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.spades.decoding import (
    AN_ENTRY,
    BOM,
    FIELD_FORMS,
    EntryForms,
    NotReadableFile,
    explain_bad_entry,
    explain_decode_error,
    plain_json,
    refuse_ambiguous_json,
    refuse_too_many_entries,
)
from scorepad.spades.ids import new_id_by_old_id
from scorepad.spades.library import Library
from scorepad.spades.log import RefusedEntry
from scorepad.spades.matchfile import (
    ContentDiffers,
    RefusedFile,
    canonical_json,
    content_id,
    convert_head,
    encode_entries,
    has_stated_entry_order,
    join_logs,
    recorded_from_file,
    refusal_of_entry,
    refusal_of_newer_format,
    refuse_duplicate_ids,
    refuse_unfit,
    with_comparable_rules,
    without_unfit,
)
from scorepad.spades.naming import with_tidy_names
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import cached_plain_rules
from scorepad.spades.sheetcode import SheetCode, entries_covered_by_sheet_code, without_steps
from scorepad.spades.words import T

FORMAT = 1
"""This program writes this format number, and reads no greater one."""
FORMAT_KEY = "scorepad-event"
"""The key that distinguishes an event file from a match file."""

EVENT_FORMS = EntryForms(
    EVENT_KINDS,
    EventHead,
    {
        "team": T("a team's ID, 1 to 60 characters"),
        "stage": T("a stage's ID, 1 to 60 characters"),
        "pairing": T("a pairing's ID, 1 to 60 characters"),
        "players": T("a list of names"),
        "agreed": T(
            "a table of sections, such as {example}", example='{"clock": {"at_time": "stop"}}'
        ),
        "seat": T("a player's position in the team's list, starting at 0"),
        "teams": T("a list of team IDs"),
        "advance": T(
            "where the teams come from, such as {example}",
            example='{"from": ["A", "B"], "places": 2, "qualify": {"winning": 0.5}}',
        ),
        "tie_breaks": T(
            "a list; each item is head-to-head, difference, points, fewer-bags, opponents, "
            "rating, wins, fewer-forfeits or lots"
        ),
        "forfeit_points": T("two whole numbers: the winner's points and the loser's points"),
        "pairings": T(
            "a list of pairings, such as {example}",
            example='{"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}',
        ),
        "byes": T("a list of team IDs"),
        "score": T("two whole numbers from −1,000,000 to 1,000,000, or null"),
        "bags": T("two whole numbers, or null"),
        "value": T("a number or text"),
        "tables": T("a list of names"),
        "date": T("a date such as 2027-03-14"),
        "dates": T(
            "a list of dates, each in the form {example}",
            example='{"date": "2027-03-14", "start": "19:00", "tables": ["1", "2"]}',
        ),
        "rating": T(
            "a rating scale, such as {example}", example='{"from": 1, "to": 5, "forfeit": 1}'
        ),
        "roster_freeze": T("a date such as 2027-03-14"),
        "unavailable": T("a list of dates such as 2027-03-14"),
        "stage.points": T(
            "an object with the points for each result, such as {example}; for a combined "
            "table, the points for each place, such as {places}, or “standings”",
            example='{"win": 3, "tie": 1, "loss": 0}',
            places='{"1": 150, "2": 100, "*": 25}',
        ),
        "events": T("a list of event IDs"),
        "rules": FIELD_FORMS["rules"],
        "to": FIELD_FORMS["to"],
        "log": FIELD_FORMS["log"],
        FORMAT_KEY: T("the format number, 1"),
    },
    '{"kind": "team", "team": "T1", "name": "Aces", "players": ["Ann", "Cy"]}',
)

WithRules = TypeVar("WithRules", bound=EventHead | EventHeadChange | StageEntry | RoundEntry)

_ENTRY: msgspec.json.Decoder[EventEntry] = msgspec.json.Decoder(EventEntry)


class EventFile(
    EventHead,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename={"format_number": FORMAT_KEY},
):
    """Holds an event file as it is written; everything with a default may be left out."""

    format_number: int = FORMAT
    id: str | None = None
    log: list[EventEntry] = []


_FIELDS = (FORMAT_KEY, "id", *EventHead.__struct_fields__, "log")


def decode_event_entry(data: bytes) -> EventEntry:
    """Return one entry from JSON; raises `NotReadableFile` with one sentence."""
    try:
        entry = _ENTRY.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        entry = _convert_entry(plain_json(data, AN_ENTRY))
    refuse_ambiguous_json(data)
    return entry


def _convert_entry(data: Any) -> EventEntry:
    try:
        return cast(EventEntry, msgspec.convert(data, EventEntry))
    except (msgspec.ValidationError, OverflowError, ValueError) as error:
        raise NotReadableFile(explain_bad_entry(error, data, EVENT_FORMS)) from None


def encode_event_entry(entry: EventEntry) -> bytes:
    """Return one entry as JSON, without defaults; a round always has its byes."""
    if isinstance(entry, RoundEntry):
        whole = msgspec.to_builtins(entry)
        return msgspec.json.encode(
            {**whole, "pairings": whole.get("pairings", []), "byes": whole.get("byes", [])}
        )
    return msgspec.json.encode(entry)


def parse_event_file(data: bytes, library: Library, *, where: str = "") -> Event:
    """Return the event of a file, gated entry by entry; raises `Refused` with one sentence.

    `where` names the file in that sentence. An event without an id gets one made from its content,
    and so do its entries, so that reading it twice gives the same ids.
    """
    try:
        return _event_of_file(_decode_file(data), library)
    except Refused as refused:
        if where:
            raise RefusedFile(where, refused.text) from None
        raise


def is_event_file(data: bytes) -> bool:
    """Return whether this is meant to be an event file; a match file is not."""
    if f'"{FORMAT_KEY}"'.encode() not in data:
        return False
    try:
        whole = msgspec.json.decode(data.removeprefix(BOM))
    except (msgspec.DecodeError, RecursionError):
        return False
    return isinstance(whole, dict) and FORMAT_KEY in whole


def _decode_file(data: bytes) -> EventFile:
    if not data.removeprefix(BOM).strip():
        raise NotReadableFile("it's empty; an event file is JSON")
    whole = plain_json(data)
    refuse_ambiguous_json(data)
    if not isinstance(whole, dict) or FORMAT_KEY not in whole:
        raise NotReadableFile(
            "an event file is a JSON object with {mark}, “name” and a “log”", mark=f"“{FORMAT_KEY}”"
        )
    number = whole[FORMAT_KEY]
    if isinstance(number, int) and not isinstance(number, bool) and number > FORMAT:
        raise refusal_of_newer_format(number)
    if number != FORMAT or isinstance(number, bool):
        raise NotReadableFile(
            "“{field}” must be the format number, {known}", field=FORMAT_KEY, known=FORMAT
        )
    log = whole.get("log", [])
    if not isinstance(log, list):
        raise NotReadableFile("“log” must be a list of entries")
    refuse_too_many_entries(log, EVENT_BUDGET.entries)
    entries = []
    for position, each in enumerate(log, 1):
        try:
            entries.append(_convert_entry(each))
        except NotReadableFile as refused:
            kind = each.get("kind") if isinstance(each, dict) else None
            raise refusal_of_entry(position, str(kind), refused.text, EVENT_KINDS) from None
    # A date may be null too.
    left_out = ("log", "date") if whole.get("date") is None else ("log",)
    head = {key: value for key, value in whole.items() if key not in left_out}
    try:
        file = msgspec.convert(head, EventFile)
    except (msgspec.ValidationError, OverflowError, ValueError) as error:
        raise NotReadableFile(
            explain_decode_error(error, whole, "", _FIELDS, EVENT_FORMS)
        ) from None
    return replace(file, log=entries)


def _event_of_file(file: EventFile, library: Library) -> Event:
    head = convert_head(file, EventHead)
    refuse_bad_event_head(head)
    event_head = embed_rules_in_event_head(head, library)
    refuse_bad_readings(head.agreed, head.rules, library)
    if file.id is None:
        event_id = content_id(head, file.log)
    else:
        try:
            event_id = str(uuid.UUID(file.id))
        except ValueError:
            raise NotReadableFile("“id” must be a UUID, or left out") from None
    log = [without_unfit(entry) for entry in file.log]
    try:
        log = _frozen_log(log, library)
        entries = recorded_from_file(log, new_id_by_old_id(event_id, log))
        if file.id is None:
            event_head = with_tidy_names(event_head)
        if not has_stated_entry_order(file.log):
            # The pairings were checked as they were recorded, as far as they depend on matches.
            Event(event_head, library, id=event_id, matches=NO_MATCH_RESULTS).with_entries_appended(
                log
            )
            return fold_event_from_entries(event_head, entries, library, id=event_id)
        refuse_duplicate_ids(log)
        event = fold_event_from_entries(event_head, entries, library, id=event_id)
        refuse_unfit(event, entries)
    except RefusedEntry as refused:
        raise refusal_of_entry(refused.position, refused.kind, refused.text, EVENT_KINDS) from None
    return event


def refuse_bad_event_head(head: EventHead) -> None:
    """Raise `Refused` for a head with a day that is none, or with a table twice."""
    refuse_bad_day(head.date)
    refuse_doubled_table(head.tables)
    refuse_bad_season(head)


def embed_rules_in_event_head(head: EventHead, library: Library) -> EventHead:
    """Return the head with its whole rule set, so that the event hangs on nothing that a laptop
    has or lacks.  Raise `Refused` for a rule set that is not here."""
    return _with_whole_rules(head, library)


def embed_rules_in_event_entry(entry: EventEntry, library: Library) -> EventEntry:
    """Return an entry (or an amend to one) with its whole rule set; any other as it is."""
    if isinstance(entry, EventAmend):
        return replace(entry, to=embed_rules_in_event_entry(entry.to, library))
    if isinstance(entry, EventHeadChange | StageEntry | RoundEntry):
        return _with_whole_rules(entry, library)
    return entry


def _with_whole_rules(value: WithRules, library: Library) -> WithRules:
    if not isinstance(value.rules, str) or not value.rules:
        return value
    return replace(value, rules=cached_plain_rules(library.resolve(value.rules)))


def _frozen_log(log: Sequence[EventEntry], library: Library) -> list[EventEntry]:
    entries = []
    for position, entry in enumerate(log, 1):
        try:
            entries.append(embed_rules_in_event_entry(entry, library))
        except Refused as refused:
            raise RefusedEntry(position, entry, refused) from None
    return entries


def encode_event_file(event: Event) -> bytes:
    """Return the event file: head and whole log. `parse_event_file` takes it back unchanged."""
    head = msgspec.to_builtins(event.first_head)
    for optional in ("tables", "agreed"):
        if not head.get(optional):
            head.pop(optional, None)
    log = encode_entries(event.entries_of_all_versions, event.library)
    return msgspec.json.encode({FORMAT_KEY: FORMAT, "id": event.id, **head, "log": log})


class OtherEvent(Refused):
    """Two logs have the id of one event, and are not copies of it."""


def join_events(mine: Event, theirs: Event) -> Event:
    """Return the event of the entries of both. Raise `OtherEvent` if they are not copies of one
    event."""
    one, other = with_tidy_names(mine.first_head), with_tidy_names(theirs.first_head)
    if with_comparable_rules(one, other) != with_comparable_rules(other, one):
        raise OtherEvent(
            "it has the ID of “{name}”, a different event that is already here, so nothing was "
            "merged; give the new event an “id” of its own",
            name=mine.register.head.name,
        )
    try:
        return join_logs(mine, theirs)
    except ContentDiffers as refused:
        raise OtherEvent(
            "the two copies of this event disagree on entry “{id}”; one of them was changed "
            "by hand, so nothing was merged",
            id=refused.entry_id,
        ) from None


def code_of_event(event: Event, match_codes: Iterable[SheetCode]) -> SheetCode:
    """Return the code of an event's papers, written as the code of a sheet is.

    It covers the entries of the event that count, and those of the matches with these codes; it has
    the number of all of them.
    """
    codes = sorted(match_codes, key=lambda each: each.short)
    log = without_steps(entries_covered_by_sheet_code(event))
    covered = {"head": event.first_head, "log": log, "matches": [each.short for each in codes]}
    digest = hashlib.sha256(canonical_json(covered)).hexdigest()
    return SheetCode(event.id, len(log) + sum(each.entries for each in codes), digest)
