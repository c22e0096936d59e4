"""The events that a combined table adds up, to be chosen from a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Qt, Signal

from scorepad.events.combined import missing_event_name
from scorepad.events.status import EventStatus
from scorepad.events.weeks import date_text
from scorepad.spades.words import T, join_parts
from scorepad.window.widgets import theme
from scorepad.window.widgets.two_line_list import ROW_HEIGHT, KeyedList, TwoLineText

SHOWN_ROWS: Final = 5
"""The events in sight; more are reached by scrolling."""


class EventChoice(KeyedList):
    """A list of events, each with a check box."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(T("Events"))
        self._texts: dict[str, TwoLineText] = {}
        self._checked: set[str] = set()
        # The rows are replaced, which must not happen while Qt uses one.
        self.content.toggled.connect(self._toggle, Qt.ConnectionType.QueuedConnection)

    def offer(self, here: Iterable[EventStatus], own: str, chosen: Sequence[str]) -> None:
        """Offer the events that are `here`, the newest first (`own` is the id of the one that is
        shown), and those that are `chosen` and not here."""
        newest_first = sorted(here, key=lambda each: (each.date, each.id), reverse=True)
        self._texts = {
            each.id: TwoLineText(
                each.name or str(T("Event")),
                join_parts((date_text(each.date), T("this event") if each.id == own else "")),
            )
            for each in newest_first
        }
        for event_id in chosen:
            missing = TwoLineText(str(missing_event_name(event_id)), "")
            self._texts.setdefault(event_id, missing)
        self._show()
        rows = min(self.count(), SHOWN_ROWS)
        self.setFixedHeight(rows * max(theme.touch_height(), theme.em(ROW_HEIGHT)) + theme.px(4))

    def _show(self) -> None:
        texts = self._texts.items()
        self.show_rows((key, replace(text, is_checked=key in self._checked)) for key, text in texts)

    def _toggle(self, row: int) -> None:
        self._checked ^= {self.row_keys()[row]}
        self._show()
        self.changed.emit()

    def typed(self) -> list[str]:
        """Return the ids of the checked events, the newest last."""
        return [each for each in reversed(self._texts) if each in self._checked]

    def fill(self, typed: Any) -> None:
        """Check the events with these ids."""
        if typed != self.typed():
            self._checked = {*typed} if isinstance(typed, list) else set()
            self._show()
            self.changed.emit()
