"""What things are called: entries, sides, seats, results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common, Head
from scorepad.spades.words import T, Text

if TYPE_CHECKING:
    from scorepad.spades.match import Match


def team_name(head: Head, side: int) -> str:
    """The side's name, or a plain one where none was given."""
    return head.teams[side].name.strip() or ("Team A", "Team B")[side]


def player_name(head: Head, seat: int) -> str:
    """The player's name, or the team's with the place in it where none was given."""
    name = head.teams[seat % 2].players[seat // 2].strip()
    return name or f"{team_name(head, seat % 2)} {seat // 2 + 1}"


def name_entry(match: Match, entry: Common) -> Text:
    """An entry's name: "tricks of hand 7", "ruling for Aces"."""
    hand = match.hand_of(entry.id) if entry.id and match.has(entry.id) else None
    head = match.head
    if isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
        target = match.raw(entry.entry) if match.has(entry.entry) else None
        of = name_entry(match, target) if target is not None else T("entry")
        if isinstance(entry, kinds.Amend):
            return T("correction of {entry}", entry=of)
        if isinstance(entry, kinds.Strike):
            return T("strike of {entry}", entry=of)
        return T("restoring of {entry}", entry=of)
    if isinstance(entry, kinds.Bids):
        name = T("bids")
    elif isinstance(entry, kinds.Tricks):
        name = T("tricks")
    elif isinstance(entry, kinds.Misdeal):
        name = T("misdeal")
    elif isinstance(entry, kinds.Renege):
        name = T("renege by {team}", team=team_name(head, entry.side))
    elif isinstance(entry, kinds.Talk):
        name = T("table talk by {team}", team=team_name(head, entry.side))
    elif isinstance(entry, kinds.Ruling):
        name = T("ruling on {team}", team=team_name(head, entry.side))
    elif isinstance(entry, kinds.Forfeit):
        name = T("forfeit by {team}", team=team_name(head, entry.side))
    elif isinstance(entry, kinds.Sign):
        name = T("signature of {team}", team=team_name(head, entry.side))
    elif isinstance(entry, kinds.Identity):
        name = T("identity of {player}", player=player_name(head, entry.seat))
    elif isinstance(entry, kinds.Clock):
        name = {
            "start": T("start of the clock"),
            "pause": T("pause of the clock"),
            "resume": T("resuming of the clock"),
        }.get(entry.do, T("time added to the clock"))
    else:
        name = {
            kinds.Time: T("time call"),
            kinds.Abandon: T("abandoning"),
            kinds.Setup: T("change of the setup"),
        }.get(type(entry), T("note"))
    if hand is not None:
        return T("{entry} of hand {hand}", entry=name, hand=hand.number)
    return name
