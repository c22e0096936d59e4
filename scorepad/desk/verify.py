"""A document is looked up by the hash of its bytes, or by a code that is printed on it.

Nothing in a foreign file is read but the codes that stand in its plain bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from scorepad.desk.desk import Desk
from scorepad.desk.documents import hash_of, remembered_codes, shown_codes
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import MatchLogs, matches_of_event
from scorepad.desk.ports import Document, DocumentKind, UnreadableLog
from scorepad.events.event import Event
from scorepad.events.event_words import recorded_text
from scorepad.events.eventfile import code_of_event
from scorepad.spades.match import Match
from scorepad.spades.result import stands_text, teams_text
from scorepad.spades.sheetcode import (
    SheetCode,
    code_of,
    code_of_head,
    codes_within,
    compare,
    covered_entries,
    has_earlier_code,
    owner_letters,
    read_code,
)
from scorepad.spades.words import N, T, Text, listed

Finding: TypeAlias = Literal["same", "changed", "unknown"]
HEADINGS: dict[Finding, Text] = {
    "same": T("The same"),
    "changed": T("Changed since it was made"),
    "unknown": T("Not known here"),
}
MOST_LINES = 20
"""An answer has at most so many lines of one kind, and says how many more there are."""
KINDS: dict[DocumentKind, Text] = {
    "sheet": T("match sheet"),
    "half-sheets": T("half-page sheets"),
    "blank-sheet": T("sheet to fill in by hand"),
    "book": T("event book"),
    "poster": T("poster"),
    "round-papers": T("papers for a round"),
    "csv": T("CSV file"),
    "json": T("JSON file"),
    "xlsx": T("XLSX file"),
    "pdf": T("file of match sheets"),
    "html": T("page of results"),
}
STATES_RESULTS = {"book", "poster", "round-papers", "csv", "xlsx", "html"}
"""These kinds show a result that an event states in place of that of its match."""


class FileMark(msgspec.Struct, frozen=True):
    """Holds what is read of a file: its SHA-256, and the codes that stand in its plain bytes."""

    name: str
    sha256: str
    codes: tuple[SheetCode, ...] = ()
    has_earlier_code: bool = False


def mark_file(data: bytes, name: str) -> FileMark:
    """Return what is looked up of a file; nothing else of it is read."""
    codes = tuple(dict.fromkeys(codes_within(data)))
    return FileMark(name, hash_of(data), codes, not codes and has_earlier_code(data))


class Verdict(msgspec.Struct, frozen=True):
    """Holds the answer to a file or a code: whether what it shows is unchanged, in a sentence, with
    what changed or the figures to compare in `lines`, and the match where it is about one."""

    finding: Finding
    text: Text
    lines: tuple[Text, ...] = ()
    match: Match | None = None


def count_findings(verdicts: Sequence[Verdict]) -> Iterator[Text]:
    """Yield how many documents there are, and how many are the same, changed and unknown."""
    found = Counter(each.finding for each in verdicts)
    yield N("{n} document", "{n} documents", len(verdicts))
    yield N("{n} is the same", "{n} are the same", found["same"])
    if changed := found["changed"]:
        yield N("{n} has changed", "{n} have changed", changed)
    if unknown := found["unknown"]:
        yield N("{n} is unknown", "{n} are unknown", unknown)


def verify(desk: Desk, asked: Iterable[FileMark | SheetCode]) -> Iterator[Verdict]:
    """Yield what became of each document that is asked about, in order."""
    lookup = Lookup(desk, list(asked))
    matches = MatchLogs()
    for match_id in lookup.match_ids:
        try:
            matches.add(desk.read(match_id))
        except UnreadableLog:
            continue  # it says so itself wherever it is shown
    return lookup.verdicts(matches)


class Lookup:
    """Looks documents up in the store when it is made; `verdicts` then asks no store, and a thread
    may do it, given the matches with `match_ids`."""

    def __init__(self, desk: Desk, asked: Sequence[FileMark | SheetCode]) -> None:
        self._asked = asked
        self._documents = [_find(desk, each) for each in asked]
        self._stated = desk.stated()
        self._events: dict[str, Event] = {}
        """By the letters by which a code names a log: the events that are meant, and all ids."""
        self._ids: dict[str, str] = {}
        codes = [code for at in range(len(asked)) for code in self._codes(at)]
        logs = {document.log for document in self._documents if document is not None}
        events = EventDesk(desk)
        for summary in events.events():
            if summary.id in logs or any(code.is_of(summary.id) for code in codes):
                event = events.open(summary.id).event
                self._events[owner_letters(event.id)] = event
        kept = {
            owner_letters(summary.id): summary.id
            for archived in (False, True)
            for summary in desk.matches(archived=archived)
        }
        wanted = {code.owner for code in codes}
        self._ids = {owner: kept[owner] for owner in wanted if owner in kept}
        of_events = (each for event in self._events.values() for each in matches_of_event(event))
        here = {*kept.values()}
        self.match_ids = list(
            dict.fromkeys([*self._ids.values(), *(each for each in of_events if each in here)])
        )
        self._matches: Sequence[Match] = ()
        self._at: dict[str, int] = {}
        self._now: dict[str, SheetCode] = {}

    def _codes(self, at: int) -> list[SheetCode]:
        """Return the codes of what a document shows, as far as they are known."""
        document, asked = self._documents[at], self._asked[at]
        if isinstance(asked, SheetCode):
            return [asked]
        if document is None:
            return [*asked.codes]
        return [read_code(each) for each in document.codes if not _is_hash(each)]

    def verdicts(self, matches: Sequence[Match]) -> Iterator[Verdict]:
        """Yield what became of each document, in order."""
        self._matches = matches
        self._at, self._now = {}, {}
        for at, match in enumerate(matches):
            code = code_of(match)
            if code is not None:
                self._at[code.match], self._now[code.match] = at, code
        for at, asked in enumerate(self._asked):
            document = self._documents[at]
            if isinstance(asked, SheetCode):
                yield self._typed(asked, document)
            elif document is not None:
                yield self._known(document, self._codes(at))
            else:
                yield self._unknown(asked)

    def _match(self, code: SheetCode) -> Match | None:
        at = self._at.get(self._ids.get(code.owner, ""))
        return None if at is None else self._matches[at]

    # The answers.

    def _known(self, document: Document, codes: Sequence[SheetCode]) -> Verdict:
        matches = list(self._several(codes, MOST_LINES))
        one = matches[0] if len(codes) == 1 and matches else None
        what = self._named(document, codes)
        text = T("{what}, made here on {at}", what=what, at=document.at.timestamp())
        changes = list(self._changes(document, codes))
        if not changes:
            return Verdict("same", text, match=one)
        return Verdict("changed", text, _short_list(changes), one)

    def _unknown(self, asked: FileMark) -> Verdict:
        if asked.has_earlier_code:
            text = T(
                "“{file}”: its code is one of an earlier build of Scorepad, none of which was "
                "released; print it again",
                file=asked.name,
            )
            return Verdict("unknown", text)
        text = T(
            "“{file}”: this file is not one that is remembered here: it was changed, saved again "
            "by another program, made of a match file alone, or made on a computer whose entries "
            "are not here",
            file=asked.name,
        )
        figures = [line for code in asked.codes[:MOST_LINES] for line in self._figures(code)]
        if not figures:
            if asked.codes:
                text = T("{text}. Nothing that is kept here has its code", text=text)
            return Verdict("unknown", text)
        text = T("{text}. Compare these figures with the paper:", text=text)
        one = self._match(asked.codes[0]) if len(asked.codes) == 1 else None
        return Verdict("unknown", text, tuple(figures), one)

    def _typed(self, code: SheetCode, document: Document | None) -> Verdict:
        match, event = self._match(code), self._events.get(code.owner)
        if match is None and event is None:
            return Verdict(
                "unknown", T("nothing that is kept here has the code {code}", code=code.short)
            )
        what = teams_text(match) if match is not None else T("{event}", event=_name(event))
        is_head = document is not None and document.kind == "blank-sheet"
        changes = list(self._changes_of(code, is_head=is_head))
        figures = tuple(self._figures(code))
        if not changes:
            said = T("the match is as when this was printed: {what}", what=what)
            if match is None:
                said = T("the event is as when this was printed: {what}", what=what)
            return Verdict(
                "same", T("{said}; this says nothing of a file", said=said), figures, match
            )
        text = T("the match is not as when this was printed: {what}", what=what)
        if match is None:
            text = T("the event is not as when this was printed: {what}", what=what)
        if document is None:
            text = T("{text}; no document with this code is remembered here", text=text)
        return Verdict("changed", text, (*_short_list(changes), *figures), match)

    # What changed.

    def _changes(self, document: Document, codes: Sequence[SheetCode]) -> Iterator[Text]:
        if not codes and document.codes:
            event = self._events.get(owner_letters(document.log))
            if event is None:
                yield T("it shows more matches than are remembered one by one")
            elif document.codes != remembered_codes(
                [each.short for each in shown_codes(self._of(event), event)]
            ):
                yield T("entries of {event} or its matches", event=_name(event))
            return
        for code in codes:
            yield from self._changes_of(code, is_head=document.kind == "blank-sheet")
        if document.kind in STATES_RESULTS and not self._events:
            for match in self._several(codes):
                stated = self._stated.get(match.id or "")
                if stated is not None and (stated.at or document.at) > document.at:
                    recorded = recorded_text(match, stated)
                    yield from () if recorded is None else (recorded,)

    def _changes_of(self, code: SheetCode, *, is_head: bool = False) -> Iterator[Text]:
        """Yield what changed of the match or event with this code; `is_head`: only its head is
        shown."""
        event = self._events.get(code.owner)
        if event is not None:
            yield from self._changes_of_event(code, event)
            return
        match = self._match(code)
        if match is None:
            yield T("nothing that is kept here has the code {code}", code=code.short)
            return
        if is_head:
            now = code_of_head(match)
            finding = "same" if now is not None and now.letters == code.letters else "other"
        else:
            # Most are unchanged, which their code tells without a second look at the match.
            now = self._now[match.id or ""]
            is_same = (now.entries, now.letters) == (code.entries, code.letters)
            finding = "same" if is_same else compare(code, match)
        teams, kept = teams_text(match), covered_entries(match)
        if finding == "grown":
            added = kept[code.entries :]
            names = listed([match.name(entry) for entry in added[:MOST_LINES]], apart=True)
            yield N(
                "{teams}: {n} entry was added: {names}",
                "{teams}: {n} entries were added: {names}",
                len(added),
                teams=teams,
                names=names,
            )
        elif finding == "newer":
            yield T(
                "{teams}: it shows {printed} entries, and {kept} are kept here",
                teams=teams,
                printed=code.entries,
                kept=len(kept),
            )
        elif finding == "other":
            yield T(
                "{teams}: its names, its rules or its entries are not those that are kept here",
                teams=teams,
            )

    def _changes_of_event(self, code: SheetCode, event: Event) -> Iterator[Text]:
        codes = [self._now[each] for each in matches_of_event(event) if each in self._now]
        now = code_of_event(event, codes)
        if now.letters == code.letters:
            return
        added = now.entries - code.entries
        if added > 0:
            yield N(
                "{event}: {n} entry was added to it or its matches",
                "{event}: {n} entries were added to it or its matches",
                added,
                event=_name(event),
            )
        else:
            yield T("{event}: other entries are kept here", event=_name(event))

    # What it is, and the figures to compare.

    def _named(self, document: Document, codes: Sequence[SheetCode]) -> Text:
        event = self._events.get(owner_letters(document.log)) if document.log else None
        of = T("{event}", event=_name(event))
        if event is None:
            match = self._match(codes[0]) if len(codes) == 1 else None
            of = N("{n} match", "{n} matches", len(codes)) if match is None else teams_text(match)
        return T("{kind}, {of}", kind=KINDS[document.kind], of=of)

    def _several(self, codes: Sequence[SheetCode], most: int | None = None) -> Iterator[Match]:
        for code in codes[:most]:
            match = self._match(code)
            if match is not None:
                yield match

    def _of(self, event: Event) -> Iterator[Match]:
        for match_id in matches_of_event(event):
            if match_id in self._at:
                yield self._matches[self._at[match_id]]

    def _figures(self, code: SheetCode) -> Iterator[Text]:
        """Yield what stands on a document of the match or event with this code, in a few lines."""
        match, event = self._match(code), self._events.get(code.owner)
        if match is not None:
            yield from self._figures_of(match)
        if event is not None:
            yield T("Event: {event}", event=_name(event))
            yield from _short_list([teams_text(each) for each in self._of(event)])

    def _figures_of(self, match: Match) -> Iterator[Text]:
        head, board = match.head, match.board
        yield T("{teams}, match {id}", teams=teams_text(match), id=match.id or "")
        places = [
            *([T("event {event}", event=head.event)] if head.event else []),
            *([T("round {round}", round=head.round)] if head.round else []),
            *([T("table {table}", table=head.table)] if head.table else []),
        ]
        if places:
            yield listed(places)
        yield T("rules: {rules}", rules=match.base_rules.name)
        yield N(
            "{n} hand, bags {first} and {second}",
            "{n} hands, bags {first} and {second}",
            sum(hand.counts for hand in board.hands),
            first=board.bags[0],
            second=board.bags[1],
        )
        yield stands_text(match)
        recorded = recorded_text(match, self._stated.get(match.id or ""))
        if recorded is not None:
            yield recorded


def _find(desk: Desk, asked: FileMark | SheetCode) -> Document | None:
    if isinstance(asked, FileMark):
        return desk.keeper.find_document(asked.sha256)
    found = desk.keeper.documents_with_code(asked.short)
    return found[0] if found else None


def _is_hash(code: str) -> bool:
    return "-" not in code


def _name(event: Event | None) -> str:
    return "" if event is None else event.register.head.name.strip() or event.id


def _short_list(lines: Sequence[Text]) -> tuple[Text, ...]:
    more = len(lines) - MOST_LINES
    left = (N("and {n} more", "and {n} more", more),) if more > 0 else ()
    return (*lines[:MOST_LINES], *left)
