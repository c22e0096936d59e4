"""A line of a feed proves itself, wherever it stands."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.spades.entries import Head
from scorepad.store.lines import (
    LONGEST_BYTES,
    MARK,
    START,
    Archive,
    Document,
    FeedStart,
    HeadRules,
    LaptopState,
    Line,
    LogEntry,
    LogHead,
    UnknownContent,
    decode_line,
    decode_state,
    digest_rules,
    encode_state,
    make_line,
    scan_junk_and_lines,
    verified_hash,
)

LAPTOP = "0195731b-4c00-4000-8000-000000000001"
LOG = "0195731b-4c00-7000-8000-0000000000aa"


def decoded(payload: dict[str, Any]) -> Line:
    line = decode_line(make_line(LAPTOP, 2, "", msgspec.json.encode(payload))[0])
    assert line is not None
    return line


def feed(count: int, text: str = "x") -> list[bytes]:
    made, before = list[bytes](), ""
    for n in range(1, count + 1):
        payload = f'{{"log":"a","entry":{{"kind":"note","id":"{n}","text":"{text}"}}}}'
        line, before = make_line(LAPTOP, n, before, payload.encode())
        made.append(line)
    return made


def test_a_line_is_as_it_is_written_down() -> None:
    before = "ab" * 16
    entry = b'{"kind":"vote","id":"%b"}' % LOG.encode()
    payload = b'{"log":"%b","entry":%b}' % (LOG.encode(), entry)
    line, line_hash = make_line(LAPTOP, 7, before, payload)
    assert (
        line
        == (
            f'{{"laptop":"0195731b-4c00-4000-8000-000000000001","seq":7,"prev":"{before}",'
            f'"log":"{LOG}","entry":{{"kind":"vote","id":"{LOG}"}},"hash":"{line_hash}"}}'
        ).encode()
    )
    assert line_hash == blake2b(line[:-43], digest_size=16).hexdigest()
    assert verified_hash(line) == line_hash
    decoded = decode_line(line)
    assert decoded is not None
    assert (decoded.laptop, decoded.seq, decoded.prev, decoded.log) == (LAPTOP, 7, before, LOG)
    assert decoded.content == LogEntry(LOG, "vote", None, entry)


HEAD = {"log": LOG, "kind": "match", "created": "2026-03-07T19:00:00Z", "head": {"rules": "unc"}}
ENTRY = {"log": LOG, "entry": {"kind": "note", "id": LOG, "text": "x"}}
ARCHIVE = {"id": LOG, "log": LOG, "archived": True}
RULES = {"rules": {"id": "x"}, "rules_hash": digest_rules({"id": "x"})}
START_OF_FEED = {"format": 1, "name": "n", "program": "p", "machine": "m"}
DOCUMENT = {
    "sha256": "ab" * 32,
    "kind": "sheet",
    "codes": ["x"],
    "log": LOG,
    "at": "2026-03-07T20:00:00+01:00",
}


@pytest.mark.parametrize(
    ("payload", "kind", "log", "keys"),
    [
        (START_OF_FEED, FeedStart, "", ("", None)),
        ({**START_OF_FEED, "from": LAPTOP}, FeedStart, "", ("", None)),
        ({"format": 2, "name": "n", "new": 1}, FeedStart, "", ("", None)),
        (RULES, HeadRules, "", (RULES["rules_hash"], None)),
        (HEAD, LogHead, LOG, (LOG, None)),
        ({**HEAD, "kind": "event", "head": {"name": "x"}}, LogHead, LOG, (LOG, None)),
        (ENTRY, LogEntry, LOG, (LOG, LOG)),
        (ARCHIVE, Archive, LOG, (LOG, None)),
        (DOCUMENT, Document, "", ("", "ab" * 32)),
    ],
)
def test_kinds_of_lines(
    payload: dict[str, Any], kind: type, log: str, keys: tuple[str, str | None]
) -> None:
    line = decoded(payload)
    assert (type(line.content), line.log) == (kind, log)
    assert (line.log_key, line.entry_key) == keys


def odd_lines() -> Iterator[Any]:
    """Each is a line with a right hash, and the log that alone it may concern."""
    for field, odd in (
        ("created", "2026-11-28T00:00:00"),
        ("created", "0001-01-01T00:00:00+14:00"),
        ("created", "9999-12-31T23:59:59-14:00"),
        ("created", 1),
        ("kind", "league"),
        ("head", 1),
        ("head", "swiss"),
        ("head", {"rules": "unc", "teams": 3}),
        ("head", {"rules": "unc", "new": 3}),
        ("head", {"rules": "unc", "scheduled": "0001-01-01T00:00:00+14:00"}),
        ("head", {}),
        ("head", {"rules": "unc", "rules_hash": "a" * 32}),
        ("head", {"rules_hash": "../../etc"}),
        ("head", {"rules": {"deep": nested(100)}}),
        ("head", {"rules": {"large": 10**30}}),
    ):
        yield pytest.param({**HEAD, field: odd}, LOG, id=f"{field} {str(odd)[:40]}")
    hold, vote = {"kind": "hold", "id": 3}, {"kind": "vote", "id": "1"}
    for entry in ("swiss", 1, {}, hold, vote, nested(90)):
        yield pytest.param({"log": LOG, "entry": entry}, LOG, id=f"entry {str(entry)[:40]}")
    for field, odd in (("id", "zzz"), ("id", LAPTOP), ("archived", 1)):
        yield pytest.param({**ARCHIVE, field: odd}, LOG, id=f"archive {odd}")
    for field, odd in (("rules_hash", "a" * 32), ("rules", 1)):
        yield pytest.param({**RULES, field: odd}, "", id=f"rules {odd}")
    for field, odd in (("kind", ""), ("kind", 1), ("at", "now"), ("codes", 1)):
        yield pytest.param({**DOCUMENT, field: odd}, "", id=f"document {odd}")
    for field, odd in (("format", 0), ("format", "1"), ("name", 1), ("from", "x")):
        yield pytest.param({**START_OF_FEED, field: odd}, "", id=f"feed {field} {odd}")
    yield pytest.param({"log": LOG, "vote": 3}, LOG, id="vote")
    yield pytest.param({"vote": 3}, "", id="vote of no log")
    yield pytest.param({"log": "a", "entry": ENTRY["entry"]}, "", id="log a")
    yield pytest.param({**ENTRY, "new": 1}, LOG, id="a field that is new")


def nested(depth: int) -> Any:
    inner: Any = 1
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(("payload", "log"), [*odd_lines()])
def test_what_cannot_be_read_is_an_unknown_line_of_its_log(payload: Any, log: str) -> None:
    line = decoded(payload)
    assert (type(line.content), line.log) == (UnknownContent, log)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"log":"%b","log":"%b","entry":{"kind":"note","id":"1","text":"x"}}',
        b'{"log":"%b","entry":{"kind":"note","id":"1","id":"%b","text":"x"}}',
        b'{"log":"%b","entry":{"kind":"note","id":"1","text":"x"}},{"x":"%b"}',
    ],
)
def test_a_key_twice_or_two_objects_are_no_content(payload: bytes) -> None:
    line = decode_line(make_line(LAPTOP, 2, "", payload % (LOG.encode(), LOG.encode()))[0])
    assert line is not None
    assert (type(line.content), line.log) == (UnknownContent, LOG)


def test_a_line_nested_without_end_is_kept_as_unknown() -> None:
    payload = b'{"log":"%b","entry":%b}' % (LOG.encode(), b"[" * 40_000 + b"]" * 40_000)
    line = decode_line(make_line(LAPTOP, 2, "", payload)[0])
    assert line is not None
    assert (type(line.content), line.log) == (UnknownContent, LOG)


def test_bytes_that_name_no_laptop_and_number_are_no_line() -> None:
    payload = b'{"log":"a","entry":{}}'
    for laptop, seq, prev in (
        ("../../x", 1, ""),
        (LAPTOP.upper(), 1, ""),
        (LAPTOP, 0, ""),
        (LAPTOP, 1 << 63, ""),
        (LAPTOP, 1, "ab"),
    ):
        data = make_line(laptop, seq, prev, payload)[0]
        assert verified_hash(data) is not None
        assert decode_line(data) is None


def test_times_are_in_utc_and_a_head_is_what_it_says() -> None:
    head = decoded({**HEAD, "created": "2026-03-07T20:00:00+01:00"}).content
    assert isinstance(head, LogHead)
    assert head.created == datetime(2026, 3, 7, 19, tzinfo=UTC)
    assert (head.head.rules, head.rules_hash) == ("unc", "")
    scheduled = {"rules": "unc", "scheduled": "2026-03-07T19:00:00"}
    naive = decoded({**HEAD, "head": scheduled}).content
    assert isinstance(naive, LogHead)
    assert isinstance(naive.head, Head)
    assert naive.head.scheduled == datetime(2026, 3, 7, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    ("field", "odd"),
    [
        ("at", "2026-11-28T12:00:00"),
        ("at", "0001-01-01T00:00:00+14:00"),
        ("at", "1899-12-31T00:00:00Z"),
        ("at", "infinity"),
        ("at", None),
        ("laptop", "../x"),
        ("name", 1),
        ("name", "x" * 501),
        ("seq", -1),
        ("seq", 1 << 63),
        ("heard", []),
        ("heard", {"x": 1}),
        ("heard", {LAPTOP: -1}),
        ("heard", {LAPTOP: "1"}),
    ],
)
def test_a_state_is_read_strictly(field: str, odd: Any) -> None:
    state: dict[str, Any] = {
        "laptop": LAPTOP,
        "name": "B",
        "seq": 3,
        "at": "2026-11-28T13:00:00+01:00",
        "heard": {LAPTOP: 7},
    }
    found = decode_state(msgspec.json.encode(state))
    at = datetime(2026, 11, 28, 12, tzinfo=UTC)
    assert found == LaptopState(laptop=LAPTOP, name="B", seq=3, at=at, heard={LAPTOP: 7})
    assert decode_state(encode_state(found)) == found
    assert decode_state(msgspec.json.encode({**state, "new": 1})) == found
    assert decode_state(msgspec.json.encode({**state, field: odd})) is None
    deep = b'{"new":%b,' % (b"[" * 30_000 + b"]" * 30_000)
    for data in (b"", b"{}", b"\xff", deep + msgspec.json.encode(state)[1:]):
        assert decode_state(data) is None


def test_every_byte_that_changes_is_noticed() -> None:
    (line,) = feed(1, "späte Ansage ♠")
    for at in range(len(line)):
        for bit in range(8):
            changed = bytearray(line)
            changed[at] ^= 1 << bit
            assert verified_hash(bytes(changed)) is None
    for end in range(len(line)):
        assert verified_hash(line[:end]) is None


@given(st.binary(max_size=300), st.integers(0, 2**32))
def test_whole_lines_are_found_in_anything(junk: bytes, seed: int) -> None:
    chance, lines = random.Random(seed), feed(5)
    kept, data = [], bytearray()
    for line in lines:
        if chance.random() < 0.3:  # damaged
            at = chance.randrange(len(line))
            data += line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
        else:
            kept.append(line)
            data += line
        data += chance.choice((b"\n", junk, START, MARK, b""))
    found = list(scan_junk_and_lines(io.BytesIO(bytes(data))))
    assert [line for _, line in found][:-1] == kept
    assert found[-1][1] == b""
    assert b"".join(before + line for before, line in found) == bytes(data)


@pytest.mark.parametrize("junk", [START, MARK, b'{"laptop":"x","hash":"', b"\0", b"\n", b"x"])
def test_junk_costs_little(junk: bytes) -> None:
    (line,) = feed(1)
    data = junk * (8_000_000 // len(junk))
    began = time.process_time()
    found = list(scan_junk_and_lines(io.BytesIO(data + line + data)))
    assert time.process_time() - began < 5
    assert [each for _, each in found] == [line, b""]
    assert max(len(before) for before, _ in found) <= LONGEST_BYTES


def test_the_order_of_keys_does_not_name_another_rule_set() -> None:
    assert digest_rules({"a": {"x": 1, "y": 2}, "b": 3}) == digest_rules(
        {"b": 3, "a": {"y": 2, "x": 1}}
    )
    assert digest_rules({"a": 1}) != digest_rules({"a": 2})
