"""Lists are read by columns: pages, searches, what is recent; names are found however they are
typed."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import timedelta, timezone
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.desk.search import normalize_for_search
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.store.store import Store
from tests.store.kept import START, kept, make, match_id, spoil
from tests.store.test_events import kept_event, listed
from tests.store.test_store import opened


def test_recent_matches_are_listed_without_the_others(tmp_path: Path) -> None:
    then = START + timedelta(days=30)
    told: tuple[dict[str, Any], ...] = (
        {"scheduled": START},
        {"changed": then},
        {"scheduled": None},
        {"scheduled": then.astimezone(timezone(timedelta(hours=-12)))},
        {"scheduled": then},
        {"scheduled": None, "event": '"scheduled":"2999-01-01'},
        {"changed": then},
        {"changed": then, "status": "over", "moved": then - timedelta(days=900)},
        {"changed": then, "status": "over"},
        {"changed": then, "status": "over", "moved": then},
    )
    with opened(tmp_path) as store:
        for n, says in enumerate(told, 1):
            summary = replace(make(kept(n)), **({"created": START, "changed": START} | says))
            store.create(kept(n), summary)
        store.archive(match_id(7), True)

        def found(*ids: str) -> list[str]:
            return [each.table for each in store.changed_or_scheduled(then, ids)]

        assert found() == ["10", "2", "5", "4"], "an import of a finished match is not of today"
        assert found(match_id(1), match_id(2), match_id(7), "'") == ["10", "2", "5", "4", "1"]


def test_every_word_must_occur_anywhere(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for n in range(1, 4):
            summary = replace(
                make(kept(n)),
                event="Fall Open",
                round=f"Round {n}",
                table="T9",
                teams=("Aces", f"Kings {n}"),
            )
            store.create(kept(n), summary)
        for write in (True, False):
            with contextlib.ExitStack() as stack:
                reader = store if write else stack.enter_context(opened(tmp_path, write=False))

                def found(search: str, reader: Store = reader) -> set[str]:
                    return {each.id for each in reader.summaries(search)}

                every = {match_id(n) for n in (1, 2, 3)}
                assert found("") == found("open FALL") == found("unc spades t9") == every
                assert found("open round 3") == {match_id(3)}
                for nothing in ("%", "_", "'", '"', "openround", "\udcff", "ace*", "fall\\"):
                    assert found(nothing) == set()


def test_pages_have_all_that_the_list_has(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create(kept_event(), listed(kept_event()))
        for n in range(1, 10):
            made = replace(
                make(kept(n)),
                changed=START + timedelta(hours=n * 7 % 10),
                status="over" if n % 3 == 0 else "playing",
                begun=bool(n % 2),
                players=("Ann", "Bo", '"hands":0,', "Di"),
            )
            store.create(kept(n), made)
        for n in (4, 9):
            store.archive(match_id(n), True)
    with opened(tmp_path, write=False) as store:
        told = {match_id(1): START + timedelta(hours=5, minutes=1), match_id(5): None}

        def order(each: MatchStatus, over: dict[str, Any]) -> tuple[int, float]:
            moments = [moment for moment in (each.changed, over.get(each.id)) if moment]
            part = 2 if each.status == "over" or each.id in over else not each.begun
            return part, -max(moments).timestamp()

        for search in ("", "kings", "kings 7", "nobody"):
            for archived, over in product((False, True), ({}, told)):
                paged, first = list[MatchStatus](), 0
                while first is not None:
                    page = store.page(
                        search, archived=archived, ended_by_event=over, first=first, most=3
                    )
                    first = page.next
                    assert len(page.summaries) == 3 or first is None
                    paged += page.summaries
                every = store.summaries(search, archived=archived)
                assert paged == sorted(every, key=lambda each: order(each, over))
        found = [
            store.page(search, whole_words=True).summaries for search in ("unc kings 7", "king")
        ]
        assert [[each.id for each in one] for one in found] == [[match_id(7)], []]


def test_the_page_is_read_in_the_order_of_its_index(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create(kept(1), make(kept(1)))
    with contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection:
        query = (
            "EXPLAIN QUERY PLAN SELECT * FROM statuses WHERE kind = 'match' AND archived = 0 AND "
            "search LIKE '%x%' ORDER BY part, changed DESC, log DESC LIMIT 200"
        )
        plan = [row[3] for row in connection.execute(query)]
    assert len(plan) == 1
    assert "USING INDEX statuses_listed" in plan[0]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Nguyễn Thị Đào", "nguyen dao"),
        ("Łukasz Żółć", "lukasz zolc"),
        ("Søren Ærø", "soren aero"),
        ("Weiß", "WEISS"),
        ("İbrahim Işık", "ibrahim isik"),
        ("Γιώργος Παπαδόπουλος", "γιωργος παπαδοπουλος"),
        ("ΓΙΏΡΓΟΣ", "γιώργος"),
        ("Юрий Семёнов", "юрии семенов"),
        ("ЮРИЙ", "юрий"),
        ("O’Neil", "o'neil"),
        ("Müller–Lüdenscheidt", "muller-ludenscheidt"),
        ("José", "jose\u0301"),
        ("مُحَمَّد", "محمد"),
        ("שָׁלוֹם", "שלום"),
        ("Ｐｉｐ", "pip"),
        ("स्पेड", "स्पेड"),
        ("Quux\0Zed", "quux zed"),
        ("100%_ a/b [d]*?", "%_ a/b [d]*?"),
        ("y" * 60_000, "y" * 50_001),
    ],
)
def test_a_name_is_found(tmp_path: Path, name: str, typed: str) -> None:
    with opened(tmp_path) as store:
        for n in (1, 2):
            store.create(kept(n), make(kept(n)))
        summary = replace(make(kept(3)), players=("Ann", name, "Cy", "Di"))
        store.create(kept(3), summary)
        assert [each.id for each in store.summaries(typed)] == [match_id(3)]
        assert [each.id for each in store.summaries(name)] == [match_id(3)]


def test_a_status_that_cannot_be_read_is_made_again_by_the_next_start(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for n in range(1, 6):
            store.create(kept(n), make(kept(n)))
    spoil(tmp_path, "UPDATE statuses SET status = '['")
    with opened(tmp_path, write=False) as store, pytest.raises(Refused, match="recovers from"):
        store.page()
    with opened(tmp_path, write=False) as store:
        shown = [*store.page(most=3).summaries, *store.page(first=3).summaries]
        assert {each.id: each.teams for each in shown} == {
            match_id(n): make(kept(n)).teams for n in range(1, 6)
        }


def test_vowel_signs_are_no_adornment() -> None:
    assert normalize_for_search("कि") != normalize_for_search("क")
    assert normalize_for_search("  A \t b\n") == "a b"
