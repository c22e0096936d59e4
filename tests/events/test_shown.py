"""`scorepad event show --json` (EVENTS.md, Command line)."""

from __future__ import annotations

from scorepad.events.entries import RoundEntry
from scorepad.events.results import match_id_of_pairing
from tests.events.day import EVENT_ID, Day


def test_the_event_of_the_document_is_shown_as_printed() -> None:
    day = Day(name="Spring Open")
    day.team("T1", name="Aces", players=["Ann", "Cy"], seed=1)
    day.team("T2", name="Kings", players=["Bo", "Di"])
    day.team("T3", name="Jacks", players=["Ed", "Flo"])
    day.add("check-in", team="T1", seat=0, id_shown=True)
    day.stage("swiss", rounds=5)
    day.round(1, "T1-T2", byes="T3")
    assert day.shown["rounds"][0]["status"] == "draft"
    day.add("release", round=1)
    day.result("1-1", 312, 287, bags=[3, 0])
    shown = day.shown
    assert list(shown) == ["id", "name", "champion", "teams", "stages", "rounds", "standings"]
    assert (shown["id"], shown["name"], shown["champion"]) == (EVENT_ID, "Spring Open", None)
    assert shown["teams"][0] == {
        "team": "T1",
        "name": "Aces",
        "players": [
            {"name": "Ann", "here": True, "id_shown": True},
            {"name": "Cy", "here": False, "id_shown": False},
        ],
        "state": "in",
    }
    assert shown["stages"] == [{"stage": "A", "format": "swiss", "status": "playing"}]
    assert shown["rounds"] == [
        {
            "round": 1,
            "stage": "A",
            "status": "done",
            "byes": ["T3"],
            "pairings": [
                {
                    "pairing": "1-1",
                    "table": "1",
                    "teams": ["T1", "T2"],
                    "match": match_id_of_pairing(EVENT_ID, RoundEntry(round=1, stage="A"), "1-1"),
                    "status": "over",
                    "how": "played",
                    "winner": 0,
                    "tied": False,
                    "score": [312, 287],
                    "official": True,
                }
            ],
        }
    ]
    first = shown["standings"][0]
    assert first == {
        "stage": "A",
        "place": 1,
        "team": "T1",
        "played": 1,
        "wins": 1,
        "ties": 0,
        "losses": 0,
        "byes": 0,
        "forfeits": 0,
        "score": 1,
        "for": 312,
        "against": 287,
        "difference": 25,
        "bags": 3,
        "decided_by": "difference",
    }
    assert [row["team"] for row in shown["standings"]] == ["T1", "T3", "T2"]


def test_a_pairing_waits_then_is_played_then_over() -> None:
    day = Day(2)
    day.stage("swiss", rounds=1)
    day.pair()
    pairing = lambda: day.shown["rounds"][0]["pairings"][0]  # noqa: E731
    assert (pairing()["status"], day.shown["rounds"][0]["status"]) == ("waiting", "released")
    day.match("1-1")
    assert pairing()["status"] == "playing"
    day.match("1-1", how="played", winner=1, score=(200, 310), bags=(2, 1))
    assert (pairing()["status"], pairing()["official"]) == ("over", False)
    assert day.shown["standings"][0]["bags"] == 1
    day.match("1-1", how="played", winner=1, score=(200, 310), bags=(2, 1), signed=True)
    assert pairing()["official"]
    assert (day.status(), day.shown["champion"]) == ("done", "T2")


def test_an_abandoned_match_gives_no_result() -> None:
    day = Day(2)
    day.stage("swiss", rounds=1)
    day.pair()
    day.match("1-1", score=(100, 50))
    assert day.shown["rounds"][0]["pairings"][0]["status"] == "playing"
    assert day.shown["standings"][0]["played"] == 0
