"""Faces of this system, for what our own lack."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.sheets.match_sheet import match_sheet
from reports.typeset import fonts, shaping
from reports.typeset.fonts import main_face
from tests.reports.conftest import forget_shapes
from tests.reports.drawn import pages
from tests.reports.made import made
from tests.reports.test_text import NAMES


def test_a_face_of_this_system_is_embedded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A face that is tried after ours: here one that has a suit, and ours without that."""
    place = tmp_path / "House Face.ttf"
    place.write_bytes(import_module("pymupdf_fonts.CascadiaMono_Regular").fontbuffer)
    places = (str(tmp_path / "none.ttf"), str(_no_face(tmp_path)), str(place))
    monkeypatch.setattr(fonts, "INSTALLED_FONT_FILES", places)
    monkeypatch.setattr(shaping, "FALLBACK_FACES", (main_face,))
    forget_shapes()
    teams = [{"name": "\u2660 Aces", "players": ["Ann", "Cy"]}, {"name": "Kings"}]
    pdf = match_sheet(made(1, teams=teams))
    forget_shapes()
    embedded = PdfReader(BytesIO(pdf)).pages[0]["/Resources"]["/Font"].values()
    faces = {str(font.get_object()["/BaseFont"]) for font in embedded}
    assert any("CascadiaMono" in face for face in faces)
    (page,) = pages(pdf)
    assert "\u2660 Aces" in page.text
    assert "crossed boxes" not in page.text


def _no_face(folder: Path) -> Path:
    place = folder / "no face.ttf"
    place.write_bytes(b"OTTO, or anything else")
    return place


def test_every_letter_of_every_name_is_embedded() -> None:
    """No reader and no printer has to bring a typeface along."""
    teams = [{"name": name, "players": [name, "Cy"]} for name in NAMES.values()]
    for one, other in zip(teams[::2], teams[1::2], strict=False):
        page = PdfReader(BytesIO(match_sheet(made(1, teams=[one, other])))).pages[0]
        used = [
            font.get_object()
            for name, font in page["/Resources"]["/Font"].items()
            if f"{name} ".encode() in page.get_contents().get_data().split(b"ET", 1)[1]
        ]
        assert len(used) >= 2
        for font in used:
            assert "/FontFile2" in font["/FontDescriptor"].get_object()
