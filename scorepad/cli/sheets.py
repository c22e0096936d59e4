"""`scorepad sheet` prints one match, several, or an empty sheet."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from scorepad.cli.arguments import SharedArguments, argument, flag, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import Console
from scorepad.cli.documents import make_remember_and_write_pdf
from scorepad.cli.parser import CommandGroup
from scorepad.cli.rulesets import rules_by_id_or_file
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import STANDARD_INPUT, is_file, read_bytes_up_to_limit
from scorepad.desk.documents import PdfDocument, document_codes_and_log
from scorepad.desk.ports import Paper
from scorepad.events.event import EventOrResults
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused

MATCH_FILES = (".scorepad", ".json", ".ndjson", ".jsonl")


def add_commands(app: CommandGroup, services: Services) -> None:
    """Add the command."""
    words = services.words
    arguments = SharedArguments(words)

    @app.command(help=command_help("sheet", words))
    def sheet(
        match: Annotated[
            list[str] | None,
            argument(
                "FILE_OR_MATCH…",
                words("A match file, or the id of a match that is kept; several with --compact."),
            ),
        ] = None,
        out: Annotated[str, arguments.pdf] = "",
        blank: Annotated[
            str,
            option("--blank", metavar="RULES", help=words("A blank sheet for this rule set.")),
        ] = "",
        paper: Annotated[str, arguments.paper] = "",
        compact: Annotated[
            bool,
            flag("--compact", words("Half a page instead of a whole one, two to a page.")),
        ] = False,
        twice: Annotated[
            bool,
            flag("--twice", words("Every compact sheet twice, to cut and hand one to each team.")),
        ] = False,
        pen: Annotated[
            bool,
            flag("--pen", words("A blank sheet with the match's event, table, teams and players.")),
        ] = False,
        overwrite: Annotated[bool, arguments.overwrite] = False,
    ) -> int:
        sources = match or []
        if bool(sources) == bool(blank):
            raise Refused("name a match file or a match, or a rule set with --blank")
        if len(sources) > 1 and not compact:
            raise Refused(
                "several matches take half a page each: add --compact; whole pages of several "
                "are made by scorepad export --format pdf"
            )
        if twice and not compact:
            raise Refused("only sheets of half a page are printed twice: add --compact")
        if compact and (blank or pen):
            raise Refused("a sheet to fill in by hand takes a whole page; leave out --compact")
        console = Console(words)

        def read_event_results() -> EventOrResults:
            if any(map(_is_match_file, sources)):
                return None
            with open_desk_and_print_notices(services, console, write=False) as desk:
                return desk.read_results_stated_by_events()

        def make(on: Paper) -> PdfDocument:
            sheets = services.sheets()
            if blank:
                pdf = sheets.blank_sheet(rules_by_id_or_file(blank, services.library()), on)
                return PdfDocument(pdf)
            played = _matches(sources, services, console)
            kind = sheets.papers["blank-sheet" if pen else "half-sheets" if compact else "sheet"]
            copies = [each for each in played for _ in range(2 if twice else 1)]
            pdf = sheets.make_paper(kind, copies, on, None if pen else read_event_results())
            shown = document_codes_and_log(kind, played)
            # What is made of a file alone shows nothing that is kept.
            return PdfDocument(pdf, None if any(map(_is_match_file, sources)) else shown)

        return make_remember_and_write_pdf(
            services.papers["sheet"], make, services, console, out, paper, overwrite=overwrite
        )


def _matches(sources: Sequence[str], services: Services, console: Console) -> list[Match]:
    """Return the matches of these names; one that is named twice is one match."""
    matches = (_match(each, services, console) for each in sources)
    return list({match.id: match for match in matches}.values())


def _is_match_file(source: str) -> bool:
    ending = Path(source).suffix.lower()
    return source == STANDARD_INPUT or is_file(source) or ending in MATCH_FILES


def _match(source: str, services: Services, console: Console) -> Match:
    """Return a match from a file, or one that is kept."""
    if _is_match_file(source):
        # With the ids that importing it gives, so that its code holds for what is then kept.
        return parse_match_file(
            read_bytes_up_to_limit(source), services.library(), where=source, make_content_ids=True
        )
    with open_desk_and_print_notices(services, console, write=False) as desk:
        return desk.read(source)
