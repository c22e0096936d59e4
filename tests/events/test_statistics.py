"""Every figure of the statistics is counted once more, from the raw entries of random events."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.statistics import compute_statistics
from scorepad.spades.decoding import decode_entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.status import status_of
from tests.events.day import Day
from tests.reports.made import match_of

RULES: dict[str, Any] = {
    "game": {"target": 150},
    "bidding": {"blind_nil": "yes"},
    "renege": {"effect": "set"},
    "talk": {"ladder": ["warning", "loss-of-hand"]},
}
"""Chicago’s, with a target that some matches reach, a renege that sets, talk that loses a hand."""
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
        self.raw: dict[str, list[dict[str, Any]]] = {}
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
            if self.dice.random() < 0.5:
                result["bags"] = [self.dice.randrange(9), self.dice.randrange(9)]
        self.paper[pairing] = result

    def play(self, pairing: str, teams: tuple[str, str]) -> None:
        sides = [{"name": team, "players": [f"{team} one", f"{team} two"]} for team in teams]
        match = match_of(
            {
                "scorepad": 1,
                "id": self.day.event.match_id(pairing),
                "rules": "chicago",
                "agreed": RULES,
                "teams": sides,
                "first_dealer": self.dice.randrange(4),
                "log": [],
            }
        )
        for _ in range(self.dice.randint(3, 45)):
            for entry in self.draw(match):
                try:
                    match = match.append(decode_entry(json.dumps(entry).encode()))
                except Refused:
                    continue
                entry["id"] = match.log[-1].id
                self.raw.setdefault(pairing, []).append(entry)
        self.matches[pairing] = match

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


def hands_in(match: Match, raw: list[dict[str, Any]]) -> list[Hand]:
    """The hands that count, read from the entries by SCORING.md 3 and 4 alone."""
    now = {entry["id"]: entry for entry in raw if entry["kind"] not in ("amend", "strike")}
    struck: set[str] = set()
    for entry in raw:
        if entry["kind"] == "amend":
            now[entry["entry"]] = {**entry["to"], "id": entry["entry"]}
        elif entry["kind"] == "strike":
            struck.add(entry["entry"])
    dealer = match.first_head.first_dealer
    players = [match.first_head.teams[seat % 2].players[seat // 2] for seat in range(4)]
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


@pytest.mark.fuzz
@given(st.integers(0, 10**9))
def test_every_figure_agrees_with_a_count_of_the_raw_entries(seed: int) -> None:
    drawn = Drawn(seed)
    event = drawn.event
    computed = compute_statistics(event)
    of_players: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    of_teams: dict[str, Counter[str]] = {f"T{n}": Counter() for n in range(1, 7)}
    sat: dict[tuple[str, str], set[str]] = defaultdict(set)
    known = {"hands": 0, "points": 0, "bags": 0, "all": 0}
    longest = most = None
    scored_hands = 0
    for pairing in event.register.released_pairings():
        match = drawn.matches.get(pairing.pairing)
        raw = drawn.raw.get(pairing.pairing, [])
        # What is played after the end of a game counts nothing; the match says where it ended.
        ended = {h.bids_id for h in match.board.hands if h.is_after_end} if match else set()
        hands = [] if match is None else hands_in(match, raw)
        hands = [hand for hand in hands if hand["id"] not in ended]
        longest = max(longest or 0, len(hands)) or None
        for hand in hands:
            scored_hands += "lost" not in hand
            for side, did in enumerate(counted_sides(hand)):
                team = pairing.teams[side]
                of_teams[team].update(
                    hands=1, tricks=did["tricks"], sets=did["sets"], bags=did["bags"]
                )
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
                    of_teams[team].update(own)
                    name = " ".join(hand["players"][seat].split()).casefold()
                    if name:
                        of_players[team, name].update(own)
                        of_players[team, name].update(
                            hands=1, tricks=did["tricks"], sets=did["sets"], bags=did["bags"]
                        )
                        sat[team, name].add(pairing.pairing)
        paper, is_stated = drawn.paper.get(pairing.pairing), pairing.pairing in drawn.paper
        end = match.board.end if match is not None else None
        if not (hands or is_stated or (end and end.reason != "abandoned")):
            continue
        known["all"] += 1
        known["hands"] += bool(hands)
        known["bags"] += bool(hands) or bool(paper and "bags" in paper)
        if paper and "bags" in paper and not hands:
            for side, team in enumerate(pairing.teams):
                of_teams[team]["bags"] += paper["bags"][side]
        if paper is None and end is None:
            continue
        winner = paper["winner"] if paper else end.winner if end else None
        score = paper.get("score") if paper else match.board.score if match else None
        for side, team in enumerate(pairing.teams):
            of_teams[team].update(played=1, won=winner == side, tied=winner is None)
            if score is not None:
                of_teams[team].update(made=score[side], given=score[1 - side])
        if score is not None:
            known["points"] += 1
            most = min(most if most is not None else 10**9, abs(score[0] - score[1]))
    names = [each.player for each in computed.players]
    got = {(each.team, each.player.casefold()): each for each in computed.players}
    assert {key: count["hands"] for key, count in of_players.items()} == {
        key: each.counts.hands for key, each in got.items()
    }, names
    for key, each in got.items():
        assert each.matches == len(sat[key])
        for field in each.counts.__struct_fields__:
            assert getattr(each.counts, field) == of_players[key][field], (key, field)
    for each in computed.teams:
        count = of_teams[each.team]
        for field in each.counts.__struct_fields__:
            assert getattr(each.counts, field) == count[field], (each.team, field)
        found = (each.played, each.wins, each.ties, each.made, each.given)
        assert found == tuple(count[name] for name in ("played", "won", "tied", "made", "given"))
    assert computed.matches == known["all"]
    assert computed.hand_matches == known["hands"]
    assert computed.points_matches == known["points"]
    assert computed.bag_matches == known["bags"]
    records = {each.what: each.value for each in computed.records}
    assert records.get("longest-match") == longest
    assert records.get("closest-finish") == most
    # Sums that must agree.
    assert sum(each.counts.tricks for each in computed.teams) == 13 * scored_hands
    partners = sum(each.counts.tricks for each in computed.players)
    if not any("without a name" in note.english for note in computed.notes):
        assert partners == 2 * 13 * scored_hands
        deals = sum(each.counts.deals for each in computed.players)
        assert deals == sum(each.counts.hands for each in computed.teams) // 2
