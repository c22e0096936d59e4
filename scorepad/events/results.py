"""The id of a pairing's match, and the meetings that standings and brackets count."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from scorepad.events.entries import Pairing, RoundEntry
from scorepad.spades.status import MatchStatus

NO_MATCH_RESULTS: Mapping[str, MatchStatus] = MappingProxyType({})
"""The status of the matches while an event's file is read: unknown."""


class Meeting(msgspec.Struct, frozen=True):
    """A pairing that counts: two teams, its outcome, and the pairing itself if there is one."""

    teams: tuple[str, str]
    outcome: MatchStatus
    pairing: Pairing | None = None

    @property
    def winner(self) -> str | None:
        return None if self.outcome.winner is None else self.teams[self.outcome.winner]

    @property
    def losers(self) -> tuple[str, ...]:
        """Return the teams that it costs something in an elimination: of a double forfeit both, of
        a tie none."""
        if self.outcome.how == "double-forfeit":
            return self.teams
        return () if self.outcome.winner is None else (self.teams[1 - self.outcome.winner],)


def match_id_of_pairing(event_id: str, entry: RoundEntry, pairing: str) -> str:
    """Return the id of a pairing's match: the same on every laptop (LAPTOPS.md 5).

    The id of the round entry is in it, so that a round that two laptops paired never puts two pairs
    of teams into one match.  A round of an older program, which is `after` none, does without.
    """
    name = pairing if entry.after is None else f"{entry.id}/{pairing}"
    return _hash_name(event_id, name)


@lru_cache(maxsize=8192)
def _hash_name(event_id: str, name: str) -> str:
    return str(uuid.uuid5(uuid.UUID(event_id), name))
