"""The program proposes the next round: pairs, byes and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import count, groupby, islice

import msgspec
from msgspec.structs import replace

from scorepad.events.eligibility import players_short_of_matches, short_players_text
from scorepad.events.entries import AdvancementRule, Pairing, RoundEntry, StageEntry
from scorepad.events.matching import RoundDraw, find_most_pairs_at_least_cost
from scorepad.events.overview import Overview
from scorepad.events.register import Register
from scorepad.events.results import Meeting
from scorepad.events.stage_names import with_stage_name
from scorepad.events.swiss import pair_swiss_round
from scorepad.spades.naming import name_key, number_ranges, strip_table_word
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas

MAX_ROUND_ROBIN_TEAMS = 6
"""Up to so many teams all meet each other."""


class Proposal(msgspec.Struct, frozen=True):
    """A round to record, with warnings for the supervisor."""

    entry: RoundEntry
    warnings: tuple[Text, ...] = ()


def propose_round(
    overview: Overview,
    stage: str | None = None,
    *,
    count_open_as_ties: bool = False,
    day: str = "",
    absent: Collection[str] | None = None,
    busy_tables: Collection[str] = (),
) -> Proposal:
    """Return the next round of a stage (None: of the earliest with a round to come) on a day.

    `count_open_as_ties`, Swiss only: a result that is open counts as a tie. A Swiss round and open
    play leave out the `absent` teams (None: those not there on that day). Others play at the
    `busy_tables` (their keys). Raises `Refused`.
    """
    register, entry = overview.register, _stage_to_propose(overview, stage)
    name, title, is_open_play = entry.stage, register.stage_name(entry), entry.format == "open-play"
    if count_open_as_ties and entry.format != "swiss":
        raise Refused(
            "only a Swiss stage can be paired while results are missing, and stage “{stage}” "
            "isn't Swiss",
            stage=title,
        )
    if any(each.stage == name for each in register.drafts):
        text = T("there's already a draft; release, change, or delete it first")
        raise Refused(with_stage_name(register, name, text))
    if entry.is_elimination or (not count_open_as_ties and overview.has_rounds_to_come(name)):
        _refuse_missing_results(overview, entry)
    if not overview.has_rounds_to_come(name):
        raise Refused("stage “{stage}” has no more rounds", stage=title)
    if absent is None:
        absent = register.absent_teams(day, needs_check_in=is_open_play)
    if entry.format != "swiss" and not is_open_play:
        absent = ()
    drawn = pair_round(overview, name, count_open_as_ties=count_open_as_ties, absent=absent)
    if not drawn.pairs:
        raise Refused(_why_nobody_meets(overview, entry, absent))
    planned, short = _round_at_tables(overview, name, drawn, busy_tables)
    # A team that waits in open play is not left out of a round.
    missing = {*absent} - register.withdrawn if not is_open_play else ()
    left_out = tuple(team for team in overview.teams_of_stage(name) if team in missing)
    planned = replace(planned, date=day, absent=left_out)
    warnings = [*warnings_of_unofficial_results_used(overview, entry), *short]
    if left_out:
        warnings.append(
            N(
                "{n} team is absent and is left out of this round: {teams}",
                "{n} teams are absent and are left out of this round: {teams}",
                len(left_out),
                teams=join_parts(map(register.team_name, left_out), ", "),
            )
        )
    playing = [team for pair in drawn.pairs for team in pair]
    if short_players := list(players_short_of_matches(overview, name, playing)):
        warnings.append(short_players_text(overview, short_players))
    # The teams of released pairings that are open, each with its table.
    tables = {
        team: pairing.table
        for pairing in register.released_pairings()
        if not overview.has_result(pairing)
        for team in pairing.teams
    }
    busy = [
        join_parts((register.team_name(team), tables[team] and f"({tables[team]})"), " ")
        for team in playing
        if team in tables
    ]
    if busy:
        warnings.append(
            N(
                "{n} team is still playing at another table: {teams}",
                "{n} teams are still playing at other tables: {teams}",
                len(busy),
                teams=join_parts(busy, ", "),
            )
        )
    again = overview.pairs_met(name) & set(map(frozenset, drawn.pairs))
    if again and (entry.format == "swiss" or is_open_play):
        warnings.append(N("{n} pairing is a rematch", "{n} pairings are rematches", len(again)))
    return Proposal(planned, tuple(warnings))


def propose_round_in_entry_order(overview: Overview, stage: str) -> Proposal:
    """Return a round of a stage that is written by hand, to be changed: the teams meet as they
    entered. Raises `Refused`."""
    register = overview.register
    teams = [team for team in overview.teams_of_stage(stage) if team not in register.withdrawn]
    pairs = tuple(zip(teams[::2], teams[1::2], strict=False))
    if not pairs:
        raise Refused(_why_nobody_meets(overview, register.stages[stage]))
    drawn = RoundDraw(pairs, tuple(teams[2 * len(pairs) :]))
    planned, short = _round_at_tables(overview, stage, drawn)
    return Proposal(planned, tuple(short))


def _round_at_tables(
    overview: Overview, stage: str, drawn: RoundDraw, busy_tables: Collection[str] = ()
) -> tuple[RoundEntry, list[Text]]:
    number = max(overview.register.rounds, default=0) + 1
    tables, short = _choose_tables(overview, drawn.pairs, busy_tables)
    pairings = tuple(
        Pairing(pairing, table, pair)
        for pairing, table, pair in zip(
            new_pairing_ids(overview, number), tables, drawn.pairs, strict=False
        )
    )
    return RoundEntry(round=number, stage=stage, pairings=pairings, byes=drawn.byes), short


def new_pairing_ids(overview: Overview, number: int) -> Iterator[str]:
    """Yield ids for new pairings of a round; none that was used before."""
    ids = (f"{number}-{place}" for place in count(1))
    drawn = overview.register.drawn
    return (new for new in ids if new not in drawn and overview.match_status(new) is None)


def _stage_to_propose(overview: Overview, stage: str | None) -> StageEntry:
    stages = overview.register.stages
    if stage is None:
        if not stages:
            raise Refused("there is no stage yet; add a stage entry first")
        for entry in stages.values():
            if entry.format != "by-hand" and overview.has_rounds_to_come(entry.stage):
                return entry
        raise Refused(
            "there are no more rounds to propose; in a stage with the format “by hand”, you "
            "enter the rounds yourself"
        )
    if stage not in stages:
        known = ", ".join(stages) or "–"
        raise Refused(
            "stage {stage} doesn't exist; choose from {known}", stage=stage[:60], known=known
        )
    if stages[stage].format == "by-hand":
        title = overview.register.stage_name(stages[stage])
        raise Refused("you enter the rounds in stage “{stage}” yourself", stage=title)
    return stages[stage]


def _refuse_missing_results(overview: Overview, entry: StageEntry) -> None:
    if entry.format != "swiss" and not entry.is_elimination:
        return
    register = overview.register
    for pairing in register.released_pairings(entry.stage) if entry.is_elimination else ():
        if overview.outcome(pairing).tied:
            raise Refused(
                "{pairing} is tied, but one team has to advance; play one more hand and "
                "correct the result",
                pairing=overview.pairing_full_name(pairing.pairing),
            )
    if open_pairings := overview.open_pairings(entry.stage):
        text = N(
            "{n} result is missing: {pairings}",
            "{n} results are missing: {pairings}",
            len(open_pairings),
            pairings=_places_text(overview, open_pairings),
        )
        raise Refused(with_stage_name(register, entry.stage, text))


def _why_nobody_meets(overview: Overview, entry: StageEntry, absent: Collection[str] = ()) -> Text:
    if entry.format == "open-play":
        return T(
            "no pairing is possible yet; Scorepad needs a free table and two free teams "
            "that are checked in"
        )
    template = (
        T("fewer than two teams in stage “{stage}” are checked in; check in the teams first")
        if absent
        else T("stage “{stage}” has fewer than two teams to pair")
    )
    return T(template.one, stage=overview.register.stage_name(entry))


def warnings_of_unofficial_results_used(
    overview: Overview, entry: StageEntry, number: int | None = None
) -> Iterator[Text]:
    """Yield a warning for each stage with unconfirmed results from which a round of the stage
    `entry` is made: the round with this `number`, without its own results, or the next."""
    drawn = overview.register.drawn
    for stage in (*entry.sources, entry.stage):
        pairings = [
            each for each in overview.unofficial_pairings(stage) if drawn[each.pairing][0] != number
        ]
        if pairings:
            text = N(
                "{n} result isn't official: {pairings}",
                "{n} results aren't official: {pairings}",
                len(pairings),
                pairings=_places_text(overview, pairings),
            )
            yield with_stage_name(overview.register, stage, text)


def _places_text(overview: Overview, pairings: Sequence[Pairing]) -> Text:
    texts: list[Text] = []
    for number, group in groupby(pairings, lambda each: overview.register.drawn[each.pairing][0]):
        of_round = list(group)
        tables = [each.table for each in of_round]
        if len(tables) > 1 and all(table[:1].isdigit() for table in tables):
            numbers = number_ranges(tables)
            texts.append(
                T("{round}, tables {tables}", round=overview.round_text(number), tables=numbers)
            )
        else:
            texts += [overview.pairing_location_text(each.pairing) for each in of_round]
    return join_with_commas(texts, semicolons=True)


def pair_round(
    overview: Overview,
    stage: str,
    *,
    count_open_as_ties: bool = False,
    absent: Collection[str] = (),
) -> RoundDraw:
    """Return the pairs of the next round of a stage, from the released rounds and their results,
    without the `absent` teams."""
    register = overview.register
    entry = register.stages[stage]
    if entry.format == "swiss":
        teams = [team for team in register.teams if team not in absent]
        drawn = pair_swiss_among(overview, stage, teams, count_open_as_ties=count_open_as_ties)
        return drawn if drawn.pairs else RoundDraw()
    if entry.format == "round-robin":
        rounds = overview.round_robin_rounds_to_come(stage)
        return rounds[0] if rounds else RoundDraw()
    if entry.is_elimination:
        bracket = overview.bracket(stage)
        return RoundDraw(tuple(bracket.ready_pairs), bracket.byes)
    if entry.format == "open-play":
        # A team that plays or is in a draft isn't free.
        busy = {team for pairing in _busy_pairings(overview) for team in pairing.teams} | {*absent}
        free = [
            team
            for team in overview.teams_of_stage(stage)
            if team not in busy
            and overview.register.teams[team].can_play
            and team not in overview.register.withdrawn
        ]
        waiting = sorted(free, key=overview.waiting_since_log_position)
        event_tables = {*overview.register.head.tables}
        used = {pairing.table for pairing in _busy_pairings(overview)}
        tables = len(event_tables - used) if event_tables else None
        return RoundDraw(tuple(pair_waiting_teams(waiting, overview.pairs_met(stage), tables)))
    return RoundDraw()


def _swiss_order(
    overview: Overview, stage: str, *, count_open_as_ties: bool
) -> tuple[list[str], dict[str, int]]:
    withdrawn = overview.register.withdrawn
    teams = overview.teams_of_stage(stage)
    order = [team for team in teams if team not in withdrawn]
    scores: dict[str, int] = {}
    if overview.register.released_rounds_of_stage(stage):
        open_pairings = overview.open_pairings(stage) if count_open_as_ties else ()
        rows = overview.stage_rows(stage)
        if open_pairings:
            level = MatchStatus(status="over", tied=True, is_scored=False)
            ties = [Meeting(each.teams, level) for each in open_pairings]
            rows = overview.rank_teams(stage, teams, overview.finished_meetings(stage) + ties)
        scores = {row.team: row.half_points for row in rows}
        order = [row.team for row in rows if row.team not in withdrawn]
    return order, scores


def pair_swiss_among(
    overview: Overview, stage: str, teams: Collection[str], *, count_open_as_ties: bool = True
) -> RoundDraw:
    """Return the pairs of these teams in the next round of a Swiss stage."""
    order, scores = _swiss_order(overview, stage, count_open_as_ties=count_open_as_ties)
    order = [team for team in order if team in teams]
    if len(order) < 2:
        return RoundDraw((), tuple(order))
    byes = overview.bye_counts(stage)
    return _draw_swiss_round(
        tuple(order), tuple(scores.items()), overview.pairs_met(stage), tuple(byes.items())
    )


@lru_cache(maxsize=4)  # a draft is drawn once more for the reasons
def _draw_swiss_round(
    order: tuple[str, ...],
    scores: tuple[tuple[str, int], ...],
    past_pairs: frozenset[frozenset[str]],
    byes: tuple[tuple[str, int], ...],
) -> RoundDraw:
    swiss = pair_swiss_round(order, dict(scores), past_pairs, dict(byes))
    return RoundDraw(swiss.pairs, (swiss.bye,) if swiss.bye else ())


def _busy_pairings(overview: Overview) -> Iterator[Pairing]:
    for planned in overview.register.rounds.values():
        for pairing in planned.pairings:
            if planned.is_draft or not overview.has_result(pairing):
                yield pairing


def free_table(overview: Overview, teams: tuple[str, str], busy: Collection[str] = ()) -> str:
    """Return the table for one more pairing of these teams, where others play at the `busy`
    tables (their keys)."""
    return _choose_tables(overview, [teams], busy)[0][0]


def _choose_tables(
    overview: Overview, pairs: Sequence[tuple[str, str]], busy: Collection[str]
) -> tuple[list[str], list[Text]]:
    def is_busy(table: str) -> bool:
        return name_key(strip_table_word(table)) in busy

    register = overview.register
    own = [[register.teams[team].table for team in pair] for pair in pairs]
    fixed = [one or other for one, other in own]
    taken = {*filter(None, fixed)}
    warnings: list[Text] = []
    for (_, guest), (one, other) in zip(pairs, own, strict=True):
        if one and other and one != other:
            warnings.append(
                T(
                    "{team} should always play at table {table}, but plays at table {other}",
                    team=register.team_name(guest),
                    table=other,
                    other=one,
                )
            )
    event_tables = register.head.tables
    required = fixed.count("")
    used = {pairing.table for pairing in _busy_pairings(overview)} | taken
    free = [
        table for table in dict.fromkeys(event_tables) if table not in used and not is_busy(table)
    ][:required]
    short = required - len(free)
    if short:
        used |= set(event_tables)
        numbers = (str(number) for number in count(1 + len(event_tables)))
        unused = (each for each in numbers if each not in used and not is_busy(each))
        free += islice(unused, short)
        if event_tables:
            warnings.append(
                N(
                    "{n} pairing has no free table, so it gets a new table number",
                    "{n} pairings have no free tables, so they get new table numbers",
                    short,
                )
            )
    rest = iter(free)
    return [table or next(rest) for table in fixed], warnings


# The stage to offer.


def suggest_stage(overview: Overview) -> StageEntry:
    """Return a stage that suits the teams there are, to be changed as the supervisor likes.

    Few teams all meet; more play a Swiss stage. After a stage of another kind, or pools, it is a
    bracket of the best.
    """
    register, last = overview.register, overview.last_stage_and_its_pools
    if last and not last[-1].is_elimination:
        sizes = [len(overview.teams_that_played(each.stage)) for each in last]
        team_count = sum(sizes) or len(register.teams)
        best = min(8, 1 << (max(2, team_count // 3).bit_length() - 1))
        # Of a pool of four or more the second continues too.
        least = 2 if len(last) > 1 and min(sizes) >= 4 else 1
        places = max(least, best // len(last))
        return StageEntry(
            stage=register.free_stage_id,
            format="single-elimination",
            advance=AdvancementRule(from_=tuple(each.stage for each in last), places=places),
            third_place=places * len(last) > 2,
        )
    if len(register.teams) - len(register.withdrawn) <= MAX_ROUND_ROBIN_TEAMS:
        return StageEntry(stage=register.free_stage_id, format="round-robin")
    rounds = usual_swiss_rounds(register)
    return StageEntry(stage=register.free_stage_id, format="swiss", rounds=rounds)


def usual_swiss_rounds(register: Register) -> int:
    """Return after how many rounds of a Swiss stage at most one team can have won every match: as
    many as a bracket has."""
    teams = len(register.teams) - len(register.withdrawn)
    return max(1, (teams - 1).bit_length())


def last_stage_over_text(overview: Overview) -> Text | None:
    """Return that the last stage is over with its first team, or that the pools are; None while
    a round is left, and after a bracket, which has a champion."""
    last = overview.last_stage_and_its_pools
    if not last or last[-1].is_elimination:
        return None
    if any(overview.stage_status(each.stage) != "done" for each in last):
        return None
    if len(last) > 1:
        return T("Play in all {n} pools is over", n=len(last))
    stage = overview.register.stage_name(last[0])
    if overview.champion is None:
        return T("{stage} is over", stage=stage)
    first = overview.register.team_name(overview.champion)
    return T("{stage} is over; first place: {team}", stage=stage, team=first)


# Open play: any two teams that are there and free meet, as tables become free.


def pair_waiting_teams(
    waiting: Sequence[str], past_pairs: Collection[frozenset[str]], tables: int | None = None
) -> list[tuple[str, str]]:
    """Return pairs of the waiting teams, the longest wait first; rematches last. `tables` are
    free (None: as many as are needed)."""
    count = len(waiting) // 2
    if tables is not None:
        count = min(count, tables)
    in_turn = _pair_in_turn(waiting, past_pairs, count)
    return in_turn if in_turn is not None else _pair_by_matching(waiting, past_pairs, count)


def _pair_in_turn(
    waiting: Sequence[str], past_pairs: Collection[frozenset[str]], count: int
) -> list[tuple[str, str]] | None:
    left = list(waiting[: 2 * count])
    pairs = []
    while left:
        first = left.pop(0)
        other = next((team for team in left if frozenset((first, team)) not in past_pairs), None)
        if other is None:
            return None
        left.remove(other)
        pairs.append((first, other))
    return pairs


def _pair_by_matching(
    waiting: Sequence[str], past_pairs: Collection[frozenset[str]], count: int
) -> list[tuple[str, str]]:
    """Return `count` pairs with the fewest rematches, and among those the ones in which the longest
    waiting play. A team that waits on is matched with an empty place."""
    teams = len(waiting)
    # That the first plays counts more than that all after it do.
    turn = [1 << (teams - place) for place in range(teams)]
    rematch = 1 << (teams + 2)
    costs = {}
    for one in range(teams):
        for other in range(one + 1, teams):
            costs[one, other] = rematch * (frozenset((waiting[one], waiting[other])) in past_pairs)
        for place in range(teams, 2 * teams - 2 * count):
            costs[one, place] = turn[one]
    pairs = [pair for pair in find_most_pairs_at_least_cost(costs) if pair[1] < teams]
    again = {pair: frozenset(waiting[number] for number in pair) in past_pairs for pair in pairs}
    return [
        (waiting[one], waiting[other]) for one, other in sorted(pairs, key=lambda p: (again[p], p))
    ]
