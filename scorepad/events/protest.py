"""Protests: which results are under one, and which places depend on it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from scorepad.events.entries import ResultEntry
from scorepad.events.overview import Overview
from scorepad.spades.naming import number_ranges
from scorepad.spades.words import N, T, Text


def protest_texts(overview: Overview, stage: str) -> Iterator[Text]:
    """Yield the topic of each open protest in a stage, and its consequences. The reason is left
    out: these are public."""
    register = overview.register
    for (pairing, team), mark in register.protests.items():
        if mark.value != "open" or register.rounds[register.drawn[pairing][0]].stage != stage:
            continue
        yield T(
            "under protest by {team}: {pairing}",
            team=register.team_name(team),
            pairing=overview.pairing_full_name(pairing),
        )
        if register.stages[stage].is_elimination:
            yield T("the protest affects who advances in the bracket")
        elif places := places_that_depend(overview, stage, pairing, team):
            yield N(
                "place {places} depends on the protest",
                "places {places} depend on the protest",
                len(places),
                places=number_ranges([str(place) for place in places]),
            )


def places_that_depend(overview: Overview, stage: str, pairing: str, team: str) -> list[int]:
    """Return the places of a stage that another team would have if the protest were upheld, and the
    match given to the team that protests."""
    register = overview.register
    side = register.drawn[pairing][1].teams.index(team)
    upheld = ResultEntry(pairing=pairing, how="forfeit", winner=side)
    changed = replace(register, results={**register.results, pairing: upheld})
    after = overview.with_register(changed, {})
    rows = zip(overview.stage_rows(stage), after.stage_rows(stage), strict=True)
    return [place for place, (was, now) in enumerate(rows, 1) if was.team != now.team]
