"""Makes small files that would take much time or memory if they were read without bounds."""

from __future__ import annotations

import itertools
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping

from tests.workbooks import RELATIONS, packed, parts, workbook

MB = 1 << 20


def _many_attributes() -> str:
    names = "".join(f'a{n:x}="" ' for n in range(800_000))
    return f"<row {names[: 3 * MB].rpartition(' ')[0]}/>"


def _content_types() -> bytes:
    types = {"[Content_Types].xml": "<Types>" + "<Override/>" * (6 * MB) + "</Types>"}
    return packed(types | parts(TEAM_ROW))


TEAM_ROW = (
    "<row>"
    + "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in ("Aces", "Ann", "Cy"))
    + "</row>"
)

LAUGHS = (
    '<!DOCTYPE a [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
    + "]>"
)

TABLES: Mapping[str, Callable[[], bytes]] = {
    "xfd.xlsx": lambda: workbook(sheet='<row><c r="XFD1"><v>1</v></c></row>' * 19_000),
    "xfd-by-number.xlsx": lambda: workbook(
        sheet="".join(
            f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 1_000_000, 20)
        )
    ),
    "cells.xlsx": lambda: workbook(sheet=f"<row>{'<c><v>1</v></c>' * 3_000_000}</row>"),
    "cells-within.xlsx": lambda: workbook(sheet=f"<row>{'<c/>' * (MB - 1000)}</row>"),
    "rows-within.xlsx": lambda: workbook(sheet="<row/>" * 690_000),
    "elements-within.xlsx": lambda: workbook(sheet="<a/>" * (MB - 1000)),
    "one-cell.xlsx": lambda: packed(
        parts()
        | {
            "xl/worksheet.xml": itertools.chain(
                (b"<worksheet><row><c><v>",),
                itertools.repeat(b"1" * MB, 300),
                (b"</v></c></row></worksheet>",),
            )
        }
    ),
    "one-cell-within.xlsx": lambda: workbook(
        sheet=f'<row><c t="str"><v>{"x" * (4 * MB - 2000)}</v></c></row>'
    ),
    "digits-within.xlsx": lambda: workbook(sheet=f"<row><c><v>{'1' * (3 * MB)}</v></c></row>"),
    "lines-within.xlsx": lambda: workbook(
        sheet="<row><c t='str'><v>" + "\n" * (3 * MB) + "</v></c></row>"
    ),
    "references-within.xlsx": lambda: workbook(
        sheet=f"<row><c t='str'><v>{'&#65;' * 800_000}</v></c></row>"
    ),
    "attributes-within.xlsx": lambda: workbook(sheet=_many_attributes()),
    "one-tag-within.xlsx": lambda: workbook(sheet=f'<row a="{"x" * (3 * MB)}"/>'),
    "deep-within.xlsx": lambda: workbook(sheet="<row>" * 800_000),
    "styles.xlsx": lambda: workbook(styles="<cellXfs>" + "<xf/>" * (20 * MB) + "</cellXfs>"),
    "styles-within.xlsx": lambda: workbook(styles="<cellXfs>" + "<xf/>" * 800_000 + "</cellXfs>"),
    "formats-within.xlsx": lambda: workbook(
        styles="".join(f'<numFmt numFmtId="{n}" formatCode="d"/>' for n in range(60_000))
        + f'<numFmt numFmtId="-1" formatCode="{"[" * (1 << 20)}"/>'
        + '<cellXfs><xf numFmtId="-1"/></cellXfs>'
    ),
    "texts.xlsx": lambda: workbook(strings="<si><t>x</t></si>" * (4 * MB)),
    "texts-within.xlsx": lambda: workbook(strings="<si/>" * 800_000),
    "same-text.xlsx": lambda: workbook(
        sheet='<row><c t="s"><v>0</v></c></row>' * 200_000,
        strings=f"<si><t>{'x' * 32_000}</t></si>",
    ),
    "laughs.xlsx": lambda: packed(
        parts() | {"xl/sharedStrings.xml": f"{LAUGHS}<sst><si><t>&a9;</t></si></sst>"}
    ),
    "relations.xlsx": lambda: packed(parts() | {RELATIONS: "<a>" + "<a/>" * (20 * MB)}),
    "types.xlsx": _content_types,
    "entries.xlsx": lambda: packed({f"{n}": b"" for n in range(90_000)}, zipfile.ZIP_STORED),
    "empty-lines.csv": lambda: b"\n" * (10 * MB),
    "empty-cells.csv": lambda: b"," * (10 * MB),
    "rows-of-empty-cells.csv": lambda: (b"," * 99 + b"\n") * (MB // 10),
    "one-cell.csv": lambda: b"x" * (10 * MB),
    "one-wide-cell.csv": lambda: "🂡".encode() + b"x" * (10 * MB - 4),
    "quoted.csv": lambda: b'"' + b"x" * (10 * MB - 1),
    "quotes.csv": lambda: b'"' * (10 * MB),
    "quoted-lines.csv": lambda: b'"' + b"\n" * (10 * MB - 1),
    "blanks.csv": lambda: b" " * (10 * MB),
    "dots.csv": lambda: b"Player" + b"." * 100_000 + b"x,a,b",
    "teams.csv": lambda: "".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(19_000)).encode(),
    "same-names.csv": lambda: b"Aces,Ann,Bo\n" * 2_500,
    "wide-teams.csv": lambda: (b"Aces" + b",Ann" * 39 + b"\n") * 2_500,
    "long-names.csv": lambda: "".join(
        f"Team {n},{'a@' * 100}{n},{'&' * 90}\n" for n in range(2_500)
    ).encode(),
}
"""Files of teams by name, each of at most 10 MB."""


def _log(entry: object, count: int, mark: str = "scorepad") -> bytes:
    head = {"scorepad": 1, "rules": "unc", "teams": TEAMS} if mark == "scorepad" else {mark: 1}
    return json.dumps({**head, "log": [entry] * count}).encode()


TEAMS = [{"name": "Aces", "players": ["Ann", "Cy"]}, {"name": "Kings", "players": ["Bo", "Di"]}]

LOGS: Mapping[str, Callable[[], bytes]] = {
    "lists.json": lambda: b"[" + b"[]," * (4 * MB // 3 - 10) + b"[]]",
    "objects.json": lambda: b"[" + b"{}," * (4 * MB // 3 - 10) + b"{}]",
    "keys.json": lambda: json.dumps({f"k{n}": 0 for n in range(300_000)}).encode(),
    "same-keys.json": lambda: b"{" + b'"log":[],' * (4 * MB // 9 - 10) + b'"log":[]}',
    "deep.json": lambda: b'{"log":' + b"[" * (4 * MB - 10),
    "nested.json": lambda: b'{"a":' * (4 * MB // 5 - 10),
    "long-text.json": lambda: json.dumps({"scorepad": 1, "event": "x" * (4 * MB - 100)}).encode(),
    "escapes.json": lambda: b'{"scorepad": 1, "event": "' + b"\\u0041" * 690_000 + b'"}',
    "lines.ndjson": lambda: b"{}\n" * (3 * MB),
    "digits.json": lambda: b'{"scorepad": ' + b"1" * (4 * MB - 20) + b"}",
    "large.json": lambda: b" " * (10 * MB),
    "notes.json": lambda: _log({"kind": "note", "text": "x"}, 5_000),
    "many-notes.json": lambda: _log({"kind": "note", "text": "x"}, 90_000),
    "event-notes.json": lambda: _log({"kind": "note", "text": "x"}, 20_000, "scorepad-event"),
    "event-teams.json": lambda: json.dumps(
        {
            "scorepad-event": 1,
            "rules": "unc",
            "log": [
                {"kind": "team", "team": f"T{n}", "name": f"Team {n}", "players": ["a", "b"]}
                for n in range(20_000)
            ],
        }
    ).encode(),
}

_CODE = b"scorepad3:01a1fdab-aa53-7898-996a-8af574b4c1bf:%d:" + b"ab" * 32
PAPERS: Mapping[str, Callable[[], bytes]] = {
    "codes.pdf": lambda: b" ".join(_CODE % n for n in range(80_000)),
    "begun.pdf": lambda: b"scorepad3:" * MB,
    "nearly.pdf": lambda: (_CODE[:-1] % 1 + b" ") * 80_000,
    "digits.pdf": lambda: b"scorepad3:" + b"0" * (10 * MB - 10),
    "zeros.pdf": lambda: b"\0" * (10 * MB),
}
"""Files that are to be verified."""

RULES: Mapping[str, Callable[[], bytes]] = {
    "dots.toml": lambda: ".".join("a" * 400_000).encode() + b" = 1",
    "many-dots.toml": lambda: "\n".join(
        f"a{n}." + ".".join("b" * 55) + " = 1" for n in range(8_000)
    ).encode(),
    "deep-dots.toml": lambda: "\n".join(
        ".".join("b" * 55) + f".c{n} = 1" for n in range(8_000)
    ).encode(),
    "tables.toml": lambda: b"[[a]]\n" * (MB // 6 - 10),
    "sections.toml": lambda: "".join(f"[a.b.c.d.e.f.g{n}]\n" for n in range(50_000)).encode(),
    "list.toml": lambda: b"a = [" + b"1," * (MB // 2 - 10) + b"]",
    "lists.toml": lambda: b"a = [" + b"[]," * (MB // 3 - 10) + b"]",
    "deep.toml": lambda: b"a = " + b"[" * (MB - 10),
    "inline.toml": lambda: b"a = " + b"{a=" * (MB // 3 - 10),
    "keys.toml": lambda: "".join(f"a{n} = 1\n" for n in range(80_000)).encode(),
    "text.toml": lambda: b'a = "' + b"x" * (MB - 10) + b'"',
    "quotes.toml": lambda: b"a = '''" + b"''\n" * (MB // 3 - 10),
    "escapes.toml": lambda: b'a = "' + b"\\u0041" * 170_000 + b'"',
    "comments.toml": lambda: b"#\n" * (MB // 2 - 10),
    "digits.toml": lambda: b"a = " + b"1" * (MB - 10),
    "large.toml": lambda: b"#" * (10 * MB),
}


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(
    wide: int,
    high: int,
    bits: int = 8,
    color: int = 6,
    extra: bytes = b"",
    lines: int | None = None,
) -> bytes:
    """Return a PNG picture, all black or transparent."""
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    line = bytes(1 + wide * channels * bits // 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(line) for _ in range(high if lines is None else lines))
    head = struct.pack(">IIBBBBB", wide, high, bits, color, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + extra
        + chunk(b"IDAT", data + packer.flush())
        + chunk(b"IEND", b"")
    )


def _packed_text(kind: bytes, before: bytes) -> bytes:
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(b"x" * MB) for _ in range(800)) + packer.flush()
    return chunk(kind, before + data)


PICTURES: Mapping[str, Callable[[], bytes]] = {
    "widest.png": lambda: png(4000, 4000),
    "deepest.png": lambda: png(4000, 4000, bits=16),
    "wide.png": lambda: png(4001, 1),
    "huge.png": lambda: png(2_000_000_000, 2_000_000_000, lines=0),
    "too-many-lines.png": lambda: png(1000, 1000, lines=200_000),
    "text.png": lambda: png(10, 10, extra=_packed_text(b"zTXt", b"a\0\0")),
    "profile.png": lambda: png(10, 10, extra=_packed_text(b"iCCP", b"a\0\0")),
    "chunks.png": lambda: png(10, 10, extra=chunk(b"tEXt", b"a\0b") * 100_000),
    "large.png": lambda: png(10, 10) + bytes(10 * MB),
}
