"""A logo is chosen as PNG, and kept as a small PNG beside the settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scorepad.budget import LOGO_BUDGET
from scorepad.settings import SettingError, Settings
from scorepad.window.widgets.logo import read_logo_as_png
from tests.window.evening import read
from tests.window.find import field
from tests.window.test_settings_page import settings_page


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "isn't a PNG picture"),
        (b"\x89PNG\r\n\x1a\n and no more", "isn't a PNG picture"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"/>', "isn't a PNG picture"),
        (bytes(LOGO_BUDGET.bytes + 1), "too large"),
    ],
    ids=["empty", "cut", "drawing", "heavy"],
)
def test_a_file_that_is_no_picture_is_refused_in_a_sentence(
    data: bytes, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "crest.png"
    file.write_bytes(data)
    with pytest.raises(SettingError, match=said):
        read_logo_as_png(file)


def test_a_picture_is_made_small_and_its_file_may_go(qtbot: Any, tmp_path: Path) -> None:
    stick = tmp_path / "stick.png"
    Image.new("RGBA", (3000, 1000), (255, 0, 0, 255)).save(stick)
    settings = Settings(tmp_path / "data")
    page = settings_page(qtbot, settings)
    with qtbot.waitSignal(page.changed):
        page.keep_setting_or_show_mistake("logo", str(stick))
    stick.unlink()
    kept = Settings(tmp_path / "data").logo_file
    assert kept is not None
    with Image.open(kept) as picture:
        assert picture.size == (960, 320)
    page.keep_setting_or_show_mistake("logo", str(stick))
    assert "can't be read" in read(field(page, "Logo"))
    assert settings.logo_file == kept
