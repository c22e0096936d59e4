"""A protest changes no result; it is shown, with the places that depend on it."""

from __future__ import annotations

import pytest

from scorepad.events.protest import protest_texts
from scorepad.spades.refusal import Refused
from tests.events.day import Day


def played() -> Day:
    day = Day(5)
    day.stage("swiss", rounds=3)
    assert day.pair() == ["T1-T3", "T2-T4", "T5"]
    day.result("1-1", 300, 290)
    day.result("1-2", 300, 100)
    return day


def protest(day: Day, team: str = "T3", pairing: str = "1-1", value: str = "open") -> None:
    day.add("mark", team=team, what="protest", pairing=pairing, value=value, why="they talked")


def said(day: Day) -> list[str]:
    return [str(each) for each in protest_texts(day.event.overview, "A")]


def test_an_open_protest_is_named_with_the_places_that_depend_on_it() -> None:
    day = played()
    before = day.order()
    protest(day)
    assert day.order() == before, "it changes no result"
    assert said(day)[0] == "under protest by T3: round 1, table 1, T1 – T3"
    assert said(day)[1].startswith("places ")
    outcome = day.event.overview.outcome(day.event.register.drawn["1-1"][1])
    assert (outcome.protested_by, outcome.is_official) == (("T3",), False)
    assert "they talked" not in " ".join(said(day)), "reasons are not published"


@pytest.mark.parametrize("value", ["upheld", "denied"])
def test_the_last_word_on_a_protest_counts(value: str) -> None:
    day = played()
    protest(day)
    protest(day, value=value)
    assert said(day) == []
    assert day.event.overview.outcome(day.event.register.drawn["1-1"][1]).is_official
    protest(day)
    assert len(said(day)) == 2, "it can be opened again"


def test_a_bracket_says_that_who_goes_on_depends_on_it() -> None:
    day = Day(4)
    day.stage("single-elimination")
    day.pair()
    day.result("1-1", 300, 290)
    protest(day, team=day.event.register.drawn["1-1"][1].teams[1])
    assert said(day)[1] == "the protest affects who advances in the bracket"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"team": "T5", "pairing": "1-3"}, "you can protest a pairing, but not a bye"),
        ({"team": "T5", "pairing": None}, "you can protest a pairing, but not a bye"),
        ({"team": "T2"}, "T2 doesn't play in round 1, table 1, T1 – T3"),
        ({"value": "maybe"}, "a protest must be open, upheld or denied"),
    ],
)
def test_a_protest_about_nothing_is_refused(fields: dict[str, str], sentence: str) -> None:
    mark = {
        "team": "T3",
        "what": "protest",
        "pairing": "1-1",
        "value": "open",
        "why": "x",
        **fields,
    }
    with pytest.raises(Refused) as refused:
        played().add("mark", **mark)
    assert str(refused.value) == sentence
