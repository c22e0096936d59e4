"""What a page of a PDF of ours tells the pen to do, read from its content.

pypdf reads any content, a letter at a time; ours has few kinds of tokens, and all tests of paper
read thousands of pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from pypdf import PageObject
from pypdf.generic import create_string_object

Operation: TypeAlias = tuple[list[Any], bytes]
TOKEN = re.compile(
    rb"""
      ([+-]?(?:\d+\.?\d*|\.\d+))        # 1: a number
    | /([^\s/<>\[\]()]*)                # 2: a name
    | <([0-9A-Fa-f]*)>                  # 3: a text in hexadecimal digits
    | \(((?:[^\\()]|\\.)*)\)            # 4: a text in brackets
    | (<<|\[)                           # 5: where a dictionary or a list begins
    | (>>|\])                           # 6: where it ends
    | ([A-Za-z]+\*?)                    # 7: an operator, or a truth
    | (\S)                              # 8: what nobody expects
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def read_operations(page: PageObject) -> list[Operation]:
    """Return the operators of a page in their order, each after its operands: names begin with a
    slash, texts are bytes."""
    content = page.get_contents()
    assert content is not None
    return list(_operations(content.get_data()))


def _operations(data: bytes) -> Iterator[Operation]:
    operands: list[Any] = []
    outer: list[list[Any]] = []
    for token in TOKEN.finditer(data):
        kind = token.lastindex
        assert kind is not None
        said = token[kind]
        if kind == 1:
            operands.append(float(said) if b"." in said else int(said))
        elif kind == 3:
            operands.append(bytes.fromhex(said.decode()))
        elif kind == 7:
            yield operands, said
            operands = []
        elif kind == 2:
            operands.append(f"/{said.decode()}")
        elif kind == 4:
            operands.append(ESCAPE.sub(_unescaped, said) if b"\\" in said else said)
        elif kind == 5:
            outer.append(operands)
            operands = []
        elif kind == 6:
            inner, operands = operands, outer.pop()
            is_list = said == b"]"
            operands.append(inner if is_list else dict(zip(inner[::2], inner[1::2], strict=True)))
        else:
            raise AssertionError(f"{data[token.start() : token.start() + 40]!r} cannot be read")
    assert not operands
    assert not outer


def _unescaped(escape: re.Match[bytes]) -> bytes:
    said = escape[1]
    return bytes([int(said, 8)]) if said.isdigit() else ESCAPED.get(said, said)


def text_of(said: bytes) -> str:
    """Return a text of a dictionary, which is UTF-16 or has the encoding of documents."""
    return str(create_string_object(said))
