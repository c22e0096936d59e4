"""What things are called: entries, sides, seats, results."""

from __future__ import annotations

from collections.abc import Callable

from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.entries import Common, Entry, Head
from scorepad.spades.words import ENGLISH, Field, T, Text, Words

UNNAMED = (T("Team A"), T("Team B"))
"""What the sides are called where no name was given."""


def called(name: str, side: int) -> Field:
    """A side's name, to stand in a text; where none was given a plain one, in the language of
    that text.  A match file that names no teams has the plain ones in English."""
    plain = UNNAMED[side]
    return plain if name.strip() in ("", plain.one) else name.strip()


def side_called(head: Head, side: int) -> Field:
    """What the side is called, to stand in a text."""
    return called(head.teams[side].name, side)


def seat_called(head: Head, seat: int) -> Field:
    """The player's name, to stand in a text; where none was given the team's with the place in
    it."""
    name = head.teams[seat % 2].players[seat // 2].strip()
    return name or T("{team} {n}", team=side_called(head, seat % 2), n=seat // 2 + 1)


def team_name(head: Head, side: int, words: Words = ENGLISH) -> str:
    """What the side is called in this language."""
    return name_said(side_called(head, side), words)


def player_name(head: Head, seat: int, words: Words = ENGLISH) -> str:
    """What the player is called in this language."""
    return name_said(seat_called(head, seat), words)


def name_said(name: Field, words: Words) -> str:
    """The name by itself; one that was given is nobody's to translate."""
    return words(name) if isinstance(name, Text) else str(name)


PLAIN: dict[type[Common], Text] = {
    kinds.Bids: T("bids"),
    kinds.Tricks: T("tricks"),
    kinds.Misdeal: T("misdeal"),
    kinds.Time: T("time call"),
    kinds.Abandon: T("abandoning"),
    kinds.Setup: T("change of the setup"),
    kinds.Note: T("note"),
}
OF_SIDE: dict[type[Common], str] = {
    kinds.Renege: T("renege by {team}").one,
    kinds.Talk: T("table talk by {team}").one,
    kinds.Ruling: T("ruling on {team}").one,
    kinds.Forfeit: T("forfeit by {team}").one,
    kinds.Sign: T("signature of {team}").one,
}
OF_ENTRY: dict[type[Common], str] = {
    kinds.Amend: T("correction of {entry}").one,
    kinds.Strike: T("strike of {entry}").one,
    kinds.Restore: T("restoring of {entry}").one,
}
OF_CLOCK: dict[str, Text] = {
    "start": T("start of the clock"),
    "pause": T("pause of the clock"),
    "resume": T("resuming of the clock"),
    "add": T("time added to the clock"),
}
TAKEN = T("time taken off the clock")


def name_entry(
    head: Head,
    entry: Common,
    find: Callable[[str], Entry | None],
    hand_of: Callable[[str], Hand | None],
) -> Text:
    """An entry's name: "tricks of hand 7", "ruling on Aces".

    `find` gives an entry by its id, `hand_of` the hand that an entry is in.
    """
    if isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
        target = find(entry.entry)
        of = name_entry(head, target, find, hand_of) if target is not None else T("entry")
        return T(OF_ENTRY[type(entry)], entry=of)
    name = kind_called(head, entry)
    hand = hand_of(entry.id) if entry.id else None
    return T("{entry} of hand {hand}", entry=name, hand=hand.number) if hand else name


def kind_called(head: Head, entry: Common) -> Text:
    """What an entry that is no correction is called, wherever it stands: "tricks", "ruling on
    Aces"."""
    if isinstance(entry, kinds.Clock):
        taken = entry.do == "add" and (entry.seconds or 0) < 0
        return TAKEN if taken else OF_CLOCK[entry.do]
    if isinstance(entry, kinds.Identity):
        return T("identity of {player}", player=seat_called(head, entry.seat))
    if isinstance(entry, kinds.Renege | kinds.Talk | kinds.Ruling | kinds.Forfeit | kinds.Sign):
        return T(OF_SIDE[type(entry)], team=side_called(head, entry.side))
    return PLAIN[type(entry)]
