"""The history of an event: all entries, newest first, with the deleted ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QWidget

from scorepad.events.entries import EventAmend, EventEntry
from scorepad.events.entry_descriptions import correction_texts, overview_that_names_entry
from scorepad.events.entry_kinds import (
    EVENT_ENTRY_KINDS,
    entry_detail_text,
    event_entry_action,
    name_plain_entry,
)
from scorepad.events.event import Event
from scorepad.spades.entries import Note, Restore, Strike, UnknownEntry, kind_of
from scorepad.spades.entry_descriptions import reason_text
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, join_parts
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.two_line_list import KeyedList, Row, TwoLineText
from scorepad.window.wording import moments


class EventHistory(QWidget):
    """The log of the event; an entry is struck or restored here, with a reason."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self._what: inputs.ChoiceButtons[str] = inputs.ChoiceButtons(
            [("all", T("Everything")), ("day", T("Day log"))],
            name=T("Entries to list"),
            chosen="all",
        )
        self._what.changed.connect(lambda: self.show_event(opened.current_event))
        self.list = KeyedList(T("History"))
        self.list.currentRowChanged.connect(self._enable)
        self._note = EVENT_ENTRY_KINDS[Note].field("text")
        self._why = inputs.line_edit(self._note.label or "")
        self._why.setAccessibleName(str(self._note.label))
        self._strike = controls.button("", self.strike_or_restore)
        offer_row_menu(self.list, lambda: [self._strike])
        note = controls.button(event_entry_action(Note).button, self.record_note)
        foot = layouts.row((self._why, 1), self._strike, note)
        head = layouts.row(self._what, None)
        layouts.set_column(self, head, self.list.hint, (self.list, 1), 0, foot)

    def show_event(self, event: Event) -> None:
        """Show the log of this event."""
        of_day = self._what.value == "day"
        rows: list[Row] = []
        none = T("Nothing has been recorded yet.")
        if of_day:
            rows += self._rows_of_day()
            none = T(
                "No rulings, forfeits, penalties, corrections, warnings, protests or ratings yet."
            )
        else:
            rows += self._rows_apart(event)
            rows += [
                (each.id or "", partial(self._row, event, each)) for each in reversed(event.log)
            ]
        self._strike.setVisible(not of_day)
        self.list.show_rows(rows, none)
        self._enable()

    def _rows_of_day(self) -> list[Row]:
        """Return the rows of the list of the day, the newest first."""
        rows, overview = list[Row](), self._opened.overview
        for place, each in enumerate(self._opened.table.list_decisions()):
            number = "" if each.round is None else str(overview.round_text(each.round))
            number = controls.capitalize(number)
            where = table_name(each.table) if each.table else ""
            title = join_parts((number, where, each.teams, each.title))
            below = join_parts((join_parts((each.was, each.now), " → "), each.why, each.by))
            rows.append((str(place), TwoLineText(title, below, moments.format_moment(each.at))))
        return rows[::-1]

    def _rows_apart(self, event: Event) -> Iterator[Row]:
        """Yield the rows of entries that are not in the log as it is read."""
        for entry in event.order.waiting:
            when = moments.format_moment(entry.at)
            title = entry.kind if isinstance(entry, UnknownEntry) else kind_of(entry)
            mark = str(T("waiting for an entry that isn't here yet"))
            yield entry.id or "", TwoLineText(title, mark, when, dimmed=True)
        for version in event.order.versions:
            other = event.with_version(version.last_id)
            for entry in reversed(version.entries):
                known = other.find(entry.id or "")
                if known is not None:
                    mark = str(T("in another version"))
                    yield entry.id or "", partial(self._row, other, known, mark)

    def _row(self, event: Event, entry: EventEntry, mark: str = "") -> TwoLineText:
        overview = overview_that_names_entry(event, entry)
        name = event.name(entry.id or "")
        if overview is not event.overview:
            name = name_plain_entry(overview, entry)
        title = controls.capitalize(name)
        if isinstance(entry, EventAmend):
            parts = [str(text) for text in correction_texts(event, entry)]
        else:  # as it was recorded; its corrections are rows of their own
            text = entry_detail_text(overview.register, entry)
            parts = [] if text is None else [str(text)]
        why = getattr(entry, "why", "") or getattr(entry, "text", "")
        parts += [
            reason_text(why) if why else "",
            entry.by or "",
        ]
        struck = (entry.id or "") in event.struck_ids
        if struck:
            parts.insert(0, str(T("doesn't count")))
        parts.insert(0, mark)
        when = moments.format_moment(entry.at)
        return TwoLineText(title, join_parts(parts), when, dimmed=struck or bool(mark))

    def _enable(self) -> None:
        event, key = self._opened.current_event, self.list.chosen
        key = "" if self._what.value == "day" else key
        entry = event.original_entry(key) if key and event.has_entry(key) else None
        correction = entry is not None and entry.is_correction
        step = event_entry_action(Restore if key in event.struck_ids else Strike)
        kind: controls.ButtonKind = "plain" if key in event.struck_ids else "danger"
        controls.name_button(self._strike, step.button, kind)
        self._strike.setEnabled(entry is not None and not correction)

    def strike_or_restore(self) -> None:
        """Strike the chosen entry with the reason typed, or restore it."""
        event, key = self._opened.current_event, self.list.chosen
        if not key:
            return
        name = str(event.name(key))
        if key in event.struck_ids:
            recorded = self._opened.record(
                [Restore(entry=key)], done=T("Restored: {what}", what=name)
            )
        else:
            why = self._why.text().strip()
            if not why:
                self._opened.notify(EVENT_ENTRY_KINDS[Strike].field("why").missing or "", "bad")
                self._why.setFocus()
                return
            strike = Strike(entry=key, why=why)
            recorded = self._opened.record([strike], done=T("Deleted: {what}", what=name))
        if recorded:
            self._why.clear()

    def record_note(self) -> None:
        """Record the text as a note of the event."""
        text = self._why.text().strip()
        if not text:
            self._opened.notify(self._note.missing or "", "bad")
            self._why.setFocus()
        elif self._opened.record([Note(text=text)], done=T("Note recorded")):
            self._why.clear()

    def focus_starting_widget(self) -> None:
        """Put the focus on the list."""
        (self._why if self.list.isHidden() else self.list).setFocus()
