"""Everything that lists of an event say: results by round, standings, brackets, champion.

A book, a poster, a page and a spreadsheet are made of it.  An event that is kept knows its rounds
and stages; matches that merely bear an event's name are sorted into rounds by theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from typing import TypedDict

import msgspec
from msgspec.structs import replace

from reports.book.rounds import (
    BookmarkedMatch,
    Round,
    book_sort_key,
    group_into_rounds,
    has_entries_beyond_setup,
    is_final,
)
from reports.sheets.rows import EventRow, MatchRow, PairingRow, StandingRow, TeamRow
from reports.sheets.sheet import format_day, format_day_and_time
from reports.sheets.tables import EventNames, read_match_row, row_with_stated_result, winning_team
from reports.typeset.letterhead import Letterhead
from scorepad.events.bracket_plan import BracketPart, bracket_parts
from scorepad.events.entries import ELIMINATION, Pairing
from scorepad.events.event import Event, EventOrResults, stated_results_of
from scorepad.events.eventfile import code_of_event
from scorepad.events.overview import Undecided
from scorepad.events.register import PlannedRound
from scorepad.events.results import (
    MatchResult,
    outcome_of_result,
    result_of_match,
)
from scorepad.events.stage_names import bracket_round_or_stage_names, round_title, stage_name
from scorepad.events.standings import DECISION_TEXTS, StageRow
from scorepad.events.team_standings import (
    NamedEventMatch,
    StageStandings,
    standings_of_named_events,
    standings_of_stages,
)
from scorepad.spades.match import Match, moment_of_play
from scorepad.spades.naming import name_key, usual_spelling_by_name_key
from scorepad.spades.sheetcode import SheetCode, code_of
from scorepad.spades.words import ENGLISH, Text, Words, isolate_name


class StandingsTable(msgspec.Struct, frozen=True):
    """Holds standings to be printed: of which event and stage ("" where it is not said), the rows,
    what decides the places, and whether it is a `bracket`."""

    event: str
    stage: str
    rows: tuple[StandingRow, ...]
    order: str
    bracket: bool = False


class StageBracket(msgspec.Struct, frozen=True):
    """Holds the bracket of a stage: its parts, and the name of each team by its id."""

    stage: str
    parts: tuple[BracketPart, ...]
    names: Mapping[str, str]


class PaperOptions(TypedDict, total=False):
    """What a paper of an event may be made with: the time `zone` of its moments, a round ("" is the
    last one), what is known of the event, and what the house puts at the top."""

    zone: tzinfo
    of_round: str
    event: EventOrResults
    letterhead: Letterhead


class EventResults:
    """Reads matches, each once, and the `event` that they are of, where one is kept.

    `rounds` and `rows` are in the order of play; the key of a match is the name of its
    bookmark.  `names` says how to write the name of each event.
    """

    def __init__(
        self,
        matches: Iterable[Match],
        words: Words = ENGLISH,
        zone: tzinfo = UTC,
        event: EventOrResults = None,
    ) -> None:
        self.words = words
        self.zone = zone
        self.event = event if isinstance(event, Event) else None
        self.event_results = stated_results_of(event)
        self.code: SheetCode | None = None
        """It says what an event that is kept looked like when its papers were made."""
        if isinstance(event, Event):
            self._read_event(matches, event)
        else:
            self._read_named(matches)
        self.rows: list[MatchRow] = [each.row for part in self.rounds for each in part.matches]
        names = {name_key(row.event): row.event for row in self.rows}
        self.several = len(names) > 1
        self.title = next(filter(None, names.values()), "") if not self.several else ""
        if isinstance(event, Event):
            self.title = event.register.head.name.strip()
        self.title = self.title or words("Spades matches")

    def _read_named(self, matches: Iterable[Match]) -> None:
        read = [
            (*self._match_row(each), at, has_entries_beyond_setup(each))
            for at, each in enumerate(matches)
        ]
        read.sort(key=lambda each: book_sort_key(each[0]))
        self.names: EventNames = usual_spelling_by_name_key(row.event for row, *_ in read)
        matches_read = [
            (replace(row, event=self.names[name_key(row.event)]), result, at, played)
            for row, result, at, played in read
        ]
        listed = [
            BookmarkedMatch(row, f"match-{place}", at=at, has_entries_beyond_setup=played)
            for place, (row, _, at, played) in enumerate(matches_read)
        ]
        self.rounds: list[Round] = list(group_into_rounds(listed))
        self.brackets: list[StageBracket] = []
        self.standings = [
            self._table(each)
            for each in standings_of_named_events(
                NamedEventMatch(row.event, (row.team_0, row.team_1), result)
                for row, result, *_ in matches_read
            )
        ]

    def _match_row(self, match: Match) -> tuple[MatchRow, MatchResult]:
        """Return a match and its result, or that which its event states."""
        row, result = read_match_row(match, self.words), result_of_match(match)
        stated_result = self.event_results.results.get(match.id or "")
        if stated_result is None:
            if self.event_results.confirmation_of(match) is not None:
                row, result = replace(row, official=True), replace(result, signed=True)
            return row, result
        outcome = outcome_of_result(stated_result, result, official=True)
        row = row_with_stated_result(replace(row, official=True), outcome, self.words)
        score = outcome.score or (0, 0)
        return row, MatchResult(
            begun=True, how=outcome.how, winner=outcome.winner, score=score, signed=True
        )

    def _read_event(self, matches: Iterable[Match], event: Event) -> None:
        register, overview = event.register, event.overview
        read, codes = {}, list[SheetCode]()
        for at, match in enumerate(matches):
            code = code_of(match)
            row = read_match_row(match, self.words, code=code)
            read[match.id] = at, row, has_entries_beyond_setup(match)
            codes += [code] if code is not None else []
        self.code = code_of_event(event, codes)
        name = register.head.name.strip()
        self.names = {name_key(name): name}
        places = bracket_round_or_stage_names(overview, self.words)
        self.rounds = [
            Round(
                name,
                str(number),
                f"round-{number}",
                tuple(
                    self._match_of_pairing(event, planned, pairing, read)
                    for pairing in planned.entry.pairings
                ),
                planned.entry.stage,
                tuple(map(register.team_name, planned.entry.byes)),
                places[number],
            )
            for number, planned in sorted(register.rounds.items())
            if planned.released is not None
        ]
        self.standings = [
            self._table(each)
            for each in standings_of_stages(overview)
            # Before anybody has played, the places would be those of the lots.
            if any(row.row.played for row in each.rows)
        ]
        self.brackets = list(_brackets(event))

    def _match_of_pairing(
        self,
        event: Event,
        planned: PlannedRound,
        pairing: Pairing,
        read: Mapping[str | None, tuple[int, MatchRow, bool]],
    ) -> BookmarkedMatch:
        """Return a pairing as a match of the book; the event's result stands, whatever its match
        says."""
        register, outcome = event.register, event.overview.outcome(pairing)
        its_id = event.match_id(pairing.pairing) or ""
        at, row, played = read.get(its_id, (None, MatchRow(match=its_id), False))
        one, other = map(register.team_name, pairing.teams)
        row = replace(
            row,
            event=register.head.name.strip(),
            event_id=event.id,
            stage=planned.entry.stage,
            round=str(planned.entry.round),
            table=pairing.table,
            scheduled=planned.entry.start or row.scheduled,
            team_0=one,
            team_1=other,
            team_id_0=pairing.teams[0],
            team_id_1=pairing.teams[1],
            official=outcome.official,
        )
        if not outcome.is_over:
            row = replace(row, status="playing", winner=None, tied=False)
        elif at is None or outcome.overrules_match or pairing.pairing in register.results:
            row = row_with_stated_result(row, outcome, self.words)
        key = f"match-{pairing.pairing}"
        return BookmarkedMatch(row, key, pairing.pairing, at, pairing.teams, played)

    def _table(self, standings: StageStandings) -> StandingsTable:
        stages = self.event.register.stages if self.event is not None else {}
        # In a bracket it is how far a team came, which the sentence below the table says.
        bracket = bool(standings.stage) and stages[standings.stage].format in ELIMINATION
        decisions: Mapping[str, Text] = {} if bracket else DECISION_TEXTS
        event_id = self.event.id if self.event is not None else ""
        rows = tuple(
            StandingRow(
                event=standings.event.strip(),
                stage=standings.stage,
                place=each.row.place if each.row.has_place else None,
                team=each.name,
                played=each.row.played,
                won=each.row.wins,
                tied=each.row.ties,
                lost=each.row.losses,
                points=each.row.points_for,
                against=each.row.points_against,
                difference=each.row.difference,
                unfinished=each.unfinished,
                unofficial=each.unofficial,
                score=each.row.score,
                byes=each.row.byes,
                forfeits=each.row.forfeits,
                bags=each.row.bags,
                decided_by=code,
                decision=self.words(decisions[code]) if code else "",
                event_id=event_id,
                team_id=each.row.team if event_id else "",
            )
            for each in standings.rows
            for code in (_decision(each.row, decisions),)
        )
        stage = standings.stage if len(stages) > 1 else ""
        return StandingsTable(
            standings.event.strip(), stage, rows, self.words(standings.order), bracket
        )

    # How it is said.

    @property
    def latest_entry_time(self) -> datetime | None:
        """Return when anything of it was last recorded (UTC)."""
        moments = [row.last_entry for row in self.rows]
        if self.event is not None:
            moments += [entry.at for entry in self.event.log]
        return max((at for at in moments if at is not None), default=None)

    @property
    def as_of_text(self) -> str:
        """Return how new it is; "" where no moment is known."""
        latest = self.latest_entry_time
        if latest is None:
            return ""
        return self.format_as_of(latest, self.days_text)

    def format_as_of(self, latest: datetime, days: str) -> str:
        """Return how new something is beside its `days`."""
        return self.words("as of {moment}", moment=self.format_near_moment(latest, days))

    def format_near_moment(self, at: datetime, days: str) -> str:
        """Write a moment: “19:30”, with its date where that is not what `days` say beside it."""
        if format_day(at, self.words, self.zone) == days:
            return self.words.time(at.astimezone(self.zone).time())
        return format_day_and_time(at, self.words, self.zone)

    @property
    def days_text(self) -> str:
        """Write the day of the event, or the days on which its matches were played."""
        date_text = self.event.register.head.date.strip() if self.event is not None else ""
        if not date_text:
            return self.format_days(self.rows)
        try:
            return self.words.date(date.fromisoformat(date_text))
        except ValueError:
            return date_text

    @property
    def place(self) -> str:
        """Return where the event is held; "" where it is not known."""
        return self.event.register.head.place.strip() if self.event is not None else ""

    @property
    def subtitle_parts(self) -> list[str]:
        """Return the place, the days, how new it is, and whether another version of the event
        exists."""
        has_versions = self.event is not None and self.event.has_versions
        version = self.words("another version of this event exists") if has_versions else ""
        parts = (isolate_name(self.place), self.days_text, self.as_of_text, version)
        return [part for part in parts if part]

    @property
    def subtitle(self) -> str:
        """Return the parts of the subtitle in one line."""
        return " \u00b7 ".join(self.subtitle_parts)

    @property
    def team_count(self) -> int:
        """Return how many teams entered, or played."""
        if self.event is not None:
            return len(self.event.register.teams)
        return len({name_key(team) for row in self.rows for team in (row.team_0, row.team_1)})

    @property
    def names_in_lists(self) -> Iterator[str]:
        """Yield the names that lists print."""
        yield from (self.title, self.place)
        for row in self.rows:
            yield from (row.event, row.round, row.table, row.team_0, row.team_1)

    def format_days(self, rows: Sequence[MatchRow]) -> str:
        """Write the day, or the first and the last, on which these matches were played."""
        moments = [
            at for row in rows if (at := moment_of_play(row.scheduled, row.first_entry)) is not None
        ]
        if not moments:
            return ""
        first, last = (
            format_day(each, self.words, self.zone) for each in (min(moments), max(moments))
        )
        return first if first == last else self.words("{first} to {last}", first=first, last=last)

    def round_title(self, each: Round) -> str:
        """Return the name of a round, with its place in the event."""
        return round_title(each.name, each.place, self.words) or self.words("Without a round")

    def stage_title(self, stage: str) -> str:
        """Return what a stage of the event is called."""
        return stage_name(self.event.register, stage, self.words) if self.event is not None else ""

    def bye_text(self, each: Round) -> str:
        """Return who has a bye in a round; "" where nobody has."""
        if not each.byes:
            return ""
        return self.words("Bye: {teams}", teams=", ".join(map(isolate_name, each.byes)))

    @property
    def champion_text(self) -> str:
        """Return who won the event, and of a final how; who is first where the last stage is no
        bracket; "" where it is not decided."""
        if self.event is not None:
            overview = self.event.overview
            if overview.champion is None:
                return ""
            champion = isolate_name(self.event.register.team_name(overview.champion))
            if not overview.is_won:
                return self.words("First: {team}", team=champion)
            return self.words("Champion: {team}", team=champion)
        if self.several or not self.rounds:
            return ""
        last = self.rounds[-1]
        row = last.matches[-1].row
        if not is_final(last.name) or len(last.matches) > 1 or row.winner is None:
            return ""
        winner = isolate_name((row.team_0, row.team_1)[row.winner])
        return f"{self.words('Champion: {team}', team=winner)} \u00b7 {row.result}"

    # As rows of tables.

    def entered_team_rows(self) -> Iterator[TeamRow]:
        """Yield a row for each team of an event that is kept."""
        if self.event is None:
            return
        for team_id, team in self.event.register.teams.items():
            yield TeamRow(
                event=self.title,
                event_id=self.event.id,
                team_id=team_id,
                team=team.name,
                seed=team.seed,
                players="; ".join(team.players),
                withdrawn=bool(team.withdrawn),
            )

    def event_rows(self) -> Iterator[EventRow]:
        """Yield a row for each event."""
        for name, key in {row.event: name_key(row.event) for row in self.rows}.items():
            rows = [row for row in self.rows if name_key(row.event) == key]
            if self.event is None:
                teams = {name_key(team) for row in rows for team in (row.team_0, row.team_1)}
                moments = [row.last_entry for row in rows if row.last_entry is not None]
                yield EventRow(
                    event=name,
                    teams=len(teams),
                    rounds=len({name_key(row.round) for row in rows}),
                    matches=len(rows),
                    last_entry=max(moments, default=None),
                )
        if self.event is not None:
            register = self.event.register
            champion = self.event.overview.champion
            yield EventRow(
                event=self.title,
                id=self.event.id,
                place=self.place,
                date=register.head.date,
                teams=len(register.teams),
                rounds=len(self.rounds),
                matches=len(self.rows),
                champion=register.team_name(champion) if champion else "",
                last_entry=self.latest_entry_time,
            )

    def pairing_rows(self) -> Iterator[PairingRow]:
        """Yield a row for each pairing and each bye."""
        event_id = self.event.id if self.event is not None else ""
        for each in self.rounds:
            for at in each.matches:
                row = at.row
                over = row.status == "over" and (row.winner is not None or row.tied)
                forfeit = "forfeit" if row.winner is not None else "double-forfeit"
                double = row.status == "over" and row.reason == "forfeit"
                yield PairingRow(
                    event=row.event,
                    stage=each.stage,
                    round=row.round,
                    pairing=at.pairing,
                    table=row.table,
                    scheduled=row.scheduled,
                    team_0=row.team_0,
                    team_1=row.team_1,
                    status=row.status if row.has_begun else "waiting",
                    how=forfeit if double else "played" if over else "",
                    winner=row.winner,
                    official=row.official,
                    match=row.match,
                    winner_team=winning_team(row),
                    event_id=row.event_id,
                    team_id_0=at.teams[0],
                    team_id_1=at.teams[1],
                )
            for team in each.byes:
                yield PairingRow(
                    event=each.event,
                    stage=each.stage,
                    round=each.name,
                    team_0=team,
                    status="over",
                    how="bye",
                    event_id=event_id,
                )


def _decision(row: StageRow, known: Mapping[str, Text]) -> str:
    """Return the code of what parts the place of a team from the next; "" where nothing does."""
    code = row.decided_by or ""
    return code if row.has_place and code in known else ""


def has_final_result(match: MatchRow) -> bool:
    """Return whether a match was decided, by a winner, by a tie that stands or by a double
    forfeit."""
    return match.status == "over" and (
        match.winner is not None or match.tied or match.reason == "forfeit"
    )


def _brackets(event: Event) -> Iterator[StageBracket]:
    """Yield the bracket of each elimination stage of which the teams are known, the last first."""
    register = event.register
    names = {team: register.team_name(team) for team in register.teams}
    for stage, entry in reversed(register.stages.items()):
        if entry.format not in ELIMINATION:
            continue
        try:
            bracket = event.overview.bracket(stage)
        except Undecided:
            continue
        if len(bracket.teams) > 1:
            double = entry.format == "double-elimination"
            yield StageBracket(stage, tuple(bracket_parts(bracket, double=double)), names)
