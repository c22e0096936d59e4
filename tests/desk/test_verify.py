"""What became of a document that was made here: looked up by its bytes, or by a typed code."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from reports import FORMATS, PAPERS, SheetMaker
from reports.sheets import match_sheet
from scorepad.desk.desk import Desk
from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.ports import MOST_CODES, DocumentRecord
from scorepad.desk.table import Table
from scorepad.desk.verify import (
    DocumentVerdict,
    describe_verdict_counts,
    fingerprint_file,
    verify_documents,
)
from scorepad.spades.entries import Forfeit, Head, HeadChange, Note, Team
from scorepad.spades.match import Match
from scorepad.spades.sheetcode import SheetCode, code_of, read_code
from tests.desk.conftest import Wall
from tests.desk.documents import BIDS, TEAMS, begin_event, begin_match, entry, write_all
from tests.desk.memory import MemoryKeeper

KINDS = {**FORMATS, **PAPERS}


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.open(begin_match(desk))


def made(table: Table, sheets: SheetMaker | None = None) -> PdfDocument:
    pdf = (sheets or SheetMaker()).make_paper(PAPERS["sheet"], [table.match], "A4")
    return PdfDocument(pdf, document_contents(PAPERS["sheet"], [table.match]))


def remembered(table: Table) -> bytes:
    """A sheet of the match, after it went out."""
    document = made(table)
    assert table.try_to_remember_documents([(document.sha256, document.contents)]) is None
    return document.data


def code(match: Match) -> SheetCode:
    found = code_of(match)
    assert found is not None
    return found


def verdict(desk: Desk, asked: bytes | SheetCode) -> DocumentVerdict:
    (said,) = verify_documents(
        desk, KINDS, [fingerprint_file(asked, "x.pdf") if isinstance(asked, bytes) else asked]
    )
    return said


def test_a_sheet_that_was_made_here_is_the_same_as_long_as_nothing_changes(
    desk: Desk, table: Table, wall: Wall
) -> None:
    pdf = remembered(table)
    wall.go(minutes=5)
    said = verdict(desk, pdf)
    assert said.match is not None
    assert (said.finding, said.lines, said.match.id) == ("same", (), table.id)
    assert str(said.text).startswith("Match sheet, Aces 120 to −160 Kings, made on ")
    table.record(Note(text="rain"))
    said = verdict(desk, pdf)
    assert said.finding == "changed"
    assert [str(each) for each in said.lines] == ["Aces 120 to −160 Kings: 1 entry was added: note"]


def test_a_code_in_a_file_that_is_not_remembered_says_which_match_with_figures(
    desk: Desk, table: Table
) -> None:
    said = verdict(desk, remembered(table) + b" ")
    assert said.finding == "unknown"
    assert str(said.text) == (
        "“x.pdf” isn't a file that this computer recognizes: it may have been changed, saved "
        "by another program, made directly from a rule set or a match file, made while "
        "Scorepad couldn't save anything, or made on another computer. Compare these figures "
        "with the ones in the file:"
    )
    assert [str(each) for each in said.lines] == [
        f"Aces 120 to −160 Kings, match {table.id}",
        "event Club night, table 1",
        "Rules: UNC",
        "2 hands, bags 0 and 0",
        "Not finished: Aces leads 120 to −160 after 2 hands",
    ]
    assert said.match is not None
    assert said.match.id == table.id


def test_a_file_without_a_code_or_with_one_of_nobody_is_not_known(desk: Desk) -> None:
    assert verdict(desk, b"%PDF").lines == ()
    nobody = f"({SheetCode('01a1fdab-aa53-7898-996a-8af574b4c1bf', 3, 'ab' * 32).full})"
    said = verdict(desk, nobody.encode())
    assert (said.finding, said.lines) == ("unknown", ())
    assert str(said.text).endswith("No match or event on this computer has the code in the file")


def test_a_typed_code_speaks_of_the_match_and_says_nothing_of_a_file(
    desk: Desk, table: Table
) -> None:
    typed = code(table.match)
    said = verdict(desk, replace(typed, match=typed.owner, digest=typed.digest_letters))
    assert said.finding == "same"
    assert str(said.text) == (
        "the match hasn't changed since this was printed; Scorepad checked only the "
        "code, not a file"
    )
    assert str(said.lines[0]) == "this computer has no record of a document with this code"
    assert str(said.lines[1]).startswith("Aces 120 to −160 Kings, match ")
    assert str(said.lines[-1]).startswith("Not finished")
    table.record(Forfeit(side=0, why="left"))
    said = verdict(desk, typed)
    assert said.finding == "changed"
    assert str(said.text) == "the match has changed since this was printed"
    assert "1 entry was added: forfeit" in str(said.lines[0])
    remembered(table)
    now = code(table.match)
    table.record(Note(text="rain"))
    made_here = str(verdict(desk, now).lines[1])
    assert made_here.startswith("Match sheet, Aces – Kings, made on ")
    said = verdict(desk, replace(now, entries=now.entries + 3))
    assert "the document shows 10 entries, but 8 are saved here" in str(said.lines[0])
    said = verdict(desk, replace(now, digest="ab" * 32))
    assert "the document's names, rules, or entries differ from the ones" in str(said.lines[0])
    assert verdict(desk, SheetCode("0" * 8, 1, "0" * 12)).finding == "unknown"


def test_a_sheet_for_the_pen_is_the_same_while_its_names_are(desk: Desk, table: Table) -> None:
    pdf = SheetMaker().make_paper(PAPERS["blank-sheet"], [table.match], "A4")
    document = PdfDocument(pdf, document_contents(PAPERS["blank-sheet"], [table.match]))
    desk.try_to_remember_documents([(document.sha256, document.contents)])
    table.record(BIDS)
    assert verdict(desk, pdf).finding == "same"
    table.record(HeadChange(teams=(Team("Ten"), TEAMS[1]), why="renamed"))
    assert verdict(desk, pdf).finding == "changed"


def test_what_shows_nothing_that_is_kept_is_not_remembered(
    desk: Desk, keeper: MemoryKeeper
) -> None:
    blank = PdfDocument(SheetMaker().blank_sheet(desk.library.get("unc"), "A4"))
    keeper.full = True
    assert desk.try_to_remember_documents([(blank.sha256, blank.contents)]) is None
    assert keeper.documents == []


def test_a_document_that_cannot_be_remembered_is_made_all_the_same(
    desk: Desk, keeper: MemoryKeeper, table: Table
) -> None:
    document, keeper.full = made(table), True
    said = table.try_to_remember_documents([(document.sha256, document.contents)])
    assert str(said) == (
        "Couldn't save a record of this document, so Scorepad can't verify it later: the disk is "
        "full; free up some space and try again"
    )


def test_the_same_document_of_the_same_entries_is_remembered_once(
    keeper: MemoryKeeper, table: Table
) -> None:
    assert remembered(table) == remembered(table)
    assert len(keeper.documents) == 1


def test_a_document_of_a_kind_of_a_newer_program_is_looked_up_too(
    desk: Desk, keeper: MemoryKeeper, table: Table
) -> None:
    shown = code(table.match).short
    keeper.documents = [
        DocumentRecord(fingerprint_file(b"x", "").sha256, "hologram", (shown,), "", desk.now())
    ]
    said = verdict(desk, b"x")
    assert said.finding == "same"
    assert str(said.text).startswith("Document, Aces 120 to −160 Kings, made on ")


def test_of_many_codes_one_hash_is_kept(desk: Desk, keeper: MemoryKeeper) -> None:
    event = begin_event(desk)
    matches = [desk.read(each) for each in keeper.kept]
    contents = document_contents(FORMATS["csv"], matches, event.event)
    assert len(contents.document("a", desk.now()).codes) == 3
    many = replace(contents, codes=tuple(map(str, range(MOST_CODES + 1))))
    document = many.document("b" * 64, desk.now())
    assert [len(each) for each in document.codes] == [64]
    for log, text in (
        (event.event.id, "the entries in Spring Open or its matches have changed"),
        ("", "the document shows too many matches to check one by one"),
    ):
        keeper.documents = [
            DocumentRecord(
                fingerprint_file(b"x", "").sha256, "csv", document.codes, log, desk.now()
            )
        ]
        said = verdict(desk, b"x")
        assert (said.finding, [str(each) for each in said.lines]) == ("changed", [text])


def test_a_result_that_an_event_states_later_changes_what_an_export_shows(
    desk: Desk, wall: Wall, tmp_path: Path
) -> None:
    match_id, event = begin_match(desk), begin_event(desk)
    files = write_all(desk, SheetMaker(), match_id, event.event.id, tmp_path / "out")
    (several,) = (each for each in files if each.name == "several.xlsx")
    assert verdict(desk, several.read_bytes()).finding == "same"
    wall.go(minutes=1)
    pairing = next(iter(event.event.register.drawn))
    event.record(
        entry("result", pairing=pairing, how="played", winner=0, score=[300, 200], why="read wrong")
    )
    said = verdict(desk, several.read_bytes())
    assert said.finding == "changed"
    assert any("The event has a different result on record" in str(each) for each in said.lines)


def test_every_kind_of_document_is_known_until_something_changes(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the program would draw it otherwise now."""
    match_id, event = begin_match(desk), begin_event(desk)
    files = write_all(desk, SheetMaker(), match_id, event.event.id, tmp_path / "out")
    asked = [fingerprint_file(each.read_bytes(), each.name) for each in files]
    monkeypatch.setattr(match_sheet, "TOP", match_sheet.TOP + 5)
    otherwise = made(desk.open(match_id))
    assert verdict(desk, otherwise.data).finding == "unknown"
    verdicts = list(verify_documents(desk, KINDS, asked))
    assert {each.finding for each in verdicts} == {"same"}
    assert [str(each) for each in describe_verdict_counts(verdicts)] == [
        f"{len(files)} documents",
        f"{len(files)} are unchanged",
    ]
    with desk.open_briefly(match_id) as table:
        table.record(Note(text="late"))
    event.record(entry("note", text="late"))
    found = {
        file.name: each
        for file, each in zip(files, verify_documents(desk, KINDS, asked), strict=True)
    }
    assert {each.finding for each in found.values()} <= {"same", "changed"}, "none is accused"
    assert found["sheet A4.pdf"].finding == found["book of event A4.pdf"].finding == "changed"
    assert found["pen A4.pdf"].finding == "same"
    (line,) = found["posters of event A4.pdf"].lines
    assert str(line) == "Spring Open: 1 entry was added to the event or its matches"


def test_an_event_that_has_gone_on_is_said(desk: Desk) -> None:
    event = begin_event(desk)
    of_event = [desk.read(each) for each in desk.keeper.kept]  # type: ignore[attr-defined]
    contents = document_contents(PAPERS["posters"], of_event, event.event)
    typed = contents.codes[0]
    said = verdict(desk, read_code(typed))
    assert str(said.text) == (
        "the event hasn't changed since this was printed; Scorepad checked only the "
        "code, not a file"
    )
    assert str(said.lines[1]) == "Event: Spring Open"
    assert len(said.lines) == 4
    EventDesk(desk).open(event.event.id).record(entry("note", text="rain"))
    assert verdict(desk, read_code(typed)).finding == "changed"


def test_a_match_without_hands_is_named_too(desk: Desk) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    assert verdict(desk, remembered(table)).finding == "same"
