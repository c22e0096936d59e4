"""A table is gone to by its number: with Ctrl or Alt and 1 to 9, in the palette, and on the floor.

Where two tables have a number, `SameNumberTableChoice` lists them; where none has it, it says so.
Until one is chosen it keeps the keys, so that digits that are typed on bid nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from scorepad.desk.floor import find_tables_meant_by_number, waiting_for_text
from scorepad.desk.search import normalize_for_search
from scorepad.spades.naming import round_name, strip_table_word, table_name, table_order
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, join_parts
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.shell.environment import WindowEnvironment
from scorepad.window.shell.open_tables import OpenTables
from scorepad.window.shell.overlay import ListOverlay
from scorepad.window.shell.pages import LazyPages
from scorepad.window.shell.palette import CommandPaletteOffer
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.keyboard import read_shortcut_digit
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText, two_line_height
from scorepad.window.wording.names import table_and_teams_text

MAX_ROWS = 5
"""The choice shows this many tables at once, where there is room."""
DIGITS = "123456789"
"""The tables that a key goes to have one of these numbers."""


_MOVES = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)


class _TableList(KeyedList):
    """Takes the keys that move in it, and leaves all others to what it stands in."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _MOVES:
            super().keyPressEvent(event)
        else:
            event.ignore()


class SameNumberTableChoice(ListOverlay):
    """Lists tables of one number."""

    chosen = Signal(str)
    """The user chose the match with this id."""

    def __init__(self, window: QWidget, top: Callable[[], int]) -> None:
        super().__init__(window, top)
        self._title = controls.label("", "strong", wrap=True)
        self._message = controls.MessageLabel()
        self._list = _TableList()
        self._list.itemClicked.connect(lambda _item: self._choose())
        self._help = controls.label("", "caption", wrap=True)
        layouts.set_column(
            self, self._title, (self._list, 1), self._message, self._help, margin=Gap.CONTROLS
        )

    def ask_which(self, title: str, rows: Sequence[tuple[str, TwoLineText]]) -> None:
        """List these tables, each with the id of its match; none is taken before it is chosen."""
        self._title.setText(title)
        self._message.clear()
        self._help.setText(str(T("↑, ↓ and Enter choose a table; Esc leaves.")))
        self._list.clear()
        self._list.show_rows(rows)
        self._open(title)

    def show_refusal(self, why: str, way_back: str) -> None:
        """Say why no table is gone to, and how one comes back to the table that is shown."""
        self._title.clear()
        self._list.clear()
        self._message.say(why, "bad")
        self._help.setText(way_back)
        self._open(why)

    def _open(self, name: str) -> None:
        self.setAccessibleName(name)
        self._list.setAccessibleName(name)
        self._title.setVisible(bool(self._title.text()))
        # Without rows it has no height, and takes the keys all the same.
        self.show_over_page(self._list)

    def place(self) -> None:
        for framed in (self, self._list, self._message):
            framed.ensurePolished()
        count = min(MAX_ROWS, self._list.count())
        frame = 2 * self._list.frameWidth() if count else 0
        layout = self.layout()
        assert layout is not None
        self._list.setFixedHeight(0)
        layout.invalidate()
        others = layout.totalHeightForWidth(self.width_over_page()) + frame
        rows = self.place_and_count_rows(others, count)
        self._list.setFixedHeight(rows * two_line_height() + frame)

    def _choose(self) -> None:
        match_id = self._list.chosen
        self.close_overlay()
        if match_id:
            self.chosen.emit(match_id)

    # Keys.

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Return False: Tab is a key as any other here."""
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if read_shortcut_digit(event):
            event.ignore()  # another table
            return
        if event.key() == Qt.Key.Key_Escape:
            self.close_overlay()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._list.count():
            self._choose()
        elif self._list.count() and event.text():  # no Ctrl or Shift alone
            sentence = str(T("Choose a table first, or press Esc to leave."))
            self._message.say(sentence, "warn")
            self.place()
        # No key goes on to the page below, where digits are bids and Tab is a key of tricks.
        event.accept()


class TableNumberFinder:
    """Finds tables of the floor by their number, and opens one."""

    def __init__(
        self,
        window: QWidget,
        environment: WindowEnvironment,
        pages: LazyPages,
        tables: OpenTables,
        tell: Callable[[str, controls.Tone], object],
        top: Callable[[], int],
    ) -> None:
        """`top` is that of the choice."""
        self._window, self._top = window, top
        self._pages = pages
        self._tables = tables
        self._open = environment.requests.match.emit
        self._show_message = tell
        self._made_choice: SameNumberTableChoice | None = None
        pages.choose_among = self._ask
        for number in DIGITS:
            shortcut = QShortcut(window)
            shortcut.setKeys([QKeySequence(f"{key}+{number}") for key in ("Ctrl", "Alt")])
            shortcut.activated.connect(partial(self.open_number, number))

    @property
    def _floor(self) -> FloorPage:
        return self._pages.floor

    @property
    def _choice(self) -> SameNumberTableChoice:
        """Return the list of tables of one number, made when it is first needed."""
        if self._made_choice is None:
            self._made_choice = SameNumberTableChoice(self._window, self._top)
            self._made_choice.chosen.connect(self._open)
        return self._made_choice

    def close_choice(self) -> None:
        """Hide the list of tables of one number."""
        if self._made_choice is not None:
            self._made_choice.close_overlay()

    def open_number(self, number: str) -> None:
        """Open the table with this number; ask where there are several, say where there is none."""
        front = self._tables.page
        self._floor.refresh()
        rows = find_tables_meant_by_number(self._floor.rows, number)
        if len(rows) == 1:
            self.close_choice()
            self._open(rows[0].id)
        elif rows:
            self._ask(rows)
        elif front is None:
            self._show_message(str(T("There is no table {table} today.", table=number)), "bad")
        else:
            current_table = table_name(front.table.match.head.table)
            self._choice.show_refusal(
                str(T("There is no table {table} today.", table=number)),
                str(
                    T(
                        "Numbers enter no bids here. Press Esc to go back to {table}.",
                        table=current_table,
                    )
                    if current_table
                    else T("Numbers enter no bids here. Press Esc to go back to the table.")
                ),
            )

    def _ask(self, rows: Sequence[MatchStatus]) -> None:
        """Ask which of these tables is meant: first those of the event in front, then those that
        are open."""
        front, opened = self._tables.page, self._tables.open
        event = None if front is None else front.table.match.head.event.strip()

        def rank(row: MatchStatus) -> tuple[object, ...]:
            closed = row.id not in opened
            return row.event != event, closed, row.is_over, row.event, table_order(row.round)

        rows = sorted(rows, key=rank)
        texts = [
            (
                row.id,
                TwoLineText(
                    table_and_teams_text(row),
                    self._below(row, with_place=True),
                    str(T("open")) if row.id in opened else "",
                ),
            )
            for row in rows
        ]
        self._choice.ask_which(
            str(T("{table}: which one?", table=table_name(rows[0].table))), texts
        )

    def _below(self, row: MatchStatus, *, with_place: bool) -> str:
        """Return what a table waits for; `with_place` after its event and round."""
        place = (row.event, round_name(row.round)) if with_place else ()
        waits = controls.capitalize(str(waiting_for_text(row, self._floor.now)))
        return join_parts((*place, waits))

    def rank_table_offers(self, typed: str) -> list[tuple[int, CommandPaletteOffer]]:
        """Return the tables that fit what is typed, the best first, each with how well."""
        rows = self._floor.rank_tables(typed)
        query = normalize_for_search(typed)
        # Whoever types "table 2" whole means no other.
        exact = [each for each in rows if normalize_for_search(table_name(each[1].table)) == query]
        rows = exact or rows
        numbers = {row.id: strip_table_word(row.table) for row in self._floor.rows}
        several = Counter(numbers.values())
        events = {row.event for row in self._floor.rows}
        return [
            (
                rank,
                CommandPaletteOffer(
                    key=row.id,
                    title=table_and_teams_text(row),
                    help=self._below(
                        row, with_place=len(events) > 1 or several[numbers[row.id]] > 1
                    ),
                    group="",
                    shortcut=f"Ctrl+{numbers[row.id]}" if numbers[row.id] in [*DIGITS] else "",
                    why="",
                    run=partial(self._open, row.id),
                ),
            )
            for rank, row in rows
        ]
