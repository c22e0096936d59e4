"""Something else is in the place of one of our own files, or it has 3 GB: one true sentence or
none, nothing is lost, nothing hangs, and nobody reads or copies it whole."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.fork_server import run_forked

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes, devices and limits are POSIX")

COMMANDS = """
import contextlib, io, json, os, shutil, sys
from pathlib import Path
from scorepad.__main__ import main
case = Path(sys.argv[1])
folder, drive = case / "kept", case / "drive"

def run(*arguments, data=folder, stdin=b""):
    sys.stdin, out, err = io.TextIOWrapper(io.BytesIO(stdin)), io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(["--data", str(data), *arguments])
    return status, out.getvalue().strip(), err.getvalue().strip()

def record(match_id, text, data=folder):
    line = json.dumps({"kind": "note", "text": text}).encode()
    return run("record", match_id, data=data, stdin=line)
"""
TEMPLATE = """
drive.mkdir()
for data in (case / "other", folder):
    data.mkdir()
    settings = {"share_folder": str(drive), "laptop_name": data.name}
    (data / "settings.json").write_text(json.dumps(settings))
    match_id = run("new", "--rules", "unc", data=data)[1]
    record(match_id, "first", data)
    own = [each.stem for each in (data / "feeds").iterdir()][0]
    run("share", "once", data=data)
(folder / "rules").mkdir()
(folder / "rules" / "house.toml").write_text('id = "house"\\nname = "House"\\nextends = "unc"')
(folder / "logs").mkdir()
other = [each.stem for each in (folder / "feeds").iterdir() if each.stem != own][0]
(backup,) = (each.name for each in (folder / "backups").iterdir())
names = {"match": match_id, "own": own, "other": other, "backup": backup}
names |= {f"{each}12": names[each].replace("-", "")[:12] for each in ("own", "other")}
print(json.dumps(names))
"""
CASES = """
import resource
from scorepad import paths
from scorepad.store.file_locks import hold_exchange_lock
from scorepad.store.file_locks import hold_window_lock
from tests.cli.test_own_files import put, take_away
MEMORY, LARGEST = 800 << 20, 1 << 30
template, match_id, commands, names, ways = json.loads(sys.argv[2])
resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
for way in ways:
    shutil.rmtree(case, ignore_errors=True)
    shutil.copytree(template, case)
    places = [case / name for name in names]
    for n, place in enumerate(places):
        put(way, place, case / f"moved-{n}")
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, resource.RLIM_INFINITY))
    results = {}
    for command in commands:
        results[command] = (
            record(match_id, "second") if command == "record" else run(*command.split())
        )
    for hold in (hold_window_lock, hold_exchange_lock):
        with hold(folder) as is_only:
            assert is_only, way
    paths.request_raise(folder, ["x"])
    paths.take_files_to_show_if_raise_requested(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    for n, place in enumerate(places):
        take_away(way, place, case / f"moved-{n}")
    print(json.dumps([way, results, run("show", match_id, "--json"), run("check")]))
"""
SPARSE = 3 << 30  # bytes
WAYS = ("pipe", "link", "dangling link", "circle", "folder", "device", "3 GB")


def put(way: str, place: Path, moved: Path) -> None:
    """Put something else in the place of a file; what was there is moved away."""
    if os.path.lexists(place):
        shutil.move(place, moved)
    match way:
        case "pipe":
            os.mkfifo(place)
        case "link":
            place.symlink_to(moved)
        case "dangling link":
            place.symlink_to(place.parent / "nowhere" / "file")
        case "circle":
            place.symlink_to(place)
        case "folder":
            place.mkdir()
        case "device":
            place.symlink_to("/dev/zero")
        case "3 GB":
            with place.open("wb") as file:
                file.truncate(SPARSE)


def take_away(way: str, place: Path, moved: Path) -> None:
    """Undo `put`, where the program has not put a file there that it can use."""
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    elif place.is_symlink() or (
        place.exists() and (place.is_fifo() or place.stat().st_size == SPARSE)
    ):
        place.unlink()
    if moved.exists() and not os.path.lexists(place):
        shutil.move(moved, place)


class Kept(NamedTuple):
    """A data folder with a drive, as it is copied for each case, and the names in it."""

    folder: Path
    case: Path
    names: dict[str, str]


def run(code: str, case: Path, *arguments: Any) -> list[Any]:
    """Return the lines of JSON that the code printed."""
    done = run_forked([str(case), json.dumps(arguments)], code=COMMANDS + code)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A data folder that shares a drive with another one, made by commands."""
    folder = tmp_path_factory.mktemp("own")
    case = folder / "case"
    case.mkdir()
    (names,) = run(TEMPLATE, case)
    case.rename(folder / "template")
    return Kept(folder / "template", case, names)


class Expected(NamedTuple):
    """What `record` and `check` say where something else is in the place of a file, and where it
    has 3 GB; {why} is why it is no file, {reason} why the system does not read it."""

    record: str
    check: str
    large_record: str = ""
    large_check: str = ""
    may_be_link: bool = False
    """Whether a link to a good file or folder is as good as it."""


REFUSED = "Scorepad can't use {place}: {why}. Move it to another folder and open Scorepad again."
WRITTEN_AGAIN = "{place} was damaged; Scorepad moved it to {moved} and wrote a new one"
BEHIND = "Couldn't update {place}: {why}. Your entries are safe in the database."
UNREADABLE = "{place} can't be read: {why}"
SETTINGS = (
    "Can't read the settings in {place} ({reason}), so Scorepad is using the default settings"
)
TOO_LARGE = "it has more than 1 megabyte, the limit for this kind of file"
ANY_FILE = Expected(REFUSED, REFUSED)
FEED = Expected(BEHIND, BEHIND, WRITTEN_AGAIN)
REBUILT = (
    "The database in {folder} was damaged; Scorepad moved it to {moved} and made a new one from "
    "its second copy (the folder “feeds”) and the readable part of the old one"
)
IN_ITS_PLACE = "a file with that name already exists"
NO_FOLDER = "a part of its path is a file, not a folder"
NO_DRIVE = (
    "Can't use the folder {place}: {drive_reason}. Your entries stay on this computer until "
    "the folder works again."
)
NOT_READ = (
    "{place} can't be read: it has more than 1,024 megabytes, the limit for this kind of file"
)
OWN_FILES = {
    "kept/scorepad.db": ANY_FILE._replace(large_record=REBUILT),
    "kept/scorepad.db-wal": ANY_FILE,
    "kept/scorepad.db-shm": ANY_FILE,
    "kept/scorepad.db-journal": ANY_FILE,
    "kept/feeds/{own}.jsonl": FEED,
    "kept/feeds/{other}.jsonl": FEED,
    "kept/feeds/unknown.jsonl": Expected(UNREADABLE, UNREADABLE, NOT_READ, NOT_READ),
    "kept/backups/{backup}": Expected("", UNREADABLE, "", NOT_READ),
    "kept/settings.json": Expected(SETTINGS, "", SETTINGS, "", may_be_link=True),
    "drive/scorepad-{own12}.jsonl": Expected(REFUSED, UNREADABLE, WRITTEN_AGAIN),
}
UNNOTICED_FILES = (
    "kept/rules/house.toml",
    "kept/logs/scorepad.log",
    "kept/scorepad.window",
    "kept/scorepad.follow",
    "kept/scorepad.lock",
    "kept/scorepad.raise",
    "kept/sharing.json",
    "kept/.sharing.json.part",
    "kept/scorepad.jsonl",
    "kept/scorepad.state",
    "drive/scorepad-{other12}.jsonl",
    "drive/scorepad-{other12}.state",
    "drive/scorepad-{own12}.state",
    "drive/.scorepad-{own12}.state.part",
)
FOLDERS = {
    "kept/feeds": Expected(BEHIND, BEHIND),
    "kept/backups": Expected(
        f"Couldn't make a backup: The backup {{place}} can't be written: {IN_ITS_PLACE}",
        "",
        may_be_link=True,
    ),
    "drive": Expected(NO_DRIVE, NO_DRIVE, may_be_link=True),
}
REASONS = {
    "dangling link": "the file doesn't exist",
    "circle": "it's a link that points back to itself",
    "folder": "it's a folder; choose a file",
    "3 GB": TOO_LARGE,
}


def try_all(
    kept: Kept, commands: Sequence[str], names: Sequence[str], ways: Sequence[str] = WAYS
) -> list[Any]:
    """Put something else in these places, in all ways, and return what the commands say then, and
    what `show` and `check` say once it is away."""
    return run(CASES, kept.case, str(kept.folder), kept.names["match"], commands, names, ways)


def assert_kept(show: Sequence[Any], texts: Sequence[str]) -> None:
    log = json.loads(show[1])["log"]
    assert [each["text"] for each in log if each["kind"] == "note"] == [*texts]


@pytest.mark.parametrize("name", OWN_FILES | FOLDERS)
def test_something_else_in_the_place_of_a_file_or_folder(kept: Kept, name: str) -> None:
    expected = (OWN_FILES | FOLDERS)[name]
    place = kept.case / name.format_map(kept.names)
    commands = ["record", "check"]
    # A folder is nothing else, and `check` speaks of a file in the drive.
    unlike = ("folder",) * (name in FOLDERS) + ("circle",) * (name == "drive")
    if name.startswith("kept/scorepad.db-"):  # one function refuses these as it does the database
        unlike += "dangling link", "circle", "device"
    ways = [way for way in WAYS if way not in unlike]
    for way, results, show, check in try_all(kept, commands, [name.format_map(kept.names)], ways):
        templates = expected[:2]
        if way == "3 GB" and name in OWN_FILES:
            templates = expected[2:4]
        if way == "link" and expected.may_be_link:
            templates = ("", "")
        ordinary = IN_ITS_PLACE if name == "kept/feeds" else "it isn't an ordinary file"
        fields = {
            "place": str(place),
            "folder": str(place.parent),
            "why": {"folder": "it's a folder", "pipe": ordinary, "3 GB": ordinary}.get(
                way, "it's a link"
            ),
            "reason": REASONS.get(way, ordinary),
            "drive_reason": "it doesn't exist" if way == "dangling link" else NO_FOLDER,
            "moved": "{moved}",
        }
        for command, template in zip(commands, templates, strict=True):
            err = results[command][2]
            before, _, after = template.format_map(fields).partition("{moved}")
            assert err.startswith(before), (way, command, results)
            assert err.endswith(after), (way, command, results)
            assert bool(err) == bool(before), (way, command, results)
            assert len(err.splitlines()) <= 1
        is_refused = templates[0].startswith(REFUSED[:24]) and name.startswith("kept")
        assert (results["record"][1] == "") == is_refused
        assert_kept(show, ["first"] if is_refused else ["first", "second"])
        assert check == [0, "No damage was found.", ""], (way, check)


def test_something_else_in_the_place_of_files_that_are_not_needed(kept: Kept) -> None:
    """All at once; what is said of the drive's files is in `tests/share`."""
    names = [each.format_map(kept.names) for each in UNNOTICED_FILES]
    for way, results, show, check in try_all(
        kept, ["record", "check", "rules list", "share once"], names
    ):
        assert results["record"][2] == "", (way, results)
        assert results["check"] == [0, "No damage was found.", ""]
        status, _, err = results["rules list"]
        assert (status, err) == ((0, "") if way == "link" else (2, f"house.toml: {err[12:]}"))
        assert "went wrong in Scorepad" not in str(results["share once"])
        assert_kept(show, ["first", "second"])
        assert check == [0, "No damage was found.", ""]


def test_something_else_in_the_place_of_folders_that_are_not_needed(kept: Kept) -> None:
    for way, results, show, check in try_all(
        kept, ["record", "check"], ["kept/rules", "kept/logs"]
    ):
        assert results["record"][2] == "", (way, results)
        assert results["check"] == check == [0, "No damage was found.", ""], (way, results)
        assert_kept(show, ["first", "second"])


def test_sharing_says_why_and_nothing_that_it_does_not_know(kept: Kept) -> None:
    name = "kept/settings.json"
    ((_, results, *_),) = try_all(kept, ["share once", "share"], [name], ["pipe"])
    for command in ("share once", "share"):
        text = "".join(results[command][1:])
        assert "it isn't an ordinary file" in text
        assert "only on this computer" not in text
        assert "Errno" not in text
