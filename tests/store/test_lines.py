"""A line of a feed proves itself, wherever it stands."""

from __future__ import annotations

import io
import random
import time
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.store.lines import (
    LONGEST_BYTES,
    MARK,
    START,
    decode_line,
    digest_rules,
    make_line,
    scan_junk_and_lines,
    verified_hash,
)

LAPTOP = "0195731b-4c00-4000-8000-000000000001"


def feed(count: int, text: str = "x") -> list[bytes]:
    made, before = list[bytes](), ""
    for n in range(1, count + 1):
        payload = f'{{"log":"a","entry":{{"kind":"note","id":"{n}","text":"{text}"}}}}'
        line, before = make_line(LAPTOP, n, before, payload.encode())
        made.append(line)
    return made


def test_a_line_is_as_it_is_written_down() -> None:
    line, line_hash = make_line(LAPTOP, 7, "ab", b'{"log":"a","entry":{"id":"b"}}')
    assert line == (
        b'{"laptop":"0195731b-4c00-4000-8000-000000000001","seq":7,"prev":"ab","log":"a",'
        b'"entry":{"id":"b"},"hash":"' + line_hash.encode() + b'"}'
    )
    assert line_hash == blake2b(line[:-43], digest_size=16).hexdigest()
    assert verified_hash(line) == line_hash
    decoded = decode_line(line)
    assert decoded is not None
    assert (decoded.laptop, decoded.seq, decoded.prev, decoded.log) == (LAPTOP, 7, "ab", "a")
    assert (decoded.line_kind, bytes(decoded.entry)) == ("entry", b'{"id":"b"}')


@pytest.mark.parametrize(
    ("payload", "kind", "topic"),
    [
        (b'{"format":1,"name":"n","program":"p","machine":"m","from":"f"}', "feed", ""),
        (b'{"rules":{"id":"unc"},"rules_hash":"r"}', "rules", "r"),
        (b'{"log":"a","kind":"match","created":"2026-03-07T19:00:00Z","head":{}}', "head", "a"),
        (b'{"log":"a","entry":{}}', "entry", "a"),
        (b'{"id":"i","log":"a","archived":false}', "archive", "a"),
        (b'{"sha256":"s","kind":"sheet","codes":[],"log":"a","at":"x"}', "document", ""),
        (b'{"log":"a","vote":3}', "unknown", "a"),
        (b'{"log":"a","id":3,"kind":{}}', "unknown", "a"),
        (b'{"vote":3}', "unknown", ""),
    ],
)
def test_kinds_of_lines(payload: bytes, kind: str, topic: str) -> None:
    decoded = decode_line(make_line(LAPTOP, 1, "", payload)[0])
    assert decoded is not None
    assert (decoded.line_kind, decoded.log_id_or_rules_hash) == (kind, topic)


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
