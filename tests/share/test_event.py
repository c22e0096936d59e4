"""An event on several laptops (LAPTOPS.md 3.6 and 5): which head of a match counts, and which teams
a match must have to give a result."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.floor import unapplied_entry_texts
from scorepad.events.entries import (
    CheckIn,
    EventAmend,
    EventHead,
    Pairing,
    Release,
    RoundEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.spades.entries import Clock, Forfeit
from scorepad.spades.status import MatchStatus
from tests.share.room import BIDS, Laptop, exchange_all

Make = Callable[..., Laptop]
TEAMS = {
    "T1": ("Aces", ("Ann", "Cy", "Eve")),
    "T2": ("Kings", ("Bo", "Di")),
    "T3": ("Owls", ("Flo", "Gus")),
    "T4": ("Foxes", ("Hal", "Ivy")),
}


def begin(laptop: Laptop) -> str:
    """The director's laptop has an event with a round that is not released."""
    with laptop.desk() as desk:
        table = EventDesk(desk).start(EventHead(name="Open", rules="unc"))
        for team, (name, players) in TEAMS.items():
            table.record(TeamEntry(team=team, name=name, players=players))
        table.record(StageEntry(stage="A", format="by-hand"))
        table.record(make_round(("T1", "T2"), ("T3", "T4")))
        return table.event.id


def make_round(*pairs: tuple[str, str]) -> RoundEntry:
    pairings = tuple(Pairing(f"1-{n}", str(n), pair) for n, pair in enumerate(pairs, 1))
    return RoundEntry(round=1, stage="A", pairings=pairings)


def change(laptop: Laptop, event_id: str, do: Callable[[EventTable], object]) -> None:
    with laptop.desk() as desk:
        do(EventDesk(desk).open(event_id))


def release(laptop: Laptop, event_id: str) -> str:
    """Release the round, and return the id of the entry."""
    ids = list[str]()
    change(
        laptop, event_id, lambda table: ids.append(table.record(Release(round=1)).entry.id or "")
    )
    return ids[0]


def match_id(laptop: Laptop, event_id: str) -> str:
    with laptop.desk() as desk:
        return EventDesk(desk).open(event_id).event.match_id("1-1") or ""


def result(laptop: Laptop, event_id: str) -> MatchStatus:
    """What the event makes of its first pairing's match."""
    with laptop.desk() as desk:
        overview = EventDesk(desk).open(event_id).event.overview
        return overview.outcome(overview.register.drawn["1-1"][1])


def read_heads(laptop: Laptop, match: str) -> tuple[str | None, tuple[str, ...], tuple[str, ...]]:
    """The release and the first team's players of a match, and as the list has these."""
    with laptop.desk() as desk:
        head = desk.read(match).first_head
        summary = next(each for each in desk.matches() if each.id == match)
        return head.release, head.teams[0].players, summary.players[::2]


@pytest.mark.parametrize("takes_over", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_the_head_of_the_release_that_counts_goes_before_the_smaller_hash(
    laptop: Make, takes_over: int, first: int
) -> None:
    """No matter which laptop released first, or which hash is smaller: `hold` decides, then a
    choice."""
    both = laptop("Front desk"), laptop("Laptop B")
    event_id = begin(both[0])
    exchange_all(*both, rounds=1)
    released = dict[int, str]()
    lineups = (("Ann", "Cy"), ("Cy", "Eve"))
    for at in (first, 1 - first):
        one = both[at]
        if at == 1:
            change(
                one,
                event_id,
                lambda table: table.take_over_from_other_laptop("the other one is silent"),
            )
        for seat in (takes_over, takes_over + 1) if at == 1 else (1 - takes_over, 2 - takes_over):
            entry = CheckIn(team="T1", seat=seat)
            change(one, event_id, lambda table, entry=entry: table.record(entry))
        released[at] = release(one, event_id)
    third = laptop("Laptop C")
    exchange_all(*both, third, rounds=2)
    match = match_id(both[0], event_id)
    for counting in (1, 0, 1):
        for each in (*both, third):
            its_lineup = lineups[takes_over if counting == 1 else 1 - takes_over]
            assert read_heads(each, match) == (released[counting], its_lineup, its_lineup), (
                each.name
            )
            with each.store() as store:
                assert store.check() == []
            with each.desk() as desk:
                (summary,) = (one for one in desk.matches() if one.id == match)
                assert "there is another version of the setup" in str(
                    unapplied_entry_texts(summary)[0]
                )
                other = desk.read(match).other_heads[0].teams[0].players
                assert {its_lineup, other} == set(lineups)
        with both[0].desk() as desk:
            table = EventDesk(desk).open(event_id)
            other = next(
                each
                for each in table.event.order.versions
                if released[1 - counting] in {entry.id for entry in each.entries}
            )
            table.choose_version(other.last_id, "it was read aloud")
        exchange_all(*both, third, rounds=1)


def test_a_match_of_the_round_before_it_was_changed_gives_no_result(laptop: Make) -> None:
    """The director pairs again what a table has begun, before it hears of that."""
    director, table = laptop("Front desk"), laptop("Laptop B")
    event_id = begin(director)
    release(director, event_id)
    exchange_all(director, table, rounds=1)
    match = match_id(director, event_id)
    table.record(match, BIDS)
    with director.desk() as desk:
        opened = EventDesk(desk).open(event_id)
        (entry,) = (each for each in opened.event.log if isinstance(each, RoundEntry))
        to = make_round(("T1", "T3"), ("T2", "T4"))
        opened.record(EventAmend(entry=entry.id or "", to=to, why="the Owls came late"))
    with table.desk() as desk:
        desk.open(match).record(Forfeit(side=1, why="they left"))
    exchange_all(director, table, rounds=2)
    for each in (director, table):
        found = result(each, event_id)
        assert (found.has_other_teams, found.how, found.teams) == (True, None, ("Aces", "Kings"))
        with each.desk() as desk:
            overview = EventDesk(desk).open(event_id).event.overview
            assert [one.pairing for one in overview.open_pairings("A")] == ["1-1", "1-2"]


@pytest.mark.parametrize("is_held", [True, False], ids=["held before", "held since"])
def test_a_match_that_waits_follows_its_changed_round(laptop: Make, is_held: bool) -> None:
    director, table = laptop("Front desk"), laptop("Laptop B")
    event_id = begin(director)
    release(director, event_id)
    exchange_all(director, table, rounds=1)
    match = match_id(director, event_id)
    if is_held:
        table.take_over(match)
    exchange_all(director, table, rounds=2)
    with director.desk() as desk:
        opened = EventDesk(desk).open(event_id)
        (entry,) = (each for each in opened.event.log if isinstance(each, RoundEntry))
        to = make_round(("T1", "T3"), ("T2", "T4"))
        opened.record(EventAmend(entry=entry.id or "", to=to, why="the Owls came late"))
    assert director.read(match).head.teams[1].name == "Kings", "its holder writes it"
    exchange_all(director, table, rounds=1)
    with table.desk() as desk:
        desk.open(match).record(Clock(do="start"))
    table.look()
    table.record(match, BIDS)
    with table.desk() as desk:
        desk.open(match).record(Forfeit(side=1, why="they left"))
    exchange_all(director, table, rounds=2)
    for each in (director, table):
        assert each.read(match).head.teams[1].name == "Owls"
        assert result(each, event_id).how == "forfeit"
