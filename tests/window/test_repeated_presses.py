"""Enter, mouse and finger held down or pressed twice confirm once: never what nobody has seen
yet."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QWidget

from scorepad.spades.entries import Amend, Bids, Clock, Forfeit, Ruling, Sign, Time, Tricks
from scorepad.window.widgets.repeat_filter import ECHO_SECONDS, SETTLE_SECONDS, RepeatFilter
from tests.pairwise import pairwise
from tests.window.evening import HAND, press, read
from tests.window.find import find, line
from tests.window.stage import Stage, type_keys

NOTHING = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def timed(made: Stage) -> Stage:
    """A stage whose presses come when the test says."""
    made.moment = 0.0  # type: ignore[attr-defined]
    handle = made.window.windowHandle()
    handle.removeEventFilter(made.window.repeat_filter)
    by_hand = RepeatFilter(made.window, clock=lambda: made.moment)  # type: ignore[attr-defined]
    by_hand.dropped.connect(made.window.repeat_filter.dropped)
    handle.installEventFilter(by_hand)
    return made


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = timed(Stage(qtbot, tmp_path, keypad=True))
    made.activate()
    return made


def key(stage: Stage, pressed: Any) -> None:
    """A key as the system brings it: to the window, not to a widget."""
    handle = stage.window.windowHandle()
    if isinstance(pressed, str):
        QTest.keyClick(handle, pressed)
    else:
        QTest.keyClick(handle, pressed)
    QApplication.processEvents()


def enter_twice(stage: Stage) -> None:
    key(stage, Qt.Key.Key_Return)
    key(stage, Qt.Key.Key_Return)


def hold_enter(stage: Stage) -> None:
    key(stage, Qt.Key.Key_Return)
    for _time in range(5):
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, Qt.Key.Key_Return, NOTHING, "\r", True)
            QGuiApplication.sendEvent(stage.window.windowHandle(), event)
    QApplication.processEvents()


AGAIN = pytest.mark.parametrize("confirm", [enter_twice, hold_enter])


def kinds(stage: Stage, kind: type) -> int:
    return sum(isinstance(entry, kind) for entry in stage.page.table.match.log)


def half_typed_correction(stage: Stage) -> Any:
    """A correction ready to be saved, while the bar has tricks that are typed and not recorded."""
    page = stage.open(HAND, (HAND[0], None))
    page.bar.setFocus()
    key(stage, "8")
    page.edit_hand(1)
    panel: Any = page.panel
    panel.editor.bids.lines[0].setText("5")
    panel.editor.why.setText("heard wrong")
    QApplication.processEvents()
    return panel


@AGAIN
def test_enter_twice_records_bids_with_a_reason_and_no_tricks(stage: Stage, confirm: Any) -> None:
    page = stage.open()
    for each in "11":
        key(stage, each)
    # Enter insists on nothing, however often; what stands there already is not taken unseen.
    page.bar.reason.setText("left from before")
    assert page.bar.bids is not None
    confirm(stage)
    assert not page.bar.bids.insisted
    for each in "!44":
        key(stage, each)
    assert page.bar.bids.insisted
    assert page.bar.reason.isVisible()
    page.bar.reason.setText("agreed at the table")
    page.bar.reason.setFocus()
    confirm(stage)
    assert (kinds(stage, Bids), kinds(stage, Tricks)) == (1, 0)
    assert page.bar.state == "tricks"


@AGAIN
def test_tricks_are_recorded_once_and_the_next_hand_waits(stage: Stage, confirm: Any) -> None:
    page = stage.open((HAND[0], None))
    page.bar.setFocus()
    key(stage, "8")
    confirm(stage)
    assert kinds(stage, Tricks) == 1
    assert page.bar.state == "bids"
    assert page.bar.bids is not None
    assert page.bar.bids.keys == ""


@AGAIN
def test_saving_a_correction_does_not_record_the_tricks_typed_in_the_bar(
    stage: Stage, confirm: Any
) -> None:
    panel = half_typed_correction(stage)
    page = stage.page
    panel.editor.why.setFocus()
    confirm(stage)
    assert kinds(stage, Amend) == 1
    assert kinds(stage, Tricks) == 1, "the hand in progress still waits for its confirmation"
    assert page.bar.tricks is not None
    assert page.bar.tricks.keys == "8"
    # Read and meant, later: it is.
    stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
    key(stage, Qt.Key.Key_Return)
    assert kinds(stage, Tricks) == 2


@AGAIN
def test_a_ruling_is_recorded_once(stage: Stage, confirm: Any) -> None:
    page = stage.open(HAND)
    panel: Any = page.show_panel("ruling")
    press(panel, "Side: Kings")
    type_keys(line(panel, "Points"), "-30")
    line(panel, "Why").setText("late")
    line(panel, "Why").setFocus()
    confirm(stage)
    assert kinds(stage, Ruling) == 1


@AGAIN
def test_enter_twice_signs_for_one_side_only(stage: Stage, confirm: Any) -> None:
    page = stage.open(HAND)
    page.table.record(Forfeit(side=1, why="not there"))
    panel: Any = page.show_panel("sign")
    first, second = (line(panel, f"For {team}") for team in ("Aces", "Kings"))
    second.setText("Bo")
    first.setText("Ann")
    first.setFocus()
    confirm(stage)
    assert kinds(stage, Sign) == 1
    assert second.text() == "Bo"
    stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
    key(stage, Qt.Key.Key_Return)
    assert kinds(stage, Sign) == 2


def test_the_answer_of_time_is_given_once_and_bids_nothing(stage: Stage) -> None:
    page = stage.open(HAND)
    page.table.record(Clock(do="start"))
    stage.pass_(31 * 60)
    page.bar.setFocus()
    assert page.bar.state == "asked"
    stage.pass_(2)
    key(stage, Qt.Key.Key_Return)
    key(stage, Qt.Key.Key_Return)
    assert kinds(stage, Time) == 1
    assert page.bar.bids is None or page.bar.bids.keys == ""
    key(stage, Qt.Key.Key_Return)
    assert kinds(stage, Bids) == 1


def test_an_answer_pressed_twice_is_nothing_of_the_extra_hand(stage: Stage) -> None:
    # 4 + 3 made exactly on both sides: a tie, which one more hand decides.
    page = stage.open(((4, 3, 3, 3), (4, 3, 3, 3)), agreed={"contract": {"overtrick": 0}})
    page.table.record(Ruling(side=1, points=page.table.match.board.score[0] - 60, why="even"))
    page.table.record(Clock(do="start"))
    stage.pass_(31 * 60)
    page.bar.setFocus()
    assert page.table.match.board.score[0] == page.table.match.board.score[1]
    stage.pass_(2)
    key(stage, Qt.Key.Key_Return)
    key(stage, Qt.Key.Key_Return)
    assert page.table.match.board.extra_hand
    assert page.bar.bids is not None
    assert page.bar.bids.keys == ""


def test_another_key_between_makes_it_a_new_confirmation(stage: Stage) -> None:
    page = stage.open((HAND[0], None))
    page.bar.setFocus()
    for each in "8\r5443" + "7\r":
        key(stage, Qt.Key.Key_Return if each == "\r" else each)
    assert kinds(stage, Tricks) == 2


def test_new_lines_of_a_note_are_typed_as_fast_as_one_likes(stage: Stage) -> None:
    page = stage.open(HAND)
    panel: Any = page.show_panel("note")
    note = find(panel, QPlainTextEdit)
    note.setFocus()
    key(stage, "a")
    enter_twice(stage)
    key(stage, "b")
    assert note.toPlainText() == "a\n\nb"


def middle(stage: Stage, control: QWidget) -> QPoint:
    """Where a pointer presses it, in the window."""
    return control.mapTo(stage.window, control.rect().center())


def click(stage: Stage, at: QPoint, after: float = 0.0) -> None:
    """A press as the system brings it, so long (seconds) after the one before."""
    stage.moment += after  # type: ignore[attr-defined]
    QTest.mouseClick(stage.window.windowHandle(), LEFT, NOTHING, at)
    QApplication.processEvents()


def quickly(stage: Stage, at: QPoint) -> None:
    """A double click that the system knows as one: the second press comes as press and double
    click, when what the first one did can be seen."""
    click(stage, at)
    stage.moment += 0.13  # type: ignore[attr-defined]
    handle, none = stage.window.windowHandle(), Qt.MouseButton.NoButton
    where = QPointF(at), QPointF(stage.window.mapToGlobal(at))
    for kind, held in (
        (QEvent.Type.MouseButtonPress, LEFT),
        (QEvent.Type.MouseButtonDblClick, LEFT),
        (QEvent.Type.MouseButtonRelease, none),
    ):
        QGuiApplication.sendEvent(handle, QMouseEvent(kind, *where, LEFT, held, NOTHING))
    QApplication.processEvents()


def slowly(stage: Stage, at: QPoint) -> None:
    """A second click later than the system's double clicks are."""
    click(stage, at)
    click(stage, at, 0.45)


def beside(stage: Stage, at: QPoint) -> None:
    """A finger, whose second press falls some pixels beside the first one."""
    click(stage, at)
    click(stage, at + QPoint(9, -6), 0.13)


@functools.cache
def finger() -> Any:
    """One screen to touch for all tests: the program keeps each that was ever there."""
    return QTest.createTouchDevice()


def tapped(stage: Stage, at: QPoint) -> None:
    """A finger on the screen, twice."""
    for _time in range(2):
        touch = QTest.touchEvent(stage.window.windowHandle(), finger())
        touch.press(0, at).commit()
        touch.release(0, at).commit()
        QApplication.processEvents()
        stage.moment += 0.2  # type: ignore[attr-defined]


WAYS = (quickly, slowly, beside, tapped)


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
@pytest.mark.parametrize("twice", WAYS)
def test_a_correction_is_saved_and_what_comes_under_the_pointer_is_not_pressed(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], twice: Any
) -> None:
    stage = timed(Stage(qtbot, tmp_path, size=size, keypad=True))
    panel = half_typed_correction(stage)
    page = stage.page
    save = next(each for each in panel.findChildren(QPushButton) if "Save" in each.text())
    twice(stage, middle(stage, save))
    assert kinds(stage, Amend) == 1
    assert page.panel is None
    assert kinds(stage, Tricks) == 1, "the hand in progress still waits for its confirmation"
    assert page.bar.tricks is not None
    assert page.bar.tricks.keys == "8"


def test_a_new_control_is_pressed_when_the_pointer_came_to_it_from_elsewhere(stage: Stage) -> None:
    panel = half_typed_correction(stage)
    page = stage.page
    record = page.bar.keys.keys["\r"]
    # It stands where the panel was.
    click(stage, middle(stage, panel))
    page.close_panel()
    QApplication.processEvents()
    at = middle(stage, record)
    click(stage, at + QPoint(0, -200))
    click(stage, at, 0.2)
    assert kinds(stage, Tricks) == 2, "from elsewhere"
    key(stage, "5443"[0])
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "5"


def test_another_control_takes_a_press_after_a_moment(stage: Stage) -> None:
    page = stage.open()
    clock = page.header.clock.button
    at = middle(stage, clock)
    click(stage, at)
    click(stage, at, 0.2)
    assert [entry.do for entry in page.table.match.log if isinstance(entry, Clock)] == ["start"]
    # Impatient presses make nobody wait longer.
    click(stage, at, SETTLE_SECONDS - 0.3)
    click(stage, at, 0.11)
    done = [entry.do for entry in page.table.match.log if isinstance(entry, Clock)]
    assert done == ["start", "pause"]


def test_a_control_takes_a_press_once_the_pointer_has_moved_away_and_back(stage: Stage) -> None:
    page = stage.open()
    at = middle(stage, page.header.clock.button)
    click(stage, at)
    for where in (at + QPoint(0, 150), at):
        QTest.mouseMove(stage.window.windowHandle(), where)
    click(stage, at, 0.2)
    done = [entry.do for entry in page.table.match.log if isinstance(entry, Clock)]
    assert done == ["start", "pause"]


def test_numbers_are_pressed_as_fast_as_one_likes(stage: Stage) -> None:
    page = stage.open()
    for each in ("5", "4", "4", "3", "8"):
        click(stage, middle(stage, page.bar.keys.keys[each]), 0.05)
    assert page.bar.tricks is not None
    assert page.bar.tricks.keys == "8"
    click(stage, middle(stage, page.bar.keys.keys["\r"]), 0.05)
    assert kinds(stage, Tricks) == 1
    for each in ("5", "4"):
        click(stage, middle(stage, page.bar.keys.keys[each]), 0.05)
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"


def test_a_number_pressed_twice_is_two_bids(stage: Stage) -> None:
    page = stage.open()
    quickly(stage, middle(stage, page.bar.keys.keys["4"]))
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "44"


@pytest.mark.parametrize(
    ("rules", "share", "twice"),
    pairwise(("unc", "washburn", "chicago"), (0.1, 0.5, 0.9), WAYS),
)
def test_recording_twice_leaves_the_next_hand_without_a_bid(
    qtbot: Any, tmp_path: Path, rules: str, share: float, twice: Any
) -> None:
    stage = timed(Stage(qtbot, tmp_path, keypad=True))
    page = stage.open((HAND[0], None), rules=rules)
    stage.type("8")
    record = page.bar.keys.keys["\r"]
    at = QPoint(round(record.width() * share), record.height() // 2)
    twice(stage, record.mapTo(stage.window, at))
    assert kinds(stage, Tricks) == 1
    assert page.bar.bids is not None
    assert page.bar.bids.keys == ""


@pytest.mark.parametrize("pressed", ["\r", "3"])
def test_a_double_click_on_the_keys_records_once(stage: Stage, pressed: str) -> None:
    page = stage.open((HAND[0], None)) if pressed == "\r" else stage.open()
    stage.type("8" if pressed == "\r" else "544")
    made = page.bar.keys.keys[pressed]
    at = middle(stage, made)
    before = len(page.table.match.log)
    quickly(stage, at)
    wanted = Tricks if pressed == "\r" else Bids
    new = [entry for entry in page.table.match.log[before:] if not isinstance(entry, Clock)]
    assert [type(entry) for entry in new] == [wanted]
    assert "lost" not in read(page.bar)
