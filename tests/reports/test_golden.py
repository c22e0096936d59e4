"""Golden pages: what every kind of sheet draws, text by text and rule by rule.

One file holds all the pages of one subject, so that a change that moves everything is one diff to
read.  `make accept` writes them (`make accept ARGS=tests/reports/test_golden.py` only these); look
at the pages themselves before you do.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.book.event_book import event_book
from reports.sheets.blank_sheet import blank_sheet, prefilled_by
from reports.sheets.compact_sheet import compact_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.paper import Paper
from scorepad.spades.match import Match
from scorepad.spades.rules import PRESETS, RuleSet
from scorepad.spades.words import ENGLISH
from tests.reports.drawn import golden_text
from tests.reports.event import evening
from tests.reports.languages import LANGUAGES, words_of
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
SETS: dict[str, Any] = {**{preset: preset for preset in PRESETS}, "house": HOUSE}


def rules_of(name: str) -> RuleSet:
    return library().resolve(SETS[name])


def filled(name: str, hands: int) -> Match:
    """So many hands under a rule set, with what its own rules are about: an offence, a ruling, a
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
    return made(0, rules=SETS[name], log=log, agreed=FAR)


def each_paper(draw: Callable[[Paper], bytes], what: str) -> Iterator[str]:
    for paper in PAPERS:
        yield f"== {what}, {paper}\n{golden_text(draw(paper))}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SETS)
def test_every_rule_set_blank_and_filled(name: str, language: str, golden: Check) -> None:
    words = words_of(language)
    told = [*each_paper(lambda paper: blank_sheet(rules_of(name), paper, words), "blank")]
    for hands in HANDS:
        match = filled(name, hands)
        told += each_paper(lambda paper, m=match: match_sheet(m, paper, words), f"{hands} hands")
    golden(f"golden/reports/rules-{name}-{language}.txt", "".join(told))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hands", HANDS)
def test_compact(hands: int, language: str, golden: Check) -> None:
    words = words_of(language)
    match = filled("chicago", hands)
    told = each_paper(lambda paper: compact_sheets([match, match], paper, words), "compact")
    golden(f"golden/reports/compact-{hands}-{language}.txt", "".join(told))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_names_and_remarks(case: str, language: str, golden: Check) -> None:
    words, match = words_of(language), CASES[case]()
    known = prefilled_by(match, words)
    told = itertools.chain(
        each_paper(lambda paper: match_sheet(match, paper, words), "sheet"),
        each_paper(lambda paper: compact_sheets([match], paper, words), "compact"),
        each_paper(lambda paper: blank_sheet(match.rules, paper, words, known), "for the pen"),
    )
    golden(f"golden/reports/case-{case}-{language}.txt", "".join(told))


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.stem)
def test_whole_matches(file: Path, golden: Check) -> None:
    match = match_of(file.read_bytes())
    told = each_paper(lambda paper: match_sheet(match, paper, ENGLISH), file.stem)
    golden(f"golden/reports/match-{file.stem}.txt", "".join(told))


@pytest.mark.parametrize("language", LANGUAGES)
def test_book(language: str, golden: Check) -> None:
    """Its front: cover, results by round, standings; then one of its sheets."""
    words = words_of(language)
    names = [CASES[case]() for case in ("east-asian", "sixty-letters", "right-to-left")]
    matches = [*evening(7), *(match_of(renamed(match)) for match in names)]

    def front(paper: Paper) -> bytes:
        return event_book(matches, paper, words)

    told = [f"== book, {paper}\n{golden_text(front(paper), most=4)}" for paper in PAPERS]
    golden(f"golden/reports/book-{language}.txt", "".join(told))


def renamed(match: Match) -> dict[str, Any]:
    """The same teams and players in the evening's event."""
    teams = [{"name": team.name, "players": [*team.players]} for team in match.head.teams]
    return {
        "scorepad": 1, "rules": "chicago", "agreed": FAR, "event": "Spring Open", "round": "9",
        "table": match.head.table, "teams": teams, "log": played(3),
    }  # fmt: skip


def test_every_golden_file_is_one_of_these() -> None:
    """A file that no test reads any more would be believed for years."""
    wanted = {f"rules-{name}-{language}" for name in SETS for language in LANGUAGES}
    wanted |= {f"compact-{hands}-{language}" for hands in HANDS for language in LANGUAGES}
    wanted |= {f"case-{case}-{language}" for case in CASES for language in LANGUAGES}
    wanted |= {f"match-{file.stem}" for file in MATCHES}
    wanted |= {f"book-{language}" for language in LANGUAGES}
    folder = ROOT / "tests" / "data" / "golden" / "reports"
    assert {file.stem for file in folder.glob("*.txt")} == wanted
