"""Fits a text into a width: in smaller type, or on several lines.

Nothing is ever cut, except for a name that is printed in full elsewhere (`cut_name_to_width`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice, pairwise
from typing import Final

import msgspec

from reports.typeset.bidirectional import resolve_isolates, starts_of_unclosed_isolates
from reports.typeset.shaping import JOINERS, ShapedLine, clean_text, shape
from scorepad.spades.words import END_ISOLATE, Text, without_isolates

DEFAULT_RISE: Final = 0.95  # type sizes
"""From the top of a line to its baseline, unless a mark is higher."""
MIN_WHITE: Final = 0.05  # type sizes
"""The white between the lowest ink of a line and the highest of the next."""
BALANCED_WIDTHS: Final = (0.55, 0.7, 0.85)
"""Shares of a width that are tried, so that no word of a name is alone on its last line."""
MIN_TYPE_SIZE: Final = 7.0  # points
"""The smallest type that can be read on a copy."""
MAX_TEXT_HEIGHT: Final = 110.0  # points
"""A text that would be higher, as a name of 500 characters is, becomes smaller than it is else."""
FIRST_MEASURED: Final = 64
"""So many characters of a long text are measured first; then twice as many, while they fit."""
HYPHEN: Final = "-"
ELLIPSIS: Final = "\u2026"
BETWEEN_PARTS: Final = " \u00b7 "
SPACES: Final = r" \t\u200b"
KANA_AND_HAN: Final = r"[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff]"
"""Kana and Chinese characters.  A line may end between any two of them."""
WORD_END: Final = re.compile(
    f"(?<=[{SPACES}])(?=[^{SPACES}])|(?<={KANA_AND_HAN})(?={KANA_AND_HAN})"
)


class Lines(msgspec.Struct, frozen=True):
    """Lines of one type size; all measures are in points.

    `leading` is the distance between two baselines, and large enough for marks above and below the
    letters.  `rise` is from the top to the first baseline.  `fall` is the room of marks below the
    last line besides its leading.
    """

    lines: tuple[ShapedLine, ...]
    size: float
    leading: float
    rise: float
    fall: float = 0.0

    @property
    def height(self) -> float:
        """Return the height from the top of the first line to the foot of the last."""
        if not self.lines:
            return 0.0
        above = self.rise - self.size * DEFAULT_RISE
        return above + self.leading * len(self.lines) + self.fall

    def baseline(self, at: int) -> float:
        """Return the baseline of a line, measured from the top of the first."""
        return self.rise + self.leading * at

    @property
    def width(self) -> float:
        """Return the width of the longest line."""
        return max((line.width_at(self.size) for line in self.lines), default=0.0)


def space_lines(lines: Sequence[ShapedLine], size: float, leading: float) -> Lines:
    """Set lines `leading` points apart, or more where their letters need it."""
    apart = max((a.down + b.up for a, b in pairwise(lines)), default=0.0)
    apart = max(leading, apart * size / 1000 + (MIN_WHITE * size if apart else 0.0))
    up = lines[0].up * size / 1000 if lines else 0.0
    down = lines[-1].down * size / 1000 if lines else 0.0
    share = leading - size * DEFAULT_RISE
    return Lines(tuple(lines), size, apart, max(size * DEFAULT_RISE, up), max(0.0, down - share))


def fit_text(
    text: Text | str,
    width: float,
    sizes: Sequence[float],
    *,
    bold: bool = False,
    try_lines: int = 1,
    leading: float = 1.2,
) -> Lines:
    """Set a text in the largest of these sizes in which it takes `try_lines` and no word is
    broken.  If there is none, set it in the smallest, on as many lines as it needs; or smaller yet,
    where it would be higher than `MAX_TEXT_HEIGHT`.  The lines of a bold text, which is a name or
    a title, are about equally long."""
    text = str(text)
    for size in sizes:
        lines = tuple(islice(wrap_text(text, width, size, bold=bold), try_lines + 1))
        if len(lines) <= try_lines and not has_broken_word(text, lines):
            for share in BALANCED_WIDTHS if bold and len(lines) > 1 else ():
                even = tuple(wrap_text(text, width * share, size, bold=bold))
                if len(even) == len(lines) and not has_broken_word(text, even):
                    lines = even
                    break
            return space_lines(lines, size, size * leading)
    size = sizes[-1]
    while True:
        lines = tuple(wrap_text(text, width, size, bold=bold))
        fitted = space_lines(lines, size, size * leading)
        if fitted.height <= MAX_TEXT_HEIGHT or size <= MIN_TYPE_SIZE:
            return fitted
        size = max(MIN_TYPE_SIZE, size * 0.85)


def keep_numbers_on_line(text: str) -> str:
    """Return a text of which no number begins a line: “table 4” remains in one piece."""
    return re.sub(r" (?=\d)", "\u00a0", text)


class FittedName(msgspec.Struct, frozen=True):
    """A name as its lines show it, whether a word was broken, and whether its end was cut off."""

    text: str
    lines: Lines
    is_broken: bool = False
    is_cut: bool = False


@lru_cache(maxsize=256)
def fit_whole_name(
    text: str,
    width: float,
    height: float,
    sizes: tuple[float, ...],
    *,
    bold: bool = False,
    at_most: int = 1000,
) -> FittedName | None:
    """Set a name as large as it fits whole into a width and a height, on `at_most` lines: if there
    is no such size, with broken words; None where it is too long for that too.  A bracket asks the
    same for each way in which it might be cut into pieces."""
    broken: FittedName | None = None
    for size in sizes:
        # A long name is not set in full where it has too many lines even in the smallest type.
        smallest = wrap_text(text, width, min(size, MIN_TYPE_SIZE), bold=bold)
        if sum(1 for _ in islice(smallest, at_most + 1)) > at_most:
            continue
        lines = fit_text(text, width, (size,), bold=bold, try_lines=at_most)
        if len(lines.lines) > at_most or lines.height > height:
            continue
        if not has_broken_word(text, lines.lines):
            return FittedName(text, lines)
        broken = broken or FittedName(text, lines, is_broken=True)
    return broken


@lru_cache(maxsize=256)
def fit_name(
    text: str,
    width: float,
    height: float,
    sizes: tuple[float, ...],
    *,
    bold: bool = False,
    at_most: int = 1000,
) -> FittedName:
    """Set a name as `fit_whole_name` does; one that is too long with its end cut off, which a note
    on the page has to mention."""
    whole = fit_whole_name(text, width, height, sizes, bold=bold, at_most=at_most)
    if whole is not None:
        return whole
    size = sizes[-1]
    count = min(at_most, max(1, int(height / (size * 1.2))))
    wide = count * width
    while True:
        lines = fit_text(cut_name_to_width(text, wide, size, bold=bold), width, (size,), bold=bold)
        if len(lines.lines) <= count or wide <= width:
            return FittedName(text, lines, is_broken=True, is_cut=True)
        wide -= width / 10


def fit_parts(parts: Iterable[Text | str], width: float, sizes: Sequence[float]) -> Lines:
    """Set parts on one line in the largest of these sizes in which it fits.  If there is none, set
    them in the smallest, on lines that end between two parts."""
    first, *others = map(str, parts)
    whole = fit_text(BETWEEN_PARTS.join((first, *others)), width, sizes)
    if len(whole.lines) < 2:
        return whole
    size, texts = sizes[-1], [first]
    for part in others:
        longer = texts[-1] + BETWEEN_PARTS + part
        if fits_on_line(longer, width, size):
            texts[-1] = longer
        else:
            texts.append(part)
    lines = [line for each in texts for line in wrap_text(each, width, size)]
    return space_lines(lines, size, size * 1.2)


def fits_on_line(text: str, width: float, size: float, *, bold: bool = False) -> bool:
    """Return whether a text fits on one line.  Of a long text only the beginning is measured."""
    some = FIRST_MEASURED
    while some < len(text):
        if shape(text[:some], bold).width_at(size) > width:
            return False
        some *= 2
    return shape(text, bold).width_at(size) <= width


def cut_name_to_width(name: str, width: float, size: float, *, bold: bool = False) -> str:
    """Shorten a name that is printed in full elsewhere to as much of its beginning as fits, with an
    ellipsis."""
    name = " ".join(name.split())
    if fits_on_line(name, width, size, bold=bold):
        return name
    room = width - shape(ELLIPSIS, bold).width_at(size)
    return name[: _count_fitting(name, room, size, bold)].rstrip() + ELLIPSIS


def wrap_text(
    text: Text | str, width: float, size: float, *, bold: bool = False
) -> Iterator[ShapedLine]:
    """Break a text into lines.

    A word wider than a line is broken between letters, with a hyphen where its script has one.  A
    name that continues in the next line keeps its direction.
    """
    starts = ""
    for paragraph in resolve_isolates(str(text)).splitlines() or [""]:
        for part in _wrap(paragraph, width, size, bold):
            line = starts + part
            starts = "" if line.isascii() else starts_of_unclosed_isolates(line)
            yield shape(line + END_ISOLATE * len(starts), bold)


def _wrap(text: str, width: float, size: float, bold: bool) -> Iterator[str]:
    fit = partial(fits_on_line, width=width, size=size, bold=bold)
    if fit(text):
        yield text
        return
    words = _split_words(text)
    line, at, usual = "", 0, FIRST_MEASURED
    while True:
        end = _line_end(line, words, at, usual, fit)
        line += "".join(words[at:end])
        if line.strip():
            yield line.rstrip()
        if end == len(words):
            return
        usual = len(line) or usual
        line, at = words[end].lstrip(), end + 1
        while line and not fit(line.rstrip()):
            cut_at, hyphen = _break_word(line, width, size, bold)
            yield line[:cut_at] + hyphen
            line = line[cut_at:]


def _line_end(
    line: str, words: Sequence[str], at: int, usual: int, fit: Callable[[str], bool]
) -> int:
    """Return the first of the words from `at` on that a line has no room for.

    A line with the `usual` number of characters is tried first, so that few are measured.
    """
    end, length = at, len(line)
    while end < len(words) and length + len(words[end]) <= usual:
        length += len(words[end])
        end += 1
    while end > at and not fit((line + "".join(words[at:end])).rstrip()):
        end -= 1
        usual = 0
    while usual and end < len(words) and fit((line + "".join(words[at : end + 1])).rstrip()):
        end += 1
    return end


def _split_words(text: str) -> list[str]:
    """Return words with the space behind them.  Each Chinese character and kana is a word."""
    return WORD_END.split(text)


def _break_word(word: str, width: float, size: float, bold: bool) -> tuple[int, str]:
    """Return the number of characters of a word that fit, and the hyphen behind them, or "".

    A hyphen needs three letters on each side, of a script that is hyphenated.
    """
    plain = _count_fitting(word, width, size, bold)
    at = min(
        _count_fitting(word, width - shape(HYPHEN, bold).width_at(size), size, bold), len(word) - 3
    )
    while at > max(3, plain / 2) and not _hyphen_fits(word, at):
        at -= 1
    return (at, HYPHEN) if at > plain / 2 and _hyphen_fits(word, at) else (plain, "")


def _hyphen_fits(word: str, at: int) -> bool:
    """Return whether a hyphen may precede a character."""
    before, behind = word[max(0, at - FIRST_MEASURED) : at], word[at : at + FIRST_MEASURED]
    letters = without_isolates(before)[-3:], without_isolates(behind)[:3]
    return all(len(part) == 3 and part.isalpha() and _has_hyphens(part) for part in letters)


def _has_hyphens(text: str) -> bool:
    return all(
        unicodedata.name(letter, "").partition(" ")[0] in ("LATIN", "GREEK", "CYRILLIC", "GEORGIAN")
        for letter in text
    )


def _count_fitting(word: str, width: float, size: float, bold: bool) -> int:
    """Return the number of characters of a word that fit, at least one.  A mark is kept with its
    letter, and joined emoji are kept together."""
    low, high = 1, min(FIRST_MEASURED, len(word))
    below, over = 0.0, shape(word[:high], bold).width_at(size)
    while over <= width and high < len(word):
        low, below, high = high, over, min(2 * high, len(word))
        over = shape(word[:high], bold).width_at(size)
    if over <= width:
        return high
    even = False
    while high - low > 1:
        # Letters are about equally wide; if not, halving is sure to end.
        share = 0.5 if even or over <= below else (width - below) / (over - below)
        middle = min(max(low + int((high - low) * share), low + 1), high - 1)
        measured = shape(word[:middle], bold).width_at(size)
        if measured <= width:
            low, below = middle, measured
        else:
            high, over = middle, measured
        even = not even
    at = low
    while at > 1 and (
        unicodedata.category(word[at])[0] == "M" or JOINERS[0] in (word[at - 1], word[at])
    ):
        at -= 1
    return at


def has_broken_word(text: str, lines: Sequence[ShapedLine]) -> bool:
    """Return whether a word was broken to fit."""
    if len(lines) == 1:
        return False
    letters, ends = 0, set()
    for paragraph in text.splitlines():
        for word in _split_words(clean_text(paragraph)):
            letters += _count_graphemes(word)
            ends.add(letters)
    letters = 0
    for line in lines:
        letters += _count_graphemes(line.text)
        if letters and letters not in ends:
            return True
    return False


def _count_graphemes(text: str) -> int:
    """Count the characters that a reader sees."""
    return len("".join(without_isolates(text).split()))
