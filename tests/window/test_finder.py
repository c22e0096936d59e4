"""The finder: tables, matches, events, actions, settings and help, found by a few letters."""

from __future__ import annotations

from datetime import timedelta

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from scorepad.desk.actions import ACTIONS
from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import EventHead
from scorepad.spades.entries import Team
from scorepad.spades.words import Catalog, install
from scorepad.window.event.event_page import EventPage
from scorepad.window.printing.batch_page import DocumentsPage
from scorepad.window.shell.finder import FinderFrame, Offer, rank_offers
from scorepad.window.shell.guide_page import GuidePage
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets.theme import TOUCH_HEIGHT
from tests.window.evening import HAND, read
from tests.window.event_scenes import begin
from tests.window.find import row_data
from tests.window.screen_faults import cut_off, faults
from tests.window.stage import Stage, type_keys


def open_finder(stage: Stage) -> FinderFrame:
    stage.activate()
    QTest.keyClick(stage.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    finder = stage.window.finder.frame
    stage.qtbot.waitUntil(finder.line.hasFocus)
    return finder


def find(stage: Stage, typed: str) -> FinderFrame:
    """Open the finder and type this."""
    finder = open_finder(stage)
    type_keys(finder.line, typed)
    return finder


def listed(finder: FinderFrame) -> list[str]:
    return row_data(finder.list, Qt.ItemDataRole.DisplayRole)


def test_it_lists_every_action_with_its_keys(stage: Stage) -> None:
    stage.open(HAND)
    finder = open_finder(stage)
    assert len(set(listed(finder)) & {str(each.title) for each in ACTIONS}) > len(ACTIONS) - 5
    spoken = row_data(finder.list, Qt.ItemDataRole.AccessibleTextRole)
    assert (
        "Undo: tricks in hand 1, Ctrl+Z, Undo the last entry; it stays in the "
        in (spoken[listed(finder).index("Undo: tricks in hand 1")])
    )
    assert "Tricks, F3, No hand is in progress; record the bids first" in spoken
    assert finder.list.sizeHintForRow(0) >= TOUCH_HEIGHT


def test_letters_narrow_it_and_enter_does_it(stage: Stage) -> None:
    page = stage.open(HAND)
    finder = find(stage, "pau")
    assert listed(finder)[0] == "Pause the clock"
    type_keys(finder.line, "\n")
    assert not finder.isVisible()
    assert page.table.clock().state(stage.now()) == "paused"
    stage.qtbot.waitUntil(page.bar.hasFocus)
    assert listed(open_finder(stage))[0] == "Pause the clock", "the latest stands first"


def test_what_cannot_be_done_says_why_and_stays(stage: Stage) -> None:
    page = stage.open(HAND)
    finder = find(stage, "resume the clock\n")
    assert finder.isVisible()
    assert finder.message.text() == "▲ Resume the clock: The clock isn't paused"
    QTest.keyClick(finder.line, Qt.Key.Key_Escape)
    assert not finder.isVisible()
    stage.qtbot.waitUntil(page.bar.hasFocus)


def test_arrows_go_through_it(stage: Stage) -> None:
    finder = find(stage, "house")
    assert listed(finder)[0] == "House rules"
    finder.line.clear()
    type_keys(finder.line, "e")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(finder.line, key)
    assert finder.list.currentIndex().row() == 1
    assert listed(finder)[1] in finder.line.accessibleDescription()


def test_a_press_does_it_too(stage: Stage) -> None:
    finder = find(stage, "settings")
    QTest.mouseClick(
        finder.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=finder.list.visualRect(finder.list.model().index(0, 0)).center(),
    )
    assert isinstance(stage.window.stack.currentWidget(), SettingsPage)


def test_nothing_found_is_said(stage: Stage) -> None:
    finder = find(stage, "xyzzy\n")
    assert listed(finder) == []
    assert finder.message.text() == "No results for these words."
    assert finder.isVisible()


def test_it_goes_to_a_setting(stage: Stage) -> None:
    find(stage, "text size\n")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, SettingsPage)
    focused = stage.window.focusWidget()
    assert isinstance(focused, QLineEdit)
    assert focused.accessibleName() == "Text size"


def test_it_goes_to_a_part_of_the_guide(stage: Stage) -> None:
    find(stage, "when time runs\n")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, GuidePage)
    assert page.text.textCursor().block().text() == "When time runs out"
    assert page.text.cursorRect().top() < page.text.viewport().height() // 2


def test_it_goes_to_an_event(stage: Stage) -> None:
    stage.window.tables.events.start(EventHead(name="Spring Open"))
    find(stage, "spring\n")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, EventPage)
    assert page.opened is not None
    assert page.opened.current_event.register.head.name == "Spring Open"


def test_it_goes_to_a_match_of_another_day(stage: Stage) -> None:
    old = stage.add(HAND, teams=(Team("Foxes"), Team("Owls")), table="4")
    stage.clear()
    stage.evening.wall.moment += timedelta(days=9)
    stage.window.do("floor")
    finder = find(stage, "foxes")
    assert listed(finder) == ["Table 4 · Foxes – Owls"]
    type_keys(finder.line, "\n")
    assert stage.page.table.id == old.id


def test_it_covers_neither_totals_nor_clock_and_cuts_nothing(stage: Stage) -> None:
    for size in ((1366, 768), (1024, 640), (760, 520)):
        stage.window.resize(*size)
        page = stage.page if stage.window.page is not None else stage.open(HAND)
        finder = find(stage, "clock")
        QApplication.processEvents()
        below = page.header.mapTo(stage.window, page.header.rect().bottomLeft()).y()
        assert finder.geometry().top() >= below
        assert stage.window.rect().contains(finder.geometry())
        assert faults(finder) == []
        assert cut_off(finder) == []
        finder.leave()


def test_its_keys_work_from_a_text_field_too(stage: Stage) -> None:
    """A line has a use of its own for Ctrl+K: it deletes to the end."""
    pages = stage.window.pages
    assert pages is not None
    stage.activate()
    line = pages.show_matches_page().findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    line.setFocus()
    type_keys(line, "aces")
    line.home(False)
    QTest.keyClick(line, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    finder = stage.window.finder.frame
    assert finder.isVisible()
    assert line.text() == "aces"
    QTest.keyClick(finder.line, Qt.Key.Key_Escape)
    assert not finder.isVisible()
    stage.qtbot.waitUntil(line.hasFocus)


def offer(key: str, title: str, help: str = "", why: str = "") -> Offer:
    return Offer(title, help, lambda: None, "", keys=f"Ctrl+{key}", why=why)


def test_the_best_fit_stands_first() -> None:
    offers = [
        offer("a", "Archive", "Undo it later"),
        offer("b", "Sign", why="the game is not over"),
        offer("c", "Sign the result"),
        offer("d", "Undo"),
        offer("e", "Reseña única"),
    ]

    def found(typed: str) -> str:
        return "".join(each.keys[-1] for each in rank_offers(offers, typed))

    assert found("undo") == "da"
    assert found("SIG") == "cb"
    assert found("unica resena") == "e"
    assert found("ctrl+b") == "b"


def test_it_speaks_the_reader_s_language(stage: Stage) -> None:
    said = {"All matches": "Partidas", "open a match first": "abra una partida"}
    install(Catalog("es", lambda one: said.get(one, one)))
    assert listed(find(stage, "partidas"))[0] == "Partidas"
    type_keys(stage.window.finder.frame.line, "\b" * 8 + "abra")
    assert "Partidas" not in listed(stage.window.finder.frame), "why not is not searched"


def test_three_letters_close_no_program(stage: Stage) -> None:
    find(stage, "clo\n")
    assert stage.window.isVisible()


DIRECTORS_WORDS = (
    "pairing", "pairings", "release", "bye", "no-show", "late", "withdraw", "swap", "seat", "moved",
    "poster", "publish", "web", "champion", "dispute", "protest", "statistics", "stat", "season",
    "pool", "registration", "standings", "bracket", "check-in",
)  # fmt: skip


def test_a_directors_words_lead_to_an_action_of_the_event_everywhere(stage: Stage) -> None:
    of_event = {str(each.title) for each in ACTIONS if each.group == "event"}
    stage.window.do("floor")
    for show in (lambda: None, lambda: stage.window.do("events"), lambda: stage.open(HAND)):
        show()
        finder = open_finder(stage)
        for word in DIRECTORS_WORDS:
            finder.line.clear()
            type_keys(finder.line, word)
            assert listed(finder), word
            assert listed(finder)[0].rstrip("…") in of_event, (word, listed(finder)[:3])
        QTest.keyClick(finder.line, Qt.Key.Key_Escape)


def test_the_menu_of_the_event_leads_to_each_part_of_it(stage: Stage) -> None:
    stage.window.do("event-rounds")
    assert "Open an event first" in read(stage.window)
    begin(stage.evening, 8)
    page = stage.window.do("event") or stage.window.stack.currentWidget()
    assert isinstance(page, EventPage)
    page.show_opened_event_as_todays(
        EventDesk(stage.evening.desk).open(stage.evening.settings.event)
    )
    stage.window.do("events")
    for key, text in (
        ("event-divide", "Add 2 divisions"),
        ("event-team-file", "Choose a file…"),
        ("event-check-in", "0 of 16 here"),
        ("event-stages", "How it's played"),
        ("event-moved", "No seats have changed"),
        ("event-standings", "No standings yet"),
        ("event-bracket", "bracket"),
        ("event-history", "Spring Open"),
        ("event-room", "screen"),
    ):
        stage.window.do(key)
        assert (
            text.casefold()
            in (
                read(page)
                + " ".join(
                    each.text() for each in page.findChildren(QPushButton) if each.isVisible()
                )
            ).casefold()
        ), key
    papers = ("posters", "statistics-poster", "seats", "moves", "day-log")
    for key in (*papers, "publish", "spreadsheets"):
        stage.window.do(key)
        assert isinstance(stage.window.stack.currentWidget(), DocumentsPage), key


def test_everyday_words_find_what_they_mean(stage: Stage) -> None:
    stage.open(HAND)
    finder = open_finder(stage)
    for typed, wanted in (
        ("backup", "Back up your matches"),
        ("dark mode", "Theme"),
        ("night mode", "Theme"),
        ("dark xyzzy", "Theme"),
        ("bye", "Handle late, missing and new teams"),
        ("no-show", "Handle late, missing and new teams"),
        ("late", "Handle late, missing and new teams"),
        ("withdraw", "Handle late, missing and new teams"),
    ):
        finder.line.clear()
        type_keys(finder.line, typed)
        assert wanted in listed(finder), typed
    finder.line.clear()
    type_keys(finder.line, "print")
    assert listed(finder)[0].rstrip("…") == "Print the sheet"


def test_a_row_is_as_wide_as_the_list_however_long_its_names_are(stage: Stage) -> None:
    stage.add(HAND, table="2", teams=(Team("Aces " + "very long " * 49), Team("Kings")))
    rows = find(stage, "Aces very").list
    QApplication.processEvents()
    columns = range(rows.model().columnCount())
    assert sum(map(rows.columnWidth, columns)) >= rows.viewport().width() - len(columns)
