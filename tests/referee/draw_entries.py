"""Proposes entries for a log: by what the game waits for, with what people do in between."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.referee.draw_rules import draw_agreed, draw_faulty, draw_rules
from tests.referee.fold import Game
from tests.referee.hands import NILS, nil_seats, seats
from tests.referee.referee import CORRECTIONS, Log, hand_in_progress
from tests.referee.rulesets import Data

# How often each kind is tried while a hand is in progress, between hands, and after the end.
PLAYING = {
    "tricks": 46,
    "renege": 9,
    "talk": 5,
    "ruling": 5,
    "misdeal": 3,
    "time": 4,
    "bids": 1,
}
BETWEEN = {
    "bids": 52,
    "ruling": 7,
    "late": 6,
    "talk": 4,
    "misdeal": 4,
    "time": 4,
    "tricks": 1,
    "renege": 1,
}
OVER = {
    "ruling": 9,
    "late": 6,
    "sign": 4,
    "bids": 2,
    "tricks": 1,
    "time": 1,
    "misdeal": 1,
    "talk": 1,
    "renege": 1,
    "forfeit": 1,
    "abandon": 1,
}
ANY_TIME = {
    "amend": 7,
    "strike": 7,
    "restore": 4,
    "setup": 2,
    "clock": 2,
    "note": 1,
    "id": 1,
    "sign": 0.4,
    "forfeit": 0.4,
    "abandon": 0.3,
    "again": 0.4,
}
GROUNDS = ("no face card", "no spade", "dropped a card")


class Proposer:
    """Draws entries for the log so far."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.tried = 0
        self.named = rng.random() < 0.8
        self.second = 0
        # Half the tables have a quiet evening: long games with few corrections.
        self.busy = 1.0 if rng.random() < 0.5 else 0.2

    def propose(self, read: Log) -> Data:
        """One entry, mostly legal."""
        game = read.game
        often = OVER if game.end else PLAYING if hand_in_progress(game) else BETWEEN
        weights = often | {
            kind: weight * self.busy + often.get(kind, 0) for kind, weight in ANY_TIME.items()
        }
        kind = self.rng.choices(list(weights), list(weights.values()))[0]
        self.tried += 1
        entry = self.draw(kind, read, game)
        if self.named and "id" not in entry:
            entry["id"] = f"e{self.tried}"
        if self.rng.random() < 0.2:
            self.second += self.rng.randrange(600)
            entry["at"] = f"2026-03-01T18:{self.second // 60 % 60:02}:{self.second % 60:02}Z"
        if self.rng.random() < 0.1:
            entry["by"], entry["step"] = "Pat", f"s{self.tried}"
        return entry

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def draw(self, kind: str, read: Log, game: Game) -> Data:
        if kind == "late" and (game.hands or self.chance(0.2)):
            return self.late(read, game)
        if kind == "again" and read.entries:
            return {**self.rng.choice(read.entries)}
        if kind == "amend":
            return self.amend(read)
        if kind == "strike":
            return {"kind": "strike", "entry": self.some_id(read), "why": "a slip of the pen"}
        if kind == "restore":
            named = [read.find(strike) for strike in read.struck_by.values()]
            ids = [strike["entry"] for strike in named if strike] + list(read.struck_by)
            if not ids and self.chance(0.8):
                return self.note()
            entry = self.rng.choice(ids) if ids and self.chance(0.95) else self.some_id(read)
            return {"kind": "restore", "entry": entry}
        return self.fresh(kind, read, game)

    def some_id(self, read: Log) -> str:
        """An entry's id, a late one more often; now and then one that does not exist."""
        if not read.entries or self.chance(0.03):
            return "nobody"
        last = len(read.entries) - 1
        index = max(self.rng.randint(0, last), self.rng.randint(0, last))
        found: str = read.entries[index]["id"]
        return found

    # ---- corrections

    def amend(self, read: Log) -> Data:
        wanted = [
            entry
            for entry in read.entries
            if read.stands(entry) and entry["kind"] not in CORRECTIONS
        ]
        if not wanted or self.chance(0.03):
            to: Data = {"kind": "note", "text": "other"}
            return {"kind": "amend", "entry": self.some_id(read), "to": to, "why": "misread"}
        target = self.rng.choice(wanted)
        before = read.game_until(read.position(target["id"]))
        now = read.reading(target)
        kind = now["kind"]
        if kind in ("bids", "tricks") and self.chance(0.5):
            to = {**now, kind: self.nudged(now[kind])}
        elif kind in ("ruling", "renege", "talk") and self.chance(0.5):
            to = {**now, "side": 1 - now["side"]}
        elif kind == "time":
            to = {"kind": "time", "dealt": self.chance(0.5)}
        else:
            to = self.fresh(kind, read, before)
            if kind in ("ruling", "renege") and now.get("hand") is not None and self.chance(0.9):
                to["hand"] = len(before.hands)
        own = ("id", "at", "by", "step", "override")
        to = {key: value for key, value in to.items() if key not in own}
        amend = {"kind": "amend", "entry": target["id"], "to": to, "why": "misread"}
        if kind == "bids" and self.chance(0.3):
            amend["override"] = "both teams agree"
        return amend

    def nudged(self, four: list[Any]) -> list[Any]:
        """The same four with one number moved to another seat, or one bid changed."""
        new = list(four)
        numbers = [seat for seat in range(4) if isinstance(new[seat], int)]
        if len(numbers) >= 2:
            one, other = self.rng.sample(numbers, 2)
            if new[one] > 0:
                new[one], new[other] = new[one] - 1, new[other] + 1
        return new

    # ---- entries of the table

    def fresh(self, kind: str, read: Log, game: Game) -> Data:
        rng, side = self.rng, self.rng.randrange(2)
        seat: Data = {}
        if self.chance(0.5):
            seat = {"seat": rng.choice(seats(side)) if self.chance(0.97) else 3 - side}
        if kind == "bids":
            return self.bids(read)
        if kind == "tricks":
            return {"kind": "tricks", "tricks": self.tricks(game)}
        if kind == "misdeal":
            return {"kind": "misdeal", "reason": rng.choice(GROUNDS), **seat}
        if kind == "renege":
            return self.renege(read.rules)
        if kind == "talk":
            return {"kind": "talk", "side": side, **seat}
        if kind == "ruling":
            return self.ruling(game)
        if kind == "clock":
            do = rng.choice(("start", "pause", "resume", "add"))
            seconds = (
                {"seconds": rng.choice((60, -30))} if (do == "add") != self.chance(0.1) else {}
            )
            return {"kind": "clock", "do": do, **seconds}
        if kind == "time":
            dealt = {"dealt": self.chance(0.7)} if not game.open or self.chance(0.1) else {}
            return {"kind": "time", **dealt}
        if kind == "setup":
            return self.setup(read)
        simple: dict[str, Data] = {
            "forfeit": {"side": side, "why": "not there"},
            "abandon": {"why": "fire alarm"},
            "id": {"seat": rng.randrange(4), "ok": self.chance(0.8)},
            "sign": {"side": side, "name": "Ann"},
        }
        return {"kind": kind, **simple[kind]} if kind in simple else self.note()

    def note(self) -> Data:
        return {"kind": "note", "text": "tea at four"}

    def bids(self, read: Log) -> Data:
        rules, bids = read.rules, [None] * 4
        for side in (0, 1):
            one, other = self.rng.sample(seats(side), 2)
            bids[one], bids[other] = self.side_bids(rules)
        entry: Data = {"kind": "bids", "bids": bids}
        if self.chance(0.2):
            entry["override"] = "the supervisor allows it"
        return entry

    def side_bids(self, rules: Data) -> tuple[Any, Any]:
        rng, minimum = self.rng, rules["bidding"]["side_minimum"]
        maximum = rules["bidding"]["side_maximum"] or 13
        whole = rng.randint(min(minimum, 9), min(maximum, rng.choice((7, 7, 13))))
        if self.chance(0.06):
            whole = rng.randint(0, 13)
        if self.chance(0.02):
            return rng.choice(((None, None), ("nil", None), (14, 0), (-1, 5)))
        nil = "nil" if self.chance(0.75) else "blind"
        shape = rng.choices(("two", "one", "nil", "nils", "zero"), (10, 4, 4, 1.5, 1))[0]
        if shape == "one":
            return whole, None
        if shape == "nil":
            return nil, whole
        if shape == "nils":
            return nil, rng.choice(NILS)
        if shape == "zero":
            return 0, rng.choice((whole, whole, 0))
        part = rng.randint(0, whole)
        if rules["bidding"]["zero"] != "allowed" and whole >= 2:
            part = rng.randint(1, whole - 1)
        return part, whole - part

    def tricks(self, game: Game) -> list[Any]:
        """Thirteen, shared out so that contracts are made and missed and nils hold and fail."""
        rng = self.rng
        bids: list[Any] = game.open["bids"] if game.open else [3, 3, 3, 4]
        weights = [
            (0.02 if self.chance(0.7) else 1.5) if bid in NILS else 1.0 + (bid or 0) for bid in bids
        ]
        tricks: list[Any] = [0] * 4
        for seat in rng.choices(range(4), weights, k=13):
            tricks[seat] += 1
        if self.chance(0.03):
            tricks[rng.randrange(4)] += rng.choice((-1, 1))
        for side in (0, 1):
            one, other = rng.sample(seats(side), 2)
            if self.chance(0.04) or (not nil_seats(bids, side) and self.chance(0.4)):
                tricks[one] = tricks[one] + tricks[other]
                tricks[other] = None
        if self.chance(0.01):
            tricks = [13, None, None, None]
        return tricks

    def renege(self, rules: Data) -> Data:
        side = self.rng.randrange(2)
        entry: Data = {"kind": "renege", "side": side}
        effect = rules["renege"]["effect"]
        if self.chance(0.85 if effect == "set" else 0.4):
            entry["seat"] = self.rng.choice(seats(side))
        if self.chance(0.3 if effect == "tricks" else 0.05):
            entry["tricks"] = self.rng.choice((0, 1, 2, 5))
        if self.chance(0.3 if effect == "tricks" else 0.05):
            entry["points"] = self.rng.choice((0, 10, -5))
        return entry

    def ruling(self, game: Game) -> Data:
        side, points = self.rng.randrange(2), self.rng.choice((-100, -30, 5, 10, 60, 200))
        behind = game.score[1 - side] - game.score[side]
        if self.chance(0.4) and behind:
            points = behind  # level: ties are rare otherwise
        entry: Data = {"kind": "ruling", "side": side, "points": points, "why": "late to the table"}
        if self.chance(0.3):
            entry["bags"] = self.rng.choice((-3, 1, 4, 12))
        return entry

    def late(self, read: Log, game: Game) -> Data:
        entry = self.ruling(game) if self.chance(0.4) else self.renege(read.rules)
        return {**entry, "hand": len(game.hands) - self.chance(0.06)}

    def setup(self, read: Log) -> Data:
        rng = self.rng
        entry: Data = {"kind": "setup", "why": "the wrong preset"}
        if self.chance(0.4):
            entry["rules"] = draw_rules(rng) if self.chance(0.9) else draw_faulty(rng)
        if self.chance(0.4):
            rules = read.head()["rules"]
            entry["agreed"] = draw_agreed(rng, rules) if self.chance(0.7) else {}
        if self.chance(0.3):
            entry["first_dealer"] = rng.randrange(4)
        if self.chance(0.3):
            team = {"name": "Queens", "players": ["Eve", "Flo"]}
            entry["teams"] = [team, {"name": "Aces"}]
        if self.chance(0.2):
            entry["scheduled"] = rng.choice((None, "2026-03-01T19:00:00Z"))
        for name in ("event", "round", "table"):
            if self.chance(0.1):
                entry[name] = "B"
        return entry
