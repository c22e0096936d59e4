"""The form for a new match is filled in with keys alone, takes any agreement, and loses nothing
that is typed."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QScrollArea, QWidget

from scorepad.__main__ import load_catalog
from scorepad.desk import typed_moments
from scorepad.spades import rule_labels
from scorepad.spades.entries import IdentityCheck, Note, Team
from scorepad.spades.parameters import parameter, parameters, value_at
from scorepad.spades.rulefile import plain_rules, rules_with_agreed_deviations
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import T, install
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.panels.seats import SeatTableEditor
from scorepad.window.rules.deviations import DeviationsForm
from scorepad.window.rules.parameter_control import parameter_control
from scorepad.window.rules.rule_card import RuleCard
from scorepad.window.wording.names import describe_entry
from tests.window.evening import Evening, press, read
from tests.window.find import button, choice, choose, field, find, find_all, line, settle, type_over
from tests.window.stage import TRANSLATIONS, Stage, type_keys

DOUBLE_NIL = "Blind nil (Double Nil)"
NO_DESKTOP = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
"""Without one no list is raised or grabs the keyboard."""
SHORTCUT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def new_match(qtbot: Any, evening: Evening, *, wide: int = 1366) -> NewMatchPage:
    page = NewMatchPage(evening.desk, evening.settings)
    qtbot.addWidget(page)
    page.resize(wide, 700)
    page.show()
    return page


def card(page: NewMatchPage) -> str:
    """What the card beside the form says of the rule set."""
    return read(find(page, RuleCard))


def checklist(page: NewMatchPage) -> list[QCheckBox]:
    """The boxes for what the rule set wants checked before the first deal."""
    boxes = find_all(page, QCheckBox)
    return [box for box in boxes if not box.accessibleName().startswith("ID shown by")]


def test_a_match_is_started_with_keys_alone(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    choice(page, "Rule set").setFocus()
    for text in ("", "Spring", "R2", "T4", "", "Aces", "Ann", "Kings", "Bo", "Cy", "Di"):
        focused = page.focusWidget()
        if text:
            qtbot.keyClicks(focused, text)
        if text != "Di":
            qtbot.keyClick(focused, Qt.Key.Key_Tab)
    with qtbot.waitSignal(page.started) as started:
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    head = started.args[0].match.head
    assert head.teams == (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
    assert (head.event, head.round, head.table, head.first_dealer) == ("Spring", "R2", "T4", None)
    assert started.args[0].match.base_rules.id == "unc"


def test_each_preset_shows_its_name_target_and_checklist(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    for rules_id in PRESETS:
        rules = evening.library.get(rules_id)
        choose(page, "Rule set", rules.name)
        shown = card(page)
        assert rules.name in shown
        assert f"{rules.game.target} points" in shown
        asked = [
            text
            for text in (each.text for each in rules.checklist)
            if "ID of every player" not in text
        ]
        assert [box.text() for box in checklist(page)] == asked
        type_over(page, "Table", "")
        press(page, "Start the match")
        assert evening.desk.matches()[0].rules == rules_id
        assert evening.settings.get("rules") == rules_id


def test_double_nil_is_agreed_with_one_button_where_the_rules_leave_it_open(
    qtbot: Any, evening: Evening
) -> None:
    evening.settings.set_and_save("rules", "chicago")
    page = new_match(qtbot, evening)
    assert "blind ±200" not in card(page)
    before = page.findChild(QScrollArea).verticalScrollBar().value()
    (box,) = checklist(page)
    agree = button(page, DOUBLE_NIL)
    for is_agreed in (True, False, True):
        press(page, DOUBLE_NIL)
        settle()
        assert ("±100, blind ±200" in card(page)) is is_agreed
        assert (agree.isChecked(), box.isChecked()) == (is_agreed, is_agreed)
        # Nothing else moves, and no row with a code word comes.
        assert agree.isVisible()
        assert page.findChild(QScrollArea).verticalScrollBar().value() == before
        assert not find(page, DeviationsForm).fields
    page.keep()
    again = new_match(qtbot, evening)
    again.restore_draft()
    assert button(again, DOUBLE_NIL).isChecked()
    choose(again, "Rule set", evening.library.get("unc").name)
    assert not button(again, DOUBLE_NIL).isVisible()
    assert find(again, DeviationsForm).typed() == {"bidding": {"blind_nil": "yes"}}
    assert again.head().agreed == {}, "UNC says it anyway"
    choose(again, "Rule set", evening.library.get("chicago").name)
    assert button(again, DOUBLE_NIL).isChecked()
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    assert started.args[0].match.rules.bidding.blind_nil == "yes"


def test_each_parameter_s_editor_shows_every_value_it_may_have(
    qtbot: Any, subtests: pytest.Subtests
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    for known in parameters():
        if known.path.startswith("deal.misdeal"):
            continue
        values: list[Any] = {
            "integer": [known.least or 1, known.most or 7],
            "choice": list(known.choices),
            "yes-no": [True, False],
            "integers": [[10, 2], []],
            "steps": [["warning", "none", "tricks 3", "minus 100", "set"], ["forfeit"], []],
        }[known.shape]
        with subtests.test(path=known.path):
            for value in [*values, *([None] if known.optional else [])]:
                editor: Any = parameter_control(known, value)
                editor.setParent(parent)
                assert editor.typed() == value
                assert known.fits(value)


def test_a_ladder_takes_as_many_steps_as_one_likes(qtbot: Any) -> None:
    ladder: Any = parameter_control(parameter("talk.ladder"), [])
    qtbot.addWidget(ladder)
    ladder.setAccessibleName("Talk")
    ladder.show()
    steps = ("a warning", "books", "points lost", "set", "game lost")
    for n, step in enumerate(steps, start=1):
        choose(ladder, f"Talk, offense {n}", step)
    press(ladder, "Talk, offense 2: number +")
    assert ladder.typed() == ["warning", "tricks 1", "minus 0", "set", "forfeit"]
    assert choice(ladder, "Talk, offense 6").currentText() == "–"
    choose(ladder, "Talk, offense 5", "–")
    assert ladder.typed() == ["warning", "tricks 1", "minus 0", "set"]
    assert not choice(ladder, "Talk, offense 6").isVisible()


def test_every_parameter_and_choice_has_a_name_on_the_screen() -> None:
    assert {each.path for each in parameters()} == set(rule_labels.PARAMETER_LABELS)
    for each in parameters():
        texts = {known for known in each.choices if isinstance(known, str)}
        assert texts <= set(rule_labels.VALUE_DESCRIPTIONS.get(each.path, ()))


def test_a_deviation_is_chosen_changed_and_taken_away(qtbot: Any, evening: Evening) -> None:
    rules = evening.library.get("unc")
    editor = DeviationsForm()
    editor.use_rules(rules)
    qtbot.addWidget(editor)
    editor.show()
    choose(editor, "Add an exception", "Game · Target")
    assert editor.typed() == {"game": {"target": value_at(plain_rules(rules), "game.target")}}
    press(editor, "Target +")
    assert rules_with_agreed_deviations(rules, editor.typed()).game.target == 301
    assert choice(editor, "Add an exception").findText("Game · Target") < 0
    press(editor, "Remove: Target")
    assert editor.typed() == {}


def test_what_the_rule_set_says_anyway_is_not_recorded_as_agreed(
    qtbot: Any, evening: Evening
) -> None:
    page = new_match(qtbot, evening)
    for name in (
        "Game · Target",
        "Game · Lower limit",
        "Bags · Bag limit",
        "Table talk · Table talk penalties, by offense",
    ):
        choose(page, "Add an exception", name)
    press(page, "Target +")
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    assert started.args[0].match.head.agreed == {"game": {"target": 301}}


def test_nothing_is_started_before_all_is_right(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = new_match(qtbot, evening)
    assert page.head().first_dealer is None, "the table asks, in the way of the rule set"
    assert page.head().scheduled is None
    # Enter on the rule set opens the list and starts nothing; Escape goes back.
    rules = choice(page, "Rule set")
    opened: list[bool] = []
    monkeypatch.setattr(rules, "showPopup", lambda: opened.append(True))
    rules.setFocus()
    with qtbot.assertNotEmitted(page.started):
        qtbot.keyClick(rules, Qt.Key.Key_Return)
    assert opened == [True]
    with qtbot.waitSignal(page.closed):
        qtbot.keyClick(page, Qt.Key.Key_Escape)
    # A deviation that is not allowed is refused and stays typed.
    choose(page, "Add an exception", "Clock · Warnings (minutes before the end)")
    warnings = type_over(page, "Warnings (minutes before the end)", "soon")
    assert "clock.warn_minutes" in read(
        field(page, "Agreed to by both teams before the first hand")
    )
    press(page, "Start the match")
    assert evening.desk.matches() == []
    assert warnings.text() == "soon"
    press(page, "Remove: Warnings (minutes before the end)")
    # A time that cannot be read is refused beside its field.
    type_over(page, "Scheduled for", "noon")
    press(page, "Start the match")
    assert "“noon” isn't a time" in read(field(page, "Scheduled for"))
    assert evening.desk.matches() == []
    type_over(page, "Scheduled for", "2026-11-21 14:30")
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    moment = started.args[0].match.head.scheduled
    assert moment.astimezone().strftime("%Y-%m-%d %H:%M") == "2026-11-21 14:30"


@pytest.mark.parametrize("typed", ["14:30", "1430", "14.30", "2:30 PM", "2:30pm", "2:30\u202fp.m."])
def test_a_time_alone_means_today(typed: str) -> None:
    now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    moment = typed_moments.parse_moment_unless_empty(typed, now)
    assert moment is not None
    local = moment.astimezone()
    assert local.date() == now.astimezone().date()
    assert local.strftime("%H:%M") == "14:30"
    assert typed_moments.moment_as_typed(moment, now) == "14:30"


def test_what_was_checked_is_recorded(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    choose(page, "Rule set", evening.library.get("chicago").name)
    type_over(page, "Player at seat 3", "Cy")
    qtbot.waitUntil(lambda: len(checklist(page)) == 1)
    first = checklist(page)[0]
    first.click()
    find(page, QCheckBox, "ID shown by Cy").click()
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    note, identity = started.args[0].match.log
    assert isinstance(note, Note)
    assert first.text() in note.text
    assert isinstance(identity, IdentityCheck)
    assert (identity.seat, identity.ok) == (2, True)


@pytest.mark.parametrize(
    ("recorded", "shown", "sentence"),
    [
        ("es", "en", "Checked before the first deal: Changes agreed to by both teams"),
        ("en", "es", "Comprobado antes del primer reparto: Cambios acordados por ambos equipos"),
    ],
)
def test_what_was_checked_is_read_in_the_language_of_the_reader(
    qtbot: Any, evening: Evening, recorded: str, shown: str, sentence: str
) -> None:
    install(load_catalog(recorded, TRANSLATIONS))
    page = new_match(qtbot, evening)
    choose(page, str(T("Rule set")), evening.library.get("chicago").name)
    item = "Changes agreed to by both teams before the start (Double Nil)"
    qtbot.waitUntil(lambda: bool(find_all(page, QCheckBox, str(T(item)))))
    find(page, QCheckBox, str(T(item))).click()
    with qtbot.waitSignal(page.started) as started:
        press(page, str(T("Start the match")))
    match = started.args[0].match
    (note,) = match.log
    install(load_catalog(shown, TRANSLATIONS))
    assert describe_entry(match, note).startswith(sentence)


def test_an_id_is_ticked_for_each_player_and_in_no_second_place(
    qtbot: Any, evening: Evening
) -> None:
    """Two boxes for one fact could be ticked differently, and the sheet would print both."""
    page = new_match(qtbot, evening)
    for rules in ("unc", "unc-championship", "washburn"):
        choose(page, "Rule set", evening.library.get(rules).name)
        assert checklist(page) == [], rules
        assert "Check before the first deal" not in read(page), rules
        assert "ID of every player" in read(page), rules
        type_over(page, "Table", "")
        type_over(page, "Player at seat 3", "Cy")
        shown = find(page, QCheckBox, "ID shown by Cy")
        shown.setChecked(False)
        shown.click()
        with qtbot.waitSignal(page.started) as started:
            press(page, "Start the match")
        assert [type(entry) for entry in started.args[0].match.log] == [IdentityCheck], rules


def test_the_first_dealer_is_chosen_at_a_seat_or_drawn(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    type_over(page, "Player at seat 4", "Di")
    press(page, "Seat 4 deals first")
    assert "Di deals first" in read(find(page, SeatTableEditor))
    assert page.head().first_dealer == 3
    choose(page, "Rule set", evening.library.get("alpha-theta").name)
    press(page, "Draw the first dealer")
    assert page.head().first_dealer in range(4)
    choose(page, "Rule set", evening.library.get("washburn").name)
    press(page, "Draw the first dealer")
    assert re.search(r"draws \w+[♣♦♥♠] and deals first", read(page)), "by high card"
    press(page, f"Seat {1 + (page.head().first_dealer or 0) % 3 + 1} deals first")
    assert not re.search(r"draws \w+[♣♦♥♠]", read(page)), "another seat deals"
    choose(page, "Rule set", evening.library.get("chicago").name)
    assert not button(page, "Draw the first dealer").isVisible(), "the teams choose"


def test_like_another_match_takes_over_all_but_the_teams(qtbot: Any, evening: Evening) -> None:
    rules = plain_rules(evening.library.get("chicago")) | {"id": "ours", "name": "Our house"}
    table = evening.play(
        rules=rules, agreed={"game": {"target": 250}}, event="Fall", round="3", table="Table 7"
    )
    page = new_match(qtbot, evening)
    page.fill_from(evening.desk.head_for_new_teams(table.id))
    head = page.head()
    assert (head.event, head.round, head.table) == ("Fall", "3", "Table 8")
    assert head.agreed == {"game": {"target": 250}}
    assert head.teams == (Team(), Team())
    assert "Our house" in card(page)
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    assert started.args[0].match.base_rules.id == "ours"
    # A rule set that ships is found again in the list.
    page.fill_from(evening.desk.head_for_new_teams(evening.play(rules="washburn").id))
    assert page.head().rules == "washburn"


def test_a_full_disk_is_told_and_the_form_stays(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    type_over(page, "Event", "Spring")
    evening.keeper.full = True
    press(page, "Start the match")
    assert "disk is full" in read(page)
    assert line(page, "Event").text() == "Spring"


def test_a_narrow_window_shows_the_rules_under_the_form(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening, wide=1000)

    def places() -> tuple[QRect, QRect]:
        """Where the agreements of the form are, and the rules."""
        settle()
        parts = find(page, DeviationsForm), find(page, RuleCard)
        form, rules = (QRect(each.mapTo(page, QPoint()), each.size()) for each in parts)
        return form, rules

    form, rules = places()
    assert rules.top() > form.bottom()
    page.resize(1366, 700)
    form, rules = places()
    assert rules.left() > form.right()
    assert rules.top() < form.top()


def test_a_match_cannot_start_with_a_faulty_house_file(qtbot: Any, evening: Evening) -> None:
    evening.library.add("ours.toml", {"id": "ours", "name": "Ours"})
    page = new_match(qtbot, evening)
    choose(page, "Rule set", "ours (can't be read)")
    assert "ours.toml" in read(page)
    assert not button(page, "Start the match").isEnabled()
    choose(page, "Rule set", evening.library.get("unc").name)
    assert button(page, "Start the match").isEnabled()


def test_what_was_typed_is_there_again_after_cancel(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    pages = stage.window.pages
    assert pages is not None
    form = pages.show_new_match_form()
    assert form.typed_match is None
    type_over(form, "Event", "Spring")
    type_over(form, "Player at seat 3", "Cy")
    choose(form, "Rule set", "Chicago")
    find(form, QCheckBox, "ID shown by Cy").click()
    checklist(form)[0].click()
    form.closed.emit()
    again = pages.show_new_match_form()
    assert again is not form
    assert find(again, QCheckBox, "ID shown by Cy").isChecked()
    assert [box.isChecked() for box in checklist(again)] == [True]
    assert line(again, "Event").text() == "Spring"
    assert [line(again, f"Player at seat {n}").text() for n in (1, 3)] == ["", "Cy"]
    type_over(again, "Event", "")
    type_over(again, "Player at seat 3", "")
    choose(again, "Rule set", "UNC")
    again.closed.emit()
    assert pages.show_new_match_form().typed_match is None


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="zones by name are POSIX")
def test_a_time_that_the_clocks_skip_is_named(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        page = new_match(qtbot, evening)
        type_over(page, "Scheduled for", "3/8/2026 2:30 AM")
        press(page, "Start the match")
        assert "02:30 doesn't exist on 8 March 2026" in read(field(page, "Scheduled for"))
        assert evening.desk.matches() == []
        type_over(page, "Scheduled for", "3/8/2026 3:30 AM")
        with qtbot.waitSignal(page.started) as started:
            press(page, "Start the match")
        assert started.args[0].match.head.scheduled == datetime(2026, 3, 8, 7, 30, tzinfo=UTC)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_mistake_in_one_field_moves_no_other_field(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    named = ("Event", "Round", "Table", "Scheduled for")
    beside = [choice(page, "Rule set"), *(line(page, name) for name in named)]
    QApplication.processEvents()
    before = {each.mapTo(page, each.rect().topLeft()).y() for each in beside}
    type_over(page, "Scheduled for", "half past")
    page.start_match()
    for _round in range(3):
        QApplication.processEvents()
    assert "“half past” isn't a time" in read(field(page, "Scheduled for"))
    assert len(before) == 1
    assert {each.mapTo(page, each.rect().topLeft()).y() for each in beside} == before


def test_a_table_that_is_taken_in_its_round_is_refused_and_a_free_one_filled_in(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    for number in ("3", "4"):
        stage.open(table=number)
    first = stage.page.table
    stage.window.do("like")
    form = stage.window.stack.currentWidget()
    type_over(form, "Table", "3")
    press(form, "Start the match")
    assert "Table 3 is in use: Aces – Kings · Spring. Table 5 is free" in read(form)
    press(form, "Start the match")
    assert stage.page.table is not first
    assert stage.page.table.match.head.table == "5"


def active(qtbot: Any, stage: Stage) -> QWindow:
    """The window's handle: a key typed there goes to an open list, to the shortcuts or to what has
    the focus, as on a desktop."""
    with qtbot.waitActive(stage.window):
        stage.window.activateWindow()
    return stage.window.windowHandle()


@NO_DESKTOP
def test_names_offered_below_a_field_keep_no_key_from_the_form(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.add(teams=(Team("Aces", ("Lou", "Last")), Team("Kings", ("Least", "Louise"))))
    stage.window.do("floor")
    stage.window.do("new")
    handle = active(qtbot, stage)
    line(stage.window, "Player at seat 1").setFocus()
    for keys in ("Last\t\t", "Least\t", "New\t", "Lo"):
        type_keys(handle, keys)
    assert QApplication.activePopupWidget() is not None
    type_keys(handle, "u")
    QTest.keyClick(handle, Qt.Key.Key_N, SHORTCUT)
    assert QApplication.activePopupWidget() is None
    assert "Open a match first" in read(stage.window)
    type_keys(handle, "\bu\n")
    players = [player for team in stage.page.table.match.head.teams for player in team.players]
    assert players == ["Last", "New", "Least", "Lou"]


@NO_DESKTOP
def test_a_row_of_the_offered_names_is_taken_with_enter_or_tab(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.add(teams=(Team("Aces", ("Lou", "Last")), Team("Kings", ("Least", "Louise"))))
    stage.window.do("new")
    handle = active(qtbot, stage)
    find(stage.window, SeatTableEditor).first_field().setFocus()
    for keys, last in (("Ac", Qt.Key.Key_Tab), ("\tKi", Qt.Key.Key_Return)):
        type_keys(handle, keys)
        QTest.keyClick(handle, Qt.Key.Key_Down)
        QTest.keyClick(handle, last)
    teams = find(stage.window, SeatTableEditor).teams()
    assert teams == (Team("Aces", ("Lou", "Last")), Team("Kings", ("Least", "Louise")))


@NO_DESKTOP
def test_a_rule_set_is_typed_with_its_spaces(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.window.do("new")
    handle, rules = active(qtbot, stage), choice(stage.window, "Rule set")
    rules.setFocus()
    type_keys(handle, "Chicago p")
    assert rules.currentText().startswith("Chicago p")
    row = rules.currentIndex()
    rules.showPopup()
    QTest.keyClick(handle, Qt.Key.Key_Up)
    type_keys(handle, "\t")
    assert rules.currentIndex() == row - 1
    assert line(stage.window, "Event").hasFocus()
