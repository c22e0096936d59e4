"""The status of a match is the same wherever it is shown: in the list that is stored, in the tables
list, in the matches list, in the rounds of its event, on the room screen, on paper and in exports.
"""

from __future__ import annotations

import csv
import os
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QModelIndex

import tests.one_dialect  # noqa: F401
from reports import FORMATS, SheetMaker
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.exporting import matches_of_event
from scorepad.desk.reading import status_of_kept_log
from scorepad.events.entries import (
    EventEntry,
    EventHead,
    NoShowGrace,
    OfficialResult,
    Pairing,
    Release,
    ResultEntry,
    RoundEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.events.status import with_events
from scorepad.spades.entries import Abandon, Entry, Forfeit, Ruling, Sign
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.result import signatures
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import format_number
from scorepad.store import open_store
from scorepad.window.event.pairing_rows import PairingRowMaker
from scorepad.window.event.room_slides import tables_now_playing_slides
from scorepad.window.floor.floor_model import SCORE, FloorModel
from scorepad.window.printing.match_list import MatchListModel, match_row_spoken_text
from scorepad.window.widgets.row_table import ROW_ROLE
from scorepad.window.widgets.two_line_list import TwoLineText
from tests.desk.memory import MemoryKeeper
from tests.imports import import_match
from tests.referee.differ import library, written
from tests.referee.generators import Drawn, matches, seeded

SEEDS = int(os.environ.get("SCOREPAD_EXAMPLES", "6"))
pytestmark = [pytest.mark.fuzz, pytest.mark.xdist_group("one status")]
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TEAMS = ("Aces", "Kings", "Queens", "Jacks")
PAIRING = Pairing(pairing="1-1", table="7", teams=("T0", "T1"))


class Afternoon:
    """An event of one round of which the first match has a random log, and what became of it."""

    def __init__(self, folder: Path, drawn: Drawn, dice: random.Random) -> None:
        self.now = NOON
        self.dice = dice
        opened = open_store(
            folder,
            write=True,
            summarize=lambda log: status_of_kept_log(log, library()),
            now=lambda: self.now,
        )
        self._opened = opened
        self.store = opened.__enter__()
        self.desk = Desk(self.store, library(), now=self.tick, by=lambda: "Pat")
        self.event: EventTable = EventDesk(self.desk).start(EventHead(name="Spring", rules="unc"))
        for number, name in enumerate(TEAMS):
            self.state(TeamEntry(team=f"T{number}", name=name, players=("Ann", "Bo")))
        self.state(StageEntry(stage="A", format="by-hand"))
        others = Pairing(pairing="1-2", table="8", teams=("T2", "T3"))
        self.state(RoundEntry(round=1, stage="A", pairings=(PAIRING, others)))
        self.match_id = self.event.event.match_id("1-1") or ""
        head = {**drawn.match, "id": self.match_id, "event": "Spring", "event_id": self.event.id}
        if dice.random() < 0.1:  # others than the event's teams
            head["teams"] = [{"name": name, "players": ["Zoe", "Yan"]} for name in ("Rats", "Owls")]
        import_match(self.desk, written(head, drawn.log), "drawn")
        self.state(Release(round=1))

    def close(self) -> None:
        self._opened.__exit__(None, None, None)

    def tick(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def state(self, entry: EventEntry) -> None:
        """Record what the event states; it may be refused."""
        self.event.follow_other_programs()
        with suppress(Refused):
            self.event.record(entry)

    def record(self, entry: Entry) -> None:
        """Record an entry at the table; it may be refused."""
        with suppress(Refused), self.desk.open_briefly(self.match_id) as table:
            table.record(entry)

    def record_apart(self) -> None:
        """Let another laptop record something at the same time, which makes two versions."""
        there = Desk(MemoryKeeper(), library(), now=self.tick, by=str)
        data = self.desk.export_match_file(self.match_id)
        other = there.open(import_match(there, data, "here").match_id)
        with suppress(Refused):
            other.record(Ruling(side=0, points=10, why="there"))
            self.record(Ruling(side=0, points=20, why="here"))
        import_match(self.desk, there.export_match_file(self.match_id), "there")

    def go_on(self) -> bool:
        """Do what may happen to a match after its hands; return whether anything did."""
        side = self.dice.randrange(2)
        happenings = (
            lambda: self.record(Forfeit(side=side, why="left")),
            lambda: self.record(Abandon(why="fire")),
            lambda: [self.record(Sign(side=each, name="Ann")) for each in (0, 1)],
            lambda: self.record(Sign(side=side, name="")),
            self.record_apart,
            lambda: self.state(OfficialResult(pairing="1-1", name="Sue")),
            lambda: self.state(NoShowGrace(pairing="1-1", minutes=5)),
            lambda: self.state(self.result_on_paper()),
        )
        chosen = self.dice.choices(happenings, k=self.dice.randrange(4))
        for each in chosen:
            each()
        return bool(chosen)

    def result_on_paper(self) -> ResultEntry:
        score = self.dice.choice((None, (310, 250), (200, 305), (150, 150)))
        how = self.dice.choice(("played", "played", "forfeit", "double-forfeit"))
        winner = self.dice.choice((0, 1)) if how == "forfeit" or score is None else None
        if how == "played" and score is not None and score[0] != score[1]:
            winner = int(score[1] > score[0])
        elif how == "double-forfeit":
            winner = None
        return ResultEntry(pairing="1-1", how=how, winner=winner, score=score, why="paper")

    @property
    def match(self) -> Match:
        return self.desk.read(self.match_id)


def of_log(status: MatchStatus) -> MatchStatus:
    """What the log tells; when it was written to in this folder no other place knows."""
    return replace(status, created=None, changed=None)


def check_facts(afternoon: Afternoon, status: MatchStatus) -> None:
    """The status says what board and event say."""
    match, stated = afternoon.match, afternoon.event.event.register.results.get("1-1")
    end, signed = match.board.end, None not in signatures(match)
    over = end is not None and end.reason != "abandoned" and not match.has_versions
    if stated is not None:
        assert (status.how, status.winner) == (stated.how, stated.winner)
        assert status.final_score == stated.score
        assert status.is_official
    elif over and end is not None and not status.has_other_teams:
        assert status.has_result
        assert (status.winner, status.tied) == (end.winner, end.tied)
        assert status.final_score == match.board.score
        assert status.is_official or not signed
    else:
        assert not status.has_result
        assert (status.winner, status.final_score) == (None, None)
        assert not status.is_official


def shown_rows(afternoon: Afternoon) -> Iterator[tuple[str, MatchStatus]]:
    """The status of the match in each place, by the place's name."""
    desk, now = afternoon.desk, afternoon.now
    afternoon.event.follow_other_programs()
    statements = afternoon.event.event.statements

    def find(statuses: Any) -> MatchStatus:
        (found,) = (each for each in statuses if each.id == afternoon.match_id)
        return replace(found, holder_name=status_of(afternoon.match).holder_name)

    yield "kept", with_events(find(afternoon.store.summaries()), statements)
    floor = FloorModel(now)
    floor.show_rows(desk.statuses_of_today({afternoon.match_id}), now)
    yield "tables list", find(floor.rows)
    model = MatchListModel()
    model.show_page(desk.page())
    yield (
        "matches list",
        find(model.data(model.index(row, 0), ROW_ROLE) for row in range(model.rowCount())),
    )
    yield "all matches", find(desk.matches())


def cells(afternoon: Afternoon) -> Iterator[tuple[str, str]]:
    """The points as they are read in each place."""
    now, event = afternoon.now, afternoon.event.event
    floor = FloorModel(now)
    statuses = afternoon.desk.statuses_of_today({afternoon.match_id})
    floor.show_rows([each for each in statuses if each.id == afternoon.match_id], now)
    yield "tables list", str(floor.data(floor.index(0, SCORE, QModelIndex())))
    for slide in tables_now_playing_slides(floor.rows, now):
        ((_table, _one, ours, _other, theirs, _state),) = slide.lines
        yield "room screen", f"{ours.text} : {theirs.text}" if ours.text else ""
    (listed,) = (each for each in afternoon.desk.matches() if each.id == afternoon.match_id)
    yield "matches list", match_row_spoken_text(listed)
    opened: Any = type("Opened", (), {})()
    opened.register, opened.overview = event.register, event.overview
    _key, text = PairingRowMaker(opened).make_row(PAIRING)
    assert not isinstance(text, TwoLineText)
    yield "event round", text().right


def check(afternoon: Afternoon) -> None:
    afternoon.event.follow_other_programs()
    event = afternoon.event.event
    outcome = event.overview.outcome(event.register.drawn["1-1"][1])
    check_facts(afternoon, outcome)
    by_log = with_events(status_of(afternoon.match), event.statements)
    for place, status in shown_rows(afternoon):
        assert of_log(status) == of_log(by_log), place
    if event.statements.get(afternoon.match_id) and not outcome.has_other_teams:
        assert of_log(outcome) == of_log(by_log)
    numbers = [format_number(each) for each in outcome.final_score or ()]
    for place, text in cells(afternoon):
        if outcome.how == "played" and numbers:
            assert all(each in text for each in numbers), (place, text, numbers)
    check_papers(afternoon, outcome)


def check_papers(afternoon: Afternoon, outcome: MatchStatus) -> None:
    """A page and the exports say the same."""
    event = afternoon.event.event
    played = [afternoon.desk.read(each) for each in matches_of_event(event)]
    with TemporaryDirectory() as folder:
        SheetMaker().export(FORMATS["csv"], played, Path(folder) / "csv", event)
        with (Path(folder) / "csv" / "matches.csv").open(encoding="utf-8-sig") as file:
            (row,) = (each for each in csv.DictReader(file) if each["match"] == afternoon.match_id)
        SheetMaker().export(FORMATS["html"], played, Path(folder) / "html", event)
        page = (Path(folder) / "html" / "index.html").read_text("utf-8")
    assert row["status"] == ("over" if outcome.has_result else "playing")
    assert row["winner"] == ("" if outcome.winner is None else str(outcome.winner))
    assert row["official"] == str(outcome.is_official).lower()
    assert row["tied"] == str(outcome.tied).lower()
    if outcome.final_score is not None:
        assert [row["score_0"], row["score_1"]] == [str(each) for each in outcome.final_score]
        if outcome.how == "played":
            first, second = map(format_number, outcome.final_score)
            assert re.search(rf">{first}</span>\s*<span[^>]*>{second}<", page)
    if outcome.has_result and not outcome.is_official:
        assert "unofficial" in page or "under protest" in page


def play(drawn: Drawn, seed: int) -> None:
    with TemporaryDirectory() as folder:
        afternoon = Afternoon(Path(folder) / "data", drawn, random.Random(seed))
        try:
            check(afternoon)
            for _ in range(3):
                if afternoon.go_on():
                    check(afternoon)
        finally:
            afternoon.close()


@pytest.mark.parametrize("seed", range(2000, 2000 + SEEDS))
def test_a_match_stands_the_same_everywhere(seed: int) -> None:
    play(seeded(seed), seed)


@given(drawn=matches(), seed=st.integers(0, 1000))
def test_a_short_match_stands_the_same_everywhere(drawn: Drawn, seed: int) -> None:
    play(drawn, seed)
