"""Names of both directions of writing in one sentence.

A Hebrew or Arabic name turns round the figures and the punctuation beside it, so that a score
reads the wrong way.  It is isolated for that (the Unicode Bidirectional Algorithm, 3.1.2): a
sentence around it then runs as it would around any other name.
"""

from __future__ import annotations

import unicodedata
from typing import Final

ISOLATE: Final = "\u2068"
"""Begins a part that runs as its own first letter does (First Strong Isolate)."""
END: Final = "\u2069"
"""Ends it (Pop Directional Isolate)."""
STARTS: Final = ("\u2066", "\u2067", ISOLATE)
_NO_ISOLATES = {ord(each): None for each in (*STARTS, END)}
_RTL = ("R", "AL", "AN", "RLE", "RLO")


def right_to_left(text: str) -> bool:
    """Does anything in it run from right to left?"""
    return not text.isascii() and any(unicodedata.bidirectional(c) in _RTL for c in text)


def isolated(text: str) -> str:
    """A name as a part of a sentence of either direction.

    One that runs from left to right stays as it is; so does a text whose parts that do not are
    isolated already.
    """
    return f"{ISOLATE}{balanced(text)}{END}" if _bare(text) else text


def balanced(text: str) -> str:
    """A text, or what is left of one that was cut, that leaves no isolate open behind it, and
    ends none that was begun before it."""
    if text.isascii():
        return text
    kept: list[str] = []
    open_ = 0
    for letter in text:
        if letter in STARTS:
            open_ += 1
        elif letter == END:
            if not open_:
                continue
            open_ -= 1
        kept.append(letter)
    return "".join(kept) + END * open_


def without_isolates(text: str) -> str:
    """A text for a table, a file or a program: only what people read needs its names isolated."""
    return text if text.isascii() else text.translate(_NO_ISOLATES)


def _bare(text: str) -> bool:
    """Does anything outside of isolates run from right to left?"""
    if text.isascii():
        return False
    open_ = 0
    for letter in text:
        if letter in STARTS:
            open_ += 1
        elif letter == END:
            open_ -= 1
            if open_ < 0:
                # It would end the isolate of another name.
                return right_to_left(text)
        elif not open_ and unicodedata.bidirectional(letter) in _RTL:
            return True
    return open_ > 0 and right_to_left(text)
