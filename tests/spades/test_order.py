"""The order of a log, rule by rule (LAPTOPS.md 3).

A number stands for the entry whose id has this time.  Each log is also handed in in other orders,
and compared with the naive order.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common, UnknownEntry
from scorepad.spades.ids import (
    EPOCH,
    HASH_BITS,
    LAST_MILLISECOND,
    POSITION_LIMIT,
    hash_old_id_to_id_tail,
    is_kept_id,
    make_id_for_imported_entry,
    new_id_by_old_id,
    uuid7,
    uuid7_number,
    uuid7_parts,
    with_new_ids,
)
from scorepad.spades.order import (
    LogOrder,
    Ordered,
    SecondVersion,
    hash_content,
    order_log,
)
from tests.spades.naive_order import order_naively
from tests.spades.order_checks import append_at_tip, arrivals, find_difference, has_lost

MISSING = 99
MATCH_ID = "6a0f3c1e-7f2c-4d8e-9b1a-2f5f8f1f0a11"
LAST_MOMENT = datetime(2999, 12, 31, 23, 59, 59, 999_000, tzinfo=UTC)

LOOSE = {
    "note": {"text": "the table was moved"},
    "id": {"seat": 2, "ok": True},
    "choose": {"entry": "nothing that is here", "why": "agreed"},
}
CHAINED = {
    "bids": {"bids": (4, 3, 4, 2)},
    "tricks": {"tricks": (7, 6, None, None)},
    "misdeal": {"reason": "a card lay open"},
    "renege": {"side": 0},
    "talk": {"side": 1},
    "ruling": {"side": 0, "points": -50, "why": "late"},
    "clock": {"do": "start"},
    "time": {},
    "forfeit": {"side": 1, "why": "left"},
    "abandon": {"why": "fire alarm"},
    "setup": {"why": "another table", "table": "7"},
    "seat": {"seat": 2, "player": "Eva", "why": "ill"},
    "dealer": {"seat": 1, "why": "the wrong player dealt"},
    "sign": {"side": 0, "name": "Ana"},
    "hold": {"laptop": "b", "name": "Laptop B"},
}
CORRECTIONS = {
    "strike": {"why": "typed twice"},
    "restore": {},
    "amend": {"to": kinds.Note(text="it was not"), "why": "misread"},
}


def old_id_hash(match_id: str, old_id: str) -> int:
    """Return the last bits of the id under which an entry with this old id is imported."""
    return int(hash_old_id_to_id_tail(match_id, old_id).replace("-", ""), 16)


def eid(number: int | str, hash: int | None = None) -> str:
    """Return the id of that time; `hash` is that of its old id, where it is an imported one."""
    if isinstance(number, str):
        return number
    return uuid7(number, number if hash is None else (number << HASH_BITS) | hash)


def entry(kind: str, number: int, after: int | str | None = None, **fields: Any) -> Common:
    reference = None if after is None else eid(after)
    return kinds.KINDS[kind](id=eid(number), after=reference, **fields)


def bids(number: int, after: int | str | None = None, **fields: Any) -> Common:
    return entry("bids", number, after, bids=(4, 3, 4, 2), **fields)


def hold(number: int, after: int | str) -> Common:
    return entry("hold", number, after, laptop="b", name="Laptop B")


def note(number: int, text: str = "") -> Common:
    return entry("note", number, text=text)


def choose(number: int, named: int, *over: int) -> Common:
    return entry("choose", number, entry=eid(named), over=tuple(map(eid, over)), why="agreed")


def strike(number: int, about: int | str, after: int | str | None = None) -> Common:
    return entry("strike", number, after, entry=eid(about), why="typed twice")


def unknown(number: int, after: int | str | None = None) -> UnknownEntry:
    data = msgspec.json.encode({"kind": "penalty", "id": eid(number)})
    return UnknownEntry(
        id=eid(number), kind="penalty", after=None if after is None else eid(after), data=data
    )


def read(*entries: Ordered) -> LogOrder:
    """Return the order of a set of entries, after it was compared with the naive one."""
    assert find_difference(entries, random.Random(1)) == ""
    return order_log(entries)


def numbers(entries: Iterable[Ordered]) -> list[int]:
    return [(uuid7_number(each.id or "") or 0) >> 80 for each in entries]


def versions(order: LogOrder) -> list[tuple[int, list[int]]]:
    """Return where each second version parts (0: at the beginning), and its entries."""
    return [
        ((uuid7_number(each.after) or 0) >> 80, numbers(each.entries)) for each in order.versions
    ]


# 3.1: logs are read in the order of ids, and two of one old id are one entry.


def test_a_log_of_nothing_is_empty() -> None:
    assert read() == LogOrder(())


def test_a_log_is_read_in_the_order_of_ids() -> None:
    order = read(bids(5, 3), note(4), bids(3, 1), bids(1, ""), note(2))
    assert numbers(order.log) == [1, 2, 3, 4, 5]
    assert order.tip == eid(5)
    assert order.versions == order.waiting == ()


def test_at_orders_nothing() -> None:
    late = datetime(2026, 5, 1, tzinfo=UTC)
    first = replace(bids(1, ""), at=late)
    second = replace(bids(2, 1), at=late - timedelta(days=1))
    assert read(first, second).log == (first, second)


def imported(number: int, old_id: str, kind: str = "ruling", **fields: Any) -> Common:
    """Return an entry whose id is an imported one."""
    fields = fields or {"side": 0, "points": 10, "why": "late"}
    return kinds.KINDS[kind](id=eid(number, old_id_hash(MATCH_ID, old_id)), **fields)


def test_two_of_one_old_id_are_one_entry_and_the_smallest_id_counts() -> None:
    one, again, third = (imported(each, "1") for each in (2, 5, 7))
    order = read(bids(1), again, one, third)
    assert order.log == (bids(1), one)
    assert order.conflicts == ()


def test_what_names_the_other_of_two_names_the_one_that_counts() -> None:
    one, again = imported(1, "1"), imported(4, "1")
    mine = bids(2, one.id or "")
    theirs = bids(6, again.id or "", step=again.id, undoes=again.id, redoes=again.id)
    struck = strike(7, again.id or "", 6)
    chosen = kinds.ChooseVersion(
        id=eid(8), entry=eid(2), over=(again.id or "", eid(7)), why="agreed"
    )
    order = read(one, again, mine, theirs, struck, chosen)
    assert numbers(order.log) == [1, 2, 8]
    assert versions(order) == [(1, [6, 7])]
    version = order.versions[0].entries
    for field in ("after", "step", "undoes", "redoes"):
        assert getattr(version[0], field) == one.id
    assert getattr(version[1], "entry", None) == one.id
    assert getattr(order.log[-1], "over", None) == (one.id, eid(7))
    assert not order.versions[0].is_open


def test_a_choose_of_the_other_of_two_chooses_the_one_that_counts() -> None:
    one, again = imported(2, "1"), imported(5, "1")
    chosen = kinds.ChooseVersion(id=eid(6), entry=again.id or "", why="agreed")
    order = read(one, again, bids(1, ""), chosen)
    assert numbers(order.log) == [2, 6]
    assert versions(order) == [(0, [1])]


def test_of_two_of_one_old_id_that_say_other_things_the_smallest_id_counts_and_it_is_known() -> (
    None
):
    one = imported(2, "1", side=0, points=10, why="late")
    again = imported(5, "1", side=1, points=20, why="later")
    order = read(again, one)
    assert order.log == (one,)
    assert order.conflicts == (one.id,)


@pytest.mark.parametrize(
    "recording",
    [
        {"at": EPOCH + timedelta(days=1)},
        {"after": ""},
        {"by": "Pat", "step": eid(9), "undoes": eid(8), "redoes": eid(7)},
    ],
    ids=str,
)
def test_two_of_one_old_id_that_differ_in_their_recording_are_no_conflict(
    recording: dict[str, Any],
) -> None:
    """Each laptop that records a line of one script says when it did so, and after what."""
    one = imported(2, "1")
    again = replace(imported(5, "1"), **recording)
    order = read(again, one)
    assert (order.log, order.conflicts) == ((one,), ())
    later = replace(one, id=again.id)
    assert read(later, replace(again, id=one.id)).conflicts == ()


def test_two_of_one_old_id_and_of_an_unknown_kind_are_one_entry() -> None:
    def penalty(number: int, **fields: object) -> UnknownEntry:
        data = msgspec.json.encode({"kind": "penalty", "id": f"old {number}", **fields})
        entry_id = eid(number, old_id_hash(MATCH_ID, "1"))
        return UnknownEntry(id=entry_id, kind="penalty", data=data)

    one = penalty(2, points=10, at="2026-01-01T00:00:00Z")
    order = read(one, penalty(5, points=10))
    assert (order.log, order.conflicts) == ((one,), ())
    assert read(one, penalty(5, points=20)).conflicts == (one.id,)


def test_another_old_id_is_another_entry() -> None:
    assert len(read(imported(1, "1"), imported(2, "2")).log) == 2


@pytest.mark.parametrize("prefix", ["00000000-0000-4000-80", "x" * 21])
def test_ids_of_another_version_are_no_imported_ones(prefix: str) -> None:
    known = bids(1)
    other = replace(bids(2), id=prefix[:21] + (known.id or "")[21:])
    order = read(known, other)
    assert (order.log, order.waiting) == ((known,), (other,))


# 3.2: loose and chained entries.


@pytest.mark.parametrize("kind", LOOSE)
@pytest.mark.parametrize("after", [None, "", MISSING, 3, 1])
def test_loose_kinds_count_wherever_they_stand(kind: str, after: int | str | None) -> None:
    order = read(bids(1, ""), entry(kind, 2, after, **LOOSE[kind]), bids(3, 1))
    assert numbers(order.log) == [1, 2, 3]
    assert order.tip == eid(3)
    assert order.versions == order.waiting == ()


@pytest.mark.parametrize("kind", CHAINED)
def test_all_other_kinds_are_chained(kind: str) -> None:
    order = read(bids(1, ""), entry(kind, 2, 1, **CHAINED[kind]), note(3))
    assert order.tip == eid(2)
    order = read(bids(1, ""), entry(kind, 2, MISSING, **CHAINED[kind]))
    assert numbers(order.waiting) == [2]


def test_every_kind_was_tried() -> None:
    assert kinds.KINDS.keys() == LOOSE.keys() | CHAINED.keys() | CORRECTIONS.keys()


@pytest.mark.parametrize("kind", CORRECTIONS)
@pytest.mark.parametrize("about", LOOSE)
@pytest.mark.parametrize("after", [None, "", 1, MISSING])
def test_a_correction_of_a_loose_entry_is_loose(
    kind: str, about: str, after: int | str | None
) -> None:
    corrected = entry(about, 2, **LOOSE[about])
    order = read(
        bids(1, ""), corrected, entry(kind, 3, after, entry=eid(2), **CORRECTIONS[kind]), bids(4, 1)
    )
    assert numbers(order.log) == [1, 2, 3, 4]
    assert order.tip == eid(4)


@pytest.mark.parametrize("kind", CORRECTIONS)
@pytest.mark.parametrize("about", CHAINED)
def test_a_correction_of_a_chained_entry_is_chained(kind: str, about: str) -> None:
    corrected = entry(about, 1, "", **CHAINED[about])
    correction = entry(kind, 2, 1, entry=eid(1), **CORRECTIONS[kind])
    order = read(corrected, correction)
    assert order.tip == eid(2)
    fork = read(corrected, correction, bids(3, 1))
    assert versions(fork) == [(1, [3])]


@pytest.mark.parametrize("kind", CORRECTIONS)
@pytest.mark.parametrize("after", [None, "", 1])
def test_a_correction_of_what_is_not_here_waits(kind: str, after: int | str | None) -> None:
    correction = entry(kind, 3, after, entry=eid(MISSING), **CORRECTIONS[kind])
    order = read(bids(1, ""), correction, bids(4, 1))
    assert numbers(order.log) == [1, 4]
    assert order.waiting == (correction,)


def test_a_waiting_correction_is_read_once_its_entry_is_here() -> None:
    waiting = read(bids(1), strike(3, 2), bids(4))
    assert numbers(waiting.waiting) == [3]
    assert waiting.tip == eid(4)
    assert numbers(read(bids(1), note(2), strike(3, 2), bids(4)).log) == [1, 2, 3, 4]
    chained = read(bids(1), bids(2), strike(3, 2), bids(4))
    assert numbers(chained.log) == [1, 2, 3, 4]
    assert chained.waiting == ()


def test_what_was_recorded_after_a_waiting_correction_waits_too() -> None:
    order = read(bids(1, ""), strike(3, MISSING, 1), bids(4, 3))
    assert numbers(order.waiting) == [3, 4]
    assert order.tip == eid(1)


def test_the_correction_of_a_correction_is_like_that_one() -> None:
    loose = read(bids(1, ""), note(2), strike(3, 2), strike(4, 3), bids(5, 1))
    assert (numbers(loose.log), loose.tip) == ([1, 2, 3, 4, 5], eid(5))
    chained = read(bids(1, ""), strike(2, 1, 1), strike(3, 2, 2))
    assert chained.tip == eid(3)
    waiting = read(bids(1, ""), strike(2, MISSING, 1), strike(3, 2, 1))
    assert numbers(waiting.waiting) == [2, 3]


def test_a_correction_of_a_waiting_entry_stands_where_it_was_recorded() -> None:
    order = read(bids(1, ""), bids(2, MISSING), strike(3, 2, 1))
    assert order.tip == eid(3)
    assert numbers(order.waiting) == [2]


def test_a_correction_may_be_about_a_later_loose_entry() -> None:
    order = read(bids(1, ""), strike(2, 3), note(3))
    assert (numbers(order.log), order.tip) == ([1, 2, 3], eid(1))


def test_corrections_in_a_circle_wait() -> None:
    order = read(bids(1, ""), strike(2, 3, 1), strike(3, 2, 1), strike(4, 4, 1), strike(5, 2, 1))
    assert numbers(order.waiting) == [2, 3, 4, 5]
    assert numbers(order.log) == [1]


def test_an_entry_of_an_unknown_kind_is_chained_where_it_carries_after() -> None:
    order = read(unknown(1, ""), bids(2, 1), unknown(3, 2))
    assert (numbers(order.log), order.tip) == ([1, 2, 3], eid(3))
    assert numbers(read(bids(1, ""), unknown(2, MISSING)).waiting) == [2]
    assert versions(read(bids(1, ""), unknown(2, 1), bids(3, 1))) == [(1, [3])]


def test_an_entry_of_an_unknown_kind_is_loose_where_it_carries_no_after() -> None:
    order = read(bids(1), unknown(2), bids(3), strike(4, 2))
    assert (numbers(order.log), order.tip) == ([1, 2, 3, 4], eid(3))
    assert numbers(read(bids(1, ""), bids(3, 2), unknown(2)).waiting) == [3]


def test_without_after_each_chained_entry_follows_the_one_before() -> None:
    order = read(bids(1), note(2), bids(3), strike(4, 3), bids(5))
    assert (numbers(order.log), order.tip) == ([1, 2, 3, 4, 5], eid(5))
    assert numbers(read(bids(2), bids(1), bids(3)).log) == [1, 2, 3]


def test_with_after_a_log_without_goes_on() -> None:
    order = read(bids(1), bids(2), bids(3, 2), hold(4, 3), bids(5, 4))
    assert (numbers(order.log), order.tip) == ([1, 2, 3, 4, 5], eid(5))


def test_the_entry_before_is_the_last_one_without_after() -> None:
    order = read(bids(1), bids(2, 1), bids(3), bids(4, 2))
    assert numbers(order.log) == [1, 2, 4]
    assert versions(order) == [(1, [3])]
    # An old program appends to what a new one began.
    order = read(bids(1, ""), bids(2, 1), bids(3), bids(4))
    assert (numbers(order.log), versions(order)) == ([1, 2], [(0, [3, 4])])


# 3.3: forks and the main line.


def test_the_main_line_goes_from_entry_to_entry() -> None:
    order = read(bids(1, ""), bids(2, 1), bids(4, 2), note(3), bids(5, 4))
    assert (numbers(order.log), order.tip) == ([1, 2, 3, 4, 5], eid(5))


def test_of_several_after_one_the_smallest_id_goes_on() -> None:
    order = read(bids(1, ""), bids(3, 1), bids(2, 1), bids(4, 3), bids(5, 2), note(6))
    assert (numbers(order.log), order.tip) == ([1, 2, 5, 6], eid(5))
    assert versions(order) == [(1, [3, 4])]


def test_a_fork_may_be_at_the_beginning() -> None:
    order = read(bids(1, ""), bids(2, ""), bids(3, 2))
    assert (numbers(order.log), versions(order)) == ([1], [(0, [2, 3])])


def test_of_several_after_one_those_with_after_come_before_those_without() -> None:
    order = read(bids(1), bids(2), bids(3, 1), bids(4, 1), bids(5))
    assert numbers(order.log) == [1, 3]
    assert versions(order) == [(1, [2, 5]), (1, [4])]


def test_a_hold_comes_before_others_and_the_smallest_of_holds() -> None:
    order = read(bids(1, ""), bids(2, 1), hold(3, 1), hold(4, 1), bids(5, 2), bids(6, 4))
    assert numbers(order.log) == [1, 3]
    assert versions(order) == [(1, [2, 5]), (1, [4, 6])]


def test_only_the_entry_right_after_the_fork_is_looked_at_for_a_hold() -> None:
    order = read(bids(1, ""), bids(2, 1), bids(3, 1), hold(4, 3))
    assert numbers(order.log) == [1, 2]


@pytest.mark.parametrize("named", [3, 5, 6])
def test_a_choose_comes_before_a_hold_and_names_any_entry_of_a_version(named: int) -> None:
    log = bids(1, ""), hold(2, 1), bids(3, 1), bids(4, 2), bids(5, 3), bids(6, 5)
    assert numbers(read(*log).log) == [1, 2, 4]
    order = read(*log, choose(7, named))
    assert (numbers(order.log), order.tip) == ([1, 3, 5, 6, 7], eid(6))
    assert versions(order) == [(1, [2, 4])]


def test_the_latest_choose_counts() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 1)
    assert read(*log, choose(5, 3), choose(6, 4)).tip == eid(4)
    assert read(*log, choose(6, 3), choose(5, 4)).tip == eid(3)


def test_a_later_choose_of_what_leads_to_a_fork_leaves_that_fork_alone() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 2), bids(4, 2)
    order = read(*log, choose(5, 4), choose(6, 2))
    assert (order.tip, versions(order)) == (eid(4), [(2, [3])])
    assert read(*log, choose(5, 4), choose(6, 1)).tip == eid(4)


def test_a_choose_beyond_a_later_fork_decides_each_fork_on_the_way() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 3), bids(5, 3), bids(6, 5)
    order = read(*log, choose(7, 6))
    assert (numbers(order.log), order.tip) == ([1, 3, 5, 6, 7], eid(6))
    assert versions(order) == [(1, [2]), (3, [4])]


def test_each_fork_has_its_own_latest_choose() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 2), bids(5, 2), bids(6, 3), bids(7, 3)
    order = read(*log, choose(8, 5), choose(9, 7))
    assert (order.tip, versions(order)) == (eid(7), [(1, [2, 5]), (3, [6]), (2, [4])])
    order = read(*log, choose(8, 7), choose(9, 5))
    assert (order.tip, versions(order)) == (eid(5), [(1, [3, 7]), (2, [4]), (3, [6])])


def test_in_a_second_version_a_fork_is_decided_likewise() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 3), hold(5, 3), bids(6, 4)
    assert versions(read(*log)) == [(1, [3, 5]), (3, [4, 6])]
    chosen = choose(7, 4), choose(8, 2)
    assert versions(read(*log, *chosen)) == [(1, [3, 4, 6]), (3, [5])]
    nested = bids(7, 4), bids(8, 7), bids(9, 7)
    assert versions(read(*log, *nested)) == [(1, [3, 5]), (3, [4, 6]), (4, [7, 8]), (7, [9])]


def test_three_may_part_at_one_entry() -> None:
    order = read(bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 1), bids(5, 3))
    assert versions(order) == [(1, [3, 5]), (1, [4])]


@pytest.mark.parametrize("named", [MISSING, 3, 4, 6])
def test_a_choose_of_what_is_no_chained_entry_here_or_waits_does_nothing_yet(named: int) -> None:
    log = bids(1, ""), bids(2, 1), note(3), bids(4, MISSING), bids(5, 1)
    order = read(*log, choose(6, named))
    assert (order.tip, versions(order)) == (eid(2), [(1, [5])])
    assert order.idle_choices == (choose(6, named),)
    assert numbers(order.log) == [1, 2, 3, 6]


def test_a_choose_that_does_nothing_yet_does_it_once_its_entry_is_here() -> None:
    log = bids(1, ""), bids(2, 1), choose(5, 4)
    assert read(*log, bids(4, 3)).idle_choices == (choose(5, 4),)
    order = read(*log, bids(4, 3), bids(3, 1))
    assert (order.tip, order.idle_choices) == (eid(4), ())


def test_a_choose_that_does_nothing_does_not_hide_an_earlier_one() -> None:
    order = read(bids(1, ""), bids(2, ""), choose(3, 2), choose(4, MISSING))
    assert order.tip == eid(2)


def test_a_struck_choose_still_counts() -> None:
    order = read(bids(1, ""), bids(2, ""), choose(3, 2), strike(4, 3))
    assert (numbers(order.log), order.tip) == ([2, 3, 4], eid(2))


def test_a_struck_entry_keeps_its_place() -> None:
    order = read(bids(1, ""), bids(2, 1), strike(3, 2, 2), bids(4, 3))
    assert (numbers(order.log), order.tip) == ([1, 2, 3, 4], eid(4))


def test_loose_entries_beside_a_second_version_count() -> None:
    order = read(bids(1, ""), bids(2, 1), bids(3, 1), note(4), strike(5, 4))
    assert numbers(order.log) == [1, 2, 4, 5]


def test_a_version_is_looked_at_as_if_it_was_chosen() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 3), bids(5, 3), choose(6, 2)
    order = order_log(log, tip=eid(5))
    assert (numbers(order.log), order.tip) == ([1, 3, 5, 6], eid(5))
    assert versions(order) == [(1, [2]), (3, [4])]
    assert order_log(log, tip=eid(2)) == order_log(log)
    assert order_log(log, tip=eid(MISSING)) == order_log(log)


# 3.4: what waits.


@pytest.mark.parametrize(
    ("waiting", "why"),
    [
        ([bids(3, MISSING)], "unknown"),
        ([bids(3, 3)], "itself"),
        ([bids(3, 4), bids(4, 3)], "a circle"),
        ([bids(3, 5), bids(4, 3), bids(5, 4)], "a greater circle"),
        ([bids(3, 6)], "a later one"),
        ([bids(3, 2)], "a loose one"),
        ([bids(3, MISSING), bids(4, 3), strike(5, 1, 4)], "what follows waits with it"),
        ([replace(bids(3), after="1")], "no id at all"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_does_not_lead_to_the_beginning_waits(waiting: Sequence[Common], why: str) -> None:
    order = read(bids(1, ""), note(2), *waiting, bids(6, 1), bids(7, 6))
    assert order.waiting == tuple(waiting)
    assert numbers(order.log) == [1, 2, 6, 7]
    assert order.versions == ()


def test_what_waits_counts_once_the_missing_entry_is_here() -> None:
    log = bids(1, ""), bids(4, 3), bids(5, 4)
    assert numbers(read(*log).waiting) == [4, 5]
    assert numbers(read(*log, bids(3, 1)).log) == [1, 3, 4, 5]


def test_a_log_of_which_the_beginning_is_missing_waits() -> None:
    order = read(bids(2, 1), bids(3, 2))
    assert (order.log, order.tip, numbers(order.waiting)) == ((), "", [2, 3])


@pytest.mark.parametrize(
    "odd_id",
    [
        pytest.param("b", id="no UUID"),
        pytest.param(MATCH_ID, id="another version"),
        pytest.param(uuid7(LAST_MILLISECOND + 1, 0), id="the year 3000"),
        pytest.param("e677d21f-dbff-7fff-bfff-ffffffffffff", id="the year 9999"),
        pytest.param("ffffffff-ffff-7fff-bfff-ffffffffffff", id="the greatest there can be"),
    ],
)
def test_an_id_that_no_laptop_makes_waits_and_stops_nothing(odd_id: str) -> None:
    """LAPTOPS.md 3.1: only UUIDs of version 7 of a time up to 2999 are in a feed."""
    chained, loose = replace(bids(2, 1), id=odd_id), replace(note(2), id=odd_id)
    for odd in (chained, replace(chained, after=None), loose):
        order = read(bids(1, ""), odd, bids(3, 1), bids(4, odd_id), strike(5, odd_id))
        assert (numbers(order.log), order.tip) == ([1, 3], eid(3))
        assert set(order.waiting) == {odd, bids(4, odd_id), strike(5, odd_id)}
    choice = kinds.ChooseVersion(id=eid(6), entry=odd_id, why="agreed")
    assert read(bids(1, ""), chained, choice).idle_choices == (choice,)


def test_what_waits_by_its_id_counts_once_it_is_imported() -> None:
    """So an entry of a feed and its import from a file are not counted twice."""
    far = replace(bids(2, ""), id=uuid7(LAST_MILLISECOND + 1, 0))
    (file_entry,) = with_new_ids([far], new_id_by_old_id(MATCH_ID, [far]))
    order = read(far, file_entry)
    assert (order.log, order.waiting) == ((file_entry,), (far,))


def test_what_has_no_after_waits_for_nothing() -> None:
    order = read(bids(1, MISSING), bids(2), bids(3, 1), bids(4))
    assert (numbers(order.log), numbers(order.waiting)) == ([2, 4], [1, 3])


# 3.5: the gate is not asked.


def test_what_the_gate_would_refuse_keeps_its_place() -> None:
    tricks = entry("tricks", 1, "", tricks=(7, 6, None, None))
    assert read(tricks, bids(2, 1)).tip == eid(2)


# 3.6: two contents of one id.


def test_of_two_contents_of_one_id_the_smaller_hash_counts() -> None:
    one, other = note(2, "one"), note(2, "other")
    smaller = min(one, other, key=hash_content)
    for contents in ([one, other], [other, one], [one, other, one]):
        order = read(bids(1, ""), *contents)
        assert order.log == (bids(1, ""), smaller)
        assert order.conflicts == (eid(2),)


def test_the_content_that_counts_decides_what_the_entry_is() -> None:
    contents = [bids(2, 1), bids(2, MISSING), note(2), hold(2, 1), unknown(2, 1), choose(2, 4)]
    for count in range(2, len(contents) + 1):
        order = read(bids(1, ""), bids(4, 1), *contents[:count])
        counting = min(contents[:count], key=hash_content)
        assert next(each for each in order.entries if each.id == eid(2)) == counting
        assert order.conflicts == (eid(2),)


def test_one_content_that_comes_several_times_is_one_entry() -> None:
    order = read(bids(1, ""), bids(2, 1), bids(2, 1), bids(1, ""))
    assert (numbers(order.log), order.conflicts) == ([1, 2], ())


def test_two_contents_and_two_ids_of_one_old_id() -> None:
    one = imported(2, "1")
    again, differing = imported(5, "1"), imported(5, "1", side=1, points=5, why="late")
    order = read(one, again, differing)
    assert order.log == (one,)
    assert again.id in order.conflicts


def test_each_content_has_its_own_hash() -> None:
    entries = [
        entry(kind, 1, **fields) for group in (LOOSE, CHAINED) for kind, fields in group.items()
    ]
    contents = [*entries, *(replace(each, after="") for each in entries), unknown(1)]
    assert len({hash_content(each) for each in contents}) == len(contents)


def test_the_order_of_the_fields_of_a_rule_set_is_no_other_content() -> None:
    one = entry("setup", 1, "", why="typed", agreed={"target": 250, "nil": 50})
    other = entry("setup", 1, "", why="typed", agreed={"nil": 50, "target": 250})
    assert hash_content(one) == hash_content(other)
    assert read(one, other).conflicts == ()


# `over`: what nobody has chosen about stays on the screens.


def test_a_version_is_open_until_one_chooses() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 3)
    order = read(*log)
    assert order.open_versions == order.versions == (SecondVersion(eid(1), log[2:]),)
    assert order.versions[0].last_id == eid(4)
    order = read(*log, choose(5, 2, 4))
    assert order.open_versions == ()
    assert order.versions == (SecondVersion(eid(1), log[2:], is_open=False),)


def test_a_version_that_goes_on_after_the_choice_is_open_again() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), choose(5, 2, 3)
    assert not read(*log).open_versions
    assert numbers(read(*log, bids(4, 3)).open_versions[0].entries) == [3, 4]


def test_a_hold_that_the_choice_did_not_know_opens_nothing() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), choose(5, 2, 3)
    assert not read(*log, hold(4, 3)).open_versions
    assert read(*log, hold(4, 3), bids(6, 4)).open_versions


def test_a_version_that_the_choice_does_not_name_is_open() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 1), choose(5, 2, 3)
    assert versions(LogOrder((), versions=read(*log).open_versions)) == [(1, [4])]


def test_what_over_does_not_know_here_reaches_nothing() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(6, MISSING)
    assert read(*log, choose(7, 2, MISSING, 6)).open_versions


def test_a_version_within_a_version_is_settled_by_its_own_last_entry() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(4, 3), bids(5, 3)
    assert [each.is_open for each in read(*log, choose(6, 2, 4)).versions] == [False, True]
    assert [each.is_open for each in read(*log, choose(6, 2, 5)).versions] == [True, False]
    assert [each.is_open for each in read(*log, choose(6, 2, 4, 5)).versions] == [False, False]


def test_only_the_latest_choose_that_does_something_settles() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1)
    assert read(*log, choose(5, 2, 3), choose(6, 2)).open_versions
    idle = read(*log, choose(5, 2, 3), choose(6, MISSING))
    assert (idle.open_versions, idle.open_choices) == ((), ())


def test_a_choose_that_the_latest_did_not_know_stays_open() -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1)
    unaware = read(*log, choose(5, 3, 2), choose(6, 2, 3))
    assert unaware.open_choices == (choose(5, 3, 2),)
    aware = read(*log, choose(5, 3, 2), choose(6, 2, 3, 5))
    assert (aware.open_choices, aware.open_versions) == ((), ())


def test_a_version_of_holds_alone_is_kept_and_not_open() -> None:
    order = read(bids(1, ""), hold(2, 1), hold(3, 1), hold(4, 3))
    assert versions(order) == [(1, [3, 4])]
    assert order.open_versions == ()
    order = read(bids(1, ""), hold(2, 1), hold(3, 1), bids(4, 3))
    assert len(order.open_versions) == 1


# Nothing is lost, whatever the entries name.


@pytest.mark.parametrize("seed", range(30))
def test_any_set_of_entries_has_one_order(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(20):
        entries = draw_entries(chance, chance.randint(1, 12))
        assert find_difference(entries, chance) == "", entries


def draw_entries(chance: random.Random, count: int) -> list[Ordered]:
    """Return entries that name anything: later ones, themselves, loose ones, what is not here."""
    hashes = (None, None, None, old_id_hash(MATCH_ID, "1"), old_id_hash(MATCH_ID, "2"))
    ids = [eid(each, chance.choice(hashes)) for each in range(1, count + 1)]
    ids += ["1", "x" * 21 + ids[0][21:]]
    entries: list[Ordered] = []
    for number in range(count + chance.randrange(3)):
        own_id = ids[number] if number < count else chance.choice(ids)
        named = chance.choice([*ids, eid(MISSING)])
        after = chance.choice([None, "", named, *ids[max(0, number - 3) : number]])
        shape = chance.randrange(8)
        if shape == 0:
            entries.append(kinds.Note(id=own_id, after=after, text=""))
        elif shape == 1:
            over = tuple(chance.sample(ids, chance.randrange(3)))
            named = chance.choice(ids)
            entries.append(kinds.ChooseVersion(id=own_id, entry=named, over=over, why=""))
        elif shape in (2, 3):
            entries.append(kinds.Strike(id=own_id, after=after, entry=named, why=""))
        elif shape == 4:
            entries.append(kinds.LaptopTakeover(id=own_id, after=after, laptop="a", name="A"))
        elif shape == 5 and own_id not in [each.id for each in entries]:
            # What is of an unknown kind has its id in its data, so that two are never alike.
            own_id = uuid7(number + 1, number + 1)
            entries.append(UnknownEntry(id=own_id, kind="penalty", after=after, data=b"{}"))
        else:
            entries.append(kinds.Talk(id=own_id, after=after, side=chance.randrange(2)))
    return entries


def test_what_is_lost_or_depends_on_the_arrival_is_noticed() -> None:
    """The checks themselves can fail."""
    log = [bids(1, ""), bids(2, 1), bids(3, 1)]
    chance = random.Random(1)
    assert has_lost(LogOrder(tuple(log[:2])), log)
    assert has_lost(LogOrder((*log, log[0])), log)
    assert find_difference(log, chance, lambda given: LogOrder(tuple(given[:2]))) == "lost"
    by_arrival = find_difference(
        log[:2], chance, lambda given: LogOrder(tuple(given), given[-1].id)
    )
    assert by_arrival == "differs by the order of arrival"
    differs = find_difference(log, chance, lambda given: LogOrder(tuple(log)))
    assert differs == "differs from the naive order"


def test_many_orders_of_arrival_are_tried() -> None:
    log = [bids(each) for each in range(1, 6)]
    assert len(list(arrivals(log[:3], random.Random(1)))) == 6
    assert len(list(arrivals(log, random.Random(1)))) == 120


# Appending at the tip computes no order anew.


@pytest.mark.parametrize(
    "last",
    [bids(8, 2), hold(8, 2), note(8), strike(8, 2, 2), strike(8, 6), strike(8, 3, 2)],
    ids=kinds.kind_of,
)
def test_what_is_appended_at_the_tip_changes_nothing_else(last: Common) -> None:
    log = bids(1, ""), bids(2, 1), bids(3, 1), bids(5, MISSING), note(6), choose(7, 2)
    before = order_log(log)
    if getattr(last, "entry", "") == eid(3):  # it is about an entry of a second version
        assert append_at_tip(before, last) is None
        assert read(*log, last).tip == eid(8)
        return
    assert append_at_tip(before, last) == read(*log, last)


def test_a_long_log_with_a_fork_is_read_in_time() -> None:
    log = [bids(each, each - 1 if each > 1 else "") for each in range(1, 3001)]
    log += [bids(each, each - 2999) for each in range(3001, 3005)]
    order = order_log(log)
    assert (len(order.log), len(order.versions)) == (3000, 4)


# 3.1: the ids of what is imported.


def test_an_id_is_kept_up_to_the_year_2999() -> None:
    milliseconds = (LAST_MOMENT - EPOCH) // timedelta(milliseconds=1)
    assert is_kept_id(uuid7(milliseconds, 1))
    assert not is_kept_id(uuid7(milliseconds + 1, 1))
    assert is_kept_id(uuid7(0, 0))
    for other in (None, "", "1", MATCH_ID, uuid7(1, 0xABC).upper()):
        assert not is_kept_id(other)


OLD_LOG = (
    kinds.Bids(bids=(4, 3, 4, 2), at=EPOCH + timedelta(seconds=5)),
    kinds.Tricks(id="b", tricks=(7, 6, None, None), at=EPOCH + timedelta(seconds=3)),
    kinds.Note(id=uuid7(7_000, 1 << 73), text="kept"),
    kinds.Strike(entry="b", why="typed twice"),
    kinds.Note(id=uuid7(1 << 47, 1), text="of a time after 2999"),
    kinds.ChooseVersion(id="c", entry="b", over=("1", uuid7(1 << 47, 1), "other"), why="agreed"),
)


def test_an_import_gives_every_other_entry_an_id_of_version_7() -> None:
    new_ids = new_id_by_old_id(MATCH_ID, OLD_LOG)
    assert set(new_ids) == {"1", "b", "4", uuid7(1 << 47, 1), "c"}
    assert all(is_kept_id(each) for each in new_ids.values())
    assert new_id_by_old_id(MATCH_ID, [each for each in OLD_LOG if is_kept_id(each.id)]) == {}


def test_the_same_file_gives_the_same_ids_and_another_match_others() -> None:
    new_ids = new_id_by_old_id(MATCH_ID, OLD_LOG)
    assert new_id_by_old_id(MATCH_ID, OLD_LOG) == new_ids
    assert not set(new_id_by_old_id("another", OLD_LOG).values()) & set(new_ids.values())
    longer = (*OLD_LOG, kinds.Note(text="added later"))
    assert new_id_by_old_id(MATCH_ID, longer).items() > new_ids.items()


def test_the_time_of_an_imported_id_is_the_greatest_up_to_there() -> None:
    parts = [
        uuid7_parts(uuid7_number(each) or 0)
        for each in new_id_by_old_id(MATCH_ID, OLD_LOG).values()
    ]
    # After a kept id of the same millisecond there is one more, so that the file keeps its order.
    assert [time for time, _ in parts] == [5_000, 5_000, 7_001, 7_001, 7_001]
    assert [random >> HASH_BITS for _, random in parts] == [1, 2, 4, 5, 6]


def test_an_imported_id_without_any_time_has_none() -> None:
    new_ids = new_id_by_old_id(MATCH_ID, [kinds.Note(text="a"), kinds.Note(text="b")])
    assert [uuid7_parts(uuid7_number(each) or 0)[0] for each in new_ids.values()] == [0, 0]


@pytest.mark.parametrize("year", [1, 1969, 3000, 9999])
def test_a_moment_that_no_id_can_have_is_brought_near(year: int) -> None:
    log = [kinds.Note(text="a", at=datetime(year, 6, 1, tzinfo=UTC)), kinds.Note(text="b")]
    new_ids = list(new_id_by_old_id(MATCH_ID, log).values())
    assert all(map(is_kept_id, new_ids))
    assert new_ids == sorted(new_ids)


def test_the_other_bits_end_with_the_hash_of_match_and_old_id() -> None:
    for old_id, new_id in new_id_by_old_id(MATCH_ID, OLD_LOG).items():
        hash_bits = (uuid7_number(new_id) or 0) % (1 << HASH_BITS)
        assert hash_bits == old_id_hash(MATCH_ID, old_id)
    assert old_id_hash(MATCH_ID, "1") != old_id_hash("another", "1")
    assert old_id_hash("a", "b") != old_id_hash("a\0b", "")


def test_references_follow_imported_ids() -> None:
    log = (*OLD_LOG, kinds.Talk(id="d", side=0, step="b", undoes="c", redoes="1", after="4"))
    new_ids = new_id_by_old_id(MATCH_ID, log)
    renamed = with_new_ids(log, new_ids)
    assert [each.id for each in renamed] == [
        new_ids.get(each.id or str(position), each.id) for position, each in enumerate(log, 1)
    ]
    assert renamed[3] == replace(log[3], id=new_ids["4"], entry=new_ids["b"])
    far = uuid7(1 << 47, 1)
    assert renamed[5] == replace(
        log[5], id=new_ids["c"], entry=new_ids["b"], over=(new_ids["1"], new_ids[far], "other")
    )
    named = {
        field: new_ids[old]
        for field, old in zip(
            ("id", "step", "undoes", "redoes", "after"), ("d", "b", "c", "1", "4"), strict=True
        )
    }
    assert renamed[6] == replace(log[6], **named)


def test_an_old_file_is_read_in_its_own_order() -> None:
    log = with_new_ids(OLD_LOG, new_id_by_old_id(MATCH_ID, OLD_LOG))
    assert list(read(*log).log) == log


def test_the_ids_of_a_very_long_file_keep_its_order() -> None:
    log = [kinds.Note(text="")] * (POSITION_LIMIT + 2)
    new_ids = list(new_id_by_old_id(MATCH_ID, log).values())
    assert new_ids == sorted(set(new_ids))


def test_an_entry_that_is_recorded_with_a_foreign_id_is_the_imported_one() -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    recorded = make_id_for_imported_entry(MATCH_ID, "b", now, None)
    assert uuid7_parts(uuid7_number(recorded) or 0)[0] == (now - EPOCH) // timedelta(milliseconds=1)
    later = make_id_for_imported_entry(MATCH_ID, "b", now - timedelta(days=1), recorded)
    assert later > recorded
    tricks = kinds.Tricks(tricks=(7, 6, None, None))
    first = new_id_by_old_id(MATCH_ID, OLD_LOG)["b"]
    order = read(*(replace(tricks, id=each) for each in (later, recorded, first)))
    assert order.log == (replace(tricks, id=first),)
    assert order == order_log(order.log)


def test_the_naive_order_is_plain() -> None:
    assert order_naively([bids(1, "")]).tip == eid(1)
