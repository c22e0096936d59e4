"""The gate: the checks of an entry before it is appended to an event.

Each refusal is one sentence: the fault, and a valid value. `register.why_unreadable` checks that an
entry's team, stage, round and pairing exist; corrections are checked in `event.py`, which knows the
whole log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from itertools import pairwise
from typing import get_args
from uuid import UUID

from msgspec import UNSET, UnsetType

from scorepad.events import entries as kinds
from scorepad.events.bracket import Bracket, BracketRound
from scorepad.events.entries import (
    AgreedReadings,
    EventHead,
    Pairing,
    RatingScale,
    ResultEntry,
    RoundEntry,
    RuleSetOrId,
    StageEntry,
    StagePoints,
)
from scorepad.events.overview import Overview, Undecided
from scorepad.events.register import PlannedRound, never_withdrew_text, no_team_text, why_unreadable
from scorepad.events.results import NO_MATCH_RESULTS, Meeting
from scorepad.spades.contested import contested_part, contested_rulings
from scorepad.spades.entries import Common
from scorepad.spades.gate import refuse_impossible_moment
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.rulefile import rules_with_agreed_deviations
from scorepad.spades.rules import RuleSet
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text


def refuse_unappendable_event_entry(
    overview: Overview, library: Library, entry: Common, reusable: Collection[str] = ()
) -> None:
    """Raise the refusal of a plain entry, or return.

    `reusable` are the pairings that a corrected round had before; it may use their ids again.
    """
    refuse_impossible_moment(entry.at)
    days = (getattr(entry, "date", None), *getattr(entry, "unavailable", ()))
    for day in days if not isinstance(entry, kinds.EventHeadChange) else ():
        refuse_bad_day(day or "")
    register = overview.register
    why = why_unreadable(register, entry, register.teams)
    if why is not None:
        raise Refused(why)
    if isinstance(entry, kinds.EventHeadChange):
        _check_setup(overview, library, entry)
    elif isinstance(entry, kinds.TeamEntry):
        _check_team(overview, entry)
    elif isinstance(entry, StageEntry):
        _check_stage(overview, library, entry)
    elif isinstance(entry, RoundEntry):
        _check_round(overview, library, entry, reusable)
    elif isinstance(entry, kinds.Release):
        planned = register.rounds[entry.round]
        _check_teams_can_play(overview, planned.entry)
        for table in repeated(each.table for each in planned.pairings if each.table):
            raise Refused(
                "table {table} is used twice in round {round}; give one of the matches "
                "another table",
                table=table,
                round=entry.round,
            )
        if not rules_of_round(overview, planned.entry):
            raise Refused("the event has no rule set yet; choose a rule set first")
    elif isinstance(entry, kinds.TeamConductMark):
        _check_mark(overview, entry)
    elif isinstance(entry, kinds.TeamReturn):
        is_gone = entry.team in register.withdrawn
        if not is_gone and overview.has_match_results_it_needs:
            raise Refused(never_withdrew_text(register.team_name(entry.team)))
    elif isinstance(entry, ResultEntry | kinds.OfficialResult | kinds.NoShowGrace):
        _check_entry_about_pairing(overview, entry)


def repeated(values: Iterable[str]) -> list[str]:
    """Return the values that occur more than once."""
    return [each for each, times in Counter(values).items() if times > 1]


def _check_mark(overview: Overview, entry: kinds.TeamConductMark) -> None:
    register = overview.register
    scale = register.head.rating if entry.what == "rating" else None
    is_protest = entry.what == "protest"
    if is_protest and entry.pairing not in register.drawn:
        raise Refused("you can protest a pairing, but not a bye")
    if entry.pairing is not None and (is_protest or scale):
        if entry.pairing not in register.drawn:
            raise Refused("pairing {id} doesn't exist", id=entry.pairing)
        number, pairing = register.drawn[entry.pairing]
        name = overview.pairing_full_name(entry.pairing)
        if register.rounds[number].is_draft:
            raise Refused("{pairing} isn't released yet", pairing=name)
        if entry.team not in pairing.teams:
            team = register.team_name(entry.team)
            raise Refused("{team} doesn't play in {pairing}", team=team, pairing=name)
    if scale and scale.number(entry.value) is None:
        raise Refused("a rating must be {values}", values=scale_text(scale))
    if is_protest and entry.value not in get_args(kinds.ProtestState):
        raise Refused("a protest must be open, upheld or denied")


def scale_text(scale: RatingScale) -> Text:
    """Return which values a scale of ratings has."""
    if scale.scale is not None:
        return T("one of {values}", values=", ".join(scale.scale))
    return T("a number from {least} to {most}", least=str(scale.from_), most=str(scale.to))


# Rule sets.


def agreed_of_round(overview: Overview, entry: RoundEntry) -> AgreedReadings | UnsetType:
    """Return the readings of contested rules that were chosen for a round: its own, else its
    stage's, else the event's; UNSET if no one chose any."""
    stage = overview.register.stages.get(entry.stage)
    of_stage = stage.agreed if stage is not None else UNSET
    chosen = (entry.agreed, of_stage, overview.register.head.agreed)
    return next((each for each in chosen if each is not UNSET), UNSET)


def rules_of_round(overview: Overview, entry: RoundEntry) -> RuleSetOrId:
    """Return the rule set of a round: its own, else its stage's, else the event's; "" is none."""
    stage = overview.register.stages.get(entry.stage)
    of_stage = stage.rules if stage is not None else None
    return entry.rules or of_stage or overview.register.head.rules


def allows_tie(rules: RuleSet) -> bool:
    """Return whether a match can end in a tie under this rule set."""
    return "tie" in (rules.game.on_tie, rules.clock.on_tie)


def _check_rules(
    overview: Overview,
    library: Library,
    entry: kinds.EventHeadChange | StageEntry | RoundEntry,
    rules: RuleSetOrId,
    *,
    is_elimination: bool,
) -> None:
    """Check the rule set and the readings that an entry chooses; `rules` are those in force."""
    if rules and not _is_checked(overview, rules):
        return
    refuse_bad_readings(entry.agreed, rules, library)
    if not rules or not (entry.rules or is_elimination):
        return
    rule_set = library.resolve(rules)
    if is_elimination and allows_tie(rule_set):
        fit = [library.get(each).name for each in library.ids() if _is_fit(library, each)]
        raise Refused(
            "{rules} allows ties, but in an elimination stage, one team has to advance; use "
            "one of these rule sets: {fit}",
            rules=rule_set.name,
            fit=", ".join(fit),
        )


def _is_checked(overview: Overview, rule_set: RuleSetOrId) -> bool:
    """Return whether a rule set is looked at.

    An entry is recorded with its whole rule set. If an older program recorded an id alone, its
    meaning there is unknown, so it is not checked again when the log is read.
    """
    return overview.matches is not NO_MATCH_RESULTS or isinstance(rule_set, dict)


def _is_fit(library: Library, rules_id: str) -> bool:
    try:
        return not allows_tie(library.get(rules_id))
    except Refused:
        return False


# The event and its teams.


def _check_setup(overview: Overview, library: Library, entry: kinds.EventHeadChange) -> None:
    register = overview.register
    if isinstance(entry.name, str) and not entry.name.strip() and register.head.name:
        raise Refused("an event's name can't be empty")
    if isinstance(entry.date, str):
        refuse_bad_day(entry.date)
    if isinstance(entry.tables, tuple):
        refuse_doubled_table(entry.tables)
    refuse_bad_season(entry)
    if entry.dates:
        for team in register.teams.values():
            refuse_always_unavailable(team.name, team.unavailable, entry.dates)
    is_elimination = any(
        each.is_elimination and not each.rules for each in register.stages.values()
    )
    rules = register.head.rules if entry.rules is UNSET else entry.rules
    has_other_rules = bool(entry.rules) and is_elimination
    _check_rules(overview, library, entry, rules, is_elimination=has_other_rules)


def refuse_bad_readings(
    agreed: AgreedReadings | UnsetType | None, rules: RuleSetOrId, library: Library
) -> None:
    """Raise for an invalid reading of a contested rule of this rule set."""
    if not agreed:
        return
    if not rules:
        raise Refused("the event has no rule set yet; choose a rule set first")
    of_event = library.resolve(rules)
    rules_with_agreed_deviations(of_event, agreed)
    if contested_part(agreed, of_event) != agreed:
        paths = sorted({path for each in contested_rulings(of_event) for path in each.decides})
        raise Refused(
            "an event can choose readings only for the contested rules in {rules}: {known}",
            rules=of_event.name,
            known=", ".join(paths) or "–",
        )


def refuse_bad_day(day: str) -> None:
    """Raise for a text that is no day."""
    if not day:
        return
    try:
        if date.fromisoformat(day).isoformat() == day:
            return
    except ValueError:
        pass
    raise Refused("write the date as year-month-day, such as 2027-03-14")


def refuse_doubled_table(tables: Sequence[str]) -> None:
    """Raise if a table is twice among the event's."""
    for table in repeated(tables):
        raise Refused("table {table} is in the list twice", table=table)


def refuse_bad_season(head: EventHead | kinds.EventHeadChange) -> None:
    """Raise for dates, a scale of ratings or a day of the roster freeze that cannot be."""
    refuse_bad_day(head.roster_freeze or "")
    for each in head.dates or ():
        refuse_bad_day(each.date)
        refuse_doubled_table(each.tables or ())
        if each.tables == ():
            raise Refused(
                "{day} has no tables; list its tables, or leave the field out", day=each.date
            )
    for one, other in pairwise(head.dates or ()):
        if (one.date, one.start) == (other.date, other.start):
            raise Refused(
                "{day} is listed twice; enter a different start time for each", day=one.date
            )
        if (one.date, one.start) > (other.date, other.start):
            raise Refused(
                "the dates are out of order: {day} comes before {other}",
                day=other.date,
                other=one.date,
            )
    if scale := head.rating:
        ends = scale.from_, scale.to
        has_names, has_ends = scale.scale is not None, None not in ends
        if has_names == has_ends or (has_names and ends != (None, None)):
            raise Refused("a rating scale needs either names with numbers, or both “from” and “to”")
        if has_ends and (scale.from_ or 0) >= (scale.to or 0):
            raise Refused("in a rating scale, “from” must be lower than “to”")
        if has_names and not scale.scale:
            raise Refused("a rating scale needs at least one name with a number")
        for value in (scale.forfeit, scale.default, scale.default_other):
            if value is not None and scale.number(value) is None:
                raise Refused("a rating must be {values}", values=scale_text(scale))


def refuse_always_unavailable(
    team: str, unavailable: Sequence[str], dates: Sequence[kinds.PlayDate]
) -> None:
    """Raise for a team that can play on none of these dates."""
    if dates and {each.date for each in dates} <= {*unavailable}:
        raise Refused("{team} can't play on any date of the event", team=team)


def _check_team(overview: Overview, entry: kinds.TeamEntry) -> None:
    register = overview.register
    if not entry.name.strip():
        raise Refused("a team needs a name")
    refuse_always_unavailable(entry.name, entry.unavailable, register.head.dates or ())
    if sum(bool(name.strip()) for name in entry.players) < 2:
        raise Refused("{team} needs at least two players", team=entry.name)
    stages = register.stages
    begun = [stage for stage in stages if register.released_rounds_of_stage(stage)]
    has_room = any(
        overview.can_take_late_team(stage) or overview.can_be_given_late_team(entry.team, stage)
        for stage in stages
    )
    if begun and not has_room:
        raise Refused(
            "it's too late to add {team}: the teams in stage “{stage}” are set, and its first "
            "round has been released",
            team=entry.name,
            stage=register.stage_name(stages[begun[-1]]),
        )


# Stages and rounds.


def _check_stage(overview: Overview, library: Library, entry: StageEntry) -> None:
    register = overview.register
    refuse_impossible_moment(entry.until)
    if entry.format == "swiss" and entry.rounds is None:
        raise Refused("a Swiss stage needs a number of rounds")
    if entry.teams is not None and len(entry.teams) < 2:
        raise Refused(
            "stage “{stage}” has fewer than two teams to pair",
            stage=register.stage_name(entry),
        )
    for team in repeated(entry.teams or ()):
        raise Refused("{team} is listed twice", team=register.team_name(team))
    if (entry.format == "combined") is not bool(entry.events):
        raise Refused("list events only for a combined table; a combined table needs at least one")
    points = entry.points if isinstance(entry.points, dict) else {}
    for name, value in points.items():
        if (name in StagePoints.__struct_fields__) is (entry.format == "combined"):
            raise Refused(
                "in a combined table, points are for places: “1”, “2” and so on, or “*” for "
                "all other places; in other stages, points are for results: {results}",
                results=", ".join(StagePoints.__struct_fields__),
            )
        if value * 2 != int(value * 2):
            raise Refused(
                "only whole and half points are allowed, so {value} isn't valid", value=str(value)
            )
    if entry.format == "combined":
        _check_combined(overview, entry)
        return
    if entry.points == "standings":
        raise Refused("only a combined table can have “standings” as its points")
    places = entry.advance.places if entry.advance is not None else 1
    if isinstance(places, tuple) and (len(places) != 2 or places[0] > places[1]):
        raise Refused("places must be a number, “all”, or a range such as [5, 8]")
    rules = entry.rules or register.head.rules
    _check_rules(overview, library, entry, rules, is_elimination=entry.is_elimination)


def _check_combined(overview: Overview, entry: StageEntry) -> None:
    for event in entry.events:
        if not _is_uuid(event):
            raise Refused(
                "“{id}” isn't the ID of an event; “event list” shows all event IDs", id=event
            )
    for event in repeated(entry.events):
        raise Refused("event {id} is listed twice", id=event)
    if entry.events == (overview.event_id,):
        raise Refused("a combined table needs at least one event besides this one")
    if not entry.points:
        raise Refused("a combined table needs the points for each place, or the word “standings”")


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _check_round(
    overview: Overview, library: Library, entry: RoundEntry, reusable: Collection[str]
) -> None:
    refuse_impossible_moment(entry.start)
    rules = rules_of_round(overview, entry)
    is_elimination = overview.register.stages[entry.stage].is_elimination
    _check_rules(overview, library, entry, rules, is_elimination=is_elimination)
    for pairing in entry.pairings:
        match = overview.match_status(pairing.pairing)
        if match is not None and match.begun and pairing.pairing not in reusable:
            raise Refused(
                "pairing ID {id} was used before, and its match was started; use another ID",
                id=pairing.pairing,
            )
    _check_teams_can_play(overview, entry)


def _check_teams_can_play(overview: Overview, entry: RoundEntry) -> None:
    register = overview.register
    try:
        members = set(overview.teams_of_stage(entry.stage))
    except Undecided:
        # The teams that advance aren't known yet: a round written by hand may have any team.
        members = set(register.teams)
    stage = register.stages[entry.stage]
    settled = overview.has_match_results_it_needs and (
        stage.teams is not None or stage.advance is not None or stage.is_elimination
    )
    for team in PlannedRound(entry=entry).teams:
        name = register.team_name(team)
        if team not in register.teams:
            raise Refused(no_team_text(team))
        if register.teams[team].withdrawn:
            raise Refused("{team} has withdrawn; pair the round again, or change it", team=name)
        joins = overview.can_be_given_late_team(team, entry.stage)
        if settled and team not in members and not joins:
            raise Refused(
                "{team} isn't in stage “{stage}”",
                team=name,
                stage=register.stage_name(stage),
            )
    if stage.is_elimination and overview.has_match_results_it_needs:
        _check_place_in_bracket(overview, entry, members)


def _check_place_in_bracket(overview: Overview, entry: RoundEntry, members: set[str]) -> None:
    register, stage = overview.register, overview.register.stages[entry.stage]
    released = register.released_rounds_of_stage(entry.stage)
    playing = PlannedRound(entry=entry).teams
    if not released:
        size = 1 << (len(members) - 1).bit_length()
        missing = sorted(members - set(playing) - register.withdrawn)
        if missing:
            raise Refused(
                "{team} is missing: in the first round of an elimination stage, every team "
                "must be paired or have a bye",
                team=register.team_name(missing[0]),
            )
        if len(entry.byes) != size - len(playing):
            raise Refused(
                "with {n} teams, the number of byes in the first round must be {byes}, so that "
                "the next round has none",
                n=len(playing),
                byes=size - len(playing),
            )
        return
    bracket = overview.bracket(entry.stage)
    # The match for third place has two teams that are out.
    going_on = {team for pair in bracket.ready_pairs for team in pair}
    for team in playing:
        if team in bracket.eliminated and team not in going_on:
            raise Refused(
                "{team} has been eliminated from stage “{stage}”",
                team=register.team_name(team),
                stage=register.stage_name(stage),
            )
    meetings = tuple(Meeting(pairing.teams, MatchStatus()) for pairing in entry.pairings)
    with_it = Bracket(
        bracket.teams,
        [
            *overview.bracket_rounds(entry.stage),
            BracketRound(meetings, entry.byes, register.withdrawn),
        ],
        register.withdrawn,
        double=stage.format == "double-elimination",
        third_place=stage.third_place,
    )
    if len(with_it.outside) > len(bracket.outside):
        one, other = with_it.outside[-1].teams
        raise Refused(
            "{one} and {other} can't play each other now; the bracket doesn't pair them",
            one=register.team_name(one),
            other=register.team_name(other),
        )


# Pairings.


def _check_entry_about_pairing(
    overview: Overview, entry: ResultEntry | kinds.OfficialResult | kinds.NoShowGrace
) -> None:
    register = overview.register
    if entry.pairing not in register.drawn:
        raise Refused("pairing {id} doesn't exist", id=entry.pairing)
    number, pairing = register.drawn[entry.pairing]
    outcome = overview.outcome(pairing)
    if isinstance(entry, kinds.OfficialResult):
        if not outcome.has_result and overview.has_match_results_it_needs:
            raise Refused(
                "{pairing} has no result yet to make official",
                pairing=overview.pairing_location_text(entry.pairing),
            )
        return
    if isinstance(entry, kinds.NoShowGrace):
        if overview.has_begun(pairing):
            raise Refused(
                "{pairing} has already started, so there is no need to wait longer",
                pairing=overview.pairing_location_text(entry.pairing),
            )
        return
    _check_result(overview, register.rounds[number].entry, pairing, entry)


def _check_result(
    overview: Overview, in_round: RoundEntry, pairing: Pairing, entry: ResultEntry
) -> None:
    if entry.how == "forfeit" and entry.winner is None:
        raise Refused("a forfeit needs a winner; if both teams forfeit, record a double forfeit")
    if entry.how == "default" and entry.winner is None:
        raise Refused("a default needs a winner; if both teams default, record a double forfeit")
    if entry.how == "double-forfeit" and entry.winner is not None:
        raise Refused("a double forfeit has no winner")
    register = overview.register
    if entry.how == "played" and entry.score is not None and len({*entry.score}) > 1:
        higher = int(entry.score[1] > entry.score[0])
        facts: dict[str, str | Text] = {
            "score": totals_text(*sorted(entry.score, reverse=True)),
            "team": register.team_name(pairing.teams[higher]),
        }
        if entry.winner is None:
            raise Refused("the winner is missing: {team} has the higher score, {score}", **facts)
        if entry.winner != higher:
            raise Refused(
                "{team} has the higher score, {score}; if that team was disqualified, record a "
                "forfeit instead",
                **facts,
            )
    is_elimination = register.stages[in_round.stage].is_elimination
    if entry.how == "played" and entry.winner is None and is_elimination:
        raise Refused(
            "{pairing} can't be a tie, because one team has to advance; play one more hand",
            pairing=overview.pairing_full_name(entry.pairing),
        )
    match = overview.match_status(entry.pairing)
    if match is not None and match.begun and not entry.why.strip():
        raise Refused(
            "{pairing} has already started; to replace the score at the table with this "
            "result, enter a reason",
            pairing=overview.pairing_location_text(entry.pairing),
        )
