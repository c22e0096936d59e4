"""The sheet on the screen has the marks of the sheet on paper."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from reports.sheets.hand_details import SIGN_SHAPES
from scorepad.spades.entries import Amend, Bids, Ruling, Time, Tricks
from scorepad.spades.marks import SIGNS
from scorepad.window.match.sheet.sheet_columns import column_of
from tests.window.evening import HAND, NIL_HAND
from tests.window.stage import Stage
from tests.window.written import painted_texts


def spoken(stage: Stage, row: int, side: int, part: Any) -> str:
    index = stage.page.sheet.model().index(row, column_of(side, part))
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


def painted(stage: Stage, row: int, side: int, part: Any) -> str:
    """What is written in a cell of the sheet, brought into sight."""
    sheet = stage.page.sheet
    index = sheet.model().index(row, column_of(side, part))
    sheet.scrollTo(index)
    place = sheet.visualRect(index)
    return "".join(
        each.text
        for each in painted_texts(sheet.viewport())
        if place.contains(int(each.left), int(each.baseline))
    )


def beneath(stage: Stage, status: str) -> list[Any]:
    return [row for row in stage.page.sheet.rows if row.status == status]


def test_marks_of_the_sheet(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a failed nil has the cross that paper has"):
        stage.open((("nil", 4, 5, 3), (2, 4, 5, 2)), NIL_HAND)
        assert painted(stage, 0, 0, "tricks") == "✕2 · 5"
        assert "nil failed" in spoken(stage, 0, 0, "tricks")
        assert painted(stage, 1, 0, "tricks") == "✓0 · 6"
        assert "nil failed" not in spoken(stage, 1, 0, "tricks")
    with subtests.test("a corrected cell keeps its first value beneath it"):
        page = stage.open(HAND, HAND)
        bids, tricks = [each for each in page.table.match.log if isinstance(each, Bids | Tricks)][
            :2
        ]
        to = Bids(bids=(3, *HAND[0][1:]))
        page.table.record(Amend(entry=bids.id or "", to=to, why="misread"))
        (row,) = beneath(stage, "was")
        assert page.sheet.rows[1] is row
        first = column_of(0, "bids")
        assert [n for n, text in enumerate(row.cells) if text] == [first]
        was = " + ".join(str(HAND[0][seat]) for seat in (0, 2))
        assert row.cells[first] == f"was {was}"
        assert painted(stage, 1, 0, "bids") == f"was {was}"
        assert isinstance(tricks, Tricks)
        took = [count or 0 for count in tricks.tricks]
        moved = Tricks(tricks=(took[0] - 1, took[1] + 1, took[2], took[3]))
        page.table.record(Amend(entry=tricks.id or "", to=moved, why="count"))
        (row,) = beneath(stage, "was")
        assert row.cells[column_of(0, "tricks")] == f"was {took[0] + took[2]}"
        page.table.undo()
        page.table.undo()
        assert beneath(stage, "was") == []
    with subtests.test("time between hands stands between them and the extra hand says so"):
        even = ((4, 4, 3, 2), (4, 4, 3, 2))
        page = stage.open(even)
        difference = page.table.match.board.score[1] - page.table.match.board.score[0]
        if difference:
            page.table.record(Ruling(side=0, points=difference, why="level"))
        page.table.record(Time())
        assert [row.remark for row in beneath(stage, "note")] == ["time called"]
        assert page.table.match.board.extra_hand
        page.table.record(Bids(bids=even[0]))
        assert [row.remark for row in beneath(stage, "note")] == ["time called", "extra hand"]
        assert page.sheet.rows[-1].status == "note"
        assert page.sheet.rows[-2].status == "in-progress"
    with subtests.test("time called in a hand is told beneath it as on paper"):
        page = stage.open(HAND, HAND)
        page.table.record(Bids(bids=HAND[0]))
        page.table.record(Time())
        assert [row.remark for row in beneath(stage, "note")] == ["time was called in this hand"]
        page.table.undo()
        assert beneath(stage, "note") == []
        page.table.undo()
        page.table.record(Bids(bids=HAND[0]))
        stage.pass_(32 * 60)
        (row,) = beneath(stage, "note")
        assert row.remark.startswith("the clock ran out in this hand at ")


def test_every_mark_on_the_screen_is_one_of_those_on_paper() -> None:
    assert set(SIGN_SHAPES) == set(SIGNS)
    assert SIGNS["bag-penalty"] == "▼", "it weighs on the score"
