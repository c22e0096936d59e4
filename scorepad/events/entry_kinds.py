"""Each kind of entry of an event is registered here, in one row.

A row has all that the history and the day log show of a kind.  To add a kind, add its class to
`entries` and a row to `EVENT_ENTRY_KINDS`; what it changes is in `register`, what refuses it in
`gate`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from scorepad.events import entries as kinds
from scorepad.events.entries import EventEntry
from scorepad.events.event_descriptions import conduct_mark_text, result_text
from scorepad.events.register import Register
from scorepad.spades.entries import ChooseVersion, Common, LaptopTakeover, Note, Restore, Strike
from scorepad.spades.entry_kinds import table_of_kinds
from scorepad.spades.words import N, T, Text, join_with_commas


class EventEntryKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entry of an event.

    entry: its class, which has its tag and its fields
    name: its name in a sentence, or the function that makes it: "release of round 2"; a correction
        has its name from what it corrects
    short_name: its name beside the pairing or the team that it is about; None for `name`
    detail: what an entry records beside its name; None where the name has it all
    is_decision: whether an entry is in the day log: what somebody decided
    """

    entry: type[Common]
    name: Text | Callable[[Register, Any], Text] = T("entry")
    short_name: Callable[[Any], Text] | None = None
    detail: Callable[[Register, Any], Text | None] = lambda _register, _entry: None
    is_decision: Callable[[Any], bool] = lambda _: False


def _always(_entry: Common) -> bool:
    return True


def _of_pairing(template: Text) -> Callable[[Register, Any], Text]:
    return lambda register, entry: T(
        template.one, pairing=register.pairing_full_name(entry.pairing)
    )


def _of_team(template: Text) -> Callable[[Register, Any], Text]:
    return lambda register, entry: T(template.one, team=register.team_name(entry.team))


def _team_detail(_register: Register, entry: kinds.TeamEntry) -> Text:
    players = ", ".join(name.strip() for name in entry.players if name.strip())
    if entry.seed is None:
        return T("{team}: {players}", team=entry.name, players=players)
    return T("{team}: {players}; seed {n}", team=entry.name, players=players, n=entry.seed)


def _check_in_detail(register: Register, entry: kinds.CheckIn) -> Text | None:
    """Return which player came, and whether an ID was shown."""
    team, seat = register.teams.get(entry.team), entry.seat
    players = () if team is None else team.players
    parts = []
    if seat is not None and seat < len(players) and players[seat].strip():
        parts.append(T("{player}", player=players[seat].strip()))
    if entry.id_shown:
        parts.append(T("ID shown"))
    return join_with_commas(parts) if parts else None


def _result_detail(register: Register, entry: kinds.ResultEntry) -> Text | None:
    drawn = register.drawn.get(entry.pairing)
    return None if drawn is None else result_text(register.team_name, drawn[1].teams, entry)


EVENT_ENTRY_KINDS: Final = table_of_kinds(
    EventEntry,
    EventEntryKind(entry=kinds.EventHeadChange, name=T("change of the setup")),
    EventEntryKind(
        entry=kinds.TeamEntry,
        name=lambda _, entry: T("entry of {team}", team=entry.name),
        detail=_team_detail,
    ),
    EventEntryKind(
        entry=kinds.CheckIn,
        name=_of_team(T("check-in of {team}")),
        detail=_check_in_detail,
    ),
    EventEntryKind(
        entry=kinds.TeamWithdrawal,
        name=_of_team(T("withdrawal of {team}")),
        is_decision=_always,
    ),
    EventEntryKind(
        entry=kinds.TeamReturn,
        name=_of_team(T("return of {team}")),
        is_decision=_always,
    ),
    EventEntryKind(
        entry=kinds.StageEntry,
        name=lambda register, entry: T("stage “{stage}”", stage=register.stage_name(entry)),
    ),
    EventEntryKind(
        entry=kinds.RoundEntry,
        name=lambda register, entry: register.round_text(entry.round),
        detail=lambda _, entry: N("{n} match", "{n} matches", len(entry.pairings)),
    ),
    EventEntryKind(
        entry=kinds.Release,
        name=lambda register, entry: T(
            "release of {round}", round=register.round_text(entry.round)
        ),
    ),
    EventEntryKind(
        entry=kinds.NoShowGrace,
        name=_of_pairing(T("longer wait for {pairing}")),
        short_name=lambda _: T("longer wait"),
        detail=lambda _, entry: N(
            "{n} minute longer to wait", "{n} minutes longer to wait", entry.minutes
        ),
        is_decision=_always,
    ),
    EventEntryKind(
        entry=kinds.ResultEntry,
        name=_of_pairing(T("result of {pairing}")),
        short_name=lambda entry: T("result") if entry.how == "played" else T("forfeit"),
        detail=_result_detail,
        # A plain score from paper is nothing that somebody decided.
        is_decision=lambda entry: entry.how != "played" or bool(entry.why),
    ),
    EventEntryKind(
        entry=kinds.OfficialResult,
        name=_of_pairing(T("confirmation of {pairing}")),
        short_name=lambda _: T("confirmation"),
        detail=lambda _, entry: T("confirmed by {name}", name=entry.name),
        is_decision=_always,
    ),
    EventEntryKind(
        entry=kinds.TeamConductMark,
        name=_of_team(T("mark of {team}")),
        short_name=lambda _: T("mark"),
        detail=lambda _, entry: conduct_mark_text(entry),
        is_decision=_always,
    ),
    EventEntryKind(entry=Note, name=T("note"), is_decision=_always),
    EventEntryKind(entry=kinds.EventAmend, is_decision=_always),
    EventEntryKind(entry=Strike, is_decision=_always),
    EventEntryKind(entry=Restore, is_decision=_always),
    EventEntryKind(entry=LaptopTakeover, name=T("taking over of the event")),
    EventEntryKind(entry=ChooseVersion, name=T("choice between two versions")),
)


def name_plain_entry(register: Register, entry: Common) -> Text:
    """Return the name of an entry that is no correction: "release of round 2"."""
    name = EVENT_ENTRY_KINDS[type(entry)].name
    return name if isinstance(name, Text) else name(register, entry)


def entry_detail_text(register: Register, entry: Common) -> Text | None:
    """Return what an entry of an event records, beside its name; None where the name says all."""
    return EVENT_ENTRY_KINDS[type(entry)].detail(register, entry)
