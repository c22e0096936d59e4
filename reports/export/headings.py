"""The headings of columns in a workbook, for people; its second sheet has their codes."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from reports.sheets.sheet import SEAT_LETTERS
from scorepad.spades.words import T, Text

HEADINGS: Final[dict[str, Text]] = {
    "after_hand": T("After hand"),
    "against": T("Against"),
    "agreed": T("Agreed"),
    "at": T("Recorded"),
    "bag_penalty": T("Bag penalty"),
    "bags": T("Bags"),
    "bags_after": T("Bags after the hand"),
    "bags_left": T("Bags left"),
    "bags_taken": T("Bags taken"),
    "bid": T("Bid"),
    "bid_seat": T("Bid of seat"),
    "by": T("By"),
    "byes": T("Byes"),
    "champion": T("Champion"),
    "change": T("Change"),
    "code": T("Code of the sheet"),
    "contract": T("Contract"),
    "contract_points": T("Contract points"),
    "date": T("Date"),
    "dealer": T("Dealer's seat"),
    "decided_by": T("Decided by"),
    "decision": T("Decision"),
    "difference": T("Difference"),
    "edition": T("Edition"),
    "entries": T("Entries"),
    "entry": T("Entry ID"),
    "event": T("Event"),
    "event_id": T("Event ID"),
    "extra": T("Extra hand"),
    "first_entry": T("First entry"),
    "forfeits": T("Forfeits"),
    "hand": T("Hand"),
    "hands": T("Hands"),
    "heading": T("Heading"),
    "how": T("How it ended"),
    "id": T("ID"),
    "identity": T("ID shown"),
    "kind": T("Kind"),
    "last_entry": T("Last entry"),
    "local_time": T("Played"),
    "lost": T("Lost"),
    "made": T("Made"),
    "match": T("Match ID"),
    "matches": T("Matches"),
    "meaning": T("Meaning"),
    "nil_1_made": T("Nil 1 made"),
    "nil_2_made": T("Nil 2 made"),
    "nil_points": T("Nil points"),
    "nils": T("Nils"),
    "nils_made": T("Nils made"),
    "now": T("After"),
    "organization": T("Organization"),
    "official": T("Official"),
    "origin": T("Origin"),
    "overtrick_points": T("Overtrick points"),
    "pairing": T("Pairing ID"),
    "parameter": T("Rule"),
    "place": T("Place"),
    "played": T("Played"),
    "player": T("Player"),
    "players": T("Players"),
    "points": T("Points"),
    "reason": T("Reason"),
    "renege_points": T("Renege points"),
    "result": T("Result"),
    "round": T("Round"),
    "rounds": T("Rounds"),
    "rule": T("Rule"),
    "rule_set": T("In the rule set"),
    "rules": T("Rule set ID"),
    "rules_name": T("Rule set"),
    "ruling_points": T("Ruling points"),
    "scheduled": T("Scheduled"),
    "score": T("Score"),
    "scores": T("From"),
    "seat": T("Seat"),
    "seed": T("Seed"),
    "side": T("Side"),
    "signed": T("Signed"),
    "stage": T("Stage"),
    "status": T("Status"),
    "table": T("Table"),
    "team": T("Team"),
    "team_id": T("Team ID"),
    "teams": T("Teams"),
    "tied": T("Tied"),
    "title": T("What it is"),
    "tricks": T("Tricks"),
    "tricks_seat": T("Tricks of seat"),
    "unfinished": T("Unfinished"),
    "unofficial": T("Unofficial"),
    "was": T("Before"),
    "what": T("What"),
    "why": T("Why"),
    "winner": T("Winning team"),
    "winner_team": T("Winner"),
    "withdrawn": T("Withdrawn"),
    "won": T("Won"),
}
"""The heading of each column, without the number of a side or a seat in its name."""


def heading_of_column(name: str, columns: Collection[str]) -> str:
    """Return the heading of a column: “Team 1” for `team_0`, “Bid of seat C” for `bid_seat_2`."""
    if name in HEADINGS:
        return str(HEADINGS[name])
    base, number = re.fullmatch(r"(\w+)_(\d)", name).groups()  # type: ignore[union-attr]
    if base.endswith("_seat"):
        return f"{HEADINGS[base]} {SEAT_LETTERS[int(number)]}"
    # Sides are counted from 0 in the names, and from 1 for people.
    return f"{HEADINGS[base]} {int(number) + (f'{base}_0' in columns)}"
