"""Starts the program, or an empty window, and ends it at a moment of its start.

`python -m tests.bench.start MOMENT FOLDER`: the moment is `painted` (the window for the first
time), or `usable` (with its matches); without a folder the window is empty.  Nothing of Qt is
imported before the program itself does so, as the order of imports is a part of what is measured.
"""

from __future__ import annotations

import os
import sys

USABLE = "Scorepad"
"""The window's title, once it shows its matches."""


def end_when_painted() -> None:
    """End this process when its main window is painted for the first time, or when usable."""
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
    from PySide6.QtWidgets import QApplication, QMainWindow

    class Watch(QObject):
        def eventFilter(self, _window: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                # This comes when everything is painted that is painted with the window.
                said = QEvent(QEvent.Type.User)
                QCoreApplication.postEvent(self, said, Qt.EventPriority.HighEventPriority.value)
            return False

        def customEvent(self, _event: QEvent) -> None:
            if sys.argv[1] == "painted" or self.parent().windowTitle() == USABLE:
                os._exit(0)

    def watched(app: QApplication) -> int:
        (window,) = (each for each in app.topLevelWidgets() if isinstance(each, QMainWindow))
        window.installEventFilter(Watch(window))
        return run()

    if QApplication.exec.__name__ != "watched":
        run, QApplication.exec = QApplication.exec, watched


def empty_window() -> None:
    from PySide6.QtWidgets import QApplication, QMainWindow

    end_when_painted()
    app = QApplication(sys.argv[:1])
    app.setStyle("Fusion")
    window = QMainWindow()
    window.resize(1366, 768)
    window.show()
    app.exec()


def program(folder: str) -> None:
    from scorepad import __main__ as scorepad

    class Program(scorepad.Program):
        @property
        def settings(self):
            # Somebody asks for them when there is an application, and before it runs.
            if "PySide6.QtWidgets" in sys.modules:
                end_when_painted()
            return super().settings

    scorepad.Program = Program
    sys.exit(scorepad.main(["--data", folder]))


if __name__ == "__main__":
    program(sys.argv[2]) if len(sys.argv) > 2 else empty_window()
