"""What the command line says: lines and JSON on standard output, sentences on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from scorepad.cli.streams import Unsaid, complain, one_line
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, Words

DONE = 0
DIFFERENT = 1
REFUSED = 2


class Speech:
    """Speaks one language.  `status` is the exit status so far: 2 once anything was refused."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.status = DONE
        self.told: set[Text] = set()
        """What the keeper had to say, each thing once."""

    def line(self, text: str | Text = "") -> None:
        """One line on standard output."""
        said = self.words(text) if isinstance(text, Text) else text
        sys.stdout.write(f"{one_line(said)}\n")

    def data(self, line: bytes) -> None:
        """One line on standard output that another program reads: JSON as it is."""
        sys.stdout.write(f"{line.decode()}\n")

    def json(self, value: Any) -> None:
        """One value as one line of JSON on standard output."""
        self.data(msgspec.json.encode(value))

    def remark(self, text: str | Text) -> None:
        """A sentence on standard error that is no error."""
        said = self.words(text) if isinstance(text, Text) else text
        sys.stdout.flush()
        complain(said)

    @contextmanager
    def acknowledging(self, done: Text) -> Iterator[None]:
        """What is said inside the `with` is out when it ends; else `Unsaid` tells that this is
        done nevertheless."""
        try:
            yield
            sys.stdout.flush()
        except Unsaid as unsaid:
            raise Unsaid(unsaid.error, done) from None

    def tell(self, notices: Iterable[Text]) -> None:
        """Say what the keeper has to say, unless it was said."""
        for notice in notices:
            if notice not in self.told:
                self.told.add(notice)
                self.remark(notice)

    def refused(self, refused: Refused, *, json: bool = False) -> None:
        """The sentence of a refusal on standard error, and with `json` also, in English, where what
        was asked for would be; from now on the exit status is 2."""
        if json:
            self.json({"error": str(refused.text)})
        self.remark(refused.text)
        self.status = REFUSED
