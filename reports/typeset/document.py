"""The PDF that sheets are drawn into: tagged, named, in a language, the same bytes for the same
drawing.

reportlab knows no tags and writes no object streams.  So its canvas and its document are extended
here: every page is marked (`structure`), and the tree is written in object streams, which need a
cross-reference stream (PDF 1.5).  The structure follows PDF/UA-1 as far as the tests know; no
checker has proved it, so the file claims no conformance.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from struct import Struct
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import (
    XMP,
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFInfo,
    PDFName,
    PDFPage,
    PDFStream,
    PDFString,
    PDFZCompress,
)
from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont
from reportlab.pdfgen.canvas import Canvas

from reports.typeset.paper import LETTERHEAD, PAPER_SIZES, Paper
from reports.typeset.structure import COMPRESSION_LEVEL, Structure
from scorepad.spades.sheetcode import SheetCode
from scorepad.spades.words import installed_language

TRIED_WITH: Final = "5.1.0"
"""The version of reportlab that `PRIVATE_NAMES` were tried with."""
PRIVATE_NAMES: Final[tuple[tuple[type, tuple[str, ...]], ...]] = (
    (Canvas, ("_bookmarkReference", "addLiteral")),
    (PDFDocument, ("format", "Reference", "ID")),
    (PDFFile, ("add", "format")),
    (PDFPage, ("__NoDefault__", "stream")),
    (TTFont, ("addObjects", "splitString", "getSubsetInternalName")),
)
"""The names of reportlab that its guide does not promise.  No other module uses such names, but
those of a typeface's tables (`fonts.Typeface`)."""
PRIVATE_USE_START: Final = 0xE000
PRIVATE_USE_END: Final = 0xF8FF
"""The first and the last character of the private use area of Unicode."""
FACES_FOLDER: Final = Path(__file__).parent / "faces"
"""The folder of the program's own typefaces, and of the profile of gray ink.  Its README names
their sources."""
PDF_VERSION: Final = (1, 7)
XREF_ENTRY: Final = Struct(">BII")
"""An entry of the cross-reference stream: 1, an object's place in the file, and 0; or 2, the number
of an object stream, and the object's position in it."""
XMP_PACKET: Final = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Scorepad</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


class _FastCompression:
    """Compresses the streams of reportlab: nearly as small as it would be, in a quarter of the
    time."""

    pdfname = "FlateDecode"

    def encode(self, text: str | bytes) -> bytes:
        """Compress a stream."""
        return zlib.compress(text.encode() if isinstance(text, str) else text, COMPRESSION_LEVEL)


FAST_COMPRESSION: Final = _FastCompression()


class _TaggedDocument(PDFDocument):
    """A document whose structure is written in object streams."""

    structure: Structure

    def new_object_number(self) -> int:
        """Return the number of a new object that reportlab does not know."""
        self.objectcounter: int = self.objectcounter + 1
        return self.objectcounter

    def object_number(self, name: str) -> int:
        """Return the number of an object by reportlab's name for it."""
        number: int = self.idToObjectNumberAndVersion[name][0]
        return number

    def format(self) -> bytes:
        """Write the file."""
        this: Any = self  # the types of reportlab lack some of its parts
        catalog, info = this.Reference(this.Catalog), this.Reference(this.info)
        file = PDFFile(PDF_VERSION)
        places: list[tuple[int, int]] = []
        number = 0
        while number < self.objectcounter:
            number += 1
            name = self.numberToId.get(number)
            if name is not None:
                written = self.idToObject[name]
                if isinstance(written, PDFStream) and written.filters:
                    written.filters = [FAST_COMPRESSION]
                pdf_object = PDFIndirectObject(name, written).format(self)
                places.append((number, file.add(pdf_object)))
                if isinstance(written, PDFStream):
                    written.content = b""  # a book needs its memory
        streams = []
        while self.structure.packed:
            packed = self.structure.packed.pop()
            number = self.new_object_number()
            head = f"/Type/ObjStm/N {len(packed.numbers)}/First {packed.first}"
            places.append((number, _add_stream(file, number, head, packed.data)))
            streams.append((number, packed.numbers))
        number = self.new_object_number()
        places.append((number, file.offset))
        table = bytearray(XREF_ENTRY.size * (number + 1))
        for each, place in places:
            XREF_ENTRY.pack_into(table, XREF_ENTRY.size * each, 1, place, 0)
        for stream, numbers in streams:
            for at, each in enumerate(numbers):
                XREF_ENTRY.pack_into(table, XREF_ENTRY.size * each, 2, stream, at)
        root, about = (part.format(self).decode() for part in (catalog, info))
        head = (
            f"/Type/XRef/W[1 4 4]/Size {number + 1}/Root {root}/Info {about}"
            f"/ID {self.ID().decode().split(']')[0]}]"
        )
        begins = _add_stream(file, number, head, zlib.compress(table, COMPRESSION_LEVEL))
        file.add(f"startxref\n{begins}\n%%EOF\n")
        data: bytes = file.format(self)
        return data


def _add_stream(file: PDFFile, number: int, head: str, data: bytes) -> int:
    begins: int = file.add(
        f"{number} 0 obj\n<<{head}/Filter/FlateDecode/Length {len(data)}>>\nstream\n".encode()
        + data
        + b"\nendstream\nendobj\n"
    )
    return begins


class _UndatedInfo(PDFInfo):
    """The properties of a file without a date: reportlab would write 2000."""

    def format(self, document: PDFDocument) -> bytes:
        written: bytes = super().format(document)
        return re.sub(rb"\s*/(CreationDate|ModDate) \(D:[^)]*\)", b"", written)


class SearchableFont(TTFont):
    """An embedded typeface that maps its private codes to letters, so that the PDF can be searched
    and copied from."""

    letters_of: Callable[[int], str]

    def addObjects(self, doc: Any) -> None:  # noqa: N802  (reportlab's name)
        """Embed the typeface, and write down the letters of its private codes."""
        subsets = [list(subset) for subset in self.state[doc].subsets]
        super().addObjects(doc)
        for number, subset in enumerate(subsets):
            name = SUBSETN(number) + b"+" + self.face.name + self.face.subfontNameX
            stream = doc.idToObject[f"toUnicodeCMap:{name.decode('pdfdoc')}"]
            for at, code in enumerate(subset):
                private = PRIVATE_USE_START <= code <= PRIVATE_USE_END
                if private or code > 0xFFFF:
                    text = self.letters_of(code - PRIVATE_USE_START) if private else chr(code)
                    letters = text.encode("utf-16-be").hex().upper()
                    stream.content = stream.content.replace(
                        f"<{at:02X}> <{code:04X}>", f"<{at:02X}> <{letters}>"
                    )


@cache
def _gray_profile() -> bytes:
    return (FACES_FOLDER / "gray.icc").read_bytes()


class TaggedCanvas(Canvas):
    """A canvas whose pages are marked.  Its bytes depend only on the drawing and on the moment
    `at`."""

    def __init__(
        self, face: str, paper: Paper, at: datetime | None, title: str, subject: str
    ) -> None:
        """`face` is the typeface that a page has until another one is set."""
        self._out = BytesIO()
        # Streams stay binary.  As letters they would be larger, and a fifth of the time would go
        # there.
        rl_config.useA85 = 0
        # Without this every page names a typeface that is not embedded, which print shops refuse.
        first: Any = face
        super().__init__(
            self._out,
            pagesize=PAPER_SIZES[paper],
            invariant=1,
            pageCompression=1,
            initialFontName=first,
        )
        self.language = installed_language() or "en"
        self._doc: Any = _TaggedDocument(compression=1, invariant=1, lang=self.language)
        self.structure = Structure(
            self._doc.new_object_number, lambda page: self._doc.object_number(f"Page{page}")
        )
        self._doc.structure = self.structure
        self.size = PAPER_SIZES[paper]
        self._font_names: dict[tuple[str, int], str] = {}
        self._encoded: dict[tuple[str, str], Sequence[tuple[int, bytes]]] = {}
        self.letterhead: Callable[[float], None] | None = None
        """It draws the letterhead of a page, from a height on."""
        self.repeats_letterhead = False
        """Is the letterhead an artifact, because it's read aloud on another page?"""
        if at is None:
            self._doc.info = _UndatedInfo()
        self.setViewerPreference("DisplayDocTitle", "true")
        self.setCreator("Scorepad")
        self.setAuthor("Scorepad")
        self.setTitle(title)
        self.setSubject(subject)
        if at is not None:
            stamp = f"D:{at.astimezone(UTC):%Y%m%d%H%M%S}+00'00'"
            self.setDateFormatter(lambda *_: stamp)

    def embed_codes(self, codes: Iterable[SheetCode | None]) -> None:
        """Write codes into the document, for `scorepad verify`: in full, and as they are
        printed."""
        known = dict.fromkeys(code for code in codes if code)
        self.setKeywords(
            " ".join([*(each.full for each in known), *(each.short for each in known)])
        )

    def set_page_size(self, width: float, height: float) -> None:
        """Give the page that is being drawn, and those after it, another size, in points."""
        self.size = width, height
        self.setPageSize(self.size)

    def move_to_front(self, count: int) -> None:
        """Put the last pages before all others."""
        pages = self._doc.Pages.pages
        pages[:] = pages[-count:] + pages[:-count]

    def compress_last_pages(self, count: int) -> None:
        """Compress the last pages now, as saving would.  Until then they take ten times the
        memory."""
        for page in self._doc.Pages.pages[-count:]:
            filters = PDFArray([PDFName(PDFZCompress.pdfname)])
            page.Contents = PDFStream(
                PDFDictionary({"Filter": filters}), PDFZCompress.encode(page.stream)
            )
            page.stream = None

    def font_operator(self, face: str, subset: int, size: float) -> str:
        """Return the operator that chooses a part of a typeface, in a size."""
        name = self._font_names.get((face, subset))
        if name is None:
            font: Any = getFont(face)
            name = self._font_names[face, subset] = font.getSubsetInternalName(subset, self._doc)
        return f"{name} {size:.2f} Tf"

    def encode_text(self, face: str, text: str) -> Sequence[tuple[int, bytes]]:
        """Return the numbers of the parts of a typeface that have a text, and its codes there.
        Kerning splits a text into few letters each, which are frequent."""
        parts = self._encoded.get((face, text))
        if parts is None:
            font: Any = getFont(face)
            parts = self._encoded[face, text] = font.splitString(text, self._doc)
        return parts

    def link(self, box: tuple[float, float, float, float], key: str, contents: str) -> None:
        """Make a box a link to a bookmark; it belongs to the element that is being drawn."""
        contents_, rect = PDFString(contents), PDFArray(list(box))
        link = PDFDictionary({"Type": "/Annot", "Subtype": "/Link", "Rect": rect})
        link["Border"] = PDFArray([0, 0, 0])
        link["F"] = 4  # it is printed
        link["Contents"] = contents_
        link["Dest"] = self._bookmarkReference(key)  # type: ignore[attr-defined]
        reference = self._doc.Reference(link)
        link["StructParent"] = self.structure.add_annotation(
            self._doc.object_number(reference.name)
        )
        self._annotationrefs.append(reference)  # type: ignore[attr-defined]

    def showPage(self, *, letterhead: bool = True) -> None:  # noqa: N802  (reportlab's name)
        """End the page and its marks, and draw the letterhead above it."""
        if letterhead and self.letterhead is not None:
            self.letterhead(LETTERHEAD)
        self.addLiteral(self.structure.end_marks())
        super().showPage()
        page: Any = self._doc.Pages.pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = self.structure.end_page(), "/S"
        self.structure.pack_finished()

    def _output_intent(self) -> PDFDictionary:
        """Return the meaning of the ink on the pages: gray."""
        profile = PDFStream(PDFDictionary({"N": 1}), _gray_profile(), filters=[FAST_COMPRESSION])
        intent = PDFDictionary({"Type": PDFName("OutputIntent"), "S": PDFName("GTS_PDFA1")})
        intent["OutputConditionIdentifier"] = PDFString("Gray, gamma 2.2")
        intent["DestOutputProfile"] = self._doc.Reference(profile)
        return intent

    def to_pdf(self) -> bytes:
        """Write the document with its structure."""
        self.structure.pack_finished(all_=True)
        catalog = self._doc.Catalog
        catalog.StructTreeRoot = f"{self.structure.root} 0 R"
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        title = escape(self._doc.info.title)
        packet = XMP_PACKET.format(title=title, language=self.language)
        catalog.Metadata = XMP(creator=lambda _: packet.encode())
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
        catalog.OutputIntents = PDFArray([self._output_intent()])
        self.save()
        return self._out.getvalue()
