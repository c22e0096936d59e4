"""The headings of columns in a workbook, for people; its second sheet has their codes."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from reports.sheets.sheet import SEAT_LETTERS
from scorepad.spades.words import T, Text

HEADINGS: Final[dict[str, Text]] = {
    **{
        heading.one.lower().replace(" ", "_"): heading
        for heading in (
            T("After hand"),
            T("Against"),
            T("Agreed"),
            T("Bag penalty"),
            T("Bags"),
            T("Bags left"),
            T("Bags taken"),
            T("Bid"),
            T("By"),
            T("Byes"),
            T("Champion"),
            T("Change"),
            T("Contract"),
            T("Contract points"),
            T("Date"),
            T("Decided by"),
            T("Decision"),
            T("Difference"),
            T("Edition"),
            T("Entries"),
            T("Event"),
            T("Event ID"),
            T("First entry"),
            T("Forfeits"),
            T("Hand"),
            T("Hands"),
            T("Heading"),
            T("ID"),
            T("Kind"),
            T("Last entry"),
            T("Lost"),
            T("Made"),
            T("Matches"),
            T("Meaning"),
            T("Nil 1 made"),
            T("Nil 2 made"),
            T("Nil points"),
            T("Nils"),
            T("Nils made"),
            T("Organization"),
            T("Official"),
            T("Origin"),
            T("Overtrick points"),
            T("Place"),
            T("Played"),
            T("Player"),
            T("Players"),
            T("Points"),
            T("Reason"),
            T("Renege points"),
            T("Result"),
            T("Round"),
            T("Rounds"),
            T("Rule"),
            T("Ruling points"),
            T("Scheduled"),
            T("Score"),
            T("Seat"),
            T("Seed"),
            T("Side"),
            T("Signed"),
            T("Stage"),
            T("Status"),
            T("Table"),
            T("Team"),
            T("Team ID"),
            T("Teams"),
            T("Tied"),
            T("Tricks"),
            T("Unfinished"),
            T("Unofficial"),
            T("Why"),
            T("Withdrawn"),
            T("Won"),
        )
    },
    "at": T("Recorded"),
    "bags_after": T("Bags after the hand"),
    "bid_seat": T("Bid, seat"),
    "code": T("Sheet code"),
    "dealer": T("Dealer's seat"),
    "entry": T("Entry ID"),
    "extra": T("Extra hand"),
    "how": T("How it ended"),
    "identity": T("ID shown"),
    "local_time": T("Played"),
    "match": T("Match ID"),
    "now": T("After"),
    "pairing": T("Pairing ID"),
    "parameter": T("Rule"),
    "rule_set": T("In the rule set"),
    "rules": T("Rule set ID"),
    "rules_name": T("Rule set"),
    "scores": T("From"),
    "title": T("Description"),
    "tricks_seat": T("Tricks, seat"),
    "was": T("Before"),
    "what": T("Action"),
    "winner": T("Winning side"),
    "winner_team": T("Winner"),
}
"""The heading of each column, without the number of a side or a seat in its name; most are the name
in words."""


def heading_of_column(name: str, columns: Collection[str]) -> str:
    """Return the heading of a column: “Team 1” for `team_0`, “Bid of seat C” for `bid_seat_2`."""
    if name in HEADINGS:
        return str(HEADINGS[name])
    base, number = re.fullmatch(r"(\w+)_(\d)", name).groups()  # type: ignore[union-attr]
    if base.endswith("_seat"):
        return f"{HEADINGS[base]} {SEAT_LETTERS[int(number)]}"
    # Sides are counted from 0 in the names, and from 1 for people.
    return f"{HEADINGS[base]} {int(number) + (f'{base}_0' in columns)}"
