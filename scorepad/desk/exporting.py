"""Several matches are chosen by event and by day, and exported together as a new file or folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TypeAlias, cast, overload

import msgspec

from scorepad import files
from scorepad.desk.documents import DocumentContents, document_contents
from scorepad.desk.ports import DocumentMaker
from scorepad.events.document_kinds import DocumentKind
from scorepad.events.event import Event, EventOrStatements
from scorepad.spades.entries import Entry, Head
from scorepad.spades.ids import is_kept_id
from scorepad.spades.library import Library
from scorepad.spades.match import Match, MatchIdsByFile, fold_match_from_entries, moment_of_play
from scorepad.spades.naming import name_key, usual_spelling_by_name_key
from scorepad.spades.order import Ordered
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.sheetcode import match_or_event_letters, read_code
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import Text


class EventMatches(msgspec.Struct, frozen=True):
    """The matches of one event, by its name. `name` is its most frequent spelling, or else the
    first; "" for the matches that belong to no event."""

    name: str
    matches: tuple[MatchStatus, ...]


class LazyMatches(Sequence[Match]):
    """Many matches to be printed or exported: their logs are held, each is folded when asked for.

    A folded match takes some ten times the memory of its log.
    """

    def __init__(self, matches: Iterable[Match] = ()) -> None:
        self._logs: list[tuple[Head, list[Ordered], Library, str | None]] = []
        for match in matches:
            self.add(match)

    def add(self, match: Match) -> None:
        """Hold one more match."""
        self._logs.append(
            (match.first_head, match.entries_of_all_versions, match.library, match.id)
        )

    def __len__(self) -> int:
        return len(self._logs)

    @overload
    def __getitem__(self, at: int) -> Match: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Match]: ...
    def __getitem__(self, at: int | slice) -> Match | Sequence[Match]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        head, log, library, match_id = self._logs[at]
        if all(is_kept_id(each.id) for each in log):
            return fold_match_from_entries(head, log, library, id=match_id)
        match = Match.open(head, library, id=match_id)
        return match.with_entries_appended(cast(list[Entry], log), tolerant=True)


def matches_of_event(event: Event) -> list[str]:
    """Return the ids of the matches of an event, in the order of its rounds."""
    return event.overview.released_match_ids


def group_matches_by_event(statuses: Iterable[MatchStatus]) -> list[EventMatches]:
    """Return these matches by event, in the order in which each event first occurs; those of no
    event are last. They are newest first, so of two equally frequent spellings of a name the older
    one is taken."""
    groups: dict[str, list[MatchStatus]] = {}
    for status in statuses:
        groups.setdefault(name_key(status.event), []).append(status)
    nameless = groups.pop("", [])
    names = usual_spelling_by_name_key(
        each.event for matches in groups.values() for each in reversed(matches)
    )
    events = [EventMatches(names[key], tuple(matches)) for key, matches in groups.items()]
    return [*events, *([EventMatches("", tuple(nameless))] if nameless else [])]


def day_of(status: MatchStatus) -> date | None:
    """Return the day on which a match is played, in this computer's time zone; None if unknown."""
    moment = moment_of_play(status.scheduled, status.first_entry, status.created)
    return None if moment is None else moment.astimezone().date()


def matches_between_days(
    statuses: Sequence[MatchStatus], since: date | None = None, until: date | None = None
) -> list[MatchStatus]:
    """Return the matches from the day `since` to the day `until`, both included; None: no bound."""
    if since is None and until is None:
        return list(statuses)
    return [
        status
        for status in statuses
        if (day := day_of(status)) is not None and (since or day) <= day <= (until or day)
    ]


def exists_already_error(out: Path) -> Refused:
    """Return the refusal for a file or folder that already has this name."""
    return Refused(
        "{out} already exists, so nothing was written; choose another name", out=str(out)
    )


def _refuse_other_files(folder: Path, kind: DocumentKind) -> None:
    present = list(folder.iterdir())
    usual = [
        each for each in present if each.is_file() and each.name.lower().endswith(kind.endings)
    ]
    for each in set(present).difference(usual):
        # Another picture may have the same name; ours is on a page.
        shown = f'"{each.name}"'.encode()
        is_ours = each.name in kind.other_files and each.is_file()
        if not is_ours or not any(shown in page.read_bytes() for page in usual):
            raise Refused(
                "{out} wasn't replaced, because it also contains {name}, which isn't part of "
                "the export; choose another name",
                out=str(folder),
                name=each.name,
            )


Remember: TypeAlias = Callable[[Sequence[tuple[str, DocumentContents | None]]], Text | None]
"""Remembers documents by their hash and content; see `Desk.try_to_remember_documents`."""


class ExportResult(msgspec.Struct, frozen=True):
    """The files that an export has written, and why they are not remembered (None: they are)."""

    files: list[Path]
    why_not_remembered: Text | None = None


def export(
    sheets: DocumentMaker,
    kind: DocumentKind,
    matches: Sequence[Match],
    out: Path,
    *,
    remember: Remember,
    overwrite: bool = False,
    event: EventOrStatements = None,
) -> ExportResult:
    """Write matches that are stored in a format, as a new file or folder; of an `event` that is
    stored, these are its matches. Each file is remembered before it has its name.

    Either all of them are there at the end, or none; raises `Refused`.
    """
    try:
        if overwrite and out.is_dir():
            _refuse_other_files(out, kind)
        with files.replace_when_done(out, overwrite=overwrite) as part:
            alone = sheets.export(kind, matches, part, event)
            refusal = remember(list(_contents(part, alone, kind, matches, event)))
    except FileExistsError:
        raise exists_already_error(out) from None
    except OSError as error:
        raise Refused(
            "{out} couldn't be written ({reason}); nothing was saved there",
            out=str(out),
            reason=os_reason(error, writing=True),
        ) from None
    return ExportResult(files.written_files(out), refusal)


def _contents(
    part: Path,
    alone: MatchIdsByFile,
    kind: DocumentKind,
    matches: Sequence[Match],
    event: EventOrStatements,
) -> Iterator[tuple[str, DocumentContents]]:
    everything = document_contents(kind, matches, event)
    codes = {read_code(each).owner: (each,) for each in everything.codes}
    for path in files.written_files(part):
        with path.open("rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        match_id = alone.get(path.name)
        if match_id is None:
            yield sha256, everything
        else:
            only = codes.get(match_or_event_letters(match_id), ())
            yield sha256, DocumentContents(everything.kind, only, everything.log or match_id)
