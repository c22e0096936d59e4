"""What is used of reportlab that it does not promise is there."""

from __future__ import annotations

import re

import reportlab

from reports.typeset.document import PRIVATE_NAMES, TRIED_WITH
from tests.reports.made import ROOT


def test_private_names_are_there_in_the_version_they_were_tried_with() -> None:
    """A new version: look at every kind of paper, then write its number into `TRIED_WITH`."""
    assert reportlab.Version == TRIED_WITH
    for kind, names in PRIVATE_NAMES:
        for name in names:
            assert hasattr(kind, name), (kind, name)


def test_one_module_alone_uses_them() -> None:
    private = re.compile(r"pdfbase\.pdfdoc|\bTTFont\b|\._doc\b|_annotationrefs|_bookmarkReference")
    files = sorted((ROOT / "reports").rglob("*.py"))
    assert [file.name for file in files if private.search(file.read_text())] == ["document.py"]
