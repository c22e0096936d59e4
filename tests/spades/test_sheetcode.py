"""The code of a printed sheet: typed, scanned, compared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.spades.entries import (
    Bids,
    ChooseVersion,
    Head,
    HeadChange,
    LaptopTakeover,
    Note,
    Team,
    Tricks,
)
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.sheetcode import (
    ALPHABET,
    BadCode,
    SheetCode,
    code_of,
    code_of_blank_sheet,
    codes_in_plain_bytes,
    compare_with_match,
    match_or_event_letters,
    read_code,
)

ID = "01a1fdab-aa53-7898-996a-8af574b4c1bf"
OTHER = "01a1fdab-aa53-7898-996a-8af574b4c1be"
EARLIER = (
    "Z3FD-7EZQ-02-8NK68-5RS0G-4",
    "5D1Q-7W0K-000C-9VTZ3M-4K2HAB-V",
    f"scorepad:{ID}:2:{'ab' * 32}",
    f"scorepad2:{ID}:2:{'ab' * 32}",
)
"""Codes that no release has written."""


def match_of(library: Library, *texts: str, match_id: str | None = ID) -> Match:
    match = Match.open(Head(rules="washburn"), library, id=match_id)
    for text in texts:
        match = match.append(Note(text=text))
    return match


def known(code: SheetCode | None) -> SheetCode:
    assert code is not None
    return code


def test_both_writings_say_the_same_of_the_match(library: Library) -> None:
    match = match_of(library, "a", "b")
    code = known(code_of(match))
    assert code.full == f"scorepad3:{ID}:2:{code.digest}"
    assert len(code.short.replace("-", "")) == 25
    typed = code.short.replace("0", "O").replace("1", "l")
    spaced = code.short.replace("-", " ")
    for text in (code.full, f"x {code.full} y", code.short, code.short.lower(), spaced, typed):
        read = read_code(text)
        assert read.entries == 2
        assert read.owner == match_or_event_letters(ID) != match_or_event_letters(OTHER)
        assert compare_with_match(read, match) == "same"
        assert compare_with_match(read, match.append(Note(text="c"))) == "grown"
        assert compare_with_match(read, match_of(library, "a")) == "newer"
        assert compare_with_match(read, match_of(library, "a", "x", "c")) == "other"
    assert code_of(match_of(library, "a", match_id=None)) is None


def test_the_steps_of_undo_are_not_in_the_code(library: Library) -> None:
    plain, marked = (match_of(library), match_of(library))
    plain = plain.append(Note(text="a"))
    marked = marked.append(Note(text="a", step="s1", undoes="s2", redoes="s3"))
    assert code_of(marked) == code_of(plain)


def test_the_code_of_an_earlier_moment(library: Library) -> None:
    assert code_of(match_of(library, "a", "b"), 1) == code_of(match_of(library, "a"))


@given(st.integers(0, 32**4 - 1))
def test_any_number_of_entries_is_written(entries: int) -> None:
    code = SheetCode(ID, entries, "ab" * 32)
    assert read_code(code.short).entries == entries


@pytest.mark.parametrize("text", ["", "b", "bag", "Δ"])
def test_every_mistyped_letter_and_every_swap_of_neighbours_is_noticed(
    library: Library, text: str
) -> None:
    short = known(code_of(match_of(library, "a", text))).short.replace("-", "")
    wrong = [
        short[:at] + other + short[at + 1 :]
        for at, letter in enumerate(short)
        for other in ALPHABET
        if other != letter
    ]
    wrong += [
        short[:at] + short[at + 1] + short[at] + short[at + 2 :]
        for at in range(len(short) - 1)
        if short[at] != short[at + 1]
    ]
    assert len(wrong) > 25 * 31
    for each in wrong:
        with pytest.raises(BadCode):
            read_code(each)


def test_the_code_covers_all_that_the_sheet_states(library: Library) -> None:
    """Each of these was printed once with the same code, and called the same."""
    aces, kings = Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di"))
    head = Head(rules="unc", teams=(aces, kings))
    heads = [
        head,
        replace(head, teams=(kings, aces)),
        replace(head, teams=(replace(aces, players=("Ann", "Bob")), kings)),
        replace(head, rules="unc-championship"),
        replace(head, agreed={"nil": {"points": 0}}),
        replace(head, event="Open"),
        replace(head, round="2"),
        replace(head, table="4"),
        replace(head, first_dealer=1),
    ]
    matches = [Match.open(each, library, id=ID).append(Note(text="a")) for each in heads]
    assert len({known(code_of(each)).short for each in matches}) == len(heads)
    for each in matches[1:]:
        assert compare_with_match(known(code_of(each)), matches[0]) == "other"


@pytest.mark.parametrize("code", EARLIER)
def test_a_code_of_an_earlier_build_is_not_taken_for_one_of_ours(code: str) -> None:
    for text in (code, f"code: {code} 2 entries", code.lower(), code.replace("-", " ")):
        with pytest.raises(BadCode, match="was mistyped"):
            read_code(text)
    assert not list(codes_in_plain_bytes(code.encode()))


@pytest.mark.parametrize("text", ["", "hello", "5D1Q-7W0K", "ж" * 21, "0" * 60, "\0", "scorepad:x"])
def test_what_is_no_code_is_said(text: str) -> None:
    with pytest.raises(BadCode):
        read_code(text)


def test_a_code_is_found_in_what_was_copied_with_it(library: Library) -> None:
    code = known(code_of(match_of(library, "a", "b")))
    short = code.short
    for pasted in (
        f"{short} 2 entries · match {ID} unofficial · page 1 of 1",
        f"code: {short}",
        f"Match {ID}; code {short}.",
        f"code: {short.replace('-', ' ').lower()}",
        f"code: {short.replace('-', '')}",
        f"“{short.replace('-', '–')}”",
        f"{code.full}.",
        f"{code.full} {short}",
    ):
        assert compare_with_match(read_code(pasted), match_of(library, "a", "b")) == "same", pasted


@pytest.mark.parametrize(
    "broken",
    [
        lambda full: full[:-1],
        lambda full: full + "0",
        lambda full: full.replace(":2:", ":2:0"),
        lambda full: full.replace(ID, ID[:-1]),
        lambda full: full.replace(ID, ID + "0"),
        lambda full: full.replace(":2:", "::"),
        lambda full: full[:-1] + "g",
    ],
)
def test_a_scanned_code_of_another_length_was_mistyped(library: Library, broken: Any) -> None:
    """It is no word against anybody's log."""
    code = known(code_of(match_of(library, "a", "b")))
    for full in (code.full, code.full.upper()):
        with pytest.raises(BadCode, match="was mistyped"):
            read_code(broken(full.replace(ID.upper(), ID)))


def test_a_mistyped_code_is_named_without_what_stands_around_it(library: Library) -> None:
    short = known(code_of(match_of(library, "a", "b"))).short
    wrong = short[:-1] + ("0" if short[-1] != "0" else "1")
    with pytest.raises(BadCode) as refused:
        read_code(f"code: {wrong} 2 entries")
    assert str(refused.value).startswith(f"“{wrong}” was mistyped")
    with pytest.raises(BadCode, match="isn't a sheet code"):
        read_code("Somebody said that this quite loved words I")


def test_full_codes_are_found_in_the_plain_bytes_of_a_file(library: Library) -> None:
    one = known(code_of(match_of(library, "a", "b")))
    other = known(code_of(match_of(library, match_id=OTHER)))
    data = f"\0/Keywords ({one.full} {one.short} {other.full})\r\n{one.full}0".encode()
    assert list(codes_in_plain_bytes(data)) == [one, other]


def test_who_holds_a_match_and_which_version_was_chosen_is_not_in_its_code(
    library: Library,
) -> None:
    first, second, third = (f"01a1fdab-aa53-7898-996a-8af574b4c1c{n}" for n in range(3))
    plain = match_of(library).append(Bids(bids=(3, 3, 3, 3), id=first, after=""))
    held = plain.append(LaptopTakeover(laptop=OTHER, name="Front desk", id=second, after=first))
    assert code_of(held) == code_of(plain)
    chosen = plain.append(ChooseVersion(entry=first, why="ours", id=third))
    assert chosen.log != plain.log
    assert code_of(chosen) == code_of(plain)
    assert (
        compare_with_match(known(code_of(plain)), held.append(Note(text="b", id=third))) == "grown"
    )


def test_an_entry_that_counts_nothing_is_not_in_the_code(library: Library) -> None:
    plain = match_of(library, "a")
    unfit = plain.with_entries_appended([Tricks(tricks=(4, 3, 2, 4))], tolerant=True)
    assert (len(unfit.unfit), code_of(unfit)) == (1, code_of(plain))


def test_a_sheet_for_the_pen_states_the_head_as_it_is_now(library: Library) -> None:
    match = match_of(library)
    assert code_of_blank_sheet(match) == code_of(match)
    assert code_of_blank_sheet(match.append(Note(text="a"))) == code_of(match)
    renamed = match.append(HeadChange(teams=(Team("Aces"), Team("Kings")), why="names"))
    assert code_of_blank_sheet(renamed) != code_of(match)
    assert code_of_blank_sheet(match_of(library, match_id=None)) is None
