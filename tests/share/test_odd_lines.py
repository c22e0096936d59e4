"""Lines with right hashes and odd content in any field, through all entrances."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.desk.event_desk import EventDesk
from scorepad.spades.refusal import Refused
from scorepad.store.lines import UnknownContent, decode_line, digest_rules, make_line
from scorepad.store.store import Store
from tests.imports import import_match
from tests.share.cluster import Cluster
from tests.share.room import BIDS, TRICKS, Clock, Laptop

pytestmark = pytest.mark.fuzz

MATCH = "0195731b-4c00-7000-8000-0000000000aa"
EVENT = "0195731b-4c00-7000-8000-0000000000bb"
WRITER = "33333333-3333-4333-8333-333333333333"
AT = "2026-11-28T12:00:00Z"


def uuid7(n: int) -> str:
    return f"0195731b-4c00-7000-8000-{n:012x}"


MATCH_ENTRIES: tuple[dict[str, Any], ...] = (
    {"kind": "hold", "laptop": WRITER, "name": "Old", "why": "x"},
    {"kind": "bids", "bids": [3, 4, "nil", 2], "override": "x"},
    {"kind": "tricks", "tricks": [3, 4, 0, 6]},
    {"kind": "ruling", "side": 0, "points": -20, "why": "x", "hand": 1, "bags": 1},
    {"kind": "renege", "side": 1, "hand": 1, "seat": 1, "tricks": 2, "points": 3},
    {"kind": "clock", "do": "add", "seconds": 60},
    {"kind": "setup", "why": "x", "table": "3", "scheduled": AT, "rules": "unc", "first_dealer": 2},
    {"kind": "note", "text": "x"},
    {"kind": "strike", "entry": uuid7(2), "why": "x"},
    {"kind": "amend", "entry": uuid7(2), "to": {"kind": "bids", "bids": [1, 2, 3, 4]}, "why": "x"},
    {"kind": "choose", "entry": uuid7(2), "over": [uuid7(3)], "why": "x"},
)
PAIRING = {"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}
EVENT_ENTRIES: tuple[dict[str, Any], ...] = (
    {"kind": "team", "team": "T1", "name": "Aces", "players": ["Ann", "Cy"], "seed": 1},
    {"kind": "team", "team": "T2", "name": "Kings", "players": ["Bo", "Di"]},
    {"kind": "team", "team": "T3", "name": "Queens", "players": ["Ed", "Flo"]},
    {"kind": "stage", "stage": "A", "format": "swiss", "rounds": 3, "until": AT, "legs": 2},
    {"kind": "round", "round": 1, "stage": "A", "start": AT, "pairings": [PAIRING], "byes": ["T3"]},
    {"kind": "release", "round": 1},
    {"kind": "result", "pairing": "1-1", "how": "played", "winner": 0, "score": [500, 2]},
    {"kind": "mark", "team": "T1", "what": "rating", "value": 3.5},
    {"kind": "setup", "name": "Cup", "date": "2026-11-28", "tables": ["1", "2"], "rules": "unc"},
)
RULES = {"id": "x", "name": "X"}
MATCH_HEAD: dict[str, Any] = {
    "rules": "unc",
    "agreed": {"bidding": {"blind_nil": "yes"}},
    "event": "Cup",
    "event_id": EVENT,
    "release": uuid7(6),
    "round": "1",
    "table": "2",
    "scheduled": AT,
    "teams": [{"name": "A", "players": ["x", "y"]}, {"name": "B", "players": ["", ""]}],
    "first_dealer": 1,
}
EVENT_HEAD = {"name": "Cup", "place": "x", "date": "2026-11-28", "rules": "unc", "tables": ["1"]}
NAMED_RULES = {**MATCH_HEAD, "rules_hash": digest_rules(RULES)}
del NAMED_RULES["rules"]


def in_log(log: str, entries: tuple[dict[str, Any], ...]) -> list[dict[str, Any]]:
    """Return lines of entries that follow each other."""
    lines = list[dict[str, Any]]()
    for n, each in enumerate(entries, 1):
        after = uuid7(n - 1) if n > 1 else ""
        entry = {**each, "id": uuid7(n), "at": AT, "by": "P", "after": after}
        lines.append({"log": log, "entry": entry})
    return lines


CONTENTS: list[dict[str, Any]] = [
    {"format": 1, "name": "Old laptop", "program": "9", "machine": "x", "from": uuid7(9)},
    {"rules": RULES, "rules_hash": digest_rules(RULES)},
    {"log": MATCH, "kind": "match", "created": AT, "head": MATCH_HEAD},
    {"log": MATCH, "kind": "match", "created": AT, "head": NAMED_RULES},
    *in_log(MATCH, MATCH_ENTRIES),
    {"log": EVENT, "kind": "event", "created": AT, "head": EVENT_HEAD},
    *in_log(EVENT, EVENT_ENTRIES),
    {"id": uuid7(7), "log": MATCH, "archived": True},
    {"sha256": "ab" * 32, "kind": "sheet", "codes": ["x"], "log": MATCH, "at": AT},
]
DEEP: Any = [1]
for _ in range(70):
    DEEP = [DEEP]
ODD = (
    *(None, True, 0, -1, 1, 14, 10**6, 10**18, 1 << 63, 10**40, 1.5, 1e300),
    *(
        "",
        "x",
        "nil",
        "\0",
        "\u202e",
        "=1+1",
        "x" * 501,
        "x" * 4001,
        "../x",
        "unc",
        "match",
        "event",
    ),
    *("2026-11-28T00:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "now"),
    *("0195731b-4c00-4000-8000-0000000000aa", uuid7(1), uuid7(3), WRITER, MATCH, EVENT),
    *("ffffffff-ffff-7fff-bfff-ffffffffffff", "a" * 32, "T1", "1-1", AT),
    *([], {}, [[]], [{}], {"x": {}}, [1, 2, 3, 4], ["T1", "T1"], DEEP, {"kind": "bids"}),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value inside another."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from places(inner, (*path, key))


@st.composite
def odd_contents(draw: st.DrawFn, own: tuple[str, ...] = ()) -> list[bytes]:
    """Draw the contents of a feed, some of which are odd in a field or two."""
    contents = json.loads(json.dumps(CONTENTS))
    for n in draw(st.lists(st.integers(0, len(contents) - 1), min_size=1, max_size=3)):
        content = contents[n]
        if not content:
            continue
        *way, last = draw(st.sampled_from([*places(content)]))
        for key in way:
            content = content[key]
        match draw(st.sampled_from(("odd", "odd", "odd", "gone", "new"))):
            case "odd":
                content[last] = deepcopy(draw(st.sampled_from((*ODD, *own))))
            case "gone":
                del content[last]
            case "new" if isinstance(content, dict):
                content["new"] = deepcopy(draw(st.sampled_from(ODD)))
    return [json.dumps(each, separators=(",", ":")).encode() for each in contents]


class Good(NamedTuple):
    """A laptop's feed, its file, and the match and the entries in it."""

    laptop: str
    data: bytes
    match_id: str
    ids: frozenset[str]


def feed_of(contents: list[bytes]) -> list[bytes]:
    lines, before = list[bytes](), ""
    for seq, content in enumerate(contents, 1):
        line, before = make_line(WRITER, seq, before, content)
        lines.append(line)
    return lines


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="scorepad-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Good:
    folder = tmp_path_factory.mktemp("good")
    shared = folder / "shared"
    shared.mkdir()
    laptop = Laptop(folder / "B", shared, Clock())
    match_id = laptop.new()
    laptop.record(match_id, BIDS, TRICKS)
    laptop.look()
    (file,) = shared.glob("*.jsonl")
    ids = frozenset(each.id or "" for each in laptop.read(match_id).log)
    return Good(laptop.laptop_id(), file.read_bytes(), match_id, ids)


def through_folder(place: Path, good: Good, lines: list[bytes]) -> tuple[Laptop, list[str]]:
    shared = place / "shared"
    shared.mkdir()
    (shared / "scorepad-000000000000.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    (shared / "scorepad-good.jsonl").write_bytes(good.data)
    laptop = Laptop(place / "A", shared, Clock())
    laptop.exchange.report_stops_at_once()
    laptop.look()
    return laptop, [str(each) for each in laptop.exchange.status.notices]


def through_feeds(place: Path, good: Good, lines: list[bytes]) -> tuple[Laptop, list[str]]:
    laptop = Laptop(place / "A", None, Clock())
    feeds = laptop.folder / "feeds"
    feeds.mkdir(mode=0o700)
    (feeds / f"{WRITER}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    (feeds / f"{good.laptop}.jsonl").write_bytes(good.data)
    with laptop.store() as store:
        return laptop, [str(each) for each in store.notices]


def through_backup(place: Path, good: Good, lines: list[bytes]) -> tuple[Laptop, list[str]]:
    bundle = place / "backup.zip"
    with zipfile.ZipFile(bundle, "w") as made:
        made.writestr(f"feeds/{WRITER}.jsonl", b"\n".join(lines) + b"\n")
        made.writestr(f"feeds/{good.laptop}.jsonl", good.data)
    laptop = Laptop(place / "A", None, Clock())
    with laptop.store() as store:
        store.restore(bundle)
        return laptop, [str(each) for each in store.notices]


def assert_good_is_whole(store: Store, laptop: Laptop, good: Good, lines: list[bytes]) -> None:
    desk = laptop.make_desk(store)
    if any(good.match_id.encode() in each for each in lines):
        with contextlib.suppress(Refused):  # another head of it may count
            desk.read(good.match_id)
    else:
        assert good.ids == {each.id for each in desk.read(good.match_id).log}
    assert good.match_id in {
        each.id for archived in (True, False) for each in store.summaries(archived=archived)
    }
    store.events()
    with contextlib.suppress(Refused):
        desk.read(MATCH)
    with contextlib.suppress(Refused):
        EventDesk(desk).open(EVENT)


def assert_all_is_kept_and_named(
    laptop: Laptop, good: Good, lines: list[bytes], texts: list[str]
) -> None:
    with laptop.store() as store:
        assert_good_is_whole(store, laptop, good, lines)
        with store.reading() as session:
            lines_kept = session.connection().exec_driver_sql("SELECT line FROM lines")
            kept = {text.encode() for (text,) in lines_kept}
        assert kept >= set(good.data.splitlines())
        is_newer = any("A newer version of Scorepad wrote the data from" in each for each in texts)
        assert is_newer or kept >= set(lines)
        for each in lines:
            line = decode_line(each)
            assert line is not None
            if isinstance(line.content, UnknownContent) and not is_newer:
                assert any(" can't read" in text or "can't be read" in text for text in texts)
                if line.log:
                    assert_named(store, line.log, texts)
        assert all(
            is_newer and "A newer version of Scorepad wrote the data from" in str(each)
            for each in store.check()
        )


def assert_named(store: Store, log: str, texts: list[str]) -> None:
    """The log is named by its id, or its name, in one of these."""
    names = [log]
    names += [" – ".join(each.teams) for each in store.summaries() if each.id == log]
    names += [" – ".join(each.teams) for each in store.summaries(archived=True) if each.id == log]
    names += [each.name for each in store.events() if each.id == log]
    names += ["Team A – Team B"]
    assert any(name in text for name in names for text in texts), (names, texts)


@pytest.mark.parametrize("enter", [through_folder, through_feeds, through_backup])
@given(data=st.data())
def test_odd_lines_stop_only_their_own_log(
    good: Good, enter: Callable[..., tuple[Laptop, list[str]]], data: st.DataObject
) -> None:
    own = (good.match_id, *good.ids)
    lines = feed_of(data.draw(odd_contents(own)))
    with scratch() as place:
        laptop, texts = enter(place, good, lines)
        assert_all_is_kept_and_named(laptop, good, lines, texts)
        laptop.restart()


def test_check_names_a_feed_of_a_newer_scorepad_and_not_how_to_import_it(good: Good) -> None:
    contents = [CONTENTS[0] | {"format": 2}, *CONTENTS[1:]]
    lines = feed_of([json.dumps(each).encode() for each in contents])
    with scratch() as place:
        laptop, _texts = through_feeds(place, good, lines)
        with laptop.store() as store:
            (text,) = map(str, store.check())
    assert text.startswith("A newer version of Scorepad wrote the data from Old laptop (format 2;")


@given(data=st.data())
def test_odd_rows_in_the_database_stop_only_their_own_log(
    good: Good, database: str, cluster: Cluster, data: st.DataObject
) -> None:
    own = (good.match_id, *good.ids)
    lines = feed_of(data.draw(odd_contents(own)))
    with cluster.admin(database) as admin:
        admin.execute("delete from published")
        admin.execute("delete from laptops")
        for laptop_id, feed in ((WRITER, lines), (good.laptop, good.data.splitlines())):
            admin.execute("insert into laptops (laptop) values (%s)", [laptop_id])
            rows = [(laptop_id, n, each[-34:-2], each) for n, each in enumerate(feed, 1)]
            with admin.cursor() as cursor:
                cursor.executemany(
                    "insert into published values (%s, %s, %s, %s)",
                    [(a, n, h.decode(), line.decode()) for a, n, h, line in rows],
                )
    with scratch() as place:
        clock = Clock()
        clock.time = datetime.now(UTC)
        laptop = Laptop(place / "A", None, clock, database="laptop_a")
        laptop.exchange.report_stops_at_once()
        laptop.look()
        texts = [str(each) for each in laptop.exchange.status.notices]
        assert_all_is_kept_and_named(laptop, good, lines, texts)
        laptop.restart()


@given(data=st.data())
def test_an_odd_file_is_imported_or_refused_whole(data: st.DataObject) -> None:
    contents = [json.loads(each) for each in data.draw(odd_contents())]
    files = list[Any]()
    for log in (MATCH, EVENT):
        of_log = [each for each in contents if each.get("log") == log]
        head = next((each["head"] for each in of_log if "head" in each), {})
        entries = [each["entry"] for each in of_log if "entry" in each]
        files.append({**head, "log": entries} if isinstance(head, dict) else head)
    match, event = files
    if isinstance(event, dict):
        event["scorepad-event"] = 1
    with scratch() as place, Laptop(place / "A", None, Clock()).desk() as desk:
        events = EventDesk(desk)
        for file, import_file in (
            (match, partial(import_match, desk)),
            (event, events.import_event),
        ):
            raw = json.dumps(file).encode()
            before = desk.matches(), events.events()
            try:
                import_file(raw, "odd.json")
            except Refused as refused:
                why = str(refused)
            else:
                again = import_file(raw, "odd.json")
                assert (again.created, again.new) == (False, 0)
                continue
            assert "odd.json" in why
            assert (desk.matches(), events.events()) == before
        for each in desk.matches():
            desk.read(each.id)
        for kept in events.events():
            events.open(kept.id)
