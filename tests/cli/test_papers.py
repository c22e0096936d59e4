"""`sheet`, `export`, `verify`, and the copies of everything."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pypdf
import pytest

from reports import FORMATS
from scorepad.spades.refusal import Refused
from scorepad.store.store import Store
from tests.cli.conftest import EXAMPLE, Said, Scorepad
from tests.cli.test_matches import entries, new

MATCHES = Path(__file__).parents[1] / "data" / "matches"


def text_of(pdf: Path) -> str:
    pages = pypdf.PdfReader(io.BytesIO(pdf.read_bytes())).pages
    return "\n".join(page.extract_text() for page in pages)


def test_a_sheet_of_a_file_and_of_a_kept_match(
    scorepad: Scorepad, tmp_path: Path, match_file: Path
) -> None:
    out = tmp_path / "sheet.pdf"
    said = scorepad("sheet", match_file, "-o", out)
    assert (said.status, said.out) == (0, f"{out}\n")
    assert "Aces" in text_of(out)
    match_id = scorepad("new", match_file).out.strip()
    kept = tmp_path / "kept.pdf"
    assert scorepad("sheet", match_id, "-o", kept, "--paper", "letter").status == 0
    assert "Kings" in text_of(kept)
    sizes = [pypdf.PdfReader(each).pages[0].mediabox.width for each in (out, kept)]
    assert [round(float(size)) for size in sizes] == [595, 612]


def test_a_blank_sheet_of_a_rule_set(scorepad: Scorepad, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('id = "house"\nname = "House of Cards"\nextends = "unc"\n')
    for rules, name in (("chicago", "Chicago"), (str(house), "House of Cards")):
        out = tmp_path / f"{name}.pdf"
        assert scorepad("sheet", "--blank", rules, "-o", out).status == 0
        assert name in text_of(out)


def test_a_sheet_for_the_pen_and_a_compact_one(
    scorepad: Scorepad, tmp_path: Path, match_file: Path
) -> None:
    pen, compact = tmp_path / "pen.pdf", tmp_path / "compact.pdf"
    assert scorepad("sheet", match_file, "--pen", "-o", pen).status == 0
    text = text_of(pen)
    assert "Aces" in text
    assert "Supervisor" in text
    assert "lead" not in text
    assert scorepad("sheet", match_file, "--compact", "-o", compact).status == 0
    assert "Aces lead" in text_of(compact)
    twice = tmp_path / "twice.pdf"
    said = scorepad("sheet", match_file, "--compact", "--twice", "-o", twice)
    assert said.status == 0
    (page,) = pypdf.PdfReader(io.BytesIO(twice.read_bytes())).pages
    assert page.extract_text().count("Aces lead") == 2
    both = scorepad("sheet", match_file, "--compact", "--pen", "-o", tmp_path / "x.pdf")
    assert both.sentence == "a blank sheet fills a whole page; leave out --compact"


def test_nothing_is_overwritten_unasked_and_nothing_half_written_stays(
    scorepad: Scorepad, tmp_path: Path, match_file: Path
) -> None:
    out = tmp_path / "out" / "sheet.pdf"
    assert "folder doesn't exist" in scorepad("sheet", match_file, "-o", out).sentence
    out.parent.mkdir()
    out.write_text("precious")
    assert "--overwrite" in scorepad("sheet", match_file, "-o", out).sentence
    assert out.read_text() == "precious"
    assert scorepad("sheet", match_file, "-o", out.parent).sentence.endswith("choose a file")
    assert list(out.parent.iterdir()) == [out]
    assert scorepad("sheet", match_file, "-o", out, "--overwrite").status == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert list(out.parent.iterdir()) == [out]
    assert out.stat().st_mode & 0o077 == match_file.stat().st_mode & 0o077


def test_the_papers_of_an_event_whose_name_is_typed_in_matches(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    file = MATCHES / "unc-forfeit.json"
    scorepad("import", file)
    event = json.loads(file.read_text("utf-8"))["event"]
    for kind, least in (("book", 2), ("posters", 1), ("round", 2)):
        out = tmp_path / f"{kind}.pdf"
        print_it = ("event", "print", kind, event)
        assert scorepad(*print_it, "-o", out).status == 0
        assert len(pypdf.PdfReader(io.BytesIO(out.read_bytes())).pages) >= least
        assert "--overwrite" in scorepad(*print_it, "-o", out).sentence
        of_round = scorepad(*print_it, "--round", "99", "-o", tmp_path / "x.pdf").sentence
        assert (
            "book can't be made for a single round" if kind == "book" else "have a round “99”"
        ) in of_round
    for kind in ("seats", "moves", "log"):
        said = scorepad("event", "print", kind, event, "-o", tmp_path / "x.pdf")
        assert said.sentence == (
            f"“{event}” was never set up as an event; its name appears only in "
            f"matches, so it has no rounds, teams or log"
        )
        said = scorepad("event", "print", kind, "Nothing", "-o", tmp_path / "x.pdf")
        assert said.sentence.startswith("Scorepad can't find the event “Nothing”")
    said = scorepad("event", "print", "posters", "Nothing", "-o", tmp_path / "x.pdf")
    assert said.sentence == "“Nothing” has no matches, so nothing was written"


def test_an_export_is_replaced_where_that_is_asked(scorepad: Scorepad, tmp_path: Path) -> None:
    scorepad("import", MATCHES / "chicago-tie.json")
    out = tmp_path / "pages"
    for form in ("html", "html"):
        assert scorepad("export", "--format", form, "-o", out, "--overwrite").status == 0
    assert "--overwrite" in scorepad("export", "--format", "html", "-o", out).sentence
    said = scorepad("export", "--format", "csv", "-o", out, "--overwrite")
    assert "also contains" in said.sentence
    assert (out / "index.html").exists()


@pytest.mark.parametrize("form", FORMATS)
def test_matches_are_exported(scorepad: Scorepad, tmp_path: Path, form: str) -> None:
    for name in ("unc-forfeit", "chicago-tie"):
        scorepad("import", MATCHES / f"{name}.json")
    out = tmp_path / f"book.{form}"
    said = scorepad("export", "--format", form, "-o", out)
    assert said.status == 0
    written = [Path(line) for line in said.lines]
    assert written
    assert all(path.stat().st_size for path in written)
    again = scorepad("export", "--format", form, "-o", out)
    assert again.status == 2, "nothing is overwritten"
    assert len(again.err.splitlines()) == 1


def test_an_event_or_named_matches_are_exported(scorepad: Scorepad, tmp_path: Path) -> None:
    ids = []
    for event in ("Spring", "Autumn", "spring "):
        file = tmp_path / "m.json"
        file.write_text(json.dumps({**EXAMPLE, "event": event}), "utf-8")
        ids.append(scorepad("new", file).out.strip())

    def exported(*arguments: str) -> set[str]:
        out = tmp_path / "out"
        said = scorepad("export", "--format", "json", "-o", out, *arguments)
        assert said.status == 0, said.err
        found = {
            each for each in ids if any(each in p.read_text("utf-8") for p in written(said.lines))
        }
        for path in written(said.lines):
            path.unlink()
        if out.is_dir():
            out.rmdir()
        return found

    def written(lines: list[str]) -> list[Path]:
        return [Path(line) for line in lines]

    assert exported() == set(ids)
    assert exported("--event", "SPRING") == {ids[0], ids[2]}
    assert exported(ids[1]) == {ids[1]}
    said = scorepad("export", "--format", "json", "-o", tmp_path / "x", "--event", "Winter")
    assert said.sentence == "“Winter” has no matches, so nothing was written"


def test_the_matches_of_some_days_are_exported(scorepad: Scorepad, tmp_path: Path) -> None:
    for day in (14, 15, 16):
        file = tmp_path / "m.json"
        scheduled = f"2026-03-{day}T12:00:00Z"
        file.write_text(json.dumps({**EXAMPLE, "scheduled": scheduled, "table": str(day)}), "utf-8")
        assert scorepad("new", file).status == 0

    def exported(*arguments: str) -> list[str]:
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        said = scorepad("export", "--format", "csv", "-o", out, *arguments)
        assert said.status == 0, said.err
        text = (out / "matches.csv").read_text("utf-8-sig")
        return [row["table"] for row in csv.DictReader(io.StringIO(text))]

    assert exported() == ["14", "15", "16"]
    assert exported("--since", "2026-03-15") == ["15", "16"]
    assert exported("--until", "2026-03-15") == ["14", "15"]
    assert exported("--since", "2026-03-15", "--until", "2026-03-15") == ["15"]
    refused = scorepad("export", "--format", "csv", "-o", tmp_path / "x", "--since", "2027-01-01")
    assert "no matches found" in refused.sentence
    for day in ("15.3", "2026-02-30", "yesterday"):
        refused = scorepad("export", "--format", "csv", "-o", tmp_path / "x", "--since", day)
        assert refused.sentence == f"“{day}” isn't a date; write it as 2026-11-21"
    assert not (tmp_path / "x").exists()


def test_a_selection_that_makes_no_sense(
    scorepad: Scorepad, tmp_path: Path, match_file: Path
) -> None:
    match_id = scorepad("import", "--json", match_file).json[0]["id"]
    out = tmp_path / "out"
    days = ("--since", "2027-01-01", "--until", "2026-12-31")
    assert scorepad("export", "--format", "csv", "-o", out, *days).sentence == (
        "--since (2027-01-01) is after --until (2026-12-31)"
    )
    assert (
        "2028-02-29"
        not in scorepad(
            "export", "--since", "2028-02-29", "--until", "2028-02-29", "--format", "csv", "-o", out
        ).sentence
    )
    assert (
        "“2027-02-29” isn't a date" in scorepad("book", "--until", "2027-02-29", "-o", out).sentence
    )
    assert (
        "add -o and the file or folder" in scorepad("export", "--format", "csv", "-o", "-").sentence
    )
    assert not out.exists()
    twice = scorepad("export", match_id, match_id, match_id[:8], "--format", "JSON", "-o", out)
    (file,) = out.iterdir()
    assert twice.lines == [str(file)], "named three times, it is one match"
    assert json.loads(file.read_bytes())["id"] == match_id


def test_an_event_s_book(scorepad: Scorepad, tmp_path: Path) -> None:
    for event in ("Spring", "Autumn", "spring "):
        file = tmp_path / "m.json"
        file.write_text(json.dumps({**EXAMPLE, "event": event}), "utf-8")
        scorepad("new", file)
    out = tmp_path / "book.pdf"
    assert scorepad("book", "--event", "Spring", "-o", out).out == f"{out}\n"
    assert len(pypdf.PdfReader(out).pages) == 3 + 2
    assert "2 matches" in text_of(out)
    assert "--overwrite" in scorepad("book", "-o", out).sentence
    assert scorepad("book", "-o", out, "--overwrite", "--paper", "letter").status == 0
    assert len(pypdf.PdfReader(out).pages) == 3 + 3
    assert scorepad("verify", out).status == 0
    said = scorepad("book", "--event", "Winter", "-o", tmp_path / "x.pdf")
    assert "“Winter” has no matches" in said.sentence
    assert "-o/--output" in scorepad("book").sentence


def code_of(scorepad: Scorepad, match_id: str) -> str:
    return scorepad("show", match_id).lines[-1].rpartition(" ")[2]


def test_a_code_says_whether_the_sheet_still_holds(scorepad: Scorepad) -> None:
    match_id = new(scorepad)
    first = code_of(scorepad, match_id)
    assert scorepad("verify", first).out.startswith(
        "Unchanged: the match hasn't changed since this was printed; "
    )
    bids = {"kind": "bids", "bids": [4, 3, "nil", 5]}
    scorepad("record", match_id, stdin=entries(bids))
    grown = scorepad("verify", first.lower())
    assert grown.status == 1
    assert grown.lines[0].startswith("Changed since it was made: the match has changed since ")
    assert grown.lines[1].endswith("2 entries were added: clock start; bids in hand 1")
    second = code_of(scorepad, match_id)
    assert scorepad("verify", *second.split("-")).status == 0, "spaces are as good as hyphens"
    assert scorepad("verify", f"code: {second}").status == 0
    footer = f"{second} 2 entries · match {match_id} unofficial · page 1 of 1"
    assert scorepad("verify", footer).status == 0
    assert "mistyped" in scorepad("verify", second[:-1] + ("0" if second[-1] != "0" else "1")).err
    scorepad("new", "--rules", "unc")
    other = scorepad("new", "--rules", "unc").out.strip()
    foreign = code_of(scorepad, other)
    assert scorepad("verify", foreign).status == 0


def test_several_documents_are_asked_about_at_once(scorepad: Scorepad, tmp_path: Path) -> None:
    first, second = new(scorepad), new(scorepad)
    file = tmp_path / "first.pdf"
    assert scorepad("sheet", first, "-o", file).status == 0
    said = scorepad("verify", file, code_of(scorepad, second))
    assert said.status == 0
    assert said.lines[0].startswith("Unchanged: Match sheet, ")
    assert said.lines[1].startswith("Unchanged: the match hasn't changed since this was printed; ")
    assert said.lines[-1] == "2 documents · 2 are unchanged"
    assert f"match {second}" in said.lines[3]
    assert "the file doesn't exist" in scorepad("verify", file, tmp_path / "none.pdf").sentence
    assert "isn't a sheet code" in scorepad("verify", code_of(scorepad, first), "nonsense").sentence


def test_what_is_kept_is_told_with_its_score(scorepad: Scorepad) -> None:
    match_id = new(scorepad)
    bids = {"kind": "bids", "bids": [4, 3, 3, 2]}
    tricks = {"kind": "tricks", "tricks": [5, 3, 3, 2]}
    said = scorepad("record", match_id, stdin=entries(bids, tricks))
    assert said.status == 0, said.err
    (shown,) = scorepad("show", match_id, "--json").json
    one, other = (team["name"] for team in shown["teams"])
    same = scorepad("verify", code_of(scorepad, match_id)).lines[2]
    assert f"{one} " in same
    assert f" {other}," in same
    points = scorepad("matches", "--json").json[0]["score"]
    assert f" {points[0]} – {points[1]} " in same


def test_a_code_of_another_store_is_unknown(scorepad: Scorepad, tmp_path: Path) -> None:
    code = code_of(scorepad, new(scorepad))
    said = scorepad("verify", code, folder=tmp_path / "other")
    assert said.status == 1
    assert said.lines == [f"Not recognized: no match or event on this computer has the code {code}"]


def test_a_log_that_was_joined_below_the_print_is_told(scorepad: Scorepad, tmp_path: Path) -> None:
    match_id = new(scorepad, "washburn")
    scorepad("record", match_id, stdin=entries({"kind": "note", "text": "here"}))
    code = code_of(scorepad, match_id)
    (shown,) = scorepad("show", match_id, "--json").json
    shown["log"] = [{"kind": "note", "text": "there", "id": "x", "at": "2020-01-01T00:00:00Z"}]
    file = tmp_path / "there.json"
    file.write_text(json.dumps(shown), "utf-8")
    assert scorepad("import", file).status == 0
    said = scorepad("verify", code)
    assert said.status == 1
    assert "the document's names, rules, or entries differ from the ones saved here" in said.out


NOT_REMEMBERED = (
    "isn't a file that this computer recognizes: it may have been changed, saved by another "
    "program, made directly from a rule set or a match file, made while Scorepad couldn't save "
    "anything, or made on another computer"
)


def test_a_foreign_file_is_not_known(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(b"%PDF-1.4 a letter from home")
    said = scorepad("verify", file)
    answer = f"Not recognized: “{file}” {NOT_REMEMBERED}. The file has no readable Scorepad code"
    assert (said.status, said.lines) == (1, [answer])
    assert "the file doesn't exist" in scorepad("verify", tmp_path / "none.pdf").sentence


def test_a_printed_sheet_says_whether_it_still_holds(scorepad: Scorepad, tmp_path: Path) -> None:
    match_id = new(scorepad)
    file = tmp_path / "sheet.pdf"
    assert scorepad("sheet", match_id, "-o", file).status == 0
    assert scorepad("verify", file).out.startswith("Unchanged: Match sheet, ")
    saved = tmp_path / "saved again.pdf"
    saved.write_bytes(file.read_bytes() + b"\n")
    said = scorepad("verify", saved)
    assert said.status == 1
    assert said.lines[0].endswith(
        f"{NOT_REMEMBERED}. Compare these figures with the ones in the file:"
    )
    assert f", match {match_id}" in said.lines[1]
    bids = {"kind": "bids", "bids": [4, 3, "nil", 5]}
    scorepad("record", match_id, stdin=entries(bids))
    grown = scorepad("verify", file)
    assert grown.status == 1
    assert grown.lines[0].startswith("Changed since it was made: Match sheet, ")
    assert grown.lines[1].endswith("2 entries were added: clock start; bids in hand 1")
    elsewhere = scorepad("verify", file, folder=tmp_path / "other")
    assert (elsewhere.status, NOT_REMEMBERED in elsewhere.out) == (1, True)


@pytest.mark.parametrize("kind", [["--pen"], ["--compact"], ["--compact", "--twice"], []])
def test_a_sheet_of_a_file_is_not_remembered_and_needs_no_store(
    scorepad: Scorepad, data: Path, tmp_path: Path, kind: list[str]
) -> None:
    file, out = MATCHES / "unc-forfeit.json", tmp_path / "sheet.pdf"
    assert scorepad("sheet", file, *kind, "-o", out) == Said(0, f"{out}\n", "")
    assert not data.exists()
    assert scorepad("import", file).status == 0
    said = scorepad("verify", out)
    assert (said.status, NOT_REMEMBERED in said.out) == (1, True)
    # A pen sheet bears no code.
    assert ("Compare these figures" in said.out) == (kind != ["--pen"])


def test_a_document_that_cannot_be_remembered_is_made_and_said(
    scorepad: Scorepad, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, out = new(scorepad), tmp_path / "sheet.pdf"

    def full(*_: object) -> None:
        raise Refused("the disk is full")

    monkeypatch.setattr(Store, "remember_documents", full)
    because = "Couldn't save a record of this document, so Scorepad can't verify it later: "
    said = scorepad("sheet", match_id, "-o", out)
    assert said == Said(0, f"{out}\n", f"{because}the disk is full\n")
    assert scorepad("verify", out).status == 1
    table = tmp_path / "all.xlsx"
    said = scorepad("export", "--format", "xlsx", "-o", table)
    assert said == Said(0, f"{table}\n", f"{because}the disk is full\n")


def test_a_file_of_several_sheets_says_which_match_has_changed(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    _first, second = new(scorepad), new(scorepad)
    book = tmp_path / "all.pdf"
    assert scorepad("export", "--format", "pdf", "-o", book).status == 0
    assert scorepad("verify", book).out.startswith("Unchanged: PDF, 2 matches, ")
    scorepad("record", second, stdin=entries({"kind": "note", "text": "late"}))
    said = scorepad("verify", book)
    assert said.status == 1
    assert said.lines[0].startswith("Changed since it was made: ")
    (line,) = said.lines[1:]
    assert line.endswith("1 entry was added: note")
    assert scorepad("verify", book, folder=tmp_path / "other").status == 1


def test_every_page_of_a_published_folder_is_known(scorepad: Scorepad, tmp_path: Path) -> None:
    for _ in range(2):
        bids = {"kind": "bids", "bids": [4, 3, 3, 2]}
        tricks = {"kind": "tricks", "tricks": [5, 3, 3, 2]}
        scorepad("record", new(scorepad), stdin=entries(bids, tricks))
    site = tmp_path / "site"
    assert scorepad("export", "--format", "html", "-o", site).status == 0
    files = sorted(site.glob("*.html"))
    said = scorepad("verify", *files)
    assert said.lines[-1] == f"{len(files)} documents · {len(files)} are unchanged"
    assert len(files) == 1 + 2 + 2, "the index, two matches and two teams"


def test_everything_is_backed_up_checked_and_restored(
    scorepad: Scorepad, tmp_path: Path, match_file: Path
) -> None:
    match_id = scorepad("new", match_file).out.strip()
    assert scorepad("check").out == "No damage was found.\n"
    backup, elsewhere = tmp_path / "backup.zip", tmp_path / "elsewhere"
    assert scorepad("backup", backup).status == 0
    assert "exists" in scorepad("backup", backup).sentence
    assert "/nowhere" in scorepad("backup", "/nowhere/x.zip").sentence
    said = scorepad("restore", backup, folder=elsewhere)
    assert said == Said(0, f"Imported everything in {backup}; nothing was removed.\n", "")
    assert scorepad("show", match_id, folder=elsewhere) == scorepad("show", match_id)
    scorepad("record", match_id, stdin=entries({"kind": "note", "text": "after the backup"}))
    later = new(scorepad)
    said = scorepad("restore", backup)
    assert said == Said(0, f"Everything in {backup} was already here.\n", "")
    assert len(scorepad("show", match_id, "--json").json[0]["log"]) == 3, "nothing goes"
    assert scorepad("show", later).status == 0
    junk = tmp_path / "junk.db"
    junk.write_bytes(b"no database" * 100)
    assert str(junk) in scorepad("restore", junk).sentence
    assert len(scorepad("matches").lines) == 2


def test_compact_sheets_of_several_matches_share_pages(
    scorepad: Scorepad, tmp_path: Path, match_file: Path
) -> None:
    kept = scorepad("new", match_file).out.strip()
    out = tmp_path / "half.pdf"
    whole = sorted(MATCHES.glob("*target.json"))[:2]
    said = scorepad("sheet", kept, *whole, kept, "--compact", "-o", out)
    assert said.status == 0
    reader = pypdf.PdfReader(io.BytesIO(out.read_bytes()))
    assert len(reader.outline) == 3, "one that is named twice is one"
    assert "Aces lead" in reader.pages[0].extract_text()
    assert len(reader.pages) < 3
    for wrong, why in (
        (("--pen",), "add --compact"),
        ((), "for whole pages, use scorepad export"),
    ):
        said = scorepad("sheet", kept, whole[0], *wrong, "-o", tmp_path / "x.pdf")
        assert said.status == 2
        assert why in said.err
    said = scorepad("sheet", kept, "--twice", "-o", tmp_path / "x.pdf")
    assert said.status == 2
    assert "--twice needs --compact" in said.err


def test_settings_that_cannot_be_read_are_said_where_something_is_recorded(
    data: Path, scorepad: Scorepad
) -> None:
    """Nothing more goes to the folder that they name."""
    match_id = new(scorepad)
    (data / "settings.json").write_text('{"share_folder": "/media/st')
    note = entries({"kind": "note", "text": "late"})
    said = scorepad("record", match_id, stdin=note)
    assert said.status == 0
    assert "settings file was damaged" in said.err


def test_a_restored_backup_brings_no_folder_of_another_computer(
    data: Path, tmp_path: Path, scorepad: Scorepad
) -> None:
    new(scorepad)
    settings = {"by": "Pat", "share_folder": str(tmp_path / "stick")}
    (data / "settings.json").write_text(json.dumps(settings))
    backup, elsewhere = tmp_path / "copy.zip", tmp_path / "elsewhere"
    assert scorepad("backup", backup).status == 0
    assert scorepad("restore", backup, folder=elsewhere).status == 0
    assert json.loads((elsewhere / "settings.json").read_text()) == {"by": "Pat"}


def test_an_emptied_folder_names_its_backups(tmp_path: Path, scorepad: Scorepad) -> None:
    backups = tmp_path / "empty" / "backups"
    backups.mkdir(parents=True)
    (backups / "scorepad-000001-2026-03-07.zip").write_bytes(b"")
    said = scorepad("matches", folder=backups.parent)
    assert f"there are backups in {backups}" in said.err


def test_a_folder_is_no_document_to_verify(data: Path, scorepad: Scorepad) -> None:
    new(scorepad)
    assert scorepad("verify", data).sentence == f"{data}: it's a folder; choose a file"


def test_an_empty_name_is_no_document(scorepad: Scorepad) -> None:
    assert scorepad("verify", "").sentence.startswith("“” isn't a sheet code")


def test_csv_has_the_separator_of_the_region_or_the_one_that_is_named(
    scorepad: Scorepad, data: Path, tmp_path: Path
) -> None:
    new(scorepad)

    def head(name: str, *more: str) -> str:
        command = ("export", "--format", "csv", *more, "-o", tmp_path / name)
        assert scorepad(*command).status == 0
        return (tmp_path / name / "results.csv").read_text("utf-8-sig").splitlines()[0]

    assert head("usual").startswith("event,round,")
    assert head("tab", "--separator", "tab").startswith("event\tround\t")
    (data / "settings.json").write_text('{"region": "DE"}')
    assert head("german").startswith("event;round;")
    assert head("comma", "--separator", "comma").startswith("event,round,")
    export = ("export", "--format", "xlsx", "--separator", "comma", "-o", tmp_path / "book.xlsx")
    assert "--separator works only with --format csv" in scorepad(*export).sentence
