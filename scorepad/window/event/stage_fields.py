"""The fields of a stage: all that a stage entry says, in the words of the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import zip_longest
from typing import get_args

from PySide6.QtWidgets import QWidget

from scorepad.desk import typed_moments
from scorepad.desk.typed_season import (
    parse_least,
    parse_places,
    parse_standings_points,
    parse_whole_least,
    places_as_typed,
)
from scorepad.events.entries import (
    ELIMINATION,
    TIE_BREAKS,
    AdvancementRule,
    Format,
    Qualification,
    StageEntry,
    StagePoints,
    TieBreak,
)
from scorepad.events.entry_kinds import EVENT_ENTRY_KINDS, event_entry_action
from scorepad.events.event import Event
from scorepad.events.event_descriptions import score_text
from scorepad.events.register import FORMAT_EXPLANATIONS
from scorepad.events.stage_names import stage_name
from scorepad.events.standings import DECISION_TEXTS
from scorepad.spades.naming import name_key
from scorepad.spades.words import T, Text, join_parts
from scorepad.window.event.draft_form import DraftForm, entry_field
from scorepad.window.event.event_list import chosen_rule_set, rule_set_combo_box, rule_set_id
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused, FieldSpec, Form

BY_NAME = "*"
"""Stands for teams that are named one by one, among the stages from which teams advance."""
WAYS: tuple[TieBreak, ...] = get_args(TieBreak)
"""The tie-breaks in the order in which they are offered."""


def shown_only_for(*formats: Format) -> Callable[[Form], bool]:
    """Return whether a form asks for a field, which these formats alone have."""
    return lambda form: form.value("format") in formats


def _has_places(form: Form) -> bool:
    return form.value("from") not in ("", BY_NAME, None)


def _has_teams(form: Form) -> bool:
    return bool(form.value("from") == BY_NAME)


KEPT_FIELDS = ("agreed",)
"""The form does not ask for these; a stage that is changed keeps them."""
QUALIFICATION = Qualification.__struct_fields__
POINTS = StagePoints.__struct_fields__


def _has_standings(form: Form) -> bool:
    return form.value("format") not in ELIMINATION


POINT_TITLES = {
    "win": T("Points for a win"),
    "tie": T("for a tie"),
    "loss": T("for a loss"),
    "bye": T("for a bye"),
    "forfeit_win": T("for a win by forfeit"),
    "forfeit_loss": T("for a forfeit"),
    "default_win": T("for a win by default"),
    "default_loss": T("for a default"),
    "absent": T("for an absence"),
}
"""What each result counts in the standings, as a form asks for it."""
QUALIFICATION_FIELDS: dict[str, tuple[Text, Callable[[str], object]]] = {
    "rating": (T("Rating, at least"), parse_least),
    "winning": (T("Record, at least"), partial(parse_least, most=1)),
    "wins": (T("Wins, at least"), parse_whole_least),
    "forfeits": (T("Forfeits, at most"), partial(parse_whole_least, least=0)),
    "played": (T("Matches played, at least"), parse_whole_least),
}
"""What a team needs to advance, as a form asks for it, and how that is read."""


class StageFields(DraftForm):
    """Asks for one stage, a new one or one to be changed."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__(opened.draft, event_entry_action(StageEntry).key)
        self._opened = opened
        self._before: StageEntry | None = None
        """What is shown as it stands, offered or recorded."""
        field = partial(entry_field, StageEntry)
        twice = EVENT_ENTRY_KINDS[StageEntry].field("legs").choices
        once = inputs.ChoiceButtons(twice, chosen=1)
        yes = inputs.ChoiceButtons([(True, T("yes")), (False, T("no"))], chosen=False)
        rules = rule_set_combo_box(opened.current_event.library, str(T("same as the event")))
        self._sources = inputs.ComboBox()
        self._sources.activated.connect(lambda _index: self._name_teams())
        self._teams = inputs.line_edit()
        self._meaning = controls.label("", "caption", wrap=True)
        self._more = controls.button(T("Points, tie-breaks, qualification…"), self._open_more)
        swiss, everybody = shown_only_for("swiss", "by-hand"), shown_only_for("round-robin")
        knockout, open_play = shown_only_for("single-elimination"), shown_only_for("open-play")
        read_until, read_teams = self._read_until, self._read_teams
        name_row = (
            field("stage", inputs.line_edit("A"), key="name"),
            field("rounds", shown=swiss),
            field("legs", once, shown=everybody),
            field("third_place", yes, key="third", shown=knockout),
            field("until", read=read_until, shown=open_play),
        )
        teams_row = (
            field("advance", self._sources, key="from", share=3),
            FieldSpec(
                "places",
                T("Places"),
                shown=_has_places,
                share=2,
                read=parse_places,
                missing=T("Write how many advance from each stage, a range, or “all”."),
                example=T("8, 5-8, all"),
            ),
            field("rules", rules, share=2),
        )
        self.add_rows(
            field("format"),
            self._meaning,
            name_row,
            teams_row,
            field("teams", self._teams, read=read_teams, shown=_has_teams),
            layouts.row(self._more, None),
        )
        self._box = self._rarely_changed_fields()
        self.add_rows(self._box)

    def _rarely_changed_fields(self) -> QWidget:
        """Return the box with what is seldom changed."""
        ways = [("", "–"), *((each, str(DECISION_TEXTS[each])) for each in WAYS)]
        fields = [
            FieldSpec(f"way {n}", T("Tie-break {n}", n=n + 1), inputs.ComboBox(ways))
            for n in range(len(WAYS))
        ]
        pairs = [self.make_row(fields[first : first + 2]) for first in range(0, len(fields), 2)]
        points = (
            FieldSpec("forfeit won", T("Forfeit: points for the winner"), int),
            FieldSpec("forfeit lost", T("for the loser"), int),
        )
        nothing = T("Leave it empty to count a forfeit as a win without points.")
        caption = controls.label(nothing, "caption", wrap=True)
        self._forfeits = layouts.column(self.make_row(points), caption, spacing=Gap.LINES)
        counts = [
            FieldSpec(
                f"points {name}",
                title,
                read=parse_standings_points,
                missing=T("Write the points, or 0."),
                shown=_has_standings,
            )
            for name, title in POINT_TITLES.items()
        ]
        bounds = [
            FieldSpec(f"qualify {name}", title, read=read, shown=_has_places)
            for name, (title, read) in QUALIFICATION_FIELDS.items()
        ]
        matches = FieldSpec(
            "matches_a_day",
            T("Matches a day, at most"),
            inputs.Stepper(1, 99, 1),
            shown=shown_only_for("round-robin"),
        )
        rows = [
            self.make_row(each[n : n + 3])
            for each in (counts, bounds)
            for n in range(0, len(each), 3)
        ]
        return layouts.column(*pairs, self._forfeits, *rows, self.make_row([matches]))

    def _open_more(self) -> None:
        self._box.setVisible(True)
        self._more.setVisible(False)
        self.controls["way 0"].setFocus()

    # What is shown.

    def offer_sources(self, event: Event) -> None:
        """Offer the stages there are to take teams from; stages of one format together too."""
        register = event.register
        options = [("", str(T("all teams still in")))]
        for stages in self._source_stages(event):
            names = [stage_name(register, stage) for stage in stages]
            text = str(
                T("the best of {stage}", stage=names[0])
                if len(names) == 1
                else T("the best of each of {stages}", stages=join_parts(names, ", "))
            )
            options.append(("\n".join(stages), text))
        options.append((BY_NAME, str(T("these teams"))))
        self._sources.offer(options, self._sources.currentData())

    def _source_stages(self, event: Event) -> Iterator[tuple[str, ...]]:
        stages = event.register.stages.values()
        before = [each for each in stages if each.stage != self.about]
        yield from ((each.stage,) for each in before)
        for form in dict.fromkeys(each.format for each in before):
            alike = tuple(each.stage for each in before if each.format == form)
            if len(alike) > 1:
                yield alike

    def show_stage(self, entry: StageEntry, about: str = "") -> None:
        """Show a stage as it stands; `about` is its id where it is there already."""
        self._before, self.about = entry, about
        self.offer_sources(self._opened.current_event)
        advance, forfeit = entry.advance, entry.forfeit_points or ("", "")
        team_name = self._opened.register.team_name
        source = "\n".join(advance.from_) if advance is not None else ""
        ways = TIE_BREAKS if entry.tie_breaks is None else entry.tie_breaks
        self.begin_or_resume(
            {
                "name": entry.stage,
                "format": entry.format,
                "rounds": entry.rounds or 5,
                "legs": entry.legs,
                "third": entry.third_place,
                "until": typed_moments.moment_as_typed(entry.until, datetime.now(UTC)),
                "from": source if entry.teams is None else BY_NAME,
                "places": places_as_typed(advance.places if advance is not None else 8),
                "matches_a_day": entry.matches_a_day,
                **{f"points {name}": score_text(getattr(entry.points, name)) for name in POINTS},
                **{
                    f"qualify {name}": "" if value is None else f"{value:g}"
                    for name in QUALIFICATION
                    for value in (None if advance is None else getattr(advance.qualify, name),)
                },
                "teams": ", ".join(map(team_name, entry.teams or ())),
                "rules": rule_set_id(entry.rules),
                "forfeit won": str(forfeit[0]),
                "forfeit lost": str(forfeit[1]),
                **dict(zip_longest(self._ways(), ways, fillvalue="")),
            },
            about,
        )
        usual = (
            entry.tie_breaks is None
            and entry.forfeit_points is None
            and entry.points == StagePoints()
            and entry.matches_a_day == 1
            and (advance is None or not advance.qualify.is_any)
        )
        self._box.setVisible(not usual)
        self._more.setVisible(usual)
        begun = bool(about) and bool(self._opened.register.released_rounds_of_stage(about))
        self.controls["name"].setEnabled(not about)
        self.controls["format"].setEnabled(not begun)

    def show_format_explanation(self) -> None:
        """Say what the format means."""
        chosen = self.value("format")
        self._meaning.setText(str(FORMAT_EXPLANATIONS[chosen]))
        self._forfeits.setVisible(chosen not in ELIMINATION)

    def _name_teams(self) -> None:
        """Name the teams there are, the best first, to choose from."""
        event = self._opened.current_event
        if self.value("from") != BY_NAME or self.value("teams"):
            return
        register, overview = event.register, event.overview
        ranked = [
            row.team for stage in reversed(register.stages) for row in overview.stage_rows(stage)
        ]
        order = dict.fromkeys([*ranked, *overview.order_by_seed(list(register.teams))])
        there = [team for team in order if overview.participation_status(team) == "in"]
        self._teams.setText(", ".join(map(register.team_name, there)))
        self._teams.setCursorPosition(0)

    # What it says.

    def entry(self) -> StageEntry:
        """Return the stage as the form has it; raises `FieldRefused`, or another `Refused`."""
        values = self.values()
        chosen, source = values["format"], values["from"]
        before = self._before if self.about else None
        # A number of rounds that the form does not ask for stays.
        rounds = before.rounds if before is not None and before.format == chosen else None
        advance = before.advance if before is not None and source == BY_NAME else None
        if source and source != BY_NAME:
            sources, places = tuple(source.split("\n")), values["places"]
            old = before.advance if before is not None else None
            qualify = Qualification(**{name: values[f"qualify {name}"] for name in QUALIFICATION})
            advance = AdvancementRule(
                from_=sources,
                places=places,
                qualify=qualify,
                # The form does not ask for these.
                include=old.include if old is not None and old.from_ == sources else (),
            )
        ways = tuple(dict.fromkeys(filter(None, (values[way] for way in self._ways()))))
        usual = ways == TIE_BREAKS and (before is None or before.tie_breaks is None)
        won, lost = values["forfeit won"], values["forfeit lost"]
        no_points = chosen in ELIMINATION or (won is None and lost is None)
        kept = {name: getattr(before, name) for name in KEPT_FIELDS} if before is not None else {}
        return StageEntry(
            **kept,
            stage=self.about or values["name"] or (self._before.stage if self._before else "A"),
            format=chosen,
            rounds=values.get("rounds", rounds),
            legs=values.get("legs", 1),
            third_place=values.get("third", False),
            until=values.get("until"),
            teams=values.get("teams"),
            advance=advance,
            rules=chosen_rule_set(values["rules"], before.rules if before is not None else None),
            tie_breaks=None if usual else ways,
            forfeit_points=None if no_points else (won or 0, lost or 0),
            points=StagePoints(**{name: values[f"points {name}"] for name in POINTS})
            if f"points {POINTS[0]}" in values
            else StagePoints(),
            matches_a_day=values.get("matches_a_day", before.matches_a_day if before else 1),
        )

    def _ways(self) -> list[str]:
        return [f"way {place}" for place in range(len(WAYS))]

    def _read_until(self, typed: str) -> datetime | None:
        return typed_moments.parse_moment_unless_empty(typed, datetime.now(UTC))

    def _read_teams(self, typed: str) -> tuple[str, ...]:
        """Return the teams that are named, by name or id; raises `FieldRefused`."""
        teams = self._opened.register.teams
        known = {name_key(entrant.name): team for team, entrant in teams.items()}
        team_ids: dict[str, None] = {}
        for part in filter(None, map(str.strip, re.split(r"[,;\n]", typed))):
            team = part if part in teams else known.get(name_key(part))
            if team is None:
                raise FieldRefused(T("there is no team {team}", team=part))
            team_ids[team] = None
        if len(team_ids) < 2:
            raise FieldRefused(T("Enter two or more teams, separated by commas."))
        return tuple(team_ids)
