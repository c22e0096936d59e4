"""`scorepad share` says in one sentence what is the matter (LAPTOPS.md 7, 11, 12)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.__main__ import main
from scorepad.share.postgres.schema import schema_sql
from tests.conftest import ROOT


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    data.mkdir()
    return data


def share(data: Path, folder: Path | str) -> None:
    (data / "settings.json").write_text(json.dumps({"share_folder": str(folder)}))


def run(
    capsys: pytest.CaptureFixture[str], data: Path, *command: str
) -> tuple[int, str, list[str]]:
    """The status, what is printed, and the sentences on standard error."""
    status = main(["--data", str(data), "share", *command])
    said = capsys.readouterr()
    return status, said.out, said.err.splitlines()


def test_following_ends_where_its_input_is_closed_from_the_beginning(
    data: Path, tmp_path: Path
) -> None:
    share(data, tmp_path)
    follow = [sys.executable, "-m", "scorepad", "--data", str(data), "share", "follow"]
    closed = ["sh", "-c", '"$@" <&-', "sh", *follow, "--until-closed"]
    done = subprocess.run(closed, cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_is_set_up(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    status, out, errors = run(capsys, data)
    assert (status, errors) == (0, []), "it is a question"
    assert out.startswith("Nothing is shared yet")
    for command in (("once",), ("--json",)):
        status, out, errors = run(capsys, data, *command)
        assert (status, out, len(errors)) == (2, "", 1)
        assert "Nothing is shared yet" in errors[0]


def test_the_schema_is_printed_as_a_server_reads_it(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    assert run(capsys, data, "schema") == (0, schema_sql(), [])


def test_a_data_folder_is_refused_with_its_reason(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "scorepad.db").write_bytes(b"")
    for folder, why in (
        (data, "Scorepad saves your matches in"),
        (other, "is a Scorepad data folder"),
    ):
        share(data, folder)
        for command in ((), ("once",)):
            status, out, errors = run(capsys, data, *command)
            assert (status, out, len(errors)) == (2, "", 1)
            assert why in errors[0]


def test_a_folder_that_is_gone_is_named(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    assert main(["--data", str(data), "new", "--rules", "unc"]) == 0
    capsys.readouterr()
    share(data, tmp_path / "gone")
    status, out, errors = run(capsys, data, "once")
    assert (status, errors) == (1, [])
    assert f"Can't use the folder {tmp_path / 'gone'}: it doesn't exist. Your entries stay" in out


def test_a_program_reads_why_nothing_is_shared_in_english(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "drive"
    settings = {"language": "es", "share_folder": str(folder)}
    folder.mkdir()
    (data / "settings.json").write_text(json.dumps(settings))
    folder.rmdir()
    run(capsys, data, "once")
    status, out, _ = run(capsys, data, "--json")
    assert status == 0
    assert f"Can't use the folder {folder}" in json.loads(out)["why"]


def test_the_status_of_sharing_is_shown_in_the_readers_language(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    """Also a text that only another version has, in English."""
    share(data, tmp_path / "gone")
    assert main(["--data", str(data), "new", "--rules", "unc"]) == 0
    run(capsys, data, "once")
    kept = json.loads((data / "sharing.json").read_text())
    fields = dict(kept["why"]["fields"])
    assert fields["folder"] == str(tmp_path / "gone")
    assert fields["why"]["one"] == "it doesn't exist"
    texts = [
        {"one": "The moon is full."},
        {"one": "{file} can't be read and was left out.", "fields": [["file", "x"], ["n", 3]]},
        {"one": "{n} moon", "many": "{n} moons", "n": 2, "fields": [["n", 2]]},
    ]
    (data / "sharing.json").write_text(json.dumps(kept | {"why": None, "notices": texts}))
    status, _out, errors = run(capsys, data)
    assert status == 0
    shown = ["The moon is full", "x can't be read and was left out", "2 moons"]
    assert errors[:3] == shown
    share(data, tmp_path)
    settings = json.loads((data / "settings.json").read_text()) | {"language": "es"}
    (data / "settings.json").write_text(json.dumps(settings))
    assert run(capsys, data)[2][:3] == [shown[0], "x no se puede leer y se dejó fuera", shown[2]]


def worded(text: object, fields: object) -> str:
    return json.dumps({"at": AT, "why": {"one": text, "fields": fields}})


AT = "2026-11-28T12:00:00Z"
HEARD = '{"at": %s, "laptops": [{"laptop": "x", "heard": %s}]}'


@pytest.mark.parametrize(
    "content",
    [
        worded(3, {}),
        worded("{x}", ["x"]),
        worded("{x}", [["x", None]]),
        worded("{x}", [["x", 1e300]]),
        worded("{x.y}", [["x", "y"]]),
        worded("{x", [["x", "y"]]),
        json.dumps({"at": AT, "why": "{a.b}"}),
        HEARD % (json.dumps(AT), '"2026-11-28T12:00:00"'),
        HEARD % ('"2026-11-28T12:00:00"', json.dumps(AT)),
    ],
)
def test_nonsense_in_the_file_about_sharing_is_none_of_it(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path, content: str
) -> None:
    folder = tmp_path / "drive"
    folder.mkdir()
    share(data, folder)
    (data / "sharing.json").write_text(content)
    status, out, errors = run(capsys, data)
    assert (status, out) == (2, "")
    assert "nothing has been exchanged yet" in errors[0]


def test_of_many_files_that_are_junk_a_few_are_named(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    share(data, folder)
    assert main(["--data", str(data), "new", "--rules", "unc"]) == 0
    capsys.readouterr()
    for n in range(40):
        (folder / f"scorepad-{n:02}.jsonl").write_bytes(b'{"laptop":"\n')
    for command, expected in (("once", 1), ("", 0)):
        status, _out, errors = run(capsys, data, *command.split())
        assert status == expected
        assert errors[0].startswith("scorepad-00.jsonl is damaged")
        assert errors[5:] == ["Scorepad can't read all the data from 35 more laptops or files"]
