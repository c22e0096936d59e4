"""Whose tricks are asked: the side stands large, where the sheet has it; a nil is asked about; and
what Enter would bring is said before it."""

from __future__ import annotations

import pytest

from tests.window.evening import HAND, read
from tests.window.stage import Stage


def line(stage: Stage) -> str:
    return " ".join(stage.page.bar.line.sentence.split())


def boxes(stage: Stage) -> list[tuple[str, str, str]]:
    return [(box.caption, box.value, box.state) for box in stage.page.bar.boxes.boxes]


def test_which_number_is_asked_for(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test(
        "the side whose number is asked stands large and on the left as on the sheet"
    ):
        stage.open((HAND[0], None))
        assert stage.page.bar.line.text() == "Aces took …"
        assert boxes(stage) == [("Aces", "▮", "current"), ("Kings", "", "waiting")]
        stage.type("\t")
        assert stage.page.bar.line.text() == "Kings took …"
        assert boxes(stage) == [("Aces", "", "waiting"), ("Kings", "▮", "current")]
        stage.type("4")
        assert line(stage).startswith("Aces took 9 · Kings took 4")
    with subtests.test("every hand begins with the left side"):
        page = stage.open((HAND[0], None))
        stage.type("\t4\n" + "5443")
        assert line(stage).startswith("Aces took …")
        assert page.bar.tricks is not None
        assert page.bar.tricks.pointed == 0
    with subtests.test("a box that is pressed is the one that is asked"):
        stage.open((("nil", 4, 5, 3), None))
        stage.page.bar.box.emit(2)
        assert boxes(stage)[2] == ("Kings", "▮", "current")
        stage.page.bar.box.emit(1)
        assert boxes(stage)[1] == ("Cy", "▮", "current")
    with subtests.test("a nil is asked about in a sentence"):
        page = stage.open((("nil", 4, 5, 3), None))
        assert line(stage).startswith("Cy (Aces) took …")
        assert boxes(stage) == [
            ("Ann", "", "waiting"),
            ("Cy", "▮", "current"),
            ("Kings", "", "waiting"),
        ], "nothing is assumed before the first number"
        assert "Next: the tricks the nil bidder took" in read(page.bar)
        stage.type("7")
        assert line(stage) == "Ann bid nil: how many tricks did Ann take? Press Enter for none"
        assert boxes(stage) == [
            ("Ann", "0▮", "asked"),
            ("Cy", "7", "given"),
            ("Kings", "6", "derived"),
        ]
        stage.type("2")
        assert [value for _caption, value, _state in boxes(stage)] == ["2", "7", "4"]
        assert line(stage).startswith("Ann (Aces) took 2 · Cy (Aces) took 7 · Kings took 4")
        # All is typed: another number would be of the next hand.
        stage.type("1")
        assert [value for _caption, value, _state in boxes(stage)] == ["2", "7", "4"]
        stage.type("\b1\n")
        assert page.table.match.board.hands[0].seat_tricks == (1, 5, 7, None)
    with subtests.test("two nils are asked about one after the other"):
        page = stage.open((("nil", "nil", 5, 4), None), rules="chicago")
        stage.type("7")
        # Bo is left of the dealer.
        assert line(stage) == (
            "Bo bid nil: how many tricks did Bo take? Press Enter if no nil bidder took any"
        )
        stage.type("1")
        assert line(stage) == "Ann bid nil: how many tricks did Ann take? Press Enter for none"
        stage.type("\n")
        assert page.table.match.board.hands[0].seat_tricks == (0, 1, 7, 5)
    with subtests.test("where both bid nil nothing is assumed while a trick is left"):
        stage.open((("nil", 4, "nil", 3), None), rules="chicago")
        assert line(stage).startswith("Kings took …")
        stage.type("Q")
        assert line(stage) == "Cy bid nil: how many tricks did Cy take?"
        assert "Enter" not in line(stage)


def test_what_a_number_brings_is_named_before_it_is_recorded(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("a bag penalty is named before and after it falls"):
        page = stage.open(agreed={"bags": {"limit": 2, "penalty": 60}})
        stage.type("4443" + "9")
        assert "Aces 2 bags: −60" in read(page.bar)
        assert "Kings 2 bags" not in read(page.bar)
        stage.type("\n")
        assert "Aces 2 bags: −60" in read(page.bar)
    with subtests.test("no penalty is named where none falls"):
        page = stage.open((HAND[0], None))
        stage.type("8")
        assert "bags:" not in read(page.bar)
        stage.type("\n")
        assert "bags:" not in read(page.bar)
    with subtests.test("an ending is named before the number is recorded"):
        page = stage.open((HAND[0], None), agreed={"game": {"target": 70}})
        stage.type("8")
        assert "Aces wins 71–50: first to 70" in read(page.bar)
        stage.type("\n")
        assert page.bar.state == "over"
        assert "Aces wins 71–50" in line(stage)
    with subtests.test("an extra hand that would be owed is named"):
        page = stage.open(
            ((4, 4, 3, 2), None), agreed={"game": {"max_hands": 1}, "contract": {"overtrick": 0}}
        )
        stage.type("3")
        assert "one more hand decides it" not in read(page.bar)
        page = stage.open(
            ((4, 3, 2, 3), None), agreed={"game": {"max_hands": 1}, "contract": {"overtrick": 0}}
        )
        stage.type("7")
        assert "Tied 60–60: one more hand decides it" in read(page.bar)
    with subtests.test("what lacks to the minimum is said while the second bid is awaited"):
        page = stage.open()
        assert "Each team must bid at least 4" in read(page.bar)
        # Ann deals: Bo and Di bid first.
        stage.type("1")
        assert "needs 3 more, minimum 4" in read(page.bar)
        stage.type("5")
        assert " more, minimum" not in read(page.bar)
        stage.type("N")
        assert "needs 4 more, minimum 4" in read(page.bar)


def test_enter_after_a_refused_number_of_a_nil_records_nothing(stage: Stage) -> None:
    page = stage.open((("nil", 4, 5, 3), None))
    stage.type("95\n")
    assert "Only 4 tricks are left; a hand has 13" in read(page.bar)
    assert page.table.match.board.hands[0].tricks == (None, None)
    stage.type("4\n")
    assert page.table.match.board.hands[0].seat_tricks == (4, 0, 9, None)


def test_a_nil_is_refused_tricks_where_none_is_left(stage: Stage) -> None:
    page = stage.open((("nil", 4, 5, 3), None))
    stage.type("K1")
    assert "No tricks are left; a hand has 13." in read(page.bar)
    # Pressed again, Enter is for none, as the question says.
    stage.type("\n\n")
    assert page.table.match.board.hands[0].seat_tricks == (0, 0, 13, None)
