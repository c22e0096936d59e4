"""What is printed of an event that is stored, from the window: its rounds, not only its name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.events.entries import EventHead
from scorepad.events.eventfile import decode_event_entry
from scorepad.window.printing.batch_page import BOOK, DocumentsPage
from scorepad.window.shell.banners import Banner
from tests.window.find import find
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
