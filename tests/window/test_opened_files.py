"""Match files that were opened from outside, by a double click or by `scorepad FILE`: they are
read, shown, and imported by one press."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.paths import raise_request_file, request_raise
from scorepad.spades.entries import Team
from scorepad.window.floor.matches_page import MatchesPage
from scorepad.window.printing.match_file_page import MatchFilePreviewPage
from tests.window.evening import HAND, NIL_HAND, Evening
from tests.window.find import button
from tests.window.print_pages import pages, read
from tests.window.stage import Stage


@pytest.fixture
def other(tmp_path: Path) -> Evening:
    """Another laptop, whose matches come as files."""
    return Evening(tmp_path / "other")


def match_file(folder: Path, other: Evening, name: str = "final.scorepad", **head: Any) -> str:
    """A file with a match of another laptop."""
    table = other.play(HAND, NIL_HAND, **({"event": "", "table": "9"} | head))
    path = folder / name
    path.write_bytes(other.desk.export_match_file(table.id))
    return str(path)


def match_file_page(stage: Stage) -> MatchFilePreviewPage:
    page = stage.window.navigation.top_page
    assert isinstance(page, MatchFilePreviewPage)
    return page


def banner(stage: Stage, key: str) -> str:
    found = stage.window.banners.find_banner(key)
    return "" if found is None else found.text


def announced(stage: Stage) -> str:
    page: Any = stage.window.navigation.current
    return str(page.strip.text)


def match_ids(stage: Stage) -> list[str]:
    return [each.id for each in stage.evening.desk.matches()]


@pytest.mark.parametrize("name", ["final.scorepad", "final.json", "final"])
def test_a_match_is_shown_and_imported_by_one_press(
    stage: Stage, tmp_path: Path, other: Evening, name: str
) -> None:
    stage.session.show_match_files([match_file(tmp_path, other, name)])
    page = match_file_page(stage)
    assert "Import it to save it here" in read(page)
    assert name in read(page)
    assert "Aces" in pages(page.pdf)[0]
    assert match_ids(stage) == []
    # Enter presses the button that has the focus.
    QTest.keyClick(stage.window.focusWidget() or page, Qt.Key.Key_Return)
    (match_id,) = match_ids(stage)
    assert stage.page.table.id == match_id
    assert len(stage.page.table.match.board.hands) == 2
    assert announced(stage) == f"✓ Imported {name}"


def test_one_that_is_here_is_joined(stage: Stage, tmp_path: Path, other: Evening) -> None:
    path = match_file(tmp_path, other)
    for says in (
        "Imported final.scorepad",
        "final.scorepad is already in Scorepad; nothing changed",
    ):
        stage.session.show_match_files([path])
        button(match_file_page(stage), "Import 1 match").click()
        assert announced(stage) == f"✓ {says}"
    stage.session.show_match_files([path])
    assert "You already have this match" in read(match_file_page(stage))


def test_the_page_can_be_left_and_nothing_is_kept(
    stage: Stage, tmp_path: Path, other: Evening
) -> None:
    stage.session.show_match_files([match_file(tmp_path, other)])
    QTest.keyClick(match_file_page(stage), Qt.Key.Key_Escape)
    assert stage.window.navigation.top_page is None
    assert match_ids(stage) == []


def test_several_are_imported_together(stage: Stage, tmp_path: Path, other: Evening) -> None:
    """A file manager may start the program once for each of several files."""
    first = match_file(tmp_path, other, "one.scorepad", teams=(Team("Émigrés"), Team()))
    second = match_file(tmp_path, other, "two.scorepad", table="10")
    stage.session.show_match_files([first])
    stage.session.show_match_files([second, first])
    page = match_file_page(stage)
    assert list(page.files) == [first, second]
    assert page.choice.currentText() == "two.scorepad"
    page.choice.setCurrentIndex(0)
    assert "Émigrés" in pages(page.pdf)[0]
    button(page, "Import 2 matches").click()
    assert len(match_ids(stage)) == 2
    assert isinstance(stage.window.navigation.top_page, MatchesPage)
    assert announced(stage) == "✓ Imported one.scorepad\nImported two.scorepad"


@pytest.mark.parametrize("name", ["none.scorepad", "gone.scorepad", "folder.scorepad"])
def test_a_file_that_is_none_is_one_sentence(
    stage: Stage, tmp_path: Path, other: Evening, name: str
) -> None:
    (tmp_path / "none.scorepad").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "folder.scorepad").mkdir()
    stage.session.show_match_files([str(tmp_path / name), match_file(tmp_path, other)])
    says = banner(stage, f"file{tmp_path / name}")
    assert says.startswith(name)
    assert len(says.splitlines()) == 1
    # The other one is shown all the same.
    assert list(match_file_page(stage).files) == [str(tmp_path / "final.scorepad")]


def test_what_is_asked_before_the_matches_are_there_is_shown_then(
    qtbot: Any, tmp_path: Path, other: Evening
) -> None:
    path = match_file(tmp_path, other)
    stage = Stage(qtbot, tmp_path, before_desk=lambda session: session.show_match_files([path]))
    assert list(match_file_page(stage).files) == [path]


def test_a_second_start_shows_its_file_in_the_window_that_is_open(
    qtbot: Any, tmp_path: Path, other: Evening
) -> None:
    stage = Stage(qtbot, tmp_path)
    path = match_file(tmp_path, other)
    request_raise(tmp_path, [path])
    stage.pass_(0.2)
    assert list(match_file_page(stage).files) == [path]
    assert not raise_request_file(tmp_path).exists()
