"""A desk with matches on it, for tests of pages and panels: the real one, kept in memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget

from reports import SheetMaker
from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.entries import Bids, FourBids, FourCounts, Head, Team, Tricks
from scorepad.spades.library import Library, load_library
from scorepad.window.match.panel_place import PANELS
from scorepad.window.panels.panel import PanelContext
from scorepad.window.widgets.notice_strip import NoticeStrip
from tests.desk.memory import MemoryKeeper

RULES = Path(__file__).parents[2] / "resources" / "rules"
PRESETS = load_library(RULES)
BUILT = {rules.id: rules for rules in PRESETS}
ACES = Team("Aces", ("Ann", "Cy"))
KINGS = Team("Kings", ("Bo", "Di"))

Played = tuple[FourBids, FourCounts | None]
HAND: Played = ((4, 3, 3, 2), (5, 3, 3, 2))
NIL_HAND: Played = (("nil", 4, 5, 3), (0, 4, 6, 3))


class Wall:
    """The clock on the wall: a second later at every look, and further when told."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment

    def pass_(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


class Sheets(SheetMaker):
    """The sheets as the program makes them; tests make one thing in them fail."""

    def __init__(self) -> None:
        super().__init__()


class Evening:
    """A desk, who keeps its matches (in memory unless another keeper is given), the wall clock,
    settings of its own."""

    def __init__(self, folder: Path, keeper: Any = None) -> None:
        self.keeper = keeper or MemoryKeeper()
        self.wall = Wall()
        # Read and built once: each evening may change its own.
        self.library = Library({each: PRESETS.file(each) for each in PRESETS.ids()})
        self.library._ready = dict(BUILT)
        self.settings = Settings(folder)
        self.restart()
        self._pages: list[QWidget] = []

    def restart(self) -> None:
        """Have a desk that begins with what is kept, as the program does when it starts."""
        by = lambda: self.settings.by or "Pat"  # noqa: E731
        self.desk = Desk(self.keeper, self.library, now=self.wall, by=by)

    def play(self, *hands: Played, rules: str = "unc", **head: Any) -> Table:
        """A table where these hands were played (the last one's tricks may be None)."""
        told = {"teams": (ACES, KINGS), "event": "Spring", "round": "2", "table": "Table 4"}
        table = self.desk.start(Head(rules=rules, **(told | head)))
        for bids, tricks in hands:
            table.record(Bids(bids=bids))
            if tricks is not None:
                table.record(Tricks(tricks=tricks))
        return table

    def panel(self, qtbot: Any, key: str, table: Table) -> Any:
        """A panel, shown as a page shows it with a strip, that looks again after every change."""
        page = QWidget()
        self._pages.append(page)
        qtbot.addWidget(page)
        panel = PANELS[key](PanelContext(table, Sheets(), self.settings, page))
        strip = NoticeStrip()
        panel.notified.connect(strip.notify)
        column = QVBoxLayout(page)
        column.addWidget(strip)
        column.addWidget(panel)
        table.listen(lambda _change: panel.refresh())
        page.resize(480, 700)
        page.show()
        panel.focus_typing_start()
        return panel


def announced_text(panel: QWidget) -> str:
    """What the page around a panel announces."""
    (strip,) = panel.parentWidget().findChildren(NoticeStrip)
    return strip.text


def press(widget: QWidget, text: str) -> None:
    """Press the button with this text or this accessible name, which has to be there."""
    QApplication.processEvents()
    found = [
        button
        for button in widget.findChildren(QPushButton)
        if button.isVisibleTo(widget) and text in (button.text(), button.accessibleName())
    ]
    assert found, f"no button {text!r}"
    assert found[0].isEnabled(), f"{text!r} cannot be pressed"
    found[0].click()


def read(widget: QWidget) -> str:
    """All that is written on a page, where it can be seen."""
    QApplication.processEvents()
    return "\n".join(
        label.text()
        for label in widget.findChildren(QLabel)
        if label.text() and label.isVisibleTo(widget)
    )
