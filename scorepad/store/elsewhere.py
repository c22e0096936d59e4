"""The copy elsewhere: the second copy once more, in a folder that the user names, on a USB drive.

Nobody waits for it, because such a drive is slow and may be gone: another thread appends what the
second copy has got since, and the notices say what went wrong.  Nothing reads it; where a whole
computer is lost, `restore` takes it like any other second copy.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from scorepad import files
from scorepad.spades.refusal import os_reason
from scorepad.spades.words import T, Text
from scorepad.store.second_copy import FILE, LAST, MARKED

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

AGAIN = 5.0
"""Seconds until it is tried again, where a drive is out or full."""


class CopyElsewhere:
    """Has the file in a named folder follow the second copy; nothing where no folder is named."""

    def __init__(self, second: Path, folder: Callable[[], str]) -> None:
        self._second = second
        self._folder = folder
        self._worker: ThreadPoolExecutor | None = None
        self._next: Future[None] | None = None
        self._ended = threading.Event()
        self.notices: dict[Text, None] = {}

    def follow(self) -> None:
        """Have it get what the second copy has, and do not wait for it."""
        if not self._folder():
            return
        if self._worker is None:
            from concurrent.futures import ThreadPoolExecutor

            self._worker = ThreadPoolExecutor(1, "elsewhere")
        if self._next is not None:
            self._next.cancel()  # one that waits would find nothing left to do
        self._next = self._worker.submit(self._follow)

    def end(self) -> None:
        """Wait until it has everything, or cannot get it now."""
        self._ended.set()
        if self._worker is not None:
            self._worker.shutdown()
            self._worker = None

    def _follow(self) -> None:
        while not self._follows() and not self._ended.wait(AGAIN):
            pass

    def _follows(self) -> bool:
        """Bring it to where the second copy is; False where that cannot be done now."""
        folder = self._folder()
        to = Path(folder) / FILE
        try:
            if folder and not _brought(self._second, to):
                text = T(
                    "{file} is a copy of other matches and was left as it is; name another folder "
                    "in the settings.",
                    file=str(to),
                )
                self.notices[text] = None
        except OSError as error:
            text = T(
                "It is recorded; the copy {file} is missing: {why}. It gets the rest as soon as it "
                "can.",
                file=str(to),
                why=os_reason(error, writing=True),
            )
            self.notices[text] = None
            return False
        return True


def _brought(second: Path, to: Path) -> bool:
    """Bring a copy to where the second copy is; False where it is a copy of other matches.  Raises
    `OSError`."""
    with second.open("rb") as source:
        try:
            files.stat_regular_file(to)
            with to.open("r+b") as copied:
                if not _first(source).startswith(_first(copied)):
                    return False
                if _goes_on(source, copied):
                    shutil.copyfileobj(source, copied)
                    copied.flush()
                    os.fsync(copied.fileno())
                    return True
        except FileNotFoundError:
            pass
        source.seek(0)
        with (
            files.replace_when_done(to, overwrite=True, private=True) as part,
            part.open("wb") as out,
        ):
            shutil.copyfileobj(source, out)
    return True


def _first(file: BinaryIO) -> bytes:
    """Return the line with which the first match begins."""
    return next((line for line in file if not line.startswith(MARKED)), b"")


def _goes_on(source: BinaryIO, copied: BinaryIO) -> bool:
    """Go to the end of what is copied, in both; return whether they are alike there."""
    size = copied.seek(0, os.SEEK_END)
    for each in (source, copied):
        each.seek(max(0, size - LAST))
    return source.read(min(size, LAST)) == copied.read()
