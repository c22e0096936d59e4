"""The texts and rows of an event's lists: results by round, standings, brackets, champion.

A book, a poster, a page and a spreadsheet are made of it.  An event that is kept knows its rounds
and stages; matches that merely bear an event's name are sorted into rounds by theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
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
from reports.sheets.rows import CombinedTableRow, EventRow, StandingRow, TeamRow
from reports.sheets.sheet import format_day, format_day_and_time
from reports.sheets.tables import (
    EventNames,
    status_for_paper,
    winning_team,
)
from reports.typeset.document import TaggedCanvas
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from reports.typeset.paper import Paper
from scorepad.events.bracket_plan import BracketPart, bracket_parts
from scorepad.events.combined import CombinedTable
from scorepad.events.entries import ELIMINATION, Pairing
from scorepad.events.event import Event, EventOrStatements, statements_of
from scorepad.events.event_descriptions import named_result_text
from scorepad.events.eventfile import code_of_event
from scorepad.events.overview import Undecided
from scorepad.events.register import PlannedRound
from scorepad.events.stage_names import round_titles, stage_name
from scorepad.events.status import NOTHING_STATED, Statements, statement_of, with_event, with_events
from scorepad.events.team_standings import (
    StageStandings,
    standings_of_named_events,
    standings_of_stages,
)
from scorepad.events.weeks import date_text
from scorepad.spades.match import Match, moment_of_play
from scorepad.spades.naming import name_key, round_name, usual_spelling_by_name_key
from scorepad.spades.result import match_state_sentence
from scorepad.spades.sheetcode import SheetCode, code_of
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T, Text, format_time, join_as_sentences, join_parts


class StandingsTable(msgspec.Struct, frozen=True):
    """Holds standings to be printed: the event and stage ("" if not shown), the rows, the order of
    the places, and whether it is a `bracket`."""

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
    """The options of an event's paper: the time `zone` of its moments, a round ("" is the last
    one), the event or its statements, and the letterhead."""

    zone: tzinfo
    of_round: str
    event: EventOrStatements
    letterhead: Letterhead


def read_event(matches: Iterable[Match], options: PaperOptions) -> EventResults:
    """Read the matches, and the event, of a paper."""
    return EventResults(matches, options.get("zone", UTC), options.get("event"))


class EventResults:
    """Reads matches, each once, and the `event` that they are of, where one is kept.

    `rounds` and `matches` are in the order of play; the key of a match is the name of its bookmark.
    `names` has the printed name of each event.
    """

    def __init__(
        self, matches: Iterable[Match], zone: tzinfo = UTC, event: EventOrStatements = None
    ) -> None:
        self.zone = zone
        self.event = event if isinstance(event, Event) else None
        self.statements = statements_of(event)
        self.combined: list[CombinedTable] = []
        """The tables over several events."""
        self.code: SheetCode | None = None
        """The code of a saved event at the time of its papers."""
        if isinstance(event, Event):
            self._read_event(matches, event)
        else:
            self._read_named(matches)
        self.matches = [each for part in self.rounds for each in part.matches]
        self.statuses = [each.status for each in self.matches]
        names = {name_key(each.event): each.event for each in self.statuses}
        self.several = len(names) > 1
        self.title = next(filter(None, names.values()), "") if not self.several else ""
        if isinstance(event, Event):
            self.title = event.register.head.name.strip()
        self.title = self.title or str(T("Spades matches"))

    def _read_named(self, matches: Iterable[Match]) -> None:
        read = [self._read_match(each, at, self.statements) for at, each in enumerate(matches)]
        read.sort(key=lambda each: (book_sort_key(each.status), each.result))
        self.names: EventNames = usual_spelling_by_name_key(each.status.event for each in read)
        listed = [
            replace(
                each,
                status=replace(each.status, event=self.names[name_key(each.status.event)]),
                key=f"match-{place}",
            )
            for place, each in enumerate(read)
        ]
        self.rounds: list[Round] = list(group_into_rounds(listed))
        self.brackets: list[StageBracket] = []
        self.standings = [
            self._table(each) for each in standings_of_named_events(each.status for each in listed)
        ]

    def _read_match(
        self, match: Match, at: int, statements: Statements = NOTHING_STATED
    ) -> BookmarkedMatch:
        """Read a match, with the statements of its event."""
        status, code = with_events(status_of(match), statements), code_of(match)
        status = status_for_paper(status)
        return BookmarkedMatch(
            status,
            str(named_result_text(status) if status.is_stated else match_state_sentence(match)),
            "",
            code,
            at,
            has_entries_beyond_setup(match),
        )

    def _read_event(self, matches: Iterable[Match], event: Event) -> None:
        register, overview = event.register, event.overview
        read = {match.id or "": self._read_match(match, at) for at, match in enumerate(matches)}
        codes = [each.code for each in read.values() if each.code is not None]
        self.code = code_of_event(event, codes)
        name = register.head.name.strip()
        self.names = {name_key(name): name}
        titles = round_titles(overview)
        self.rounds = [
            Round(
                name,
                str(planned.number),
                f"round-{planned.number}",
                tuple(
                    self._match_of_pairing(event, planned, pairing, read)
                    for pairing in planned.pairings
                ),
                planned.stage,
                tuple(map(register.team_name, planned.byes)),
                titles[planned.number],
            )
            for planned in register.released_rounds
            if planned.has_teams
        ]
        self.standings = [
            self._table(each)
            for each in standings_of_stages(overview)
            # Before anybody has played, the places would be those of the lots.
            if any(row.row.played for row in each.rows)
        ]
        self.brackets = list(_brackets(event))
        self.combined = event.combined_tables

    def _match_of_pairing(
        self,
        event: Event,
        planned: PlannedRound,
        pairing: Pairing,
        read: Mapping[str, BookmarkedMatch],
    ) -> BookmarkedMatch:
        """Return a pairing as a match of the book; the event's result overrides that of the
        match."""
        register, status = event.register, event.overview.outcome(pairing)
        here = read.get(status.id)
        if here is not None:
            statement = statement_of(register, pairing)
            has_other_teams = status.has_other_teams
            status = with_event(here.status, statement, has_other_teams=has_other_teams)
        one, other = map(register.team_name, pairing.teams)
        status = replace(
            status,
            event=register.head.name.strip(),
            event_id=event.id,
            stage=planned.stage,
            round=str(planned.number),
            round_text=event.overview.round_text_by_pairing.get(pairing.pairing),
            table=pairing.table,
            scheduled=planned.entry.start or status.scheduled,
            teams=(one, other),
            team_ids=pairing.teams,
        )
        result = "" if here is None else here.result
        if status.is_stated or (here is None and status.has_result):
            result = str(named_result_text(status))
        key = f"match-{pairing.pairing}"
        if here is None:
            return BookmarkedMatch(status, result, key, has_entries_beyond_setup=False)
        return replace(here, status=status, result=result, key=key)

    def _table(self, standings: StageStandings) -> StandingsTable:
        stages = self.event.register.stages if self.event is not None else {}
        # In a bracket the sentence below the table explains the places.
        bracket = bool(standings.stage) and stages[standings.stage].format in ELIMINATION
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
                decided_by=(each.row.decided_by or "") if decision is not None else "",
                decision=str(decision or ""),
                event_id=event_id,
                team_id=each.row.team if event_id else "",
            )
            for each in standings.rows
            for decision in (None if bracket else each.row.decision_text,)
        )
        stage = standings.stage if len(stages) > 1 else ""
        notes = map(str, (standings.order, *standings.protests))
        return StandingsTable(
            standings.event.strip(),
            stage,
            rows,
            join_as_sentences(notes),
            bracket,
        )

    def new_document(self, paper: Paper, subject: Text, options: PaperOptions) -> TaggedCanvas:
        """Begin a paper with the event's title, moment and code."""
        letterhead = options.get("letterhead", NO_LETTERHEAD)
        moment, codes = self.latest_entry_time, [self.code]
        return letterhead.new_document(paper, moment, self.title, subject, codes)

    # Texts.

    @property
    def latest_entry_time(self) -> datetime | None:
        """Return when anything of it was last recorded (UTC)."""
        moments = [each.last_entry for each in self.statuses]
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
        return str(T("as of {moment}", moment=self.format_near_moment(latest, days)))

    def format_near_moment(self, at: datetime, days: str) -> str:
        """Write a moment: “19:30”, with its date unless that equals `days` beside it."""
        if format_day(at, self.zone) == days:
            return format_time(at.astimezone(self.zone).time())
        return format_day_and_time(at, self.zone)

    @property
    def days_text(self) -> str:
        """Write the day of the event, or the days on which its matches were played."""
        day = self.event.register.head.date.strip() if self.event is not None else ""
        return date_text(day) or self.format_days(self.statuses)

    @property
    def place(self) -> str:
        """Return where the event is held; "" where it is not known."""
        return self.event.register.head.place.strip() if self.event is not None else ""

    @property
    def subtitle_parts(self) -> list[str]:
        """Return the place, the days, how new it is, and whether another version of the event
        exists."""
        has_versions = self.event is not None and self.event.has_versions
        version = T("another version of this event exists") if has_versions else ""
        parts = (self.place, self.days_text, self.as_of_text, version)
        return [str(part) for part in parts if part]

    @property
    def subtitle(self) -> str:
        """Return the parts of the subtitle in one line."""
        return " \u00b7 ".join(self.subtitle_parts)

    @property
    def team_count(self) -> int:
        """Return how many teams entered, or played."""
        if self.event is not None:
            return len(self.event.register.teams)
        return len({name_key(team) for each in self.statuses for team in each.teams})

    @property
    def names_in_lists(self) -> Iterator[str]:
        """Yield the names that lists print."""
        yield from (self.title, self.place)
        for each in self.statuses:
            yield from (each.event, each.round, each.table, *each.teams)
        for table in self.combined:
            yield from (*table.events, *(row.full_name for row in table.rows))

    def format_days(self, statuses: Sequence[MatchStatus]) -> str:
        """Write the day, or the first and the last, on which these matches were played."""
        moments = [
            at
            for each in statuses
            if (at := moment_of_play(each.scheduled, each.first_entry)) is not None
        ]
        if not moments:
            return ""
        first, last = (format_day(each, self.zone) for each in (min(moments), max(moments)))
        return first if first == last else str(T("{first} to {last}", first=first, last=last))

    def round_title(self, each: Round) -> str:
        """Return the name of a round, with its place in the event."""
        return each.title or round_name(each.name) or str(T("No round"))

    def stage_title(self, stage: str) -> str:
        """Return the name of a stage."""
        return stage_name(self.event.register, stage) if self.event is not None else ""

    def bye_text(self, each: Round) -> str:
        """Return the teams with a bye in a round; "" if there are none."""
        if not each.byes:
            return ""
        return str(T("Bye: {teams}", teams=join_parts(each.byes, ", ")))

    @property
    def champion_text(self) -> str:
        """Return the champion, with the result of a final; the first team if the last stage isn't a
        bracket; "" if undecided."""
        if self.event is not None:
            overview = self.event.overview
            if overview.champion is None:
                return ""
            champion = self.event.register.team_name(overview.champion)
            if not overview.is_won:
                return str(T("First: {team}", team=champion))
            return str(T("Champion: {team}", team=champion))
        if self.several or not self.rounds:
            return ""
        last = self.rounds[-1]
        decided = last.matches[-1]
        winner = winning_team(decided.status)
        if not is_final(last.name) or len(last.matches) > 1 or not winner:
            return ""
        return f"{T('Champion: {team}', team=winner)} \u00b7 {decided.result}"

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

    def combined_rows(self) -> Iterator[CombinedTableRow]:
        """Yield the rows of the tables over several events, each with its notes below them."""
        for table in self.combined:
            yield from (
                CombinedTableRow(
                    event=self.title,
                    stage=table.stage,
                    place=row.place,
                    organization=row.name if table.per == "organization" else "",
                    player=row.name if table.per == "player" else "",
                    team=row.name if table.per == "team" else row.team,
                    score=row.score,
                    scores=table.scores_text(row),
                    event_id=self.event.id if self.event is not None else "",
                )
                for row in table.rows
            )
            for note in table.notes:
                yield CombinedTableRow(event=self.title, stage=table.stage, why=str(note))

    def event_rows(self) -> Iterator[EventRow]:
        """Yield a row for each event."""
        if self.event is not None:
            register = self.event.register
            champion = self.event.overview.champion
            yield EventRow(
                event=self.title,
                id=self.event.id,
                place=self.place,
                date=register.head.date,
                teams=self.team_count,
                rounds=len(self.rounds),
                matches=len(self.matches),
                champion=register.team_name(champion) if champion else "",
                last_entry=self.latest_entry_time,
            )
            return
        for name in dict.fromkeys(each.event for each in self.statuses):
            rows = [each for each in self.statuses if each.event == name]
            yield EventRow(
                event=name,
                teams=len({name_key(team) for row in rows for team in row.teams}),
                rounds=len({name_key(row.round) for row in rows}),
                matches=len(rows),
                last_entry=max(
                    (row.last_entry for row in rows if row.last_entry is not None), default=None
                ),
            )

    def pairings(self) -> Iterator[BookmarkedMatch]:
        """Yield each pairing, and each bye as a pairing without another team."""
        event_id = self.event.id if self.event is not None else ""
        for each in self.rounds:
            yield from each.matches
            entry = self.event.register.rounds[int(each.name)].entry if self.event else None
            for team, team_id in zip(each.byes, entry.byes if entry else (), strict=True):
                bye = MatchStatus(
                    event=each.event,
                    event_id=event_id,
                    stage=each.stage,
                    round=each.name,
                    teams=(team, ""),
                    team_ids=(team_id, ""),
                    winner=0,
                )
                yield BookmarkedMatch(bye, "", each.key)


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
