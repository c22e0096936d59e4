"""`OpenEvent` is the event of a page, in which the page's parts record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QObject, Signal

from scorepad.desk.draft import Draft
from scorepad.desk.event_table import EventTable, RecordedEventEntry
from scorepad.desk.exporting import matches_of_event
from scorepad.desk.ports import LogHasGrown
from scorepad.desk.result_correction import ResultCorrection
from scorepad.events.entries import EventEntry, Release
from scorepad.events.event import Event
from scorepad.events.overview import Overview
from scorepad.events.register import PlannedRound, Register
from scorepad.events.seating import moved_team_count_texts, seat_moves_in_released_rounds
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, join_as_sentences
from scorepad.window.widgets.controls import Tone


class OpenEvent(QObject):
    """Records in an event, and announces the changes to the parts of the page."""

    changed = Signal()
    """The event reads otherwise now."""
    changed_elsewhere = Signal(object)
    """Matches or other programs changed the event; this `ResultCorrection` compares it."""
    archived = Signal(object)
    """The matches with these ids (a set) are archived, for their release was taken back."""

    def __init__(
        self, table: EventTable, parent: QObject, notify: Callable[[Text | str, Tone], object]
    ) -> None:
        """`notify` announces something on the page."""
        super().__init__(parent)
        self.table = table
        self.notify = notify

    @property
    def current_event(self) -> Event:
        """The event as it now reads."""
        return self.table.event

    @property
    def overview(self) -> Overview:
        return self.table.event.overview

    @property
    def register(self) -> Register:
        return self.table.event.overview.register

    @property
    def draft(self) -> Draft:
        return self.table.draft

    def record(
        self,
        entries: Sequence[EventEntry],
        place: str = "",
        *,
        done: Text | None = None,
        notes: Sequence[Text] = (),
    ) -> bool:
        """Record these entries as one step; announce `done` with `notes` and warnings. The draft at
        this `place` is removed with them. Return whether they were recorded."""
        draft = self.draft.text_with(place, None) if place else None
        return self.record_or_show_refusal(
            lambda: self.table.record_together(entries, draft), done, notes
        )

    def record_or_show_refusal(
        self,
        do: Callable[[], list[RecordedEventEntry]],
        done: Text | None = None,
        notes: Sequence[Text] = (),
    ) -> bool:
        """Record with `do`, and announce `done` or the refusal. Return whether it was recorded."""
        before = self.current_event
        try:
            recorded = do()
            self.table.follow_other_programs()
        except LogHasGrown as overtaken:
            # The new entries are shown first; typed values are kept, to be recorded after a look.
            self.show_changes_from_elsewhere()
            self.notify(overtaken.text, "warn")
            return False
        except Refused as refused:
            self.notify(refused.text, "bad")
            return False
        self._announce_changes(before)
        warnings = [
            text
            for each in recorded
            for text in each.warnings
            if not isinstance(each.entry, Release)  # shown beside the round as long as it holds
        ]
        effects = ResultCorrection(before, self.current_event).effects_once_done
        moves = seat_moves_in_released_rounds(before.overview, self.current_event.overview)
        moved = tuple(moved_team_count_texts(moves, self.overview))
        known = dict.fromkeys(map(str, (*moved, *notes, *warnings, *effects)))
        text = join_as_sentences((done or "", *known))
        self.notify(text, "warn" if known else "good")
        return True

    def pair_draft_again(self, planned: PlannedRound, absent: Collection[str], done: Text) -> bool:
        """Pair a draft again, without the teams that are `absent`, and announce `done`."""
        try:
            entry = self.table.propose_draft_again(planned, absent)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return False
        return self.record([entry], done=done)

    def _announce_changes(self, before: Event) -> None:
        self.changed.emit()
        gone = {*matches_of_event(before)} - {*matches_of_event(self.current_event)}
        if gone:
            self.archived.emit(gone)

    def show_changes_from_elsewhere(self) -> None:
        """Show changes by other programs and matches."""
        before = self.current_event
        try:
            self.table.follow_other_programs()
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        after = self.current_event
        # A second version changes nothing but the order.
        shown_before = before.log, before.order, before.matches, before.others
        if shown_before == (after.log, after.order, after.matches, after.others):
            return
        self._announce_changes(before)
        self.changed_elsewhere.emit(ResultCorrection(before, after))
