"""The fields of a stage entry, in the words of the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import zip_longest
from typing import get_args

from msgspec import UNSET
from PySide6.QtWidgets import QWidget

from scorepad.desk import typed_moments
from scorepad.desk.typed_season import (
    parse_least,
    parse_place_points,
    parse_places,
    parse_standings_points,
    parse_whole_least,
    place_points_as_typed,
    places_as_typed,
)
from scorepad.events.entries import (
    ELIMINATION,
    TIE_BREAKS,
    AdvancementRule,
    Format,
    IncludedTeam,
    Qualification,
    StageEntry,
    TieBreak,
)
from scorepad.events.entry_kinds import EVENT_ENTRY_KINDS, event_entry_action
from scorepad.events.event import Event
from scorepad.events.event_descriptions import score_text
from scorepad.events.proposal import usual_swiss_rounds
from scorepad.events.register import FORMAT_EXPLANATIONS, FORMATS
from scorepad.events.stage_names import stage_name
from scorepad.events.standings import DECISION_TEXTS, USUAL_POINTS
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_parts
from scorepad.window.event.draft_form import DraftForm, entry_field
from scorepad.window.event.event_choice import EventChoice
from scorepad.window.event.event_list import chosen_rule_set, rule_set_combo_box, rule_set_id
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused, FieldSpec, Form

BY_NAME = "*"
"""The choice of teams by name, among the stages from which teams advance."""
STAGES_BY_NAME = "#"
"""The choice of stages by name."""
WAYS: tuple[TieBreak, ...] = get_args(TieBreak)
"""The tie-breaks in the order in which they are offered."""
WAY_KEYS = tuple(f"way {place}" for place in range(len(WAYS)))
"""The keys of the fields for them."""


def shown_only_for(*formats: Format) -> Callable[[Form], bool]:
    """Return whether a form asks for a field, which these formats alone have."""
    return lambda form: form.value("format") in formats


def _is_played(form: Form) -> bool:
    return bool(form.value("format") != "combined")


def _has_places(form: Form) -> bool:
    return _is_played(form) and form.value("from") not in ("", BY_NAME, None)


def _has_source(source: str) -> Callable[[Form], bool]:
    return lambda form: _is_played(form) and bool(form.value("from") == source)


QUALIFICATION = Qualification.__struct_fields__


def _has_standings(form: Form) -> bool:
    return form.value("format") not in (*ELIMINATION, "combined")


def _follows_way(place: int) -> Callable[[Form], bool]:
    """Return whether a form asks for the tie-break at this place: after the last that it has."""
    return lambda form: place == 0 or bool(form.value(WAY_KEYS[place - 1]))


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
"""The labels for the standings points of each result."""
QUALIFICATION_FIELDS: dict[str, tuple[Text, Callable[[str], object]]] = {
    "rating": (T("Minimum rating"), parse_least),
    "winning": (T("Minimum winning percentage"), partial(parse_least, most=1)),
    "wins": (T("Minimum wins"), parse_whole_least),
    "forfeits": (T("Maximum forfeits"), partial(parse_whole_least, least=0)),
    "played": (T("Minimum matches played"), parse_whole_least),
}
"""The label and the reader of each condition for advancing."""


def _read_events(typed: list[str]) -> tuple[str, ...]:
    if not typed:
        raise Refused("choose the events that count")
    return tuple(typed)


class StageFields(DraftForm):
    """Asks for one stage, a new one or one to be changed."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__(opened.draft, event_entry_action(StageEntry).key)
        self._opened = opened
        self._before: StageEntry | None = None
        """The stage that is shown, offered or recorded."""
        self._is_usual = True
        """Whether the seldom changed fields have their usual values, and are hidden."""
        field = partial(entry_field, StageEntry)
        twice = EVENT_ENTRY_KINDS[StageEntry].field("legs").choices
        once = inputs.ChoiceButtons(twice, chosen=1)
        yes = inputs.ChoiceButtons([(True, T("yes")), (False, T("no"))], chosen=False)
        rules = rule_set_combo_box(opened.current_event.library, str(T("the event's")))
        self._sources = inputs.ComboBox()
        self._sources.activated.connect(self._name_teams)
        self._teams, self._name = inputs.line_edit(), inputs.line_edit()
        self._events = EventChoice()
        self._meaning = controls.label("", "caption", wrap=True)
        self._more = controls.button(T("Points, tie-breaks, qualification…"), self._open_more)
        swiss, everybody = shown_only_for("swiss", "by-hand"), shown_only_for("round-robin")
        knockout, open_play = shown_only_for("single-elimination"), shown_only_for("open-play")
        read_until, read_teams = self._read_until, self._read_teams
        name_row = (
            field("format", share=2),
            field("stage", self._name, key="name"),
            field("rounds", shown=swiss),
            field("legs", once, shown=everybody),
            field("third_place", yes, key="third", shown=knockout),
            field("until", read=read_until, shown=open_play),
        )
        teams_row = (
            field("advance", self._sources, key="from", shown=_is_played, share=3),
            FieldSpec(
                "places",
                T("Places"),
                shown=_has_places,
                share=2,
                read=parse_places,
                missing=T(
                    "Enter how many teams advance from each stage, or a range such as 5-8, or "
                    "“all”."
                ),
                example=T("8, 5-8, all"),
            ),
            field("rules", rules, shown=_is_played, share=2),
        )
        combined = shown_only_for("combined")
        per = inputs.ChoiceButtons(EVENT_ENTRY_KINDS[StageEntry].field("per").choices)
        self.add_rows(
            name_row,
            self._meaning,
            teams_row,
            FieldSpec(
                "stages", T("Stages"), read=self._read_stages, shown=_has_source(STAGES_BY_NAME)
            ),
            field("teams", self._teams, read=read_teams, shown=_has_source(BY_NAME)),
            field("events", self._events, read=_read_events, shown=combined),
            field("per", per, shown=combined),
            field("points", key="place points", read=parse_place_points, shown=combined),
            layouts.row(self._more, None),
        )
        self._box = self._rarely_changed_fields()
        self.add_rows(self._box)

    def _rarely_changed_fields(self) -> QWidget:
        ways = [("", "–"), *((each, str(DECISION_TEXTS[each])) for each in WAYS)]
        fields = [
            FieldSpec(
                key, T("Tie-break {n}", n=n + 1), inputs.ComboBox(ways), shown=_follows_way(n)
            )
            for n, key in enumerate(WAY_KEYS)
        ]
        pairs = [self.make_row(fields[first : first + 2]) for first in range(0, len(fields), 2)]
        points = (
            FieldSpec("forfeit won", T("Forfeit: points for the winner"), int),
            FieldSpec("forfeit lost", T("for the loser"), int),
        )
        nothing = T(
            "These count as points scored in the match. Leave both empty to count a forfeit as "
            "a win without points."
        )
        caption = controls.label(nothing, "caption", wrap=True)
        self._forfeits = layouts.column(self.make_row(points), caption, spacing=Gap.LINES)
        counts = [
            FieldSpec(
                f"points {name}",
                title,
                read=parse_standings_points,
                missing=T("Enter the points, or 0."),
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
            T("Maximum matches per day"),
            inputs.Stepper(1, 99, 1),
            shown=shown_only_for("round-robin"),
        )
        together = inputs.ChoiceButtons([(False, T("this division")), (True, T("all divisions"))])
        whole = FieldSpec(
            "together", T("Tie-breaks and points apply to"), together, shown=self._is_division
        )
        include = FieldSpec(
            "include",
            T("Teams you add"),
            read=self._read_included_teams,
            shown=_has_places,
            example=T("e.g. {text}", text=T("Aces: perfect sportsmanship; Kings: wild card")),
        )
        alone = T(
            "A bye, a win by forfeit and a win by default are worth 1 point each unless you "
            "change that."
        )
        self._alone = controls.label(alone, "caption", wrap=True)
        counted, bounded = (
            [self.make_row(each[n : n + 3]) for n in range(0, len(each), 3)]
            for each in (counts, bounds)
        )
        last = (self.make_row(each) for each in ([matches], [include], [whole]))
        return layouts.column(*pairs, self._forfeits, *counted, self._alone, *bounded, *last)

    def _is_division(self, _form: Form) -> bool:
        return bool(self.sibling_divisions)

    @property
    def sibling_divisions(self) -> list[StageEntry]:
        """The other divisions beside the one that is changed: stages of the same format, of teams
        that are named."""
        stages = self._opened.register.stages
        about = stages.get(self.about)
        if about is None or not about.teams or about.advance is not None:
            return []
        return [
            each
            for each in stages.values()
            if each is not about
            and (each.format, each.advance) == (about.format, None)
            and each.teams
        ]

    def _open_more(self) -> None:
        self._is_usual = False
        self.show_format_explanation()
        self.controls[WAY_KEYS[0]].setFocus()

    # Showing.

    def offer_sources(self, event: Event) -> None:
        """Offer the stages there are to take teams from; stages of one format together too."""
        register = event.register
        options = [("", str(T("all teams still in the event")))]
        for stages in self._source_stages(event):
            names = [stage_name(register, stage) for stage in stages]
            text = str(
                T("the top teams in {stage}", stage=names[0])
                if len(names) == 1
                else T("the top teams in each of {stages}", stages=join_parts(names, ", "))
            )
            options.append(("\n".join(stages), text))
        options.append((STAGES_BY_NAME, str(T("the top teams in these stages"))))
        options.append((BY_NAME, str(T("these teams"))))
        self._sources.offer(options, self._sources.currentData())

    def _source_stages(self, event: Event) -> Iterator[tuple[str, ...]]:
        stages = event.register.stages.values()
        before = [each for each in stages if each.stage != self.about]
        yield from ((each.stage,) for each in before)
        for form in dict.fromkeys(each.format for each in before):
            alike = tuple(each.stage for each in before if each.format == form)
            # The best of several brackets are never taken together.
            if len(alike) > 1 and form not in ELIMINATION:
                yield alike

    def show_stage(self, entry: StageEntry, about: str = "") -> None:
        """Show a stage; `about` is its id if it is recorded."""
        self._before, self.about = entry, about
        here = self._opened.table.list_events()
        self._events.offer(here, self._opened.current_event.id, entry.events)
        self.offer_sources(self._opened.current_event)
        advance, forfeit = entry.advance, entry.forfeit_points or ("", "")
        team_name = self._opened.register.team_name
        sources = advance.from_ if advance is not None else ()
        source = "\n".join(sources)
        if self._sources.findData(source) < 0:
            source = STAGES_BY_NAME
        ways = TIE_BREAKS if entry.tie_breaks is None else entry.tie_breaks
        self.begin_or_resume(
            {
                "name": self._stage_name(about) if about else "",
                "format": entry.format,
                "rounds": entry.rounds or usual_swiss_rounds(self._opened.register),
                "legs": entry.legs,
                "third": entry.third_place,
                "until": typed_moments.moment_as_typed(entry.until, datetime.now(UTC)),
                "from": source if entry.teams is None else BY_NAME,
                "stages": ", ".join(map(self._stage_name, sources)),
                "places": places_as_typed(advance.places if advance is not None else 8),
                "matches_a_day": entry.matches_a_day,
                **{
                    f"points {name}": score_text(getattr(entry.result_points, name))
                    for name in POINT_TITLES
                },
                **{
                    f"qualify {name}": "" if value is None else f"{value:g}"
                    for name in QUALIFICATION
                    for value in (None if advance is None else getattr(advance.qualify, name),)
                },
                "teams": ", ".join(map(team_name, entry.teams or ())),
                "events": list(entry.events),
                "per": entry.per or "team",
                "place points": place_points_as_typed(entry.points) if entry.events else "",
                "include": "; ".join(
                    f"{team_name(each.team)}: {each.why}"
                    for each in (advance.include if advance is not None else ())
                ),
                "together": False,
                "rules": rule_set_id(entry.rules),
                "forfeit won": str(forfeit[0]),
                "forfeit lost": str(forfeit[1]),
                **dict(zip_longest(WAY_KEYS, ways, fillvalue="")),
            },
            about,
        )
        usual = (
            entry.tie_breaks is None
            and entry.forfeit_points is None
            and entry.result_points == USUAL_POINTS
            and entry.matches_a_day == 1
            and (advance is None or not (advance.qualify.is_any or advance.include))
        )
        self._is_usual = usual
        begun = bool(about) and bool(self._opened.register.released_rounds_of_stage(about))
        self.controls["name"].setEnabled(not about)
        self.controls["format"].setEnabled(not begun)

    def show_format_explanation(self) -> None:
        """Explain the chosen format."""
        chosen = self.value("format")
        self._meaning.setText(str(FORMAT_EXPLANATIONS[chosen]))
        usual_name = controls.capitalize(FORMATS[chosen])
        self._name.setPlaceholderText(usual_name)
        self._name.setToolTip(usual_name)  # in a narrow row the whole of it
        for each in (self._forfeits, self._alone):
            each.setVisible(chosen not in ELIMINATION)
        is_played = chosen != "combined"
        self._box.setVisible(is_played and not self._is_usual)
        self._more.setVisible(is_played and self._is_usual)

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

    # The entry.

    def entry(self) -> StageEntry:
        """Return the stage as the form has it; raises `FieldRefused`, or another `Refused`."""
        values = self.values()
        name = self.about or values["name"] or (self._before.stage if self._before else "A")
        if values["format"] == "combined":
            return StageEntry(
                stage=name,
                format="combined",
                events=values["events"],
                per=values["per"],
                points=values["place points"],
            )
        chosen, source = values["format"], values["from"]
        before = self._before if self.about else None
        # A number of rounds without a field is kept.
        rounds = before.rounds if before is not None and before.format == chosen else None
        advance = before.advance if before is not None and source == BY_NAME else None
        if source and source != BY_NAME:
            advance = AdvancementRule(
                from_=values.get("stages") or tuple(source.split("\n")),
                places=values["places"],
                qualify=Qualification(
                    **{name: values[f"qualify {name}"] for name in QUALIFICATION}
                ),
                include=values["include"],
            )
        ways = tuple(dict.fromkeys(filter(None, map(values.get, WAY_KEYS))))
        usual = ways == TIE_BREAKS and (before is None or before.tie_breaks is None)
        won, lost = values["forfeit won"], values["forfeit lost"]
        no_points = chosen in ELIMINATION or (won is None and lost is None)
        return StageEntry(
            stage=name,
            agreed=UNSET if before is None else before.agreed,  # the form doesn't ask for it
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
            points={
                name: points
                for name in POINT_TITLES
                if (points := values.get(f"points {name}"))
                not in (None, getattr(USUAL_POINTS, name))
            },
            matches_a_day=values.get("matches_a_day", before.matches_a_day if before else 1),
        )

    def _read_until(self, typed: str) -> datetime | None:
        return typed_moments.parse_moment_unless_empty(typed, datetime.now(UTC))

    def _read_teams(self, typed: str) -> tuple[str, ...]:
        """Return the teams that are named, by name or id; raises `FieldRefused`."""
        team_ids = dict.fromkeys(map(self._team_named, _split(typed, r"[,;\n]")))
        if len(team_ids) < 2:
            raise FieldRefused(T("Enter two or more teams, separated by commas."))
        return tuple(team_ids)

    def _stage_name(self, stage: str) -> str:
        register = self._opened.register
        return stage_name(register, stage) if stage in register.all_stages else stage

    def _read_stages(self, typed: str) -> tuple[str, ...]:
        """Return the stages that are named, by name or id; raises `FieldRefused`."""
        names = {stage: self._stage_name(stage) for stage in self._opened.register.stages}
        stages = tuple(
            _find_named(part, names, T("Scorepad can't find the stage “{stage}”", stage=part))
            for part in _split(typed, r"[,;\n]")
        )
        if not stages:
            raise FieldRefused(T("Enter one or more stages, separated by commas."))
        return tuple(dict.fromkeys(stages))

    def _read_included_teams(self, typed: str) -> tuple[IncludedTeam, ...]:
        """Return the teams that are added by decision, each with the reason; raises
        `FieldRefused`."""
        included = []
        for part in _split(typed, r"[;\n]"):
            name, _, why = map(str.strip, part.partition(":"))
            team = self._team_named(name)
            if not why:
                raise FieldRefused(T("After {team}, type a colon and the reason.", team=name))
            included.append(IncludedTeam(team, why))
        return tuple(included)

    def _team_named(self, text: str) -> str:
        names = {team: each.name for team, each in self._opened.register.teams.items()}
        return _find_named(text, names, T("Scorepad can't find the team “{team}”", team=text))


def _split(typed: str, at: str) -> Iterator[str]:
    return filter(None, map(str.strip, re.split(at, typed)))


def _find_named(text: str, names: Mapping[str, str], missing: Text) -> str:
    known = {name_key(name): each for each, name in names.items()}
    found = text if text in names else known.get(name_key(text))
    if found is None:
        raise FieldRefused(missing)
    return found
