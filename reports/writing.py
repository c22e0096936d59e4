"""Exports onto the disk: the whole of it under its final name, or nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from scorepad.spades.refusal import Refused
from scorepad.spades.system import why
from scorepad.spades.words import T


class OutputExists(Refused):
    """What would be written is there already."""

    def __init__(self, out: Path) -> None:
        super().__init__(
            T("{out} is there already; nothing was written, choose another name", out=str(out))
        )


class CannotWrite(Refused):
    """The disk, or whoever rules over it, says no."""

    def __init__(self, out: Path, error: OSError) -> None:
        super().__init__(
            T(
                "{out} could not be written ({reason}); nothing was left there",
                out=str(out),
                reason=why(error, writing=True),
            )
        )


def write_file(out: Path, make: Callable[[Path], None]) -> list[Path]:
    """Have `make` write a file and put it into place as `out`; raises `OutputExists` or
    `CannotWrite`, and then nothing is there under that name."""
    return _put(out, make, folder=False)


def write_folder(out: Path, make: Callable[[Path], None]) -> list[Path]:
    """Have `make` fill an empty folder and put it into place as `out`; as `write_file`.  The
    files in it, by name."""
    return _put(out, make, folder=True)


def _put(out: Path, make: Callable[[Path], None], *, folder: bool) -> list[Path]:
    try:
        if os.path.lexists(out):
            raise OutputExists(out)
        aside = Path(tempfile.mkdtemp(prefix=".scorepad-", dir=out.parent))
    except OSError as error:
        raise CannotWrite(out, error) from None
    try:
        part = aside / "part"
        if folder:
            part.mkdir()
        make(part)
        for written in _files(part):
            _sync(written)
        if os.path.lexists(out):
            raise OutputExists(out)
        part.rename(out)
    except OSError as error:
        raise CannotWrite(out, error) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return _files(out)


def _files(path: Path) -> list[Path]:
    return sorted(path.iterdir()) if path.is_dir() else [path]


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
