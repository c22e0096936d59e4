"""A line of a feed: UTF-8 JSON that proves itself by the hash at its end. A laptop's state, too.

Every line has the laptop that wrote it, its number `seq` in that laptop's feed (from 1, without
gaps), and `prev`, the hash of the line before.  The rest is its content, which is one of these::

    {"laptop": …, "seq": 1, "prev": "", "format": 1, "name": …, …, "hash": …}       a feed begins
    {…, "rules": {…}, "rules_hash": …, "hash": …}                         a rule set for heads
    {…, "log": ID, "kind": "match", "created": …, "head": {…}, "hash": …}      a log begins here
    {…, "log": ID, "entry": {…}, "hash": …}                               an entry was recorded
    {…, "id": UUID, "log": ID, "archived": true, "hash": …}       out of the list, or back in it
    {…, "sha256": …, "kind": …, "codes": …, "log": ID, "at": …, "hash": …}   a document was made

The hash is over the bytes of the line before it, so a whole line can be taken from any
surroundings.

**This is the one decoder of lines and of state files, from any source**: the shared folder,
PostgreSQL, `feeds/`, a backup. Code behind it trusts types and bounds:

- `decode_line(bytes)` returns a `Line`: laptop, seq, prev, hash, `log` ("": none) and `content`,
  one of `FeedStart`, `HeadRules`, `LogHead`, `LogEntry`, `Archive`, `Document`, `UnknownContent`.
  None if the hash is wrong, or laptop, number and `prev` can't be read: that is no line.
- A line whose hash is right and whose content can't be read has an `UnknownContent` with the
  reason. It is stored unchanged; only its log becomes read-only here.
- The entry in a `LogEntry` is decoded by the kind of its log: `decode_entry(kind, content)` returns
  an `UnknownEntry` where it can't be read.
- `decode_state(bytes)` returns a `LaptopState`; None if it can't be read.  `encode_state`
  writes one.
- `make_line`, `verified_hash`, `digest`, `digest_rules` and `scan_junk_and_lines` are about bytes
  alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache, wraps
from hashlib import blake2b
from typing import IO, Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from scorepad.desk.ports import AnyEntry, DocumentRecord
from scorepad.events.entries import EventEntry, EventHead
from scorepad.events.eventfile import refuse_bad_event_head
from scorepad.spades.decoding import refuse_ambiguous_json
from scorepad.spades.entries import Entry, EntryRef, Head, Id, Name, UnknownEntry
from scorepad.spades.gate import YEARS_OF_PLAY, refuse_impossible_moment
from scorepad.spades.ids import is_kept_id
from scorepad.spades.matchfile import convert_head
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

FORMAT = 1
"""The format of the feeds that this program writes, and the greatest that it reads."""
LONGEST_LINE = 100_000  # characters
LONGEST_BYTES = 4 * LONGEST_LINE
LARGEST = 1 << 30  # bytes; a damaged file that is larger is not searched for lines
LARGEST_STATE = 1 << 16  # bytes
DIGEST_SIZE = 16  # bytes
START = b'{"laptop":"'
MARK = b',"hash":"'
TAIL = len(MARK) + 2 * DIGEST_SIZE + len('"}')
"""So many bytes at the end of a line are its hash."""
CHUNK = 1 << 20  # bytes read at a time
LONGEST_SHORT = 2000  # bytes of a line
SHORT_REMEMBERED = 8192  # more lines than are read before they are taken in
LONG_REMEMBERED = 32  # rule sets, which many matches name
STATES_REMEMBERED = 64  # more than are in a room, which are read at each look
LONGEST_REMEMBERED = 1 << 14  # bytes of a line: files from elsewhere may have any
TRIES = 8
"""So many beginnings of a line are tried for one end of it."""
GREATEST = (1 << 63) - 1
"""SQLite has no greater number."""
HASH = "[0-9a-f]{32}"
SHA256 = "[0-9a-f]{64}"
UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

Kind: TypeAlias = Literal["match", "event"]
LaptopId: TypeAlias = Annotated[str, Meta(pattern=rf"^{UUID}\Z")]
LogId: TypeAlias = LaptopId
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=GREATEST)]
LineHash: TypeAlias = Annotated[str, Meta(pattern=rf"^{HASH}\Z")]
Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]

_FRAME = re.compile(
    rb'\{"laptop":"(%b)","seq":([1-9][0-9]{0,18}),"prev":"([0-9a-f]{32}|)",' % UUID.encode()
)
_LOG = re.compile(rb'"log"\s*:\s*"(%b)"' % UUID.encode())
_SHA256 = re.compile(rb'"sha256"\s*:\s*"(%b)"' % SHA256.encode())
DECODE_ERRORS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError)


class FeedStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """A feed begins.

    Attributes:
        format: Greater than `FORMAT` where a newer program wrote the feed.
        name: Its laptop's name then.
        program: The version of the program.
        machine: A hash of the computer's id.
        from_: The id under which the laptop recorded before ("": none).
    """

    format: Annotated[int, Meta(ge=1, le=GREATEST)]
    name: Name = ""
    program: Name = ""
    machine: Name = ""
    from_: Annotated[str, Meta(pattern=rf"^({UUID})?\Z")] = ""


class _NewerFeedStart(msgspec.Struct, frozen=True):
    """The readable part of a feed whose format is greater."""

    format: Annotated[int, Meta(gt=FORMAT, le=GREATEST)]
    name: Name = ""


class HeadRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole rule set as plain data, and the hash by which heads name it."""

    rules: dict[str, Any]
    rules_hash: LineHash


class LogHead(NamedTuple):
    """A match or an event begins.

    Attributes:
        kind: Which of the two.
        created: When, in UTC.
        head: Its head; `rules` is "" if it has them by `rules_hash`.
        rules_hash: The hash of its rule set ("": the head has its rules).
        content_hash: A hash of the head's content, by which one of two heads is taken.
    """

    kind: Kind
    created: datetime
    head: Head | EventHead
    rules_hash: str
    content_hash: str

    @property
    def event_id(self) -> str:
        """The id of the event that a match belongs to ("": none)."""
        return (self.head.event_id or "") if isinstance(self.head, Head) else ""

    @property
    def release(self) -> str:
        """The id of the entry that released a match ("": none)."""
        return (self.head.release or "") if isinstance(self.head, Head) else ""


class EntryHeader(msgspec.Struct, frozen=True):
    """The fields of every entry; `after` is None for one that is not chained."""

    id: Id
    kind: Annotated[str, Meta(min_length=1, max_length=200)]
    after: EntryRef | None = None


class LogEntry(NamedTuple):
    """An entry of a log was recorded; `data` is its JSON."""

    id: str
    kind: str
    after: str | None
    data: bytes


class Archive(NamedTuple):
    """A log was taken out of the list, or back into it.  Of several the greatest id counts."""

    id: str
    is_archived: bool


class Document(NamedTuple):
    """A document was made."""

    record: DocumentRecord


class UnknownContent(NamedTuple):
    """The content can't be read here: `why` is a sentence without its end, `key` the document's
    SHA-256, where it has one."""

    why: Text
    key: str | None = None


LineContent: TypeAlias = (
    FeedStart | HeadRules | LogHead | LogEntry | Archive | Document | UnknownContent
)


class Line(NamedTuple):
    """A line of a feed.

    Attributes:
        laptop: The laptop that wrote it.
        seq: Its number in the feed, from 1.
        prev: The hash of the line before ("": there is none).
        hash: Its own hash.
        log: The match or event whose content it is a part of ("": none; a document is of none).
        content: Its content.
    """

    laptop: str
    seq: int
    prev: str
    hash: str
    log: str
    content: LineContent

    @property
    def log_key(self) -> str:
        """The key under which it is found: its log, or the hash of the rule set that it brings."""
        return self.content.rules_hash if isinstance(self.content, HeadRules) else self.log

    @property
    def entry_key(self) -> str | None:
        """The key under which its entry is found by id, or its document by SHA-256."""
        match self.content:
            case LogEntry():
                return self.content.id
            case Document():
                return self.content.record.sha256
            case UnknownContent():
                return self.content.key
            case _:
                return None


class LaptopState(msgspec.Struct, frozen=True, kw_only=True):
    """A laptop's state, written by itself.

    Attributes:
        laptop: Its id.
        name: Its name.
        seq: How far its feed goes.
        at: The time of the state, in UTC by its own clock.
        heard: How far it has the feed of each other laptop.
    """

    laptop: LaptopId
    name: Name = ""
    seq: Seq = 0
    at: Moment
    heard: dict[LaptopId, Seq] = {}


class _EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    log: LogId
    entry: msgspec.Raw


class _HeadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    log: LogId
    kind: Kind
    created: Moment
    head: msgspec.Raw


class _MatchHead(Head, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rules: str | dict[str, Any] = ""
    rules_hash: LineHash | None = None


class _EventHead(EventHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rules_hash: LineHash | None = None


class _ArchiveLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    log: LogId
    archived: bool


class _DocumentLine(DocumentRecord, frozen=True, forbid_unknown_fields=True):
    sha256: Annotated[str, Meta(pattern=rf"^{SHA256}\Z")]
    log: Annotated[str, Meta(pattern=rf"^({UUID})?\Z")]
    at: Moment


_encode = msgspec.json.Encoder().encode
_sorted = msgspec.json.Encoder(order="deterministic").encode
_entry_line = msgspec.json.Decoder(_EntryLine)
_header = msgspec.json.Decoder(EntryHeader)
_head_line = msgspec.json.Decoder(_HeadLine)
_match_head = msgspec.json.Decoder(_MatchHead)
_event_head = msgspec.json.Decoder(_EventHead)
_rules_line = msgspec.json.Decoder(HeadRules)
_archive_line = msgspec.json.Decoder(_ArchiveLine)
_document_line = msgspec.json.Decoder(_DocumentLine)
_feed_line = msgspec.json.Decoder(FeedStart)
_newer_feed_line = msgspec.json.Decoder(_NewerFeedStart)
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_state = msgspec.json.Decoder(LaptopState)
_ENTRIES: dict[str, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Entry),
    "event": msgspec.json.Decoder(EventEntry),
}

_WHY: dict[str, Text] = {
    "format": T("the beginning of its data isn't valid"),
    "rules": T("its rule set isn't valid"),
    "head": T("its match or event isn't valid"),
    "archived": T("its archive mark isn't valid"),
    "sha256": T("its document record isn't valid"),
    "entry": T("its entry isn't valid"),
}
_WHY_UNKNOWN = T("this version of Scorepad doesn't recognize it")


_Read = TypeVar("_Read")


def _remember_lines(function: Callable[[bytes], _Read]) -> Callable[[bytes], _Read]:
    # On its way in a line is asked for by several, however long its log is.
    recall_short = lru_cache(SHORT_REMEMBERED)(function)
    recall_long = lru_cache(LONG_REMEMBERED)(function)

    @wraps(function)
    def read(line: bytes) -> _Read:
        if len(line) > LONGEST_REMEMBERED:
            return function(line)
        return (recall_short if len(line) <= LONGEST_SHORT else recall_long)(line)

    return read


def digest(data: bytes) -> str:
    """Return the hash of bytes as lines have it, 32 hexadecimal digits."""
    return blake2b(data, digest_size=DIGEST_SIZE).hexdigest()


def digest_rules(rules: dict[str, Any]) -> str:
    """Return the hash that names a rule set; the order of its keys does not matter."""
    return digest(_sorted(rules))


def make_line(laptop: str, seq: int, prev: str, payload: bytes) -> tuple[bytes, str]:
    """Return a line and its hash; `payload` is the JSON object with its content."""
    text = b'{"laptop":"%b","seq":%d,"prev":"%b",%b' % (
        laptop.encode(),
        seq,
        prev.encode(),
        payload[1:-1],
    )
    line_hash = digest(text)
    return b'%b%b%b"}' % (text, MARK, line_hash.encode()), line_hash


@_remember_lines
def verified_hash(line: bytes) -> str | None:
    """Return the hash of a line that is whole; None for any other bytes."""
    if len(line) <= TAIL or line[-TAIL : len(MARK) - TAIL] != MARK or not line.endswith(b'"}'):
        return None
    line_hash = digest(line[:-TAIL])
    return line_hash if line[len(MARK) - TAIL : -2] == line_hash.encode() else None


def frame_of(line: bytes) -> tuple[int, str] | None:
    """Return the number of a line and the hash at its end, unproved; None for other bytes."""
    frame = _FRAME.match(line)
    if frame is None or len(line) <= TAIL:
        return None
    return int(frame[2]), line[len(MARK) - TAIL : -2].decode("ascii", "replace")


def payload_of(line: bytes) -> bytes:
    """Return the content of a whole line, as `make_line` takes it."""
    frame = _FRAME.match(line)
    return b"{%b}" % line[frame.end() if frame else 0 : -TAIL]


@_remember_lines
def decode_line(data: bytes) -> Line | None:
    """Return the content of a line; None for bytes that are no whole line of a feed."""
    line_hash = verified_hash(data)
    frame = _FRAME.match(data) if line_hash is not None else None
    if line_hash is None or frame is None or int(frame[2]) > GREATEST:
        return None
    log, content = _decode_content(payload_of(data))
    return Line(frame[1].decode(), int(frame[2]), frame[3].decode(), line_hash, log, content)


def _decode_content(payload: bytes) -> tuple[str, LineContent]:
    marker = "entry"
    with suppress(Refused, *DECODE_ERRORS):
        try:
            line = _entry_line.decode(payload)
        except DECODE_ERRORS:
            fields = _fields.decode(payload)
            marker = next((each for each in _WHY if each in fields), "")
            if marker == "format":
                with suppress(*DECODE_ERRORS):
                    newer = _newer_feed_line.decode(payload)
                    return "", FeedStart(newer.format, newer.name)
            if marker in _DECODERS:
                refuse_ambiguous_json(payload)
                return _DECODERS[marker](payload)
        else:
            header = _header.decode(line.entry)
            refuse_ambiguous_json(payload)
            if is_kept_id(header.id):
                entry = LogEntry(header.id, header.kind, header.after, bytes(line.entry))
                return line.log, entry
    why = _WHY.get(marker, _WHY_UNKNOWN)
    if marker == "sha256":  # a document is of no log
        sha256 = _SHA256.search(payload)
        return "", UnknownContent(why, None if sha256 is None else sha256[1].decode())
    log = _LOG.search(payload)
    return "" if log is None else log[1].decode(), UnknownContent(why)


def _decode_feed_start(payload: bytes) -> tuple[str, LineContent]:
    return "", _feed_line.decode(payload)


def _decode_rules(payload: bytes) -> tuple[str, LineContent]:
    content = _rules_line.decode(payload)
    if digest_rules(content.rules) != content.rules_hash:
        raise ValueError
    return "", content


def _decode_head(payload: bytes) -> tuple[str, LineContent]:
    line = _head_line.decode(payload)
    head: Head | EventHead
    if line.kind == "match":
        match = _match_head.decode(line.head)
        rules_hash, head = match.rules_hash, convert_head(match, Head)
        refuse_impossible_moment(match.scheduled)
        has_one = bool(head.rules) != (rules_hash is not None)
    else:
        event = _event_head.decode(line.head)
        rules_hash, head = event.rules_hash, convert_head(event, EventHead)
        refuse_bad_event_head(head)
        has_one = not head.rules or rules_hash is None
    if not has_one:
        raise ValueError
    content_hash = digest(_sorted(msgspec.json.decode(line.head)))
    created = _in_utc(line.created)
    return line.log, LogHead(line.kind, created, head, rules_hash or "", content_hash)


def _decode_archive(payload: bytes) -> tuple[str, LineContent]:
    line = _archive_line.decode(payload)
    if not is_kept_id(line.id):
        raise ValueError
    return line.log, Archive(line.id, line.archived)


def _decode_document(payload: bytes) -> tuple[str, LineContent]:
    line = _document_line.decode(payload)
    fields = msgspec.structs.asdict(line) | {"at": _in_utc(line.at)}
    return "", Document(DocumentRecord(**fields))


_DECODERS = {
    "format": _decode_feed_start,
    "rules": _decode_rules,
    "head": _decode_head,
    "archived": _decode_archive,
    "sha256": _decode_document,
}


def _in_utc(moment: datetime) -> datetime:
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        raise ValueError from None
    if moment.year not in YEARS_OF_PLAY:
        raise ValueError
    return moment


def decode_entry(kind: str, content: LogEntry) -> AnyEntry:
    """Return the entry of a log of this kind; one that can't be read is an `UnknownEntry`."""
    try:
        entry: AnyEntry = _ENTRIES[kind].decode(content.data)
    except DECODE_ERRORS:
        return UnknownEntry(
            id=content.id, kind=content.kind, after=content.after, data=content.data
        )
    return entry


@lru_cache(STATES_REMEMBERED)
def decode_state(data: bytes) -> LaptopState | None:
    """Return a laptop's description of itself; None if that can't be read."""
    if len(data) > LARGEST_STATE:
        return None
    try:
        state = _state.decode(data)
        return msgspec.structs.replace(state, at=_in_utc(state.at))
    except DECODE_ERRORS:
        return None


def encode_state(state: LaptopState) -> bytes:
    """Return a state as its file has it."""
    return _encode(state) + b"\n"


def scan_junk_and_lines(file: IO[bytes], end: int | None = None) -> Iterator[tuple[bytes, bytes]]:
    """Yield every whole line anywhere in a file, with the bytes before it that are none; last of
    all the bytes after the last line, with b"".

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
