"""Chained hashes: a byte that changed, an entry that is missing or one too many is noticed.

A match's chain begins with its head and goes on with every entry in the order of arrival, each
hash over the one before it and the text as it was written; a join changes places, not what
arrived.  The places have a chain of their own, and each summary one hash.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple


def digest(*parts: object) -> str:
    """Return the hash of texts, 32 hexadecimal digits; what damage made no text counts as one."""
    text = "\0".join(map(str, (*parts, "")))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def link(before: str, text: str) -> str:
    """Return `digest` of these two, in less time."""
    whole = f"{before}\0{text}\0".encode("utf-8", "surrogatepass")
    return blake2b(whole, digest_size=16).hexdigest()


class Tip(NamedTuple):
    """The end of a match's log: how many entries arrived, the chain's last hash, and the last hash
    of their places."""

    entries: int
    chain: str
    placed: str = ""

    def arrived(self, body: str) -> Tip:
        """Return the tip after one more entry arrived."""
        return Tip(self.entries + 1, link(self.chain, body), self.placed)


def begun(match_id: str, created: int, head: str) -> Tip:
    """Return the tip of a log without entries."""
    return Tip(0, digest(match_id, created, head))


def placed(before: str, entry_id: str, unfit: str | None) -> str:
    """Return the hash of the places up to and with this one."""
    return link(before, entry_id) if unfit is None else digest(before, entry_id, unfit)


def listed(  # what a row of the list is made of
    key: int, kind: str, changed: int, search: str, body: str, tip: Tip, aside: bool
) -> str:
    """Return the hash of a row of the list."""
    return digest(key, kind, changed, search, body, *tip, int(aside))
