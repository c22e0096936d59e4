"""Standard output and standard error may be closed, full, plain, or without a reader.

Writing to standard output, a result or the help, fails with the one error `OutputError`, so that it
is never taken for the error of a file.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from typing import Any, TextIO, cast

from scorepad.cleaning import TURNING, replace_line_ends
from scorepad.spades.refusal import os_reason
from scorepad.spades.words import END_ISOLATE, ISOLATE, T, Text, balance_isolates

READER_GONE = 141
"""The exit status when the output was closed by its reader: that of a program ended by SIGPIPE
(128 + 13), without a message."""

PLAIN = str.maketrans(
    {"\u2212": "-", "–": "-", "—": "-", "…": "...", "·": ".", "“": '"', "”": '"', "’": "'"}
)
"""Where the terminal lacks a sign, this is printed for it: a minus that is lost would make another
number."""


_TURNING = {mark: None for mark in TURNING if mark not in (ord(ISOLATE), ord(END_ISOLATE))}
"""A name must not turn a line with these.  (The signs that isolate it end with it.)"""


def one_line(text: str) -> str:
    """Return the text as one line of a terminal, without the control characters that a name may
    have."""
    if text.isprintable():
        return text  # it has none
    return replace_line_ends(balance_isolates(text.translate(_TURNING)))


class OutputError(Exception):
    """Standard output could not be written; `done` is the part that was done nevertheless."""

    def __init__(self, error: OSError, done: Text | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.done = done

    @property
    def reader_gone(self) -> bool:
        """Return whether the reader closed the output."""
        return isinstance(self.error, BrokenPipeError)

    @property
    def text(self) -> Text:
        """Return the sentence about it."""
        reason = T("no program is reading it") if self.reader_gone else os_reason(self.error)
        if self.done is None:
            return T("the output couldn't be written: {why}", why=reason)
        return T("{done}, but the output couldn't be written: {why}", done=self.done, why=reason)


class _Output(io.FileIO):
    """Writes to a descriptor; its failures are `OutputError`."""

    def write(self, data: Any, /) -> int:
        try:
            return cast(int, super().write(data))
        except OSError as error:
            raise OutputError(error) from None


def handle_encode_error(error: UnicodeError) -> tuple[str | bytes, int]:
    """The `scorepad` error handler writes an approximation of letters that an encoding lacks, and
    reads file names that the locale could not decode as UTF-8."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    part = error.object[error.start : error.end]
    with contextlib.suppress(UnicodeEncodeError):
        part = part.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    near = part.translate(PLAIN).encode("utf-8", "replace").decode("utf-8")
    return near.encode(error.encoding, "replace"), error.end


def make_streams_take_any_script() -> None:
    """Make the standard streams so that names of any script go through them.

    Files and pipes are UTF-8 everywhere; a terminal has its own encoding.  A closed stream is
    opened again, so that no file of ours gets its number: reading finds nothing, and writing fails,
    except to standard error.
    """
    codecs.register_error("scorepad", handle_encode_error)
    if sys.stdin is None:
        sys.stdin = _closed(os.O_WRONLY, "r")
    if sys.stdout is None:
        sys.stdout = _closed(os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _closed(os.O_WRONLY, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="scorepad")
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        with contextlib.suppress(OSError):
            raw = _Output(sys.stdout.fileno(), "w", closefd=False)
            sys.stdout.flush()
            sys.stdout = io.TextIOWrapper(
                io.BufferedWriter(raw), encoding="utf-8", errors="scorepad", write_through=True
            )


def _closed(how: int, mode: str) -> TextIO:
    descriptor = os.open(os.devnull, how)
    return cast(TextIO, open(descriptor, mode, encoding="utf-8", closefd=False))


def write_utf8(text: bytes) -> None:
    """Write UTF-8 text on standard output: as it is, or in the encoding of a terminal."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and stream.write_through and stream.encoding == "utf-8":
        stream.buffer.write(text)  # the text written before is there already
    else:
        stream.write(text.decode())


def drop_unwritten_output() -> None:
    """Drop the output that standard output could not take, so that it is not tried again at the
    end."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def print_error_line(sentence: str) -> None:
    """Print one line on standard error; if that fails too, only the exit status reports it."""
    sentence = " ".join(one_line(sentence).split())
    if ". " not in sentence:
        # A line on its own needs no full stop; windows show the same sentences with one.
        sentence = sentence.removesuffix(".")
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()
