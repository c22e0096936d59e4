"""The code of a printed sheet: the match, the number of entries of its log, and a hash.

The hash is of the whole sheet: rules, deviations, event, round, table, teams, players, first
dealer, and the entries that count, in order. The laptop that holds a match and the choice of a
version are not on a sheet, so `hold` and `choose` are left out.

It is written in full for machines (`scorepad3:MATCH:ENTRIES:HASH`, in a PDF's metadata), and short,
in letters that are hard to mistake, for typing and for the QR code.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from scorepad.spades.entries import Common
from scorepad.spades.log import Log
from scorepad.spades.match import Match
from scorepad.spades.matchfile import canonical_json, embed_rules_in_entry, embed_rules_in_head
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import cached_plain_rules

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Codes use Crockford's base 32, which has no I, L, O and U; they are read as 1, 1, 0 and V."""
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})
_MATCH, _COUNT, _HASH = 8, 4, 12  # letters
_LETTERS = _MATCH + _COUNT + _HASH + 1
"""A code of the first builds has so many letters."""
_FULL = re.compile(
    r"scorepad3:(?P<match>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r":(?P<entries>[0-9]{1,9}):(?P<hash>[0-9a-f]{64})",
    # A QR code has it in capitals.
    re.IGNORECASE,
)
_MEANT_FULL = re.compile(r"scorepad\d?\s*:[^:]{0,60}:[^:]{0,20}:\s*[0-9A-Za-z]*", re.IGNORECASE)
"""This finds text that was meant to be a full code, even if its parts have wrong lengths."""
EXAMPLE = "5D1Q-7W0K-000C-9VTZ3M-4K2HAB-N"
_BETWEEN = r"[\s\-\u2010-\u2015\u2212]{0,3}"
_TYPED = re.compile(
    "(?<![0-9A-Za-z])"
    + _BETWEEN.join(
        f"[0-9A-Za-z]{count}" for count in ("{4}", "{4}", "{2,4}", "{5,6}", "{5,6}", "")
    )
    + "(?![0-9A-Za-z])"
)
"""This finds a typed short code in other text, also with spaces or nothing for its hyphens."""
_IN_BYTES = re.compile(rb"scorepad3:[0-9a-f-]{36}:[0-9]{1,9}:[0-9a-f]{64}(?![0-9a-f])")
_SEED = 3
"""The check letter begins with it: the version of the code."""

DocumentVerdict: TypeAlias = Literal["same", "grown", "newer", "other"]
EntryT = TypeVar("EntryT", bound=Common)


class BadCode(Refused):
    """The text is no code of a sheet, or was mistyped."""


class SheetCode(msgspec.Struct, frozen=True):
    """The log that a sheet was made from.

    `match` is the match's id (or, from a short code, 8 letters of its hash), `entries` how many
    entries of the log it covers, `digest` the SHA-256 of head and entries as canonical JSON (or 12
    letters of it).
    """

    match: str
    entries: int
    digest: str

    @property
    def full(self) -> str:
        """Return the code for machines; only a code that was made from a match has it."""
        return f"scorepad3:{self.match}:{self.entries}:{self.digest}"

    @property
    def short(self) -> str:
        """Return the code for people, in groups: `5D1Q-7W0K-000C-9VTZ3M-4K2HAB-N`."""
        match, digest = self.owner, self.digest_letters
        count = _letters(self.entries).rjust(_COUNT, "0")
        body, half = match + count + digest, _HASH // 2
        check = _check(body, _SEED)
        return f"{match[:4]}-{match[4:]}-{count}-{digest[:half]}-{digest[half:]}-{check}"

    @property
    def digest_letters(self) -> str:
        """Return the digest's letters in the short code."""
        if len(self.digest) == _HASH:
            return self.digest
        return _some_letters(bytes.fromhex(self.digest), _HASH)

    @property
    def owner(self) -> str:
        """Return the letters by which the short code names its match, or its event."""
        return match_or_event_letters(self.match)


def entries_covered_by_sheet_code(log: Log[EntryT]) -> list[EntryT]:
    """Return the entries of a log that a code covers, in order: those that count and their
    corrections, without holds and choices."""
    return [entry for entry in log.log if entry.id not in log.unfit and not entry.is_about_log]


def without_steps(entries: Iterable[EntryT]) -> list[EntryT]:
    """Return entries without the fields that only the program needs: the steps of undo, and the
    entry before each."""
    return [replace(each, step=None, undoes=None, redoes=None, after=None) for each in entries]


def code_of(match: Match, entry_count: int | None = None) -> SheetCode | None:
    """Return the code of a match's sheet after its first `entry_count` entries, by default all.

    Return None for a match without an id, which can't be looked up.
    """
    if match.id is None:
        return None
    log = entries_covered_by_sheet_code(match)[:entry_count]
    frozen = [embed_rules_in_entry(entry, match.library) for entry in without_steps(log)]
    return SheetCode(
        match.id, len(log), _digest({"head": embed_rules_in_head(match), "log": frozen})
    )


def code_of_blank_sheet(match: Match) -> SheetCode | None:
    """Return the code of a sheet for the pen, which states the head as it is now and no entry."""
    if match.id is None:
        return None
    head = replace(match.recorded_head, rules=cached_plain_rules(match.base_rules))
    return SheetCode(match.id, 0, _digest({"head": head, "log": []}))


def _digest(covered: object) -> str:
    return hashlib.sha256(canonical_json(covered)).hexdigest()


def read_code(text: str) -> SheetCode:
    """Read a code as it was typed, scanned, or copied with the text around it. Raise `BadCode`."""
    full_text = _MEANT_FULL.search(text)
    if full_text is not None:
        # A code of another length was not copied whole.
        full = _FULL.fullmatch("".join(full_text[0].split()))
        if full is None:
            raise _mistyped(text)
        return SheetCode(full["match"].lower(), int(full["entries"]), full["hash"].lower())
    letters = _letters_of(text)
    if _has_length(letters):
        return _short(letters, text)
    # Words can be as long as the groups of a code, but words have no digits.
    groups = [each[0] for each in _TYPED.finditer(text) if any(map(str.isdigit, each[0]))]
    for each in groups:
        letters = _letters_of(each)
        if len(letters) == _LETTERS and _check(letters[:-1], _SEED) == letters[-1]:
            return _short(letters, each)
    if groups:
        return _short(_letters_of(groups[0]), groups[0])
    raise BadCode(
        "“{code}” isn't a sheet code; a code looks like {example}",
        code=_shown(text),
        example=EXAMPLE,
    )


def codes_in_plain_bytes(data: bytes) -> Iterator[SheetCode]:
    """Yield the full codes that are in the plain bytes of a file; nothing of it is unpacked."""
    for occurrence in _IN_BYTES.finditer(data):
        try:
            yield read_code(occurrence[0].decode("ascii"))
        except BadCode:
            continue


def _letters_of(text: str) -> str:
    return re.sub(r"[\s\-\u2010-\u2015\u2212]", "", text).upper().translate(_MISREAD)


def _has_length(letters: str) -> bool:
    return len(letters) == _LETTERS and all(letter in ALPHABET for letter in letters)


def _short(letters: str, text: str) -> SheetCode:
    """Return the code of these letters, which are quoted in the refusal `BadCode`."""
    body, check = letters[:-1], letters[-1]
    if not _has_length(letters):
        raise _mistyped(text)
    if check != _check(body, _SEED):
        raise _mistyped(text)
    entries = 0
    for letter in body[_MATCH:-_HASH]:
        entries = entries * 32 + ALPHABET.index(letter)
    return SheetCode(body[:_MATCH], entries, body[-_HASH:])


def _shown(text: str) -> str:
    return " ".join(text.split())[:60]


def _mistyped(text: str) -> BadCode:
    return BadCode(
        "“{code}” was mistyped; compare it with the sheet letter by letter", code=_shown(text)
    )


def compare_with_match(printed: SheetCode, match: Match) -> DocumentVerdict:
    """Compare the code of a printed sheet with the match.

    Return `same` if all that it covers is unchanged, `grown` if entries were added after printing,
    `newer` if the sheet has more entries than the log, and `other` if the match begins in another
    way.
    """
    covered = len(entries_covered_by_sheet_code(match))
    if printed.entries > covered:
        return "newer"
    now = code_of(match, printed.entries)
    if now is None or now.digest_letters != printed.digest_letters:
        return "other"
    return "same" if printed.entries == covered else "grown"


def _letters(number: int) -> str:
    written = ""
    while number:
        number, digit = divmod(number, 32)
        written = ALPHABET[digit] + written
    return written or "0"


def _some_letters(data: bytes, count: int) -> str:
    return _letters(int.from_bytes(data, "big")).rjust(len(data) * 8 // 5 + 1, "0")[-count:]


def match_or_event_letters(owner_id: str) -> str:
    """Return the letters by which a short code names the match, or event, with this id."""
    if len(owner_id) == _MATCH:
        return owner_id
    return _some_letters(hashlib.sha256(owner_id.encode()).digest(), _MATCH)


def _check(body: str, seed: int) -> str:
    """Return the check letter, which detects one mistyped letter or two swapped neighbors.

    The letters are the coefficients of a polynomial over the field of 32 elements.  In that field
    each power of 2 differs from 0 and from the next power, so both mistakes change the result.
    """
    total = seed
    for letter in body:
        total = _doubled(total) ^ ALPHABET.index(letter)
    return ALPHABET[_doubled(total)]


def _doubled(element: int) -> int:
    return (element << 1) ^ (0b100101 if element & 0b10000 else 0)
