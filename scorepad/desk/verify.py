"""A printed sheet is compared with the match that is kept, by the code printed on the sheet."""

from __future__ import annotations

import logging
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import matches_of_event
from scorepad.desk.ports import REDRAWN, Sheets
from scorepad.events.event_words import recorded_text
from scorepad.events.eventfile import code_of_event
from scorepad.events.results import Stated
from scorepad.spades.match import Match, reload
from scorepad.spades.naming import team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.result import standing_text, why_unofficial
from scorepad.spades.sheetcode import BadCode, SheetCode, code_of, codes_on, compare, read_code
from scorepad.spades.words import N, T, Text

Finding: TypeAlias = Literal["same", "grown", "newer", "other", "page", "uncompared", "unknown"]
_CODE = re.compile(rb"scorepad2?:[0-9a-f-]{36}:[0-9]{1,9}:[0-9a-f]{64}(?![0-9a-f])", re.IGNORECASE)
_ESCAPE = re.compile(rb"\\([0-7]{3})")
_HEX = re.compile(rb"<([0-9A-Fa-f]{200,})>")
_MOST_UNPACKED = 64 * 1024 * 1024
"""Bytes that the packed parts of a file may unpack to; a book of a thousand sheets has fewer."""
_MOST_ESCAPES = 20_000
"""Escapes of one part; the texts of a document have fewer."""
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
_SECONDS_FOR_PAGES = 1.5
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
    found = dict.fromkeys(_read(part) for data in _parts(pdf) for part in _CODE.findall(data))
    found.pop(None, None)
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


def _read(code: bytes) -> SheetCode | None:
    try:
        return read_code(code.decode("ascii"))
    except BadCode:
        return None


def _parts(pdf: bytes) -> Iterator[bytes]:
    """Yield the file's bytes, then its texts decoded from the ways that PDF programs write them."""
    yield pdf
    yield from _unescaped(pdf)
    room = _MOST_UNPACKED
    for packed in _streams(pdf):
        try:
            unpacked = zlib.decompressobj().decompress(packed, room)
        except zlib.error:
            continue
        room -= len(unpacked)
        if room <= 0:
            return
        yield from _unescaped(unpacked)


def _streams(pdf: bytes) -> Iterator[bytes]:
    at = 0
    while (begins := pdf.find(b"stream", at)) >= 0:
        ends = pdf.find(b"endstream", begins + 6)
        if ends < 0:
            return
        # A stream that does not end goes up to the end of the next one.
        yield pdf[begins + 6 : ends].lstrip(b"\r\n")
        at = ends + 9


def _unescaped(data: bytes) -> Iterator[bytes]:
    """Texts without escapes, in letters of one byte; texts in hexadecimal."""
    if data.count(b"\\") > _MOST_ESCAPES:
        return
    yield _ESCAPE.sub(lambda found: bytes([int(found[1], 8) & 255]), data).replace(b"\0", b"")
    for found in _HEX.finditer(data):
        digits = found[1].decode("ascii")
        yield bytes.fromhex(digits[: len(digits) // 2 * 2]).replace(b"\0", b"")


def verify(
    desk: Desk, printed: Mapping[SheetCode, bytes | None], sheets: Sheets
) -> Iterator[Verdict]:
    """What became of each printed sheet, in order.  The page of one that was read from a PDF is
    compared with the sheet that `sheets` make of the match."""
    kept = kept_ids(desk)
    stated = desk.stated()
    for code, pdf in printed.items():
        match_id = meant(code, kept)
        match = None if match_id is None else desk.read(match_id)
        verdict = event_verdict(desk, code) if match is None else None
        yield verdict or verdict_on(code, match, pdf, sheets, stated)


def event_verdict(desk: Desk, code: SheetCode) -> Verdict | None:
    """Return what became of the papers of an event, by their code; None where it is of none."""
    events = EventDesk(desk)
    found = next((each.id for each in events.events() if code.is_of(each.id)), None)
    if found is None:
        return None
    event = events.open(found).event
    matches = [desk.read(each) for each in matches_of_event(event) if desk.keeper.has(each)]
    codes = ((made.short, made.entries) for made in map(code_of, matches) if made is not None)
    now = code_of_event(event, codes)
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
    verdict = Verdict(code, finding, said, event=name)
    return _remarked(verdict, NOT_COMPARED) if finding == "same" else verdict


def kept_ids(desk: Desk) -> Collection[str]:
    """Return the ids of all matches, archived ones too."""
    found = (desk.matches(aside=aside) for aside in (False, True))
    return dict.fromkeys(summary.id for each in found for summary in each)


def meant(code: SheetCode, kept: Collection[str]) -> str | None:
    """Return the one of these matches (ids) that a code is of; None if none is."""
    return code.match if code.match in kept else next(filter(code.is_of, kept), None)


def verdict_on(
    code: SheetCode, match: Match | None, pdf: bytes | None, sheets: Sheets, stated: Stated
) -> Verdict:
    """Return what became of one printed sheet, whose code is of this match (None: of none), and
    the result that its event records where that is another."""
    if match is None:
        return Verdict(code, "unknown", T("unknown: nothing that is kept here has this code"))
    verdict = _with_page(_verdict(code, match), match, pdf, sheets)
    recorded = recorded_text(match, stated.get(match.id or ""))
    return verdict if recorded is None else _remarked(verdict, recorded)


def _with_page(verdict: Verdict, match: Match, pdf: bytes | None, sheets: Sheets) -> Verdict:
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
    found = None
    if pdf is not None:
        then = match
        if finding == "grown":
            log = match.log[: code.entries]
            then = reload(match.first_head, log, match.library, id=match.id)
        found = _differences(pdf, then, sheets)
    if found is None and finding == "same":
        return _remarked(verdict, NOT_COMPARED)
    if not found:
        return verdict
    if found == REDRAWN:
        return _uncompared(verdict, match, NOT_OUR_DRAWING)
    pieces = " · ".join(found)
    remark = T("The code is right, but this page is not: it differs in {pieces}", pieces=pieces)
    kept = T("{teams} ({stands})", teams=_teams(match), stands=stands(match))
    text = T(
        "{remark}. Kept here: {teams}, match {id}", remark=remark, teams=kept, id=match.id or ""
    )
    return replace(verdict, finding="page", text=text, remark=remark)


def _differences(pdf: bytes, match: Match, sheets: Sheets) -> tuple[str, ...] | None:
    ends = time.process_time() + _SECONDS_FOR_PAGES
    try:
        with _bounded(lambda: time.process_time() > ends):
            return sheets.differences(pdf, match)
    except _TooLong:
        return None


def _uncompared(verdict: Verdict, match: Match, why: Text) -> Verdict:
    """Return that the code is right, and why nothing is said of the page."""
    if verdict.finding == "grown":
        return _remarked(verdict, why)
    teams = T("{teams} ({stands})", teams=_teams(match), stands=stands(match))
    said = T("Not compared: {teams}, match {id}, has this code", teams=teams, id=match.id or "")
    return _remarked(replace(verdict, finding="uncompared", text=said), why)


def _remarked(verdict: Verdict, remark: Text) -> Verdict:
    text = T("{said}. {remark}", said=verdict.text, remark=remark)
    if verdict.remark is not None:
        remark = T("{said}. {remark}", said=verdict.remark, remark=remark)
    return replace(verdict, text=text, remark=remark)


def stands(match: Match) -> Text:
    """Return how the match stands, in the words of its sheet: who won and why, or that it is not
    finished; and why the result is not official."""
    how, why = standing_text(match), why_unofficial(match)
    if why is None or match.board.end is None:
        return how
    return T("{standing}; unofficial: {why}", standing=how, why=why)


def _teams(match: Match) -> Text:
    # A dash beside a minus sign reads as neither.
    shape = (
        T("{one} {points} to {other_points} {other}")
        if min(match.board.score) < 0
        else T("{one} {points} – {other_points} {other}")
    )
    return T(
        shape.one,
        one=team_field(match.head, 0),
        points=match.board.score[0],
        other_points=match.board.score[1],
        other=team_field(match.head, 1),
    )


def _verdict(code: SheetCode, match: Match) -> Verdict:
    # The score stands beside the names: a sheet that was drawn from other names or other rules
    # than what is kept here is seen by comparing them, whatever its entries were.
    now = stands(match)
    teams = T("{teams} ({stands})", teams=_teams(match), stands=now)
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
