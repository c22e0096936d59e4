"""What is bid and taken stands in the bar whole, however long the names beside it are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.desk.typed_bids import TypedBids
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.entries import Team
from scorepad.spades.words import install
from scorepad.window.match.entry.boxes import CARET, EntryBoxButton, bid_boxes
from scorepad.window.match.entry.contents import recorded_bid_pieces, tricks_contents
from scorepad.window.match.entry.large_line import LargeLine, LargeLinePiece, PaintedLinePiece
from scorepad.window.widgets import theme
from scorepad.window.wording import names
from tests.pairwise import pairwise as meetings
from tests.window.evening import Evening
from tests.window.stage import one_theme

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
WIDTHS = (120, 160, 240, 320, 420, 560, 700, 990, 1330, 1900)


def look_at(percent: int) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    look = one_theme(app)
    if percent != 100:
        look.apply("light", percent)


def bids_of(pieces: Sequence[LargeLinePiece]) -> list[str]:
    """What is bid or taken: what is large and no name."""
    return [piece.text for piece in pieces if piece.large and not piece.name]


def overlaps(drawn: list[PaintedLinePiece]) -> list[tuple[str, str]]:
    return [
        (one.text, other.text)
        for one, other in pairwise(drawn)
        if one.line == other.line and one.left + one.width > other.left
    ]


@pytest.mark.parametrize(
    ("named", "percent", "language"), meetings(tuple(NAMED), (100, 200), ("en", "es"))
)
def test_every_bid_stands_in_what_is_painted(
    qtbot: Any, tmp_path: Path, named: str, percent: int, language: str
) -> None:
    look_at(percent)
    install(load_catalog(language, paths.resources_folder() / "translations"))
    line = LargeLine()
    qtbot.addWidget(line)
    evening = Evening(tmp_path)
    for rules, bids in HANDS:
        table = evening.play((bids, None), rules=rules, teams=NAMED[named])
        for keys in ("", "7"):
            typing = TypedTricks(table.match, keys)
            if keys and any(each.nil for each in typing.counts):
                # A sentence of its own asks about a nil.
                continue
            face = tricks_contents(typing, takes_back=True)
            line.show_pieces(face.line)
            for wide in WIDTHS:
                line.resize(max(wide, line.minimumSizeHint().width()), theme.px(LargeLine.HEIGHT))
                drawn = line.painted_pieces
                shown = bids_of([each.piece for each in drawn])
                assert shown == bids_of(face.line), (wide, bids)
                whole = [each for each in drawn if each.piece.large and not each.piece.name]
                assert [each.text for each in whole] == shown, (wide, bids)
                assert max(each.left + each.width for each in drawn) <= line.width(), (wide, bids)
                assert not overlaps(drawn)


def test_long_names_give_way_before_the_bids_become_small(qtbot: Any, tmp_path: Path) -> None:
    look_at(100)
    table = Evening(tmp_path).play((("nil", 5, 3, None), None), rules="washburn", teams=LONG)
    line = LargeLine()
    qtbot.addWidget(line)
    line.show_pieces(recorded_bid_pieces(table.match))
    line.resize(820, LargeLine.HEIGHT)
    line.show()
    drawn = line.painted_pieces
    assert {each.line for each in drawn} == {0}
    assert [each.text for each in drawn if each.piece.large] == ["nil", "3", "5"]
    three = next(each for each in drawn if each.text == "3")
    assert three.width >= QFontMetrics(theme.figure_font(20, bold=True)).horizontalAdvance("3")
    assert "A. Featherstonehaugh" in [each.text for each in drawn]
    # What is shortened is the line's tip, whole.
    assert "Alexandria Featherstonehaugh 3 Wolverhampton" in line.toolTip()
    line.resize(340, LargeLine.HEIGHT)
    assert {each.line for each in line.painted_pieces} == {0, 1}
    assert all(each.text for each in line.painted_pieces)
    line.resize(3000, LargeLine.HEIGHT)
    assert line.toolTip() == ""


def test_names_are_briefer_only_where_they_stay_apart() -> None:
    assert names.first_names_as_initials(["Anna Smith", "Bo", "Jean Luc Picard"]) == [
        "A. Smith",
        "Bo",
        "J. L. Picard",
    ]
    alike = ["Anna Smith", "Adam Smith"]
    assert names.first_names_as_initials(alike) == alike


def test_a_long_sentence_has_two_lines(qtbot: Any) -> None:
    look_at(100)
    line = LargeLine()
    qtbot.addWidget(line)
    said = "The Extraordinary Gentlemen win 312–287 against Wolverhampton Wanderers, first to 300"
    line.show_pieces([LargeLinePiece(said, large=True)])
    line.resize(560, LargeLine.HEIGHT)
    assert " ".join(each.text for each in line.painted_pieces) == said
    assert [each.line for each in line.painted_pieces] == [0, 1]


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("named", list(NAMED))
def test_the_box_of_a_bid_shows_its_number_whatever_the_name(
    qtbot: Any, tmp_path: Path, named: str, percent: int
) -> None:
    look_at(percent)
    table = Evening(tmp_path).play(rules="washburn", teams=NAMED[named])
    typing = TypedBids(table.match, "N")
    asked = bid_boxes(typing)[0]
    assert asked.value.endswith(f"nil + {CARET}")
    box = EntryBoxButton()
    qtbot.addWidget(box)
    box.show_box(asked)
    for wide in (72, 96, 120, 200, 300):
        room = theme.px(wide) - theme.px(24)
        text, font = box.fit_value(room)
        assert "nil +" in text
        assert QFontMetrics(font).horizontalAdvance(text) <= room, (wide, text)
    text, _font = box.fit_value(theme.px(170))
    told = min(len(asked.name), 4)
    assert len(text) >= len("nil + ") + told, "so much of the name is told"
