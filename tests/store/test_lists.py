"""Lists are read by columns: pages, searches, what is recent; names are found however they are
typed."""

from __future__ import annotations

from datetime import timedelta, timezone
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.spades.status import MatchStatus
from scorepad.store.store import Store
from tests.store.kept import START, create, kept, kept_event, make, match_id, opened


def create_listed(store: Store, *told: dict[str, Any]) -> None:
    """Keep matches, of which the list shows so much else."""
    with store.transaction():
        for n, more in enumerate(told, 1):
            store.create(kept(n), replace(make(kept(n)), **more))


def test_recent_matches_are_listed_without_the_others(tmp_path: Path) -> None:
    then, common = START + timedelta(days=30), {"created": START, "changed": START}
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
        {"created": then},  # and changed by a clock that was slow
    )
    with opened(tmp_path) as store:
        create_listed(store, *(common | each for each in told))
        store.archive(match_id(7), True)

        def found(*ids: str) -> list[str]:
            return [each.table for each in store.changed_or_scheduled(then, ids)]

        assert found() == ["11", "10", "2", "5", "4"], "an import of a finished one is not of today"
        assert found(match_id(1), match_id(2), match_id(7), "'") == ["11", "10", "2", "5", "4", "1"]


def test_every_word_must_occur_anywhere(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        common = {"event": "Fall Open", "table": "T9"}
        create_listed(store, *(common | {"round": f"Round {n}"} for n in (1, 2, 3)))
        for search, n in (
            *(("", 3), ("open FALL", 3), ("unc spades t9", 3), ("open round 3", 1)),
            *((each, 0) for each in ("%", "_", "'", '"', "openround", "\udcff", "ace*", "fall\\")),
        ):
            assert len(store.summaries(search)) == n, search


def test_pages_have_all_that_the_list_has(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        create(store, kept_event())
        create_listed(
            store,
            *(
                {
                    "changed": START + timedelta(hours=n * 7 % 10),
                    "status": "over" if n % 3 == 0 else "playing",
                    "begun": bool(n % 2),
                    "players": ("Ann", "Bo", '"hands":0,', "Di"),
                }
                for n in range(1, 10)
            ),
        )
        for n in (4, 9):
            store.archive(match_id(n), True)
        told = {match_id(1): START + timedelta(hours=5, minutes=1), match_id(5): None}

        def order(each: MatchStatus, over: dict[str, Any]) -> tuple[int, float]:
            moments = [moment for moment in (each.changed, over.get(each.id)) if moment]
            part = 2 if each.status == "over" or each.id in over else not each.begun
            return part, -max(moments).timestamp()

        searches = ("", "kings", "kings 7", "nobody")
        for search, archived, over in product(searches, (False, True), ({}, told)):
            paged, first = list[MatchStatus](), 0
            while first is not None:
                page = store.page(
                    search, archived=archived, ended_by_event=over, first=first, most=3
                )
                first = page.next
                assert len(page.summaries) == 3 or first is None
                paged += page.summaries
            every = store.summaries(search, archived=archived)
            assert every == sorted(every, key=lambda each: each.changed or START, reverse=True)
            assert paged == sorted(every, key=lambda each: order(each, over))
        for search, n in (("unc kings 7", 1), ("king", 0)):
            assert len(store.page(search, whole_words=True).summaries) == n


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
        players = [("Ann", each, "Cy", "Di") for each in ("Bo", "क", name)]
        create_listed(store, *({"players": each} for each in players))
        for search in (typed, name):
            assert [each.id for each in store.summaries(search)] == [match_id(3)]
        assert store.summaries("कि") == [], "vowel signs are no adornment"
