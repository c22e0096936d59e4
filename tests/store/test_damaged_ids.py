"""An id is damaged: what has it is known by its hash, and nothing new comes of it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from scorepad.spades.entries import Note
from scorepad.store import open_store
from tests.store.kept import entry_id, log, make, match_id, spoil
from tests.store.test_damaged import fill, logs

IDS = [
    "UPDATE entries SET body = replace(body, id, '{other}') WHERE match = 1 AND id = '{third}'",
    "UPDATE entries SET id = '{other}' WHERE match = 1 AND id = '{third}'",
    "UPDATE matches SET id = '{ninth}' WHERE key = 1",
]
NAMED = {"third": entry_id(3), "other": entry_id(77), "ninth": match_id(9)}


@pytest.mark.parametrize("statement", IDS)
def test_a_damaged_id_makes_nothing_new(tmp_path: Path, statement: str) -> None:
    """What has the hash of another entry, or of another match's head, is that one."""
    fill(tmp_path)
    with open_store(tmp_path, write=False) as store:
        whole = logs(store)
    spoil(tmp_path, statement.format_map(NAMED))
    os.utime(tmp_path / "scorepad.db")
    for write in (True, False, True):
        with open_store(tmp_path, write=write, make=make) as store:
            assert logs(store) == whole
            assert {each.id for each in store.summaries()} == {match_id(n) for n in whole}
            assert not write or store.check(make) == []


def test_a_damaged_id_in_one_copy_and_a_damaged_text_in_the_other(tmp_path: Path) -> None:
    """The entry is there once, in its place, and it is said that it may not be as it was."""
    fill(tmp_path)
    shutil.rmtree(tmp_path / "backups")
    spoil(tmp_path, IDS[0].format_map(NAMED))
    second = tmp_path / "scorepad.jsonl"
    lines = second.read_text().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if entry_id(3) in line)
    lines[at] = lines[at].replace("Pat", "Tap")
    second.write_text("".join(lines))
    os.utime(tmp_path / "scorepad.db")
    with open_store(tmp_path, write=True, make=make) as store:
        kinds = [type(each) for each in store.load(match_id(1)).log]
    assert kinds == [*(type(each) for each in log(6)), Note]
