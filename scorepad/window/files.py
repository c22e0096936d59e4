"""Files that a person saves: safe names, nothing half written, one sentence when it fails.

What is there already is never written over: a free name is proposed, and a name that is taken
is refused with a sentence, whatever the kind of file.
"""

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

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from scorepad.settings import SettingError, Settings
from scorepad.spades.entries import Head
from scorepad.spades.letters import cut, seen
from scorepad.spades.naming import team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.system import why
from scorepad.spades.words import T, Text
from scorepad.window import qt_words

RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
ENDING = re.compile(r"\.[a-z]{3,4}$")
FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
LONGEST = 160
"""The most bytes of a name without its ending; file systems take 255, with what they add."""


class NotWritten(Refused):
    """A file could not be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            T(
                "{file} cannot be written ({why}); choose another folder or name",
                file=str(path),
                why=why(error, writing=True),
            )
        )


class ThereAlready(Refused):
    """A file, or a folder, has the name already."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            T("{out} is there already; nothing was written, choose another name", out=str(path))
        )


def file_name(head: Head, ending: str) -> str:
    """A file name for a match, allowed on every system: "Round 2 Table 4 Aces - Kings.pdf"."""
    words = [head.event, head.round, head.table]
    words.append(f"{team_name(head, 0)} - {team_name(head, 1)}")
    return safe_name(" ".join(word for word in words if word), ending)


def safe_name(text: str, ending: str) -> str:
    """A file name of these words and this ending, allowed on every system."""
    name = " ".join(FORBIDDEN.sub(" ", seen(text)).split()).strip(" .")
    name = cut(name, lambda part: len(part.encode()) <= LONGEST).strip(" .") or "scorepad"
    if RESERVED.fullmatch(name):
        name = f"scorepad {name}"
    return name + ending


def free(path: Path) -> Path:
    """This path, or the first like it that nothing has yet: "sheet (2).pdf"."""
    ending = _ending(path.name)
    stem = path.name.removesuffix(ending)
    made, number = path, 1
    while os.path.lexists(made):
        number += 1
        made = path.with_name(f"{stem} ({number}){ending}")
    return made


def _ending(name: str) -> str:
    """ ".pdf" of "sheet.pdf"; "" where what follows the last dot is a part of the name."""
    found = ENDING.search(name)
    return found[0] if found else ""


def show_folder(path: Path) -> bool:
    """Show the folder that a file is in with the system's own program; False: it has none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))


@cache
def passing_folder() -> Path:
    """A folder for what other programs are shown; it goes away when this program ends."""
    made = Path(tempfile.mkdtemp(prefix="scorepad-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def write(path: Path, data: bytes) -> None:
    """Write a new file whole or not at all; raises `ThereAlready` or `NotWritten`."""
    try:
        if os.path.lexists(path):
            raise ThereAlready(path)
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
        raise NotWritten(path, error) from None


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
    """Ask where to save, without holding anything up; `then` is told the path chosen, with the
    ending of `name` where none was typed."""
    proposed = free(folder(settings) / name)
    dialog = _dialog(parent, title, proposed, kinds, T("Save"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    # Whoever writes refuses a name that is taken; a question would stand over the page.
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, True)
    dialog.setDefaultSuffix(_ending(name).removeprefix("."))

    def chosen(file: str) -> None:
        path = Path(file)
        with suppress(SettingError):
            settings.set("folder", str(path.parent))
        then(path)

    dialog.fileSelected.connect(chosen)
    dialog.show()
    return dialog


def ask_which(
    parent: QWidget,
    settings: Settings,
    *,
    title: str,
    kinds: str,
    then: Callable[[list[str]], object],
) -> QFileDialog:
    """Ask for files to read, without holding anything up; `then` is told their paths."""
    dialog = _dialog(parent, title, folder(settings), kinds, T("Open"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(then)
    dialog.show()
    return dialog


def _dialog(parent: QWidget, title: str, at: Path, kinds: str, accept: Text) -> QFileDialog:
    """The system's own dialog, or Qt's in the program's words where there is none."""
    dialog = QFileDialog(parent, title, str(at), kinds)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowModality(Qt.WindowModality.NonModal)
    qt_words.furnish(dialog, accept)
    return dialog
