"""Files are imported in the background, with a report on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

from scorepad.budget import MATCH_BUDGET
from scorepad.desk.desk import Desk
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text
from scorepad.window.printing.jobs import (
    SOON,
    BackgroundJob,
    JobPresentation,
    Progress,
    count_files,
)
from scorepad.window.widgets import controls, file_dialogs
from scorepad.window.widgets.window_page import WindowPage

MOST_NAMED = 6
"""The most files that are named; one line has the number of the others."""
Read = TypeVar("Read")
Tally: TypeAlias = Callable[[int], Text]
"""Returns one sentence for this many files with the same result."""


def make_import_job(
    names: Sequence[str],
    read: Callable[[bytes, str], Read],
    take: Callable[[Read, str], str | Tally],
    *,
    what: Text,
    desk: Desk,
    page: WindowPage,
    refresh: Callable[[], object],
) -> JobPresentation:
    """Return a job that imports these files; one that is refused does not stop the rest.

    `read` reads a file's bytes in a thread of its own; `take` takes in what was read, in the
    window's thread, and returns the result.  Both take the file's name too.  `what`, `page`
    and `refresh`: see `JobPresentation`.
    """
    came: list[tuple[str, Read | Refused]] = []
    lines: list[str | Tally] = []
    tones: list[controls.Tone] = ["good"]

    def read_all(_matches: object, progress: Progress) -> None:
        for path in map(Path, names):
            try:
                came.append(
                    (
                        path.name,
                        read(file_dialogs.read_chosen_file(path, MATCH_BUDGET.bytes), path.name),
                    )
                )
            except Refused as refused:
                came.append((path.name, refused))
            if not progress(len(came), len(names)):
                return

    def take_all(*_progress: int) -> None:
        while len(lines) < len(came):
            name, each = came[len(lines)]
            try:
                if isinstance(each, Refused):
                    raise each
                lines.append(take(each, name))
            except Refused as refused:
                lines.append(controls.capitalize(str(refused.text)))
                tones.append("bad")

    def finish(_none: object) -> tuple[str, controls.Tone]:
        take_all()
        tallies = Counter(line for line in lines if not isinstance(line, str))
        of_several = [str(tally(count)) for tally, count in tallies.items()]
        alone = [line for line in lines if isinstance(line, str)]
        if more := len(alone[MOST_NAMED:]):
            alone[MOST_NAMED:] = [str(N("{n} more file", "{n} more files", more))]
        return "\n".join((*of_several, *alone)), tones[-1]

    reading = BackgroundJob(desk.read, (), read_all)
    reading.progressed.connect(take_all)
    cancelled = T("Canceled. Matches that were already imported are kept.")
    return JobPresentation(reading, what, page, finish, count_files, cancelled, SOON, refresh)
