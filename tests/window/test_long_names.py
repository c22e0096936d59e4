"""What is bid and taken is in the bar whole, however long the names beside it are."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import Qt

from scorepad.spades.entries import Team
from scorepad.window.match.entry.seats import SeatButton
from scorepad.window.widgets.fit_text import width_of
from tests.window.evening import HAND
from tests.window.find import cut_in_seats, find_all, settle, whole
from tests.window.stage import Stage, press_keys

LONG = (
    Team(
        "The Extraordinary Gentlemen",
        ("Bartholomew Christopherson", "Alexandria Featherstonehaugh"),
    ),
    Team("Wolverhampton Wanderers", ("Maximiliana Oppenheimer-Smythe", "Konstantin Papadopoulos")),
)
USUAL = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
NAMED = {
    "none": (Team(""), Team("")),
    "usual": USUAL,
    "long": LONG,
    "one word": (
        Team("Donaudampfschifffahrtsgesellschaft", ("X" * 40, "Wolfeschlegelsteinhausen")),
        Team("W" * 30, ("i", "Y" * 60)),
    ),
    "right to left": (
        Team("אבגדהוזחטיכלמנסעפצקרשת", ("שרה כהן־לוי הירושלמית", "Ann")),
        Team("نادي ورق اللعب الكبير", ("محمد عبد الرحمن الأنصاري", "Bo")),
    ),
    "alike": (
        Team("Northampton", ("Anna Smith", "Adam Smith")),
        Team("Northampton B", ("Anne Smith", "Arno Smith")),
    ),
}
HANDS = (
    ("washburn", ("nil", 5, 3, None)),
    ("washburn", (4, 6, None, None)),
    ("unc", (4, 3, 3, 2)),
    ("unc", ("nil", 4, 10, 3)),
    ("unc", (2, 10, 2, "nil")),
)


def is_number_whole(seat: SeatButton) -> bool:
    """Whether the number of a seat has the room that it needs."""
    number = seat.texts()[-1]
    return width_of(number.text, number.font) <= number.room.width()


@pytest.mark.parametrize("named", list(NAMED))
def test_every_bid_and_number_is_whole(stage: Stage, named: str) -> None:
    for rules, bids in HANDS:
        page = stage.open((bids, None), rules=rules, teams=NAMED[named])
        for keys, size in product(("", "7"), ((1024, 640), (1366, 768))):
            if keys and size == (1024, 640):
                stage.type(keys)
            stage.window.resize(*size)
            settle()
            said = page.bar.line.details.text()
            for bid in bids:
                assert keys or bid is None or str(bid) in said, (rules, said)
            for label in (page.bar.line, page.bar.line.details):
                assert not label.isVisible() or whole(label), (rules, keys, size, label.text())
            for seat in page.bar.boxes.findChildren(SeatButton):
                assert not seat.isVisible() or is_number_whole(seat), (rules, keys, size, seat.box)
    # The box of a bid shows whose nil it is.
    stage.window.resize(1024, 640)
    page = stage.open(rules="washburn", teams=NAMED[named])
    stage.type("N")
    settle()
    seat = page.bar.boxes.findChildren(SeatButton)[0]
    assert "nil + " in seat.texts()[-1].text
    assert is_number_whole(seat)


def test_partners_who_are_not_named_are_told_apart_where_their_names_are_cut(stage: Stage) -> None:
    page = stage.open(HAND, teams=(Team("Cardinals"), Team("Dolphins")))
    assert "Dolp…s 1 deals" in page.bar.boxes.middle.text()
    page.sheet.setFocus()
    press_keys(stage, Qt.Key.Key_Up, "e")
    settle()
    shown = [
        (seat.box.side, seat.grab(seat.texts()[0].room).toImage())
        for seat in find_all(page.bar, SeatButton)
        if seat.isVisible() and seat.box.state == "given" and seat.box.note == "bid"
    ]
    assert cut_in_seats(page.bar)
    (one, other) = (image for side, image in shown if side == 1)
    assert one != other
