"""`scorepad export` and `book` write many matches at once."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from scorepad.cli.arguments import SharedArguments, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import Console
from scorepad.cli.documents import make_remember_and_write_pdf, try_to_remember_documents
from scorepad.cli.output import STANDARD_OUTPUT, exists_already_error, refuse_contradicting
from scorepad.cli.parser import CommandGroup
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.desk.desk import Desk
from scorepad.desk.documents import PdfDocument, document_codes_and_log
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.exporting import LazyMatches, matches_of_event, summaries_between_days
from scorepad.desk.exporting import export as write_export
from scorepad.desk.ports import Paper, Summary, UnreadableLog
from scorepad.desk.summary import summarize
from scorepad.desk.typed_moments import parse_day_unless_empty
from scorepad.events.document_kinds import DocumentKind
from scorepad.events.event import Event, EventOrResults
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Words


class MatchesAndEvent(msgspec.Struct, frozen=True):
    """Holds the matches that were selected, and what is known of their events."""

    matches: Sequence[Match]
    event: EventOrResults = None


class StoredMatchSelection(msgspec.Struct, frozen=True):
    """Chooses `matches` by id (all when none is named), those of an `event` (case does not matter),
    from the day `since` to the day `until`, both included, as the days are on this computer.

    The whole of an event that is kept is chosen with its rounds; where an event
    `must_exist`, it is refused if none is kept.
    """

    matches: Sequence[str] = ()
    event: str = ""
    since: date | None = None
    until: date | None = None
    must_exist: bool = False

    def read(self, desk: Desk, report: Callable[[Refused], None]) -> MatchesAndEvent:
        """Return the matches, oldest first, or in the order in which they were named; raises
        `Refused` when there is none.  One that cannot be read is told of and left out, unless it
        was named.  An empty one that was paired again is left out, and told of if it was named."""
        whole = bool(self.event) and not (self.matches or self.since or self.until)
        if whole:
            events = EventDesk(desk)
            table = events.open(self.event) if self.must_exist else events.find(self.event)
            if table is not None:
                ids = matches_of_event(table.event)
                return MatchesAndEvent(LazyMatches(_readable(desk, ids, report)), table.event)
        chosen = LazyMatches(self._chosen(desk, report))
        if not chosen:
            if self.event:
                raise Refused(
                    "no match of “{event}” was found, so nothing was written",
                    event=self.event[:40],
                )
            raise Refused("there are no such matches, so nothing was written")
        return MatchesAndEvent(chosen, desk.read_results_stated_by_events())

    def _chosen(self, desk: Desk, report: Callable[[Refused], None]) -> Iterator[Match]:
        events = EventDesk(desk)
        if self.matches:
            # One that is named twice, or by more and by less of its id, is one match.
            for match in {match.id: match for match in map(desk.read, self.matches)}.values():
                summary = summarize(match)
                if events.find_match_ids_dropped_from_events([summary]):
                    report(
                        Refused(
                            "match {match} was paired again before anything was played in it, so "
                            "it is left out",
                            match=match.id or "",
                        )
                    )
                elif self._wants(summary):
                    yield match
            return
        summaries = [each for each in reversed(desk.matches()) if self._wants(each)]
        left_out = events.find_match_ids_dropped_from_events(summaries)
        yield from _readable(
            desk, [each.id for each in summaries if each.id not in left_out], report
        )

    def _wants(self, summary: Summary) -> bool:
        if self.event and name_key(summary.event) != name_key(self.event):
            return False
        return bool(summaries_between_days([summary], self.since, self.until))


def _readable(desk: Desk, ids: Sequence[str], report: Callable[[Refused], None]) -> Iterator[Match]:
    """Yield the matches that can be read; say which cannot."""
    for match_id in ids:
        try:
            yield desk.read(match_id)
        except UnreadableLog as refused:
            report(refused)


def parse_match_selection(
    matches: Sequence[str] | None,
    words: Words,
    event: str | None = None,
    since: str = "",
    until: str = "",
) -> StoredMatchSelection:
    """Return a selection as it was typed; raises `Refused` for a day that is none."""
    if event is not None and not event.strip():
        raise Refused("--event names no event; leave it out for the matches of all events")
    first, last = (parse_day_unless_empty(each, words) for each in (since, until))
    if first is not None and last is not None and last < first:
        raise Refused(
            "there is no day from {since} to {until}; --since names the earlier one",
            since=first.isoformat(),
            until=last.isoformat(),
        )
    return StoredMatchSelection(tuple(matches or ()), event or "", first, last)


def add_commands(app: CommandGroup, services: Services) -> None:
    """Add the commands."""
    words = services.words
    arguments = SharedArguments(words)

    @app.command(help=command_help("export", words))
    def export(
        matches: Annotated[list[str] | None, arguments.matches] = None,
        form: Annotated[
            str, option("--format", metavar="|".join(services.formats), help=words("The format."))
        ] = "",
        out: Annotated[
            str,
            option("--output", "-o", metavar="OUT", help=words("The file or folder to write.")),
        ] = "",
        event: Annotated[str | None, arguments.event] = None,
        since: Annotated[str, arguments.since] = "",
        until: Annotated[str, arguments.until] = "",
        overwrite: Annotated[bool, arguments.overwrite] = False,
    ) -> int:
        selection = parse_match_selection(matches, words, event, since, until)
        return export_selected(services, selection, form, out, overwrite=overwrite)

    @app.command(help=command_help("book", words))
    def book(
        matches: Annotated[list[str] | None, arguments.matches] = None,
        out: Annotated[str, arguments.pdf] = "",
        event: Annotated[str | None, arguments.event] = None,
        since: Annotated[str, arguments.since] = "",
        until: Annotated[str, arguments.until] = "",
        paper: Annotated[str, arguments.paper] = "",
        overwrite: Annotated[bool, arguments.overwrite] = False,
    ) -> int:
        console = Console(words)

        def make(on: Paper) -> PdfDocument:
            chosen = _read(
                parse_match_selection(matches, words, event, since, until), services, console
            )
            kind = services.papers["book"]
            pdf = services.sheets().make_paper(
                kind, chosen.matches, on, chosen.event, progress=_progress(words)
            )
            return PdfDocument(pdf, document_codes_and_log(kind, chosen.matches, chosen.event))

        return make_remember_and_write_pdf(
            services.papers["book"], make, services, console, out, paper, overwrite=overwrite
        )

    _add_event_paper(app, services, "poster", "posters")
    _add_event_paper(app, services, "round", "round")


def _add_event_paper(app: CommandGroup, services: Services, name: str, kind: str) -> None:
    arguments = SharedArguments(services.words)

    @app.command(name, help=command_help(name, services.words))
    def event_paper(
        out: Annotated[str, arguments.pdf] = "",
        event: Annotated[str | None, arguments.event] = None,
        of_round: Annotated[str, arguments.round] = "",
        paper: Annotated[str, arguments.paper] = "",
        overwrite: Annotated[bool, arguments.overwrite] = False,
    ) -> int:
        selection = parse_match_selection(None, services.words, event)
        return export_event_papers_for_round(
            services.papers[kind], services, selection, out, of_round, paper, overwrite=overwrite
        )


def export_selected(
    services: Services, selection: StoredMatchSelection, form: str, out: str, *, overwrite: bool
) -> int:
    """Write what is selected in a format; return the exit status."""
    console, sheets = Console(services.words), services.sheets()
    kind = sheets.formats.get(form.lower())
    if kind is None:
        raise Refused("say the format: --format {forms}", forms=", ".join(sheets.formats))
    if not out or out == STANDARD_OUTPUT:
        raise Refused("name the file or folder to write: -o OUT")
    refuse_contradicting(out, kind)
    chosen = _read(selection, services, console)
    if not overwrite and os.path.lexists(out):
        raise exists_already_error(out)
    exported = write_export(
        sheets,
        kind,
        chosen.matches,
        Path(out),
        remember=partial(try_to_remember_documents, services, console),
        overwrite=overwrite,
        event=chosen.event,
    )
    for path in exported.files:
        console.print_line(str(path))
    if exported.why_not_remembered is not None:
        console.print_to_stderr(exported.why_not_remembered)
    return console.status


def export_event_papers_for_round(
    kind: DocumentKind,
    services: Services,
    selection: StoredMatchSelection,
    out: str,
    of_round: str,
    paper: str,
    *,
    overwrite: bool,
) -> int:
    """Write what is made of an event for one round; return the exit status."""
    console = Console(services.words)

    def make_document(on: Paper) -> PdfDocument:
        chosen = _read(selection, services, console)
        pdf = services.sheets().make_paper(
            kind, chosen.matches, on, chosen.event, of_round=of_round
        )
        if kind.name == "round" and _has_drafts_alone(chosen.event):
            console.print_to_stderr(T("no round is released yet: this is the sign-in sheet alone"))
        return PdfDocument(pdf, document_codes_and_log(kind, chosen.matches, chosen.event))

    return make_remember_and_write_pdf(
        kind, make_document, services, console, out, paper, overwrite=overwrite
    )


def _has_drafts_alone(event: EventOrResults) -> bool:
    rounds = event.register.rounds.values() if isinstance(event, Event) else ()
    return bool(rounds) and all(each.released is None for each in rounds)


def _read(selection: StoredMatchSelection, services: Services, console: Console) -> MatchesAndEvent:
    with open_desk_and_print_notices(services, console, write=False) as desk:
        return selection.read(desk, console.print_refusal)


def _progress(words: Words) -> Callable[[int, int], bool]:
    """Return a function that prints how far a book is, where somebody looks."""

    def show(done: int, count: int) -> bool:
        if sys.stderr.isatty():
            text = words("sheet {done} of {count}", done=done, count=count)
            sys.stderr.write(f"\r{text}" + ("\n" if done == count else ""))
            sys.stderr.flush()
        return True

    return show
