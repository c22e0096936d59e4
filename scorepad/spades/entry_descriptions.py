"""The parts of an entry's description: players, bids by seat, reasons, fields of the head.

`entry_kinds` has the parts of each kind of entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from scorepad.spades import entries as kinds
from scorepad.spades.entries import (
    CHANGED_BY_HAND,
    CHECKED,
    DEALER_NAMED,
    DISCARDED,
    PAIRING_CHANGED,
    RESULT_CORRECTED,
    SIGNS_FOR,
    SUPERVISOR,
    TICKED_BY_MISTAKE,
    Bid,
    BlindNumber,
    Common,
    Head,
    Team,
    blind_number_text,
    head_after,
    is_undo,
    kind_of,
)
from scorepad.spades.library import Library
from scorepad.spades.naming import player_name, team_name, with_tidy_names
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import agreement_texts
from scorepad.spades.scoring import SEATING
from scorepad.spades.words import (
    Field,
    T,
    Text,
    format_date,
    format_time,
    join_parts,
    join_with_commas,
    rule_file_text,
)

DASH: Final = "\u2013"

# Names.

CORRECTION_NAMES: Final[dict[str, Text]] = {
    "amend": T("correction of {entry}"),
    "strike": T("deletion of {entry}"),
    "restore": T("restoration of {entry}"),
}
"""The names of corrections by their kind, in a match and in an event."""


def name_correction(entry: Common, of: Text) -> Text:
    """Return the name of a correction of something: "deletion of tricks of hand 7"."""
    return T(CORRECTION_NAMES[kind_of(entry)].one, entry=of)


def name_undo(what: Text) -> Text:
    """Return the name of the undoing of something."""
    return T("Undo: {what}", what=what)


# The parts.

HEAD_FIELD_TEXTS: dict[str, str] = {
    "event": T("event {value}").one,
    "round": T("round {value}").one,
    "table": T("table {value}").one,
}


def describe_bid(bid: Bid) -> str:
    """Return one player's bid; "" for a player whose partner bids the number."""
    if bid is None:
        return ""
    if bid == "nil":
        return str(T("nil"))
    if bid == "blind":
        return str(T("blind nil"))
    if isinstance(bid, BlindNumber):
        return str(blind_number_text(bid.blind))
    return str(bid)


def is_number_of_side(values: Sequence[object], seat: int) -> bool:
    """Return whether this number is that of the whole side, because the partner gave none."""
    is_number = isinstance(values[seat], int | BlindNumber)
    return is_number and values[(seat + 2) % 4] is None


def strike_reason(strike: kinds.Strike) -> str:
    """Return the reason of a strike; that of an undo is translated."""
    return str(T("undone")) if is_undo(strike) else reason_text(strike.why)


PROGRAM_REASONS: dict[str, Text] = {
    CHANGED_BY_HAND: T("changed by hand"),
    DISCARDED: T("discarded"),
    TICKED_BY_MISTAKE: T("checked by mistake"),
    PAIRING_CHANGED: T("pairing changed"),
    DEALER_NAMED: T("first dealer chosen"),
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
            "{why}; override: {reason}",
            why=why,
            reason=amend.override,
        )
    )


def reason_text(why: str) -> str:
    """Return a reason as it is shown: the program's own in the reader's language."""
    return str(PROGRAM_REASONS[why]) if why in PROGRAM_REASONS else why


def note_text(text: str) -> Text | str:
    """Return a note as it is shown: the program's own in the reader's language."""
    if text.startswith(CHECKED):
        items = [*map(rule_file_text, text.removeprefix(CHECKED).split("; "))]
        what = join_with_commas(items, semicolons=True)
        return T("Checked before the first deal: {what}", what=what)
    if text.startswith(SIGNS_FOR):
        team, _colon, why = text.removeprefix(SIGNS_FOR).partition(": ")
        return T("The supervisor signs for {team}: {why}", team=team, why=why)
    return text


def signer_field(name: str) -> Field:
    """Return the signer's name, for a text."""
    if name.endswith(SUPERVISOR):
        return T("{name} (supervisor)", name=name.removesuffix(SUPERVISOR))
    return name


class EntryDescriber:
    """Writes the parts of descriptions in one language.  `head` names teams and players; `moment`
    writes a moment."""

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
        return team_name(self.head, side)

    def player_name(self, seat: int) -> str:
        return player_name(self.head, seat)

    def name_side_and_player(self, side: int, seat: int | None) -> str:
        """Return the side, and the player where one is known."""
        if seat is None:
            return self.team_name(side)
        return str(T("{team}, {player}", team=self.team_name(side), player=self.player_name(seat)))

    # Four values, one a seat.

    def describe_seats(self, values: tuple[Bid, ...], before: tuple[Bid, ...] | None) -> str:
        """Return the values by seat, or those that differ from `before`."""
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
            parts.append(join_parts((name, describe_bid(value) or DASH), " "))
        return join_parts(parts)

    def describe_sides(self, values: tuple[Bid, ...], compared_with: tuple[Bid, ...] | None) -> str:
        """Return the values in the order of seating, a side's number by its team; of two values
        those that differ from `compared_with`."""
        parts = []
        for seat in SEATING:
            value = values[seat]
            # Where the partner's number is the whole side's, it is beside the team's name.
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
        return join_parts(parts, ", ")

    # The head.

    def describe_head_before_and_after(
        self, setup: kinds.HeadChange, before: Head, after: Head
    ) -> tuple[str, str]:
        """Return the fields that a setup changed, before and after."""
        was, now = [], []
        for name in setup.changed_fields:
            old, new = self._head_parts(name, before), self._head_parts(name, after)
            for one, other in zip(old, new, strict=True):
                if one != other:
                    was.append(one or DASH)
                    now.append(other or DASH)
        return join_parts(was, "; "), join_parts(now, "; ")

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
        value = str(getattr(head, name))
        return [str(T(HEAD_FIELD_TEXTS[name], value=value)) if value else ""]

    def _rules_name(self, rules: str | dict[str, Any]) -> str:
        try:
            return self.library.resolve(rules).name
        except Refused:
            written = rules.get("name", "") if isinstance(rules, dict) else rules
            return str(written)

    def _describe_team(self, team: Team) -> str:
        players = join_parts(team.players, ", ")
        if not (team.name and players):
            return team.name or players
        return str(T("{team}: {players}", team=team.name, players=players))

    def describe_setup(self, setup: kinds.HeadChange) -> str:
        """Return the changes of a setup to the head, with its reason."""
        head = head_after(self.head, setup)
        parts = [
            part or DASH for name in setup.changed_fields for part in self._head_parts(name, head)
        ]
        text = join_parts(parts, "; ")
        return str(T("{says} · {why}", says=text, why=setup.why)) if setup.why else text
