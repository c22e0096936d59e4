"""The seats round the table: in the order of their numbers, with partner and dealer in sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from scorepad.spades.entries import Team
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.panels.seats import SeatTableEditor, TableSeating
from scorepad.window.rules.rule_card import RuleCard
from scorepad.window.widgets import theme
from tests.window.evening import Evening, read
from tests.window.find import choice, find, line, whole
from tests.window.stage import Stage, one_theme
from tests.window.written import picture_of


@pytest.fixture
def seats(qtbot: Any, qapp: QApplication, tmp_path: Path) -> SeatTableEditor:
    one_theme(qapp)
    evening = Evening(tmp_path)
    page = NewMatchPage(evening.desk, evening.settings)
    qtbot.addWidget(page)
    page.resize(1366, 900)
    page.show()
    qtbot.waitExposed(page)
    return find(page, SeatTableEditor)


def middle(widget: QWidget, within: QWidget) -> QPoint:
    return widget.mapTo(within, widget.rect().center())


def players(seats: SeatTableEditor) -> list[QLineEdit]:
    return [line(seats, f"Player at seat {seat + 1}") for seat in range(4)]


def test_names_typed_in_tab_order_fill_the_seats_in_order(
    qtbot: Any, seats: SeatTableEditor
) -> None:
    seats.first_field().setFocus()
    for text in ("Aces", "one", "Kings", "two", "three", "four"):
        focused = seats.focusWidget()
        qtbot.keyClicks(focused, text)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert seats.teams() == (Team("Aces", ("one", "three")), Team("Kings", ("two", "four")))
    assert seats.focusWidget() is seats.ids[0]


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_all_four_seats_are_in_sight(qtbot: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    stage.add()
    stage.window.do("new")
    QApplication.processEvents()
    seats = find(stage.window, SeatTableEditor)
    for each in (*seats.findChildren(QLineEdit), *seats.ids, *seats.dealer_buttons):
        assert whole(each), each.accessibleName()


def test_the_seats_go_round_the_table_from_above(seats: SeatTableEditor) -> None:
    one, two, three, four = (middle(each, seats) for each in players(seats))
    assert one.y() < two.y() == four.y() < three.y()
    assert four.x() < one.x() == three.x() < two.x()


def test_each_seat_says_its_team_and_where_the_partner_sits(seats: SeatTableEditor) -> None:
    seats.fill(TableSeating((Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di"))), 1))
    said, boxes = read(seats), players(seats)
    for seat, (team, partner) in enumerate((("Aces", 3), ("Kings", 4), ("Aces", 1), ("Kings", 2))):
        assert f"Seat {seat + 1} · {team}" in said
        assert boxes[seat].accessibleDescription() == f"partner: seat {partner}"


def test_partners_have_the_edge_of_their_side(seats: SeatTableEditor) -> None:
    colors = theme.colors()
    for seat, name in enumerate(players(seats)):
        row: Any = name.parentWidget()
        box = row.parentWidget()
        picture = picture_of(box)
        edge = {picture.pixelColor(1, y).name() for y in range(8, picture.height() - 8)}
        assert colors.side(seat % 2) in edge
        # Dashed or whole: not by color alone.
        assert (len(edge) > 1) == bool(seat % 2)


def test_one_chip_lies_before_the_dealer(seats: SeatTableEditor) -> None:
    def inked(seat: int) -> int:
        picture = picture_of(seats.dealer_buttons[seat])
        accent = theme.colors().accent
        return sum(
            picture.pixelColor(x, y).name() == accent
            for x in range(picture.width())
            for y in range(picture.height())
        )

    seats.dealer_buttons[2].click()
    assert seats.dealer() == 2
    assert inked(2) > 300
    assert [inked(seat) for seat in (0, 1, 3)] == [0, 0, 0]
    for chip in seats.dealer_buttons:
        assert chip.width() >= theme.TOUCH_HEIGHT
        assert chip.height() >= theme.TOUCH_HEIGHT


@pytest.mark.parametrize("wide", [1366, 1920])
def test_the_rule_card_stays_beside_the_form_while_that_scrolls(
    qtbot: Any, tmp_path: Path, wide: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=(wide, 520))
    stage.window.do("new")
    QApplication.processEvents()
    card, seats = find(stage.window, RuleCard), find(stage.window, SeatTableEditor)
    before = card.mapTo(stage.window, QPoint(0, 0))
    choice(stage.window, "Add an exception").setFocus()
    QApplication.processEvents()
    assert not whole(seats), "the form has scrolled"
    assert card.mapTo(stage.window, QPoint(0, 0)) == before
    assert before.x() > seats.mapTo(stage.window, seats.rect().topRight()).x()
