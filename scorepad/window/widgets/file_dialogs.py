"""Files are saved under safe names, whole or not at all, and the result is announced.

A file that exists is never written over: the dialog proposes a free name, and a name that is taken
is refused.
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

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from scorepad.desk.exporting import exists_already_error
from scorepad.files import read_file, write_file
from scorepad.settings import SettingError, Settings
from scorepad.spades.entries import Head
from scorepad.spades.naming import longest_fitting_beginning, strip_invisible_characters, team_name
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls
from scorepad.window.widgets.notice_strip import NoticeAction

RESERVED_NAMES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
ENDING_PATTERN = re.compile(r"\.([a-z]{3,4}|scorepad)$")
FORBIDDEN_LETTERS = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
MAX_NAME_LENGTH = 160
"""The most bytes of a name without its ending; file systems take 255."""


def file_name_of_match(head: Head, ending: str) -> str:
    """Return a match's file name, valid on every system: "Round 2 Table 4 Aces - Kings.pdf"."""
    words = [head.event, head.round, head.table]
    words.append(f"{team_name(head, 0)} - {team_name(head, 1)}")
    return safe_file_name(" ".join(word for word in words if word), ending)


def safe_file_name(text: str, ending: str) -> str:
    """Return a file name of this text and this ending, valid on every system."""
    name = " ".join(FORBIDDEN_LETTERS.sub(" ", strip_invisible_characters(text)).split()).strip(
        " ."
    )
    name = (
        longest_fitting_beginning(name, lambda part: len(part.encode()) <= MAX_NAME_LENGTH).strip(
            " ."
        )
        or "scorepad"
    )
    if RESERVED_NAMES.fullmatch(name):
        name = f"scorepad {name}"
    return name + ending


def free_path(path: Path) -> Path:
    """Return this path, or the first free one like it: "sheet (2).pdf"."""
    ending = _ending(path.name)
    stem = path.name.removesuffix(ending)
    candidate, number = path, 1
    while os.path.lexists(candidate):
        number += 1
        candidate = path.with_name(f"{stem} ({number}){ending}")
    return candidate


def _ending(name: str) -> str:
    ending = ENDING_PATTERN.search(name)
    return ending[0] if ending else ""


def show_folder(path: Path) -> bool:
    """Show a file's folder in the system's own program; return False where there is none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))


@cache
def make_temporary_folder() -> Path:
    """Return a folder for files that other programs open; it is deleted when this program ends."""
    folder_path = Path(tempfile.mkdtemp(prefix="scorepad-"))
    atexit.register(shutil.rmtree, folder_path, ignore_errors=True)
    return folder_path


def write_new_file(path: Path, data: bytes) -> None:
    """Write a new file, whole or not at all; raise `Refused` if that fails."""
    try:
        write_file(path, data)
    except FileExistsError:
        raise exists_already_error(path) from None
    except OSError as error:
        raise Refused(
            "{file} can't be written ({why}). Choose another folder or name",
            file=str(path),
            why=os_reason(error, writing=True),
        ) from None


def read_chosen_file(path: Path, most: int) -> bytes:
    """Return all bytes of a file of at most `most` bytes; raise `Refused` if it cannot be read."""
    try:
        return read_file(path, most)
    except OSError as error:
        sentence = T("{file} can't be read: {why}", file=path.name, why=os_reason(error))
        raise Refused(sentence) from None


def last_folder(settings: Settings) -> Path:
    """Return the folder in which something was last saved, or the person's home folder."""
    last = Path(str(settings.get("folder") or Path.home()))
    return last if last.is_dir() else Path.home()


def ask_save_path(
    parent: QWidget,
    settings: Settings,
    *,
    title: Text | str,
    name: str,
    kinds: Text | str,
    then: Callable[[Path], object],
) -> None:
    """Ask where to save in the system's dialog, while clocks run on; `then` takes the path.

    The path has the ending of `name` where none was typed.
    """
    proposed = str(free_path(last_folder(settings) / name))
    # The writer refuses a name that is taken.
    option = QFileDialog.Option.DontConfirmOverwrite
    file, _kind = QFileDialog.getSaveFileName(
        parent, str(title), proposed, str(kinds), options=option
    )
    if file and isValid(parent):
        path = Path(file if _ending(file) else file + _ending(name))
        with suppress(SettingError):
            settings.set_and_save("folder", str(path.parent))
        then(path)


def ask_open_paths(
    parent: QWidget,
    settings: Settings,
    *,
    title: Text | str,
    kinds: Text | str,
    then: Callable[[list[str]], object],
    folder: str = "",
) -> None:
    """Ask for files to read, or without `kinds` for a folder, in the system's dialog, while clocks
    run on; `then` takes their paths. It begins in this `folder`, or in the latest one."""
    at = folder or str(last_folder(settings))
    if kinds:
        names, _kind = QFileDialog.getOpenFileNames(parent, str(title), at, str(kinds))
    else:
        name = QFileDialog.getExistingDirectory(parent, str(title), at)
        names = [name] if name else []
    if names and isValid(parent):
        then(names)


def announce_saved_file(
    notify: Callable[[str, controls.Tone, NoticeAction | None], object],
    path: Path,
    warning: Text | None = None,
) -> None:
    """Announce that a file, or a folder of files, was saved at this path, with a warning, and offer
    to open its folder."""

    def open_folder() -> None:
        if not show_folder(path):
            sentence = str(
                T(
                    "Scorepad can't open folders on this computer. The file is {file}.",
                    file=str(path),
                )
            )
            notify(sentence, "bad", None)

    text = str(T("Saved: {file}", file=str(path)))
    if warning is not None:
        text = f"{text}\n{warning}"
    tone: controls.Tone = "good" if warning is None else "warn"
    notify(text, tone, NoticeAction(T("Open the folder"), open_folder, ends=False))
