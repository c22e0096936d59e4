"""A printed sheet is compared with the match that is kept, by the code printed on the sheet."""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import count
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import MatchLogs, matches_of_event
from scorepad.desk.ports import ADDED, REDRAWN, Printed, Sheets
from scorepad.events.event import Event, OfEvent
from scorepad.events.event import read_log as reload_event
from scorepad.events.event_descriptions import other_result_text
from scorepad.events.eventfile import code_of_event
from scorepad.events.results import StatedResults, result_of_match
from scorepad.spades.match import Match, read_log
from scorepad.spades.refusal import Refused
from scorepad.spades.result import sheet_result_text, teams_text
from scorepad.spades.sheetcode import (
    SheetCode,
    code_of,
    codes_on,
    codes_within,
    compare,
    read_code,
)
from scorepad.spades.words import N, T, Text

OwnEvents: TypeAlias = Mapping[SheetCode, tuple[Event, Sequence[Match]]]
"""The event whose papers have a code, and its matches."""
Pages: TypeAlias = dict[SheetCode, tuple[str, ...] | None]
"""What differs on the pages of each sheet that was read from a PDF, as `Sheets.differences` says;
None where it cannot be said."""
Finding: TypeAlias = Literal["same", "grown", "newer", "other", "page", "uncompared", "unknown"]
_MOST_OF_A_PAGE = 1_000_000
"""Bytes that a part of a page may unpack to; a page of ours has a twentieth."""
_UNPACKED = (
    "zlib_maximum_output_length",
    "lzw_maximum_output_length",
    "run_length_maximum_output_length",
    "array_based_stream_maximum_output_length",
)
_SECONDS_WITHOUT_CODE = 2.5
"""Pages are read no longer than this without finding another code, by the processor's time: a busy
machine reads as many."""
_CALLS = 16
"""The processor's time is asked for at one of so many calls."""
_MOST_DRAWN = 200
"""So many sheets of a file are drawn anew to be compared; each takes up to a hundredth of a
second."""
_SECONDS_FOR_PAGES = 2.5
"""The pages of a file are compared no longer than this, by the processor's time."""


NOT_COVERED = T(
    "An older Scorepad printed this sheet, and its code covers the entries alone: compare teams, "
    "players, rules, event, round, table and first dealer with the paper"
)


NOT_COMPARED = T("Compare names, rules, scores and result with the paper")


NOT_OUR_DRAWING = T(
    "The words of this page are those of the sheet, but its drawing is not: another program saved "
    "it, moved something or laid something over it. Compare it with the paper"
)


class Verdict(msgspec.Struct, frozen=True):
    """The answer to whether a printed sheet is still true.

    `finding`: the match is the `same`, has `grown` since, has less than was printed (`newer`), or
    does not begin with what was printed (`other`); the code is right and the `page` is not, or
    cannot be said to be ours (`uncompared`); or no match that is kept is meant (`unknown`, and
    then `match` is None).  `stands` is how the match stands now, in the words of a sheet; `added`
    are the names of the entries that were added since; `remark` is what the page says, or what has
    to be compared with it.
    The code of an event's papers has the name of the `event` and no match.
    """

    code: SheetCode
    finding: Finding
    text: Text
    match: Match | None = None
    stands: Text | None = None
    added: tuple[Text, ...] = ()
    remark: Text | None = None
    event: str = ""


def counts(verdicts: Sequence[Verdict]) -> Iterator[Text]:
    """Yield how many sheets there are, and how many of them are the same, changed and unknown."""
    found = Counter(each.finding for each in verdicts)
    yield N("{n} sheet", "{n} sheets", len(verdicts))
    yield N("{n} is the same", "{n} are the same", found["same"])
    if changed := len(verdicts) - found["same"] - found["unknown"] - found["uncompared"]:
        yield N("{n} has changed", "{n} have changed", changed)
    if uncompared := found["uncompared"]:
        yield N("{n} was not compared", "{n} were not compared", uncompared)
    if unknown := found["unknown"]:
        yield N("{n} is unknown", "{n} are unknown", unknown)


def codes_in(pdf: bytes, where: str = "") -> tuple[SheetCode, ...]:
    """Return the codes in a PDF that Scorepad made, each once, also where another program has
    saved it again since.  Raises `Refused`."""
    return tuple(code for code in coming_codes(pdf, where) if code is not None)


def coming_codes(pdf: bytes, where: str = "") -> Iterator[SheetCode | None]:
    """Yield the codes of a PDF one by one as they are found, each once, and None after each page
    that had to be read for one, which takes some 20 ms: whoever waits can do something between.
    Raises `Refused` at the end where none was found."""
    found = dict.fromkeys(codes_within(pdf))
    yield from found
    if found:
        return
    # Another program that saved the file dropped the hidden code; it is also printed on the page.
    ends = [time.process_time() + _SECONDS_WITHOUT_CODE]
    for page in page_texts(pdf, lambda: time.process_time() > ends[0]):
        for code in codes_on(page):
            if code not in found:
                found[code] = None
                ends[0] = time.process_time() + _SECONDS_WITHOUT_CODE
                yield code
        yield None
    if not found:
        raise Refused(
            "{where}: no code of a match sheet could be read in this file; type the code that "
            "stands at the foot of the sheet",
            where=where,
        )


def page_texts(pdf: bytes, too_long: Callable[[], bool]) -> Iterator[str]:
    """Yield the text of each page, as far as the file can be read before it takes too long."""
    # Imported here because few files need it, and loading it takes a tenth of a second.
    import pypdf

    try:
        with _bounded(too_long):
            pages = pypdf.PdfReader(BytesIO(pdf)).pages
            number = len(pages)
        for at in range(number):
            with _bounded(too_long):
                contents = pages[at].get_contents()
                large = contents is not None and len(contents.get_data()) > _MOST_OF_A_PAGE
                text = "" if large else pages[at].extract_text()
            yield text
    except (Exception, _TooLong):  # noqa: BLE001  (a file that is broken breaks its reader in any way)
        return


class _TooLong(BaseException):
    """Reading takes too long.  It is no `Exception`, because the reader goes on after those."""


@contextmanager
def _bounded(too_long: Callable[[], bool]) -> Iterator[None]:
    """Return a context in which the reader of PDFs unpacks no more than a page of ours has, and
    each call that it makes may be the last: `_TooLong` is raised."""
    import pypdf

    calls = count()

    def ask(*_: object) -> None:
        if next(calls) % _CALLS == 0 and too_long():
            raise _TooLong

    # Its warnings about a broken file would be of no use to the user.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    bounds = pypdf.Configuration(**dict.fromkeys(_UNPACKED, _MOST_OF_A_PAGE))  # type: ignore[arg-type]
    before = sys.getprofile()
    with pypdf.apply_configuration(bounds):
        sys.setprofile(ask)
        try:
            yield
        finally:
            sys.setprofile(before)


def verify(
    desk: Desk, printed: Mapping[SheetCode, bytes | None], sheets: Sheets
) -> Iterator[Verdict]:
    """What became of each printed sheet, in order.  The page of one that was read from a PDF is
    compared with the sheet that `sheets` make of the match."""
    kept = kept_ids(desk)
    stated = desk.stated()
    ids = {code: meant(code, kept) for code in printed}
    matches = {code: desk.read(its_id) for code, its_id in ids.items() if its_id is not None}
    others = (code for code in printed if code not in matches)
    events = {code: event for code in others if (event := event_of(desk, code)) is not None}
    pages = compared(printed, matches, events, stated, sheets)
    for code in printed:
        match = matches.get(code)
        verdict = event_verdict(code, *events[code]) if code in events else None
        yield on_front(verdict, pages) if verdict else verdict_on(code, match, pages, stated)


def compared(
    printed: Mapping[SheetCode, bytes | None],
    matches: Mapping[SheetCode, Match],
    events: OwnEvents,
    stated: StatedResults,
    sheets: Sheets,
) -> Pages:
    """Compare the pages of each PDF with what is printed of these matches and of their events."""
    found: Pages = {}
    of = partial(_as_then, matches, events, stated)
    for pdf in {id(pdf): pdf for pdf in printed.values() if pdf is not None}.values():
        its = [code for code, where in printed.items() if where is pdf]
        differing = _differences(pdf, of, sheets) if len(its) <= _MOST_DRAWN else {}
        front = () if any(code in events for code in its) else differing.get("", ())
        for code in its:
            pieces = differing.get(matches[code].id or "" if code in matches else "")
            found[code] = front if pieces == () else pieces
    return found


def _as_then(
    matches: Mapping[SheetCode, Match],
    events: OwnEvents,
    stated: StatedResults,
    named: Sequence[str],
) -> tuple[Sequence[Match], OfEvent] | None:
    """Return of what a document was made that names these codes; see `Printed`."""
    codes = [read_code(each) for each in named]
    then = [
        as_printed(code, matches[code])
        for code in codes
        if code in matches and compare(code, matches[code]) in ("same", "grown")
    ]
    of_event = next((code for code in codes if code in events), None)
    if of_event is None:
        return then, stated
    event, its = events[of_event]
    log = event.log[: of_event.entries - sum(len(match.log) for match in then)]
    event = reload_event(event.first_head, log, event.library, id=event.id, now=event.now)
    # A match without an entry has no sheet, and so no code.
    begun = {match.id: match for match in then}
    known = {match.id: begun.get(match.id) or _without_entries(match) for match in its}
    then = [known[its_id] for its_id in matches_of_event(event) if its_id in known]
    event = event.with_results({match.id or "": result_of_match(match) for match in then})
    return (then, event) if _code_of(event, then).letters == of_event.letters else None


def _without_entries(match: Match) -> Match:
    return read_log(match.first_head, (), match.library, id=match.id)


def as_printed(code: SheetCode, match: Match) -> Match:
    """Return a match as it was when this sheet of it was printed."""
    if code.entries == len(match.log):
        return match
    return read_log(match.first_head, match.log[: code.entries], match.library, id=match.id)


def _code_of(event: Event, matches: Sequence[Match]) -> SheetCode:
    codes = ((made.short, made.entries) for made in map(code_of, matches) if made is not None)
    return code_of_event(event, codes)


def event_of(desk: Desk, code: SheetCode) -> tuple[Event, Sequence[Match]] | None:
    """Return the event whose papers have this code, and its matches; None where it is of none."""
    events = EventDesk(desk)
    found = next((each.id for each in events.events() if code.is_of(each.id)), None)
    if found is None:
        return None
    event = events.open(found).event
    return event, MatchLogs(map(desk.read, filter(desk.keeper.has, matches_of_event(event))))


def event_verdict(code: SheetCode, event: Event, matches: Sequence[Match]) -> Verdict:
    """Return what became of the papers of an event, by their code."""
    now = _code_of(event, matches)
    added = now.entries - code.entries
    name = event.register.head.name.strip() or event.id
    if now.letters == code.letters:
        finding: Finding = "same"
        said = T("Same: {event}, as it and its matches stand", event=name)
    elif added > 0:
        finding = "grown"
        said = N(
            "Changed since printing: {event}; {n} entry was added to it or its matches",
            "Changed since printing: {event}; {n} entries were added to it or its matches",
            added,
            event=name,
        )
    elif added < 0:
        finding = "newer"
        said = T("Newer than what is kept here: {event}", event=name)
    else:
        finding = "other"
        said = T("Changed since printing: {event}; other entries are kept here", event=name)
    return Verdict(code, finding, said, event=name)


def on_front(verdict: Verdict, pages: Pages) -> Verdict:
    """Return what became of the papers of an event, with what their own pages say."""
    found = pages.get(verdict.code)
    if found is None:
        return _remarked(verdict, NOT_COMPARED) if verdict.finding == "same" else verdict
    return _paged(verdict, found, T("{event}", event=verdict.event))


def kept_ids(desk: Desk) -> Collection[str]:
    """Return the ids of all matches, archived ones too."""
    found = (desk.matches(aside=aside) for aside in (False, True))
    return dict.fromkeys(summary.id for each in found for summary in each)


def meant(code: SheetCode, kept: Collection[str]) -> str | None:
    """Return the one of these matches (ids) that a code is of; None if none is."""
    return code.match if code.match in kept else next(filter(code.is_of, kept), None)


def verdict_on(
    code: SheetCode, match: Match | None, pages: Pages, stated: StatedResults
) -> Verdict:
    """Return what became of one printed sheet, whose code is of this match (None: of none), and
    the result that its event records where that is another."""
    if match is None:
        return Verdict(code, "unknown", T("unknown: nothing that is kept here has this code"))
    verdict = _with_page(_verdict(code, match), match, pages)
    recorded = other_result_text(match, stated.get(match.id or ""))
    return verdict if recorded is None else _remarked(verdict, recorded)


def _with_page(verdict: Verdict, match: Match, pages: Pages) -> Verdict:
    """Return the verdict with what the page says, or what to look at on the paper."""
    code, finding = verdict.code, verdict.finding
    if finding == "newer":
        count = str(code.entries), str(len(match.log))
        text = T(
            "It has {printed} entries, and {kept} are kept here", printed=count[0], kept=count[1]
        )
        return _remarked(verdict, text)
    if finding == "other":
        return verdict
    if code.version == 1:
        return _remarked(verdict, NOT_COVERED)
    if code not in pages:
        return _remarked(verdict, NOT_COMPARED) if finding == "same" else verdict
    teams = T("{teams} ({stands})", teams=teams_text(match), stands=sheet_result_text(match))
    kept = T("{teams}, match {id}", teams=teams, id=match.id or "")
    return _paged(verdict, pages[code], kept)


def _paged(verdict: Verdict, found: tuple[str, ...] | None, kept: Text) -> Verdict:
    """Return the verdict with what was found on its page, where this is `kept` here."""
    if found is None or found == REDRAWN:
        why = NOT_COMPARED if found is None else NOT_OUR_DRAWING
        if verdict.finding == "grown":
            return verdict if found is None else _remarked(verdict, why)
        said = T("The code is right, but the page is not compared: {kept}", kept=kept)
        return _remarked(replace(verdict, finding="uncompared", text=said), why)
    if not found:
        return verdict
    pieces = " · ".join(each for each in found if each != ADDED)
    remark = T("The code is right, but this page is not: it differs in {pieces}", pieces=pieces)
    if not pieces:
        remark = T("The code is right, but this page is not: a picture or a note was added to it")
    text = T("{remark}. Kept here: {kept}", remark=remark, kept=kept)
    return replace(verdict, finding="page", text=text, remark=remark)


def _differences(pdf: bytes, of: Printed, sheets: Sheets) -> Mapping[str, tuple[str, ...]]:
    ends = time.process_time() + _SECONDS_FOR_PAGES
    try:
        with _bounded(lambda: time.process_time() > ends):
            return sheets.differences(pdf, of)
    except _TooLong:
        return {}


def _remarked(verdict: Verdict, remark: Text) -> Verdict:
    text = T("{said}. {remark}", said=verdict.text, remark=remark)
    if verdict.remark is not None:
        remark = T("{said}. {remark}", said=verdict.remark, remark=remark)
    return replace(verdict, text=text, remark=remark)


def _verdict(code: SheetCode, match: Match) -> Verdict:
    # The score stands beside the names: a sheet that was drawn from other names or other rules
    # than what is kept here is seen by comparing them, whatever its entries were.
    now = sheet_result_text(match)
    teams = T("{teams} ({stands})", teams=teams_text(match), stands=now)
    which = match.id or ""
    finding = compare(code, match)
    if finding == "newer":
        said = T("Newer than what is kept here: {teams}, match {id}", teams=teams, id=which)
        return Verdict(code, finding, said, match, now)
    if finding == "same":
        said = T("Same: {teams}, match {id}, as it stands", teams=teams, id=which)
        return Verdict(code, finding, said, match, now)
    if finding == "other":
        said = T(
            "Changed since printing: {teams}, match {id}; its names, its rules or its entries are "
            "not those of the sheet",
            teams=teams,
            id=which,
        )
        return Verdict(code, finding, said, match, now)
    added = match.log[code.entries :]
    said = N(
        "Changed since printing: {teams}, match {id}; {n} entry was added",
        "Changed since printing: {teams}, match {id}; {n} entries were added",
        len(added),
        teams=teams,
        id=which,
    )
    return Verdict(code, finding, said, match, now, tuple(match.name(entry) for entry in added))
