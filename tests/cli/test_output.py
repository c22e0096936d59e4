"""Where a sheet goes: whole or not at all, through links, and over nothing but ordinary files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from scorepad.cleaning import tidy_name
from scorepad.cli.output import refuse_unwritable, write_and_list_files
from scorepad.spades.refusal import Refused
from tests.cli.conftest import EXAMPLE, Scorepad

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(os.name == "nt", reason="links and fifos are POSIX")


@POSIX
def test_a_link_is_written_through(scorepad: Scorepad, tmp_path: Path, match_file: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target = folder / "real.pdf"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link = tmp_path / "link.pdf"
    link.symlink_to(Path("elsewhere") / "real.pdf")
    assert "--overwrite" in scorepad("sheet", match_file, "-o", link).sentence
    assert target.read_bytes() == b"old"
    assert scorepad("sheet", match_file, "-o", link, "--overwrite").status == 0
    assert link.is_symlink()
    assert target.read_bytes().startswith(b"%PDF")
    assert target.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in folder.iterdir()] == ["real.pdf"]


@POSIX
def test_a_link_that_leads_nowhere_yet(
    scorepad: Scorepad, tmp_path: Path, match_file: Path
) -> None:
    link = tmp_path / "link.pdf"
    link.symlink_to("later.pdf")
    assert "already exists" in scorepad("sheet", match_file, "-o", link).sentence
    assert scorepad("sheet", match_file, "-o", link, "--overwrite").status == 0
    assert link.is_symlink()
    assert (tmp_path / "later.pdf").read_bytes().startswith(b"%PDF")
    link.unlink()
    link.symlink_to("link.pdf")
    said = scorepad("sheet", match_file, "-o", link, "--overwrite").sentence
    assert said == f"{link}: it's a link that points back to itself"


@POSIX
@pytest.mark.parametrize("overwrite", [[], ["--overwrite"]])
def test_what_is_no_file_stays(
    scorepad: Scorepad, tmp_path: Path, match_file: Path, overwrite: list[str]
) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    link = tmp_path / "link"
    link.symlink_to(fifo)
    for each in (fifo, link):
        said = scorepad("sheet", match_file, "-o", each, *overwrite).sentence
        assert said == f"{each}: it isn't a regular file; choose another one"
    assert fifo.is_fifo()
    said = scorepad("sheet", match_file, "-o", tmp_path, *overwrite).sentence
    assert said == f"{tmp_path}: it's a folder; choose a file"


def test_a_folder_that_is_not_there(scorepad: Scorepad, tmp_path: Path, match_file: Path) -> None:
    out = tmp_path / "none" / "sheet.pdf"
    said = scorepad("sheet", match_file, "-o", out).sentence
    assert said == f"{out}: its folder doesn't exist"
    out = match_file / "sheet.pdf"
    said = scorepad("sheet", match_file, "-o", out).sentence
    assert said == f"{out}: a part of its path is a file, not a folder"


@pytest.mark.parametrize(
    ("arguments", "ending", "right"),
    [
        (("export", "--format", "xlsx"), ".csv", ".xlsx"),
        (("export", "--format", "csv"), ".XLSX", ".csv"),
        (("export", "--format", "json"), ".pdf", ".scorepad"),
        (("export", "--format", "pdf"), ".txt", ".pdf"),
        (("book",), ".xlsx", ".pdf"),
        (("sheet", "--blank", "unc"), ".xlsx", ".pdf"),
    ],
)
def test_a_name_that_says_another_format(
    scorepad: Scorepad, tmp_path: Path, arguments: tuple[str, ...], ending: str, right: str
) -> None:
    assert scorepad("new", "--rules", "unc").status == 0
    out = tmp_path / f"evening{ending}"
    assert scorepad(*arguments, "-o", out).sentence == (
        f"{out}: the name of a file in this format can't end in {ending.lower()}; use {right}"
    )
    assert not out.exists()
    for name in ("evening", "Table No. 7", f"evening{right.upper()}"):
        assert scorepad(*arguments, "-o", tmp_path / name).status == 0, name
        assert (tmp_path / name).exists()


def test_standard_output(match_file: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scorepad", "sheet", str(match_file), "-o", "-"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert done.stdout.startswith(b"%PDF")
    assert done.stdout.rstrip().endswith(b"%%EOF")
    assert done.stderr == b""
    assert not (ROOT / "-").exists()


def test_no_pdf_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with pytest.raises(Refused, match="shown in a terminal"):
        write_and_list_files("-", b"%PDF", overwrite=False)
    with pytest.raises(Refused, match="shown in a terminal"):
        refuse_unwritable("-", overwrite=False)


EVIL = "\x1b]0;pwn\x07A\r\nB\t\u202eevil\u2066\x9b31m\u2028"


def test_a_name_gives_a_terminal_no_orders(scorepad: Scorepad, tmp_path: Path) -> None:
    """Match files come from elsewhere; what is in them is shown and never obeyed."""
    match = {**EXAMPLE, "event": EVIL, "teams": [{"name": EVIL, "players": [EVIL, "x"]}] * 2}
    file = tmp_path / "evil.json"
    file.write_text(json.dumps(match), "utf-8")
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"rules": "unc", "log": [{"kind": EVIL}]}), "utf-8")
    strange = tmp_path / "strange.json"
    strange.write_text(json.dumps({"rules": EVIL}), "utf-8")
    taken = scorepad("import", "--json", file).json[0]["id"]
    for arguments in (
        ("score", file),
        ("score", bad),
        ("import", strange),
        ("matches",),
        ("show", taken),
        ("rules", "show", EVIL),
        ("matches", "--json"),
        ("show", taken, "--json"),
        ("score", "--json", file),
        ("verify", EVIL),
    ):
        said = scorepad(*arguments)
        for letter in said.out + said.err:
            assert letter == "\n" or unicodedata.category(letter) not in ("Cc", "Zl", "Zp"), said
            assert letter not in "\u202e\u2066", said
        assert "Traceback" not in said.err
    assert len(scorepad("matches").lines) == 1
    shown = json.loads(scorepad("show", taken, "--json").out)
    assert shown["event"] == tidy_name(EVIL)
