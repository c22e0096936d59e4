"""The panel "From paper": lines typed, compared, recorded; kept over a crash."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from reports.sheets.blank_sheet import blank_sheet
from scorepad.spades.bidding import BID_KEYS, COUNT_KEYS
from scorepad.spades.entries import Bids, FourBids, FourCounts, Note, Ruling, Tricks, kind_of
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import format_number
from scorepad.window.match.table_page import TablePage
from scorepad.window.panels.paper_entry import PaperEntryPanel
from tests.reports.inked import Ink, inked
from tests.reports.made import MATCHES, match_of
from tests.window.evening import Sheets, press, read
from tests.window.stage import Stage, type_keys

PAPER = ("= 120 3, 85 1 began on paper", "4 3, 2 4 / 8", "n 4, 3 2 / 0 5", "4 3, 2 5 / 7")


def paper(stage: Stage, *lines: str, rules: str = "chicago") -> PaperEntryPanel:
    """The panel with these lines typed, by keys alone."""
    stage.open(rules=rules)
    stage.window.do("rekey")
    panel = stage.page.panel
    assert isinstance(panel, PaperEntryPanel)
    if lines:
        write(panel, "\n".join(lines))
    return panel


def write(panel: PaperEntryPanel, text: str) -> None:
    for key in text:
        focused = QApplication.focusWidget() or panel
        type_keys(focused, key)


def beside(panel: PaperEntryPanel) -> list[tuple[str, str]]:
    return [(row.totals[0].text(), row.totals[1].text()) for row in panel.rows]


def again(stage: Stage) -> TablePage:
    """The page as another start of the program would make it."""
    page = TablePage(stage.page.table, Sheets(), stage.evening.settings)
    stage.qtbot.addWidget(page)
    page.resize(1100, 700)
    page.show()
    return page


def test_a_sheet_is_typed_and_recorded_by_keys(stage: Stage) -> None:
    panel = paper(stage, *PAPER)
    assert panel.lines == list(PAPER)
    assert beside(panel) == [
        ("120 (3)", "85 (1)"),
        ("191 (4)", "25 (1)"),
        ("332 (5)", "78 (4)"),
        ("402 (5)", "8 (4)"),
    ]
    table = stage.page.table
    assert table.match.log == ()
    write(panel, "\n\n")
    assert panel.record_button.hasFocus()
    assert panel.record_button.text() == "Record 3 hands"
    QTest.keyClick(panel.record_button, Qt.Key.Key_Return)
    assert stage.page.panel is None
    assert [kind_of(entry) for entry in table.match.log] == ["ruling"] * 2 + ["bids", "tricks"] * 3
    assert table.match.board.score == (402, 8)
    assert [entry.why for entry in table.match.log[:2] if isinstance(entry, Ruling)] == [
        "began on paper"
    ] * 2
    assert {entry.by for entry in table.match.log} == {"Pat"}
    assert table.draft.text == ""
    assert "3 hands recorded from paper" in stage.page.bar.strip.text


STARTED = "The clock started with these bids."
BEFORE = "If these hands were played earlier, pause the clock or correct it with “Add minutes”."
BEGUN = "The bids for hand 2 are recorded. Next, type its tricks."


def test_what_is_said_of_what_was_recorded_from_paper(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for lines, button, said in [
        (
            ("4 3, 2 4 / 8", "4 3, 2 4"),
            "Record 1 hand and the next bids",
            f"✓ 1 hand recorded from paper. {BEGUN}",
        ),
        (
            ("4 3, 2 4",),
            "Record the bids",
            "✓ The bids for hand 1 are recorded. Next, type its tricks.",
        ),
        (("4 3, 2 4", "/ 8"), "Record 1 hand", "✓ 1 hand recorded from paper."),
        (("= 120 3, 85 1 before",), "Record", "✓ Starting score recorded from paper."),
    ]:
        with subtests.test("a hand in progress is none yet", lines=lines, button=button, said=said):
            panel = paper(stage, *lines)
            assert panel.record_button.text() == button
            panel.record_button.click()
            assert stage.page.bar.strip.text == said
    for lines, said in [
        (
            ["4 3, 2 4 / 8"],
            f"✓ 1 hand recorded from paper. {STARTED} {BEFORE}",
        ),
        # Where the game is over the clock rests.
        (["6 5, 2 2 / K"] * 3, f"✓ 3 hands recorded from paper. {STARTED}"),
    ]:
        with subtests.test(
            "the clock that the first bids start is told of in sentences", lines=lines, said=said
        ):
            # From paper too (SCORING.md 5.3).
            panel = paper(stage, *lines, rules="unc")
            panel.record_button.click()
            assert stage.page.bar.strip.text == said
            assert stage.page.table.match.board.is_over == (len(lines) == 3)


def test_lines_are_typed(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a mistake is said on its line and nothing is recorded"):
        panel = paper(stage, "4 3, 2 4 / 8", "4 3, 2 / 14", "4 3, 2 4 / 8")
        said = [row.message.text() for row in panel.rows]
        assert said[0] == ""
        assert "14" in said[1] or "three" in said[1] or "tricks" in said[1]
        assert said[1].startswith("✕ ")
        assert said[2] == "Waiting for the line above"
        assert not panel.record_button.isEnabled()
        assert panel.record_button.text() == "Line 2 isn't right yet"
        panel.record_lines()
        assert stage.page.table.match.log == ()
        row = panel.rows[1].edit
        row.setFocus()
        row.selectAll()
        write(panel, "4 3, 2 4 / 6")
        assert [row.message.text() for row in panel.rows] == ["", "", ""]
        assert panel.record_button.isEnabled()
    with subtests.test("lines are gone through added and taken away"):
        panel = paper(stage, "4 3, 2 4 / 8", "4")
        type_keys(panel.rows[1].edit, "\b\b")
        assert panel.lines == ["4 3, 2 4 / 8"]
        assert panel.rows[0].edit.hasFocus()
        QTest.keyClick(panel.rows[0].edit, Qt.Key.Key_Up)
        assert panel.rows[0].edit.hasFocus()
        QTest.keyClick(panel.rows[0].edit, Qt.Key.Key_Down)
        assert panel.lines == ["4 3, 2 4 / 8", ""]
        assert panel.rows[1].edit.hasFocus()
    with subtests.test("several lines are pasted"):
        panel = paper(stage)
        QApplication.clipboard().setText("\n".join(PAPER))
        QTest.keyClick(panel.rows[0].edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert panel.lines == list(PAPER)
        assert panel.rows[3].edit.hasFocus()
        assert beside(panel)[-1] == ("402 (5)", "8 (4)")
        QApplication.clipboard().setText("x")
        QTest.keyClick(panel.rows[3].edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert panel.lines[3].endswith("x")
    with subtests.test("warnings and spoken totals"):
        panel = paper(stage, "9 8, 1 1 / 7")
        row = panel.rows[0]
        assert row.message.text().startswith("▲ ")
        assert row.edit.accessibleName() == "Line 1, hand 1"
        assert row.edit.accessibleDescription() == "Aces \u2212170, bags 0; Kings 24, bags 4"
    for rules, said in [
        ("washburn", "Bids: Aces, Kings / tricks: Aces"),
        ("chicago", "Bids: Ann Cy, Bo Di / tricks: Aces"),
    ]:
        with subtests.test("the order of a line is told as the bids are", rules=rules, said=said):
            assert said in read(paper(stage, rules=rules))


def test_a_ten_typed_as_two_digits_is_told_how_to_type_it(stage: Stage) -> None:
    panel = paper(stage, "4 3, 2 4 / 10")
    message = panel.rows[0].message
    assert message.text() == "\u2715 1 + 0 = 1 trick; a hand has 13 (T J Q K are 10 to 13)"
    for _ in "10":
        QTest.keyClick(panel.rows[0].edit, Qt.Key.Key_Backspace)
    type_keys(panel.rows[0].edit, "t")
    assert (panel.lines, message.text()) == (["4 3, 2 4 / t"], "")


def test_what_was_typed_is_kept_over_a_crash(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("what was typed is there after a crash"):
        paper(stage, *PAPER[:2], "n 4, 3")
        page = again(stage)
        assert isinstance(page.panel, PaperEntryPanel)
        assert page.panel.lines == [*PAPER[:2], "n 4, 3"]
        assert beside(page.panel)[1] == ("191 (4)", "25 (1)")
    with subtests.test("what was recorded before a crash is not there again"):
        panel = paper(stage, *PAPER[1:])
        table = stage.page.table
        kept = table.draft.text
        entries = panel.reading.lines[0].entries
        for entry in entries:
            table.record(entry)
        table.draft.write(kept)
        page = again(stage)
        assert isinstance(page.panel, PaperEntryPanel)
        assert page.panel.lines == list(PAPER[2:])
    with subtests.test("closed it is kept and stays closed"):
        panel = paper(stage, *PAPER)
        press(panel, "Close")
        assert stage.page.panel is None
        assert again(stage).panel is None
        stage.window.do("rekey")
        reopened = stage.page.panel
        assert isinstance(reopened, PaperEntryPanel)
        assert reopened.lines == list(PAPER)


def test_lines_are_recorded(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a line refused while recording stays"):
        panel = paper(stage, *PAPER[1:])
        keeper: Any = stage.evening.keeper
        written = keeper.append

        def full_after_three(match_id: str, entries: Any, *rest: Any, **more: Any) -> None:
            keeper.full = len(stage.page.table.match.log) >= 3
            try:
                written(match_id, entries, *rest, **more)
            finally:
                keeper.full = False

        keeper.append = full_after_three
        press(panel, "Record 3 hands")
        assert stage.page.panel is panel
        assert "disk is full" in panel.message.text()
        # Of the second line the bids were taken: its tricks are left.
        log = stage.page.table.match.log
        assert [kind_of(entry) for entry in log] == ["bids", "tricks", "bids"]
        assert panel.lines == ["/ 0 5", PAPER[3]]
        keeper.append = written
        press(panel, "Record 2 hands")
        assert stage.page.panel is None
        assert stage.page.table.match.board.score == (282, -77)
    with subtests.test("the lines follow what is recorded meanwhile"):
        panel = paper(stage, PAPER[1])
        table = stage.page.table
        table.record(Bids(bids=(4, 3, 3, 3)))
        assert "Hand 1 is in progress" in panel.rows[0].message.text()
        table.record(Tricks(tricks=(7, 6, None, None)))
        assert panel.rows[0].message.text() == ""
        assert panel.rows[0].hand.text() == "2"
        table.record(Note(text="x"))
        press(panel, "Record 1 hand")
        assert len(table.match.board.hands) == 2


def boxes_of(rules: RuleSet) -> list[str]:
    """The letters above the boxes for bids and tricks on a pen sheet, from left to right."""
    inks = inked(lambda: blank_sheet(rules)).inks
    rows: dict[float, list[Ink]] = {}
    for ink in inks:
        if ink.page == 1 and ink.said in {"A", "B", "C", "D"}:
            rows.setdefault(round(ink.base), []).append(ink)
    heads = max(rows.values(), key=len)
    return [ink.said for ink in sorted(heads, key=lambda ink: ink.left)]


def written_in(bids: FourBids, tricks: FourCounts) -> str:
    """What is in those boxes, as it is typed."""
    sides = []
    for seats in ((0, 2), (1, 3)):
        of_side = [bids[seat] for seat in seats if bids[seat] is not None]
        took = [tricks[seat] for seat in seats if tricks[seat] is not None]
        keys = [BID_KEYS[bid].lower() for bid in of_side if bid is not None]
        counts = [COUNT_KEYS[count] for count in took if count is not None]
        sides.append(f"{' '.join(keys)} / {' '.join(counts)}")
    return ", ".join(sides)


def test_a_pen_sheet_is_typed_in_the_order_of_its_boxes(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for name, hands in [
        ("unc-after-end", 2),
        ("washburn-target", 4),
        ("alpha-theta-target", 4),
        ("chicago-abandoned", 4),
    ]:
        with subtests.test(name=name, hands=hands):
            match = match_of((MATCHES[0].parent / f"{name}.json").read_bytes())
            assert boxes_of(match.rules) == [*"ACACBDBD"]
            played = [entry for entry in match.log if isinstance(entry, Bids | Tricks)]
            pairs = list(zip(played[::2], played[1::2], strict=False))[:hands]
            lines = [
                written_in(bids.bids, tricks.tricks)
                for bids, tricks in pairs
                if isinstance(bids, Bids) and isinstance(tricks, Tricks)
            ]
            assert len(lines) == hands
            panel = paper(stage, *lines, rules=match.rules.id)
            assert [
                row.message.text() for row in panel.rows if row.message.text().startswith("✕")
            ] == []
            expected = [
                f"{format_number(hand.score[side])} ({hand.bags[side]})"
                for hand in match.board.hands[:hands]
                for side in (0, 1)
            ]
            assert [text for totals in beside(panel) for text in totals] == expected
            write(panel, "\n\n")
            assert panel.record_button.text() == f"Record {hands} hands"
            QTest.keyClick(panel.record_button, Qt.Key.Key_Return)
            assert stage.page.table.match.board.score == match.board.hands[hands - 1].score
