"""Files that a person saves: safe names, nothing half written, one sentence when it fails."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from scorepad.settings import SettingError, Settings
from scorepad.spades.entries import Head
from scorepad.spades.naming import team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
LONGEST = 120


class NotWritten(Refused):
    """A file could not be written."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            T(
                "{file} cannot be written ({why}); choose another folder or name",
                file=str(path),
                why=why,
            )
        )


def file_name(head: Head, ending: str) -> str:
    """A file name for a match, allowed on every system: "Round 2 Table 4 Aces - Kings.pdf"."""
    words = [head.event, head.round, head.table]
    words.append(f"{team_name(head, 0)} - {team_name(head, 1)}")
    name = FORBIDDEN.sub(" ", " ".join(word for word in words if word))
    name = " ".join(name.split()).strip(" .")[:LONGEST] or "scorepad"
    return name + ending


@cache
def passing_folder() -> Path:
    """A folder for what other programs are shown; it goes away when this program ends."""
    made = Path(tempfile.mkdtemp(prefix="scorepad-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def write(path: Path, data: bytes) -> None:
    """Write the file whole or not at all; raises `NotWritten`."""
    try:
        handle, name = tempfile.mkstemp(prefix=".scorepad-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise NotWritten(path, error.strerror or str(error)) from None


def folder(settings: Settings) -> Path:
    """Where something was last saved, if it is still there; else the person's own folder."""
    kept = Path(str(settings.get("folder") or Path.home()))
    return kept if kept.is_dir() else Path.home()


def ask_where(
    parent: QWidget,
    settings: Settings,
    *,
    title: str,
    name: str,
    kinds: str,
    then: Callable[[Path], None],
) -> QFileDialog:
    """Ask where to save, without holding anything up; `then` is told the path chosen."""
    dialog = QFileDialog(parent, title, str(folder(settings) / name), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowModality(Qt.WindowModality.NonModal)

    def chosen(file: str) -> None:
        path = Path(file)
        with suppress(SettingError):
            settings.set("folder", str(path.parent))
        then(path)

    dialog.fileSelected.connect(chosen)
    dialog.show()
    return dialog
