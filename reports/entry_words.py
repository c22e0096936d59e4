"""What an entry of the log says, in words: the old and the new value of a correction, a ruling."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from reports.bidirectional import isolated, isolated_fields
from scorepad.spades import entries as kinds
from scorepad.spades.entries import Bid, Common, Head, Team
from scorepad.spades.match import Match
from scorepad.spades.naming import kind_called, player_name, team_name
from scorepad.spades.rule_labels import agreements
from scorepad.spades.words import N, T, Text, Words, authored, signed


def bid_words(bid: Bid, words: Words) -> str:
    """One player's bid; nothing for a partner who left the number to the other."""
    if bid is None:
        return ""
    if bid == "nil":
        return words("nil")
    if bid == "blind":
        return words("blind nil")
    return str(bid)


class EntryWords:
    """Says entries of one match; names are those of its head as it now reads."""

    def __init__(self, match: Match, words: Words) -> None:
        self.head = match.head
        self.library = match.library
        self.words = words

    def team(self, side: int) -> str:
        """The side's name."""
        return isolated(team_name(self.head, side, self.words))

    def player(self, seat: int) -> str:
        """The player's name."""
        return isolated(player_name(self.head, seat, self.words))

    def say(self, entry: Common, *, unlike: Common | None = None) -> str:
        """What an entry says; of bids and tricks only what is not so in `unlike`."""
        return "; ".join(part for part in self._parts(entry, unlike) if part)

    def _parts(self, entry: Common, unlike: Common | None) -> list[str]:
        words = self.words
        if isinstance(entry, kinds.Bids):
            before = unlike.bids if isinstance(unlike, kinds.Bids) else None
            return [
                self._seats(
                    [bid_words(b, words) for b in entry.bids],
                    before and [bid_words(b, words) for b in before],
                )
            ]
        if isinstance(entry, kinds.Tricks):
            counts = unlike.tricks if isinstance(unlike, kinds.Tricks) else None
            return [
                self._seats(list(map(_count, entry.tricks)), counts and list(map(_count, counts)))
            ]
        if isinstance(entry, kinds.Ruling):
            return [self.ruling(entry)]
        if isinstance(entry, kinds.Renege):
            return self._renege(entry)
        if isinstance(entry, kinds.Talk):
            return [self.who(entry.side, entry.seat)]
        if isinstance(entry, kinds.Misdeal):
            return [
                isolated(words(authored(entry.reason))),
                "" if entry.seat is None else self.player(entry.seat),
            ]
        if isinstance(entry, kinds.Forfeit):
            return [words("by {team}", team=self.team(entry.side)), isolated(entry.why)]
        if isinstance(entry, kinds.Abandon):
            return [isolated(entry.why)]
        if isinstance(entry, kinds.Identity):
            shown = words("identity shown") if entry.ok else words("identity not shown")
            return [self.player(entry.seat), shown]
        if isinstance(entry, kinds.Sign):
            return [self.team(entry.side), words("signed by {name}", name=isolated(entry.name))]
        if isinstance(entry, kinds.Note):
            return [isolated(entry.text)]
        if isinstance(entry, kinds.Time):
            return [words("cards were dealt") if entry.dealt else words("no cards were dealt")]
        if isinstance(entry, kinds.Clock):
            return [self._clock(entry)]
        return []

    def struck(self, entries: Sequence[Common]) -> str:
        """What a strike took: an entry by itself says its value alone, several are named."""
        if len(entries) == 1:
            return self._known(entries[0])
        return "; ".join(map(self._named, entries))

    def _known(self, entry: Common) -> str:
        """What an entry says, without seats whose partner was given the number of both."""
        nothing = next((each for each in NOTHING if type(each) is type(entry)), None)
        return self.say(entry, unlike=nothing)

    def _named(self, entry: Common) -> str:
        name = self.words(isolated_fields(kind_called(self.head, entry)))
        value = self._known(entry)
        if isinstance(entry, kinds.Ruling) and entry.why:
            value = f"{value}, {isolated(entry.why)}"
        if isinstance(entry, kinds.Talk) and entry.seat is None:
            return name
        return self.words("{what}: {value}", what=name, value=value)

    def ruling(self, entry: kinds.Ruling) -> str:
        """“Aces −30 points, +1 bag”."""
        said = self.words(
            "{team} {points} points", team=self.team(entry.side), points=signed(entry.points)
        )
        if not entry.bags:
            return said
        bags = self.words(N("{bags} bag", "{bags} bags", entry.bags, bags=signed(entry.bags)))
        return f"{said}, {bags}"

    def who(self, side: int, seat: int | None) -> str:
        """The side, and the player where one is named."""
        if seat is None:
            return self.team(side)
        return self.words("{team}, {player}", team=self.team(side), player=self.player(seat))

    def _renege(self, entry: kinds.Renege) -> list[str]:
        tricks = (
            ""
            if entry.tricks is None
            else self.words(N("{n} trick taken", "{n} tricks taken", entry.tricks))
        )
        points = (
            ""
            if entry.points is None
            else self.words("{points} points to the other side", points=signed(entry.points))
        )
        return [self.who(entry.side, entry.seat), tricks, points]

    def _clock(self, entry: kinds.Clock) -> str:
        if entry.do != "add":
            return self.words(CLOCK[entry.do])
        seconds = abs(entry.seconds or 0)
        span = f"{seconds // 60}:{seconds % 60:02}"
        if (entry.seconds or 0) < 0:
            return self.words("{span} taken off the clock", span=span)
        return self.words("{span} added to the clock", span=span)

    def _seats(self, values: list[str], before: list[str] | None) -> str:
        parts = [
            f"{self.player(seat)} {value or chr(0x2013)}"
            for seat, value in enumerate(values)
            if before is None or before[seat] != value
        ]
        return " \u00b7 ".join(parts)

    def head_parts(self, setup: kinds.Setup, before: Head, after: Head) -> tuple[str, str]:
        """What a setup changed: as it read before and after."""
        was, now = [], []
        for name in (
            "rules",
            "agreed",
            "event",
            "round",
            "table",
            "scheduled",
            "teams",
            "first_dealer",
        ):
            if getattr(setup, name) is UNSET:
                continue
            old, new = self._head_parts(name, before), self._head_parts(name, after)
            for one, other in zip(old, new, strict=True):
                if one != other:
                    was.append(one or "\u2013")
                    now.append(other or "\u2013")
        return "; ".join(was), "; ".join(now)

    def _team_parts(self, team: Team) -> str:
        players = ", ".join(isolated(name) for name in team.players if name)
        if not (team.name and players):
            return isolated(team.name) or players
        return self.words("{team}: {players}", team=isolated(team.name), players=players)

    def _head_parts(self, name: str, head: Head) -> list[str]:
        words = self.words
        if name == "teams":
            return [self._team_parts(team) for team in head.teams]
        if name == "rules":
            return [self.library.resolve(head.rules).name]
        if name == "agreed":
            return ["; ".join(words(text) for text in agreements(head.agreed))]
        if name == "scheduled":
            at = head.scheduled
            return [f"{at:%Y-%m-%d %H:%M} UTC" if at else ""]
        if name == "first_dealer":
            return [words("first dealer {player}", player=self.player(head.first_dealer))]
        value = isolated(str(getattr(head, name)))
        return [words(HEAD_PARTS[name], value=value) if value else ""]


NOTHING = (kinds.Bids(bids=(None,) * 4), kinds.Tricks(tricks=(None,) * 4))
"""Bids and tricks of which no seat says anything."""
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


def said(text: Text, words: Words) -> str:
    """A sentence of the game in the reader's language, its names isolated."""
    return words(isolated_fields(text))


def _count(value: int | None) -> str:
    return "" if value is None else str(value)
