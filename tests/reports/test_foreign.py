"""Chinese, Japanese and Korean names on a sheet."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports import installed, shaping
from reports.fonts import main_face
from reports.foreign import by_foreign_face
from reports.match_sheet import match_sheet
from tests.reports.drawn import pages
from tests.reports.made import made
from tests.reports.test_text import FOREIGN


def test_a_face_of_this_system_is_embedded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A face that is tried after ours: here one that has a suit, and ours without that."""
    place = tmp_path / "House Face.ttf"
    place.write_bytes(import_module("pymupdf_fonts.CascadiaMono_Regular").fontbuffer)
    places = (str(tmp_path / "none.ttf"), str(_no_face(tmp_path)), str(place))
    monkeypatch.setattr(installed, "PLACES", places)
    monkeypatch.setattr(shaping, "FACES", (main_face,))
    shaping.shape.cache_clear()
    teams = [{"name": "\u2660 Aces 李", "players": ["Ann", "Cy"]}, {"name": "Kings"}]
    pdf = match_sheet(made(1, teams=teams))
    shaping.shape.cache_clear()
    fonts = PdfReader(BytesIO(pdf)).pages[0]["/Resources"]["/Font"].values()
    faces = {str(font.get_object()["/BaseFont"]) for font in fonts}
    assert any("CascadiaMono" in face for face in faces)
    (page,) = pages(pdf)
    assert "\u2660 Aces 李" in page.text
    assert "crossed boxes" not in page.text


def _no_face(folder: Path) -> Path:
    place = folder / "no face.ttf"
    place.write_bytes(b"OTTO, or anything else")
    return place


@pytest.mark.parametrize("name", FOREIGN.values(), ids=FOREIGN)
def test_chinese_japanese_and_korean_name_the_reader_s_face(name: str) -> None:
    teams = [{"name": name, "players": [name, "Cy"]}, {"name": "Kings", "players": ["Bo", "Di"]}]
    pdf = match_sheet(made(1, teams=teams))
    (page,) = pages(pdf)
    assert "crossed boxes" not in page.text
    assert page.text.count(name) >= 4
    fonts = PdfReader(BytesIO(pdf)).pages[0]["/Resources"]["/Font"].values()
    faces = {str(font.get_object()["/BaseFont"]).lstrip("/") for font in fonts}
    wanted = {face for face, _ in by_foreign_face(name) if face is not None}
    assert wanted & faces
