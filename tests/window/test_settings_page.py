"""Settings follow from where they are declared; keys and help from the one registry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from scorepad.settings import Settings, unusable_logo_error
from scorepad.spades.words import T
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets.inputs import Stepper
from tests.window.evening import press, read
from tests.window.find import FileDialog, button, choice, field, find, line
from tests.window.stage import Stage


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path)


def settings_page(
    qtbot: Any, settings: Settings, try_shared_place: Callable[[str], object] | None = None
) -> SettingsPage:
    page = SettingsPage(
        settings,
        test_alarm=lambda: T("Played with the speaker."),
        languages=(("en", "English"), ("es", "Español")),
        try_shared_place=try_shared_place,
    )
    qtbot.addWidget(page)
    page.resize(1024, 640)
    page.show()
    return page


def test_every_setting_that_is_shown_has_a_field_with_its_help(
    qtbot: Any, settings: Settings
) -> None:
    page = settings_page(qtbot, settings)
    shown = read(page)
    for setting in Settings.all():
        assert setting.title in shown or not setting.title
        assert setting.help in shown or not setting.help


def test_a_choice_is_kept_at_once(qtbot: Any, settings: Settings) -> None:
    page = settings_page(qtbot, settings)
    with qtbot.waitSignal(page.changed) as changed:
        press(page, "Theme: Dark")
    assert changed.args == ["theme"]
    press(page, "Alarm: Off")
    press(page, "Paper: Letter")
    press(page, "Language: Español")
    again = Settings(settings.file.parent)
    assert (again.theme, again.alarm, again.paper, again.language) == (
        "dark",
        False,
        "Letter",
        "es",
    )


def test_a_name_is_kept_when_typing_pauses_or_the_page_is_left(
    qtbot: Any, settings: Settings
) -> None:
    page = settings_page(qtbot, settings)
    qtbot.keyClicks(line(page, "Your name"), "Pat")
    with qtbot.waitSignal(page.changed):
        pass
    assert settings.by == "Pat"
    qtbot.keyClicks(line(page, "Your name"), " Lee\r")
    assert settings.by == "Pat Lee", "Enter does not wait"
    qtbot.keyClicks(line(page, "Your name"), " Morgan")
    with qtbot.waitSignal(page.closed):
        press(page, "Done")
    assert settings.by == "Pat Lee Morgan"


def test_text_size_is_stepped_within_its_bounds(qtbot: Any, settings: Settings) -> None:
    page = settings_page(qtbot, settings)
    press(page, "Text size +")
    qtbot.waitUntil(lambda: settings.text_scale == 110)
    stepper = find(page, Stepper, "Text size")
    stepper.set_value(1000)
    qtbot.waitUntil(lambda: settings.text_scale == 300)


def test_a_setting_that_cannot_be_kept_is_said_beside_its_field(
    qtbot: Any, settings: Settings
) -> None:
    page = settings_page(qtbot, settings)
    settings.file = settings.file.parent / "gone" / "settings.json"
    settings.file.parent.write_text("a file where the folder should be")
    press(page, "Theme: Dark")
    beside = field(page, "Theme")
    assert "Couldn't save" in read(beside)


def test_the_alarm_says_how_it_sounds(qtbot: Any, settings: Settings) -> None:
    page = settings_page(qtbot, settings)
    press(page, "Test the alarm")
    assert "Played with the speaker." in read(page)


@pytest.mark.parametrize("typed", ["20", "999"])
def test_a_size_out_of_bounds_is_refused_in_one_sentence_when_the_line_is_left(
    qtbot: Any, settings: Settings, typed: str
) -> None:
    page = settings_page(qtbot, settings)
    size = line(page, "Text size")
    size.selectAll()
    qtbot.keyClicks(size, typed)
    page.keep()
    assert "from 50 to 300" not in read(page), "it may be half a number"
    qtbot.keyClick(size, Qt.Key.Key_Return)
    beside = read(field(page, "Text size"))
    assert f"The setting “Text size” must be a number from 50 to 300, not {typed}" in beside
    assert settings.text_scale == 100
    size.selectAll()
    qtbot.keyClicks(size, "120\r")
    assert "from 50 to 300" not in read(page)
    assert settings.text_scale == 120


def test_a_step_and_back_leaves_the_text_size_as_it_was(qtbot: Any, settings: Settings) -> None:
    page = settings_page(qtbot, settings)
    stepper = find(page, Stepper, "Text size")
    stepper.step(1)
    stepper.step(-1)
    page.keep()
    assert settings.text_scale == 100


def test_a_region_is_typed_whole_and_brings_its_paper(qtbot: Any, settings: Settings) -> None:
    page = settings_page(qtbot, settings)
    regions = choice(page, "Region")
    qtbot.keyClicks(regions, "United S")
    assert Settings(settings.file.parent).region == ""
    page.keep()
    again = Settings(settings.file.parent)
    assert (again.region, again.paper) == ("US", "Letter")
    assert button(page, "Paper: Letter").isChecked()
    press(page, "Paper: A4")
    assert Settings(settings.file.parent).paper == "A4", "who wants another paper has it"


@pytest.mark.parametrize(
    ("system", "first"),
    [("en_US.UTF-8", "System (United States)"), ("C", "System (United States)")],
)
def test_the_first_region_is_the_one_of_the_system(
    qtbot: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch, system: str, first: str
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    regions = choice(settings_page(qtbot, settings), "Region")
    names = [regions.itemText(index) for index in range(regions.count())]
    assert (names[0], regions.currentText()) == (first, first)
    assert names[1:] == sorted(names[1:])
    assert {"United States", "United Kingdom", "Canada"} <= set(names)


def test_every_field_shows_what_is_set(qtbot: Any, settings: Settings) -> None:
    folder = settings.file.parent / "drive"
    settings.share_folder, settings.house, settings.room_seconds = str(folder), "Club", 40
    page = settings_page(qtbot, settings)
    names = ("Share through this folder", "Organization", "Room screen: seconds per page")
    assert [line(page, name).text() for name in names] == [str(folder), "Club", "40"]


def test_a_region_from_before_is_still_chosen(qtbot: Any, settings: Settings) -> None:
    settings.region = "en_mx"
    assert choice(settings_page(qtbot, settings), "Region").currentText() == "Mexico"


def test_a_folder_to_share_is_chosen_and_tried(
    qtbot: Any, settings: Settings, tmp_path: Path
) -> None:
    """Anyone who asks for the trial does not wait for its answer."""
    tried: list[str] = []
    page = settings_page(qtbot, settings, lambda _key: tried.append(settings.share_folder))
    drive, out = tmp_path / "drive", tmp_path / "out"
    drive.mkdir()
    choose: Any = field(page, "Share through this folder").findChild(QPushButton)
    FileDialog(choose.click, drive)
    assert settings.share_folder == str(drive)
    assert line(page, "Share through this folder").text() == str(drive)
    page.keep_setting_or_show_mistake("share_folder", str(out))
    assert settings.share_folder == str(out)
    assert tried == [str(drive), str(out)]
    assert FileDialog(choose.click).folder == drive
    page.show_trial("share_folder", T("It is not there."), False)
    assert "It is not there." in read(page)
    page.keep_setting_or_show_mistake("share_folder", "")
    assert "It is not there." not in read(page)
    assert len(tried) == 2


def test_what_turns_out_to_be_wrong_with_a_setting_is_shown_at_once(stage: Stage) -> None:
    error = unusable_logo_error("logo.png")
    assert "left out" not in read(stage.window)
    stage.evening.settings.trouble.append(error)
    for _twice in range(2):
        stage.ticker.tick_once()
        text = "The logo logo.png can't be used, so it was left out."
        assert read(stage.window).count(text) == 1
