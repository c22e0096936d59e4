"""The room's screen: a second window for a projector, which turns by itself and is read from afar.

It shows seats, tables with their clocks, standings and bracket in turn, and what the director typed
above them.  What it shows was read at the moment that it states; where it cannot be read anew, the
screen says so and keeps what it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QLabel, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.places import LONGEST_DAY
from scorepad.events.overview import Overview
from scorepad.events.seating import SeatMove, latest_released_seating_change
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text
from scorepad.window.event.bracket_drawing import LETTERS
from scorepad.window.event.room_letters import (
    LINE,
    largest_letter_size,
    smallest_letter_size,
    width_of,
    wrap_to_one_or_two_lines,
)
from scorepad.window.event.room_slides import (
    INSTEAD,
    KINDS,
    BracketPartSize,
    FinishedGameTexts,
    Kind,
    Slide,
    changed_seats_slide,
    countdown_text,
    finished_game_texts,
    seat_slides,
    standings_and_bracket_slides,
    tables_now_playing_slide,
)
from scorepad.window.event.room_table import SlideTableLayout, SlideTableWidget, lay_out_slide_table
from scorepad.window.widgets import fit_text, theme
from scorepad.window.widgets.keyboard import read_digit
from scorepad.window.widgets.repeat_filter import HeldKeyFilter
from scorepad.window.wording.moments import format_local_time

READ_AGAIN: Final = timedelta(seconds=5)
"""What changed is looked for so often."""
ENDING_SECONDS: Final = 10
"""A game that ends is shown large for so long; one of several for less."""
MOST_ENDINGS: Final = 3
"""Of more games that end together none is shown large; their table has them."""
HEAD, FOOT, EDGE = 0.085, 0.045, 0.025
"""The parts of the height that head, foot and edge take."""
MESSAGE_HEIGHT: Final = 0.07
"""The part of the height that a line of the director takes."""
FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Return)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Backspace)
Page = tuple[Slide, int]
"""A slide and the number of one of its pages, from 0."""


def read_typed_round_start(settings: Settings) -> datetime | None:
    """Return when the next round begins (UTC), as the director typed it; None where nobody did."""
    try:
        return datetime.fromisoformat(str(settings.room_start)).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


class _Label(QLabel):
    """A line of text as large as its place, or smaller where it is long, then on two lines."""

    def __init__(self, parent: QWidget, side: Qt.AlignmentFlag, *, strong: bool = False) -> None:
        super().__init__(parent)
        self._strong = strong
        self._fitted: object = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def say(self, text: str, box: QRectF, letters: float, tone: str = "ink") -> None:
        """Show this text in this place, in letters of at most so many pixels."""
        colors = theme.colors()
        key = (text, box, letters, tone, colors)
        if key == self._fitted:
            return
        self._fitted = key

        def font(size: float) -> QFont:
            return theme.exact_figure_font(size, bold=self._strong)

        tries = [(text, letters * part) for part in (1, 0.85, 0.7, 0.6)]
        lines = wrap_to_one_or_two_lines(text, 0)
        if len(lines) > 1:
            longer = max(lines, key=width_of)
            most = min(letters, box.height() / LINE / 2)
            tries += [(longer, most * part) for part in (1, 0.8, 0.65, 0.5)]
        tries += [(text, letters * part) for part in (0.5, 0.4)]
        shown, size = fit_text.fit_text(tries, int(box.width()), font)
        if len(lines) > 1 and shown == longer:
            shown = "\n".join(lines)
        self.setFont(font(size))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(getattr(colors, tone)))
        self.setPalette(palette)
        self.setGeometry(box.toRect())
        self.setText(shown)
        self.setAccessibleName(text)
        self.setVisible(bool(text))


class _BracketPart(QWidget):
    """Paints a part of a bracket; each match is an item that a screen reader finds."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._slide: Slide | None = None
        self.matches: list[QLabel] = []

    def show_slide(self, slide: Slide) -> None:
        """Show this part of a bracket."""
        if slide.texts != tuple(each.accessibleName() for each in self.matches):
            for each in self.matches:
                each.deleteLater()
            self.matches = []
            for text in slide.texts:
                item = QLabel(self)
                item.setAccessibleName(text)
                item.show()
                self.matches.append(item)
        self._slide = slide
        if slide.drawing is not None and slide.part is not None:
            boxes = [each.box for each in slide.drawing.whole_matches_in(slide.part)]
            for item, box in zip(self.matches, boxes, strict=False):
                place = box.translated(-slide.part.topLeft())
                unit = self._unit(slide.part)
                item.setGeometry(QRectF(place.topLeft() * unit, place.size() * unit).toRect())
        self.update()

    def _unit(self, part: QRectF) -> float:
        most = largest_letter_size(self.window().height()) / LETTERS
        return min(self.width() / part.width(), self.height() / part.height(), most)

    def paintEvent(self, event: QPaintEvent) -> None:
        slide = self._slide
        if slide is None or slide.drawing is None or slide.part is None:
            return
        part, painter = slide.part, QPainter(self)
        unit = self._unit(part)
        painter.translate(-part.topLeft() * unit)
        slide.drawing.paint(painter, unit, part, only_whole_matches=True)
        painter.end()


class RoomScreen(QWidget):
    """Turns slides. Arrow keys turn by hand, Space pauses, 1 to 5 keep to tables, standings,
    bracket, seats or who moved, 0 shows all, F11 takes the whole screen.

    It is opened without taking the keys of the main window, and never stands over it.
    """

    closed = Signal()

    def __init__(self, desk: Desk, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._desk, self._settings = desk, settings
        self._event: EventTable | None = None
        self._rows: Sequence[MatchStatus] = ()
        self._over: dict[str, bool] | None = None
        """Whether each match was over when it was read last; None before that."""
        self._endings: list[FinishedGameTexts] = []
        self._ends_shown_at: datetime | None = None
        self._moves: tuple[SeatMove, ...] = ()
        self._event_key: object = None
        self._slides_key: object = None
        self._event_slides: list[Slide] = []
        self._layouts: dict[object, SlideTableLayout] = {}
        self._read_at: datetime | None = None
        self._tried_at: datetime | None = None
        self._trouble: Text | None = None
        self._now = desk.now()
        self._turned_at = self._now
        self._held_keys = HeldKeyFilter(self)
        self._paused = False
        self._only: Kind | None = None
        self._at = 0
        self._pages: list[Page] = []
        self.setWindowTitle(str(T("Room screen – Scorepad")))
        self.setAccessibleName(str(T("Room screen")))
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setMinimumSize(480, 320)
        left, middle = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter
        right = Qt.AlignmentFlag.AlignRight
        self._name = _Label(self, left, strong=True)
        self._title = _Label(self, middle)
        self._clock = _Label(self, right, strong=True)
        self._countdown = _Label(self, middle, strong=True)
        self._message = _Label(self, middle, strong=True)
        self._table = SlideTableWidget()
        self._table.setParent(self)
        self._bracket = _BracketPart(self)
        strong = (False, True, False, True, False)
        self._ending = [_Label(self, middle, strong=each) for each in strong]
        self._none = _Label(self, middle)
        self._state = _Label(self, left)
        self.resize(1280, 720)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        handle = self.windowHandle()
        if handle is not None:
            # A window that belongs to another is always kept above it.
            handle.setTransientParent(None)  # type: ignore[arg-type]
            handle.installEventFilter(self._held_keys)

    # Reading.

    def refresh(self) -> None:
        """Read again what is shown; where that fails, say so and keep what there is."""
        self._tried_at = now = self._desk.now()
        try:
            rows = self._desk.statuses_of_today()
            self._follow_event(now, rows)
        except Refused as refused:
            self._trouble = refused.text
        else:
            self._trouble, self._read_at = None, now
            self._rows = self._rows_of_event(rows)
            self._queue_endings()
        self._show()

    def _follow_event(self, now: datetime, rows: Sequence[MatchStatus]) -> None:
        """Open the event that is chosen, else the one that was shown last or that of today, and
        read it again where it or a match has changed."""
        today = [
            each
            for each in self._desk.keeper.events()
            if each.changed is not None and each.changed >= now - LONGEST_DAY
        ]
        event_ids = (self._settings.room_event, self._settings.event)
        by_setting = [each for key in event_ids for each in today if each.id == key]
        chosen = by_setting or today
        if not chosen:
            self._event, self._moves, self._event_key = None, (), None
            return
        event_key = chosen[0].id, chosen[0].entries, tuple(rows)
        if event_key != self._event_key:
            if self._event is None or self._event.event.id != chosen[0].id:
                self._event = EventDesk(self._desk).open(chosen[0].id)
                self._over = None
            else:
                self._event.follow_other_programs()
            change = latest_released_seating_change(self._event.event)
            self._moves = () if change is None else change.moves
            self._event_key = event_key

    def _rows_of_event(self, rows: Sequence[MatchStatus]) -> Sequence[MatchStatus]:
        """Return the tables of the event that is shown; all of them where there is none, or where
        it has none yet."""
        if self._event is None:
            return rows
        ids = set(self._event.event.match_id_by_pairing.values())
        return [row for row in rows if row.id in ids] or [row for row in rows if not row.event]

    def _queue_endings(self) -> None:
        """Queue the games that ended since the last look, to be shown large."""
        before, self._over = self._over, {row.id: row.is_over for row in self._rows}
        if before is None:
            return
        ended = [row for row in self._rows if row.is_over and before.get(row.id) is False]
        ended = [
            row
            for row in ended
            if row.winner is not None or row.forfeited or row.score[0] == row.score[1]
        ]
        if 0 < len(ended) <= MOST_ENDINGS:
            if not self._endings:
                self._ends_shown_at = self._now
            overview = self._overview
            self._endings += [finished_game_texts(row, overview) for row in ended]

    @property
    def _overview(self) -> Overview | None:
        return None if self._event is None else self._event.event.overview

    def tick(self, now: datetime) -> None:
        """Move the time on to `now` (UTC): clocks run, slides turn, what changed is read."""
        before, self._now = self._now, now
        if self._tried_at is None or now - self._tried_at >= READ_AGAIN:
            self.refresh()
        if self._ends_shown_at is not None:
            if now - self._ends_shown_at >= timedelta(seconds=ENDING_SECONDS):
                self._endings = self._endings[1:]
                self._ends_shown_at = now if self._endings else None
                self._turned_at = now
                self._show()
            elif int(now.timestamp()) != int(before.timestamp()):
                self._show()
            return
        turns = timedelta(seconds=self._settings.room_seconds)
        if not self._paused and now - self._turned_at >= turns:
            self.turn(1)
        elif int(now.timestamp()) != int(before.timestamp()):
            self._show()

    # What is shown.

    def _make_slides(self) -> list[Slide]:
        """Return the slides of what was read."""
        overview, body = self._overview, self._body()
        unit = smallest_letter_size(self.height()) / LETTERS
        room = BracketPartSize(body.width() / unit, body.height() / unit)
        key = (self._event_key, room, None if overview is None else id(overview))
        if key != self._slides_key:
            # What hangs on no clock is made once.
            self._slides_key, self._event_slides = key, []
            if overview is not None:
                moved = changed_seats_slide(self._moves, overview)
                self._event_slides += [] if moved is None else [moved]
                self._event_slides += seat_slides(overview)
                self._event_slides += standings_and_bracket_slides(overview, room)
        tables = tables_now_playing_slide(self._rows, overview, self._now)
        first = [each for each in self._event_slides if each.kind in ("moved", "seats")]
        last = [each for each in self._event_slides if each.kind not in ("moved", "seats")]
        slides = [*first, *([] if tables is None else [tables]), *last]
        only = self._only
        if only is not None and all(each.kind != only for each in slides):
            only = INSTEAD.get(only)
        return [each for each in slides if only in (None, each.kind)] or slides

    def _layout(self, slide: Slide) -> SlideTableLayout:
        """Return how a slide's table is set; it stays while its names do."""
        body = self._body()
        key = (
            slide.columns,
            tuple(
                tuple(
                    cell.text
                    for cell, column in zip(line, slide.columns, strict=True)
                    if not column.samples
                )
                for line in slide.lines
            ),
            (body.width(), body.height()),
            self.height(),
            theme.exact_figure_font(100).family(),
        )
        layout = self._layouts.get(key)
        if layout is None:
            if len(self._layouts) > 20:
                self._layouts.clear()
            layout = lay_out_slide_table(
                slide.columns, slide.lines, body.width(), body.height(), self.height()
            )
            self._layouts[key] = layout
        return layout

    def _show(self) -> None:
        """Show what is to be seen now."""
        self._pages = []
        for each in self._make_slides():
            count = 1 if each.kind == "bracket" else self._layout(each).page_count(len(each.lines))
            self._pages += [(each, number) for number in range(count)]
        high, edge = self.height(), self.height() * EDGE
        wide = self.width() - 2 * edge
        slide, page = self.shown_page or (None, 0)
        third = wide / 3
        title = "" if slide is None or self._endings else slide.title
        head = high * HEAD
        texts = (
            (self._name, self._name_text()),
            (self._title, title),
            (self._clock, format_local_time(self._now)),
        )
        for at, (label, text) in enumerate(texts):
            label.say(text, QRectF(edge + at * third, 0, third, head), head * 0.5)
        top = head
        for label, text in (
            (self._countdown, self._countdown_text()),
            (self._message, self._message_text()),
        ):
            line = QRectF(edge, top, wide, high * MESSAGE_HEIGHT)
            label.say(text, line, high * MESSAGE_HEIGHT * 0.68, "accent")
            top += high * MESSAGE_HEIGHT if text else 0
        foot = QRectF(edge, high * (1 - FOOT), wide, high * FOOT)
        tone = "soft" if self._trouble is None else "bad"
        self._state.say(self._state_text(), foot, foot.height() * 0.56, tone)
        self._show_body(slide, page)

    def _show_body(self, slide: Slide | None, page: int) -> None:
        """Show a page in the middle, or a game that ended, or that there is nothing."""
        body, high = self._body(), self.height()
        ended = self._endings[0] if self._endings else None
        is_bracket = slide is not None and slide.kind == "bracket"
        self._table.setVisible(slide is not None and not is_bracket and ended is None)
        self._bracket.setVisible(is_bracket and ended is None)
        nothing = "" if slide is not None or ended is not None else self._nothing_text()
        self._none.say(nothing, body, high * 0.05, "soft")
        self._show_ending(ended, body)
        if slide is None or ended is not None:
            return
        if is_bracket:
            self._bracket.setGeometry(body.toRect())
            self._bracket.show_slide(slide)
        else:
            self._table.setGeometry(body.toRect())
            self._table.show_page(slide, self._layout(slide), page)

    def _show_ending(self, ended: FinishedGameTexts | None, body: QRectF) -> None:
        """Show a game that ended: its place, the winner with the points, the other side, what came
        of it, and who leads."""
        lines = ("", "", "", "", "")
        if ended is not None:
            sides = [
                "  ".join(filter(None, each))
                for each in zip(ended.names, ended.points, strict=True)
            ]
            lines = (ended.place, sides[0], sides[1], ended.result, ended.leader)
        top = body.top()
        shares, letters = (0.14, 0.27, 0.17, 0.25, 0.17), (0.06, 0.13, 0.08, 0.1, 0.06)
        tones = ("soft", "ink", "soft", "good", "ink")
        for label, text, share, size, tone in zip(
            self._ending, lines, shares, letters, tones, strict=True
        ):
            box = QRectF(body.left(), top, body.width(), body.height() * share)
            label.say(text, box, self.height() * size, tone)
            top += box.height()

    @property
    def shown_page(self) -> Page | None:
        """The page that is shown; None where there is nothing to show."""
        return self._pages[self._at % len(self._pages)] if self._pages else None

    @property
    def shown_text_lines(self) -> list[str]:
        """All that the screen says, line by line, as its items say it."""
        head = [each.accessibleName() for each in (self._name, self._title)]
        head += [each.accessibleName() for each in (self._countdown, self._message)]
        body = [each.accessibleName() for each in (*self._ending, self._none)]
        if self._bracket.isVisibleTo(self):
            body += [each.accessibleName() for each in self._bracket.matches]
        if self._table.isVisibleTo(self):
            for block in self._table.blocks:
                if not block.isVisibleTo(self._table):
                    continue
                for row in range(block.rowCount()):
                    items = [block.item(row, column) for column in range(block.columnCount())]
                    body.append(" ".join(item.text() for item in items if item and item.text()))
        return [each for each in (*head, *body, self._state.accessibleName()) if each]

    def _name_text(self) -> str:
        if self._event is not None:
            return self._event.event.register.head.name
        names = {row.event for row in self._rows}
        return names.pop() if len(names) == 1 else ""

    def _message_text(self) -> str:
        """Return the line that the director typed."""
        return str(self._settings.room_message).strip()

    def _countdown_text(self) -> str:
        typed = read_typed_round_start(self._settings)
        return countdown_text(self._overview, typed, self._now)

    def _nothing_text(self) -> str:
        return str(T("No tables are playing yet."))

    def _state_text(self) -> str:
        """Return how new this is, and which page of how many."""
        when = format_local_time(self._read_at)
        if self._trouble is not None and when:
            state = str(T("▲ Cannot be read now. This is how it stood at {time}.", time=when))
        elif self._trouble is not None:
            state = str(T("▲ Cannot be read now: {why}", why=self._trouble))
        else:
            state = str(T("As of {time}", time=when))
        parts = [state]
        if any(row.is_over and row.unsigned for row in self._rows):
            parts.append(str(T("○ not confirmed yet")))
        if self._paused:
            parts.append(str(T("paused")))
        if len(self._pages) > 1:
            at = self._at % len(self._pages) + 1
            parts.append(str(T("{n} of {all}", n=at, all=len(self._pages))))
        return " · ".join(parts)

    # Turning.

    def turn(self, by: int) -> None:
        """Show the page that is this many further."""
        self._turned_at = self._now
        self._endings, self._ends_shown_at = [], None
        self._at = (self._at + by) % max(1, len(self._pages))
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, kinds = Qt.Key(event.key()), list(KINDS)
        if key in FORWARD:
            self.turn(1)
        elif key in BACK:
            self.turn(-1)
        elif key == Qt.Key.Key_Space:
            self._paused = not self._paused
            self.turn(0)
        elif (digit := read_digit(event)) and int(digit) <= len(kinds):
            self._only = None if digit == "0" else kinds[int(digit) - 1]
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
        self._show()

    # Places.

    def _body(self) -> QRectF:
        """Return the room between head and foot, in pixels."""
        high, edge = self.height(), self.height() * EDGE
        lines_height = (
            sum(map(bool, (self._countdown_text(), self._message_text()))) * MESSAGE_HEIGHT
        )
        top = high * (HEAD + lines_height)
        return QRectF(edge, top, self.width() - 2 * edge, high * (1 - FOOT) - top)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.colors().ground))
        painter.end()
