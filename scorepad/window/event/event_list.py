"""The list of the events that are kept; here one is begun, imported, changed and opened."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from scorepad.desk import typed_moments
from scorepad.desk.event_desk import EventDesk, EventImportResult
from scorepad.desk.event_table import EventTable
from scorepad.desk.new_tables import parse_table_names
from scorepad.desk.typed_season import (
    dates_as_typed,
    parse_dates,
    parse_rating_scale,
    parse_whole_least,
    rating_scale_as_typed,
)
from scorepad.events.entries import EventHead, EventHeadChange, RuleSetOrId
from scorepad.events.entry_kinds import event_entry_action
from scorepad.events.event import Event
from scorepad.events.status import EventStatus
from scorepad.events.weeks import date_text
from scorepad.settings import Settings
from scorepad.spades.library import Library
from scorepad.spades.naming import name_key, usual_spelling_by_name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, join_parts
from scorepad.window.event.draft_form import DraftForm, entry_field
from scorepad.window.printing.file_import import make_import_job
from scorepad.window.rules.contested_readings import ContestedReadingsBox
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, scrolling
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording import moments
from scorepad.window.wording.imports import append_open_questions
from scorepad.window.wording.names import rule_set_choices

NO_SEASON: dict[str, Any] = {
    "dates": (),
    "rating": None,
    "people": "full",
    "roster_freeze": "",
    "max_forfeits": None,
}
"""The fields of a season in an event without one."""
NOTHING: dict[str, Any] = (
    NO_SEASON | dict.fromkeys(("name", "place", "date", "rules"), "") | {"tables": (), "agreed": {}}
)
"""The empty values of an event's head."""


def rule_set_combo_box(library: Library, first: str = "") -> inputs.ComboBox:
    """Return a list of all rule sets; `first` is the text of a choice of none in particular."""
    none = [("", first)] if first else []
    return inputs.ComboBox([*none, *rule_set_choices(library)])


def rule_set_id(rules: RuleSetOrId | None) -> str:
    """Return the id of a rule set that is given by it, or whole; "" where none is."""
    return rules if isinstance(rules, str) else str((rules or {}).get("id", ""))


def chosen_rule_set(chosen: str, now: RuleSetOrId | None) -> RuleSetOrId | None:
    """Return the rule set that is chosen by its id; a whole one that it has `now` is kept whole."""
    return now if rule_set_id(now) == chosen else chosen or None


class EventListView(QWidget):
    """The events at the left, at the right a form to begin one or to change the one chosen."""

    opened = Signal(object)
    """The user opened or began the event of this `EventTable`."""
    background = Signal(object)
    """Files are to be read: a `JobPresentation`."""

    def __init__(self, events: EventDesk, settings: Settings, page: WindowPage) -> None:
        """`page` is the page of the window that this is on."""
        super().__init__()
        self._page = page
        self._events = events
        self._settings = settings
        self._is_season = False
        self.list = KeyedList(T("Events"))
        self.list.activated.connect(self.open_chosen)
        self._named_by_matches = controls.label("", "caption", wrap=True)
        self._open = controls.button(T("Open"), self.open_chosen, kind="primary")
        self._change = controls.button(T("Change…"), self.show_change_form)
        import_ = controls.button(T("Import a file…"), self.choose_file)
        self._copy = controls.button(T("New event like this one"), self.copy_chosen)
        offer_row_menu(self.list, lambda: (self._open, self._change, self._copy))
        presses = layouts.row(self._open, self._change, self._copy, import_, None, wraps=True)
        left = layouts.column(self.list.hint, (self.list, 1), self._named_by_matches, 0, presses)
        self._form = self._fields()
        self._title = controls.label("", "strong")
        self._begin = controls.button("", self.save_event, kind="primary")
        self._form.default = self._begin
        self._form.field_changed.connect(self._use_rules)
        self._cancel = controls.button(T("Cancel"), self.cancel)
        buttons = layouts.row(self._begin, self._cancel, None)
        fields = scrolling.make_scroll_area(layouts.column(self._form, None))
        # The buttons are in sight however many fields there are.
        card = layouts.card(self._title, (fields, 1), buttons)
        layouts.set_column(self, (layouts.row((left, 1), (card, 1), spacing=Gap.GROUPS), 1))
        self.refresh()
        self.show_form_for_new_event()
        self._resume()

    def _fields(self) -> DraftForm:
        field = partial(entry_field, EventHeadChange)
        rules = rule_set_combo_box(self._events.desk.library)
        day = inputs.line_edit(moments.example_of_day())
        self._readings = readings = ContestedReadingsBox()
        self._more = controls.button(T("Season…"), self._open_season)
        frozen = inputs.line_edit(moments.example_of_day())
        season = partial(field, shown=lambda _form: self._is_season)
        rows = (
            field("name"),
            field("rules", rules),
            (field("place", share=3), field("date", day, read=self._read_day, share=2)),
            field("tables", read=parse_table_names),
            layouts.row(self._more, None),
            season("dates", read=parse_dates, example=moments.example_of_dates()),
            (season("rating", read=parse_rating_scale, share=3), season("people", share=2)),
            (
                season("roster_freeze", frozen, read=self._read_day),
                season("max_forfeits", inputs.line_edit(), read=parse_whole_least),
            ),
            field("agreed", readings, shown=lambda _form: bool(readings.count)),
        )
        return DraftForm(self._events.draft, event_entry_action(EventHeadChange).key, rows)

    def _open_season(self) -> None:
        self._ask_for_season(asked=True)
        self._form.focus("dates")

    def _ask_for_season(self, *, asked: bool) -> None:
        self._is_season = asked
        self._more.setVisible(not asked)
        self._form.update_shown_fields()

    def copy_chosen(self) -> None:
        """Begin an event like the chosen one, and ask for its name and dates."""
        try:
            table = self._events.start_copy(self._events.open(self.list.chosen).event)
        except Refused as refused:
            self._page.notify(refused.text, "bad")
            return
        self.refresh()
        self.list.choose(table.event.id)
        self.show_change_form()
        started = T(
            "Added a copy of the event, without results. Give the new event a name and dates."
        )
        self._page.notify(started, "good")

    def _read_day(self, typed: str) -> str:
        day = typed_moments.parse_day_unless_empty(typed)
        return day.isoformat() if day else ""

    # The list.

    def refresh(self) -> None:
        """Read the list of events again."""
        chosen = self.list.chosen or self._settings.event
        try:
            events = self._events.events()
        except Refused as refused:
            self._page.notify(refused.text, "bad")
            return
        self.list.show_rows(
            [(each.id, self._row(each)) for each in events],
            T("No events yet. Start one here, or import an event file."),
        )
        self.list.choose(chosen)
        for press in (self._open, self._change, self._copy):
            press.setVisible(bool(events))
        self._show_named_by_matches({name_key(each.name) for each in events})

    def _show_named_by_matches(self, known: Collection[str]) -> None:
        summaries = self._events.desk.page().summaries
        names = usual_spelling_by_name_key(each.event for each in summaries if each.event.strip())
        unknown = sorted(name for key, name in names.items() if key not in known)
        text = T(
            "Some matches name an event that was never started: {events}. You can find and "
            "print these matches under Tables. For teams, rounds and standings, start a new "
            "event.",
            events=join_parts(unknown, ", "),
        )
        self._named_by_matches.setText(str(text))
        self._named_by_matches.setVisible(bool(unknown))

    def _row(self, each: EventStatus) -> TwoLineText:
        teams = N("{n} team", "{n} teams", each.teams)
        rounds = N("{n} round", "{n} rounds", each.rounds)
        below = join_parts((each.place, teams, rounds))
        return TwoLineText(each.name or str(T("Event")), below, date_text(each.date))

    def _typed_day(self, day: str) -> str:
        return date_text(day, typed_moments.day_as_typed)

    def open_chosen(self) -> None:
        """Open the chosen event."""
        if self.list.chosen:
            self._open_one(lambda: self._events.open(self.list.chosen))

    def _open_one(self, opens: Callable[[], EventTable]) -> None:
        try:
            table = opens()
        except Refused as refused:
            self._page.notify(refused.text, "bad")
            return
        self._page.notify("")
        self.opened.emit(table)

    # Beginning one, and changing one.

    def show_form_for_new_event(self) -> None:
        """Show the form for a new event."""
        today = self._events.desk.now().astimezone().date()
        self._show_form(EventHead(rules=self._settings.rules, date=today.isoformat()), "")

    def cancel(self) -> None:
        """Empty the form for a new event."""
        self._form.clear_draft()
        self.show_form_for_new_event()

    def show_change_form(self) -> None:
        """Show the form with the head of the chosen event."""
        try:
            table = self._events.open(self.list.chosen)
        except Refused as refused:
            self._page.notify(refused.text, "bad")
            return
        self._show_form(table.event.register.head, table.event.id)
        self._form.focus()

    def _use_rules(self, field: str) -> None:
        """Ask about the contested rules of the rule set that is chosen."""
        if field != "rules":
            return
        chosen = chosen_rule_set(self._form.value("rules"), self._recorded_rules)
        try:
            rules = self._events.desk.library.resolve(chosen) if chosen else None
        except Refused:  # the form refuses it when it is saved
            rules = None
        self._readings.use_rules(rules)
        self._form.update_shown_fields()

    def _show_form(self, head: EventHead, about: str) -> None:
        self._recorded_rules = head.rules
        values = {
            "name": head.name,
            "rules": rule_set_id(head.rules),
            "agreed": head.agreed or {},
            "place": head.place,
            "date": self._typed_day(head.date),
            "tables": ", ".join(head.tables),
            "dates": dates_as_typed(head.dates or ()),
            "rating": rating_scale_as_typed(head.rating or None),
            "people": head.people or "full",
            "roster_freeze": self._typed_day(head.roster_freeze or ""),
            "max_forfeits": str(head.max_forfeits or ""),
        }
        self._form.begin_or_resume(values, about)
        self._use_rules("rules")
        typed = self._form.typed()
        self._ask_for_season(asked=any(typed[name] not in ("", "full") for name in NO_SEASON))
        self._title.setText(str(T("Change the event") if about else T("New event")))
        title = T("Save") if about else T("Start the event")
        controls.name_button(self._begin, title, "primary")
        self._cancel.setVisible(bool(about))

    def _resume(self) -> None:
        typed = self._form.read_draft()
        if typed is not None and typed.about in (each.id for each in self._events.events()):
            self.list.choose(typed.about)
            self.show_change_form()

    def save_event(self) -> None:
        """Start the event of the form, or save its changes."""
        values = self._form.read()
        if values is None:
            return
        values = {
            **{name: each for name, each in values.items() if each or name not in NO_SEASON},
            "rules": values["rules"] or "",
            "agreed": self._readings.chosen() or UNSET,
        }
        head = EventHead(**values)
        about = self._form.about
        self._open_one(lambda: self._save(about, head))

    def _save(self, about: str, head: EventHead) -> EventTable:
        if not about:
            table = self._events.start(head)
        else:
            table = self._events.open(about)
            now = table.event.register.head
            head = replace(head, rules=chosen_rule_set(rule_set_id(head.rules), now.rules) or "")
            changed = {
                name: value
                for name, none in NOTHING.items()
                if (value := getattr(head, name) or none) != (getattr(now, name) or none)
            }
            if changed:
                table.record(EventHeadChange(**changed))
        self.cancel()
        return table

    # Importing.

    def choose_file(self) -> None:
        """Ask for an event file, in a dialog that blocks nothing."""
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=T("Import an event file"),
            kinds=T("Event files (*.json);;All files (*)"),
            then=self.import_event_files,
        )

    def import_event_files(self, names: list[str]) -> None:
        """Import these event files in the background, each as an event of its own.  One alone is
        opened; of several the outcome of each is shown."""
        results: list[EventImportResult] = []

        def take(event: Event, name: str) -> str:
            result = self._events.import_event(event, name)
            results.append(result)
            return append_open_questions(self._describe_import(result, name), result)

        def refresh() -> None:
            self.refresh()
            if len(names) == 1 and results:
                self.opened.emit(results[0].table)

        self.background.emit(
            make_import_job(
                names,
                self._events.parse_event_file,
                take,
                what=T("Importing event files"),
                desk=self._events.desk,
                page=self._page,
                refresh=refresh,
            )
        )

    def _describe_import(self, result: EventImportResult, name: str) -> str:
        if result.created:
            event_name = result.table.event.register.head.name
            return str(T("Imported {file}: {event}", file=name, event=event_name))
        if not result.new:
            return str(T("{file} is already in Scorepad; nothing changed", file=name))
        return str(
            T(
                "{file}: merged with the event you already have, {what} added",
                file=name,
                what=N("{n} new entry", "{n} new entries", result.new),
            )
        )

    def focus_starting_widget(self) -> None:
        """Put the focus on the list; on the form where there is no event yet."""
        if self.list.count():
            self.list.setFocus()
        else:
            self._form.focus()
