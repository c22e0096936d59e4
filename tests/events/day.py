"""A day of play that a test writes down entry by entry."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from scorepad.events.effects import correction_effect_texts, find_affected_rounds
from scorepad.events.entries import EventHead
from scorepad.events.event import Event
from scorepad.events.event_json import event_as_data
from scorepad.events.eventfile import decode_event_entry, encode_event_entry
from scorepad.events.proposal import Proposal, propose_round
from scorepad.paths import resources_folder
from scorepad.spades.library import Library, load_library
from scorepad.spades.refusal import Refused
from scorepad.spades.status import How, MatchStatus

EVENT_ID = "00000000-0000-4000-8000-000000000001"


@cache
def library() -> Library:
    return load_library(resources_folder() / "rules")


def status(
    how: How | None = None,
    *,
    bags: tuple[int, int] | None = None,
    signed: bool = False,
    **says: Any,
) -> MatchStatus:
    """The status of a match whose result came about like this; None: it is played."""
    if how is not None:
        says |= {"status": "over", "reason": "target" if how == "played" else "forfeit"}
        says["tied"] = how == "played" and says.get("winner") is None
    return MatchStatus(bags_taken=bags, signed=(signed, signed), **says)


class Day:
    """An event and the matches it has, written to as a supervisor would."""

    def __init__(self, teams: int = 0, *, rules: str = "unc", **head: Any) -> None:
        self.event = Event(EventHead(rules=rules, **head), library(), id=EVENT_ID)
        self.matches: dict[str, MatchStatus] = {}
        for number in range(1, teams + 1):
            self.team(f"T{number}")

    @classmethod
    def of(cls, event: Event) -> Day:
        """The day of an event that was begun."""
        day = cls()
        day.event = event
        return day

    # Writing.

    def add(self, kind: str, **fields: Any) -> str:
        """One entry through the gate; its id.  `from_` and the like lose their underscore."""
        entry = decode_event_entry(json.dumps({"kind": kind, **fields}).encode())
        self.event = self.event.append(entry)
        return self.event.log[-1].id or ""

    def team(self, team: str, **more: Any) -> str:
        players = more.pop("players", [f"{team} one", f"{team} two"])
        return self.add("team", team=team, name=more.pop("name", team), players=players, **more)

    def check_in(self, *teams: str) -> None:
        for team in teams:
            self.add("check-in", team=team)

    def stage(self, format: str, stage: str = "A", **more: Any) -> str:
        return self.add("stage", stage=stage, format=format, **more)

    def proposed(self, stage: str | None = None, *, count_open_as_ties: bool = False) -> Proposal:
        return propose_round(self.event.overview, stage, count_open_as_ties=count_open_as_ties)

    def pair(self, stage: str | None = None, *, count_open_as_ties: bool = False) -> list[str]:
        """Propose, record and release the next round; its pairings as "T1-T2", byes last."""
        entry = self.proposed(stage, count_open_as_ties=count_open_as_ties).entry
        self.event = self.event.append(decode_event_entry(encode_event_entry(entry)))
        self.add("release", round=entry.round)
        return ["-".join(each.teams) for each in entry.pairings] + list(entry.byes)

    def round(self, number: int, *pairs: str, stage: str = "A", byes: str = "") -> str:
        """A round written by hand: `pairs` as "T1-T2"; it is not released."""
        return self.add(
            "round",
            round=number,
            stage=stage,
            pairings=[
                {"pairing": f"{number}-{place}", "table": str(place), "teams": pair.split("-")}
                for place, pair in enumerate(pairs, 1)
            ],
            byes=byes.split(),
        )

    def result(self, pairing: str, ours: int, theirs: int, **more: Any) -> str:
        winner = None if ours == theirs else int(theirs > ours)
        return self.add(
            "result", pairing=pairing, how="played", winner=winner, score=[ours, theirs], **more
        )

    def won(self, *pairings: str) -> None:
        """Side 0 wins each by 300 to 200."""
        for pairing in pairings:
            self.result(pairing, 300, 200)

    def lost(self, *pairings: str) -> None:
        for pairing in pairings:
            self.result(pairing, 200, 300)

    def match(self, pairing: str, **says: Any) -> None:
        """What the match of a pairing says by now."""
        self.matches[self.event.match_id_by_pairing[pairing]] = status(begun=True, **says)
        self.event = self.event.with_results(dict(self.matches))

    # Reading.

    @property
    def shown(self) -> dict[str, Any]:
        return event_as_data(self.event.overview)

    def status(self, stage: str = "A") -> str:
        return next(each["status"] for each in self.shown["stages"] if each["stage"] == stage)

    def order(self, stage: str = "A") -> list[str]:
        """The teams of a stage, best first."""
        return [row["team"] for row in self.shown["standings"] if row["stage"] == stage]

    def places(self, stage: str = "A") -> dict[str, int]:
        rows = self.shown["standings"]
        return {row["team"]: row["place"] for row in rows if row["stage"] == stage}

    def effects(self, kind: str, **fields: Any) -> list[str]:
        """What an entry would change in rounds that are out; it is not recorded."""
        entry = decode_event_entry(json.dumps({"kind": kind, **fields}).encode())
        after = self.event.append(entry)
        overviews = self.event.overview, after.overview
        return [
            str(text)
            for text in correction_effect_texts(*overviews, find_affected_rounds(*overviews))
        ]


def teams(count: int) -> list[str]:
    return [f"T{number}" for number in range(1, count + 1)]


def refused(day: Day, kind: str, **fields: Any) -> str:
    before = day.shown
    with pytest.raises(Refused) as caught:
        day.add(kind, **fields)
    assert day.shown == before
    return str(caught.value)
