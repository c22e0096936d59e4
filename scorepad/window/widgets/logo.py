"""The logo of a house, from a PNG file, as a picture of a bounded size."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from scorepad import files
from scorepad.budget import LOGO_BUDGET
from scorepad.settings import SettingError, too_wide_error

MAX_SIZE = QSize(960, 480)  # pixels; twice what paper needs


def read_logo_as_png(file: Path) -> bytes:
    """Return the picture of a PNG file as PNG, on white as paper is; raise `SettingError` if there
    is none."""
    try:
        data = files.read_file(file, LOGO_BUDGET.bytes)
    except OSError as error:
        raise SettingError(
            "The logo {file} can't be read: {why}.", file=str(file), why=error
        ) from error
    source, png = QBuffer(), QBuffer()
    source.setData(QByteArray(data))
    reader = QImageReader(source, QByteArray(b"png"))
    if max(reader.size().width(), reader.size().height()) > LOGO_BUDGET.side:
        raise too_wide_error(str(file))
    image = reader.read()
    if image.isNull():
        raise SettingError(
            "The logo {file} isn't a PNG picture. Save it as PNG, and choose it again.",
            file=str(file),
        )
    if image.width() > MAX_SIZE.width() or image.height() > MAX_SIZE.height():
        image = image.scaled(
            MAX_SIZE,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    picture = QImage(image.size(), QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    painter.drawImage(0, 0, image)
    painter.end()
    png.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(png, "PNG")  # type: ignore[call-overload]
    return bytes(png.data().data())
