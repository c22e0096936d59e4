"""A confirmed hand is folded and written once, and each part of the screen is refreshed once.

Counted on the real window over a real store, with the real methods wrapped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from scorepad.__main__ import Program
from scorepad.spades.entries import Clock
from scorepad.spades.match import Match
from scorepad.store import database
from scorepad.window.match.entry.view import EntryView
from scorepad.window.match.header.score_header import ScoreHeader
from scorepad.window.match.sheet.sheet_model import SheetModel
from scorepad.window.shell.tabs import TableTab
from scorepad.window.widgets.score_chart import ScoreChart
from tests.window.evening import HAND, Evening
from tests.window.stage import Stage

COUNTED = (
    ("commits", database, "_commit"),
    ("folds", Match, "append"),
    ("header", ScoreHeader, "show_match"),
    ("sheet", SheetModel, "set_match"),
    ("bar", EntryView, "show_contents"),
    ("score line", ScoreChart, "show_totals"),
    ("tab", TableTab, "show_table"),
)
REFRESHED = {"header": 1, "sheet": 1, "bar": 1, "score line": 1, "tab": 1}


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the store committed, a match was folded, and each part of a page refreshed."""
    counted: Counter[str] = Counter()

    def wrap(name: str, owner: Any, method: str) -> None:
        real = getattr(owner, method)

        def counting(*args: Any, **named: Any) -> Any:
            counted[name] += 1
            return real(*args, **named)

        monkeypatch.setattr(owner, method, counting)

    for each in COUNTED:
        wrap(*each)

    return counted


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Iterator[Stage]:
    with Program(str(tmp_path / "store")).open_store(write=True) as store:
        yield Stage(qtbot, tmp_path, evening=Evening(tmp_path, store))


def after(stage: Stage, counts: Counter[str], key: str) -> dict[str, int]:
    """What a key brought about."""
    counts.clear()
    stage.type(key)
    return dict(counts)


def test_one_confirmation_is_one_fold_one_commit_and_one_refresh(
    stage: Stage, counts: Counter[str]
) -> None:
    stage.open(HAND, table="Table 2")
    stage.open(HAND, table="Table 1")
    for key in "433":
        assert after(stage, counts, key) == {"commits": 1, "sheet": 1, "bar": 1}
    assert after(stage, counts, "2") == {"folds": 1, "commits": 1, **REFRESHED}
    # What the hand would come to is told before Enter.
    assert after(stage, counts, "8") == {"folds": 1, "commits": 1, "bar": 1}
    assert after(stage, counts, "\n") == {"folds": 1, "commits": 1, **REFRESHED}


def test_bids_that_start_the_clock_are_two_entries_in_one_commit(
    stage: Stage, counts: Counter[str]
) -> None:
    page = stage.open()
    stage.type("433")
    assert after(stage, counts, "2") == {"folds": 2, "commits": 1, **REFRESHED}
    assert len(page.table.match.log) == 2
    assert page.table.draft.text == ""


def test_bids_taken_back_at_once_are_typed_again_in_the_same_commit(
    stage: Stage, counts: Counter[str]
) -> None:
    page = stage.open(HAND)
    stage.type("4332")
    assert after(stage, counts, "\b") == {"folds": 1, "commits": 1, **REFRESHED}
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "433"


def test_undo_and_redo_refresh_each_part_once(stage: Stage, counts: Counter[str]) -> None:
    stage.open(HAND)
    for step in ("undo", "redo"):
        counts.clear()
        stage.window.do(step)
        # What was taken back is folded once more, for its name.
        del counts["folds"]
        assert dict(counts) == {"commits": 1, **REFRESHED}, step


def test_a_team_with_one_number_and_a_nil_is_counted_alike(
    stage: Stage, counts: Counter[str]
) -> None:
    stage.open(HAND, rules="washburn")
    for key in "6N":
        assert after(stage, counts, key) == {"commits": 1, "sheet": 1, "bar": 1}
    assert after(stage, counts, "4") == {"folds": 1, "commits": 1, **REFRESHED}
    assert after(stage, counts, "5") == {"folds": 1, "commits": 1, "bar": 1}
    assert after(stage, counts, "\n") == {"folds": 1, "commits": 1, **REFRESHED}


class LaidOut(QObject):
    """How often a widget was asked to lay out its parts again."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.LayoutRequest
        return False


def test_a_card_shows_each_second_and_is_laid_out_when_it_needs_more_room(stage: Stage) -> None:
    """Forty cards that are laid out each second keep an old laptop busy."""
    stage.open(HAND).table.record(Clock(do="start"))
    (card,) = stage.window.strip.tabs
    stage.pass_(1)
    QApplication.processEvents()
    laid_out, before = LaidOut(card), card.texts[1]
    for _second in range(20):
        stage.pass_(1)
        QApplication.processEvents()
    assert card.texts[1] != before
    assert laid_out.times == 0
    label = next(each for each in card.findChildren(QLabel) if each.text() == card.texts[1])
    stage.pass_(30 * 60)
    QApplication.processEvents()
    assert laid_out.times > 0
    assert label.text() == card.texts[1]
    assert label.width() == label.sizeHint().width(), "time is up: its sign is whole too"
