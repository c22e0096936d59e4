"""The finder opens tables, matches, events, actions, settings and help by a few letters."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget
from shiboken6 import isValid

from scorepad.desk.actions import ACTIONS, GROUPS
from scorepad.desk.floor import find_tables_meant_by_number, waiting_for_text
from scorepad.desk.search import drop_words_table_and_round, search_rank
from scorepad.settings import Settings
from scorepad.spades.naming import strip_table_word, table_name, table_order
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text, join_parts
from scorepad.window.shell.environment import WindowEnvironment
from scorepad.window.shell.menu import Menus
from scorepad.window.shell.open_tables import OpenTables
from scorepad.window.shell.pages import LazyPages
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.icons import ICON_SIZE, action_icon
from scorepad.window.widgets.row_table import NO_PARENT, Index, RowModel, RowTable
from scorepad.window.wording.moments import format_moment
from scorepad.window.wording.names import table_and_teams_text

DIGITS = "123456789"
"""The tables that a key opens have one of these numbers."""
SIZE: Final = (1040, 420)  # px
"""The finder is at most so large (pixels at the usual text size), below totals and clock."""
MAX_REMEMBERED = 5
"""While nothing is typed, this many of the latest actions come first."""
MAX_MATCHES = 8
"""So many matches of other days are listed."""
MIN_LETTERS = 3
"""Matches of other days are looked for from so many letters on."""
STEPS = {"Up": -1, "Down": 1, "PgUp": -5, "PgDown": 5}
"""These keys go through the rows."""
GUIDE_WORDS: Final = {
    "backup": T("backup backups copy save"),
    "late-team": T("bye no-show late withdraw withdrawal drop"),
}
"""Other words for pages of the guide, by their names."""
IN_TITLE = 5
"""A lower rank is that of a title; other matches are listed after."""


@dataclass(frozen=True)
class Offer:
    """A row of the finder: `run` opens it, `why` is the reason why that cannot be done now, `keys`
    do it too, and `words` are searched besides the shown texts.  An action has its `key`, a table
    its `number`, a match its id; its `synonyms` are whole words that mean it."""

    title: str
    help: str
    run: Callable[[], object]
    icon: str
    keys: str = ""
    why: str = ""
    key: str = ""
    number: str = ""
    match: str = ""
    words: str = ""
    synonyms: Sequence[str] = ()

    def rank(self, typed: str) -> int | None:
        """Return the rank of the match, 0 is best; None: no match."""
        rank = search_rank((self.title,), self.number, typed)
        typed = typed.strip().casefold()
        begins = bool(self.key) and self.title.casefold().startswith(f"{typed} ")
        if rank != 0 and (begins or typed in self.synonyms):
            return 0
        if rank is None:
            typed = typed.replace("-", " ")  # as in the texts
            texts = (self.title, self.help, self.keys, self.words, " ".join(self.synonyms))
            rank = search_rank(texts, "", typed)
        elif self.key != "quit":  # a few letters close no program
            return rank
        return None if rank is None else IN_TITLE + rank


class OfferModel(RowModel):
    """Each offer is a row: its title, its help, its keys."""

    titles = ("", "", "")
    _rows: list[Offer]

    @property
    def offers(self) -> Sequence[Offer]:
        """Return the rows."""
        return self._rows

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._rows = list(offers)
        self.endResetModel()

    def text(self, at: int, column: int) -> str:
        return (self._rows[at].title, self.tip(at), self._rows[at].keys)[column]

    def tip(self, at: int) -> str:
        offer = self._rows[at]
        return controls.SIGNS["warn"] + offer.why if offer.why else offer.help

    def spoken_text(self, at: int, column: int) -> str | None:
        offer = self._rows[at]
        whole = join_parts((offer.title, offer.keys, offer.why or offer.help), ", ")
        return None if column else whole

    def tone(self, at: int, column: int) -> str:
        return "soft" if column or self._rows[at].why else "ink"

    def data(self, index: Index, role: int = 0) -> object:
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            icon = self._rows[index.row()].icon
            return action_icon(icon) if icon else None
        return super().data(index, role)


class FinderFrame(QFrame):
    """A line to type in, with the matching offers, over the page; clocks run on.

    It is no window of its own: keys that are typed before a window has them would be lost.
    """

    def __init__(self, window: QWidget, top: Callable[[], int]) -> None:
        """`top` returns the y (pixels) below totals and clock."""
        super().__init__(window)
        self._window, self._top = window, top
        self._before: QWidget | None = None
        self._find: Callable[[str], Sequence[Offer]] = lambda _typed: ()
        self.setProperty("kind", "finder")
        self.hide()
        self.line = QLineEdit()
        self.message = controls.MessageLabel()
        self._model = OfferModel(self)
        self.list = RowTable(self._model, name=T("Results"), names={0: 12, 1: 8})
        self.list.take_menu_key(self.line)
        self.list.setHeaderHidden(True)
        self.list.setIconSize(QSize(theme.px(ICON_SIZE), theme.px(ICON_SIZE)))
        self.list.clicked.connect(self.run_current)
        self.list.activated.connect(self.run_current)
        self.list.selectionModel().currentChanged.connect(self._announce)
        layouts.set_column(self, self.line, self.message, (self.list, 1), margin=Gap.CONTROLS)
        self.line.textEdited.connect(self.refresh)
        self.line.returnPressed.connect(self.run_current)
        pressed: dict[str, Callable[[], object]] = {
            **{key: partial(self._move, step) for key, step in STEPS.items()},
            "Esc": self.leave,
        }
        for key, do in pressed.items():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(do)
        controls.follow_focus(self._follow)

    def ask(
        self,
        title: Text,
        find: Callable[[str], Sequence[Offer]],
        why: Text | str = "",
        *,
        can_type: bool = True,
    ) -> None:
        """Show what `find` returns for what is typed, if one `can_type`; `why` no row is chosen
        yet."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self._find = find
        self.line.clear()
        self.line.setReadOnly(not can_type)
        for named in (self, self.line):
            named.setAccessibleName(str(title))
        self.line.setPlaceholderText(str(title))
        self.refresh()
        if why:
            self.message.say(why)
            self.list.setCurrentIndex(NO_PARENT)
        top, gap = self._top(), Gap.GROUPS.pixels()
        wide = min(theme.px(SIZE[0]), self._window.width() - 2 * gap)
        high = min(theme.px(SIZE[1]), self._window.height() - top - gap)
        self.setGeometry((self._window.width() - wide) // 2, top, wide, high)
        self.show()
        self.raise_()
        self.line.setFocus()

    def leave(self) -> None:
        """Hide it, and give the focus back to where it was."""
        before, self._before = self._before, None
        self.hide()
        # A clock message may have removed the field that had the focus.
        if before is not None and isValid(before) and self._window.isAncestorOf(before):
            before.setFocus()

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.isVisible() and new is not None and not self.isAncestorOf(new):
            self.hide()

    def refresh(self) -> None:
        """List the matching offers."""
        self.message.clear()
        self._model.show_offers(self._find(self.line.text()))
        self.list.setCurrentIndex(self._model.index(0, 0))
        if not self.offers:
            self._announce()
            self.message.say(T("No results for these words."), "note")

    @property
    def offers(self) -> Sequence[Offer]:
        """Return the listed offers."""
        return self._model.offers

    @property
    def current(self) -> Offer | None:
        """Return the offer that Enter runs."""
        row = self.list.currentIndex().row()
        return self.offers[row] if row >= 0 else None

    def run_current(self) -> None:
        """Run the current row, or show the reason why that can't be done."""
        offer = self.current
        if offer is None or not self.isVisible():  # a press may also activate the row
            return
        if offer.why:
            self.message.say(T("{title}: {why}", title=offer.title, why=offer.why), "warn")
            return
        self.leave()
        offer.run()

    def _move(self, step: int) -> None:
        row, last = self.list.currentIndex().row() + step, self._model.rowCount() - 1
        self.list.setCurrentIndex(self._model.index(max(0, min(last, row)), 0))

    def _announce(self) -> None:
        count = str(N("{n} result", "{n} results", self._model.rowCount()))
        text = self.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        self.line.setAccessibleDescription(f"{text}. {count}" if text else count)
        event = QAccessibleEvent(self.line, QAccessible.Event.DescriptionChanged)
        QAccessible.updateAccessibility(event)


class Finder:
    """Gathers the offers, and shows them in a frame."""

    def __init__(
        self,
        window: QWidget,
        environment: WindowEnvironment,
        menus: Menus,
        pages: LazyPages,
        tables: OpenTables,
        notify: Callable[[Text, controls.Tone], object],
        top: Callable[[], int],
    ) -> None:
        """`top` is that of the frame."""
        self._window, self._top = window, top
        self._environment = environment
        self._menus = menus
        self._pages = pages
        self._tables_open = tables
        self._notify = notify
        self._open = environment.requests.match.emit
        self._latest: list[str] = []
        for number in DIGITS:
            shortcut = QShortcut(window)
            shortcut.setKeys([QKeySequence(f"{key}+{number}") for key in ("Ctrl", "Alt")])
            shortcut.activated.connect(partial(self.open_table, number))

    @cached_property
    def frame(self) -> FinderFrame:
        """Return the frame; it is made when it is first shown."""
        frame = FinderFrame(self._window, self._top)
        frame.list.menu_requested.connect(self._show_row_menu)
        return frame

    def _show_row_menu(self, at: QPoint) -> None:
        offer = self.frame.current
        with contextlib.suppress(Refused):  # shown when it is opened
            if offer is not None and offer.match:
                table, lines = self._environment.desk.open(offer.match), [(T("Open"), offer.run)]
                self._menus.show_row_menu(at, lines, table=table)

    @property
    def is_open(self) -> bool:
        """Return whether it is shown."""
        return "frame" in vars(self) and self.frame.isVisible()

    def close(self) -> None:
        """Hide it."""
        if self.is_open:
            self.frame.leave()

    def show(self) -> None:
        """Show it with an empty line."""
        offers = [*self._actions(), *self._tables(), *self._events()]
        offers += [*self._settings(), *self._help()]
        self.frame.ask(T("Find a table, a match or an action"), partial(self._find_offers, offers))

    def _find_offers(self, offers: Sequence[Offer], typed: str) -> list[Offer]:
        if not typed.strip():
            actions = {each.key: each for each in offers if each.key}
            return [*map(actions.pop, self._latest), *actions.values()]
        return rank_offers([*offers, *self._matches(typed)], typed)

    # The offers.

    def _actions(self) -> Iterator[Offer]:
        menus = self._menus
        for each in ACTIONS:
            if each.key != "find":
                yield Offer(
                    menus.action_title(each),
                    str(each.help),
                    partial(self._do, each.key),
                    each.icon,
                    keys=QKeySequence(each.shortcut).toString(
                        QKeySequence.SequenceFormat.NativeText
                    ),
                    why=controls.capitalize(menus.reason_unavailable(each)),
                    key=each.key,
                    words=str(GROUPS[each.group]),
                    synonyms=str(each.synonyms or "").casefold().split(),
                )

    def _do(self, key: str) -> None:
        self._latest = [key, *(each for each in self._latest if each != key)]
        del self._latest[MAX_REMEMBERED:]
        self._environment.requests.action.emit(key)

    @property
    def _rows(self) -> Sequence[MatchStatus]:
        self._pages.floor.refresh()
        return self._pages.floor.rows

    def _tables(self, rows: Sequence[MatchStatus] | None = None) -> Iterator[Offer]:
        every, now = self._rows, self._environment.now()
        numbers = [strip_table_word(row.table) for row in every]
        with_place = len({row.event for row in every}) > 1 or len({*numbers}) < len(numbers)
        for row in sorted(every, key=self._table_rank) if rows is None else rows:
            place = (row.event, row.round_name) if with_place else ()
            waits = controls.capitalize(str(waiting_for_text(row, now)))
            number = strip_table_word(row.table)
            yield Offer(
                table_and_teams_text(row),
                join_parts((*place, waits)),
                partial(self._open, row.id),
                "layout-grid",
                keys=f"Ctrl+{number}" if number in [*DIGITS] else "",
                number=number,
                match=row.id,
                words="\n".join((row.round_name, row.event, *row.player_names())),
            )

    def _table_rank(self, row: MatchStatus) -> tuple[object, ...]:
        front, opened = self._tables_open.page, self._tables_open.open
        event = None if front is None else front.table.match.head.event.strip()
        rest = row.event, table_order(row.table), table_order(row.round)
        return row.event != event, row.id not in opened, row.is_over, *rest

    def _matches(self, typed: str) -> Iterator[Offer]:
        search = drop_words_table_and_round(typed)
        if len(search) < MIN_LETTERS:
            return
        today = {row.id for row in self._rows}
        with contextlib.suppress(Refused):  # the list of all matches shows it
            for row in self._environment.desk.page(search, most=MAX_MATCHES).summaries:
                if row.id not in today:
                    place = row.event, row.round_name, format_moment(row.changed)
                    title, run = table_and_teams_text(row), partial(self._open, row.id)
                    below, icon = join_parts(place), "list-details"
                    yield Offer(title, below, run, icon, match=row.id, words=search)

    def _events(self) -> Iterator[Offer]:
        events = self._tables_open.events

        def open_event(event_id: str) -> None:
            page = self._pages.show_event()
            try:
                page.show_opened_event_as_todays(events.open(event_id))
            except Refused as refused:
                page.notify(refused.text, "bad")

        with contextlib.suppress(Refused):
            for each in events.events():
                run = partial(open_event, each.id)
                yield Offer(each.name, join_parts((T("Event"), each.date)), run, "trophy")

    def _settings(self) -> Iterator[Offer]:
        for each in Settings.all():
            if each.title:
                run = partial(self._pages.show_settings, each.key)
                yield Offer(str(T(each.title)), str(T(each.help)), run, "settings")

    def _help(self) -> Iterator[Offer]:
        from scorepad.window.shell.guide_page import guide_headings

        for name, heading in guide_headings():
            run = partial(self._pages.show_guide, name, heading)
            words = str(GUIDE_WORDS.get(name, ""))
            yield Offer(heading, str(T("Guide")), run, "help-circle", words=words)

    # Tables by their number.

    def open_table(self, number: str) -> None:
        """Open the table with this number; ask if there are several, and show if there is none."""
        rows = find_tables_meant_by_number(self._rows, number)
        none = T("There is no table {table} today.", table=number)
        if len(rows) == 1:
            self._open(rows[0].id)
        elif rows:
            self.ask_which(rows)
        elif self._tables_open.page is None:
            self._notify(none, "bad")
        else:
            # The digits that may follow must bid nowhere.
            self._ask_table(T("Which table?"), None, none)

    def ask_which(self, rows: Sequence[MatchStatus]) -> None:
        """Ask which of these tables of one number is meant."""
        title = T("{table}: which match?", table=table_name(rows[0].table))
        self._ask_table(title, sorted(rows, key=self._table_rank))

    def _ask_table(
        self, title: Text, rows: Sequence[MatchStatus] | None, why: Text | str = ""
    ) -> None:
        offers = list(self._tables(rows))
        self.frame.ask(title, lambda _typed: offers, why, can_type=False)


def rank_offers(offers: Iterable[Offer], typed: str) -> list[Offer]:
    """Return the offers that match the input, the best first; of equally good ones the available
    ones first. Where none has all the words, those that have most of them fit."""
    typed = typed.replace("+", " ")  # between keys
    offers = list(offers)
    ranked = [(rank, each) for each in offers if (rank := each.rank(typed)) is not None]
    words = typed.split()
    if not ranked and len(words) > 1:
        hits = [([each.rank(word) for word in words], each) for each in offers]
        known = [([rank for rank in ranks if rank is not None], each) for ranks, each in hits]
        most = max((len(ranks) for ranks, _each in known), default=0)
        ranked = [(max(ranks), each) for ranks, each in known if ranks and len(ranks) == most]
    ranked.sort(key=lambda each: (each[0], bool(each[1].why)))
    return [each for _rank, each in ranked]
