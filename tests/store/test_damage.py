"""Whatever is damaged is made anew from what is whole, and said; nothing is said of what is
ordinary."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from scorepad.desk.ports import AnyEntry
from scorepad.spades.refusal import Refused
from scorepad.store.lines import verified_hash
from tests.fork_server import ForkedProcess
from tests.store.conftest import ENTRIES
from tests.store.kept import KILLER, entry, kept, log, make, match_id
from tests.store.soak import append, opened
from tests.store.test_store import opened as opened_to

ALONE = pytest.mark.skipif(os.name == "nt", reason="POSIX has pipes and links")
N = ENTRIES


def feed(data: Path) -> Path:
    (file,) = (each for each in (data / "feeds").iterdir() if each.suffix == ".jsonl")
    return file


def assert_same(found: Sequence[AnyEntry], count: int = N) -> None:
    """These are the entries of a log; what comes back after damage comes last."""
    assert sorted(found, key=lambda each: each.id or "") == list(log(count))


def assert_whole(data: Path, *said: str) -> None:
    """Everything is there, these words are in what is said, and a second look finds nothing."""
    with opened(data) as store:
        assert_same(store.load(match_id(1)).log)
        assert_same(store.load(match_id(2)).log)
        assert [each.entries for each in store.summaries()] == [N]
        assert [each.entries for each in store.summaries(archived=True)] == [N]
        notices = " ".join(map(str, store.notices))
        for word in said:
            assert word in notices
        assert bool(notices) == bool(said), notices
        store.append(match_id(1), [entry(N + 1)], make(kept(1, log(N + 1))), after=N)
        assert store.check() == []
    with opened(data) as store:
        assert store.notices == ()
        assert_same(store.load(match_id(1)).log, N + 1)
        assert store.check() == []


def spoil(data: Path, *statements: str) -> None:
    """Change rows as damage would: the triggers that guard them are away meanwhile."""
    with contextlib.closing(sqlite3.connect(data / "scorepad.db", isolation_level=None)) as bare:
        triggers = bare.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        guards = triggers.fetchall()
        for name, _ in guards:
            bare.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            bare.execute(statement)
        for _, sql in guards:
            with contextlib.suppress(sqlite3.OperationalError):
                bare.execute(sql)


# The feed


def test_a_feed_that_ends_sooner_gets_the_rest(data: Path) -> None:
    whole = feed(data).read_bytes()
    for end in (len(whole) - 1, len(whole) - 40, len(whole) // 2, 5, 0):
        feed(data).write_bytes(whole[:end])
        with opened(data) as store:
            assert store.notices == ()
            assert store.check() == []
        assert feed(data).read_bytes() == whole


def test_a_feed_that_is_gone_is_made_anew(data: Path) -> None:
    whole = feed(data).read_bytes()
    name = feed(data)
    shutil.rmtree(data / "feeds")
    assert_whole(data)
    assert name.read_bytes().startswith(whole)


def test_a_torn_end_of_zeros_is_ordinary_after_a_power_cut(data: Path) -> None:
    whole = feed(data).read_bytes()
    feed(data).write_bytes(whole[:-700] + bytes(4096))
    assert_whole(data)
    assert feed(data).read_bytes().startswith(whole)


def test_a_feed_that_is_damaged_in_the_middle_is_moved_and_made_anew(data: Path) -> None:
    whole = feed(data).read_bytes()
    at = whole.index(b'"tricks":[') + 10
    feed(data).write_bytes(whole[:at] + b"9" + whole[at + 1 :])
    with opened(data) as store:
        assert store.notices == ()
        store.append(match_id(1), [], make(kept(1, log(N))), after=N)
        store.mark_suspect()  # as after an end that was not orderly
    with opened(data) as store:
        assert "was damaged; it was moved to" in str(store.notices[0])
        assert store.check() == []
    assert feed(data).read_bytes() == whole
    assert len(list((data / "feeds").glob("damaged-*"))) == 1


@pytest.mark.parametrize("write", [True, False])
def test_a_feed_that_check_finds_damaged_is_made_anew_by_the_next_start(
    data: Path, write: bool
) -> None:
    whole = feed(data).read_bytes()
    feed(data).write_bytes(whole.replace(b'"tricks":[', b'"tricks":(', 1))
    with opened_to(data, write=write) as store:
        assert [str(each) for each in store.check()] == [
            f"{feed(data)} is damaged; the next start writes it again from the database."
        ]
    with opened(data) as store:
        assert "was damaged; it was moved to" in str(store.notices[0])
        assert store.check() == []
    with opened(data) as store, contextlib.closing(sqlite3.connect(data / "scorepad.db")) as db:
        assert store.notices == ()
        assert db.execute("SELECT value FROM state WHERE key = 'closed'").fetchone() == ("1",)
    assert feed(data).read_bytes() == whole


def test_what_check_found_is_not_forgotten_by_whoever_records_on(data: Path) -> None:
    whole = feed(data).read_bytes()
    with opened(data) as store:
        feed(data).write_bytes(whole.replace(b'"tricks":[', b'"tricks":(', 1))
        with opened_to(data, write=False) as reader:
            assert len(reader.check()) == 1
        append(store, N + 1)
    with opened(data) as store:
        assert "was damaged; it was moved to" in str(store.notices[0])
        assert store.check() == []


def test_check_says_that_a_feed_is_missing(data: Path) -> None:
    name = feed(data)
    with opened_to(data, write=False) as store:
        name.unlink()
        assert [str(each) for each in store.check()] == [
            f"The feed {name} is missing; the next start writes it again."
        ]
    assert_whole(data)


@pytest.mark.parametrize("is_damaged_too", [False, True])
def test_check_says_one_damage_of_the_database_once(data: Path, is_damaged_too: bool) -> None:
    spoil(data, "UPDATE lines SET line = replace(line, '\"bids\":[3', '\"bids\":[4')")
    if is_damaged_too:
        whole = feed(data).read_bytes()
        feed(data).write_bytes(whole.replace(b'"tricks":[', b'"tricks":(', 1))
    with opened_to(data, write=False) as store:
        (first,) = map(str, store.check())
    shown = r"\S+ is damaged: \d lines in it aren't as they were written. "
    assert re.sub(shown, "", first) == "The next start recovers from that."
    assert_whole(data, "was damaged; it was moved to")


@pytest.mark.parametrize(
    ("text", "word"),
    [(b"CREATE TABLE lines", "a new one was made from it"), (b'"seq":3,', "can't be read")],
)
def test_check_says_of_a_page_that_is_damaged_what_that_means(
    data: Path, text: bytes, word: str
) -> None:
    content = (data / "scorepad.db").read_bytes()
    page = content.index(text) // 4096 * 4096
    with (data / "scorepad.db").open("r+b") as file:
        file.seek(page + 100 * (page == 0))
        file.write(b"\xff" * 100)
    with opened_to(data, write=False) as store:
        (found,) = [*map(str, store.notices), *map(str, store.check())]
    assert word in found
    assert "a new one" in found or "The next start recovers from that" in found
    assert "malformed" not in found
    assert_whole(data, *(["was damaged; it was moved to"] if "next start" in found else []))


def test_a_hole_after_an_end_that_was_not_orderly_is_found_at_the_start(
    data: Path, tmp_path: Path
) -> None:
    after = tmp_path / "after"
    with opened(data) as store:
        store.append(match_id(1), [], make(kept(1, log(N))), after=N)
        store.keep_draft("x", "y")
        shutil.copytree(data, after)
    content = bytearray(feed(after).read_bytes())
    content[1024:1536] = bytes(512)
    feed(after).write_bytes(content)
    assert_whole(after, "was damaged; it was moved to")


@pytest.mark.parametrize("is_open", [True, False])
def test_each_line_is_said_that_a_hole_in_a_feed_has_lost(
    data: Path, tmp_path: Path, is_open: bool
) -> None:
    """The database is an older one, and the feed has a hole over the ends of two lines."""
    older = tmp_path / "older"
    shutil.copytree(data, older)
    with opened(data) as store:
        for n in range(N + 1, N + 5):
            append(store, n)
    lines = feed(data).read_bytes().splitlines(keepends=True)
    content = bytearray(b"".join(lines))
    hole = slice(len(b"".join(lines[:-3])) + 200, len(b"".join(lines[:-2])) + 200)
    content[hole] = bytes(hole.stop - hole.start)
    if not is_open:
        feed(older).write_bytes(content)
    with opened(older) as store:
        if is_open:
            feed(older).write_bytes(content)
            store.update_feed_files()
        assert len(store.load(match_id(1)).log) == N + 2
        lost = [str(each) for each in store.notices if "in this folder" in str(each)]
    assert len(lost) == 1
    assert lost[0].startswith(f"Lines {len(lines) - 2}, {len(lines) - 1} of")
    assert match_id(1) in lost[0]


def test_lines_that_only_the_feed_has_are_taken_in(data: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    shutil.copyfile(data / "scorepad.db", older)
    with opened(data) as store:
        append(store, N + 1)
        store.create(kept(3), make(kept(3)))
        store.archive(match_id(1), True)
    shutil.copyfile(older, data / "scorepad.db")
    for write in (False, True):
        with opened_to(data, write=write) as store:
            assert store.load(match_id(1)).log == log(N + 1)
            assert [each.id for each in store.summaries()] == [match_id(3)]
            assert len(store.summaries(archived=True)) == 2
            assert store.notices == ()
    with opened(data) as store:
        assert store.check() == []


@pytest.mark.parametrize("name", ["copy", "{} (conflicted copy)"])
@pytest.mark.parametrize("line", ["known", "unknown", "damaged", "of nobody here"])
def test_a_copy_of_a_feed_beside_it_is_read_as_lines_and_is_no_damage(
    data: Path, tmp_path: Path, name: str, line: str
) -> None:
    """A stray file in the folder of the feeds, as a file manager or a synced folder makes it."""
    whole = feed(data).read_bytes()
    copy = data / "feeds" / f"{name.format(feed(data).stem)}.jsonl"
    count = N
    match line:
        case "unknown":
            with opened(shutil.copytree(data, tmp_path / "later")) as store:
                append(store, count := N + 1)
            whole = feed(tmp_path / "later").read_bytes()
        case "damaged":
            whole = whole.replace(b'"tricks":[', b'"tricks":(', 1)
        case "of nobody here":
            with opened(tmp_path / "other") as store:
                store.create(kept(3), make(kept(3)))
            whole = feed(tmp_path / "other").read_bytes()
    copy.write_bytes(whole)
    for write in (False, True, False, True):
        with opened_to(data, write=write) as store:
            assert store.notices == ()
            assert_same(store.load(match_id(1)).log, count)
            assert store.has(match_id(3)) is (line == "of nobody here")
            assert store.check() == []
    assert copy.read_bytes() == whole
    (data / "scorepad.db").unlink()
    with opened(data) as store:
        assert [str(each) for each in store.notices] == [
            f"The database in {data} was missing; it was made again from the feeds."
        ]
        assert_same(store.load(match_id(1)).log, count)


def test_a_damaged_last_line_that_the_database_lacks_is_lost_and_said(
    data: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older.db"
    shutil.copyfile(data / "scorepad.db", older)
    with opened(data) as store:
        append(store, N + 1)
        append(store, N + 2)
    shutil.copyfile(older, data / "scorepad.db")
    content = feed(data).read_bytes()
    feed(data).write_bytes(content[:-80] + b"?" + content[-79:])
    with opened(data) as store:
        assert store.load(match_id(1)).log == log(N + 1)
        (lost,) = (str(each) for each in store.notices if match_id(1) in str(each))
        assert "isn't in this folder" in lost


# The database


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    "way", ["gone", "empty", "half", "junk", "schema", "trigger", "view", "older"]
)
def test_a_database_that_cannot_be_used_is_made_anew(data: Path, way: str, write: bool) -> None:
    """Whoever starts recovers, also to read."""
    file = data / "scorepad.db"
    content = file.read_bytes()
    match way:
        case "gone":
            file.unlink()
        case "empty":
            file.write_bytes(b"")
        case "half":
            file.write_bytes(content[: len(content) // 2])
        case "junk":
            file.write_bytes(random.Random(7).randbytes(len(content)))
        case "schema":
            spoil(data, "DROP TABLE statuses")
        case "trigger":
            spoil(data, "CREATE TRIGGER x AFTER INSERT ON lines BEGIN DELETE FROM drafts; END")
        case "older":  # tables of an earlier program beside ours
            spoil(data, "CREATE TABLE matches (id)", "CREATE TABLE entries (id)")
        case "view":
            endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i"
            spoil(data, "DROP TABLE lines", f"CREATE VIEW lines AS {endless} AS line FROM n")
    word = "was missing" if way == "gone" else "was damaged; it was moved to"
    if write:
        assert_whole(data, word, "made")
    else:
        with opened_to(data, write=False) as reader:
            assert_same(reader.load(match_id(1)).log)
            assert word in str(reader.notices[0])
        assert_whole(data)
    assert len(list(data.glob("scorepad-damaged-*.db"))) == (way != "gone")


def test_a_row_that_changed_is_written_anew_from_the_feed(data: Path) -> None:
    spoil(data, "UPDATE lines SET line = replace(line, '\"bids\":[3', '\"bids\":[4')")
    with opened(data) as store, pytest.raises(Refused, match="it then recovers from the feeds"):
        store.load(match_id(1))
    with opened_to(data, write=False) as reader:
        assert_same(reader.load(match_id(1)).log)
        assert "was damaged" in str(reader.notices[0])
    with opened(data) as store:
        assert_same(store.load(match_id(1)).log)
        assert store.draft(match_id(1)) == "4 3 ▮"
    assert_whole(data)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE statuses SET status = replace(status, 'Kings', 'Queens')",
        "UPDATE statuses SET status = '['",
        "UPDATE statuses SET entries = 3",
        "UPDATE statuses SET archived = NOT archived",
        "DELETE FROM statuses",
        "UPDATE feeds SET writer = 'x', predecessor = 'y'",
        "DELETE FROM feeds",
    ],
)
def test_a_cache_that_lies_is_found_and_made_again(data: Path, statement: str) -> None:
    spoil(data, statement)
    with opened_to(data, write=False) as reader:
        assert reader.check()
    with opened(data) as store:
        assert store.notices == ()
    assert_whole(data)


def test_a_row_that_an_index_does_not_show_is_found(data: Path, tmp_path: Path) -> None:
    copy = shutil.copyfile(feed(data), tmp_path / "copy.jsonl")
    with opened(data) as store:
        # The index says of line 5 that it is line 127, and whoever looks for lines stops there.
        start = b"\x04\x55\x01\x01" + store.laptop_id().encode()
        content = (data / "scorepad.db").read_bytes()
        assert content.count(start + b"\x05") == 1
        with (data / "scorepad.db").open("r+b") as file:
            file.seek(content.find(start + b"\x05") + len(start))
            file.write(b"\x7f")
    with opened(data) as store, pytest.raises(Refused, match="it then recovers from the feeds"):
        store.restore(copy)
    assert_whole(data, "was damaged")


def test_check_says_what_the_list_lacks(data: Path) -> None:
    spoil(data, "DELETE FROM statuses")
    with opened(data) as store:
        texts = list(map(str, store.check()))
        assert len(texts) == 2
        assert all("The next start makes the list again." in each for each in texts)
    assert_whole(data)


def test_check_says_in_one_sentence_which_lines_of_a_feed_are_missing(data: Path) -> None:
    spoil(data, "DELETE FROM lines WHERE seq IN (3, 5, 6)")
    (bundle,) = (data / "backups").iterdir()
    for feed in (data / "feeds").iterdir():
        lines = feed.read_bytes().splitlines(keepends=True)
        feed.write_bytes(b"".join(lines[n] for n in range(len(lines)) if n + 1 not in (3, 5, 6)))
    with opened_to(data, write=False) as reader:
        text = f"{bundle} has 3 lines that are not here; “scorepad restore {bundle}” imports them."
        assert text in [str(each) for each in reader.check()]
        bundle.unlink()
        texts = [each for each in map(str, reader.check()) if "in this folder" in each]
    assert len(texts) == 1
    assert texts[0].startswith("Lines 3, 5, 6 of ")


def test_damage_that_is_found_beside_another_program_is_mended_when_both_are_gone(
    data: Path,
) -> None:
    with opened(data) as one:
        with opened(data) as other:
            spoil(data, "UPDATE lines SET line = replace(line, 'Pat', 'Bob')")
            with pytest.raises(Refused, match="Close Scorepad everywhere and open it again"):
                other.load(match_id(1))
        assert one.summaries()
    assert_whole(data, "was damaged")


def test_a_database_that_is_removed_under_a_running_program_is_made_again_by_the_next_start(
    data: Path,
) -> None:
    with opened(data) as store:
        append(store, N + 1)
        for each in data.glob("scorepad.db*"):
            each.unlink()
        with pytest.raises(Refused, match="it then recovers from the feeds"):
            append(store, N + 2)
    with opened(data) as store:
        assert store.load(match_id(1)).log == log(N + 1)
        assert "was missing" in str(store.notices[0])
        assert store.check() == []


def test_recovering_is_finished_by_the_next_start(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever operation on names fails: the next start finds all of it."""
    (data / "scorepad.db").write_bytes(b"?" * 5000)
    done, fails = 0, 1

    def failing(*given: object, real: object, **more: object) -> object:
        nonlocal done
        done += 1
        if done == fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(*given, **more)  # type: ignore[operator]

    for module, name in ((Path, "rename"), (os, "fsync"), (os, "link"), (Path, "chmod")):
        real = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *given, real=real, **more: failing(*given, real=real, **more)
        )
    while True:
        done = 0
        try:
            with opened(data):
                break
        except Refused:
            fails += 1
    monkeypatch.undo()
    assert fails > 3
    with opened(data) as store:
        assert store.load(match_id(1)).log == log(N)
        assert store.check() == []


RECOVERS = (
    KILLER
    + """
from pathlib import Path
from tests.store.soak import opened
folder, step = Path(sys.argv[1]), int(sys.argv[2])
steps = kill_at(step, folder)
with opened(folder):
    print(steps())
"""
)


def test_recovering_that_is_killed_at_any_step_loses_no_draft(data: Path, tmp_path: Path) -> None:
    spoil(data, "UPDATE lines SET line = replace(line, 'Pat', 'Bob')")
    with contextlib.closing(sqlite3.connect(data / "scorepad.db")) as bare:
        bare.execute("UPDATE state SET value = '?' WHERE key = 'closed'")
        bare.commit()

    def run_until(step: int) -> tuple[Path, str]:
        copy = shutil.copytree(data, tmp_path / f"data{step}")
        with ForkedProcess([str(copy), str(step)], code=RECOVERS, text=True) as process:
            out, err = process.communicate()
        assert err == ""
        return copy, out

    _, steps = run_until(0)
    assert int(steps) > 15
    for step in range(1, int(steps) + 1):
        copy, _ = run_until(step)
        with opened_to(copy, write=False) as reader:
            assert_same(reader.load(match_id(1)).log)
        with opened(copy) as store:
            assert store.draft(match_id(1)) == "4 3 ▮", step
            assert_same(store.load(match_id(1)).log)
            assert not any("missing" in str(each) for each in store.notices), step
            assert store.check() == []
        assert len(list(copy.glob("scorepad-damaged-*.db"))) == 1


@pytest.mark.parametrize("content", [b"junk" * 200, bytes.fromhex("d9d505f920a163d7") * 100])
def test_a_journal_that_nobody_wrote_keeps_nobody_out(data: Path, content: bytes) -> None:
    (data / "scorepad.db-journal").write_bytes(content)
    with opened_to(data, write=False) as reader:
        assert reader.load(match_id(1)).log == log(N)
    with opened(data) as store:
        assert_same(store.load(match_id(1)).log)


def test_every_line_of_a_feed_proves_itself(data: Path) -> None:
    lines = feed(data).read_bytes().splitlines()
    assert all(verified_hash(line) for line in lines)


def _each_byte(content: bytes, every: int) -> Iterator[int]:
    yield from range(0, len(content), every)


@pytest.mark.parametrize("name", ["database", "feed"])
def test_a_changed_byte_anywhere_loses_nothing(data: Path, tmp_path: Path, name: str) -> None:
    """Every so many bytes of the closed files, one after the other."""
    original = (data / "scorepad.db" if name == "database" else feed(data)).read_bytes()
    for turn, at in enumerate(_each_byte(original, len(original) // 25 + 1)):
        copy = tmp_path / f"copy{turn}"
        shutil.copytree(data, copy)
        file = copy / "scorepad.db" if name == "database" else feed(copy)
        with file.open("r+b") as changed:
            changed.seek(at)
            changed.write(bytes([original[at] ^ 0x40]))
        with opened(copy) as store, contextlib.suppress(Refused):
            store.load(match_id(1))  # damage that is met is one refusal
            store.load(match_id(2))
        with opened(copy) as store:
            assert_same(store.load(match_id(1)).log)
            assert_same(store.load(match_id(2)).log)
        shutil.rmtree(copy)


@pytest.mark.parametrize("version", [6, 5, 3, 0, 15, 39, 7 | 1 << 30])
def test_a_version_that_is_damaged_locks_nobody_out(data: Path, version: int) -> None:
    """One bit of the number of the tables: it makes the database neither older nor newer."""
    with contextlib.closing(sqlite3.connect(data / "scorepad.db")) as bare:
        bare.execute(f"PRAGMA user_version = {version}")
    with opened(data) as store:
        assert "was damaged; it was moved to" in str(store.notices[0])
        assert store.draft(match_id(1)) == "4 3 ▮"
    assert_whole(data)


@pytest.mark.parametrize("at", [19, 47, 59, 63, 71])
def test_a_byte_of_the_header_that_is_damaged_locks_nobody_out(data: Path, at: int) -> None:
    """Where SQLite keeps which format the file has, how its text is encoded, whose it is."""
    with (data / "scorepad.db").open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ 8]))
    for write in (False, True):
        with opened_to(data, write=write) as store:
            assert_same(store.load(match_id(1)).log)
    assert_whole(data)
