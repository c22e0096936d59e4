"""What is said of a match below its hands: corrections, overrides, rulings, conduct, notes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from reports.bidirectional import isolated
from reports.entry_words import EntryWords, bid_words, said
from reports.rows import RemarkRow
from reports.struck import struck_parts
from reports.time_call import time_call
from scorepad.spades import entries as kinds
from scorepad.spades.corrections import UNDONE
from scorepad.spades.entries import Common, Head, kind_of
from scorepad.spades.match import HEAD_FIELDS, Match
from scorepad.spades.words import T, Text, Words

SHOWN = (
    kinds.Ruling,
    kinds.Renege,
    kinds.Talk,
    kinds.Misdeal,
    kinds.Time,
    kinds.Forfeit,
    kinds.Abandon,
    kinds.Note,
)
"""Entries that a sheet repeats in words; the others are seen in the hands, or move nothing."""


def remarks(match: Match, words: Words) -> Iterator[RemarkRow]:
    """The remarks of a match, in the order in which they were recorded."""
    return _Remarks(match, words).rows()


class _Remarks:
    def __init__(self, match: Match, words: Words) -> None:
        self.match = match
        self.words = words
        self.say = EntryWords(match, words)
        self.struck = match.struck
        self.hands = {each: hand.number for hand in match.board.hands for each in hand.entries}
        self.after_end = {h.bids_id for h in match.board.hands if h.status == "after-end"}
        self.heads = _heads(match)
        self.time = time_call(match)
        self.warnings: dict[str, list[Text]] = {}
        for warned in match.board.warnings:
            self.warnings.setdefault(warned.entry, []).append(warned.text)
        self.counting = {entry.id: entry for entry in match.counting}
        self.amended: dict[str, Common] = {}
        self.taken = struck_parts(match)

    def rows(self) -> Iterator[RemarkRow]:
        for entry in self.match.log:
            yield from self._of(entry)
            for text in self._warnings(entry):
                yield self._row(entry, "warning", self.words("Notice"), now=said(text, self.words))

    def _warnings(self, entry: Common) -> list[Text]:
        """What the fold warned of; the hands tell themselves that they came after the end."""
        if entry.id in self.after_end:
            return []
        return self.warnings.get(entry.id or "", [])

    def _of(self, entry: Common) -> Iterator[RemarkRow]:
        if entry.unfit is not None:
            return
        if isinstance(entry, kinds.Amend):
            yield from self._amend(entry)
        elif isinstance(entry, kinds.Strike):
            yield from self._strike(entry)
        elif entry.id not in self.struck:
            now = self.counting.get(entry.id, entry)
            if isinstance(now, kinds.Bids) and now.override:
                yield self._row(
                    entry,
                    "override",
                    self.words("Override"),
                    now=self.say.say(now),
                    why=now.override,
                )
            elif isinstance(now, kinds.Setup):
                before, after = self.heads[entry.id or ""]
                was, changed = self.say.head_parts(now, before, after)
                yield self._row(
                    entry, "setup", self.words("Setup changed"), was=was, now=changed, why=now.why
                )
            elif isinstance(now, SHOWN) or _counts(now):
                timed = self.time.within if isinstance(now, kinds.Time) else None
                yield self._row(
                    entry,
                    kind_of(now),
                    self._title(now),
                    now="" if timed else self.say.say(now),
                    why=now.why if isinstance(now, kinds.Ruling) else "",
                    hand=timed,
                )

    def _amend(self, entry: kinds.Amend) -> Iterator[RemarkRow]:
        target = self.match.raw(entry.entry)
        before = self.amended.get(entry.entry, target)
        if entry.id in self.struck or entry.entry in self.struck:
            return
        self.amended[entry.entry] = entry.to
        title = self.words("Correction: {entry}", entry=said(self.match.name(target), self.words))
        if isinstance(before, kinds.Setup) and isinstance(entry.to, kinds.Setup):
            was, now = "", self.say.head_parts(entry.to, *self.heads[entry.entry])[1]
        else:
            was = self.say.say(before, unlike=entry.to)
            now = self.say.say(entry.to, unlike=before)
        if was == now and not isinstance(before, kinds.Setup):
            was, now = "", self._unchanged(entry.to, now)
        why = entry.why
        if entry.override:
            why, override = isolated(why), isolated(entry.override)
            why = self.words("{why}; override: {override}", why=why, override=override)
        yield self._row(
            entry, "amend", title, was=was, now=now, why=why, hand=self.hands.get(entry.entry)
        )

    def _unchanged(self, entry: Common, said_: str) -> str:
        """What a correction repeats: all four values of bids and of tricks, by seat."""
        if isinstance(entry, kinds.Bids):
            said_ = " ".join(bid_words(bid, self.words) or "\u2013" for bid in entry.bids)
        elif isinstance(entry, kinds.Tricks):
            said_ = " ".join("\u2013" if count is None else str(count) for count in entry.tricks)
        return self.words("unchanged: {values}", values=said_)

    def _strike(self, entry: kinds.Strike) -> Iterator[RemarkRow]:
        if self.match.struck_by.get(entry.entry) != entry.id:
            return
        target = self.match.raw(entry.entry)
        undone = entry.why == UNDONE
        taken = self.taken[entry.id or ""]
        if isinstance(target, kinds.Amend):
            title = self.words(
                "Correction taken back: {entry}",
                entry=said(self.match.name(self.match.raw(target.entry)), self.words),
            )
            was = self.say.say(target.to)
        else:
            called = said(taken.name, self.words)
            title = (
                self.words("Undone: {entry}", entry=called)
                if undone
                else self.words("Struck: {entry}", entry=called)
            )
            was = self.say.struck(taken.entries)
        yield self._row(
            entry, "strike", title, was=was, why="" if undone else entry.why, hand=taken.hand
        )

    def _title(self, entry: Common) -> str:
        if isinstance(entry, kinds.Time) and self.time.ran_out:
            return self.words("Time: the clock ran out")
        return self.words(TITLES[kind_of(entry)])

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
    ) -> RemarkRow:
        return RemarkRow(
            match=self.match.id or "",
            entry=entry.id or "",
            kind=kind,
            hand=hand or self.hands.get(entry.id or ""),
            title=title,
            was=was,
            now=now,
            why=isolated(why),
            by="" if kind == "time" and self.time.ran_out else entry.by or "",
            at=entry.at,
        )


TITLES: dict[str, Text] = {
    "ruling": T("Ruling"),
    "renege": T("Renege"),
    "talk": T("Table talk"),
    "misdeal": T("Misdeal"),
    "time": T("Time called"),
    "forfeit": T("Forfeit"),
    "abandon": T("Abandoned"),
    "note": T("Note"),
    "id": T("Identity"),
    "clock": T("Clock"),
}
"""What a kind of entry is headed by on a sheet."""


def _counts(entry: Common) -> bool:
    """Is it one of those entries that are only worth a remark when they say so?"""
    if isinstance(entry, kinds.Identity):
        return not entry.ok
    return isinstance(entry, kinds.Clock) and entry.do == "add"


def _heads(match: Match) -> dict[str, tuple[Head, Head]]:
    """The head before and after each setup that counts."""
    found = {}
    head = match.first_head
    for entry in match.counting:
        if isinstance(entry, kinds.Setup):
            given = {
                name: getattr(entry, name)
                for name in HEAD_FIELDS
                if getattr(entry, name) is not UNSET
            }
            found[entry.id or ""] = (head, replace(head, **given))
            head = found[entry.id or ""][1]
    return found
