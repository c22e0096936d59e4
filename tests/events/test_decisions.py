"""The list of the day: what somebody decided, in the event and at its tables, by time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from scorepad.events.decisions import list_decisions
from scorepad.spades import entries as kinds
from scorepad.spades.entries import Head, Team
from scorepad.spades.match import Match
from tests.events.day import Day, library

START = datetime(2026, 3, 14, 18, tzinfo=UTC)


def minute(number: int) -> str:
    return (START + timedelta(minutes=number)).isoformat()


def test_it_has_rulings_forfeits_corrections_and_marks_with_table_reason_and_who() -> None:
    day = Day(4)
    day.stage("by-hand")
    day.round(1, "T1-T2", "T3-T4")
    day.add("release", round=1)
    given = day.result("1-1", 300, 200, at=minute(1))
    to = {"kind": "result", "pairing": "1-1", "how": "played", "winner": 1, "score": [200, 300]}
    day.add("amend", entry=given, to=to, why="wrong line", at=minute(3), by="Pat")
    day.add("mark", team="T4", what="warning", why="late", at=minute(5), by="Lee")
    day.add(
        "result", pairing="1-2", how="forfeit", winner=0, why="nobody came", at=minute(4), by="Pat"
    )
    match = Match.open(
        Head(rules="unc", teams=(Team("T1", ("a", "b")), Team("T2", ("c", "d")))),
        library(),
        id=day.event.match_id("1-1"),
    )
    match = match.append(
        kinds.Ruling(side=1, points=-50, why="talk", at=START + timedelta(minutes=2), by="Kim")
    )
    items = list_decisions(day.event, [match])
    assert [(each.round, each.table, each.teams, each.by) for each in items] == [
        (1, "1", "T1 – T2", "Kim"),
        (1, "1", "T1 – T2", "Pat"),
        (1, "2", "T3 – T4", "Pat"),
        (None, "", "T4", "Lee"),
    ]
    assert [(each.was, each.now, each.why) for each in items] == [
        ("", "T2 −50 points", "talk"),
        ("T1 wins 300–200", "T2 wins 300–200", "wrong line"),
        ("", "T4 forfeits", "nobody came"),
        ("", "Warning", "late"),
    ]
    assert [each.kind for each in items] == ["ruling", "amend", "result", "mark"]


def test_a_plain_result_and_a_check_in_are_not_in_it() -> None:
    day = Day(2)
    day.check_in("T1", "T2")
    day.stage("by-hand")
    day.round(1, "T1-T2")
    day.add("release", round=1)
    day.result("1-1", 300, 200)
    assert list_decisions(day.event, []) == []
