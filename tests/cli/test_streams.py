"""Answers that cannot be written: one sentence or an exit status, and nothing is misreported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.cli.streams import READER_GONE, handle_encode_error
from tests.cli.conftest import Scorepad

if os.name == "nt":
    pytest.skip("shells, limits and pipes of POSIX", allow_module_level=True)

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "resources" / "sample" / "match.json"
FULL = """
import resource, signal, sys
from scorepad.__main__ import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
sys.exit(main(sys.argv[1:]))
"""


def shell(
    line: str, *arguments: str | Path, stdin: bytes = b"", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """`line` in a shell in which `scorepad` starts the program and `$1` is the first argument."""
    return subprocess.run(
        ["sh", "-c", f'scorepad() {{ "{sys.executable}" -m scorepad "$@"; }}\n{line}', "sh"]
        + [str(each) for each in arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        env={**os.environ, **variables},
        timeout=60,
        check=False,
    )


def sentence(done: subprocess.CompletedProcess[bytes]) -> str:
    assert done.returncode == 2, done
    (line,) = done.stderr.decode().splitlines()
    return line


@pytest.mark.parametrize("arguments", [["--help"], ["score", str(SAMPLE)]])
def test_a_full_disk(tmp_path: Path, own_folder: Path, arguments: list[str]) -> None:
    with (tmp_path / "answer.txt").open("wb") as file:
        done = subprocess.run(
            [sys.executable, "-c", FULL, *arguments],
            cwd=ROOT,
            stdout=file,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert sentence(done) == "the output couldn't be written: the disk is full"
    assert not (own_folder / "logs").exists()


@pytest.mark.parametrize("command", ["rules list", "--help"])
def test_a_closed_output(command: str) -> None:
    done = shell(f"scorepad {command} >&-")
    assert sentence(done) == "the output couldn't be written: it's closed"


def test_a_closed_input() -> None:
    assert sentence(shell("scorepad score - <&-")) == "-: it's closed"


def test_a_closed_input_of_record(scorepad: Scorepad, own_folder: Path) -> None:
    """As where cron or nohup starts it."""
    match = scorepad("new", "--rules", "unc", folder=own_folder).out.strip()
    event = scorepad("event", "new", "--name", "Open", folder=own_folder).out.strip()
    assert sentence(shell('scorepad record "$1" <&-', match)) == "standard input: it's closed"
    assert sentence(shell('scorepad event record "$1" <&-', event)) == "standard input: it's closed"
    assert not (own_folder / "logs").exists()


def test_closed_errors_keep_the_exit_status(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{", "utf-8")
    for line in ('scorepad score "$1" 2>&-', "scorepad scorre 2>&-", "scorepad show none 2>&-"):
        done = shell(line, bad)
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")
    done = shell('scorepad score --json "$1" 2>&-', bad)
    assert (done.returncode, "error" in json.loads(done.stdout)) == (2, True)


def test_a_reader_that_has_seen_enough() -> None:
    for command in ("rules show unc", "--help"):
        process = subprocess.Popen(
            [sys.executable, "-m", "scorepad", *command.split()],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        with process.stderr:
            assert process.stderr.read() == b""
        assert process.wait(60) == READER_GONE


def test_what_was_recorded_is_said_where_its_answer_is_lost(
    scorepad: Scorepad, own_folder: Path
) -> None:
    match = scorepad("new", "--rules", "unc", folder=own_folder).out.strip()
    note = json.dumps({"kind": "note", "text": "rain"}).encode() + b"\n"
    done = shell('scorepad record "$1" >&-', match, stdin=note * 2)
    assert sentence(done) == (
        "line 1: the entry was recorded, but the output couldn't be written: it's closed"
    )
    log = scorepad("show", match, "--json", folder=own_folder).json[0]["log"]
    assert [entry["text"] for entry in log] == ["rain"]
    done = shell('scorepad record "$1" >&-', match, stdin=b"{}\n")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == (
        "line 1: nothing was recorded, but the output couldn't be written: it's closed"
    )
    assert not (own_folder / "logs").exists()


def test_a_match_that_was_opened_is_named_though_its_id_is_lost(
    scorepad: Scorepad, own_folder: Path
) -> None:
    said = sentence(shell("scorepad new --rules unc >&-"))
    opened = scorepad("matches", "--json", folder=own_folder).json[0]["id"]
    assert said == f"match {opened} was started, but the output couldn't be written: it's closed"


def test_a_name_that_the_locale_cannot_read(tmp_path: Path) -> None:
    done = shell(
        'scorepad score "$1/nö.json"', tmp_path, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
    )
    assert sentence(done) == f"{tmp_path}/nö.json: the file doesn't exist"


def test_signs_that_a_terminal_lacks() -> None:
    def said(text: str, encoding: str) -> str:
        with pytest.raises(UnicodeEncodeError) as caught:
            text.encode(encoding)
        found, end = handle_encode_error(caught.value)
        assert isinstance(found, bytes)
        return text[: caught.value.start] + found.decode(encoding) + text[end:]

    assert said("Aces \u221260", "ascii") == "Aces -60"
    assert said("n\udcc3\udcb6.json", "utf-8") == "nö.json"
    assert said("n\udcf6.json", "utf-8") == "n\ufffd.json"
    assert said("Łódź", "latin-1").startswith("?")
