"""The window has another process exchange with the other laptops, and shows the status."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QProcess, Qt, QTimer, Signal

from scorepad.desk.sharing import ShareStatus, all_laptops_status_text, clock_texts, is_urgent
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap

START_AGAIN = 10_000  # ms until a process that ended is started again
PATIENCE = 1000  # ms that the process has to end
LOOK_EVERY = 1000  # ms


class SharingServices(Protocol):
    """The exchange with other laptops, as the composition root provides it."""

    @property
    def command(self) -> list[str]:
        """Return the command of the process that exchanges until its input is closed."""

    def status(self) -> ShareStatus | None:
        """Return the status of sharing; None before the first exchange."""

    def check_folder_for_sharing(self, folder: Path) -> Text:
        """Return a sentence that a folder can be shared, with the laptops there; raises
        `Refused`. It may be slow."""

    def check_database_for_sharing(self, named: str) -> Text:
        """Return the same of a database."""


class SharingProcess(QObject):
    """Runs the exchange process while something is shared, and reads its status."""

    changed = Signal()
    tried = Signal(str, object, bool)
    """The setting whose place was tested, the sentence (`Text`) with the result, and whether the
    place can be used."""
    _arrived = Signal(str, int, object, bool)

    def __init__(
        self, services: SharingServices, settings: Settings, parent: QObject | None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._settings = settings
        self._process: QProcess | None = None
        self._status: ShareStatus | None = None
        self._again = controls.single_shot_timer(self, self.follow_settings, START_AGAIN)
        self._look = QTimer(self, interval=LOOK_EVERY)
        self._look.timeout.connect(self._read)
        self._trials = dict.fromkeys(("share_folder", "share_database"), 0)
        self._arrived.connect(self._take_trial, Qt.ConnectionType.QueuedConnection)

    @property
    def status(self) -> ShareStatus | None:
        """Return the status of sharing; None if nothing is shared."""
        return self._status if self._settings.is_shared else None

    def follow_settings(self) -> None:
        """Start the process where something is shared; else end it."""
        if not self._settings.is_shared:
            self.stop()
        elif self._process is None:
            process = self._process = QProcess(self)
            process.finished.connect(self._ended)
            process.errorOccurred.connect(self._ended)
            program, *arguments = self._services.command
            process.setStandardOutputFile(QProcess.nullDevice())
            process.setStandardErrorFile(QProcess.nullDevice())
            process.start(program, arguments)
            self._look.start()
        self._read()

    def _ended(self) -> None:
        if self._process is not None and self._process.state() == QProcess.ProcessState.NotRunning:
            self._process.deleteLater()
            self._process = None
            self._again.start()

    def stop(self) -> None:
        """End the process without a long wait: its entries are stored."""
        self._again.stop()
        self._look.stop()
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.closeWriteChannel()
            process.terminate()
            if not process.waitForFinished(PATIENCE):
                process.kill()
                process.waitForFinished(PATIENCE)
            process.deleteLater()

    def _read(self) -> None:
        status = self._services.status() if self._settings.is_shared else None
        if status != self._status:
            self._status = status
            self.changed.emit()

    def try_shared_place(self, key: str) -> None:
        """Try the folder or the database that this setting names; `tried` says what came of the
        latest trial of each.  A thread does it, and the end waits for none: a drive or a
        server may be slow."""
        self._trials[key] += 1
        named = str(self._settings.get(key))
        if key == "share_database":
            work = partial(self._services.check_database_for_sharing, named)
        else:
            work = partial(self._services.check_folder_for_sharing, Path(named))
        arguments = (key, self._trials[key], work)
        threading.Thread(target=self._try, args=arguments, name="trial", daemon=True).start()

    def _try(self, key: str, number: int, work: Callable[[], Text]) -> None:
        try:
            text, is_usable = work(), True
        except Refused as refused:
            text, is_usable = refused.text, False
        with contextlib.suppress(RuntimeError):  # the window is gone
            self._arrived.emit(key, number, text, is_usable)

    def _take_trial(self, key: str, number: int, text: Text, is_usable: bool) -> None:
        if number == self._trials[key]:
            self.tried.emit(key, text, is_usable)


class SharingLine(controls.ElidedLabel):
    """The line about the other laptops; it is hidden while nothing is shared."""

    def __init__(self) -> None:
        super().__init__("caption")
        layouts.set_margins(self, (Gap.GROUPS, Gap.LINES))
        self.setVisible(False)

    def show_status(self, status: ShareStatus | None, now: datetime) -> None:
        """Show how sharing is at a moment (UTC)."""
        if status is None:
            self.setVisible(False)
            return
        urgent = is_urgent(status, now)
        notices = reversed(status.notices)  # the line may be cut: the newest first
        parts = (all_laptops_status_text(status, now), *clock_texts(status), *notices)
        text = " · ".join(str(each) for each in parts)
        text = controls.SIGNS["bad" if urgent else "note"] + controls.capitalize(text)
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text)
        tone = "bad" if urgent else ""
        if self.property("tone") != tone:
            theme.set_style_property(self, "tone", tone)
        self.setVisible(True)
