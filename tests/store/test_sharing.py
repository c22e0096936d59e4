"""What one laptop recorded is elsewhere too: in a folder that is shared, in a backup; and it comes
back from there."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from scorepad.spades.entries import Head, Note, UnknownEntry
from scorepad.spades.order import order_log
from scorepad.spades.refusal import Refused
from scorepad.store import sharing
from scorepad.store.feeds import shared_file
from scorepad.store.intake import fork_id
from scorepad.store.lines import digest_rules, make_line
from scorepad.store.store import Store
from tests.store.kept import (
    START,
    THERE,
    append,
    create,
    entry,
    entry_id,
    grown,
    ids,
    kept,
    log,
    make,
    match_id,
    names,
    opened,
    query,
    record,
)

OTHER = "0195731b-4c00-4000-8000-00000000000b"


def laptop(store: Store) -> str:
    return str(query(store, "SELECT value FROM state WHERE key = 'laptop'"))


def written(folder: Path, *payloads: bytes, laptop_id: str = OTHER, first: int = 1) -> list[bytes]:
    """Lines of another laptop, in a file of a folder."""
    lines, before = list[bytes](), ""
    for seq, payload in enumerate(payloads, first):
        line, before = make_line(laptop_id, seq, before, payload)
        lines.append(line)
    file = folder / f"scorepad-{laptop_id[:8]}.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    return lines


FEED = b'{"format":1,"name":"B","program":"x","machine":"m"}'
HEAD = msgspec.json.encode(
    {
        "log": match_id(1),
        "kind": "match",
        "created": START,
        "head": {"rules": "unc", "table": "9"},
    }
)


def entry_payload(entry_json: str, log_id: str = match_id(1)) -> bytes:
    return f'{{"log":"{log_id}","entry":{entry_json}}}'.encode()


# The folder that is shared


def test_the_folder_gets_what_is_recorded(tmp_path: Path, drive: Path) -> None:
    data = tmp_path / "data"
    with opened(data, drive) as store:
        create(store, kept(1, log(3)))
        append(store, entry(4))
    (there,) = drive.iterdir()
    (here,) = (data / "feeds").iterdir()
    assert there.read_bytes() == here.read_bytes()
    assert there.name == f"scorepad-{here.stem.replace('-', '')[:12]}.jsonl"
    with opened(data, drive) as store:
        with there.open("ab") as file:
            file.write(b'{"laptop":"0195')  # its writer was killed
        assert store.check() == []
    with opened(tmp_path / "new", machine=THERE) as store:
        assert store.restore(drive).new == here.read_bytes().count(b"\n")
        assert store.load(match_id(1)).log == log(4)
        assert store.check() == []
        assert store.restore(drive).new == 0


@pytest.mark.parametrize("cut", ["one bit", "torn"])
def test_a_line_on_a_drive_that_is_unknown_here_and_damaged_is_never_written_over(
    tmp_path: Path, drive: Path, cut: str
) -> None:
    """The whole folder is put back as it was; the last line of what the drive has more is
    damaged."""
    data, older = tmp_path / "data", tmp_path / "older"
    record(data, 3, drive)
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        append(store, entry(4))
    (file,) = drive.iterdir()
    content = file.read_bytes()
    at = content.rindex(b'"hash":"') - 20
    content = content[:at] + (bytes([content[at] ^ 1]) + content[at + 1 :]) * (cut == "one bit")
    file.write_bytes(content)
    with opened(older, drive) as store:
        append(store, entry(20))
    (moved,) = drive.glob("damaged-*")
    assert moved.read_bytes() == content
    texts = [str(each) for each in store.notices]
    assert f"{file} was damaged; Scorepad moved it to {moved.name} and wrote a new one." in texts
    assert any("This folder is missing" in each for each in texts)
    assert len(texts) == 2
    with opened(older, drive) as store:
        assert store.notices == ()
        assert store.check() == []
    assert file.read_bytes() == next((older / "feeds").iterdir()).read_bytes()


def test_each_line_is_said_that_a_hole_on_a_drive_has_lost(tmp_path: Path, drive: Path) -> None:
    data, older = tmp_path / "data", tmp_path / "older"
    record(data, 3, drive)
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        append(store, *log(7)[3:])
    (file,) = drive.iterdir()
    lines = file.read_bytes().splitlines(keepends=True)
    hole = slice(len(b"".join(lines[:7])) + 200, len(b"".join(lines[:8])) + 200)
    content = bytearray(file.read_bytes())
    content[hole] = bytes(hole.stop - hole.start)
    file.write_bytes(content)
    with opened(older, drive) as store:
        assert ids(store) == names(1, 2, 3, 4, 7)
        (lost,) = (str(each) for each in store.notices if "This folder is missing" in str(each))
    assert lost.startswith("This folder is missing lines 8, 9 of the entries from")


def test_a_feed_of_a_newer_program_in_the_own_file_is_said_and_the_others_go_on(
    tmp_path: Path, drive: Path
) -> None:
    data = tmp_path / "data"
    with opened(data, drive) as store:
        create(store, kept(1, log(3)))
        first = laptop(store)
    (file,) = drive.iterdir()
    newer = written(drive, FEED.replace(b'"format":1', b'"format":2'), HEAD, laptop_id=first)
    (drive / f"scorepad-{first[:8]}.jsonl").replace(file)
    content = file.read_bytes()
    with opened(data, drive, machine=THERE) as store:
        append(store, entry(4))
        assert "A newer version of Scorepad wrote the data from B (format 2" in str(store.publish())
        second = shared_file(drive, laptop(store))
    assert file.read_bytes() == content == b"".join(line + b"\n" for line in newer)
    assert second.read_bytes().count(b"\n") == 2


def test_a_folder_in_the_place_of_an_old_feed_is_said_and_the_others_go_on(
    tmp_path: Path, drive: Path
) -> None:
    data = tmp_path / "data"
    record(data, 3, drive)
    (file,) = drive.iterdir()
    file.unlink()
    file.mkdir()
    with opened(data, drive, machine=THERE) as store:
        append(store, entry(4))
        assert f"{file}: it's a folder. Move it" in str(store.publish())
        assert shared_file(drive, laptop(store)).read_bytes().count(b"\n") == 2
    file.rmdir()
    with opened(data, drive, machine=THERE) as store:
        assert store.publish() is None
    assert file.read_bytes().count(b"\n") == 6


def test_a_drive_that_is_taken_out_meanwhile_leaves_no_folder(
    tmp_path: Path, drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_out(folder: Path, laptop_id: str) -> Path:
        drive.rmdir()
        return shared_file(folder, laptop_id)

    with opened(tmp_path / "data") as store:
        create(store, kept(1))
        monkeypatch.setattr(sharing, "shared_file", take_out)
        why = str(sharing.publish_to_folder(store, drive))
    assert ": it doesn't exist. Your entries stay on this computer" in why
    assert not drive.exists()


def _parted(tmp_path: Path, drive: Path) -> tuple[Path, Path]:
    """A data folder whose copy recorded on, and put what it recorded on the drive; the drive's
    file."""
    data, other = tmp_path / "data", tmp_path / "other"
    record(data, 3, drive)
    shutil.copytree(data, other)
    with opened(other, drive) as store:
        append(store, entry(4), entry(5))
    (file,) = drive.iterdir()
    return data, file


def test_what_comes_before_the_fork_is_on_the_drive_though_it_was_damaged_there(
    tmp_path: Path, drive: Path
) -> None:
    data, file = _parted(tmp_path, drive)
    file.write_bytes(file.read_bytes().replace(b'"tricks":[', b'"tricks":(', 1))
    with opened(data) as store:
        append(store, entry(6), entry(7))
    with opened(data, drive) as store:
        assert store.publish() is None
    with opened(tmp_path / "new", machine=THERE) as store:
        store.restore(drive)
        assert ids(store) == names(*range(1, 8))


def test_something_else_in_the_place_of_the_file_beside_is_said(
    tmp_path: Path, drive: Path
) -> None:
    data, file = _parted(tmp_path, drive)
    with opened(data) as store:
        append(store, entry(6), entry(7))
    with opened(data, drive) as store:
        (end,) = (each for each in store.feed_ends() if each.forks)
    beside = shared_file(drive, end.fork_name)
    content = beside.read_bytes()
    shutil.copyfile(file, beside)
    with opened(data, drive) as store:
        assert str(store.publish()) == (
            f"{beside} should hold what this laptop shares, but it holds something else, so "
            "Scorepad didn't write to it. Move the file to another folder, and Scorepad will "
            "write a new one."
        )
    assert beside.read_bytes() == file.read_bytes()
    beside.rename(tmp_path / "away")
    with opened(data, drive) as store:
        assert store.publish() is None
    assert beside.read_bytes().startswith(content)


# One laptop, one id


def test_a_folder_on_another_computer_gets_another_id(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as store:
        create(store, kept(1, log(3)))
        first = laptop(store)
    with opened(data, machine="") as store:
        append(store, entry(4))
        assert laptop(store) == first, "a computer without an id is not another one"
    with opened(data, machine=THERE) as store:
        append(store, entry(5))
        second = laptop(store)
        assert second != first
        assert store.load(match_id(1)).log == log(5)
    feed = (data / "feeds" / f"{second}.jsonl").read_bytes()
    assert f'"from":"{first}"'.encode() in feed.splitlines()[0]
    with opened(data, machine=THERE) as store:
        append(store, entry(6))
        assert laptop(store) == second
        assert store.check() == []


@pytest.mark.parametrize("is_missing", [True, False])
def test_a_feed_of_another_data_folder_of_this_computer_is_not_taken_for_the_own_one(
    tmp_path: Path, drive: Path, is_missing: bool
) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    with opened(data, drive) as store:
        create(store, kept(1, log(3)))
        first = laptop(store)
    with opened(other) as store:
        create(store, kept(2))
        theirs = laptop(store)
    feed = other / "feeds" / f"{theirs}.jsonl"
    with opened(data, drive) as store:
        store.take_in_earlier_lines(feed.read_bytes().splitlines())
    if is_missing:
        for each in data.glob("scorepad.db*"):
            each.unlink()
    else:
        (data / "scorepad.db").write_bytes(b"?" * 5000)
    with opened(data, drive) as store:
        append(store, entry(4))
        mine = laptop(store)
        assert mine not in {first, theirs}
        for n in range(2):
            with opened(other) as there:
                there.archive(match_id(2), n == 0)
            store.take_in_earlier_lines(feed.read_bytes().splitlines())
            append(store, entry(5 + n))
            assert laptop(store) == mine
        assert store.check() == []
    assert {each.name[9:17] for each in drive.iterdir()} == {first[:8], mine[:8]}


def test_what_a_lost_database_had_not_published_is_published(tmp_path: Path, drive: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as store:
        create(store, kept(1, log(3)))
        first = laptop(store)
    for each in data.glob("scorepad.db*"):
        each.unlink()
    with opened(data, drive) as store:
        append(store, entry(4))
        assert laptop(store) != first
    with opened(tmp_path / "new", machine=THERE) as store:
        store.restore(drive)
        assert ids(store) == names(1, 2, 3, 4)


def test_two_lines_of_one_number_are_both_kept(tmp_path: Path, drive: Path) -> None:
    """The second chain has an id that all readers give it."""
    notes = [f'{{"kind":"note","id":"{entry_id(n)}","text":"{n}"}}' for n in range(1, 5)]
    written(drive, FEED, HEAD, entry_payload(notes[0]), entry_payload(notes[1]))
    (file,) = drive.iterdir()
    copy = drive / "scorepad-conflict.jsonl"
    file.rename(copy)
    written(drive, FEED, HEAD, entry_payload(notes[2]), entry_payload(notes[3]))
    with opened(tmp_path / "data") as store:
        assert store.restore(drive).new == 6
        assert store.restore(drive).new == 0
        assert ids(store) == names(1, 2, 3, 4)
        (said,) = store.notices
        assert str(said).startswith("Two computers made entries under the same name and ID, B (")
        assert store.check() == []
    forks = {each.stem for each in (tmp_path / "data" / "feeds").iterdir()}
    third = msgspec.json.decode(copy.read_bytes().splitlines()[2])["hash"]
    assert forks == {OTHER, fork_id(OTHER, third)}


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_three_chains_of_one_laptop_part_where_they_differ(
    tmp_path: Path, drive: Path, order: tuple[int, ...]
) -> None:
    """Two parted late and the third one earlier; none continues with what another one lacks."""
    chains = (1, 2, 3, 4), (1, 2, 3, 5), (1, 6, 7)
    with opened(tmp_path / "data") as store:
        for at in order:
            notes = [f'{{"kind":"note","id":"{entry_id(n)}","text":"{n}"}}' for n in chains[at]]
            written(drive, FEED, HEAD, *map(entry_payload, notes))
            store.restore(drive)
        assert ids(store) == names(1, 2, 3, 4, 5, 6, 7)
        assert store.check() == []
        gaps = (
            "SELECT sum(gap) FROM "
            "(SELECT max(seq) - min(seq) + 1 - count(*) AS gap FROM lines GROUP BY laptop)"
        )
        assert query(store, gaps) == 0


@pytest.mark.parametrize(("missing", "end"), [(1, 0), (3, 2), (4, 3)])
def test_a_feed_goes_as_far_as_it_has_no_gap(
    tmp_path: Path, drive: Path, missing: int, end: int
) -> None:
    notes = [f'{{"kind":"note","id":"{entry_id(n)}","text":"{n}"}}' for n in (1, 2)]
    lines = written(drive, FEED, HEAD, *map(entry_payload, notes))
    (file,) = drive.iterdir()
    file.write_bytes(b"".join(line + b"\n" for n, line in enumerate(lines, 1) if n != missing))
    with opened(tmp_path / "data") as store:
        store.restore(drive)
        assert [each.seq for each in store.feed_ends() if each.laptop == OTHER] == [end]


# What is unknown here


def test_an_entry_of_an_unknown_kind_is_kept_and_its_log_is_read_only(
    tmp_path: Path, drive: Path
) -> None:
    vote = f'{{"kind":"vote","id":"{entry_id(1)}","after":"","x":1}}'
    written(drive, FEED, HEAD, entry_payload(vote))
    with opened(tmp_path / "data") as store:
        store.restore(drive)
        (found,) = store.load(match_id(1)).log
        assert found == UnknownEntry(id=entry_id(1), kind="vote", after="", data=vote.encode())
        with pytest.raises(
            Refused, match=r"view what's here but not change it\. To continue, update"
        ):
            store.append(match_id(1), [entry(2)], make(kept(1)), after=1)
        assert store.check() == []


def test_an_unknown_line_is_kept_and_the_feed_goes_on(tmp_path: Path, drive: Path) -> None:
    unknown = f'{{"log":"{match_id(1)}","vote":1}}'.encode()
    note = f'{{"kind":"note","id":"{entry_id(1)}","text":"1"}}'
    written(drive, FEED, HEAD, unknown, b'{"vote":2}', entry_payload(note))
    with opened(tmp_path / "data") as store:
        assert store.restore(drive).new == 5
        assert ids(store) == names(1)
        with pytest.raises(Refused, match="view what's here but not change it"):
            store.append(match_id(1), [entry(2)], make(kept(1)), after=1)
        assert store.check() == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"vote":1}', "This computer can't read something that B recorded"),
        (f'{{"log":"{match_id(2)}","vote":1}}', f"The match or event {match_id(2)} has something"),
    ],
)
def test_an_unknown_line_is_told_of_its_log_or_its_laptop(
    tmp_path: Path, drive: Path, line: str, told: str
) -> None:
    written(drive, FEED, HEAD, line.encode())
    with opened(tmp_path / "data") as store:
        store.restore(drive)
        (text,) = store.notices
        assert str(text).startswith(told)


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_times_at_which_a_log_began_the_earlier_one_counts(
    tmp_path: Path, drive: Path, is_first: bool
) -> None:
    """A match file is imported here before the feed arrives in which it began, or after."""
    earlier = msgspec.json.encode(START - timedelta(hours=14))
    written(drive, FEED, HEAD.replace(msgspec.json.encode(START), earlier))
    match = replace(kept(1), head=Head(rules="unc", table="9"))
    with opened(tmp_path / "data") as store:
        if is_first:
            store.create(match, replace(make(match), created=START))
        store.restore(drive)
        if not is_first:
            store.add_missing_entries(match.id, [entry(1)], make(grown(match, entry(1))))
        (listed,) = store.summaries()
        assert listed.created == START - timedelta(hours=14)
        store.append(match.id, [], make(store.load(match.id)), after=listed.entries)
        assert store.summaries()[0].created == START - timedelta(hours=14)
        assert store.check() == []


def test_a_long_feed_of_a_greater_format_is_left_out_as_a_whole(
    tmp_path: Path, drive: Path
) -> None:
    notes = [f'{{"kind":"note","id":"{entry_id(n)}","text":"{n}"}}' for n in range(2500)]
    newer = FEED.replace(b'"format":1', b'"format":2')
    written(drive, newer, HEAD, *map(entry_payload, notes))
    with opened(tmp_path / "data") as store:
        assert store.restore(drive).new == 0
        (text,) = store.notices
        assert "A newer version of Scorepad wrote the data from" in str(text)
        assert not store.has(match_id(1))
        assert store.check() == []


def test_lines_on_a_drive_that_are_left_out_end_no_publishing(tmp_path: Path, drive: Path) -> None:
    """A feed of a greater format came under the own id; the drive has more than is here."""
    data, older = tmp_path / "data", tmp_path / "older"
    with opened(data, drive) as store:
        create(store, kept(1, log(3)))
        own = laptop(store)
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        append(store, entry(4))
    newer = tmp_path / "newer"
    newer.mkdir()
    written(newer, FEED.replace(b'"format":1', b'"format":2'), HEAD, laptop_id=own)
    with opened(older) as store:
        assert store.restore(newer).new == 0
        why = sharing.publish_to_folder(store, drive)
        assert "A newer version of Scorepad wrote the data from B (format 2" in str(why)
        assert store.restore(drive).new == 1
        assert sharing.publish_to_folder(store, drive) is None
        assert ids(store) == names(1, 2, 3, 4)


def test_a_log_waits_for_its_rules(tmp_path: Path, drive: Path) -> None:
    rules_hash = digest_rules({"id": "x"}).encode()
    head = HEAD.replace(
        b'"rules":"unc"', b'"rules_hash":"%b","teams":[{"name":"A"},{"name":"B"}]' % rules_hash
    )
    written(drive, FEED, head)
    with opened(tmp_path / "data") as store:
        store.restore(drive)
        assert [each.table for each in store.summaries()] == ["9"]
        with pytest.raises(Refused, match="hasn't arrived on this computer yet"):
            store.load(match_id(1))
        forged = b'{"rules":{"id":"y"},"rules_hash":"%b"}' % rules_hash
        rules = b'{"rules":{"id":"x"},"rules_hash":"%b"}' % rules_hash
        written(drive, FEED, forged, laptop_id=OTHER.replace("b", "a"))
        written(drive, FEED, rules, laptop_id=OTHER.replace("b", "c"))
        store.restore(drive)
        assert store.load(match_id(1)).head.rules == {"id": "x"}
        assert store.check() == []


def test_two_contents_of_one_id_are_both_kept_and_the_smaller_hash_counts(
    tmp_path: Path, drive: Path
) -> None:
    texts = []
    for order in (1, -1):
        folder = tmp_path / f"drive{order}"
        folder.mkdir()
        notes = [f'{{"kind":"note","id":"{entry_id(1)}","text":"{n}"}}' for n in (1, 2)][::order]
        written(folder, FEED, HEAD, *map(entry_payload, notes))
        with opened(tmp_path / f"data{order}") as store:
            store.restore(folder)
            result = order_log(store.load(match_id(1)).log)
            (found,) = result.log
            assert isinstance(found, Note)
            texts.append(found.text)
            assert result.conflicts == (entry_id(1),)
            assert store.check() == []
    assert len(set(texts)) == 1


def test_the_same_entry_of_several_feeds_is_one_entry(tmp_path: Path, drive: Path) -> None:
    notes: Sequence[str] = (
        f'{{"kind":"note","id":"{entry_id(1)}","text":"1"}}',
        f'{{"id":"{entry_id(1)}","text":"1","kind":"note"}}',
    )
    for n, note in enumerate(notes):
        written(drive, FEED, HEAD, entry_payload(note), laptop_id=f"{n}{OTHER[1:]}")
    with opened(tmp_path / "data") as store:
        store.restore(drive)
        match = store.load(match_id(1))
        assert len(match.log) == 1
        store.append(match_id(1), [entry(2)], make(grown(match, entry(2))), after=1)
        assert store.check() == []
