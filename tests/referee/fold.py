"""The referee's walk through a log: from the entries that count to hands, totals and the end.

Always from the first entry to the last, for one question asked.  The citations are SCORING.md's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.referee.ending import weigh
from tests.referee.hands import nil_seats, read_bids, score_hand, seats

Data = dict[str, Any]
Counted = list[tuple[str, Data]]
"""Ids and entries that count, as they read now, in the order of the log."""


Judged = tuple[Data | None, bool]
"""How a judgement came out: the end, and whether an extra hand is owed."""


class Unreadable(ValueError):
    """An entry cannot be read where it stands: the keyword, and the entry's id."""

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
        settled: list[Judged] | None = None,
    ) -> None:
        self.was_between = was_between
        self.judged: list[Judged] = []
        self.settled = settled
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

    # ---- one entry after another

    def take(self, entry_id: str, entry: Data, late: list[Data]) -> None:
        """Read one entry; `late` are those proved after the count of the hand that it opens."""
        kind = entry["kind"]
        if kind == "bids":
            self.take_bids(entry_id, entry, late)
        elif kind == "tricks":
            self.take_tricks(entry_id, entry)
        elif kind == "misdeal":
            self.take_misdeal(entry_id)
        elif kind == "renege":
            if self.open is None:
                self.skip(entry_id, entry)
                return
            self.open["entries"].append(entry_id)
            self.open["reneges"].append(entry)
            self.check_seat(self.open, entry_id, entry)
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

    def take_bids(self, entry_id: str, entry: Data, late: list[Data]) -> None:
        if self.open is not None:
            # A hand played after the end that was never counted is in nobody's way.
            if self.open["status"] != "after-end":
                raise Unreadable("hand-in-progress", entry_id)
            self.open = None
        bids = read_bids(self.rules, entry["bids"])
        for side in (0, 1):
            mine = [bids[seat] for seat in seats(side)]
            if None in mine and nil_seats(bids, side):
                raise Unreadable("null-beside-nil", entry_id)
        if "blind" in bids and self.rules["nil"]["blind_points"] is None:
            raise Unreadable("no-blind-points", entry_id)
        hand: Data = {
            "number": len(self.hands) + 1,
            "dealer": self.dealer,
            "status": "in-progress" if self.end is None else "after-end",
            "bids": bids,
            "bids_id": entry_id,
            "tricks": None,
            "lost": set(),
            "reneges": [each for each in late if each["kind"] == "renege"],
            "rulings": [each for each in late if each["kind"] == "ruling"],
            "entries": [entry_id, *(each["id"] for each in late)],
            "extra": self.extra_owed and self.end is None,
            "at_time": self.dealt,
            "change": [0, 0],
            "score": list(self.score),
            "bags": list(self.bags),
            "closed_by": None,
        }
        for renege in hand["reneges"]:
            self.check_seat(hand, renege["id"], renege)
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

    def take_tricks(self, entry_id: str, entry: Data) -> None:
        hand = self.open
        if hand is None:
            self.skip(entry_id, entry)
            return
        for side in (0, 1):
            given = [entry["tricks"][seat] for seat in seats(side)]
            if None in given and nil_seats(hand["bids"], side):
                raise Unreadable("tricks-not-told-apart", entry_id)
        hand["tricks"] = entry["tricks"]
        hand["entries"].append(entry_id)
        hand["closed_by"] = entry_id
        if hand["status"] == "after-end":
            self.open = None
        else:
            self.close("scored")

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

    def skip(self, entry_id: str, entry: Data) -> None:
        """Under other rules its hand was still in progress; now it was lost or void before."""
        last = self.hands[-1] if self.hands else None
        if entry["kind"] == "renege" and self.end is not None:
            # After the end it "counts nothing".
            if last is not None and last["status"] == "after-end":
                last["entries"].append(entry_id)
            return
        if last is None or last["status"] not in ("lost", "void"):
            raise Unreadable("no-hand", entry_id)
        last["entries"].append(entry_id)
        self.stale.append(entry_id)

    def check_seat(self, hand: Data, entry_id: str, renege: Data) -> None:
        """ "`seat` (… required with effect `set` where that side has a nil)." """
        nils = nil_seats(hand["bids"], renege["side"])
        if self.rules["renege"]["effect"] == "set" and nils and renege.get("seat") is None:
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
        counted = score_hand(self.rules, hand, self.bags)
        self.open = None
        hand["status"] = status
        hand["change"] = counted["points"]
        self.score = [self.score[side] + counted["points"][side] for side in (0, 1)]
        self.bags = counted["bags"]
        self.sets = [self.sets[side] + counted["set"][side] for side in (0, 1)]
        hand["score"], hand["bags"] = list(self.score), list(self.bags)
        # "The dealer moves one seat clockwise after every scored or lost hand."
        self.dealer = (self.dealer + 1) % 4
        self.judge()

    # ---- when the game ends (SCORING.md 5)

    def judge(self) -> None:
        """ "Judged whenever no hand is in progress", "from 1 again"."""
        if self.is_final():
            return
        if self.settled is None:
            self.end, self.extra_owed = weigh(self)
        elif len(self.judged) < len(self.settled):
            self.end, self.extra_owed = self.settled[len(self.judged)]
        self.judged.append((self.end, self.extra_owed))

    def is_final(self) -> bool:
        """ "Forfeit and abandon are final." """
        return self.end is not None and self.end["reason"] in ("forfeit", "abandoned")


def fold(
    rules: Data, first_dealer: int, counted: Counted, was_between: Callable[[str], bool]
) -> Game:
    """The game that these entries make; raises `Unreadable`.

    `was_between` says whether no hand was in progress when an entry was recorded.
    """
    # "Forfeit and abandon are final: later rulings change totals only", also those that belong to
    # a hand before it.
    for i, (_, entry) in enumerate(counted):
        if entry["kind"] in ("forfeit", "abandon"):
            until_then = walk(Game(rules, first_dealer, was_between), counted, counted[: i + 1])
            if until_then.is_final():
                settled = Game(rules, first_dealer, was_between, until_then.judged)
                return walk(settled, counted, counted)
    return walk(Game(rules, first_dealer, was_between), counted, counted)


def walk(game: Game, counted: Counted, proved: Counted) -> Game:
    """Take the entries in order; `proved` are those whose late entries are known by then."""
    # "`hand` names the latest closed hand: … scored as if it stood before its `tricks`."  It
    # belongs to the hand of the last bids before it.
    late: dict[str, list[Data]] = {}
    bids_id = None
    for entry_id, entry in proved:
        if entry["kind"] == "bids":
            bids_id = entry_id
        elif is_late(entry):
            if bids_id is None:
                raise Unreadable("no-hand", entry_id)
            late.setdefault(bids_id, []).append({**entry, "id": entry_id})
    for entry_id, entry in counted:
        if not is_late(entry):
            game.take(entry_id, entry, late.get(entry_id, []))
    return game


def is_late(entry: Data) -> bool:
    return entry["kind"] in ("renege", "ruling") and entry.get("hand") is not None
