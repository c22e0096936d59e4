"""`scorepad verify` looks documents up among those that were made here."""

from argparse import Namespace

from scorepad.budget import PAPER_BYTES
from scorepad.cli.console import DIFFERENT, Console
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import path_exists, read_bytes_up_to_limit
from scorepad.desk.verify import (
    HEADINGS,
    DocumentVerdict,
    FileFingerprint,
    describe_verdict_counts,
    fingerprint_file,
    verify_documents,
)
from scorepad.spades.sheetcode import BadCode, SheetCode, read_code
from scorepad.spades.words import T


def verify(services: Services, console: Console, args: Namespace) -> None:
    """Print the verdict on each document."""
    fingerprints = _read_fingerprints_and_codes(args.documents)
    with open_desk_and_print_notices(services, console, write=False) as desk:
        verdicts = []
        kinds = {**services.formats, **services.papers}
        for verdict in verify_documents(desk, kinds, fingerprints):
            _print(console, verdict)
            verdicts.append(verdict)
    if len(verdicts) > 1:
        console.print_line(" · ".join(map(str, describe_verdict_counts(verdicts))))


def _read_fingerprints_and_codes(typed: list[str]) -> list[FileFingerprint | SheetCode]:
    """Return the files and codes that were typed. A code may be typed in groups, as it is on the
    sheet, and then it is one code and not several."""
    if not any(_is_document(each) or _is_code(each) for each in typed):
        typed = [" ".join(typed)]
    return list(dict.fromkeys(map(_read, typed)))


def _is_document(typed: str) -> bool:
    return typed.lower().endswith(".pdf") or path_exists(typed)


def _is_code(typed: str) -> bool:
    try:
        read_code(typed)
    except BadCode:
        return False
    return True


def _read(typed: str) -> FileFingerprint | SheetCode:
    return (
        fingerprint_file(read_bytes_up_to_limit(typed, PAPER_BYTES), typed)
        if _is_document(typed)
        else read_code(typed)
    )


def _print(console: Console, verdict: DocumentVerdict) -> None:
    console.print_line(T("{heading}: {text}", heading=HEADINGS[verdict.finding], text=verdict.text))
    for line in verdict.lines:
        console.print_line(T("  {line}", line=line))
    if verdict.finding != "same":
        console.status = max(console.status, DIFFERENT)
