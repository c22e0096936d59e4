"""Pictures of every page, panel and state of the window: three themes, two sizes, every language.

`make pictures` writes them into `pictures/`, with contact sheets for each theme, size and
language.  They are for looking at: what is cut off,
out of line or hard to read.  `python -m tests.window.pictures FOLDER NAME…` makes only those
screens whose name begins so.  `make guide-pictures` (`--guide`) makes those of the guide.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from scorepad.spades.entries import Bids, Forfeit, Team, Tricks
from scorepad.spades.words import install

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QElapsedTimer, QEvent, QEventLoop, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPdfWidgets import QPdfView
from PySide6.QtWidgets import QApplication, QWidget

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.__main__ import main as main_program
from scorepad.settings import Settings
from scorepad.window.widgets.theme import Theme
from tests.reports.made import SAMPLE
from tests.window.scenes import PLAYED, Scene, screens

TABLES = (
    ("Ace High", "Ann Lee", "Cy Adams", "Bid Whizz", "Bo Ito", "Di Costa", 5),
    ("River Rats", "Ruth Okafor", "Tomás Vega", "Sandbaggers", "Eve Stone", "Gus Park", 4),
    ("Low Rollers", "Hal Ruiz", "Ida Frost", "Trick Shots", "Lou Diaz", "Mia Wong", 4),
    ("Nil and Void", "Jo Kim", "Kai Brown", "Spade & Sons", "Léna Brandt", "Priya Nair", 4),
    ("Table Talk", "Ana Silva", "Ben Cole", "Cut Ups", "Dev Rao", "Ella Moss", 3),
    ("Queens", "Fay Young", "Gil Ortiz", "Deuces", "Hana Sato", "Ian Webb", 2),
    ("Boston Legal", "Kim Diaz", "Leo Marsh", "Void in Hearts", "Max Weber", "Nia Jones", 1),
    ("Renegades", "Omar Aziz", "Pia Lund", "Last Trick", "Quinn Day", "Rosa Gil", 0),
)
"""Two teams with their players at each table, and how many hands they played."""


def several_tables(scene: Scene) -> None:
    """A night with a table over, one that is out of time, and others that play."""
    tables = []
    for number, (one, a, c, other, b, d, hands) in enumerate(TABLES, 1):
        teams = (Team(one, (a, c)), Team(other, (b, d)))
        since = scene.evening.wall.moment + timedelta(minutes=0 if hands else 21)
        table = scene.evening.play(table=str(number), teams=teams, scheduled=since)
        tables.append((table, (PLAYED * 2)[number : number + hands]))
        scene.evening.wall.pass_(25)
    for hand in range(5):
        for table, played in tables:
            if len(played) >= 5 - hand:
                bids, tricks = played[hand - 5 + len(played)]
                table.record(Bids(bids=bids), dealt=True)
                scene.evening.wall.pass_(61)
                table.record(Tricks(tricks=tricks))
    tables[1][0].record(Forfeit(side=1, why="left"))
    scene.evening.wall.pass_(110)
    scene.window.do("floor")


GUIDE_PICTURES = {"table": "table-bidding", "tables": several_tables, "event": "event-rounds"}
"""The screens of the guide by the name of their picture."""
GUIDE_SIZE = 1366, 768
SHEET_WIDTH = 900  # pixels
COLORS = 64
"""In so many the pictures of the guide look the same and are small."""
THEMES = ("light", "dark", "contrast")
SIZES = {"small": (1024, 640, 100), "large": (1920, 1080, 200)}
"""Width, height (pixels), text size (per cent)."""
TRANSLATIONS = paths.resources_folder() / "translations"
PAGES_TAKE = 300
"""Milliseconds in which a page of a document is painted."""
ACROSS = 3
THUMB = 660
"""A contact sheet: so many pictures side by side, each so wide (pixels)."""


def settle(app: QApplication) -> None:
    """Lay out and paint, also what asks for it only then."""
    for _round in range(4):
        app.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def wait_for_pages(app: QApplication) -> None:
    """A page of a document is painted some time after it is shown."""
    waited = QElapsedTimer()
    waited.start()
    while waited.elapsed() < PAGES_TAKE:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def shoot(
    app: QApplication,
    look: Theme,
    size: tuple[int, int],
    name: str,
    make: Callable[[Scene], None],
    file: Path,
) -> None:
    """One picture."""
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(look, size, Path(folder))
        scene.furnish()
        make(scene)
        settle(app)
        for view in scene.window.findChildren(QPdfView):
            if view.isVisible():
                wait_for_pages(app)
        scene.window.grab().save(str(file))
        close(scene.window)
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def close(window: QWidget) -> None:
    window.close()
    window.deleteLater()


def languages() -> list[str]:
    """English, and every language with a catalogue."""
    return ["en", *sorted(each.parents[1].name for each in TRANSLATIONS.glob("*/LC_MESSAGES/*.mo"))]


def contact_sheet(files: list[Path], out: Path) -> None:
    """The pictures small, side by side, each under its name; a sheet for every twelve of them."""
    for number, start in enumerate(range(0, len(files), ACROSS * 4)):
        here = files[start : start + ACROSS * 4]
        small = [
            QPixmap(str(file)).scaledToWidth(THUMB, Qt.TransformationMode.SmoothTransformation)
            for file in here
        ]
        tall, label = max(each.height() for each in small) + 8, 22
        rows = -(-len(here) // ACROSS)
        sheet = QPixmap(ACROSS * (THUMB + 8), rows * (tall + label))
        sheet.fill(QColor("#808080"))
        painter = QPainter(sheet)
        font = painter.font()
        font.setPixelSize(15)
        painter.setFont(font)
        painter.setPen(QColor("#ffffff"))
        for place, (file, picture) in enumerate(zip(here, small, strict=True)):
            x, y = place % ACROSS * (THUMB + 8), place // ACROSS * (tall + label)
            painter.drawText(x + 4, y + label - 6, file.stem)
            painter.drawPixmap(x + 4, y + label, picture)
        painter.end()
        sheet.save(str(out.with_name(f"{out.name}-{number + 1}.png")))


def main(out: Path, wanted: tuple[str, ...] = ()) -> int:
    """Make them all, or those whose name begins with one that is wanted; how many were made."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    look = Theme(app)
    count = 0
    for theme in THEMES:
        for size, (wide, high, percent) in SIZES.items():
            look.apply(theme, percent)
            for language in languages():
                install(load_catalog(language, TRANSLATIONS))
                folder = out / f"{theme}-{size}-{language}"
                folder.mkdir(parents=True, exist_ok=True)
                made = []
                for name, make in screens():
                    if wanted and not name.startswith(wanted):
                        continue
                    file = folder / f"{name}.png"
                    shoot(app, look, (wide, high), name, make, file)
                    made.append(file)
                contact_sheet(made, folder)
                count += len(made)
    return count


def make_guide_pictures() -> None:
    """The pictures of the guide, in every language."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    look = Theme(app)
    look.apply("light")
    all_screens = dict(screens())
    for language in languages():
        install(load_catalog(language, TRANSLATIONS, "US"))
        folder = paths.resources_folder() / "guide" / language / "pictures"
        folder.mkdir(exist_ok=True)
        for name, screen in GUIDE_PICTURES.items():
            file = folder / f"{name}.png"
            make = screen if callable(screen) else all_screens[screen]
            shoot(app, look, GUIDE_SIZE, name, make, file)
        with tempfile.TemporaryDirectory() as data:
            sheet = str(Path(data, "sheet.pdf"))
            Settings(Path(data)).set_and_save("language", language)
            out = ("-o", sheet, "--paper", "Letter")
            main_program(["--data", data, "sheet", str(SAMPLE), *out])
            document = QPdfDocument()
            document.load(sheet)
            page = document.pagePointSize(0)
            image = document.render(0, (page * (SHEET_WIDTH / page.width())).toSize())
            document.close()
        page_image = QPixmap(image.size())
        page_image.fill(QColor("white"))
        painter = QPainter(page_image)
        painter.drawImage(0, 0, image)
        painter.end()
        page_image.save(str(folder / "sheet.png"))
        for file in folder.iterdir():
            with Image.open(file) as picture:
                few = picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
            few.save(file, optimize=True)


if __name__ == "__main__" and "--guide" in sys.argv:
    make_guide_pictures()
elif __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "pictures")
    print(f"{main(target, tuple(sys.argv[2:]))} pictures in {target}")  # noqa: T201
