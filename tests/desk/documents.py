"""Documents of every kind, as the command line and the window make them of what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reports import FORMATS, PAPERS, SheetMaker
from scorepad.desk.desk import Desk
from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.exporting import export, matches_of_event
from scorepad.desk.ports import Paper
from scorepad.events.entries import EventHead
from scorepad.events.event import EventOrStatements
from scorepad.events.eventfile import decode_event_entry
from scorepad.spades.entries import Bids, Head, Sign, Team, Tricks
from scorepad.spades.match import Match

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
BIDS, TRICKS = Bids(bids=(4, 3, 2, 5)), Tricks(tricks=(4, 3, 2, 4))


def entry(kind: str, **fields: Any) -> Any:
    return decode_event_entry(json.dumps({"kind": kind, **fields}).encode())


def begin_match(desk: Desk, hands: int = 2) -> str:
    """Record a match of its own, and return its id."""
    table = desk.start(Head(rules="unc", event="Club night", table="1", teams=TEAMS))
    for _ in range(hands):
        table.record(BIDS)
        table.record(TRICKS)
    table.record(Sign(side=0, name="Ann"))
    return table.id


def begin_event(desk: Desk, hands: int = 1) -> EventTable:
    """Record four teams, and a first round with hands at each of its tables."""
    table = EventDesk(desk).start(EventHead(name="Spring Open", rules="unc"))
    for number, name in enumerate(("Eights", "Nines", "Jacks", "Tens"), 1):
        players = [f"{name} {place}" for place in ("one", "two")]
        table.record(entry("team", team=f"T{number}", name=name, players=players))
    table.record(entry("stage", stage="A", format="swiss", rounds=3))
    table.record(table.propose_next_round().entry)
    table.record(entry("release", round=1))
    for match_id in matches_of_event(table.event):
        with desk.open_briefly(match_id) as match:
            for _ in range(hands):
                match.record(BIDS)
                match.record(TRICKS)
    return table


def papers(
    desk: Desk, sheets: SheetMaker, match_id: str, event_id: str
) -> Iterator[tuple[str, PdfDocument]]:
    """Yield every paper, with a name: of one match, of several, of an event."""
    match = desk.read(match_id)
    event = EventDesk(desk).open(event_id).event
    of_event = [desk.read(each) for each in matches_of_event(event)]
    several = [match, *of_event]
    stated = desk.read_event_statements()
    made: list[tuple[str, str, list[Match], EventOrStatements]] = [
        ("sheet", "sheet", [match], stated),
        ("half-sheets", "half-sheets", several, None),
        ("pen", "blank-sheet", [match], None),
        ("book", "book", several, stated),
        *((f"{kind} of event", kind, of_event, event) for kind in ("book", "posters", "round")),
    ]
    papers: tuple[Paper, ...] = ("A4", "Letter")
    for paper in papers:
        for name, kind, matches, told in made:
            copies = [each for each in matches for _ in range(1 + (kind == "half-sheets"))]
            pdf = sheets.make_paper(PAPERS[kind], copies, paper, told)
            yield (
                f"{name} {paper}",
                PdfDocument(pdf, document_contents(PAPERS[kind], matches, told)),
            )


def write_all(
    desk: Desk, sheets: SheetMaker, match_id: str, event_id: str, folder: Path
) -> list[Path]:
    """Write every paper and every export into a new folder; return the files."""
    folder.mkdir()
    for name, made in papers(desk, sheets, match_id, event_id):
        assert desk.try_to_remember_documents([(made.sha256, made.contents)]) is None
        (folder / f"{name}.pdf").write_bytes(made.data)
    event = EventDesk(desk).open(event_id).event
    of_event = [desk.read(each) for each in matches_of_event(event)]
    match = desk.read(match_id)
    for form, kind in FORMATS.items():
        of = {
            "match": ([match], None),
            "several": ([match, *of_event], desk.read_event_statements()),
        }
        for name, (matches, told) in {**of, "event": (of_event, event)}.items():
            ending = kind.usual_ending(1 if name == "match" else 2)
            out = folder / (f"{name}{ending}" if ending else f"{name}-{form}")
            done = export(
                sheets, kind, matches, out, remember=desk.try_to_remember_documents, event=told
            )  # type: ignore[arg-type]
            assert done.why_not_remembered is None
    return sorted(each for each in folder.rglob("*") if each.is_file())
