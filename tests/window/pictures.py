"""Pictures of every page, panel and state of the window: three themes, two sizes, every language.

`make pictures` writes them into `pictures/`, with a contact sheet for each theme, size and
language where ImageMagick's `montage` is installed.  They are for looking at: what is cut off,
out of line or hard to read.  `python -m tests.window.pictures FOLDER NAME…` makes only those
screens whose name begins so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from scorepad import paths
from scorepad.__main__ import words_in
from scorepad.desk.actions import ACTIONS
from scorepad.desk.table import Table
from scorepad.spades.entries import Bids, Clock, Forfeit, Misdeal, Renege, Ruling, Talk
from scorepad.spades.words import T, Words
from scorepad.window.main_window import MainWindow
from scorepad.window.panels import PANELS
from scorepad.window.panels.amend import AmendPanel, HandEditor
from scorepad.window.panels.rekey import RekeyPanel
from scorepad.window.panels.setup import SetupPanel
from scorepad.window.table_page import TablePage
from scorepad.window.theme import Theme
from scorepad.window.ticker import Ticker
from tests.window.evening import HAND, NIL_HAND, Evening, Played, Sheets
from tests.window.stage import Heard, Standing, type_keys

THEMES = ("light", "dark", "contrast")
SIZES = {"small": (1024, 640, 100), "large": (1920, 1080, 200)}
"""Width, height (pixels), text size (per cent)."""
TRANSLATIONS = paths.resources() / "translations"
SET_HAND: Played = ((5, 4, 4, 3), (4, 5, 3, 1))
BAGS: Played = ((4, 2, 3, 2), (7, 3, 2, 1))
PLAYED = (HAND, NIL_HAND, SET_HAND, BAGS, HAND)
LINES = (
    "= 120 3, 85 1 began on paper",
    "4 3, 2 4 / 8",
    "n 4, 3 2 / 0 5",
    "6, 5 / 7",
    "4 3 10 5 / 7",
    "6, 5 / 7",
)
PAGES = ("new", "print", "settings", "shortcuts", "about", "house-rules", "palette")
"""Actions that show a page of their own, or lay something over the window."""


class Scene:
    """A window with an evening behind it, in one language."""

    def __init__(self, words: Words, look: Theme, size: tuple[int, int], folder: Path) -> None:
        self.words = words
        self.evening = Evening(folder)
        self.evening.wall.__class__ = Standing
        self.evening.settings.set("by", "Pat")
        self.window = MainWindow(
            self.evening.settings,
            words,
            look,
            Heard(),
            folder=str(folder),
            languages=(("en", "English"), ("es", "Español")),
        )
        self.window.resize(*size)

    def furnish(self, *, read_only: bool = False) -> None:
        why = T("Another window has these matches open; here they can only be looked at.")
        wall = self.evening.wall
        ticker = Ticker(wall, self.window, run_on=lambda: float(wall.moment.timestamp()))
        self.window.furnish(
            self.evening.desk,
            Sheets(),
            wall,
            read_only=why if read_only else None,
            ticker=ticker,
        )
        ticker.stop()
        self.window.show()

    def table(self, *hands: Played, rules: str = "unc", **head: object) -> Table:
        table = self.evening.play(*hands, rules=rules, **head)
        self.window.show_opened(table)
        return table

    @property
    def page(self) -> TablePage:
        page = self.window.page
        assert page is not None
        return page

    def pass_(self, minutes: float) -> None:
        self.evening.wall.pass_(minutes * 60)
        self.window.beat()


def bidding(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "54")


def refused(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "11")


def insisted(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "11!44")


def counting(scene: Scene) -> None:
    scene.table(*PLAYED)
    type_keys(scene.page.bar, "54437")


def counting_nil(scene: Scene) -> None:
    scene.table(*PLAYED, rules="chicago")
    type_keys(scene.page.bar, "5n431")


def team_bids(scene: Scene) -> None:
    scene.table(*PLAYED[:1], rules="washburn")
    type_keys(scene.page.bar, "n")


def warning(scene: Scene) -> None:
    scene.table(*PLAYED)
    scene.pass_(26)


def time_asked(scene: Scene) -> None:
    scene.table(*PLAYED)
    scene.pass_(31)


def over(scene: Scene) -> None:
    scene.table(*PLAYED).record(Forfeit(side=1, why="two players left"))


def long_names(scene: Scene) -> None:
    scene.table(
        *PLAYED,
        teams=tuple(
            type(team)(
                f"{team.name} of the Very Long Name Society & Friends",
                ("Maximilian-Alexander von Hohenberg", "Ὀδυσσεύς Παπαδόπουλος"),
            )
            for team in scene.evening.play().match.head.teams
        ),
        event="The Forty-Second Annual Invitational of the Faculty Club",
        round="Quarter-final, second bracket",
        table="Table 14 by the window",
    )


def several(scene: Scene) -> None:
    for number in range(9):
        scene.table(*PLAYED[: number % 5], table=f"Table {number + 1}")


def history(scene: Scene) -> Table:
    """A table with everything in it that a panel may show."""
    table = scene.table(*PLAYED, rules="unc")
    table.record(Renege(side=0, seat=0, hand=5))
    table.record(Ruling(side=1, points=-30, bags=1, why="late to the table"))
    table.amend(str(table.match.board.hands[1].bids_id), Bids(bids=("nil", 4, 6, 3)), "misheard")
    table.record(Misdeal(reason="no spade", seat=2))
    table.record(Clock(do="pause"))
    table.record(Clock(do="resume"))
    table.record(Talk(side=1))
    table.undo()
    return table


def panel(key: str) -> Callable[[Scene], None]:
    def make(scene: Scene) -> None:
        if key == "rekey":
            scene.table(rules="chicago")
        else:
            history(scene)
        shown = scene.page.show_panel(key)
        if isinstance(shown, AmendPanel):
            shown.edit(2)
            assert isinstance(shown.editor, HandEditor)
            shown.editor.bids.lines[1].setText("7")
            shown.editor.reasoned.touch()
        elif isinstance(shown, RekeyPanel):
            shown._put(LINES)
            shown._typed()
        elif isinstance(shown, SetupPanel):
            shown.look()

    return make


def why(scene: Scene) -> None:
    history(scene)
    scene.page.explain(2, 0, "change")


def page(key: str) -> Callable[[Scene], None]:
    def make(scene: Scene) -> None:
        history(scene)
        scene.window.do(key)

    return make


def screens() -> Iterator[tuple[str, Callable[[Scene], None]]]:
    """Every screen there is, by name."""
    yield "list", lambda scene: (history(scene), scene.window.show_list())[1]
    yield "list-empty", lambda scene: scene.window.show_list()
    yield "table-new", lambda scene: (scene.table(), None)[1]
    states = (
        bidding,
        refused,
        insisted,
        counting,
        counting_nil,
        team_bids,
        warning,
        time_asked,
        over,
        long_names,
        several,
    )
    for state in states:
        yield f"table-{state.__name__.replace('_', '-')}", state
    known = {action.key for action in ACTIONS}
    for key in PAGES:
        if key in known:
            yield f"page-{key}", page(key)
    for key in PANELS:
        yield f"panel-{key}", why if key == "why" else panel(key)


def settle(app: QApplication) -> None:
    """Lay out and paint, also what asks for it only then."""
    for _round in range(4):
        app.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def shoot(
    app: QApplication,
    look: Theme,
    words: Words,
    size: tuple[int, int],
    name: str,
    make: Callable[[Scene], None],
    file: Path,
) -> None:
    """One picture."""
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(words, look, size, Path(folder))
        scene.furnish(read_only=name == "table-read-only")
        make(scene)
        settle(app)
        scene.window.grab().save(str(file))
        close(scene.window)
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def close(window: QWidget) -> None:
    window.close()
    window.deleteLater()


def languages() -> list[str]:
    """English, and every language with a catalogue."""
    return ["en", *sorted(each.parents[1].name for each in TRANSLATIONS.glob("*/LC_MESSAGES/*.mo"))]


def montage(folder: Path, files: list[Path]) -> None:
    """The pictures of a folder, small, side by side."""
    if shutil.which("montage"):
        subprocess.run(
            [
                "montage",
                "-label",
                "%t",
                *map(str, files),
                "-tile",
                "4x",
                "-geometry",
                "640x+6+6",
                str(folder.with_suffix(".png")),
            ],
            check=True,
        )


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
                words = words_in(language, TRANSLATIONS)
                folder = out / f"{theme}-{size}-{language}"
                folder.mkdir(parents=True, exist_ok=True)
                made = []
                for name, make in screens():
                    if wanted and not name.startswith(wanted):
                        continue
                    file = folder / f"{name}.png"
                    shoot(app, look, words, (wide, high), name, make, file)
                    made.append(file)
                montage(folder, made)
                count += len(made)
    return count


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "pictures")
    print(f"{main(target, tuple(sys.argv[2:]))} pictures in {target}")  # noqa: T201
