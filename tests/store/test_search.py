"""Names are found however they are typed."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.desk.ports import Summary
from scorepad.desk.search import searchable
from scorepad.store import open_store
from tests.store.kept import START, kept, make, match_id, spoil
from tests.store.test_events import kept_event, listed


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
    ],
)
def test_a_name_is_found(tmp_path: Path, name: str, typed: str) -> None:
    with open_store(tmp_path, write=True) as store:
        for n in (1, 2):
            store.create(kept(n), make(kept(n)))
        summary = replace(make(kept(3)), players=("Ann", name, "Cy", "Di"))
        store.create(kept(3), summary)
        assert [each.id for each in store.summaries(typed)] == [match_id(3)]
        assert [each.id for each in store.summaries(name)] == [match_id(3)]


def test_every_word_must_occur_anywhere(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        for n in range(1, 4):
            summary = replace(
                make(kept(n)),
                event="Fall Open",
                round=f"Round {n}",
                table="T9",
                teams=("Aces", f"Kings {n}"),
            )
            store.create(kept(n), summary)
        store.set_aside(match_id(2), True)

        def found(search: str, aside: bool = False) -> set[str]:
            return {each.id for each in store.summaries(search, aside=aside)}

        both, aside = {match_id(1), match_id(3)}, {match_id(2)}
        assert found("") == found("  ") == found("open FALL") == found("unc spades t9") == both
        assert found("open round 3") == {match_id(3)}
        assert found("kings 2") == set()
        assert found("kings 2", aside=True) == found("", aside=True) == aside
        assert found("open", aside=True) == aside
        # No sign means more than itself, and words do not run on from one field into the next.
        for nothing in ("%", "_", "'", '"', "openround", "\udcff", "ace*", "fall\\"):
            assert found(nothing) == set()


def test_pages_have_all_that_the_list_has(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True, make=make) as store:
        store.create(kept_event(), listed(kept_event()))
        for n in range(1, 10):
            made = replace(
                make(kept(n)),
                changed=START + timedelta(hours=n * 7 % 10),
                status="over" if n % 3 == 0 else "playing",
                hands=n % 2,
                event='"status":"over"' if n % 4 else "",
                players=("Ann", "Bo", '"hands":0,', "Di"),
            )
            store.create(kept(n), made)
        for n in (4, 9):
            store.set_aside(match_id(n), True)
    with open_store(tmp_path, write=False, make=make) as store:
        told = {match_id(1): START + timedelta(hours=5, minutes=1), match_id(5): None}

        def order(each: Summary, over: dict[str, Any]) -> tuple[int, float]:
            moments = [moment for moment in (each.changed, over.get(each.id)) if moment]
            part = 2 if each.status == "over" or each.id in over else each.hands == 0
            return part, -max(moments).timestamp()

        for search in ("", "kings", "kings 7", "nobody"):
            for aside, over in product((False, True), ({}, told)):
                paged, first = [], 0
                while first is not None:
                    page = store.page(search, aside=aside, over=over, first=first, most=3)
                    first = page.next
                    assert len(page.summaries) == 3 or first is None
                    paged += page.summaries
                every = store.summaries(search, aside=aside)
                assert paged == sorted(every, key=lambda each: order(each, over))
        found = [store.page(search, whole=True).summaries for search in ("unc kings 7", "king")]
        assert [[each.id for each in one] for one in found] == [[match_id(7)], []]


def test_what_is_damaged_keeps_its_page(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        for n in range(1, 6):
            store.create(kept(n), make(kept(n)))
    spoil(tmp_path, "UPDATE summaries SET body = replace(body, 'Kings', 'Queens') WHERE match = 2")
    with open_store(tmp_path, write=False, make=make) as store:
        shown = [*store.page(most=3).summaries, *store.page(first=3).summaries]
        assert {each.id: each.teams for each in shown} == {
            match_id(n): make(kept(n)).teams for n in range(1, 6)
        }


def test_vowel_signs_are_no_adornment() -> None:
    assert searchable("कि") != searchable("क")
    assert searchable("  A \t b\n") == "a b"
