"""A command prints lines and JSON on standard output, and sentences on standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from scorepad.cli.streams import OutputError, one_line, print_error_line, write_utf8
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text

ORDERS = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Matches characters that move a cursor, end a line or turn its direction, and that JSON allows."""
HARMLESS = bytes(range(0x7F))
"""Most of a line is of these letters, which need no search."""
DONE = 0
DIFFERENT = 1
REFUSED = 2


class Console:
    """Prints texts and data. `status` is the exit status so far: 2 once anything was refused."""

    def __init__(self) -> None:
        self.status = DONE
        self.printed_notices: set[Text] = set()
        """These notices of the store were printed; each is printed once."""

    def print_line(self, text: str | Text = "") -> None:
        """Print one line on standard output."""
        sentence = str(text) if isinstance(text, Text) else text
        sys.stdout.write(f"{one_line(sentence)}\n")

    def print_json_line(self, line: bytes) -> None:
        """Print one line of JSON on standard output for another program; terminal control
        characters are escaped."""
        if ORDERS.search(line.translate(None, HARMLESS).decode()):
            line = ORDERS.sub(lambda order: f"\\u{ord(order[0]):04x}", line.decode()).encode()
        write_utf8(line + b"\n")

    def print_json(self, value: Any) -> None:
        """Print one value as one line of JSON on standard output."""
        self.print_json_line(msgspec.json.encode(value))

    def print_to_stderr(self, text: str | Text) -> None:
        """Print one sentence on standard error without changing the exit status."""
        message = str(text) if isinstance(text, Text) else text
        sys.stdout.flush()
        print_error_line(message)

    @contextmanager
    def say_done_if_output_fails(self, done: Text) -> Iterator[None]:
        """Return a context whose output is written when it ends; if that fails, the sentence of
        `OutputError` names the act that was `done` nevertheless."""
        try:
            yield
            sys.stdout.flush()
        except OutputError as failure:
            raise OutputError(failure.error, done) from None

    def print_notices(self, notices: Iterable[Text]) -> None:
        """Print the store's notices on standard error, unless they were printed already."""
        for notice in notices:
            if notice not in self.printed_notices:
                self.printed_notices.add(notice)
                self.print_to_stderr(notice)

    def print_refusal(self, refused: Refused, *, also_json: bool = False) -> None:
        """Print the sentence of a refusal on standard error; from now on the exit status is 2. With
        `also_json` it is also, in English, on standard output instead of the result."""
        if also_json:
            self.print_json({"error": refused.text.english})
        self.printed_notices.add(refused.text)
        self.print_to_stderr(refused.text)
        self.status = REFUSED
