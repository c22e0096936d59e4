"""Reads what a match tells besides its hands: corrections, overrides, rulings, conduct and notes,
each in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import takewhile

import msgspec

from scorepad.cleaning import tidy_name
from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common, head_after, is_undo, kind_of
from scorepad.spades.entry_descriptions import (
    ENTRY_TITLES,
    EntryDescriber,
    amend_and_override_reasons,
    describe_bid,
    name_correction,
    name_undo,
    reason_text,
)
from scorepad.spades.fold import talk_effect
from scorepad.spades.marks import find_time_call, is_time_entry_from_clock, time_title
from scorepad.spades.match import Match
from scorepad.spades.replaced import (
    EntriesRemovedByStrike,
    head_before,
    read_entry_before_amend,
    read_removed_entries_by_strike,
)
from scorepad.spades.rule_labels import VALUE_DESCRIPTIONS, value_description
from scorepad.spades.words import T, Text, capitalize, format_change, isolate_name

ALWAYS_REMARKED = (
    kinds.Ruling,
    kinds.Renege,
    kinds.Talk,
    kinds.Misdeal,
    kinds.Time,
    kinds.Forfeit,
    kinds.Abandon,
    kinds.Note,
)
"""These entries are repeated in words.  The others are seen in the hands, or change nothing."""


class MatchRemark(msgspec.Struct, frozen=True, kw_only=True):
    """A remark: which entry it is about (its id and kind), in which hand; what it is, the value
    before a correction and the one after it, the reason, who recorded it ("": not told, or nobody),
    and when (UTC)."""

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
        self.struck_ids = match.struck_ids
        self.hands = {each: hand.number for hand in match.board.hands for each in hand.entries}
        self.after_end = {h.bids_id for h in match.board.hands if h.status == "after-end"}
        self.time = find_time_call(match)
        self.warnings: dict[str, list[Text]] = {}
        for warned in match.all_warnings:
            self.warnings.setdefault(warned.entry, []).append(warned.text)
        self.counting_entries = {entry.id: entry for entry in match.counting_entries}
        self.struck_parts = read_removed_entries_by_strike(match)
        self.talk = [0, 0]

    def rows(self) -> Iterator[MatchRemark]:
        for entry in self.match.log:
            yield from self._rows_of(entry)
            for text in self._warnings(entry):
                yield self._row(entry, "warning", str(T("Notice")), now=str(text))

    def _warnings(self, entry: Common) -> list[Text]:
        """Return the warnings of the fold.  A hand after the end needs none, because it says so
        itself."""
        if entry.id in self.after_end:
            return []
        return self.warnings.get(entry.id or "", [])

    def _rows_of(self, entry: Common) -> Iterator[MatchRemark]:
        if entry.id in self.match.unfit:
            return
        if isinstance(entry, kinds.Amend):
            yield from self._amend_rows(entry)
        elif isinstance(entry, kinds.Strike):
            yield from self._strike_rows(entry)
        elif entry.id not in self.struck_ids:
            now = self.counting_entries.get(entry.id, entry)
            if isinstance(now, kinds.Bids) and now.override:
                yield self._row(
                    entry,
                    "override",
                    str(T("Override")),
                    now=self.describer.describe(now),
                    why=now.override,
                )
            elif isinstance(now, kinds.HeadChange):
                was, changed = self._describe_setup(entry, now)
                yield self._row(
                    entry,
                    "setup",
                    str(T("Setup changed")),
                    was=was,
                    now=changed,
                    why=reason_text(now.why),
                )
            elif isinstance(now, ALWAYS_REMARKED) or _is_remarkable(now):
                timed = self.time.within if isinstance(now, kinds.Time) else None
                yield self._row(
                    entry,
                    kind_of(now),
                    self._title(now),
                    now="" if timed else self.describer.describe(now),
                    why=now.why if isinstance(now, kinds.Ruling) else "",
                    hand=timed,
                )
                effect = self._effect(now)
                if effect:
                    yield self._row(entry, "effect", str(T("Effect")), now=effect, hand=timed)

    def _effect(self, entry: Common) -> str:
        """Return what came of an entry, and between which hands it was where it is in none."""
        rules = self.match.rules
        parts: list[str] = []
        if entry.id not in self.hands:
            parts += self._place_between_hands(entry)
        if isinstance(entry, kinds.Misdeal):
            dealer = value_description(rules, "deal.redeal").label
            parts.append(str(T("dealt again: {dealer}", dealer=dealer)))
        elif isinstance(entry, kinds.Talk):
            self.talk[entry.side] += 1
            effect = talk_effect(rules, self.talk[entry.side])
            text = VALUE_DESCRIPTIONS["talk.ladder"][effect].sentence
            parts.append(str(text) if text is not None else "")
        elif isinstance(entry, kinds.Renege):
            parts += self._renege_effect(entry)
        elif isinstance(entry, kinds.Time) and self.time.within:
            at_time = value_description(rules, "clock.at_time")
            parts.append(str(at_time.brief or at_time.label))
        return "; ".join(part for part in parts if part)

    def _place_between_hands(self, entry: Common) -> Iterator[str]:
        if isinstance(entry, kinds.Misdeal | kinds.Talk):
            before = list(takewhile(lambda each: each.id != entry.id, self.match.log))
            begun = {each.id for each in before}
            number = 1 + sum(hand.bids_id in begun for hand in self.match.board.hands)
            yield str(T("before hand {n}", n=number))
        for adjustment in self.match.board.adjustments:
            if adjustment.entry == entry.id and adjustment.after_hand:
                yield str(T("after hand {n}", n=adjustment.after_hand))

    def _renege_effect(self, entry: kinds.Renege) -> Iterator[str]:
        """Yield what a renege cost the offenders, and what the other side got for it."""
        if entry.tricks is not None or entry.points is not None:
            return  # its own description says so
        hand = next((each for each in self.match.board.hands if entry in each.reneges), None)
        if hand is None:
            return
        at = [each for each in hand.reneges if each.side == entry.side].index(entry)
        lines = [[each for each in side if each.what == "renege"] for side in hand.lines]
        cost = [each for each in lines[entry.side] if each.points <= 0][at:]
        gain = [each for each in lines[1 - entry.side] if each.points > 0][at:]
        for line in cost[:1]:
            yield str(line.why)
        for line in gain[:1]:
            points = format_change(line.points)
            yield str(T("{points} points to the other side", points=points))

    def _amend_rows(self, entry: kinds.Amend) -> Iterator[MatchRemark]:
        if entry.id in self.struck_ids or entry.entry in self.struck_ids:
            return
        before = read_entry_before_amend(self.match, entry)
        if isinstance(before, kinds.HeadChange) and isinstance(entry.to, kinds.HeadChange):
            was, now = "", self._describe_setup(self.match.original_entry(entry.entry), entry.to)[1]
        else:
            was = self.describer.describe(before, compared_with=entry.to)
            now = self.describer.describe(entry.to, compared_with=before)
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
        """Return what a change of the setup that reads so `now` replaced, and with what."""
        assert isinstance(entry, kinds.HeadChange)
        before = head_before(self.match, entry)
        return self.describer.describe_head_before_and_after(now, before, head_after(before, now))

    def _unchanged(self, entry: Common, text: str) -> str:
        """Return which values a correction left as they were; bids and tricks name all four
        seats."""
        if isinstance(entry, kinds.Bids):
            text = " ".join(describe_bid(bid) or "\u2013" for bid in entry.bids)
        elif isinstance(entry, kinds.Tricks):
            text = " ".join("\u2013" if count is None else str(count) for count in entry.tricks)
        return str(T("unchanged: {values}", values=text))

    def _strike_rows(self, entry: kinds.Strike) -> Iterator[MatchRemark]:
        if self.match.strike_by_entry.get(entry.entry) != entry.id:
            return
        target = self.match.original_entry(entry.entry)
        undone = is_undo(entry)
        part = self.struck_parts[entry.id or ""]
        if isinstance(target, kinds.Amend):
            name, was = self.match.name(target), self.describer.describe(target.to)
        else:
            name = self._struck_name(entry, part)
            was = self.describer.describe_struck(part.entries)
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
        """Name what was struck, with its place if another hand has its number by now."""
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

    def _title(self, entry: Common) -> str:
        if isinstance(entry, kinds.Time):
            return str(time_title(self.match, entry))
        return str(ENTRY_TITLES[type(entry)])

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
            why=isolate_name(why),
            by="" if is_time_entry_from_clock(self.match, entry) else tidy_name(entry.by or ""),
            at=entry.at,
        )


def _is_remarkable(entry: Common) -> bool:
    """Return whether an entry of another kind needs a remark: an identity that was not shown, or
    time that was added to the clock."""
    if isinstance(entry, kinds.IdentityCheck):
        return not entry.ok
    return isinstance(entry, kinds.Clock) and entry.do == "add"
