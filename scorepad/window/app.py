"""Opens the window over what the composition root hands in.

The empty window is on the screen before the store's libraries are read.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QThread, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from scorepad import paths
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.shell.alarm import Alarm
from scorepad.window.shell.session import WindowSession, WindowSessionServices
from scorepad.window.widgets import controls
from scorepad.window.widgets.reader_roles import use_accessible_roles
from scorepad.window.widgets.theme import Theme

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk


MAX_UNSEEN_TIME = 1000  # ms
"""A window that starts as an icon opens the matches after this time."""


class WindowServices(WindowSessionServices, Protocol):
    """The services of the composition root for the window."""

    def import_store_libraries(self) -> None:
        """Load the store's libraries, which takes longer than the window to show."""

    def open_desk(self, write: bool) -> contextlib.AbstractContextManager[Desk]:
        """Return the desk over the store, to read only or to `write` too."""


class StoreLibrariesImportThread(QThread):
    """Loads the store's libraries in the background."""

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services

    def run(self) -> None:
        with contextlib.suppress(Exception):  # reported at their first use
            self._services.import_store_libraries()


class FileOpenRequests(QObject):
    """Signals the file that the system (macOS) asks the open program to show."""

    requested = Signal(str)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.requested.emit(event.file())
            return True
        return False


def _application() -> QApplication:
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])


def run(services: WindowServices, match_files: Sequence[str] = ()) -> int:
    """Show the window, bring the matches in, show these match files, and return its exit status
    when it is closed."""
    app = _application()
    app.setApplicationName("Scorepad")
    app.setDesktopFileName("scorepad")
    app.setStyle("Fusion")
    use_accessible_roles()
    # Those of Qt's own menus are black, on every ground.
    app.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus)
    resources = paths.resources_folder()
    app.setWindowIcon(QIcon(str(resources / "icons" / "scorepad.png")))
    theme = Theme(app, services.folder / "fonts")
    theme.apply(services.settings.theme, services.settings.text_scale, services.settings.sides)
    session = WindowSession(services, theme, Alarm(resources / "sounds", app))
    session.show_match_files(match_files)
    if sys.platform == "darwin":  # elsewhere every event would be looked at for nothing
        file_open = FileOpenRequests(app)
        file_open.requested.connect(lambda name: session.show_match_files([name]))
        app.installEventFilter(file_open)
    sys.excepthook = partial(_unexpected, session, services.folder, sys.excepthook)
    with contextlib.ExitStack() as stack:
        loading = StoreLibrariesImportThread(services, app)
        stack.callback(loading.wait)
        opening = QTimer(app, singleShot=True)
        opening.timeout.connect(loading.start)
        loading.finished.connect(lambda: open_desk_in_window(session, services, stack))
        opening.start(MAX_UNSEEN_TIME)

        def open_after_first_paint() -> None:
            first_paint.deleteLater()
            opening.start(0)

        paint = QEvent.Type.Paint
        first_paint = controls.EventFollower(session.window, open_after_first_paint, paint)
        session.window.show()
        return app.exec()


def show_startup_refusal_dialog(sentence: str) -> None:
    """Show in a dialog why the window cannot be opened, to somebody who has no terminal."""
    app = _application()
    dialog = QMessageBox(QMessageBox.Icon.Critical, "Scorepad", controls.capitalize(sentence))
    dialog.addButton(str(T("Close")), QMessageBox.ButtonRole.AcceptRole)
    dialog.exec()
    app.processEvents()


def _unexpected(
    session: WindowSession,
    folder: Path,
    note: Callable[[type[BaseException], BaseException, TracebackType | None], object],
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
) -> None:
    """Note an unforeseen error, and show a sentence about it."""
    note(kind, error, trace)
    session.window.banners.show_banner(
        "unexpected",
        T(
            "Something went wrong in Scorepad. Everything you recorded is safe. The details "
            "are in the folder {folder}.",
            folder=str(folder / "logs"),
        ),
    )


def open_desk_in_window(
    session: WindowSession, services: WindowServices, stack: contextlib.ExitStack
) -> None:
    """Bring the matches into the window, or the reason why they cannot be opened."""
    try:
        desk = stack.enter_context(services.open_desk(True))
    except Refused as refused:
        session.window.setWindowTitle("Scorepad")
        session.window.navigation.show_text("")
        session.window.banners.show_banner("store", refused.text, stays=True)
        session.start_ticker()
        return
    session.show_desk_and_start_ticker(desk, desk.now)
