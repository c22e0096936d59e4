"""Every figure of the statistics is counted once more, from the raw entries of random events."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.entries import Pairing
from scorepad.events.statistics import compute_statistics
from scorepad.spades.decoding import decode_entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.status import status_of
from tests.events.day import Day
from tests.referee.referee import referee
from tests.reports.made import match_of

RULES: dict[str, Any] = {
    "game": {"target": 150},
    "bidding": {"blind_nil": "yes"},
    "renege": {"effect": "set"},
    "talk": {"ladder": ["warning", "loss-of-hand"]},
}
"""Chicago’s, with a target that some matches reach, a renege that sets, talk that loses a hand."""
OF_TEAMS = (
    *("played", "wins", "losses", "ties", "made", "given"),
    *("points_matches", "hand_matches", "bag_matches"),
)
SUBSTITUTES = ("Sam", "Ann", "sam ", "")


class Drawn:
    """An event of two rounds at three tables, with all that may happen at a table and on paper."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.day = Day(6, rules="chicago")
        self.day.stage("by-hand", rounds=2)
        self.day.round(1, "T1-T2", "T3-T4", "T5-T6")
        self.day.round(2, "T2-T3", "T4-T5", "T6-T1")
        for number in (1, 2):
            self.day.add("release", round=number)
        self.matches: dict[str, Match] = {}
        self.files: dict[str, dict[str, Any]] = {}
        self.paper: dict[str, dict[str, Any]] = {}
        for pairing in self.day.event.register.released_pairings():
            drawn = self.dice.random()
            if drawn < 0.7:
                self.play(pairing.pairing, pairing.teams)
            if drawn > 0.6:
                self.write(pairing.pairing)
        results = {match.id or "": status_of(match) for match in self.matches.values()}
        self.event = self.day.event.with_results(results)
        for pairing, result in self.paper.items():
            # A result that goes before the table's wants the matches to be known.
            self.day.event = self.event
            self.day.add("result", pairing=pairing, **result)
            self.event = self.day.event

    def write(self, pairing: str) -> None:
        ours, theirs = self.dice.sample(range(-90, 400), 2)
        how = self.dice.choice(("played", "played", "played", "forfeit", "default"))
        result: dict[str, Any] = {"how": how, "winner": int(theirs > ours), "why": "paper"}
        if how == "played" and self.dice.random() < 0.8:
            result["score"] = [ours, theirs]
            if self.dice.random() < 0.1:
                result |= {"score": [ours, ours], "winner": None}
            if self.dice.random() < 0.5:
                result["bags"] = [self.dice.randrange(9), self.dice.randrange(9)]
        self.paper[pairing] = result

    def play(self, pairing: str, teams: tuple[str, str]) -> None:
        sides = [{"name": team, "players": [f"{team} one", f"{team} two"]} for team in teams]
        file = {
            "scorepad": 1,
            "id": self.day.event.match_id(pairing),
            "rules": "chicago",
            "agreed": RULES,
            "teams": sides,
            "first_dealer": self.dice.randrange(4),
        }
        match, raw = match_of({**file, "log": []}), list[dict[str, Any]]()
        for _ in range(self.dice.randint(3, 45)):
            for entry in self.draw(match):
                try:
                    match = match.append(decode_entry(json.dumps(entry).encode()))
                except Refused:
                    continue
                entry["id"] = match.log[-1].id
                raw.append(entry)
        self.matches[pairing] = match
        self.files[pairing] = {**file, "log": raw}

    def draw(self, match: Match) -> list[dict[str, Any]]:
        dice, log = self.dice, self.raw_log(match)
        bids: list[Any] = [dice.randint(1, 4) for _ in range(4)]
        if dice.random() < 0.3:
            bids[dice.randrange(4)] = dice.choice(["nil", "blind", 0])
        tricks = [0, 0, 0, 0]
        for _ in range(13):
            tricks[dice.randrange(4)] += 1
        if dice.random() < 0.3:
            tricks = [tricks[0] + tricks[2], tricks[1], 0, tricks[3]]
        side, drawn = dice.randrange(2), dice.random()
        hand = [{"kind": "bids", "bids": bids}, {"kind": "tricks", "tricks": tricks}]
        if drawn < 0.01:
            return [{"kind": "forfeit", "side": side, "why": "left"}]
        if drawn < 0.6:
            return hand
        if drawn < 0.68:
            return [hand[0], {"kind": "talk", "side": side}, hand[1]]
        if drawn < 0.76:
            return [hand[0], {"kind": "renege", "side": side, "seat": side}, hand[1]]
        if drawn < 0.82:
            return [hand[0], {"kind": "misdeal", "reason": "leak"}]
        if drawn < 0.9:
            name = dice.choice(SUBSTITUTES)
            return [{"kind": "seat", "seat": dice.randrange(4), "player": name, "why": "ill"}]
        if not log:
            return []
        old = dice.choice(log)
        if drawn < 0.96 and old["kind"] in ("bids", "tricks"):
            to = hand[0] if old["kind"] == "bids" else hand[1]
            return [{"kind": "amend", "entry": old["id"], "to": to, "why": "wrong line"}]
        if old["kind"] == "bids":
            return [{"kind": "strike", "entry": old["id"], "why": "not dealt"}]
        return []

    def raw_log(self, match: Match) -> list[dict[str, Any]]:
        return [{"kind": type(each).__struct_config__.tag, "id": each.id} for each in match.log]


Hand = dict[str, Any]


def hands_in(file: dict[str, Any]) -> list[Hand]:
    """The hands that were played out or lost, read from the entries by SCORING.md 3 and 4 alone."""
    raw = file["log"]
    now = {entry["id"]: entry for entry in raw if entry["kind"] not in ("amend", "strike")}
    struck: set[str] = set()
    for entry in raw:
        if entry["kind"] == "amend":
            now[entry["entry"]] = {**entry["to"], "id": entry["entry"]}
        elif entry["kind"] == "strike":
            struck.add(entry["entry"])
    dealer = file["first_dealer"]
    players = [file["teams"][seat % 2]["players"][seat // 2] for seat in range(4)]
    talk = [0, 0]
    hands: list[Hand] = []
    hand: Hand | None = None
    gone = False
    for entry in now.values():
        kind = entry["kind"]
        if kind == "bids":
            gone = entry["id"] in struck
            hand = None if gone else {**entry, "dealer": dealer, "bad": {}}
        elif kind == "seat":
            players[entry["seat"]] = entry["player"].strip()
        elif gone or hand is None:
            continue
        elif kind == "talk":
            talk[entry["side"]] += 1
            if talk[entry["side"]] > 1:
                hand |= {"tricks": [0, 0, 0, 0], "lost": entry["side"]}
        elif kind == "renege":
            hand["bad"].setdefault(entry["side"], set()).add(entry.get("seat"))
        elif kind == "misdeal":
            hand = None
            continue
        elif kind == "tricks":
            hand["tricks"] = entry["tricks"]
        if hand is not None and "tricks" in hand:
            hands.append({**hand, "players": list(players)})
            dealer = (dealer + 1) % 4
            hand = None
    return hands


def counted_sides(hand: Hand) -> list[Hand]:
    """What each side of a hand did, by SCORING.md 4."""
    sides = []
    for side in (0, 1):
        seats = (side, side + 2)
        bids = {seat: hand["bids"][seat] for seat in seats}
        nils = {seat: "blind" if bids[seat] == "blind" else "nil" for seat in seats
                if bids[seat] in ("nil", "blind", 0)}  # fmt: skip
        contract = sum(bids[seat] for seat in seats if seat not in nils)
        took = sum(hand["tricks"][seat] for seat in seats if seat not in nils)
        failed = {seat for seat in nils if hand["tricks"][seat]} | hand["bad"].get(side, set())
        has_contract = len(nils) < 2
        is_set = has_contract and took < contract
        bags = max(took - contract, 0) if has_contract else 0
        if side in hand["bad"]:
            is_set, bags = has_contract and contract > 0, 0
        if "lost" in hand:
            is_set, bags = has_contract and hand["lost"] == side and contract > 0, 0
            failed = {*nils} if hand["lost"] == side else hand["bad"].get(side, set())
            if side in hand["bad"]:
                is_set = has_contract and contract > 0
        sides.append(
            {
                "tricks": sum(hand["tricks"][seat] for seat in seats),
                "sets": is_set,
                "bags": bags,
                "nils": nils,
                "made": nils.keys() - failed,
                "numbers": {seat: bids[seat] for seat in seats if seat not in nils},
            }
        )
    return sides


class Recount:
    """Every figure, counted from the raw entries, the papers and what the referee says."""

    def __init__(self, drawn: Drawn) -> None:
        self.players: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.teams: dict[str, Counter[str]] = {f"T{n}": Counter() for n in range(1, 7)}
        self.sat: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.wins: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self.comebacks: dict[str, list[int]] = defaultdict(list)
        self.known = Counter[str]()
        self.values: dict[str, list[int]] = defaultdict(list)
        self.scored_hands = 0
        for pairing in drawn.event.register.released_pairings():
            file, paper = drawn.files.get(pairing.pairing), drawn.paper.get(pairing.pairing)
            told = {"hands": [], "reason": None} if file is None else referee(file)
            counted = [each for each in told["hands"] if each["status"] in ("scored", "lost")]
            # What is played after the end of a game counts nothing, and comes last.
            hands = [] if file is None else hands_in(file)[: len(counted)]
            assert len(hands) == len(counted)
            behind = [0, 0]
            for hand, points in zip(hands, counted, strict=True):
                self.add_hand(pairing, hand)
                self.values["highest-hand"] += points["change"]
                for side in (0, 1):
                    lead = points["score"][1 - side] - points["score"][side]
                    behind[side] = max(behind[side], lead)
            table = None
            if told["reason"] is not None:
                how = "forfeit" if told["reason"] == "forfeit" else "played"
                table = how, told["winner"], told["score"]
            self.add_match(pairing, len(hands), paper, has_result=bool(paper or table))
            if paper is not None:
                stated = paper["how"], paper["winner"], paper.get("score")
                self.add_result(pairing, *stated)
                is_of_table = table == (*stated[:2], stated[2] or (table and table[2]))
            elif table is not None:
                self.add_result(pairing, *table)
                is_of_table = True
            if hands and table is not None and is_of_table and table[0] == "played":
                winner = table[1]
                if winner is not None and behind[winner]:
                    self.comebacks[pairing.teams[winner]].append(behind[winner])
                    self.values["comeback"].append(behind[winner])

    def add_hand(self, pairing: Pairing, hand: Hand) -> None:
        self.scored_hands += "lost" not in hand
        for side, did in enumerate(counted_sides(hand)):
            team = pairing.teams[side]
            shared = {name: did[name] for name in ("tricks", "sets", "bags")} | {"hands": 1}
            self.teams[team].update(shared)
            for seat in (side, side + 2):
                own = Counter(
                    deals=hand["dealer"] == seat,
                    bids=seat in did["numbers"],
                    bid=did["numbers"].get(seat, 0),
                    nils=did["nils"].get(seat) == "nil",
                    nils_made=did["nils"].get(seat) == "nil" and seat in did["made"],
                    blind_nils=did["nils"].get(seat) == "blind",
                    blind_nils_made=did["nils"].get(seat) == "blind" and seat in did["made"],
                )
                self.teams[team].update(own)
                name = " ".join(hand["players"][seat].split()).casefold()
                if name:
                    self.players[team, name].update(own)
                    self.players[team, name].update(shared)
                    self.sat[team, name].add(pairing.pairing)

    def add_match(self, pairing: Pairing, hands: int, paper: Any, *, has_result: bool) -> None:
        bags = paper["bags"] if paper and "bags" in paper and not hands else None
        found = Counter(hand_matches=hands > 0, bag_matches=hands > 0 or bags is not None)
        self.known.update(found, matches=hands > 0 or has_result)
        for side, team in enumerate(pairing.teams):
            self.teams[team].update(found, bags=bags[side] if bags else 0)
        if hands:
            self.values["longest-match"].append(hands)

    def add_result(self, pairing: Pairing, how: str, winner: int | None, score: Any) -> None:
        for side, team in enumerate(pairing.teams):
            self.teams[team].update(
                played=1, wins=winner == side, ties=winner is None, losses=winner == 1 - side
            )
        if how != "played" or score is None:
            return
        self.known["points_matches"] += 1
        self.values["closest-finish"].append(abs(score[0] - score[1]))
        for side, team in enumerate(pairing.teams):
            self.teams[team].update(points_matches=1, made=score[side], given=score[1 - side])
            margin = score[side] - score[1 - side]
            if winner == side and margin > 0:
                self.wins[team].append((margin, pairing.teams[1 - side]))
                self.values["biggest-win"].append(margin)


def mean(total: int, count: int) -> float | None:
    return round(total / count, 2) if count else None


@pytest.mark.fuzz
@given(st.integers(0, 10**9))
def test_every_figure_agrees_with_a_count_of_the_raw_entries(seed: int) -> None:
    drawn = Drawn(seed)
    computed, again = compute_statistics(drawn.event), Recount(drawn)
    players = {(each.team, each.player.casefold()): each for each in computed.players}
    assert players.keys() == again.players.keys()
    for key, each in players.items():
        count = again.players[key]
        assert each.matches == len(again.sat[key])
        for field in each.counts.__struct_fields__:
            assert getattr(each.counts, field) == count[field], (key, field)
        assert each.counts.average_bid == mean(count["bid"], count["bids"])
    for team in computed.teams:
        count = again.teams[team.team]
        for field in team.counts.__struct_fields__:
            assert getattr(team.counts, field) == count[field], (team.team, field)
        for field in OF_TEAMS:
            assert getattr(team, field) == count[field], (team.team, field)
        biggest = max(again.wins[team.team], key=lambda each: each[0], default=(None, ""))
        assert (team.biggest_win, team.biggest_win_against) == biggest
        assert team.comeback == max(again.comebacks[team.team], default=None)
        assert team.average_margin == mean(count["made"] - count["given"], count["points_matches"])
    for field in ("matches", "hand_matches", "points_matches", "bag_matches"):
        assert getattr(computed, field) == again.known[field], field
    assert {each.what: each.value for each in computed.records} == {
        what: (min if what == "closest-finish" else max)(found)
        for what, found in again.values.items()
    }
    # Sums that must agree.
    assert sum(each.counts.tricks for each in computed.teams) == 13 * again.scored_hands
    assert sum(each.wins for each in computed.teams) == sum(e.losses for e in computed.teams)
    assert sum(each.made - each.given for each in computed.teams) == 0
    if not any("without a name" in note.english for note in computed.notes):
        assert sum(each.counts.tricks for each in computed.players) == 2 * 13 * again.scored_hands
        deals = sum(each.counts.deals for each in computed.players)
        assert deals == sum(each.counts.hands for each in computed.teams) // 2
