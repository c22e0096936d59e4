"""The program as a process of its own: an event's book made, looked at and saved by keys alone."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from scorepad import __main__ as composition
from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Head, Tricks
from scorepad.store import utc_now
from tests.end2end.window_process import (
    LIBRARY,
    PATIENCE,
    Program,
    chosen_rules,
    needs_a_display,
    running,
)
from tests.window.evening import ACES, HAND, KINGS

pytestmark = needs_a_display


def kept(data: Path, count: int) -> None:
    """So many matches of one event in the store."""
    bids, tricks = HAND
    with composition.Program(str(data)).open_store(write=True) as store:
        desk = Desk(store, LIBRARY, now=utc_now, by=lambda: "Pat")
        for number in range(count):
            teams = (ACES, KINGS)
            place = str(number + 1)
            table = desk.start(Head(rules="chicago", event="Spring", table=place, teams=teams))
            table.record(Bids(bids=bids))
            assert tricks is not None
            table.record(Tricks(tricks=tricks))


def focus(program: Program, title: str) -> None:
    """Wait for a window of this title, and let keys go to it."""
    found = program._xdotool("search", "--sync", "--onlyvisible", "--name", title)
    program._xdotool("windowfocus", "--sync", found.split()[0])


def test_a_book_is_made_and_saved_by_keys(
    qtbot: Any, display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, home = tmp_path / "data", tmp_path / "home"
    for folder in (data, home):
        folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    chosen_rules(data, "chicago")
    kept(data, 3)
    out = home / "Event book Spring.pdf"
    with running(display, data) as program:
        program.press("ctrl+b")
        focus(program, "^Print or export")
        program.press("ctrl+Return")
        focus(program, "^Event book: Spring")
        program.press("shift+Tab", "space")
        focus(program, "^Save as PDF")
        program.press("Return")
        qtbot.waitUntil(out.exists, timeout=PATIENCE)
        pdf = PdfReader(io.BytesIO(out.read_bytes()))
        assert len(pdf.pages) > 3
        assert "Spring" in pdf.pages[0].extract_text()
        assert [each.name for each in home.iterdir() if each.name.startswith(".scorepad-")] == []
