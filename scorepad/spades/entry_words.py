"""Entries have names, and say what they record: in full for a sheet, briefly beside their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.entries import (
    PAIRING_CHANGED,
    RESULT_CORRECTED,
    Bid,
    Common,
    Entry,
    Head,
    Team,
    head_after,
    is_undo,
)
from scorepad.spades.library import Library
from scorepad.spades.naming import player_field, player_name, team_field, team_name
from scorepad.spades.rule_labels import agreements
from scorepad.spades.scoring import SEATING
from scorepad.spades.words import N, T, Text, Words, authored, isolated, signed

DASH: Final = "\u2013"

# Names.

PLAIN: dict[type[Common], Text] = {
    kinds.Bids: T("bids"),
    kinds.Tricks: T("tricks"),
    kinds.Misdeal: T("misdeal"),
    kinds.Time: T("time called"),
    kinds.Abandon: T("abandoning"),
    kinds.Setup: T("change of the setup"),
    kinds.Note: T("note"),
    kinds.Hold: T("taking over of the table"),
    kinds.Choose: T("choice between two versions"),
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
TIME_TAKEN = T("time taken off the clock")


def name_entry(
    head: Head,
    entry: Common,
    find: Callable[[str], Entry | None],
    hand_of: Callable[[str], Hand | None],
) -> Text:
    """Return an entry's name: "tricks of hand 7", "ruling on Aces".

    `find` gives an entry by its id, `hand_of` the hand that an entry is in.
    """
    if isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
        target = find(entry.entry)
        of = name_entry(head, target, find, hand_of) if target is not None else T("entry")
        return T(OF_ENTRY[type(entry)], entry=of)
    name = entry_kind_text(head, entry)
    hand = hand_of(entry.id) if entry.id else None
    return T("{entry} of hand {hand}", entry=name, hand=hand.number) if hand else name


def entry_kind_text(head: Head, entry: Common) -> Text:
    """Return the name of an entry that is no correction, without its hand: "tricks", "ruling on
    Aces"."""
    if isinstance(entry, kinds.Clock):
        taken = entry.do == "add" and (entry.seconds or 0) < 0
        return TIME_TAKEN if taken else OF_CLOCK[entry.do]
    if isinstance(entry, kinds.Identity):
        return T("ID of {player}", player=player_field(head, entry.seat))
    if isinstance(entry, kinds.Renege | kinds.Talk | kinds.Ruling | kinds.Forfeit | kinds.Sign):
        return T(OF_SIDE[type(entry)], team=team_field(head, entry.side))
    return PLAIN[type(entry)]


# What they say.

NO_SEATS = (kinds.Bids(bids=(None,) * 4), kinds.Tricks(tricks=(None,) * 4))
"""These are bids and tricks in which no seat has a value."""
CLOCK: dict[str, Text] = {
    "start": T("clock started"),
    "pause": T("clock paused"),
    "resume": T("clock resumed"),
}
HEAD_PARTS: dict[str, str] = {
    "event": T("event {value}").one,
    "round": T("round {value}").one,
    "table": T("table {value}").one,
}


def bid_words(bid: Bid, words: Words) -> str:
    """Return one player's bid; nothing for a player who left the number to the partner."""
    if bid is None:
        return ""
    if bid == "nil":
        return words("nil")
    if bid == "blind":
        return words("blind nil")
    return str(bid)


def of_side(values: Sequence[object], seat: int) -> bool:
    """Return whether this number is that of the whole side, because the partner gave none."""
    return isinstance(values[seat], int) and values[(seat + 2) % 4] is None


def strike_reason(strike: kinds.Strike, words: Words) -> str:
    """Return why an entry was struck; an undo says so in the reader's language."""
    return words("undone") if is_undo(strike) else isolated(reason_words(strike.why, words))


PROGRAM_REASONS: dict[str, Text] = {
    PAIRING_CHANGED: T("pairing changed"),
    RESULT_CORRECTED: T("a result was corrected"),
}
"""The reasons that the program itself writes into a log, which has no language."""


def reason_words(why: str, words: Words) -> str:
    """Return a reason as it is shown: the program's own in the reader's language."""
    return words(PROGRAM_REASONS[why]) if why in PROGRAM_REASONS else why


def _by_seat(entry: Common) -> tuple[Bid, ...]:
    """Return the bids or the tricks by seat."""
    if isinstance(entry, kinds.Bids):
        return entry.bids
    return entry.tricks if isinstance(entry, kinds.Tricks) else NO_SEATS[0].bids


def _points(entry: kinds.Ruling) -> Text:
    points = entry.points
    return N("{points} point", "{points} points", abs(points), points=signed(points))


class EntryWords:
    """Says what the entries of a match record.  `head` names teams and players; `moment` writes
    a moment."""

    def __init__(
        self,
        head: Head,
        library: Library,
        words: Words,
        moment: Callable[[datetime], str] | None = None,
    ) -> None:
        self.head = head
        self.library = library
        self.words = words
        self._moment = moment or self._utc

    def _utc(self, moment: datetime) -> str:
        at = moment.astimezone(UTC)
        return f"{self.words.date(at.date())}, {self.words.time(at.time())} UTC"

    def team(self, side: int) -> str:
        """Return the name of a side."""
        return isolated(team_name(self.head, side, self.words))

    def player(self, seat: int) -> str:
        """Return the name of a player."""
        return isolated(player_name(self.head, seat, self.words))

    def who(self, side: int, seat: int | None) -> str:
        """Return the side, and the player where one is known."""
        if seat is None:
            return self.team(side)
        return self.words("{team}, {player}", team=self.team(side), player=self.player(seat))

    # In full.

    def say(self, entry: Common, *, unlike: Common | None = None) -> str:
        """Return what an entry records; of bids and tricks only what differs from `unlike`."""
        return "; ".join(part for part in self._parts(entry, unlike) if part)

    def _parts(self, entry: Common, unlike: Common | None) -> list[str]:
        words = self.words
        if isinstance(entry, kinds.Bids | kinds.Tricks):
            before = None if unlike is None else _by_seat(unlike)
            return [self._seats(_by_seat(entry), before)]
        if isinstance(entry, kinds.Ruling):
            points = words("{team} {points}", team=self.team(entry.side), points=_points(entry))
            return [f"{points}, {self._bags(entry)}" if entry.bags else points]
        if isinstance(entry, kinds.Renege):
            return [self.who(entry.side, entry.seat), *self._renege(entry)]
        if isinstance(entry, kinds.Talk):
            return [self.who(entry.side, entry.seat)]
        if isinstance(entry, kinds.Forfeit):
            return [words("by {team}", team=self.team(entry.side)), isolated(entry.why)]
        if isinstance(entry, kinds.Sign):
            return [self.team(entry.side), *self._said(entry)]
        if isinstance(entry, kinds.Clock):
            return [self._clock(entry)]
        return self._said(entry)

    def _said(self, entry: Common) -> list[str]:
        """Return what is said of an entry both in full and beside its name."""
        words = self.words
        if isinstance(entry, kinds.Misdeal):
            player = "" if entry.seat is None else self.player(entry.seat)
            return [isolated(words(authored(entry.reason))), player]
        if isinstance(entry, kinds.Identity):
            shown = words("ID shown") if entry.ok else words("ID not shown")
            return [self.player(entry.seat), shown]
        if isinstance(entry, kinds.Abandon):
            return [isolated(entry.why)]
        if isinstance(entry, kinds.Sign):
            return [words("signed by {name}", name=isolated(entry.name))]
        if isinstance(entry, kinds.Note):
            return [isolated(entry.text)]
        if isinstance(entry, kinds.Time):
            return [words("cards were dealt") if entry.dealt else words("no cards were dealt")]
        return []

    def _seats(self, values: tuple[Bid, ...], before: tuple[Bid, ...] | None) -> str:
        parts = []
        for seat, value in enumerate(values):
            partner = (seat + 2) % 4
            if of_side(values, partner) if before is None else before[seat] == value:
                continue
            # Where the partner has no number, this one is the whole side's.
            name = self.team(seat % 2) if of_side(values, seat) else self.player(seat)
            parts.append(f"{name} {bid_words(value, self.words) or DASH}")
        return " \u00b7 ".join(parts)

    def _bags(self, entry: kinds.Ruling) -> str:
        return self.words(N("{bags} bag", "{bags} bags", entry.bags, bags=signed(entry.bags)))

    def _renege(self, entry: kinds.Renege) -> list[str]:
        parts = []
        if entry.tricks is not None:
            parts.append(self.words(N("{n} trick removed", "{n} tricks removed", entry.tricks)))
        if entry.points is not None:
            points = signed(entry.points)
            parts.append(self.words("{points} points to the other side", points=points))
        return parts

    def _clock(self, entry: kinds.Clock) -> str:
        if entry.do != "add":
            return self.words(CLOCK[entry.do])
        span = _span(entry.seconds or 0)
        if (entry.seconds or 0) < 0:
            return self.words("{span} taken off the clock", span=span)
        return self.words("{span} added to the clock", span=span)

    # Of several entries, and of the setup.

    def struck(self, entries: Sequence[Common]) -> str:
        """Return what a strike removed: the value of one entry, or the names and values of
        several."""
        if len(entries) == 1:
            return self._value(entries[0])
        return "; ".join(map(self._named, entries))

    def _value(self, entry: Common) -> str:
        """Return what an entry records, without seats that left the number to their partner."""
        empty = next((each for each in NO_SEATS if type(each) is type(entry)), None)
        return self.say(entry, unlike=empty)

    def _named(self, entry: Common) -> str:
        name = self.words(entry_kind_text(self.head, entry))
        value = self._value(entry)
        if isinstance(entry, kinds.Ruling) and entry.why:
            value = f"{value}, {isolated(entry.why)}"
        if isinstance(entry, kinds.Talk) and entry.seat is None:
            return name
        return self.words("{what}: {value}", what=name, value=value)

    def head_parts(self, setup: kinds.Setup, before: Head, after: Head) -> tuple[str, str]:
        """Return what a setup changed, as it read before and after."""
        was, now = [], []
        for name in setup.given:
            old, new = self._head_parts(name, before), self._head_parts(name, after)
            for one, other in zip(old, new, strict=True):
                if one != other:
                    was.append(one or DASH)
                    now.append(other or DASH)
        return "; ".join(was), "; ".join(now)

    def _head_parts(self, name: str, head: Head) -> list[str]:
        words = self.words
        if name == "teams":
            return [self._team_parts(team) for team in head.teams]
        if name == "rules":
            return [self.library.resolve(head.rules).name]
        if name == "agreed":
            return ["; ".join(words(text) for text in agreements(head.agreed))]
        if name == "scheduled":
            return ["" if head.scheduled is None else self._moment(head.scheduled)]
        if name == "first_dealer":
            return [words("first dealer {player}", player=self.player(head.first_dealer))]
        value = isolated(str(getattr(head, name)))
        return [words(HEAD_PARTS[name], value=value) if value else ""]

    def _team_parts(self, team: Team) -> str:
        players = ", ".join(isolated(name) for name in team.players if name)
        if not (team.name and players):
            return isolated(team.name) or players
        return self.words("{team}: {players}", team=isolated(team.name), players=players)

    # Briefly: what an entry's name does not say.

    def beside_name(self, entry: Common, *, unlike: Common | None = None) -> str:
        """Return what an entry says beside its name, which has its side; of bids and tricks only
        what differs from `unlike`, a side's number by its team."""
        words = self.words
        if isinstance(entry, kinds.Bids):
            before = unlike.bids if isinstance(unlike, kinds.Bids) else None
            says = self._by_side(entry.bids, before)
            if entry.override:
                says += words("; accepted because: {why}", why=entry.override)
            return says
        if isinstance(entry, kinds.Tricks):
            counts = unlike.tricks if isinstance(unlike, kinds.Tricks) else None
            return self._by_side(entry.tricks, counts)
        if isinstance(entry, kinds.Amend):
            return words("{says} · {why}", says=self.beside_name(entry.to), why=entry.why)
        if isinstance(entry, kinds.Strike):
            return strike_reason(entry, words)
        if isinstance(entry, kinds.Setup):
            return self._setup(entry)
        return " · ".join(part for part in self._brief(entry) if part)

    def _brief(self, entry: Common) -> list[str]:
        if isinstance(entry, kinds.Ruling):
            points = self.words(_points(entry))
            return [points, self._bags(entry) if entry.bags else "", isolated(entry.why)]
        if isinstance(entry, kinds.Renege | kinds.Talk):
            player = "" if entry.seat is None else self.player(entry.seat)
            return [player, *(self._renege(entry) if isinstance(entry, kinds.Renege) else ())]
        if isinstance(entry, kinds.Forfeit):
            return [isolated(entry.why)]
        if isinstance(entry, kinds.Clock):
            seconds = entry.seconds or 0
            sign = "+" if seconds > 0 else "\u2212" if seconds < 0 else ""
            return [sign + _span(seconds)] if entry.do == "add" else []
        return self._said(entry)

    def _by_side(self, values: tuple[Bid, ...], unlike: tuple[Bid, ...] | None) -> str:
        said = []
        for seat in SEATING:
            value = values[seat]
            # Where the partner's number is the whole side's, it stands beside the team's name.
            if value is None or (unlike not in (None, values) and unlike[seat] == value):
                continue
            name = self.team(seat % 2) if of_side(values, seat) else self.player(seat)
            shown = bid_words(value, self.words)
            said.append(self.words("{player} {value}", player=name, value=shown))
        return ", ".join(said)

    def _setup(self, setup: kinds.Setup) -> str:
        head = head_after(self.head, setup)
        parts = [part or DASH for name in setup.given for part in self._head_parts(name, head)]
        says = "; ".join(parts)
        return self.words("{says} · {why}", says=says, why=setup.why) if setup.why else says


def _span(seconds: int) -> str:
    return f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"
