"""What an entry says, in one line: "Ann 4, Bo 3, Cy nil, Di 5"."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from scorepad.desk.undoing import UNDONE
from scorepad.spades import entries as kinds
from scorepad.spades import rule_labels
from scorepad.spades.directions import isolated
from scorepad.spades.entries import Common, Head
from scorepad.spades.match import Match
from scorepad.spades.words import N, Text, Words, authored, number, signed
from scorepad.window import when
from scorepad.window.names import player_name, team_name
from scorepad.window.panels.clock import minutes_text
from scorepad.window.parts import sentence

SEATING = (0, 2, 1, 3)
"""Partners beside each other, as sheets have them."""


def entry_words(match: Match, entry: Common, words: Words, *, unlike: Common | None = None) -> str:
    """What this entry says, with names and numbers; never empty of meaning.  Of bids and tricks
    only what is not so in `unlike`."""
    head = match.head
    if isinstance(entry, kinds.Bids):
        before = unlike.bids if isinstance(unlike, kinds.Bids) else None
        says = _by_seat(head, entry.bids, words, before)
        if entry.override:
            says += words("; accepted because: {why}", why=entry.override)
        return says
    if isinstance(entry, kinds.Tricks):
        counts = unlike.tricks if isinstance(unlike, kinds.Tricks) else None
        return _by_seat(head, entry.tricks, words, counts)
    if isinstance(entry, kinds.Amend):
        return words("{says} · {why}", says=entry_words(match, entry.to, words), why=entry.why)
    if isinstance(entry, kinds.Strike):
        return reason(entry, words)
    if isinstance(entry, kinds.Setup):
        says = _setup(entry, words)
        return words("{says} · {why}", says=says, why=entry.why) if entry.why else says
    if isinstance(entry, kinds.Clock):
        if entry.do == "add":
            seconds = entry.seconds or 0
            return ("+" if seconds > 0 else "") + minutes_text(seconds)
        return ""
    said = [text for text in _plain(head, entry, words) if text]
    return " · ".join(said)


def reason(strike: kinds.Strike, words: Words) -> str:
    """Why an entry was struck; an undo says so in the reader's language."""
    return words("undone") if strike.why == UNDONE else isolated(strike.why)


def of_side(values: tuple[Any, ...], seat: int) -> bool:
    """Is this seat's number its whole side's, because the partner has none?"""
    return isinstance(values[seat], int) and values[(seat + 2) % 4] is None


def _by_seat(
    head: Head, values: tuple[Any, ...], words: Words, unlike: tuple[Any, ...] | None = None
) -> str:
    said = []
    for seat in SEATING:
        value = values[seat]
        # A partner without a number has none of his own: the other one's is told by team.
        if value is None or (unlike is not None and unlike != values and unlike[seat] == value):
            continue
        shown = number(value) if isinstance(value, int) else _nil(value, words)
        name = (
            team_name(head, seat % 2, words)
            if of_side(values, seat)
            else player_name(head, seat, words)
        )
        said.append(words("{player} {value}", player=name, value=shown))
    return ", ".join(said)


def _nil(value: str, words: Words) -> str:
    return words("nil") if value == "nil" else words("blind nil")


def _plain(head: Head, entry: Common, words: Words) -> list[str]:
    said: list[str] = []
    seat = getattr(entry, "seat", None)
    if seat is not None:
        said.append(player_name(head, seat, words))
    if isinstance(entry, kinds.Identity):
        said.append(words("shown") if entry.ok else words("not shown"))
    if isinstance(entry, kinds.Misdeal):
        said.append(isolated(words(authored(entry.reason))))
    if isinstance(entry, kinds.Renege):
        if entry.tricks is not None:
            said.append(words(N("{n} trick", "{n} tricks", entry.tricks)))
        if entry.points is not None:
            said.append(words("{n} points", n=entry.points))
    if isinstance(entry, kinds.Ruling):
        said.append(words("{points} points", points=signed(entry.points)))
        if entry.bags:
            said.append(words(N("{bags} bag", "{bags} bags", entry.bags, bags=signed(entry.bags))))
    if isinstance(entry, kinds.Time):
        said.append(words("cards were dealt") if entry.dealt else "")
    if isinstance(entry, kinds.Sign):
        said.append(isolated(entry.name))
    if isinstance(entry, kinds.Note):
        said.append(isolated(entry.text))
    why = getattr(entry, "why", None)
    if isinstance(why, str):
        said.append(isolated(why))
    return said


def _setup(entry: kinds.Setup, words: Words) -> str:
    said: list[str] = []
    if entry.rules is not UNSET:
        rules = entry.rules if isinstance(entry.rules, str) else str(entry.rules.get("name"))
        said.append(words("rule set {name}", name=rules))
    if entry.agreed is not UNSET:
        agreed = [words(text) for text in rule_labels.agreements(entry.agreed)]
        said.append(words("agreed {what}", what="; ".join(agreed) or words(rule_labels.NONE)))
    for name in ("event", "round", "table"):
        value = getattr(entry, name)
        if value is not UNSET:
            said.append(isolated(value) or "–")
    if entry.scheduled is not UNSET:
        said.append(when.shown(entry.scheduled, words) or "–")
    if entry.teams is not UNSET:
        said += [
            words(
                "{team}: {players}",
                team=team.name or "–",
                players=", ".join(isolated(player) or "–" for player in team.players),
            )
            for team in entry.teams
        ]
    if entry.first_dealer is not UNSET:
        said.append(words("seat {n} deals first", n=entry.first_dealer + 1))
    return "; ".join(said)


def title(match: Match, entry: Common, words: Words) -> str:
    """The entry's name as a title: "Tricks of hand 7"."""
    named: Text = match.name(entry)  # type: ignore[arg-type]
    return sentence(words(named))
