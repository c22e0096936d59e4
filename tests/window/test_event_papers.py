"""What is printed of an event that is stored, from the window: its rounds, not only its name."""

from __future__ import annotations

import json
from datetime import UTC
from pathlib import Path
from typing import Any

from reports.sheets.blank_sheet import blank_sheet_of_match
from reports.sheets.match_sheet import match_sheet, result_line
from reports.typeset.letterhead import NO_LETTERHEAD
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.events.entries import EventHead
from scorepad.events.eventfile import decode_event_entry
from scorepad.spades.entries import Clock
from scorepad.window.floor.floor_model import ROUND
from scorepad.window.floor.floor_page import FloorView
from scorepad.window.printing.batch_page import BOOK, DocumentsPage
from scorepad.window.shell.banners import Banner
from tests.window.find import choice, choose, find
from tests.window.print_pages import choosing, finished_preview, pages, read
from tests.window.stage import Stage


def add(table: EventTable, **entry: Any) -> None:
    table.record(decode_event_entry(json.dumps(entry).encode()))


def start_event(stage: Stage) -> EventTable:
    """Four teams and a bracket; nothing is released yet."""
    table = EventDesk(stage.evening.desk).start(EventHead(name="Spring Open", rules="unc"))
    for n, name in enumerate(("Aces", "Kings", "Owls", "Foxes"), 1):
        players = [f"Ann {n}", f"Bo {n}"]
        add(table, kind="team", team=f"T{n}", name=name, players=players)
    add(table, kind="stage", stage="A", format="single-elimination")
    stage.evening.settings.set_and_save("event", table.event.id)
    return table


def release(table: EventTable) -> None:
    table.record(table.propose_next_round().entry)
    add(table, kind="release", round=max(table.event.register.rounds))


def handed_out(stage: Stage, kind: str) -> list[str]:
    choosing(stage, kind).print_or_export()
    return pages(finished_preview(stage).pdf)


def test_the_papers_of_a_round_come_from_the_event(stage: Stage) -> None:
    table = start_event(stage)
    page = choosing(stage, "round")
    assert "This event has no matches yet" in read(page)
    (sign_in,) = handed_out(stage, "round")
    assert "Sign-in: Spring Open" in sign_in
    release(table)
    first, poster, cards, *pens = handed_out(stage, "round")
    assert first == sign_in
    assert "Semifinals" in poster
    assert "Aces" in cards
    for each in (cards, *pens):
        assert "Semifinals" in each
        assert "Round 1" not in each
    assert len(pens) == 4, "two pages each"


def test_the_final_has_its_name_at_its_table_and_on_each_paper_of_it(stage: Stage) -> None:
    table = start_event(stage)
    release(table)
    for pairing in table.event.register.rounds[1].entry.pairings:
        add(table, kind="result", pairing=pairing.pairing, how="played", winner=0, score=[300, 90])
    release(table)
    (final,) = table.event.register.rounds[2].entry.pairings
    match_id = table.event.match_id(final.pairing) or ""
    stage.window.do("floor")
    rounds = choice(stage.window, "Rounds")
    offered = [rounds.itemText(at) for at in range(rounds.count())]
    assert offered == ["Now playing", "All rounds", "Semifinals", "Final"]
    choose(stage.window, "Rounds", "All rounds")
    model = find(stage.window, FloorView).model()
    cells = [model.index(row, ROUND).data() for row in range(model.rowCount())]
    assert sorted(cells) == ["Final", "Semifinals", "Semifinals"]
    stage.window.open_match(match_id)
    page = stage.window.page
    assert page is not None
    for shown in (read(page.header), stage.window.windowTitle()):
        assert "Final" in shown
        assert "Round 2" not in shown
    match, statements = page.table.match, stage.evening.desk.read_event_statements()
    page.table.record(Clock(do="start"))
    stage.window.do("close-table")
    closed = stage.window.banners.find_banner("closed")
    assert closed is not None
    assert "Final" in closed.text
    assert "Round 2" not in closed.text
    assert match.head.round == "2", "the match has the number of the log"
    assert "Spring Open, Final, Table" in result_line(match, statements)
    blank = blank_sheet_of_match(
        [match], "A4", zone=UTC, letterhead=NO_LETTERHEAD, event=statements
    )
    for pdf in (match_sheet(match, event=statements), blank):
        text = "".join(pages(pdf))
        assert "Final" in text
        assert "Round 2" not in text


def test_posters_and_book_have_the_bracket(stage: Stage) -> None:
    table = start_event(stage)
    release(table)
    named = {"kind": "result", "how": "played", "winner": 0, "score": [300, 120]}
    for pairing in table.event.register.rounds[1].entry.pairings:
        add(table, pairing=pairing.pairing, **named)
    assert "Semifinals" in " ".join(handed_out(stage, "posters"))
    assert "Brackets" in handed_out(stage, BOOK)[0]


def test_some_of_its_matches_alone_are_matches_and_no_event(stage: Stage, tmp_path: Path) -> None:
    table = start_event(stage)
    release(table)

    def exported(page: DocumentsPage, name: str) -> list[str]:
        page.chosen.emit("json", tmp_path / name)
        stage.qtbot.waitUntil(lambda: bool(page.strip.text))
        return sorted(each.name for each in (tmp_path / name).iterdir())

    assert len(exported(choosing(stage, "json"), "whole")) == 3
    page = choosing(stage, "json")
    page.model.toggle(0)
    assert "event.json" not in exported(page, "some")


def test_a_table_whose_result_the_event_states_says_so(stage: Stage) -> None:
    table = start_event(stage)
    release(table)
    first, second = table.event.register.rounds[1].entry.pairings
    add(table, kind="result", pairing=first.pairing, how="played", winner=0, score=[305, 220])
    stage.window.open_match(table.event.match_id(first.pairing))
    said = "The event has a different result on record: Aces wins 305\u2013220."
    shown = find(stage.window, Banner)
    assert str(shown.text).startswith(said)
    stage.window.open_match(table.event.match_id(second.pairing))
    assert not stage.window.banners.count
