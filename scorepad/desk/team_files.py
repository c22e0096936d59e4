"""Teams and schedules are read from CSV and XLSX files, as entries of an event.

Every line that is wrong is named with its number, and then nothing is taken from the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime

import msgspec
from msgspec.structs import replace

from scorepad.desk.places import day_of_play
from scorepad.desk.spreadsheet import (
    Notify,
    SpreadsheetRow,
    ignore_notice,
    read_rows,
    sheet_names,
    wrong_line,
)
from scorepad.desk.team_columns import (
    COLUMN_TITLES,
    E_MAIL,
    FORMULA_ERROR,
    IGNORED,
    TeamColumns,
    column_letters,
    guess_team_columns,
    is_number_or_address,
)
from scorepad.desk.typed_moments import (
    UnreadableDay,
    parse_day_unless_empty,
    parse_moment_unless_empty,
)
from scorepad.events.entries import (
    EventAmend,
    EventEntry,
    Pairing,
    RoundEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.events.event import Event
from scorepad.events.warning import player_count_warnings
from scorepad.spades.entries import CHANGED_BY_HAND
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused, shorten_text
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas

MOST_NAMED = 8
"""At most so many lines of a file are named that are wrong."""

Faults = Mapping[int, Text]
"""The faults in the lines of a file, by their number."""


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

LONGEST_NAME = 500
LONGEST_ID = 60


class ParsedTeamLine(msgspec.Struct, frozen=True):
    """A line of a file: a team, or its fault; `notes` are remarks about a team."""

    line: SpreadsheetRow
    entry: TeamEntry | None = None
    wrong: Text | None = None
    notes: tuple[Text, ...] = ()


class TeamFile(msgspec.Struct, frozen=True):
    """Holds the rows of a file of teams, and how they are understood: guessed, or as it was chosen.

    `sheet` is the worksheet that was read, of these `sheets` ("" and none in a text).
    """

    where: str
    rows: tuple[SpreadsheetRow, ...]
    columns: TeamColumns
    sheet: str = ""
    sheets: tuple[str, ...] = ()

    @property
    def has_more(self) -> bool:
        """Whether the file has a column with cells that isn't read."""
        body = [row for row in self.rows if row.number >= self.columns.first_line]
        unread = [at for at, kind in enumerate(self.columns.kinds) if kind == IGNORED]
        return any(row.cell(at) for row in body for at in unread)

    @property
    def guess_text(self) -> Text:
        """Return how the file is read: its first line with a team, and its columns."""
        kinds = [
            f"{column_letters(at)} {COLUMN_TITLES[kind]}"
            for at, kind in enumerate(self.columns.kinds)
        ]
        first = T(
            "The first team is on line {line}. Columns: {columns}.",
            line=self.columns.first_line,
            columns=join_parts(kinds),
        )
        if len(self.sheets) < 2:
            return first
        return T("Worksheet “{sheet}”. {first}", sheet=self.sheet, first=first)


def read_team_file(
    data: bytes,
    where: str,
    notify: Notify = ignore_notice,
    *,
    kinds: Sequence[str] = (),
    first_line: int | None = None,
    sheet: str = "",
    encoding: str = "",
) -> TeamFile:
    """Return a file of teams. Its columns are of these `kinds`, its teams begin on the
    `first_line`; without them both are guessed, and so are a workbook's `sheet` (the first with
    headings of teams) and a text's `encoding`. Raises `Refused` if the file as a whole cannot be
    read."""
    sheets = sheet_names(data)
    if len(sheets) > 1 and not sheet:
        found = [(each, _readable_rows(data, where, each)) for each in sheets]
        filled = [each for each in found if each[1]]
        headed = [each for each in filled if guess_team_columns(each[1]).heading]
        sheet = next(iter(headed or filled), (sheets[0], ()))[0]
    rows = read_rows(data, where, notify, sheet=sheet, encoding=encoding)
    columns = guess_team_columns(rows)
    if kinds:
        width = max(len(columns.kinds), len(kinds))
        whole = (*kinds, *(IGNORED,) * (width - len(kinds)))
        columns = replace(columns, kinds=whole)
    if first_line is not None:
        columns = replace(columns, first_line=first_line)
    return TeamFile(where, tuple(rows), columns, sheet or next(iter(sheets), ""), sheets)


def _readable_rows(data: bytes, where: str, sheet: str) -> Sequence[SpreadsheetRow]:
    try:
        return read_rows(data, where, sheet=sheet)
    except Refused:
        return ()


def parse_team_entries(file: TeamFile, event: Event) -> list[EventEntry]:
    """Return the teams of a file, as `parse_team_lines` reads them. Raises `Refused`, which names
    the lines that are wrong."""
    lines = parse_team_lines(file, event)
    refuse_faults({each.line.number: each.wrong for each in lines if each.wrong}, file.where)
    return [each.entry for each in lines if each.entry is not None]


def parse_team_lines(file: TeamFile, event: Event) -> list[ParsedTeamLine]:
    """Return the teams in the lines of a file, each with a name and two players or more. In a
    file with a player a line, the lines of one team come to one team."""
    if file.columns.index("team") is None:
        raise Refused("{where}: choose the column with the teams", where=file.where)
    if not file.columns.names:
        raise Refused("{where}: choose the columns with the players", where=file.where)
    teams = event.register.teams
    ids = set(teams)
    free_ids = (each for each in event.free_team_ids() if each not in ids)
    entered = {name_key(each.name) for each in teams.values()}
    names = set(entered)
    plays = {name_key(player): each.name for each in teams.values() for player in each.players}
    lines: list[ParsedTeamLine] = []
    for rows in _rows_by_team(file):
        row = rows[0]
        try:
            entry = _team(rows, file.columns)
            if entry.team in ids:
                raise Refused("the ID {id} is already taken", id=entry.team)
            if name_key(entry.name) in entered:
                raise Refused("{team} is already in this event", team=shorten_text(entry.name))
            if name_key(entry.name) in names:
                raise Refused("{team} is listed twice", team=shorten_text(entry.name))
        except Refused as refused:
            lines.append(ParsedTeamLine(row, wrong=refused.text))
            continue
        if not entry.team:
            entry = replace(entry, team=next(free_ids))
        notes = [*player_count_warnings(entry)]
        notes += [
            T("{player} also plays on {team}", player=player, team=team)
            for player in entry.players
            if (team := plays.get(name_key(player))) is not None
        ]
        plays |= {name_key(player): entry.name for player in entry.players}
        names.add(name_key(entry.name))
        ids.add(entry.team)
        lines.append(ParsedTeamLine(row, entry, notes=tuple(notes)))
    if not lines:
        raise Refused("{where}: there are no teams below the heading", where=file.where)
    return lines


def _rows_by_team(file: TeamFile) -> list[list[SpreadsheetRow]]:
    rows = [row for row in file.rows if row.number >= file.columns.first_line]
    if not file.columns.has_player_a_line:
        return [[row] for row in rows]
    teams: dict[str, list[SpreadsheetRow]] = {}
    key = ""
    for row in rows:
        key = name_key(row.cell(file.columns.index("team"))) or key
        teams.setdefault(key, []).append(row)
    return list(teams.values())


def _team(rows: Sequence[SpreadsheetRow], columns: TeamColumns) -> TeamEntry:
    name, number, seed, organization = (
        rows[0].cell(columns.index(kind)) for kind in ("team", "id", "seed", "organization")
    )
    name = name.replace("; ", " ")  # a name of two lines
    cells = [
        " ".join(filter(None, (row.cell(at) for at in each)))
        for row in rows
        for each in columns.names
    ]
    players = _names(cells, has_members="members" in columns.kinds)
    if not name:
        raise Refused("the team has no name")
    if len(number) > LONGEST_ID or max(map(len, (name, organization, *players))) > LONGEST_NAME:
        raise Refused("a name is too long")
    for cell in filter(FORMULA_ERROR.fullmatch, (name, *cells)):
        raise Refused("“{text}” is an error in the spreadsheet, not a name", text=cell)
    for each in (name, *players):
        _refuse_no_name(each)
    if len(players) < 2:
        raise Refused("{team} needs at least two players", team=shorten_text(name))
    for player, times in Counter(map(name_key, players)).items():
        if times > 1:
            same = next(each for each in players if name_key(each) == player)
            raise Refused(
                "{player} is listed twice on {team}",
                player=shorten_text(same),
                team=shorten_text(name),
            )
    if seed and not re.fullmatch(r"[1-9][0-9]{0,5}", seed):
        raise Refused(
            "a seed must be a whole number, 1 or higher, not {seed}", seed=shorten_text(seed)
        )
    return TeamEntry(
        team="" if len(rows) > 1 else number,
        name=name,
        players=tuple(players),
        seed=int(seed) if seed else None,
        organization=organization,
    )


def _names(cells: Sequence[str], *, has_members: bool) -> list[str]:
    """Return the players in these cells, which a semicolon or a slash may part. A comma parts them
    in a cell that has all members, an ampersand or "and" only where there would be one player else:
    “Bjoerk & Co” is one."""
    comma = "," if has_members else ""
    for marks in (f"[;/{comma}]", f"[;/&{comma}]|\\s(?:and|y|e)\\s"):
        names = [part.strip() for cell in cells for part in re.split(marks, cell) if part.strip()]
        if len(names) >= 2:
            break
    return names


def _refuse_no_name(text: str) -> None:
    short = shorten_text(text)
    if E_MAIL.search(text):
        raise Refused("“{text}” looks like an e-mail address, not a name", text=short)
    if is_number_or_address(text):
        raise Refused("“{text}” looks like a number, not a name", text=short)


# Schedules.


def parse_schedule_entries(
    data: bytes, where: str, event: Event, notify: Notify = ignore_notice, *, encoding: str = ""
) -> list[EventEntry]:
    """Return the rounds of a file. Each line has round, table, start, team, team and perhaps the
    stage, with or without a heading; a line with one team is a bye. A draft with the number of a
    round is corrected to it. Where the event has no stage for the rounds, one comes first. Days are
    read as in the reader's region. A text has this `encoding`. Raises `Refused`, which names the
    lines that are wrong."""
    rows = read_rows(data, where, notify, encoding=encoding)
    if max(len(row.cells) for row in rows) < 5:
        raise wrong_line(
            where,
            rows[0].number,
            "a schedule needs at least five columns: round, table, start time, first team and "
            "second team",
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
    rounds = [round_.entry(stage) for _, round_ in sorted(schedule.rounds.items())]
    if not by_hand and any(each.stage == stage for each in rounds):
        count = sum(each.stage == stage for each in rounds)
        entries.append(StageEntry(stage=stage, format="by-hand", rounds=count))
    for each in rounds:
        planned = register.rounds.get(each.round)
        if planned is None:
            entries.append(each)
            continue
        entry = replace(each, date=each.date or planned.entry.date)
        if _facts(planned.entry) != _facts(entry):
            if planned.released is not None:
                raise Refused(
                    "{where}: round {round} has already been released; correct it under Rounds "
                    "instead",
                    where=where,
                    round=entry.round,
                )
            entries.append(EventAmend(entry=planned.entry.id or "", to=entry, why=CHANGED_BY_HAND))
    if not entries:
        raise Refused(
            "{where}: the event already has the rounds in this file, so there is nothing to import",
            where=where,
        )
    return entries


def _facts(entry: RoundEntry) -> tuple[object, ...]:
    pairings = sorted((each.table, each.teams) for each in entry.pairings)
    return entry.stage, entry.date, entry.start, pairings, sorted(entry.byes)


class _Round:
    """Collects the lines of one round of a schedule."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.start: datetime | None = None
        self.date = ""
        self.stage = ""
        self.pairings: list[Pairing] = []
        self.byes: list[str] = []
        self.teams: set[str] = set()
        self.tables: set[str] = set()

    def add_time(self, typed: str, day: date | None) -> None:
        """Take the time of a line: a start, with its day, or a day alone; the first counts."""
        start, on = None, None
        try:
            on = parse_day_unless_empty(typed)
        except UnreadableDay:
            start = parse_moment_unless_empty(typed, day)
            on = None if start is None else day_of_play(start)
        if on is not None and not self.date:
            self.date, self.start = on.isoformat(), start

    def add_stage(self, stage: str) -> None:
        """Take the stage of a line; raises `Refused` for a second one."""
        if stage and self.stage not in ("", stage):
            raise Refused("round {round} is in two stages", round=self.number)
        self.stage = self.stage or stage

    def entry(self, stage: str) -> RoundEntry:
        return RoundEntry(
            round=self.number,
            stage=self.stage or stage,
            start=self.start,
            date=self.date,
            pairings=tuple(self.pairings),
            byes=tuple(self.byes),
        )


class _Schedule:
    """Reads the lines of a schedule one by one."""

    def __init__(self, event: Event) -> None:
        self.rounds: dict[int, _Round] = {}
        register = event.register
        self._day = parse_day_unless_empty(register.head.date)
        self._stages = {
            name_key(str(name)): stage
            for stage, entry in register.stages.items()
            for name in (register.stage_name(entry), stage)
        }
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
                "a round must be a whole number, 1 or higher, not “{text}”",
                text=shorten_text(number),
            )
        round_ = self.rounds.setdefault(int(number), _Round(int(number)))
        round_.add_time(when, self._day)
        round_.add_stage(self._stage(row.cell(5)))
        teams = [self._team(name, round_) for name in map(row.cell, (3, 4)) if name]
        if not teams:
            raise Refused("each line of a schedule needs two teams")
        if len(teams) == 2 and table and table in round_.tables:
            raise Refused(
                "table {table} is used twice in round {round}",
                table=shorten_text(table),
                round=round_.number,
            )
        if len(teams) == 1:
            round_.byes += teams
            return
        round_.tables.add(table)
        pairing = f"{number}-{len(round_.pairings) + 1}"
        round_.pairings.append(Pairing(pairing, table, (teams[0], teams[1])))

    def _stage(self, name: str) -> str:
        if name and name_key(name) not in self._stages:
            raise Refused("stage {stage} doesn't exist", stage=shorten_text(name))
        return self._stages[name_key(name)] if name else ""

    def _team(self, name: str, round_: _Round) -> str:
        name = name.removeprefix("'")  # a spreadsheet is kept from reading a formula by it
        team = self._teams.get(name) or self._teams.get(name_key(name))
        if team is None:
            raise Refused(
                "team {team} doesn't exist; check the name or add the team", team=shorten_text(name)
            )
        if team in round_.teams:
            raise Refused(
                "{team} is in round {round} twice", team=shorten_text(name), round=round_.number
            )
        round_.teams.add(team)
        return team
