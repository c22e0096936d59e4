"""The room's screen: a second window for a projector, which turns by itself and is read from afar.

It shows seats, tables with their clocks, standings and bracket in turn, below the director's
message.  It shows the time of the last reading; if a reading fails, it shows the error and keeps
its content.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Final, TypeAlias

from PySide6.QtCore import QEvent, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QTransform,
)
from PySide6.QtWidgets import QGraphicsView, QLabel, QStackedWidget, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.places import LONGEST_DAY
from scorepad.events.overview import Overview
from scorepad.events.seating import SeatMove, latest_released_seating_change
from scorepad.events.weeks import day_in_sight
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text, capitalize, join_parts
from scorepad.window.event.bracket_scene import LETTERS, BracketScene
from scorepad.window.event.letters import letter_size
from scorepad.window.event.room_slides import (
    INSTEAD,
    KINDS,
    Kind,
    Slide,
    SlideLine,
    changed_seats_slides,
    countdown_text,
    finished_game_lines,
    leaders_slides,
    scale_to_fit,
    seat_slides,
    standings_and_bracket_slides,
    tables_now_playing_slides,
)
from scorepad.window.event.room_table import (
    GAP,
    LARGE,
    MOST_BLOCKS,
    SlideTable,
    TableLayout,
    lay_out_table,
)
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.keyboard import read_digit
from scorepad.window.widgets.repeat_filter import RepeatedPressFilter
from scorepad.window.wording.moments import format_local_time

READ_AGAIN: Final = timedelta(seconds=5)
"""The time between two readings."""
ENDING_TIME: Final = timedelta(seconds=10)
"""A game that ends is shown large for so long; one of several for less."""
MOST_ENDINGS: Final = 3
"""Of more games that end together none is shown large; their table has them."""
EDGE: Final = 0.025
"""The part of the height that the edge takes."""
LINES_OF_ENDING: Final = (
    (0.05, "soft", False),
    (0.1, "ink", True),
    (0.07, "soft", False),
    (0.08, "good", True),
    (0.05, "ink", False),
)
"""The lines about a game that ends: their letters as parts of the height, their color, and whether
they're bold."""
ENDING: Final = 2
"""The number of that page in the body."""
BRACKET: Final = 60
"""The capitals of a bracket are at least this part of the height; a larger one is a table."""
ORDER: Final = ("moved", "seats", "tables", "standings", "bracket", "leaders")
"""The kinds of slides in the order in which they are shown."""
FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Return)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Backspace)
Page: TypeAlias = tuple[Slide, TableLayout | None, Sequence[SlideLine]]
"""A slide; of a table also its layout and the lines of the page."""


def read_typed_round_start(settings: Settings) -> datetime | None:
    """Return when the next round begins (UTC), as the director typed it; None without it."""
    try:
        return datetime.fromisoformat(str(settings.room_start)).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


class RoomScreen(QWidget):
    """Turns slides. Arrow keys turn by hand, Space pauses, 1 to 6 keep to tables, standings,
    bracket, seats, seat changes or leaders, 0 shows all, F11 takes the whole screen.

    It is opened without taking the keys of the main window, and is never above it.
    """

    closed = Signal()

    def __init__(self, desk: Desk, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._desk, self._settings = desk, settings
        self._event: EventTable | None = None
        self._rows: Sequence[MatchStatus] = ()
        self._over: dict[str, bool] | None = None
        """Whether each match was over when it was read last; None before that."""
        self._endings: list[tuple[str, ...]] = []
        """The lines about each game that ended."""
        self._ends_shown_at: datetime | None = None
        self._moves: tuple[SeatMove, ...] = ()
        self._event_key: object = None
        self._slides_key: object = None
        self._event_slides: list[Slide] = []
        self._read_at: datetime | None = None
        self._tried_at: datetime | None = None
        self._trouble: Text | None = None
        self._now = desk.now()
        self._turned_at = self._now
        self._paused = False
        self._only: Kind | None = None
        self._at = 0
        self._pages: list[Page] = []
        self.setWindowTitle(str(T("Room screen – Scorepad")))
        self.setAccessibleName(str(T("Room screen")))
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setMinimumSize(480, 320)
        self.setProperty("kind", "page")
        self._letters: dict[QLabel, tuple[float, bool]] = {}
        """The size of the letters of each label, as a part of the height, and whether they're
        bold."""
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        self._name = self._label(0.038, bold=True, side=left)
        self._title = self._label(0.038)
        self._clock = self._label(0.042, bold=True, side=right)
        self._countdown, self._message = (self._label(0.048, "accent", bold=True) for _ in range(2))
        self._none = self._label(0.05, "soft")
        self._state = self._label(0.025, side=left)
        self._ending = [self._label(size, tone, bold=bold) for size, tone, bold in LINES_OF_ENDING]
        self._tables = [SlideTable() for _ in range(MOST_BLOCKS)]
        self._table = layouts.row(*self._tables, None, spacing=Gap.NONE)
        self._bracket = QGraphicsView()
        self._bracket.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bracket.setInteractive(False)
        self._bracket.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._bracket.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._bracket.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        ending = layouts.column(None, *self._ending, None)
        for view in (*self._tables, self._bracket):
            view.viewport().setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._body = QStackedWidget()
        for each in (self._table, self._bracket, ending, self._none):
            self._body.addWidget(each)
        head = layouts.row((self._name, 4), (self._title, 5), (self._clock, 2))
        rows = head, self._countdown, self._message, (self._body, 1), self._state
        layouts.set_column(self, *rows, spacing=Gap.LINES)
        self._repeated_presses = RepeatedPressFilter(self)
        controls.EventFollower(self, self._fit)
        controls.EventFollower(self, self._own_window, QEvent.Type.Show)
        controls.EventFollower(self, self.closed.emit, QEvent.Type.Close)
        self.resize(1280, 720)
        self.refresh()

    def _own_window(self) -> None:
        handle = self.windowHandle()
        # A window that belongs to another is always kept above it.
        handle.setTransientParent(None)  # type: ignore[arg-type]
        handle.installEventFilter(self._repeated_presses)

    def _label(
        self,
        size: float,
        tone: str = "ink",
        *,
        bold: bool = False,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter,
    ) -> QLabel:
        label = controls.label("", wrap=True)
        label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        label.setProperty("tone", tone)
        self._letters[label] = size, bold
        return label

    # Reading.

    def refresh(self) -> None:
        """Read the tables and the event again; keep the last content if that fails."""
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
        events = self._desk.keeper.events()
        today = [
            each
            for each in events
            if each.changed is not None and each.changed >= now - LONGEST_DAY
        ]
        chosen = [each for each in events if each.id == self._settings.room_event]
        chosen += [each for each in today if each.id == self._settings.event] + today
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
        ended = [
            row
            for row in self._rows
            if row.is_over
            and before.get(row.id) is False
            and (row.winner is not None or row.forfeited or row.score[0] == row.score[1])
        ]
        if 0 < len(ended) <= MOST_ENDINGS:
            if not self._endings:
                self._ends_shown_at = self._now
            self._endings += [finished_game_lines(row, self._overview) for row in ended]

    @property
    def _overview(self) -> Overview | None:
        return None if self._event is None else self._event.event.overview

    def tick(self, now: datetime) -> None:
        """Move the time on to `now` (UTC): run clocks, turn slides, and read changes."""
        before, self._now = self._now, now
        if self._tried_at is None or now - self._tried_at >= READ_AGAIN:
            self.refresh()
        turns = timedelta(seconds=self._settings.room_seconds)
        is_second = int(now.timestamp()) != int(before.timestamp())
        if self._ends_shown_at is not None:
            if now - self._ends_shown_at >= ENDING_TIME:
                self._endings = self._endings[1:]
                self._ends_shown_at = now if self._endings else None
                self._turned_at, is_second = now, True
        elif not self._paused and now - self._turned_at >= turns:
            self.turn(1)
            return
        if is_second:
            self._show()

    # Showing.

    def _make_slides(self) -> list[Slide]:
        overview, body = self._overview, QSizeF(self._body.size())
        day = "" if self._event is None else self._event.today
        has_leaders = self._settings.room_leaders
        key = self._event_key, body, theme.colors(), id(overview), day, has_leaders
        if key != self._slides_key:
            # Slides without a clock are made once.
            self._slides_key, self._event_slides = key, []
            if self._event is not None and overview is not None:
                letters = letter_size(self.height(), BRACKET)
                self._event_slides += [
                    *changed_seats_slides(self._moves, overview),
                    *seat_slides(overview, day_in_sight(overview.register, day)),
                    *standings_and_bracket_slides(overview, body, letters),
                    *(leaders_slides(self._event.event) if has_leaders else ()),
                ]
        tables = tables_now_playing_slides(self._rows, self._now)
        slides = sorted((*self._event_slides, *tables), key=lambda each: ORDER.index(each.kind))
        only = self._only
        if only is not None and all(each.kind != only for each in slides):
            only = INSTEAD.get(only)
        return [each for each in slides if only in (None, each.kind)] or slides

    def _show(self) -> None:
        self._say(self._name, self._name_text())
        self._say(self._clock, format_local_time(self._now))
        typed_start = read_typed_round_start(self._settings)
        self._say(self._countdown, countdown_text(self._overview, typed_start, self._now))
        self._say(self._message, str(self._settings.room_message).strip())
        for label in (self._countdown, self._message):
            label.setVisible(bool(label.text()))
        layout = self.layout()
        assert layout is not None
        layout.activate()
        room = self._body.size()
        self._lay_out_pages()
        layout.activate()
        if self._body.size() != room:  # a longer line leaves less
            self._lay_out_pages()
        page = self.shown_page
        ended = self._endings[0] if self._endings else None
        self._say(self._none, "" if page or ended else str(T("No tables are playing yet.")))
        if ended is not None:
            self._body.setCurrentIndex(ENDING)
            for label, text in zip(self._ending, ended, strict=True):
                self._say(label, text)
        elif page is None:
            self._body.setCurrentWidget(self._none)
        elif page[0].scene is not None:
            self._bracket.setAccessibleName(page[0].title)
            self._bracket.setAccessibleDescription("\n".join(page[0].texts))
            self._show_bracket(page[0].scene)
        else:
            self._show_table(*page)

    def _lay_out_pages(self) -> None:
        self._pages = []
        for slide in self._make_slides():
            if slide.scene is not None:
                self._pages.append((slide, None, ()))
                continue
            table = lay_out_table(slide, self._body.size(), self.height())
            self._pages += [(slide, table, lines) for lines in table.pages(slide.lines)]
        page = self.shown_page
        self._say(self._title, "" if page is None or self._endings else page[0].title)
        note = "" if page is None else page[0].note
        tone = "bad" if self._trouble is not None else "warn" if note else "soft"
        theme.set_style_property(self._state, "tone", tone)
        self._say(self._state, join_parts((capitalize(note), self._state_text()), "\n"))

    def _say(self, label: QLabel, text: str) -> None:
        if label.text() != text:
            label.setText(text)
            label.setAccessibleName(text)

    def _show_table(
        self, slide: Slide, table: TableLayout | None, lines: Sequence[SlideLine]
    ) -> None:
        """Show a page of a table, in as many tables beside each other as it needs."""
        assert table is not None
        self._body.setCurrentWidget(self._table)
        blocks = min(table.blocks, ceil(len(lines) / table.rows)) or 1
        rows = ceil(len(lines) / blocks)
        row = self._table.layout()
        assert row is not None
        row.setSpacing(round(table.size * GAP))
        for at, block in enumerate(self._tables):
            mine = lines[at * rows : (at + 1) * rows] if at < blocks else ()
            block.setVisible(bool(mine))
            if mine:
                high = table.row_height(rows, self._body.height())
                block.show_lines(slide, table, mine, high)

    def _show_bracket(self, scene: BracketScene) -> None:
        self._body.setCurrentWidget(self._bracket)
        most = letter_size(self.height(), LARGE) / LETTERS
        scale = min(most, scale_to_fit(scene, QSizeF(self._body.size())))
        self._bracket.setScene(scene)
        self._bracket.setTransform(QTransform.fromScale(scale, scale))

    @property
    def shown_page(self) -> Page | None:
        """The page that is shown; None where there is nothing to show."""
        return self._pages[self._at % len(self._pages)] if self._pages else None

    def _name_text(self) -> str:
        if self._event is not None:
            return self._event.event.register.head.name
        names = {row.event for row in self._rows}
        return names.pop() if len(names) == 1 else ""

    def _state_text(self) -> str:
        """Return how new this is, and which page of how many."""
        when, count = format_local_time(self._read_at), len(self._pages)
        state = T("As of {time}", time=when)
        if self._trouble is not None and when:
            state = T("▲ Can't update right now. Last updated at {time}.", time=when)
        elif self._trouble is not None:
            state = T("▲ Can't update right now: {why}", why=self._trouble)
        is_open = any(row.is_over and row.unsigned for row in self._rows)
        return join_parts(
            (
                state,
                T("○ not confirmed yet") if is_open else "",
                T("paused") if self._paused else "",
                T("{n} of {all}", n=self._at % count + 1, all=count) if count > 1 else "",
            )
        )

    # Turning.

    def turn(self, by: int) -> None:
        """Show the page that is this many further."""
        self._turned_at = self._now
        self._endings, self._ends_shown_at = [], None
        self._at = (self._at + by) % max(1, len(self._pages))
        self._show()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Turn as a presentation does: on by a click, back by a right click."""
        self.turn(-1 if event.button() == Qt.MouseButton.RightButton else 1)

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

    def _fit(self) -> None:
        high = self.height()
        for label, (part, bold) in self._letters.items():
            label.setFont(theme.exact_figure_font(high * part, bold=bold))
        edge = round(high * EDGE)
        self.setContentsMargins(edge, edge // 2, edge, edge // 2)
        self._show()
