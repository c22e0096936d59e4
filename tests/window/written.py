"""What a widget paints itself, read from its picture: each text with its place, size and ink."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Written:
    """One text: from where on, on which line (pixels in the widget), how large (pixels), and in
    which color ("#rrggbb")."""

    text: str
    left: float
    baseline: float
    size: float
    ink: str


def pixel_rows(image: QImage) -> list[list[int]]:
    """Return the rows of a picture, each pixel as the number that `QColor.rgb` returns: a picture
    says one pixel a call, which for all of them takes longer than to paint it."""
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)
    pixels, wide = memoryview(plain.constBits()).cast("I"), plain.width()  # type: ignore[arg-type]
    return [pixels[start : start + wide].tolist() for start in range(0, len(pixels), wide)]


@contextmanager
def _painting(widget: QWidget) -> Iterator[None]:
    """Let a widget paint itself, and those within it, where its window is not painted."""
    window = widget.window()
    is_painted = window.updatesEnabled()
    window.setUpdatesEnabled(True)
    try:
        yield
    finally:
        window.setUpdatesEnabled(is_painted)


def picture_of(widget: QWidget, part: QRect | None = None) -> QImage:
    """Return what a widget paints, or a part of it, with all within it."""
    with _painting(widget):
        return (widget.grab() if part is None else widget.grab(part)).toImage()


def painted_texts(widget: QWidget) -> list[Written]:
    """Return what is written in a widget and in those within it, in the order it is painted."""
    found = []
    for group in _picture(widget).iter(f"{SVG}g"):
        # As Qt writes it: "matrix(1,0,0,1,right,down)".
        right, down = map(float, group.get("transform", "(0,0)")[:-1].split("(")[1].split(",")[-2:])
        for each in group.findall(f"{SVG}text"):
            left, baseline, size = (float(each.attrib[key]) for key in ("x", "y", "font-size"))
            text = "".join(each.itertext())
            found.append(Written(text, left + right, baseline + down, size, each.attrib["fill"]))
    return found


def _picture(widget: QWidget) -> ET.Element:
    """Return the widget's picture as SVG, in which texts are still texts."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device = QSvgGenerator()
    device.setOutputDevice(buffer)
    device.setSize(widget.size())
    device.setViewBox(widget.rect())
    device.setResolution(widget.logicalDpiX())
    painter = QPainter(device)
    with _painting(widget):
        widget.render(painter, QPoint(0, 0))
    painter.end()
    return ET.fromstring(bytes(buffer.data().data()))  # noqa: S314, Qt wrote it just now
