"""A line whose hash is right and whose content can't be read stops only its own log, wherever it
comes from; a state that can't be read stops nothing."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from reports import FORMATS
from scorepad.__main__ import main
from scorepad.desk import reading
from scorepad.spades.entries import Note
from scorepad.spades.refusal import Refused
from scorepad.store.lines import make_line, verified_hash
from tests.fork_server import ForkedProcess
from tests.share.cluster import Cluster
from tests.share.room import BIDS, TRICKS, Laptop

ROOMS = ("spades", "events", "desk", "store", "cli", "share")
POISON = (Path(__file__).parents[1] / "data" / "poison.jsonl").read_bytes()
POISONED = "0195731b-4c00-7000-8000-0000000000aa"
WRITER = "33333333-3333-4333-8333-333333333333"

Make = Callable[..., Laptop]


def feed(*payloads: Any, laptop: str = WRITER) -> bytes:
    """Return a feed whose hashes are right, with these contents after its first line."""
    start = {"format": 1, "name": "Old laptop", "program": "9", "machine": "x"}
    lines, before = list[bytes](), ""
    for seq, payload in enumerate((start, *payloads), 1):
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        line, before = make_line(laptop, seq, before, data)
        lines.append(line + b"\n")
    return b"".join(lines)


def head(log: str, **more: Any) -> dict[str, Any]:
    created = "2026-11-28T00:00:00Z"
    return {"log": log, "kind": "match", "created": created, "head": {"rules": "unc"}, **more}


POISONS = {
    "no zone": POISON,
    "number": feed(head(POISONED, head=1)),
    "text": feed(head(POISONED, head="swiss")),
    "teams": feed(head(POISONED, head={"rules": "unc", "teams": 3})),
    "bounds": feed(head(POISONED, created="0001-01-01T00:00:00+14:00")),
    "deep": feed(b'{"log":"%b","entry":%b}' % (POISONED.encode(), b"[" * 40_000 + b"]" * 40_000)),
}
STATE = {"laptop": WRITER, "name": "evil", "seq": 1, "at": "2026-11-28T12:00:00Z", "heard": {}}
STATES = {
    "no zone": {**STATE, "at": "2026-11-28T12:00:00"},
    "bounds": {**STATE, "at": "0001-01-01T00:00:00+14:00"},
    "types": {**STATE, "heard": {WRITER: "7"}},
}


def run(data: Path, *arguments: str, status: int = 0, stdin: bytes = b"") -> tuple[str, str]:
    """Run a command as a person does; return what it prints, and what it says beside that."""
    printed, said = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(said),
    ):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        returned = main(["--data", str(data), *arguments])
    out, err = printed.getvalue(), said.getvalue()
    assert "Something went wrong in Scorepad" not in err, err
    assert returned == status, (arguments, out, err)
    return out, err


def assert_usable(data: Path, good: str, *poisoned: str) -> None:
    """The good match is here whole, and a new one can be recorded; these can't be opened."""
    shown = json.loads(run(data, "show", good, "--json")[0])
    assert [each["kind"] for each in shown["log"]] == ["hold", "bids", "tricks"]
    run(data, "new", "--rules", "unc")
    assert good in run(data, "matches")[0]
    run(data, "check")
    for each in poisoned:
        assert "can't open" in run(data, "show", each, status=2)[1]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


class Poisoned(NamedTuple):
    """A feed of its own for a poison, and the log in it."""

    laptop: str
    log: str
    content: bytes


def poisoned_feeds(first: int = 0) -> list[Poisoned]:
    """Return a feed for each poison; by turns it comes before, or after, any other."""
    return [
        poisoned_feed(poison, f"{'0f'[(n + first) % 2]}{n}333333-3333-4333-8333-333333333333", n)
        for n, poison in enumerate(POISONS.values())
    ]


def poisoned_feed(poison: bytes, laptop: str, n: int) -> Poisoned:
    log, before, again = f"{POISONED[:-2]}{0xAA + n:x}", b"", list[bytes]()
    for line in poison.splitlines():  # under another id each line has another hash
        payload = b"{%b}" % line[line.index(b'"prev":') + 8 : -43].partition(b'",')[2]
        payload = payload.replace(POISONED.encode(), log.encode())
        made, line_hash = make_line(laptop, len(again) + 1, before.decode(), payload)
        before = line_hash.encode()
        again.append(made + b"\n")
    return Poisoned(laptop, log, b"".join(again))


def shared_file(laptop: str) -> str:
    return f"scorepad-{laptop.replace('-', '')[:12]}.jsonl"


def good_match(laptop: Laptop) -> str:
    match_id = laptop.new()
    laptop.record(match_id, BIDS, TRICKS)
    laptop.look()
    return match_id


def share_folder(data: Path, folder: Path) -> None:
    data.mkdir(exist_ok=True)
    (data / "settings.json").write_text(json.dumps({"share_folder": str(folder)}))


def test_poisoned_feeds_in_the_shared_folder(data: Path, laptop: Make, folder: Path) -> None:
    good, feeds = good_match(laptop("B")), poisoned_feeds()
    for each in feeds:
        (folder / shared_file(each.laptop)).write_bytes(each.content)
    share_folder(data, folder)
    err = run(data, "share", "once")[1]
    assert all(each.log in err for each in feeds), err
    run(data, "share", "once")
    assert_usable(data, good, *(each.log for each in feeds))


FRAMES: dict[str, tuple[str, int, str]] = {
    "no laptop": ("../../x", 2, "f" * 32),
    "no number": (WRITER, 0, "f" * 32),
    "too large a number": (WRITER, 1 << 63, "f" * 32),
    "no hash before": (WRITER, 2, "f"),
    "another line before": (WRITER, 2, "f" * 32),
    "a gap": (WRITER, 7, "f" * 32),
}
NO_LINES = ("no laptop", "no number", "too large a number", "no hash before")
NOTE = {"log": POISONED, "entry": {"kind": "note", "id": POISONED, "text": "x"}}


def odd_frame(name: str) -> bytes:
    laptop, seq, prev = FRAMES[name]
    return feed() + make_line(laptop, seq, prev, msgspec.json.encode(NOTE))[0] + b"\n"


@pytest.mark.parametrize("frame", FRAMES)
def test_a_line_out_of_place(
    data: Path, tmp_path: Path, laptop: Make, folder: Path, frame: str
) -> None:
    other, copy = laptop("B"), tmp_path / "copy"
    good = good_match(other)
    (folder / "scorepad-333333333333.jsonl").write_bytes(odd_frame(frame))
    share_folder(data, folder)
    assert "scorepad-333333333333" in run(data, "share", "once", status=1)[1]
    assert good in run(data, "matches")[0]
    shutil.copytree(other.folder, copy)
    (copy / "feeds" / f"{WRITER}.jsonl").write_bytes(odd_frame(frame))
    err = run(copy, "new", "--rules", "unc")[1]
    assert ("doesn't say which computer recorded it" in err) == (frame in NO_LINES)
    assert good in run(copy, "matches")[0]


def test_rows_out_of_place(data: Path, room: Make, cluster: Cluster, database: str) -> None:
    good = good_match(room("B"))
    lines = odd_frame("another line before").splitlines()
    with cluster.connect(database, "laptop_c") as connection:
        connection.execute("insert into laptops (laptop) values (%s)", [WRITER])
        for seq, line in enumerate(lines, 1):
            row = [WRITER, seq, verified_hash(line), line.decode()]
            connection.execute("insert into published values (%s, %s, %s, %s)", row)
    data.mkdir()
    (data / "settings.json").write_text(json.dumps({"share_database": "laptop_a"}))
    err = run(data, "share", "once", status=1)[1]
    assert "Lines are missing from 33333333's shared data in the database" in err
    assert good in run(data, "matches")[0]


def test_following_goes_on_beside_a_poisoned_feed(data: Path, laptop: Make, folder: Path) -> None:
    other = laptop("B")
    good_match(other)
    (folder / "scorepad-333333333333.jsonl").write_bytes(POISON)
    (folder / "scorepad-333333333333.state").write_text(json.dumps(STATES["no zone"]))
    share_folder(data, folder)
    arguments = ["--data", str(data), "share", "follow", "--until-closed"]
    with ForkedProcess(arguments, text=True, rooms=ROOMS) as follow:
        later = good_match(other)
        end = time.monotonic() + 30
        while later not in run(data, "matches")[0]:
            assert follow.poll() is None, follow.stderr.read()
            assert time.monotonic() < end
        _, err = follow.communicate()
    assert (follow.returncode, err) == (0, "")


def test_poisoned_rows_in_the_database(
    data: Path, room: Make, cluster: Cluster, database: str
) -> None:
    good = good_match(room("B"))
    poison = feed(head(POISONED, created="2026-11-28T00:00:00"))
    feeds = [
        poisoned_feed(poison, f"{each * 8}-3333-4333-8333-333333333333", n)
        for n, each in enumerate("0f")
    ]
    with cluster.connect(database, "laptop_c") as connection:
        for each in feeds:
            connection.execute(
                "insert into laptops (laptop, name, at) values (%s, 'evil', 'infinity')",
                [each.laptop],
            )
            for seq, line in enumerate(each.content.splitlines(), 1):
                row = [each.laptop, seq, verified_hash(line), line.decode()]
                connection.execute("insert into published values (%s, %s, %s, %s)", row)
    data.mkdir()
    (data / "settings.json").write_text(json.dumps({"share_database": "laptop_a"}))
    err = run(data, "share", "once")[1]
    for each in feeds:
        assert each.log in err
        assert f"{each.laptop[:8]}'s record in the database can't be read" in err
    run(data, "share", "once")
    assert_usable(data, good, *(each.log for each in feeds))


def test_poisoned_feeds_in_the_data_folder(data: Path, laptop: Make, folder: Path) -> None:
    good, feeds = good_match(laptop("B")), poisoned_feeds()
    share_folder(data, folder)
    run(data, "share", "once")
    for each in feeds:
        (data / "feeds" / f"{each.laptop}.jsonl").write_bytes(each.content)
    err = run(data, "matches")[1]
    assert all(each.log in err for each in feeds), err
    assert_usable(data, good, *(each.log for each in feeds))


@pytest.mark.parametrize("first", [0, 1])
def test_poisoned_feeds_in_a_backup(data: Path, tmp_path: Path, laptop: Make, first: int) -> None:
    other, backup, feeds = laptop("B"), tmp_path / "backup.zip", poisoned_feeds(first)
    good = good_match(other)
    run(other.folder, "backup", str(backup))
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        members = {each: source.read(each) for each in source.namelist()}
        members |= {f"feeds/{each.laptop}.jsonl": each.content for each in feeds}
        for name in sorted(members):
            bad.writestr(name, members[name])
    data.mkdir()
    said = "".join(run(data, "restore", str(tmp_path / "bad.zip")))
    assert all(each.log in said for each in feeds), said
    assert_usable(data, good, *(each.log for each in feeds))


@pytest.mark.parametrize(
    "content",
    [
        POISON,
        b'{"rules":"unc","log":[{"kind":"note","text":"x"},"swiss"]}',
        b'{"rules":"unc","log":[{"kind":"hold","id":3,"laptop":"x","name":"y"}]}',
        b'{"rules":"unc","scheduled":"0001-01-01T00:00:00+14:00"}',
        b'{"rules":"unc","agreed":{"a":%b}}' % (b"[" * 100 + b"]" * 100),
        b'{"rules":"unc","agreed":{"a":%b}}' % (b"1" * 40),
    ],
)
def test_a_file_with_odd_content_is_refused_whole(
    data: Path, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    data.mkdir()
    err = run(data, "import", str(file), status=2)[1]
    assert err.count("\n") == 1
    assert "odd.json" in err


def test_states_that_cannot_be_read(data: Path, laptop: Make, folder: Path) -> None:
    good = good_match(laptop("B"))
    files = [f"scorepad-{n}33333333333.state" for n, _state in enumerate(STATES)]
    for file, state in zip(files, STATES.values(), strict=True):
        (folder / file).write_text(json.dumps(state))
    share_folder(data, folder)
    for _time in range(2):
        out, err = run(data, "share", "once")
        assert all(f"{each} can't be read and was left out" in err for each in files), err
        assert "Heard from B" in out
    assert good in run(data, "matches")[0]


@pytest.mark.expects_log
def test_a_fold_that_fails_stops_only_its_own_log(
    laptop: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = laptop("A"), laptop("B")
    bad, good = one.new(), good_match(one)
    fold = reading.fold_match_from_entries

    def fail(head: Any, entries: Any, library: Any, **more: Any) -> Any:
        if more["id"] == bad:
            raise TypeError("nobody foresaw this")
        return fold(head, entries, library, **more)

    monkeypatch.setattr(reading, "fold_match_from_entries", fail)
    other.look()
    assert "has something that this version of Scorepad can't read" in str(
        other.exchange.status.notices[0]
    )
    assert len(other.read(good).log) == 3
    with pytest.raises(Refused, match="Scorepad can't process something in"):
        other.read(bad)
    with other.store() as store:
        summary = next(each for each in store.summaries() if each.id == bad)
        entry = Note(text="x", id="0195731b-4c00-7000-8000-0000000000ab")
        with pytest.raises(Refused, match="view what's here but not change it"):
            store.append(bad, [entry], summary, after=summary.entries)


def test_nothing_is_written_that_cannot_be_read(data: Path) -> None:
    data.mkdir()
    command = ("event", "new", "--rules", "unc", "--name")
    assert "Shorten the text" in run(data, *command, "x" * 501, status=2)[1]
    run(data, *command, "x" * 500)


ODD_ENTRIES: dict[str, Any] = {
    "text": "swiss",
    "number as id": {"kind": "hold", "id": 3, "laptop": "x", "name": "y"},
    "number as laptop": {"kind": "hold", "id": POISONED, "after": "", "laptop": 3, "name": "y"},
    "unknown kind": {"kind": "vote", "id": POISONED, "after": ""},
    "foreign id": {"kind": "vote", "id": "1", "after": ""},
}


@pytest.mark.parametrize(
    ("entry", "form"), [*zip(ODD_ENTRIES.values(), FORMATS, strict=True)], ids=ODD_ENTRIES
)
def test_an_odd_entry_stops_no_export(
    data: Path, tmp_path: Path, laptop: Make, folder: Path, entry: Any, form: str
) -> None:
    good = good_match(laptop("B"))
    (folder / "scorepad-333333333333.jsonl").write_bytes(feed({"log": good, "entry": entry}))
    share_folder(data, folder)
    assert "The match Team A – Team B has something" in run(data, "share", "once")[1]
    run(data, "export", good, "--format", form, "--output", str(tmp_path / "out"))
    out = run(data, "record", good, stdin=b'{"kind":"note","text":"x"}\n', status=2)[0]
    assert "view what's here but not change it" in out


PAIRING = {"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}
ROUND: list[dict[str, Any]] = [
    {"kind": "stage", "stage": "A", "format": "by-hand"},
    {"kind": "round", "round": 1, "stage": "A", "pairings": [PAIRING]},
    {"kind": "release", "round": 1},
    {"kind": "mark", "team": "T1", "what": "warning", "why": "late"},
]


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with an event in which a match was released."""
    folder = tmp_path_factory.mktemp("cup")
    cup, teams = folder / "data", folder / "teams.csv"
    share_folder(cup, folder)
    teams.write_text("Aces,Ann,Cy\nKings,Bo,Di\n")
    run(cup, "event", "new", "--rules", "unc", "--name", "Cup")
    run(cup, "event", "teams", "Cup", str(teams))
    run(cup, "event", "record", "Cup", stdin=b"\n".join(map(msgspec.json.encode, ROUND)))
    return cup


@pytest.mark.parametrize("entry", ODD_ENTRIES.values(), ids=ODD_ENTRIES)
def test_an_odd_entry_stops_no_event(
    data: Path, cup: Path, tmp_path: Path, folder: Path, entry: Any
) -> None:
    shutil.copytree(cup, data)
    share_folder(data, folder)
    event = json.loads(run(data, "event", "show", "Cup", "--json")[0])
    match_id = event["rounds"][0]["pairings"][0]["match"]
    odd = ({"log": log, "entry": entry} for log in (event["id"], match_id))
    (folder / "scorepad-333333333333.jsonl").write_bytes(feed(*odd))
    err = run(data, "share", "once")[1]
    assert "The event Cup has something" in err
    assert "The match Aces – Kings has something" in err
    for command in (("publish",), ("print", "log"), ("print", "seats")):
        run(data, "event", *command, "Cup", "--output", str(tmp_path / command[-1]))
