"""Every paper and every export format is in one table, from which all others come."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reports import FORMATS, PAPERS, SheetMaker
from scorepad.events.document_kinds import DocumentKind
from tests.cli.conftest import Scorepad
from tests.events.day import Day
from tests.reports.made import made
from tests.reports.papers import with_tables_swapped

EVENT_PAPERS = [each.name for each in PAPERS.values() if each.shows != "matches"]


@pytest.mark.parametrize(
    ("command", "names"),
    [(("export",), list(FORMATS)), (("event", "print"), EVENT_PAPERS)],
    ids=" ".join,
)
def test_help_names_every_kind_with_its_purpose(
    scorepad: Scorepad, command: tuple[str, ...], names: list[str]
) -> None:
    said = " ".join(scorepad("help", *command).out.split())
    for name in names:
        kind = {**FORMATS, **PAPERS}[name]
        assert re.search(rf"\b{name}\b", said)
        assert str(kind.meaning) in said


@pytest.mark.parametrize("kind", PAPERS.values(), ids=list(PAPERS))
def test_every_paper_is_made(kind: DocumentKind) -> None:
    day = Day(4, name="Open")
    day.stage("swiss", rounds=2)
    day.pair()
    table = day.event.register.rounds[1].entry
    day.add("setup", dates=[{"date": "2026-11-03"}])
    to = with_tables_swapped(table) | {"date": "2026-11-03"}
    day.add("amend", entry=table.id, to=to, why="the light")
    day.result(table.pairings[0].pairing, 300, 200)
    matches = [made(2)] if kind.shows == "matches" or kind.name == "book" else []
    event = day.event if kind.shows == "event" else None
    assert SheetMaker().make_paper(kind, matches, "A4", event).startswith(b"%PDF")


@pytest.mark.parametrize("matches", [1, 2])
@pytest.mark.parametrize("kind", FORMATS.values(), ids=list(FORMATS))
def test_every_format_makes_the_file_or_folder_that_its_row_says(
    kind: DocumentKind, matches: int, tmp_path: Path
) -> None:
    ending = kind.usual_ending(matches)
    out = tmp_path / f"out{ending}"
    SheetMaker().export(kind, [made(2, table=str(at)) for at in range(matches)], out)
    assert out.is_dir() == (not ending)
    files = list(out.iterdir()) if out.is_dir() else [out]
    named = [each for each in files if each.name not in kind.other_files]
    assert {each.suffix for each in named} <= set(kind.endings)
