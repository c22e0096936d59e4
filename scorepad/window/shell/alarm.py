"""The alarm is sounded by QtMultimedia, by a player of the system, or with the system's bell.

Machines differ in what they have (QtMultimedia does not even load without libpulse), so each is
tried, and "Test alarm" names the one that sounds.
"""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from PySide6.QtCore import QLoggingCategory, QObject, QProcess, QUrl
from PySide6.QtWidgets import QApplication

from scorepad.spades.words import T, Text

Sound: TypeAlias = Literal["warning", "time-up"]
SOUNDS: Final[tuple[Sound, ...]] = ("warning", "time-up")
PLAYERS: Final[tuple[tuple[str, ...], ...]] = (
    ("paplay",),
    ("pw-play",),
    ("aplay", "-q"),
    ("afplay",),
    ("ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet"),
)
"""These programs play a sound file, the best first."""
BELLS: Final = 3


class Alarm(QObject):
    """Sounds the alarm. `folder` holds `warning.wav` and `time-up.wav`."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._effects: dict[str, Any] = {}
        self._running: list[QProcess] = []
        self._player: Sequence[str] | None = None
        self._means: Text | None = None
        self.enabled = True

    @property
    def sound_output_text(self) -> Text:
        """Return a sentence with the player of the alarm."""
        if self._means is None:
            self._means = self._find()
        return self._means

    def _find(self) -> Text:
        if self._load_multimedia():
            return T("Scorepad plays the alarm itself (with QtMultimedia).")
        if sys.platform == "win32":
            return T("Windows plays the alarm.")
        for player in PLAYERS:
            if shutil.which(player[0]) is not None:
                self._player = player
                return T("Scorepad plays the alarm with {program}.", program=player[0])
        return T(
            "Scorepad found no sound player on this computer, so the alarm is the system beep, "
            "which may be silent. Warnings also appear on the screen."
        )

    def _load_multimedia(self) -> bool:
        # It warns of each library that it looks for; `sound_output_text` names what
        # plays the alarm.
        QLoggingCategory.setFilterRules("qt.multimedia.*=false")
        try:
            multimedia = importlib.import_module("PySide6.QtMultimedia")
            if not multimedia.QMediaDevices.audioOutputs():
                return False
            for sound in SOUNDS:
                effect = multimedia.QSoundEffect(self)
                effect.setSource(QUrl.fromLocalFile(str(self.file(sound))))
                self._effects[sound] = effect
        except (ImportError, AttributeError, RuntimeError):
            self._effects.clear()
            return False
        return True

    def file(self, sound: Sound) -> Path:
        """Return the file of a sound."""
        return self._folder / f"{sound}.wav"

    def ring(self, sound: Sound) -> None:
        """Play a sound, unless alarms are switched off."""
        if self.enabled:
            self.play(sound)

    def play(self, sound: Sound) -> None:
        """Play a sound."""
        assert self.sound_output_text is not None
        if self._effects:
            self._effects[sound].play()
        elif sys.platform == "win32":
            _play_on_windows(self.file(sound))
        elif self._player is not None:
            self._start(self._player, self.file(sound))
        else:
            for _bell in range(BELLS if sound == "time-up" else 1):
                QApplication.beep()

    def _start(self, player: Sequence[str], file: Path) -> None:
        self._running = [
            process
            for process in self._running
            if process.state() != QProcess.ProcessState.NotRunning
        ]
        process = QProcess(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.finished.connect(lambda code, _status: self._finished(code))
        process.start(player[0], [*player[1:], str(file)])
        self._running.append(process)

    def _finished(self, code: int) -> None:
        # A player without a sound card ends at once with an error; then there is the bell.
        if code != 0:
            QApplication.beep()


def _play_on_windows(file: Path) -> None:
    winsound = importlib.import_module("winsound")
    winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_ASYNC)
