"""The remarks of a match besides its hands: corrections, overrides, rulings, conduct and notes,
in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import takewhile

import msgspec

from scorepad.cleaning import tidy_name
from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common, head_after, is_undo, kind_of
from scorepad.spades.entry_descriptions import (
    EntryDescriber,
    amend_and_override_reasons,
    describe_bid,
    name_correction,
    name_undo,
)
from scorepad.spades.entry_kinds import (
    ENTRY_KINDS,
    describe,
    describe_struck,
    reason_apart,
    seat_values,
)
from scorepad.spades.marks import find_time_call, is_time_entry_from_clock, kind_title
from scorepad.spades.match import Match
from scorepad.spades.replaced import (
    EntriesRemovedByStrike,
    head_before,
    read_removed_entries_by_strike,
)
from scorepad.spades.rule_labels import value_description
from scorepad.spades.words import T, Text, capitalize, join_parts


class MatchRemark(msgspec.Struct, frozen=True, kw_only=True):
    """A remark about an entry (its id and kind) in a hand: its title, the value before a correction
    and the one after it, the reason, its recorder ("" if not known), and its time (UTC)."""

    match: str
    entry: str
    kind: str
    hand: int | None
    title: str
    was: str
    now: str
    why: str
    by: str
    at: datetime | None


def read_remarks(match: Match) -> Iterator[MatchRemark]:
    """List the remarks of a match in the order in which they were recorded."""
    return _RemarkReader(match).rows()


class _RemarkReader:
    """Walks the log of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.describer = EntryDescriber(match.head, match.library)
        """Describes the entry that is read, with the players of its hand."""
        self.struck_ids = match.struck_ids
        self.hands = {each: hand.number for hand in match.board.hands for each in hand.entries}
        self.after_end = {h.bids_id for h in match.board.hands if h.status == "after-end"}
        self.time = find_time_call(match)
        self.warnings: dict[str, list[Text]] = {}
        for warned in match.all_warnings:
            self.warnings.setdefault(warned.entry, []).append(warned.text)
        self.counting_entries = {entry.id: entry for entry in match.counting_entries}
        self.struck_parts = read_removed_entries_by_strike(match)
        self.before: dict[type[Common], list[Common]] = {}

    def rows(self) -> Iterator[MatchRemark]:
        for entry in self.match.log:
            yield from self._rows_of(entry)
            for text in self._warnings(entry):
                yield self._row(entry, "warning", str(T("Notice")), now=str(text))

    def _warnings(self, entry: Common) -> list[Text]:
        """Return the warnings of the fold. A hand after the end needs none, because its own line
        states it."""
        if entry.id in self.after_end:
            return []
        return self.warnings.get(entry.id or "", [])

    def _rows_of(self, entry: Common) -> Iterator[MatchRemark]:
        if entry.id in self.match.unfit:
            return
        self.describer = EntryDescriber(self.match.head_of_entry(entry), self.match.library)
        if isinstance(entry, kinds.Amend):
            yield from self._amend_rows(entry)
        elif isinstance(entry, kinds.Strike):
            yield from self._strike_rows(entry)
        elif entry.id not in self.struck_ids:
            now = self.counting_entries.get(entry.id, entry)
            kind = ENTRY_KINDS[type(now)]
            if kind.title is not None and kind.is_remarked(now):
                timed = self.time.within if isinstance(now, kinds.Time) else None
                was, description = self._describe(entry, now)
                yield self._row(
                    entry,
                    kind.remark_kind or kind_of(now),
                    str(kind_title(self.match, now)),
                    was=was,
                    now="" if timed else description,
                    why=reason_apart(now),
                    hand=timed,
                )
                effect = self._effect(now)
                if effect:
                    yield self._row(entry, "effect", str(T("Effect")), now=effect, hand=timed)

    def _describe(self, entry: Common, now: Common) -> tuple[str, str]:
        if isinstance(now, kinds.HeadChange):
            return self._describe_setup(entry, now)
        return "", describe(self.describer, now)

    def _effect(self, entry: Common) -> str:
        kind, rules, board = ENTRY_KINDS[type(entry)], self.match.rules, self.match.board
        before = self.before.setdefault(type(entry), [])
        parts: list[Text] = []
        if entry.id not in self.hands:
            parts += self._place_between_hands(entry)
        parts += kind.effect(rules, board, entry, before)
        if isinstance(entry, kinds.Time) and self.time.within:
            at_time = value_description(rules, "clock.at_time")
            parts.append(at_time.brief or at_time.label)
        before.append(entry)
        return join_parts(map(str, parts), "; ")

    def _place_between_hands(self, entry: Common) -> Iterator[Text]:
        if ENTRY_KINDS[type(entry)].is_placed:
            before = list(takewhile(lambda each: each.id != entry.id, self.match.log))
            begun = {each.id for each in before}
            number = 1 + sum(hand.bids_id in begun for hand in self.match.board.hands)
            yield T("before hand {n}", n=number)
        for adjustment in self.match.board.adjustments:
            if adjustment.entry == entry.id and adjustment.after_hand:
                yield T("after hand {n}", n=adjustment.after_hand)

    def _amend_rows(self, entry: kinds.Amend) -> Iterator[MatchRemark]:
        if entry.id in self.struck_ids or entry.entry in self.struck_ids:
            return
        before = self.match.read_entry_before_amend(entry)
        if isinstance(before, kinds.HeadChange) and isinstance(entry.to, kinds.HeadChange):
            was, now = "", self._describe_setup(self.match.original_entry(entry.entry), entry.to)[1]
        else:
            was = describe(self.describer, before, compared_with=entry.to)
            now = describe(self.describer, entry.to, compared_with=before)
        if was == now and not isinstance(before, kinds.HeadChange):
            was, now = "", self._unchanged(entry.to, now)
        yield self._row(
            entry,
            "amend",
            self._sentence(self.match.name(entry)),
            was=was,
            now=now,
            why=amend_and_override_reasons(entry),
            hand=self.hands.get(entry.entry),
        )

    def _describe_setup(self, entry: Common, now: kinds.HeadChange) -> tuple[str, str]:
        assert isinstance(entry, kinds.HeadChange)
        before = head_before(self.match, entry)
        return self.describer.describe_head_before_and_after(now, before, head_after(before, now))

    def _unchanged(self, entry: Common, text: str) -> str:
        values = seat_values(entry)
        if values is not None:
            text = " ".join(describe_bid(each) or "\u2013" for each in values)
        return str(T("unchanged: {values}", values=text))

    def _strike_rows(self, entry: kinds.Strike) -> Iterator[MatchRemark]:
        if self.match.strike_by_entry.get(entry.entry) != entry.id:
            return
        target = self.match.original_entry(entry.entry)
        undone = is_undo(entry)
        part = self.struck_parts[entry.id or ""]
        if isinstance(target, kinds.Amend):
            name, was = self.match.name(target), describe(self.describer, target.to)
        else:
            name = self._struck_name(entry, part)
            was = describe_struck(self.describer, part.entries)
        title = name_undo(name) if undone else name_correction(entry, name)
        yield self._row(
            entry,
            "strike",
            self._sentence(title),
            was=was,
            why="" if undone else entry.why,
            hand=part.hand,
        )

    def _struck_name(self, entry: kinds.Strike, part: EntriesRemovedByStrike) -> Text:
        hands = self.match.board.hands
        if part.hand is None or all(hand.number != part.hand for hand in hands):
            return part.name
        order = {each.id: at for at, each in enumerate(self.match.log)}
        at = order[entry.entry]
        before = max((h.number for h in hands if order[h.bids_id] < at), default=0)
        if part.entries[0].id in self.hands or before == part.hand:
            return part.name
        if not before:
            return T("{entry}, before hand {next}", entry=part.name, next=before + 1)
        between = T("between hands {one} and {other}", one=before, other=before + 1)
        return T("{entry}, {between}", entry=part.name, between=between)

    def _sentence(self, name: Text) -> str:
        return capitalize(str(name))

    def _row(
        self,
        entry: Common,
        kind: str,
        title: str,
        *,
        was: str = "",
        now: str = "",
        why: str = "",
        hand: int | None = None,
    ) -> MatchRemark:
        return MatchRemark(
            match=self.match.id or "",
            entry=entry.id or "",
            kind=kind,
            hand=hand or self.hands.get(entry.id or ""),
            title=title,
            was=was,
            now=now,
            why=why,
            by="" if is_time_entry_from_clock(self.match, entry) else tidy_name(entry.by or ""),
            at=entry.at,
        )
