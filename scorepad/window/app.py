"""Opens the window over what the composition root hands in.

The empty window is on the screen before the store's libraries are read.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from scorepad import paths
from scorepad.desk.desk import Desk
from scorepad.desk.ports import Sheets
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, Words
from scorepad.window import making, qt_words
from scorepad.window.alarm import Alarm
from scorepad.window.main_window import MainWindow
from scorepad.window.theme import Theme


class Program(Protocol):
    """What the window asks of the composition root; each part is made when it is asked for."""

    @property
    def folder(self) -> Path:
        """The data folder."""

    @property
    def settings(self) -> Settings:
        """The settings of the data folder."""

    @property
    def words(self) -> Words:
        """The reader's language, as it is set now."""

    @property
    def languages(self) -> tuple[tuple[str, str], ...]:
        """The languages there are words for: code, and name in the language itself."""

    def open_desk(self, write: bool) -> contextlib.AbstractContextManager[Desk]:
        """The desk over the store; `write`: as the one program that writes, Refused with a
        sentence when another one does."""

    def sheets(self) -> Sheets:
        """Sheets and exports, in the reader's language."""


def now() -> datetime:
    """The wall clock, in UTC."""
    return datetime.now(UTC)


def run(program: Program) -> int:
    """Show the window, bring the matches in, and return its exit status when it is closed."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("Scorepad")
    app.setDesktopFileName("scorepad")
    app.setStyle("Fusion")
    # Those of Qt's own menus are black, on whatever ground.
    app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
    resources = paths.resources()
    app.setWindowIcon(QIcon(str(resources / "icons" / "scorepad.png")))
    look = Theme(app)
    look.apply(program.settings.theme, program.settings.text_scale)
    qt_words.speak(program.words)
    alarm = Alarm(resources / "sounds", app)
    window = MainWindow(
        program.settings,
        program.words,
        look,
        alarm,
        folder=str(program.folder),
        languages=program.languages,
        speak=lambda: (program.words, program.sheets()),
    )
    sys.excepthook = partial(_unexpected, window, sys.excepthook)
    window.show()
    app.aboutToQuit.connect(making.wait_for_all)
    with contextlib.ExitStack() as stack:
        QTimer.singleShot(0, lambda: furnish(window, program, stack))
        return app.exec()


def _unexpected(
    window: MainWindow,
    note: Callable[[type[BaseException], BaseException, TracebackType | None], object],
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
) -> None:
    """What nobody foresaw is noted as the composition root notes it, and told in a sentence."""
    note(kind, error, trace)
    window.banners.show_banner(
        "unexpected",
        window.words(
            "Something went wrong in this program; what was recorded is safe. "
            "It is noted in the folder {folder}.",
            folder=str(Path(window.folder) / "logs"),
        ),
    )


def furnish(window: MainWindow, program: Program, stack: contextlib.ExitStack) -> None:
    """Bring the matches into the window; where another program writes, only to be looked at."""
    read_only: Text | None = None
    try:
        desk = stack.enter_context(program.open_desk(True))
    except Refused as refused:
        read_only = refused.text
        try:
            desk = stack.enter_context(program.open_desk(False))
        except Refused as worse:
            window.setWindowTitle("Scorepad")
            window.banners.show_banner("store", program.words(worse.text), stays=True)
            return
    window.furnish(desk, program.sheets(), now, read_only=read_only)
