"""A line whose hash is right and whose content can't be read stops only its own log, wherever it
comes from; a state that can't be read stops nothing."""

from __future__ import annotations

import json
import shutil
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from reports import FORMATS
from scorepad.desk import reading
from scorepad.spades.entries import Note
from scorepad.spades.refusal import Refused
from scorepad.store.lines import make_line, verified_hash
from tests.fork_server import ForkedProcess, run_forked
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
    done = run_forked(["--data", str(data), *arguments], rooms=ROOMS, stdin=stdin)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Something went wrong in Scorepad" not in err, err
    assert done.returncode == status, (arguments, out, err)
    return out, err


def assert_usable(data: Path, good: str) -> None:
    """The good match is here whole, and a new one can be recorded."""
    shown = json.loads(run(data, "show", good, "--json")[0])
    assert [each["kind"] for each in shown["log"]] == ["hold", "bids", "tricks"]
    run(data, "new", "--rules", "unc")
    assert good in run(data, "matches")[0]
    run(data, "check")
    why = run(data, "show", POISONED, status=2)[1]
    assert "can't open" in why


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(params=["0", "f"], ids=["sorts first", "sorts last"])
def poisoned(request: pytest.FixtureRequest) -> str:
    """The id of a laptop whose feed comes before, or after, any other."""
    return f"{request.param * 8}-3333-4333-8333-333333333333"


def good_match(laptop: Laptop) -> str:
    match_id = laptop.new()
    laptop.record(match_id, BIDS, TRICKS)
    laptop.look()
    return match_id


def share_folder(data: Path, folder: Path) -> None:
    data.mkdir(exist_ok=True)
    (data / "settings.json").write_text(json.dumps({"share_folder": str(folder)}))


@pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS)
def test_a_poisoned_feed_in_the_shared_folder(
    data: Path, laptop: Make, folder: Path, poison: bytes
) -> None:
    good = good_match(laptop("B"))
    (folder / "scorepad-333333333333.jsonl").write_bytes(poison)
    share_folder(data, folder)
    assert POISONED in run(data, "share", "once")[1]
    run(data, "share", "once")
    assert_usable(data, good)


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
    data: Path, room: Make, cluster: Cluster, database: str, poisoned: str
) -> None:
    good = good_match(room("B"))
    lines = feed(head(POISONED, created="2026-11-28T00:00:00"), laptop=poisoned).splitlines()
    with cluster.connect(database, "laptop_c") as connection:
        connection.execute(
            "insert into laptops (laptop, name, at) values (%s, 'evil', 'infinity')", [poisoned]
        )
        for seq, line in enumerate(lines, 1):
            row = [poisoned, seq, verified_hash(line), line.decode()]
            connection.execute("insert into published values (%s, %s, %s, %s)", row)
    data.mkdir()
    (data / "settings.json").write_text(json.dumps({"share_database": "laptop_a"}))
    err = run(data, "share", "once")[1]
    assert POISONED in err
    assert f"{poisoned[:8]}'s record in the database can't be read" in err
    run(data, "share", "once")
    assert_usable(data, good)


@pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS)
def test_a_poisoned_feed_in_the_data_folder(
    data: Path, laptop: Make, folder: Path, poison: bytes
) -> None:
    good = good_match(laptop("B"))
    share_folder(data, folder)
    run(data, "share", "once")
    (data / "feeds" / f"{WRITER}.jsonl").write_bytes(poison)
    assert POISONED in run(data, "matches")[1]
    assert_usable(data, good)


@pytest.mark.parametrize("poison", POISONS)
def test_a_poisoned_feed_in_a_backup(
    data: Path, tmp_path: Path, laptop: Make, poisoned: str, poison: str
) -> None:
    other, backup = laptop("B"), tmp_path / "backup.zip"
    good = good_match(other)
    run(other.folder, "backup", str(backup))
    lines = POISONS[poison].replace(WRITER.encode(), poisoned.encode()).splitlines()
    before, again = b"", list[bytes]()
    for line in lines:  # under another id each line has another hash
        payload = b"{%b}" % line[line.index(b'"prev":') + 8 : -43].partition(b'",')[2]
        made, line_hash = make_line(poisoned, len(again) + 1, before.decode(), payload)
        before = line_hash.encode()
        again.append(made + b"\n")
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        members = {each: source.read(each) for each in source.namelist()}
        members[f"feeds/{poisoned}.jsonl"] = b"".join(again)
        for name in sorted(members):
            bad.writestr(name, members[name])
    data.mkdir()
    out, err = run(data, "restore", str(tmp_path / "bad.zip"))
    assert POISONED in out + err
    assert_usable(data, good)


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


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_state_that_cannot_be_read(data: Path, laptop: Make, folder: Path, state: Any) -> None:
    good = good_match(laptop("B"))
    (folder / "scorepad-333333333333.state").write_text(json.dumps(state))
    share_folder(data, folder)
    for _time in range(2):
        out, err = run(data, "share", "once")
        assert "scorepad-333333333333.state can't be read and was left out" in err
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


@pytest.mark.parametrize("entry", ODD_ENTRIES.values(), ids=ODD_ENTRIES)
def test_an_odd_entry_stops_no_export(
    data: Path, tmp_path: Path, laptop: Make, folder: Path, entry: Any
) -> None:
    good = good_match(laptop("B"))
    (folder / "scorepad-333333333333.jsonl").write_bytes(feed({"log": good, "entry": entry}))
    share_folder(data, folder)
    assert "The match Team A – Team B has something" in run(data, "share", "once")[1]
    for form in FORMATS:
        run(data, "export", good, "--format", form, "--output", str(tmp_path / f"out-{form}"))
    out = run(data, "record", good, stdin=b'{"kind":"note","text":"x"}\n', status=2)[0]
    assert "view what's here but not change it" in out


PAIRING = {"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}
ROUND: list[dict[str, Any]] = [
    {"kind": "stage", "stage": "A", "format": "by-hand"},
    {"kind": "round", "round": 1, "stage": "A", "pairings": [PAIRING]},
    {"kind": "release", "round": 1},
    {"kind": "mark", "team": "T1", "what": "warning", "why": "late"},
]


@pytest.mark.parametrize("entry", ODD_ENTRIES.values(), ids=ODD_ENTRIES)
def test_an_odd_entry_stops_no_event(data: Path, tmp_path: Path, folder: Path, entry: Any) -> None:
    teams = tmp_path / "teams.csv"
    teams.write_text("Aces,Ann,Cy\nKings,Bo,Di\n")
    share_folder(data, folder)
    run(data, "event", "new", "--rules", "unc", "--name", "Cup")
    run(data, "event", "teams", "Cup", str(teams))
    run(data, "event", "record", "Cup", stdin=b"\n".join(map(msgspec.json.encode, ROUND)))
    event = json.loads(run(data, "event", "show", "Cup", "--json")[0])
    match_id = event["rounds"][0]["pairings"][0]["match"]
    odd = ({"log": log, "entry": entry} for log in (event["id"], match_id))
    (folder / "scorepad-333333333333.jsonl").write_bytes(feed(*odd))
    err = run(data, "share", "once")[1]
    assert "The event Cup has something" in err
    assert "The match Aces – Kings has something" in err
    for command in (("publish",), ("print", "log"), ("print", "seats")):
        run(data, "event", *command, "Cup", "--output", str(tmp_path / command[-1]))
