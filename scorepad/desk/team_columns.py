"""The columns of a file of teams: guessed from its headings and cells, or chosen by a person."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import msgspec

from scorepad.desk.spreadsheet import SpreadsheetRow
from scorepad.spades.refusal import Refused, shorten_text
from scorepad.spades.words import T, Text

IGNORED = "skip"
COLUMN_TITLES: dict[str, Text] = {
    IGNORED: T("Skip"),
    "team": T("Team"),
    "captain": T("Captain"),
    "partner": T("Partner"),
    "player": T("Player"),
    "first": T("First name"),
    "last": T("Last name"),
    "members": T("Players in one cell"),
    "seed": T("Seed"),
    "id": T("Team ID"),
    "organization": T("Organization"),
}
"""The kinds of columns, by the word of the command line."""
ONE_EACH = ("team", "seed", "id", "organization")
"""A file has at most one column of each of these."""
PLAYERS = ("captain", "partner", "player", "members")

HEADINGS = """
skip: mail email correo address phone telephone tel cell mobile telefono movil celular timestamp
skip: date fecha time hora submitted student registration payment paid status estado division pool
skip: group grupo city ciudad role rol notes comments gender age skill
skip: level rank rating table mesa matricula numero number no nr
organization: organization organisation organizacion club school escuela fraternity sorority chapter
seed: seed seeding cabeza
members: members roster players teammates participants integrantes miembros jugadores jugadoras
captain: captain captains capitan capitana lead
partner: partner partners mate teammate companero companera
player: player member participant person alternate substitute jugador jugadora integrante suplente
team: team teams equipo equipos squad
name: name names nombre nombres
"""
"""The words of a heading by the kind of its column, without accents. The first kind with a word of
the heading counts: “Captain e-mail” is an address, “Team members” are players."""
KIND_BY_WORD = {
    word: kind
    for kind, _, words in (line.partition(": ") for line in HEADINGS.split("\n"))
    for word in words.split()
}
KINDS_OF_WORDS = tuple(dict.fromkeys(KIND_BY_WORD.values()))
FIRST_NAME = frozenset({"first", "given"})
LAST_NAME = frozenset({"last", "family", "surname", "apellido", "apellidos"})
FILLERS = """
a b c d e f s one two three four five six uno una dos tres cuatro cinco seis full of the your our
what is are please enter write list all and or del de la el los las tu su cual es y completo
electronico serie id primer segundo
"""
HEADING_WORDS = {*KIND_BY_WORD, *FIRST_NAME, *LAST_NAME, *FILLERS.split()}
"""A heading has no other words, unless it is a question: a team may be called “Captain Jack”."""
LONGEST_HEADING = 120  # characters
MOST_TITLE_ROWS = 20
E_MAIL = re.compile(r"\S@\S+\.\S")
FORMULA_ERROR = re.compile(r"#(?:N/A|[A-Z0-9/]+[?!])")
BEFORE_TELEPHONE = re.compile(r"(tele|cell|mobile)?(phone|tel|mobile|cell|móvil)\b", re.IGNORECASE)
LETTER = re.compile(r"[^\W\d_]")
USUAL_SHARE = 0.8
"""A column without a heading has no names if so many of its cells are none."""


class TeamColumns(msgspec.Struct, frozen=True):
    """The meaning of the columns of a file.

    `kinds` are those of `COLUMN_TITLES`, one a column; `first_line` is the number of the first line
    with a team; `heading` is the row with the headings.
    """

    kinds: tuple[str, ...]
    first_line: int
    heading: SpreadsheetRow | None = None

    def index(self, kind: str) -> int | None:
        """Return the column of a kind that a file has once."""
        return self.kinds.index(kind) if kind in self.kinds else None

    @property
    def names(self) -> list[tuple[int, ...]]:
        """The columns that make up a name each, the captain's first."""
        firsts = [at for at, kind in enumerate(self.kinds) if kind == "first"]
        lasts = [at for at, kind in enumerate(self.kinds) if kind == "last"]
        pairs: list[tuple[int, ...]] = list(zip(firsts, lasts, strict=False))
        pairs += [(at,) for at in (*firsts[len(lasts) :], *lasts[len(firsts) :])]
        pairs += [(at,) for at, kind in enumerate(self.kinds) if kind in PLAYERS]
        return sorted(pairs, key=lambda each: (self.kinds[each[0]] != "captain", min(each)))

    @property
    def has_player_a_line(self) -> bool:
        """Whether the lines of a team have a player each."""
        return len(self.names) == 1 and "members" not in self.kinds


def column_letters(index: int) -> str:
    """Return the name of a column in a spreadsheet: "A" for 0, "AA" for 26."""
    letters = ""
    while index >= 0:
        letters = chr(ord("A") + index % 26) + letters
        index = index // 26 - 1
    return letters


def guess_team_columns(rows: Sequence[SpreadsheetRow]) -> TeamColumns:
    """Return how the rows of a file are probably meant: from its headings, which titles may
    precede; without headings from its cells."""
    width = max(len(row.cells) for row in rows)
    for at, row in enumerate(rows[:MOST_TITLE_ROWS]):
        if kinds := _kinds_by_heading(row):
            kinds += [""] * (width - len(kinds))
            body = rows[at + 1 :]
            first_line = body[0].number if body else row.number + 1
            _name_the_nameless(kinds, body)
            return TeamColumns(tuple(each or IGNORED for each in kinds), first_line, row)
    # Lines before the first one with two cells are titles, unless there are no such lines.
    wide = [row for row in rows if len(_filled(row)) > 1]
    first_line = (wide or rows)[0].number
    if first_line > rows[min(len(rows) - 1, MOST_TITLE_ROWS)].number:
        first_line = rows[0].number
    body = [row for row in rows if row.number >= first_line]
    named = [at for at in range(width) if _has_names(body, at)]
    if not any(row.cell(0) for row in body):
        named.insert(0, 0)  # the teams' names are missing
    kinds = [IGNORED] * width
    for at in named:
        kinds[at] = "team" if at == named[0] else "player"
    _find_members(kinds, body)
    return TeamColumns(tuple(kinds), first_line)


def parse_team_columns(typed: str) -> tuple[str, ...]:
    """Return the kinds of a text such as "team,player,player,skip"; raises `Refused`."""
    kinds = tuple(part.strip().casefold() or IGNORED for part in typed.split(","))
    for kind in kinds:
        if kind not in COLUMN_TITLES:
            raise Refused(
                "a column can be {kinds}, but not “{kind}”",
                kinds=", ".join(COLUMN_TITLES),
                kind=shorten_text(kind),
            )
    for kind in ONE_EACH:
        if kinds.count(kind) > 1:
            raise Refused("only one column can be “{kind}”", kind=kind)
    return kinds


def is_number_or_address(text: str) -> bool:
    """Return whether a cell has an e-mail address, a number or a date, and no name."""
    has_digit = any(map(str.isdigit, text))
    return bool(E_MAIL.search(text)) or (
        has_digit and not LETTER.search(BEFORE_TELEPHONE.sub("", text))
    )


def _filled(row: SpreadsheetRow) -> list[str]:
    return [cell for cell in row.cells if cell]


def _words(cell: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", cell.casefold())
    return re.findall(
        r"[^\W\d_]+|\d+", "".join(each for each in plain if not unicodedata.combining(each))
    )


def _heading_kind(cell: str) -> str | None:
    words = _words(cell)
    if not words:
        return IGNORED if cell in ("#", "№") else None
    known = {each for each in words if not each.isdigit()}
    is_question = "?" in cell or "(" in cell
    if len(cell) > LONGEST_HEADING or not (known <= HEADING_WORDS or is_question):
        return None
    if known <= {"id", "team"} and "id" in known:
        return "id"
    found = {KIND_BY_WORD.get(each) for each in known}
    kind = next((each for each in KINDS_OF_WORDS if each in found), None)
    if kind in (IGNORED, "seed"):
        return kind
    has_first, has_last = bool(known & FIRST_NAME), bool(known & LAST_NAME)
    if has_first != has_last:
        return "first" if has_first else "last"
    if kind == "name" and has_first:
        return "player"
    if "id" in known:
        return IGNORED
    return "player" if kind == "members" and len(words) > len(known) else kind


def _kinds_by_heading(row: SpreadsheetRow) -> list[str]:
    found = [_heading_kind(cell) if cell else None for cell in row.cells]
    kinds = [each or "" for each in found]
    numbered = any(
        kind == "player" and re.search(r"\d", row.cell(at)) for at, kind in enumerate(kinds)
    )
    if sum(kind is not None for kind in found) < (1 if numbered else 2):
        return []
    if "team" not in kinds and "name" in kinds and "last" not in kinds:
        kinds[kinds.index("name")] = "team"
    rest = "first" if "last" in kinds else "player"
    kinds = [rest if kind == "name" else kind for kind in kinds]
    if not {"first", "last", *PLAYERS} & {*kinds}:
        return []
    if "team" not in kinds:
        unknown = [at for at, cell in enumerate(row.cells) if cell and not kinds[at]]
        if unknown:
            kinds[unknown[0]] = "team"
    for kind in ONE_EACH:
        for again in [at for at, each in enumerate(kinds) if each == kind][1:]:
            kinds[again] = IGNORED
    # A column with an unknown heading differs from a column without one.
    return [kind or (IGNORED if row.cell(at) else "") for at, kind in enumerate(kinds)]


def _name_the_nameless(kinds: list[str], body: Sequence[SpreadsheetRow]) -> None:
    for at in range(1, len(kinds)):
        if not kinds[at] and kinds[at - 1] in PLAYERS and _has_names(body, at):
            kinds[at] = "player"
            kinds[at - 1] = kinds[at - 1].replace("members", "player")
    if kinds.count("members") > 1:
        kinds[:] = [kind.replace("members", "player") for kind in kinds]
    _find_members(kinds, body)


def _find_members(kinds: list[str], body: Sequence[SpreadsheetRow]) -> None:
    players = [at for at, kind in enumerate(kinds) if kind in (*PLAYERS, "first", "last")]
    if len(players) == 1 and kinds[players[0]] == "player":
        cells = [row.cell(players[0]) for row in body]
        if sum("," in cell for cell in cells) > len(cells) / 2:
            kinds[players[0]] = "members"


def _has_names(body: Sequence[SpreadsheetRow], at: int) -> bool:
    cells = [cell for row in body if (cell := row.cell(at))]
    return bool(cells) and sum(map(is_number_or_address, cells)) < USUAL_SHARE * len(cells)
