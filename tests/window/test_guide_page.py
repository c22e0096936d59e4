"""The guide in the window: help about what is on the screen, contents, search and links."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget, QWidget

from scorepad import __version__
from scorepad.events.entries import EventHead
from scorepad.window.shell.guide_page import AboutPage, GuidePage, native_key
from tests.window.evening import HAND, read
from tests.window.find import find
from tests.window.stage import Stage


def press_help(stage: Stage) -> GuidePage:
    QTest.keyClick(stage.window, Qt.Key.Key_F1)
    return guide_shown(stage)


def guide_shown(stage: Stage) -> GuidePage:
    page = stage.window.stack.currentWidget()
    assert isinstance(page, GuidePage)
    return page


def title(page: GuidePage) -> str:
    return page.text.document().begin().text()


def listed(page: GuidePage) -> list[str]:
    contents = find(page, QListWidget)
    return [contents.item(row).text() for row in range(contents.count())]


def leave(page: QWidget) -> None:
    QTest.keyClick(page, Qt.Key.Key_Escape)


def test_f1_opens_the_page_about_what_is_on_the_screen(stage: Stage) -> None:
    stage.open(HAND)
    event = stage.window.tables.events.start(EventHead(name="Spring Open"))
    stage.window.pages.show_event().show_opened_event_as_todays(event)
    expected = {
        "floor": "Run several tables",
        "new": "Your first night",
        "settings": "Settings",
        "house-rules": "Play by house rules",
        "check-sheet": "Print, save and check sheets",
        "event-teams": "Load teams from a file",
        "event-check-in": "Handle late, missing and new teams",
        "event-standings": "Run an event in a day",
    }
    for action, heading in expected.items():
        stage.window.do(action)
        page = press_help(stage)
        assert title(page) == heading, action
        leave(page)


def test_f1_beside_a_panel_opens_the_page_about_the_panel(stage: Stage) -> None:
    stage.open(HAND)
    for action, heading in (
        ("renege", "Record a renege, a ruling or a protest"),
        ("history", "Correct a mistake"),
        ("rekey", "Enter results and hands from paper"),
    ):
        stage.window.do(action)
        page = press_help(stage)
        assert title(page) == heading, action
        leave(page)
        stage.page.close_panel()
    assert title(press_help(stage)) == "Your first night"


def test_f1_in_the_guide_stays_there(stage: Stage) -> None:
    stage.window.do("shortcuts")
    assert title(guide_shown(stage)) == "Keys"
    page = press_help(stage)
    leave(page)
    assert stage.window.stack.currentWidget() is not page


def test_a_click_in_the_contents_shows_that_page(stage: Stage) -> None:
    stage.window.do("guide")
    page = guide_shown(stage)
    assert title(page) == "Scorepad guide"
    contents = find(page, QListWidget, "Contents")
    row = listed(page).index("Correct a mistake")
    contents.scrollToItem(contents.item(row))
    middle = contents.visualItemRect(contents.item(row)).center()
    QTest.mouseClick(contents.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert title(page) == "Correct a mistake"


def test_a_search_lists_the_pages_with_all_words_and_marks_them(stage: Stage) -> None:
    stage.window.do("guide")
    page = guide_shown(stage)
    everything = listed(page)
    line = find(page, QLineEdit, "Search the guide")
    QTest.keyClicks(line, "syncthing watcher")
    assert listed(page) == ["Share with Syncthing"]
    assert title(page) == "Share with Syncthing"
    marked = {each.cursor.selectedText().lower() for each in page.text.extraSelections()}
    assert marked == {"syncthing", "watcher"}
    line.clear()
    QTest.keyClicks(line, "xyzzy")
    assert listed(page) == []
    assert "No page has all these words" in page.strip.text
    line.clear()
    assert listed(page) == everything


def test_a_link_leads_to_its_page_and_heading(stage: Stage) -> None:
    stage.window.do("guide")
    page = guide_shown(stage)
    page.show_guide_page("house-rules")
    while (link := find_link(page)) is None:
        QTest.keyClick(page.text, Qt.Key.Key_Down)
    QTest.mouseClick(page.text.viewport(), Qt.MouseButton.LeftButton, pos=link)
    assert title(page) == "File formats"
    assert page.text.textCursor().block().text() == "Rule set"


def find_link(page: GuidePage) -> QPoint | None:
    """Return the place of the last link that is in sight, if there is one."""
    viewport = page.text.viewport()
    places = [
        QPoint(x, y)
        for y in range(0, viewport.height(), 8)
        for x in range(0, viewport.width(), 8)
        if page.text.anchorAt(QPoint(x, y))
    ]
    return places[-1] if places else None


def test_no_line_is_longer_than_a_person_reads_with_ease(stage: Stage) -> None:
    stage.window.resize(1920, 1080)
    stage.window.do("guide")
    page = guide_shown(stage)
    letters = page.text.viewport().width() / page.text.fontMetrics().averageCharWidth()
    assert letters < 110


def test_keys_are_written_as_the_system_writes_them() -> None:
    native = QKeySequence.SequenceFormat.NativeText
    assert native_key("Ctrl+Shift+N") == QKeySequence("Ctrl+Shift+N").toString(native)
    for code in ("scorepad check", "~/.pgpass", "5443", "N"):
        assert native_key(code) == code


def test_about_shows_the_version_and_where_the_matches_are(stage: Stage) -> None:
    stage.window.do("about")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, AboutPage)
    assert __version__ in read(page)
    leave(page)
    assert stage.window.stack.currentWidget() is not page


def test_the_example_of_the_first_night_scores_as_the_guide_says(stage: Stage) -> None:
    page = stage.open()
    stage.type("5443")
    stage.type("7\n")
    teams = [each.players for each in page.table.match.head.teams]
    assert teams == [("Ann", "Cy"), ("Bo", "Di")]
    assert page.table.match.board.score == (70, -90)


def test_a_search_takes_letters_without_their_accents(stage: Stage) -> None:
    stage.speak("es")
    stage.window.do("guide")
    page = guide_shown(stage)
    QTest.keyClicks(find(page, QLineEdit, "Buscar en la guía"), "tablon")
    assert listed(page) == ["Formatos de archivo"]


def test_a_picture_is_never_wider_than_the_text(stage: Stage) -> None:
    stage.window.do("guide")
    page = guide_shown(stage)
    page.show_guide_page("event")
    for width in (1920, 760):
        stage.window.resize(width, 600)
        stage.window.show()
        assert page.text.horizontalScrollBar().maximum() == 0, width


def test_a_long_page_is_laid_out_a_few_times_at_most(stage: Stage) -> None:
    """Once after each of its thousand lines takes seconds."""
    stage.window.do("guide")
    page = guide_shown(stage)
    changes: list[int] = []
    page.text.document().contentsChange.connect(lambda *_change: changes.append(1))
    page.show_guide_page("columns")
    assert title(page) == "Export columns"
    assert len(changes) < 10


def test_help_opens_at_the_heading_about_what_is_on_the_screen(stage: Stage) -> None:
    for do, heading in (("why", "Answer a question"), ("new", "Set up the match")):
        stage.open(HAND)
        stage.window.do(do)
        stage.window.do("help")
        page = stage.window.stack.currentWidget()
        assert isinstance(page, GuidePage)
        assert page.text.textCursor().block().text() == heading
        page.close_page()
