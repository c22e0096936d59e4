"""Draws an icon in the sizes that desktops look for: `icons.py FILE.svg KIND/NAME FOLDER`, where
FOLDER is the theme's, and KIND is `apps` or `mimetypes`."""

import shutil
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (48, 128, 256)  # pixels


def draw_icons(source: Path, name: str, theme: Path) -> None:
    """Write the icon in each size, and as it is."""
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        QSvgRenderer(str(source)).render(painter)
        painter.end()
        file = theme / f"{size}x{size}" / f"{name}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        image.save(str(file))
    whole = theme / "scalable" / f"{name}.svg"
    whole.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, whole)


draw_icons(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
