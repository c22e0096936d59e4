"""Text into a given width: one line that shrinks, or lines that wrap.  Nothing is ever cut but the
repetition of a name (`cut`)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from reports.bidirectional import END, settled, still_open, without_isolates
from reports.shaping import Line, cleaned, shape

RISE: Final = 0.95
"""From the top of a line to its baseline where no mark stands higher, in type sizes."""
HYPHEN: Final = "-"
ELLIPSIS: Final = "\u2026"
SPACES: Final = " \t\u200b"
EAST: Final = frozenset(
    chr(code) for code in (*range(0x3041, 0x3097), *range(0x30A1, 0x30FB), *range(0x3400, 0xA000))
)
"""Kana and Chinese characters, which a line may part."""


AIR: Final = 0.05
"""What stays white between the lowest ink of a line and the highest of the next, in type sizes."""


class Lines(msgspec.Struct, frozen=True):
    """Lines of one type size (points), and the distance between their baselines: no less than
    marks above and below the letters need.  `rise` is from the top to the first baseline,
    `fall` what marks below the last line need more than its share."""

    lines: tuple[Line, ...]
    size: float
    leading: float
    rise: float
    fall: float = 0.0

    @property
    def height(self) -> float:
        """From the top of the first line to the foot of the last, in points."""
        if not self.lines:
            return 0.0
        above = self.rise - self.size * RISE
        return above + self.leading * len(self.lines) + self.fall

    def base(self, at: int) -> float:
        """The baseline of a line, below the top of the first."""
        return self.rise + self.leading * at

    @property
    def width(self) -> float:
        """The width of the longest line, in points."""
        return max((line.wide(self.size) for line in self.lines), default=0.0)


def set_in(lines: Sequence[Line], size: float, leading: float) -> Lines:
    """Lines `leading` points apart, farther where their letters need it."""
    apart = max((a.down + b.up for a, b in pairwise(lines)), default=0.0)
    apart = max(leading, apart * size / 1000 + (AIR * size if apart else 0.0))
    up = lines[0].up * size / 1000 if lines else 0.0
    down = lines[-1].down * size / 1000 if lines else 0.0
    share = leading - size * RISE
    return Lines(tuple(lines), size, apart, max(size * RISE, up), max(0.0, down - share))


def fitting(
    text: str,
    wide: float,
    sizes: Sequence[float],
    *,
    bold: bool = False,
    at_most: int = 1,
    leading: float = 1.2,
) -> Lines:
    """A text in the largest of these sizes in which it takes `at_most` lines; when it does in
    none, as many lines of the smallest as it needs."""
    lines: tuple[Line, ...] = ()
    for size in sizes:
        lines = tuple(wrapped(text, wide, size, bold=bold))
        if len(lines) <= at_most and not _broken(text, lines):
            return set_in(lines, size, size * leading)
    return set_in(lines, sizes[-1], sizes[-1] * leading)


def parted(
    parts: Sequence[str], wide: float, sizes: Sequence[float], *, between: str = " \u00b7 "
) -> Lines:
    """Parts on one line in the largest of these sizes in which they have room; else lines of the
    smallest, which begin with a part each."""
    whole = fitting(between.join(parts), wide, sizes)
    if len(whole.lines) < 2:
        return whole
    size, said = sizes[-1], [parts[0]]
    for part in parts[1:]:
        longer = said[-1] + between + part
        if fits(longer, wide, size):
            said[-1] = longer
        else:
            said.append(part)
    lines = [line for each in said for line in wrapped(each, wide, size)]
    return set_in(lines, size, size * 1.2)


def fits(text: str, wide: float, size: float, *, bold: bool = False) -> bool:
    """Does a text fit on one line?"""
    return shape(text, bold).wide(size) <= wide


def cut(name: str, wide: float, size: float, *, bold: bool = False) -> str:
    """A name that stands in full elsewhere: as it is where it fits, else as much as fits of its
    beginning, with an ellipsis."""
    name = " ".join(name.split())
    if fits(name, wide, size, bold=bold):
        return name
    room = wide - shape(ELLIPSIS, bold).wide(size)
    return name[: _room(name, room, size, bold)].rstrip() + ELLIPSIS


def wrapped(text: str, wide: float, size: float, *, bold: bool = False) -> Iterator[Line]:
    """The lines of a text; a word wider than a line is broken between letters, with a hyphen
    where its script has one.  A name that goes on in the next line runs there as it began."""
    open_ = ""
    for paragraph in settled(text).splitlines() or [""]:
        for part in _wrapped(paragraph, wide, size, bold):
            said = open_ + part
            open_ = "" if said.isascii() else still_open(said)
            yield shape(said + END * len(open_), bold)


def _wrapped(text: str, wide: float, size: float, bold: bool) -> Iterator[str]:
    if shape(text, bold).wide(size) <= wide:
        yield text
        return
    line = ""
    for word in _words(text):
        longer = line + word
        if shape(longer.rstrip(), bold).wide(size) <= wide:
            line = longer
            continue
        if line.strip():
            yield line.rstrip()
        line = word.lstrip()
        while line and shape(line.rstrip(), bold).wide(size) > wide:
            at, hyphen = _break(line, wide, size, bold)
            yield line[:at] + hyphen
            line = line[at:]
    if line.strip():
        yield line.rstrip()


def _words(text: str) -> Iterator[str]:
    """Words with the space behind them; Chinese and kana part between any two letters."""
    start = 0
    for at in range(1, len(text)):
        before, behind = text[at - 1], text[at]
        spaced = before in SPACES and behind not in SPACES
        if spaced or (before in EAST and behind in EAST):
            yield text[start:at]
            start = at
    yield text[start:]


def _break(word: str, wide: float, size: float, bold: bool) -> tuple[int, str]:
    """How many characters of a word fit, and what is written behind them: a hyphen where letters
    of a script that is parted so stand on both sides, with three or more of them on each."""
    plain = _room(word, wide, size, bold)
    at = min(_room(word, wide - shape(HYPHEN, bold).wide(size), size, bold), len(word) - 3)
    while at > 3 and not _parted(word, at):
        at -= 1
    return (at, HYPHEN) if at > plain / 2 and _parted(word, at) else (plain, "")


def _parted(word: str, at: int) -> bool:
    """May a hyphen stand before this character?"""
    letters = without_isolates(word[:at])[-3:], without_isolates(word[at:])[:3]
    return all(len(part) == 3 and part.isalpha() and _hyphened(part) for part in letters)


def _hyphened(text: str) -> bool:
    return all(
        unicodedata.name(letter, "").partition(" ")[0] in ("LATIN", "GREEK", "CYRILLIC", "GEORGIAN")
        for letter in text
    )


def _room(word: str, wide: float, size: float, bold: bool) -> int:
    """How many characters of a word fit, at least one, no mark parted from its letter."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        if shape(word[:middle], bold).wide(size) <= wide:
            low = middle
        else:
            high = middle - 1
    at = low
    while at > 1 and unicodedata.category(word[at])[0] == "M":
        at -= 1
    return at


def _broken(text: str, lines: Sequence[Line]) -> bool:
    """Was a word broken to fit?"""
    if len(lines) == 1:
        return False
    letters, ends = 0, set()
    for paragraph in text.splitlines():
        for word in _words(cleaned(paragraph)):
            letters += _count(word)
            ends.add(letters)
    letters = 0
    for line in lines:
        letters += _count(line.text)
        if letters and letters not in ends:
            return True
    return False


def _count(text: str) -> int:
    """How many letters are seen in it."""
    return len("".join(without_isolates(text).split()))
