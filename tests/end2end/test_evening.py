"""An evening of twelve tables in the real window under Xvfb and a window manager, with keys alone.

Five hands a table, the bids of all tables before any tricks, every kind of entry, and time that
runs out at four tables in the same second.  Whatever made a supervisor stumble and can be done by
keys is a step: keys pressed by habit, a panel left and opened again, Enter pressed twice, an answer
taken back, a bid insisted on, rows marked with Space, a table found by its name, two tables of one
number, an old match imported, a number that no table has, matches started with one Enter.  Each
match comes out as if it had been scored alone, and nowhere else is anything recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from scorepad import __main__ as composition
from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.desk.typed_bids import bidding_units
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.entries import (
    KINDS,
    Abandon,
    Amend,
    Bids,
    Clock,
    Entry,
    Forfeit,
    Head,
    HeadChange,
    IdentityCheck,
    Misdeal,
    Note,
    Renege,
    Restore,
    Ruling,
    Sign,
    Strike,
    Talk,
    Team,
    Time,
    Tricks,
    kind_of,
)
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from scorepad.spades.rules import PRESETS
from scorepad.store import utc_now
from tests.end2end import window_process as process
from tests.end2end.window_player import bid_keys_of, trick_keys_of
from tests.window.evening import Evening

pytestmark = process.needs_a_display

TABLES = range(1, 13)
HANDS = range(1, 6)
TIMED = (9, 10, 11, 12)
"""At these tables time runs out in the same second: at two in a hand, at two between hands."""
TWICE = (1, 3)
"""Tables of another event have these numbers, too."""
OTHER_EVENT = "North"
BY_NAME = (2, 5, 8, 12)
"""These tables are gone to by their names once."""
OLD_TABLE = "6"
"""The table of a match that was over long ago and is imported: the floor has one with it."""
FREE_TABLES = {"2": 2, "8": 3}
"""Matches that are started with one Enter have the tables whose games are over by then; who deals
first is said at each."""
SECONDS_LEFT = 5
AGREED = {"game": {"target": 3000}}


class Act(NamedTuple):
    """What is done at a table besides bids and tricks: its keys ("=" before a text), and the entry
    that it records (None: what it does comes to nothing)."""

    keys: tuple[str, ...]
    entry: Callable[[Match], Entry] | None


def latest(match: Match, kind: type[Entry]) -> str:
    return next(str(each.id) for each in reversed(match.log) if isinstance(each, kind))


def corrected(match: Match) -> Amend:
    bids = match.original_entry(latest(match, Bids))
    assert isinstance(bids, Bids)
    to = replace(bids, bids=(2, *bids.bids[1:]))
    return Amend(entry=str(bids.id), to=to, why="misheard")


def insisted(match: Match) -> Bids:
    """Return the bids 1 and 1, then 4 and 4, of which a supervisor accepts the first two."""
    bids: list[int | str | None] = [None] * 4
    order = bidding_units(match.rules, match.board.dealer)
    for (seat,), bid in zip(order, (1, 1, 4, 4), strict=True):
        bids[seat] = bid
    return Bids(bids=(bids[0], bids[1], bids[2], bids[3]), override="beginners")


def signed(match: Match, side: int) -> Sign:
    return Sign(side=side, name=match.head.teams[side].players[0])


BEFORE: dict[tuple[int, int], tuple[Act, ...]] = {
    # Table and hand: what comes before its bids.
    (1, 2): (
        Act(("ctrl+m", "space", "Return"), lambda _: Misdeal(reason="no face card")),
        Act(
            ("ctrl+u", "space", "minus", "5", "Tab", "Tab", "Tab", "=late", "Return"),
            lambda _: Ruling(side=0, points=-5, why="late"),
        ),
    ),
    (2, 3): (
        Act(("ctrl+i", "space", "Escape"), lambda _: IdentityCheck(seat=0, ok=True)),
        Act(("ctrl+j", "=lamp broken", "Tab", "Tab", "Return"), lambda _: Note(text="lamp broken")),
    ),
    (3, 4): (
        Act(("ctrl+z", "ctrl+shift+z"), None),
        Act(("ctrl+e", "2", "Return", "=misheard", "Return"), corrected),
    ),
    (4, 5): (
        Act(
            ("ctrl+d", "=twice", "Return", "Escape"),
            lambda match: Strike(entry=latest(match, Tricks), why="twice"),
        ),
        Act(
            ("ctrl+shift+d", "Return", "Escape"),
            lambda match: Restore(entry=latest(match, Tricks)),
        ),
    ),
    (9, 3): (
        # The fourth bid puts the cursor into the reason.
        Act(("1", "1", "!", "4", "4", "=beginners", "Return"), insisted),
        Act(("ctrl+m", "space", "Return"), lambda _: Misdeal(reason="no face card")),
    ),
    (5, 2): (
        Act(
            ("F4", "=Jets", "Return", "=misspelt", "Return"),
            lambda match: HeadChange(
                teams=(replace(match.head.teams[0], name="Jets"), match.head.teams[1]),
                why="misspelt",
            ),
        ),
    ),
}
WITHIN: dict[tuple[int, int], tuple[Act, ...]] = {
    # Table and hand: what comes between its bids and its tricks.
    (6, 2): (
        # What was chosen before Escape is not chosen any more.
        Act(("ctrl+r", "Right", "space", "Escape"), None),
        Act(("ctrl+r", "space", "Return"), lambda _: Renege(side=0)),
    ),
    # Tab leads to the other side, Enter chooses it, and the next one records.
    (7, 3): (Act(("ctrl+t", "Tab", "Return", "Return"), lambda _: Talk(side=1)),),
    (1, 5): (
        Act(("F6",), lambda _: Clock(do="pause")),
        Act(("F7",), lambda _: Clock(do="resume")),
        Act(("F8", "2", "Return", "Escape"), lambda _: Clock(do="add", seconds=120)),
    ),
}
AFTER: dict[int, tuple[Act, ...]] = {
    # Table: what comes after its last hand.
    2: (
        Act(
            ("ctrl+shift+f", "space", "=left", "Return"),
            lambda _: Forfeit(side=0, why="left"),
        ),
        Act(
            # A player's name is pressed, or typed.
            ("ctrl+g", "Tab", "space", "=Bo2", "Return", "Escape"),
            lambda match: signed(match, 0),
        ),
        Act((), lambda match: signed(match, 1)),
    ),
    3: (Act(("ctrl+shift+a", "=no light", "Return"), lambda _: Abandon(why="no light")),),
    # Enter chooses that no cards are dealt, and at once records.
    8: (Act(("F9", "Return", "Return"), lambda _: Time()),),
}


def rules_of(table: int) -> str:
    """Four tables have the clock that asks; the others have each preset once."""
    return "unc" if table in TIMED else ("unc", *PRESETS)[table - 1]


def head_of(table: int, event: str = "") -> Head:
    teams = tuple(
        Team(f"{team}{table}", (f"{one}{table}", f"{other}{table}"))
        for team, one, other in (("Aces", "Ann", "Cy"), ("Kings", "Bo", "Di"))
    )
    return Head(
        rules=rules_of(table),
        agreed=AGREED,
        event=event or ("West" if table in TIMED else "East"),
        round="1",
        table=str(table),
        teams=(teams[0], teams[1]),
    )


def hands_of(match: Match, table: int) -> list[tuple[Bids, Tricks]]:
    """Nine hands that these rules allow, beginning elsewhere at each table."""
    name = "team-bids" if match.rules.bidding.unit == "side" else "four-bids"
    log = process.recorded(name).log
    pairs = list(zip(log[::2], log[1::2], strict=True))
    found: list[tuple[Bids, Tricks]] = []
    at = table
    while len(found) < len(HANDS) + 1:
        bids, tricks = pairs[at % len(pairs)]
        at += 1
        assert isinstance(bids, Bids)
        assert isinstance(tricks, Tricks)
        bids, tricks = Bids(bids=bids.bids), Tricks(tricks=tricks.tricks)
        try:
            match = match.append(bids).append(tricks)
        except Refused:
            continue
        found.append((bids, tricks))
    return found


class Scored:
    """A match that is scored alone: no window, no clock, no other table."""

    def __init__(self, desk: Desk, table: int) -> None:
        self.table: Table = desk.start(head_of(table))
        self.hands = hands_of(self.table.match, table)

    def bid(self, hand: int) -> list[str]:
        """Return the keys of this hand's bids, which are recorded."""
        bids, _tricks = self.hands[hand - 1]
        match = self.table.match
        keys = bid_keys_of(bidding_units(match.rules, match.board.dealer), bids)
        self.table.record(bids)
        return list(keys)

    def count(self, hand: int) -> list[str]:
        """Return the keys of this hand's tricks, which are recorded."""
        _bids, tricks = self.hands[hand - 1]
        keys = trick_keys_of(TypedTricks(self.table.match), tricks)
        self.table.record(tricks)
        return list(keys)

    def most(self, hand: int) -> int:
        """Return how many keys this hand may take."""
        by_side = self.table.match.rules.bidding.unit == "side"
        return process.allowed("team-bids" if by_side else "four-bids", *self.hands[hand - 1])

    def act(self, acts: tuple[Act, ...]) -> list[str]:
        for each in acts:
            if each.entry is not None:
                self.table.record(each.entry(self.table.match))
        return [key for each in acts for key in each.keys]


def finished_long_ago(data: Path) -> Match:
    evening = Evening(data / "old")
    evening.wall.moment = datetime(2024, 3, 1, 19, tzinfo=UTC)
    table = evening.play(table=OLD_TABLE)
    table.record(Forfeit(side=0, why="left"))
    return table.match


def seeded(data: Path) -> dict[int, str]:
    """Twelve open tables with nothing played, by id; four have a clock that is paused near its end.
    The tables of the other event are not open, and the old match is of another day."""
    evening = Evening(data)
    with composition.Program(str(data)).open_store(write=True) as store:
        desk = Desk(store, process.LIBRARY, now=utc_now, by=lambda: "Pat")
        ids = {}
        desk.import_matches([("old.scorepad", finished_long_ago(data))])
        for table in TWICE:
            desk.start(head_of(table, OTHER_EVENT))
        for table in TABLES:
            opened = desk.start(head_of(table))
            ids[table] = opened.id
            if table in TIMED:
                over = timedelta(minutes=30).total_seconds() - SECONDS_LEFT
                opened.record(Clock(do="start"))
                opened.record(Clock(do="pause"))
                opened.record(Clock(do="add", seconds=-int(over)))
    evening.settings.set_and_save("by", "Pat")
    evening.settings.set_and_save("open_tables", " ".join(ids.values()))
    return ids


def way_to(table: int, hand: int = 0) -> list[str]:
    """Return the keys that lead to a table: one to the first nine, four to any other; one more
    where it is asked which of two is meant, of which the one that is open comes first.

    In the second hand keys are pressed by habit, which changes nothing: Escape, Backspace, End and
    Home on the floor, a number that no table has, digits at the question.  In the third some are
    found by name."""
    asked = ["Return"] * (table in TWICE)
    keys = [f"ctrl+{table}"] if table < 10 else ["ctrl+0", *str(table), "Return"]
    assert len(keys) <= (1 if table < 10 else 4)
    if hand == 3 and table in BY_NAME:
        keys = ["ctrl+k", f"=table {table}", "Return"]
    if hand == 2 and asked:
        keys += ["5", "4", "Tab"]
    if hand == 2 and table >= 10:
        unknown = [*str(table + 10), "Return", *"70", "Return", "Escape"]
        keys[1:1] = ["Escape", "BackSpace", "End", "Home", *unknown]
    return keys + asked


def test_an_evening_of_twelve_tables(qtbot: Any, display: str, tmp_path: Path) -> None:
    ids = seeded(tmp_path)
    alone = Evening(tmp_path / "alone")
    scored = {table: Scored(alone.desk, table) for table in TABLES}
    reader = process.Reader(qtbot, tmp_path)

    def first_dealers() -> dict[str, int | None]:
        """Who deals first at the tables of the matches that belong to no event."""
        heads = [match.head for match in reader.matches() if not match.head.event]
        return {head.table: head.first_dealer for head in heads}

    def counting(match: Match) -> list[str]:
        return [kind_of(each) for each in match.counting_entries if not isinstance(each, Clock)]

    def caught_up() -> bool:
        """The table that was typed at last is read first."""
        with reader.desk() as desk:
            return all(
                counting(desk.read(ids[table])) == counting(each.table.match)
                for table, each in reversed(scored.items())
            )

    with process.running(display, tmp_path) as program:
        for hand in HANDS:
            typed = {}
            for table, each in scored.items():
                acts = each.act(BEFORE.get((table, hand), ()))
                typed[table] = each.bid(hand)
                program.type_keys(way_to(table, hand) + acts + typed[table])
            for table, each in scored.items():
                if hand == HANDS[-1] and table in TIMED[:2]:
                    continue
                acts = each.act(WITHIN.get((table, hand), ()))
                keys = each.count(hand)
                program.type_keys(way_to(table) + acts + keys)
                assert len(typed[table] + keys) <= each.most(hand), (table, hand)
            reader.wait(caught_up)
        for table, acts in AFTER.items():
            program.type_keys(way_to(table) + scored[table].act(acts))
        # The clocks of the tables called "West" go on in the same moment: each row is marked.
        marks = ["Down", "space"] * len(TIMED)
        program.type_keys(["ctrl+0", "=West", *marks, "F5"])
        for table in TIMED[:2]:
            scored[table].table.record(Time())
        reader.wait(caught_up)
        for table in TIMED[:2]:
            program.type_keys(way_to(table) + scored[table].count(HANDS[-1]))
        # Between hands it is asked: no cards at the first table, one hand more at the second.
        none, dealt = TIMED[2:]
        no_cards = ["Tab", "Tab", "Return"]
        program.type_keys([*way_to(none), *no_cards, "ctrl+z", *no_cards])
        scored[none].table.record(Time())
        scored[dealt].table.record(Time(dealt=True))
        hand = scored[dealt].bid(HANDS[-1] + 1) + scored[dealt].count(HANDS[-1] + 1)
        program.type_keys([*way_to(dealt), "Tab", "Return", *hand])
        # The next free tables are filled in.
        program.type_keys(["ctrl+n", "Return", "c", "ctrl+shift+n", "Return", "d"])
        reader.wait(caught_up)
        reader.wait(lambda: first_dealers() == FREE_TABLES)
    others = [match for match in reader.matches() if match.head.event == OTHER_EVENT]
    assert [match.log for match in others] == [()] * len(TWICE)
    with reader.desk() as desk:
        played = {table: desk.read(ids[table]) for table in TABLES}
    for table, each in scored.items():
        assert result_data(played[table]) == result_data(each.table.match), table
    counted = [entry for table in TIMED for entry in played[table].counting_entries]
    up = [entry.at for entry in counted if isinstance(entry, Time)]
    moments = sorted(each for each in up if each is not None)
    assert len(moments) == len(TIMED)
    assert moments[-1] - moments[0] < timedelta(seconds=1)
    overridden = {entry.override for entry in played[9].log if isinstance(entry, Bids)}
    assert overridden == {None, "beginners"}
    kinds = {kind_of(entry) for match in played.values() for entry in match.log}
    assert kinds == set(KINDS) - {"hold", "choose", "seat", "dealer"}
