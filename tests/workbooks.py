"""Makes small XLSX files by hand, so that any part of them can be as no program writes it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping

RELATIONS = "xl/_rels/workbook.xml.rels"
_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELS = f'<a><Relationship Id="r1" Type="{_KINDS}/officeDocument" Target="xl/workbook.xml"/></a>'
_BOOK_RELS = "".join(
    f'<Relationship Id="{kind}" Type="{_KINDS}/{kind}" Target="/xl/{kind}.xml"/>'
    for kind in ("worksheet", "sharedStrings", "styles")
)


Parts = Mapping[str, str | bytes | Iterable[bytes]]
"""The files of an archive by name; a large one in pieces."""


def packed(parts: Parts, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in parts.items():
            if isinstance(content, str | bytes):
                archive.writestr(name, content)
                continue
            with archive.open(name, "w", force_zip64=True) as file:
                for piece in content:
                    file.write(piece)
    return out.getvalue()


def parts(
    sheet: str = "<row><c><v>1</v></c></row>",
    strings: str = "",
    styles: str = "",
    prefix: str = "",
    before: str = "",
) -> dict[str, str | bytes | Iterable[bytes]]:
    """Return the parts of a workbook with these rows, texts and styles."""
    p = prefix
    name = f' xmlns:{p.rstrip(":")}="urn:x"' if p else ""
    return {
        "_rels/.rels": RELS,
        RELATIONS: f"<a>{_BOOK_RELS}</a>",
        "xl/workbook.xml": '<a xmlns:r="urn:r"><sheet name="x" sheetId="1" r:id="worksheet"/></a>',
        "xl/sharedStrings.xml": f"<sst>{strings}</sst>",
        "xl/styles.xml": f"<styleSheet>{styles}</styleSheet>",
        "xl/worksheet.xml": f"{before}<{p}worksheet{name}>{sheet}</{p}worksheet>",
    }


def workbook(**of: str) -> bytes:
    """Return a workbook; see `parts`."""
    return packed(parts(**of))


def sheet(rows: str, prefix: str = "", before: str = "") -> bytes:
    """Return a workbook with these rows."""
    return workbook(sheet=rows, prefix=prefix, before=before)
