"""What the operating system says, in words for whoever reads it.

A system's own words are English, or its own language, and say what a program tried rather than
what a person can do.  So the common ones are sentences of ours, by number; any other is said as
the system says it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from scorepad.spades.words import T, Text, Words

HELD = (32, 33)
"""What Windows says of a file that another program holds, besides the number of a permission."""

_FULL = T("the disk is full")
_FORBIDDEN = T("its permissions forbid it")
_IN_USE = T("another program holds it")
_SILENT = T("the disk does not answer as it should")
_KNOWN: dict[int, Text] = {
    errno.ENOENT: T("there is no such file"),
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: T("its disk can only be read"),
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EISDIR: T("it is a folder; name a file"),
    errno.ENOTDIR: T("a part of its path is a file, not a folder"),
    errno.EEXIST: T("there is a file in its place"),
    errno.ENAMETOOLONG: T("its name is too long"),
    errno.ELOOP: T("it is a link that leads back to itself"),
    errno.EBADF: T("it is closed"),
    errno.EMFILE: T("too many files are open"),
    errno.ENFILE: T("too many files are open"),
    errno.EBUSY: _IN_USE,
    errno.ETXTBSY: _IN_USE,
    errno.EIO: _SILENT,
    errno.ENXIO: _SILENT,
    errno.ENODEV: _SILENT,
}
"""What is said for each number; of `ENOENT`, where a file is to be read."""


class Untold(Protocol):
    """An error of the rooms below: a template and its fields, one of which may be what the
    operating system said (`settings.SettingError`, `paths.FolderError`)."""

    @property
    def template(self) -> str:
        """The English template."""

    @property
    def fields(self) -> Mapping[str, str | int | OSError]:
        """Its fields."""


def sentence_of(words: Words, error: Untold) -> str:
    """Such an error in the reader's language."""
    fields = {
        name: why(field) if isinstance(field, OSError) else field
        for name, field in error.fields.items()
    }
    return words(error.template, **fields)


def why(error: OSError, *, writing: bool = False) -> Text:
    """Why the system would not, as the end of a sentence; `writing`: a file was to be made."""
    if getattr(error, "winerror", None) in HELD:
        return _IN_USE
    if error.errno == errno.ENOENT and writing:
        if _folder_is_there(error):
            return T("nothing can be written in its folder")
        return T("its folder does not exist")
    return _KNOWN.get(error.errno or 0) or T("{system}", system=_own_words(error))


def _folder_is_there(error: OSError) -> bool:
    """A folder of the system's own (/proc) is there and takes no file."""
    name = error.filename
    return isinstance(name, str | bytes) and Path(os.fsdecode(name)).parent.is_dir()


def _own_words(error: OSError) -> str:
    return (error.strerror or str(error) or type(error).__name__).strip(" .")
