"""The results of matches as a folder of HTML pages: an index, and a page for each team, player and
match.

The pages need nothing from elsewhere.  Each has its style in it; the search at its top is a script
in the same folder, without which the index still lists everybody.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from reports.book.event_report import EventResults
from reports.book.rounds import BookmarkedMatch, Round
from reports.pages.match_page import MatchPart, read_match_part
from reports.pages.people import People
from reports.pages.templates import FIND_SCRIPT, templates
from reports.sheets.rows import PlayerRow, StandingRow
from reports.sheets.tables import ending_text, has_begun, score_parts
from reports.typeset.report_settings import ReportSettings
from scorepad.events.bracket_plan import BracketMatchDescription, describe_bracket_matches
from scorepad.events.combined import ROW_TEXTS
from scorepad.events.event import Event, EventOrStatements, statements_of
from scorepad.events.event_descriptions import met_text, score_text
from scorepad.events.stage_names import round_titles
from scorepad.events.statistics import EventStatistics, compute_statistics, has_statistics
from scorepad.events.statistics_tables import statistics_tables
from scorepad.events.weeks import days_of_play, weekday_text
from scorepad.spades.match import Match, MatchIdsByFile
from scorepad.spades.naming import (
    name_key,
    name_with_initial,
    natural_key,
    player_name_or_default_field,
    strip_table_word,
    table_name,
)
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import (
    N,
    T,
    Text,
    capitalize,
    format_change,
    format_number,
    format_time,
    installed_language,
    join_parts,
    without_isolates,
)

INDEX_FILE, FIND_FILE, LOGO_FILE = "index.html", "find.js", "logo.png"
STATISTICS_FILE = "statistics.html"


def write_event_pages(
    matches: Sequence[Match],
    out: Path,
    settings: ReportSettings,
    event: EventOrStatements = None,
    *,
    people: People | None = None,
) -> MatchIdsByFile:
    """Make the folder `out` with `index.html` and a page for each match that has hands, each team,
    each player and each of several divisions; return the match (id) of each page that shows one, by
    its file's name.

    An `event` that is kept has its rounds, standings and brackets in it; `matches` are then its
    own.  `people` is how they are named (None: as the event has it).  Each match is asked for once,
    and only one is held at a time.
    """
    site = _Site(matches, settings, event, people)
    out.mkdir()
    if site.letterhead.logo:
        (out / LOGO_FILE).write_bytes(site.letterhead.logo)
    for name, page in site.pages():
        (out / name).write_text(page, encoding="utf-8")
    return {site.files[each.key]: each.status.id for each in site.listed}


class MatchOfTeam(msgspec.Struct, frozen=True):
    """A match of a team in its round: the side that it holds."""

    round: Round
    match: BookmarkedMatch
    side: int


class TeamPage(msgspec.Struct):
    """A team: its key, its name, its file, its players by name, its matches and byes in order."""

    key: str
    name: str
    file: str
    players: dict[str, PlayerPage]
    matches: list[MatchOfTeam | Round]
    withdrawn: bool = False


class PlayerPage(msgspec.Struct):
    """A player: the name as it is shown, the file, and the row of each match."""

    name: str
    file: str
    rows: list[tuple[MatchOfTeam, PlayerRow]]


class _Site:
    """Reads the matches and fills the templates."""

    def __init__(
        self,
        matches: Sequence[Match],
        settings: ReportSettings,
        event: EventOrStatements,
        people: People | None,
    ) -> None:
        self.letterhead = settings.letterhead
        head = event.register.head if isinstance(event, Event) else None
        self.people: People = people or getattr(head, "people", None) or "full"
        self.parts: list[MatchPart] = []
        statements = statements_of(event)

        def read() -> Iterator[Match]:
            for match in matches:
                yield match
                part = read_match_part(match, settings.zone, statements, self.people)
                part.hands = self._render("hands", match=part)
                self.parts.append(part)

        self.report = report = EventResults(read(), settings.zone, event)
        self.statistics = (
            compute_statistics(report.event).with_public_names(self.people)
            if report.event is not None and has_statistics(report.event)
            else None
        )
        self.listed = [each for each in report.matches if each.sheet_index is not None]
        self.files = {each.key: f"match-{at}.html" for at, each in enumerate(self.listed, 1)}
        self.teams = self._read_teams()
        self.by_file = sorted(self.teams.values(), key=lambda each: natural_key(each.name))
        standings = [each.stage for each in report.standings if not each.bracket and each.stage]
        self.divisions = {
            stage: f"division-{at}.html"
            for at, stage in enumerate(standings, 1)
            if len(standings) > 1
        }
        self.open = [
            each for each in report.rounds if any(not m.status.is_decided for m in each.matches)
        ]
        self.current = [] if report.several else self.open or self._latest_rounds()
        rounds = join_parts(report.round_title(each) for each in self.current[:2])
        self.bar = join_parts((rounds, report.as_of_text))
        self.places: dict[str, int] = {
            self._team_key(row): row.place
            for table in reversed(report.standings)
            for row in table.rows
            if row.place
        }

    def _latest_rounds(self) -> list[Round]:
        """Return the last round; in a season, that of each division on its day."""
        event, latest = self.report.event, self.report.rounds[-1:]
        if event is None or not latest:
            return latest
        days = {str(number): each.entry.date for number, each in event.register.rounds.items()}
        day = days[latest[0].name]
        return [each for each in self.report.rounds if day and days[each.name] == day] or latest

    # Teams and players.

    def _read_teams(self) -> dict[str, TeamPage]:
        teams: dict[str, TeamPage] = {}
        event = self.report.event
        entered = {} if event is None else event.register.teams
        for team, entrant in entered.items():
            names = [name for each in entrant.players if (name := each.strip())]
            page = self._add_team(teams, team, entrant.name.strip() or team)
            page.withdrawn = bool(entrant.withdrawn)
            for name in names:
                self._add_player(page, name, name)
        for round_ in self.report.rounds:
            for match in round_.matches:
                for side in (0, 1):
                    key = match.status.team_ids[side] or name_key(match.status.teams[side])
                    page = teams.get(key) or self._add_team(teams, key, match.status.teams[side])
                    mine = MatchOfTeam(round_, match, side)
                    page.matches.append(mine)
                    self._add_players(page, mine)
            resting = event.register.rounds[int(round_.name)].byes if event else ()
            for team in resting:
                teams[team].matches.append(round_)
        at = 0
        for page in teams.values():
            for player in page.players.values():
                player.file = f"player-{(at := at + 1)}.html"
        return teams

    def _add_team(self, teams: dict[str, TeamPage], key: str, name: str) -> TeamPage:
        page = teams[key] = TeamPage(key, name, f"team-{len(teams) + 1}.html", {}, [])
        return page

    def _add_players(self, page: TeamPage, mine: MatchOfTeam) -> None:
        if mine.match.at is None:
            return
        for row, written in self.parts[mine.match.at].players:
            default = str(player_name_or_default_field("", row.team, row.seat))
            if row.side == mine.side and written != default:
                player = self._add_player(page, written, row.player)
                if player is not None and row.hands:
                    player.rows.append((mine, row))

    def _add_player(self, page: TeamPage, written: str, shown: str) -> PlayerPage | None:
        if self.people == "none":
            return None
        if self.people == "initial" and written == shown:
            shown = name_with_initial(written)
        return page.players.setdefault(name_key(written), PlayerPage(shown, "", []))

    def _team_key(self, row: StandingRow) -> str:
        return row.team_id or name_key(row.team)

    # The pages.

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the content of each file, the index last."""
        for each in self.listed:
            yield self.files[each.key], self._match_page(each)
        for page in self.teams.values():
            yield page.file, self._team_page(page)
            for player in page.players.values():
                yield player.file, self._player_page(page, player)
        if self.statistics is not None:
            yield STATISTICS_FILE, self._statistics_page(self.statistics)
        yield FIND_FILE, self._find_script()
        for stage, file in self.divisions.items():
            yield file, self._index(stage)
        yield INDEX_FILE, self._index()

    def _render(self, template: str, **values: Any) -> str:
        return templates().get_template(template).render(**values)

    def _page(self, template: str, title: Text | str, **values: Any) -> str:
        report = self.report
        return self._render(
            template,
            lang=installed_language(),
            house=self.letterhead.name,
            logo=LOGO_FILE if self.letterhead.logo else "",
            logo_said=self.letterhead.alt_text(),
            find=T("Find a team or a player"),
            find_file=FIND_FILE,
            title=title,
            event=report.title,
            has_names=bool(self.teams),
            bar=self.bar,
            **values,
        )

    def _find_script(self) -> str:
        """Return the script of the search, with all teams and players."""
        names = []
        for team in self.by_file:
            where = self._where(team)
            names.append([team.name, "", where, team.file])
            names += [[each.name, team.name, where, each.file] for each in team.players.values()]
        plain = [[without_isolates(part) for part in row] for row in names]
        return FIND_SCRIPT.replace("NAMES", json.dumps(plain, separators=(",", ":")))

    def _where(self, team: TeamPage) -> str:
        """Return where a team plays next; of one that waits its place, and "" where it has none."""
        card = self._card(team)
        if card:
            against = T("against {team}", team=card["against"]) if card["against"] else ""
            return join_parts((card["table"], against))
        return self._place(team)

    def _place(self, team: TeamPage) -> str:
        place = self.places.get(team.key)
        return "" if place is None else str(T("Place {n}", n=place))

    def _card(self, team: TeamPage) -> dict[str, Any]:
        """Return the match that a team plays, or plays next, or its bye; empty where it waits."""
        for mine in team.matches:
            if isinstance(mine, Round):
                if mine in self.open and mine is team.matches[-1]:
                    title = self.report.round_title(mine)
                    return {"round": title, "table": T("bye"), "against": "", "state": ""}
                continue
            if not mine.match.status.is_decided:
                status = mine.match.status
                return {
                    "round": self.report.round_title(mine.round),
                    "table": table_name(status.table) or T("no table yet"),
                    "against": status.teams[1 - mine.side],
                    "state": self._state(status),
                    "page": self.files.get(mine.match.key, ""),
                }
        return {}

    def _state(self, status: MatchStatus) -> str:
        """Return the state of a match, in a word or two."""
        if status.is_decided:
            official = "" if status.is_official or status.protested_by else T("unofficial")
            return join_parts((str(ending_text(status)), official))
        if status.is_over:
            return str(ending_text(status))
        if has_begun(status):
            return str(T("hand {n}", n=status.hand))
        if status.scheduled is not None:
            return format_time(status.scheduled.astimezone(self.report.zone).time())
        return str(T("not started"))

    def _index(self, stage: str = "") -> str:
        """Return the page of all, or that of a division."""
        report = self.report
        rounds = [each for each in reversed(report.rounds) if stage in ("", each.stage)]
        current = [each for each in self.current if each in rounds]
        standings = [*self._standings(stage)]
        brackets = [] if stage else list(self._brackets())
        members = {row["team"].key for each in standings for row in each["rows"]}
        title = report.stage_title(stage) if stage else report.title
        return self._page(
            "index",
            title,
            is_division=bool(stage),
            about=join_parts(part for part in report.subtitle_parts if part != report.as_of_text),
            code=report.code.short if report.code else "",
            champion="" if stage else report.champion_text,
            statistics_file=STATISTICS_FILE if self.statistics is not None else "",
            is_playing=bool(self.open),
            current=[self._round(each) for each in current],
            earlier=[self._round(each) for each in rounds if each not in current],
            standings=standings,
            combined=[] if stage else list(self._combined()),
            brackets=brackets,
            teams=[
                {
                    "team": each,
                    "where": self._where(each),
                    "players": sorted(each.players.values(), key=lambda p: natural_key(p.name)),
                }
                for each in self.by_file
                if not stage or each.key in members
            ],
        )

    def _round(self, each: Round) -> dict[str, Any]:
        report = self.report
        title = report.round_title(each)
        days = report.format_days([match.status for match in each.matches])
        return {
            "key": each.key,
            "title": f"{each.event} \u00b7 {title}" if report.several and each.event else title,
            "days": "" if days == report.days_text else days,
            "matches": [self._row(match) for match in each.matches],
            "byes": report.bye_text(each),
        }

    def _row(self, match: BookmarkedMatch) -> dict[str, Any]:
        status = match.status
        first, between, second = score_parts(status)
        return {
            "page": self.files.get(match.key, ""),
            "table": strip_table_word(status.table),
            "teams": status.teams,
            "scores": (first, second),
            "between": "" if first or second else between if between.isalpha() else "",
            "winner": status.winner if status.is_decided else None,
            "is_open": not status.is_decided,
            "state": self._state(status),
        }

    def _standings(self, stage: str) -> Iterator[dict[str, Any]]:
        """Yield the tables of the page of all, which link to those of divisions, or of a stage."""
        report = self.report
        for table in report.standings:
            if stage not in ("", table.stage):
                continue
            has_ties = any(row.tied for row in table.rows)
            event = table.event if report.several else ""
            yield {
                "title": join_parts((event, self._with_stage(T("Standings"), table.stage))),
                "file": "" if stage or table.bracket else self.divisions.get(table.stage, ""),
                "order": table.order,
                "is_kept": report.event is not None and not table.bracket,
                "has_byes": any(row.byes for row in table.rows),
                "rows": [
                    {
                        "row": row,
                        "record": _record(row, has_ties=has_ties),
                        "team": team,
                        "steps": list(self._steps(team, row.stage)),
                        "score": score_text(row.score),
                    }
                    for row in table.rows
                    for team in (self.teams[self._team_key(row)],)
                ],
            }

    def _combined(self) -> Iterator[dict[str, Any]]:
        """Yield the tables over several events; people are named as the strictest event has it."""
        for table in self.report.combined:
            people = {self.people, table.people} if table.per == "player" else set[str]()
            if "none" in people:
                continue
            yield {
                "title": self.report.stage_title(table.stage),
                "per": capitalize(str(ROW_TEXTS[table.per])),
                "events": table.events,
                # A note may name a team, and never a person.
                "notes": list(map(str, table.notes)),
                "rows": [
                    {
                        "place": row.place,
                        "name": replace(row, name=name_with_initial(row.name)).full_name
                        if "initial" in people
                        else row.full_name,
                        "score": score_text(row.score),
                        "scores": [
                            "–" if each is None else score_text(each) for each in row.scores
                        ],
                    }
                    for row in table.rows
                ],
            }

    def _steps(self, team: TeamPage, stage: str) -> Iterator[dict[str, Any]]:
        """Yield a team's opponents by round of a stage."""
        for mine in team.matches:
            round_ = mine if isinstance(mine, Round) else mine.round
            if stage in ("", round_.stage):
                yield self._step(mine, self.report.round_title(round_))

    def _step(self, mine: MatchOfTeam | Round, title: str) -> dict[str, Any]:
        if isinstance(mine, Round):
            return _unplayed_step(title, T("bye"))
        status, part = mine.match.status, mine.match.at
        other, table = status.teams[1 - mine.side], strip_table_word(status.table)
        page = self.files.get(mine.match.key, "")
        hands = self.parts[part].hands if page and part is not None else ""
        step = _unplayed_step(title, met_text(other, status, mine.side, table))
        return step | {"page": page, "hands": hands}

    def _season_steps(self, team: TeamPage) -> Iterator[dict[str, Any]]:
        """Yield a team's opponents by round; in a season with days and future rounds."""
        event = self.report.event
        if event is None or not days_of_play(event.register):
            yield from self._steps(team, "")
            return
        register, titles = event.register, round_titles(event.overview)
        rounds = register.rounds
        days = {
            number: join_parts((title, weekday_text(day) if day else ""))
            for number, title in titles.items()
            for day in (rounds[number].entry.date,)
        }
        for mine in team.matches:
            played = mine if isinstance(mine, Round) else mine.round
            yield self._step(mine, days[int(played.name)])
        drafts = [each.entry for each in event.register.drafts]
        for entry in sorted(drafts, key=lambda each: (each.date, each.round)):
            if team.key in entry.byes:
                yield _unplayed_step(days[entry.round], T("bye"))
            for pairing in entry.pairings:
                if team.key in pairing.teams:
                    side = pairing.teams.index(team.key)
                    other = register.team_name(pairing.teams[1 - side])
                    table = strip_table_word(pairing.table)
                    text = met_text(other, event.overview.outcome(pairing), side, table)
                    yield _unplayed_step(days[entry.round], text)

    def _with_stage(self, title: Text | str, stage: str) -> Text | str:
        """Put the stage behind a heading, where the event has several."""
        event = self.report.event
        if event is None or len(event.register.stages) < 2 or not stage:
            return title
        return f"{title} \u00b7 {self.report.stage_title(stage)}"

    def _brackets(self) -> Iterator[dict[str, Any]]:
        event = self.report.event
        for bracket in self.report.brackets:
            assert event is not None
            described = describe_bracket_matches(event.overview, bracket.stage)
            files = {
                each.status.pairing: self.files[each.key]
                for each in self.listed
                if each.status.pairing
            }
            for at, part in enumerate(bracket.parts):
                yield {
                    "title": self._with_stage(str(part.title), bracket.stage),
                    "rounds": [
                        {
                            "title": str(title),
                            "key": f"bracket-{bracket.stage}-{at}-{column}",
                            "games": [
                                _game(each, files)
                                for each in described
                                if (each.part, each.column) == (at, column)
                            ],
                        }
                        for column, title in enumerate(part.columns)
                    ],
                }

    def _team_page(self, team: TeamPage) -> str:
        return self._page(
            "team",
            team.name,
            team=team,
            card=self._card(team),
            withdrawn=T("withdrawn") if team.withdrawn else "",
            players=list(team.players.values()),
            places=[
                join_parts(
                    (
                        self._with_stage(T("Place {n}", n=row.place), table.stage),
                        _record(row, has_ties=bool(row.tied)),
                        format_change(row.difference),
                    )
                )
                for table in self.report.standings
                for row in table.rows
                if self._team_key(row) == team.key and row.place is not None
            ],
            steps=list(self._season_steps(team)),
        )

    def _player_page(self, team: TeamPage, player: PlayerPage) -> str:
        rows = [
            {
                "round": self.report.round_title(mine.round),
                "against": mine.match.status.teams[1 - mine.side],
                "page": self.files.get(mine.match.key, ""),
                "row": row,
            }
            for mine, row in player.rows
        ]
        total = {
            name: sum(getattr(row, name) or 0 for _, row in player.rows)
            for name in ("hands", "bid", "nils", "nils_made")
        }
        return self._page(
            "player", player.name, team=team, card=self._card(team), rows=rows, total=total
        )

    def _statistics_page(self, statistics: EventStatistics) -> str:
        event = self.report.event
        assert event is not None
        tables = []
        for table in statistics_tables(event, statistics):
            columns, rows = table.main_cells()
            if rows:
                shown = {"title": table.title, "coverage": str(table.coverage)}
                tables.append({**shown, "columns": columns, "rows": rows})
        return self._page(
            "statistics",
            T("Statistics"),
            tables=tables,
            notes=list(map(str, statistics.notes)),
            str_type=str,
        )

    def _match_page(self, each: BookmarkedMatch) -> str:
        assert each.at is not None
        status, part = each.status, self.parts[each.at]
        place = (status.round_name, table_name(status.table))
        days = self.report.format_days([status])
        latest = status.last_entry
        teams = [
            self.teams.get(status.team_ids[side] or name_key(status.teams[side])) for side in (0, 1)
        ]
        first, _, second = score_parts(status)
        return self._page(
            "match",
            T("{one} \u2013 {other}", one=status.teams[0], other=status.teams[1]),
            match=part,
            status=status,
            teams=teams,
            scores=(first or format_number(0), second or format_number(0)),
            result=each.result,
            state=self._official(status, part),
            about=join_parts(
                (
                    "" if status.event == self.report.title else status.event,
                    *place,
                    days,
                    self.report.format_as_of(latest, days) if latest is not None else "",
                )
            ),
        )

    def _official(self, status: MatchStatus, part: MatchPart) -> dict[str, Text | str]:
        hands = N("{n} hand", "{n} hands", status.scored_hands)
        mark = "" if status.is_official else T("UNOFFICIAL")
        return {"mark": mark, "text": join_parts((part.official, hands)), "recorded": part.recorded}


def _unplayed_step(title: str, text: Text) -> dict[str, Any]:
    return {"round": title, "text": capitalize(text), "page": "", "hands": ""}


def _record(row: StandingRow, *, has_ties: bool) -> str:
    """Return wins, losses and, where anybody has one, ties: 2–1–0."""
    return f"{row.won}\u2013{row.lost}" + (f"\u2013{row.tied}" if has_ties else "")


def _game(each: BracketMatchDescription, files: Mapping[str, str]) -> dict[str, Any]:
    scores = ("", "") if each.scores is None else tuple(map(format_number, each.scores))
    third = each.key[0] == "third"
    shows_state = not each.is_bye and (each.scores is None or not each.official)
    return {
        "title": T("Third place") if third else "",
        "page": files.get(each.pairing, ""),
        "lines": [
            {
                "team": T("bye") if each.is_bye and side else str(each.sides[side]),
                "seed": each.seeds[side],
                "is_known": each.known[side],
                "score": scores[side],
                "won": each.winner == side and not each.is_bye,
            }
            for side in (0, 1)
        ],
        "note": _game_note(each) if shows_state else "",
    }


def _game_note(each: BracketMatchDescription) -> str:
    number, place = "", ""
    if each.is_open and each.number:
        number, place = str(T("Match {n}", n=each.number)), table_name(each.table)
    state = "" if each.official is False and each.scores else str(each.state)
    return join_parts((number, place, state))
