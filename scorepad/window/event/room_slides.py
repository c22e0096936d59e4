"""What the room's screen shows in turn: tables with their clocks, standings, the bracket.

Only what is recorded is here: no bid that is half typed, no round that is not released.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QRectF

from scorepad.desk.floor import FloorRow, now_playing
from scorepad.events.bracket_plan import bracket_matches
from scorepad.events.entries import ELIMINATION
from scorepad.events.event_descriptions import score_text, tally_text
from scorepad.events.overview import Overview, Undecided
from scorepad.events.stage_names import round_title, stage_name, texts_beside_rounds
from scorepad.spades.naming import table_order
from scorepad.spades.words import T, Text, Words, format_change, format_number, isolate_name
from scorepad.window.event.bracket_drawing import BELOW, BESIDE, HIGH, WIDE, BracketDrawing
from scorepad.window.wording.moments import clock_text

Kind: TypeAlias = Literal["tables", "standings", "bracket"]
KINDS: Final[dict[Kind, Text]] = {
    "tables": T("Tables"),
    "standings": T("Standings"),
    "bracket": T("Bracket"),
}
"""What can be shown, in the order in which the screen turns."""
INSTEAD: Final[dict[Kind, Kind]] = {"standings": "bracket", "bracket": "standings"}
"""What shows the places of a stage that has no slide of this kind."""
SHARES: Final[dict[Kind, tuple[float, ...]]] = {
    "tables": (1.7, 4.4, 2, 0.7, 4.4, 2, 3),
    "standings": (1.7, 7.6, 2, 3.2, 2.8),
    "bracket": (),
}
"""How the width of a line is shared among its cells."""
UNOFFICIAL: Final = "○"


@dataclass(frozen=True)
class Cell:
    """A text on the screen. `tone` names a color of the theme, `middle` and `right` say where it
    stands."""

    text: str
    strong: bool = False
    tone: Literal["ink", "soft", "bad", "warn", "good"] = "ink"
    side: Literal["left", "middle", "right"] = "left"


Line: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True)
class Slide:
    """One picture: lines of text in one or two columns, or a part of a bracket's drawing."""

    kind: Kind
    title: str
    lines: tuple[Line, ...] = ()
    columns: int = 1
    high: int = 1
    """How many lines stand below each other."""
    drawing: BracketDrawing | None = None
    part: QRectF | None = None
    texts: tuple[str, ...] = ()
    """What it says, line by line, for those who hear it."""


@dataclass(frozen=True)
class Room:
    """The room of a slide: as many lines below each other as are readable, so many columns, and the
    width and height of a bracket's part, in units."""

    lines: int
    columns: int
    wide: float
    high: float


def table_slides(
    rows: Sequence[FloorRow], overview: Overview | None, words: Words, now: datetime, room: Room
) -> Iterator[Slide]:
    """Yield the tables of the rounds now playing, by their numbers; `overview` is the event's, if
    they are of one."""
    playing = now_playing(rows)
    shown = sorted(
        (row for row in rows if row.match_id in playing),
        key=lambda row: (table_order(row.table), table_order(row.round)),
    )
    rounds = {row.round for row in shown}
    title = words("Now playing")
    if len(rounds) == 1:
        played = rounds.pop()
        places = texts_beside_rounds(overview, words) if overview is not None else {}
        title = round_title(played, places.get(int(played), "") if played.isdigit() else "", words)
    lines = [_table_line(row, words, now) for row in shown]
    yield from _paged("tables", title or words(KINDS["tables"]), lines, room)


def _table_line(row: FloorRow, words: Words, now: datetime) -> Line:
    leads = [row.winner == side for side in (0, 1)]
    scores = [format_number(each) if row.begun else "" for each in row.score]
    return (
        Cell(row.number, strong=True, side="right"),
        Cell(isolate_name(row.names[0]), strong=leads[0]),
        Cell(scores[0], strong=leads[0], side="right"),
        Cell(""),
        Cell(isolate_name(row.names[1]), strong=leads[1]),
        Cell(scores[1], strong=leads[1], side="right"),
        _state(row, words, now),
    )


def _state(row: FloorRow, words: Words, now: datetime) -> Cell:
    if row.over:
        sign = UNOFFICIAL if row.unsigned else "✓"
        return Cell(sign, tone="soft" if row.unsigned else "good", side="right")
    need, left = row.need(now), row.left(now)
    if not row.begun and row.face.state(now) in ("none", "waiting"):
        return Cell(words("not begun"), tone="soft", side="right")
    if left is None:
        return Cell("–", tone="soft", side="right")
    paused = "‖ " if row.face.state(now) == "paused" else ""
    tone: Literal["bad", "warn", "ink"] = "ink"
    if need in ("confirm-dealt", "time-up"):
        tone = "bad"
    elif need == "warned":
        tone = "warn"
    return Cell(f"{paused}{clock_text(left)}", strong=True, tone=tone, side="right")


def event_slides(overview: Overview, words: Words, room: Room) -> Iterator[Slide]:
    """Yield standings and brackets of the stages that are played, or of the last one that was."""
    entries = list(overview.register.stages.values())
    shown = [each for each in entries if overview.stage_status(each.stage) == "playing"]
    done = [each for each in entries if overview.stage_status(each.stage) == "done"]
    for entry in shown or done[-1:]:
        named = stage_name(overview.register, entry.stage, words)
        if entry.format not in ELIMINATION:
            lines = _standing_lines(overview, entry.stage)
            yield from _paged("standings", words("Standings · {stage}", stage=named), lines, room)
            continue
        try:
            matches = bracket_matches(overview, entry.stage)
        except Undecided:
            continue
        texts = tuple(words(each.text) for each in matches)
        drawing = BracketDrawing(matches, words)
        for part in _parts(drawing, room):
            yield Slide("bracket", named, drawing=drawing, part=part, texts=texts)


def _standing_lines(overview: Overview, stage: str) -> list[Line]:
    called = overview.register.team_name
    doubtful = {team for each in overview.unofficial_pairings(stage) for team in each.teams}
    return [
        (
            Cell(str(row.place) if row.has_place else "–", strong=True, side="right"),
            Cell(
                isolate_name(called(row.team)) + (f" {UNOFFICIAL}" if row.team in doubtful else ""),
                strong=row.place == 1 and row.has_place,
            ),
            Cell(score_text(row.score), strong=True, side="right"),
            Cell(tally_text(row), side="right"),
            Cell(format_change(row.difference), tone="soft", side="right"),
        )
        for row in overview.stage_rows(stage)
    ]


def _paged(kind: Kind, title: str, lines: Sequence[Line], room: Room) -> Iterator[Slide]:
    """Yield these lines on as few slides as they need, shared evenly."""
    columns = room.columns if len(lines) > room.lines else 1
    count = ceil(len(lines) / (room.lines * columns))
    each = ceil(len(lines) / count) if count else 0
    high = ceil(each / columns)
    for start in range(0, len(lines), max(1, each)):
        shown = tuple(lines[start : start + each])
        texts = tuple(" ".join(cell.text for cell in line if cell.text) for line in shown)
        yield Slide(kind, title, shown, columns, high, texts=texts)


def _parts(drawing: BracketDrawing, room: Room) -> Iterator[QRectF]:
    """Yield the parts of a drawing that fit on a slide, without those where nothing is drawn."""
    size = drawing.size
    if size.width() <= room.wide and size.height() <= room.high:
        yield QRectF(0, 0, size.width(), size.height())
        return
    wide = max(1, int(room.wide / (WIDE + BESIDE))) * (WIDE + BESIDE)
    # They overlap by a match, so that each match is whole on one of them.
    step = max(HIGH + BELOW, room.high - HIGH - BELOW)
    shown: set[int] = set()
    for row in range(ceil(size.height() / step)):
        for column in range(ceil(size.width() / wide)):
            part = QRectF(column * wide, row * step, wide, room.high)
            whole = {at for at, each in enumerate(drawing.placed) if part.contains(each.box)}
            if not whole <= shown:
                shown |= whole
                yield part
