"""What is handed out: the parts of the packages name the same things, and what cannot work says so
in one sentence.  `make dist` builds the packages themselves, and tries them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from PySide6 import QtCore

from installer.parts import LIBRARIES, list_parts
from scorepad.spades.matchfile import MATCH_FILE_ENDINGS

INSTALLER = Path(__file__).parents[1] / "installer"
MIME_TYPE = "application/x-scorepad"
ON_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="is for Linux")


def test_a_match_file_has_one_type_everywhere() -> None:
    linux = INSTALLER / "linux"
    for file, text in (
        (linux / "scorepad.desktop", f"MimeType={MIME_TYPE};"),
        (linux / "org.scorepad.Scorepad.metainfo.xml", f"<mediatype>{MIME_TYPE}</mediatype>"),
        (linux / "org.scorepad.Scorepad.xml", f'<mime-type type="{MIME_TYPE}">'),
        (linux / "org.scorepad.Scorepad.xml", f'<glob pattern="*{MATCH_FILE_ENDINGS[0]}"/>'),
        (INSTALLER / "scorepad.spec", f'"public.mime-type": ["{MIME_TYPE}"]'),
        (INSTALLER / "windows" / "scorepad.nsi", f'"Content Type" "{MIME_TYPE}"'),
    ):
        assert text in file.read_text("utf-8"), file.name


def test_each_library_inside_a_package_is_listed_with_its_license(tmp_path: Path) -> None:
    packages = [metadata.distribution(each) for each in ("psycopg-binary", "pillow", "uharfbuzz")]
    files = [Path(str(each.locate_file(file))) for each in packages for file in each.files or ()]
    files += Path(QtCore.__file__).parent.rglob("*Qt6[CP][od][rf]*")
    collected = [("", str(each), "BINARY") for each in files]
    list_parts("1.0", collected, [], tmp_path / "parts")
    parts = json.loads((tmp_path / "parts" / "sbom.cdx.json").read_text("utf-8"))["components"]
    versions = {each["name"]: each["version"] for each in parts}
    assert versions["Qt"] == QtCore.qVersion()
    for name in ("libpq", "OpenSSL", "PDFium"):
        assert name in versions, name
    for library in LIBRARIES:
        if library.part in versions:
            assert list((tmp_path / "parts" / library.part).iterdir()), library.part


def refusal(*command: str, **variables: str) -> str:
    """What a script says on standard error, where it does not go on."""
    environment = {**os.environ, **variables}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    return sentence


@ON_LINUX
def test_who_is_not_root_is_told_how_to_build(tmp_path: Path) -> None:
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    assert "sudo make dist" in refusal(str(INSTALLER / "dist.sh"), PATH=path)


@ON_LINUX
@pytest.mark.parametrize(
    ("glibc", "said"),
    [("2.31", "this system has 2.31"), ("2.36", "not whole"), ("2.100", "not whole")],
)
def test_an_older_system_is_told_before_the_program_starts(
    tmp_path: Path, glibc: str, said: str
) -> None:
    start = tmp_path / "scorepad"
    text = (INSTALLER / "linux" / "start.sh").read_text("utf-8").replace("@GLIBC@", "2.36")
    getconf = tmp_path / "getconf"
    getconf.write_text(f"#!/bin/sh\necho glibc {glibc}\n")
    start.write_text(text)
    for each in (start, getconf):
        each.chmod(0o755)
    assert said in refusal(str(start), PATH=f"{tmp_path}:{os.environ['PATH']}")
