"""The results of matches as a folder of HTML pages: results by round, standings, every match.

The pages need nothing from elsewhere: no script, no typeface, no picture.  They are light or dark
as the reader's browser is, and as wide as the screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined
from msgspec.structs import replace

from reports.book.event_report import EventResults, StageBracket
from reports.book.rounds import BookmarkedMatch, Round
from reports.pages.templates import TEMPLATES
from reports.sheets.remarks import join_effects
from reports.sheets.rows import HandRow, MatchInTableRows
from reports.sheets.tables import ending_text, has_begun, read_match_into_table_rows, score_parts
from reports.typeset.letterhead import Letterhead
from reports.typeset.report_settings import ReportSettings
from scorepad.events.bracket_plan import BracketPart, PlacedGame
from scorepad.events.event import EventOrStatements
from scorepad.events.event_descriptions import round_texts_of_team, score_text
from scorepad.events.seating import list_team_seats_by_player_name
from scorepad.spades.board import COUNTED_STATUSES, HAND_STATES
from scorepad.spades.marks import PLUS, bids_text
from scorepad.spades.match import Match, MatchIdsByFile
from scorepad.spades.naming import natural_key, round_name, table_name
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import (
    END_ISOLATE,
    ISOLATE_STARTS,
    N,
    T,
    Text,
    balance_isolates,
    capitalize,
    format_change,
    format_number,
    installed_language,
    join_parts,
    without_isolates,
)

LOGO_FILE = "logo.png"
SCORE = re.compile("(\u2212?\\d+(?:[.,]\\d{3})*\u2013\u2212?\\d+(?:[.,]\\d{3})*)")
"""A score in a sentence: “300–247”."""


def write_event_pages(
    matches: Sequence[Match],
    out: Path,
    settings: ReportSettings,
    event: EventOrStatements = None,
) -> MatchIdsByFile:
    """Make the folder `out` with `index.html`, a page for each match that has hands, and one for
    each team of an event that is kept; return the match (id) of each page that shows one, by its
    file's name.

    Name and logo of the house stand at the top of each.  An `event` that is kept has its rounds,
    standings and brackets in it; `matches` are then its own.  Each of them is asked for twice, and
    only one is held at a time.
    """
    letterhead = settings.letterhead
    report = EventResults(matches, settings.zone, event)
    out.mkdir()
    listed = [
        each for part in report.rounds for each in part.matches if each.sheet_index is not None
    ]
    names = {each.key: f"match-{at}.html" for at, each in enumerate(listed, 1)}
    teams = {} if report.event is None else report.event.register.teams
    pages_of_teams = {team: f"team-{at}.html" for at, team in enumerate(teams, 1)}
    site = _Site(report, names, letterhead, pages_of_teams)
    if letterhead.logo:
        (out / LOGO_FILE).write_bytes(letterhead.logo)
    (out / "index.html").write_text(site.render_index(), encoding="utf-8")
    for each in listed:
        assert each.sheet_index is not None
        tables = read_match_into_table_rows(matches[each.sheet_index], report.names)
        page = site.render_match(replace(tables, status=each.status, result=each.result))
        (out / names[each.key]).write_text(page, encoding="utf-8")
    for team, name in pages_of_teams.items():
        (out / name).write_text(site.render_team(team), encoding="utf-8")
    return {names[each.key]: each.status.id for each in listed}


def _mark_up_sentence(text: str) -> str:
    """Return the HTML of a sentence in which each name that turns has an element of its own, and no
    line ends within a score."""
    html = SCORE.sub(r'<span class="score">\1</span>', escape(balance_isolates(text)))
    for start in ISOLATE_STARTS:
        html = html.replace(start, "<bdi>")
    return html.replace(END_ISOLATE, "</bdi>")


class _Site:
    """Fills the templates."""

    def __init__(
        self,
        report: EventResults,
        names: Mapping[str, str],
        letterhead: Letterhead,
        pages_of_teams: Mapping[str, str],
    ) -> None:
        self.report = report
        self.names = names
        self.pages_of_teams = pages_of_teams
        environment = Environment(
            loader=DictLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        labels = {
            "place": T("place"),
            "results": T("results"),
            "all_results": T("All results"),
            "players_title": T("Players"),
            "played_hands": T("hands"),
            "hands_title": T("Hands"),
            "byes_title": T("byes"),
            "contents": T("On this page"),
            "find_team": T("Find your team"),
            "find_player": T("Find your name"),
            "road_title": T("The road so far"),
        }
        environment.globals.update(
            labels,
            T=T,
            lang=installed_language(),
            house=letterhead.name,
            logo=LOGO_FILE if letterhead.logo else "",
            logo_said=letterhead.alt_text(),
            number=format_number,
            signed=format_change,
            bids=lambda side: bids_text(PLUS.join(filter(None, (side.bid_1, side.bid_2)))),
            score_text=score_text,
        )
        # Every name has an element of its own, which keeps its direction to itself.
        environment.finalize = lambda value: (
            without_isolates(str(value)) if type(value) in (str, Text) else value
        )
        is_html = environment.filters["safe"]
        environment.filters["sentence"] = lambda text: is_html(_mark_up_sentence(text))
        self.environment = environment

    def render_index(self) -> str:
        report = self.report
        several = report.several
        rounds = [
            {
                "key": each.key,
                "title": self._heading(each.event if several else "", report.round_title(each)),
                "days": report.format_days([match.status for match in each.matches]),
                "matches": [self._result(match) for match in each.matches],
                "byes": report.bye_text(each),
            }
            for each in report.rounds
        ]
        tables = [
            {
                "title": self._heading(
                    each.event if several else "",
                    self._title_with_stage(str(T("Standings")), each.stage),
                ),
                "kept": report.event is not None,
                "rows": each.rows,
                "order": each.order,
            }
            for each in report.standings
        ]
        # The round that is being played stands first; the earlier ones follow, the newest above.
        current = None if several or not rounds else rounds[-1]
        earlier = rounds if current is None else rounds[-2::-1]
        teams = [] if current is None else list(self._places_of_teams(report.rounds[-1]))
        players = [] if current is None else list(self._places_of_players(report.rounds[-1]))
        return self._page(
            "index",
            sections=self._sections(current, bool(teams)) if current else [],
            current=current,
            teams=teams,
            players=players,
            title=report.title,
            about=report.subtitle,
            code=report.code.short if report.code else "",
            champion=report.champion_text,
            rounds=earlier,
            standings=tables,
            pages_of_teams=self.pages_of_teams,
            brackets=[
                {
                    "title": self._title_with_stage(str(part.title), each.stage),
                    "rounds": list(self._bracket_rounds(each, part)),
                }
                for each in report.brackets
                for part in each.parts
            ],
        )

    def _sections(self, current: dict[str, Any], has_teams: bool) -> list[dict[str, str]]:
        """Return the links to the parts of the page."""
        report = self.report
        parts = [(current["key"], current["title"], True)]
        parts.append(("teams", str(T("Find your team")), has_teams))
        parts.append(("players", str(T("Find your name")), has_teams and report.event is not None))
        parts.append(("standings", str(T("Standings")), bool(report.standings)))
        parts.append(("brackets", str(T("Brackets")), bool(report.brackets)))
        if len(report.rounds) > 1:
            parts.append((report.rounds[-2].key, str(T("Earlier rounds")), True))
        return [{"key": key, "title": title} for key, title, is_there in parts if is_there]

    def _places_of_teams(self, round_: Round) -> Iterator[dict[str, str]]:
        """Yield where each team plays in a round, by its name, with its page."""
        places = [
            (
                team,
                table_name(match.status.table) or str(T("Results")),
                match.key,
                at,
            )
            for match in round_.matches
            for team, at in zip(match.status.teams, match.status.team_ids, strict=True)
        ]
        event = self.report.event
        resting = () if event is None else event.register.rounds[int(round_.name)].entry.byes
        ids = {event.register.team_name(team): team for team in resting} if event else {}
        bye = str(T("bye"))
        places += [(team, bye, round_.key, ids.get(team, "")) for team in round_.byes]
        for name, where, key, at in sorted(places, key=lambda each: natural_key(each[0])):
            page = self.pages_of_teams.get(at, "")
            yield {"name": name, "where": where, "key": key, "page": page}

    def _places_of_players(self, round_: Round) -> Iterator[dict[str, str]]:
        """Yield where each player of an event that is kept plays in a round, by name."""
        event = self.report.event
        if event is None:
            return
        keys = {team: match.key for match in round_.matches for team in match.status.team_ids}
        for name, seat in list_team_seats_by_player_name(event.register, int(round_.name)):
            where = table_name(seat.table) or str(seat.place)
            yield {"name": name, "where": where, "key": keys.get(seat.team, round_.key)}

    def render_team(self, team: str) -> str:
        """Return the page of a team: who plays, its place, and its road so far."""
        assert self.report.event is not None
        event = self.report.event
        overview, entrant = event.overview, event.register.teams[team]
        several = len(event.register.stages) > 1
        roads = []
        for stage in event.register.stages:
            steps = [capitalize(str(text)) for text in round_texts_of_team(overview, stage, team)]
            if not steps:
                continue
            row = next((each for each in overview.stage_rows(stage) if each.team == team), None)
            has_place = row is not None and row.has_place and bool(row.played or row.byes)
            place = str(T("Place {n}", n=row.place)) if row is not None and has_place else ""
            title = self.report.stage_title(stage) if several else ""
            roads.append({"title": title, "place": place, "steps": steps})
        return self._page(
            "team",
            title=entrant.name.strip() or team,
            about=self.report.subtitle,
            event=self.report.title,
            code="",
            players=[name for name in map(str.strip, entrant.players) if name],
            withdrawn=str(T("withdrawn")) if entrant.withdrawn else "",
            roads=roads,
        )

    def _title_with_stage(self, title: str, stage: str) -> str:
        """Put the stage behind a heading, where the event has several."""
        event = self.report.event
        if event is None or len(event.register.stages) < 2 or not stage:
            return title
        return f"{title} \u00b7 {self.report.stage_title(stage)}"

    def _bracket_rounds(self, bracket: StageBracket, part: BracketPart) -> Iterator[dict[str, Any]]:
        """Yield the columns of a bracket; a game's lines are its teams, each with its points."""
        for column, title in enumerate(part.columns):
            games = [game for game in part.games if game.column == column]
            yield {
                "title": str(title),
                "games": [self._game(bracket, game) for game in games],
            }

    def _game(self, bracket: StageBracket, game: PlacedGame) -> dict[str, Any]:
        """Return a game of a bracket: its teams with their points, and what it is called where it
        is no part of the tree."""
        meeting = game.node.meeting
        is_forfeit = meeting is not None and bool(meeting.outcome.forfeited)
        return {
            "title": str(T("Third place")) if game.node.key[0] == "third" else "",
            "note": str(T("forfeit")) if is_forfeit else "",
            "lines": [
                {
                    "team": str(T("bye"))
                    if team == ""
                    else bracket.names.get(team or "", "\u2013"),
                    "score": self._points(game, slot),
                    "won": bool(team) and team == game.node.winner,
                }
                for slot, team in enumerate(game.node.teams)
            ],
        }

    def _points(self, game: PlacedGame, slot: int) -> str:
        letter, score = game.forfeit_letter(slot), game.score(slot)
        if letter is not None:
            return str(letter)
        return "" if score is None else format_number(score)

    def render_match(self, tables: MatchInTableRows) -> str:
        row = tables.status
        names = (row.event, round_name(row.round), table_name(row.table))
        place = names
        hands = [
            self._hand(pair) for pair in zip(tables.hands[::2], tables.hands[1::2], strict=True)
        ]
        remarks = [
            replace(each, title=str(T("{title}, hand {hand}", title=each.title, hand=each.hand)))
            if each.hand is not None and each.kind not in ("amend", "strike")
            else each
            for each in tables.remarks
        ]
        return self._page(
            "match",
            title=str(T("{one} \u2013 {other}", one=row.teams[0], other=row.teams[1])),
            about=join_parts((*place, self._about(row))),
            code="" if tables.code is None else tables.code.short,
            row=row,
            result=tables.result,
            players=tables.players,
            hands=hands,
            remarks=join_effects(remarks),
        )

    def _page(self, template: str, **values: Any) -> str:
        return self.environment.get_template(template).render(**values)

    def _heading(self, event: str, title: str) -> str:
        return f"{event} \u00b7 {title}" if event else title

    def _about(self, row: MatchStatus) -> str:
        """Return the day on which a match was played, and how new the page is."""
        days, as_of = self.report.format_days([row]), ""
        if row.last_entry is not None:
            as_of = self.report.format_as_of(row.last_entry, days)
        return join_parts((days, as_of))

    def _result(self, match: BookmarkedMatch) -> dict[str, Any]:
        row = match.status
        first, between, second = score_parts(row)
        return {
            "row": row,
            "has_begun": has_begun(row),
            "key": match.key,
            "page": self.names.get(match.key, ""),
            "label": str(
                N(
                    "{n} hand: {one} \u2013 {other}",
                    "{n} hands: {one} \u2013 {other}",
                    row.scored_hands,
                    one=row.teams[0],
                    other=row.teams[1],
                )
            ),
            "score": f"{first} {between} {second}"
            if between.isalpha()
            else first + between + second,
            "how": str(ending_text(row)),
        }

    def _hand(self, pair: tuple[HandRow, HandRow]) -> dict[str, Any]:
        counts = pair[0].status in COUNTED_STATUSES
        return {
            "number": pair[0].hand,
            "sides": pair,
            "counts": counts,
            "state": "" if counts else str(HAND_STATES[pair[0].status].remark),
        }
