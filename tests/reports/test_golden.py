"""Golden pages: what every kind of sheet draws, text by text and rule by rule.

One file holds all the pages of one subject, so that a change that moves everything is one diff to
read.  `make accept` writes them (`make accept ARGS=tests/reports/test_golden.py` only these); look
at the pages themselves before you do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from reports.book.event_book import event_book
from reports.book.posters import event_poster
from reports.book.round_papers import round_papers
from reports.sheets.blank_sheet import blank_sheet, prefill_from_match
from reports.sheets.compact_sheet import compact_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.paper import Paper
from scorepad.events.entries import RoundEntry
from scorepad.events.results import match_id_of_pairing
from scorepad.spades.match import Match
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Words
from tests.events.day import EVENT_ID, Day
from tests.reports.drawn import golden_text
from tests.reports.event import evening
from tests.reports.languages import words_of
from tests.reports.made import CASES, FAR, MATCHES, PAPERS, ROOT, library, made, match_of, played

Check = Callable[[str, str | bytes], None]
HANDS = (1, 12, 40)
HOUSE: dict[str, Any] = {
    "id": "house",
    "name": "House of Cards",
    "extends": "unc",
    "game": {"target": 250, "floor": -200},
    "clock": {"at_time": "stop"},
}


def named(rules: str) -> Any:
    """What a match file says of its rules: a house's in full, others by their name."""
    return HOUSE if rules == HOUSE["id"] else rules


def rules_of(name: str) -> RuleSet:
    return library().resolve(named(name))


def filled(name: str, hands: int) -> Match:
    """So many hands under a rule set, with what its own rules are about: an offense, a ruling, a
    correction."""
    log = played(hands)
    for entry in log:
        if entry.get("bids") == [3, 4, "nil", 3]:
            entry["bids"] = [4, 4, "nil", 3]  # the least that every rule set takes
    if hands > 3:
        log[6:6] = [{"kind": "talk", "side": 0, "seat": 2, "id": "talk"}]
        log[6:6] = [{"kind": "renege", "side": 1, "seat": 1, "id": "renege"}]
        log[6:6] = [log.pop(8)]
        log.append({"kind": "ruling", "side": 1, "points": -20, "why": "late", "id": "late"})
        to = {"kind": "tricks", "tricks": [3, 3, 2, 5]}
        log.append({"kind": "amend", "entry": "e5", "to": to, "why": "recounted", "id": "again"})
    return made(0, rules=named(name), log=log, agreed=FAR)


def each_paper(draw: Callable[[Paper], bytes], what: str) -> Iterator[str]:
    for paper in PAPERS:
        yield f"== {what}, {paper}\n{golden_text(draw(paper))}"


def under(name: str, words: Words) -> Iterator[str]:
    """A rule set's blank sheet, and matches of three lengths under it."""
    yield from each_paper(lambda paper: blank_sheet(rules_of(name), paper, words), "blank")
    for hands in HANDS:
        match = filled(name, hands)
        yield from each_paper(lambda paper, m=match: match_sheet(m, paper, words), f"{hands} hands")


def compact(hands: str, words: Words) -> Iterator[str]:
    match = filled("chicago", int(hands))
    return each_paper(lambda paper: compact_sheets([match, match], paper, words), "compact")


def case(name: str, words: Words) -> Iterator[str]:
    """A match that is hard to set: the sheet, half a page, and the blank sheet that knows it."""
    match = CASES[name]()
    known = prefill_from_match(match, words)
    yield from each_paper(lambda paper: match_sheet(match, paper, words), "sheet")
    yield from each_paper(lambda paper: compact_sheets([match], paper, words), "compact")
    pen = each_paper(lambda paper: blank_sheet(match.rules, paper, words, known), "for the pen")
    yield from pen


def whole(name: str, words: Words) -> Iterator[str]:
    match = match_of((MATCHES[0].parent / f"{name}.json").read_bytes())
    return each_paper(lambda paper: match_sheet(match, paper, words), name)


def book(name: str, words: Words) -> Iterator[str]:
    """Its front: cover, results by round, standings; then one of its sheets."""
    names = [CASES[each]() for each in ("east-asian", "sixty-letters", "right-to-left")]
    matches = [*evening(7), *(match_of(renamed(match)) for match in names)]
    for paper in PAPERS:
        yield f"== book, {paper}\n{golden_text(event_book(matches, paper, words), most=4)}"


def event(name: str, words: Words) -> Iterator[str]:
    """Five teams and a bracket: the papers of its first round, then the poster of its second."""
    day = Day(name="Spring Open", place="Union 204", date="2027-03-14")
    for at, team in enumerate(("Aces", "Kings of Carolina", "River Rats", "Łódź Tigers", "الأسود")):
        day.team(f"T{at}", name=team, players=[f"Ann {at}", f"Bo {at}"])
    day.stage("single-elimination", third_place=True)
    day.pair()
    (pairing,) = day.event.register.rounds[1].entry.pairings
    head = {"event": "Spring Open", "round": "1", "table": "1", "log": []}
    match = made(
        0, id=match_id_of_pairing(EVENT_ID, RoundEntry(round=1, stage="A"), pairing.pairing), **head
    )
    for paper in PAPERS:
        pdf = round_papers([match], paper, words, event=day.event)
        yield f"== papers of round 1, {paper}\n{golden_text(pdf)}"
    day.result("1-1", 300, 280)
    day.pair()
    day.result("2-1", 120, 310)
    yield f"== poster of round 2\n{golden_text(event_poster([], 'Letter', words, event=day.event))}"


def renamed(match: Match) -> dict[str, Any]:
    """The same teams and players in the evening's event."""
    teams = [{"name": team.name, "players": [*team.players]} for team in match.head.teams]
    return {
        "scorepad": 1, "rules": "chicago", "agreed": FAR, "event": "Spring Open", "round": "9",
        "table": match.head.table, "teams": teams, "log": played(3),
    }  # fmt: skip


SUBJECTS: dict[str, tuple[Callable[[str, Words], Iterator[str]], str, str]] = {
    "rules-unc-en": (under, "unc", "en"),
    "rules-washburn-es": (under, "washburn", "es"),
    "rules-alpha-theta-en": (under, "alpha-theta", "en"),
    "rules-chicago-es": (under, "chicago", "es"),
    "rules-fairmont-state-en": (under, "fairmont-state", "en"),
    "rules-house-es": (under, "house", "es"),
    "compact-12-es": (compact, "12", "es"),
    "compact-40-en": (compact, "40", "en"),
    "case-corrected-en": (case, "corrected", "en"),
    "case-two-ways-es": (case, "two-ways", "es"),
    "case-east-asian-en": (case, "east-asian", "en"),
    "case-long-names-es": (case, "long-names", "es"),
    "match-unc-time-extra-hand": (whole, "unc-time-extra-hand", "en"),
    "match-fairmont-state-sets": (whole, "fairmont-state-sets", "en"),
    "book-en": (book, "", "en"),
    "event-es": (event, "", "es"),
}
"""What is drawn into each golden file.  Each kind of sheet, each document's rules, each language
and the names that are hardest to set are there; other tests prove the rest of every case."""


@pytest.mark.parametrize("file", SUBJECTS)
def test_a_sheet_is_drawn_as_it_was(file: str, golden: Check) -> None:
    draw, name, language = SUBJECTS[file]
    golden(f"golden/reports/{file}.txt", "".join(draw(name, words_of(language))))


def test_every_golden_file_is_one_of_these() -> None:
    """A file that no test reads any more would be believed for years."""
    folder = ROOT / "tests" / "data" / "golden" / "reports"
    assert {file.stem for file in folder.glob("*.txt")} == set(SUBJECTS)
