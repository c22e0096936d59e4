"""A line of a feed proves itself, wherever it stands, and is read strictly."""

from __future__ import annotations

import io
import json
import random
import sys
import time
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.store.lines import (
    LONGEST_BYTES,
    MARK,
    START,
    LogEntry,
    UnknownContent,
    decode_line,
    digest_rules,
    make_line,
    scan_junk_and_lines,
    verified_hash,
)

LAPTOP = "0195731b-4c00-4000-8000-000000000001"
LOG = "0195731b-4c00-7000-8000-0000000000aa"
HEAD = {"log": LOG, "kind": "match", "created": "2026-03-07T19:00:00Z", "head": {"rules": "unc"}}
ENTRY = {"log": LOG, "entry": {"kind": "note", "id": LOG, "text": "späte Ansage ♠"}}
ARCHIVE = {"id": LOG, "log": LOG, "archived": True}
RULES = {
    "rules": {"id": "x", "a": {"b": 1}},
    "rules_hash": digest_rules({"a": {"b": 1}, "id": "x"}),
}
FEED = {"format": 1, "name": "n", "program": "p", "machine": "m", "from": LAPTOP}
DOCUMENT = {"sha256": "ab" * 32, "kind": "sheet", "codes": [], "log": LOG, "at": HEAD["created"]}


OLD = "1899-12-31T00:00:00Z"


def encode(payload: Any) -> bytes:
    if isinstance(payload, bytes):
        return payload
    return json.dumps(payload, separators=(",", ":"), ensure_ascii=False).encode()


def read(payload: Any) -> tuple[type, str]:
    """Which content a line with this payload has, and of which log."""
    line = decode_line(make_line(LAPTOP, 2, "", encode(payload))[0])
    assert line is not None
    return type(line.content), line.log


def test_a_line_is_as_it_is_written_down() -> None:
    before = "ab" * 16
    line, line_hash = make_line(LAPTOP, 7, before, encode(ENTRY))
    start = f'{{"laptop":"{LAPTOP}","seq":7,"prev":"{before}",'.encode() + encode(ENTRY)[1:-1]
    assert line == start + f',"hash":"{line_hash}"}}'.encode()
    assert line_hash == blake2b(start, digest_size=16).hexdigest()
    decoded = decode_line(line)
    assert decoded is not None
    assert decoded[:5] == (LAPTOP, 7, before, line_hash, LOG)
    assert decoded.content == LogEntry(LOG, "note", None, encode(ENTRY["entry"]))


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def odd_lines() -> Iterator[tuple[Any, str]]:
    """Each has a right hash, and the log that alone it may concern."""
    early, late = "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"
    heads: list[Any] = [1, "swiss", {}, {"rules": "unc", "rules_hash": "a" * 32}]
    heads += [{"rules_hash": "../../etc"}, {"rules": {"large": 10**30}}]
    heads += [{"rules": "unc", name: 3} for name in ("teams", "new")]
    heads += [{"rules": "unc", "scheduled": early}]
    for whole, log, odd in (
        (HEAD, LOG, {"created": ("2026-11-28T00:00:00", OLD, early, late, 1), "kind": ("league",)}),
        (HEAD, LOG, {"head": heads}),
        ({"log": LOG}, LOG, {"entry": (1, {}, {"kind": "vote", "id": "1"}), "vote": (3,)}),
        (ARCHIVE, LOG, {"id": ("zzz", LAPTOP), "archived": (1,)}),
        (RULES, "", {"rules_hash": ("a" * 32,), "rules": (1,)}),
        (DOCUMENT, "", {"kind": ("", 1), "at": ("now",), "codes": (1,)}),
        (FEED, "", {"format": (0, "1"), "name": (1,), "from": ("x",)}),
        (ENTRY, LOG, {"new": (1,)}),
        ({}, "", {"vote": (3,)}),
        (ENTRY, "", {"log": ("a",)}),
    ):
        for name, values in odd.items():
            yield from (({**whole, name: value}, log) for value in values)  # type: ignore[dict-item]
    for payload in (
        b'{"log":"%b","log":"%b","entry":{"kind":"note","id":"1","text":"x"}}',
        b'{"log":"%b","entry":{"kind":"note","id":"1","id":"%b","text":"x"}}',
        b'{"log":"%b","entry":{"kind":"note","id":"1","text":"x"}},{"x":"%b"}',
    ):
        yield payload % (LOG.encode(), LOG.encode()), LOG
    for depth in (90, 40_000):
        yield b'{"log":"%b","entry":%b}' % (LOG.encode(), nested(depth)), LOG


def test_what_cannot_be_read_is_an_unknown_line_of_its_log() -> None:
    for payload, log in odd_lines():
        assert read(payload) == (UnknownContent, log), payload


def test_bytes_that_name_no_laptop_and_number_are_no_line() -> None:
    for laptop, seq, prev in (
        ("../../x", 1, ""),
        (LAPTOP.upper(), 1, ""),
        (LAPTOP, 0, ""),
        (LAPTOP, 1 << 63, ""),
        (LAPTOP, 1, "ab"),
    ):
        assert decode_line(make_line(laptop, seq, prev, encode(ENTRY))[0]) is None


def test_every_byte_that_changes_is_noticed() -> None:
    line, _ = make_line(LAPTOP, 1, "", encode(ENTRY))
    for at in range(len(line)):
        for bit in range(8):
            changed = bytearray(line)
            changed[at] ^= 1 << bit
            assert verified_hash(bytes(changed)) is None
        assert verified_hash(line[:at]) is None


@given(st.binary(max_size=300), st.integers(0, 2**32))
def test_whole_lines_are_found_in_anything(junk: bytes, seed: int) -> None:
    chance, kept, data = random.Random(seed), [], bytearray()
    for n in range(1, 6):
        line, _ = make_line(LAPTOP, n, "", encode(ENTRY))
        if chance.random() < 0.3:  # damaged
            at = chance.randrange(len(line))
            data += line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
        else:
            kept.append(line)
            data += line
        data += chance.choice((b"\n", junk, START, MARK, b""))
    found = list(scan_junk_and_lines(io.BytesIO(bytes(data))))
    assert [line for _, line in found] == [*kept, b""]
    assert b"".join(before + line for before, line in found) == bytes(data)


@pytest.mark.parametrize("junk", [START, MARK, b'{"laptop":"x","hash":"', b"\0", b"\n", b"x"])
def test_junk_costs_little(junk: bytes) -> None:
    line, _ = make_line(LAPTOP, 1, "", encode(ENTRY))
    data = junk * (8_000_000 // len(junk))
    began = time.process_time()
    found = list(scan_junk_and_lines(io.BytesIO(data + line + data)))
    assert time.process_time() - began < 5
    assert [each for _, each in found] == [line, b""]
    assert max(len(before) for before, _ in found) <= LONGEST_BYTES


def test_a_huge_line_is_not_kept_in_memory() -> None:
    """A file from elsewhere may have lines of any length."""
    line = b"x" * (1 << 20)
    before = sys.getrefcount(line)
    assert verified_hash(line) is None
    assert decode_line(line) is None
    assert sys.getrefcount(line) == before
