"""`scorepad sheet` prints one match, several, or an empty sheet."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from scorepad.cli.console import Console
from scorepad.cli.documents import make_remember_and_write_pdf
from scorepad.cli.rulesets import rules_by_id_or_file
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import STANDARD_INPUT, is_file, read_bytes_up_to_limit
from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.ports import Paper
from scorepad.events.event import EventOrStatements
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused


def sheet(services: Services, console: Console, args: Namespace) -> None:
    """Make the sheet of a match, of several, or a blank one."""
    sources, blank = args.sources, args.blank
    if bool(sources) == bool(blank):
        raise Refused("give a match file, a match's ID, or --blank with a rule set")
    if len(sources) > 1 and not args.compact:
        raise Refused(
            "for several matches, add --compact; for whole pages, use scorepad export --format pdf"
        )
    if args.twice and not args.compact:
        raise Refused("--twice needs --compact")
    if args.compact and (blank or args.pen):
        raise Refused("a blank sheet fills a whole page; leave out --compact")
    files = [each for each in sources if _is_match_file(each, services)]

    def read_event_results() -> EventOrStatements:
        if files:
            return None
        with open_desk_and_print_notices(services, console, write=False) as desk:
            return desk.read_event_statements()

    def make(on: Paper) -> PdfDocument:
        sheets = services.sheets()
        if blank:
            pdf = sheets.blank_sheet(rules_by_id_or_file(blank, services.library()), on)
            return PdfDocument(pdf)
        played = _matches(sources, services, console)
        copies = [each for each in played for _ in range(2 if args.twice else 1)]
        pdf = sheets.make_paper(kind, copies, on, None if args.pen else read_event_results())
        # A sheet of a file alone shows nothing that is stored.
        return PdfDocument(pdf, None if files else document_contents(kind, played))

    name = "blank-sheet" if args.pen else "half-sheets" if args.compact else "sheet"
    kind = services.papers[name]
    make_remember_and_write_pdf(kind, make, services, console, args)


def _matches(sources: Sequence[str], services: Services, console: Console) -> list[Match]:
    matches = (_match(each, services, console) for each in sources)
    return list({match.id: match for match in matches}.values())


def _is_match_file(source: str, services: Services) -> bool:
    is_named_so = Path(source).suffix.lower() in services.formats["json"].endings
    return source == STANDARD_INPUT or is_file(source) or is_named_so


def _match(source: str, services: Services, console: Console) -> Match:
    if _is_match_file(source, services):
        # With the ids that importing it gives, so that its code is valid after the import.
        return parse_match_file(
            read_bytes_up_to_limit(source), services.library(), where=source, make_content_ids=True
        )
    with open_desk_and_print_notices(services, console, write=False) as desk:
        return desk.read(source)
