"""An event in words: a result, a pairing's state, the reason for a place, and a team's rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scorepad.events.entries import MarkKind, ResultEntry, TeamConductMark
from scorepad.events.overview import Overview
from scorepad.events.register import Register
from scorepad.events.standings import DECISION_TEXTS, StageRow
from scorepad.spades.naming import round_field, table_field, team_name_or_default_field
from scorepad.spades.result import totals_text
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import (
    Field,
    N,
    T,
    Text,
    capitalize,
    format_change,
    format_number,
    join_parts,
    join_with_commas,
)

STATUS_TEXTS: Mapping[str, Text] = {
    "waiting": T("waiting"),
    "playing": T("playing"),
    "done": T("over"),
    "over": T("over"),
}
"""The states of a stage and of a pairing."""


MARK_TEXTS: Mapping[MarkKind, Text] = {
    "rating": T("Sportsmanship"),
    "fee": T("Forfeit fee"),
    "warning": T("Warning"),
    "protest": T("Protest"),
}
PROTEST_TEXTS: Mapping[object, Text] = {
    "open": T("protest"),
    "upheld": T("protest upheld"),
    "denied": T("protest denied"),
}
"""The states of a protest."""


def conduct_mark_text(mark: TeamConductMark) -> Text:
    """Return a mark with its value."""
    if mark.value in PROTEST_TEXTS and mark.what == "protest":
        return PROTEST_TEXTS[mark.value]
    if mark.value is None:
        return MARK_TEXTS[mark.what]
    return T("{mark}: {value}", mark=MARK_TEXTS[mark.what], value=str(mark.value))


def result_text(
    team_name: Callable[[str], Field], teams: tuple[str, str], outcome: MatchStatus | ResultEntry
) -> Text:
    """Return the result of a finished pairing, the winner's points first; `team_name` names a
    team."""
    if outcome.how == "double-forfeit":
        return T("both forfeit")
    side = outcome.winner or 0
    if outcome.how in ("forfeit", "default"):
        is_default = outcome.how == "default"
        template = T("{team} defaults") if is_default else T("{team} forfeits")
        return T(template.one, team=team_name(teams[1 - side]))
    points = outcome.score if isinstance(outcome, ResultEntry) else outcome.final_score
    score = totals_text(*_score_from(side, points)) if points else None
    if outcome.winner is None:
        return T("tie {score}", score=score) if score else T("tie")
    team = team_name(teams[side])
    return (
        T("{team} wins {score}", team=team, score=score) if score else T("{team} wins", team=team)
    )


def pairing_score_text(overview: Overview, result: ResultEntry) -> Text:
    """Return the table of a result (its round where it has none), both teams and their points."""
    register = overview.register
    number, pairing = register.drawn[result.pairing]
    place = table_field(pairing.table) if pairing.table.strip() else overview.round_text(number)
    one, other = map(register.team_name, pairing.teams)
    if result.how != "played" or result.score is None:
        return T("{place}: {one} – {other}", place=place, one=one, other=other)
    return T(
        "{place}: {one} {points}, {other} {other_points}",
        place=place,
        one=one,
        points=result.score[0],
        other=other,
        other_points=result.score[1],
    )


def recorded_result_text(overview: Overview, result: ResultEntry) -> Text:
    """Return the confirmation of a result: its table, both teams with their points, and the
    winner."""
    register = overview.register
    _, pairing = register.drawn[result.pairing]
    names = [register.team_name(team) for team in pairing.teams]
    if result.how == "double-forfeit":
        outcome = T("Both teams forfeit")
    elif result.winner is None:
        outcome = T("It's a tie")
    elif result.how != "played":
        template = (
            T("{team} defaults, and {other} wins")
            if result.how == "default"
            else T("{team} forfeits, and {other} wins")
        )
        winner, loser = names[result.winner], names[1 - result.winner]
        outcome = T(template.one, team=loser, other=winner)
    else:
        outcome = T("{team} wins", team=names[result.winner])
    return T("{score}. {outcome}", score=pairing_score_text(overview, result), outcome=outcome)


def named_result_text(status: MatchStatus) -> Text:
    """Return the result of a match, with its own names."""
    teams = [team_name_or_default_field(name, side) for side, name in enumerate(status.teams)]
    return result_text(lambda side: teams[int(side)], ("0", "1"), status)


def other_result_text(status: MatchStatus) -> Text | None:
    """Return the sentence that the event records another result than the table has; None if it
    does not."""
    if not status.is_stated or status.is_same_at_table:
        return None
    result = named_result_text(status)
    if status.why:
        return T(
            "The event has a different result on record: {result} ({why})",
            result=result,
            why=status.why,
        )
    return T("The event has a different result on record: {result}", result=result)


def confirmation_text(status: MatchStatus) -> Text | None:
    """Return the supervisor who made the result at the table official; None without one, or with
    both signatures."""
    if status.is_stated:
        is_same = status.is_same_at_table and not all(status.signed)
        return T("recorded in the event") if is_same else None
    if status.confirmed_by is None or all(status.signed):
        return None
    return T("confirmed by {name}", name=status.confirmed_by)


def _score_from(side: int, score: tuple[int, int]) -> tuple[int, int]:
    return score[side], score[1 - side]


def pairing_state_text(register: Register, teams: tuple[str, str], outcome: MatchStatus) -> Text:
    """Return the status of a pairing: waiting, playing, or its result, with any problem."""
    if not outcome.has_result:
        if outcome.versions:
            return T("two versions")
        if outcome.begun and outcome.has_other_teams:
            return T(
                "no result: the match was set up as {one} – {other}",
                one=team_name_or_default_field(outcome.teams[0], 0),
                other=team_name_or_default_field(outcome.teams[1], 1),
            )
        return STATUS_TEXTS[outcome.progress]
    text = result_text(register.team_name, teams, outcome)
    if not outcome.is_official:
        text = T("{result} (not official)", result=text)
    if outcome.overrules_table and outcome.table_score is not None:
        score = totals_text(*outcome.table_score)
        text = T("{result}; score at the table: {score}", result=text, score=score)
    return text


def champion_text(overview: Overview) -> Text | None:
    """Return the champion of the event, or the first team if its last stage is no bracket; None
    if that is not decided."""
    if overview.champion is None:
        return None
    team = overview.register.team_name(overview.champion)
    return T("Won by {team}", team=team) if overview.is_won else T("First: {team}", team=team)


def score_text(score: float) -> str:
    """Write a team's score as people do: 3 or 3½."""
    whole, half = divmod(abs(score), 1)
    sign = "−" if score < 0 else ""
    return f"{sign}{int(whole) or ''}½" if half else f"{sign}{int(whole)}"


def place_reason_texts(overview: Overview, stage: str, row_index: int) -> list[Text]:
    """Return the reasons for a team's place in a stage's standings: the difference from the team
    above, the teams tied with it, and the difference from the team below; none while it has no
    place."""
    register, rows = overview.register, overview.stage_rows(stage)
    row = rows[row_index]
    if not row.has_place:
        return []
    level = [each for each in rows if each.place == row.place]
    above = rows[row.place - 2] if row.place > 1 else None
    below = next((each for each in rows if each.place > row.place), None)
    bracket = register.stages[stage].is_elimination
    texts: list[Text] = []
    if above is not None:
        team = register.team_name(above.team)
        if bracket:
            texts.append(T("eliminated before {team}", team=team))
        else:
            texts.append(
                T(
                    "behind {team} (decided {why})",
                    team=team,
                    why=_separation_text(above, row, ours=row),
                )
            )
    if len(level) > 1:
        names = join_parts(
            (register.team_name(each.team) for each in level if each.team != row.team), ", "
        )
        texts.append(T("tied with {teams}", teams=names))
    if below is not None:
        team = register.team_name(below.team)
        if bracket:
            texts.append(T("went further than {team}", team=team))
        else:
            texts.append(
                T(
                    "ahead of {team} (decided {why})",
                    team=team,
                    why=_separation_text(row, below, ours=row),
                )
            )
    return texts or [T("the only team in this stage")]


def place_decision_text(overview: Overview, stage: str, row_index: int) -> Text | None:
    """Return in short what decided a team's place: over the team below it, of the last under the
    one above; None where nothing did, or the team has no place yet."""
    row = overview.stage_rows(stage)[row_index]
    if overview.register.stages[stage].is_elimination and row.has_place:
        return place_reason_texts(overview, stage, row_index)[-1]
    return row.decision_text


def _separation_text(ahead: StageRow, behind: StageRow, *, ours: StageRow) -> Text:
    # In a row with one below it, `decided_by` is the difference between the two.
    decided_by = ahead.decided_by or "score"
    why, compared = DECISION_TEXTS[decided_by], _COMPARED_VALUES.get(decided_by)
    theirs = behind if ours is ahead else ahead
    if compared is None or compared(ahead) == compared(behind):
        return why
    return T("{why}, {ours} to {theirs}", why=why, ours=compared(ours), theirs=compared(theirs))


# Ratings aren't published.
_COMPARED_VALUES: Mapping[str, Callable[[StageRow], str]] = {
    "score": lambda row: score_text(row.score),
    "difference": lambda row: format_change(row.difference),
    "points": lambda row: format_number(row.points_for),
    "fewer-bags": lambda row: str(row.bags),
    "opponents": lambda row: str(row.opponents),
    "wins": lambda row: str(row.wins),
    "fewer-forfeits": lambda row: str(row.forfeits),
}


def round_texts_of_team(overview: Overview, stage: str, team: str) -> Iterator[Text]:
    """Return a team's rounds in a stage, one sentence for each released round."""
    register = overview.register
    for planned in register.released_rounds_of_stage(stage):
        title: Text | str = round_field(register.number_in_stage(planned.number))
        if register.stages[stage].is_elimination:
            title = capitalize(overview.round_text(planned.number))
        if team in planned.byes:
            yield T("{round}: bye", round=title)
        for pairing in planned.pairings:
            if team in pairing.teams:
                side = pairing.teams.index(team)
                other = register.team_name(pairing.teams[1 - side])
                met = met_text(other, overview.outcome(pairing), side, pairing.table)
                yield T("{round}: {met}", round=title, met=met)


def met_text(other: str, outcome: MatchStatus, side: int, at: str) -> Text:
    """Return the outcome of a meeting with another team at a table, for one of its sides."""
    if not outcome.has_result:
        state = STATUS_TEXTS[outcome.progress]
        if at:
            table = table_field(at)
            return T("against {team} at {table}, {state}", team=other, table=table, state=state)
        return T("against {team}, {state}", team=other, state=state)
    won = outcome.winner == side
    if outcome.how == "double-forfeit":
        text = T("forfeited, as did {team}", team=other)
    elif outcome.how == "default":
        text = (
            T("won by default against {team}", team=other)
            if won
            else T("lost by default to {team}", team=other)
        )
    elif outcome.how == "forfeit" and won:
        text = T("won by forfeit against {team}", team=other)
    elif outcome.how == "forfeit":
        text = T("forfeited to {team}", team=other)
    elif outcome.winner is None:
        text = T("tied with {team}", team=other)
    else:
        text = T("beat {team}", team=other) if won else T("lost to {team}", team=other)
    if outcome.final_score and outcome.how == "played":
        score = totals_text(*_score_from(side, outcome.final_score))
        text = T("{result}, {score}", result=text, score=score)
    return text if outcome.is_official else T("{result} (not official)", result=text)


def tally_text(row: StageRow) -> str:
    """Return wins, losses and ties of a row in figures: 2–1–0."""
    return f"{row.wins}–{row.losses}–{row.ties}"


def win_loss_record_in_words(row: StageRow) -> Text:
    """Return wins, losses, ties, byes and forfeits of a row in words, without zeros."""
    counted = [
        N("{n} win", "{n} wins", row.wins),
        N("{n} loss", "{n} losses", row.losses),
        N("{n} tie", "{n} ties", row.ties),
        N("{n} bye", "{n} byes", row.byes),
        N("{n} forfeit", "{n} forfeits", row.forfeits),
        N("{n} default", "{n} defaults", row.defaults),
    ]
    parts = [each for each in counted if each.n]
    return join_with_commas(parts) if parts else T("nothing played yet")
