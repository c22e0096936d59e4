"""The structure of a PDF: headings, cells and pictures, in the order of reading.

A screen reader, a search and a browser that reflows the page read this tree and not the ink.  Each
piece of ink on a page is marked: as a part of one element of the tree, or as an artifact (rules,
the head and the foot that every page repeats), which screen readers skip.

A book of a thousand sheets has a quarter of a million elements.  So the elements of a sheet are
written and compressed as soon as its pages are done (`pack_finished`).
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

CONTAINERS: Final = frozenset({"DocumentRecord", "Sect", "Div", "Table", "TR", "L", "LI", "LBody"})
"""These elements hold other elements.  A text that is drawn in one of them is a paragraph there."""
COMPRESSION_LEVEL: Final = 3
"""How hard streams are compressed: at 6 they take four times as long and are a sixth smaller."""
MIN_PACKED: Final = 100
"""So many elements are compressed together."""
CELLS: Final = frozenset({"TD", "TH"})
"""These are in the tree even if they are empty, so that the cells behind them keep their
columns."""


def pdf_text(text: str) -> str:
    """Write a text as a string of a PDF."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


class ContentReference(NamedTuple):
    """A reference to content that is no mark on its element's first page: the number of its page,
    and its `entry` in PDF, such as `MCR/MCID 3` for a mark or `OBJR/Obj 12 0 R` for an
    annotation."""

    page: int
    entry: str


class Element:
    """A node of the tree.  `number` is that of its PDF object, `more` the entries that its kind of
    element has besides.  `kids` are elements, marks on its first `page` by their numbers, and marks
    elsewhere.  Nothing can be drawn in one that `is_written`."""

    __slots__ = ("children_by_key", "is_written", "kids", "more", "number", "page", "parent", "tag")

    def __init__(self, tag: str, number: int, parent: Element | None, more: str = "") -> None:
        self.tag = tag
        self.number = number
        self.parent = parent
        self.more = more
        self.page = 0
        self.kids: list[Element | int | ContentReference] = []
        self.children_by_key: dict[tuple[str, Hashable], Element] | None = None  # few have any
        self.is_written = False


class PackedObjects(NamedTuple):
    """Objects that were written and compressed: their numbers, and where they begin."""

    numbers: array[int]
    first: int
    data: bytes


class ElementContext:
    """A context whose drawing belongs to an element; None is for artifacts."""

    __slots__ = ("_before", "_element", "_structure")

    def __init__(self, structure: Structure, element: Element | None) -> None:
        self._structure = structure
        self._element = element

    def __enter__(self) -> None:
        self._before = self._structure.current
        self._structure.current = self._element

    def __exit__(self, *_: object) -> None:
        self._structure.current = self._before


class Structure:
    """The tree of one document, and the marks of the page that is being drawn.

    `new_object_number` returns the number of a new PDF object, `page_object` that of a finished
    page.
    """

    def __init__(
        self, new_object_number: Callable[[], int], page_object: Callable[[int], int]
    ) -> None:
        self._new_object_number = new_object_number
        self._page_object = cache(page_object)
        self.root = new_object_number()
        self.document = Element("DocumentRecord", new_object_number(), None)
        self.current: Element | None = self.document
        self.packed: list[PackedObjects] = []
        self.goes_on = False
        """Does the text that was marked last go on where its element has text already?"""
        self._page = 1
        self._parts: list[Element] = []
        self._owners: list[int] = []
        self._begun = False
        self._owner: Element | None = None
        self._parents: list[str] = []
        self._written: list[tuple[int, str]] = []

    # While a page is drawn.

    def element(
        self, tag: str, key: Hashable = None, *, more: str = "", first: bool = False
    ) -> ElementContext:
        """Begin an element, or continue the one with this `key` here.  The `first` one precedes all
        others.  Content of an artifact is an artifact too."""
        parent = self.current
        if parent is None:
            return ElementContext(self, None)
        element = parent.children_by_key.get((tag, key)) if parent.children_by_key else None
        if element is None:
            element = Element(tag, self._new_object_number(), parent, more)
            if first:
                parent.kids.insert(0, element)
            else:
                parent.kids.append(element)
            if parent is self.document:
                self._parts.append(element)
            if key is not None:
                parent.children_by_key = parent.children_by_key or {}
                parent.children_by_key[tag, key] = element
        return ElementContext(self, element)

    def begin_mark(self, *, text: bool) -> str:
        """Return the operators that begin the mark of the next drawing, and end the one before; ""
        if that one continues.  Rules and boxes are artifacts, but for those of a figure."""
        owner = self.current
        if owner is not None and not text:
            owner = owner if owner.tag == "Figure" else None
        elif owner is not None and owner.tag in CONTAINERS:
            parent, owner = owner, Element("P", self._new_object_number(), owner)
            parent.kids.append(owner)
            if parent is self.document:
                self._parts.append(owner)
        self.goes_on = owner is not None and bool(owner.kids)
        if self._begun and owner is self._owner:
            return ""
        end = "EMC " if self._begun else ""
        self._begun, self._owner = True, owner
        if owner is None:
            return f"{end}/Artifact BMC"
        at = len(self._owners)
        self._owners.append(owner.number)
        owner.page = owner.page or self._page
        owner.kids.append(
            at if owner.page == self._page else ContentReference(self._page, f"MCR/MCID {at}")
        )
        return f"{end}/{owner.tag} <</MCID {at}>> BDC"

    def add_annotation(self, annotation: int) -> int:
        """Add an annotation, by the number of its object, to the element that is being drawn, and
        return its own number in the tree."""
        key = len(self._parents)
        owner = self.current or self.document
        owner.page = owner.page or self._page
        self._parents.append(f"{owner.number} 0 R")
        owner.kids.append(ContentReference(self._page, f"OBJR/Obj {annotation} 0 R"))
        return key

    def end_marks(self) -> str:
        """Return the operator that ends the last mark of a page; "" where there is none."""
        begun, self._begun = self._begun, False
        return "EMC" if begun else ""

    def end_page(self) -> int:
        """Go on to the next page, and return the number of this one in the tree."""
        key, number = len(self._parents), self._new_object_number()
        self._parents.append(f"{number} 0 R")
        self._written.append((number, f"[{' '.join(f'{owner} 0 R' for owner in self._owners)}]"))
        self._owners.clear()
        self._page += 1
        return key

    # When pages are done.

    def pack_finished(self, *, all_: bool = False) -> None:
        """Write the parts of the document that nothing can be added to any more."""
        unfinished = set(map(id, (self.document.children_by_key or {}).values()))
        unfinished.update(map(id, self._open()))
        waiting = []
        for part in self._parts:
            if id(part) in unfinished and not all_:
                waiting.append(part)
            else:
                self._write(part)
        self._parts = waiting
        if all_:
            self._write(self.document)
            parents = " ".join(f"{key} {value}" for key, value in enumerate(self._parents))
            tree = self._new_object_number()
            kept_in = f"/K {self.document.number} 0 R/ParentTree {tree} 0 R"
            next_key = f"/ParentTreeNextKey {len(self._parents)}"
            self._written.append((tree, f"<</Nums[{parents}]>>"))
            self._written.append((self.root, f"<</Type/StructTreeRoot{kept_in}{next_key}>>"))
        if all_ or len(self._written) > MIN_PACKED:
            numbers, bodies = zip(*self._written, strict=True)
            begins = accumulate((len(body) + 1 for body in bodies), initial=0)
            places = zip(numbers, begins, strict=False)  # the last begins behind them all
            first = " ".join([f"{number} {at}" for number, at in places]) + "\n"
            data = zlib.compress((first + "\n".join(bodies)).encode("ascii"), COMPRESSION_LEVEL)
            self.packed.append(PackedObjects(array("I", numbers), len(first), data))
            self._written.clear()

    def _open(self) -> Iterator[Element]:
        element = self.current
        while element is not None:
            yield element
            element = element.parent

    def _write(self, element: Element) -> bool:
        """Write an element and all below it, and return whether it belongs into the tree: it has
        content, or is a cell.  It cannot be drawn in any more."""
        if element.is_written:
            return True
        kids = ""
        for kid in element.kids:
            if isinstance(kid, int):
                kids += f" {kid}"
            elif isinstance(kid, ContentReference):
                page = self._page_object(kid.page)
                kids += f"<</Type/{kid.entry}/Pg {page} 0 R>>"
            elif self._write(kid):
                kids += f" {kid.number} 0 R"
        if not kids and element.tag not in CELLS:
            return False
        parent = self.root if element.parent is None else element.parent.number
        on = f"/Pg {self._page_object(element.page)} 0 R" if element.page else ""
        kids_entry = f"/K[{kids}]" if kids else ""
        self._written.append(
            (element.number, f"<</S/{element.tag}/P {parent} 0 R{on}{kids_entry}{element.more}>>")
        )
        element.kids.clear()
        element.children_by_key = None
        element.is_written = True
        return True
