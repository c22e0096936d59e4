"""`scorepad sheet`, `export`, `verify`: what is handed out, and whether it still holds."""

from pathlib import Path
from typing import Annotated

import typer

from scorepad.cli.keeping import opened
from scorepad.cli.output import put_out, refuse_unwritable
from scorepad.cli.rulesets import rules_from
from scorepad.cli.services import Services
from scorepad.cli.sources import STANDARD_INPUT, whole
from scorepad.cli.speech import DIFFERENT, REFUSED, Speech
from scorepad.desk.desk import Desk
from scorepad.desk.ports import Paper
from scorepad.desk.verify import Verdict, codes_in
from scorepad.desk.verify import verify as verify_codes
from scorepad.spades.match import Match
from scorepad.spades.matchfile import read_match
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import SheetCode, read_code
from scorepad.spades.words import T

MATCH_FILES = (".json", ".ndjson", ".jsonl")


class BadRequest(Refused):
    """Arguments that do not go together; the sentence says which do."""


def add(app: typer.Typer, services: Services) -> None:
    """Add the commands."""
    words = services.words

    @app.command(help=words("Make a match sheet, or a blank one, as a PDF."))
    def sheet(
        match: Annotated[
            str,
            typer.Argument(
                metavar="FILE_OR_MATCH",
                help=words("A match file, or the id of a match that is kept."),
                show_default=False,
            ),
        ] = "",
        out: Annotated[
            str,
            typer.Option(
                "--output",
                "-o",
                metavar="OUT.pdf",
                help=words("The PDF file to write; - is standard output."),
                show_default=False,
            ),
        ] = "",
        blank: Annotated[
            str,
            typer.Option(
                "--blank",
                metavar="RULES",
                help=words("A blank sheet for this rule set."),
                show_default=False,
            ),
        ] = "",
        paper: Annotated[
            str,
            typer.Option(
                "--paper",
                metavar="A4|Letter",
                help=words("The paper; else as the settings say."),
                show_default=False,
            ),
        ] = "",
        compact: Annotated[
            bool, typer.Option("--compact", help=words("Half a page instead of a whole one."))
        ] = False,
        pen: Annotated[
            bool,
            typer.Option(
                "--pen",
                help=words("A blank sheet with the match's event, table, teams and players."),
            ),
        ] = False,
        overwrite: Annotated[
            bool, typer.Option("--overwrite", help=words("Replace the file when it exists."))
        ] = False,
    ) -> int:
        if bool(match) == bool(blank):
            raise BadRequest(T("name a match file or a match, or a rule set with --blank"))
        if compact and (blank or pen):
            raise BadRequest(T("a sheet for a pen takes a whole page; leave out --compact"))
        if not out:
            raise BadRequest(T("name the file to write: -o OUT.pdf"))
        refuse_unwritable(out, overwrite=overwrite)
        chosen = _paper(paper, services)
        speech = Speech(words)
        if blank:
            rules = rules_from(blank, services.library())
            pdf = services.sheets().blank_sheet(rules, chosen)
        else:
            played, sheets = _match(match, services, speech), services.sheets()
            if pen:
                pdf = sheets.blank_sheet(played.rules, chosen, played.head)
            elif compact:
                pdf = sheets.compact_sheets([played], chosen)
            else:
                pdf = sheets.match_sheet(played, chosen)
        for file in put_out(out, pdf, overwrite=overwrite):
            speech.line(file)
        return speech.status

    @app.command(help=words("Write matches as tables, match files or sheets."))
    def export(
        matches: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="[MATCH…]",
                help=words("Which matches; all of them when none is named."),
                show_default=False,
            ),
        ] = None,
        form: Annotated[
            str,
            typer.Option(
                "--format",
                metavar="csv|json|xlsx|pdf",
                help=words("The format."),
                show_default=False,
            ),
        ] = "",
        out: Annotated[
            str,
            typer.Option(
                "--output",
                "-o",
                metavar="OUT",
                help=words("The file or folder to write."),
                show_default=False,
            ),
        ] = "",
        event: Annotated[
            str,
            typer.Option(
                "--event",
                metavar="EVENT",
                help=words("Only the matches of this event."),
                show_default=False,
            ),
        ] = "",
    ) -> int:
        speech, sheets = Speech(words), services.sheets()
        forms = tuple(sheets.formats())
        if form not in forms:
            raise BadRequest(T("say the format: --format {forms}", forms=", ".join(forms)))
        if not out:
            raise BadRequest(T("name the file or folder to write: -o OUT"))
        with services.open_desk(write=False) as desk:
            opened(desk, speech)
            chosen = [desk.read(each) for each in matches or _ids(desk)]
        if event:
            wanted = event.strip().casefold()
            chosen = [each for each in chosen if each.head.event.strip().casefold() == wanted]
        if not chosen:
            raise BadRequest(T("there are no such matches, so nothing was written"))
        for path in sheets.export(chosen, form, Path(out)):
            speech.line(str(path))
        return speech.status

    @app.command(
        help=words(
            "Is this sheet what was recorded?\n\n"
            "Exit status 0: the same; 1: changed since it was printed; 2: unknown."
        )
    )
    def verify(
        code: Annotated[
            list[str],
            typer.Argument(
                metavar="CODE_OR_PDF",
                help=words("The code at the foot of a sheet, or the sheet's PDF file."),
                show_default=False,
            ),
        ],
    ) -> int:
        speech = Speech(words)
        printed = _printed(" ".join(code))
        with services.open_desk(write=False) as desk:
            for verdict in verify_codes(opened(desk, speech), printed):
                _say(speech, verdict, alone=len(printed) == 1)
        return speech.status


def _paper(named: str, services: Services) -> Paper:
    if not named:
        return services.paper
    for paper in ("A4", "Letter"):
        if named.casefold() == paper.casefold():
            return paper
    raise BadRequest(T("there is no paper “{paper}”; there are A4 and Letter", paper=named[:40]))


def _match(named: str, services: Services, speech: Speech) -> Match:
    """A match from a file, or one that is kept."""
    path = Path(named)
    if named == STANDARD_INPUT or path.is_file() or path.suffix.lower() in MATCH_FILES:
        return read_match(whole(named), services.library(), where=named)
    with services.open_desk(write=False) as desk:
        return opened(desk, speech).read(named)


def _ids(desk: Desk) -> list[str]:
    return [each.id for each in reversed(desk.matches())]


def _printed(code: str) -> tuple[SheetCode, ...]:
    """The code of a sheet: as typed, or out of a PDF file."""
    path = Path(code)
    if path.suffix.lower() != ".pdf" and not path.is_file():
        return (read_code(code),)
    return codes_in(whole(code), code)


def _say(speech: Speech, verdict: Verdict, *, alone: bool) -> None:
    if verdict.finding == "unknown" and alone:
        raise BadRequest(verdict.text)
    speech.line(verdict.text)
    for entry in verdict.added:
        speech.line(T("  {entry}", entry=entry))
    if verdict.finding == "unknown":
        speech.status = REFUSED
    elif verdict.finding != "same":
        speech.status = max(speech.status, DIFFERENT)
