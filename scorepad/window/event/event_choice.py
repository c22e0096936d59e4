"""The events that a combined table adds up, to be chosen from a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from scorepad.events.combined import missing_event_name
from scorepad.events.status import EventStatus
from scorepad.events.weeks import date_text
from scorepad.spades.words import T, join_parts
from scorepad.window.widgets import theme

SHOWN_ROWS: Final = 5
"""So many events are in sight; more are reached by scrolling."""
ID: Final = Qt.ItemDataRole.UserRole


class EventChoice(QListWidget):
    """A list of events, each selected or not."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.itemChanged.connect(lambda _item: self.changed.emit())

    def offer(self, here: Iterable[EventStatus], own: str, chosen: Sequence[str]) -> None:
        """Offer the events that are `here`, the newest first (`own` is the id of the one that is
        shown), and those that are `chosen` and not here."""
        titles = {
            each.id: join_parts(
                (
                    each.name or T("Event"),
                    date_text(each.date),
                    T("this event") if each.id == own else "",
                )
            )
            for each in sorted(here, key=lambda each: (each.date, each.id), reverse=True)
        }
        titles |= {each: str(missing_event_name(each)) for each in chosen if each not in titles}
        if titles == {item.data(ID): item.text() for item in self._items()}:
            return
        typed = self.typed()
        self.blockSignals(True)  # an offer is no choice
        self.clear()
        for event_id, title in titles.items():
            item = QListWidgetItem(title, self)
            item.setData(ID, event_id)
            item.setSizeHint(QSize(0, theme.touch_height()))
            item.setCheckState(Qt.CheckState.Unchecked)
        self._select(typed)
        self.blockSignals(False)
        self.setFixedHeight(min(self.count(), SHOWN_ROWS) * theme.touch_height() + theme.px(4))

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]

    def typed(self) -> list[str]:
        """Return the ids of the selected events, the newest last."""
        return [
            item.data(ID)
            for item in reversed(self._items())
            if item.checkState() == Qt.CheckState.Checked
        ]

    def fill(self, typed: Any) -> None:
        """Select the events with these ids."""
        if typed != self.typed():
            self.blockSignals(True)
            self._select(typed)
            self.blockSignals(False)
            self.changed.emit()

    def _select(self, typed: Any) -> None:
        for item in self._items():
            is_chosen = isinstance(typed, list) and item.data(ID) in typed
            item.setCheckState(Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked)
