"""`check` folds logs again; the next start mends what it found."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorepad.store import integrity, open_store
from scorepad.store.store import Store
from tests.store.kept import START, entry, grown, kept, log, make, match_id, spoil
from tests.store.test_sharing import HERE, opened

LISTED_ANEW = "The next start makes the list anew from the logs."


def check(data: Path, share: Path | None = None, *, machine: str = HERE) -> list[str]:
    """What `check` says to somebody who only reads."""
    with open_store(
        data, write=False, summarize=make, share_folder=lambda: str(share or ""), machine=machine
    ) as store:
        assert store.notices == ()
        return [str(each) for each in store.check()]


# Summaries


def create_many(data: Path, count: int, wrong: int) -> None:
    """Keep matches; the list shows another score of one."""
    with opened(data) as store, store.transaction():
        for n in range(1, count + 1):
            shown = make(kept(n, log(2)))
            store.create(kept(n, log(2)), replace(shown, score=(7, 7)) if n == wrong else shown)


def shows(store: Store, n: int) -> tuple[int, int]:
    return next(each.score for each in store.summaries() if each.id == match_id(n))


@pytest.mark.parametrize("wrong", [1, 150, 300])
def test_a_wrong_score_whose_row_is_as_it_was_written_is_found(tmp_path: Path, wrong: int) -> None:
    create_many(tmp_path, 300, wrong)
    text = f"The list shows match {match_id(wrong)} differently from its log."
    assert check(tmp_path) == [text, LISTED_ANEW]
    with opened(tmp_path) as store:
        assert shows(store, wrong) == (2, -2)
        assert store.check() == []


def test_of_many_matches_a_sample_is_folded_and_the_next_start_folds_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity, "ALL_FOLDED", 20)
    monkeypatch.setattr(integrity, "SAMPLE", 10)
    create_many(tmp_path, 30, 30)
    spoil(tmp_path, "UPDATE state SET value = '1' WHERE key = 'closed'")
    said = [check(tmp_path)]
    while said[-1] == []:  # drawn anew each time
        assert len(said) < 500
        said.append(check(tmp_path))
    assert LISTED_ANEW in said[-1]
    with opened(tmp_path) as store:
        assert shows(store, 30) == (2, -2)


def test_what_changed_last_is_folded_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity, "ALL_FOLDED", 20)
    monkeypatch.setattr(integrity, "SAMPLE", 2)
    create_many(tmp_path, 30, 0)
    with opened(tmp_path) as store:
        match = store.load(match_id(4))
        shown = replace(make(grown(match, entry(40))), changed=START + timedelta(days=1))
        store.append(match.id, [entry(40)], replace(shown, score=(7, 7)), after=2)
    for _time in range(3):
        assert check(tmp_path)[0].startswith(f"The list shows match {match_id(4)}")
        spoil(tmp_path, "UPDATE state SET value = '1' WHERE key = 'closed'")
