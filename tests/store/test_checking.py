"""What is wrong is found, and summaries can be made anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad import __version__
from scorepad.desk.ports import Kept, KeptEvent
from scorepad.spades.entries import Note
from scorepad.store import open_store
from tests.store.kept import START, entry, entry_id, kept, log, make, match_id, placed_log, spoil


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with open_store(tmp_path, write=True, now=lambda: START) as store:
        for n in (1, 2, 3):
            match = kept(n, placed_log(n + 3))
            store.create(match, make(match))
        assert store.check(make) == []
    return tmp_path


def findings(folder: Path) -> list[tuple[str, str | None]]:
    with open_store(folder, write=False) as store:
        return [(each.kind, each.match) for each in store.check(make)]


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("DELETE FROM summaries WHERE match = 2", "summary"),
        ("UPDATE summaries SET body = replace(body, '5', '6') WHERE match = 2", "summary"),
        ("UPDATE summaries SET body = '[' WHERE match = 2", "summary"),
    ],
)
def test_something_is_wrong(folder: Path, statement: str, kind: str) -> None:
    spoil(folder, statement)
    assert (kind, match_id(2)) in findings(folder) or (kind, match_id(3)) in findings(folder)


def test_a_log_that_does_not_fold(folder: Path) -> None:
    with open_store(folder, write=True) as store:
        bad = Note(text="bad", id=entry_id(99))
        store.append(match_id(2), [bad], make(kept(2)), after=5)
        (finding,) = store.check(make)
        assert (finding.kind, finding.match) == ("log", match_id(2))
        assert "nobody plays like that" in str(finding.text)
        # Without somebody who folds, a log that can be read is a good one.
        assert store.check() == []
        before = store.summaries()
        assert store.rebuild_summaries(make) == 0
        assert {each.id for each in store.summaries()} == {each.id for each in before}


def test_a_list_is_made_anew_from_the_logs(folder: Path) -> None:
    with open_store(folder, write=True) as store:
        store.set_aside(match_id(3), True)
        before = (store.summaries(), store.summaries(aside=True))
    spoil(
        folder,
        "UPDATE summaries SET search = '', body = replace(body, 'Kings', 'Queens') WHERE match = 1",
        "UPDATE summaries SET changed = changed + 1 WHERE match = 3",
    )
    times = {"created": None, "changed": None}
    was = [{each.id: replace(each, **times) for each in listed} for listed in before]
    for write in (False, True, True):
        with open_store(folder, write=write, make=make) as store:
            assert {each.id for each in store.summaries("kings")} == {match_id(1), match_id(2)}
            listed = (store.summaries(), store.summaries(aside=True))
            assert [{each.id: replace(each, **times) for each in one} for one in listed] == was
    with open_store(folder, write=False) as store:
        assert store.check(make) == [], "it was put right when it was opened again"


def test_a_match_that_a_list_has_lost_is_missed(folder: Path) -> None:
    spoil(folder, "DELETE FROM summaries WHERE match = 2")
    with open_store(folder, write=True, make=make) as store:
        assert {each.id for each in store.summaries()} == {match_id(1), match_id(3)}
        assert str(store.notices[-1]).startswith("One match is damaged and missing in the list;")
    with open_store(folder, write=True, make=make) as store:
        assert {each.id for each in store.summaries()} == {match_id(n) for n in (1, 2, 3)}
        assert store.check(make) == []


def test_what_an_older_program_summed_up_otherwise_is_made_anew(folder: Path) -> None:
    with open_store(folder, write=True) as store:
        other = replace(make(kept(1, log(4))), score=(0, 0))
        store.append(match_id(1), [], other, after=4)
        (finding,) = store.check(make)
        assert (finding.kind, finding.match) == ("summary", match_id(1))
        assert store.rebuild_summaries(make) == 1
        assert store.check(make) == []
        one = next(each for each in store.summaries() if each.id == match_id(1))
        # When it was made is a fact of its own; it changed when its last entry was written.
        assert (one.created, one.changed) == (START, log(4)[-1].at)


def test_only_what_another_version_summed_up_is_summed_up_again(folder: Path) -> None:
    asked = []

    def asking(match: Kept | KeptEvent) -> Any:
        asked.append(match.id)
        return make(match)

    with open_store(folder, write=True) as store:
        ours = replace(make(kept(2, log(5))), program=__version__)
        store.append(match_id(2), [], ours, after=5)
        assert store.check(asking) == []
        assert asked == [match_id(1), match_id(3)]
    spoil(folder, "UPDATE entries SET body = replace(body, 'Pat', 'Tap') WHERE match = 2")
    with open_store(folder, write=False) as store:
        assert ("log", match_id(2)) in [(each.kind, each.match) for each in store.check(asking)]


@pytest.mark.parametrize("line", ['"entry":{"kind":"bids"', '"entry":{"kind":"setup"', '"head":{'])
def test_the_second_copy_says_something_else(folder: Path, line: str) -> None:
    file = folder / "scorepad.jsonl"
    text = file.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    at = next(n for n, each in enumerate(lines) if line in each)
    with open_store(folder, write=False) as store:
        this, after = lines[at : at + 2]
        other = this.replace("Pat", "Tap").replace("unc", "cnu")
        for damaged in ((other, after), (after,), (after, this), (this, this, after)):
            file.write_text("".join((*lines[:at], *damaged, *lines[at + 2 :])), "utf-8")
            found = [each.kind for each in store.check(make)]
            # A match that begins anew is whole all the same.
            assert found == (["copy"] if '"entry"' in line or damaged[0] != this else [])
        # In which order matches follow each other makes no difference.
        first = [each for each in lines if match_id(1) in each]
        rest = [each for each in lines if match_id(1) not in each]
        file.write_text("".join((*rest[:-1], *first, rest[-1])), "utf-8")
        assert store.check(make) == []


def test_a_second_copy_that_lacks_an_entry_is_not_sound(folder: Path) -> None:
    copied = (folder / "scorepad.jsonl").read_bytes()
    with open_store(folder, write=True) as store:
        store.append(match_id(1), [entry(5)], make(kept(1, log(5))), after=4)
    (folder / "scorepad.jsonl").write_bytes(copied)
    with open_store(folder, write=False) as store:
        (finding,) = store.check(make)
    assert finding.kind == "copy"
    with open_store(folder, write=True) as store:
        assert store.check(make) == []
