"""The logo of a house, from a PNG or SVG file, as a PNG picture of a bounded size.

An SVG file may name other files, repeat itself without end, or be a mile wide.  So what names files
is taken out of it, and a process of its own draws it, which is ended when it takes too long or too
much memory.
"""

from __future__ import annotations

import multiprocessing
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import monotonic

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QLoggingCategory,
    QPoint,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

from scorepad import files
from scorepad.budget import LOGO_BUDGET
from scorepad.settings import SettingError, too_wide_error

MAX_SIZE = QSize(960, 480)  # pixels; twice what paper needs
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")  # Qt knows it by this name alone
KEEP_ASPECT = Qt.AspectRatioMode.KeepAspectRatio


def read_logo_as_png(file: Path, *, patience: float = LOGO_BUDGET.seconds) -> bytes:
    """Read the picture in a file and return it as PNG, on white as paper is.

    Raises `SettingError`, also when a drawing takes more seconds than there is `patience`.
    """
    try:
        data = files.read_file(file, LOGO_BUDGET.bytes)
    except OSError as error:
        raise SettingError(
            "The logo {file} cannot be read: {why}.", file=str(file), why=error
        ) from error
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        png = _from_png(data, str(file))
    else:
        png = _from_svg(data, str(file), patience)
    if not png:
        raise SettingError(
            "The logo {file} is no picture that can be read; save it as PNG or SVG.", file=str(file)
        )
    return png


def _from_png(data: bytes, file_name: str) -> bytes:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    reader = QImageReader(buffer, QByteArray(b"png"))
    size = reader.size()
    if max(size.width(), size.height()) > LOGO_BUDGET.side:
        raise too_wide_error(file_name)
    read = reader.read()
    if read.width() > MAX_SIZE.width() or read.height() > MAX_SIZE.height():
        read = read.scaled(MAX_SIZE, KEEP_ASPECT, Qt.TransformationMode.SmoothTransformation)
    return _paint_as_png(read.size(), lambda painter: painter.drawImage(0, 0, read))


def _from_svg(data: bytes, file_name: str, patience: float) -> bytes:
    too_complicated = SettingError(
        "The logo {file} is too complicated; save it as PNG.", file=file_name
    )
    ends = monotonic() + patience
    try:
        # The parser bounds entities, and opens no file.
        reader = ET.iterparse(BytesIO(data), ("start",))  # noqa: S314
        _, root = next(reader)
        for count, (_, element) in enumerate(reader, 2):
            if count > LOGO_BUDGET.elements:
                raise too_complicated
            for name, reference in list(element.attrib.items()):
                if name.endswith("href") and not reference.startswith(("#", "data:")):
                    del element.attrib[name]
        svg = ET.tostring(root)
        with multiprocessing.get_context("spawn").Pool(1, confine_logo_process) as pool:
            return pool.apply_async(render_svg, (svg,)).get(max(0.0, ends - monotonic()))
    except (multiprocessing.TimeoutError, RecursionError, MemoryError) as error:
        raise too_complicated from error
    except (ET.ParseError, ValueError, LookupError):
        return b""


def confine_logo_process() -> None:
    """Let this process have no more memory than a drawing needs, on systems that can do so, and
    write no line for each thing that Qt finds odd in a drawing."""
    QLoggingCategory.setFilterRules("qt.*=false")
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (LOGO_BUDGET.memory, LOGO_BUDGET.memory))


def render_svg(svg: bytes) -> bytes:
    """Draw an SVG picture, and return it as PNG; nothing where that cannot be done."""
    application = QGuiApplication.instance() or QGuiApplication([])
    renderer = QSvgRenderer()
    renderer.load(QByteArray(svg))
    whole = renderer.viewBoxF()
    size = whole.size().scaled(MAX_SIZE.toSizeF(), KEEP_ASPECT).toSize()
    png = _paint_as_png(
        QSize() if whole.isEmpty() else size,
        lambda painter: renderer.render(painter, QRectF(QPoint(), size)),
    )
    del application
    return png


def _paint_as_png(size: QSize, paint: Callable[[QPainter], None]) -> bytes:
    """Paint on white, and return that as PNG; nothing where there is nothing to see."""
    if size.isEmpty():
        return b""
    picture = QImage(size, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
