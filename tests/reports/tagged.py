"""The structure of a PDF, read back by pypdf, and what is wrong with it.

A screen reader goes through the tree; so this does.  It knows nothing of how our sheets are made:
only what a page draws, what the tree says of it, and what PDF/UA asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple

from pypdf import PdfReader

from tests.reports.content import read_operations, text_of
from tests.reports.drawn import characters, codes_of

PAINTS = frozenset({b"Tj", b"TJ", b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"Do"})
LINES = frozenset({b"Do", b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"})


class Ink(NamedTuple):
    """What one mark of a page draws: its text, and where its first text begins (points from the
    bottom left)."""

    text: str
    x: float
    y: float


class Node(NamedTuple):
    """An element: its tag, its columns and rows where it is a cell, its scope, its alternative
    text; the marks it has itself as (page, mark), and the elements in it."""

    tag: str
    columns: int
    rows: int
    scope: str
    alt: str
    marks: list[tuple[int, int]]
    kids: list[Node]

    def walk(self) -> Iterator[Node]:
        yield self
        for kid in self.kids:
            yield from kid.walk()


class Tagged:
    """A document: its tree, the ink of every mark, and what is drawn as an artifact on each
    page."""

    def __init__(self, pdf: bytes) -> None:
        self.reader = PdfReader(BytesIO(pdf))
        self.faults: list[str] = []
        self.ink: dict[tuple[int, int], Ink] = {}
        self.artifacts: list[str] = []
        for at, page in enumerate(self.reader.pages):
            self._read_page(at, page)
        self._pages = {page.indirect_reference.idnum: i for i, page in enumerate(self.reader.pages)}
        self.catalog = self.reader.trailer["/Root"].get_object()
        root = self.catalog["/StructTreeRoot"].get_object()
        self.tree = self._node(root["/K"].get_object(), None)
        self._parents = root["/ParentTree"].get_object()["/Nums"]

    def text(self, node: Node) -> str:
        """All that is read aloud of an element, in its order."""
        parts = [self._ink_of(mark).text for each in node.walk() for mark in each.marks]
        return " ".join(" ".join(parts).split())

    def _ink_of(self, mark: tuple[int, int]) -> Ink:
        return self.ink.get(mark, Ink("", 0.0, 0.0))

    def nodes(self, tag: str) -> list[Node]:
        return [node for node in self.tree.walk() if node.tag == tag]

    def check(self) -> list[str]:
        """What is wrong with the document; nothing if all is well."""
        told = [mark for node in self.tree.walk() for mark in node.marks]
        self._expect(len(told) == len(set(told)), "a mark is told twice")
        for mark in self.ink.keys() - set(told):
            self._expect(False, f"mark {mark} is in no element: {self.ink[mark].text}")
        for mark in set(told) - self.ink.keys():
            self._expect(False, f"the page draws nothing for mark {mark}")
        self._check_parents()
        self._check_document()
        for node in self.tree.walk():
            if node.tag == "Figure":
                self._expect(bool(node.alt), "a figure has no words")
            if node.tag in ("Document", "Sect", "Table", "TR", "L", "LI", "LBody"):
                self._expect(not node.marks, f"ink lies in a {node.tag} itself")
            if node.tag == "Table":
                self._check_table(node)
            inside = {"Table": {"TR"}, "TR": {"TH", "TD"}, "L": {"LI"}, "LI": {"Lbl", "LBody"}}
            for kid in node.kids:
                allowed = inside.get(node.tag)
                self._expect(not allowed or kid.tag in allowed, f"{kid.tag} in {node.tag}")
        self._check_order()
        return self.faults

    def _expect(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(fault)

    # The pages.

    def _read_page(self, at: int, page: Any) -> None:
        fonts = characters(page)
        marks: list[int | None] = []  # None: artifact, -1: neither of the two
        spoken: list[str | None] = []
        font, place, artifact = "", (0.0, 0.0), ""
        for operands, operator in read_operations(page):
            if operator in (b"BDC", b"BMC"):
                entries = operands[1] if operator == b"BDC" else {}
                is_artifact = operands[0] == "/Artifact"
                marks.append(None if is_artifact else int(entries.get("/MCID", -1)))
                told = entries.get("/ActualText")
                spoken.append(None if told is None else text_of(told))
                self._expect(len([m for m in marks if m != -1]) == 1, "marks in marks")
            elif operator == b"EMC":
                marks.pop()
                spoken.pop()
            elif operator == b"Tf":
                font = operands[0]
            elif operator in (b"Tm", b"Td"):
                place = float(operands[-2]), float(operands[-1])
            elif operator in (b"re", b"m"):
                place = float(operands[0]), float(operands[1])
            elif operator in PAINTS:
                mark = next((each for each in marks if each != -1), -1)
                said = "" if operator in LINES else codes_of(operands, fonts.get(font, {}))
                if spoken and spoken[-1] is not None:
                    said, spoken[-1] = spoken[-1], ""
                if mark is None:
                    artifact += said
                elif mark == -1:
                    self._expect(False, f"page {at + 1}: ink outside of all marks: {said}")
                else:
                    before = self.ink.get((at, mark), Ink("", *place))
                    self.ink[at, mark] = before._replace(text=before.text + said)
        self._expect(not marks, "a mark is not ended")
        self.artifacts.append(artifact)

    # The tree.

    def _node(self, element: Any, parent: Any) -> Node:
        if parent is not None:
            self._expect(element["/P"].get_object() == parent, "an element has another parent")
        attributes = element.get("/A", {})
        node = Node(
            str(element["/S"])[1:],
            int(attributes.get("/ColSpan", 1)),
            int(attributes.get("/RowSpan", 1)),
            str(attributes.get("/Scope", ""))[1:],
            str(element.get("/Alt", "")),
            [],
            [],
        )
        for kid in element.get("/K", []):
            if isinstance(kid, int):
                node.marks.append((self._page_of(element), kid))
                continue
            made = kid.get_object()
            if made.get("/Type") == "/MCR":
                node.marks.append((self._page_of(made), int(made["/MCID"])))
            elif made.get("/Type") == "/OBJR":
                link = made["/Obj"].get_object()
                self._expect(node.tag == "Link", "an annotation is in no link")
                self._expect(bool(link.get("/Contents")), "a link does not say where it leads")
                self._expect(made.raw_get("/Obj") in self._links(made), "a link is on another page")
            else:
                node.kids.append(self._node(made, element))
        return node

    def _links(self, reference: Any) -> Any:
        return self.reader.pages[self._page_of(reference)]["/Annots"]

    def _page_of(self, element: Any) -> int:
        return self._pages[element.raw_get("/Pg").idnum]

    def _check_parents(self) -> None:
        """From a mark to its element, as a click on the page goes, and back."""
        table = dict(zip(self._parents[::2], self._parents[1::2], strict=True))
        for at, page in enumerate(self.reader.pages):
            owners = table[page["/StructParents"]].get_object()
            self._expect(page["/Tabs"] == "/S", "the order of links is not that of the tree")
            for mark, owner in enumerate(owners):
                element = owner.get_object()
                here = [kid for kid in element["/K"] if kid == mark or getattr(kid, "get", None)]
                self._expect(bool(here), f"mark {mark} of page {at + 1} has another element")

    def _check_document(self) -> None:
        catalog = self.catalog
        self._expect(catalog["/MarkInfo"]["/Marked"].value is True, "it does not say it is tagged")
        self._expect(bool(catalog.get("/Lang")), "it has no language")
        shows = catalog["/ViewerPreferences"]["/DisplayDocTitle"].value is True
        self._expect(shows, "its title is not shown")
        packet = catalog["/Metadata"].get_object().get_data().decode()
        title = self.reader.metadata.title if self.reader.metadata else None
        self._expect("pdfuaid" not in packet, "it claims PDF/UA, which nothing has proved")
        self._expect(bool(title) and "<dc:title>" in packet, "it has no title")

    # What a table and the order have to be.

    def _check_table(self, table: Node) -> None:
        """Every row is as wide as the others, and every cell with ink is under or behind a
        head."""
        heads: set[int] = set()
        open_rows: dict[int, tuple[int, bool]] = {}
        widths = set()
        for row in table.kids:
            at, covered, behind = 0, dict(open_rows), any(h for _, h in open_rows.values())
            open_rows = {c: (left - 1, head) for c, (left, head) in covered.items() if left > 1}
            for cell in row.kids:
                while at in covered:
                    at += 1
                columns = range(at, at + cell.columns)
                if cell.rows > 1:
                    open_rows |= dict.fromkeys(columns, (cell.rows - 1, cell.tag == "TH"))
                if cell.tag == "TH":
                    self._expect(cell.scope in ("Column", "Row"), "a head has no scope")
                    behind |= cell.scope == "Row"
                    heads |= set(columns) if cell.scope == "Column" else set()
                elif self.text(cell):
                    under = behind or bool(heads & set(columns))
                    self._expect(under, f"no head for {self.text(cell)!r}")
                at += cell.columns
            while at in covered:
                at += 1
            widths.add(at)
        self._expect(len(widths) == 1, f"rows are {sorted(widths)} columns wide")

    def _check_order(self) -> None:
        """Rows follow each other downwards, and so do parts; cells from left to right."""
        for node in self.tree.walk():
            if node.tag in ("Table", "L", "Sect"):
                places = [self._first(kid) for kid in node.kids if kid.tag in ("TR", "LI", "Sect")]
                found = [place for place in places if place is not None]
                self._expect(found == sorted(found), f"the parts of a {node.tag} are out of order")
            if node.tag == "TR":
                lefts = [self._ink_of(c.marks[0]).x for c in node.kids if c.marks]
                self._expect(lefts == sorted(lefts), "the cells of a row are out of order")

    def _first(self, node: Node) -> tuple[int, float] | None:
        """The page on which an element begins, and how far down."""
        marks = [mark for each in node.walk() for mark in each.marks if each.tag != "Figure"]
        page = min((page for page, _ in marks), default=None)
        if page is None:
            return None
        return page, -max(self._ink_of(mark).y for mark in marks if mark[0] == page)
