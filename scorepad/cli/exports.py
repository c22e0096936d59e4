"""`scorepad export` and `book` write many matches at once."""

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from scorepad.cli.arguments import Arguments, chosen_paper, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import Console
from scorepad.cli.output import STANDARD_OUTPUT, put_out, refuse_contradicting, refuse_unwritable
from scorepad.cli.services import Services, reading
from scorepad.desk.desk import Desk
from scorepad.desk.exporting import export as write_export
from scorepad.desk.exporting import of_days
from scorepad.desk.ports import DamagedMatch, Paper, Summary
from scorepad.desk.summary import summarize
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Words


def add(app: typer.Typer, services: Services) -> None:
    """Add the commands."""
    words = services.words
    said = Arguments(words)

    @app.command(help=command_help("export", words))
    def export(
        matches: Annotated[list[str] | None, said.matches] = None,
        form: Annotated[
            str,
            option("--format", metavar="csv|json|xlsx|pdf|html", said=words("The format.")),
        ] = "",
        out: Annotated[
            str,
            option("--output", "-o", metavar="OUT", said=words("The file or folder to write.")),
        ] = "",
        event: Annotated[str | None, said.event] = None,
        since: Annotated[str, said.since] = "",
        until: Annotated[str, said.until] = "",
        overwrite: Annotated[bool, said.overwrite] = False,
    ) -> int:
        console, sheets = Console(words), services.sheets()
        forms, form = tuple(sheets.formats()), form.lower()
        if form not in forms:
            raise Refused(T("say the format: --format {forms}", forms=", ".join(forms)))
        if not out or out == STANDARD_OUTPUT:
            raise Refused(T("name the file or folder to write: -o OUT"))
        refuse_contradicting(out, form)
        wanted = selection(matches, event, since, until)
        chosen = _read(wanted, services, console)
        for path in write_export(sheets, chosen, form, Path(out), overwrite=overwrite):
            console.line(str(path))
        return console.status

    @app.command(help=command_help("book", words))
    def book(
        matches: Annotated[list[str] | None, said.matches] = None,
        out: Annotated[str, said.pdf] = "",
        event: Annotated[str | None, said.event] = None,
        since: Annotated[str, said.since] = "",
        until: Annotated[str, said.until] = "",
        paper: Annotated[str, said.paper] = "",
        overwrite: Annotated[bool, said.overwrite] = False,
    ) -> int:
        console = Console(words)
        if not out:
            raise Refused(T("name the file to write: -o OUT.pdf"))
        refuse_contradicting(out, "pdf")
        on = chosen_paper(paper, services)
        refuse_unwritable(out, overwrite=overwrite)
        wanted = selection(matches, event, since, until)
        chosen = _read(wanted, services, console)
        pdf = services.sheets().event_book(chosen, on, _progress(words))
        for file in put_out(out, pdf, overwrite=overwrite):
            console.line(file)
        return console.status

    @app.command(help=command_help("poster", words))
    def poster(
        out: Annotated[str, said.pdf] = "",
        event: Annotated[str | None, said.event] = None,
        of_round: Annotated[str, said.round] = "",
        paper: Annotated[str, said.paper] = "",
        overwrite: Annotated[bool, said.overwrite] = False,
    ) -> int:
        make = services.sheets().event_poster
        return _for_a_round(make, services, out, event, of_round, paper, overwrite)

    @app.command("round", help=command_help("round", words))
    def round_(
        out: Annotated[str, said.pdf] = "",
        event: Annotated[str | None, said.event] = None,
        of_round: Annotated[str, said.round] = "",
        paper: Annotated[str, said.paper] = "",
        overwrite: Annotated[bool, said.overwrite] = False,
    ) -> int:
        make = services.sheets().round_papers
        return _for_a_round(make, services, out, event, of_round, paper, overwrite)


def _for_a_round(
    make: Callable[[list[Match], Paper, str], bytes],
    services: Services,
    out: str,
    event: str | None,
    of_round: str,
    paper: str,
    overwrite: bool,
) -> int:
    """Write what is made of an event's matches for one round; return the exit status."""
    console = Console(services.words)
    if not out:
        raise Refused(T("name the file to write: -o OUT.pdf"))
    refuse_contradicting(out, "pdf")
    on = chosen_paper(paper, services)
    refuse_unwritable(out, overwrite=overwrite)
    chosen = _read(selection(None, event), services, console)
    for file in put_out(out, make(chosen, on, of_round), overwrite=overwrite):
        console.line(file)
    return console.status


def _read(wanted: "Selection", services: Services, console: Console) -> list[Match]:
    with reading(services, console) as desk:
        return wanted.read(desk, console.refused)


def _progress(words: Words) -> Callable[[int, int], bool]:
    """Return a function that prints how far a book is, where somebody looks."""

    def told(done: int, count: int) -> bool:
        if sys.stderr.isatty():
            said = words("sheet {done} of {count}", done=done, count=count)
            sys.stderr.write(f"\r{said}" + ("\n" if done == count else ""))
            sys.stderr.flush()
        return True

    return told


class Selection(msgspec.Struct, frozen=True):
    """Chooses `matches` by id (all when none is named), those of an `event` (case does not matter),
    from the day `since` to the day `until`, both included, as the days are on this computer."""

    matches: Sequence[str] = ()
    event: str = ""
    since: date | None = None
    until: date | None = None

    def read(self, desk: Desk, told: Callable[[Refused], None]) -> list[Match]:
        """Return the matches, oldest first, or in the order in which they were named; raises
        `Refused` when there is none.  One that cannot be read is told of and left out, unless it
        was named."""
        chosen = list(self._chosen(desk, told))
        if not chosen:
            raise Refused(T("there are no such matches, so nothing was written"))
        return chosen

    def _chosen(self, desk: Desk, told: Callable[[Refused], None]) -> Iterator[Match]:
        if self.matches:
            # One that is named twice, or by more and by less of its id, is one match.
            for match in {match.id: match for match in map(desk.read, self.matches)}.values():
                if self._wants(summarize(match)):
                    yield match
            return
        for summary in reversed(desk.matches()):
            if self._wants(summary):
                try:
                    match = desk.read(summary.id)
                except DamagedMatch as refused:
                    told(refused)
                else:
                    yield match

    def _wants(self, summary: Summary) -> bool:
        if self.event and name_key(summary.event) != name_key(self.event):
            return False
        return bool(of_days([summary], self.since, self.until))


def selection(
    matches: Sequence[str] | None, event: str | None = None, since: str = "", until: str = ""
) -> Selection:
    """Return a selection as it was typed; raises `Refused` for a day that is none."""
    if event is not None and not event.strip():
        raise Refused(T("--event names no event; leave it out for the matches of all events"))
    first, last = _day(since), _day(until)
    if first is not None and last is not None and last < first:
        raise Refused(
            T(
                "there is no day from {since} to {until}; --since names the earlier one",
                since=first.isoformat(),
                until=last.isoformat(),
            )
        )
    return Selection(tuple(matches or ()), event or "", first, last)


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d").date()  # noqa: DTZ007  (a day)
    except ValueError:
        raise Refused(
            T(
                "“{day}” is no day; one is written {example}",
                day=text[:40],
                example="2026-03-14",
            )
        ) from None
