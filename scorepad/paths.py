"""Finds the program's own resources, and the folder that holds a user's matches.

The rooms above know only these functions, so that a source tree, an installed wheel and a frozen
program differ in this file alone.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from scorepad.budget import MEGABYTE
from scorepad.files import make_private_folder, read_file

DATA_VARIABLE = "SCOREPAD_DATA"
"""The environment variable that names another data folder, unless `--data` does."""


class FolderError(Exception):
    """A folder cannot be used.

    It holds a template and its fields, which `spades.refusal.error_text` translates.  `str` is
    the English sentence.
    """

    def __init__(self, template: str, **fields: str) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields


def resources_folder() -> Path:
    """Return the folder with `rules`, `icons`, `translations` and the rest.

    Inside the package in a wheel and in a frozen program, beside it in the source tree.
    `FolderError` when neither is there: then the installation is broken.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "resources", package.parent / "resources"):
        if (folder / "rules").is_dir():
            return folder
    raise FolderError(
        "Scorepad's own files are missing from {folder}. Install Scorepad again.",
        folder=str(package),
    )


def is_source_tree() -> bool:
    """Return whether the program runs from its source tree, where `make` works: not from a wheel,
    nor frozen."""
    makefile = Path(__file__).resolve().parents[1] / "Makefile"
    return not getattr(sys, "frozen", False) and makefile.is_file()


def own_command() -> list[str]:
    """Return the command that starts this program."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-m", "scorepad"]


def data_folder(override: str | None = None) -> Path:
    """Return the folder for matches, backups, settings and logs; it is not created here.

    It is `override` (the `--data` option), else `SCOREPAD_DATA`, else the system's folder for the
    user's data.
    """
    path = override or os.environ.get(DATA_VARIABLE)
    if not path or not path.strip():
        import platformdirs

        return platformdirs.user_data_path("scorepad", appauthor=False)
    try:
        folder = Path(path).expanduser()
    except RuntimeError:
        folder = Path(path)
    # Not resolve(): a link to the folder is not resolved.
    return Path(os.path.abspath(folder))  # noqa: PTH100


def raise_request_file(folder: Path) -> Path:
    """Return the file in a data folder by which the open window there is asked to come to the
    front, and which that window removes."""
    return folder / "scorepad.raise"


def request_raise(folder: Path, files: Sequence[str]) -> None:
    # Without O_NONBLOCK a pipe in its place would have to be waited for.
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    with contextlib.suppress(OSError):
        descriptor = os.open(raise_request_file(folder), flags, 0o666)
        with os.fdopen(descriptor, "ab") as request:
            request.write(b"\0" + b"".join(os.fsencode(each) + b"\0" for each in files))


def take_files_to_show_if_raise_requested(folder: Path) -> list[str] | None:
    """Return the files that the window over a data folder is asked to show, once; None without a
    request."""
    request = raise_request_file(folder)
    try:
        written = read_file(request, MEGABYTE)
        if not written:
            return None  # it was opened this moment, and is written the next
        request.unlink()
    except OSError:
        return None
    return [os.fsdecode(each) for each in written.split(b"\0") if each]


def make_writable_folder(folder: Path) -> Path:
    """Return the folder, created if need be and tried by writing to it.

    `FolderError` when it cannot be written.
    """
    import tempfile

    try:
        make_private_folder(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except FileExistsError as error:
        raise FolderError(
            "{folder} is a file. Choose a folder with --data.", folder=str(folder)
        ) from error
    except NotADirectoryError as error:
        raise FolderError(
            "{folder} isn't a folder. Choose another data folder with --data.",
            folder=str(folder),
        ) from error
    except PermissionError as error:
        raise FolderError(
            "You don't have permission to write to the data folder {folder}. Make it "
            "writable, or choose another one with --data.",
            folder=str(folder),
        ) from error
    except OSError as error:
        raise FolderError(
            "Scorepad can't write to the data folder {folder}. Choose another one with --data.",
            folder=str(folder),
        ) from error
