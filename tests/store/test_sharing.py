"""What one laptop recorded is elsewhere too: in a folder that is shared, in a backup; and it comes
back from there."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from scorepad.desk.ports import AnyEntry
from scorepad.spades.entries import Note, UnknownEntry
from scorepad.spades.order import order_log
from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.intake import fork_id
from scorepad.store.lines import make_line
from scorepad.store.store import Store
from tests.store.kept import START, entry, entry_id, grown, kept, log, make, match_id, published

HERE, THERE = "a" * 32, "b" * 32
OTHER = "0195731b-4c00-4000-8000-00000000000b"


def opened(
    folder: Path, share: Path | None = None, *, machine: str = HERE, days: int = 0
) -> AbstractContextManager[Store]:
    return published(
        open_store(
            folder,
            write=True,
            summarize=make,
            now=lambda: START + timedelta(days=days),
            share_folder=lambda: str(share or ""),
            machine=machine,
        )
    )


def append(store: Store, *entries: AnyEntry) -> None:
    seen = store.load(match_id(1))
    store.append(seen.id, entries, make(grown(seen, *entries)), after=len(seen.log))


def ids(store: Store) -> set[str]:
    return {each.id or "" for each in store.load(match_id(1)).log}


def names(*numbers: int) -> set[str]:
    return {entry_id(n) for n in numbers}


def laptop(store: Store) -> str:
    with store.reading_connection() as connection:
        query = "SELECT value FROM state WHERE key = 'laptop'"
        return str(connection.exec_driver_sql(query).scalar())


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
        store.create(kept(1, log(3)), make(kept(1)))
        append(store, entry(4))
    (there,) = drive.iterdir()
    (here,) = (data / "feeds").iterdir()
    assert there.read_bytes() == here.read_bytes()
    assert there.name == f"scorepad-{here.stem.replace('-', '')[:12]}.jsonl"
    with opened(data, drive) as store:
        with there.open("ab") as file:
            file.write(b'{"laptop":"0195')  # whoever wrote it was killed
        assert store.check() == []
    with opened(tmp_path / "new", machine=THERE) as store:
        assert store.restore(drive).new == here.read_bytes().count(b"\n")
        assert store.load(match_id(1)).log == log(4)
        assert store.check() == []
        assert store.restore(drive).new == 0


def test_a_drive_that_is_out_is_said_and_gets_the_rest(tmp_path: Path, drive: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    drive.rename(out)
    with opened(data, drive) as store:
        store.create(kept(1, log(3)), make(kept(1, log(3))))
    (said,) = store.notices
    assert "is kept here" in str(said)
    out.rename(drive)
    with opened(data, drive) as store:
        assert store.check() == []
    assert len(list(drive.iterdir())) == 1


def test_a_data_folder_is_no_folder_to_share(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    with opened(one) as store:
        store.create(kept(1), make(kept(1)))
    before = sorted(one.rglob("*"))
    with opened(other, one) as store:
        store.create(kept(2), make(kept(2)))
    assert "is a data folder of Scorepad" in str(store.notices[0])
    assert sorted(one.rglob("*")) == before


def test_the_file_on_a_drive_never_gets_shorter(tmp_path: Path, drive: Path) -> None:
    """The whole folder is put back as it was; the drive has more."""
    data, older = tmp_path / "data", tmp_path / "older"
    with opened(data, drive) as store:
        store.create(kept(1, log(3)), make(kept(1)))
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        append(store, *log(9)[3:])
        first = laptop(store)
    (file,) = drive.iterdir()
    full = file.read_bytes()
    with opened(older) as store:  # the drive is out
        append(store, entry(20))
        assert ids(store) == names(1, 2, 3, 20)
    with opened(older, drive) as store:
        pass
    with opened(older, drive) as store:
        assert ids(store) == names(*range(1, 10), 20)
        append(store, entry(21))
        assert laptop(store) != first, "a laptop's id is given up once there is any doubt"
        assert store.check() == []
    assert file.read_bytes() == full, "what is there stays"
    with opened(tmp_path / "new", machine=THERE) as store:
        store.restore(drive)
        assert ids(store) == names(*range(1, 10), 20, 21), "and the drive has everything"


def test_both_copies_gone_the_drive_has_all(tmp_path: Path, drive: Path) -> None:
    data = tmp_path / "data"
    with opened(data, drive) as store:
        store.create(kept(1, log(9)), make(kept(1)))
    for each in (*data.glob("scorepad.db*"), *(data / "feeds").iterdir()):
        each.unlink()
    (file,) = drive.iterdir()
    full = file.read_bytes()
    with opened(data, drive) as store:
        store.create(kept(2), make(kept(2)))
    assert file.read_bytes() == full
    with opened(data, drive) as store:
        store.restore(drive)
        assert ids(store) == names(*range(1, 10))


def test_a_damaged_file_on_a_drive_is_moved_and_made_anew(tmp_path: Path, drive: Path) -> None:
    data = tmp_path / "data"
    with opened(data, drive) as store:
        store.create(kept(1, log(9)), make(kept(1)))
    (file,) = drive.iterdir()
    content = file.read_bytes()
    file.write_bytes(content[:-50] + b"?" + content[-49:])
    with opened(data, drive) as store:
        append(store, entry(10))
    assert file.read_bytes().startswith(content)
    file.write_bytes(content[:900] + b"?" + content[901:-10])
    with opened(data, drive, days=1) as store:
        append(store, entry(11))
        assert store.publish(thorough=True) is None  # once a day everything is read
    assert file.read_bytes().startswith(content)
    assert any("was damaged; it was moved to" in str(each) for each in store.notices)


# One laptop, one id


def test_a_folder_on_another_computer_gets_another_id(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as store:
        store.create(kept(1, log(3)), make(kept(1)))
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


def test_two_clones_keep_what_both_recorded(tmp_path: Path, drive: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    with opened(one, drive) as store:
        store.create(kept(1, log(2)), make(kept(1)))
    shutil.copytree(one, other)
    for folder, numbers in ((one, (3, 4)), (other, (5, 6))):
        with opened(folder) as store:
            for n in numbers:
                append(store, entry(n))
    for _round in range(2):
        for folder in (one, other):
            with opened(folder, drive):
                pass
    for folder in (one, other):
        with opened(folder) as store:
            assert ids(store) >= (names(1, 2, 3, 4) if folder == one else names(1, 2, 5, 6))
            assert store.check() == []
    with opened(tmp_path / "new", machine=THERE) as store:
        store.restore(drive)
        assert ids(store) == names(1, 2, 3, 4, 5, 6)


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
        assert str(said).startswith("Two computers recorded as B:")
        assert store.check() == []
    forks = {each.stem for each in (tmp_path / "data" / "feeds").iterdir()}
    third = msgspec.json.decode(copy.read_bytes().splitlines()[2])["hash"]
    assert forks == {OTHER, fork_id(OTHER, third)}


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_three_chains_of_one_laptop_part_where_they_differ(
    tmp_path: Path, drive: Path, order: tuple[int, ...]
) -> None:
    """Two parted late and the third one earlier; none goes on with what another one lacks."""
    chains = (1, 2, 3, 4), (1, 2, 3, 5), (1, 6, 7)
    with opened(tmp_path / "data") as store:
        for at in order:
            notes = [f'{{"kind":"note","id":"{entry_id(n)}","text":"{n}"}}' for n in chains[at]]
            written(drive, FEED, HEAD, *map(entry_payload, notes))
            store.restore(drive)
        assert ids(store) == names(1, 2, 3, 4, 5, 6, 7)
        assert store.check() == []
        with store.reading_connection() as connection:
            query = "SELECT laptop, min(seq), max(seq), count(*) FROM lines GROUP BY laptop"
            for _, first, last, count in connection.exec_driver_sql(query):
                assert count == last - first + 1, "no chain has a gap"


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
        with pytest.raises(Refused, match="may only be read; update"):
            store.append(match_id(1), [entry(2)], make(kept(1)), after=1)
        assert store.check() == []


def test_an_unknown_line_is_kept_and_the_feed_goes_on(tmp_path: Path, drive: Path) -> None:
    unknown = f'{{"log":"{match_id(1)}","vote":1}}'.encode()
    note = f'{{"kind":"note","id":"{entry_id(1)}","text":"1"}}'
    written(drive, FEED, HEAD, unknown, b'{"vote":2}', entry_payload(note))
    with opened(tmp_path / "data") as store:
        assert store.restore(drive).new == 5
        assert ids(store) == names(1)
        with pytest.raises(Refused, match="may only be read"):
            store.append(match_id(1), [entry(2)], make(kept(1)), after=1)
        assert store.check() == []


def test_a_feed_of_a_greater_format_is_left_out_and_said(tmp_path: Path, drive: Path) -> None:
    written(drive, FEED.replace(b'"format":1', b'"format":2'), HEAD)
    with opened(tmp_path / "data") as store:
        assert store.restore(drive).new == 0
        assert "was written by a newer Scorepad (format 2" in str(store.notices[0])
        assert not store.has(match_id(1))


def test_a_log_waits_for_its_rules(tmp_path: Path, drive: Path) -> None:
    head = HEAD.replace(
        b'"rules":"unc"', b'"rules_hash":"9ab2","teams":[{"name":"A"},{"name":"B"}]'
    )
    written(drive, FEED, head)
    with opened(tmp_path / "data") as store:
        store.restore(drive)
        assert [each.table for each in store.summaries()] == ["9"]
        with pytest.raises(Refused, match="is not here yet"):
            store.load(match_id(1))
        rules = b'{"rules":{"id":"x"},"rules_hash":"9ab2"}'
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
