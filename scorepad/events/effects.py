"""The effects of a correction: the pairings that would now be made otherwise; and such a round
paired again.

Released rounds are kept; these are the pairings in them that the program would no longer propose.
A round is made again twice, from the results before the correction and from those after it, so that
a change by hand is not taken for an effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from scorepad.events.entries import Pairing, RoundEntry
from scorepad.events.matching import RoundDraw
from scorepad.events.overview import Overview, Undecided
from scorepad.events.proposal import new_pairing_ids, pair_round, pair_swiss_among
from scorepad.events.register import PlannedRound, Register
from scorepad.events.stage_names import round_titles
from scorepad.spades.naming import number_ranges, table_field
from scorepad.spades.refusal import Refused
from scorepad.spades.status import Progress
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas

STATUSES: tuple[Progress, ...] = ("waiting", "playing", "over")


class AffectedRound(msgspec.Struct, frozen=True):
    """A round with its pairings that would now be different, with the state of each, and the
    teams that would have another's bye."""

    round: int
    stage: str
    title: Text | str
    pairings: tuple[tuple[Pairing, Progress], ...]
    byes: tuple[str, ...] = ()

    @property
    def text(self) -> Text:
        """Return the effect in one sentence."""
        if not self.pairings:
            return T("{round}: a different team would have the bye", round=self.title)
        counts = [(status, sum(each == status for _, each in self.pairings)) for status in STATUSES]
        templates = {
            "waiting": lambda n: N("{n} not started", "{n} not started", n),
            "playing": lambda n: N("{n} playing", "{n} playing", n),
            "over": lambda n: N("{n} over", "{n} over", n),
        }
        return N(
            "{round}: {n} pairing would be different ({states}): {tables}",
            "{round}: {n} pairings would be different ({states}): {tables}",
            len(self.pairings),
            round=self.title,
            states=join_with_commas([templates[status](n) for status, n in counts if n]),
            tables=_tables_text([each[0] for each in self.pairings]),
        )


def _tables_text(pairings: Sequence[Pairing]) -> Text:
    tables = [each.table for each in pairings]
    if len(tables) > 1 and all(table[:1].isdecimal() for table in tables):
        return T("tables {tables}", tables=number_ranges(tables))
    return join_with_commas([_table_text(each) for each in pairings])


def _table_text(pairing: Pairing) -> Text:
    if pairing.table:
        return table_field(pairing.table)
    return T("pairing {id}", id=pairing.pairing)


def find_affected_rounds(
    before: Overview, after: Overview, after_round: int = 0
) -> list[AffectedRound]:
    """Return the rounds after the one with this number that are out or drafted in both and would
    now be made otherwise."""
    changed = _changed_rounds(before, after)
    return [
        affected
        for number, planned in sorted(after.register.rounds.items())
        if number > after_round
        and _is_made_from(after.register, planned, changed)
        and number in before.register.rounds
        and before.register.rounds[number].entry == planned.entry
        and (affected := _affected_round(before, after, planned)) is not None
    ]


def _changed_rounds(before: Overview, after: Overview) -> set[int]:
    """Return the rounds in which a pairing, or its outcome, changed."""
    old, new = before.recorded, after.recorded
    is_renamed = old.teams is not new.teams and _names(old) != _names(new)
    # To compare each outcome takes longest, and hardly any differs.
    facts = _differing(old.results, new.results) | _differing(old.officials, new.officials)
    matches = _differing(before.matches, after.matches)
    return {
        number
        for number, planned in before.register.rounds.items()
        if (now := after.register.rounds.get(number)) is None
        or now.entry != planned.entry
        or any(
            before.outcome(pairing).pairing_facts != after.outcome(pairing).pairing_facts
            for pairing in planned.pairings
            if is_renamed or pairing.pairing in facts or before.match_id(pairing.pairing) in matches
        )
    }


def _differing(one: Mapping[str, object], other: Mapping[str, object]) -> set[str]:
    if one is other:
        return set()
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


def _names(register: Register) -> list[tuple[object, ...]]:
    return [(each.team, each.name, each.players) for each in register.teams.values()]


def _is_made_from(register: Register, planned: PlannedRound, changed: set[int]) -> bool:
    entry = register.stages[planned.stage]
    if (entry.format == "swiss" or entry.is_elimination) and any(
        earlier.number in changed for earlier in _earlier(register, planned)
    ):
        return True
    return not _earlier(register, planned) and any(
        other.number in changed
        for other in register.rounds.values()
        if other.stage in entry.sources
    )


def _affected_round(
    before: Overview, after: Overview, planned: PlannedRound
) -> AffectedRound | None:
    stage = planned.stage
    then, now = _propose_in_place_of(before, planned), _propose_in_place_of(after, planned)
    if then is None or now is None or then == now:
        return None
    pairings = tuple(
        (pairing, _status(after, planned, pairing))
        for pairing in planned.pairings
        if frozenset(pairing.teams) in then[0] - now[0]
    )
    byes = tuple(team for team in planned.byes if team in then[1] - now[1])
    if not (pairings or byes):
        return None
    title: Text | str = after.round_text(planned.number)
    if after.register.stages[stage].is_elimination:
        title = round_titles(before)[planned.number]  # afterward the pairings are in no place
    return AffectedRound(planned.number, stage, title, pairings, byes)


def _status(overview: Overview, planned: PlannedRound, pairing: Pairing) -> Progress:
    return "waiting" if planned.is_draft else overview.outcome(pairing).progress


def _earlier(register: Register, planned: PlannedRound) -> list[PlannedRound]:
    return [
        other
        for other in register.released_rounds_of_stage(planned.stage)
        if other.number < planned.number
    ]


def _propose_in_place_of(
    overview: Overview, planned: PlannedRound
) -> tuple[frozenset[frozenset[str]], frozenset[str]] | None:
    try:
        drawn = pair_round(
            overview_before_round(overview, planned), planned.stage, count_open_as_ties=True
        )
    except Undecided:
        return None
    return frozenset(map(frozenset, drawn.pairs)), frozenset(drawn.byes)


def overview_before_round(overview: Overview, planned: PlannedRound) -> Overview:
    """Return the event as it was before this round, by present knowledge: without it, without the
    later rounds of its stage, and with the teams that were in then."""
    register = overview.register
    stage = planned.stage
    entry = register.stages[stage]
    settled = entry.is_elimination or entry.advance is not None
    earlier = _earlier(register, planned)
    rounds = {
        number: other
        for number, other in register.rounds.items()
        if other.stage != stage or other in earlier
    }
    playing = set(planned.teams)
    withdrawn_teams = planned.withdrawn if not planned.is_draft else register.withdrawn
    teams = {
        team: replace(
            entrant, withdrawn=team in withdrawn_teams if settled else team not in playing
        )
        for team, entrant in register.teams.items()
    }
    there_then = replace(register, rounds=rounds, teams=teams)
    return overview.with_register(there_then, overview.outcomes)


def correction_effect_texts(
    before: Overview, after: Overview, affected: Sequence[AffectedRound], *, is_done: bool = False
) -> Iterator[Text]:
    """Yield sentences about the changes of a correction, done or not (`is_done`): in the
    `affected` rounds (`find_affected_rounds`), for teams that are gone, and of the champion."""
    for each in affected:
        yield each.text
    yield from _fall_texts(after, affected)
    newly_withdrawn = after.register.withdrawn - before.register.withdrawn
    for pairing in after.register.released_pairings() if newly_withdrawn else ():
        for team in sorted(newly_withdrawn & {*pairing.teams}):
            if after.outcome(pairing).progress == "waiting":
                yield T(
                    "{team} is still paired in {round} ({place}): record a forfeit there",
                    team=after.register.team_name(team),
                    round=after.round_text(after.register.drawn[pairing.pairing][0]),
                    place=_table_text(pairing),
                )
    # A first result that ends the last stage corrects nothing.
    last, now_last = (
        None if each is None else each.stage
        for each in (before.deciding_stage, after.deciding_stage)
    )
    was_open = last is not None and before.stage_status(last) != "done"
    # The first team of the stage before no longer matters once another stage is added.
    is_same_stage = last == now_last
    is_first_result = was_open and before.champion is None
    if before.champion != after.champion and is_same_stage and not is_first_result:
        name = after.register.team_name(after.champion) if after.champion else ""
        if not (before if after.champion is None else after).is_won:
            would = (
                T("{team} would be in first place", team=name),
                T("no team would be in first place yet"),
            )
            now = T("{team} is in first place now", team=name), T("no team is in first place yet")
        else:
            would = (
                T("{team} would be the champion", team=name),
                T("there would be no champion yet"),
            )
            now = T("{team} is the champion now", team=name), T("there is no champion yet")
        yield (now if is_done else would)[not name]


def _fall_texts(after: Overview, affected: Sequence[AffectedRound]) -> Iterator[Text]:
    register = after.register
    named = {each.round for each in affected}
    for stage in dict.fromkeys(each.stage for each in affected):
        if not register.stages[stage].is_elimination:
            continue
        first = min(each.round for each in affected if each.stage == stage)
        titles = round_titles(after)
        fallen = [
            titles[planned.number]
            for planned in register.released_rounds_of_stage(stage)
            if planned.number > first and planned.number not in named and planned.has_teams
        ]
        if fallen:
            yield T(
                "if these matches are replayed, these later rounds must be replayed, too: {rounds}",
                rounds=join_parts(fallen, ", "),
            )
        last = after.deciding_stage
        if after.champion is not None and last is not None and last.stage == stage:
            yield T(
                "if those rounds are replayed, {team} is no longer the champion",
                team=register.team_name(after.champion),
            )


# A round paired again.


def pair_round_again(overview: Overview, number: int, *, replay_begun: bool) -> RoundEntry:
    """Return the round as it would be made now, to amend it with.

    A match that has begun doesn't change; with `replay_begun` it is played again, under a new
    pairing id, where another pairing would now be made. Raises `Refused` if nothing would change.
    """
    planned = overview.register.rounds[number]
    before = overview_before_round(overview, planned)
    stage = planned.stage
    now = pair_round(before, stage, count_open_as_ties=True)
    proposed = {frozenset(pair) for pair in now.pairs}
    unchanged = [
        pairing
        for pairing in planned.pairings
        if frozenset(pairing.teams) in proposed
        or (not replay_begun and overview.has_begun(pairing))
    ]
    busy = {team for pairing in unchanged for team in pairing.teams}
    if overview.register.stages[stage].format != "swiss":
        # A team that would leave the round makes room for one that would enter.
        fresh = RoundDraw(
            tuple(pair for pair in now.pairs if not busy & set(pair)),
            tuple(team for team in now.byes if team not in busy),
        )
    else:
        fresh = pair_swiss_among(
            before, stage, [team for team in planned.teams if team not in busy]
        )
    replaced = [pairing for pairing in planned.pairings if pairing not in unchanged]
    tables = [pairing.table for pairing in planned.pairings]
    pairings = [*unchanged, *_with_ids_and_tables(overview, number, replaced, fresh)]
    pairings.sort(
        key=lambda each: tables.index(each.table) if each.table in tables else len(tables)
    )
    entry = replace(planned.entry, pairings=tuple(pairings), byes=fresh.byes)
    same = {(frozenset(each.teams)) for each in planned.pairings}
    if {frozenset(each.teams) for each in entry.pairings} == same:
        raise Refused(
            "pairing {round} again wouldn't change anything", round=overview.round_text(number)
        )
    return replace(entry, id=None, at=None, by=None)


def _with_ids_and_tables(
    overview: Overview, number: int, replaced: list[Pairing], fresh: RoundDraw
) -> list[Pairing]:
    free = [each.pairing for each in replaced if not overview.has_begun(each)]
    new = new_pairing_ids(overview, number)
    tables = [each.table for each in replaced]
    return [
        Pairing(
            free[place] if place < len(free) else next(new),
            tables[place] if place < len(tables) else "",
            pair,
        )
        for place, pair in enumerate(fresh.pairs)
    ]
