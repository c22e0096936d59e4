"""Starts the program, or an empty window, and closes it at a moment of its start.

`python -m tests.bench.start MOMENT FOLDER`: the moment is `painted` (the window for the first
time) or `usable` (with its matches), when the seconds that the processor has worked are printed;
or `idle`: some seconds later, when what the processor works in the next seconds is printed, in per
cent of one.  Without a folder the window is empty.  Nothing of Qt is imported before the program
does so, as the order of imports is a part of what is measured.
"""

from __future__ import annotations

import sys
import time

USABLE = "Scorepad"
"""The window's title, once it shows its matches."""
SETTLED, WATCHED = 5.0, 10.0  # s


def end_when_painted() -> None:
    """Close the main window at the moment that the arguments name, once it is painted."""
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow

    def end(measured: float) -> None:
        sys.stdout.write(str(measured))
        sys.stdout.flush()
        # Matches that are not closed in order are looked through when they are opened again.
        QApplication.closeAllWindows()

    def watch_idle() -> None:
        spent, at = time.process_time(), time.perf_counter()

        def tell() -> None:
            works = (time.process_time() - spent) / (time.perf_counter() - at)
            end(works * 100)

        QTimer.singleShot(int(WATCHED * 1000), tell)

    class Watch(QObject):
        watching = False

        def eventFilter(self, _window: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                # This comes when everything is painted that is painted with the window.
                said = QEvent(QEvent.Type.User)
                QCoreApplication.postEvent(self, said, Qt.EventPriority.HighEventPriority.value)
            return False

        def customEvent(self, _event: QEvent) -> None:
            usable = self.parent().windowTitle() == USABLE
            if self.watching or not (usable or sys.argv[1] == "painted"):
                return
            self.watching = True
            if sys.argv[1] == "idle":
                QTimer.singleShot(int(SETTLED * 1000), watch_idle)
            else:
                end(time.process_time())

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
