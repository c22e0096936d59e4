"""Exports read back and compared, cell by cell, with the rows; and nothing half written."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
import uuid
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pypdf import PdfReader

from reports import FORMATS, SheetMaker
from reports.export.json_export import safe_name, unique_file_names
from reports.export.spreadsheets import (
    MIXED_COLUMNS,
    TABLES,
    Row,
    csv_cell,
    describe_columns,
    escape_formula,
    read_all_rows,
)
from scorepad.desk.exporting import ExportResult
from scorepad.desk.exporting import export as export_kept
from scorepad.spades.match import Match
from scorepad.spades.matchfile import encode_match_file, parse_match_file
from scorepad.spades.refusal import Refused
from scorepad.spades.words import install, without_isolates
from tests.events.day import Day
from tests.reports.event import evening
from tests.reports.languages import catalog_of
from tests.reports.made import ROOT, RTL, corrected, library, made
from tests.reports.papers import day_of

EVIL: dict[str, Any] = {
    "event": "@SUM(1)",
    "teams": [
        {"name": "=1+1", "players": ["+49 170", "-Ann"]},
        {"name": '\tTabs, "quotes" and\nlines', "players": ["@Bo", "Di"]},
    ],
}


def matches() -> list[Match]:
    return [corrected(), made(2, **RTL), made(0, **EVIL)]


@cache
def all_rows() -> list[tuple[str, Row]]:
    return list(read_all_rows(matches()))


def expected(name: str) -> list[dict[str, Any]]:
    return [dict(row) for table, row in all_rows() if table == name]


def results(*matches: Match) -> list[Row]:
    return [row for table, row in read_all_rows(matches) if table == "results"]


def plain(value: Any) -> Any:
    return without_isolates(value) if isinstance(value, str) else value


def export(*arguments: Any, **more: Any) -> ExportResult:
    """Export where nothing is remembered."""
    return export_kept(*arguments, remember=lambda _: None, **more)


def codes_of(book: Any, table: str) -> list[str]:
    """The code of each column of a sheet, as the second sheet has it for the heading there."""
    _, *rows = book["codes"].iter_rows(values_only=True)
    codes = {(row[0], row[1]): row[2] for row in rows}
    return [codes[table, each.value] for each in book[table][1]]


def test_csv_read_back(tmp_path: Path) -> None:
    SheetMaker().export(FORMATS["csv"], matches(), tmp_path / "out")
    assert sorted(file.name for file in files(tmp_path / "out")) == sorted(
        f"{name}.csv" for name in TABLES
    )
    for name in TABLES:
        data = (tmp_path / "out" / f"{name}.csv").read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
        assert rows == [
            {column: csv_cell(value) for column, value in row.items()} for row in expected(name)
        ]
        assert not any(
            value.startswith(("=", "+", "@", "\t")) for row in rows for value in row.values()
        )


def test_csv_has_the_separator_of_its_reader_and_a_decimal_comma_with_a_semicolon(
    tmp_path: Path,
) -> None:
    event = day_of("swiss", ("Aces", "Kings", "Rats"), 1, rounds=2)
    tied = Day.of(event)
    tied.pair()
    tied.result(tied.event.register.rounds[2].entry.pairings[0].pairing, 200, 200)
    for separator, half in ((",", ".5"), (";", ",5"), ("\t", ".5")):
        out = tmp_path / str(ord(separator))
        sheets = SheetMaker(separator=lambda by=separator: by)
        sheets.export(FORMATS["csv"], [], out, tied.event)
        text = (out / "standings.csv").read_text("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))
        assert len(rows) == 3
        assert half in "".join(row["score"] for row in rows)


def test_bags_that_are_left_and_bags_that_were_taken_have_columns_of_their_own(
    tmp_path: Path,
) -> None:
    match = made(40)
    (row,) = (row for name, row in read_all_rows([match]) if name == "matches")
    assert (row["bags_left_0"], row["bags_taken_0"]) == (match.board.bags[0], None)
    over = made(40, {"kind": "time", "id": "t"})
    (row,) = (row for name, row in read_all_rows([over]) if name == "matches")
    assert row["bags_left_0"] == over.board.bags[0]
    penalties = sum(
        line.what == "bag-penalty" for hand in over.board.hands for line in hand.lines[0]
    )
    assert penalties
    assert row["bags_taken_0"] == over.board.bags[0] + 10 * penalties


def test_the_flat_table_of_results_needs_no_other() -> None:
    second, first = results(corrected(), made(2))  # in the order of their tables
    assert list(map(csv_cell, first.values())) == [
        *("Spring Open", "2", "9", "2026-03-14T18:30+00:00", "Aces", "Kings"),
        *("104", "-80", "0", "time", "Aces", corrected().id, *[""] * 4),
    ]
    assert (second["winner"], second["how"]) == (None, "not-finished")
    forfeited = made(2, {"kind": "forfeit", "side": 0, "why": "left", "id": "f1"})
    (row,) = results(forfeited)
    assert [row[name] for name in ("score_0", "score_1", "winner", "how")] == [
        *(None, None, 1, "forfeit")
    ]


def test_a_workbook_can_be_read_on_paper(tmp_path: Path) -> None:
    long = {"kind": "note", "text": "a long remark " * 30, "id": "n1"}
    SheetMaker().export(FORMATS["xlsx"], [made(2, long)], tmp_path / "out.xlsx")
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    results, remarks, wide = book["results"], book["remarks"], book["matches"]
    assert [type(each.value) for each in results[2]][1:4] == [int, int, datetime]
    heads = {
        code: each.alignment.horizontal
        for code, each in zip(codes_of(book, "results"), results[1], strict=True)
    }
    assert heads["score_0"] == "right"
    assert heads["team_0"] != "right"
    assert (heads["round"], results["B2"].alignment.horizontal) == ("left", "left")
    assert results["D2"].number_format.endswith('"+00:00"'), "a time with its zone"
    assert remarks.row_dimensions[2].height >= 9 * 15, "every line of the wrapped text is seen"
    assert wide.page_setup.fitToWidth > 1, "28 columns on one page are read by nobody"
    for sheet in book:
        assert sheet.print_area
        assert sheet.print_title_rows == "$1:$1"


@pytest.mark.skipif(
    not (shutil.which("soffice") and shutil.which("pdftotext")),
    reason="LibreOffice or poppler-utils is not installed",
)
def test_libreoffice_prints_a_workbook_and_cuts_nothing(tmp_path: Path) -> None:
    """It lays out rows and columns by itself, and shows ### for a number without room."""
    long = {"kind": "note", "text": "begins " + "a long remark " * 30 + "ends", "id": "n1"}
    SheetMaker().export(FORMATS["xlsx"], [*evening(6), made(2, long)], tmp_path / "out.xlsx")
    home = {**os.environ, "HOME": str(tmp_path)}
    command = ("soffice", "--headless", "--convert-to", "pdf", "--outdir", tmp_path)
    subprocess.run(
        [*command, tmp_path / "out.xlsx"], check=True, capture_output=True, env=home, timeout=120
    )
    read = ("pdftotext", "-raw", tmp_path / "out.pdf", "-")
    said = subprocess.run(read, check=True, capture_output=True, encoding="utf-8").stdout
    *printed, _ = said.split("\f")
    assert "Łódź Tigers" in printed[0]
    assert not any("###" in text for text in printed)
    (remark,) = (text for text in printed if "begins a long remark" in text)
    assert "ends" in remark, "the row is as high as its text"
    heads = ("match id", "event", "heading")
    first = ("player", "team", "record")  # the statistics
    assert all(
        any(each in text.casefold() for each in heads) or text.casefold().startswith(first)
        for text in printed
    )


def test_overwriting_replaces_an_export_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(SheetMaker(), FORMATS["csv"], [made(1)], out)
    with pytest.raises(Refused, match="already exists"):
        export(SheetMaker(), FORMATS["csv"], [made(2)], out)
    export(SheetMaker(), FORMATS["csv"], [made(3)], out, overwrite=True)
    assert (out / "hands.csv").read_text("utf-8").count("\n") == 1 + 6
    (out / "mine.txt").write_text("keep me")
    with pytest.raises(Refused, match="also contains"):
        export(SheetMaker(), FORMATS["csv"], [made(1)], out, overwrite=True)
    assert (out / "hands.csv").read_text("utf-8").count("\n") == 1 + 6
    assert [*tmp_path.iterdir()] == [out]


def test_what_a_csv_cell_holds() -> None:
    assert [
        csv_cell(v) for v in (None, True, False, -60, 7, "Ann", "=1+1", "-Ann", "\u2068דוד\u2069")
    ] == [
        "",
        "true",
        "false",
        "-60",
        "7",
        "Ann",
        "'=1+1",
        "'-Ann",
        "דוד",
    ]
    assert csv_cell(datetime(2026, 3, 14, 18, 30, tzinfo=UTC)) == "2026-03-14T18:30:00Z"
    assert escape_formula("Ann = Bo") == "Ann = Bo"


def test_xlsx_read_back(tmp_path: Path) -> None:
    out = tmp_path / "out.xlsx"
    SheetMaker().export(FORMATS["xlsx"], matches(), out)
    book = openpyxl.load_workbook(out)
    first, *others = TABLES
    assert book.sheetnames == [first, "codes", *others]
    assert [each.value for each in book[first][1]][:6] == [
        *("Event", "Round", "Table", "Played", "Team 1", "Team 2")
    ]
    for name in TABLES:
        sheet = book[name]
        head, *rows = sheet.iter_rows()
        names = [each.value for each in head]
        codes = codes_of(book, name)
        assert codes == list(describe_columns(TABLES[name]))
        assert len(set(names)) == len(names), "no heading is there twice"
        assert {code for code, each in zip(codes, names, strict=True) if "UTC" in str(each)} == {
            column for column in codes if column in ("scheduled", "first_entry", "last_entry", "at")
        }
        assert sheet.freeze_panes == "A2"
        assert len(rows) == len(expected(name))
        for cells, row in zip(rows, expected(name), strict=True):
            for each, (column, value) in zip(cells, row.items(), strict=True):
                want = plain(value)
                if isinstance(want, datetime):
                    want = want.replace(tzinfo=None)
                if want == "":
                    want = None
                if column in MIXED_COLUMNS and str(want).isdigit():
                    want = int(str(want))
                if column == "local_time" and want:
                    want = datetime.fromisoformat(str(want)).replace(tzinfo=None)
                assert each.value == want, (name, column)
                assert each.data_type != "f"
                if isinstance(want, bool):
                    assert each.data_type == "b"


def test_xlsx_bids_can_be_summed_and_its_pages_printed(tmp_path: Path) -> None:
    SheetMaker(export_paper=lambda: "Letter").export(
        FORMATS["xlsx"], [made(2)], tmp_path / "out.xlsx"
    )
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    hands = book["hands"]
    heads = {code: at for at, code in enumerate(codes_of(book, "hands"), 1)}
    bids = [hands.cell(row, heads["bid_2"]).value for row in range(2, 6)]
    assert bids == [3, 2, "nil", 3]
    for sheet in book.worksheets:
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.print_title_rows == "$1:$1"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToHeight == 0
        assert int(sheet.page_setup.paperSize) == 1


def test_xlsx_columns_are_as_wide_as_what_they_hold(tmp_path: Path) -> None:
    SheetMaker().export(FORMATS["xlsx"], [corrected()], tmp_path / "out.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx")["remarks"]
    for column in sheet.columns:
        longest = max(len(shown(each.value)) for each in column)
        assert sheet.column_dimensions[column[0].column_letter].width >= min(longest, 48)


def test_xlsx_long_texts_wrap_and_wide_letters_have_room(tmp_path: Path) -> None:
    note = {"kind": "note", "text": "the cards were wet and " * 9, "id": "n"}
    teams = [{"name": "李小龙李小龙李小龙李小龙", "players": ["Ann", "Cy"]}, {"name": "Kings"}]
    SheetMaker().export(FORMATS["xlsx"], [made(1, note, teams=teams)], tmp_path / "out.xlsx")
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    at = codes_of(book, "players").index("team")
    letter = book["players"][1][at].column_letter
    assert book["players"].column_dimensions[letter].width >= 24
    heads = {code: at for at, code in enumerate(codes_of(book, "remarks"), 1)}
    wraps = {name: book["remarks"].cell(2, at).alignment.wrap_text for name, at in heads.items()}
    assert [name for name, wrap in wraps.items() if wrap] == ["now"]


def shown(value: Any) -> str:
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else str(value or "")


def test_json_is_taken_back_unchanged(tmp_path: Path) -> None:
    SheetMaker().export(FORMATS["json"], matches(), tmp_path / "out")
    found = files(tmp_path / "out")
    assert len(found) == 3
    written = {file.read_bytes() for file in found}
    assert written == {encode_match_file(match) for match in matches()}
    for file in found:
        again = parse_match_file(file.read_bytes(), library())
        assert encode_match_file(again) == file.read_bytes()


def test_one_match_as_one_json_file(tmp_path: Path) -> None:
    out = tmp_path / "final.json"
    SheetMaker().export(FORMATS["json"], [corrected()], out)
    assert json.loads(out.read_bytes())["event"] == "Spring Open"
    folder = tmp_path / "final"
    SheetMaker().export(FORMATS["json"], [corrected()], folder)
    assert len(files(folder)) == 1


def test_file_names_are_safe_and_apart() -> None:
    names = list(unique_file_names([made(0), made(1), made(0, **EVIL)]))
    assert names[:2] == ["Spring-Open-2-4-Aces-Kings", "Spring-Open-2-4-Aces-Kings-2"]
    assert safe_name('../..\\a:b*c?"<>|\x00') == "a-b-c"
    for reserved in ("CON", "aux", "Com1", "lpt\u00b2", "nul"):
        assert safe_name(reserved) == f"match-{reserved}"
    assert safe_name(" . ") == "match"
    assert safe_name("Győző הנמרים หมู่") == "Győző-הנמרים-หมู่"
    assert len(safe_name("ạ" * 500).encode()) <= 200
    assert safe_name("♠\ufe0f Aces 1\ufe0f") == "Aces-1"
    # A conjunct of Devanagari is one letter: all of it or nothing.
    assert safe_name("क्षि" * 40) == "क्षि" * (120 // len("क्षि".encode()))


def test_pdf_holds_every_sheet(tmp_path: Path) -> None:
    out = tmp_path / "all.pdf"
    SheetMaker(export_paper=lambda: "Letter").export(FORMATS["pdf"], matches(), out)
    reader = PdfReader(out)
    assert len(reader.outline) == 3
    assert reader.pages[0].mediabox.height == 792


def test_the_same_matches_give_the_same_bytes_in_every_format(tmp_path: Path) -> None:
    """In this process and in another one."""
    program = (
        "import sys; from pathlib import Path; from tests.reports.test_exports import *\n"
        "export_all(Path(sys.argv[1]))"
    )
    for each in ("here", "there"):
        (tmp_path / each).mkdir()
    export_all(tmp_path / "here")
    subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "there")],
        cwd=ROOT,
        check=True,
        env={"PYTHONHASHSEED": "2", "PYTHONPATH": str(ROOT)},
    )
    written = []
    for each in ("here", "there"):
        found = sorted(file for file in (tmp_path / each).rglob("*") if file.is_file())
        written.append(
            {str(file.relative_to(tmp_path / each)): file.read_bytes() for file in found}
        )
    assert {name.partition("/")[0] for name in written[0]} == set(FORMATS)
    assert written[0] == written[1]


def export_all(folder: Path) -> None:
    """Export the matches in every format, by the name of each."""
    for form in FORMATS:
        SheetMaker().export(FORMATS[form], matches(), folder / form)


def files(out: Path) -> list[Path]:
    return list(out.iterdir()) if out.is_dir() else [out]


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_is_overwritten(form: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("mine", "utf-8")
    with pytest.raises(Refused, match="already exists"):
        export(SheetMaker(), FORMATS[form], [corrected()], out)
    assert out.read_text("utf-8") == "mine"
    assert list(tmp_path.iterdir()) == [out]
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(Refused, match="already exists"):
        export(SheetMaker(), FORMATS[form], [corrected()], folder)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("form", FORMATS)
def test_a_folder_that_is_not_there(form: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="its folder doesn't exist"):
        export(SheetMaker(), FORMATS[form], [corrected()], tmp_path / "no" / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_leaves_nothing(tmp_path: Path) -> None:
    """A file that may not grow, before its first byte and in its middle: as on a full disk."""
    program = (
        "import resource, sys; from tests.reports.test_exports import *;"
        "sheets, found = SheetMaker(), matches()\n"
        "for room in (100, 0):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))\n"
        "    for form in FORMATS:\n"
        "        try: export(sheets, FORMATS[form], found, Path(sys.argv[1]))\n"
        "        except Refused as refused: print(refused)\n"
    )
    out = tmp_path / "out"
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, str(out)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(ROOT)},
    )
    said = f"{out} couldn't be written (the disk is full); nothing was saved there\n"
    assert done.stdout == said * 2 * len(FORMATS)
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_no_match_is_no_export(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no matches to export"):
        SheetMaker().export(FORMATS["pdf"], [], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_an_event_is_spelled_one_way_in_a_table_of_several(form: str, tmp_path: Path) -> None:
    several = [made(1, event=name) for name in ("spring open", "Spring Open", "Spring Open ")]
    SheetMaker().export(FORMATS[form], several, tmp_path / f"out.{form}")
    if form == "csv":
        text = (tmp_path / "out.csv" / "matches.csv").read_text("utf-8-sig")
        found = [row["event"] for row in csv.DictReader(io.StringIO(text, newline=""))]
    else:
        book = openpyxl.load_workbook(tmp_path / "out.xlsx")
        at = codes_of(book, "matches").index("event")
        found = [row[at].value for row in book["matches"].iter_rows(min_row=2)]
    assert found == ["Spring Open"] * 3


def test_codes_are_the_same_in_every_language() -> None:
    """Anyone who changes the language changes no value that a script compares."""
    event = day_of("swiss", ("Aces", "Kings", "Rats"), 1, rounds=2)
    forfeited = made(
        2, {"kind": "forfeit", "side": 0, "why": "left", "id": "f1"}, id=str(uuid.UUID(int=2))
    )
    codes = ("how", "reason", "decided_by", "status", "what", "kind", "winner")

    def values(language: str) -> list[object]:
        found = list[object]()
        install(catalog_of(language))
        for matches, of in (
            ([corrected(), made(2, id=str(uuid.UUID(int=1))), forfeited], None),
            ([], event),
        ):
            for name, row in read_all_rows(matches, event=of):
                found += [(name, each, row.get(each)) for each in codes]
        return found

    assert values("en") == values("es")
    reasons = {value for name, code, value in values("en") if (name, code) == ("results", "how")}
    assert reasons == {"time", "not-finished", "forfeit", "paper"}


def test_a_wide_hand_says_what_both_sides_rows_say() -> None:
    tables: dict[str, list[Any]] = {"hands": [], "hands_wide": []}
    for name, row in read_all_rows([corrected()]):
        tables.get(name, []).append(row)
    assert len(tables["hands_wide"]) * 2 == len(tables["hands"])
    for wide in tables["hands_wide"]:
        for side in (0, 1):
            (one,) = [
                each
                for each in tables["hands"]
                if (each["hand"], each["side"]) == (wide["hand"], side)
            ]
            for column in ("tricks", "change", "score", "bags"):
                assert wide[f"{column}_{side}"] == one[column]
            for seat, bid, tricks in (
                (side, one["bid_1"], one["tricks_1"]),
                (side + 2, one["bid_2"], one["tricks_2"]),
            ):
                told = wide[f"bid_seat_{seat}"], wide[f"tricks_seat_{seat}"]
                assert told == (bid, tricks)
