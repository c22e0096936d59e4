"""Teams and schedules are read from CSV and XLSX files, as entries of an event.

What is wrong is told with the number of its line, and then nothing is taken from the file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time

import msgspec

from scorepad.events.entries import EventEntry, Pairing, RoundEntry, StageEntry, TeamEntry
from scorepad.events.event import Event
from scorepad.spades.naming import name_key, tidy
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Field, N, T, Text, listed

ZIP = b"PK\x03\x04"
"""An XLSX file begins with these bytes."""
MOST = 20_000
"""No more lines than this are read of a file; no event has more."""
MOST_WRONG = 8
"""At most so many lines of a file are named that are wrong."""


class TableLine(msgspec.Struct, frozen=True):
    """Holds the cells of one line of a file, and its number."""

    number: int
    cells: tuple[str, ...]

    def cell(self, index: int | None) -> str:
        """Return the cell with this index; "" where there is none."""
        return self.cells[index] if index is not None and index < len(self.cells) else ""


def _wrong(where: str, number: int, said: str | Text, /, **fields: Field) -> Refused:
    what = said if isinstance(said, Text) else T(said, **fields)
    return Refused("{where}, line {number}: {what}", where=where, number=number, what=what)


def table_lines(data: bytes, where: str) -> list[TableLine]:
    """Return the lines of a CSV or XLSX file that are not empty; raises `Refused`, naming
    `where`."""
    rows = _sheet(data, where) if data.startswith(ZIP) else _text(data, where)
    lines = []
    for number, cells in rows:
        if number > MOST:
            raise _wrong(where, number, "the file is too long for an event")
        tidied = tuple(tidy(cell) for cell in cells)
        if any(tidied):
            lines.append(TableLine(number, tidied))
    if not lines:
        raise Refused("{where}: it is empty", where=where)
    return lines


def lines_text(data: bytes, where: str) -> str:
    """Return a CSV or XLSX file as CSV text, each line with its number in the file; raises
    `Refused`, naming `where`."""
    lines = table_lines(data, where)
    made = io.StringIO(newline="")
    writer = csv.writer(made, lineterminator="\n")
    at = 1
    for line in lines:
        made.write("\n" * (line.number - at))
        writer.writerow(line.cells)
        at = line.number + 1
    return made.getvalue()


def _text(data: bytes, where: str) -> Iterator[tuple[int, Sequence[str]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data[: error.start].count(b"\n") + 1
        raise _wrong(where, number, "it is not UTF-8 text; save the file as CSV in UTF-8") from None
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    # A row ends where its last quotation mark closes, and that may be lines below; what is wrong
    # is to be looked for where it begins.
    begins = 1
    try:
        for row in reader:
            yield begins, row
            begins = reader.line_num + 1
    except csv.Error:
        raise _wrong(where, begins, "its quotation marks do not match") from None


def _sheet(data: bytes, where: str) -> Iterator[tuple[int, Sequence[str]]]:
    import zipfile

    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
            yield number, [_cell(value) for value in row]
    except (zipfile.BadZipFile, KeyError, ValueError, IndexError, OSError, EOFError):
        raise Refused("{where}: it is not an XLSX file that can be read", where=where) from None


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)


# Teams.

SPANISH = {
    "equipo": "team",
    "equipos": "teams",
    "nombre": "name",
    "cabeza de serie": "seed",
}
"""What a Spanish heading calls the columns."""


class TeamLine(msgspec.Struct, frozen=True):
    """Tells what a line of a file comes to: a team, or what is wrong with it."""

    line: TableLine
    entry: TeamEntry | None = None
    wrong: Text | None = None


def team_entries(data: bytes, where: str, event: Event) -> list[EventEntry]:
    """Return the teams of a file, as `team_lines` reads them. Raises `Refused`, which names the
    lines that are wrong."""
    lines = team_lines(data, where, event)
    wrong = [(each.line.number, each.wrong) for each in lines if each.wrong is not None]
    if wrong:
        (first, what), *others = wrong
        said = [_wrong(where, first, what).text]
        said += [T("line {number}: {text}", number=n, text=text) for n, text in others]
        if more := len(said[MOST_WRONG:]):
            said[MOST_WRONG:] = [N("{n} more line is wrong", "{n} more lines are wrong", more)]
        raise Refused(listed(said, apart=True))
    return [each.entry for each in lines if each.entry is not None]


def team_lines(data: bytes, where: str, event: Event) -> list[TeamLine]:
    """Return what each line of a file comes to. A line has a name and two players or more; a
    heading may come first and name the columns `id` and `seed`. Columns without a heading hold
    more players where they follow a column with players. Raises `Refused` where the file as a
    whole cannot be read."""
    lines = table_lines(data, where)
    heading = [_column(cell) for cell in lines[0].cells]
    name, number, seed = 0, None, None
    width = max(len(line.cells) for line in lines)
    players = list(range(1, width))
    nameless: list[int] = []
    if {"team", "name", "teams"} & set(heading):
        name = next(at for at, cell in enumerate(heading) if cell in ("team", "name", "teams"))
        number = heading.index("id") if "id" in heading else None
        seed = heading.index("seed") if "seed" in heading else None
        players = [at for at, cell in enumerate(heading) if cell.startswith("player")]
        if not players:
            raise _wrong(where, lines[0].number, "there is no column with players")
        for at in range(players[0], width):
            if not any(heading[at : at + 1]):
                (players if at - 1 in players else nameless).append(at)
        if len(players) == 1 and re.fullmatch(r"player ?1", heading[players[0]]):
            raise _wrong(where, lines[0].number, "there is no column “player 2”")
        lines = lines[1:]
    elif any(re.fullmatch(r"players? ?\d*", cell) for cell in heading):
        raise _wrong(where, lines[0].number, "there is no column “team”")
    made: list[TeamLine] = []
    register = event.register
    ids = set(register.teams)
    entered = {name_key(each.name) for each in register.teams.values()}
    names = set(entered)
    plays = {
        name_key(player): each.name for each in register.teams.values() for player in each.players
    }
    for line in lines:
        try:
            for at in nameless:
                if line.cell(at):
                    raise Refused("“{text}” is in a column without a heading", text=line.cell(at))
            entry = _team(line, name, players, line.cell(number), line.cell(seed), ids)
            if name_key(entry.name) in entered:
                raise Refused("{team} has entered already", team=entry.name)
            _refuse_known(entry, names, plays)
        except Refused as refused:
            made.append(TeamLine(line, wrong=refused.text))
            continue
        plays |= {name_key(player): entry.name for player in entry.players}
        names.add(name_key(entry.name))
        ids.add(entry.team)
        made.append(TeamLine(line, entry))
    return made


def _column(cell: str) -> str:
    """Return the heading of a column in English, in small letters."""
    heading = cell.casefold()
    return SPANISH.get(heading, re.sub(r"^jugador(es|as?)?\b", "player", heading))


def _refuse_known(entry: TeamEntry, names: set[str], plays: dict[str, str]) -> None:
    """Raise where the team, or one of its players, is there already."""
    if name_key(entry.name) in names:
        raise Refused("{team} is listed twice", team=entry.name)
    for player in entry.players:
        if (team := plays.get(name_key(player))) is not None:
            raise Refused("{player} plays in {team} already", player=player, team=team)


def _team(
    line: TableLine,
    name: int,
    players: Sequence[int],
    number: str,
    seed: str,
    ids: set[str],
) -> TeamEntry:
    called = line.cell(name)
    there = tuple(player for at in players for player in _names(line.cell(at)))
    if not called:
        raise Refused("the team has no name")
    if len(there) < 2:
        raise Refused("{team} needs two players or more", team=called)
    if seed and not re.fullmatch(r"[1-9][0-9]{0,5}", seed):
        raise Refused("a seed is a whole number from 1, not {seed}", seed=seed)
    if number in ids:
        raise Refused("the id {id} is listed twice", id=number)
    if len(number) > 60 or max(map(len, (called, *there))) > 500:
        raise Refused("a name is too long")
    free = (f"T{count}" for count in range(1, len(ids) + 2))
    return TeamEntry(
        team=number or next(each for each in free if each not in ids),
        name=called,
        players=there,
        seed=int(seed) if seed else None,
    )


def _names(cell: str) -> list[str]:
    """Return the players in one cell, parted by a semicolon, a slash or an ampersand."""
    return [name for part in re.split(r"[;/&]", cell) if (name := tidy(part))]


# Schedules.


def schedule_entries(data: bytes, where: str, event: Event) -> list[EventEntry]:
    """Return the rounds of a file. Each line has round, table, start, team and team, with or
    without a heading; a line with one team is a bye. Where the event has no stage for them, one
    comes first. Raises `Refused`."""
    lines = table_lines(data, where)
    if max(len(line.cells) for line in lines) < 5:
        raise _wrong(
            where,
            lines[0].number,
            "a schedule has five columns: round, table, start, team and team",
        )
    register = event.register
    known = {name_key(each.name): each.team for each in register.teams.values()}
    known |= {team: team for team in register.teams}
    if not re.search(r"\d", lines[0].cell(0)) and name_key(lines[0].cell(3)) not in known:
        lines = lines[1:]
    by_hand = [stage.stage for stage in register.stages.values() if stage.format == "by-hand"]
    rounds: dict[int, list[TableLine]] = {}
    for line in lines:
        number = line.cell(0)
        if not re.fullmatch(r"[1-9][0-9]{0,5}", number):
            raise _wrong(
                where, line.number, "a round is a whole number from 1, not “{text}”", text=number
            )
        if int(number) in register.rounds:
            raise _wrong(where, line.number, "there is a round {round} already", round=int(number))
        rounds.setdefault(int(number), []).append(line)
    stage = by_hand[-1] if by_hand else register.free_stage or "schedule"
    entries: list[EventEntry] = []
    if not by_hand:
        entries.append(StageEntry(stage=stage, format="by-hand", rounds=len(rounds) or None))
    entries += [
        _round(number, rounds[number], stage, known, event, where) for number in sorted(rounds)
    ]
    return entries


def _round(
    number: int,
    lines: Sequence[TableLine],
    stage: str,
    known: dict[str, str],
    event: Event,
    where: str,
) -> RoundEntry:
    pairings: list[Pairing] = []
    byes: list[str] = []
    seen: set[str] = set()
    tables: set[str] = set()
    start: datetime | None = None
    for line in lines:
        table, when = line.cell(1), line.cell(2)
        if when:
            start = start or _moment(when, event.register.head.date, line, where)
        teams = []
        for name in (line.cell(3), line.cell(4)):
            if not name:
                continue
            team = known.get(name) or known.get(name_key(name))
            if team is None:
                raise _wrong(where, line.number, "there is no team {team}", team=name)
            if team in seen:
                raise _wrong(
                    where,
                    line.number,
                    "{team} stands twice in round {round}",
                    team=name,
                    round=number,
                )
            seen.add(team)
            teams.append(team)
        if len(teams) == 2:
            if table and table in tables:
                raise _wrong(
                    where,
                    line.number,
                    "table {table} stands twice in round {round}",
                    table=table,
                    round=number,
                )
            tables.add(table)
            pairing = f"{number}-{len(pairings) + 1}"
            pairings.append(Pairing(pairing, table, (teams[0], teams[1])))
        elif teams:
            byes += teams
        else:
            raise _wrong(where, line.number, "a line of a schedule names two teams")
    return RoundEntry(
        round=number, stage=stage, start=start, pairings=tuple(pairings), byes=tuple(byes)
    )


def _moment(text: str, day: str, line: TableLine, where: str) -> datetime:
    """Return a start: a moment, or a time on the event's day; without a zone it is this
    computer's."""
    if not day and re.fullmatch(r"\d?\d:\d\d", text):
        raise _wrong(
            where,
            line.number,
            "the event has no date yet, so “{text}” needs one; write it as 2027-03-14T18:00",
            text=text,
        )
    for full in (text, f"{day}T{text.zfill(5)}" if day else ""):
        try:
            moment = datetime.fromisoformat(full)
        except ValueError:
            continue
        if re.fullmatch(r"[0-9-]{8,10}", full):
            continue  # a day alone is no start
        try:
            return moment.astimezone(UTC)
        except (OverflowError, OSError):
            break
    raise _wrong(
        where,
        line.number,
        "“{text}” is not a start time; write it as 2027-03-14T18:00 or as 18:00",
        text=text,
    )
