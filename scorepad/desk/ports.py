"""The desk asks two others for help: a `Keeper` of logs and a `DocumentMaker`.

`scorepad/store` and `reports` implement them, and the composition root hands them in; so neither
the window nor the command line knows where a match is kept or how a sheet is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Final, Literal, Protocol, TypeAlias

import msgspec

from scorepad.events.document_kinds import DocumentKind, DocumentKinds
from scorepad.events.entries import EventHead
from scorepad.events.status import EventStatus
from scorepad.spades.entries import Head, LaptopTakeover
from scorepad.spades.order import Ordered
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text

if TYPE_CHECKING:
    from scorepad.events.event import EventOrStatements
    from scorepad.spades.match import Match, MatchIdsByFile
    from scorepad.spades.rules import RuleSet

Paper: TypeAlias = Literal["A4", "Letter"]
OTHER_PROGRAM: Final = "elsewhere"
"""The initiator of a change that another program made, or an import."""


class MatchLog(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored match: its first head (rule set whole) and the set of its entries, in the order in
    which they arrived. `other_heads` differ from it, and do not count."""

    id: str
    head: Head
    log: tuple[Ordered, ...]
    other_heads: tuple[Head, ...] = ()


class DocumentRecord(msgspec.Struct, frozen=True):
    """A record of a document that was made here: the SHA-256 of its bytes, the name of its kind,
    the short `codes` of its matches (of more than `MOST_CODES` one hash over them), its match or
    event ("": several matches), and when it was made (UTC)."""

    sha256: str
    kind: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    codes: tuple[str, ...]
    log: str
    at: datetime


class OutcomeUnknown(Refused):
    """The disk failed during a write, which may have succeeded or not. A retry uses the same
    ids."""

    def __init__(self) -> None:
        super().__init__(
            T(
                "The disk isn't responding properly, so Scorepad can't tell whether this was "
                "recorded. Try again; it won't be recorded twice."
            )
        )


class UnreadableLog(Refused):
    """One match or event cannot be read; the others can."""


class ReadOnlyLog(Refused):
    """A log has something that this program cannot read, so nothing more is recorded in it."""

    def __init__(self) -> None:
        super().__init__(
            T(
                "This version of Scorepad can't read something that was recorded here, "
                "probably because a newer version recorded it. You can view what's here but "
                "not change it. To continue, update Scorepad."
            )
        )


class LogHasGrown(Refused):
    """Something else was recorded since the log was last looked at, so nothing was appended."""

    def __init__(self) -> None:
        super().__init__(
            T(
                "This wasn't recorded, because something else was recorded here just before. "
                "Check the latest entry, then try again."
            )
        )


class HeldByOtherLaptop(Refused):
    """Another laptop records here."""

    def __init__(self, hold: LaptopTakeover) -> None:
        super().__init__(
            T(
                "{laptop} is recording this match or event, so nothing was saved; take over to "
                "record on this computer.",
                laptop=hold.name or hold.laptop[:8],
            )
        )
        self.hold = hold


class EntriesNotYetArrived(Refused):
    """Another laptop recorded here, and not all of that has arrived."""

    def __init__(self, waiting: int) -> None:
        super().__init__(
            N(
                "{n} entry from another laptop can't be used until an earlier entry arrives, "
                "so nothing was recorded; to record on this computer, take over the match or "
                "event.",
                "{n} entries from another laptop can't be used until earlier entries arrive, "
                "so nothing was recorded; to record on this computer, take over the match or "
                "event.",
                waiting,
            )
        )


class EventLog(msgspec.Struct, frozen=True, omit_defaults=True):
    """Holds an event as it was kept, as `MatchLog` does a match."""

    id: str
    head: EventHead
    log: tuple[Ordered, ...]
    other_heads: tuple[EventHead, ...] = ()


AnyLog: TypeAlias = MatchLog | EventLog
AnyEntry: TypeAlias = Ordered
AnyStatus: TypeAlias = MatchStatus | EventStatus

MOST_CODES = 500
"""A document is remembered with at most so many codes, or with one hash over them."""
PAGE = 200
"""A page of the list has at most so many matches."""


NO_EVENT_RESULTS: Mapping[str, datetime | None] = MappingProxyType({})
"""No event states a result."""


class PageOfSummaries(msgspec.Struct, frozen=True):
    """Holds a page of the list; `next` is where the next one begins (None: this is the last)."""

    summaries: list[MatchStatus]
    next: int | None = None


class Keeper(Protocol):
    """Keeps matches.  Every method that writes returns only when the change is on the disk, and
    raises `spades.refusal.Refused` with a sentence when it cannot be; nothing is half written."""

    def summaries(self, search: str = "", *, archived: bool = False) -> list[MatchStatus]:
        """Return the matches in which every word of `search` occurs (in event, round, table, team,
        player or rule set; case and accents do not matter), newest change first. With `archived`
        return those that are archived in place of the others."""

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
        """Return at most so many of these matches, from `first` on (a page's `next`): those in
        play, then those not begun, then those over, of each the newest change first. With
        `whole_words` each word of `search` is between blanks. Those with an id in `ended_by_event`
        are listed as over, and as changed then. The number of other matches makes hardly a
        difference."""

    def changed_or_scheduled(self, since: datetime, ids: Collection[str] = ()) -> list[MatchStatus]:
        """Return the matches that changed at or after `since` (UTC; of those that are over only
        those whose result changed then), are scheduled for then, or have one of these ids, newest
        change first. There may be a few others among them; older matches, and those imported since,
        cost next to nothing."""

    def load(self, match_id: str) -> MatchLog:
        """Return one match, by its id or an unambiguous beginning of it (4 characters or more)."""

    def has(self, match_id: str) -> bool:
        """Return whether a match with exactly this id is kept."""

    def create(self, log: AnyLog, status: AnyStatus) -> None:
        """Keep a new match or event with the entries it already has."""

    def append(
        self,
        log_id: str,
        entries: Sequence[AnyEntry],
        status: AnyStatus,
        *,
        after: int,
        draft: str | None = "",
    ) -> None:
        """Append entries to a log that has `after` entries; raise `LogHasGrown` when it has grown
        since. `draft` is kept as the log's draft in the same transaction: "" unless something is
        still to be confirmed; None leaves the draft as it is."""

    def add_missing_entries(
        self, log_id: str, entries: Sequence[AnyEntry], status: AnyStatus
    ) -> None:
        """Add imported entries to a log; their order is computed when it is read."""

    def transaction(self) -> AbstractContextManager[None]:
        """Return a context whose writes are all on the disk when it ends; an error rolls all of
        them back."""

    def archive(self, log_id: str, archived: bool) -> None:
        """Take a match or event out of the list, or bring it back."""

    def revision_by_others(self) -> str:
        """Return a mark that differs after another program wrote anything; asking for it costs
        next to nothing."""

    def laptop_id(self) -> str:
        """Return the id under which this laptop records."""

    def draft(self, match_id: str) -> str:
        """Return the unconfirmed input at this match ("" if there is none)."""

    def keep_draft(self, match_id: str, draft: str) -> None:
        """Keep the unconfirmed input; "" drops it."""

    def remember_documents(self, documents: Sequence[DocumentRecord]) -> None:
        """Remember documents that are about to go out."""

    def find_document(self, sha256: str) -> DocumentRecord | None:
        """Return the document whose bytes have this hash, as it was last made; None if unknown."""

    def documents_with_code(self, code: str) -> list[DocumentRecord]:
        """Return the documents with this code, oldest first."""

    def events(self) -> list[EventStatus]:
        """Return the events, newest change first."""

    def load_event(self, event_id: str) -> EventLog:
        """Return one event, by its id."""

    # Notices and copies.

    @property
    def notices(self) -> Sequence[Text]:
        """Return the notices for the user: a damaged file was quarantined, a backup failed."""

    def make_daily_backup(self, *, wait: bool = True) -> None:
        """Make today's backup, where there is none yet. The desk asks for it when a game was just
        decided, in the background; its result is on the disk already."""


class DocumentMaker(Protocol):
    """Makes papers and exports."""

    @property
    def formats(self) -> DocumentKinds:
        """Return the export formats."""

    @property
    def papers(self) -> DocumentKinds:
        """Return the papers."""

    def make_paper(
        self,
        kind: DocumentKind,
        matches: Sequence[Match],
        paper: Paper,
        event: EventOrStatements = None,
        *,
        of_round: str = "",
        progress: Callable[[int, int], bool] = ...,
    ) -> bytes:
        """Return a paper as a PDF, with the kind's options.  The same matches give the same bytes.

        Of an event with rounds, `matches` are those of its pairings, as far as they can be read.
        Refused where the matches are of several events or have no such round, where there is
        nothing to list, and where `progress` returns False.
        """

    def blank_sheet(self, rules: RuleSet, paper: Paper) -> bytes:
        """Return an empty sheet for a rule set as a PDF."""

    def result_line(self, match: Match, event: EventOrStatements = None) -> str:
        """Return a match's result in one line, to paste into a chat."""

    def export(
        self,
        kind: DocumentKind,
        matches: Sequence[Match],
        out: Path,
        event: EventOrStatements = None,
    ) -> MatchIdsByFile:
        """Write matches in a format as the new file or folder `out`; where the format allows both,
        the name decides. Return the match (id) of each file that shows one alone, by the file's
        name. May raise `OSError`: `desk.exporting.export` has it write to a hidden place first."""
