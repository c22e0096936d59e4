"""Every kind of paper by name, for the tests that hold for all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from reports.book.event_book import event_book
from reports.book.posters import event_poster
from reports.book.round_papers import round_papers
from reports.sheets.blank_sheet import blank_sheet, prefill_from_match
from reports.sheets.compact_sheet import compact_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.paper import Paper
from scorepad.events.entries import RoundEntry
from scorepad.events.event import Event
from scorepad.events.results import match_id_of_pairing
from scorepad.spades.match import Match
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Words
from tests.events.day import EVENT_ID, Day
from tests.reports.event import evening
from tests.reports.made import CASES, FAR, MATCHES, library, made, match_of, played

MakePaper: TypeAlias = Callable[[Paper, Words], bytes]
HOUSE: dict[str, Any] = {
    "id": "house",
    "name": "House of Cards",
    "extends": "unc",
    "game": {"target": 250, "floor": -200},
    "clock": {"at_time": "stop"},
}
TEAMS = ("Aces", "Kings of Carolina", "River Rats", "Łódź Tigers", "الأسود")
LONG_TEAMS = (
    *TEAMS,
    "The Extraordinarily Long-Winded Society of Players",
    "W" * 40,
    "Spade & Sons",
)


def _in_match_file(rules: str) -> Any:
    """What a match file says of its rules: a house's in full, others by their name."""
    return HOUSE if rules == HOUSE["id"] else rules


def rules_of(name: str) -> RuleSet:
    return library().resolve(_in_match_file(name))


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
    return made(0, rules=_in_match_file(name), log=log, agreed=FAR)


def match_named(name: str) -> Match:
    """A match of `tests/data/matches`."""
    return match_of((MATCHES[0].parent / f"{name}.json").read_bytes())


def day_of(format_: str, teams: tuple[str, ...], played_rounds: int, **stage: Any) -> Event:
    """An event of these teams of which so many rounds are over."""
    day = Day(name="Spring Open", place="Union 204", date="2027-03-14")
    for at, team in enumerate(teams):
        day.team(f"T{at}", name=team, players=[f"Ann {at}", f"Bo {at}"])
    day.stage(format_, **stage)
    for number in range(1, played_rounds + 1):
        day.pair()
        for at, pairing in enumerate(day.event.register.rounds[number].entry.pairings):
            day.result(pairing.pairing, 300 + at, 280 - 33 * number)
    return day.event


def first_round(teams: tuple[str, ...]) -> tuple[list[Match], Event]:
    """The matches of a first round that is released, and its event."""
    day = Day(name="Spring Open", place="Union 204", date="2027-03-14")
    for at, team in enumerate(teams):
        day.team(f"T{at}", name=team, players=[f"Ann {at}", f"Bo {at}"])
    day.stage("single-elimination", third_place=True)
    day.pair()
    register = day.event.register
    head = {"event": "Spring Open", "round": "1", "log": []}
    matches = [
        made(
            0,
            id=match_id_of_pairing(EVENT_ID, RoundEntry(round=1, stage="A"), pairing.pairing),
            table=pairing.table,
            teams=[
                {"name": each.name, "players": [*each.players]}
                for each in map(register.teams.__getitem__, pairing.teams)
            ],
            **head,
        )
        for pairing in register.rounds[1].entry.pairings
    ]
    return matches, day.event


def _pen(make: Callable[[], Match], paper: Paper, words: Words) -> bytes:
    match = make()
    return blank_sheet(match.rules, paper, words, prefill_from_match(match, words))


def _round(teams: tuple[str, ...], paper: Paper, words: Words) -> bytes:
    matches, event = first_round(teams)
    return round_papers(matches, paper, words, event=event)


def _event(
    make: Callable[..., bytes], event: Callable[[], Event], paper: Paper, words: Words
) -> bytes:
    return make([], paper, words, event=event())


def _named(
    make: Callable[..., bytes], matches: Callable[[], Any], paper: Paper, words: Words
) -> bytes:
    return make(matches(), paper, words)


RULES = ("unc", "washburn", "alpha-theta", "chicago", "fairmont-state", "house")
SINGLE = partial(day_of, "single-elimination", LONG_TEAMS, 3, third_place=True)
DOUBLE = partial(day_of, "double-elimination", LONG_TEAMS, 4)
EVERY_KIND: dict[str, MakePaper] = {
    **{f"sheet {name}": partial(_named, match_sheet, make) for name, make in CASES.items()},
    **{
        f"sheet {rules} {hands}": partial(_named, match_sheet, partial(filled, rules, hands))
        for rules in RULES
        for hands in (12, 40)
    },
    **{
        f"compact {name}": partial(_named, compact_sheets, lambda m=make: [m(), m()])
        for name, make in CASES.items()
    },
    **{
        f"blank {rules}": lambda paper, words, r=rules: blank_sheet(rules_of(r), paper, words)
        for rules in RULES
    },
    **{f"pen {name}": partial(_pen, make) for name, make in CASES.items()},
    "book": partial(_named, event_book, lambda: [*evening(7), CASES["sixty-letters"]()]),
    "book of an event": partial(_event, event_book, SINGLE),
    "poster": partial(_named, event_poster, lambda: evening(40)),
    "poster of a bracket": partial(_event, event_poster, SINGLE),
    "poster of both sides": partial(_event, event_poster, DOUBLE),
    "poster of a Swiss stage": partial(
        _event, event_poster, partial(day_of, "swiss", LONG_TEAMS, 2, rounds=3)
    ),
    "papers of a round": partial(_round, LONG_TEAMS),
    "papers of named matches": partial(_named, round_papers, lambda: evening(6)),
}
"""Makes every kind of paper, with names that are hard to set."""
