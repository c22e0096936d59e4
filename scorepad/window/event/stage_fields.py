"""The fields of a stage: all that a stage entry says, in the words of the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import zip_longest
from typing import cast

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.events.entries import ELIMINATION, TIE_BREAKS, Advance, Format, StageEntry, TieBreak
from scorepad.events.event import Event
from scorepad.events.register import FORMATS
from scorepad.events.stage_names import stage_name
from scorepad.events.standings import DECISION_TEXTS
from scorepad.spades.naming import name_key, tidy_name
from scorepad.spades.words import T, Text
from scorepad.window.event.event_form import EventForm
from scorepad.window.event.event_list import rules_choice, rules_chosen, rules_id
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.panels.fields import Missing, NumberLine
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.wording import moments

MEANINGS: dict[Format, Text] = {
    "swiss": T("A set number of rounds. Teams with similar scores meet; nobody meets twice."),
    "round-robin": T("Everybody plays everybody."),
    "single-elimination": T("Lose and you're out."),
    "double-elimination": T("Lose twice and you're out."),
    "open-play": T("Any two free teams take the next free table, until a time that you set."),
    "by-hand": T("You write each round, or read it from a file."),
}
"""Every format in one or two plain sentences, in the order in which they are offered."""
FOR: dict[str, tuple[Format, ...]] = {
    "rounds": ("swiss", "by-hand"),
    "legs": ("round-robin",),
    "third": ("single-elimination",),
    "until": ("open-play",),
}
"""These fields are asked for with these formats only."""
NAMED = "*"
"""Stands for teams that are named one by one, among the stages from which teams advance."""
WAYS: tuple[TieBreak, ...] = (*TIE_BREAKS, "opponents")
"""The tie-breaks in the order in which they are offered."""


class StageFields(EventForm):
    """Asks for one stage, a new one or one to be changed."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__(opened.draft, "stage")
        self._opened = opened
        self._words = words = opened.words
        self._was: StageEntry | None = None
        """What is shown as it stands, offered or recorded."""
        formats = inputs.ComboBox()
        for each in MEANINGS:
            formats.addItem(controls.sentence(words(FORMATS[each])), each)
        self.add("format", words("Format"), formats)
        self._meaning = controls.label("", "caption", wrap=True)
        self.column.addWidget(self._meaning)
        once: inputs.Choice[int] = inputs.Choice(
            [(1, words("once")), (2, words("twice"))], name=words("They meet"), chosen=1
        )
        yes: inputs.Choice[bool] = inputs.Choice(
            [(True, words("yes")), (False, words("no"))],
            name=words("Third-place match"),
            chosen=False,
        )
        self.beside(
            (self.field("name", words("Name"), inputs.line_edit("A")), 1),
            (self.field("rounds", words("Rounds"), inputs.Stepper(1, 99, 5)), 1),
            (self.field("legs", words("They meet"), once), 1),
            (self.field("third", words("Third-place match"), yes), 1),
            (self.field("until", words("Until"), inputs.line_edit(words("e.g. 14:30"))), 1),
        )
        rules = rules_choice(opened.state.library, words, words("as the event"))
        sources = inputs.ComboBox()
        sources.activated.connect(lambda _index: self._name_teams())
        self.beside(
            (self.field("from", words("Who takes part"), sources), 3),
            (self.field("places", words("The best"), inputs.Stepper(1, 999, 8)), 2),
            (self.field("rules", words("Rule set"), rules), 2),
        )
        self.add(
            "teams",
            words("Teams"),
            inputs.line_edit(),
            words("With commas, the best first. Teams with a seed come before the others."),
        )
        self._more = controls.button(words("Tie-breaks and forfeits…"), self._open_more)
        self.column.addWidget(layouts.row(self._more, None))
        self._box = self._further()
        self.column.addWidget(self._box)

    def _further(self) -> QWidget:
        """Return the box with what is seldom changed."""
        words = self._words
        box = QWidget()
        column = layouts.set_column(box, spacing=10)
        ways = [(self._way(place), 1) for place in range(len(WAYS))]
        for first in range(0, len(ways), 2):
            some = ways[first : first + 2]
            column.addWidget(layouts.row(*some, spacing=10, top=True))
        won = self.field("forfeit won", words("Forfeit: points for the winner"), NumberLine(None))
        lost = self.field("forfeit lost", words("for the loser"), NumberLine(None))
        nothing = words("Left empty, a forfeit counts as a win and gives no points.")
        self._forfeits = QWidget()
        forfeits = layouts.set_column(self._forfeits, spacing=4)
        forfeits.addWidget(layouts.row((won, 1), (lost, 1), spacing=10, top=True))
        forfeits.addWidget(controls.label(nothing, "caption", wrap=True))
        column.addWidget(self._forfeits)
        return box

    def _way(self, place: int) -> controls.Field:
        words = self._words
        box = inputs.ComboBox()
        box.addItem("–", "")
        for each in WAYS:
            box.addItem(words(DECISION_TEXTS[each]), each)
        return self.field(f"way {place}", words("Tie-break {n}", n=place + 1), box)

    def _open_more(self) -> None:
        self._box.setVisible(True)
        self._more.setVisible(False)
        self.controls["way 0"].setFocus()

    # What is shown.

    def offer_sources(self, event: Event) -> None:
        """Offer the stages there are to take teams from; stages of one format together too."""
        words, register = self._words, event.register
        box = cast(inputs.ComboBox, self.controls["from"])
        chosen = box.currentData()
        offering = QSignalBlocker(box)  # nobody chose anything yet
        box.clear()
        box.addItem(words("all teams that are in"), "")
        for stages in self._sources(event):
            names = [stage_name(register, stage, words) for stage in stages]
            said = (
                words("the best of {stage}", stage=names[0])
                if len(names) == 1
                else words("the best of each of {stages}", stages=", ".join(names))
            )
            box.addItem(said, "\n".join(stages))
        box.addItem(words("these teams"), NAMED)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        offering.unblock()

    def _sources(self, event: Event) -> Iterator[tuple[str, ...]]:
        stages = event.register.stages.values()
        before = [each for each in stages if each.stage != self.about]
        yield from ((each.stage,) for each in before)
        for form in dict.fromkeys(each.format for each in before):
            alike = tuple(each.stage for each in before if each.format == form)
            if len(alike) > 1:
                yield alike

    def show_stage(self, entry: StageEntry, about: str = "") -> None:
        """Show a stage as it stands; `about` is its id where it is there already."""
        self._was, self.about = entry, about
        self.offer_sources(self._opened.state)
        advance, forfeit = entry.advance, entry.forfeit_points or ("", "")
        called = self._opened.register.team_name
        source = "\n".join(advance.from_) if advance is not None else ""
        ways = TIE_BREAKS if entry.tie_breaks is None else entry.tie_breaks
        self.begin(
            {
                "name": entry.stage,
                "format": entry.format,
                "rounds": entry.rounds or 5,
                "legs": entry.legs,
                "third": entry.third_place,
                "until": moments.moment_as_typed(entry.until, datetime.now(UTC), self._words),
                "from": source if entry.teams is None else NAMED,
                "places": advance.places if advance is not None else 8,
                "teams": ", ".join(map(called, entry.teams or ())),
                "rules": rules_id(entry.rules),
                "forfeit won": str(forfeit[0]),
                "forfeit lost": str(forfeit[1]),
                **dict(zip_longest(self._ways(), ways, fillvalue="")),
            },
            about,
        )
        usual = entry.tie_breaks is None and entry.forfeit_points is None
        self._box.setVisible(not usual)
        self._more.setVisible(usual)
        begun = bool(about) and bool(self._opened.register.rounds_of_stage(about))
        self.controls["name"].setEnabled(not about)
        self.controls["format"].setEnabled(not begun)

    def look(self) -> None:
        """Show the fields that the format asks for."""
        chosen, source = self.value("format"), self.value("from")
        if chosen is None:
            return
        self._meaning.setText(self._words(MEANINGS[chosen]))
        for name, formats in FOR.items():
            self.fields[name].setVisible(chosen in formats)
        self.fields["places"].setVisible(source not in ("", NAMED, None))
        self.fields["teams"].setVisible(source == NAMED)
        self._forfeits.setVisible(chosen not in ELIMINATION)

    def _name_teams(self) -> None:
        """Name the teams there are, the best first, to choose from."""
        event = self._opened.state
        if self.value("from") != NAMED or self.value("teams"):
            return
        register, overview = event.register, event.overview
        ranked = [
            row.team for stage in reversed(register.stages) for row in overview.stage_rows(stage)
        ]
        order = dict.fromkeys([*ranked, *overview.order_by_seed(list(register.teams))])
        there = [team for team in order if overview.team_state(team) == "in"]
        line = cast(QLineEdit, self.controls["teams"])
        line.setText(", ".join(map(register.team_name, there)))
        line.setCursorPosition(0)

    # What it says.

    def entry(self) -> StageEntry:
        """Return the stage as the form has it; raises `Missing`, or another `Refused`."""
        chosen, source = cast(Format, self.value("format")), self.value("from")
        was = self._was if self.about else None
        # A number of rounds that the form does not ask for stays.
        kept = was.rounds if was is not None and was.format == chosen else None
        advance = was.advance if was is not None and source == NAMED else None
        if source and source != NAMED:
            advance = Advance(from_=tuple(source.split("\n")), places=self.value("places"))
        ways = tuple(dict.fromkeys(filter(None, map(self.value, self._ways()))))
        usual = ways == TIE_BREAKS and (was is None or was.tie_breaks is None)
        return StageEntry(
            stage=self.about or self.value("name") or (self._was.stage if self._was else "A"),
            format=chosen,
            rounds=self.value("rounds") if chosen in FOR["rounds"] else kept,
            legs=2 if chosen == "round-robin" and self.value("legs") == 2 else 1,
            third_place=chosen == "single-elimination" and bool(self.value("third")),
            until=self._until() if chosen == "open-play" else None,
            teams=self._teams() if source == NAMED else None,
            advance=advance,
            rules=rules_chosen(self.value("rules"), was.rules if was is not None else None),
            tie_breaks=None if usual else cast("tuple[TieBreak, ...]", ways),
            forfeit_points=None if chosen in ELIMINATION else self._forfeit_points(),
        )

    def _ways(self) -> list[str]:
        return [f"way {place}" for place in range(len(WAYS))]

    def _until(self) -> datetime | None:
        try:
            return moments.read_moment(self.value("until"), datetime.now(UTC), self._words)
        except moments.NoMoment as refused:
            raise Missing(refused.text, self.fields["until"]) from None

    def _teams(self) -> tuple[str, ...]:
        """Return the teams that are named, by name or id."""
        teams = self._opened.register.teams
        known = {name_key(entrant.name): team for team, entrant in teams.items()}
        found: dict[str, None] = {}
        for part in filter(None, map(tidy_name, re.split(r"[,;\n]", self.value("teams")))):
            team = part if part in teams else known.get(name_key(part))
            if team is None:
                raise Missing(T("there is no team {team}", team=part), self.fields["teams"])
            found[team] = None
        if len(found) < 2:
            raise Missing(T("Name two teams or more, with commas."), self.fields["teams"])
        return tuple(found)

    def _forfeit_points(self) -> tuple[int, int] | None:
        won, lost = map(self.number, ("forfeit won", "forfeit lost"))
        if won is None and lost is None:
            return None
        return won or 0, lost or 0
