"""Sides, seats, matches and entries have names on the screen, also before anybody was named.

Every text that a person typed is isolated: a name that runs from right to left would otherwise turn
the words beside it round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from scorepad.desk.ports import Summary
from scorepad.spades.entries import Common, Entry, Head, Team
from scorepad.spades.entry_words import EntryDescriber
from scorepad.spades.library import Library
from scorepad.spades.marks import find_time_call
from scorepad.spades.match import Match
from scorepad.spades.naming import name_field, round_name, table_name, tidy, translated_name
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_words import game_limit_texts
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Words, isolated, listed, without_isolates
from scorepad.window.widgets.controls import sentence
from scorepad.window.wording import moments


def team(teams: tuple[Team, Team], side: int, words: Words) -> str:
    """Return a side's name; "Team A" where none was given (`spades.naming` says which)."""
    return shown_name(teams[side].name, side, words)


def shown_name(name: str, side: int, words: Words) -> str:
    """Return a side's name as it is shown; "Team A" where `name` is empty."""
    return isolated(translated_name(name_field(name, side), words))


def team_name(head: Head, side: int, words: Words) -> str:
    """Return the name of a side of this match."""
    return team(head.teams, side, words)


def player_name(head: Head, seat: int, words: Words) -> str:
    """Return the name of the player at a seat of this match."""
    return player(head.teams, seat, words)


def player(teams: tuple[Team, Team], seat: int, words: Words) -> str:
    """Return the name of a seat's player; "Team A 1" where nobody was named."""
    name = teams[seat % 2].players[seat // 2].strip()
    return isolated(name) or words("{team} {n}", team=team(teams, seat % 2, words), n=seat // 2 + 1)


def rule_sets(
    library: Library, words: Words, besides: RuleSet | None = None
) -> list[tuple[str, str]]:
    """Return the ids and names of all rule sets; or of those that can be read `besides` one."""
    named: list[tuple[str, str]] = []
    for rules_id in library.ids():
        try:
            rules = library.get(rules_id)
        except Refused:
            if besides is None:
                named.append((rules_id, words("{id} (cannot be read)", id=rules_id)))
            continue
        if rules != besides:
            named.append((rules_id, rules.name))
    return named


def called_match(match: Summary, words: Words) -> str:
    """Return the teams of a match in a list, with its event."""
    one, other = (shown_name(name, side, words) for side, name in enumerate(match.teams))
    return " · ".join(filter(None, (f"{one} – {other}", isolated(match.event))))


def short(name: str, most: int = 28) -> str:
    """Return a name for a button, which cannot wrap: cut, where it has more than `most` letters."""
    bare = without_isolates(name)
    return name if len(bare) <= most else isolated(bare[: most - 1].rstrip() + "…")


def initials(called: Sequence[str]) -> list[str]:
    """Return names as `A. Smith`; unchanged where two of them would then read the same."""
    made = []
    for name in called:
        *first, last = without_isolates(name).split() or [""]
        made.append(isolated(" ".join((*(word[0] + "." for word in first), last))))
    return made if len(set(made)) == len(set(called)) else list(called)


def short_apart(called: Sequence[str], most: int) -> list[str]:
    """Return names for buttons side by side, of at most so many letters, cut where they are alike:
    at the end, else at the front, else on both sides of the word or letter in which they differ.
    """
    bare = [without_isolates(name) for name in called]
    pairs = enumerate(zip(*bare, strict=False))
    alike = next((at for at, letters in pairs if len(set(letters)) > 1), min(map(len, bare)))
    word = bare[0].rfind(" ", 0, alike) + 1
    ways: tuple[Callable[[str], str], ...] = (
        lambda name: isolated(short(name, most)),
        lambda name: isolated(name if len(name) <= most else "…" + _end(name, most - 1)),
        lambda name: isolated("…" + short(name[word:], most - 1)),
        lambda name: isolated("…" + short(name[alike:].lstrip(), most - 1)),
    )
    cut = [[way(name) for name in bare] for way in ways]
    return next((names for names in cut if len(set(names)) == len(set(bare))), cut[0])


def _end(name: str, most: int) -> str:
    """Return the last `most` letters of a name, from the beginning of a word if there is one."""
    _cut, _space, words = name[-most - 1 :].partition(" ")
    return words or name[-most:]


def match_title(match: Match, words: Words) -> str:
    """Return a match's table, round, event and rules: "Table 4 · UNC Spades (to 300)"."""
    head, rules = match.head, match.rules
    named = (
        table_name(head.table, words),
        round_name(head.round, words),
        isolated(tidy(head.event)),
        words("{rules} ({limits})", rules=rules.name, limits=listed(game_limit_texts(rules))),
    )
    return " · ".join(each for each in named if each)


def entry_title(match: Match, entry: Entry, words: Words) -> str:
    """Return an entry's name as a title: "Tricks of hand 7"."""
    return sentence(words(match.name(entry)))


def entry_words(match: Match, entry: Common, words: Words, *, other: Common | None = None) -> str:
    """Return what an entry says beside its title; of bids and tricks only what differs from
    `other`."""
    if entry.id == match.board.time_entry and find_time_call(match).within:
        return ""  # there are cards in the hand that is played

    def moment(at: datetime) -> str:
        return moments.shown(at, words)

    say = EntryDescriber(match.head, match.library, words, moment)
    return say.describe_briefly(entry, other=other)
