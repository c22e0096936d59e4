"""The room's screen: a second window for a projector, which turns by itself and is read from afar.

It shows tables with their clocks, standings and bracket in turn.  What it shows was read at the
moment that it states; where it cannot be read anew, the screen says so and keeps what it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.floor import Floor, FloorRow
from scorepad.desk.summary import LONGEST_DAY
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, Words, isolate_name
from scorepad.window.event.room_slides import (
    INSTEAD,
    KINDS,
    SHARES,
    Cell,
    Kind,
    Line,
    Room,
    Slide,
    event_slides,
    table_slides,
)
from scorepad.window.widgets import fit_text, theme
from scorepad.window.wording.moments import format_time

READ_AGAIN: Final = timedelta(seconds=5)
"""What changed is looked for so often."""
LINES: Final = 11
"""At most so many lines stand below each other: a line is a fourteenth of the screen's height."""
HEAD, FOOT = 0.11, 0.07
"""The parts of the height that head and foot take."""
FEW: Final = 8
"""Fewer lines than this are no higher than so many would be."""
LETTERS: Final = 0.58
"""The size of letters as a part of a line's height."""
ACROSS: Final = 20
"""A line is at least so many times as wide as its letters are high."""
LEAST_LETTERS: Final = 46
"""The letters of a bracket are at least this part of the screen's height (one forty-sixth)."""
WIDE_ENOUGH: Final = 1.5
"""From this ratio of width to height on, lines stand in two columns."""
FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Return)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Backspace)
SIDES: Final = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "middle": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


class RoomScreen(QWidget):
    """Turns slides. Arrow keys turn by hand, Space pauses, 1 to 3 keep to tables, standings or
    bracket, 0 shows all, F11 takes the whole screen."""

    closed = Signal()

    def __init__(self, desk: Desk, words: Words, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._desk, self._words, self._settings = desk, words, settings
        self._floor = Floor(desk, words)
        self._event: EventTable | None = None
        self._rows: Sequence[FloorRow] = ()
        self._seen: object = None
        self._read_at: datetime | None = None
        self._tried_at: datetime | None = None
        self._trouble: Text | None = None
        self._now = desk.now()
        self._turned_at = self._now
        self._paused = False
        self._only: Kind | None = None
        self._at = 0
        self._slides: list[Slide] = []
        self.setWindowTitle(words("Room screen – Scorepad"))
        self.setAccessibleName(words("Room screen"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(480, 320)
        self.resize(1280, 720)
        self.refresh()

    # Reading.

    def refresh(self) -> None:
        """Read again what is shown; where that fails, say so and keep what there is."""
        self._tried_at = now = self._desk.now()
        try:
            self._rows = self._floor.rows()
            self._follow_event(now)
        except Refused as refused:
            self._trouble = refused.text
        else:
            self._trouble, self._read_at = None, now
        self._make_slides()

    def _follow_event(self, now: datetime) -> None:
        """Open today's event, and read it again where it or a match has changed."""
        today = [
            each
            for each in self._desk.keeper.events()
            if each.changed is not None and each.changed >= now - LONGEST_DAY
        ]
        chosen = [each for each in today if each.id == self._settings.event] or today
        if not chosen:
            self._event = None
            return
        seen = chosen[0].id, chosen[0].entries, tuple(map(id, self._rows))
        if seen != self._seen:
            if self._event is None or self._event.event.id != chosen[0].id:
                self._event = EventDesk(self._desk).open(chosen[0].id)
            else:
                self._event.follow()
            self._seen = seen

    def tick(self, now: datetime) -> None:
        """Move the time on to `now` (UTC): clocks run, slides turn, what changed is read."""
        before, self._now = self._now, now
        if self._tried_at is None or now - self._tried_at >= READ_AGAIN:
            self.refresh()
        turns = timedelta(seconds=self._settings.room_seconds)
        if not self._paused and now - self._turned_at >= turns:
            self.turn(1)
        elif int(now.timestamp()) != int(before.timestamp()):
            self._make_slides()

    def _make_slides(self) -> None:
        """Make the slides of what was read, for the size of this window."""
        wide, high = self._body().width(), self._body().height()
        unit = self.height() / LEAST_LETTERS / 15
        columns = 2 if self.width() >= WIDE_ENOUGH * self.height() else 1
        room = Room(LINES, columns, wide / unit, high / unit)
        words = self._words
        overview = self._event.event.overview if self._event is not None else None
        slides = list(table_slides(self._rows, overview, words, self._now, room))
        if overview is not None:
            slides += event_slides(overview, words, room)
        only = self._only
        if only is not None and all(each.kind != only for each in slides):
            only = INSTEAD.get(only)
        self._slides = [each for each in slides if only in (None, each.kind)] or slides
        shown = self.shown
        self.setAccessibleDescription("\n".join(self._lines(shown)))
        self.update()

    @property
    def shown(self) -> Slide | None:
        """The slide that is shown; None where there is nothing to show."""
        return self._slides[self._at % len(self._slides)] if self._slides else None

    def _lines(self, slide: Slide | None) -> list[str]:
        """Return all that the screen says, line by line."""
        body = [slide.title, *slide.texts] if slide is not None else [self._text_without_slide()]
        return [part for part in (self._name(), *body, self._state()) if part]

    def _name(self) -> str:
        if self._event is not None:
            return isolate_name(self._event.event.register.head.name)
        names = {row.event for row in self._rows}
        return isolate_name(names.pop()) if len(names) == 1 else ""

    def _text_without_slide(self) -> str:
        return self._words("No tables are playing yet.")

    def _state(self) -> str:
        """Return how new this is, and which slide of how many."""
        words = self._words
        when = format_time(self._read_at, words)
        if self._trouble is not None and when:
            state = words("▲ Cannot be read now. This is how it stood at {time}.", time=when)
        elif self._trouble is not None:
            state = words("▲ Cannot be read now: {why}", why=self._trouble)
        else:
            state = words("As of {time}", time=when)
        parts = [state]
        if any(row.over and row.unsigned for row in self._rows):
            parts.append(words("○ not confirmed yet"))
        if self._paused:
            parts.append(words("paused"))
        if len(self._slides) > 1:
            at = self._at % len(self._slides) + 1
            parts.append(words("{n} of {all}", n=at, all=len(self._slides)))
        return " · ".join(parts)

    # Turning.

    def turn(self, by: int) -> None:
        """Show the slide that is this many further."""
        self._turned_at = self._now
        self._at = (self._at + by) % max(1, len(self._slides))
        self._make_slides()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, kinds = Qt.Key(event.key()), list(KINDS)
        if key in FORWARD:
            self.turn(1)
        elif key in BACK:
            self.turn(-1)
        elif key == Qt.Key.Key_Space:
            self._paused = not self._paused
            self.turn(0)
        elif event.text() in ("0", "1", "2", "3"):
            self._only = None if event.text() == "0" else kinds[int(event.text()) - 1]
            self._at = 0
            self.turn(0)
        elif key == Qt.Key.Key_F11:
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        elif key == Qt.Key.Key_Escape and self.isFullScreen():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        elif key == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_slides()

    # Painting.

    def _body(self) -> QRectF:
        """Return the room between head and foot, in pixels."""
        wide, high = self.width(), self.height()
        edge = high * 0.03
        return QRectF(edge, high * HEAD, wide - 2 * edge, high * (1 - HEAD - FOOT))

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, slide = theme.colors(), self.shown
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colors.ground))
        body = self._body()
        head = QRectF(body.left(), 0, body.width(), body.top())
        third = head.width() / 3
        clock = Cell(format_time(self._now, self._words), strong=True, side="right")
        title = Cell(slide.title if slide is not None else "", side="middle")
        for at, cell in enumerate((Cell(self._name(), strong=True), title, clock)):
            place = QRectF(head.left() + at * third, head.top(), third, head.height())
            self._paint_cell(painter, cell, place, head.height() * 0.5)
        foot = QRectF(body.left(), body.bottom(), body.width(), self.height() * FOOT)
        state = Cell(self._state(), tone="soft" if self._trouble is None else "bad")
        self._paint_cell(painter, state, foot, foot.height() * 0.45)
        if slide is None:
            cell = Cell(self._text_without_slide(), tone="soft", side="middle")
            self._paint_cell(painter, cell, body, self.height() * 0.05)
        elif slide.drawing is not None and slide.part is not None:
            self._paint_bracket(painter, slide, body)
        else:
            self._paint_lines(painter, slide, body)
        painter.end()

    def _paint_bracket(self, painter: QPainter, slide: Slide, body: QRectF) -> None:
        assert slide.drawing is not None
        assert slide.part is not None
        part = slide.part
        unit = min(body.width() / part.width(), body.height() / part.height())
        painter.save()
        painter.setClipRect(body)
        painter.translate(body.topLeft() - part.topLeft() * unit)
        slide.drawing.paint(painter, unit, part, whole=True)
        painter.restore()

    def _paint_lines(self, painter: QPainter, slide: Slide, body: QRectF) -> None:
        colors = theme.colors()
        gap = body.height() * 0.05
        wide = (body.width() - gap * (slide.columns - 1)) / slide.columns
        high = body.height() / max(slide.high, FEW)
        for at, line in enumerate(slide.lines):
            column, row = divmod(at, slide.high)
            left = body.left() + column * (wide + gap)
            place = QRectF(left, body.top() + row * high, wide, high)
            if row % 2 == 0:
                painter.fillRect(place, QColor(colors.surface))
            self._paint_line(painter, slide.kind, line, place)

    def _paint_line(self, painter: QPainter, kind: Kind, line: Line, place: QRectF) -> None:
        letters = min(place.height() * LETTERS, place.width() / ACROSS)
        shares, pad = SHARES[kind], letters * 0.25
        unit, left = place.width() / sum(shares), place.left()
        for cell, share in zip(line, shares, strict=True):
            box = QRectF(left + pad, place.top(), unit * share - 2 * pad, place.height())
            self._paint_cell(painter, cell, box, letters)
            left += unit * share

    def _paint_cell(self, painter: QPainter, cell: Cell, box: QRectF, letters: float) -> None:
        """Paint a text in its box; smaller where it is too long, and cut only then."""
        room = int(box.width())
        sizes = (letters, letters * 0.85, letters * 0.7)

        def font(size: float) -> QFont:
            return theme.exact_figure_font(size, bold=cell.strong)

        text, size = fit_text.fit_text([(cell.text, each) for each in sizes], room, font)
        painter.setFont(font(size))
        painter.setPen(QColor(getattr(theme.colors(), cell.tone)))
        painter.drawText(box, SIDES[cell.side] | Qt.AlignmentFlag.AlignVCenter, text)
