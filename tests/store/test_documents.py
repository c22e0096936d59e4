"""Documents that were made are lines of the feed: found by hash and code, wherever it goes."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from scorepad.desk.ports import DocumentRecord
from scorepad.spades.refusal import Refused
from scorepad.store.feeds import feed_file
from scorepad.store.lines import make_line
from scorepad.store.store import Store
from tests.store.kept import START, kept, log, make, match_id
from tests.store.test_store import opened

SHEET = DocumentRecord("5a" * 32, "sheet", ("5D1Q-7W0K-000C-9VTZ3M-4K2HAB-N",), match_id(1), START)
BOOK = DocumentRecord("b0" * 32, "book", (*SHEET.codes, "B0" * 12), "", START + timedelta(hours=1))


def assert_found(store: Store) -> None:
    assert store.find_document(SHEET.sha256) == SHEET
    assert store.find_document(BOOK.sha256) == BOOK
    assert store.find_document("00" * 32) is None
    assert store.documents_with_code(SHEET.codes[0]) == [SHEET, BOOK]
    assert store.documents_with_code("B0" * 12) == [BOOK]
    assert store.documents_with_code(SHEET.codes[0][:-2]) == []
    assert store.check() == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with opened(tmp_path / "data") as store:
        store.create(kept(1, log(3)), make(kept(1, log(3))))
        before = store.summaries()
        store.remember_documents([SHEET, BOOK])
        assert store.summaries() == before
        assert store.load(match_id(1)) == kept(1, log(3))
        assert_found(store)
    return tmp_path / "data"


def test_documents_are_found_after_a_restart_and_by_whoever_only_reads(folder: Path) -> None:
    for write in (True, False):
        with opened(folder, write=write) as store:
            assert_found(store)
    with opened(folder, write=False) as store, pytest.raises(Refused, match="for reading only"):
        store.remember_documents([SHEET])


def test_documents_are_found_in_a_database_that_is_made_anew_from_the_feed(folder: Path) -> None:
    for file in folder.glob("scorepad.db*"):
        file.unlink()
    with opened(folder) as store:
        assert_found(store)
        assert store.load(match_id(1)) == kept(1, log(3))


def test_documents_are_found_where_a_backup_or_a_feed_was_restored(
    folder: Path, tmp_path: Path
) -> None:
    with opened(folder) as store:
        store.backup(tmp_path / "copy.zip")
        (feed,) = (folder / "feeds").iterdir()
        assert feed == feed_file(folder, feed.stem)
    for source in (tmp_path / "copy.zip", feed):
        with opened(tmp_path / f"from {source.name}") as store:
            store.restore(source)
            assert_found(store)


def test_of_two_documents_with_the_same_bytes_the_last_one_is_found(folder: Path) -> None:
    again = replace(SHEET, codes=BOOK.codes[1:], at=BOOK.at)
    with opened(folder) as store:
        store.remember_documents([again])
        assert store.find_document(SHEET.sha256) == again


def test_a_kind_of_document_that_a_newer_program_made_is_remembered(folder: Path) -> None:
    newer = replace(SHEET, kind="hologram", sha256="11" * 32, codes=())
    line, _ = make_line("0195731b-4c00-4000-8000-00000000000b", 1, "", msgspec.json.encode(newer))
    file = folder.with_name("newer.jsonl")
    file.write_bytes(line + b"\n")
    with opened(folder) as store:
        store.restore(file)
        assert store.find_document(newer.sha256) == newer
        assert_found(store)
