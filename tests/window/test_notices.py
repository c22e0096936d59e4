"""A page announces in one strip what it did, refused or warns about; nothing moves for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QTextBrowser, QToolTip, QWidget

from scorepad.window.widgets.notice_strip import NoticeStrip
from tests.window.evening import HAND, press, read
from tests.window.find import find
from tests.window.scenes import PAGES
from tests.window.screen_faults import in_sight
from tests.window.stage import Stage, press_keys

SIZES = ((1024, 640), (1366, 768))
CTRL = Qt.KeyboardModifier.ControlModifier
LONG = "Hearts Attack wins the last hand by one trick. " * 20


def settle() -> None:
    for _round in range(4):
        QApplication.processEvents()


def places(stage: Stage) -> dict[QWidget, QRect]:
    """Where everything is that is in sight, but for the announcement itself."""
    found: dict[QWidget, QRect] = {}
    before = None
    while found != before:  # a long text is laid out little by little
        settle()
        before = found
        strip = getattr(stage.window.navigation.current, "strip", None)
        found = {
            each: QRect(each.mapTo(stage.window, QPoint(0, 0)), each.size())
            for each in in_sight(stage.window, strip)
        }
    return found


def moved(stage: Stage, before: dict[QWidget, QRect]) -> list[QWidget]:
    """What was in sight before, and stands elsewhere or is gone now."""
    after = places(stage)
    return [each for each, place in before.items() if after.get(each) != place]


def shown_text(stage: Stage) -> str:
    page: Any = stage.window.navigation.current
    return read(page.strip)


def show_screen(stage: Stage, screen: str) -> None:
    if screen == "table":
        stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    elif screen == "table with a panel":
        show_screen(stage, "table")
        stage.page.show_panel("note")
    else:
        stage.window.do(screen)
    if screen == "guide":  # a long text is laid out bit by bit
        find(stage.window, QTextBrowser).document().documentLayout().documentSize()
        settle()


SCREENS = (
    "table",
    "table with a panel",
    "floor",
    "list",
    *PAGES,
)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_on_any_page_for_a_refusal_or_a_lasting_message(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests, size: tuple[int, int]
) -> None:
    """Each comes and goes."""
    stage = Stage(qtbot, tmp_path, size=size)
    stage.open(HAND)
    for screen in SCREENS:
        with subtests.test(screen=screen):
            show_screen(stage, screen)
            before = places(stage)
            QTest.keyClick(stage.window, "9", CTRL)
            assert "9" in read(stage.window), "the refusal is in sight"
            assert moved(stage, before) == []
            stage.window.notify("")
            assert moved(stage, before) == []
            stage.window.clock_messages.show_clock_jump(-3600)
            settle()
            assert "set back" in read(stage.window)
            assert moved(stage, before) == []
            QTest.mouseClick(find(stage.window, QPushButton, "Dismiss"), Qt.MouseButton.LeftButton)
            settle()
            assert "set back" not in read(stage.window)
            assert moved(stage, before) == []


@pytest.mark.parametrize("panel", ["", "note"])
@pytest.mark.parametrize("size", SIZES)
def test_a_key_that_means_nothing_moves_nothing_at_the_table(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], panel: str
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    if panel:
        page.show_panel(panel, focus=False)
    page.bar.setFocus()
    before = places(stage)
    QTest.keyClick(page.bar, "x")
    assert "X" in read(page.bar)
    assert moved(stage, before) == []


def test_testing_the_alarm_moves_no_setting(stage: Stage) -> None:
    stage.window.do("settings")
    settings = stage.window.navigation.current
    assert settings is not None
    alarm = find(settings, QPushButton, "Test the alarm")
    alarm.setFocus()
    before = places(stage)
    QTest.keyClick(alarm, Qt.Key.Key_Space)
    assert "larm" in shown_text(stage)
    assert moved(stage, before) == []


@pytest.mark.parametrize("message", [False, True])
def test_ten_hands_stay_in_sight_in_a_window_of_1366_by_768(
    qtbot: Any, tmp_path: Path, message: bool
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768))
    page = stage.open(*[HAND] * 14, agreed={"game": {"target": 5000}})
    if message:
        stage.window.clock_messages.show_clock_jump(-3600)
    settle()
    view = page.sheet.viewport()
    rows = [
        page.sheet.visualRect(page.sheet.model().index(n, 0)) for n in range(len(page.sheet.rows))
    ]
    whole = [row for row in rows if view.rect().contains(row)]
    assert len(whole) >= 11, "ten hands, and the one that is played"


def test_what_was_done_stays_until_the_next_act(stage: Stage) -> None:
    stage.open(HAND)
    stage.window.do("archive")
    assert "archived" in shown_text(stage)
    stage.pass_(600)
    assert "archived" in shown_text(stage), "nobody may have read it yet"
    stage.window.do("start-all")
    assert "archived" not in shown_text(stage)


def test_what_was_done_can_be_undone_in_the_strip(stage: Stage) -> None:
    table = stage.open(HAND).table
    stage.window.do("archive")
    page = stage.window.navigation.current
    assert page is not None
    press(page, "Bring it back")
    assert stage.page.table.id == table.id


def test_the_whole_of_a_long_text_is_in_the_tip_and_a_press_away(stage: Stage) -> None:
    stage.window.do("settings")
    stage.window.notify(LONG, "warn")
    settle()
    page: Any = stage.window.navigation.current
    shown = read(page.strip)
    assert "…" in shown
    assert "▲" in shown, "color alone tells no tone"
    assert any(LONG in each.toolTip() for each in page.strip.findChildren(QWidget))
    button = find(page.strip, QPushButton, "Show the whole message")
    assert button.isVisible()
    press(page.strip, "Show the whole message")
    settle()
    assert QToolTip.isVisible()
    assert LONG.strip() in QToolTip.text()
    QToolTip.hideText()
    stage.window.notify("Short")
    settle()
    assert not button.isVisible()


def test_a_refusal_is_read_beside_its_button_where_the_text_is_large(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768), percent=200)
    page = stage.open(HAND)
    before = places(stage)
    press_keys(stage, "1", "1")
    assert "Aces bid 2; the minimum is 4" in read(page.strip)
    assert find(page.strip, QPushButton, "Accept with a reason… (!)").isVisible()
    assert [each for each in moved(stage, before) if not page.bar.isAncestorOf(each)] == []
    stage.window.ask_scorekeeper_name()
    settle()
    assert "Who's keeping" in read(page.strip)


def test_a_question_beside_the_keypad_makes_a_small_window_no_wider(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640), keypad=True)
    page = stage.open(HAND)
    stage.window.ask_scorekeeper_name()
    places(stage)
    assert stage.window.minimumSizeHint().width() <= 1024
    for name in ("Save the name", "Dismiss"):
        button = find(page.strip, QPushButton, name)
        shown = button.visibleRegion().boundingRect()
        assert shown == button.rect(), name
    press(page.strip, "Save the name")
    name_line = find(page.strip, QLineEdit, "Your name")
    assert stage.window.focusWidget() is name_line, "without a name it's asked for"
    press(page.strip, "Dismiss")
    settle()
    assert stage.window.focusWidget() is page.bar


def test_a_text_that_is_cut_ends_with_a_whole_word_or_number(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768), percent=200)
    page = stage.open(HAND)
    stage.window.ask_scorekeeper_name()
    stage.window.clock_messages.show_clock_jump(-3600)
    settle()
    shown = read(page.strip).partition("…")[0]
    assert shown.split()[-1] in {"clock", "was", "set", "back", "by", "60:00.", "affected."}
    stage.window.notify("/a/" + "folder/" * 40)
    settle()
    assert "folder/\u200b…" in read(page.strip), "a path is cut after a folder"


def test_of_several_lasting_messages_each_can_be_reached_on_every_page(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.ask_scorekeeper_name()
    stage.window.clock_messages.show_clock_jump(-3600)
    settle()
    assert "set back" in read(page.strip)
    assert "Who's keeping" not in read(page.strip)
    press(page.strip, "1 more message")
    settle()
    assert "Who's keeping" in read(page.strip)
    stage.window.do("floor")
    settle()
    assert "Who's keeping" in shown_text(stage)
    stage.window.do("settings")
    settle()
    assert "Who's keeping" in shown_text(stage)


def test_what_is_asked_about_an_act_comes_before_its_news(stage: Stage) -> None:
    page = stage.open(HAND)
    for seconds, direction in ((-3600, "back"), (3600, "forward")):
        stage.window.clock_messages.show_clock_jump(seconds)
        stage.window.notify("It is recorded")
        settle()
        assert f"set {direction}" in read(page.strip), "also in place of one with the same key"
    press(page.strip, "Dismiss")
    settle()
    assert "It is recorded" in read(page.strip)


def test_news_of_an_act_that_ends_a_message_comes_before_the_others(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.ask_scorekeeper_name()
    stage.window.clock_messages.show_clock_jump(-3600)
    settle()
    stage.window.banners.remove_banner("jump")
    stage.window.notify("It is recorded")
    settle()
    assert "It is recorded" in read(page.strip)


def test_news_comes_before_what_lasts_and_gives_way_to_it(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.clock_messages.show_clock_jump(-3600)
    settle()
    QTest.keyClick(page.bar, "x")
    settle()
    assert "set back" not in read(page.strip)
    QTest.keyClick(page.bar, "5")
    settle()
    assert "set back" in read(page.strip)
    QTest.keyClick(page.bar, "x")
    stage.window.clock_messages.show_clock_jump(3600)
    settle()
    assert "set forward" in read(page.strip), "the latest is shown"


def test_a_text_that_has_room_again_is_whole(qtbot: Any) -> None:
    def shown_at(*widths: int) -> str:
        window, strip = QWidget(), NoticeStrip()
        qtbot.addWidget(window)
        strip.setParent(window)
        window.show()
        strip.show()
        strip.notify("Hearts Attack wins the last hand by one trick.")
        for wide in widths:
            strip.resize(wide, strip.height())
            settle()
        return read(strip)

    enough = next(wide for wide in range(100, 600, 4) if "…" not in shown_at(600, wide))
    assert "…" not in shown_at(100, enough)
