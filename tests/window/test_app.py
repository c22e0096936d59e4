"""The window over the composition root: and what nobody foresaw."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox

from scorepad.__main__ import Program
from scorepad.paths import raise_request_file, request_raise
from scorepad.spades.entries import Head
from scorepad.window.app import (
    FileOpenRequests,
    _unexpected,
    open_desk_in_window,
    show_startup_refusal_dialog,
)
from scorepad.window.shell.session import WindowSession
from tests.window.stage import Heard, Stage, one_theme


@pytest.fixture
def program(tmp_path: Path) -> Program:
    made = Program(str(tmp_path))
    made.settings.set_and_save("by", "Pat")
    with made.open_desk(True) as desk:
        match_id = desk.start(Head(rules="unc", table="4")).id
    made.settings.set_and_save("open_tables", match_id)
    made.settings.set_and_save("shown_table", match_id)
    return made


def empty_session(qtbot: Any, program: Program) -> WindowSession:
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    session = WindowSession(program, one_theme(app), Heard())
    session.window.show()
    return session


def test_the_empty_window_does_nothing_until_the_matches_are_there(
    qtbot: Any, program: Program
) -> None:
    session = empty_session(qtbot, program)
    window = session.window
    for key in ("new", "undo", "list", "settings"):
        window.do(key)
    assert window.page is None
    with contextlib.ExitStack() as stack:
        open_desk_in_window(session, program, stack)
        assert window.page is not None
        assert window.page.bar.state == "bids"
        window.close()


def test_what_nobody_foresaw_is_noted_and_told(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    noted: list[Any] = []
    error = ValueError("odd")
    _unexpected(stage.session, tmp_path, lambda *what: noted.append(what), ValueError, error, None)
    assert noted == [(ValueError, error, None)]
    banner = stage.window.banners.find_banner("unexpected")
    assert banner is not None
    assert "Everything you recorded is safe" in banner.text


def test_a_second_start_brings_the_window_to_the_front(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.window.showMinimized()
    assert stage.window.isMinimized()
    stage.pass_(0.2)
    assert stage.window.isMinimized()
    request = raise_request_file(tmp_path)
    request_raise(tmp_path, ())
    stage.pass_(0.2)
    assert not stage.window.isMinimized()
    assert not request.exists()


def test_the_system_asks_an_open_program_for_a_file(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    """On macOS a double click starts no second program."""
    asked: list[str] = []
    requests = FileOpenRequests(qapp)
    requests.requested.connect(asked.append)
    qapp.installEventFilter(requests)
    qapp.sendEvent(qapp, QFileOpenEvent(str(tmp_path / "match.scorepad")))
    qapp.removeEventFilter(requests)
    assert asked == [str(tmp_path / "match.scorepad")]


def test_who_has_no_terminal_is_told_in_a_dialog(qapp: QApplication) -> None:
    """A double click of an icon, in a home folder that may not be written."""
    said: list[str] = []

    def answer() -> None:
        dialog = qapp.activeModalWidget()
        if isinstance(dialog, QMessageBox):  # it may not be there at once
            said.append(dialog.text())
            dialog.buttons()[0].click()

    asking = QTimer(qapp)
    asking.timeout.connect(answer)
    asking.start(10)
    show_startup_refusal_dialog("the folder may not be written")
    asking.stop()
    asking.deleteLater()
    assert said == ["The folder may not be written"]


def test_none_is_not_worn_out(qtbot: Any, tmp_path: Path) -> None:
    """A PySide6 that is not made for this Python takes a reference with each call."""
    stage = Stage(qtbot, tmp_path)
    before = sys.getrefcount(None)
    for _call in range(20_000):
        stage.window.setWindowTitle("Scorepad")
    assert sys.getrefcount(None) > before - 10_000


def test_what_was_found_damaged_is_said(qtbot: Any, program: Program, tmp_path: Path) -> None:
    for file in tmp_path.glob("scorepad.db*"):
        file.write_bytes(b"?")
    for is_damaged in (True, False):
        session = empty_session(qtbot, program)
        with contextlib.ExitStack() as stack:
            open_desk_in_window(session, program, stack)
            find_banner = session.window.banners.find_banner("notice0")
            assert (find_banner is not None) == is_damaged
            if find_banner is not None:
                assert "was damaged; Scorepad moved it to scorepad-damaged-" in find_banner.text
            assert session.window.page is not None
            session.window.close()
