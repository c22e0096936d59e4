"""An independent reading of a season (SEASON.md 1): slow, plain, from the log's own JSON alone."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from fractions import Fraction
from typing import Any

from scorepad.events.event import Event
from scorepad.events.eventfile import encode_event_entry

POINTS = {
    "win": 1, "tie": 0.5, "loss": 0, "bye": 1, "forfeit_win": 1, "forfeit_loss": 0,
    "default_win": 1, "default_loss": 0, "absent": 0,
}  # fmt: skip
USUAL = ["head-to-head", "difference", "points", "fewer-bags", "lots"]


class NaiveSeason:
    """What a log without corrections comes to, if all its results are in it."""

    def __init__(self, event: Event) -> None:
        self.id = event.id
        log = [json.loads(encode_event_entry(each)) for each in event.log]
        self.teams = [each["team"] for each in log if each["kind"] == "team"]
        self.stages = {each["stage"]: each for each in log if each["kind"] == "stage"}
        out = {each["round"] for each in log if each["kind"] == "release"}
        self.rounds = [each for each in log if each["kind"] == "round" and each["round"] in out]
        self.results = {each["pairing"]: each for each in log if each["kind"] == "result"}
        setups = [each for each in log if each["kind"] == "setup"]
        self.setup = {key: value for each in setups for key, value in each.items()}
        marks = [each for each in log if each["kind"] == "mark" and each["what"] == "rating"]
        self.marks = {
            (each["pairing"], each["team"]): each["value"] for each in sorted(marks, key=_id)
        }
        self.out = self.out_before(10**9)

    def out_before(self, number: int) -> set[str]:
        """The teams that are out by their forfeits before a round."""
        forfeits = [
            team
            for planned in self.rounds
            if planned["round"] < number
            for pairing in planned["pairings"]
            for side, team in enumerate(pairing["teams"])
            if (result := self.results.get(pairing["pairing"]))
            and result["how"] in ("forfeit", "double-forfeit")
            and result.get("winner") != side
        ]
        limit = self.setup.get("max_forfeits") or 10**9
        return {team for team in self.teams if forfeits.count(team) >= limit}

    # Standings.

    def row(self, stage: str, team: str) -> dict[str, Any]:
        """What a team's matches in a stage come to."""
        points = POINTS | self.stages[stage].get("points", {})
        row: dict[str, Any] = defaultdict(int, team=team, score=Fraction(), ratings=[], met=[])
        for planned in self.rounds:
            if planned["stage"] != stage:
                continue
            row["score"] += Fraction(points["bye"]) * planned["byes"].count(team)
            row["score"] += Fraction(points["absent"]) * planned.get("absent", []).count(team)
            for pairing in planned["pairings"]:
                if team in pairing["teams"]:
                    self._count(row, pairing, points)
        played = row["played"]
        row["record"] = (row["wins"] + Fraction(row["ties"], 2)) / played if played else Fraction()
        ratings = row["ratings"]
        row["rating"] = sum(ratings, Fraction()) / len(ratings) if ratings else None
        return row

    def _count(self, row: dict[str, Any], pairing: dict[str, Any], points: dict[str, Any]) -> None:
        side = pairing["teams"].index(row["team"])
        other = pairing["teams"][1 - side]
        result = self.results[pairing["pairing"]]
        how, winner = result["how"], result.get("winner")
        row["played"] += 1
        kind = {"played": "", "forfeit": "forfeit_", "default": "default_"}.get(how, "forfeit_")
        if how == "played" and winner is None:
            row["ties"] += 1
            row["score"] += Fraction(points["tie"])
            row["met"].append((other, 1))
        elif winner == side:
            row["wins"] += 1
            row["score"] += Fraction(points[f"{kind}win"])
            row["met"].append((other, 2))
        else:
            row["score"] += Fraction(points[f"{kind}loss"])
            row["met"].append((other, 0))
            row["forfeits"] += how in ("forfeit", "double-forfeit")
        if how == "played":
            row["played_out"] += 1
            row["for"] += result["score"][side]
            row["difference"] += result["score"][side] - result["score"][1 - side]
        value = self.marks.get((pairing["pairing"], row["team"]))
        scale = self.setup.get("rating") or {}
        if value is None and how == "default":
            value = scale.get("default_other" if winner == side else "default")
        elif value is None and how != "played" and winner != side:
            value = scale.get("forfeit")
        if value is not None:
            row["ratings"].append(Fraction(str(scale.get("scale", {}).get(value, value))))

    def standing(self, stage: str, teams: list[str]) -> list[list[dict[str, Any]]]:
        """The places of a stage, best first, each with the teams that share it."""
        rows = [self.row(stage, team) for team in teams]
        breaks = self.stages[stage].get("tie_breaks", USUAL)
        return self.split(rows, ["score"], breaks)

    def split(
        self, rows: list[dict[str, Any]], first: list[str], breaks: list[str]
    ) -> list[list[dict[str, Any]]]:
        """Rows in places: by the first criterion that tells any apart, the parts from the start."""
        for way in [*first, *breaks]:
            values = self.values(way, rows)
            if values is None or len(set(values)) < 2:
                continue
            places = []
            for value in sorted(set(values), reverse=True):
                part = [row for row, own in zip(rows, values, strict=True) if own == value]
                places += self.split(part, [], breaks)
            return places
        return [rows]

    def values(self, way: str, rows: list[dict[str, Any]]) -> list[Any] | None:
        """What a criterion makes of these rows, more is better; None if it is passed over."""
        names = {row["team"] for row in rows}
        if way == "head-to-head":
            often = {
                (row["team"], other): sum(each == other for each, _ in row["met"])
                for row in rows
                for other in names - {row["team"]}
            }
            if len(set(often.values())) > 1:
                return None
            return [sum(got for other, got in row["met"] if other in names) for row in rows]
        if way == "rating":
            ratings = [row["rating"] for row in rows]
            return None if None in ratings else ratings
        if way == "fewer-bags":
            return None if any(row["played_out"] for row in rows) else [0] * len(rows)
        if way == "lots":
            return [-int(_lot(self.id, row["team"]), 16) for row in rows]
        key = {"points": "for", "fewer-forfeits": "forfeits"}.get(way, way)
        sign = -1 if way == "fewer-forfeits" else 1
        return [sign * row[key] for row in rows]

    # Who continues.

    def advancing(self, stage: str, members: dict[str, list[str]], taken: set[str]) -> list[str]:
        """The teams that advance into a stage by seed; `members` are those of each stage before,
        `taken` those in other stages that these feed."""
        rule = self.stages[stage]["advance"]
        own = [each["round"] for each in self.rounds if each["stage"] == stage]
        out = self.out_before(min(own, default=10**9))
        asked = rule.get("qualify", {})
        ranks: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for source in rule["from"]:
            ordered = [row for place in self.standing(source, members[source]) for row in place]
            able = [
                row
                for row in ordered
                if row["team"] not in taken | out and self.meets(asked, row["team"], rule)
            ]
            if isinstance(rule["places"], list):
                first, last = rule["places"]
                chosen = [row for row in ordered[first - 1 : last] if row in able]
            else:
                chosen = able if rule["places"] == "all" else able[: rule["places"]]
            for rank, row in enumerate(chosen):
                ranks[rank].append(row)
        breaks = self.stages[stage].get("tie_breaks", USUAL)
        breaks = [each for each in breaks if each != "head-to-head"]
        return [
            row["team"]
            for rank in sorted(ranks)
            for place in self.split(ranks[rank], ["score"], breaks)
            for row in place
        ]

    def meets(self, asked: dict[str, Any], team: str, rule: dict[str, Any]) -> bool:
        """Whether a team has all that is asked for, over the stages that feed this one."""
        rows = [self.row(source, team) for source in rule["from"]]
        wins, ties, played, forfeits, played_out = (
            sum(row[key] for row in rows)
            for key in ("wins", "ties", "played", "forfeits", "played_out")
        )
        ratings = [each for row in rows for each in row["ratings"]]
        record = (wins + Fraction(ties, 2)) / played if played else 0
        return (
            record >= Fraction(str(asked.get("winning", 0)))
            and wins >= asked.get("wins", 0)
            and forfeits <= asked.get("forfeits", 10**9)
            and played_out >= asked.get("played", 0)
            and (
                "rating" not in asked
                or (
                    bool(ratings)
                    and sum(ratings, Fraction()) / len(ratings) >= Fraction(str(asked["rating"]))
                )
            )
        )


def _id(entry: dict[str, Any]) -> str:
    return str(entry["id"])


def _lot(event: str, team: str) -> str:
    return hashlib.sha256(f"{event}/{team}".encode()).hexdigest()
