"""The program proposes the next round: pairs, byes and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count, islice

import msgspec

from scorepad.events.entries import ELIMINATION, Pairing, RoundEntry, StageEntry
from scorepad.events.openplay import open_pairs
from scorepad.events.overview import Overview
from scorepad.events.results import Meeting, Outcome
from scorepad.events.swiss import swiss_round
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text


class Drawn(msgspec.Struct, frozen=True):
    """Says who meets whom, best table first, and who has a bye."""

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...] = ()


class Proposal(msgspec.Struct, frozen=True):
    """Holds a round to record, and what its supervisor should know of it."""

    entry: RoundEntry
    warnings: tuple[Text, ...] = ()


def propose(overview: Overview, stage: str | None = None, *, with_open: bool = False) -> Proposal:
    """Return the next round of a stage (None: of the earliest with a round to come).

    `with_open`, Swiss only: a result that is open counts as a tie. Raises `Refused`.
    """
    entry = _stage(overview, stage)
    if with_open and entry.format != "swiss":
        raise Refused(
            T(
                "only a Swiss stage is paired with results open; stage {stage} is none",
                stage=entry.stage,
            )
        )
    if overview.register.of_stage(entry.stage, released=False):
        raise Refused(
            T(
                "stage {stage} has a draft; release, change or strike that one first",
                stage=entry.stage,
            )
        )
    if not overview.goes_on(entry.stage):
        raise Refused(T("no round of stage {stage} is to come", stage=entry.stage))
    if not with_open:
        _refuse_open(overview, entry)
    drawn = draw(overview, entry.stage, with_open=with_open)
    if not drawn.pairs:
        raise Refused(_nobody(entry))
    number = max(overview.register.rounds, default=0) + 1
    tables, short = _tables(overview, len(drawn.pairs))
    taken = overview.register.drawn
    ids = (f"{number}-{each}" for each in count(1))
    free_ids = (each for each in ids if each not in taken and overview.match(each) is None)
    warnings = [*_unconfirmed(overview, entry), *short]
    again = [pair for pair in drawn.pairs if frozenset(pair) in overview.met(entry.stage)]
    if again and entry.format in ("swiss", "open-play"):
        warnings.append(N("{n} pairing is a rematch", "{n} pairings are rematches", len(again)))
    pairings = tuple(
        Pairing(pairing, table, pair)
        for pairing, table, pair in zip(free_ids, tables, drawn.pairs, strict=False)
    )
    return Proposal(
        RoundEntry(round=number, stage=entry.stage, pairings=pairings, byes=drawn.byes),
        tuple(warnings),
    )


def _stage(overview: Overview, stage: str | None) -> StageEntry:
    stages = overview.register.stages
    if stage is not None:
        if stage not in stages:
            raise Refused(
                T(
                    "there is no stage {stage}; there are {known}",
                    stage=stage[:60],
                    known=", ".join(stages) or "–",
                )
            )
        if stages[stage].format == "by-hand":
            raise Refused(T("the rounds of stage {stage} are written by hand", stage=stage))
        return stages[stage]
    if not stages:
        raise Refused(T("there is no stage yet; a stage entry says how the rounds are made"))
    for entry in stages.values():
        if entry.format != "by-hand" and overview.goes_on(entry.stage):
            return entry
    raise Refused(T("no round is to come: every stage is over or written by hand"))


def _refuse_open(overview: Overview, entry: StageEntry) -> None:
    """Raise where the format needs a result that is not there."""
    if entry.format not in ("swiss", *ELIMINATION):
        return
    open_pairings = overview.open_pairings(entry.stage)
    if entry.format in ELIMINATION:
        for planned in overview.register.of_stage(entry.stage):
            for pairing in planned.entry.pairings:
                if overview.outcome(pairing).tied:
                    raise Refused(
                        T(
                            "pairing {id} is tied, and nobody goes on by a tie; play on or record "
                            "who won",
                            id=pairing.pairing,
                        )
                    )
    if open_pairings:
        raise Refused(
            N(
                "{n} result of stage {stage} is open: {pairings}",
                "{n} results of stage {stage} are open: {pairings}",
                len(open_pairings),
                stage=entry.stage,
                pairings=", ".join(pairing.pairing for pairing in open_pairings),
            )
        )


def _nobody(entry: StageEntry) -> Text:
    if entry.format == "open-play":
        return T(
            "nobody can be paired: two teams that are there and free, and a free table, are needed"
        )
    return T("stage {stage} has fewer than two teams to pair", stage=entry.stage)


def _unconfirmed(overview: Overview, entry: StageEntry) -> Iterator[Text]:
    """Yield a warning for each stage whose results, confirmed by nobody, this round is made
    from."""
    sources = entry.advance.from_ if entry.advance else ()
    for stage in (*sources, entry.stage):
        pairings = overview.unofficial(stage)
        if pairings:
            yield N(
                "{n} result of stage {stage} is not official: {pairings}",
                "{n} results of stage {stage} are not official: {pairings}",
                len(pairings),
                stage=stage,
                pairings=", ".join(pairing.pairing for pairing in pairings),
            )


def draw(overview: Overview, stage: str, *, with_open: bool = False) -> Drawn:
    """Return who meets whom in the next round of a stage, from the released rounds and what came of
    them."""
    entry = overview.register.stages[stage]
    if entry.format == "swiss":
        drawn = draw_among(overview, stage, overview.register.teams, with_open=with_open)
        return drawn if drawn.pairs else Drawn(())
    if entry.format == "round-robin":
        rounds = overview.full_rounds(stage)
        return Drawn(rounds[0].pairs, rounds[0].byes) if rounds else Drawn(())
    if entry.format in ELIMINATION:
        bracket = overview.bracket(stage)
        return Drawn(tuple(bracket.ready), bracket.byes)
    if entry.format == "open-play":
        waiting = sorted(free_teams(overview, stage), key=overview.waits_since)
        named = overview.register.head.tables
        tables = len(free_tables(overview, named)) if named else None
        return Drawn(tuple(open_pairs(waiting, overview.met(stage), tables)))
    return Drawn(())


def _swiss_order(
    overview: Overview, stage: str, *, with_open: bool
) -> tuple[list[str], dict[str, int]]:
    """Return the teams that are in, in the order of the standings (before the first round: by
    seed), and their half points."""
    withdrawn = overview.register.withdrawn
    teams = overview.teams_of(stage)
    order = [team for team in teams if team not in withdrawn]
    scores: dict[str, int] = {}
    if overview.register.of_stage(stage):
        meetings = overview.meetings(stage)
        if with_open:
            level = Outcome(status="over", how="played")
            meetings += [Meeting(each.teams, level) for each in overview.open_pairings(stage)]
        rows = overview.ranked(stage, teams, meetings)
        scores = {row.team: row.half_points for row in rows}
        order = [row.team for row in rows if row.team not in withdrawn]
    return order, scores


def draw_among(
    overview: Overview, stage: str, teams: Collection[str], *, with_open: bool = True
) -> Drawn:
    """Return who of these teams meets whom in the next round of a Swiss stage."""
    order, scores = _swiss_order(overview, stage, with_open=with_open)
    order = [team for team in order if team in teams]
    if len(order) < 2:
        return Drawn((), tuple(order))
    made = swiss_round(order, scores, overview.met(stage), overview.byes(stage))
    return Drawn(made.pairs, (made.bye,) if made.bye else ())


def free_teams(overview: Overview, stage: str) -> list[str]:
    """Return the teams of a stage that are there and neither play nor stand in a draft."""
    busy = {
        team
        for planned in overview.register.rounds.values()
        for pairing in planned.entry.pairings
        if planned.released is None or not overview.outcome(pairing).over
        for team in pairing.teams
    }
    teams = overview.register.teams
    return [
        team
        for team in overview.teams_of(stage)
        if team not in busy and teams[team].there and not teams[team].withdrawn
    ]


def free_tables(overview: Overview, named: Sequence[str]) -> list[str]:
    """Return those of these tables at which nobody plays and for which no draft is made."""
    used = tables_in_use(overview)
    return [table for table in dict.fromkeys(named) if table not in used]


def tables_in_use(overview: Overview) -> set[str]:
    """Return the tables of pairings that are released and open, or in a draft."""
    return {
        pairing.table
        for planned in overview.register.rounds.values()
        for pairing in planned.entry.pairings
        if planned.released is None or not overview.outcome(pairing).over
    }


def _tables(overview: Overview, wanted: int) -> tuple[list[str], list[Text]]:
    """Return as many free tables as are `wanted`, and a warning where there are fewer."""
    named = overview.register.head.tables
    free = free_tables(overview, named)[:wanted]
    short = wanted - len(free)
    if not short:
        return free, []
    used = tables_in_use(overview) | set(named)
    numbers = (str(number) for number in count(1 + len(named)))
    free += islice((number for number in numbers if number not in used), short)
    if not named:
        return free, []
    warning = N(
        "{n} pairing has no free table among those of the event and is given a number",
        "{n} pairings have no free table among those of the event and are given numbers",
        short,
    )
    return free, [warning]
