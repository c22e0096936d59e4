"""A logo is chosen as PNG or SVG, and kept as a small PNG beside the settings."""

from __future__ import annotations

import multiprocessing
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scorepad.budget import LOGO_BUDGET
from scorepad.settings import SettingError, Settings
from scorepad.window.widgets.logo import MAX_SIZE, confine_logo_process, read_logo_as_png
from tests.window.evening import read
from tests.window.find import field
from tests.window.test_settings_page import settings_page

NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
RED, WHITE = (255, 0, 0), (255, 255, 255)


def svg(inside: str, size: str = 'viewBox="0 0 40 20"', before: str = "") -> bytes:
    return f"{before}<svg {NAMES} {size}>{inside}</svg>".encode()


def rendered_logo(tmp_path: Path, data: bytes, *, patience: float = 60) -> Image.Image:
    file = tmp_path / "crest.svg"
    file.write_bytes(data)
    return Image.open(BytesIO(read_logo_as_png(file, patience=patience)))


def test_a_drawing_is_made_a_picture_on_white_that_opens_no_file(tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    Image.new("RGB", (20, 20), "blue").save(other)
    style = tmp_path / "style.css"
    style.write_text("rect { fill: blue }")
    made = rendered_logo(
        tmp_path,
        svg(
            f'<linearGradient id="a"><stop stop-color="red"/></linearGradient>'
            f'<linearGradient id="b" xlink:href="#a"/><rect width="20" height="20" fill="url(#b)"/>'
            f'<image x="20" width="20" height="20" xlink:href="{other}"/>',
            'width="4e8" height="2e8" viewBox="0 0 40 20"',
            f'<?xml-stylesheet type="text/css" href="{style}"?>',
        ),
    )
    assert made.size == (MAX_SIZE.width(), MAX_SIZE.height())
    assert [made.getpixel((x, 240)) for x in (240, 720)] == [RED, WHITE]


LAUGHS = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no picture that can be read"),
        (b"\x89PNG\r\n\x1a\n and no more", "is no picture that can be read"),
        (svg("", ""), "is no picture that can be read"),
        (svg("<text>&it;</text>", before='<!DOCTYPE svg [<!ENTITY it SYSTEM "x">]>'), "no picture"),
        (svg("&a9;", before=f'<!DOCTYPE svg [<!ENTITY a0 "{"x" * 1000}">{LAUGHS}]>'), "no picture"),
        (svg("<g>" * 9000 + "</g>" * 9000), "is too complicated"),
        (svg("<g/>" * LOGO_BUDGET.elements), "is too complicated"),
        (bytes(LOGO_BUDGET.bytes + 1), "too large"),
    ],
    ids=["empty", "cut", "no size", "external", "laughs", "deep", "many", "heavy"],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(
    data: bytes, said: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingError, match=said):
        rendered_logo(tmp_path, data)


def test_a_drawing_that_takes_long_is_given_up(tmp_path: Path) -> None:
    dashes = '<path d="M0 0 L40 20" stroke="red" stroke-dasharray="1e-9" stroke-width="30"/>'
    with pytest.raises(SettingError, match="too complicated"):
        rendered_logo(tmp_path, svg(dashes * 9000), patience=0.1)


@pytest.mark.skipif(sys.platform == "win32", reason="the system bounds no process")
def test_a_drawing_has_a_bounded_memory() -> None:
    with (
        multiprocessing.get_context("spawn").Pool(1, confine_logo_process) as pool,
        pytest.raises(MemoryError),
    ):
        pool.apply(bytes, (LOGO_BUDGET.memory,))


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
    assert "cannot be read" in read(field(page, "Logo"))
    assert settings.logo_file == kept
