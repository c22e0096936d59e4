"""The referee: an independent scorer of match files, written straight from SCORING.md.

Plain dicts and lists in, the Result object of SCORING.md 5 out.  Each log is read from its first
entry on; nothing of the product is used.
"""

from __future__ import annotations

import json
from functools import cached_property, lru_cache
from typing import Any

from tests.referee.fold import Counted, Data, Game, fold
from tests.referee.hands import NILS, contract_of, nil_seats, read_bids, seats
from tests.referee.results import result
from tests.referee.rulesets import MILLION, BadRules, complete

AFTER_THE_END = ("bids", "tricks", "misdeal", "talk", "time", "forfeit", "abandon")
CORRECTIONS = ("amend", "strike", "restore")
HEAD = ("rules", "agreed", "event", "round", "table", "scheduled", "teams", "first_dealer")


class Refusal(ValueError):
    """An entry is refused; `keyword` says on what ground."""

    def __init__(self, keyword: str) -> None:
        super().__init__(keyword)
        self.keyword = keyword


class Log:
    """A match's head and entries, each with its id, and what of it counts."""

    def __init__(self, match: Data, entries: list[Data]) -> None:
        self.first_head = {key: match[key] for key in HEAD if key in match}
        self.entries: list[Data] = []
        self.struck_by: dict[str, str] = {}
        for entry in entries:
            self._take(entry)

    def with_entry(self, entry: Data) -> Log:
        """The log with another entry at its end."""
        longer = Log(self.first_head, [])
        longer.entries, longer.struck_by = [*self.entries], self.struck_by
        longer._take(entry)
        return longer

    def _take(self, entry: Data) -> None:
        i = len(self.entries)
        self.entries.append(entry := {**entry, "id": name_of(entry, i)})
        if entry["kind"] == "strike":
            taken = self.taken_with(entry["entry"], i)
            self.struck_by = self.struck_by | dict.fromkeys(taken, entry["id"])
        elif entry["kind"] == "restore":
            # "Takes its strike back, with what that strike took."
            strike = self.struck_by[entry["entry"]]
            self.struck_by = {k: v for k, v in self.struck_by.items() if v != strike}

    def find(self, entry_id: str) -> Data | None:
        return next((entry for entry in self.entries if entry["id"] == entry_id), None)

    def position(self, entry_id: str) -> int:
        return [entry["id"] for entry in self.entries].index(entry_id)

    def stands(self, entry: Data) -> bool:
        return entry["id"] not in self.struck_by

    def reading(self, entry: Data) -> Data:
        """ "That entry now reads `to`"; the last amend that counts."""
        return self.amended.get(entry["id"], entry)

    @cached_property
    def amended(self) -> dict[str, Data]:
        """What amended entries read as now."""
        return {
            other["entry"]: other["to"]
            for other in self.entries
            if other["kind"] == "amend" and self.stands(other)
        }

    def counted(self, until: int | None = None) -> Counted:
        """The entries that count, among the first `until`, as they read now."""
        return [
            (entry["id"], self.reading(entry))
            for entry in self.entries[:until]
            if self.stands(entry) and entry["kind"] not in CORRECTIONS
        ]

    def head(self) -> Data:
        """ "The match's head now reads so, and everything is scored anew." """
        head = dict(self.first_head)
        for entry_id, entry in self.counted():
            if entry["kind"] == "setup" and entry_id:
                head |= {key: entry[key] for key in HEAD if key in entry}
        return head

    @cached_property
    def rules(self) -> Data:
        head = self.head()
        return complete_once(json.dumps([head["rules"], head.get("agreed")]))

    @cached_property
    def game(self) -> Game:
        return self.game_until(None)

    def game_until(self, until: int | None) -> Game:
        """The game that the first `until` entries made."""
        dealer = self.head().get("first_dealer", 0)
        first = None if until is None else len(self.counted(until))
        counted = self.counted()
        return fold(self.rules, dealer, counted, self.was_between, self.rules_then, first)

    def rules_then(self, entry_id: str) -> Data | None:
        """The rules under which this entry was recorded; None for the present ones."""
        if not any(
            "setup" in (each["kind"], each.get("to", {}).get("kind")) for each in self.entries
        ):
            return None
        before = self.entries[: self.position(entry_id)]
        rules = rules_of(json.dumps([self.first_head, before]))
        return None if rules == self.rules else rules

    def was_between(self, entry_id: str) -> bool:
        """Was no hand in progress when this entry was recorded?"""
        before = self.entries[: self.position(entry_id)]
        return nothing_in_progress(json.dumps([self.first_head, before]))

    def taken_with(self, entry_id: str, until: int) -> list[str]:
        """What a strike takes: "Striking `bids` strikes its whole hand: tricks, reneges, talk and
        rulings in it"."""
        target = self.find(entry_id)
        if target is None or target["kind"] != "bids":
            return [entry_id]
        before = Log.__new__(Log)
        before.first_head = self.first_head
        before.entries = self.entries[:until]
        before.struck_by = self.struck_by
        for hand in before.game.hands:
            if hand["bids_id"] == entry_id:
                return list(hand["entries"])
        return [entry_id]


def name_of(entry: Data, index: int) -> str:
    """ "`id` (else its position, "1", "2", …)" """
    return str(entry.get("id") or index + 1)


def number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def need(holds: bool, keyword: str) -> None:
    if not holds:
        raise Refusal(keyword)


def hand_in_progress(game: Game) -> Data | None:
    return game.open if game.open and game.open["status"] == "in-progress" else None


@lru_cache(maxsize=100_000)
def nothing_in_progress(written: str) -> bool:
    """Had this match no hand in progress?  (Remembered: it is asked again and again.)"""
    head, entries = json.loads(written)
    return hand_in_progress(Log(head, entries).game) is None


@lru_cache(maxsize=100_000)
def rules_of(written: str) -> Data:
    """The rules in which the next entry of this match would be recorded."""
    head, entries = json.loads(written)
    return Log(head, entries).rules


@lru_cache(maxsize=1_000)
def complete_once(written: str) -> Data:
    """All parameters of a rule set with what was agreed; each log asks anew."""
    rules, agreed = json.loads(written)
    return complete(rules, agreed)


# ---- the gate (SCORING.md 3)


def refusal(log: Log, entry: Data) -> str | None:
    """Why this entry cannot be appended to a log, as a keyword; None when it can."""
    entry_id = name_of(entry, len(log.entries))
    try:
        need(log.find(entry_id) is None, "duplicate-id")
        kind = entry["kind"]
        if kind == "amend":
            gate_amend(log, entry)
        elif kind == "strike":
            gate_strike(log, entry)
        elif kind == "restore":
            struck = log.struck_by.get(entry["entry"])
            strike = log.find(struck) if struck else None
            need(strike is not None and strike["entry"] == entry["entry"], "not-struck")
        else:
            gate(log.game, log.rules, entry, entry.get("override"), [])
        if kind in (*CORRECTIONS, "setup"):
            # "Refused when a later entry could then not be read"; a change of the head never is.
            stale = log.with_entry(entry).game.stale
            fresh = set(stale) - set(log.game.stale) - restored_by(log, entry)
            if fresh and not is_of_head(log, entry):
                why = log.with_entry(entry).game.why_stale
                raise Refusal(f"unreadable-{why[min(fresh)]}")
    except Refusal as refused:
        return refused.keyword
    except BadRules:
        return "rules"
    return None


def restored_by(log: Log, entry: Data) -> set[str]:
    """What was skipped already before the strike that a restore takes back."""
    strike = log.struck_by.get(entry["entry"]) if entry["kind"] == "restore" else None
    if strike is None:
        return set()
    return set(Log(log.first_head, log.entries[: log.position(strike)]).game.stale)


def is_of_head(log: Log, entry: Data) -> bool:
    """Does the entry change the head, or undo or redo such an entry?"""
    if entry["kind"] in ("strike", "restore"):
        target = log.find(entry["entry"])
        return target is not None and is_of_head(log, target)
    return "setup" in (entry["kind"], entry.get("to", {}).get("kind"))


def gate_amend(log: Log, entry: Data) -> None:
    target = log.find(entry["entry"])
    need(target is not None, "no-such-entry")
    assert target is not None
    need(target["kind"] not in CORRECTIONS, "not-amendable")
    need(log.stands(target), "struck")
    need(entry["to"]["kind"] == target["kind"], "other-kind")
    # "It is gated against the state before its target (`override` continues the `amend`)."
    before = log.game_until(log.position(target["id"]))
    # "Blind-nil deficits are judged once, when recorded."
    bids = log.reading(target)["bids"] if target["kind"] == "bids" else []
    judged = [seat for seat, bid in enumerate(bids) if bid == "blind"]
    gate(before, log.rules, entry["to"], entry.get("override"), judged)


def gate_strike(log: Log, entry: Data) -> None:
    target = log.find(entry["entry"])
    need(target is not None, "no-such-entry")
    assert target is not None
    # "An amend can be struck, a strike or restore cannot."
    need(target["kind"] not in ("strike", "restore"), "not-strikable")
    need(log.stands(target), "struck")
    # "Striking `tricks`, or a `talk` that closed a hand, … is allowed on the latest hand only."
    if target["kind"] in ("tricks", "talk"):
        hands = log.game.hands
        closed = [hand for hand in hands if hand["closed_by"] == target["id"]]
        need(not closed or closed[0] is hands[-1], "not-the-latest-hand")


def gate(game: Game, rules: Data, entry: Data, override: str | None, judged: list[int]) -> None:
    """The checks on an entry that is no correction, against the game so far."""
    kind, over, hand = entry["kind"], game.end is not None, hand_in_progress(game)
    late = kind in ("renege", "ruling") and entry.get("hand") is not None
    need(not (over and kind in AFTER_THE_END), "over")
    need(number(entry.get("side", 0), 0, 1), "range")
    need(entry.get("seat") is None or number(entry["seat"], 0, 3), "range")
    if kind in ("renege", "talk") and entry.get("seat") is not None:
        need(entry["seat"] in seats(entry["side"]), "seat-of-the-other-side")
    if late:
        # "`hand` names the latest closed hand …; allowed until the next hand's bids, after the
        # end too."
        last = game.hands[-1] if game.hands else None
        statuses = ("scored", "lost")
        need(last is not None and last["status"] in statuses, "no-closed-hand")
        assert last is not None
        need(last["number"] == entry["hand"], "not-the-latest-hand")
        hand = last
    if kind == "bids":
        need(hand is None, "hand-in-progress")
        gate_bids(game, rules, entry["bids"], override, judged)
    elif kind == "tricks":
        need(hand is not None, "no-hand")
        assert hand is not None
        gate_tricks(hand, entry["tricks"])
    elif kind == "renege":
        need(late or not over, "over")
        need(hand is not None, "no-hand")
        assert hand is not None
        gate_renege(rules, hand, entry)
    elif kind == "ruling":
        need(number(entry["points"], -MILLION, MILLION), "range")
        need(number(entry.get("bags", 0), -MILLION, MILLION), "range")
    elif kind == "clock":
        # "`seconds` for `add`."
        need((entry["do"] == "add") == (entry.get("seconds") is not None), "seconds")
        need(number(entry.get("seconds") or 0, -MILLION, MILLION), "range")
    elif kind == "time":
        need(game.time is None, "time-twice")  # "Time can be called once."
        need(not entry.get("dealt") or hand is None, "dealt-with-bids")
    elif kind == "setup":
        need(number(entry.get("first_dealer", 0), 0, 3), "range")


def gate_bids(
    game: Game, rules: Data, given: list[Any], override: str | None, judged: list[int]
) -> None:
    bidding = rules["bidding"]
    for bid in given:
        need(bid in (None, *NILS) or number(bid, 0, 13), "range")
    bids = read_bids(rules, given)
    need("blind" not in bids or rules["nil"]["blind_points"] is not None, "no-blind-points")
    for side in (0, 1):
        mine = [bids[seat] for seat in seats(side)]
        need(mine != [None, None], "no-bid")
        nils = len(nil_seats(bids, side))
        # "`null` … but not beside a nil."
        need(not (nils and None in mine), "null-beside-nil")
        if override is not None:
            continue
        contract = contract_of(rules, bids, side) or 0
        need(not (0 in mine and bidding["zero"] == "barred"), "zero")
        need(nils <= bidding["nils_per_side"], "nils")
        # "Least contract; waived only when both partners bid nil."
        need(nils == 2 or contract >= bidding["side_minimum"], "minimum")
        maximum = bidding["side_maximum"]
        need(maximum is None or contract <= maximum, "maximum")
        if "blind" in mine:
            need(bidding["blind_nil"] == "yes", "blind-nil")
            # "The side must trail by at least this before the hand (0 = none)."
            deficit = bidding["blind_nil_deficit"]
            behind = game.score[1 - side] - game.score[side]
            new = [seat for seat in seats(side) if bids[seat] == "blind" and seat not in judged]
            need(not new or deficit == 0 or behind >= deficit, "deficit")


def gate_tricks(hand: Data, tricks: list[Any]) -> None:
    for count in tricks:
        need(count is None or number(count, 0, 13), "range")
    for side in (0, 1):
        mine = [tricks[seat] for seat in seats(side)]
        need(mine != [None, None], "no-tricks")
        # "A side with a nil bidder must give both."
        need(not (None in mine and nil_seats(hand["bids"], side)), "tricks-not-told-apart")
    need(sum(count or 0 for count in tricks) == 13, "thirteen")


def gate_renege(rules: Data, hand: Data, entry: Data) -> None:
    effect = rules["renege"]["effect"]
    # "`tricks`, `points` (optional, …; only with effect `tricks`)."
    given = [entry.get("tricks"), entry.get("points")]
    need(effect == "tricks" or given == [None, None], "tricks-or-points")
    need(given[0] is None or number(given[0], 0, 13), "range")
    need(given[1] is None or number(given[1], -MILLION, MILLION), "range")
    # "`seat` (… required with effect `set` where that side has a nil)."
    nils = nil_seats(hand["bids"], entry["side"])
    need(not (effect == "set" and nils and entry.get("seat") is None), "seat")
    # RULES 3, own-bid: "`seat` is required".
    need(effect != "own-bid" or entry.get("seat") is not None, "seat")


# ---- the result (SCORING.md 5)


def score(log: Log) -> Data:
    """The Result of a match whose entries were all accepted."""
    return result(log.game, log.rules["id"])


def referee(match: Data) -> Data:
    """The Result of a match file, or the first entry that is refused and on what ground."""
    log = Log(match, [])
    for entry in match.get("log", []):
        keyword = refusal(log, entry)
        if keyword is not None:
            return {"error": keyword, "entry": len(log.entries) + 1, "kind": entry["kind"]}
        log = log.with_entry(entry)
    return score(log)
