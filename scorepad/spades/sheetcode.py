"""The code of a printed sheet says which match, how many entries of its log, and a hash.

The hash is of all that the sheet states: rules, deviations, event, round, table, teams, players,
first dealer and entries.

With it anybody can ask whether a sheet is what the log says now.  It is written two ways: in
full, for machines (`scorepad2:MATCH:ENTRIES:HASH`, in a PDF's metadata), and short, in letters that
are hard to mistake, for people who type it and in the QR code.

Codes that begin with `scorepad:`, or are shorter, are of the first version: their hash covers the
entries alone.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.spades.match import Match
from scorepad.spades.matchfile import canonical_json, freeze_entry, freeze_head
from scorepad.spades.refusal import Refused

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Codes use Crockford's base 32, which has no I, L, O and U; they are read as 1, 1, 0 and V."""
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})
_MATCH = 8
_COUNT, _HASH = 4, 12
_OLD_COUNT, _OLD_HASH = 2, 10  # up to 4 letters for more entries
_FULL = re.compile(
    r"scorepad(?P<version>2?):(?P<match>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r":(?P<entries>[0-9]{1,9}):(?P<hash>[0-9a-f]{64})",
    # A QR code has it in capitals.
    re.IGNORECASE,
)
_MEANT_FULL = re.compile(r"scorepad2?\s*:[^:]{0,60}:[^:]{0,20}:\s*[0-9A-Za-z]*", re.IGNORECASE)
"""This finds text that was meant to be a full code, even if its parts have wrong lengths."""
EXAMPLE = "5D1Q-7W0K-000C-9VTZ3M-4K2HAB-X"
_GROUPS = (("{4}", "{4}", "{4}", "{6}", "{6}", ""), ("{4}", "{4}", "{2,4}", "{5}", "{5}", ""))


def _pattern(letter: str, between: str) -> re.Pattern[str]:
    """Return the pattern of a short code in a text, with this between its groups."""
    codes = (between.join(f"{letter}{count}" for count in groups) for groups in _GROUPS)
    return re.compile(f"(?<![0-9A-Za-z])(?:{'|'.join(codes)})(?![0-9A-Za-z])")


_TYPED = _pattern("[0-9A-Za-z]", r"[\s\-\u2010-\u2015\u2212]{0,3}")
"""This finds a typed short code in other text, also with spaces or nothing for its hyphens."""
_PRINTED = _pattern(r"(?:[0-9A-Z]\s?)", r"[\-\u2010-\u2015\u2212]\s?")
"""This finds a short code on a page, where the text may have spaces between letters."""

_IN_BYTES = re.compile(
    rb"scorepad2?:[0-9a-f-]{36}:[0-9]{1,9}:[0-9a-f]{64}(?![0-9a-f])", re.IGNORECASE
)
_ESCAPE = re.compile(rb"\\([0-7]{3})")
_HEX = re.compile(rb"<([0-9A-Fa-f]{200,})>")
_MOST_UNPACKED = 64 * 1024 * 1024
"""Bytes that the packed parts of a file may unpack to; a book of a thousand sheets has fewer."""
_MOST_ESCAPES = 20_000
"""Escapes of one part; the texts of a document have fewer."""

Verdict: TypeAlias = Literal["same", "grown", "newer", "other"]


class BadCode(Refused):
    """The text is no code of a sheet, or was mistyped."""


class SheetCode(msgspec.Struct, frozen=True):
    """A sheet says this of the log it was made from.

    `match` is the match's id (or, from a short code, 8 letters of its hash), `entries` how many
    entries the log had, `digest` the SHA-256 of head and log as canonical JSON (or 12 letters of
    it); in `version` 1, of the log alone (or 10 letters).
    """

    match: str
    entries: int
    digest: str
    version: Literal[1, 2] = 2

    @property
    def full(self) -> str:
        """Return the code for machines; only a code that was made from a match has it."""
        name = "scorepad" if self.version == 1 else "scorepad2"
        return f"{name}:{self.match}:{self.entries}:{self.digest}"

    @property
    def short(self) -> str:
        """Return the code for people, in groups: `5D1Q-7W0K-000C-9VTZ3M-4K2HAB-X`."""
        match, digest = _match_letters(self.match), self.letters
        old = self.version == 1
        count = _letters(self.entries).rjust(_OLD_COUNT if old else _COUNT, "0")
        body, half = match + count + digest, len(digest) // 2
        check = _old_check(body) if old else _check(body)
        return f"{match[:4]}-{match[4:]}-{count}-{digest[:half]}-{digest[half:]}-{check}"

    @property
    def letters(self) -> str:
        """Return the digest's letters in the short code."""
        count = _OLD_HASH if self.version == 1 else _HASH
        if len(self.digest) == count:
            return self.digest
        return _some_letters(bytes.fromhex(self.digest), count)

    def is_of(self, match_id: str) -> bool:
        """Return whether this is the code of a sheet of the match with this id."""
        return _match_letters(self.match) == _match_letters(match_id)


def code_of(
    match: Match, entries: int | None = None, version: Literal[1, 2] = 2
) -> SheetCode | None:
    """Return the code of a match's sheet after the first `entries` of its log, by default all.

    None is returned for a match without an id, because nobody could look it up.  The code leaves
    out what only the program needs: the steps of undo, and whether an entry fits where a join put
    it.
    """
    if match.id is None:
        return None
    log = match.log if entries is None else match.log[:entries]
    said = [
        replace(freeze_entry(entry, match.library), step=None, undoes=None, redoes=None, after=None)
        for entry in log
    ]
    covered = said if version == 1 else {"head": freeze_head(match), "log": said}
    digest = hashlib.sha256(canonical_json(covered)).hexdigest()
    return SheetCode(match.id, len(log), digest, version)


def read_code(text: str) -> SheetCode:
    """Read a code as it was typed, scanned, or copied with what stands around it.  Raise
    `BadCode`."""
    meant = _MEANT_FULL.search(text)
    if meant is not None:
        # A code of another length was not copied whole.
        full = _FULL.fullmatch("".join(meant[0].split()))
        if full is None:
            raise _mistyped(text)
        version: Literal[1, 2] = 2 if full["version"] else 1
        entries, digest = int(full["entries"]), full["hash"].lower()
        return SheetCode(full["match"].lower(), entries, digest, version)
    letters = _letters_of(text)
    if _has_length(letters):
        code = _short(letters)
        if code is None:
            raise _mistyped(text)
        return code
    # Words can be as long as the groups of a code, but words have no digits.
    found = [each[0] for each in _TYPED.finditer(text) if any(map(str.isdigit, each[0]))]
    for each in found:
        code = _short(_letters_of(each))
        if code is not None:
            return code
    if found:
        raise _mistyped(found[0])
    raise BadCode(
        "“{code}” is not a sheet's code; one looks like {example}",
        code=_shown(text),
        example=EXAMPLE,
    )


def codes_on(page: str) -> Iterator[SheetCode]:
    """Yield the short codes that stand in the text of a page."""
    for found in _PRINTED.finditer(page):
        code = _short(_letters_of(found[0]))
        if code is not None:
            yield code


def codes_within(pdf: bytes) -> Iterator[SheetCode]:
    """Yield the full codes in the bytes of a PDF, packed or not, as they are found."""
    for data in _parts(pdf):
        yield from filter(None, map(_read, _IN_BYTES.findall(data)))


def _read(code: bytes) -> SheetCode | None:
    try:
        return read_code(code.decode("ascii"))
    except BadCode:
        return None


def _parts(pdf: bytes) -> Iterator[bytes]:
    """Yield the file's bytes, then its texts decoded from the ways that PDF programs write them."""
    yield pdf
    yield from _unescaped(pdf)
    room = _MOST_UNPACKED
    for packed in _streams(pdf):
        try:
            unpacked = zlib.decompressobj().decompress(packed, room)
        except zlib.error:
            continue
        room -= len(unpacked)
        if room <= 0:
            return
        yield from _unescaped(unpacked)


def _streams(pdf: bytes) -> Iterator[bytes]:
    at = 0
    while (begins := pdf.find(b"stream", at)) >= 0:
        ends = pdf.find(b"endstream", begins + 6)
        if ends < 0:
            return
        # A stream that does not end goes up to the end of the next one.
        yield pdf[begins + 6 : ends].lstrip(b"\r\n")
        at = ends + 9


def _unescaped(data: bytes) -> Iterator[bytes]:
    """Texts without escapes, in letters of one byte; texts in hexadecimal."""
    if data.count(b"\\") > _MOST_ESCAPES:
        return
    yield _ESCAPE.sub(lambda found: bytes([int(found[1], 8) & 255]), data).replace(b"\0", b"")
    for found in _HEX.finditer(data):
        digits = found[1].decode("ascii")
        yield bytes.fromhex(digits[: len(digits) // 2 * 2]).replace(b"\0", b"")


def _letters_of(text: str) -> str:
    return re.sub(r"[\s\-\u2010-\u2015\u2212]", "", text).upper().translate(_MISREAD)


def _has_length(letters: str) -> bool:
    fits = len(letters) == _LETTERS or _OLD_LETTERS <= len(letters) <= _OLD_LETTERS + 2
    return fits and all(letter in ALPHABET for letter in letters)


_LETTERS = _MATCH + _COUNT + _HASH + 1
_OLD_LETTERS = _MATCH + _OLD_COUNT + _OLD_HASH + 1


def _short(letters: str) -> SheetCode | None:
    """Return the code of these letters; None where the check letter at the end is wrong."""
    body, check = letters[:-1], letters[-1]
    version: Literal[1, 2] = 2 if len(letters) == _LETTERS else 1
    if (_check(body) if version == 2 else _old_check(body)) != check:
        return None
    digest = _HASH if version == 2 else _OLD_HASH
    entries = 0
    for letter in body[_MATCH:-digest]:
        entries = entries * 32 + ALPHABET.index(letter)
    return SheetCode(body[:_MATCH], entries, body[-digest:], version)


def _shown(text: str) -> str:
    return " ".join(text.split())[:60]


def _mistyped(text: str) -> BadCode:
    return BadCode(
        "“{code}” was mistyped; compare it with the sheet letter by letter", code=_shown(text)
    )


def compare(printed: SheetCode, match: Match) -> Verdict:
    """Compare the code of a printed sheet with the match.

    Return `same` if the log is unchanged, `grown` if entries were added after printing, `newer` if
    the sheet has more entries than the log, and `other` if the match begins in another way.
    """
    if printed.entries > len(match.log):
        return "newer"
    now = code_of(match, printed.entries, printed.version)
    if now is None or now.letters != printed.letters:
        return "other"
    return "same" if printed.entries == len(match.log) else "grown"


def _letters(number: int) -> str:
    written = ""
    while number:
        number, digit = divmod(number, 32)
        written = ALPHABET[digit] + written
    return written or "0"


def _some_letters(data: bytes, count: int) -> str:
    return _letters(int.from_bytes(data, "big")).rjust(len(data) * 8 // 5 + 1, "0")[-count:]


def _match_letters(match: str) -> str:
    if len(match) == _MATCH:
        return match
    return _some_letters(hashlib.sha256(match.encode()).digest(), _MATCH)


def _check(body: str) -> str:
    """Return the check letter, which detects one mistyped letter or two swapped neighbors.

    The letters are the coefficients of a polynomial over the field of 32 elements.  In that field
    each power of 2 differs from 0 and from the next power, so both mistakes change the result.
    """
    total = 0
    for letter in body:
        total = _doubled(total) ^ ALPHABET.index(letter)
    return ALPHABET[_doubled(total)]


def _doubled(element: int) -> int:
    """Return twice an element of the field of 32, whose polynomial is x^5 + x^2 + 1."""
    return (element << 1) ^ (0b100101 if element & 0b10000 else 0)


def _old_check(body: str) -> str:
    """Return the check letter of a code of version 1, which detects 31 of 32 mistakes."""
    return _some_letters(hashlib.sha256(body.encode()).digest(), 1)
