"""`scorepad export`, `book` and `event print` write many matches at once."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from scorepad.cli.console import Console
from scorepad.cli.documents import make_remember_and_write_pdf, try_to_remember_documents
from scorepad.cli.output import STANDARD_OUTPUT, exists_already_error, refuse_contradicting
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.desk.desk import Desk
from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import LazyMatches, matches_between_days, matches_of_event
from scorepad.desk.exporting import export as write_export
from scorepad.desk.ports import Paper, UnreadableLog
from scorepad.desk.typed_moments import parse_day_unless_empty
from scorepad.events.document_kinds import DocumentKind
from scorepad.events.event import Event, EventOrStatements
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T

SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
"""The separators of the columns of a CSV file, by name."""


class DocumentSource(msgspec.Struct, frozen=True):
    """The content of a document: matches, and their events."""

    matches: Sequence[Match]
    event: EventOrStatements = None


class StoredMatchSelection(msgspec.Struct, frozen=True):
    """Chooses `matches` by id (all when none is named), those of an `event` (case does not matter),
    from the day `since` to the day `until`, both included, as the days are on this computer.

    The whole of an event that is stored is chosen with its rounds; where an event `must_exist`, it
    is refused if none is kept.
    """

    matches: Sequence[str] = ()
    event: str = ""
    since: date | None = None
    until: date | None = None
    must_exist: bool = False

    def read(self, desk: Desk, report: Callable[[Refused], None]) -> DocumentSource:
        """Return the matches, oldest first, or in the order in which they were named; raises
        `Refused` when there is none. A match that can't be read is reported and left out, unless
        it was named. An empty one that was paired again is left out, and reported if it was
        named."""
        whole = bool(self.event) and not (self.matches or self.since or self.until)
        if whole:
            events = EventDesk(desk)
            table = events.find(self.event)
            if table is None and self.must_exist:
                if any(map(self._wants, desk.matches())):
                    raise Refused(
                        "“{event}” was never set up as an event; its name appears only in "
                        "matches, so it has no rounds, teams or log",
                        event=self.event[:40],
                    )
                table = events.open(self.event)
            if table is not None:
                ids = matches_of_event(table.event)
                return DocumentSource(LazyMatches(_readable(desk, ids, report)), table.event)
        chosen = LazyMatches(self._chosen(desk, report))
        if not chosen:
            if self.event:
                raise Refused(
                    "“{event}” has no matches, so nothing was written",
                    event=self.event[:40],
                )
            raise Refused("no matches found, so nothing was written")
        return DocumentSource(chosen, desk.read_event_statements())

    def _chosen(self, desk: Desk, report: Callable[[Refused], None]) -> Iterator[Match]:
        events = EventDesk(desk)
        if self.matches:
            # One that is named twice, or by more and by less of its id, is one match.
            for match in {match.id: match for match in map(desk.read, self.matches)}.values():
                status = status_of(match)
                if events.find_match_ids_dropped_from_events([status]):
                    report(
                        Refused(
                            "match {match} was left out because its round was paired again "
                            "before the match was played",
                            match=match.id or "",
                        )
                    )
                elif self._wants(status):
                    yield match
            return
        chosen = [each for each in reversed(desk.matches()) if self._wants(each)]
        left_out = events.find_match_ids_dropped_from_events(chosen)
        yield from _readable(desk, [each.id for each in chosen if each.id not in left_out], report)

    def _wants(self, status: MatchStatus) -> bool:
        if self.event and name_key(status.event) != name_key(self.event):
            return False
        return bool(matches_between_days([status], self.since, self.until))


def _readable(desk: Desk, ids: Sequence[str], report: Callable[[Refused], None]) -> Iterator[Match]:
    for match_id in ids:
        try:
            yield desk.read(match_id)
        except UnreadableLog as refused:
            report(refused)


def parse_match_selection(args: Namespace) -> StoredMatchSelection:
    """Return the selection of the arguments; raises `Refused` for a day that is none."""
    if args.event is not None and not args.event.strip():
        raise Refused("--event is empty; leave it out to include the matches of all events")
    since, until = (parse_day_unless_empty(each) for each in (args.since, args.until))
    if since is not None and until is not None and until < since:
        raise Refused(
            "--since ({since}) is after --until ({until})",
            since=since.isoformat(),
            until=until.isoformat(),
        )
    return StoredMatchSelection(tuple(args.matches), args.event or "", since, until)


def export(services: Services, console: Console, args: Namespace) -> None:
    """Write the selected matches in a format."""
    selection = parse_match_selection(args)
    export_selected(services, console, selection, services.formats[args.kind], args)


def export_selected(
    services: Services,
    console: Console,
    selection: StoredMatchSelection,
    kind: DocumentKind,
    args: Namespace,
) -> None:
    """Write the selection in a format."""
    if args.out == STANDARD_OUTPUT:
        raise Refused("add -o and the file or folder to write")
    refuse_contradicting(args.out, kind, services.formats)
    separator = SEPARATORS.get(getattr(args, "separator", None) or "", "")
    if separator and kind.name != "csv":
        raise Refused("--separator works only with --format csv; leave out --separator")
    sheets = services.sheets(separator)
    chosen = _read(selection, services, console)
    if not args.overwrite and os.path.lexists(args.out):
        raise exists_already_error(args.out)
    exported = write_export(
        sheets,
        kind,
        chosen.matches,
        Path(args.out),
        remember=partial(try_to_remember_documents, services, console),
        overwrite=args.overwrite,
        event=chosen.event,
    )
    for path in exported.files:
        console.print_line(str(path))
    if exported.why_not_remembered is not None:
        console.print_to_stderr(exported.why_not_remembered)


def book(services: Services, console: Console, args: Namespace) -> None:
    """Make a book of the selected matches."""
    selection = parse_match_selection(args)
    _print_selected(services, console, selection, services.papers["book"], args)


def print_event(services: Services, console: Console, args: Namespace) -> None:
    """Make a paper of an event: one with rounds, or one that is a name typed in matches."""
    kind = services.papers[args.kind]
    if args.of_round and "of_round" not in kind.options:
        raise Refused("{kind} can't be made for a single round; leave out --round", kind=kind.name)
    selection = StoredMatchSelection(event=args.event, must_exist=kind.needs == "event")
    _print_selected(services, console, selection, kind, args, of_round=args.of_round)


def _print_selected(
    services: Services,
    console: Console,
    selection: StoredMatchSelection,
    kind: DocumentKind,
    args: Namespace,
    *,
    of_round: str = "",
) -> None:
    def make(on: Paper) -> PdfDocument:
        chosen = _read(selection, services, console)
        pdf = services.sheets().make_paper(
            kind,
            chosen.matches,
            on,
            chosen.event,
            of_round=of_round,
            progress=_progress(),
        )
        if kind.name == "round" and _has_drafts_alone(chosen.event):
            console.print_to_stderr(
                T("no round has been released yet, so only the sign-in sheet was made")
            )
        return PdfDocument(pdf, document_contents(kind, chosen.matches, chosen.event))

    make_remember_and_write_pdf(kind, make, services, console, args)


def _has_drafts_alone(event: EventOrStatements) -> bool:
    rounds = event.register.rounds.values() if isinstance(event, Event) else ()
    return bool(rounds) and all(each.released is None for each in rounds)


def _read(selection: StoredMatchSelection, services: Services, console: Console) -> DocumentSource:
    with open_desk_and_print_notices(services, console, write=False) as desk:
        return selection.read(desk, console.print_refusal)


def _progress() -> Callable[[int, int], bool]:
    def show(done: int, count: int) -> bool:
        if sys.stderr.isatty():
            text = str(T("sheet {done} of {count}", done=done, count=count))
            sys.stderr.write(f"\r{text}" + ("\n" if done == count else ""))
            sys.stderr.flush()
        return True

    return show
