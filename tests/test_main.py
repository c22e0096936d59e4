"""The program as it is started: what it imports, what it says when it cannot go on."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad import __main__ as program
from scorepad import cli, paths
from scorepad.settings import SETTINGS_FILE
from scorepad.spades.words import T
from scorepad.store.file_locks import hold_window_lock

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "resources" / "sample" / "match.json"
Said = subprocess.CompletedProcess[str]


def started(*arguments: str, without: tuple[str, ...] = (), **variables: str) -> Said:
    """Scorepad as a process of its own."""
    return run_python("-m", "scorepad", *arguments, without=without, **variables)


def run_python(*arguments: str, without: tuple[str, ...] = (), **variables: str) -> Said:
    """Python as a process of its own, with these variables of the environment, `without` those."""
    environment = {key: value for key, value in os.environ.items() if key not in without}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**environment, **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def run_here(capsys: pytest.CaptureFixture[str], *arguments: str) -> Said:
    """The same command in this process."""
    status = program.main(arguments)
    said = capsys.readouterr()
    return subprocess.CompletedProcess(arguments, status, said.out, said.err)


def one_sentence(done: Said) -> str:
    """What was said on standard error, which is one line and no traceback."""
    assert done.returncode == program.REFUSED, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    (sentence,) = done.stderr.splitlines()
    return sentence


DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays have names on Linux")
class TestWithoutADisplay:
    def test_says_so_and_names_the_demo(self) -> None:
        sentence = one_sentence(started(without=DISPLAYS))
        assert "no display" in sentence
        assert "make demo" in sentence

    def test_a_display_that_is_not_there_is_told_too(self, own_folder: Path) -> None:
        sentence = one_sentence(started(without=DISPLAYS, DISPLAY=":9876"))
        assert "make demo" in sentence
        assert "display" in (own_folder / "logs" / program.LOG).read_text("utf-8")

    @pytest.mark.parametrize(
        ("before", "variables", "frozen"),
        [
            ("", {}, True),
            ("", {"DISPLAY": ":9876"}, True),
            ("sys.modules['PySide6'] = None", {"DISPLAY": ":9876"}, True),
            ("sys.modules['PySide6'] = None", {"DISPLAY": ":9876"}, False),
        ],
    )
    def test_only_a_source_tree_names_make(
        self, before: str, variables: dict[str, str], frozen: bool
    ) -> None:
        """The program that needs no Python comes without a Makefile."""
        freeze = "sys.frozen = True" if frozen else ""
        lines = ("import sys", freeze, before, "from scorepad.__main__ import main", "main([])")
        done = run_python("-c", "\n".join(lines), without=DISPLAYS, **variables)
        assert "an't be opened" in done.stderr or "no display" in done.stderr
        assert "Traceback" not in done.stderr
        assert ("make" in done.stderr) == (not frozen)

    def test_commands_work(self) -> None:
        done = started("score", "--json", str(SAMPLE), without=DISPLAYS)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["status"] == "over"


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["score", str(SAMPLE)], ["PySide6", "sqlmodel", "sqlalchemy", "reportlab", "alembic"]),
        (["rules", "list"], ["PySide6", "sqlmodel", "sqlalchemy", "reportlab", "alembic"]),
        (["--help"], ["PySide6", "sqlmodel", "sqlalchemy", "reportlab", "alembic"]),
        (["matches"], ["PySide6", "reportlab"]),
    ],
    ids=["score", "rules", "help", "matches"],
)
def test_a_command_imports_what_it_needs(arguments: list[str], unwanted: list[str]) -> None:
    code = (
        "import sys\n"
        "from scorepad.__main__ import main\n"
        f"status = main({arguments!r})\n"
        f"there = [name for name in {unwanted!r} if name in sys.modules]\n"
        "print(there, file=sys.stderr)\n"
        "sys.exit(status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr.splitlines()[-1:]) == (0, ["[]"]), done.stderr


def test_a_data_folder_that_is_a_file_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.txt"
    file.write_text("eggs", "utf-8")
    assert str(file) in one_sentence(started("--data", str(file)))
    for arguments in (("matches",), ("new", "--rules", "unc")):
        assert str(file) in one_sentence(run_here(capsys, "--data", str(file), *arguments))
    assert file.read_text("utf-8") == "eggs"


def test_the_option_may_be_written_with_an_equals_sign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run_here(capsys, f"--data={tmp_path / 'here'}", "new", "--rules", "unc")
    assert done.returncode == 0, done.stderr
    assert any((tmp_path / "here").iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--data", ""),
        ("--data", "", "matches"),
        ("--data=", "matches"),
        ("--data", " ", "matches"),
        ("--version", "--data", ""),
        ("--data", "", "--version"),
        ("--data", "here", "--data", "", "matches"),
        ("--data", "--version"),
        ("--data", "-x", "matches"),
        ("--data=--", "--help"),
    ],
    ids=" ".join,
)
def test_a_name_that_is_no_folders_is_one_sentence(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.main(arguments) == program.REFUSED
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "--data needs a folder; leave out --data to use the default folder "
        "(write ./-x for a name that begins with a dash)\n"
    )


def test_the_last_of_two_folders_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    assert program.main(["--data", first, f"--data={second}", "new", "--rules", "unc"]) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["second"]
    assert program.main(["--data"]) == program.REFUSED
    assert "argument --data: expected one argument" in capsys.readouterr().err


@pytest.mark.parametrize("damaged", ["{", '{"theme": 3}'])
def test_damaged_settings_keep_nobody_from_a_command(damaged: str, own_folder: Path) -> None:
    (own_folder / SETTINGS_FILE).write_text(damaged, "utf-8")
    assert program.main(["matches"]) == 0


def test_names_print_where_the_terminal_is_plain(tmp_path: Path) -> None:
    match = json.loads(SAMPLE.read_text("utf-8"))
    match["teams"][0]["name"] = "Ελλάδα"
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match), "utf-8")
    done = started("score", str(file), LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert "Ελλάδα" in done.stdout


class TestTheUnexpected:
    @pytest.fixture(autouse=True)
    def planted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object) -> int:
            raise ZeroDivisionError("a fault\nof ours")

        monkeypatch.setattr(cli, "main", broken)

    def test_is_logged_and_told_in_one_sentence(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert program.main(["--data", str(tmp_path), "matches"]) == program.REFUSED
        log = tmp_path / "logs" / program.LOG
        (sentence,) = capsys.readouterr().err.splitlines()
        assert str(log) in sentence
        assert "ZeroDivisionError: a fault" in log.read_text("utf-8")
        assert "Traceback" in log.read_text("utf-8")

    def test_is_told_where_no_log_can_be_written(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "file"
        file.touch()
        assert program.main(["--data", str(file), "matches"]) == program.REFUSED
        (sentence,) = capsys.readouterr().err.splitlines()
        assert "ZeroDivisionError" in sentence


def test_a_broken_installation_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "scorepad" / "paths.py"))
    assert program.main(["rules", "list"]) == program.REFUSED
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "Install Scorepad again" in sentence


def test_ctrl_c_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupted)
    assert program.main(["record", "x"]) == program.INTERRUPTED


def test_the_sample_match_is_played_to_an_end(capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(run_here(capsys, "score", "--json", str(SAMPLE)).stdout)
    assert (result["status"], result["reason"]) == ("over", "target")
    assert len(result["hands"]) >= 8
    lines = {line["what"] for hand in result["hands"] for side in hand["lines"] for line in side}
    assert {"contract", "set", "overtricks", "nil", "blind-nil", "bag-penalty"} <= lines
    assert result["warnings"] == []


def test_the_unexpected_sentence_is_a_text() -> None:
    text = program._log_unexpected(ValueError("x"), Path("/proc/none"))
    assert isinstance(text, type(T("")))
    assert "{" not in str(text)


def test_a_sheet_tells_what_it_was_made_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = run_here(capsys, "new", str(SAMPLE)).stdout.strip()
    sheet = tmp_path / "sheet.pdf"
    assert run_here(capsys, "sheet", match, "-o", str(sheet)).returncode == 0
    assert run_here(capsys, "verify", str(sheet)).returncode == 0
    note = json.dumps({"kind": "note", "text": "printed"})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(note.encode())))
    assert run_here(capsys, "record", match).returncode == 0
    changed = run_here(capsys, "verify", str(sheet))
    assert (changed.returncode, "1 entry was added" in changed.stdout) == (1, True)


# One window.


def test_a_second_start_asks_for_the_first_window_and_ends(own_folder: Path) -> None:
    code = (
        "import sys\n"
        "from scorepad.__main__ import main\n"
        "status = main([])\n"
        "print(status, [name for name in ('PySide6', 'sqlmodel') if name in sys.modules])\n"
    )
    with hold_window_lock(own_folder) as only:
        assert only
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    assert done.stdout == "0 []\n"
    assert done.stderr == "Scorepad is already open; switching to its window\n"
    assert paths.raise_request_file(own_folder).exists()


def test_a_second_start_names_its_files_to_the_first_window(
    own_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two files that are opened before the window looks are both shown, once."""
    odd = tmp_path / "späces & 'quotes'\n.scorepad"
    odd.write_bytes(SAMPLE.read_bytes())
    with hold_window_lock(own_folder):
        for name in (str(odd), os.path.relpath(SAMPLE)):
            done = subprocess.run(
                [sys.executable, "-m", "scorepad", name],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                check=True,
                capture_output=True,
            )
            assert b"already open" in done.stderr
    assert paths.take_files_to_show_if_raise_requested(own_folder) == [str(odd), str(SAMPLE)]
    assert paths.take_files_to_show_if_raise_requested(own_folder) is None
    # The window may look between the moment at which a request is made and that of its writing.
    paths.raise_request_file(own_folder).touch()
    assert paths.take_files_to_show_if_raise_requested(own_folder) is None
    paths.request_raise(own_folder, [str(odd)])
    assert paths.take_files_to_show_if_raise_requested(own_folder) == [str(odd)]


def test_who_started_it_by_an_icon_sees_why_it_cannot_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """GLib tells a program that it starts from a desktop file which process that is."""
    from scorepad.window import app

    shown: list[str] = []
    monkeypatch.setattr(app, "show_startup_refusal_dialog", shown.append)
    file = tmp_path / "file"
    file.touch()
    for process, is_shown in ((os.getppid(), False), (os.getpid(), True)):
        monkeypatch.setenv("GIO_LAUNCHED_DESKTOP_FILE_PID", str(process))
        assert str(file) in one_sentence(run_here(capsys, "--data", str(file)))
        assert bool(shown) is is_shown


def test_windows_over_two_folders_do_not_know_each_other(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with hold_window_lock(tmp_path / "one") as one, hold_window_lock(tmp_path / "two") as two:
        assert (one, two) == (True, True)


CRASHES = """
import os, sys
from pathlib import Path
from scorepad.store.file_locks import hold_window_lock
with hold_window_lock(Path(sys.argv[1])) as only:
    print(only, flush=True)
    sys.stdin.readline()
"""


def test_a_window_that_crashed_hinders_no_start(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CRASHES, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        with hold_window_lock(tmp_path) as only:
            assert not only
        process.kill()
        process.communicate()
    with hold_window_lock(tmp_path) as only:
        assert only


@pytest.mark.parametrize("rubbish", ["lock", "request", "folders"])
def test_what_lies_about_hinders_no_start(tmp_path: Path, rubbish: str) -> None:
    """Another process, without a display, so that it ends by itself once it has begun."""
    request = paths.raise_request_file(tmp_path)
    if rubbish == "lock":
        (tmp_path / "scorepad.window").write_bytes(b"rubbish" * 200)
    elif rubbish == "request":
        request.touch()
    else:
        request.mkdir()
        (tmp_path / "scorepad.window").mkdir()
    done = started("--data", str(tmp_path), without=DISPLAYS, DISPLAY=":9876")
    assert "can't be opened on this display" in one_sentence(done)
    assert request.is_file() is False


@pytest.mark.skipif(os.name == "nt", reason="POSIX has pipes")
def test_a_pipe_in_place_of_the_log_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    os.mkfifo(tmp_path / "logs" / program.LOG)
    said = str(program._log_unexpected(ValueError("x"), tmp_path))
    assert said.startswith("Something went wrong in Scorepad (ValueError: x)")
    code = (
        "import logging; from pathlib import Path; from scorepad import __main__ as program; "
        f"program._log_to_file(Path({str(tmp_path)!r})); logging.error('nobody waits')"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, capture_output=True)
