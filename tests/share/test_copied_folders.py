"""A data folder is copied, or an older one put back (LAPTOPS.md 6): by a folder, by a database."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.share.room import BIDS, TRICKS, Laptop, exchange_all, ids

Make = Callable[..., Laptop]
IN_A_DATABASE = pytest.param("room", marks=pytest.mark.xdist_group("postgres"), id="database")


@pytest.fixture(params=[pytest.param("laptop", id="folder"), IN_A_DATABASE])
def make(request: pytest.FixtureRequest) -> Any:
    """Makes laptops that share a folder, or a database."""
    return request.getfixturevalue(request.param)


def test_a_clone_on_another_machine_gets_another_id(make: Make, tmp_path: Path) -> None:
    one = make("A")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "clone")
    clone = make("clone", machine="f" * 32)
    clone.take_over(match_id, "another computer")
    clone.record(match_id, TRICKS)
    assert clone.laptop_id() != one.laptop_id()
    exchange_all(one, clone)
    for each in (one, clone):
        assert each.exchange.status.why is None
        assert not each.exchange.status.notices
    assert ids(one.read(match_id)) == ids(clone.read(match_id))
    assert len(one.read(match_id).board.hands) == 1


def test_an_older_data_folder_put_back_gets_the_rest(make: Make, tmp_path: Path) -> None:
    one, other = make("A"), make("B")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "older")
    one.record(match_id, TRICKS)
    exchange_all(one, other)
    one.restart()
    shutil.rmtree(one.folder)
    (tmp_path / "older").rename(one.folder)
    exchange_all(one, other)
    assert len(one.read(match_id).board.hands) == 1
