"""The tables that are played today, in words, and the ones that are shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Literal, TypeAlias

from scorepad.events.event_descriptions import named_result_text
from scorepad.spades.log import other_heads_text
from scorepad.spades.naming import (
    strip_table_word,
    table_name,
    table_order,
    team_name_or_default_field,
)
from scorepad.spades.status import URGENCY, Awaited, LogStatus, MatchStatus, Need
from scorepad.spades.words import N, T, Text, format_number, join_parts

HOUR = 3600  # s
Show: TypeAlias = Literal["all", "warned", "no-bids", "unsigned"]
SHOWS: dict[Show, Text] = {
    "all": T("All"),
    "warned": T("Warnings"),
    "no-bids": T("No bids"),
    "unsigned": T("Unsigned"),
}
"""The filters of the list, by name."""
_SHOWN: dict[Show, Collection[str]] = {
    "all": URGENCY,
    "warned": {"unreadable", "versions", "confirm-dealt", "time-up", "warned"},
    "no-bids": {"wait-over", "no-bids"},
    "unsigned": {"unsigned"},
}
_AWAITED: dict[Awaited, Text] = {
    "first-dealer": T("first dealer"),
    "bids": T("bids"),
    "tricks": T("tricks"),
    "extra-hand": T("extra hand"),
}


def unapplied_entry_texts(status: LogStatus) -> list[Text]:
    """Return the entries of a match or event that don't count, in words."""
    texts = list[Text]()
    if n := status.waiting:
        texts.append(
            N(
                "{n} entry can't be used until an earlier entry arrives",
                "{n} entries can't be used until earlier entries arrive",
                n,
            )
        )
    if n := status.unfit:
        texts.append(
            N(
                "{n} entry conflicts with others and doesn't count",
                "{n} entries conflict with others and don't count",
                n,
            )
        )
    if n := status.doubled:
        texts.append(
            N(
                "{n} entry exists in two versions; every computer counts the same version",
                "{n} entries exist in two versions; every computer counts the same versions",
                n,
            )
        )
    if n := status.other_heads:
        texts.append(other_heads_text(n))
    return texts


def waiting_for_text(status: MatchStatus, now: datetime) -> Text:
    """Return the next step of a table at `now`, in a few words, its entries that don't count, and
    the other laptop that holds it."""
    waits = _waits_now(status, now)
    for text in unapplied_entry_texts(status):
        waits = T("{waits} · {more}", waits=waits, more=text)
    laptop = status.holder_name
    return T("{waits} · {laptop}", waits=waits, laptop=laptop) if laptop else waits


def _waits_now(status: MatchStatus, now: datetime) -> Text:
    need, waits = status.need(now), _waits(status)
    if need == "unreadable":
        return T("can't be read")
    if need == "versions":
        return T("two versions")
    if need == "confirm-dealt":
        return T("next hand dealt?")
    if need == "time-up" and not status.asks_if_dealt:
        return T("time is up: {waits}", waits=waits)
    if need != "warned" and not status.is_over and status.is_presence_question_due(now):
        return _presence_question(status, now)
    minutes = status.idle_minutes_to_show(now) if need == "playing" else None
    if minutes is None:
        return waits
    if minutes * 60 >= HOUR:
        return T("{waits} · last entry over an hour ago", waits=waits)
    return T("{waits} · last entry {n} min ago", waits=waits, n=minutes)


def _waits(status: MatchStatus) -> Text:
    if status.is_stated:
        return named_result_text(status)
    if status.is_over:
        n = status.unsigned
        return N("{n} signature", "{n} signatures", n) if n else T("over")
    waits = _AWAITED[status.waits]
    if status.players_without_id and not status.begun:
        no_id = T("no ID: {players}", players=join_parts(status.players_without_id, ", "))
        return T("{waits} · {more}", waits=waits, more=no_id)
    return waits


def _presence_question(status: MatchStatus, now: datetime) -> Text:
    seconds, side = status.seconds_since_bids_due(now) or 0, status.without_id
    here = T("both here?")
    if side is not None:
        here = T("{team} here?", team=team_name_or_default_field(status.teams[side], side))
    if seconds >= HOUR:
        return T("no bids for over an hour · {here}", here=here)
    whole = max(0, int(seconds))
    return T("no bids for {minutes} · {here}", minutes=f"{whole // 60}:{whole % 60:02}", here=here)


def searchable_texts(status: MatchStatus, now: datetime) -> tuple[str, ...]:
    """Return the parts of a table's row, for a search."""
    return (
        table_name(status.table),
        status.round_name,
        *status.team_names(),
        *status.player_names(),
        f"{format_number(status.score[0])} : {format_number(status.score[1])}",
        "" if status.is_over else str(T("hand {hand}", hand=status.hand)),
        str(waiting_for_text(status, now)),
        status.event,
    )


def is_need_shown(need: Need, show: Show) -> bool:
    """Return whether a table with this need is among those the floor is narrowed to."""
    return need in _SHOWN[show]


def is_settled(status: MatchStatus) -> bool:
    """Return whether a table is over and wants no signature."""
    return status.is_over and not status.unsigned


def find_tables_meant_by_number(tables: Iterable[MatchStatus], number: str) -> list[MatchStatus]:
    """Return the tables that may be meant by a number: those that are played, and of events in
    which none of that number is played those that want a signature; where all are official, all of
    them."""
    same = [each for each in tables if strip_table_word(each.table) == number]
    played = {each.event for each in same if not each.is_over}
    candidates = [
        each
        for each in same
        if not each.is_over or (not is_settled(each) and each.event not in played)
    ]
    return candidates or same


def match_ids_of_current_rounds(tables: Iterable[MatchStatus]) -> set[str]:
    """Return the ids of the matches of the rounds now playing: those of each event's latest
    round, and of earlier ones those still in play or without signatures."""
    tables = list(tables)
    latest: dict[str, tuple[int, int, str]] = {}
    for each in tables:
        latest[each.event] = max(latest.get(each.event, (-1, 0, "")), table_order(each.round))
    return {
        each.id
        for each in tables
        if not is_settled(each) or table_order(each.round) == latest[each.event]
    }
