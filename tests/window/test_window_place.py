"""The window's size at the first start, and what is remembered of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from scorepad.window.floor.matches_page import MatchesPage
from scorepad.window.shell.window_place import FRAME_SIZE, WindowGeometryKeeper, first_size
from tests.window.find import find
from tests.window.stage import Stage


@pytest.mark.parametrize("room", [(1366, 768), (1024, 640), (1366, 728)])
def test_the_first_window_and_its_frame_fit_the_screen(room: tuple[int, int]) -> None:
    size = first_size(QSize(*room))
    assert size.width() + FRAME_SIZE[0] <= room[0]
    assert size.height() + FRAME_SIZE[1] <= room[1]


def test_on_a_large_screen_the_first_window_is_no_larger_than_it_needs() -> None:
    assert first_size(QSize(3840, 2160)) == QSize(1440, 900)


def test_where_it_stands_and_whether_it_fills_the_screen_is_remembered_soon(qtbot: Any) -> None:
    kept: list[str] = []
    window = QWidget()
    qtbot.addWidget(window)
    WindowGeometryKeeper(window, "", kept.append)
    window.show()
    kept.clear()
    window.showMaximized()
    qtbot.waitUntil(lambda: bool(kept))
    again = QWidget()
    qtbot.addWidget(again)
    WindowGeometryKeeper(again, kept[-1], kept.append)
    assert again.isMaximized()
    window.showNormal()
    qtbot.waitUntil(lambda: len(kept) > 1)
    third = QWidget()
    qtbot.addWidget(third)
    WindowGeometryKeeper(third, kept[-1], kept.append)
    assert not third.isMaximized()
    window.move(120, 90)
    stands = window.saveGeometry().toBase64().toStdString()
    assert kept[-1] != stands
    qtbot.waitUntil(lambda: kept[-1] == stands)


def test_the_window_keeps_its_place_when_it_is_closed(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    before = stage.window.settings.place
    stage.window.resize(1111, 700)
    stage.window.close()
    assert stage.window.settings.place not in ("", before)


def test_a_place_that_cannot_be_kept_is_not_announced(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.window.do("list")
    page = find(stage.window, MatchesPage)
    page.notify("Archived", "good")
    stage.window.resize(1111, 700)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        stage.window.close()
    assert "Archived" in page.strip.text
