"""Signatures in the window: they hold as on the sheet, and are given once there is a result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPushButton

from scorepad.__main__ import load_catalog
from scorepad.desk.actions import action
from scorepad.events.entries import OfficialResult
from scorepad.spades.entries import Abandon, Forfeit, HeadChange, Note, Ruling, Sign, Team
from scorepad.spades.result import Signature, forfeit_or_abandon_reason, signatures
from scorepad.spades.status import status_of
from scorepad.spades.words import T, install
from scorepad.window.panels.result import signature_state_text
from scorepad.window.shell.tabs import TableTab
from scorepad.window.wording.names import describe_entry
from tests.window.evening import HAND, Evening, press, read
from tests.window.event_scenes import swiss
from tests.window.find import find, line
from tests.window.screen_faults import cut_off
from tests.window.stage import TRANSLATIONS, Stage, type_keys


def names(panel: Any) -> list[QLineEdit]:
    """Where each side signs."""
    return [line(panel, f"For {team}") for team in ("Aces", "Kings")]


def test_a_signature_lapses_once_the_result_could_have_moved(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    table.record(Forfeit(side=1, why="left"))
    table.record(Sign(side=0, name="Dora"))
    panel = evening.panel(qtbot, "sign", table)
    assert "✓ Signed by Dora" in read(panel)
    table.record(Note(text="lamp broken"))
    assert "✓ Signed by Dora" in read(panel)
    table.record(Ruling(side=0, points=-30, why="late"))
    assert "Signed by" not in read(panel)
    assert "▲ Changed since Dora signed: sign again" in read(panel)


def test_nobody_signs_while_the_game_is_played(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    assert str(action("sign").why_disabled(table.match)) == "the game is still being played"
    panel = evening.panel(qtbot, "sign", table)
    assert not any(each.isVisible() for each in names(panel))
    assert "Sign for" not in read(panel)
    table.record(Forfeit(side=1, why="left"))
    assert action("sign").why_disabled(table.match) is None
    assert all(each.isVisible() for each in names(panel))
    table.undo()
    assert not any(each.isVisible() for each in names(panel))


def test_two_names_typed_one_after_the_other_sign_for_both_sides(
    qtbot: Any, evening: Evening
) -> None:
    table = evening.play(HAND)
    table.record(Forfeit(side=1, why="left"))
    panel = evening.panel(qtbot, "sign", table)
    names(panel)[0].setFocus()
    for name in ("Ann", "Di"):
        QTest.keyClicks(panel.focusWidget(), name)
        QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Return)
    assert [each.name for each in signatures(table.match) if each] == ["Ann", "Di"]
    assert not any(each.hasFocus() for each in names(panel))


def test_a_table_says_that_its_event_made_the_result_official(stage: Stage) -> None:
    event = swiss(stage.evening, teams=4)
    first, other = (event.event.match_id(f"1-{n}") or "" for n in (1, 2))
    with stage.evening.desk.open_briefly(first) as table:
        table.record(Forfeit(side=1, why="left"))
    stage.pass_(1)
    for match_id in (other, first):
        stage.window.open_match(match_id)
    stage.pass_(1)
    assert stage.window.page is not None
    assert tab_of(stage, first).texts[2] == "2 signatures"
    assert primary(stage) == ["sign"]
    event.follow_other_programs()
    event.record(OfficialResult(pairing="1-1", name="Pat"))
    stage.pass_(11)
    assert tab_of(stage, first).texts[2] == "Over"
    stage.window.do("next-table")
    stage.window.open_match(first)
    assert "Confirmed by Pat" in read(stage.window.page.bar)
    assert primary(stage) == ["print"]
    stage.window.page.table.record(Ruling(side=0, points=-30, why="late"))
    assert primary(stage) == ["sign"], "what changed since is not what Pat confirmed"


def tab_of(stage: Stage, match_id: str) -> TableTab:
    return next(tab for tab in stage.window.strip.tabs if tab.table.id == match_id)


def test_a_known_player_signs_by_pressing_the_name(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    teams = (Team(name="Aces", players=("Ann", "Cy")), Team(name="Kings", players=("", "")))
    table.record(HeadChange(teams=teams, why="two joined"))
    table.record(Forfeit(side=1, why="left"))
    panel = evening.panel(qtbot, "sign", table)
    press(panel, "Cy")
    assert [each and each.name for each in signatures(table.match)] == ["Cy", None]
    assert not find(panel, QPushButton, "Ann").isVisible(), "the side has signed"
    table.undo()
    assert find(panel, QPushButton, "Ann").isVisible()


# The end of a match on its page.


def end_moment(stage: Stage) -> None:
    """Press a key that does nothing, after which the bar stands where the result stood."""
    QApplication.processEvents()
    QTest.keyClick(stage.page.bar, Qt.Key.Key_Shift)


def finished(qtbot: Any, tmp_path: Path) -> Stage:
    stage = Stage(qtbot, tmp_path)
    stage.open(HAND).table.record(Forfeit(side=1, why="left"))
    return stage


def primary(stage: Stage) -> list[str]:
    after = stage.page.bar.after
    return [key for key, each in after.items() if each.property("kind") == "primary"]


def test_the_end_leads_from_signing_to_the_sheet_to_the_next_table(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = finished(qtbot, tmp_path)
    page, table = stage.page, stage.page.table
    assert "Aces win" in page.bar.line.sentence
    assert read(page.bar.signed).split("\n") == ["Aces", "not signed", "Kings", "not signed"]
    assert primary(stage) == ["sign"]
    table.record(Sign(side=0, name="Ann"))
    assert "✓ signed by Ann, " in read(page.bar.signed)
    assert primary(stage) == ["sign"]
    table.record(Sign(side=1, name="Bo"))
    assert primary(stage) == ["print"]
    press(page.bar, "Print the sheet")
    stage.window.open_match(table.id)
    assert primary(stage) == ["next-table"]
    other = stage.open(HAND).table
    stage.window.open_match(table.id)
    press(stage.page.bar, "Next table")
    assert stage.page.table is other


def test_where_no_other_table_is_open_the_list_has_the_next_one(qtbot: Any, tmp_path: Path) -> None:
    stage = finished(qtbot, tmp_path)
    end_moment(stage)
    press(stage.page.bar, "Next table")
    assert stage.window.page is None


def test_a_correction_of_a_signed_match_tells_that_it_is_to_be_signed_again(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = finished(qtbot, tmp_path)
    page, table = stage.page, stage.page.table
    for side, name in enumerate(("Ann", "Bo")):
        table.record(Sign(side=side, name=name))
    page.edit_hand(1, "tricks")
    stage.type("7")
    page.bar.reason.setText("misread")
    assert "Both teams have to sign again." in read(page.bar).split("\n")
    press(page.bar, "Save the correction")
    assert "both teams have to sign the result again" in read(page.bar).lower()
    assert "▲ changed since Ann signed: sign again" in read(page.bar.signed)
    assert primary(stage) == ["sign"]


@pytest.mark.parametrize("key", ["strike", "ruling", "setup"])
def test_every_preview_of_a_signed_match_says_that_signatures_lapse(
    qtbot: Any, evening: Evening, key: str
) -> None:
    table = evening.play(HAND)
    table.record(Forfeit(side=1, why="left"))
    table.record(Sign(side=1, name="Bo"))
    panel = evening.panel(qtbot, key, table)
    if key == "ruling":
        press(panel, "Team: Aces")
        type_keys(line(panel, "Points"), "-10")
    elif key == "setup":
        line(panel, "Round").selectAll()
        type_keys(line(panel, "Round"), "3")
    if key == "strike":
        # The latest entry is the signature itself: that is taken back, it does not lapse.
        assert "lapse" not in read(panel)
        panel.show_place(table.match.log[-2].id)
    lines = read(panel).split("\n")
    assert sum(each.endswith("Kings has to sign again.") for each in lines) == (
        1 + (key == "ruling")
    )
    if key == "ruling":  # the list of changes may be out of sight
        assert lines[-1] == "Aces 71 → 61  ·  Kings has to sign again."


def test_what_lapses_is_told_by_the_desk(evening: Evening) -> None:
    table = evening.play(HAND)
    table.record(Forfeit(side=1, why="left"))
    table.record(Sign(side=0, name="Ann"))
    assert table.preview(Note(text="lamp")).lapses == ()
    setup = HeadChange(round="3", why="wrong round")
    assert table.preview(setup).lapses == (0,)
    told = [str(text) for text in table.record(setup).notices]
    assert told == ["Aces has to sign the result again"]
    assert table.record(Ruling(side=0, points=5, why="again")).notices == ()


# A side that did not come.


def test_the_supervisor_signs_for_a_side_that_did_not_come(qtbot: Any, evening: Evening) -> None:
    """`sign` names who confirms for the side; a note says why (SCORING.md 3)."""
    table = evening.play()
    table.record(Forfeit(side=1, why="did not come"))
    panel = evening.panel(qtbot, "sign", table)
    type_keys(line(panel, "For Aces"), "Ann")
    press(panel, "Sign for Aces")
    assert not status_of(table.match).is_official
    find(panel, QCheckBox, "The supervisor signs for Kings").click()
    reason = line(panel, "Why Kings can't sign")
    assert reason.isVisible()
    assert reason.text() == "did not come", "the forfeit said it already"
    line(panel, "For Kings").clear()
    type_keys(line(panel, "For Kings"), "Pat")
    reason.clear()
    press(panel, "Sign for Kings")
    assert "Enter a reason" in read(panel)
    assert not status_of(table.match).is_official
    type_keys(reason, "nobody here at 7:05")
    press(panel, "Sign for Kings")
    assert status_of(table.match).is_official
    note, sign = table.match.log[-2:]
    assert isinstance(note, Note)
    assert note.text == "The supervisor signs for Kings: nobody here at 7:05"
    assert isinstance(sign, Sign)
    assert (sign.side, sign.name) == (1, "Pat (supervisor)")
    assert "Signed by Pat (supervisor)" in read(panel)
    table.undo()
    assert not status_of(table.match).is_official
    assert note.id in table.match.struck_ids, "one undo takes both back"


@pytest.mark.parametrize(
    ("recorded", "shown", "sentences"),
    [
        ("es", "en", ("The supervisor signs for Kings: no vino", "signed by Pat (supervisor)")),
        ("en", "es", ("El supervisor firma por Kings: no vino", "firmada por Pat (supervisor)")),
    ],
)
def test_the_supervisors_signature_is_read_in_the_language_of_the_reader(
    qtbot: Any, tmp_path: Path, recorded: str, shown: str, sentences: tuple[str, str]
) -> None:
    install(load_catalog(recorded, TRANSLATIONS))
    evening = Evening(tmp_path)
    table = evening.play()
    table.record(Forfeit(side=1, why="no vino"))
    panel = evening.panel(qtbot, "sign", table)
    find(panel, QCheckBox, str(T("The supervisor signs for {team}", team="Kings"))).click()
    who = line(panel, str(T("For {team}", team="Kings")))
    who.clear()
    type_keys(who, "Pat")
    press(panel, str(T("Sign for {team}", team="Kings")))
    install(load_catalog(shown, TRANSLATIONS))
    match = table.match
    assert tuple(describe_entry(match, each) for each in match.log[-2:]) == sentences
    sign = signatures(match)[1]
    assert sign is not None
    assert "Pat (supervisor)" in signature_state_text(Signature(sign))


def test_an_old_note_and_signature_stay_as_they_were_written(tmp_path: Path) -> None:
    table = Evening(tmp_path).play()
    table.record(Forfeit(side=1, why="no vino"))
    old = "El supervisor firma por Kings: no vino"
    table.record(Note(text=old), Sign(side=1, name="Pat (supervisora)"))
    match = table.match
    assert [describe_entry(match, each) for each in match.log[-2:]] == [
        old,
        "signed by Pat (supervisora)",
    ]


def test_a_forfeit_without_a_hand_shows_its_reason_and_offers_no_hand(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.open().table.record(Forfeit(side=1, why="did not come"))
    end_moment(stage)
    assert "Did not come" in read(stage.page.bar)
    assert "You can still correct a hand" not in read(stage.page.bar)
    stage.open(HAND).table.record(Abandon(why="fire alarm"))
    end_moment(stage)
    assert "Fire alarm" in read(stage.page.bar)
    assert "You can still correct a hand" in read(stage.page.bar)
    assert forfeit_or_abandon_reason(stage.page.table.match) == "fire alarm"


def test_a_signature_without_a_time_names_who_signed() -> None:
    signature = Signature(Sign(side=0, name="Ann"))
    assert signature_state_text(signature) == "signed by Ann"


def test_sign_opened_again_waits_for_the_team_that_has_not_signed(stage: Stage) -> None:
    page = stage.open(HAND, agreed={"game": {"target": 60}})
    page.do("sign")
    press(page.panel, "Ann signs for Aces")
    page.close_panel()
    page.do("sign")
    focused = page.panel.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "For Kings"


def test_a_long_name_without_a_space_signs_and_leaves_the_sheet_its_room(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640))
    page = stage.open(HAND, agreed={"game": {"target": 60}})
    page.do("sign")
    for team in ("Aces", "Kings"):
        type_keys(line(page.panel, f"For {team}"), "Verylong" * 20 + "\n")
    QApplication.processEvents()
    assert [each.name for each in signatures(page.table.match) if each] == ["Verylong" * 20] * 2
    assert page.minimumSizeHint().width() <= stage.window.width()
    assert cut_off(stage.window) == []
