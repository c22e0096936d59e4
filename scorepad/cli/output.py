"""What a command writes for good: a whole file or none, or standard output."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from scorepad.cli.sources import Unwritable
from scorepad.spades.refusal import Refused
from scorepad.spades.system import why
from scorepad.spades.words import T

STANDARD_OUTPUT = "-"
ENDINGS = {
    "csv": (".csv",),
    "json": (".json", ".jsonl", ".ndjson"),
    "xlsx": (".xlsx",),
    "pdf": (".pdf",),
}
"""What a file of each format may end in."""
OTHERS = frozenset(
    f".{each}"
    for each in (
        *("doc", "docx", "htm", "html", "md", "odt", "toml", "tsv", "txt", "xml"),
        *("jpeg", "jpg", "png", "svg", "ods", "xls", "zip"),
    )
)
"""Endings of formats that are not written here.  (What follows the dot of “No. 7” is none.)"""


class TerminalOutput(Refused):
    """A file that is no text would be written on a terminal."""

    def __init__(self) -> None:
        super().__init__(T("a PDF is no text for a terminal; send it into a file, or name one: -o"))


def refuse_contradicting(named: str, form: str) -> None:
    """Raise `Unwritable` for a name whose ending says another format: programs would open the
    file as that.  No ending, or one that is no format's, is let be."""
    ending = Path(named).suffix.lower()
    mine = ENDINGS[form]
    every = OTHERS.union(*ENDINGS.values())
    if ending in every and ending not in mine:
        what = T(
            "its ending {ending} is not that of what is written, {form}; "
            "end it in {right} or leave the ending out",
            ending=ending,
            form=form.upper(),
            right=mine[0],
        )
        raise Unwritable(named, what)


def put_out(named: str, data: bytes, *, overwrite: bool) -> list[str]:
    """Write to standard output (`-`) or to a file, the whole of it or nothing; the files written.

    A link is written through: what it leads to changes, the link stays.  With `overwrite` an
    ordinary file is replaced, never anything else that bears the name.  Raises `Unwritable` or
    `TerminalOutput`.
    """
    if named != STANDARD_OUTPUT:
        _write(named, data, overwrite=overwrite)
        return [named]
    if sys.stdout.isatty():
        raise TerminalOutput
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return []


def refuse_unwritable(named: str, *, overwrite: bool) -> None:
    """Raise what `put_out` would, as far as it is known before there is anything to write."""
    if named == STANDARD_OUTPUT:
        if sys.stdout.isatty():
            raise TerminalOutput
        return
    try:
        _there(Path(named), overwrite=overwrite)
    except OSError as error:
        raise Unwritable(named, why(error)) from None


def _there(out: Path, *, overwrite: bool) -> os.stat_result | None:
    """What has the name now, None for nothing; raises `Unwritable` when it has to stay."""
    try:
        # As the system follows links: those of its own (/dev/stdout) lead to no path.
        found = out.stat()
    except FileNotFoundError:
        if out.is_symlink() and not overwrite:
            raise _exists(out) from None
        return None
    if stat.S_ISDIR(found.st_mode):
        raise Unwritable(str(out), T("it is a folder; name a file"))
    if not stat.S_ISREG(found.st_mode):
        raise Unwritable(str(out), T("it is no ordinary file; name another"))
    if not overwrite:
        raise _exists(out)
    return found


def _exists(out: Path) -> Unwritable:
    return Unwritable(str(out), T("it exists already; --overwrite replaces it"))


def _write(named: str, data: bytes, *, overwrite: bool) -> None:
    out, temporary = Path(named), ""
    try:
        found = _there(out, overwrite=overwrite)
        target = Path(os.path.realpath(out))
        handle, temporary = tempfile.mkstemp(prefix=".scorepad-", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mode = 0o666 & ~_umask() if found is None else stat.S_IMODE(found.st_mode)
        Path(temporary).chmod(mode)
        if overwrite:
            Path(temporary).replace(target)
        else:
            _put_new(Path(temporary), target, out)
    except OSError as error:
        raise Unwritable(named, why(error, writing=True)) from None
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink(missing_ok=True)


def _put_new(temporary: Path, target: Path, out: Path) -> None:
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise _exists(out) from None
    except OSError:
        # A file system without links.
        if target.exists():
            raise _exists(out) from None
        temporary.replace(target)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
