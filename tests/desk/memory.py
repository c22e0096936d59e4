"""A keeper that keeps matches in memory: what `desk.ports.Keeper` promises, without a disk.

For tests of the rooms above the store.  `appends` counts what was written, `loaded` lists the
matches whose logs were read, `full` makes every write fail as a full disk does; `failing` says of
the next appends, one by one, that it is not certain whether they are kept, and whether they are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from scorepad.desk.ports import (
    NO_EVENT_RESULTS,
    PAGE,
    AnyEntry,
    AnyLog,
    AnyStatus,
    DocumentRecord,
    EventLog,
    LogHasGrown,
    MatchLog,
    OutcomeUnknown,
    PageOfSummaries,
)
from scorepad.events.status import EventStatus
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text

NEVER = datetime.min.replace(tzinfo=UTC)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _newest_first(found: Iterable[MatchStatus]) -> list[MatchStatus]:
    return sorted(
        found, key=lambda each: (each.changed is not None, each.changed, each.id), reverse=True
    )


class MemoryKeeper:
    """Implements `Keeper`."""

    def __init__(self) -> None:
        self.kept: dict[str, MatchLog] = {}
        self.listed: dict[str, MatchStatus] = {}
        self.drafts: dict[str, str] = {}
        self.documents: list[DocumentRecord] = []
        self.kept_events: dict[str, EventLog] = {}
        self.listed_events: dict[str, EventStatus] = {}
        self.backups: list[bool] = []
        self.notices: tuple[Text, ...] = ()
        self.loaded: list[str] = []
        self.appends = 0
        self.full = False
        self.failing: list[bool] = []

    def laptop_id(self) -> str:
        return "0195731b-4c00-4000-8000-000000000001"

    def summaries(self, search: str = "", *, archived: bool = False) -> list[MatchStatus]:
        words = _folded(search).split()
        return _newest_first(
            each
            for each in self.listed.values()
            if each.archived == archived
            and all(
                word
                in _folded(
                    " ".join(
                        (
                            each.event,
                            each.round,
                            each.table,
                            each.rules,
                            each.rules_name,
                            *each.teams,
                            *each.players,
                        )
                    )
                )
                for word in words
            )
        )

    def page(
        self,
        search: str = "",
        *,
        whole_words: bool = False,
        archived: bool = False,
        ended_by_event: Mapping[str, datetime | None] = NO_EVENT_RESULTS,
        first: int = 0,
        most: int = PAGE,
    ) -> PageOfSummaries:
        def group(each: MatchStatus) -> int:
            return 2 if each.id in ended_by_event else each.list_part

        def stands(each: MatchStatus) -> bool:
            names = (each.event, each.round, each.table, *each.teams, *each.players)
            return set(_folded(search).split()) <= set(_folded(" ".join(names)).split())

        found = sorted(
            self.summaries(search, archived=archived),
            key=lambda each: max(
                filter(None, (each.changed, ended_by_event.get(each.id))), default=NEVER
            ),
            reverse=True,
        )
        found.sort(key=group)
        found = [each for each in found if not whole_words or stands(each)]
        end = first + most
        return PageOfSummaries(found[first:end], end if end < len(found) else None)

    def changed_or_scheduled(self, since: datetime, ids: Collection[str] = ()) -> list[MatchStatus]:
        return _newest_first(
            each
            for each in self.listed.values()
            if not each.archived
            and (
                each.id in ids
                or (each.changed is not None and each.changed >= since)
                or (each.scheduled is not None and each.scheduled >= since)
            )
        )

    def load(self, match_id: str) -> MatchLog:
        self.loaded.append(match_id)
        if match_id in self.kept:
            return self.kept[match_id]
        found = [each for each in self.kept if len(match_id) >= 4 and each.startswith(match_id)]
        if len(found) != 1:
            raise Refused(T("there is no match “{id}”", id=match_id))
        return self.kept[found[0]]

    def has(self, match_id: str) -> bool:
        return match_id in self.kept

    def _write(self) -> None:
        if self.full:
            raise Refused(T("the disk is full; free up some space and try again"))
        self.appends += 1

    def _tables(self, summary: AnyStatus) -> tuple[dict[str, Any], dict[str, Any]]:
        if isinstance(summary, EventStatus):
            return self.kept_events, self.listed_events
        return self.kept, self.listed

    def create(self, kept: AnyLog, summary: AnyStatus) -> None:
        self._write()
        logs, listed = self._tables(summary)
        if kept.id in logs:
            raise Refused(T("match {id} is kept already", id=kept.id))
        logs[kept.id], listed[kept.id] = kept, summary

    def append(
        self,
        log_id: str,
        entries: Sequence[AnyEntry],
        summary: AnyStatus,
        *,
        after: int,
        draft: str | None = "",
    ) -> None:
        self._write()
        log = self._tables(summary)[0][log_id].log
        if len(log) != after:
            raise LogHasGrown
        if self.failing and not self.failing[0]:
            self.failing.pop(0)
            raise OutcomeUnknown
        self._keep(log_id, (*log, *entries), summary)
        if draft is not None:
            self.drafts[log_id] = draft
        if self.failing and self.failing.pop(0):
            raise OutcomeUnknown

    def add_missing_entries(
        self, log_id: str, entries: Sequence[AnyEntry], summary: AnyStatus
    ) -> None:
        self._write()
        kept = self._tables(summary)[0][log_id]
        assert {entry.id for entry in kept.log}.isdisjoint(entry.id for entry in entries)
        self._keep(log_id, (*kept.log, *entries), summary)

    def _keep(self, log_id: str, log: tuple[AnyEntry, ...], summary: AnyStatus) -> None:
        logs, listed = self._tables(summary)
        logs[log_id] = replace(logs[log_id], log=log)
        if isinstance(summary, MatchStatus):
            was = listed[log_id]
            summary = replace(summary, created=was.created, archived=was.archived)
        listed[log_id] = summary

    @contextmanager
    def transaction(self) -> Iterator[None]:
        before = dict(self.kept), dict(self.listed), self.appends
        events = dict(self.kept_events), dict(self.listed_events)
        try:
            yield
        except BaseException:
            self.kept, self.listed, self.appends = before
            self.kept_events, self.listed_events = events
            raise

    def events(self) -> list[EventStatus]:
        return list(reversed(self.listed_events.values()))

    def load_event(self, event_id: str) -> EventLog:
        return self.kept_events[event_id]

    def remember_documents(self, documents: Sequence[DocumentRecord]) -> None:
        self._write()
        self.documents += documents

    def find_document(self, sha256: str) -> DocumentRecord | None:
        found = (each for each in reversed(self.documents) if each.sha256 == sha256)
        return next(found, None)

    def documents_with_code(self, code: str) -> list[DocumentRecord]:
        return [each for each in self.documents if code in each.codes]

    def archive(self, log_id: str, archived: bool) -> None:
        self._write()
        self.listed[log_id] = replace(self.listed[log_id], archived=archived)

    def revision_by_others(self) -> str:
        return str(self.appends)

    def draft(self, match_id: str) -> str:
        return self.drafts.get(match_id, "")

    def keep_draft(self, match_id: str, draft: str) -> None:
        self._write()
        self.drafts[match_id] = draft

    def make_daily_backup(self, *, wait: bool = True) -> None:
        self.backups.append(wait)
