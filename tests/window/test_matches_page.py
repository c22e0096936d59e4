"""The list of matches: found, opened, imported, archived, brought back."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QTreeView

from scorepad.__main__ import load_catalog
from scorepad.spades.entries import Clock, Forfeit, Head, Sign, Team
from scorepad.spades.matchfile import encode_match_file
from scorepad.spades.words import install
from scorepad.window.floor.matches_page import MatchesPage
from scorepad.window.printing.match_list import DATE, SCORE, STATE, match_row_spoken_text
from scorepad.window.shell.banners import Banner
from scorepad.window.widgets import file_dialogs
from scorepad.window.widgets.row_table import CellDelegate
from tests.window.evening import HAND, NIL_HAND, Evening, press, read
from tests.window.find import FileDialog, button, find, line, row_data
from tests.window.print_pages import over, working
from tests.window.stage import TRANSLATIONS, Stage


def matches_page(qtbot: Any, evening: Evening) -> MatchesPage:
    page = MatchesPage(evening.desk, evening.settings)
    qtbot.addWidget(page)
    page.resize(1024, 640)
    page.show()
    return page


def rows(page: MatchesPage) -> list[str]:
    """What a screen reader says at each row."""
    return row_data(find(page, QTreeView, "Matches"), Qt.ItemDataRole.AccessibleTextRole)


def test_an_empty_list_tells_the_first_step(qtbot: Any, evening: Evening) -> None:
    page = matches_page(qtbot, evening)
    assert "No matches yet" in read(page)
    assert "choose the rule set, name two teams" in read(page)
    with qtbot.waitSignal(page.action_requested, check_params_cb=lambda key: key == "new"):
        card = find(page, QLabel, "No matches yet").parentWidget()
        assert card is not None
        press(card, "New match")


def test_each_row_says_where_who_and_how_it_stands(qtbot: Any, evening: Evening) -> None:
    evening.play(HAND, NIL_HAND)
    over = evening.play(HAND, teams=(Team("Émigrés", ("Zoë", "Øl")), Team()), table="Table 5")
    over.record(Forfeit(side=1, why="left"))
    evening.play(table="Table 6", rules="chicago")
    page = matches_page(qtbot, evening)
    third, first, second = rows(page)
    assert "Team B" not in first
    assert "not started" in first
    assert "Table 6 · Round 2 · Spring · Chicago" in first
    assert "Émigrés" in second
    assert "won by forfeit" in second
    assert "Team B" in second
    assert "2 hands so far" in third
    assert "Aces" in third


def test_a_row_tells_a_tie_and_an_abandoned_game(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    summary = evening.desk.matches()[0]
    from msgspec.structs import replace

    assert table.id == summary.id
    over = replace(summary, status="over", reason="max-hands", tied=True)
    assert "a tie" in match_row_spoken_text(over)
    assert "abandoned, no winner" in match_row_spoken_text(
        replace(over, reason="abandoned", tied=False)
    )
    won = replace(over, reason="paper", tied=False, winner=0)
    assert "Aces won (paper result)" in match_row_spoken_text(won)
    both = replace(over, reason="forfeit", tied=False)
    assert "both forfeit" in match_row_spoken_text(both)


def test_search_finds_by_any_word_and_enter_opens(qtbot: Any, evening: Evening) -> None:
    evening.play(HAND)
    wanted = evening.play(teams=(Team("Élan", ("Zoë", "Bea")), Team("Dons")), table="Table 9")
    evening.play(table="Table 5")
    page = matches_page(qtbot, evening)
    search = line(page, "Search the matches")
    search.setFocus()
    qtbot.keyClicks(search, "elan zoe")
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    with qtbot.waitSignal(page.open_match) as opened:
        qtbot.keyClick(search, Qt.Key.Key_Return)
    assert opened.args == [wanted.id]
    qtbot.keyClicks(search, " nobody")
    qtbot.waitUntil(lambda: "No matches found" in read(page))


def test_enter_at_once_after_typing_opens_what_was_typed(qtbot: Any, evening: Evening) -> None:
    wanted = evening.play(table="Table 9")
    evening.play(table="Table 5")
    page = matches_page(qtbot, evening)
    search = line(page, "Search the matches")
    qtbot.keyClicks(search, "9")
    with qtbot.waitSignal(page.open_match) as opened:
        qtbot.keyClick(search, Qt.Key.Key_Return)
    assert opened.args == [wanted.id]


@pytest.mark.parametrize(
    ("typed", "first"), [("7", "7"), ("Team 3 A", "3"), ("table 2", "2"), ("round 9", "5")]
)
def test_what_a_row_says_is_found_the_whole_word_first(
    qtbot: Any, evening: Evening, typed: str, first: str
) -> None:
    for number in range(1, 40):
        round_ = "9" if number == 5 else "1"
        teams = (Team(f"Team {number} A"), Team(f"Team {number} B"))
        evening.play(table=str(number), round=round_, teams=teams)
    page = matches_page(qtbot, evening)
    search = line(page, "Search the matches")
    qtbot.keyClicks(search, typed)
    with qtbot.waitSignal(page.open_match) as opened:
        qtbot.keyClick(search, Qt.Key.Key_Return)
    assert evening.desk.read(opened.args[0]).head.table == first


def test_a_match_is_archived_and_brought_back(qtbot: Any, evening: Evening) -> None:
    mistake = evening.play(table="Table 1")
    evening.play(table="Table 2")
    page = matches_page(qtbot, evening)
    page.select_match(mistake.id)
    press(page, "Archive")
    assert len(rows(page)) == 1
    assert "Archived, not deleted. To bring a match back, choose “Show archive” above." in read(
        page
    )
    press(page, "Show archive")
    assert "Table 1" in rows(page)[0]
    press(page, "Bring back")
    assert rows(page) == []
    assert "The archive is empty" in read(page)
    press(page, "Show archive")
    assert len(rows(page)) == 2


def test_a_match_like_the_chosen_one_is_asked_for(qtbot: Any, evening: Evening) -> None:
    table = evening.play()
    page = matches_page(qtbot, evening)
    with qtbot.waitSignal(page.like) as asked:
        press(page, "New match like this one")
    assert asked.args == [table.id]


def listed(stage: Stage) -> MatchesPage:
    stage.window.do("list")
    page: MatchesPage = over(stage, MatchesPage)
    return page


def imported(stage: Stage, page: MatchesPage, *files: Path) -> str:
    page.import_match_files([str(file) for file in files])
    stage.qtbot.waitUntil(lambda: not working())
    return page.strip.text


def test_files_are_imported_and_each_is_told_of(stage: Stage, tmp_path: Path) -> None:
    other = Evening(tmp_path / "other")
    table = other.play(HAND)
    data = encode_match_file(table.match)
    good, bad, newer = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "newer.json"
    good.write_bytes(data)
    bad.write_text("{}")
    newer.write_text(json.dumps({**json.loads(data), "scorepad": 99}))
    page = listed(stage)
    told = imported(stage, page, bad, good, newer, tmp_path / "gone.json")
    assert "Imported good.json" in told
    assert told.count("bad.json: ") == told.count("newer.json") == 1
    assert "99" in told
    assert "gone.json can't be read" in told
    assert len(rows(page)) == 1
    assert page.chosen_match().id == table.id
    assert "is already in Scorepad; nothing changed" in imported(stage, page, good)
    table.record(Sign(side=0, name="Ann"))
    good.write_bytes(encode_match_file(table.match))
    assert "merged with the match you already have, 1 new entry" in imported(stage, page, good)


def test_a_long_list_asks_for_the_sizes_of_few_rows(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[int] = set()
    size_of = CellDelegate.sizeHint

    def counting(self: CellDelegate, option: Any, index: Any) -> Any:
        asked.add(index.row())
        return size_of(self, option, index)

    monkeypatch.setattr(CellDelegate, "sizeHint", counting)
    evening = Evening(tmp_path)
    evening.desk.start_all([Head(rules="unc", table=str(number)) for number in range(300)])
    page = MatchesPage(evening.desk, evening.settings)
    qtbot.addWidget(page)
    page.resize(1920, 1080)
    page.show()
    qtbot.waitExposed(page)
    assert 0 < len(asked) <= 60


def test_finished_matches_that_are_imported_are_told_of_in_one_sentence(
    stage: Stage, tmp_path: Path
) -> None:
    """They were played on other days, and the floor of today has nothing of them."""
    other = Evening(tmp_path / "other")
    other.wall.pass_(-400 * 24 * 60 * 60)
    files = []
    for number in range(1, 5):
        table = other.play(HAND, table=str(number))
        if number < 4:
            table.record(Forfeit(side=1, why="left"))
        files.append(tmp_path / f"{number}.json")
        files[-1].write_bytes(encode_match_file(table.match))
    stage.window.do("list")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, MatchesPage)
    told = imported(stage, page, *files)
    assert "✓ 3 finished matches imported; find them under “Other days”\nImported 4.json" in told
    # What is ready before it is long in coming shows nothing of its progress.
    windows = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
    assert windows == [stage.window]
    stage.window.do("floor")
    assert "No tables today" in read(stage.window)


def test_files_are_read_while_the_window_goes_on_and_what_was_imported_stays(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, names = Evening(tmp_path / "other"), []
    for table in "123":
        names.append(tmp_path / f"{table}.json")
        names[-1].write_bytes(encode_match_file(other.play(HAND, table=table).match))
    turns, go_on, read_file = {names[1]: Event()}, Event(), file_dialogs.read_chosen_file

    def slowly(path: Path, most: int) -> bytes:
        if path in turns:
            turns[path].wait(60)
        return read_file(path, most)

    monkeypatch.setattr(file_dialogs, "read_chosen_file", slowly)
    page = listed(stage)
    page.import_match_files([str(name) for name in names])
    stage.qtbot.waitUntil(lambda: "1 of 3 files" in read(stage.window))
    assert len(stage.evening.desk.matches()) == 1
    press(stage.window, "Cancel")
    turns[names[1]].set()
    assert "Matches that were already imported are kept" in read(stage.window)
    assert len(rows(page)) == 1
    # Anyone who leaves the page meanwhile is told over any other.
    turns[names[1]] = go_on
    page.import_match_files([str(name) for name in names])
    stage.window.do("floor")
    go_on.set()
    stage.qtbot.waitUntil(lambda: not working())
    banners = stage.window.banners
    # The banner of the work that has ended is deleted a moment later.
    assert any("Imported 3.json" in each.text for each in banners.findChildren(Banner))
    assert len(stage.evening.desk.matches()) == 3


def test_pages_follow_while_one_goes_down(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.window.floor.matches_page.PAGE", 20)
    tables = [evening.play(table=str(n)) for n in range(45)]
    page = matches_page(qtbot, evening)
    assert "the first 20 matches" in read(page)
    shown = find(page, QTreeView, "Matches")
    shown.scrollToBottom()
    qtbot.waitUntil(lambda: len(rows(page)) == 40)
    shown.scrollToBottom()
    qtbot.waitUntil(lambda: "45 matches" in read(page))
    assert len(set(rows(page))) == len(tables)
    page.select_match(tables[0].id)
    page.refresh()
    assert page.chosen_match().id == tables[0].id


def test_what_fits_best_is_found_among_many_newer_ones(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.window.floor.matches_page.SEARCHED", 5)
    for number in (7, *range(70, 80)):
        evening.play(table=str(number))
    page = matches_page(qtbot, evening)
    qtbot.keyClicks(line(page, "Search the matches"), "7")
    assert "Table 7 ·" in rows(page)[0]
    assert "the first 6 matches" in read(page)


def test_a_file_that_is_chosen_is_imported(qtbot: Any, evening: Evening, tmp_path: Path) -> None:
    names: list[str] = []
    page = matches_page(qtbot, evening)
    page.background.connect(lambda job: names.append(str(job.what)))
    file = tmp_path / "one.json"
    file.write_text("{}")
    FileDialog(lambda: press(page, "Import a file…"), file)
    assert len(names) == 1
    FileDialog(lambda: press(page, "Import a file…"))
    assert len(names) == 1, "who leaves the dialog imports nothing"


def test_the_chosen_match_stays_chosen_when_the_order_changes(qtbot: Any, evening: Evening) -> None:
    first = evening.play(table="Table 1")
    second = evening.play(table="Table 2")
    page = matches_page(qtbot, evening)
    page.select_match(first.id)
    evening.desk.open(second.id).record(Forfeit(side=0, why="left"))
    page.refresh()
    assert page.chosen_match().id == first.id


def test_a_bare_number_is_named_as_table_and_round(qtbot: Any, evening: Evening) -> None:
    evening.play(table="4", round="1")
    assert "Table 4 · Round 1 · Spring" in rows(matches_page(qtbot, evening))[0]


def test_what_is_played_stands_above_what_waits_and_what_is_over(
    qtbot: Any, evening: Evening
) -> None:
    evening.play(HAND, table="playing")
    evening.play(HAND, table="over").record(Forfeit(side=1, why="left"))
    evening.play(table="waits")
    evening.play(HAND, NIL_HAND, table="playing too")
    evening.play(table="waits too")
    said = rows(matches_page(qtbot, evening))
    places = [row.rsplit("; ", 1)[1].split(" · ")[0] for row in said]
    assert places == ["playing too", "playing", "waits too", "waits", "over"]


def test_the_search_is_emptied_by_a_button_in_it(qtbot: Any, evening: Evening) -> None:
    evening.play(HAND)
    page = matches_page(qtbot, evening)
    # Qt moves what is typed to its place as it paints it.
    page.setUpdatesEnabled(True)
    search = line(page, "Search the matches")
    clear = button(search, "Clear the search")
    assert not clear.isVisible()
    qtbot.keyClicks(search, "nobody of this name at all, and so on, for longer than there is room")
    qtbot.waitUntil(lambda: rows(page) == [])
    assert clear.geometry().height() == search.height()
    assert clear.geometry().right() == search.rect().right()
    # What is typed ends before it.
    qtbot.waitUntil(lambda: search.cursorRect().right() <= clear.geometry().left() + 2)
    clear.setFocus()
    qtbot.keyClick(clear, Qt.Key.Key_Space)
    assert search.text() == ""
    assert page.focusWidget() is search
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    assert not clear.isVisible()


def test_of_many_files_that_are_refused_a_few_are_named(stage: Stage, tmp_path: Path) -> None:
    files = []
    for number in range(3000):
        file = tmp_path / f"{number}.scorepad"
        file.write_text("no match")
        files.append(str(file))
    page = listed(stage)
    page.import_match_files(files)
    stage.qtbot.waitUntil(lambda: "0.scorepad" in read(stage.window), timeout=30_000)
    spoken = [each.accessibleName() for each in page.findChildren(QLabel)]
    (told,) = (text for text in spoken if "0.scorepad" in text)
    assert told.count(".scorepad: ") == 6
    assert told.endswith("2,994 more files")


def test_a_large_window_has_larger_rows_that_cut_neither_status_nor_date(
    qtbot: Any, evening: Evening
) -> None:
    install(load_catalog("en", TRANSLATIONS, "US"))
    teams = Team("Aces of the Very Long Name " * 3), Team("Kings " * 9)
    table = evening.play(HAND, teams=teams, table="Table 14 by the window")
    table.record(Clock(do="start"))
    page = matches_page(qtbot, evening)
    view = find(page, QTreeView, "Matches")
    sizes = []
    for wide, high in ((1024, 640), (1366, 768), (1920, 1080)):
        page.resize(wide, high)
        QApplication.processEvents()
        for column in (SCORE, STATE, DATE):
            assert view.columnWidth(column) >= view.sizeHintForColumn(column), (wide, column)
        assert view.horizontalScrollBar().maximum() == 0, "the date is in sight"
        sizes.append((view.sizeHintForRow(0), view.font().pixelSize()))
    assert sizes[0] == sizes[1] < sizes[2]
    assert sizes[1][1] < sizes[2][1]
