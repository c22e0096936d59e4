"""Whose tricks are asked: the side stands large, where the sheet has it; a nil is asked about; and
what Enter would bring is said before it."""

from __future__ import annotations

from tests.window.evening import HAND, read
from tests.window.stage import Stage


def line(stage: Stage) -> str:
    return " ".join(stage.page.bar.line.sentence.split())


def boxes(stage: Stage) -> list[tuple[str, str, str]]:
    return [(box.caption, box.value, box.state) for box in stage.page.bar.boxes.boxes]


def test_the_side_whose_number_is_asked_stands_large_and_on_the_left_as_on_the_sheet(
    stage: Stage,
) -> None:
    stage.open((HAND[0], None))
    pieces = [each.piece for each in stage.page.bar.line.drawn]
    assert (pieces[0].text, pieces[0].large, pieces[0].side) == ("Aces", True, 0)
    assert pieces[1].text == "took …"
    assert pieces[1].large
    assert boxes(stage) == [("Aces", "▮", "current"), ("Kings", "", "waiting")]
    stage.type("\t")
    pieces = [each.piece for each in stage.page.bar.line.drawn]
    assert (pieces[0].text, pieces[0].side) == ("Kings", 1)
    assert boxes(stage) == [("Aces", "", "waiting"), ("Kings", "▮", "current")]
    stage.type("4")
    assert line(stage).startswith("Aces took 9 · Kings took 4")


def test_every_hand_begins_with_the_left_side(stage: Stage) -> None:
    page = stage.open((HAND[0], None))
    stage.type("\t4\n" + "5443")
    assert line(stage).startswith("Aces took …")
    assert page.bar.tricks is not None
    assert page.bar.tricks.pointed == 0


def test_a_box_that_is_pressed_is_the_one_that_is_asked(stage: Stage) -> None:
    stage.open((("nil", 4, 5, 3), None))
    stage.page.bar.box.emit(2)
    assert boxes(stage)[2] == ("Kings", "▮", "current")
    stage.page.bar.box.emit(1)
    assert boxes(stage)[1] == ("Cy", "▮", "current")


def test_a_nil_is_asked_about_in_a_sentence(stage: Stage) -> None:
    page = stage.open((("nil", 4, 5, 3), None))
    assert line(stage).startswith("Cy (Aces) took …")
    assert boxes(stage) == [
        ("Ann, nil", "", "waiting"),
        ("Cy", "▮", "current"),
        ("Kings", "", "waiting"),
    ], "nothing is assumed before the first number"
    assert "Next comes what the nil took" in read(page.bar)
    stage.type("7")
    assert line(stage) == "Ann bid nil: how many tricks did Ann take? None: Enter"
    assert boxes(stage) == [
        ("Ann, nil: took?", "0▮", "asked"),
        ("Cy", "7", "given"),
        ("Kings", "6", "derived"),
    ]
    stage.type("2")
    assert [value for _caption, value, _state in boxes(stage)] == ["2", "7", "4"]
    assert line(stage).startswith("Ann (Aces) took 2 · Cy (Aces) took 7 · Kings took 4")
    # All is typed: another number replaces the latest.
    stage.type("1\n")
    assert page.table.match.board.hands[0].seat_tricks == (1, 5, 7, None)


def test_two_nils_are_asked_about_one_after_the_other(stage: Stage) -> None:
    page = stage.open((("nil", "nil", 5, 4), None), rules="chicago")
    stage.type("7")
    # Bo is left of the dealer.
    assert line(stage) == "Bo bid nil: how many tricks did Bo take? No nil took any: Enter"
    stage.type("1")
    assert line(stage) == "Ann bid nil: how many tricks did Ann take? None: Enter"
    stage.type("\n")
    assert page.table.match.board.hands[0].seat_tricks == (0, 1, 7, 5)


def test_where_both_bid_nil_nothing_is_assumed_while_a_trick_is_left(stage: Stage) -> None:
    stage.open((("nil", 4, "nil", 3), None), rules="chicago")
    assert line(stage).startswith("Kings took …")
    stage.type("Q")
    assert line(stage) == "Cy bid nil: how many tricks did Cy take?"
    assert "Enter" not in line(stage)


def test_a_bag_penalty_is_named_before_and_after_it_falls(stage: Stage) -> None:
    page = stage.open(agreed={"bags": {"limit": 2, "penalty": 60}})
    stage.type("4443" + "9")
    assert "Aces 2 bags: −60" in read(page.bar)
    assert "Kings 2 bags" not in read(page.bar)
    stage.type("\n")
    assert "Aces 2 bags: −60" in read(page.bar)


def test_no_penalty_is_named_where_none_falls(stage: Stage) -> None:
    page = stage.open((HAND[0], None))
    stage.type("8")
    assert "bags:" not in read(page.bar)
    stage.type("\n")
    assert "bags:" not in read(page.bar)


def test_an_ending_is_named_before_the_number_is_recorded(stage: Stage) -> None:
    page = stage.open((HAND[0], None), agreed={"game": {"target": 70}})
    stage.type("8")
    assert "Aces win 71–50: first to 70" in read(page.bar)
    stage.type("\n")
    assert page.bar.state == "over"
    assert "Aces win 71–50" in line(stage)


def test_an_extra_hand_that_would_be_owed_is_named(stage: Stage) -> None:
    page = stage.open(
        ((4, 4, 3, 2), None), agreed={"game": {"max_hands": 1}, "contract": {"overtrick": 0}}
    )
    stage.type("3")
    assert "one more hand decides" not in read(page.bar)
    page = stage.open(
        ((4, 3, 2, 3), None), agreed={"game": {"max_hands": 1}, "contract": {"overtrick": 0}}
    )
    stage.type("7")
    assert "Tied 60–60: one more hand decides" in read(page.bar)


def test_what_lacks_to_the_minimum_is_said_while_the_second_bid_is_awaited(stage: Stage) -> None:
    page = stage.open()
    assert "A side bids at least 4" in read(page.bar)
    # Ann deals: Bo and Di bid first.
    stage.type("1")
    assert "needs 3 more, minimum 4" in read(page.bar)
    stage.type("5")
    assert " more, minimum" not in read(page.bar)
    stage.type("N")
    assert "needs 4 more, minimum 4" in read(page.bar)
