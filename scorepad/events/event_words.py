"""What an event says in words: a result, a pairing's state, why a team has its place, and its way
there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scorepad.events.entries import ELIMINATION, Mark, MarkKind, ResultEntry
from scorepad.events.overview import Overview
from scorepad.events.register import Register
from scorepad.events.results import Meeting, Outcome, came_to, match_result
from scorepad.events.standings import DECIDED, StageRow
from scorepad.spades.match import Match
from scorepad.spades.naming import round_field, team_field
from scorepad.spades.result import totals_text
from scorepad.spades.words import Field, N, T, Text, listed, number, signed

STATUSES: Mapping[str, Text] = {
    "waiting": T("waiting"),
    "playing": T("playing"),
    "done": T("over"),
    "over": T("over"),
}
"""The states of a stage and of a pairing."""


MARKS: Mapping[MarkKind, Text] = {
    "rating": T("Sportsmanship"),
    "fee": T("Forfeit fee"),
    "warning": T("Warning"),
}


def mark_text(mark: Mark) -> Text:
    """Return a mark with its value."""
    if mark.value is None:
        return MARKS[mark.what]
    return T("{mark}: {value}", mark=MARKS[mark.what], value=str(mark.value))


def result_text(
    called: Callable[[str], Field], teams: tuple[str, str], outcome: Outcome | ResultEntry
) -> Text:
    """Return what a pairing that is over came to, the winner's points first; `called` names a
    team."""
    if outcome.how == "double-forfeit":
        return T("both forfeit")
    side = outcome.winner or 0
    if outcome.how == "forfeit":
        return T("{team} forfeit", team=called(teams[1 - side]))
    score = totals_text(*_from(side, outcome.score)) if outcome.score else None
    if outcome.winner is None:
        return T("tie {score}", score=score) if score else T("tie")
    team = called(teams[side])
    return T("{team} win {score}", team=team, score=score) if score else T("{team} win", team=team)


def recorded_text(match: Match, told: ResultEntry | None) -> Text | None:
    """Say that the event records another result than this match has; None where it does not."""
    if told is None or came_to(told, match_result(match), official=True).borne_out:
        return None
    teams = team_field(match.head, 0), team_field(match.head, 1)
    said = result_text(lambda side: teams[int(side)], ("0", "1"), told)
    if told.why:
        return T("The event records another result: {result} ({why})", result=said, why=told.why)
    return T("The event records another result: {result}", result=said)


def _from(side: int, score: tuple[int, int]) -> tuple[int, int]:
    return score[side], score[1 - side]


def state_text(register: Register, teams: tuple[str, str], outcome: Outcome) -> Text:
    """Return how a pairing stands: waiting, playing, or its result, with what is wrong with it."""
    if not outcome.over:
        if outcome.match is not None and outcome.match.has_versions:
            return T("two versions")
        return STATUSES[outcome.status]
    said = result_text(register.called, teams, outcome)
    if not outcome.official:
        said = T("{result} (not official)", result=said)
    if outcome.overruled and outcome.match is not None:
        score = totals_text(*outcome.match.score)
        said = T("{result}; its match says {score}", result=said, score=score)
    return said


def score_text(score: float) -> str:
    """Write a team's score as people do: 3 or 3½."""
    whole, half = divmod(score, 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def reason_texts(overview: Overview, stage: str, at: int) -> list[Text]:
    """Return why the team in this row of a stage's standings has its place: what parts it from the
    team above, who is level with it, and what parts it from the team below."""
    register, rows = overview.register, overview.rows(stage)
    row = rows[at]
    level = [each for each in rows if each.place == row.place]
    above = rows[row.place - 2] if row.place > 1 else None
    below = next((each for each in rows if each.place > row.place), None)
    bracket = register.stages[stage].format in ELIMINATION
    said: list[Text] = []
    if above is not None:
        team = register.called(above.team)
        if bracket:
            said.append(T("out before {team}", team=team))
        else:
            said.append(T("behind {team} {why}", team=team, why=_parted(above, row, ours=row)))
    if len(level) > 1:
        names = ", ".join(register.called(each.team) for each in level if each.team != row.team)
        said.append(T("level with {teams}", teams=names))
    if below is not None:
        team = register.called(below.team)
        if bracket:
            said.append(T("went further than {team}", team=team))
        else:
            said.append(T("ahead of {team} {why}", team=team, why=_parted(row, below, ours=row)))
    return said or [T("alone in this stage")]


def _parted(ahead: StageRow, behind: StageRow, *, ours: StageRow) -> Text:
    """Return what parts two rows that follow each other, with our value before theirs."""
    # Of a row that has one below it, `decided_by` is what parts it from that one.
    why = DECIDED[ahead.decided_by or "score"]
    values = _values(ahead.decided_by or "score", ahead, behind)
    if values is None:
        return why
    one, other = values if ours is ahead else values[::-1]
    return T("{why}, {ours} to {theirs}", why=why, ours=one, theirs=other)


def _values(decided_by: str, ahead: StageRow, behind: StageRow) -> tuple[str, str] | None:
    """Return the two values that a tie-break compared; None where it has none to show."""
    if decided_by == "score":
        one, other = score_text(ahead.score), score_text(behind.score)
        return None if one == other else (one, other)
    if decided_by == "difference":
        return signed(ahead.difference), signed(behind.difference)
    if decided_by == "points":
        return number(ahead.points_for), number(behind.points_for)
    if decided_by == "fewer-bags":
        return str(ahead.bags), str(behind.bags)
    if decided_by == "opponents":
        return str(ahead.opponents), str(behind.opponents)
    return None


def way_texts(overview: Overview, stage: str, team: str) -> Iterator[Text]:
    """Return what a team met in each released round of a stage, one sentence a round."""
    register = overview.register
    for planned in register.of_stage(stage):
        title = round_field(planned.entry.round)
        if team in planned.entry.byes:
            yield T("{round}: bye", round=title)
        for pairing in planned.entry.pairings:
            if team in pairing.teams:
                side = pairing.teams.index(team)
                meeting = Meeting(pairing.teams, overview.outcome(pairing))
                yield T("{round}: {met}", round=title, met=_met_text(register, meeting, side))


def _met_text(register: Register, meeting: Meeting, side: int) -> Text:
    """Return what a meeting came to for one of its sides."""
    outcome, other = meeting.outcome, register.called(meeting.teams[1 - side])
    if not outcome.over:
        state = STATUSES[outcome.status]
        return T("against {team}, {state}", team=other, state=state)
    won = outcome.winner == side
    if outcome.how == "double-forfeit":
        said = T("forfeited, as did {team}", team=other)
    elif outcome.how == "forfeit" and won:
        said = T("won by forfeit against {team}", team=other)
    elif outcome.how == "forfeit":
        said = T("forfeited to {team}", team=other)
    elif outcome.winner is None:
        said = T("tied with {team}", team=other)
    else:
        said = T("beat {team}", team=other) if won else T("lost to {team}", team=other)
    if outcome.score and outcome.how == "played":
        score = totals_text(*_from(side, outcome.score))
        said = T("{result}, {score}", result=said, score=score)
    return said if outcome.official else T("{result} (not official)", result=said)


def tally_text(row: StageRow) -> str:
    """Return wins, losses and ties of a row in figures: 2–1–0."""
    return f"{row.wins}–{row.losses}–{row.ties}"


def record_text(row: StageRow) -> Text:
    """Return wins, losses, ties, byes and forfeits of a row in words; what is 0 is left out."""
    counted = [
        N("{n} win", "{n} wins", row.wins),
        N("{n} loss", "{n} losses", row.losses),
        N("{n} tie", "{n} ties", row.ties),
        N("{n} bye", "{n} byes", row.byes),
        N("{n} forfeit", "{n} forfeits", row.forfeits),
    ]
    said = [each for each in counted if each.n]
    return listed(said) if said else T("nothing played yet")
