"""A match is summed up here, or an event: what a list shows of it, computed from its log."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import TypeAlias

from msgspec.structs import replace

from scorepad import __version__
from scorepad.desk.ports import AnyLog, AnySummary, EventLog, EventSummary, Summary
from scorepad.desk.reading import read_kept_event, read_kept_match, refuse_failed_fold
from scorepad.events import event as events
from scorepad.events.entries import How, ResultEntry
from scorepad.events.results import MatchResult
from scorepad.spades.clock import read_clock
from scorepad.spades.entries import Head
from scorepad.spades.ids import time_of_id
from scorepad.spades.library import Library
from scorepad.spades.log import other_heads_text
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key, strip_table_word
from scorepad.spades.refusal import Refused
from scorepad.spades.result import bags_taken, last_possible_result_change, signatures
from scorepad.spades.words import ENGLISH, N, Text

DAY_BEGINS = timedelta(hours=5)
"""A day of play goes on past midnight until five in the morning, local time."""
LONGEST_DAY = timedelta(hours=25)
"""A day of play with the hour by which clocks are put back."""
Place: TypeAlias = tuple[str, ...]
"""By event, round and table two matches would be taken for each other."""


def summarize(
    match: Match,
    *,
    created: datetime | None = None,
    changed: datetime | None = None,
) -> Summary:
    """Return the summary of a match.

    `created` and `changed` (UTC) are what the log tells when they are not given: the moment of
    the match's id, or its entries' times.
    """
    head, board, holder = match.head, match.board, match.holder
    times = match.log_times_and_signing
    created = created or (time_of_id(match.id) if match.id else None) or times.began
    changed = changed or times.last or created
    one, other = head.teams
    first_signed, second_signed = signatures(match)
    return Summary(
        id=match.id or "",
        event=head.event,
        event_id=head.event_id or "",
        round=head.round,
        table=head.table,
        scheduled=head.scheduled,
        teams=(one.name, other.name),
        players=(one.players[0], other.players[0], one.players[1], other.players[1]),
        rules=match.base_rules.id,
        rules_name=match.base_rules.name,
        status="over" if board.end is not None else "playing",
        reason=board.end.reason if board.end is not None else None,
        winner=board.end.winner if board.end is not None else None,
        tied=board.end.tied if board.end is not None else False,
        hands=len(board.hands),
        entries=match.entry_count,
        score=board.score,
        bags=board.bags,
        signed=(first_signed is not None, second_signed is not None),
        first_entry=times.began,
        created=created,
        changed=changed,
        runs_out=_runs_out(match),
        bags_taken=bags_taken(board) if board.end is not None else None,
        moved=last_possible_result_change(match),
        holder=holder.laptop if holder is not None else "",
        holder_name=holder.name if holder is not None else "",
        versions=match.has_versions,
        waiting=match.waiting_count,
        unfit=len(match.unfit),
        doubled=len(match.order.conflicts),
        other_heads=len(match.other_heads),
        program=__version__,
    )


def _runs_out(match: Match) -> datetime | None:
    clock = read_clock(match)
    return None if clock.is_time_called or clock.over else clock.run_out_time


def summarize_event(event: events.Event, changed: datetime | None = None) -> EventSummary:
    """Return what a list shows of an event."""
    register, holder = event.register, event.holder
    rules = register.head.rules
    return EventSummary(
        id=event.id,
        name=register.head.name,
        place=register.head.place,
        date=register.head.date,
        rules=rules if isinstance(rules, str) else str(rules.get("id", "")),
        teams=len(register.teams),
        rounds=sum(planned.released is not None for planned in register.rounds.values()),
        entries=len(event.entries_of_all_versions),
        changed=changed,
        holder=holder.laptop if holder is not None else "",
        holder_name=holder.name if holder is not None else "",
        versions=event.has_versions,
        waiting=event.waiting_count,
        unfit=len(event.unfit),
        doubled=len(event.order.conflicts),
        other_heads=len(event.other_heads),
        results={
            event.match_id(pairing) or "": ResultEntry(
                pairing=pairing,
                how=result.how,
                winner=result.winner,
                score=result.score,
                bags=result.bags,
                why=result.why,
                at=result.at,
            )
            for pairing, result in register.results.items()
        },
        officials=dict(event.stated_results.officials),
    )


def unapplied_entry_texts(summary: AnySummary) -> list[Text]:
    """Return what of a match or event does not count as it came."""
    texts = list[Text]()
    if n := summary.waiting:
        texts.append(
            N(
                "{n} entry waits for one that is not here",
                "{n} entries wait for one that is not here",
                n,
            )
        )
    if n := summary.unfit:
        texts.append(
            N(
                "{n} entry does not fit and counts nothing",
                "{n} entries do not fit and count nothing",
                n,
            )
        )
    if n := summary.doubled:
        texts.append(
            N(
                "{n} entry is there in two forms; the same one counts everywhere",
                "{n} entries are there in two forms; the same ones count everywhere",
                n,
            )
        )
    if n := summary.other_heads:
        texts.append(other_heads_text(n))
    return texts


def summary_of_event(event_log: EventLog, library: Library) -> EventSummary:
    """Return the summary of an event as it is kept; raises `Refused`."""
    return summarize_event(read_kept_event(event_log, library))


def summarize_any_log(log: AnyLog, library: Library) -> AnySummary:
    """Return the summary of a match or event as it is kept, to rebuild the list; raises `Refused`
    for a log that does not fold."""
    with refuse_failed_fold(log.id):
        if isinstance(log, EventLog):
            return summary_of_event(log, library)
        return summarize(read_kept_match(log, library))


def with_event_result(summary: Summary, result: ResultEntry) -> Summary:
    """Return the summary of a match whose result its event states: on paper, or as a forfeit."""
    moments = [moment for moment in (summary.changed, result.at) if moment is not None]
    return replace(
        summary,
        changed=max(moments, default=None),
        status="over",
        reason="paper" if result.how == "played" else "forfeit",
        winner=result.winner,
        tied=result.how == "played" and result.winner is None,
        score=result.score or summary.score,
        runs_out=None,
    )


def result_unless_summary_outdated(summary: Summary) -> MatchResult | None:
    """Return the result that a match's summary states; None where an older program made it, and
    the log has to be read."""
    begun = summary.hands > 0 or summary.status == "over"
    if summary.status != "over" or summary.reason == "abandoned" or summary.versions:
        return MatchResult(
            begun=begun,
            has_versions=summary.versions,
            score=summary.score,
            teams=summary.teams,
            players=summary.players,
        )
    if summary.bags_taken is None:
        return None
    how: How = "forfeit" if summary.reason == "forfeit" else "played"
    return MatchResult(
        begun=begun,
        how=how,
        winner=summary.winner,
        score=summary.score,
        bags=summary.bags_taken,
        moved=summary.moved,
        signed=all(summary.signed),
        teams=summary.teams,
        players=summary.players,
    )


def place(match: Head | Summary) -> Place:
    """Return the event, the round and the table of a match, as they are compared."""
    return tuple(map(name_key, (match.event, match.round, match.table)))


def table_key(table: str) -> str:
    """Return what two names of one table have in common: "4" of "Table 4" and of "4"."""
    return name_key(strip_table_word(table, ENGLISH))


def head_if_in_play(match: Match | Refused) -> Head | None:
    """Return the head of a match that is being played at a table."""
    if isinstance(match, Refused) or match.board.is_over or not match.head.table.strip():
        return None
    return match.head


def next_table_name(table: str) -> str:
    """Return the next table: "Table 4" becomes "Table 5"; a name without a number at its end
    stays."""
    number = re.search(r"[0-9]{1,9}$", table)
    if number is None:
        return table
    return f"{table[: number.start()]}{int(number.group()) + 1}"


def is_of_today(summary: Summary, now: datetime) -> bool:
    """Return whether a match belongs to the day of play that it is at `now`: by when it is
    scheduled, its result last moved or its clock runs out; where nothing tells, by when it was
    opened here, if it is not over."""
    moments = [summary.scheduled, summary.moved, summary.runs_out]
    if not any(moments) and summary.status != "over":
        moments = [summary.created]
    return any(moment is not None and _day(moment) == _day(now) for moment in moments)


def _day(moment: datetime) -> date:
    return (moment.astimezone() - DAY_BEGINS).date()
