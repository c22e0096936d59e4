"""The referee's walk through a log: from the entries that count to hands, totals and the end.

Always from the first entry to the last, for one question asked.  The citations are SCORING.md's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.referee.ending import weigh
from tests.referee.hands import nil_seats, read_bids, score_hand, seats

Data = dict[str, Any]
STEPS = ("bids", "tricks", "misdeal")
Counted = list[tuple[str, Data]]
"""Ids and entries that count, as they read now, in the order of the log."""


class Unreadable(ValueError):
    """An entry cannot be read at its place: the keyword, and the entry's id."""

    def __init__(self, keyword: str, entry_id: str) -> None:
        super().__init__(f"{keyword}: {entry_id}")
        self.keyword = keyword


class Game:
    """What a log has come to, entry by entry."""

    def __init__(
        self,
        rules: Data,
        first_dealer: int,
        was_between: Callable[[str], bool],
        rules_then: Callable[[str], Data | None],
    ) -> None:
        self.was_between = was_between
        self.rules_then = rules_then
        self.hand_steps: dict[str, list[tuple[str, str]]] = {}
        self.rules = rules
        self.dealer = first_dealer
        self.hands: list[Data] = []
        self.open: Data | None = None
        self.score = [0, 0]
        self.bags = [0, 0]
        self.sets = [0, 0]
        self.offences = [0, 0]
        self.lose_next: set[int] = set()
        self.adjustments: list[Data] = []
        self.extra_owed = False
        self.time: str | None = None
        self.dealt = False
        self.end: Data | None = None
        self.stale: list[str] = []
        self.why_stale: dict[str, str] = {}

    # ---- one entry after another

    def take(self, entry_id: str, entry: Data) -> None:
        """Read one entry; one that cannot be read counts nothing."""
        try:
            self.read(entry_id, entry)
        except Unreadable as unreadable:
            self.stale.append(entry_id)
            self.why_stale[entry_id] = unreadable.keyword

    def read(self, entry_id: str, entry: Data) -> None:
        kind = entry["kind"]
        if is_late(entry):
            self.take_late(entry_id, entry)
        elif kind == "bids":
            self.take_bids(entry_id, entry)
        elif kind == "tricks":
            self.take_tricks(entry_id, entry)
        elif kind == "misdeal":
            self.take_misdeal(entry_id)
        elif kind == "renege":
            if self.open is None:
                self.skip(entry_id, entry)
                return
            self.check_seat(self.open, entry_id, entry)
            self.open["entries"].append(entry_id)
            self.open["reneges"].append(entry)
        elif kind == "ruling":
            self.take_ruling(entry_id, entry)
        elif kind == "talk":
            self.take_talk(entry_id, entry)
        elif kind == "time":
            self.take_time(entry_id, entry)
        elif kind in ("forfeit", "abandon") and self.end is None:
            # "The other side wins; a hand in progress is void."  "No winner; …"
            self.void()
            if kind == "forfeit":
                self.end = {"reason": "forfeit", "winner": 1 - entry["side"], "tied": False}
            else:
                self.end = {"reason": "abandoned", "winner": None, "tied": False}

    def take_bids(self, entry_id: str, entry: Data) -> None:
        then = self.rules_then(entry_id)
        # A hand played after the end that was never counted is in nobody's way.
        if self.open is not None and self.open["status"] != "after-end":
            raise Unreadable("hand-in-progress", entry_id)
        bids = read_bids(self.rules, entry["bids"])
        why = self.why_unreadable(self.rules, bids)
        if why is not None:
            # RULES 4: "an entry that the new rules would have refused counts as recorded".
            if then is None or self.why_unreadable(then, read_bids(then, entry["bids"])):
                raise Unreadable(why, entry_id)
            bids = read_bids(then, entry["bids"])
        hand: Data = {
            "number": len(self.hands) + 1,
            "dealer": self.dealer,
            "status": "in-progress" if self.end is None else "after-end",
            "bids": bids,
            "given": entry["bids"],
            "bids_id": entry_id,
            "tricks": None,
            "lost": set(),
            "reneges": [],
            "rulings": [],
            "entries": [entry_id],
            "extra": self.extra_owed and self.end is None,
            "at_time": self.dealt,
            "change": [0, 0],
            "score": list(self.score),
            "bags": list(self.bags),
            "closed_by": None,
        }
        self.hands.append(hand)
        self.open = hand
        self.dealt = False
        if self.end is None and self.lose_next:
            # Talk before the bids: "then a lost hand falls when the bids are recorded (both sides
            # may lose the same hand)".
            hand["lost"] = self.lose_next
            hand["closed_by"] = entry_id
            self.lose_next = set()
            self.close("lost")

    def why_unreadable(self, rules: Data, bids: list[Any]) -> str | None:
        for side in (0, 1):
            mine = [bids[seat] for seat in seats(side)]
            if None in mine and nil_seats(bids, side):
                return "null-beside-nil"
        if "blind" in bids and rules["nil"]["blind_points"] is None:
            return "no-blind-points"
        return None

    def take_tricks(self, entry_id: str, entry: Data) -> None:
        hand = self.open
        if hand is None:
            self.skip(entry_id, entry)
            return
        if self.has_untold_tricks(hand["bids"], entry):
            then = self.rules_then(entry_id)
            bids = None if then is None else read_bids(then, hand["given"])
            if bids is None or self.has_untold_tricks(bids, entry):
                raise Unreadable("tricks-not-told-apart", entry_id)
            hand["bids"] = bids
        hand["tricks"] = entry["tricks"]
        hand["entries"].append(entry_id)
        hand["closed_by"] = entry_id
        if hand["status"] == "after-end":
            self.open = None
        else:
            self.close("scored")

    def has_untold_tricks(self, bids: list[Any], entry: Data) -> bool:
        return any(
            None in [entry["tricks"][seat] for seat in seats(side)] and nil_seats(bids, side)
            for side in (0, 1)
        )

    def take_misdeal(self, entry_id: str) -> None:
        hand = self.open
        if hand is not None:
            hand["closed_by"] = entry_id
            self.void()
            # The hand in which time ran out is dealt again, and still to be played.
            if hand["at_time"] and self.rules["clock"]["at_time"] == "finish-hand":
                self.dealt = self.end is None
        # "The dealer moves … after a misdeal with next-dealer."
        if self.end is None and self.rules["deal"]["redeal"] == "next-dealer":
            self.dealer = (self.dealer + 1) % 4

    def take_ruling(self, entry_id: str, entry: Data) -> None:
        hand = self.open
        after_end = hand is not None and hand["status"] == "after-end"
        # "Later rulings between hands still count": one that was recorded when the hand was
        # already played after the end is none in that hand.
        if hand is not None and not (after_end and self.was_between(entry_id)):
            hand["entries"].append(entry_id)
            hand["rulings"].append(entry)
            return
        side = entry["side"]
        self.score[side] += entry["points"]
        self.bags[side] += entry.get("bags", 0)
        self.adjustments.append(
            {
                "side": side,
                "points": entry["points"],
                "bags": entry.get("bags", 0),
                "why": entry["why"],
                "after_hand": len(self.hands),
            }
        )
        # "dealt … counts as a hand in progress until its bids: a ruling then is a between-hands
        # adjustment, judged when that hand closes."
        if not self.dealt:
            self.judge()
            if self.end is None:
                self.open = None

    def take_late(self, entry_id: str, entry: Data) -> None:
        """ "What is proved after the count belongs to that hand (scored as if it was before its
        `tricks`)": the hand of the last bids."""
        if not self.hands:
            raise Unreadable("no-hand", entry_id)
        hand = self.hands[-1]
        if entry["kind"] == "renege":
            self.check_seat(hand, entry_id, entry)
        hand["entries"].append(entry_id)
        hand["reneges" if entry["kind"] == "renege" else "rulings"].append(entry)
        if hand["status"] in ("scored", "lost"):
            # Scored anew; what is between it and this entry stays between.
            self.add(hand, -1)
            self.count(hand)
            self.add(hand, +1)
            # Cards dealt when time ran out are played first; but one of the other four reasons
            # may hold for this hand, and then there is no hand to be played any more.
            time, self.time = self.time, None if self.dealt else self.time
            self.judge()
            self.time = time
            self.dealt = self.dealt and self.end is None

    def take_talk(self, entry_id: str, entry: Data) -> None:
        hand, side = self.open, entry["side"]
        if hand is not None:
            hand["entries"].append(entry_id)
        if self.end is not None:
            return  # hands after the end "count nothing (talk in them included)"
        self.offences[side] += 1
        ladder = self.rules["talk"]["ladder"]
        # "Effect of a side's 1st, 2nd, … offence in the match; the last one repeats."
        effect = ladder[min(self.offences[side], len(ladder)) - 1] if ladder else "none"
        then = self.rules_then(entry_id)
        ladder = then["talk"]["ladder"] if then is not None else []
        # RULES 4: "a lost hand under another talk ladder" counts as recorded.
        if ladder and ladder[min(self.offences[side], len(ladder)) - 1] == "loss-of-hand":
            effect = "loss-of-hand" if self.is_followed(entry_id) else effect
        if effect == "loss-of-hand":
            if hand is None:
                self.lose_next = self.lose_next | {side}
            else:
                hand["lost"] = {side}
                hand["closed_by"] = entry_id
                self.close("lost")

    def take_time(self, entry_id: str, entry: Data) -> None:
        if self.time is not None:
            raise Unreadable("time-twice", entry_id)
        self.time = entry_id
        at_time = self.rules["clock"]["at_time"]
        then = self.rules_then(entry_id)
        if self.open is not None and then is not None and then["clock"]["at_time"] == "stop":
            at_time = "stop" if self.is_followed(entry_id) else at_time
        if self.open is not None:
            self.open["at_time"] = True
        if self.end is not None:
            return
        if at_time == "stop":
            # "stop voids it … and judges at once."
            self.void()
            self.judge()
        elif self.open is None:
            if entry.get("dealt") and at_time == "finish-hand":
                self.dealt = True
            else:
                self.judge()

    def is_followed(self, entry_id: str) -> bool:
        """Did another hand begin without tricks of the one that this entry ended?"""
        later = [
            kind
            for each, kind in self.hand_steps[entry_id]
            if kind in STEPS and self.rules_then(each) == self.rules_then(entry_id)
        ]
        if self.open is None:
            if "bids" not in later:
                return False
            later = later[later.index("bids") + 1 :]
        return bool(later) and later[0] != "tricks"

    def skip(self, entry_id: str, entry: Data) -> None:
        """Its hand is no longer in progress: under other rules it was lost or void before, or it
        is after the end."""
        last = self.hands[-1] if self.hands else None
        if last is None:
            raise Unreadable("no-hand", entry_id)
        after_end = last["status"] == "after-end"
        if entry["kind"] == "tricks" or not (after_end or self.end):
            self.stale.append(entry_id)
            self.why_stale[entry_id] = "no-hand"
        if after_end or entry_id in self.stale:
            last["entries"].append(entry_id)

    def check_seat(self, hand: Data, entry_id: str, renege: Data) -> None:
        """ "`seat` (… required with effect `set` where that side has a nil)." """
        nils = nil_seats(hand["bids"], renege["side"])
        if self.rules_then(entry_id) is not None:
            return
        if self.rules["renege"]["effect"] == "set" and nils and renege.get("seat") is None:
            raise Unreadable("seat", entry_id)
        if self.rules["renege"]["effect"] == "own-bid" and renege.get("seat") is None:
            raise Unreadable("seat", entry_id)

    # ---- how a hand ends

    def void(self) -> None:
        """ "A void hand scores nothing, nor do rulings in it." """
        if self.open is not None:
            if self.open["status"] != "after-end":
                self.open["status"] = "void"
            self.open = None

    def close(self, status: str) -> None:
        hand = self.open
        assert hand is not None
        self.open = None
        hand["status"] = status
        hand["before"] = (list(self.score), list(self.bags))
        self.count(hand)
        self.add(hand, +1)
        # "The dealer moves one seat clockwise after every scored or lost hand."
        self.dealer = (self.dealer + 1) % 4
        self.judge()

    def count(self, hand: Data) -> None:
        score, bags = hand["before"]
        counted = score_hand(self.rules, hand, bags)
        hand["change"] = counted["points"]
        hand["score"] = [score[side] + counted["points"][side] for side in (0, 1)]
        hand["bags"] = counted["bags"]
        hand["bag_change"] = [counted["bags"][side] - bags[side] for side in (0, 1)]
        hand["set"] = counted["set"]

    def add(self, hand: Data, sign: int) -> None:
        """Add a hand to the totals, or (sign −1) take it out of them."""
        for side in (0, 1):
            self.score[side] += sign * hand["change"][side]
            self.bags[side] += sign * hand["bag_change"][side]
            self.sets[side] += sign * hand["set"][side]

    # ---- when the game ends (SCORING.md 5)

    def judge(self) -> None:
        """ "Judged whenever no hand is in progress", "from 1 again"."""
        if self.end and self.end["reason"] in ("forfeit", "abandoned"):
            return  # "Forfeit and abandon are final: later rulings change totals only."
        self.end, self.extra_owed = weigh(self)


def fold(
    rules: Data,
    first_dealer: int,
    counted: Counted,
    was_between: Callable[[str], bool],
    rules_then: Callable[[str], Data | None],
    until: int | None = None,
) -> Game:
    """The game that these entries make.

    `was_between` says whether no hand was in progress when an entry was recorded.
    """
    game = Game(rules, first_dealer, was_between, rules_then)
    kinds = [(entry_id, entry["kind"]) for entry_id, entry in counted]
    for at, (entry_id, entry) in enumerate(counted):
        if until is not None and until <= at:
            break
        game.hand_steps[entry_id] = kinds[at + 1 :]
        game.take(entry_id, entry)
    return game


def is_late(entry: Data) -> bool:
    return entry["kind"] in ("renege", "ruling") and entry.get("hand") is not None
