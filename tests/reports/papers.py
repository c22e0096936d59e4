"""Every kind of paper by name, for the tests that hold for all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from reports.book.director_lists import changed_seats_slip, event_decisions_list, seating_list
from reports.book.event_book import event_book
from reports.book.posters import event_poster, statistics_poster
from reports.book.round_papers import seats_cards_and_blank_sheets
from reports.sheets.blank_sheet import blank_sheet, prefill_from_match
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.paper import Paper
from scorepad.events.entries import RoundEntry
from scorepad.events.event import Event
from scorepad.events.results import match_id_of_pairing
from scorepad.spades.match import Match
from scorepad.spades.rules import RuleSet
from scorepad.spades.status import status_of
from tests.events.day import EVENT_ID, Day
from tests.reports.event import evening
from tests.reports.made import CASES, FAR, MATCHES, library, made, match_of, played

MakePaper: TypeAlias = Callable[[Paper], bytes]
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


def day_of(
    format_: str,
    teams: tuple[str, ...],
    played_rounds: int,
    name: str = "Spring Open",
    place: str = "Union 204",
    **stage: Any,
) -> Event:
    """An event of these teams of which so many rounds are over."""
    day = Day(name=name, place=place, date="2027-03-14")
    for at, team in enumerate(teams):
        day.team(f"T{at}", name=team, players=[f"Ann {at}", f"Bo {at}"])
    day.stage(format_, **stage)
    for number in range(1, played_rounds + 1):
        day.pair()
        for at, pairing in enumerate(day.event.register.rounds[number].entry.pairings):
            day.result(pairing.pairing, 300 + at, 280 - 33 * number)
    return day.event


def first_round(teams: tuple[str, ...], name: str = "Spring Open") -> tuple[list[Match], Event]:
    """The matches of a first round that is released, and its event."""
    day = Day(name=name, place="Union 204", date="2027-03-14")
    for at, team in enumerate(teams):
        day.team(f"T{at}", name=team, players=[f"Ann {at}", f"Bo {at}"])
    day.stage("single-elimination", third_place=True)
    day.pair()
    register = day.event.register
    head = {"event": name, "round": "1", "log": []}
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


def round_with_hands(teams: tuple[str, ...]) -> tuple[list[Match], Event]:
    """The matches of a first round, each with three hands, and its event."""
    opened, event = first_round(teams)
    people = (("Ann Adams", "Cy Clark"), ("Bo Baker", "Di Davis"))
    matches = [
        made(
            3,
            id=each.id,
            table=each.head.table,
            teams=[
                {"name": team.name, "players": [*names]}
                for team, names in zip(each.head.teams, people, strict=True)
            ],
        )
        for each in opened
    ]
    return matches, event.with_results({each.id or "": status_of(each) for each in matches})


def with_tables_swapped(round_: RoundEntry) -> dict[str, Any]:
    """What amends a round so that its first two pairings change their tables."""
    one, other, *rest = round_.pairings
    tables = {one.pairing: other.table, other.pairing: one.table}
    pairings = [
        {
            "pairing": each.pairing,
            "table": tables.get(each.pairing, each.table),
            "teams": list(each.teams),
        }
        for each in (one, other, *rest)
    ]
    return {"kind": "round", "round": 1, "stage": "A", "pairings": pairings, "byes": round_.byes}


def changed(event: Event) -> Event:
    """The same event after its first two pairings changed their tables, and a mark."""
    round_ = event.register.rounds[1].entry
    day = Day.of(event)
    told = {"at": "2027-03-14T18:41:00Z", "by": "Pat"}
    to = with_tables_swapped(round_)
    day.add("amend", entry=round_.id, to=to, why="the light", **told)
    day.add("mark", team="T2", what="warning", why="late twice", **told)
    return day.event


def _pen(make: Callable[[], Match], paper: Paper) -> bytes:
    match = make()
    return blank_sheet(match.rules, paper, prefill_from_match(match))


def _round(teams: tuple[str, ...], paper: Paper, name: str = "Spring Open") -> bytes:
    matches, event = first_round(teams, name)
    return seats_cards_and_blank_sheets(matches, paper, event=event)


def _event(make: Callable[..., bytes], event: Callable[[], Event], paper: Paper) -> bytes:
    return make([], paper, event=event())


def _with_hands(make: Callable[..., bytes], paper: Paper) -> bytes:
    matches, event = round_with_hands(LONG_TEAMS)
    return make(matches, paper, event=event)


def _named(make: Callable[..., bytes], matches: Callable[[], Any], paper: Paper) -> bytes:
    return make(matches(), paper)


RULES = ("unc", "washburn", "alpha-theta", "chicago", "fairmont-state", "house")
SINGLE = partial(day_of, "single-elimination", LONG_TEAMS, 3, third_place=True)
SWISS = partial(day_of, "swiss", LONG_TEAMS, 1, rounds=3)
DOUBLE = partial(day_of, "double-elimination", LONG_TEAMS, 4)
EVERY_KIND: dict[str, MakePaper] = {
    **{f"sheet {name}": partial(_named, match_sheet, make) for name, make in CASES.items()},
    **{
        f"sheet {rules} {hands}": partial(_named, match_sheet, partial(filled, rules, hands))
        for rules in RULES
        for hands in (12, 40)
    },
    **{
        f"compact {name}": partial(_named, half_page_sheets, lambda m=make: [m(), m()])
        for name, make in CASES.items()
    },
    **{f"blank {rules}": lambda paper, r=rules: blank_sheet(rules_of(r), paper) for rules in RULES},
    **{f"pen {name}": partial(_pen, make) for name, make in CASES.items()},
    "book": partial(_named, event_book, lambda: [*evening(7), CASES["sixty-letters"]()]),
    "book of an event": partial(_event, event_book, SINGLE),
    "book with statistics": partial(_with_hands, event_book),
    "poster of the statistics": partial(_with_hands, statistics_poster),
    "poster": partial(_named, event_poster, lambda: evening(40)),
    "poster of a bracket": partial(_event, event_poster, SINGLE),
    "poster of both sides": partial(_event, event_poster, DOUBLE),
    "poster of a Swiss stage": partial(
        _event, event_poster, partial(day_of, "swiss", LONG_TEAMS, 2, rounds=3)
    ),
    "papers of a round": partial(_round, LONG_TEAMS),
    "papers of named matches": partial(_named, seats_cards_and_blank_sheets, lambda: evening(6)),
    "who sits where": partial(_event, seating_list, SWISS),
    "who moved": partial(_event, changed_seats_slip, lambda: changed(SWISS())),
    "list of the day": partial(_event, event_decisions_list, lambda: changed(SWISS())),
}


def long_name(role: str, script: str, length: int = 500) -> str:
    """A name of so many characters that no other role has, to its last word; or a short one that
    is markup, or that begins with a right-to-left override."""
    if script == "markup":
        return f"<script>{role}&amp;</script>"
    if script == "override":
        return f"\u202e{role}rom one"
    word = {"words": f"{role}rom ", "wide": f"{role}WWWW"}[script]
    return (word * length)[: length - 4].strip() + f"{role}end"


def _long_teams(script: str, count: int) -> tuple[str, ...]:
    return tuple(long_name(letter, script) for letter in "CDFGHJKL"[:count])


def _long_match(script: str, hands: int) -> Match:
    teams = [
        {
            "name": long_name(one, script),
            "players": [long_name(two, script), long_name(three, script)],
        }
        for one, two, three in ("CMN", "DPQ")
    ]
    return made(
        hands,
        teams=teams,
        event=long_name("X", script),
        round=long_name("Y", script, 200),
        table=long_name("Z", script, 200),
    )


def _long_event(script: str, format_: str, count: int, played: int, **stage: Any) -> Event:
    teams, name = _long_teams(script, count), long_name("X", script)
    return day_of(format_, teams, played, name=name, place=long_name("Y", script, 200), **stage)


LONG_NAMES: dict[str, Callable[[str, Paper], bytes]] = {
    "sheet": lambda script, *to: match_sheet(_long_match(script, 12), *to),
    "sheet of several pages": lambda script, *to: match_sheet(_long_match(script, 60), *to),
    "compact": lambda script, *to: half_page_sheets([_long_match(script, 12)] * 2, *to),
    "pen": lambda script, *to: _pen(partial(_long_match, script, 0), *to),
    "book": lambda script, *to: event_book([_long_match(script, 5)], *to),
    "book of an event": lambda script, *to: _event(
        event_book, partial(_long_event, script, "single-elimination", 8, 3, third_place=True), *to
    ),
    "poster": lambda script, *to: event_poster([_long_match(script, 5)], *to),
    "poster of a bracket": lambda script, *to: _event(
        event_poster, partial(_long_event, script, "single-elimination", 8, 3), *to
    ),
    "poster of both sides": lambda script, *to: _event(
        event_poster, partial(_long_event, script, "double-elimination", 4, 3), *to
    ),
    "poster of a Swiss stage": lambda script, *to: _event(
        event_poster, partial(_long_event, script, "swiss", 4, 2, rounds=3), *to
    ),
    "papers of a round": lambda script, paper: _round(
        _long_teams(script, 2), paper, long_name("X", script)
    ),
    "who sits where": lambda script, *to: _event(
        seating_list, partial(_long_event, script, "swiss", 4, 1, rounds=3), *to
    ),
    "who moved": lambda script, *to: _event(
        changed_seats_slip,
        lambda: changed(_long_event(script, "swiss", 4, 1, rounds=3)),
        *to,
    ),
    "list of the day": lambda script, *to: _event(
        event_decisions_list, lambda: changed(_long_event(script, "swiss", 4, 1, rounds=3)), *to
    ),
}
"""Papers on which every name is as long as it may be, of a script of `long_name`."""
"""Makes every kind of paper, with names that are hard to set."""
