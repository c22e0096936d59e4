"""A corrected result takes one way: its effects are shown, and the rounds made from it repaired.

It may be typed on the page of an event, recorded by command, or saved at the table of a match; all
of them use a `ResultCorrection`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Final, Literal, TypeAlias

from scorepad.events.effects import (
    AffectedRound,
    correction_effect_texts,
    find_affected_rounds,
    pair_round_again,
)
from scorepad.events.entries import EventAmend, EventEntry
from scorepad.events.event import Event
from scorepad.events.seating import SeatMove, seat_moves_in_released_rounds
from scorepad.spades.entries import RESULT_CORRECTED
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text

Repair: TypeAlias = Literal["keep", "pair-again", "replay"]
"""The choices after a corrected result: keep the released rounds; pair those again that have not
begun; replay also those that have."""
REPAIRS: Final[tuple[Repair, ...]] = ("keep", "pair-again", "replay")


class ResultCorrection:
    """Compares an event before and after a result is corrected, and repairs the rounds between.

    `entries` are the event's entries for the correction; none if a match or another program has
    recorded it. Results are cached.
    """

    def __init__(self, before: Event, after: Event, entries: tuple[EventEntry, ...] = ()) -> None:
        self.before = before
        self.after = after
        self.entries = entries
        self._known: dict[Repair, tuple[list[EventAmend], Event]] = {}

    @cached_property
    def affected(self) -> list[AffectedRound]:
        """Return the rounds that are out or drafted, and would now be made otherwise."""
        return find_affected_rounds(self.before.overview, self.after.overview)

    @cached_property
    def effects(self) -> tuple[Text, ...]:
        """Return sentences about the changes of the correction."""
        before, after = self.before.overview, self.after.overview
        return tuple(correction_effect_texts(before, after, self.affected))

    @property
    def effects_once_done(self) -> tuple[Text, ...]:
        """Return sentences about the changes that the correction has made."""
        before, after = self.before.overview, self.after.overview
        return tuple(correction_effect_texts(before, after, self.affected, is_done=True))

    @property
    def possible_repairs(self) -> tuple[Repair, ...]:
        """Return the repairs that are possible; none where there is nothing to decide."""
        if self.affected:
            return REPAIRS
        return REPAIRS[:1] if self.effects else ()

    def entries_to_record(self, repair: Repair) -> list[EventEntry]:
        """Return the entries that record the correction with this repair, as one step."""
        return [*self.entries, *self._repaired(repair)[0]]

    def event_after_repair(self, repair: Repair) -> Event:
        """Return the event as it would be with this repair."""
        return self._repaired(repair)[1]

    def moves_with_repair(self, repair: Repair) -> list[SeatMove]:
        """Return the teams that this repair would move, exactly as `entries_to_record` does it."""
        return seat_moves_in_released_rounds(
            self.before.overview, self.event_after_repair(repair).overview
        )

    def _repaired(self, repair: Repair) -> tuple[list[EventAmend], Event]:
        if repair == "keep":
            return [], self.after
        if repair not in self._known:
            self._known[repair] = self._repair(repair)
        return self._known[repair]

    def _repair(self, repair: Repair) -> tuple[list[EventAmend], Event]:
        event, done = self.after, 0
        amends: list[EventAmend] = []
        # A round that is paired again may change the basis of the rounds after it.
        while affected := find_affected_rounds(
            self.before.overview, event.overview, after_round=done
        ):
            done = affected[0].round
            with suppress(Refused):
                to = pair_round_again(event.overview, done, replay_begun=repair == "replay")
                round_id = event.register.rounds[done].entry.id or ""
                amend = EventAmend(entry=round_id, to=to, why=RESULT_CORRECTED)
                event = event.append(amend)
                amends.append(amend)
        return amends, event

    def combine_with_earlier(self, unanswered: ResultCorrection | None) -> ResultCorrection:
        """Return this correction together with an earlier one of the same event that still waits
        for a repair."""
        if unanswered is None or unanswered.after.id != self.after.id:
            return self
        return ResultCorrection(unanswered.before, self.after, self.entries)
