"""The list of all matches that are stored: found, opened, imported, archived."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from msgspec.structs import replace
from PySide6.QtCore import QItemSelectionModel, QPoint, Signal, SignalInstance
from PySide6.QtWidgets import QStackedWidget

from scorepad.desk.desk import Desk
from scorepad.desk.places import Place
from scorepad.desk.ports import PAGE, PageOfSummaries
from scorepad.desk.search import drop_words_table_and_round, rank_search_hits
from scorepad.settings import Settings
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text
from scorepad.window.printing.file_import import Tally, make_import_job
from scorepad.window.printing.match_list import (
    DATE,
    EVENT,
    FIRST,
    PLAYERS,
    ROUND,
    RULES,
    SECOND,
    STATE,
    TABLE,
    MatchListModel,
)
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.empty_state import EmptyState
from scorepad.window.widgets.notice_strip import NoticeStrip
from scorepad.window.widgets.row_table import DENSE_ROW_HEIGHT, ROW_HEIGHT, ROW_ROLE, RowTable
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording.imports import append_open_questions, describe_import

SEARCHED = 500
"""Of the matches that a search finds, at most so many are looked at for the best."""


class MatchesPage(WindowPage):
    """The list of matches with their actions."""

    guide_page = "tables"
    like = Signal(str)
    """The user asks for a new match like the one with this id."""
    menu_requested = Signal(QPoint)
    """The user asks for the menu of the chosen match, at this place on the screen."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        self._count = controls.ElidedLabel("caption")
        super().__init__(T("All matches"), NoticeStrip(self._count))
        self._desk = desk
        self._settings = settings
        self._imported = ""
        self._searched = ""

        self._search = inputs.SearchLine(
            T("Search: team, player, event, table, rule set"),
            name=T("Search the matches"),
            clear=T("Clear the search"),
        )
        self._archived = controls.button(
            T("Show archive"),
            tip=T("Show the archived matches"),
            name=T("Show the archived matches"),
        )
        self._archived.setCheckable(True)
        self._model = MatchListModel(self)
        self._list = RowTable(
            self._model,
            name=T("Matches"),
            names={TABLE: 6, FIRST: 5, SECOND: 5, STATE: 21, EVENT: 6},
            extras=(ROUND, RULES, PLAYERS),
            drops=(DATE, EVENT),
            least_height=ROW_HEIGHT if theme.is_roomy() else DENSE_ROW_HEIGHT,
        )
        self._list.menu_requested.connect(self.menu_requested)
        self._list.take_menu_key(self._search)
        self._search.stepped.connect(lambda _down: self._list.setFocus())
        self._list.verticalScrollBar().valueChanged.connect(self._follow_scrolling)

        self._title = controls.label(T("Matches"), "title")
        import_ = controls.button(T("Import a file…"), self.choose_file)
        parts = self._title, (self._search, 1), self._archived, import_
        margin = Gap.PAGE, Gap.GROUPS, Gap.PAGE, Gap.CONTROLS
        head = layouts.row(*parts, margin=margin, wraps=True)

        self._empty = EmptyState(
            controls.button(
                T("New match"), partial(self.action_requested.emit, "new"), kind="primary"
            )
        )
        self._middle = QStackedWidget()
        self._middle.addWidget(self._list)
        self._middle.addWidget(self._empty)
        body = layouts.column((self._middle, 1), margin=(Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.GROUPS))

        self._archive_button = controls.button("", self.archive_or_unarchive_chosen)
        self._like = controls.button(T("New match like this one"), lambda: self._ask(self.like))
        self._open = controls.button(T("Open"), self.open_chosen, kind="primary")
        print_ = controls.button(
            T("Print or export…"), partial(self.action_requested.emit, "print-several")
        )
        buttons = (print_, self._archive_button, self._like, self._open)
        self._buttons = layouts.row(None, *buttons, wraps=True)
        self._foot_bar = self.foot_bar(self._buttons)

        layouts.set_column(self, head, (body, 1), self._foot_bar, spacing=Gap.NONE)

        self._search.textEdited.connect(self.refresh)
        self._archived.toggled.connect(self.refresh)
        self._list.doubleClicked.connect(self.open_chosen)
        self._list.selectionModel().selectionChanged.connect(self._enable)
        self._model.rowsInserted.connect(self._enable)
        self.refresh()

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control."""
        self._search.setFocus()

    def show_all_matches(self, *, archived: bool = False) -> None:
        """Show all matches, or all archived ones, with an empty search."""
        self._search.clear()
        self._archived.setChecked(archived)
        self.refresh()

    def refresh(self) -> None:
        """Read the list again; the selection doesn't change, unless another match is searched."""
        before = self.chosen_match() if self._search.text() == self._searched else None
        archived = self.shows_archive
        self._title.setText(str(T("Archived") if archived else T("Matches")))
        try:
            self._show(self._search.text(), archived=archived)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        rows = self._model.rowCount()
        self._middle.setCurrentWidget(self._list if rows else self._empty)
        if rows:
            row = self._model.row_of(before.id) if before is not None else -1
            index = self._model.index(max(0, row), 0)
            flags = QItemSelectionModel.SelectionFlag
            self._list.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._say_empty()
        self._enable()

    def _show(self, search: str, *, archived: bool) -> None:
        shown = 0 if self._searched else self._model.rowCount()
        self._searched = search
        if search.strip():
            query = drop_words_table_and_round(search)
            page = self._desk.page(query, archived=archived, most=SEARCHED)
            by_id = {each.id: each for each in page.summaries}
            if page.next is not None:  # the best one may be older than all these
                alone = self._desk.page(query, whole_words=True, archived=archived, most=SEARCHED)
                by_id |= {each.id: each for each in alone.summaries}
            best = rank_search_hits(by_id.values(), search)
            self._model.show_page(replace(page, summaries=best))
        else:
            self._model.show_page(
                self._desk.page(archived=archived, most=max(PAGE, shown)),
                lambda first: self._more(first, archived=archived),
            )

    def _more(self, first: int, *, archived: bool) -> PageOfSummaries:
        try:
            return self._desk.page(archived=archived, first=first, most=PAGE)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return PageOfSummaries([])

    def _follow_scrolling(self, value: int) -> None:
        if value == self._list.verticalScrollBar().maximum():
            self._model.show_more()

    def _say_empty(self) -> None:
        title = T("No matches yet")
        description = T("Start with “New match”: choose the rule set, name two teams, and deal.")
        is_searching = bool(self._search.text().strip())
        if is_searching:
            title = T("No matches found")
            description = T("No match has all these words. Try fewer words.")
        elif self.shows_archive:
            title = T("The archive is empty")
            description = T(
                "You can archive a match opened by mistake, and bring it back from here."
            )
        self._empty.say(title, description)
        self._empty.way_on.setVisible(not is_searching and not self.shows_archive)

    def _enable(self) -> None:
        chosen = self.chosen_match()
        rows = self._model.rowCount()
        self._buttons.setVisible(rows > 0)
        theme.set_style_property(self._foot_bar, "kind", "bar" if rows else "page")
        count = N("{n} match", "{n} matches", rows)
        if not self._model.has_all_rows:
            count = N("the first {n} match", "the first {n} matches", rows)
        self._count.setText(str(count) if rows else "")
        archived = self.shows_archive
        self._archive_button.setText(str(T("Bring back") if archived else T("Archive")))
        self._archive_button.setAccessibleName(self._archive_button.text())
        for button in (self._archive_button, self._like, self._open):
            button.setEnabled(chosen is not None)

    @property
    def shows_archive(self) -> bool:
        """Return whether the archived matches are listed."""
        return self._archived.isChecked()

    def chosen_match(self) -> MatchStatus | None:
        """The selected match."""
        index = self._list.currentIndex()
        by_id = index.data(ROW_ROLE) if index.isValid() else None
        return by_id if isinstance(by_id, MatchStatus) else None

    def select_match(self, match_id: str) -> None:
        """Select a match."""
        row = self._model.row_of(match_id)
        if row >= 0:
            self._list.setCurrentIndex(self._model.index(row, 0))

    def open_chosen(self) -> None:
        """Open the selected match."""
        self._ask(self.open_match)

    def _ask(self, request: SignalInstance) -> None:
        chosen = self.chosen_match()
        if chosen is not None:
            request.emit(chosen.id)

    def archive_or_unarchive_chosen(self) -> None:
        """Archive the chosen match, or bring it back."""
        chosen = self.chosen_match()
        if chosen is None:
            return
        archived = not self.shows_archive
        try:
            self._desk.archive(chosen.id, archived)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.refresh()
        self.notify(
            T("Archived, not deleted. To bring a match back, choose “Show archive” above.")
            if archived
            else T("The match is back in the list."),
            "good",
        )

    def choose_file(self) -> None:
        """Ask for match files to import, in a dialog that blocks nothing."""
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=T("Import match files"),
            kinds=T("Match files (*.scorepad *.json);;All files (*)"),
            then=self.import_match_files,
        )

    def import_match_files(self, names: list[str]) -> None:
        """Import these files in the background and report on each; a refused one does not stop the
        rest."""
        self.background.emit(
            make_import_job(
                names,
                self._desk.parse_match_file,
                partial(self._import_match, cache(self._desk.places_in_play)),
                what=T("Importing match files"),
                desk=self._desk,
                page=self,
                refresh=self._show_imported,
            )
        )

    def _show_imported(self) -> None:
        self.refresh()
        self.select_match(self._imported)

    def _import_match(
        self, played: Callable[[], set[Place]], match: Match, name: str
    ) -> str | Tally:
        result = self._desk.import_matches([(name, match)], played)[0]
        if isinstance(result, Refused):
            raise result
        self._imported = result.match_id
        questions = append_open_questions("", result)
        if result.on_other_day and not questions:
            return _finished_imports
        return describe_import(result, name)

    def do_enter_action(self) -> None:
        self.open_chosen()


def _finished_imports(count: int) -> Text:
    return N(
        "{n} finished match imported; find it under “Other days”",
        "{n} finished matches imported; find them under “Other days”",
        count,
    )
