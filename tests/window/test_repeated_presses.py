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
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from scorepad.spades.entries import Amend, Bids, Clock, Forfeit, Ruling, Sign, Time, Tricks
from scorepad.window.widgets.repeat_filter import ECHO_SECONDS, SETTLE_SECONDS, RepeatedPressFilter
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
    by_hand = RepeatedPressFilter(made.window, clock=lambda: made.moment)  # type: ignore[attr-defined]
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


CONFIRMS = (enter_twice, hold_enter)


def kinds(stage: Stage, kind: type) -> int:
    return sum(isinstance(entry, kind) for entry in stage.page.table.match.log)


def half_typed_correction(stage: Stage) -> Any:
    """A correction ready to be saved, while the bar has tricks that are typed and not recorded."""
    page = stage.open(HAND, (HAND[0], None))
    page.bar.setFocus()
    key(stage, "8")
    page.edit_hand(1)
    key(stage, "5")
    page.bar.reason.setText("heard wrong")
    QApplication.processEvents()
    return page.bar


def test_enter_twice_or_held_confirms_once(stage: Stage, subtests: pytest.Subtests) -> None:
    for confirm in CONFIRMS:
        with subtests.test("enter twice records bids with a reason and no tricks", confirm=confirm):
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
            page = stage.open()
            for each in "11":
                key(stage, each)
            # Enter insists on nothing, however often; what is there already is not taken unseen.
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
    for confirm in CONFIRMS:
        with subtests.test("tricks are recorded once and the next hand waits", confirm=confirm):
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
            page = stage.open((HAND[0], None))
            page.bar.setFocus()
            key(stage, "8")
            confirm(stage)
            assert kinds(stage, Tricks) == 1
            assert page.bar.state == "bids"
            assert page.bar.bids is not None
            assert page.bar.bids.keys == ""
    for confirm in CONFIRMS:
        with subtests.test(
            "saving a correction does not record the tricks typed in the bar", confirm=confirm
        ):
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
            half_typed_correction(stage)
            page = stage.page
            page.bar.reason.setFocus()
            confirm(stage)
            assert kinds(stage, Amend) == 1
            assert kinds(stage, Tricks) == 1, (
                "the hand in progress still waits for its confirmation"
            )
            assert page.bar.tricks is not None
            assert page.bar.tricks.keys == "8"
            # Read and meant, later: it is.
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
            key(stage, Qt.Key.Key_Return)
            assert kinds(stage, Tricks) == 2
    for confirm in CONFIRMS:
        with subtests.test("a ruling is recorded once", confirm=confirm):
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
            page = stage.open(HAND)
            panel: Any = page.show_panel("ruling")
            press(panel, "Team: Kings")
            type_keys(line(panel, "Points"), "-30")
            line(panel, "Why").setText("late")
            line(panel, "Why").setFocus()
            confirm(stage)
            assert kinds(stage, Ruling) == 1
    for confirm in CONFIRMS:
        with subtests.test("enter twice signs for one side only", confirm=confirm):
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
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


def test_an_answer_is_given_once(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("the answer of time is given once and bids nothing"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
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
    with subtests.test("an answer pressed twice is nothing of the extra hand"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
        stage.clear()
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


def test_what_is_meant_twice_is_done_twice(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("another key between makes it a new confirmation"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
        page = stage.open((HAND[0], None))
        page.bar.setFocus()
        for each in "8\r5443" + "7\r":
            key(stage, Qt.Key.Key_Return if each == "\r" else each)
        assert kinds(stage, Tricks) == 2
    with subtests.test("new lines of a note are typed as fast as one likes"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
        page = stage.open(HAND)
        panel: Any = page.show_panel("note")
        note = find(panel, QPlainTextEdit)
        note.setFocus()
        key(stage, "a")
        enter_twice(stage)
        key(stage, "b")
        assert note.toPlainText() == "a\n\nb"
    with subtests.test("numbers are pressed as fast as one likes"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
        page = stage.open()
        for each in ("5", "4", "4", "3", "8"):
            click(stage, middle(stage, page.bar.keys.keys[each]), 0.05)
        assert page.bar.tricks is not None
        assert page.bar.tricks.keys == "8"
        click(stage, middle(stage, page.bar.record), 0.05)
        assert kinds(stage, Tricks) == 1
        for each in ("5", "4"):
            click(stage, middle(stage, page.bar.keys.keys[each]), 0.05)
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "54"
    with subtests.test("a number pressed twice is two bids"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
        page = stage.open()
        QApplication.processEvents()
        quickly(stage, middle(stage, page.bar.keys.keys["4"]))
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "44"


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


def test_a_correction_is_saved_and_what_comes_under_the_pointer_is_not_pressed(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for size in [(1024, 640), (1366, 768)]:
        for twice in WAYS:
            with subtests.test(size=size, twice=twice):
                stage.clear()
                stage.window.resize(*size)
                stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
                half_typed_correction(stage)
                page = stage.page
                twice(stage, middle(stage, page.bar.record))
                assert kinds(stage, Amend) == 1
                assert page.bar.correction is None
                assert kinds(stage, Tricks) == 1, (
                    "the hand in progress still waits for its confirmation"
                )
                assert page.bar.tricks is not None
                assert page.bar.tricks.keys == "8"


def test_a_press_after_a_moment_or_from_elsewhere_counts(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("another control takes a press after a moment"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
        stage.clear()
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
        assert done == ["start"], "no press stops the clock"
    with subtests.test("a control takes a press once the pointer has moved away and back"):
        stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
        stage.clear()
        page = stage.open()
        at = middle(stage, page.header.clock.button)
        click(stage, at)
        for where in (at + QPoint(0, 150), at):
            QTest.mouseMove(stage.window.windowHandle(), where)
        click(stage, at, 0.2)
        done = [entry.do for entry in page.table.match.log if isinstance(entry, Clock)]
        assert done == ["start"], "no press stops the clock"


def test_pressed_twice_a_key_of_the_screen_records_once(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for rules, share, twice in pairwise(("unc", "washburn", "chicago"), (0.1, 0.5, 0.9), WAYS):
        with subtests.test(
            "recording twice leaves the next hand without a bid",
            rules=rules,
            share=share,
            twice=twice,
        ):
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
            page = stage.open((HAND[0], None), rules=rules)
            stage.type("8")
            QApplication.processEvents()
            record = page.bar.record
            at = QPoint(round(record.width() * share), record.height() // 2)
            twice(stage, record.mapTo(stage.window, at))
            assert kinds(stage, Tricks) == 1
            assert page.bar.bids is not None
            assert page.bar.bids.keys == ""
    for pressed in ["\r", "3"]:
        with subtests.test("a double click on the keys records once", pressed=pressed):
            stage.moment += 2 * ECHO_SECONDS  # type: ignore[attr-defined]
            page = stage.open((HAND[0], None)) if pressed == "\r" else stage.open()
            stage.type("8" if pressed == "\r" else "544")
            QApplication.processEvents()
            made = page.bar.record if pressed == "\r" else page.bar.keys.keys[pressed]
            at = middle(stage, made)
            before = len(page.table.match.log)
            quickly(stage, at)
            wanted = Tricks if pressed == "\r" else Bids
            new = [entry for entry in page.table.match.log[before:] if not isinstance(entry, Clock)]
            assert [type(entry) for entry in new] == [wanted]
            assert "lost" not in read(page.bar)
