"""What a PDF of ours draws, read back by pypdf: texts and rules, at their place, page by page.

A text that says what it is (`ActualText`) is read so; any other by its font's own character map,
in the order it is drawn: from left to right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from itertools import islice
from typing import Any, NamedTuple

from pypdf import PageObject, PdfReader

from tests.reports.content import read_operations, text_of


class Said(NamedTuple):
    """A text, where its baseline begins (points from the bottom left), its type size, and `look`:
    "b" where it is bold, "w" where it is white."""

    x: float
    y: float
    size: float
    text: str
    look: str = ""


class Shape(NamedTuple):
    """A rule, a box, the squares of a code or any other shape, in its box (points from the bottom
    left), and the weight of its line: 0 where it is filled."""

    kind: str
    left: float
    low: float
    right: float
    high: float
    weight: float


class Page(NamedTuple):
    """A page's size, its texts, and what else is drawn."""

    wide: float
    tall: float
    texts: list[Said]
    shapes: list[Shape]

    def line(self, y: float) -> str:
        """Everything on one baseline, from left to right."""
        return _line(sorted(self.texts), y)

    @property
    def text(self) -> str:
        """All texts, from top to bottom."""
        ordered = sorted(self.texts)
        baselines = sorted({round(said.y, 1) for said in self.texts}, reverse=True)
        return "\n".join(_line(ordered, y) for y in baselines)


def _line(ordered: list[Said], y: float) -> str:
    return " ".join(said.text for said in ordered if abs(said.y - y) < 0.5)


def pages(pdf: bytes, most: int | None = None) -> list[Page]:
    """The pages of a PDF, or the first so many."""
    reader = PdfReader(BytesIO(pdf))
    return [_page(page) for page in islice(reader.pages, most)]


def characters(page: PageObject) -> dict[str, dict[int, str]]:
    """What each code of each font on a page stands for."""
    return {
        name: _characters(font.get_object()["/ToUnicode"].get_object().get_data().decode())
        for name, font in page["/Resources"].get_object()["/Font"].get_object().items()
        if "/ToUnicode" in font.get_object()
    }


def codes_of(operands: Sequence[Any], font: dict[int, str]) -> str:
    """The letters that an operator for text draws."""
    parts = operands[0] if isinstance(operands[0], list) else [operands[0]]
    return "".join(
        font.get(code, "?") for part in parts if isinstance(part, bytes) for code in part
    )


def _page(page: PageObject) -> Page:
    fonts = characters(page)
    bold = {
        name
        for name, font in page["/Resources"].get_object()["/Font"].get_object().items()
        if "Bold" in font.get_object()["/BaseFont"]
    }
    texts: list[Said] = []
    shapes: list[Shape] = []
    font, size, at, white, heavy, weight = "", 0.0, (0.0, 0.0), False, False, 1.0
    path: list[tuple[float, float]] = []
    boxes: list[tuple[float, ...]] = []
    wide, tall, moved = 1.0, 1.0, [0.0, 0.0]
    spoken: str | None = None

    def placed(x: float, y: float) -> tuple[float, float]:
        return x * wide + moved[0], y * tall + moved[1]

    for operands, operator in read_operations(page):
        if operator == b"BDC" and "/ActualText" in operands[1]:
            spoken = text_of(operands[1]["/ActualText"])
        elif operator == b"EMC":
            spoken = None
        elif operator == b"Tf":
            font, size = operands[0], float(operands[1])
        elif operator == b"Tr":
            heavy = operands[0] == 2
        elif operator == b"g":
            white = operands[0] == 1
        elif operator == b"w":
            weight = float(operands[0])
        elif operator in (b"Tm", b"Td"):
            at = float(operands[-2]), float(operands[-1])
        elif operator in (b"Tj", b"TJ"):
            look = "b" * (font in bold or heavy) + "w" * white
            said = codes_of(operands, fonts.get(font, {}))
            if spoken is None:
                texts.append(Said(*at, size, said, look))
            elif spoken:
                texts.append(Said(*at, size, spoken, look))
                spoken = ""
        elif operator == b"re":
            left, low, across, up = map(float, operands)
            boxes.append((*placed(left, low), *placed(left + across, low + up)))
        elif operator == b"cm":
            wide, _, _, tall, *moved = map(float, operands)
        elif operator == b"Q":
            wide, tall, moved = 1.0, 1.0, [0.0, 0.0]
        elif operator in (b"m", b"l", b"c"):
            path += [placed(*map(float, operands[i : i + 2])) for i in range(0, len(operands), 2)]
        elif operator in (b"S", b"B", b"f", b"f*", b"b", b"B*", b"s"):
            line = 0.0 if operator == b"f" else weight
            kind = "squares" if len(boxes) > 1 else "box" if boxes else "shape"
            if len(path) == 2:
                kind = "rule"
            lefts, lows, rights, highs = zip(*boxes or ((*p, *p) for p in path), strict=True)
            shapes.append(Shape(kind, min(lefts), min(lows), max(rights), max(highs), line))
            path, boxes = [], []
    paper = page.mediabox
    return Page(float(paper.width), float(paper.height), _joined(texts), shapes)


def _joined(texts: list[Said]) -> list[Said]:
    """Pieces of one text object put together again: reportlab repeats no place within it. The
    space that parts a text from the one before, for anyone who has them read aloud, is no ink."""
    joined: list[Said] = []
    for said in texts:
        if joined and joined[-1][:3] == said[:3]:
            joined[-1] = joined[-1]._replace(text=joined[-1].text + said.text)
        else:
            joined.append(said)
    said = (each._replace(text=each.text.lstrip(" ")) for each in joined)
    return [each for each in said if each.text]


def _characters(cmap: str) -> dict[int, str]:
    return {
        int(code, 16): bytes.fromhex(letters).decode("utf-16-be")
        for code, letters in re.findall(r"<([0-9A-F]{2})> <([0-9A-F]{4,})>", cmap)
    }
