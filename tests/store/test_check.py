"""`check` proves every line, compares the copies, and computes every status again.  Damage is one
sentence, and what the copies have is looked at once it is recovered."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scorepad.spades.refusal import Refused
from scorepad.store.lines import make_line
from tests.store.conftest import ENTRIES as N
from tests.store.kept import (
    THERE,
    append,
    change,
    entry,
    entry_id,
    feed,
    ids,
    match_id,
    names,
    opened,
    record,
    spoil,
    texts,
)


def check(data: Path, share: Path | None = None) -> list[str]:
    """What `check` says to somebody who only reads."""
    with opened(data, share, write=False) as store:
        assert store.notices == ()
        return texts(store.check())


def damage_row(data: Path, *entries: int) -> None:
    for n in entries:
        changed = "UPDATE lines SET line = replace(line, 'Pat', 'Bob') WHERE entry = "
        spoil(data, f"{changed}'{entry_id(n)}'")


def one_row_damaged(data: Path) -> str:
    damaged = f"{data / 'scorepad.db'} is damaged: 1 line changed after Scorepad wrote it."
    return f"{damaged} Scorepad will fix this the next time it starts."


def has_more(file: Path, what: str) -> str:
    them = "it" if what == "one line" else "them"
    verb = "isn't" if what == "one line" else "aren't"
    where = f"{verb} in your data folder"
    return f"{file} has {what} that {where}. To import {them}, run “scorepad restore {file}”."


def clones(tmp_path: Path, drive: Path) -> Path:
    """Two data folders recorded under one id; the one that is returned knows both."""
    one, other = tmp_path / "one", tmp_path / "other"
    record(one, 2, drive)
    shutil.copytree(one, other)
    for folder, n in ((one, 3), (other, 5)):
        with opened(folder) as store:
            append(store, entry(n))
    for folder in (other, one, other, one):
        with opened(folder, drive):
            pass
    return one


@pytest.mark.parametrize("way", ["row", "no database"])
def test_a_second_chain_is_no_damage_and_is_proved_by_its_lines(
    tmp_path: Path, drive: Path, way: str
) -> None:
    one = clones(tmp_path, drive)
    assert check(one, drive) == []
    if way == "row":
        damage_row(one, 2)
        assert check(one) == [one_row_damaged(one)]
    else:
        (one / "scorepad.db").unlink()
    with opened(one, write=False) as reader:
        reader.check()
    for _start in range(2):
        with opened(one) as store:
            assert store.check() == []
            assert all(each.is_own for each in store.feed_ends())
            assert len(store.doubled_laptops()) == 1
            assert ids(store) == names(1, 2, 3, 5)


def test_a_file_on_the_drive_is_compared_with_the_chain_that_it_has(
    tmp_path: Path, drive: Path
) -> None:
    one = clones(tmp_path, drive)
    with opened(one, drive) as store:
        append(store, entry(9))
    assert check(one, drive) == []
    for file in drive.iterdir():
        whole = file.read_bytes()
        with file.open("ab") as goes_on:
            goes_on.write(b"??\n" + whole.splitlines(keepends=True)[-1])
        assert check(one, drive) == [f"{file} is damaged."]
        file.write_bytes(whole)
    with opened(tmp_path / "new", machine=THERE) as store:
        store.restore(drive)
        assert ids(store) == names(1, 2, 3, 5, 9)


def test_a_file_among_the_feeds_that_no_row_names_is_looked_at(tmp_path: Path) -> None:
    data = tmp_path / "data"
    record(data, N)
    copy, other = (data / "feeds" / f"{name}.jsonl" for name in ("copy of it", "other"))
    with opened(data, write=False) as store:
        shutil.copyfile(feed(data), copy)
        assert store.check() == []
        change(copy, b'"by"', b"'by'")
        assert store.check() == []  # nobody keeps it, and its whole lines are here
        copy.unlink()
        line, _ = make_line("0195731b-4c00-4000-8000-00000000000b", 1, "", b'{"format":1}')
        other.write_bytes(line + b"\n")
        assert texts(store.check()) == [has_more(other, "one line")]


@pytest.mark.parametrize("is_gone", [False, True])
def test_lines_that_are_missing_here_are_named_once_and_where_they_are(
    tmp_path: Path, drive: Path, is_gone: bool
) -> None:
    data = tmp_path / "data"
    record(data, N, drive)
    (file,) = drive.iterdir()
    (bundle,) = (data / "backups").iterdir()
    lines, laptop = feed(data).read_bytes().splitlines(keepends=True), feed(data).stem
    if is_gone:
        spoil(data, "DELETE FROM lines WHERE seq IN (4, 5)")
        feed(data).write_bytes(b"".join(lines[:3] + lines[5:]))
    else:
        damage_row(data, 1)
        change(feed(data), entry_id(1).encode(), entry_id(99).encode())
        assert check(data, drive) == [one_row_damaged(data)]
        with opened(data) as store:
            (lost,) = (each for each in texts(store.notices) if "This folder is missing" in each)
        said = (
            f"This folder is missing line 4 of the entries from {laptop} ({match_id(1)}). A drive"
        )
        assert lost.startswith(said)
    *listed, lost, on_drive, in_backup = check(data, drive)
    assert [match_id(1) in each for each in listed] == [True] * is_gone
    what = "lines 4, 5" if is_gone else "line 4"
    said = f"This folder is missing {what} of the entries from {laptop}. A drive, a backup, or"
    assert lost.startswith(said)
    assert "lost" not in lost
    count = "2 lines" if is_gone else "one line"
    assert (on_drive, in_backup) == (has_more(file, count), has_more(bundle, count))
    with opened(data, drive) as store:
        store.restore(bundle)
        assert (ids(store), store.check()) == (names(*range(1, N + 1)), [])


def test_damage_in_one_copy_gets_into_no_other(data: Path, drive: Path, tmp_path: Path) -> None:
    damage_row(data, 2)
    with opened(data, drive) as store, pytest.raises(Refused, match="can't be read"):
        store.backup(tmp_path / "copy.zip")
    copies = [feed(data), *drive.iterdir()]
    assert not any(b"Bob" in each.read_bytes() for each in copies)


def test_check_beside_somebody_who_records_says_nothing(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is recorded while it reads is neither missing here nor too much there."""
    real, count = Path.open, N
    with opened(data) as store, opened(data) as other:

        def record_first(file: Path, *how: object, **more: object) -> object:
            nonlocal count
            if file.parent.name == "feeds":
                append(other, entry(count := count + 1))
            return real(file, *how, **more)  # type: ignore[call-overload]

        monkeypatch.setattr(Path, "open", record_first)
        assert store.check() == []
        assert count > N
