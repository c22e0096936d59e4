"""A line of a feed: UTF-8 JSON that proves itself by the hash at its end.

Every line has the laptop that wrote it, its number `seq` in that laptop's feed (from 1, without
gaps), and `prev`, the hash of the line before.  What else it has says what it is::

    {"laptop": …, "seq": 1, "prev": "", "format": 1, "name": …, …, "hash": …}       a feed begins
    {…, "rules": {…}, "rules_hash": …, "hash": …}                         a rule set for heads
    {…, "log": ID, "kind": "match", "created": …, "head": {…}, "hash": …}      a log begins here
    {…, "log": ID, "entry": {…}, "hash": …}                               an entry was recorded
    {…, "id": UUID, "log": ID, "archived": true, "hash": …}       out of the list, or back in it
    {…, "sha256": …, "kind": …, "codes": …, "log": ID, "at": …, "hash": …}   a document was made

The hash is over the bytes of the line before it, so a line that is whole anywhere can be taken
from there, whatever is around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from hashlib import blake2b
from typing import IO, Annotated, Any, Literal, TypeAlias

import msgspec

FORMAT = 1
"""The format of the feeds that this program writes, and the greatest that it reads."""
LONGEST_LINE = 100_000  # characters
LONGEST_BYTES = 4 * LONGEST_LINE
LARGEST = 1 << 30  # bytes; a damaged file that is larger is not searched for lines
DIGEST_SIZE = 16  # bytes
START = b'{"laptop":"'
MARK = b',"hash":"'
TAIL = len(MARK) + 2 * DIGEST_SIZE + len('"}')
"""So many bytes at the end of a line are its hash."""
CHUNK = 1 << 20  # bytes read at a time
TRIES = 8
"""So many beginnings of a line are tried for one end of it."""

Seq: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=(1 << 63) - 1)]
"""The number of a line: SQLite has no greater one."""
LineKind: TypeAlias = Literal["feed", "rules", "head", "entry", "archive", "document", "unknown"]


class FeedLine(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """Holds one line as it is decoded; which of the fields it has says what it is."""

    laptop: str
    seq: Seq
    prev: str
    hash: str
    log: str = ""
    format: int = 0
    name: str = ""
    program: str = ""
    machine: str = ""
    from_: str = ""
    rules: msgspec.Raw = msgspec.Raw()
    rules_hash: str = ""
    kind: str = ""
    created: datetime | None = None
    head: msgspec.Raw = msgspec.Raw()
    entry: msgspec.Raw = msgspec.Raw()
    id: str = ""
    archived: bool | None = None
    sha256: str = ""

    @property
    def line_kind(self) -> LineKind:
        """Return what kind of line it is."""
        if self.format:
            return "feed"
        for name in ("entry", "head", "rules"):
            if bytes(getattr(self, name)):
                return name
        if self.archived is not None:
            return "archive"
        return "document" if self.sha256 else "unknown"

    @property
    def log_id_or_rules_hash(self) -> str:
        """Return the column `log` of its row: the log whose content it is a part of, or the hash of
        the rule set it brings.  A document changes no log, and stands in none."""
        match self.line_kind:
            case "rules":
                return self.rules_hash
            case "document":
                return ""
            case _:
                return self.log

    @property
    def entry_id_or_document_hash(self) -> str | None:
        """Return the column `entry` of its row, by which it is found: the id of the entry in it, or
        the SHA-256 of the document."""
        match self.line_kind:
            case "entry":
                key = decode_entry_header(self.entry)
                return None if key is None else key.id
            case "document":
                return self.sha256
            case _:
                return None


class _Bare(msgspec.Struct, frozen=True):
    """What even a line of an unknown kind has."""

    laptop: str
    seq: Seq
    prev: str
    hash: str
    log: str = ""


class EntryHeader(msgspec.Struct, frozen=True):
    """What an entry of any kind says of itself."""

    id: str
    kind: str = ""
    after: str | None = None


_encode = msgspec.json.Encoder().encode
_sorted = msgspec.json.Encoder(order="deterministic").encode
_decoder = msgspec.json.Decoder(FeedLine)
_bare = msgspec.json.Decoder(_Bare)
_key = msgspec.json.Decoder(EntryHeader)
DECODE_ERRORS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError)


def digest(data: bytes) -> str:
    """Return the hash of bytes as lines have it, 32 hexadecimal digits."""
    return blake2b(data, digest_size=DIGEST_SIZE).hexdigest()


def digest_rules(rules: dict[str, Any]) -> str:
    """Return the hash that names a rule set; the order of its keys does not matter."""
    return digest(_sorted(rules))


def make_line(laptop: str, seq: int, prev: str, payload: bytes) -> tuple[bytes, str]:
    """Return a line and its hash; `payload` is the JSON object with what the line is about."""
    text = b'{"laptop":"%b","seq":%d,"prev":"%b",%b' % (
        laptop.encode(),
        seq,
        prev.encode(),
        payload[1:-1],
    )
    line_hash = digest(text)
    return b'%b%b%b"}' % (text, MARK, line_hash.encode()), line_hash


def verified_hash(line: bytes) -> str | None:
    """Return the hash of a line that is whole; None for any other bytes."""
    if len(line) <= TAIL or line[-TAIL : len(MARK) - TAIL] != MARK or not line.endswith(b'"}'):
        return None
    line_hash = digest(line[:-TAIL])
    return line_hash if line[len(MARK) - TAIL : -2] == line_hash.encode() else None


def has_hash(line: bytes, line_hash: str) -> bool:
    """Return whether a line is whole and has this hash."""
    end = b'%b%b"}' % (MARK, line_hash.encode())
    return line.endswith(end) and digest(line[: -len(end)]) == line_hash


def decode_line(line: bytes) -> FeedLine | None:
    """Return what a line that is whole says; None where it is no line of a feed at all."""
    try:
        return _decoder.decode(line)
    except DECODE_ERRORS:
        pass
    try:
        bare = _bare.decode(line)
    except DECODE_ERRORS:
        return None
    return FeedLine(bare.laptop, bare.seq, bare.prev, bare.hash, bare.log)


def decode_entry_header(entry: bytes | msgspec.Raw) -> EntryHeader | None:
    """Return id, kind and `after` of an encoded entry; None where it has no id."""
    try:
        return _key.decode(entry)
    except DECODE_ERRORS:
        return None


def begins_as_entry(text: str, laptop: str, seq: int, log: str, entry: str | None) -> bool:
    """Return whether a line begins as that of an entry in this place does, as almost every line
    does; to be told so takes a tenth of the time in which it is decoded."""
    feed = f'{{"laptop":"{laptop}","seq":{seq},"prev":"'
    topic = f'","log":"{log}","entry":{{"kind":"'
    at = len(feed) + 2 * DIGEST_SIZE
    return (
        text.startswith(feed)
        and text.startswith(topic, at)
        and text.startswith(f'","id":"{entry}"', text.find('"', at + len(topic)))
    )


def scan_junk_and_lines(file: IO[bytes], end: int | None = None) -> Iterator[tuple[bytes, bytes]]:
    """Yield every whole line that stands anywhere in a file, with the bytes before it that are
    none; last of all the bytes after the last line, with b"".

    Of bytes that are no line only `LONGEST_BYTES` are kept, so that a file of any size is read in
    little memory.  `end` is where reading stops.
    """
    data, junk = b"", b""
    while True:
        size = CHUNK if end is None else min(CHUNK, end - file.tell())
        chunk = file.read(size) if size > 0 else b""
        data += chunk
        at = done = 0
        while (mark := data.find(MARK, at)) >= 0 and mark + TAIL <= len(data):
            start = mark
            for _try in range(TRIES):
                start = data.rfind(START, at, start)
                if start < 0 or verified_hash(data[start : mark + TAIL]) is not None:
                    break
            else:
                start = -1
            at = mark + 1
            if start >= 0:
                yield (junk + data[done:start])[-LONGEST_BYTES:], data[start : mark + TAIL]
                junk, done = b"", mark + TAIL
                at = done
        if not chunk:
            yield (junk + data[done:])[-LONGEST_BYTES:], b""
            return
        keep = max(done, len(data) - LONGEST_BYTES)
        junk = (junk + data[done:keep])[-LONGEST_BYTES:]
        data = data[keep:]
