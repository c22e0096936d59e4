"""What can be handed out of a match, or of a rule set: each with its name and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorepad.desk.ports import Paper, Sheets
from scorepad.desk.table import Table
from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.naming import team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import Library
from scorepad.spades.words import Words
from scorepad.window import files


@dataclass(frozen=True)
class Handout:
    """One PDF: its `title`, the `name` of its file, and what makes it for a paper (`Refused` when
    it cannot be).  One that was made already has a `paper` of its own."""

    title: str
    name: str
    make: Callable[[Paper], bytes]
    paper: Paper | None = None


def of_table(table: Table, sheets: Sheets, words: Words) -> tuple[Handout, ...]:
    """What is handed out of one match: its sheet, half a page of it, an empty one for a pen."""

    def head() -> Head:
        return table.match.head

    def match() -> Match:
        return table.match

    def name(kind: str) -> str:
        teams = f"{team_name(head(), 0)} - {team_name(head(), 1)}"
        said = (head().event, head().round, head().table, teams, kind)
        return files.safe_name(" ".join(part for part in said if part), ".pdf")

    return (
        Handout(
            words("Match sheet"),
            files.file_name(head(), ".pdf"),
            lambda paper: sheets.match_sheet(match(), paper),
        ),
        Handout(
            words("Half a page"),
            name(words("half a page")),
            lambda paper: sheets.compact_sheets([match()], paper),
        ),
        Handout(
            words("Blank sheet of this match"),
            name(words("blank")),
            lambda paper: sheets.blank_sheet(match().rules, paper, match()),
        ),
    )


def of_rules(library: Library, sheets: Sheets, words: Words) -> Iterator[tuple[str, Handout]]:
    """A blank sheet for every rule set at hand, by its id; those that cannot be read have none."""
    for rules_id in library.ids():
        try:
            rules = library.get(rules_id)
        except Refused:
            continue
        name = files.safe_name(words("Blank sheet: {rules}", rules=rules.name), ".pdf")

        def make(paper: Paper, rules_id: str = rules_id) -> bytes:
            return sheets.blank_sheet(library.get(rules_id), paper)

        yield rules_id, Handout(rules.name, name, make)


def made(title: str, name: str, pdf: bytes, paper: Paper) -> Handout:
    """One that was made already: an event's book, the half pages of several matches."""
    return Handout(title, files.safe_name(name, ".pdf"), lambda _paper: pdf, paper)


def index_of(handouts: Sequence[Handout], title: str) -> int:
    """Where the one with this title stands; 0 when there is none."""
    return next((at for at, each in enumerate(handouts) if each.title == title), 0)
