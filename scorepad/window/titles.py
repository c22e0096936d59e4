"""How a match is headed: where it is played, and by which rules."""

from __future__ import annotations

from scorepad.spades.directions import isolated
from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.occasion import tidy
from scorepad.spades.words import Words


def place(head: Head, words: Words) -> str:
    """The table's name: "Table 4", or what was written when that is more than a number."""
    written = head.table.strip()
    return words("Table {n}", n=written) if written[:1].isdigit() else isolated(written)


def round_of(head: Head, words: Words) -> str:
    """The round's name: "Round 2", or what was written when that is more than a number."""
    written = head.round.strip()
    return words("Round {round}", round=written) if written.isdigit() else isolated(written)


def rules_line(match: Match, words: Words) -> str:
    """The rule set at a glance: `UNC Spades (300, 30 min)`."""
    rules = match.rules
    if rules.clock.minutes is None:
        return words("{rules} ({target})", rules=rules.name, target=rules.game.target)
    return words(
        "{rules} ({target}, {minutes} min)",
        rules=rules.name,
        target=rules.game.target,
        minutes=rules.clock.minutes,
    )


def match_line(match: Match, words: Words) -> str:
    """Table, round, event, rule set."""
    head = match.head
    named = (
        place(head, words),
        round_of(head, words),
        isolated(tidy(head.event)),
        rules_line(match, words),
    )
    return " · ".join(each for each in named if each)
