"""Which of the kept matches a command is about: named ones, an event's, those of some days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

import msgspec

from scorepad.desk.desk import Desk
from scorepad.desk.events import event_key, of_days
from scorepad.desk.ports import Summary
from scorepad.desk.summary import summarize
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T


class BadDay(Refused):
    """A day that is none."""

    def __init__(self, text: str) -> None:
        super().__init__(
            T(
                "“{day}” is no day; one is written {example}",
                day=text[:40],
                example="2026-03-14",
            )
        )


class NoDays(Refused):
    """A range of days that ends before it begins."""

    def __init__(self, since: date, until: date) -> None:
        super().__init__(
            T(
                "there is no day from {since} to {until}; --since names the earlier one",
                since=since.isoformat(),
                until=until.isoformat(),
            )
        )


class NothingChosen(Refused):
    """No match is like that."""

    def __init__(self) -> None:
        super().__init__(T("there are no such matches, so nothing was written"))


class Selection(msgspec.Struct, frozen=True):
    """`matches` by id (all when none is named), of an `event` (case does not matter), from the
    day `since` to the day `until`, both included, as the days are on this computer."""

    matches: Sequence[str] = ()
    event: str = ""
    since: date | None = None
    until: date | None = None

    def read(self, desk: Desk) -> list[Match]:
        """The matches, oldest first, or in the order in which they were named; raises `Refused`
        when there is none."""
        chosen = list(self._chosen(desk))
        if not chosen:
            raise NothingChosen
        return chosen

    def _chosen(self, desk: Desk) -> Iterator[Match]:
        if self.matches:
            # One that is named twice, or by more and by less of its id, is one match.
            for match in {match.id: match for match in map(desk.read, self.matches)}.values():
                if self._wants(summarize(match)):
                    yield match
            return
        for summary in reversed(desk.matches()):
            if self._wants(summary):
                yield desk.read(summary.id)

    def _wants(self, summary: Summary) -> bool:
        if self.event and event_key(summary.event) != event_key(self.event):
            return False
        return bool(of_days([summary], self.since, self.until))


def selection(
    matches: Sequence[str] | None, event: str = "", since: str = "", until: str = ""
) -> Selection:
    """A selection as it was typed; raises `BadDay` or `NoDays`."""
    first, last = _day(since), _day(until)
    if first is not None and last is not None and last < first:
        raise NoDays(first, last)
    return Selection(tuple(matches or ()), event, first, last)


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d").date()  # noqa: DTZ007  (a day)
    except ValueError:
        raise BadDay(text) from None
