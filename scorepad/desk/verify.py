"""A document is looked up by the hash of its bytes, or by a code that is printed on it.

Nothing in a foreign file is read but the codes that are in its plain bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Literal, TypeAlias

import msgspec

from scorepad.desk.desk import Desk
from scorepad.desk.documents import BLANK_SHEET, codes_or_hash_if_too_many, hash_of, shown_codes
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import LazyMatches, matches_of_event
from scorepad.desk.ports import MOST_CODES, DocumentRecord, UnreadableLog
from scorepad.events.document_kinds import DocumentKinds
from scorepad.events.event import Event
from scorepad.events.event_descriptions import confirmation_text, other_result_text
from scorepad.events.eventfile import code_of_event
from scorepad.events.status import with_events
from scorepad.spades.match import Match
from scorepad.spades.naming import strip_table_word, team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.result import sheet_result_text, teams_with_score
from scorepad.spades.sheetcode import (
    SheetCode,
    code_of,
    code_of_blank_sheet,
    codes_in_plain_bytes,
    compare_with_match,
    entries_covered_by_sheet_code,
    match_or_event_letters,
    read_code,
)
from scorepad.spades.status import status_of
from scorepad.spades.words import N, T, Text, join_with_commas

Finding: TypeAlias = Literal["same", "changed", "unknown"]
HEADINGS: dict[Finding, Text] = {
    "same": T("Unchanged"),
    "changed": T("Changed since it was made"),
    "unknown": T("Not recognized"),
}
MOST_LINES = 20
"""The most lines of one kind in an answer; of more it has the number."""


class FileFingerprint(msgspec.Struct, frozen=True):
    """The fingerprint of a file: its SHA-256, and the codes in its plain bytes."""

    name: str
    sha256: str
    codes: tuple[SheetCode, ...] = ()


def fingerprint_file(data: bytes, name: str) -> FileFingerprint:
    """Return the fingerprint of a file; nothing else of it is read."""
    codes = tuple(dict.fromkeys(islice(codes_in_plain_bytes(data), MOST_CODES)))
    return FileFingerprint(name, hash_of(data), codes)


class DocumentVerdict(msgspec.Struct, frozen=True):
    """The answer to a file or a code: a sentence whether its content is unchanged, `lines` with
    the changes or the figures to compare, and the match if it is about one."""

    finding: Finding
    text: Text
    lines: tuple[Text, ...] = ()
    match: Match | None = None


def describe_verdict_counts(verdicts: Sequence[DocumentVerdict]) -> Iterator[Text]:
    """Yield how many documents there are, and how many are the same, changed and unknown."""
    counts = Counter(each.finding for each in verdicts)
    yield N("{n} document", "{n} documents", len(verdicts))
    yield N("{n} is unchanged", "{n} are unchanged", counts["same"])
    if changed := counts["changed"]:
        yield N("{n} has changed", "{n} have changed", changed)
    if unknown := counts["unknown"]:
        yield N("{n} isn't recognized", "{n} aren't recognized", unknown)


def verify_documents(
    desk: Desk, kinds: DocumentKinds, questions: Iterable[FileFingerprint | SheetCode]
) -> Iterator[DocumentVerdict]:
    """Yield the verdict on each document, in order."""
    lookup = DocumentLookup(desk, kinds, list(questions))
    matches = LazyMatches()
    for match_id in lookup.match_ids:
        try:
            matches.add(desk.read(match_id))
        except UnreadableLog:
            continue  # its own page reports it
    return lookup.judge_documents(matches)


class DocumentLookup:
    """Looks documents up in the store when it is made; `judge_documents` then asks no store, and
    a thread may do it, given the matches with `match_ids`."""

    def __init__(
        self,
        desk: Desk,
        kinds: DocumentKinds,
        questions: Sequence[FileFingerprint | SheetCode],
    ) -> None:
        """`kinds` are the papers and the export formats that this Scorepad makes."""
        self._kinds = kinds
        self._questions = [(each, _find_documents(desk, each)) for each in questions]
        self._stated = desk.read_event_statements()
        codes = [code for each, documents in self._questions for code in _codes(each, documents)]
        logs = {each.log for _, documents in self._questions for each in documents if each.log}
        owners = {code.owner for code in codes}
        for each, documents in self._questions:
            if documents and isinstance(each, FileFingerprint):
                owners.add(match_or_event_letters(documents[0].log))
        self._events: dict[str, Event] = {}
        """The events that are meant, by the letters by which a code names them."""
        events = EventDesk(desk)
        for event_id in (each.id for each in events.events()):
            if event_id in logs or match_or_event_letters(event_id) in owners:
                with suppress(Refused):  # its own page reports it
                    self._events[match_or_event_letters(event_id)] = events.open(event_id).event
        matches = (desk.matches(archived=archived) for archived in (False, True))
        ids_by_owner = {
            match_or_event_letters(each.id): each.id for several in matches for each in several
        }
        self._ids = {owner: ids_by_owner[owner] for owner in owners if owner in ids_by_owner}
        """The ids of the matches that are meant, likewise."""
        # Of an event that is only named, as where a code was printed, no match is read.
        of_events = (
            each
            for owner, event in self._events.items()
            if owner in owners
            for each in matches_of_event(event)
        )
        known_ids = frozenset(ids_by_owner.values())
        self.match_ids = list(
            dict.fromkeys((*self._ids.values(), *known_ids.intersection(of_events)))
        )
        self._matches: Sequence[Match] = ()
        self._places: dict[str, int] = {}
        self._now: dict[str, SheetCode] = {}

    def judge_documents(self, matches: Sequence[Match]) -> Iterator[DocumentVerdict]:
        """Yield the verdict on each document, in order."""
        self._matches = matches
        for place, match in enumerate(matches):
            code = code_of(match)
            if code is not None:
                self._places[code.match], self._now[code.match] = place, code
        for question, documents in self._questions:
            if isinstance(question, SheetCode):
                yield self._typed(question, documents)
            elif documents:
                yield self._known(documents[0])
            else:
                yield self._unknown(question)

    def _match(self, code: SheetCode) -> Match | None:
        place = self._places.get(self._ids.get(code.owner, ""))
        return None if place is None else self._matches[place]

    # The answers.

    def _known(self, document: DocumentRecord) -> DocumentVerdict:
        codes = _codes(None, [document])
        one = self._match(codes[0]) if len(codes) == 1 else None
        changes = list(self._changes(document, codes))
        text = self._origin_text(document, is_changed=bool(changes))
        return DocumentVerdict("changed" if changes else "same", text, _short_list(changes), one)

    def _origin_text(self, document: DocumentRecord, *, is_changed: bool) -> Text:
        event, codes = self._event_of(document), _codes(None, [document])
        match = self._match(codes[0]) if len(codes) == 1 else None
        of = N("{n} match", "{n} matches", len(codes))
        if event is not None:
            of = T("{event}", event=_name(event))
        elif match is not None and is_changed:
            head = match.head
            of = T("{one} – {other}", one=team_field(head, 0), other=team_field(head, 1))
        elif match is not None:
            of = teams_with_score(match)
        kind, at = self._kinds.get(document.kind), document.at.timestamp()
        title = T("Document") if kind is None else kind.title
        return T("{kind}, {of}, made on {at}", kind=title, of=of, at=at)

    def _event_of(self, document: DocumentRecord) -> Event | None:
        return self._events.get(match_or_event_letters(document.log)) if document.log else None

    def _unknown(self, question: FileFingerprint) -> DocumentVerdict:
        text = T(
            "“{file}” isn't a file that this computer recognizes: it may have been changed, "
            "saved by another program, made directly from a rule set or a match file, made "
            "while Scorepad couldn't save anything, or made on another computer",
            file=question.name,
        )
        figures = [line for code in question.codes[:MOST_LINES] for line in self._figures(code)]
        if not figures:
            if question.codes:
                text = T(
                    "{text}. No match or event on this computer has the code in the file", text=text
                )
            else:
                text = T("{text}. The file has no readable Scorepad code", text=text)
            return DocumentVerdict("unknown", text)
        text = T("{text}. Compare these figures with the ones in the file:", text=text)
        one = self._match(question.codes[0]) if len(question.codes) == 1 else None
        return DocumentVerdict("unknown", text, tuple(figures), one)

    def _typed(self, code: SheetCode, documents: Sequence[DocumentRecord]) -> DocumentVerdict:
        match = self._match(code)
        if match is None and code.owner not in self._events:
            text = T("no match or event on this computer has the code {code}", code=code.short)
            return DocumentVerdict("unknown", text)
        is_head = bool(documents) and documents[0].kind == BLANK_SHEET
        changes = list(self._changes_of(code, is_head=is_head))
        origins = (self._origin_text(each, is_changed=bool(changes)) for each in documents)
        # Many exports of one minute read alike.
        lines_of_documents = [*{str(each): each for each in origins}.values()]
        if not documents:
            lines_of_documents = [T("this computer has no record of a document with this code")]
        text = T(
            "the match hasn't changed since this was printed; Scorepad checked only the code, "
            "not a file"
        )
        if changes:
            text = T("the match has changed since this was printed")
        if match is None:
            text = T(
                "the event hasn't changed since this was printed; Scorepad checked only the "
                "code, not a file"
            )
            if changes:
                text = T("the event has changed since this was printed")
        lines = (*_short_list(changes), *_short_list(lines_of_documents), *self._figures(code))
        return DocumentVerdict("changed" if changes else "same", text, lines, match)

    # Changes.

    def _changes(self, document: DocumentRecord, codes: Sequence[SheetCode]) -> Iterator[Text]:
        event = self._event_of(document)
        if not codes and document.codes:
            if event is None:
                yield T("the document shows too many matches to check one by one")
                return
            now = [each.short for each in shown_codes(self._of(event), event)]
            if document.codes != codes_or_hash_if_too_many(now):
                yield T("the entries in {event} or its matches have changed", event=_name(event))
        kind = self._kinds.get(document.kind)
        shows_results = kind is not None and kind.shows != "matches"
        for code in codes:
            yield from self._changes_of(code, is_head=document.kind == BLANK_SHEET)
            statement = self._stated.get(self._ids.get(code.owner, ""))
            stated = None if statement is None else statement.result
            if event is None and stated is not None and shows_results:
                match = self._match(code)
                if match is not None and (stated.at or document.at) > document.at:
                    recorded = other_result_text(with_events(status_of(match), self._stated))
                    yield from () if recorded is None else (recorded,)

    def _changes_of(self, code: SheetCode, *, is_head: bool = False) -> Iterator[Text]:
        event, now = self._events.get(code.owner), self._now.get(self._ids.get(code.owner, ""))
        if event is not None:
            yield from self._changes_of_event(code, event)
            return
        if not is_head and now is not None and _is_same(code, now):
            return  # as most are, and no match need be looked at
        match = self._match(code)
        if match is None:
            yield T("no match or event on this computer has the code {code}", code=code.short)
            return
        now = code_of_blank_sheet(match)
        finding = compare_with_match(code, match)
        if is_head:
            finding = "same" if now is not None and _is_same(code, now) else "other"
        teams, covered = teams_with_score(match), entries_covered_by_sheet_code(match)
        if finding == "grown":
            added = covered[code.entries :]
            names = join_with_commas(
                [match.name(entry) for entry in added[:MOST_LINES]], semicolons=True
            )
            yield N(
                "{teams}: {n} entry was added: {names}",
                "{teams}: {n} entries were added: {names}",
                len(added),
                teams=teams,
                names=names,
            )
        elif finding == "newer":
            yield T(
                "{teams}: the document shows {printed} entries, but {kept} are saved here",
                teams=teams,
                printed=code.entries,
                kept=len(covered),
            )
        elif finding == "other":
            yield T(
                "{teams}: the document's names, rules, or entries differ from the ones saved here",
                teams=teams,
            )

    def _changes_of_event(self, code: SheetCode, event: Event) -> Iterator[Text]:
        codes = [self._now[each] for each in matches_of_event(event) if each in self._now]
        now = code_of_event(event, codes)
        if now.digest_letters == code.digest_letters:
            return
        added = now.entries - code.entries
        if added > 0:
            yield N(
                "{event}: {n} entry was added to the event or its matches",
                "{event}: {n} entries were added to the event or its matches",
                added,
                event=_name(event),
            )
        else:
            yield T(
                "{event}: the document's entries differ from the ones saved here",
                event=_name(event),
            )

    # The figures to compare.

    def _of(self, event: Event) -> Iterator[Match]:
        for match_id in matches_of_event(event):
            if match_id in self._places:
                yield self._matches[self._places[match_id]]

    def _figures(self, code: SheetCode) -> Iterator[Text]:
        match, event = self._match(code), self._events.get(code.owner)
        if match is not None:
            yield from self._figures_of(match)
        if event is not None:
            yield T("Event: {event}", event=_name(event))
            yield from _short_list([teams_with_score(each) for each in self._of(event)])

    def _figures_of(self, match: Match) -> Iterator[Text]:
        head, board = match.head, match.board
        status = with_events(status_of(match), self._stated)
        yield T("{teams}, match {id}", teams=teams_with_score(match), id=match.id or "")
        places = [
            *([T("event {event}", event=head.event)] if head.event else []),
            *([status.round_text or T("round {round}", round=head.round)] if head.round else []),
            *([T("table {table}", table=strip_table_word(head.table))] if head.table else []),
        ]
        if places:
            yield join_with_commas(places)
        yield T("Rules: {rules}", rules=match.base_rules.name)
        yield N(
            "{n} hand, bags {first} and {second}",
            "{n} hands, bags {first} and {second}",
            sum(hand.is_counted for hand in board.hands),
            first=board.bags[0],
            second=board.bags[1],
        )
        yield sheet_result_text(match, confirmation_text(status))
        recorded = other_result_text(status)
        if recorded is not None:
            yield recorded


def _find_documents(desk: Desk, question: FileFingerprint | SheetCode) -> list[DocumentRecord]:
    if isinstance(question, SheetCode):
        return desk.keeper.documents_with_code(question.short)
    counts = desk.keeper.find_document(question.sha256)
    return [] if counts is None else [counts]


def _codes(
    question: FileFingerprint | SheetCode | None, documents: Sequence[DocumentRecord]
) -> list[SheetCode]:
    if isinstance(question, SheetCode):
        return [question]
    if question is not None and not documents:
        return [*question.codes]
    return [read_code(each) for each in documents[0].codes if "-" in each]  # the others are hashes


def _is_same(one: SheetCode, other: SheetCode) -> bool:
    return (one.entries, one.digest_letters) == (other.entries, other.digest_letters)


def _name(event: Event | None) -> str:
    return "" if event is None else event.register.head.name.strip() or event.id


def _short_list(lines: Sequence[Text]) -> tuple[Text, ...]:
    more = len(lines) - MOST_LINES
    left = (N("and {n} more", "and {n} more", more),) if more > 0 else ()
    return (*lines[:MOST_LINES], *left)
