"""Every cell of a random match's exports, and every number on its sheet, is what `score --json`
says."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import uuid
from pathlib import Path
from typing import Any

import html5lib
import msgspec
import openpyxl
import pytest

from reports import FORMATS, SheetMaker
from reports.export.spreadsheets import escape_formula
from reports.sheets.match_sheet import match_sheet
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from scorepad.spades.words import format_change, format_number
from tests.referee.generators import seeded
from tests.reports.made import match_of
from tests.reports.tagged import Tagged
from tests.reports.test_exports import codes_of

SEEDS = min(300, int(os.environ.get("SCOREPAD_EXAMPLES", "15")))
BATCH = 15
COUNTED = ("scored", "lost")


def drawn(seed: int) -> Match | None:
    """A random match, or none where its file is refused."""
    found = seeded(seed)
    try:
        return match_of({**found.match, "id": str(uuid.UUID(int=seed + 1)), "log": found.log})
    except Refused:
        return None


def told(match: Match) -> dict[str, Any]:
    """What `score --json` prints of a match."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(result_data(match)))
    return found


def tables_of(match: Match) -> dict[str, list[dict[str, Any]]]:
    """The tables that exports have, from what `score --json` says, as far as it says it."""
    said = told(match)
    one = {key: said[key] for key in ("status", "reason", "winner", "tied")}
    for side in (0, 1):
        one |= {f"score_{side}": said["score"][side], f"bags_left_{side}": said["bags"][side]}
    hands, lines = [], []
    for hand in said["hands"]:
        for side in (0, 1):
            row = {
                key: hand[key][side] for key in ("contract", "tricks", "change", "score", "bags")
            }
            row |= {"hand": hand["number"], "side": side}
            hands.append(row | {key: hand[key] for key in ("dealer", "status")})
            lines += [
                {"hand": hand["number"], "side": side, **line} for line in hand["lines"][side]
            ]
    return {"matches": [one], "hands": hands, "lines": lines, "adjustments": said["adjustments"]}


def as_csv(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return escape_formula(value)
    return str(value).lower()


def as_xlsx(value: object) -> object:
    return None if value == "" else value


def paper_rows(match: Match) -> tuple[list[list[str]], list[list[str]]]:
    """The rows of hands and of rulings on the sheet, cell by cell, as they are read aloud."""
    tagged = Tagged(match_sheet(match))
    (table,) = tagged.nodes("Table")
    rows = [[tagged.text(cell) for cell in row.kids] for row in table.kids]
    hands = [row for row in rows if row[0].split(" ")[0].isdigit()]
    return hands, [row for row in rows if row[0].startswith("ruling")]


@pytest.mark.fuzz
@pytest.mark.parametrize("batch", range(0, SEEDS, BATCH))
def test_exports_and_sheets_say_what_score_says(batch: int, tmp_path: Path) -> None:
    seeds = range(batch, min(batch + BATCH, SEEDS))
    matches = [match for match in map(drawn, seeds) if match is not None]
    assert matches
    SheetMaker().export(FORMATS["csv"], matches, tmp_path / "csv")
    SheetMaker().export(FORMATS["xlsx"], matches, tmp_path / "all.xlsx")
    book = openpyxl.load_workbook(tmp_path / "all.xlsx")
    wanted = [(match.id, tables_of(match)) for match in matches]
    for name in ("matches", "hands", "lines", "adjustments"):
        text = (tmp_path / "csv" / f"{name}.csv").read_bytes().decode("utf-8-sig")
        plain = list(csv.DictReader(io.StringIO(text, newline="")))
        _, *cells = book[name].iter_rows(values_only=True)
        typed = [dict(zip(codes_of(book, name), row, strict=True)) for row in cells]
        for id_, tables in wanted:
            for rows, write in ((plain, as_csv), (typed, as_xlsx)):
                mine = [row for row in rows if row["match"] == id_]
                assert len(mine) == len(tables[name]), (name, id_)
                for row, want in zip(mine, tables[name], strict=True):
                    found = {key: row[key] for key in want}
                    assert found == {key: write(value) for key, value in want.items()}
    SheetMaker().export(FORMATS["json"], matches, tmp_path / "json")
    files = [match_of(file.read_bytes()) for file in (tmp_path / "json").iterdir()]
    assert {each.id: told(each) for each in files} == {each.id: told(each) for each in matches}
    ids = SheetMaker().export(FORMATS["html"], matches, tmp_path / "html")
    pages = {id_: (tmp_path / "html" / name).read_text("utf-8") for name, id_ in ids.items()}
    for match in matches:
        check_paper(match)
        if match.board.hands or match.board.adjustments:
            check_page(match, pages[match.id or ""])


def check_page(match: Match, page: str) -> None:
    """The page of a match, cell by cell: tricks, sets, points, totals and bags."""
    said, tree = told(match), html5lib.parse(page, namespaceHTMLElements=False)
    (table,) = (each for each in tree.iter("table") if each.get("class") == "hands")
    rows = [
        (row[0].text, [*map(text_of, row)]) for row in table.iter("tr") if row.get("class") is None
    ]
    hands = [cells for number, cells in rows if (number or "").isdigit()]
    rulings = [cells for _, cells in rows if cells[0].startswith("ruling")]
    assert len(hands) == len(said["hands"])
    for row, hand in zip(hands, said["hands"], strict=True):
        assert re.match(r"\d+", row[0])[0] == str(hand["number"])  # type: ignore[index]
        counts = hand["status"] in COUNTED
        for side in (0, 1):
            took, points, total, bags = row[3 + 5 * side : 7 + 5 * side]
            want = (
                format_change(hand["change"][side]),
                format_number(hand["score"][side]),
                format_number(hand["bags"][side]),
            )
            assert (points, total, bags) == (want if counts else ("\u2013",) * 3)
            if counts and hand["tricks"][side] is not None:
                numbers = [int(each) for each in re.findall(r"\d+", took)]
                moved = "\u2212" in took or took.count("+") > 1
                assert hand["tricks"][side] in (sum(numbers), numbers[0]) or moved
                assert took.endswith(("set", "lost")) == (
                    match.board.hands[hand["number"] - 1].made[side] is False
                )
    for row, ruling in zip(rulings, said["adjustments"], strict=True):
        assert format_change(ruling["points"]) in row[1:]


def text_of(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def check_paper(match: Match) -> None:
    said = told(match)
    hands, rulings = paper_rows(match)
    assert len(hands) == len(said["hands"])
    assert len(rulings) == len(said["adjustments"])
    for row, hand in zip(hands, said["hands"], strict=True):
        assert row[0].split(" ")[0] == str(hand["number"])
        for side in (0, 1):
            points, total, bags = row[4 + 5 * side : 7 + 5 * side]
            counts = hand["status"] in COUNTED
            want = (
                format_change(hand["change"][side]),
                format_number(hand["score"][side]),
                format_number(hand["bags"][side]),
            )
            assert (points, total, bags) == (want if counts else ("\u2013", "", ""))
    for row, ruling in zip(rulings, said["adjustments"], strict=True):
        assert format_change(ruling["points"]) in row[1:]
