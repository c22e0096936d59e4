"""Results from paper: typed by keys, chosen by mouse, asked about once where hardly possible."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from scorepad.events.entries import CheckIn, Release, ResultEntry, StageEntry, TeamWithdrawal
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import press, read
from tests.window.event_scenes import begin, swiss
from tests.window.find import button, choose, find, line, row_data, settle
from tests.window.stage import Stage, press_keys
from tests.window.test_event_page import page_of, state

KEYS = {"\n": Qt.Key.Key_Return, "\t": Qt.Key.Key_Tab, "\b": Qt.Key.Key_Backspace}


def keys(stage: Stage, text: str) -> None:
    """Type as a person does: each key goes to what has the focus. Shift stands for the moment after
    which a second Enter is no echo of the first."""
    pressed = (KEYS.get(each, each) for each in text)
    press_keys(stage, Qt.Key.Key_Shift)
    for key in pressed:
        press_keys(stage, key)


def scores(stage: Stage) -> dict[str, tuple[int, int] | None]:
    """The recorded scores by table."""
    register = state(stage).event.register
    return {register.drawn[key][1].table: each.score for key, each in register.results.items()}


def teams_of(stage: Stage, table: int) -> tuple[str, str]:
    """The names of the two teams at a table of round 1."""
    register = state(stage).event.register
    pairing = register.rounds[1].entry.pairings[table - 1]
    one, other = map(register.team_name, pairing.teams)
    return one, other


def listed(stage: Stage) -> KeyedList:
    return find(stage.window, KeyedList, "Pairings")


def chosen_row(stage: Stage) -> str:
    return str(listed(stage).currentIndex().data())


def click_row(stage: Stage, table: int) -> None:
    """Click the row of a table."""
    pairings = listed(stage)
    titles = row_data(pairings, Qt.ItemDataRole.DisplayRole)
    (row,) = (at for at, each in enumerate(titles) if each.startswith(f"Table {table} "))
    index = pairings.model().index(row, 0)
    pairings.scrollTo(index)
    at = pairings.visualRect(index).center()
    QTest.mouseClick(pairings.viewport(), Qt.MouseButton.LeftButton, pos=at)


def rounds_page(stage: Stage, teams: int = 24) -> EventPage:
    """The rounds of an event, its first round released."""
    swiss(stage.evening, teams, 1)
    return page_of(stage, "rounds")


def take_back_results(stage: Stage) -> None:
    """The round as it was released, its first row chosen."""
    while before := scores(stage):
        stage.window.do("undo")
        assert scores(stage) != before
    listed(stage).setCurrentRow(0)
    listed(stage).setFocus()


def table_number_question(number: int) -> str:
    return (
        f"{number} may be a table number, not a score: table {number} is still open. "
        "Record this result anyway?"
    )


def test_results_are_typed_into_the_list(stage: Stage, subtests: pytest.Subtests) -> None:
    page = rounds_page(stage)
    with subtests.test("a number then both scores record at its table"):
        assert chosen_row(stage).startswith("Table 1 ")
        keys(stage, "7\n305\n200\n")
        assert listed(stage).hasFocus()
        assert chosen_row(stage).startswith("Table 8 "), "the next open row is chosen"
        one, other = teams_of(stage, 7)
        assert f"Table 7: {one} 305, {other} 200. {one} wins." in read(page)
        # A row that is chosen without a number leads to the same place.
        keys(stage, "\n301\n100\n")
        assert listed(stage).hasFocus()
        # So a number is that of a table, and never a score at the next one.
        keys(stage, "11\n305\n200\n")
        keys(stage, "10\n250\n310\n")
        assert scores(stage) == {
            "7": (305, 200),
            "8": (301, 100),
            "11": (305, 200),
            "10": (250, 310),
        }
        assert chosen_row(stage).startswith("Table 12 ")
        keys(stage, "\n305\n200\n")
        assert chosen_row(stage).startswith("Table 1 "), "after the last row come those above"
    with subtests.test("every way to a row comes back to the list"):
        take_back_results(stage)
        click_row(stage, 4)
        keys(stage, "\n304\n204\n")
        assert listed(stage).hasFocus()
        assert chosen_row(stage).startswith("Table 5 ")
        # A click into the first field, and one on the button.
        QTest.mouseClick(
            line(page, f"Points for {teams_of(stage, 5)[0]}"), Qt.MouseButton.LeftButton
        )
        keys(stage, "305\t205")
        press(page, "Record the result")
        assert listed(stage).hasFocus()
        name = teams_of(stage, 9)[1][:5].lower()
        keys(stage, f"{name}\n309\n209\n")
        press_keys(stage, Qt.Key.Key_Down)
        keys(stage, "\n311\n211\n")
        assert scores(stage) == {
            "4": (304, 204),
            "5": (305, 205),
            "9": (309, 209),
            "11": (311, 211),
        }
    with subtests.test("a number in the list is never taken for a part or a score"):
        take_back_results(stage)
        keys(stage, "305\n")
        assert "There is no table 305 in this list." in read(page)
        assert listed(stage).hasFocus()
        keys(stage, "200\n")
        assert listed(stage).hasFocus()
        assert scores(stage) == {}
        assert all(not line(page, f"Points for {team}").text() for team in teams_of(stage, 2))
        # However slowly it is typed, and corrected on the way.
        keys(stage, "1")
        stage.qtbot.wait(QApplication.keyboardInputInterval() + 50)
        keys(stage, "3\b1\n")
        keys(stage, "311\n211\n")
        assert scores(stage) == {"11": (311, 211)}
        keys(stage, "4")
        press_keys(stage, Qt.Key.Key_Escape)
        assert stage.window.stack.currentWidget() is page
        keys(stage, "6\n306\n206\n")
        assert scores(stage) == {"11": (311, 211), "6": (306, 206)}
    with subtests.test("the number of the next table is no reason"):
        take_back_results(stage)
        keys(stage, "7\n305\n200\n")
        # A table that has a result is meant for another; its reason is asked for, and not read.
        keys(stage, "7\n305\n11\n9\n")
        assert scores(stage) == {"7": (305, 200)}
        assert "Enter a reason. It's saved with the result." in read(page)
        keys(stage, "305\n")
        assert scores(stage) == {"7": (305, 200)}
        keys(stage, " said by both\n")
        assert scores(stage) == {"7": (305, 11)}


def test_the_list_has_the_focus_after_a_result_escape_and_f12(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    page = rounds_page(stage)
    with subtests.test("typed digits replace what is there"):
        keys(stage, "3\n314\n200\n")
        click_row(stage, 3)
        first = line(page, f"Points for {teams_of(stage, 3)[0]}")
        settle()
        QTest.mouseClick(first, Qt.MouseButton.LeftButton, pos=first.rect().center())
        keys(stage, "307")
        assert first.text() == "307"
        press_keys(stage, Qt.Key.Key_Escape)
    with subtests.test("a quick second escape stays on the page"):
        take_back_results(stage)
        keys(stage, "3\n314")
        press_keys(stage, Qt.Key.Key_Escape, Qt.Key.Key_Escape)
        assert stage.window.stack.currentWidget() is page
        assert listed(stage).hasFocus()
    with subtests.test("forfeits go the same way"):
        take_back_results(stage)
        one, other = teams_of(stage, 10)
        keys(stage, "10\n")
        choose(page, "Result from paper, or a ruling", "No-show: a team didn't show up")
        press(page, f"Team: {one}")
        press(page, "Record the result")
        assert f"Table 10: {one} – {other}. {one} forfeits, and {other} wins." in read(page)
        assert listed(stage).hasFocus()
        one, other = teams_of(stage, 6)
        keys(stage, "6\n")
        choose(page, "Result from paper, or a ruling", "Both forfeit")
        press(page, "Record the result")
        assert f"Table 6: {one} – {other}. Both teams forfeit." in read(page)
        assert listed(stage).hasFocus()
        keys(stage, "11\n305\n200\n")
        assert scores(stage) == {"10": None, "6": None, "11": (305, 200)}
    with subtests.test("escape leaves nothing behind"):
        take_back_results(stage)
        keys(stage, "3\n314")
        press_keys(stage, Qt.Key.Key_Escape)
        assert listed(stage).hasFocus()
        assert stage.window.stack.currentWidget() is page
        assert all(not line(page, f"Points for {team}").text() for team in teams_of(stage, 3))
        press_keys(stage, Qt.Key.Key_F12)
        page = page_of(stage)
        keys(stage, "3\n305\n200\n")
        assert scores(stage) == {"3": (305, 200)}
    with subtests.test("f12 comes back to the next open row"):
        take_back_results(stage)
        keys(stage, "1\n314\n200\n")
        keys(stage, "2\n302\n200\n")
        for leave in ("floor", "event"):
            stage.window.do(leave)
            press_keys(stage, Qt.Key.Key_F12)
            page = stage.window.stack.currentWidget()
            assert isinstance(page, EventPage)
            assert listed(stage).hasFocus()
            assert chosen_row(stage).startswith("Table 3 ")
            assert all(not line(page, f"Points for {team}").text() for team in teams_of(stage, 3))
        keys(stage, "\n303\n200\n")
        assert scores(stage)["3"] == (303, 200)


def test_a_result_is_asked_about(stage: Stage, subtests: pytest.Subtests) -> None:
    page = rounds_page(stage)
    with subtests.test("a first score that is the number of an open table is asked about"):
        # Enter too often: what follows was meant for table 11.
        keys(stage, "\n11\n305\n")
        assert scores(stage) == {}
        assert table_number_question(11) in read(page)
        keys(stage, "200\n12\n310\n150\n")
        assert scores(stage) == {}, "nothing is answered by what is typed on"
        press(page, "Record anyway")
        assert scores(stage) == {"1": (11, 305)}
        keys(stage, "11\n305\n200\n")
        keys(stage, "2\n11\n305\n")
        assert scores(stage)["2"] == (11, 305), "that table is not open any more"
    with subtests.test("a first score that is the number of its own table is asked about"):
        take_back_results(stage)
        # Papers lie in the order of their tables, so Enter too often opens the very table whose
        # number is typed next.
        keys(stage, "4\n304\n204\n")
        keys(stage, "\n")
        keys(stage, "5\n305\n")
        assert scores(stage) == {"4": (304, 204)}
        assert table_number_question(5) in read(page)
        press_keys(stage, Qt.Key.Key_Escape)
        keys(stage, "305\n205\n")
        assert scores(stage) == {"4": (304, 204), "5": (305, 205)}
    with subtests.test("a result that is hardly possible is asked about once"):
        take_back_results(stage)
        one, other = teams_of(stage, 10)
        keys(stage, "10\n-1001\n99999\n")
        assert scores(stage) == {}
        asked = (
            f"Table 10: {one} −1001, {other} 99999. {one} has only −1001 points. "
            f"{other} has 99999 points, but a game under UNC ends at 300. "
            "Record this result anyway?"
        )
        assert asked in read(page)
        press(page, "Check the scores")
        assert line(page, f"Points for {one}").hasFocus()
        keys(stage, "10\n999\n")
        assert f"{other} has 999 points" in read(page)
        press_keys(stage, Qt.Key.Key_Escape)
        assert line(page, f"Points for {one}").hasFocus()
        keys(stage, "\t99999999\n")
        assert "Type a number from −1,000,000 to 1,000,000." in read(page)
        keys(stage, "9999\n")
        press_keys(stage, Qt.Key.Key_Tab)
        assert button(page, "Record anyway").hasFocus()
        keys(stage, "\n")
        assert scores(stage) == {"10": (10, 9999)}
        assert listed(stage).hasFocus()
        assert f"{other} wins." in read(page)
        assert "Record this result anyway?" not in read(page)
        keys(stage, "9\n305\n200\n")
        assert scores(stage)["9"] == (305, 200), "a usual result is not asked about"
    with subtests.test("a correction is asked about too"):
        take_back_results(stage)
        keys(stage, "3\n305\n200\n3\n")
        keys(stage, "20000\n")
        keys(stage, "\n")
        assert line(page, "Why").hasFocus(), "Enter leads on, and a reason is asked for"
        keys(stage, "wrong line\n")
        assert scores(stage) == {"3": (305, 200)}
        press(page, "Record anyway")
        assert scores(stage) == {"3": (20000, 200)}
        assert listed(stage).hasFocus()


@pytest.mark.parametrize(
    ("rules", "score", "reason"),
    [
        ("unc", (320, 320), "UNC doesn't allow a tie"),
        ("washburn", (400, 200), "neither team has the 500 points"),
    ],
)
def test_ties_and_low_winners_are_asked_about(
    stage: Stage, rules: str, score: tuple[int, int], reason: str
) -> None:
    table = begin(stage.evening, 4, rules=rules)
    table.record(StageEntry(stage="A", format="swiss", rounds=1))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    page = page_of(stage, "rounds")
    keys(stage, f"2\n{score[0]}\n{score[1]}\n")
    assert reason.casefold() in read(page).casefold()
    assert scores(stage) == {}
    press(page, "Record anyway")
    assert scores(stage) == {"2": score}
    assert listed(stage).hasFocus()


def test_the_last_result_leads_to_no_button(stage: Stage) -> None:
    rounds_page(stage, 4)
    keys(stage, "1\n305\n200\n")
    keys(stage, "\n305\n200\n")
    assert listed(stage).hasFocus()
    assert chosen_row(stage).startswith("Table 2 ")
    assert scores(stage) == {"1": (305, 200), "2": (305, 200)}


def test_no_warning_of_a_draft_hides_another(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 1)
    for each in table.event.register.rounds[1].entry.pairings:
        table.record(ResultEntry(pairing=each.pairing, how="played", winner=0, score=(300, 200)))
    table.record_together([CheckIn(team=f"T{number}") for number in range(1, 3)])
    table.record(table.propose_next_round(absent=()).entry)
    page = page_of(stage, "rounds")
    assert "2 teams are paired but not checked in" in read(page)
    state(stage).record(TeamWithdrawal(team="T4", why="ill"))
    page.show_changes_from_elsewhere()
    assert "has withdrawn" in read(page)
    assert "2 teams are paired but not checked in" in read(page)
