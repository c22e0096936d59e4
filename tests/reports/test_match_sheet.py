"""The match sheet: what is on it, page after page, and that nothing is cut or lost."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from datetime import timedelta, timezone
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.sheets.match_sheet import match_sheet, match_sheets, remark_letter
from reports.sheets.rows import HandRow
from reports.sheets.tables import read_match_into_table_rows
from reports.typeset.paper import FOOTER, MARGIN, PAPER_SIZES, Paper
from reports.typeset.shaping import shape
from scorepad.spades.match import Match
from scorepad.spades.words import (
    Catalog,
    format_change,
    format_number,
    has_right_to_left,
    install,
    isolate_name,
)
from tests.reports.drawn import Page, pages
from tests.reports.made import (
    CASES,
    EAST,
    FAR,
    MATCHES,
    PAPERS,
    ROOT,
    RTL,
    SAMPLE,
    TWO_WAYS,
    clocked,
    corrected,
    made,
    match_of,
)
from tests.reports.test_text import NAMES


def sheet(match: Match, paper: Paper = "A4") -> list[Page]:
    return pages(match_sheet(match, paper))


def everything(match: Match, paper: Paper = "A4") -> str:
    return "\n".join(page.text for page in sheet(match, paper))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("case", CASES)
def test_texts_stand_within_the_margins_and_none_on_another(case: str, paper: Paper) -> None:
    wide, tall = PAPER_SIZES[paper]
    for page in sheet(CASES[case](), paper):
        assert (round(page.wide), round(page.tall)) == (round(wide), round(tall))
        on_line: dict[float, list[tuple[float, float, str]]] = {}
        for said in page.texts:
            regular, bold = shape(said.text), shape(said.text, True)
            ends = said.x + min(regular.width_at(said.size), bold.width_at(said.size))
            assert said.x >= MARGIN - 0.1, said
            assert ends <= wide - MARGIN + 0.6, said
            assert FOOTER - 10 <= said.y <= tall - 20, said
            on_line.setdefault(round(said.y, 1), []).append((said.x, ends, said.text))
        for texts in on_line.values():
            for one, other in itertools.pairwise(sorted(texts)):
                assert one[1] <= other[0] + 0.5, (one, other)


def test_the_head_says_where_when_and_by_which_rules() -> None:
    text = everything(corrected())
    assert "Spring Open" in text
    assert "Round 2 · Table 9 · 14 March 2026" in text
    assert "Revised: Winter 2020 · to 100000" in text
    assert "Agreed to by both teams: Target: 100000 (rule set: 500); " in text
    assert "Round final" not in everything(made(1, round="final"))
    assert "Date ____" in everything(match_of(SAMPLE.read_bytes()))


def test_the_result_and_its_reason_are_the_largest_sentence() -> None:
    (page,) = sheet(match_of(SAMPLE.read_bytes()))
    result = read_match_into_table_rows(match_of(SAMPLE.read_bytes())).result
    found = next(said for said in page.texts if said.text == result)
    others = [s for s in page.texts if not s.text.lstrip("\u2212").isdigit() and s is not found]
    assert found.size > max(said.size for said in others)


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.stem)
def test_only_the_winner_is_marked(file: Path) -> None:
    match = match_of(file.read_bytes())
    (page, *_) = sheet(match)
    row = read_match_into_table_rows(match).status
    tags = [said for said in page.texts if said.text in ("winner", "tie")]
    if row.winner is None:
        assert [tag.text for tag in tags] == ["tie", "tie"] * row.tied
        return
    (tag,) = tags
    assert tag.text == "winner"
    high = page.tall - 200
    large = sorted(s for s in page.texts if s.size > 20 and s.y > high and len(s.text) < 6)
    won = format_number(row.score[row.winner])
    assert large[row.winner].text == ("W" if row.reason == "forfeit" else won)
    assert (tag.x > page.wide / 2) == (row.winner == 1)


@pytest.mark.parametrize(
    ("file", "paper"),
    [(file, PAPERS[at % 2]) for at, file in enumerate((SAMPLE, *MATCHES))],
    ids=lambda value: getattr(value, "stem", value),
)
def test_every_hand_stands_in_its_line(file: Path, paper: Paper) -> None:
    match = match_of(file.read_bytes())
    tables = read_match_into_table_rows(match)
    # Smaller than the figures: letters of remarks.
    large = [
        page._replace(texts=[said for said in page.texts if said.size > 7])
        for page in sheet(match, paper)
    ]
    lines = [line.split() for page in large for line in page.text.split("\n")]
    moved = {at: notes.moved for at, notes in tables.cell_notes.items()}
    for first, second in zip(tables.hands[::2], tables.hands[1::2], strict=True):
        line = next(
            line
            for line in lines
            if line and line[0] == str(first.hand) and len(line) > 6 and "of" not in line
        )
        dealer = tables.players[first.dealer].player.split()[0]
        # The seat computed for a hand after the end is nobody's: no name is told.
        dealt = [] if first.status == "after-end" else [dealer]
        expected = [str(first.hand), *dealt]
        assert dealt or dealer not in line
        for row in (first, second):
            expected += _cells(row, moved.get((row.hand, row.side), 0))
        assert [word for word in line if word in expected] == expected or line == expected


def _cells(row: HandRow, moved: int) -> list[str]:
    bids = [bid for bid in (row.bid_1, row.bid_2) if bid]
    cells = " + ".join(bids).split()
    if row.tricks is not None:
        nil = {"nil", "blind"} & set(bids)
        cells += (f"{row.tricks_1} + {row.tricks_2}" if nil else str(row.tricks)).split()
    if moved:
        cells += ["+" if moved > 0 else "\u2212", str(abs(moved))]
    if row.status in ("void", "after-end", "in-progress"):
        return [*cells, *(["void"] if row.status == "void" else []), "\u2013"]
    if row.made is False:
        cells.append("lost" if row.status == "lost" else "set")
    return [*cells, format_change(row.change), format_number(row.score), format_number(row.bags)]


def test_what_a_rule_set_made_of_a_hand_stands_beneath() -> None:
    text = everything(corrected())
    for told in (
        "nil +100",
        "nil \u2212100",
        "ruling \u221210",
        "renege recorded; this rule set has no penalty for it",
        "void, misdeal: six of spades twice · override: a beginner",
        "time was called in this hand",
    ):
        assert told in text
    unc = everything(match_of((ROOT / "tests/data/matches/unc-forfeit.json").read_bytes()))
    assert "other team's renege +30" in unc
    assert "bags \u221260" in unc


def test_a_ruling_between_hands_stands_in_its_place() -> None:
    (page,) = sheet(corrected())
    lines = page.text.split("\n")
    ruling = next(i for i, line in enumerate(lines) if line == "ruling miscount +5 190 7")
    third = next(i for i, line in enumerate(lines) if line.startswith("3 Cy"))
    fourth = next(i for i, line in enumerate(lines) if line.startswith("4 Di"))
    assert third < ruling < fourth


def test_a_long_reason_is_told_below() -> None:
    why = "because the cards were wet and " * 20
    match = made(1, {"kind": "ruling", "side": 1, "points": -5, "why": why})
    text = everything(match)
    assert "ruling see a below" in text
    assert text.replace("\n", " ").count("cards were wet") == 20


def test_a_correction_shows_the_old_value_and_the_new_one() -> None:
    (page,) = sheet(corrected())
    assert "Ann 4 · Bo 2 → Ann 3 · Bo 3 · reason: recounted Sam, 20:30 UTC" in page.text


def test_what_the_program_noticed_stands_with_what_it_is_about() -> None:
    text = everything(corrected())
    assert "a card face up; before hand 4; redeal: same dealer; “a card face up” isn't" in text
    assert "Notice" not in text


def test_a_remark_stays_on_one_page() -> None:
    why = "word " * 60
    notes = [{"kind": "note", "text": f"first{i} {why} last{i}", "id": f"n{i}"} for i in range(20)]
    found = sheet(made(9, *notes))
    assert len(found) > 1
    for i in range(20):
        (page,) = [each for each in found if f"first{i} " in each.text]
        assert f"last{i}" in page.text.split()


def test_a_struck_hand_whose_number_another_has_is_told_apart() -> None:
    strike = {"kind": "strike", "entry": "e2", "why": "dealt twice", "id": "x1"}
    text = everything(made(3, strike))
    assert "Deletion of hand 2, between" in text
    assert "hands 1" in text
    assert "and 2" in text


def test_a_correction_that_changes_nothing_says_what_stays() -> None:
    amends = (
        {"kind": "amend", "entry": "e0", "to": {"kind": "bids", "bids": [4, 3, 3, 2]}},
        {"kind": "amend", "entry": "e1", "to": {"kind": "tricks", "tricks": [4, 2, 3, 4]}},
        {"kind": "amend", "entry": "n1", "to": {"kind": "note", "text": "new deck"}},
    )
    note = {"kind": "note", "text": "new deck", "id": "n1"}
    text = everything(made(1, note, *({"why": "same again", **each} for each in amends)))
    for values in ("4 3 3 2", "4 2 3 4", "new deck"):
        assert f"unchanged: {values} · reason: same again" in text.replace("\u2192 ", "")


def test_a_clock_that_ran_out_by_itself_is_called_by_nobody() -> None:
    text = everything(clocked())
    assert "the clock ran out at 19:00 UTC" in text.split("\n")
    assert "Time the clock ran out at 19:00 UTC; the next hand hadn't been dealt" in text
    assert "Time called" not in text
    assert "Pat" not in text.split("remarks")[1]
    bids = {"kind": "bids", "bids": [4, 3, 3, 2], "id": "b9"}
    assert "the clock ran out in this hand at 19:00 UTC" in everything(clocked(bids))
    called = everything(clocked(at=29))
    assert "Time called the next hand hadn't been dealt Pat, 18:59 UTC" in called


def test_who_signed_on_the_screen_stands_below_a_line_with_room_for_a_pen() -> None:
    page = last = sheet(corrected())[0]
    side = next(s for s in last.texts if s.text == "for Aces")
    name = next(s for s in last.texts if s.text == "confirmed on screen: Ann")
    assert 0 < side.y - name.y < 12
    assert not [s for s in last.texts if s.x < 200 and 0 < s.y - side.y < 26]
    assert "UNOFFICIAL signed by Aces only" in page.text
    signed_by_both = everything(match_of(SAMPLE.read_bytes()))
    assert "signed by both teams" in signed_by_both
    assert "unofficial" not in signed_by_both.lower()


@pytest.mark.parametrize("paper", PAPERS)
def test_forty_hands_flow_on_with_heads_and_totals(paper: Paper) -> None:
    match = made(40)
    found = sheet(match, paper)
    assert len(found) == 2
    rows = read_match_into_table_rows(match).hands
    for number_, page in enumerate(found, 1):
        assert f"page {number_} of 2" in page.text
        assert "hand dealer bid took points total bags bid took points total bags" in page.text
    carried = next(x for x in found[0].text.split("\n") if x.startswith("carried to next page"))
    brought = next(x for x in found[1].text.split("\n") if x.startswith("from previous page"))
    hands = [int(x.split()[0]) for x in found[0].text.split("\n") if " + " in x and x[0].isdigit()]
    last = hands[-1]
    one, other = (row for row in rows if row.hand == last)
    totals = f"{format_number(one.score)} {one.bags} {format_number(other.score)} {other.bags}"
    assert carried == f"carried to next page {totals}"
    assert brought == f"from previous page {totals}"
    assert f"\n{last + 1} " in found[1].text


def test_a_reason_of_pages_flows_on() -> None:
    why = "word " * 790
    notes = [{"kind": "note", "text": why, "id": f"n{i}"} for i in range(7)]
    found = sheet(made(2, *notes))
    assert len(found) > 2
    assert sum(page.text.count("word") for page in found) == 7 * 790
    assert "Corrections, rulings and remarks, continued" in found[1].text


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_of_any_script_prints(name: str) -> None:
    teams = [{"name": name, "players": [name, "Cy"]}, {"name": "Kings", "players": ["Bo", "Di"]}]
    (page,) = sheet(made(1, teams=teams))
    assert "crossed boxes" not in page.text
    if not has_right_to_left(name):
        assert page.text.count(name) >= 4
        return
    # Drawn from left to right, brackets turned, marks as their face orders them: all are there.
    wanted = sorted(name.replace(" ", "").replace(")", "("))
    drawn = [sorted(said.text.replace(" ", "").replace(")", "(")) for said in page.texts]
    assert drawn.count(wanted) >= 3


def test_arabic_and_hebrew_are_read_back_in_reading_order() -> None:
    text = PdfReader(BytesIO(match_sheet(made(1, **RTL)))).pages[0].extract_text()
    for name in ("محمد علي", "فاطمة الزهراء", "דוד לוי", "שרה כהן", "الأسود الذهبية leads 70–51"):
        assert name in text


def test_a_character_that_no_face_has_is_named() -> None:
    teams = [
        {"name": "Ա Tigers", "players": ["Ann", "🂡"]},
        {"name": "Kings", "players": ["", ""]},
    ]
    text = everything(made(1, teams=teams))
    assert "printed as crossed-out boxes: U+0531, U+1F0A1" in text
    assert "Kings 1" in text


def test_the_words_are_the_reader_s() -> None:
    german = {
        "total": "Summe",
        "page {page} of {pages}": "Seite {page} von {pages}",
        "March": "März",
        "{team} wins {score}: {reason}": "{team} gewinnen {score}: {reason}",
    }
    install(Catalog("de", gettext=lambda one: german.get(one, one)))
    pdf = match_sheet(match_of(SAMPLE.read_bytes()), "A4")
    text = pages(pdf)[0].text
    assert "Summe" in text
    assert "Seite 1 von 1" in text
    assert "River Rats gewinnen 345–341" in text
    assert PdfReader(BytesIO(pdf)).trailer["/Root"]["/Lang"] == "de"
    assert "14 März 2026" in pages(match_sheet(made(1), "A4"))[0].text


def test_moments_are_told_in_the_zone_asked_for() -> None:
    zone = timezone(timedelta(hours=-5), "EST")
    text = pages(match_sheet(corrected(), zone=zone))[0].text
    assert "Sam, 15:30 EST" in text
    late = made(0, scheduled="2026-03-15T02:00:00Z")
    assert "14 March 2026, 21:00 EST" in pages(match_sheet(late, zone=zone))[0].text


def test_the_same_match_gives_the_same_bytes_in_any_process() -> None:
    """Whatever was drawn before, and however the process was started."""
    program = (
        "import sys; from tests.reports.made import *;"
        "from reports.sheets.match_sheet import match_sheet;"
        "names = ('ไทย 東京', 'हिन्दी 김');"
        "[match_sheet(made(2, **RTL)) for _ in range(2)];"
        "match_sheet(made(3, teams=[dict(name=n, players=[n, n]) for n in names]));"
        "sys.stdout.buffer.write(match_sheet(made(5, **RTL)) + match_sheet(made(5, **EAST)))\n"
        "sys.stdout.buffer.write(match_sheet(corrected(), 'Letter'))"
    )
    made_there = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={"PYTHONHASHSEED": "2", "PYTHONPATH": str(ROOT), "TZ": "Asia/Tokyo"},
    ).stdout
    made_here = match_sheet(made(5, **RTL)) + match_sheet(made(5, **EAST))
    assert made_there == made_here + match_sheet(corrected(), "Letter")


def test_the_document_says_what_it_is_and_when_its_log_ends() -> None:
    reader = PdfReader(BytesIO(match_sheet(corrected())))
    info = reader.metadata
    assert info is not None
    assert info.title == "Aces – Kings · Spring Open · Round 2 · Table 9"
    assert info.subject == "Aces wins 104 to −80: time ran out"
    assert str(info["/CreationDate"]).startswith("D:20260314203000")
    fonts = {
        str(font.get_object()["/BaseFont"])
        for font in reader.pages[0]["/Resources"]["/Font"].values()
        if "/ToUnicode" in font.get_object()
    }
    assert fonts
    assert all("FiraGO" in font for font in fonts)


def test_every_name_in_a_title_and_a_bookmark_stands_by_itself() -> None:
    match = made(1, **TWO_WAYS)
    reader = PdfReader(BytesIO(match_sheet(match)))
    team, event, round_ = map(
        isolate_name, (TWO_WAYS["teams"][0]["name"], TWO_WAYS["event"], TWO_WAYS["round"])
    )
    assert reader.metadata is not None
    assert reader.metadata.title == f"{team} – Kings · {event} · {round_} · Table 4"
    assert not reader.outline, "one sheet needs no list of sheets"
    two = PdfReader(BytesIO(match_sheets([match, match])))
    assert [str(mark["/Title"]) for mark in two.outline] == [reader.metadata.title] * 2


def test_many_sheets_in_one_file_have_bookmarks_and_their_own_pages() -> None:
    matches = [made(40), made(1), corrected()]
    reader = PdfReader(BytesIO(match_sheets(matches, "A4")))
    assert len(reader.pages) == 4
    assert [str(mark["/Title"]) for mark in reader.outline] == [
        "Aces – Kings · Spring Open · Round 2 · Table 4",
        "Aces – Kings · Spring Open · Round 2 · Table 4",
        "Aces – Kings · Spring Open · Round 2 · Table 9",
    ]
    assert [reader.get_destination_page_number(mark) for mark in reader.outline] == [0, 2, 3]


def test_letters_of_remarks() -> None:
    assert [remark_letter(at) for at in (0, 25, 26, 51, 52, 701, 702)] == [
        "a",
        "z",
        "aa",
        "az",
        "ba",
        "zz",
        "aaa",
    ]


def test_many_remarks_about_one_hand_are_told_beneath_it() -> None:
    talks = [{"kind": "talk", "side": 0, "id": f"t{i}"} for i in range(12)]
    bids = {"kind": "bids", "bids": [3, 3, 3, 3], "id": "b"}
    text = everything(made(0, bids, *talks, agreed=FAR))
    assert "remarks a b c d e f g h i j k l" in text


def test_the_bags_stand_clear_of_the_large_total_above() -> None:
    """Text that is copied from the page would be “2626 of 10 bags” otherwise."""
    (page,) = sheet(made(5))
    totals = [said for said in page.texts if said.size > 30]
    bags = [said for said in page.texts if said.text.endswith("of 10 bags")]
    assert len(totals) == len(bags) == 2
    for total, below in zip(sorted(totals), sorted(bags), strict=True):
        assert total.y - below.y - below.size >= total.size * 0.26


def test_a_substitute_of_the_first_dealer_did_not_deal_first() -> None:
    """SCORING.md 3, `seat`: earlier hands keep their player."""
    log = [
        {"kind": "bids", "bids": [3, 4, 4, 2]},
        {"kind": "tricks", "tricks": [3, 4, 4, 2]},
        {"kind": "seat", "seat": 0, "player": "Zed", "why": "Ann had to leave"},
    ]
    teams = [{"name": "Aces", "players": ["Ann", "Cy"]}, {"name": "Kings", "players": ["Bo", "Di"]}]
    data = {"rules": "unc", "teams": teams, "first_dealer": 0, "log": log}
    (page, *_) = sheet(match_of(json.dumps(data).encode()))
    (dealt,) = (said for said in page.texts if said.text == "dealt first")
    (ann,) = (said for said in page.texts if said.text == "Ann")
    assert abs(dealt.y - ann.y) < 2
    assert any(said.text == "Zed" for said in page.texts)


def test_a_substitute_has_the_first_hand_beside_the_name() -> None:
    substitute = {"kind": "seat", "seat": 0, "player": "Sue", "why": "Ann left", "id": "s"}
    hand = {"kind": "bids", "bids": [4, 3, 3, 2]}, {"kind": "tricks", "tricks": [4, 2, 3, 4]}
    (page,) = pages(match_sheet(made(3, substitute, *hand)))
    assert "Sue from hand 4" in " ".join(page.text.split())
