"""A command writes its result as a whole file or not at all, or to standard output."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Final

from scorepad import files
from scorepad.events.document_kinds import DocumentKind, DocumentKinds
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text

STANDARD_OUTPUT = "-"
OTHER_ENDINGS: Final = frozenset(
    f".{each}"
    for each in (
        *("doc", "docx", "md", "odt", "toml", "tsv", "txt", "xml"),
        *("jpeg", "jpg", "png", "svg", "ods", "xls", "zip"),
    )
)
"""The endings by which programs recognize other formats.  (“No. 7” has none.)"""


NO_TERMINAL = T("a PDF can't be shown in a terminal; name a file with -o")


def refuse_contradicting(path: str, kind: DocumentKind, formats: DocumentKinds) -> None:
    """Raise `Refused` for a name whose ending belongs to another format, because programs would
    open the file as that. A name without an ending of a format is allowed."""
    ending = Path(path).suffix.lower()
    known = OTHER_ENDINGS.union(*(each.endings for each in formats.values()))
    if ending in known and ending not in kind.endings:
        what = T(
            "the name of a file in this format can't end in {ending}; use {right}",
            ending=ending,
            right=kind.endings[0],
        )
        raise _unwritable(path, what)


def write_and_list_files(path_or_dash: str, data: bytes, *, overwrite: bool) -> list[str]:
    """Write to standard output (`-`) or to a file, the whole of it or nothing; list the files.

    A link is written through: its target changes, the link doesn't. With `overwrite` an ordinary
    file is replaced, never anything else of that name. Raises `Refused`, for a terminal too.
    """
    if path_or_dash != STANDARD_OUTPUT:
        _write(path_or_dash, data, overwrite=overwrite)
        return [path_or_dash]
    if sys.stdout.isatty():
        raise Refused(NO_TERMINAL)
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return []


def refuse_unwritable(path_or_dash: str, *, overwrite: bool) -> None:
    """Raise the errors of `write_and_list_files` that are known before there is a result."""
    if path_or_dash == STANDARD_OUTPUT:
        if sys.stdout.isatty():
            raise Refused(NO_TERMINAL)
        return
    try:
        _refuse_existing(Path(path_or_dash), overwrite=overwrite)
    except OSError as error:
        raise _unwritable(path_or_dash, os_reason(error)) from None


def _refuse_existing(out: Path, *, overwrite: bool) -> None:
    try:
        # As the system follows links: those of its own (/dev/stdout) lead to no path.
        status = out.stat()
    except FileNotFoundError:
        if out.is_symlink() and not overwrite:
            raise exists_already_error(out) from None
        return
    if stat.S_ISDIR(status.st_mode):
        raise _unwritable(str(out), T("it's a folder; choose a file"))
    if not stat.S_ISREG(status.st_mode):
        raise _unwritable(str(out), T("it isn't a regular file; choose another one"))
    if not overwrite:
        raise exists_already_error(out)


def _unwritable(where: str, what: Text) -> Refused:
    return Refused("{where}: {what}", where=where, what=what)


def exists_already_error(out: Path | str) -> Refused:
    """Return the refusal to replace a file, with the option that allows it."""
    return _unwritable(str(out), T("it already exists; use --overwrite to replace it"))


def _write(path: str, data: bytes, *, overwrite: bool) -> None:
    out = Path(path)
    try:
        _refuse_existing(out, overwrite=overwrite)
        files.write_file(Path(os.path.realpath(out)), data, overwrite=overwrite)
    except FileExistsError:
        raise exists_already_error(out) from None
    except OSError as error:
        raise _unwritable(path, os_reason(error, writing=True)) from None
