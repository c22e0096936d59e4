"""Chinese, Japanese and Korean names on a sheet."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from reports.foreign import by_foreign_face
from reports.match_sheet import match_sheet
from tests.reports.drawn import pages
from tests.reports.made import made
from tests.reports.test_text import FOREIGN


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
