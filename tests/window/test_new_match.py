"""The form for a new match: quick with keys, general in what is agreed, nothing typed lost."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from scorepad.spades import rule_labels
from scorepad.spades.entries import Head, Identity, Note, Team
from scorepad.spades.parameters import parameters, value_at
from scorepad.spades.rulefile import agree, plain
from scorepad.spades.rules import PRESETS
from scorepad.window import when
from scorepad.window.deviations import Deviations, ValueEditor
from scorepad.window.new_match import NewMatchPage
from tests.window.evening import WORDS, Evening, press, read
from tests.window.stage import Stage


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def new_match(qtbot: Any, evening: Evening, *, wide: int = 1366) -> NewMatchPage:
    page = NewMatchPage(evening.desk, WORDS, evening.settings)
    qtbot.addWidget(page)
    page.resize(wide, 700)
    page.show()
    return page


def test_a_match_is_started_with_keys_alone(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    page._rules.setFocus()
    for text in ("", "Spring", "R2", "T4", "", "Aces", "Kings", "Ann", "Bo", "Cy", "Di"):
        focused = page.focusWidget()
        if text:
            qtbot.keyClicks(focused, text)
        if text != "Di":
            qtbot.keyClick(focused, Qt.Key.Key_Tab)
    with qtbot.waitSignal(page.started) as started:
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    head = started.args[0].match.head
    assert head.teams == (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
    assert (head.event, head.round, head.table, head.first_dealer) == ("Spring", "R2", "T4", 0)
    assert started.args[0].match.base_rules.id == "unc"


@pytest.mark.parametrize("rules_id", PRESETS)
def test_each_preset_says_itself_at_one_look(qtbot: Any, evening: Evening, rules_id: str) -> None:
    page = new_match(qtbot, evening)
    page._rules.setCurrentIndex(page._rules.findData(rules_id))
    rules = evening.library.get(rules_id)
    shown = read(page._card)
    assert rules.name in shown
    assert f"{rules.game.target} points" in shown
    assert [box.text() for box in page._checks] == list(rules.checklist)
    press(page, "Start the match")
    assert evening.desk.matches()[0].rules == rules_id
    assert evening.settings.get("rules") == rules_id


def test_double_nil_is_one_press_where_it_is_a_matter_of_agreement(
    qtbot: Any, evening: Evening
) -> None:
    evening.settings.set("rules", "chicago")
    page = new_match(qtbot, evening)
    assert "blind ±200" not in read(page._card)
    press(page, "Both teams agree to blind nil (Double Nil)")
    assert "±100, blind ±200" in read(page._card)
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    assert started.args[0].match.rules.bidding.blind_nil == "yes"


@pytest.mark.parametrize("known", parameters(), ids=lambda each: each.path)
def test_any_parameter_can_be_agreed_and_reads_back(qtbot: Any, known: Any) -> None:
    values = {
        "integer": [known.least or 1, known.most or 7],
        "choice": list(known.choices),
        "yes-no": [True, False],
        "integers": [[10, 2], []],
        "texts": [["no ace", "cards shown"], []],
        "choices": [["warning", "none"], []],
    }[known.shape]
    for value in [*values, *([None] if known.optional else [])]:
        editor = ValueEditor(known, WORDS, value)
        qtbot.addWidget(editor)
        assert editor.value() == value
        assert known.fits(value)


def test_every_parameter_and_choice_has_a_name_on_the_screen() -> None:
    assert {each.path for each in parameters()} == set(rule_labels.PARAMETERS)
    for each in parameters():
        for choice in each.choices:
            if isinstance(choice, str):
                assert choice in rule_labels.VALUES


def test_a_deviation_is_chosen_changed_and_taken_away(qtbot: Any, evening: Evening) -> None:
    rules = evening.library.get("unc")
    editor = Deviations(WORDS, rules)
    qtbot.addWidget(editor)
    editor.show()
    index = editor._add.findData("game.target")
    editor._add.setCurrentIndex(index)
    editor._add.activated.emit(index)
    assert editor.agreed() == {"game": {"target": value_at(plain(rules), "game.target")}}
    press(editor, "Target +")
    assert agree(rules, editor.agreed()).game.target == 301
    assert editor._add.findData("game.target") < 0
    press(editor, "Remove: Target")
    assert editor.agreed() == {}


def test_a_deviation_that_is_not_allowed_is_said_and_the_match_not_started(
    qtbot: Any, evening: Evening
) -> None:
    page = new_match(qtbot, evening)
    page._deviations.put("clock.warn_minutes", [5, 1])
    line = page._deviations._editors["clock.warn_minutes"]._line
    line.selectAll()
    qtbot.keyClicks(line, "soon")
    assert "clock.warn_minutes" in read(page._deviations)
    press(page, "Start the match")
    assert evening.desk.matches() == []
    assert line.text() == "soon"


def test_a_time_that_is_none_is_said_beside_its_field(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    qtbot.keyClicks(page._scheduled, "noon")
    press(page, "Start the match")
    assert "“noon” is no time" in read(page._when)
    assert evening.desk.matches() == []
    page._scheduled.clear()
    qtbot.keyClicks(page._scheduled, "2026-11-21 14:30")
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    moment = started.args[0].match.head.scheduled
    assert moment.astimezone().strftime("%Y-%m-%d %H:%M") == "2026-11-21 14:30"


@pytest.mark.parametrize("typed", ["14:30", "1430", "14.30", "2:30 PM", "2:30pm", "2:30\u202fp.m."])
def test_a_time_alone_means_today(typed: str) -> None:
    now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    moment = when.read(typed, now)
    assert moment is not None
    local = moment.astimezone()
    assert local.date() == now.astimezone().date()
    assert local.strftime("%H:%M") == "14:30"
    assert when.typed(moment, now) == "14:30"


def test_what_was_checked_is_recorded(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    qtbot.keyClicks(page._seats._players[2], "Cy")
    page._checks[0].setChecked(True)
    page._ids[2].setChecked(True)
    assert page._ids[2].text() == "Cy"
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    note, identity = started.args[0].match.log
    assert isinstance(note, Note)
    assert page._checks[0].text() in note.text
    assert isinstance(identity, Identity)
    assert (identity.seat, identity.ok) == (2, True)


def test_the_first_dealer_is_pressed_or_drawn(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    qtbot.keyClicks(page._seats._players[3], "Di")
    press(page, "Seat 4 deals first")
    assert "Di deals first" in read(page._seats)
    assert page.head().first_dealer == 3
    page._rules.setCurrentIndex(page._rules.findData("alpha-theta"))
    press(page, "Draw the first dealer")
    assert page.head().first_dealer in range(4)


def test_like_another_match_takes_over_all_but_the_teams(qtbot: Any, evening: Evening) -> None:
    rules = plain(evening.library.get("chicago")) | {"id": "ours", "name": "Our house"}
    table = evening.play(
        rules=rules, agreed={"game": {"target": 250}}, event="Fall", round="3", table="Table 7"
    )
    page = new_match(qtbot, evening)
    page.fill(evening.desk.like(table.id))
    head = page.head()
    assert (head.event, head.round, head.table) == ("Fall", "3", "Table 8")
    assert head.agreed == {"game": {"target": 250}}
    assert head.teams == (Team(), Team())
    assert "Our house" in read(page._card)
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    assert started.args[0].match.base_rules.id == "ours"


def test_a_known_rule_set_is_found_again_in_the_list(qtbot: Any, evening: Evening) -> None:
    table = evening.play(rules="washburn")
    page = new_match(qtbot, evening)
    page.fill(evening.desk.like(table.id))
    assert page.head().rules == "washburn"


def test_a_full_disk_is_told_and_the_form_stays(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    qtbot.keyClicks(page._event, "Spring")
    evening.keeper.full = True
    press(page, "Start the match")
    assert "disk is full" in read(page)
    assert page._event.text() == "Spring"


def test_escape_goes_back(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    with qtbot.waitSignal(page.cancelled):
        qtbot.keyClick(page, Qt.Key.Key_Escape)


def test_a_narrow_window_shows_the_rules_under_the_form(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening, wide=1000)
    QApplication.processEvents()
    assert not page._beside_scroll.isVisible()
    assert page._card.isVisibleTo(page)
    page.resize(1366, 700)
    QApplication.processEvents()
    assert page._beside_scroll.isVisible()
    assert page._beside.isAncestorOf(page._card)


def test_a_head_can_carry_a_faulty_house_file(qtbot: Any, evening: Evening) -> None:
    evening.library._files["ours"] = ("ours.toml", {"id": "ours", "name": "Ours"})
    page = new_match(qtbot, evening)
    page._rules.setCurrentIndex(page._rules.findData("ours"))
    assert "ours.toml" in read(page)
    assert not page._start.isEnabled()
    page._rules.setCurrentIndex(0)
    assert page._start.isEnabled()


def test_defaults_are_those_of_a_head(qtbot: Any, evening: Evening) -> None:
    head = new_match(qtbot, evening).head()
    assert head.first_dealer == Head(rules="unc").first_dealer
    assert head.scheduled is None


def test_enter_on_the_rule_set_opens_the_list_and_starts_nothing(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = new_match(qtbot, evening)
    opened: list[bool] = []
    monkeypatch.setattr(page._rules, "showPopup", lambda: opened.append(True))
    page._rules.setFocus()
    with qtbot.assertNotEmitted(page.started):
        qtbot.keyClick(page._rules, Qt.Key.Key_Return)
    assert opened == [True]


def test_what_was_typed_is_there_again_after_cancel(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    pages = stage.window.pages
    assert pages is not None
    form = pages.new()
    assert form.unfinished is None
    form._event.setText("Spring")
    form._seats._players[2].setText("Cy")
    form.cancelled.emit()
    again = pages.new()
    assert again is not form
    assert again._event.text() == "Spring"
    assert again._seats.teams()[0].players == ("", "Cy")
    again._event.clear()
    again._seats._players[2].clear()
    again.cancelled.emit()
    assert pages.new().unfinished is None


def test_what_is_wrong_with_one_field_moves_none_beside_it(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    beside = [page._rules, page._event, page._round, page._table, page._scheduled]
    QApplication.processEvents()
    before = {each.mapTo(page, each.rect().topLeft()).y() for each in beside}
    page._scheduled.setText("half past")
    page.start()
    for _round in range(3):
        QApplication.processEvents()
    assert page._when._mistake.isVisible()
    assert len(before) == 1
    assert {each.mapTo(page, each.rect().topLeft()).y() for each in beside} == before
