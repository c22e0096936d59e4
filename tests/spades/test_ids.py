"""Ids are UUIDs of version 7 and never go back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from secrets import randbits
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.spades.ids import (
    LAST_ID,
    LAST_MILLISECOND,
    RANDOM_BITS,
    hash_old_id_to_id_tail,
    id_tail_if_imported,
    is_kept_id,
    latest_id,
    make_id_for_imported_entry,
    next_id,
    time_of_id,
    uuid7,
    uuid7_number,
)
from scorepad.spades.refusal import Refused

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_id_is_a_uuid_of_version_7_with_its_moment() -> None:
    made = next_id(NOON, None, randbits)
    uuid = UUID(made)
    assert (uuid.version, uuid.variant) == (7, "specified in RFC 4122")
    assert uuid.int >> 80 == int(NOON.timestamp() * 1000)
    assert time_of_id(made) == NOON


def test_the_example_of_rfc_9562() -> None:
    """Appendix A.6: 2022-02-22 14:22:22 GMT-05:00, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F."""
    moment = datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)
    random = (0xCC3 << 62) | 0x18C4DC0C0C07398F
    assert next_id(moment, None, dice=lambda _: random) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


@given(st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=30))
def test_ids_rise_whatever_the_wall_clock_does(jumps: list[int]) -> None:
    last: str | None = None
    for jump in jumps:
        made = next_id(NOON + timedelta(milliseconds=jump), last, randbits)
        assert uuid7_number(made) is not None
        assert last is None or made > last
        last = made


def test_a_full_random_part_goes_on_in_the_next_millisecond() -> None:
    full = next_id(NOON, None, dice=lambda _: (1 << RANDOM_BITS) - 1)
    after = next_id(NOON, full, dice=lambda _: 0)
    assert after > full
    assert time_of_id(after) == NOON + timedelta(milliseconds=1)


def test_a_moment_before_1970_still_gives_an_id() -> None:
    assert time_of_id(next_id(datetime(1960, 1, 1, tzinfo=UTC), None, randbits)) == datetime(
        1970, 1, 1, tzinfo=UTC
    )


def test_only_ids_of_version_7_count_as_the_last() -> None:
    first, second = (
        next_id(NOON, None, randbits),
        next_id(NOON + timedelta(seconds=1), None, randbits),
    )
    assert latest_id(["7", second, None, "ffffffff-ffff-5fff-bfff-ffffffffffff", first]) == second
    far = "e677d21f-dbff-7fff-bfff-ffffffffffff"
    assert latest_id([first, far, second]) == second, "what no laptop makes is not gone on from"
    assert latest_id(["1", "x", far]) is None
    assert time_of_id("1") is None
    assert time_of_id("ffffffff-ffff-7fff-bfff-ffffffffffff") is None, "the year 10889"
    assert time_of_id("e677d21f-dbff-7fff-bfff-ffffffffffff") is None, "the year 9999"


def test_a_clock_after_2999_makes_ids_that_are_kept() -> None:
    late = datetime(3500, 1, 1, tzinfo=UTC)
    made = next_id(late, None, randbits)
    assert is_kept_id(made)
    again = next_id(late, made, randbits)
    assert is_kept_id(again)
    assert again > made
    assert is_kept_id(make_id_for_imported_entry("a match", "b", late, made))


def test_after_the_last_id_that_is_kept_there_is_none() -> None:
    assert is_kept_id(LAST_ID)
    with pytest.raises(Refused, match="highest possible ID, so nothing more can be recorded"):
        next_id(NOON, LAST_ID, randbits)
    with pytest.raises(Refused, match="highest possible ID, so nothing more can be recorded"):
        make_id_for_imported_entry("a match", "b", NOON, LAST_ID)


@given(st.integers(0, LAST_MILLISECOND - 1), st.integers(0, (1 << RANDOM_BITS) - 1))
def test_an_entry_with_a_foreign_id_is_recorded_above_the_last(
    milliseconds: int, bits: int
) -> None:
    last = uuid7(milliseconds, bits)
    made = make_id_for_imported_entry("a match", "b", NOON, last)
    assert made > last
    assert is_kept_id(made)
    assert id_tail_if_imported(made) == hash_old_id_to_id_tail("a match", "b")
