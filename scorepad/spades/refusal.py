"""A refusal is one sentence: the fault, and a valid value.

The operating system refuses things too. Its own words are in English or in the system's language,
and describe the program's attempt rather than a remedy. So its common errors have sentences of
ours, by number; the others keep the system's words.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from scorepad.budget import MEGABYTE, FileTooLarge
from scorepad.spades.words import Field, N, T, Text


class Refused(Exception):
    """Something a user asked for cannot be done; `text` is the sentence to show.

    The sentence is written where the fact is known: `raise Refused("{team} …", team=…)`; one that
    is a text already is given as such. A subclass is only for a refusal that callers catch by
    itself.
    """

    def __init__(self, text: str | Text, /, **fields: Field) -> None:
        self.text = text if isinstance(text, Text) else T(text, **fields)
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)


def over_budget_text(most: Text) -> Text:
    """Return the sentence about a file that has more than `most`, such as "20 lines"."""
    return T("it has more than {most}, the limit for this kind of file", most=most)


def too_large_text(most: int) -> Text:
    """Return the sentence about a file that has more than `most` bytes."""
    return over_budget_text(N("{n} megabyte", "{n} megabytes", most // MEGABYTE))


def shorten_text(text: str, most: int = 60) -> str:
    """Return a text that is quoted in a sentence, cut where it has more than `most` letters."""
    return text if len(text) <= most else text[: most - 1] + "…"


WINDOWS_IN_USE = (32, 33)
"""Windows gives these error numbers for a file that another program has open."""

_FULL = T("the disk is full")
_FORBIDDEN = T("you don't have permission")
_IN_USE = T("another program is using it")
_SILENT = T("the disk isn't responding properly")
SYSTEM_REASONS: dict[int, Text] = {
    errno.ENOENT: T("the file doesn't exist"),
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: T("its disk is read-only"),
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EISDIR: T("it's a folder; choose a file"),
    errno.ENOTDIR: T("a part of its path is a file, not a folder"),
    errno.EEXIST: T("a file with that name already exists"),
    errno.ENAMETOOLONG: T("its name is too long"),
    errno.ELOOP: T("it's a link that points back to itself"),
    errno.EBADF: T("it's closed"),
    errno.EMFILE: T("too many files are open"),
    errno.ENFILE: T("too many files are open"),
    errno.EBUSY: _IN_USE,
    errno.ETXTBSY: _IN_USE,
    errno.EIO: _SILENT,
    errno.ENXIO: T("it isn't an ordinary file"),
    errno.ENODEV: _SILENT,
}
"""Each error number has a sentence; that of `ENOENT` is about a file that is read."""
NO_REASON = T("the system gave no reason")


class TemplateError(Protocol):
    """An error of `settings` or `paths`: a template and its fields, one of which may be an error of
    the operating system."""

    @property
    def template(self) -> str:
        """Return the English template."""

    @property
    def fields(self) -> Mapping[str, str | int | OSError]:
        """Return the fields."""


def error_text(error: TemplateError) -> Text:
    fields: dict[str, Any] = {
        name: os_reason(field) if isinstance(field, OSError) else field
        for name, field in error.fields.items()
    }
    if setting := fields.get("setting"):
        fields["setting"] = T(setting)  # its title is a template
    return T(error.template, **fields)


def os_reason(error: OSError, *, writing: bool = False) -> Text:
    """Return why the system refused, as the end of a sentence.

    `writing` means that a file was being written, not read.
    """
    if isinstance(error, FileTooLarge):
        return too_large_text(error.most)
    if getattr(error, "winerror", None) in WINDOWS_IN_USE:
        return _IN_USE
    if error.errno == errno.ENOENT and writing:
        if _folder_exists(error):
            return T("Scorepad can't write to that folder")
        return T("its folder doesn't exist")
    system = (error.strerror or str(error)).strip(" .")
    other = T("{system}", system=system) if system else NO_REASON
    return SYSTEM_REASONS.get(error.errno or 0) or other


def _folder_exists(error: OSError) -> bool:
    name = error.filename
    return isinstance(name, str | bytes) and Path(os.fsdecode(name)).parent.is_dir()
