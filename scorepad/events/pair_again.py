"""A round is paired again after a correction: only the pairings that would now be others are made
anew."""

from __future__ import annotations

from itertools import count

from msgspec.structs import replace

from scorepad.events.effects import overview_before
from scorepad.events.entries import Pairing, RoundEntry
from scorepad.events.overview import Overview
from scorepad.events.proposal import Drawn, draw, draw_among
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T


def paired_again(overview: Overview, number: int, *, begun: bool) -> RoundEntry:
    """Return the round as it would be made now, to amend it with.

    What has begun or is over stays as it is; with `begun` it is played again, under a new pairing
    id, where another pairing would now be made. Raises `Refused` where nothing would change.
    """
    planned = overview.register.rounds[number]
    before = overview_before(overview, planned)
    stage = planned.entry.stage
    now = draw(before, stage, with_open=True)
    wanted = {frozenset(pair) for pair in now.pairs}
    kept = [
        pairing
        for pairing in planned.entry.pairings
        if frozenset(pairing.teams) in wanted or (not begun and _has_begun(overview, pairing))
    ]
    busy = {team for pairing in kept for team in pairing.teams}
    if overview.register.stages[stage].format != "swiss":
        # Who would not be in the round by now makes room for who would.
        fresh = Drawn(
            tuple(pair for pair in now.pairs if not busy & set(pair)),
            tuple(team for team in now.byes if team not in busy),
        )
    else:
        fresh = draw_among(before, stage, [team for team in planned.teams if team not in busy])
    gone = [pairing for pairing in planned.entry.pairings if pairing not in kept]
    entry = replace(
        planned.entry,
        pairings=(*kept, *_named(overview, number, gone, fresh)),
        byes=fresh.byes,
    )
    same = {(frozenset(each.teams)) for each in planned.entry.pairings}
    if {frozenset(each.teams) for each in entry.pairings} == same:
        raise Refused(T("round {round} would be made as it is", round=number))
    return replace(entry, id=None, at=None, by=None)


def _has_begun(overview: Overview, pairing: Pairing) -> bool:
    outcome = overview.outcome(pairing)
    return outcome.begun or outcome.over


def _named(overview: Overview, number: int, gone: list[Pairing], fresh: Drawn) -> list[Pairing]:
    """Return the new pairs with ids and tables: those of the pairings that they replace, but an id
    that was begun is not used again."""
    free = [each.pairing for each in gone if not _has_begun(overview, each)]
    taken = overview.register.drawn
    new = (
        each
        for each in (f"{number}-{place}" for place in count(1))
        if each not in taken and overview.match(each) is None
    )
    tables = [each.table for each in gone]
    return [
        Pairing(
            free[place] if place < len(free) else next(new),
            tables[place] if place < len(tables) else "",
            pair,
        )
        for place, pair in enumerate(fresh.pairs)
    ]
