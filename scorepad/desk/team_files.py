"""Teams and schedules are read from CSV and XLSX files, as entries of an event.

Every line that is wrong is named with its number, and then nothing is taken from the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from scorepad.desk.spreadsheet import (
    Notify,
    SpreadsheetRow,
    ignore_notice,
    read_rows,
    wrong_line,
)
from scorepad.desk.typed_moments import parse_day_unless_empty, parse_moment_unless_empty
from scorepad.events.entries import EventEntry, Pairing, RoundEntry, StageEntry, TeamEntry
from scorepad.events.event import Event
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused, shorten_text
from scorepad.spades.words import N, T, Text, join_with_commas

MOST_NAMED = 8
"""At most so many lines of a file are named that are wrong."""

Faults = Mapping[int, Text]
"""What is wrong with lines of a file, by their number."""


def refuse_faults(faults: Faults, where: str) -> None:
    """Raise `Refused`, which names the lines that are wrong, where there are any."""
    if not faults:
        return
    (first, what), *others = sorted(faults.items())
    parts = [wrong_line(where, first, what).text]
    parts += [T("line {number}: {text}", number=number, text=text) for number, text in others]
    if more := len(parts[MOST_NAMED:]):
        parts[MOST_NAMED:] = [N("{n} more line is wrong", "{n} more lines are wrong", more)]
    raise Refused(join_with_commas(parts, semicolons=True))


# Teams.

ORDINALS = r"\d+|one|two|three|four|five|six|uno|una|dos|tres|cuatro|cinco|seis|[a-f]"
HEADINGS: dict[str, str] = {
    "team": r"(the )?teams?( ?names?)?|name( of( the)? team)?|equipos?|nombre( del? equipo)?",
    "player": rf"(players?|jugador(es|as?)?)( names?)?[ #.:()-]*({ORDINALS})?[ .:()-]*( ?names?)?"
    r"|(team )?captain|capit[aá]na?|partner|compañer[oa]",
    "seed": "seed(ing)?|cabeza de serie",
    "id": "id",
    # These are known so that a heading is told from a team; what stands below them is not read.
    "": r"e-?mails?( address(es)?)?|mail|(tele|cell ?|mobile ?)?phone( (number|no\.?))?|tel|mobile"
    r"|correo( electrónico)?|tel[eé]fono|m[oó]vil|club|city|ciudad|group|grupo|#|no\.?|nr\.?",
}
"""What the heading of each kind of column matches, in English and in Spanish."""
FIRST_PLAYER = re.compile(r".*(\b(one|uno|una|a)\b|(?<!\d)1\b).*|captain|capit[aá]na?")
LONGEST_HEADING = 60
E_MAIL = re.compile(r"\S@\S+\.\S")
BEFORE_TELEPHONE = re.compile(r"(tele|cell|mobile)?(phone|tel|mobile|cell|móvil)\b", re.IGNORECASE)
LETTER = re.compile(r"[^\W\d_]")
LONGEST_NAME = 500
LONGEST_ID = 60


class ParsedTeamLine(msgspec.Struct, frozen=True):
    """Tells what a line of a file comes to: a team, or what is wrong with it."""

    line: SpreadsheetRow
    entry: TeamEntry | None = None
    wrong: Text | None = None


class TeamColumns(msgspec.Struct, frozen=True):
    """Says by index which columns of a file hold what; `nameless` have no heading, and are to be
    empty."""

    team: int
    players: tuple[int, ...]
    seed: int | None = None
    id: int | None = None
    nameless: tuple[int, ...] = ()


def parse_team_entries(
    data: bytes, where: str, event: Event, notify: Notify = ignore_notice
) -> list[EventEntry]:
    """Return the teams of a file, as `parse_team_lines` reads them. Raises `Refused`, which names
    the lines that are wrong."""
    lines = parse_team_lines(data, where, event, notify)
    refuse_faults({each.line.number: each.wrong for each in lines if each.wrong}, where)
    return [each.entry for each in lines if each.entry is not None]


def parse_team_lines(
    data: bytes, where: str, event: Event, notify: Notify = ignore_notice
) -> list[ParsedTeamLine]:
    """Return what each line of a file comes to. A line has a name and two players or more; a
    heading may come first and name the columns, `id` and `seed` among them. Columns without a
    heading hold more players where they follow a column with players. Raises `Refused` where the
    file as a whole cannot be read."""
    rows = read_rows(data, where, notify)
    columns = _columns(rows, where)
    if columns is None:
        columns = TeamColumns(0, tuple(range(1, _width(rows))))
    else:
        rows = rows[1:]
    lines: list[ParsedTeamLine] = []
    teams = event.register.teams
    ids = set(teams)
    free_ids = (each for each in event.free_team_ids() if each not in ids)
    entered = {name_key(each.name) for each in teams.values()}
    names = set(entered)
    plays = {name_key(player): each.name for each in teams.values() for player in each.players}
    for row in rows:
        try:
            entry = _team(row, columns)
            if entry.team in ids:
                raise Refused("the id {id} is listed twice", id=entry.team)
            if name_key(entry.name) in entered:
                raise Refused("{team} has entered already", team=shorten_text(entry.name))
            _refuse_known(entry, names, plays)
        except Refused as refused:
            lines.append(ParsedTeamLine(row, wrong=refused.text))
            continue
        if not entry.team:
            entry = replace(entry, team=next(free_ids))
        plays |= {name_key(player): entry.name for player in entry.players}
        names.add(name_key(entry.name))
        ids.add(entry.team)
        lines.append(ParsedTeamLine(row, entry))
    return lines


def _width(rows: Sequence[SpreadsheetRow]) -> int:
    """Return the number of columns."""
    return max(len(row.cells) for row in rows)


def _columns(rows: Sequence[SpreadsheetRow], where: str) -> TeamColumns | None:
    """Return what the first row, as a heading, says of the columns; None where it is none. Raises
    `Refused` where it is one that lacks something."""
    first = rows[0]
    kinds = [_heading_kind(cell) for cell in first.cells]
    players = [at for at, kind in enumerate(kinds) if kind == "player"]
    if "team" not in kinds:
        # A team may be called “Captain”, but hardly “Player 1”.
        numbered = any(re.match(r"player|jugador", first.cells[at].casefold()) for at in players)
        if numbered or sum(kind is not None for kind in kinds) >= 2:
            raise wrong_line(
                where, first.number, "there is no column “team” in what looks like a heading"
            )
        return None
    if not players:
        raise wrong_line(where, first.number, "there is no column with players")
    nameless: list[int] = []
    for at in range(players[0], _width(rows)):
        if not first.cell(at):
            (players if at - 1 in players else nameless).append(at)
    if len(players) == 1 and FIRST_PLAYER.fullmatch(first.cell(players[0]).casefold()):
        raise wrong_line(where, first.number, "there is no column “player 2”")
    return TeamColumns(
        kinds.index("team"),
        tuple(players),
        kinds.index("seed") if "seed" in kinds else None,
        kinds.index("id") if "id" in kinds else None,
        tuple(nameless),
    )


def _heading_kind(cell: str) -> str | None:
    """Return which kind of column has this heading: a key of `HEADINGS`, or None."""
    heading = cell.casefold().rstrip(" :.*")
    if not heading or len(cell) > LONGEST_HEADING:
        return None
    return next((kind for kind, form in HEADINGS.items() if re.fullmatch(form, heading)), None)


def _refuse_known(entry: TeamEntry, names: set[str], plays: Mapping[str, str]) -> None:
    """Raise where the team, or one of its players, is there already."""
    if name_key(entry.name) in names:
        raise Refused("{team} is listed twice", team=shorten_text(entry.name))
    own: dict[str, str] = {}
    for player in entry.players:
        key = name_key(player)
        if (team := plays.get(key) or own.get(key)) is not None:
            raise Refused(
                "{player} plays in {team} already; add what tells the two apart",
                player=shorten_text(player),
                team=shorten_text(team),
            )
        own[key] = entry.name


def _team(row: SpreadsheetRow, columns: TeamColumns) -> TeamEntry:
    """Return the team of a row; its id is "" where the row has none."""
    for at in columns.nameless:
        if row.cell(at):
            raise Refused(
                "“{text}” is in a column without a heading", text=shorten_text(row.cell(at))
            )
    name, number, seed = row.cell(columns.team), row.cell(columns.id), row.cell(columns.seed)
    players = _names([row.cell(at) for at in columns.players])
    if not name:
        raise Refused("the team has no name")
    if len(number) > LONGEST_ID or max(map(len, (name, *players))) > LONGEST_NAME:
        raise Refused("a name is too long")
    for each in (name, *players):
        _refuse_no_name(each)
    if len(players) < 2:
        raise Refused("{team} needs two players or more", team=shorten_text(name))
    if seed and not re.fullmatch(r"[1-9][0-9]{0,5}", seed):
        raise Refused("a seed is a whole number from 1, not {seed}", seed=shorten_text(seed))
    return TeamEntry(
        team=number, name=name, players=tuple(players), seed=int(seed) if seed else None
    )


def _names(cells: Sequence[str]) -> list[str]:
    """Return the players in these cells, which a semicolon or a slash may part.  An ampersand parts
    them only where there would be one player else: “Bjoerk & Co” is one."""
    for marks in (r"[;/]", r"[;/&]"):
        names = [part.strip() for cell in cells for part in re.split(marks, cell) if part.strip()]
        if len(names) >= 2:
            break
    return names


def _refuse_no_name(text: str) -> None:
    """Raise for what a person or a team is not called."""
    short = shorten_text(text)
    if E_MAIL.search(text):
        raise Refused("“{text}” looks like an e-mail address, not like a name", text=short)
    if any(map(str.isdigit, text)) and not LETTER.search(BEFORE_TELEPHONE.sub("", text)):
        raise Refused("“{text}” looks like a number, not like a name", text=short)


# Schedules.


def parse_schedule_entries(
    data: bytes, where: str, event: Event, notify: Notify = ignore_notice
) -> list[EventEntry]:
    """Return the rounds of a file. Each line has round, table, start, team and team, with or
    without a heading; a line with one team is a bye. Where the event has no stage for them, one
    comes first. Days are read as in the reader's region. Raises `Refused`, which names the lines
    that are wrong."""
    rows = read_rows(data, where, notify)
    if _width(rows) < 5:
        raise wrong_line(
            where,
            rows[0].number,
            "a schedule has five columns: round, table, start, team and team",
        )
    register = event.register
    schedule = _Schedule(event)
    if schedule.is_heading(rows[0]):
        rows = rows[1:]
    faults: dict[int, Text] = {}
    for row in rows:
        try:
            schedule.add(row)
        except Refused as refused:
            faults[row.number] = refused.text
    refuse_faults(faults, where)
    by_hand = [stage.stage for stage in register.stages.values() if stage.format == "by-hand"]
    stage = by_hand[-1] if by_hand else register.free_stage_id or "schedule"
    entries: list[EventEntry] = []
    if not by_hand:
        rounds = len(schedule.rounds) or None
        entries.append(StageEntry(stage=stage, format="by-hand", rounds=rounds))
    entries += [round_.entry(stage) for _, round_ in sorted(schedule.rounds.items())]
    return entries


class _Round:
    """Collects the lines of one round of a schedule."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.start: datetime | None = None
        self.pairings: list[Pairing] = []
        self.byes: list[str] = []
        self.teams: set[str] = set()
        self.tables: set[str] = set()

    def entry(self, stage: str) -> RoundEntry:
        """Return the round as an entry of this stage."""
        return RoundEntry(
            round=self.number,
            stage=stage,
            start=self.start,
            pairings=tuple(self.pairings),
            byes=tuple(self.byes),
        )


class _Schedule:
    """Reads the lines of a schedule one by one."""

    def __init__(self, event: Event) -> None:
        self.rounds: dict[int, _Round] = {}
        register = event.register
        self._day = parse_day_unless_empty(register.head.date)
        self._there = frozenset(register.rounds)
        self._teams = {name_key(each.name): each.team for each in register.teams.values()}
        self._teams |= {team: team for team in register.teams}

    def is_heading(self, row: SpreadsheetRow) -> bool:
        """Return whether a row names the columns: no round, and no team."""
        return not re.search(r"\d", row.cell(0)) and name_key(row.cell(3)) not in self._teams

    def add(self, row: SpreadsheetRow) -> None:
        """Add the pairing or the bye of a row; raises `Refused`."""
        number, table, when = map(row.cell, range(3))
        if not re.fullmatch(r"[1-9][0-9]{0,5}", number):
            raise Refused(
                "a round is a whole number from 1, not “{text}”", text=shorten_text(number)
            )
        if int(number) in self._there:
            raise Refused("there is a round {round} already", round=int(number))
        round_ = self.rounds.setdefault(int(number), _Round(int(number)))
        start = parse_moment_unless_empty(when, self._day)
        teams = [self._team(name, round_) for name in map(row.cell, (3, 4)) if name]
        if not teams:
            raise Refused("a line of a schedule names two teams")
        if len(teams) == 2 and table and table in round_.tables:
            raise Refused(
                "table {table} stands twice in round {round}",
                table=shorten_text(table),
                round=round_.number,
            )
        round_.start = round_.start or start
        if len(teams) == 1:
            round_.byes += teams
            return
        round_.tables.add(table)
        pairing = f"{number}-{len(round_.pairings) + 1}"
        round_.pairings.append(Pairing(pairing, table, (teams[0], teams[1])))

    def _team(self, name: str, round_: _Round) -> str:
        """Return the id of a team, by its name or id, that plays in this round."""
        team = self._teams.get(name) or self._teams.get(name_key(name))
        if team is None:
            raise Refused("there is no team {team}", team=shorten_text(name))
        if team in round_.teams:
            raise Refused(
                "{team} stands twice in round {round}", team=shorten_text(name), round=round_.number
            )
        round_.teams.add(team)
        return team
