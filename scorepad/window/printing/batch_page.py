"""A page prints or exports several matches, chosen by event and days, and then one by one."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QStackedWidget

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import (
    group_matches_by_event,
    matches_between_days,
    matches_of_event,
)
from scorepad.desk.ports import DocumentMaker, PageOfSummaries
from scorepad.desk.search import normalize_for_search, searchable_text_of_match
from scorepad.desk.typed_moments import parse_day_unless_empty
from scorepad.events.event import EventOrStatements
from scorepad.events.status import EventStatus
from scorepad.events.weeks import day_text, day_to_play, days_of_play, rounds_of_day
from scorepad.settings import Settings
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, format_count
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
from scorepad.window.printing.print_job import PaperChoice
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused, FieldSpec, Form
from scorepad.window.widgets.row_menu import make_row_menu
from scorepad.window.widgets.row_table import ROW_ROLE, RowTable
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording import moments

BOOK, HALF = "book", "half-sheets"
EVERY = "*"
"""The key of all matches, in place of an event's."""
LIST_HEIGHT = 12  # ems
"""The list is at least so high where what is made is below it."""
SEARCH_WIDTH = 15  # ems
PAUSE = 150  # ms
"""The list follows the search this long after the last key."""


class DocumentsPage(WindowPage):
    """A list of matches to check at the left, and a choice of what to make at the right."""

    guide_page = "print"
    blank = Signal()
    """The user asks for a blank sheet."""
    print_requested = Signal(str, str)
    """The user asks for a book or half-page sheets: the kind, and the paper."""
    chosen = Signal(str, Path)
    """The user asks for an export: the format, and the path."""

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        sheets: DocumentMaker,
        *,
        kind: str = BOOK,
        event: str | None = None,
        only: Collection[str] | None = None,
        day: str = "",
    ) -> None:
        """`sheets` says what can be made; `kind` is chosen at the beginning.  `event` is the key of
        the event that is chosen, or `EVERY`, or None for today's or the newest; `only` the ids of
        the matches that are checked, None: all of the event.  `day` is that of a season whose
        week is made."""
        super().__init__(T("Print or export"))
        self._desk = desk
        self._settings = settings
        self._day = day
        self._formats = sheets.formats
        self._papers = {name: each for name, each in sheets.papers.items() if each.needs != "match"}
        self._all: list[MatchStatus] = []
        self._stored: list[EventStatus] = []
        self._names: dict[str, str] = {}
        self._scope: list[MatchStatus] = []
        left = layouts.column(*self._matches_side(), spacing=Gap.CONTROLS)
        parts = ((left, T("Matches")), (self._choice(kind), T("What to print or export")))
        if theme.is_roomy():
            areas = (scrolling.make_scroll_area(part, name=name) for part, name in parts)
            sides = layouts.row(*zip(areas, (5, 4), strict=True), spacing=Gap.GROUPS)
        else:
            self.list.setMinimumHeight(theme.em(LIST_HEIGHT))
            both = layouts.column(*(part for part, _name in parts), spacing=Gap.GROUPS)
            sides = layouts.column(scrolling.make_scroll_area(both))
        layouts.set_margins(sides, (Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.CONTROLS))
        self.paper = PaperChoice(settings)
        self._count = controls.label("", "caption", wrap=True)
        self._go = controls.button("", self.print_or_export, kind="primary", tip=T("Ctrl+Enter"))
        QShortcut(QKeySequence("Ctrl+Return"), self, self._go.click)
        close = controls.button(T("Close"), self.closed.emit)
        foot = layouts.foot_bar(self.paper, (self.days, 1), (self._count, 1), close, self._go)
        title = self.title_row(controls.button(T("Blank sheet…"), self.blank.emit))
        layouts.set_column(self, title, (sides, 1), foot, spacing=Gap.NONE)
        self._read(event)
        self.check_matches_in_scope()
        if only is not None:
            self.model.check({each.id for each in self._all} - set(only), False)

    def _matches_side(self) -> tuple[layouts.Item, ...]:
        self._scope_form = Form(separate=True)
        days = (
            FieldSpec(key, title, read=parse_day_unless_empty, example=moments.example_of_day())
            for key, title in (("since", T("First day")), ("until", T("Last day")))
        )
        self.event_box = inputs.ComboBox()
        self._scope_form.add_rows((FieldSpec("event", T("Event"), self.event_box, share=2), *days))
        self._days_later = controls.single_shot_timer(self, self.check_matches_in_scope, PAUSE * 2)
        self._scope_form.changed.connect(self._days_later.start)
        self.event_box.changed.connect(self.check_matches_in_scope)
        self.search = inputs.SearchLine(
            T("Search: team, player, table"),
            name=T("Search the matches"),
            clear=T("Clear the search"),
        )
        self.search.setMinimumWidth(theme.em(SEARCH_WIDTH))
        later = controls.single_shot_timer(self, self._show_matches, PAUSE)
        self.search.textEdited.connect(lambda _text: later.start())
        self.model = MatchListModel(self, checks=True)
        self.model.dataChanged.connect(self._show)
        self.list = RowTable(
            self.model,
            name=T("Matches"),
            names=dict.fromkeys((TABLE, FIRST, SECOND, STATE), 5),
            extras=(EVENT, ROUND, DATE, RULES, PLAYERS),
            drops=(STATE,),
        )
        self.list.clicked.connect(lambda index: self.model.toggle(index.row()))
        space = QShortcut(QKeySequence("Space"), self.list)
        space.setContext(Qt.ShortcutContext.WidgetShortcut)
        space.activated.connect(lambda: self.model.toggle(self.list.currentIndex().row()))
        self.list.menu_requested.connect(self._show_row_menu)
        self._empty = controls.label("", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._middle = QStackedWidget()
        for each in (self.list, self._empty):
            self._middle.addWidget(each)
        every, none = (
            controls.button(title, partial(self._check_shown, on))
            for title, on in ((T("Select all"), True), (T("Select none"), False))
        )
        row = layouts.row((self.search, 1), every, none, wraps=True)
        return self._scope_form, row, (self._middle, 1)

    def _choice(self, kind: str) -> QFrame:
        self.papers, self.forms = (
            inputs.ChoiceButtons(
                [(each.name, each.title) for each in kinds.values()],
                name=name,
                chosen=kind,
                meanings=[str(each.meaning) for each in kinds.values()],
            )
            for kinds, name in (
                (self._papers, T("What to print or export")),
                (self._formats, T("Files")),
            )
        )
        self.days = inputs.ComboBox()
        self.days.setAccessibleName(str(T("Dates")))
        self._meaning = controls.label("", "caption", wrap=True)
        self.papers.changed.connect(self.forms.choose_none)
        self.forms.changed.connect(self.papers.choose_none)
        for choice in (self.papers, self.forms):
            choice.changed.connect(self._show)
        heading = controls.label(T("Files"), "label")
        files = layouts.column(heading, self.forms, spacing=Gap.LINES)
        return layouts.card(self.papers, files, self._meaning, None)

    def _read(self, chosen: str | None) -> None:
        try:
            events, matches = EventDesk(self._desk), self._desk.matches()
            paired_again = events.find_match_ids_dropped_from_events(matches)
            self._all = [each for each in matches if each.id not in paired_again]
            self._stored = [each for each in events.events() if each.name.strip()]
        except Refused as refused:
            self.notify(refused.text, "bad")
        groups = group_matches_by_event(self._all)
        counts = {name_key(each.name): len(each.matches) for each in groups}
        # An event that is stored can be printed before it has a match.
        kept = {name_key(each.name): each.name for each in self._stored}
        bare = {key: name for key, name in kept.items() if key not in counts}
        self._names = bare | {name_key(each.name): each.name for each in groups}
        options = [(EVERY, T("All matches ({n})", n=format_count(len(self._all))))]
        for key, name in self._names.items():
            count = format_count(counts.get(key, 0))
            title = T("{event} ({n})", event=name or T("No event"), n=count)
            options.append((key, title))
        if chosen is None:
            today = [each.name for each in self._stored if each.id == self._settings.event]
            latest = [each.event for each in self._all[:1]]
            chosen = next(map(name_key, (*today, *latest)), "") or EVERY
        self.event_box.offer(options, chosen)

    # The matches.

    def check_matches_in_scope(self) -> None:
        """Read the event and the days, and check all their matches."""
        self._days_later.stop()
        days, key = self._read_days(), self.event_box.typed()
        here = [each for each in self._all if key in (EVERY, name_key(each.event))]
        # Days that cannot be read choose no match, so that never more is made than was meant.
        self._scope = [] if days is None else matches_between_days(here, *days)
        self.model.left_out.clear()
        self._show_matches()

    def _read_days(self) -> tuple[date | None, date | None] | None:
        form = self._scope_form
        form.hide_mistakes()
        try:
            since, until = form.read_value("since"), form.read_value("until")
            if since and until and since > until:
                text = T("The last day is before the first day. Change one of them.")
                raise FieldRefused(text, form.fields["until"])
        except FieldRefused as refused:
            if refused.field is not None:
                refused.field.show_mistake(str(refused.text))
            return None
        return since, until

    def _show_matches(self) -> None:
        words = normalize_for_search(self.search.text()).split()
        found = [
            each
            for each in self._scope
            if all(word in searchable_text_of_match(each) for word in words)
        ]
        self.model.show_page(PageOfSummaries(found))
        self.list.setCurrentIndex(self.model.index(0, 0))
        self._middle.setCurrentWidget(self.list if found else self._empty)
        empty = T("No matches on these days.")
        if not self._names:
            empty = T("No matches yet")
        elif self.whole_event_id and not self._scope:
            empty = T("This event has no matches yet, but you can already make its sign-in sheet.")
        elif self._scope:
            empty = T("No match has all these words. Try fewer words.")
        self._empty.setText(str(empty))
        self._show()

    def _show_row_menu(self, at: QPoint) -> None:
        match_id = self.list.currentIndex().data(ROW_ROLE).id
        lines = (
            (T("Open the match"), partial(self.open_match.emit, match_id)),
            (T("Select only this one"), partial(self._select_only, match_id)),
        )
        menu = make_row_menu(self, lines)
        menu.setDefaultAction(menu.actions()[0])
        menu.popup(at)

    def _check_shown(self, on: bool) -> None:
        self.model.check(self.model.ids(), on)

    def _select_only(self, match_id: str) -> None:
        self.model.check([each.id for each in self._scope], False)
        self.model.check([match_id], True)

    @property
    def checked_ids(self) -> list[str]:
        """The ids of the checked matches, oldest first."""
        if self._days_later.isActive():
            self.check_matches_in_scope()
        return [each.id for each in reversed(self._scope) if each.id not in self.model.left_out]

    @property
    def _stored_event_ids(self) -> list[str]:
        key = self.event_box.typed()
        return [each.id for each in self._stored if name_key(each.name) == key]

    @property
    def whole_event_id(self) -> str:
        """The id of the event that is stored under the chosen name, where all of it is picked,
        or ""."""
        ids, form = self._stored_event_ids, self._scope_form
        is_narrowed = self.model.left_out or form.value("since") or form.value("until")
        return ids[0] if len(ids) == 1 and not is_narrowed else ""

    def read_picked_matches(self) -> tuple[Sequence[str], EventOrStatements] | None:
        """Return the ids of the matches that are picked, and what is known of their events; None
        where that cannot be read; the page reports it."""
        try:
            if not self.whole_event_id:
                return self.checked_ids, self._desk.read_event_statements()
            event = EventDesk(self._desk).open(self.whole_event_id).event
        except Refused as refused:
            self.notify(refused.text, "bad")
            return None
        return matches_of_event(event), event

    # The documents.

    @property
    def kind(self) -> str:
        """The kind of paper, or the export format, that is chosen."""
        return self.papers.value or self.forms.value or ""

    @property
    def of_round(self) -> str:
        """The number of a round of the season's day that is chosen; "" where none is."""
        return "" if self.days.isHidden() else self.days.typed()

    def _offer_days(self) -> None:
        """Offer the days of the season whose week is to be made."""
        self.days.hide()
        if self.kind != "week" or not self.whole_event_id:
            return
        with contextlib.suppress(Refused):  # reported when it is made
            overview = EventDesk(self._desk).open(self.whole_event_id).event.overview
            register = overview.register
            days = {
                day: str(rounds[0].number)
                for day in days_of_play(register)
                if (rounds := rounds_of_day(register, day))
            }
            shown = self.days.currentData() or days.get(self._day or day_to_play(overview))
            texts = [(number, day_text(register, day)) for day, number in days.items()]
            self.days.offer(texts, shown)
            self.days.setVisible(bool(days))

    def choose(self, kind: str) -> None:
        """Choose a kind of paper, or an export format, as if its button had been clicked."""
        (self.forms if kind in self._formats else self.papers).choose(kind)

    def _show(self) -> None:
        paper, form = self._papers.get(self.kind), self._formats.get(self.kind)
        has_event = bool(self._stored_event_ids) or (paper is not None and paper.needs == "event")
        self.papers.show_only(
            [each.name for each in self._papers.values() if has_event or each.needs != "event"]
        )
        self._offer_days()
        made = form or paper
        self._meaning.setText("" if made is None else str(made.meaning))
        self.paper.setVisible(form is None or self.kind == "pdf")
        text = str(T("Make the PDF") if form is None else T("Save as…"))
        self._go.setText(text)
        self._go.setAccessibleName(text)
        count, shown, checked = len(self._scope), self.model.rowCount(), len(self.checked_ids)
        self._go.setEnabled(bool(checked or self.whole_event_id))
        state = N(
            "{selected} of {n} match selected",
            "{selected} of {n} matches selected",
            count,
            selected=checked,
        )
        if shown < count:
            state = N("{said}; {n} is shown", "{said}; {n} are shown", shown, said=state)
        self._count.setText(str(state))
        self.notify("")

    def print_or_export(self) -> None:
        """Make the chosen documents; for an export, ask first where to save it."""
        kind = self.kind
        if kind in self._papers:
            self.print_requested.emit(kind, self.paper.paper)
            return
        count = max(len(self.checked_ids), 2 if self.whole_event_id else 1)
        file_dialogs.ask_save_path(
            self,
            self._settings,
            title=T("Export web pages") if kind == "html" else T("Export the matches"),
            name=file_dialogs.safe_file_name(self.title, self._formats[kind].usual_ending(count)),
            kinds=T("All files (*)"),
            then=lambda path: self.chosen.emit(kind, path),
        )

    @property
    def title(self) -> str:
        """The common title of the checked matches: the event, or "Spades matches"."""
        return self._names.get(self.event_box.typed(), "") or str(T("Spades matches"))

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control."""
        self.event_box.setFocus()

    def do_enter_action(self) -> None:
        self._go.click()
