"""Sides, seats, matches and entries have names on the screen, also before anybody was named.

Every text that a person typed is isolated: a name that runs from right to left would otherwise turn
the words beside it round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from scorepad.spades.entries import Common, Entry, Head, Team
from scorepad.spades.entry_descriptions import EntryDescriber
from scorepad.spades.entry_kinds import describe_briefly
from scorepad.spades.library import Library
from scorepad.spades.marks import find_time_call
from scorepad.spades.match import Match
from scorepad.spades.naming import (
    round_name,
    table_name,
    team_name_or_default_field,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_texts import target_and_time_limit_texts
from scorepad.spades.rules import PRESETS, RuleSet
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import (
    T,
    Text,
    format_number,
    isolate_name,
    join_parts,
    join_with_commas,
    without_isolates,
)
from scorepad.window.widgets.controls import capitalize
from scorepad.window.wording import moments


def name_of_side(teams: tuple[Team, Team], side: int) -> str:
    """Return a side's name; "Team A" where none was given (from `spades.naming`)."""
    field = team_name_or_default_field(teams[side].name, side)
    return isolate_name(str(field))


def team_name(head: Head, side: int) -> str:
    """Return the name of a side of this match."""
    return name_of_side(head.teams, side)


def player_name(head: Head, seat: int) -> str:
    """Return the name of the player at a seat of this match."""
    return name_of_seat(head.teams, seat)


def name_of_seat(teams: tuple[Team, Team], seat: int) -> str:
    """Return the name of a seat's player; "Team A 1" if no one was named."""
    name = teams[seat % 2].players[seat // 2].strip()
    return isolate_name(name) or str(
        T("{team} {n}", team=name_of_side(teams, seat % 2), n=seat // 2 + 1)
    )


def rule_set_choices(library: Library, all_but: RuleSet | None = None) -> list[tuple[str, str]]:
    """Return the ids and names of all rule sets, the user's own first; or of those that can be read
    `all_but` one."""
    options: list[tuple[str, str]] = []
    for rules_id in sorted(library.ids(), key=PRESETS.__contains__):
        try:
            rules = library.get(rules_id)
        except Refused:
            if all_but is None:
                options.append((rules_id, str(T("{id} (can't be read)", id=rules_id))))
            continue
        if rules != all_but:
            options.append((rules_id, rules.name))
    return options


def teams_and_event_text(match: MatchStatus) -> str:
    """Return the teams of a match in a list, with its event."""
    return join_parts((join_parts(match.team_names(), " – "), match.event))


def table_and_teams_text(match: MatchStatus) -> str:
    """Return the table of a match with its teams: "Table 4 · Aces – Kings"."""
    return join_parts((table_name(match.table), join_parts(match.team_names(), " – ")))


def score_text(match: MatchStatus) -> str:
    """Return both totals of a match in a list; "" before there are any."""
    return " : ".join(map(format_number, match.score)) if match.has_score else ""


def players_text(match: MatchStatus) -> str:
    """Return the players of a match in a list, those of each team together; "" without names."""
    return join_parts([join_parts(match.players[side::2]) for side in (0, 1)], " – ")


def shorten_name(name: str, most: int = 28) -> str:
    """Return a name for a button, which cannot wrap: cut, where it has more than `most` letters."""
    bare = without_isolates(name)
    return name if len(bare) <= most else isolate_name(bare[: most - 1].rstrip() + "…")


def shorten_names_distinctly(full_names: Sequence[str], most: int) -> list[str]:
    """Return names for buttons side by side, of at most so many letters, cut where they are alike:
    at the end, else at the front, else on both sides of the word or letter in which they differ,
    else in the middle.
    """
    bare = [without_isolates(name) for name in full_names]
    pairs = enumerate(zip(*bare, strict=False))
    alike = next((at for at, letters in pairs if len(set(letters)) > 1), min(map(len, bare)))
    word = bare[0].rfind(" ", 0, alike) + 1
    ways: tuple[Callable[[str], str], ...] = (
        lambda name: shorten_name(name, most),
        lambda name: name if len(name) <= most else "…" + _end(name, most - 1),
        lambda name: "…" + shorten_name(name[word:], most - 1),
        lambda name: "…" + shorten_name(name[alike:].lstrip(), most - 1),
        lambda name: name if len(name) <= most else name[: most - 4].rstrip() + "…" + name[-3:],
    )
    cut = [[isolate_name(way(name)) for name in bare] for way in ways]
    return next((names for names in cut if len(set(names)) == len(set(bare))), cut[0])


def _end(name: str, most: int) -> str:
    _cut, _space, words = name[-most - 1 :].partition(" ")
    return words or name[-most:]


def table_event_and_rules_text(match: Match, round_text: Text | None = None) -> str:
    """Return a match's table, round, event and rules: "Table 4 · UNC Spades (to 300)"; the
    `round_text` is its event's name for the round."""
    head, rules = match.head, match.rules
    parts = (
        table_name(head.table),
        round_name(head.round) if round_text is None else capitalize(str(round_text)),
        head.event,
        str(
            T(
                "{rules} ({limits})",
                rules=rules.name,
                limits=join_with_commas(target_and_time_limit_texts(rules)),
            )
        ),
    )
    return join_parts(parts)


def entry_title(match: Match, entry: Entry) -> str:
    """Return an entry's name as a title: "Tricks of hand 7"."""
    return capitalize(str(match.name(entry)))


def describe_entry(match: Match, entry: Common, *, compared_with: Common | None = None) -> str:
    """Return an entry in words beside its title; of bids and tricks only the differences from
    `compared_with`."""
    if entry.id == match.board.time_entry and find_time_call(match).within:
        return ""  # there are cards in the hand that is played

    def moment(at: datetime) -> str:
        return moments.format_moment(at)

    describer = EntryDescriber(match.head_of_entry(entry), match.library, moment)
    return describe_briefly(describer, entry, compared_with=compared_with)
