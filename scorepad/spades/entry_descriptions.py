"""Entries have names, and say what they record: in full for a sheet, briefly beside their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.entries import (
    CHANGED_BY_HAND,
    DEALER_NAMED,
    DISCARDED,
    PAIRING_CHANGED,
    RESULT_CORRECTED,
    TICKED_BY_MISTAKE,
    Bid,
    Common,
    Entry,
    Head,
    Team,
    head_after,
    is_undo,
)
from scorepad.spades.library import Library
from scorepad.spades.naming import (
    player_field,
    player_name,
    team_field,
    team_name,
    with_tidy_names,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import agreement_texts
from scorepad.spades.scoring import SEATING
from scorepad.spades.words import (
    N,
    T,
    Text,
    format_change,
    format_date,
    format_time,
    isolate_name,
    rule_file_text,
)

DASH: Final = "\u2013"

# Names.

KIND_NAMES: dict[type[Common], Text] = {
    kinds.Bids: T("bids"),
    kinds.Tricks: T("tricks"),
    kinds.Misdeal: T("misdeal"),
    kinds.Time: T("time called"),
    kinds.Abandon: T("abandoning"),
    kinds.HeadChange: T("change of the setup"),
    kinds.Note: T("note"),
    kinds.LaptopTakeover: T("taking over of the table"),
    kinds.ChooseVersion: T("choice between two versions"),
}
SIDE_KIND_NAMES: dict[type[Common], str] = {
    kinds.Renege: T("renege by {team}").one,
    kinds.Talk: T("table talk by {team}").one,
    kinds.Ruling: T("ruling on {team}").one,
    kinds.Forfeit: T("forfeit by {team}").one,
    kinds.Sign: T("signature of {team}").one,
}
CORRECTION_NAMES: dict[type[Common], str] = {
    kinds.Amend: T("correction of {entry}").one,
    kinds.Strike: T("strike of {entry}").one,
    kinds.Restore: T("restoring of {entry}").one,
}
CLOCK_NAMES: dict[str, Text] = {
    "start": T("start of the clock"),
    "pause": T("pause of the clock"),
    "resume": T("resuming of the clock"),
    "add": T("time added to the clock"),
}
TIME_TAKEN_OFF = T("time taken off the clock")
ENTRY_TITLES: dict[type[Common], Text] = {
    kinds.Ruling: T("Ruling"),
    kinds.Renege: T("Renege"),
    kinds.Talk: T("Table talk"),
    kinds.Misdeal: T("Misdeal"),
    kinds.Forfeit: T("Forfeit"),
    kinds.Abandon: T("Abandoned"),
    kinds.Note: T("Note"),
    kinds.IdentityCheck: T("Identity"),
    kinds.Clock: T("Clock"),
}
"""The title of a kind of entry where it stands above its content (a `time` has `time_title`)."""


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
        return name_correction(entry, of)
    name = name_entry_kind(head, entry)
    hand = hand_of(entry.id) if entry.id else None
    return T("{entry} of hand {hand}", entry=name, hand=hand.number) if hand else name


def name_correction(entry: kinds.Amend | kinds.Strike | kinds.Restore, of: Text) -> Text:
    """Return the name of a correction of something: "strike of tricks of hand 7"."""
    return T(CORRECTION_NAMES[type(entry)], entry=of)


def name_entry_kind(head: Head, entry: Common) -> Text:
    """Return the name of an entry that is no correction, without its hand: "tricks", "ruling on
    Aces"."""
    if isinstance(entry, kinds.Clock):
        is_taken_off = entry.do == "add" and (entry.seconds or 0) < 0
        return TIME_TAKEN_OFF if is_taken_off else CLOCK_NAMES[entry.do]
    if isinstance(entry, kinds.IdentityCheck):
        return T("ID of {player}", player=player_field(head, entry.seat))
    if isinstance(entry, kinds.Renege | kinds.Talk | kinds.Ruling | kinds.Forfeit | kinds.Sign):
        return T(SIDE_KIND_NAMES[type(entry)], team=team_field(head, entry.side))
    return KIND_NAMES[type(entry)]


def name_undo(what: Text) -> Text:
    """Return the name of the undoing of something."""
    return T("Undo: {what}", what=what)


# What they say.

ENTRIES_WITHOUT_SEATS = (kinds.Bids(bids=(None,) * 4), kinds.Tricks(tricks=(None,) * 4))
"""These are bids and tricks in which no seat has a value."""
CLOCK_TEXTS: dict[str, Text] = {
    "start": T("clock started"),
    "pause": T("clock paused"),
    "resume": T("clock resumed"),
}
HEAD_FIELD_TEXTS: dict[str, str] = {
    "event": T("event {value}").one,
    "round": T("round {value}").one,
    "table": T("table {value}").one,
}


def describe_bid(bid: Bid) -> str:
    """Return one player's bid; nothing for a player who left the number to the partner."""
    if bid is None:
        return ""
    if bid == "nil":
        return str(T("nil"))
    if bid == "blind":
        return str(T("blind nil"))
    return str(bid)


def is_number_of_side(values: Sequence[object], seat: int) -> bool:
    """Return whether this number is that of the whole side, because the partner gave none."""
    return isinstance(values[seat], int) and values[(seat + 2) % 4] is None


def strike_reason(strike: kinds.Strike) -> str:
    """Return why an entry was struck; an undo says so in the reader's language."""
    return str(T("undone")) if is_undo(strike) else isolate_name(reason_text(strike.why))


PROGRAM_REASONS: dict[str, Text] = {
    CHANGED_BY_HAND: T("changed by hand"),
    DISCARDED: T("discarded"),
    TICKED_BY_MISTAKE: T("ticked by mistake"),
    PAIRING_CHANGED: T("pairing changed"),
    DEALER_NAMED: T("who deals first"),
    RESULT_CORRECTED: T("a result was corrected"),
}
"""The reasons that the program itself writes into a log, which has no language."""


def amend_and_override_reasons(amend: kinds.Amend) -> str:
    """Return why an entry was corrected, and why its new value was accepted against the rules."""
    why = reason_text(amend.why)
    if not amend.override:
        return why
    return str(
        T(
            "{why}; accepted because: {reason}",
            why=isolate_name(why),
            reason=isolate_name(amend.override),
        )
    )


def reason_text(why: str) -> str:
    """Return a reason as it is shown: the program's own in the reader's language."""
    return str(PROGRAM_REASONS[why]) if why in PROGRAM_REASONS else why


def _by_seat(entry: Common) -> tuple[Bid, ...]:
    """Return the bids or the tricks by seat."""
    if isinstance(entry, kinds.Bids):
        return entry.bids
    return entry.tricks if isinstance(entry, kinds.Tricks) else ENTRIES_WITHOUT_SEATS[0].bids


def _points_text(entry: kinds.Ruling) -> Text:
    points = entry.points
    return N("{points} point", "{points} points", abs(points), points=format_change(points))


class EntryDescriber:
    """Says what the entries of a match record.  `head` names teams and players; `moment` writes
    a moment."""

    def __init__(
        self, head: Head, library: Library, moment: Callable[[datetime], str] | None = None
    ) -> None:
        self.head = head
        self.library = library
        self._moment = moment or self._utc

    def _utc(self, moment: datetime) -> str:
        at = moment.astimezone(UTC)
        return f"{format_date(at.date())}, {format_time(at.time())} UTC"

    def team_name(self, side: int) -> str:
        """Return the name of a side."""
        return isolate_name(team_name(self.head, side))

    def player_name(self, seat: int) -> str:
        """Return the name of a player."""
        return isolate_name(player_name(self.head, seat))

    def name_side_and_player(self, side: int, seat: int | None) -> str:
        """Return the side, and the player where one is known."""
        if seat is None:
            return self.team_name(side)
        return str(T("{team}, {player}", team=self.team_name(side), player=self.player_name(seat)))

    # In full.

    def describe(self, entry: Common, *, compared_with: Common | None = None) -> str:
        """Return what an entry records; of bids and tricks what differs from `compared_with`."""
        return "; ".join(part for part in self._describe_parts(entry, compared_with) if part)

    def _describe_parts(self, entry: Common, compared_with: Common | None) -> list[str]:
        if isinstance(entry, kinds.Bids | kinds.Tricks):
            before = None if compared_with is None else _by_seat(compared_with)
            return [self._describe_seats(_by_seat(entry), before)]
        if isinstance(entry, kinds.Ruling):
            points = str(
                T("{team} {points}", team=self.team_name(entry.side), points=_points_text(entry))
            )
            return [f"{points}, {self._describe_bags(entry)}" if entry.bags else points]
        if isinstance(entry, kinds.Renege):
            return [
                self.name_side_and_player(entry.side, entry.seat),
                *self._describe_renege(entry),
            ]
        if isinstance(entry, kinds.Talk):
            return [self.name_side_and_player(entry.side, entry.seat)]
        if isinstance(entry, kinds.Forfeit):
            return [str(T("by {team}", team=self.team_name(entry.side))), isolate_name(entry.why)]
        if isinstance(entry, kinds.Sign):
            return [self.team_name(entry.side), *self._describe_both_ways(entry)]
        if isinstance(entry, kinds.Clock):
            return [self._describe_clock(entry)]
        return self._describe_both_ways(entry)

    def _describe_both_ways(self, entry: Common) -> list[str]:
        """Return what is said of an entry both in full and beside its name."""
        if isinstance(entry, kinds.Misdeal):
            player = "" if entry.seat is None else self.player_name(entry.seat)
            return [isolate_name(str(rule_file_text(entry.reason))), player]
        if isinstance(entry, kinds.IdentityCheck):
            shown = str(T("ID shown") if entry.ok else T("ID not shown"))
            return [self.player_name(entry.seat), shown]
        if isinstance(entry, kinds.Abandon):
            return [isolate_name(entry.why)]
        if isinstance(entry, kinds.Sign):
            return [str(T("signed by {name}", name=isolate_name(entry.name)))]
        if isinstance(entry, kinds.Note):
            return [isolate_name(entry.text)]
        if isinstance(entry, kinds.Time):
            return [str(T("cards were dealt") if entry.dealt else T("no cards were dealt"))]
        return []

    def _describe_seats(self, values: tuple[Bid, ...], before: tuple[Bid, ...] | None) -> str:
        parts = []
        for seat, value in enumerate(values):
            partner = (seat + 2) % 4
            if is_number_of_side(values, partner) if before is None else before[seat] == value:
                continue
            # Where the partner has no number, this one is the whole side's.
            name = (
                self.team_name(seat % 2)
                if is_number_of_side(values, seat)
                else self.player_name(seat)
            )
            parts.append(f"{name} {describe_bid(value) or DASH}")
        return " \u00b7 ".join(parts)

    def _describe_bags(self, entry: kinds.Ruling) -> str:
        return str(N("{bags} bag", "{bags} bags", entry.bags, bags=format_change(entry.bags)))

    def _describe_renege(self, entry: kinds.Renege) -> list[str]:
        parts = []
        if entry.tricks is not None:
            parts.append(str(N("{n} trick removed", "{n} tricks removed", entry.tricks)))
        if entry.points is not None:
            points = format_change(entry.points)
            parts.append(str(T("{points} points to the other side", points=points)))
        return parts

    def _describe_clock(self, entry: kinds.Clock) -> str:
        if entry.do != "add":
            return str(CLOCK_TEXTS[entry.do])
        span = _duration(entry.seconds or 0)
        if (entry.seconds or 0) < 0:
            return str(T("{span} taken off the clock", span=span))
        return str(T("{span} added to the clock", span=span))

    # Of several entries, and of the setup.

    def describe_struck(self, entries: Sequence[Common]) -> str:
        """Return what a strike removed: the value of one entry, or the names and values of
        several."""
        if len(entries) == 1:
            return self._describe_whole(entries[0])
        return "; ".join(map(self._name_with_value, entries))

    def _describe_whole(self, entry: Common) -> str:
        """Return what an entry records, without seats that left the number to their partner."""
        empty = next((each for each in ENTRIES_WITHOUT_SEATS if type(each) is type(entry)), None)
        return self.describe(entry, compared_with=empty)

    def _name_with_value(self, entry: Common) -> str:
        name = str(name_entry_kind(self.head, entry))
        value = self._describe_whole(entry)
        if isinstance(entry, kinds.Ruling) and entry.why:
            value = f"{value}, {isolate_name(entry.why)}"
        if isinstance(entry, kinds.Talk) and entry.seat is None:
            return name
        return str(T("{what}: {value}", what=name, value=value))

    def describe_head_before_and_after(
        self, setup: kinds.HeadChange, before: Head, after: Head
    ) -> tuple[str, str]:
        """Return what a setup changed, as it read before and after."""
        was, now = [], []
        for name in setup.changed_fields:
            old, new = self._head_parts(name, before), self._head_parts(name, after)
            for one, other in zip(old, new, strict=True):
                if one != other:
                    was.append(one or DASH)
                    now.append(other or DASH)
        return "; ".join(was), "; ".join(now)

    def _head_parts(self, name: str, head: Head) -> list[str]:
        head = with_tidy_names(head)
        if name == "teams":
            return [self._describe_team(team) for team in head.teams]
        if name == "rules":
            return [self._rules_name(head.rules)]
        if name == "agreed":
            return ["; ".join(str(text) for text in agreement_texts(head.agreed))]
        if name == "scheduled":
            return ["" if head.scheduled is None else self._moment(head.scheduled)]
        if name == "first_dealer":
            if head.first_dealer is None:
                return [""]
            return [str(T("first dealer {player}", player=self.player_name(head.first_dealer)))]
        value = isolate_name(str(getattr(head, name)))
        return [str(T(HEAD_FIELD_TEXTS[name], value=value)) if value else ""]

    def _rules_name(self, rules: str | dict[str, Any]) -> str:
        """Return the name of a rule set; as it is written where it cannot be read."""
        try:
            return self.library.resolve(rules).name
        except Refused:
            written = rules.get("name", "") if isinstance(rules, dict) else rules
            return isolate_name(str(written))

    def _describe_team(self, team: Team) -> str:
        players = ", ".join(isolate_name(name) for name in team.players if name)
        if not (team.name and players):
            return isolate_name(team.name) or players
        return str(T("{team}: {players}", team=isolate_name(team.name), players=players))

    # Briefly: what an entry's name does not say.

    def describe_without_name(self, entry: Common, *, compared_with: Common | None = None) -> str:
        """Return what an entry says beside its name, which has its side; of bids and tricks only
        what differs from `compared_with`, a side's number by its team."""
        if isinstance(entry, kinds.Bids):
            before = compared_with.bids if isinstance(compared_with, kinds.Bids) else None
            text = self._describe_sides(entry.bids, before)
            if entry.override:
                text += str(T("; accepted because: {why}", why=entry.override))
            return text
        if isinstance(entry, kinds.Tricks):
            counts = compared_with.tricks if isinstance(compared_with, kinds.Tricks) else None
            return self._describe_sides(entry.tricks, counts)
        if isinstance(entry, kinds.Amend):
            return str(
                T("{says} · {why}", says=self.describe_without_name(entry.to), why=entry.why)
            )
        if isinstance(entry, kinds.Strike):
            return strike_reason(entry)
        if isinstance(entry, kinds.HeadChange):
            return self._describe_setup(entry)
        return " · ".join(part for part in self._describe_parts_briefly(entry) if part)

    def _describe_parts_briefly(self, entry: Common) -> list[str]:
        if isinstance(entry, kinds.Ruling):
            points = str(_points_text(entry))
            return [
                points,
                self._describe_bags(entry) if entry.bags else "",
                isolate_name(entry.why),
            ]
        if isinstance(entry, kinds.Renege | kinds.Talk):
            player = "" if entry.seat is None else self.player_name(entry.seat)
            return [
                player,
                *(self._describe_renege(entry) if isinstance(entry, kinds.Renege) else ()),
            ]
        if isinstance(entry, kinds.Forfeit):
            return [isolate_name(entry.why)]
        if isinstance(entry, kinds.Clock):
            seconds = entry.seconds or 0
            sign = "+" if seconds > 0 else "\u2212" if seconds < 0 else ""
            return [sign + _duration(seconds)] if entry.do == "add" else []
        return self._describe_both_ways(entry)

    def _describe_sides(
        self, values: tuple[Bid, ...], compared_with: tuple[Bid, ...] | None
    ) -> str:
        parts = []
        for seat in SEATING:
            value = values[seat]
            # Where the partner's number is the whole side's, it stands beside the team's name.
            if value is None or (
                compared_with not in (None, values) and compared_with[seat] == value
            ):
                continue
            name = (
                self.team_name(seat % 2)
                if is_number_of_side(values, seat)
                else self.player_name(seat)
            )
            shown = describe_bid(value)
            parts.append(str(T("{player} {value}", player=name, value=shown)))
        return ", ".join(parts)

    def _describe_setup(self, setup: kinds.HeadChange) -> str:
        head = head_after(self.head, setup)
        parts = [
            part or DASH for name in setup.changed_fields for part in self._head_parts(name, head)
        ]
        text = "; ".join(parts)
        return str(T("{says} · {why}", says=text, why=setup.why)) if setup.why else text


def _duration(seconds: int) -> str:
    return f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"
